/// <reference path="../pb_data/types.d.ts" />

/** All that the desk's list of orders counts and searches by: it reads the index alone, not the lines of each order. */
const INDEX =
  'CREATE INDEX `idx_orders_desk` ON `orders` (`placed_at`, `status`, `payment_status`, `fulfilment_status`, `payment_method`, `review_flag`, `refund_waits`, `name`, `number`, `phone`)'

/** How an order came that the maker entered, by phone or by chat, and an index for the desk's list. */
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
    orders.indexes = [...orders.indexes, INDEX]
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = orders.indexes.filter((index) => index !== INDEX)
    orders.fields.removeByName('source')
    app.save(orders)
  },
)
