/// <reference path="../pb_data/types.d.ts" />

/** A search for any part of them reads this alone, not every order. */
const INDEX = 'CREATE INDEX `idx_orders_search` ON `orders` (`name`, `number`, `phone`)'

/** How an order came that the maker entered, by phone or by chat, and an index to search orders by. */
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
