/// <reference path="../pb_data/types.d.ts" />

/**
 * Money as people read and type it: refunds are typed in rupees and wait before they go, orders, bills and payments say their sums in
 * words; whether the pieces of a parcel that came back are sold again; payments that no order is known for. The fields in paise stay, for code.
 */
migrate(
  (app) => {
    const change = (collection, name, more) => {
      const field = collection.fields.getByName(name)
      for (const key of Object.keys(more)) field[key] = more[key]
    }
    const text = (name, help, more = {}) => new TextField({ name, max: 300, help, ...more })

    const refunds = app.findCollectionByNameOrId('refunds')
    refunds.fields.add(
      new NumberField({
        name: 'rupees',
        min: 0,
        presentable: true,
        help: 'How much goes back, in rupees: 45 or 45.50. At most what was paid less what went back.',
      }),
    )
    refunds.fields.add(
      new DateField({
        name: 'send_at',
        help: 'A refund you cause waits until then (your own time). Before, set its status to stopped and nothing goes. Kept by the store.',
      }),
    )
    change(refunds, 'amount', {
      required: false,
      min: 0,
      presentable: false,
      help: 'The same in paise. Leave it empty: the store works it out from rupees.',
    })
    change(refunds, 'status', {
      values: ['queued', 'pending', 'processed', 'failed', 'stopped'],
      help: 'queued: the store will ask the provider at send_at. stopped: set it before send_at, and the money stays. pending: the bank is at work. failed: needs your eye.',
    })
    app.save(refunds)

    const orders = app.findCollectionByNameOrId('orders')
    change(orders, 'review_flag', {
      values: [
        'amount_mismatch',
        'paid_after_cancel',
        'duplicate_payment',
        'oversold',
        'dispute',
        'refund_failed',
        'refund_stopped',
      ],
    })
    orders.fields.add(text('total', 'What the shopper pays, in rupees. Kept by the store.', { presentable: true }))
    orders.fields.add(
      text('sums', 'How the total comes about, what was received and given back, in rupees. Kept by the store.'),
    )
    orders.fields.add(
      new SelectField({
        name: 'restock',
        maxSelect: 1,
        values: ['yes', 'no'],
        help: 'When a parcel comes back (returned, returned_to_origin): yes puts all its pieces on sale again, no does not. A part of them: no, and a row in stock_movements.',
      }),
    )
    orders.fields.add(
      new BoolField({
        name: 'refund_waits',
        help: 'A closed order whose money you have not given back yet: its refund waits or was stopped. Kept by the store.',
      }),
    )
    change(orders, 'items', {
      help: 'The lines as they were sold, money in paise: later edits of a product change nothing here. Kept by the store.',
    })
    app.save(orders)

    const bills = app.findCollectionByNameOrId('bills')
    bills.fields.add(text('total', 'What it comes to, in rupees.', { presentable: true }))
    app.save(bills)

    const payments = app.findCollectionByNameOrId('payments')
    payments.fields.add(
      text('sums', 'Asked, received and given back, in rupees. Kept by the store.', { presentable: true }),
    )
    app.save(payments)

    const events = app.findCollectionByNameOrId('payment_events')
    events.fields.add(
      new BoolField({
        name: 'review',
        presentable: true,
        help: 'Money that belongs to no order of the shop, as after a backup was restored. Look it up in the provider’s dashboard, then switch this off.',
      }),
    )
    events.addIndex('idx_payment_events_review', false, '`review`, `created`', '')
    app.save(events)

    const products = app.findCollectionByNameOrId('products')
    change(products, 'price', {
      help: 'Selling price in rupees with all taxes, above 0, at most two decimals. Example: 180 or 179.50.',
    })
    change(products, 'hsn', {
      help: 'HSN code for bills, 4 to 8 digits; tax_rates has the rate. Leave it empty if you are not registered for GST.',
    })
    change(products, 'gst_rate', {
      help: 'GST in percent that is included in the price; 0 or empty: the rate of its HSN code in tax_rates. For goods without tax add a row with rate 0 there.',
    })
    app.save(products)

    const settings = app.findCollectionByNameOrId('store_settings')
    change(settings, 'gst_mode', {
      help: 'unregistered: no GST. composition: bill of supply. regular: tax invoices; every product on sale must have a GST rate first.',
    })
    app.save(settings)

    const rates = app.findCollectionByNameOrId('tax_rates')
    change(rates, 'hsn', {
      help: 'HSN code or its beginning: 3401 is for every code that begins so, the longest match counts. 00 is for goods without a code.',
    })
    change(rates, 'valid_from', {
      help: 'From which day the rate holds, in India, whatever the hour. Add a new row when it changes; never change an old one.',
    })
    app.save(rates)

    const offers = app.findCollectionByNameOrId('special_offers')
    change(offers, 'start_date', { help: 'From when it runs, in your own time: the zone stands beside the name.' })
    change(offers, 'end_date', { help: 'Until when it runs, in your own time too. Not before the start.' })
    change(offers, 'gift_product_id', {
      help: 'Id of the product given away, copied from the product’s record. Empty: the product chosen in product.',
    })
    change(offers, 'product', {
      help: 'The product the offer is about; shown with the offer, and the gift when no other id stands above.',
    })
    app.save(offers)

    const posts = app.findCollectionByNameOrId('posts')
    change(posts, 'published_at', {
      help: 'From when it can be read, in your own time: the zone stands beside the name. It decides the place in the list, too.',
    })
    app.save(posts)

    for (const [name, none] of [
      ['navbar_config', 'every link is shown'],
      ['homepage_config', 'every section is shown'],
    ]) {
      const config = app.findCollectionByNameOrId(name)
      change(config, 'is_active', {
        help: `The shop uses this one. Only one can be active: a new one is kept as a draft meanwhile. With none, ${none}.`,
      })
      app.save(config)
    }

    // What is there already, in words. Raw SQL: no hook runs and no date changes.
    const rupees = (paise) => {
      const digits = String(Math.abs(paise)).padStart(3, '0')
      const [whole, rest] = [digits.slice(0, -2), digits.slice(-2)]
      const grouped =
        whole.length > 3 ? `${whole.slice(0, -3).replace(/\B(?=(\d\d)+$)/g, ',')},${whole.slice(-3)}` : whole
      return `${paise < 0 ? '-' : ''}₹${grouped}.${rest}`
    }
    const rows = (sql, fields) => {
      const shape = { id: '' }
      for (const name of fields) shape[name] = 0
      const found = arrayOf(new DynamicModel(shape))
      app.db().newQuery(sql).all(found)
      return found
    }
    const set = (table, id, values) => {
      const columns = Object.keys(values).map((name) => `${name} = {:${name}}`)
      const sql = `UPDATE ${table} SET ${columns.join(', ')} WHERE id = {:id}`
      app
        .db()
        .newQuery(sql)
        .bind({ ...values, id })
        .execute()
    }
    app.db().newQuery('UPDATE refunds SET rupees = amount / 100.0').execute()
    const paid = [
      'grand_total',
      'items_total',
      'discount_total',
      'shipping_total',
      'round_off',
      'paid_total',
      'refunded_total',
    ]
    for (const row of rows(`SELECT id, ${paid.join(', ')} FROM orders`, paid)) {
      const sums = [
        `goods ${rupees(row.items_total)}`,
        row.discount_total !== 0 ? `discount ${rupees(-row.discount_total)}` : '',
        `delivery ${rupees(row.shipping_total)}`,
        row.round_off !== 0 ? `round-off ${rupees(row.round_off)}` : '',
        `received ${rupees(row.paid_total)}`,
        row.refunded_total !== 0 ? `given back ${rupees(row.refunded_total)}` : '',
      ]
      set('orders', row.id, { total: rupees(row.grand_total), sums: sums.filter((word) => word !== '').join(', ') })
    }
    const bill =
      "SELECT id, COALESCE(json_extract(data, '$.grand_total'), 0) AS amount FROM bills WHERE json_valid(data)"
    for (const row of rows(bill, ['amount'])) set('bills', row.id, { total: rupees(row.amount) })
    for (const row of rows('SELECT id, amount, captured, refunded FROM payments', ['amount', 'captured', 'refunded'])) {
      const sums = [`asked ${rupees(row.amount)}`, `received ${rupees(row.captured)}`]
      if (row.refunded !== 0) sums.push(`given back ${rupees(row.refunded)}`)
      set('payments', row.id, { sums: sums.join(', ') })
    }
  },
  (app) => {
    const drop = (name, fields) => {
      const collection = app.findCollectionByNameOrId(name)
      for (const field of fields) collection.fields.removeByName(field)
      return collection
    }
    const events = drop('payment_events', ['review'])
    events.removeIndex('idx_payment_events_review')
    app.save(events)
    app.save(drop('payments', ['sums']))
    app.save(drop('bills', ['total']))
    app.db().newQuery("UPDATE orders SET review_flag = '' WHERE review_flag = 'refund_stopped'").execute()
    const orders = drop('orders', ['total', 'sums', 'restock', 'refund_waits'])
    orders.fields.getByName('review_flag').values = [
      ...['amount_mismatch', 'paid_after_cancel', 'duplicate_payment', 'oversold', 'dispute', 'refund_failed'],
    ]
    app.save(orders)
    // A refund that was stopped never went: without the word for it, it failed.
    app.db().newQuery("UPDATE refunds SET status = 'failed' WHERE status = 'stopped'").execute()
    const refunds = drop('refunds', ['rupees', 'send_at'])
    refunds.fields.getByName('status').values = ['queued', 'pending', 'processed', 'failed']
    refunds.fields.getByName('amount').required = true
    refunds.fields.getByName('amount').min = 1
    refunds.fields.getByName('amount').presentable = true
    app.save(refunds)
  },
)
