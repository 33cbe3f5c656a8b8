/// <reference path="../pb_data/types.d.ts" />

/**
 * Until here landed migrations were edited in place, and a folder that had applied one never saw what was added to it. This brings what any of them
 * left behind to what a new store has (docs/decisions/0036); there it changes nothing. What a maker added or chose is kept: fields, indexes
 * with other names, limits with numbers the store never had, mails that were rewritten.
 */
migrate(
  (app) => {
    /** Changes a collection, and saves it when that made a difference. */
    const mend = (name, change) => {
      const collection = app.findCollectionByNameOrId(name)
      const before = JSON.stringify(collection)
      change(collection, collection.fields)
      if (JSON.stringify(collection) !== before) app.save(collection)
    }
    const position = (fields, name) => fields.fieldNames().indexOf(name)
    /** Puts a field behind another one, where a new store has it. */
    const addBehind = (fields, neighbour, field) => {
      if (!fields.getByName(field.name)) fields.addAt(position(fields, neighbour) + 1, field)
    }
    const tinyPicture = (which) =>
      new JSONField({
        name: 'placeholders',
        maxSize: 2048,
        help: `A tiny picture, shown blurred until the ${which} one is there. Kept by the store; what you type here is ignored.`,
      })
    const cardSizes = ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0', '1200x630']

    mend('products', (products, fields) => {
      fields.getByName('name').max = 200
      fields.getByName('images').thumbs = cardSizes
      addBehind(fields, 'image_alt', tinyPicture('first'))
      addBehind(
        fields,
        'sold_out',
        new NumberField({
          name: 'place',
          min: 0,
          max: 1,
          help: 'Lists are sorted by it, highest first: 1 / list_order, or 0. Kept by the store; what you type here is ignored.',
        }),
      )
      addBehind(
        fields,
        'place',
        new BoolField({ name: 'gift', help: 'Has the tag gift. Kept by the store; what you set here is ignored.' }),
      )
      const ours = [
        ['place', '`place` DESC'],
        ['price', '`price`, `id`'],
        ['name', '`name`, `id`'],
        ['created', '`created`, `id`'],
        ['stock_place', '`inStock`, `sold_out`, `place` DESC'],
        ['stock_price', '`inStock`, `sold_out`, `price`, `id`'],
        ['stock_name', '`inStock`, `sold_out`, `name`, `id`'],
        ['stock_created', '`inStock`, `sold_out`, `created`, `id`'],
        ['category_place', '`category`, `place` DESC'],
        ['category_price', '`category`, `price`, `id`'],
        ['category_name', '`category`, `name`, `id`'],
        ['category_created', '`category`, `created`, `id`'],
        ['category_stock_place', '`category`, `inStock`, `sold_out`, `place` DESC'],
        ['category_stock_price', '`category`, `inStock`, `sold_out`, `price`, `id`'],
        ['category_stock_name', '`category`, `inStock`, `sold_out`, `name`, `id`'],
        ['category_stock_created', '`category`, `inStock`, `sold_out`, `created`, `id`'],
        ['category_stock_bestseller', '`category`, `inStock`, `sold_out`, `bestseller` DESC, `place` DESC'],
        ['bestseller', '`bestseller`, `place` DESC'],
        ['new', '`new`, `place` DESC'],
        ['new_created', '`new`, `created`, `id`'],
        ['gift', '`gift`, `place` DESC'],
        ['found', '`id`, `list_order`, `category`, `inStock`, `sold_out`, `price`, `created`, `name`'],
      ].map(([name, columns]) => `CREATE INDEX \`idx_products_${name}\` ON \`products\` (${columns})`)
      const theirs = Array.from(products.indexes).filter((index) => !index.includes('`idx_products_'))
      products.indexes = [...ours, ...theirs]
    })
    mend('posts', (_, fields) => {
      fields.getByName('cover').thumbs = cardSizes
      addBehind(fields, 'cover', tinyPicture('real'))
    })
    mend('slider_images', (_, fields) => {
      fields.getByName('image').thumbs = [...cardSizes, '1400x0', '1920x0']
      addBehind(fields, 'image', tinyPicture('real'))
    })
    mend('orders', (orders, fields) => {
      const flag = fields.getByName('review_flag')
      flag.hidden = true
      if (!flag.values.includes('refund_failed')) flag.values = [...flag.values, 'refund_failed']
      orders.addIndex('idx_orders_placed_at', false, '`placed_at`', '')
      orders.addIndex('idx_orders_find_idempotency_key', false, '`idempotency_key`', '')
    })
    mend('order_events', (_, fields) => {
      fields.getByName('data').hidden = true
    })
    mend('payments', (payments, fields) => {
      addBehind(
        fields,
        'next_check_at',
        new DateField({
          name: 'claimed_until',
          help: 'Until when one request is asking the provider for this try; others wait. Kept by the store.',
        }),
      )
      payments.addIndex('idx_payments_find_gateway_order', false, '`gateway_order_id`', '')
      payments.addIndex('idx_payments_find_gateway_payment', false, '`gateway_payment_id`', '')
      payments.addIndex('idx_payments_next_check_at', false, '`next_check_at`', '')
    })
    mend('store_settings', (_, fields) => {
      fields.getByName('notify_email').help =
        'Where the store writes to you about new orders and messages. Never shown to shoppers.'
    })
    mend('users', (users) => {
      // The pages these led to are gone.
      for (const [template, link] of [
        ['verificationTemplate', 'verify'],
        ['confirmEmailChangeTemplate', 'email'],
      ]) {
        const { body } = users[template]
        users[template].body = body.replaceAll(`/auth/login#${link}={TOKEN}`, `/auth/login?mail=${link}#token={TOKEN}`)
      }
    })

    const run = (sql) => app.db().newQuery(sql).execute()
    const sqlOf = (table) => {
      const found = new DynamicModel({ sql: '' })
      try {
        app.db().newQuery('SELECT sql FROM sqlite_master WHERE name = {:table}').bind({ table }).one(found)
      } catch {
        return ''
      }
      return found.sql
    }
    // Lists are sorted and narrowed by these: what saving a product would set.
    run('UPDATE products SET place = CASE WHEN list_order > 0 THEN 1.0 / list_order ELSE 0 END')
    run(
      `UPDATE products SET gift = EXISTS (
         SELECT 1 FROM json_each(CASE WHEN json_valid(tags) THEN tags ELSE '[]' END) WHERE LOWER(TRIM(value)) = 'gift')`,
    )
    // Both are made from the records and fill themselves again: the search as the store starts, the list of pictures with its helper.
    if (!sqlOf('search_texts').includes("'2 3 4 5'")) {
      for (const table of ['search_vocabulary', 'search_texts', 'search_documents', 'search_slips']) {
        run(`DROP TABLE IF EXISTS ${table}`)
      }
      run('CREATE TABLE search_documents (doc INTEGER PRIMARY KEY, product TEXT NOT NULL UNIQUE)')
      run(
        `CREATE VIRTUAL TABLE search_texts USING fts5(name, words, about, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N*'", prefix = '2 3 4 5')`,
      )
      run('CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_texts, row)')
      run('CREATE TABLE search_slips (slip TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (slip, term)) WITHOUT ROWID')
    }
    if (!sqlOf('picture_variants').includes('placeholder')) {
      run('DROP TABLE IF EXISTS picture_variants')
      run(
        `CREATE TABLE picture_variants (
        collection TEXT NOT NULL, record TEXT NOT NULL, file TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0, placeholder TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (collection, record, file)) WITHOUT ROWID`,
      )
      run(
        'CREATE INDEX picture_variants_waiting ON picture_variants (attempts, turn) WHERE version = 0 AND attempts < 3',
      )
    }

    // Label, requests, seconds, and the numbers the store gave it before: others are the owner's own.
    const limits = [
      ['*:auth', 120, 60, '20/60', '60/60'],
      ['users:create', 60, 60, '20/60'],
      ['users:requestPasswordReset', 20, 60, '5/60'],
      ['users:confirmPasswordReset', 30, 60, '20/60'],
      ['users:requestVerification', 20, 60, '5/60'],
      ['users:requestEmailChange', 20, 60, '5/60'],
      ['users:confirmEmailChange', 20, 60],
      ['reviews:create', 300, 60],
      ['review_comments:create', 300, 60],
      ['review_votes:create', 600, 60],
      ['*:file', 30000, 10, '5000/10'],
      ['POST /api/store/quote', 3000, 60, '600/60'],
      ['POST /api/store/orders', 600, 60, '300/60'],
      ['POST /api/store/track', 300, 60, '10/60'],
      ['POST /api/store/contact', 60, 60, '10/600'],
      ['POST /api/store/orders/', 300, 60],
      ['POST /api/store/account/', 60, 60, '10/60'],
      ['GET /api/store/my-data', 60, 60, '10/60'],
      ['GET /api/store/my-data/', 60, 60, '30/60'],
      ['POST /api/store/webhooks/razorpay', 6000, 60, '1200/60'],
      ['/api/', 3000, 10, '1000/10'],
      ['signin:pair', 10, 900],
      ['signin:account', 50, 300],
      ['signin:address', 60, 300],
      ['signup:address', 200, 3600],
      ['mails:account', 4, 3600],
      ['deletionmails:account', 4, 3600],
      ['emailchange:account', 5, 3600],
      ['profile:account', 60, 3600],
      ['addresses:account', 60, 3600],
      ['reviews:account', 30, 3600],
      ['comments:account', 30, 3600],
      ['votes:account', 120, 3600],
      ['track:address', 30, 300],
      ['track:order', 10, 900],
      ['orders:address', 300, 600],
      ['orders:shopper', 30, 3600],
      ['orders:waiting', 5, 1800],
      ['deeds:order', 60, 600],
      ['contact:address', 10, 600],
      ['contact:kept', 5000, 3600, '600/3600'],
      ['contact:mailed', 60, 3600],
      ['data:account', 10, 600],
      ['data:order', 10, 600],
      ['deletion:account', 5, 900],
      ['webhook:address', 60, 60],
    ]
    const settings = app.settings()
    const present = Array.from(settings.rateLimits.rules).map(({ label, audience, duration, maxRequests }) => {
      return { label, audience, duration, maxRequests }
    })
    const wanted = limits.map(([label, maxRequests, duration, ...earlier]) => {
      const found = present.find((rule) => rule.label === label)
      const isOwn = found && !earlier.includes(`${found.maxRequests}/${found.duration}`)
      return isOwn ? found : { label, audience: '', duration, maxRequests }
    })
    const retired = ['POST /api/store/account/deletion']
    const theirs = present.filter(
      ({ label }) => !retired.includes(label) && !wanted.some((rule) => rule.label === label),
    )
    const rules = [...wanted, ...theirs]
    if (JSON.stringify(rules) !== JSON.stringify(present)) {
      settings.rateLimits.rules = rules
      app.save(settings)
    }
  },
  // What a new store has from the start is not taken away again.
  () => {},
)
