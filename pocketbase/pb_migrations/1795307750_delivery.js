/// <reference path="../pb_data/types.d.ts" />

const KEPT = 'The store fills this in.'
const SETTINGS = ['handling_days', 'days_off', 'holidays', 'cutoff_hour', 'returns_days', 'delivers_by_pin']
const ORDERS = ['cash_fee', 'leaves_on', 'arrives_from', 'arrives_until']

/**
 * How parcels go to which PIN codes, when the maker packs, and what an order was promised. A shop without rules goes on
 * as before.
 */
migrate(
  (app) => {
    const rupees = (name, help) => ({ type: 'number', name, min: 0, max: 100000, help })
    const days = (name, help) => ({ type: 'number', name, onlyInt: true, min: 0, max: 120, help })
    app.save(
      new Collection({
        type: 'base',
        name: 'delivery_rules',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'prefix',
            max: 6,
            pattern: '^([1-9][0-9]{0,5})?$',
            presentable: true,
            help: 'First digits of the PIN codes it is for: 560, 74, 744101. The longest that fits wins. Empty: all others.',
          },
          { type: 'bool', name: 'deliver', presentable: true, help: 'Parcels go there.' },
          { type: 'bool', name: 'cash', presentable: true, help: 'They may be paid in cash at the door.' },
          rupees('fee', 'What delivery costs there, in rupees; free from the sum in the settings. 0: nothing.'),
          rupees('cash_fee', 'What paying in cash costs on top, in rupees.'),
          days('days_min', 'Days on the way, at least.'),
          days('days_max', 'Days on the way, at most. 0: no date is promised.'),
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_delivery_rules_prefix` ON `delivery_rules` (`prefix`)'],
      }),
    )
    const settings = app.findCollectionByNameOrId('store_settings')
    const whole = (name, max, help) => new NumberField({ name, onlyInt: true, min: 0, max, help })
    settings.fields.add(
      whole('handling_days', 60, 'Working days until a parcel leaves you. 0: on the day of the order.'),
    )
    settings.fields.add(
      new SelectField({
        name: 'days_off',
        maxSelect: 7,
        values: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
        help: 'Days of the week on which nobody packs.',
      }),
    )
    settings.fields.add(
      new TextField({
        name: 'holidays',
        max: 8000,
        help: 'Days on which nobody packs, one on a line: 2026-11-08 Diwali, or 2026-11-07 to 2026-11-11 Diwali.',
      }),
    )
    settings.fields.add(
      whole(
        'cutoff_hour',
        24,
        'Orders from this hour on count for the next working day: 14 is 2 pm. 0: the day’s end.',
      ),
    )
    settings.fields.add(
      whole('returns_days', 365, 'Days after delivery in which things may be sent back. 0: no number is said.'),
    )
    settings.fields.add(
      new BoolField({ name: 'delivers_by_pin', hidden: false, help: `There are delivery rules. ${KEPT}` }),
    )
    app.save(settings)
    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.add(
      new NumberField({
        name: 'cash_fee',
        onlyInt: true,
        help: `How much of shipping_total is for paying in cash, paise. ${KEPT}`,
      }),
    )
    const day = (name, help) => new TextField({ name, max: 10, help: `${help} ${KEPT}` })
    orders.fields.add(day('leaves_on', 'The day it has to leave so that it arrives as was said.'))
    orders.fields.add(day('arrives_from', 'The first day of arrival that the shopper was told.'))
    orders.fields.add(day('arrives_until', 'The last day of arrival that the shopper was told.'))
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    for (const name of ORDERS) orders.fields.removeByName(name)
    app.save(orders)
    const settings = app.findCollectionByNameOrId('store_settings')
    for (const name of SETTINGS) settings.fields.removeByName(name)
    app.save(settings)
    app.delete(app.findCollectionByNameOrId('delivery_rules'))
  },
)
