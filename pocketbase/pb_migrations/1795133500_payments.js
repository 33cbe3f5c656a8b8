/// <reference path="../pb_data/types.d.ts" />

/**
 * What taking, giving back and proving money needs beside the orders: attempts with their captures, refunds, mails to send, bills with
 * consecutive numbers, and tax rates with the day they began. All money is whole paise. Only the store writes here, but for `refunds`
 * and `tax_rates`, which merchandisers add to.
 */
migrate(
  (app) => {
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ]
    const paise = (name, help, more = {}) => ({ type: 'number', name, onlyInt: true, min: 0, help, ...more })
    const collection = (name, fields, indexes) => {
      const made = new Collection({
        type: 'base',
        name,
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [...fields, ...dates],
        indexes,
      })
      app.save(made)
      return made
    }

    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.add(
      new SelectField({
        ...JSON.parse(JSON.stringify(orders.fields.getByName('review_flag'))),
        values: ['amount_mismatch', 'paid_after_cancel', 'duplicate_payment', 'oversold', 'dispute', 'refund_failed'],
      }),
    )
    orders.addIndex('idx_orders_find_idempotency_key', false, '`idempotency_key`', '')
    app.save(orders)

    const payments = app.findCollectionByNameOrId('payments')
    payments.removeIndex('idx_payments_gateway_order_id')
    payments.removeIndex('idx_payments_gateway_payment_id')
    payments.fields.add(
      new TextField({
        name: 'receipt',
        max: 40,
        help: 'Our name for this try at the provider: order number and try. Kept by the store.',
      }),
    )
    payments.fields.add(new NumberField(paise('captured', 'What has been received with it, in paise.')))
    payments.fields.add(new NumberField(paise('refunded', 'What has been given back of it, in paise.')))
    payments.fields.add(
      new NumberField({ name: 'checks', onlyInt: true, min: 0, help: 'How often the store has asked the provider.' }),
    )
    payments.fields.add(
      new DateField({
        name: 'next_check_at',
        help: 'When the store asks the provider again; empty when all is known.',
      }),
    )
    payments.fields.add(
      new DateField({
        name: 'claimed_until',
        help: 'Until when one request is asking the provider for this try; others wait. Kept by the store.',
      }),
    )
    payments.addIndex(
      'idx_payments_gateway_ids',
      true,
      '`gateway_order_id`, `gateway_payment_id`',
      "`gateway_order_id` != ''",
    )
    payments.addIndex('idx_payments_gateway_payment', true, '`gateway_payment_id`', "`gateway_payment_id` != ''")
    // SQLite finds nothing by an index that leaves empty values out unless the question says so too: these are for finding.
    payments.addIndex('idx_payments_find_gateway_order', false, '`gateway_order_id`', '')
    payments.addIndex('idx_payments_find_gateway_payment', false, '`gateway_payment_id`', '')
    payments.addIndex('idx_payments_receipt', false, '`receipt`', '')
    payments.addIndex('idx_payments_next_check_at', false, '`next_check_at`', '')
    app.save(payments)

    collection(
      'refunds',
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: false,
          presentable: true,
          help: 'The order whose money goes back.',
        },
        {
          type: 'relation',
          name: 'payment',
          collectionId: payments.id,
          maxSelect: 1,
          cascadeDelete: false,
          help: 'The payment it is taken from. Leave it empty: the store finds it.',
        },
        paise('amount', 'How much goes back, in paise: 4500 is 45 rupees. At most what was paid less what went back.', {
          required: true,
          min: 1,
          presentable: true,
        }),
        {
          type: 'select',
          name: 'reason',
          maxSelect: 1,
          values: ['by_shop', 'cancelled', 'paid_after_cancel', 'duplicate_payment', 'no_stock', 'at_provider'],
          help: 'by_shop: your own decision. The others are set by the store.',
        },
        { type: 'text', name: 'note', max: 200, help: 'Why, for your own records.' },
        {
          type: 'select',
          name: 'status',
          maxSelect: 1,
          values: ['queued', 'pending', 'processed', 'failed'],
          presentable: true,
          help: 'queued: the store will ask the provider. pending: the bank is at work. failed: needs your eye. Kept by the store.',
        },
        {
          type: 'text',
          name: 'idempotency_key',
          max: 60,
          help: 'Keeps a repeated request from paying twice. Kept by the store.',
        },
        { type: 'text', name: 'gateway_refund_id', max: 80, help: 'The provider’s number for it. Kept by the store.' },
        { type: 'number', name: 'tries', onlyInt: true, min: 0, help: 'How often the provider was asked.' },
        { type: 'date', name: 'next_try_at', help: 'When it is asked again.' },
        { type: 'text', name: 'error', max: 400, help: 'What the provider answered last, when it refused.' },
        { type: 'date', name: 'processed_at', help: 'When the money left.' },
      ],
      [
        "CREATE UNIQUE INDEX `idx_refunds_idempotency_key` ON `refunds` (`idempotency_key`) WHERE `idempotency_key` != ''",
        "CREATE UNIQUE INDEX `idx_refunds_gateway_refund_id` ON `refunds` (`gateway_refund_id`) WHERE `gateway_refund_id` != ''",
        'CREATE INDEX `idx_refunds_order` ON `refunds` (`order`, `created`)',
        'CREATE INDEX `idx_refunds_payment` ON `refunds` (`payment`)',
        'CREATE INDEX `idx_refunds_status` ON `refunds` (`status`, `next_try_at`)',
        'CREATE INDEX `idx_refunds_created` ON `refunds` (`created`)',
      ],
    )

    collection(
      'outbox',
      [
        {
          type: 'text',
          name: 'kind',
          required: true,
          max: 60,
          presentable: true,
          help: 'Which mail: order_placed, order_paid, order_shipped and so on.',
        },
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          maxSelect: 1,
          cascadeDelete: true,
          presentable: true,
          help: 'The order it is about.',
        },
        {
          type: 'select',
          name: 'recipient',
          required: true,
          maxSelect: 1,
          values: ['shopper', 'owner'],
          presentable: true,
          help: 'Who gets it: the shopper, or the shop’s own mailbox.',
        },
        {
          type: 'text',
          name: 'dedupe_key',
          required: true,
          max: 120,
          help: 'Two mails of one key are one mail: nothing is announced twice.',
        },
        { type: 'json', name: 'data', maxSize: 16384, help: 'What the mail says beside the order itself.' },
        {
          type: 'select',
          name: 'status',
          required: true,
          maxSelect: 1,
          values: ['queued', 'sent', 'failed'],
          presentable: true,
          help: 'failed: given up after many tries; write to the shopper yourself.',
        },
        { type: 'number', name: 'tries', onlyInt: true, min: 0, help: 'How often the mail server was asked.' },
        { type: 'date', name: 'next_try_at', help: 'When it is tried again.' },
        { type: 'date', name: 'sent_at', help: 'When the mail server took it.' },
        { type: 'text', name: 'error', max: 400, help: 'What the mail server answered last, when it refused.' },
      ],
      [
        'CREATE UNIQUE INDEX `idx_outbox_dedupe_key` ON `outbox` (`dedupe_key`)',
        'CREATE INDEX `idx_outbox_status` ON `outbox` (`status`, `next_try_at`)',
        'CREATE INDEX `idx_outbox_order` ON `outbox` (`order`)',
        'CREATE INDEX `idx_outbox_created` ON `outbox` (`created`)',
      ],
    )

    collection(
      'bills',
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: false,
          presentable: true,
          help: 'The order it is for.',
        },
        {
          type: 'text',
          name: 'number',
          required: true,
          max: 16,
          presentable: true,
          help: 'Consecutive within the financial year, as rule 46 of the CGST Rules asks.',
        },
        {
          type: 'select',
          name: 'kind',
          required: true,
          maxSelect: 1,
          values: ['receipt', 'bill_of_supply', 'tax_invoice', 'credit_note'],
          help: 'What it is called, after the shop’s GST mode on the day it was made.',
        },
        {
          type: 'text',
          name: 'fiscal_year',
          required: true,
          max: 5,
          help: 'Financial year from April to March, such as 26-27.',
        },
        {
          type: 'number',
          name: 'sequence',
          required: true,
          onlyInt: true,
          min: 1,
          help: 'Counts up within that year.',
        },
        { type: 'date', name: 'issued_at', required: true, help: 'The date of the bill.' },
        { type: 'json', name: 'data', maxSize: 262144, help: 'All it says, as it was made: never changed again.' },
        {
          type: 'file',
          name: 'document',
          maxSelect: 1,
          maxSize: 1048576,
          protected: true,
          mimeTypes: ['text/html'],
          help: 'The bill itself: open it and print it for the parcel.',
        },
      ],
      [
        'CREATE UNIQUE INDEX `idx_bills_number` ON `bills` (`number`)',
        'CREATE UNIQUE INDEX `idx_bills_series` ON `bills` (`kind`, `fiscal_year`, `sequence`)',
        'CREATE INDEX `idx_bills_order` ON `bills` (`order`)',
        'CREATE INDEX `idx_bills_created` ON `bills` (`created`)',
      ],
    )

    const rates = collection(
      'tax_rates',
      [
        {
          type: 'text',
          name: 'hsn',
          required: true,
          max: 8,
          pattern: '^[0-9]{2,8}$',
          presentable: true,
          help: 'HSN code or its beginning: 3401 is for every code that begins so. The longest match counts.',
        },
        {
          type: 'number',
          name: 'rate',
          min: 0,
          max: 100,
          presentable: true,
          help: 'GST in percent, both halves together: 5 or 18.',
        },
        {
          type: 'date',
          name: 'valid_from',
          required: true,
          presentable: true,
          help: 'From when the rate holds. Add a new row when it changes; never change an old one.',
        },
        { type: 'text', name: 'note', max: 200, help: 'Where the rate comes from.' },
      ],
      ['CREATE UNIQUE INDEX `idx_tax_rates_hsn_valid_from` ON `tax_rates` (`hsn`, `valid_from`)'],
    )
    // 56th meeting of the GST Council: rates from 22 September 2025, Indian time. Rates are software data, not advice: check them.
    const from = '2025-09-21 18:30:00.000Z'
    for (const [hsn, rate, note] of [
      ['3401', 5, 'Toilet soap in bars, cakes and moulded pieces'],
      ['34011942', 18, 'Laundry soap in bars'],
      ['340130', 18, 'Liquid soap and body wash'],
      ['4202', 18, 'Bags, purses and cases in general'],
      ['42022220', 5, 'Hand bags of cotton'],
      ['42022230', 5, 'Hand bags of jute'],
    ]) {
      app.save(new Record(rates, { hsn, rate, valid_from: from, note }))
    }

    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new TextField({
        name: 'seller_state',
        max: 2,
        pattern: '^[A-Z]{2}$',
        help: 'Two-letter code of the state the shop sells from, such as KA. It decides between CGST + SGST and IGST on bills.',
      }),
    )
    app.save(settings)

    const limits = app.settings()
    const contact = limits.rateLimits.rules.findIndex((rule) => rule.label === 'POST /api/store/contact')
    const rules = Array.from(limits.rateLimits.rules)
    rules.splice(
      contact + 1,
      0,
      // A shopper opens, closes and opens the payment again; whoever tries signatures or asks the gateway without end is stopped.
      { label: 'POST /api/store/orders/', audience: '', duration: 60, maxRequests: 300 },
    )
    limits.rateLimits.rules = rules
    app.save(limits)
  },
  (app) => {
    const limits = app.settings()
    limits.rateLimits.rules = Array.from(limits.rateLimits.rules).filter(
      (rule) => rule.label !== 'POST /api/store/orders/',
    )
    app.save(limits)

    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.removeByName('seller_state')
    app.save(settings)

    for (const name of ['tax_rates', 'bills', 'outbox', 'refunds']) app.delete(app.findCollectionByNameOrId(name))

    const payments = app.findCollectionByNameOrId('payments')
    const indexes = [
      'gateway_ids',
      'gateway_payment',
      'find_gateway_order',
      'find_gateway_payment',
      'receipt',
      'next_check_at',
    ]
    for (const index of indexes) {
      payments.removeIndex(`idx_payments_${index}`)
    }
    for (const field of ['receipt', 'captured', 'refunded', 'checks', 'next_check_at', 'claimed_until']) {
      payments.fields.removeByName(field)
    }
    payments.addIndex('idx_payments_gateway_order_id', true, '`gateway_order_id`', "`gateway_order_id` != ''")
    payments.addIndex('idx_payments_gateway_payment_id', false, '`gateway_payment_id`', '')
    app.save(payments)

    const orders = app.findCollectionByNameOrId('orders')
    orders.fields.add(
      new SelectField({
        ...JSON.parse(JSON.stringify(orders.fields.getByName('review_flag'))),
        values: ['amount_mismatch', 'paid_after_cancel', 'duplicate_payment', 'oversold'],
      }),
    )
    orders.removeIndex('idx_orders_find_idempotency_key')
    app.save(orders)
  },
)
