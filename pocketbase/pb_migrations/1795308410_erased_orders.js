/// <reference path="../pb_data/types.d.ts" />

const ERASED = "SELECT id FROM orders WHERE email = 'erased@customer.invalid'"

/** What leads from an order to its parcel, and is erased with its buyer now, goes from those erased before. */
migrate(
  (app) => {
    for (const sql of [
      `UPDATE bookings SET remote_order = '', shipment = '', awb = '', label_url = '', last_error = '', next_try_at = ''
        WHERE [[order]] IN (${ERASED})`,
      `DELETE FROM order_events WHERE type IN ('note', 'booking') AND [[order]] IN (${ERASED})`,
      `DELETE FROM outbox WHERE status = 'queued' AND [[order]] IN (${ERASED})`,
      `UPDATE orders SET tracking_number = '', tracking_url = '', access_token_hash = '', request_hash = ''
        WHERE id IN (${ERASED})`,
    ])
      app.db().newQuery(sql).execute()
  },
  () => undefined,
)
