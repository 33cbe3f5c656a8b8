/// <reference path="../pb_data/types.d.ts" />

/** How an order came that the maker entered: by phone or by chat. */
migrate(
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.add(
      new SelectField({
        name: 'source',
        maxSelect: 1,
        values: ['phone', 'chat'],
        help: 'How an order came that was entered at the desk; empty for the shop’s own. Kept by the store.',
      }),
    )
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.removeByName('source')
    app.save(orders)
  },
)
