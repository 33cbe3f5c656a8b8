import { parseDate } from '../../../src/domain/date'
import { eraseOldUnpaid } from '../catalog/unpaid-pieces'
import { now, recordDate } from '../lib/clock'
import { attempt } from '../lib/cron'
import { firstRecord, run } from '../lib/rows'
import { extendHold } from './settlement'

/** How long an order whose payment is known to exist is kept from expiring while the gateway is silent, ms. */
const CONFIRMING_MS = 24 * 60 * 60_000

/** Cron `store-expire`: orders nobody has paid, or confirmed, in their time give their pieces back, once. */
export function expireOrders(app: PbApp): void {
  const time = now()
  const due = app.findRecordsByFilter(
    'orders',
    'status = "pending" && expires_at != "" && expires_at <= {:now} && (payment_status = "unpaid" || payment_status = "voided")',
    'expires_at',
    500,
    0,
    { now: recordDate(time) },
  )
  for (const { id } of due) {
    attempt(app, 'An order could not expire.', id, () =>
      app.runInTransaction((txApp) => {
        const order = txApp.findRecordById('orders', id)
        const unpaid = ['unpaid', 'voided'].includes(order.getString('payment_status'))
        if (order.getString('status') !== 'pending' || !unpaid || parseDate(order.getString('expires_at')) > time)
          return
        order.set('actor', 'system')
        if (isConfirming(txApp, order, time) && extendHold(txApp, order, time)) {
          txApp.save(order)
          return
        }
        order.set('status', 'expired')
        txApp.save(order)
      }),
    )
  }
  run(
    app,
    `DELETE FROM stock_holds WHERE expires_at <= {:now}
         AND COALESCE((SELECT status FROM orders WHERE orders.id = stock_holds."order"), '') != 'pending'`,
    { now: recordDate(time) },
  )
  eraseOldUnpaid(app, time)
}

/** Whether a payment is known to exist whose end is not known yet; of an order of more than a day nobody waits. */
export function isConfirming(txApp: PbApp, order: PbRecord, time: number): boolean {
  if (time - parseDate(order.getString('placed_at')) > CONFIRMING_MS) return false
  const filter = 'order = {:order} && (status = "authorized" || (status = "attempted" && gateway_payment_id != ""))'
  return !!firstRecord(txApp, 'payments', filter, { order: order.id })
}
