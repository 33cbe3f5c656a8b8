/// <reference path="../pb_data/types.d.ts" />

const LIVE = "('waiting', 'refused', 'booked', 'ended')"
const LIMIT = ['POST /api/store/webhooks/courier', 1200, 60]
const PARCEL = ['parcel_length', 'parcel_breadth', 'parcel_height']

/** Parcels booked with a courier: each is written down before anybody is asked, and followed to the door. */
migrate(
  (app) => {
    const number = (name, help, max = 100000000) => ({ type: 'number', name, min: 0, max, onlyInt: true, help })
    const text = (name, max, help) => ({ type: 'text', name, max, help })
    app.save(
      new Collection({
        type: 'base',
        name: 'bookings',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'order',
            collectionId: app.findCollectionByNameOrId('orders').id,
            required: true,
            maxSelect: 1,
            presentable: true,
            help: 'Whose parcel it is.',
          },
          {
            type: 'select',
            name: 'state',
            required: true,
            maxSelect: 1,
            values: ['waiting', 'refused', 'booked', 'ended', 'cancelling', 'cancelled'],
            presentable: true,
            help: 'waiting: is being booked. refused: needs a hand. booked: followed on its way. ended: it arrived or came back.',
          },
          { ...text('reference', 40, 'What the courier knows it by.'), required: true },
          number('choice', 'The courier that was chosen, by its number; 0: the cheapest.'),
          text('remote_order', 40, 'Number of the order there.'),
          text('shipment', 40, 'Number of the parcel there.'),
          text('courier', 80, 'Who carries it.'),
          text('awb', 40, 'The tracking number.'),
          text('label_url', 1000, 'The label to print.'),
          number('weight', 'Of the parcel, grams.', 100000),
          ...PARCEL.map((name) => number(name.replace('parcel_', ''), 'Of the box, centimetres.', 300)),
          number('cost', 'What it costs the shop, paise.'),
          number('cash', 'What is collected, paise.'),
          number('attempts', 'How often it was tried.', 1000),
          text('last_error', 400, 'Why it did not go on, in words.'),
          { type: 'date', name: 'next_try_at', help: 'When the store looks at it again; empty: not by itself.' },
          { type: 'date', name: 'booked_at', help: 'When it was booked.' },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          `CREATE UNIQUE INDEX \`idx_bookings_order\` ON \`bookings\` (\`order\`) WHERE \`state\` IN ${LIVE}`,
          'CREATE UNIQUE INDEX `idx_bookings_reference` ON `bookings` (`reference`)',
          'CREATE INDEX `idx_bookings_all` ON `bookings` (`order`)',
          'CREATE INDEX `idx_bookings_due` ON `bookings` (`next_try_at`, `state`)',
          "CREATE INDEX `idx_bookings_awb` ON `bookings` (`awb`) WHERE `awb` != ''",
        ],
      }),
    )
    const products = app.findCollectionByNameOrId('products')
    products.fields.add(
      new NumberField({
        name: 'shipping_weight',
        min: 0,
        max: 30000,
        onlyInt: true,
        hidden: true,
        help: 'Grams of one piece as it is packed, for the courier. 0: the weight of a usual parcel is taken.',
      }),
    )
    app.save(products)
    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new TextField({
        name: 'pickup_location',
        max: 80,
        hidden: true,
        help: 'Where couriers fetch parcels: the name of the pickup address in Shiprocket, letter for letter.',
      }),
    )
    settings.fields.add(
      new TextField({ name: 'pickup_pincode', max: 6, hidden: true, help: 'Its PIN code, six digits.' }),
    )
    const size = (name, max, help) => new NumberField({ name, min: 0, max, onlyInt: true, hidden: true, help })
    settings.fields.add(
      size('parcel_weight', 30000, 'Grams of a usual parcel, for pieces without a weight of their own. 0: 500.'),
    )
    for (const name of PARCEL) settings.fields.add(size(name, 300, 'Of the usual box, centimetres. 0: 20 × 15 × 10.'))
    app.save(settings)
    const all = app.settings()
    const [label, maxRequests, duration] = LIMIT
    if (all.rateLimits.rules.some((rule) => rule.label === label)) return
    all.rateLimits.rules = [...all.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    app.save(all)
  },
  (app) => {
    const all = app.settings()
    all.rateLimits.rules = all.rateLimits.rules.filter((rule) => rule.label !== LIMIT[0])
    app.save(all)
    const settings = app.findCollectionByNameOrId('store_settings')
    for (const name of ['pickup_location', 'pickup_pincode', 'parcel_weight', ...PARCEL])
      settings.fields.removeByName(name)
    app.save(settings)
    const products = app.findCollectionByNameOrId('products')
    products.fields.removeByName('shipping_weight')
    app.save(products)
    app.delete(app.findCollectionByNameOrId('bookings'))
  },
)
