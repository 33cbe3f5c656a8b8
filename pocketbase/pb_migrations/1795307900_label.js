/// <reference path="../pb_data/types.d.ts" />

const FIELDS = [
  'net_quantity',
  'net_unit',
  'ingredients',
  'maker',
  'maker_licence',
  'batch',
  'best_before',
  'country_of_origin',
  'strap',
  'closure',
  'handicraft',
]

/**
 * What the law wants to stand beside a product on sale (Legal Metrology (Packaged Commodities) Rules, rule 6(10);
 * Cosmetics Rules 2020), and where the shop may send what.
 */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    const text = (name, max, help) => new TextField({ name, max, help })
    products.fields.add(
      new NumberField({ name: 'net_quantity', min: 0, max: 100000, help: 'How much is in it: 100 with the unit g.' }),
    )
    products.fields.add(
      new SelectField({
        name: 'net_unit',
        maxSelect: 1,
        values: ['g', 'kg', 'ml', 'l', 'piece', 'cm'],
        help: 'Unit of the net quantity.',
      }),
    )
    products.fields.add(
      text(
        'ingredients',
        4000,
        'In order of weight, one on a line: what people call it, then its INCI name. Coconut oil | Sodium Cocoate',
      ),
    )
    products.fields.add(
      text('maker', 400, 'Who made or packed it, with the address. Empty: the seller of the settings.'),
    )
    products.fields.add(text('maker_licence', 60, 'Licence to make cosmetics, as it stands on the pack.'))
    products.fields.add(text('batch', 60, 'The batch that is sold now.'))
    products.fields.add(text('best_before', 60, 'As it stands on the pack: 2028-03, or 24 months from making.'))
    products.fields.add(text('country_of_origin', 60, 'Where it was made. Empty: India.'))
    products.fields.add(text('strap', 120, 'Of a bag: length and kind of strap or handle.'))
    products.fields.add(text('closure', 120, 'Of a bag: zip, button, drawstring, open.'))
    products.fields.add(
      new BoolField({
        name: 'handicraft',
        help: 'Made mostly by hand, with ornament or in-lay work of a substantial nature: such handbags, pouches and purses are taxed at 5% (Notification 13/2025) and may go to other states.',
      }),
    )
    app.save(products)
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new SelectField({
        name: 'sells_to',
        maxSelect: 1,
        values: ['all', 'own_state'],
        help: 'own_state: only handicraft leaves your state, as for sellers without GST registration. Empty: all of India.',
      }),
    )
    app.save(settings)
  },
  (app) => {
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.removeByName('sells_to')
    app.save(settings)
    const products = app.findCollectionByNameOrId('products')
    for (const name of FIELDS) products.fields.removeByName(name)
    app.save(products)
  },
)
