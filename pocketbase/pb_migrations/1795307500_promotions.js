/// <reference path="../pb_data/types.d.ts" />

/** Wrong codes that may be tried from one address; name, tries, seconds. */
const LIMIT = ['codes:address', 20, 600]
const RUNS =
  'active = true && code = "" && single_use = false && (starts = "" || starts <= @now) && (ends = "" || ends >= @now)'

/**
 * What is taken off at the cart: percent, rupees, the delivery, or a gift; by itself or by a code. Offers that are there
 * become promotions under their own ids. What an order was given stands on it and its lines.
 */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ]
    const promotions = new Collection({
      type: 'base',
      name: 'promotions',
      listRule: RUNS,
      viewRule: RUNS,
      createRule: null,
      updateRule: null,
      deleteRule: null,
      fields: [
        { type: 'text', name: 'name', max: 120, presentable: true, help: 'What shoppers read. Empty: Special Offer.' },
        { type: 'text', name: 'description', max: 400, help: 'One sentence that says what they get and when.' },
        {
          type: 'bool',
          name: 'active',
          presentable: true,
          help: 'Switch it on. Between its dates it then works by itself.',
        },
        {
          type: 'date',
          name: 'starts',
          help: 'From when, in your own time: the zone stands beside the name. Empty: at once.',
        },
        { type: 'date', name: 'ends', help: 'Until when. Empty: until you end it.' },
        {
          type: 'text',
          name: 'code',
          max: 24,
          pattern: '^[A-Z0-9]{3,24}$',
          presentable: true,
          help: 'What shoppers type, such as DIWALI15. Empty: nobody has to type anything.',
        },
        { type: 'bool', name: 'single_use', help: 'It has codes of its own, each good once: the desk makes them.' },
        {
          type: 'number',
          name: 'minimum',
          max: 1000000,
          help: 'Goods from which it holds, in rupees. Empty or 0: any.',
        },
        {
          type: 'select',
          name: 'kind',
          maxSelect: 1,
          values: ['percent', 'amount', 'free_delivery', 'gift'],
          help: 'What it gives. Empty: nothing, it is only announced.',
        },
        { type: 'number', name: 'value', max: 1000000, help: 'Percent off, or rupees off.' },
        {
          type: 'relation',
          name: 'gift',
          collectionId: products.id,
          maxSelect: 1,
          help: 'What goes into the parcel free of charge.',
        },
        {
          type: 'relation',
          name: 'products',
          collectionId: products.id,
          maxSelect: 500,
          help: 'For these products. With nothing here, in categories and in tags: for all.',
        },
        { type: 'json', name: 'categories', maxSize: 8192, help: 'For these categories: ["soap", "bag"]' },
        { type: 'json', name: 'tags', maxSize: 8192, help: 'For products with one of these tags: ["gift"]' },
        { type: 'number', name: 'max_uses', onlyInt: true, min: 0, help: 'Orders in all. Empty or 0: any number.' },
        {
          type: 'number',
          name: 'max_per_person',
          onlyInt: true,
          min: 0,
          help: 'Orders of one person, known by account, mobile or e-mail. Empty or 0: any number.',
        },
        { type: 'bool', name: 'first_order', help: 'Only for somebody’s first order.' },
        { type: 'bool', name: 'combines', help: 'May go with another: a code with an offer that needs none.' },
        ...dates,
      ],
      indexes: [
        "CREATE UNIQUE INDEX `idx_promotions_code` ON `promotions` (`code`) WHERE `code` != ''",
        'CREATE INDEX `idx_promotions_active` ON `promotions` (`active`, `created`)',
      ],
    })
    app.save(promotions)
    const inside = (name, fields, indexes) =>
      app.save(
        new Collection({
          type: 'base',
          name,
          listRule: null,
          viewRule: null,
          createRule: null,
          updateRule: null,
          deleteRule: null,
          fields: [
            {
              type: 'relation',
              name: 'promotion',
              collectionId: promotions.id,
              maxSelect: 1,
              required: true,
              cascadeDelete: true,
              presentable: true,
              help: 'Which promotion.',
            },
            ...fields,
            ...dates,
          ],
          indexes,
        }),
      )
    inside(
      'promotion_codes',
      [
        {
          type: 'text',
          name: 'code',
          required: true,
          max: 24,
          pattern: '^[A-Z0-9]{6,24}$',
          presentable: true,
          help: 'Good for one order.',
        },
      ],
      [
        'CREATE UNIQUE INDEX `idx_promotion_codes_code` ON `promotion_codes` (`code`)',
        'CREATE INDEX `idx_promotion_codes_promotion` ON `promotion_codes` (`promotion`)',
      ],
    )
    inside(
      'promotion_uses',
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: app.findCollectionByNameOrId('orders').id,
          maxSelect: 1,
          required: true,
          cascadeDelete: true,
          help: 'The order that was given it. One that was cancelled or not paid does not count.',
        },
        { type: 'text', name: 'code', max: 24, help: 'The code it was given by.' },
        { type: 'number', name: 'amount', onlyInt: true, min: 0, help: 'What the shopper had of it, in paise.' },
      ],
      [
        'CREATE UNIQUE INDEX `idx_promotion_uses_order` ON `promotion_uses` (`promotion`, `order`)',
        "CREATE INDEX `idx_promotion_uses_code` ON `promotion_uses` (`code`) WHERE `code` != ''",
      ],
    )

    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.add(
      new JSONField({ name: 'promotions', maxSize: 8192, help: 'What promotions gave, in paise. Kept by the store.' }),
    )
    app.save(orders)

    // By SQL: what is running keeps running, whatever a check would say of it today.
    app
      .db()
      .newQuery(
        `INSERT INTO promotions (id, name, description, active, starts, ends, minimum, kind, gift, products, created, updated)
         SELECT id, title, description, active, start_date, end_date, min_order_value,
           CASE offer_type WHEN 'free_gift' THEN 'gift' ELSE '' END,
           COALESCE(NULLIF(gift_product_id, ''), product), '[]', created, updated
         FROM special_offers`,
      )
      .execute()

    const settings = app.settings()
    const [label, maxRequests, duration] = LIMIT
    settings.rateLimits.rules = [...settings.rateLimits.rules, { label, audience: '', duration, maxRequests }]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = settings.rateLimits.rules.filter((rule) => rule.label !== LIMIT[0])
    app.save(settings)
    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.removeByName('promotions')
    app.save(orders)
    for (const name of ['promotion_uses', 'promotion_codes', 'promotions'])
      app.delete(app.findCollectionByNameOrId(name))
  },
)
