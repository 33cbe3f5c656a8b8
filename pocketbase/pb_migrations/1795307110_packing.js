/// <reference path="../pb_data/types.d.ts" />

/** A courier's number belongs to one parcel: looked up for each that is sent. */
const INDEX = "CREATE INDEX `idx_orders_tracking_number` ON `orders` (`tracking_number`) WHERE `tracking_number` != ''"

migrate(
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = [...orders.indexes, INDEX]
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = orders.indexes.filter((other) => other !== INDEX)
    app.save(orders)
  },
)
