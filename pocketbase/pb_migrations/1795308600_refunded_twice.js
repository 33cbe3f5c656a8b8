/// <reference path="../pb_data/types.d.ts" />

/** More of an order's money may go back than was paid: by the shop itself, and in the provider's dashboard as well. */
migrate(
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    const flag = orders.fields.getByName('review_flag')
    flag.values = [...flag.values, 'refunded_twice']
    app.save(orders)
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    const flag = orders.fields.getByName('review_flag')
    flag.values = [...flag.values].filter((value) => value !== 'refunded_twice')
    app.save(orders)
  },
)
