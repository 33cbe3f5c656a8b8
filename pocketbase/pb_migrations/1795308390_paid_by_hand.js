/// <reference path="../pb_data/types.d.ts" />

/**
 * Online orders that somebody has marked as paid by hand, and whose money no provider has, are paid by hand: the method
 * follows the money.
 */
migrate(
  (app) => {
    app
      .db()
      .newQuery(
        `UPDATE orders SET payment_method = 'cod'
         WHERE payment_method NOT IN ('cod', 'test') AND payment_status IN ('paid', 'partially_refunded', 'refunded')
           AND paid_total > COALESCE((SELECT SUM(captured) FROM payments WHERE "order" = orders.id), 0)`,
      )
      .execute()
  },
  () => undefined,
)
