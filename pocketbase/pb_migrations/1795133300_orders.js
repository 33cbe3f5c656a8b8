/// <reference path="../pb_data/types.d.ts" />

/**
 * Orders, their history, payments and stock. All money is whole paise. Written by the store's own routes and the admin
 * UI; shoppers read their own orders. The three status axes and their transitions are in `src/domain/order.ts`.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    const products = app.findCollectionByNameOrId('products')
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ]
    const paise = (name, help, more = {}) => ({ type: 'number', name, onlyInt: true, min: 0, help, ...more })
    const collection = (name, rule, fields, indexes) => {
      const made = new Collection({
        type: 'base',
        name,
        listRule: rule,
        viewRule: rule,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [...fields, ...dates],
        indexes,
      })
      app.save(made)
      return made
    }

    const orders = collection(
      'orders',
      // A guest's order has no user: without the first half every guest would own every guest order.
      '@request.auth.id != "" && user = @request.auth.id',
      [
        {
          type: 'text',
          name: 'number',
          required: true,
          max: 20,
          presentable: true,
          help: 'Order number the shopper knows, such as SJ-7K3M9QPA.',
        },
        {
          type: 'relation',
          name: 'user',
          collectionId: users.id,
          maxSelect: 1,
          cascadeDelete: false,
          help: 'The account that ordered; empty for guests.',
        },
        { type: 'text', name: 'name', required: true, max: 80, presentable: true, help: 'Who receives the parcel.' },
        { type: 'email', name: 'email', required: true, help: 'Where mails about this order go.' },
        {
          type: 'text',
          name: 'phone',
          required: true,
          max: 20,
          help: 'Mobile number for the courier, +91 and ten digits.',
        },
        { type: 'text', name: 'line1', required: true, max: 120, help: 'House, building and street.' },
        { type: 'text', name: 'line2', max: 120, help: 'More of the address.' },
        { type: 'text', name: 'landmark', max: 120, help: 'Something nearby that helps the courier.' },
        { type: 'text', name: 'city', required: true, max: 60, help: 'City, town or village.' },
        {
          type: 'text',
          name: 'state',
          required: true,
          max: 2,
          pattern: '^[A-Z]{2}$',
          help: 'Two-letter code of the state.',
        },
        {
          type: 'text',
          name: 'pincode',
          required: true,
          max: 6,
          pattern: '^[1-9][0-9]{5}$',
          help: 'PIN code, six digits.',
        },
        {
          type: 'select',
          name: 'status',
          required: true,
          maxSelect: 1,
          values: ['pending', 'confirmed', 'completed', 'expired', 'cancelled'],
          presentable: true,
          help: 'Where the order stands. A step that cannot be taken is refused.',
        },
        {
          type: 'select',
          name: 'payment_status',
          required: true,
          maxSelect: 1,
          values: ['unpaid', 'authorized', 'paid', 'partially_refunded', 'refunded', 'voided'],
          help: 'Where the money stands.',
        },
        {
          type: 'select',
          name: 'fulfilment_status',
          required: true,
          maxSelect: 1,
          values: [
            'unfulfilled',
            'packed',
            'shipped',
            'out_for_delivery',
            'delivered',
            'delivery_failed',
            'returned_to_origin',
            'return_requested',
            'returned',
          ],
          help: 'Where the parcel is. The shopper sees it.',
        },
        {
          type: 'select',
          name: 'review_flag',
          // Hidden fields are for superusers: nobody else reads them, or filters or sorts by them.
          hidden: true,
          maxSelect: 1,
          values: ['amount_mismatch', 'paid_after_cancel', 'duplicate_payment', 'oversold'],
          help: 'Set by the store when something needs your eye; clear it when it is settled.',
        },
        {
          type: 'select',
          name: 'payment_method',
          required: true,
          maxSelect: 1,
          values: ['cod', 'razorpay', 'test'],
          help: 'How the shopper pays: cod is cash on delivery, test is pretend money.',
        },
        { type: 'select', name: 'currency', required: true, maxSelect: 1, values: ['INR'], help: 'Always INR.' },
        {
          type: 'json',
          name: 'items',
          maxSize: 262144,
          help: 'The lines as they were sold: later edits of a product change nothing here. Kept by the store.',
        },
        paise('items_total', 'Sum of the lines, in paise. Kept by the store.'),
        paise('discount_total', 'Taken off by offers, in paise. Kept by the store.'),
        paise('shipping_total', 'Delivery, in paise. Kept by the store.'),
        paise('round_off', 'Rounding to whole rupees, in paise; may be below 0. Kept by the store.', { min: null }),
        paise('grand_total', 'What the shopper pays, in paise. Kept by the store.'),
        paise('paid_total', 'What has been received, in paise. Kept by the store.'),
        paise('refunded_total', 'What has been given back, in paise. Kept by the store.'),
        {
          type: 'json',
          name: 'offer',
          maxSize: 16384,
          help: 'The special offer that held when the order was placed. Kept by the store.',
        },
        { type: 'text', name: 'note', max: 500, help: 'What the shopper wrote with the order.' },
        { type: 'json', name: 'utm', maxSize: 4096, help: 'The campaign that brought the shopper. Kept by the store.' },
        { type: 'text', name: 'courier', max: 80, help: 'Who carries the parcel. The shopper sees it.' },
        { type: 'text', name: 'tracking_number', max: 80, help: 'The courier’s number. The shopper sees it.' },
        { type: 'url', name: 'tracking_url', help: 'The courier’s page for this parcel. The shopper sees it.' },
        {
          type: 'text',
          name: 'access_token_hash',
          hidden: true,
          max: 128,
          help: 'Opens the order for a guest. Kept by the store.',
        },
        {
          type: 'text',
          name: 'idempotency_key',
          hidden: true,
          max: 200,
          help: 'Tells a repeated request from a new order. Kept by the store.',
        },
        {
          type: 'text',
          name: 'request_hash',
          hidden: true,
          max: 128,
          help: 'What was asked under that key. Kept by the store.',
        },
        { type: 'date', name: 'placed_at', help: 'When the shopper placed it.' },
        { type: 'date', name: 'confirmed_at', help: 'When it was confirmed.' },
        { type: 'date', name: 'cancelled_at', help: 'When it was cancelled.' },
        { type: 'date', name: 'expires_at', help: 'Until when an unpaid online order holds its pieces.' },
      ],
      [
        'CREATE UNIQUE INDEX `idx_orders_number` ON `orders` (`number`)',
        "CREATE UNIQUE INDEX `idx_orders_idempotency_key` ON `orders` (`idempotency_key`) WHERE `idempotency_key` != ''",
        'CREATE INDEX `idx_orders_user_placed_at` ON `orders` (`user`, `placed_at`)',
        'CREATE INDEX `idx_orders_placed_at` ON `orders` (`placed_at`)',
        'CREATE INDEX `idx_orders_user_created` ON `orders` (`user`, `created`)',
        'CREATE INDEX `idx_orders_status_expires_at` ON `orders` (`status`, `expires_at`)',
        'CREATE INDEX `idx_orders_phone` ON `orders` (`phone`, `created`)',
        'CREATE INDEX `idx_orders_created` ON `orders` (`created`)',
        'CREATE INDEX `idx_orders_review_flag` ON `orders` (`review_flag`, `created`)',
      ],
    )

    collection(
      'order_events',
      '@request.auth.id != "" && public = true && order.user = @request.auth.id',
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          help: 'The order it happened to.',
        },
        {
          type: 'text',
          name: 'type',
          required: true,
          max: 60,
          presentable: true,
          help: 'What happened, as the store calls it.',
        },
        {
          type: 'select',
          name: 'actor',
          required: true,
          maxSelect: 1,
          values: ['shopper', 'store', 'system', 'gateway'],
          help: 'Who did it.',
        },
        { type: 'text', name: 'label', max: 200, presentable: true, help: 'The same in words, for the timeline.' },
        {
          type: 'json',
          name: 'data',
          hidden: true,
          maxSize: 65536,
          help: 'Details for looking into a problem.',
        },
        { type: 'bool', name: 'public', help: 'The shopper sees it in the timeline.' },
      ],
      ['CREATE INDEX `idx_order_events_order` ON `order_events` (`order`, `created`)'],
    )

    const payments = collection(
      'payments',
      null,
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: false,
          help: 'The order it pays for.',
        },
        {
          type: 'select',
          name: 'provider',
          required: true,
          maxSelect: 1,
          values: ['razorpay', 'test', 'cod'],
          presentable: true,
          help: 'Who takes the money.',
        },
        {
          type: 'number',
          name: 'attempt',
          required: true,
          min: 1,
          onlyInt: true,
          presentable: true,
          help: 'First, second, third try to pay.',
        },
        { type: 'text', name: 'gateway_order_id', max: 80, help: 'The provider’s number for this try.' },
        {
          type: 'text',
          name: 'gateway_payment_id',
          max: 80,
          help: 'The provider’s number for the payment itself; search for it in the provider’s dashboard.',
        },
        paise('amount', 'What was asked, in paise.'),
        { type: 'select', name: 'currency', required: true, maxSelect: 1, values: ['INR'], help: 'Always INR.' },
        {
          type: 'select',
          name: 'status',
          required: true,
          maxSelect: 1,
          values: ['created', 'attempted', 'failed', 'authorized', 'captured', 'partially_refunded', 'refunded'],
          presentable: true,
          help: 'Where this try stands.',
        },
        { type: 'text', name: 'method', max: 40, help: 'UPI, card, net banking and so on.' },
        { type: 'text', name: 'error_reason', max: 400, help: 'Why it failed, as the provider says.' },
      ],
      [
        "CREATE UNIQUE INDEX `idx_payments_gateway_order_id` ON `payments` (`gateway_order_id`) WHERE `gateway_order_id` != ''",
        'CREATE UNIQUE INDEX `idx_payments_order_attempt` ON `payments` (`order`, `attempt`)',
        'CREATE INDEX `idx_payments_gateway_payment_id` ON `payments` (`gateway_payment_id`)',
        'CREATE INDEX `idx_payments_status` ON `payments` (`status`, `created`)',
      ],
    )

    collection(
      'payment_events',
      null,
      [
        {
          type: 'text',
          name: 'event_id',
          required: true,
          max: 120,
          presentable: true,
          help: 'The provider’s number for this message; each is worked through once.',
        },
        {
          type: 'text',
          name: 'kind',
          required: true,
          max: 80,
          presentable: true,
          help: 'What the provider says has happened.',
        },
        { type: 'text', name: 'body_sha256', max: 64, help: 'Fingerprint of the message as it arrived.' },
        { type: 'json', name: 'payload', maxSize: 1048576, help: 'The message.' },
        { type: 'text', name: 'outcome', max: 200, presentable: true, help: 'What the store made of it.' },
        {
          type: 'relation',
          name: 'payment',
          collectionId: payments.id,
          maxSelect: 1,
          help: 'The payment it belongs to, when known.',
        },
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          maxSelect: 1,
          help: 'The order it belongs to, when known.',
        },
      ],
      [
        'CREATE UNIQUE INDEX `idx_payment_events_event_id` ON `payment_events` (`event_id`)',
        'CREATE INDEX `idx_payment_events_order` ON `payment_events` (`order`)',
        'CREATE INDEX `idx_payment_events_created` ON `payment_events` (`created`)',
      ],
    )

    collection(
      'stock_movements',
      null,
      [
        {
          type: 'relation',
          name: 'product',
          collectionId: products.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          presentable: true,
          help: 'Which product. One without any movement is not counted and never sells out.',
        },
        {
          type: 'number',
          name: 'delta',
          required: true,
          onlyInt: true,
          min: -100000,
          max: 100000,
          presentable: true,
          help: 'Pieces that came (+) or went (-), such as 20 or -3. To put a mistake right, add another movement.',
        },
        {
          type: 'select',
          name: 'reason',
          required: true,
          maxSelect: 1,
          values: ['restock', 'sale', 'return', 'correction'],
          presentable: true,
          help: 'restock: made or bought. correction: counted again. sale and return are written by the store.',
        },
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          maxSelect: 1,
          help: 'The order it belongs to; empty for your own entries.',
        },
        { type: 'text', name: 'note', max: 300, help: 'Anything you want to remember.' },
      ],
      [
        'CREATE INDEX `idx_stock_movements_product` ON `stock_movements` (`product`, `delta`)',
        'CREATE INDEX `idx_stock_movements_order` ON `stock_movements` (`order`)',
        'CREATE INDEX `idx_stock_movements_created` ON `stock_movements` (`created`)',
      ],
    )

    collection(
      'stock_holds',
      null,
      [
        {
          type: 'relation',
          name: 'order',
          collectionId: orders.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          presentable: true,
          help: 'The unpaid order that holds the pieces.',
        },
        {
          type: 'relation',
          name: 'product',
          collectionId: products.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
          presentable: true,
          help: 'Which product.',
        },
        {
          type: 'number',
          name: 'quantity',
          required: true,
          onlyInt: true,
          min: 1,
          presentable: true,
          help: 'How many pieces.',
        },
        { type: 'date', name: 'expires_at', required: true, help: 'When they are free again if nobody pays.' },
      ],
      [
        'CREATE INDEX `idx_stock_holds_product` ON `stock_holds` (`product`, `expires_at`)',
        'CREATE INDEX `idx_stock_holds_order` ON `stock_holds` (`order`)',
        'CREATE INDEX `idx_stock_holds_expires_at` ON `stock_holds` (`expires_at`)',
      ],
    )
  },
  (app) => {
    for (const name of ['stock_holds', 'stock_movements', 'payment_events', 'payments', 'order_events', 'orders']) {
      app.delete(app.findCollectionByNameOrId(name))
    }
  },
)
