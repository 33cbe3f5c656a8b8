/// <reference path="../pb_data/types.d.ts" />

/** Before 1795308600 is taken back: an order with a flag that a store does not know cannot be saved there. */
migrate(
  () => undefined,
  (app) => {
    app.db().newQuery("UPDATE orders SET review_flag = '' WHERE review_flag = 'refunded_twice'").execute()
  },
)
