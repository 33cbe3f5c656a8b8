import { indianDay } from '../../../src/domain/date'
import { arrivalOf } from '../delivery/arrivals'
import { now } from '../lib/clock'
import { attempt } from '../lib/cron'
import { queueMail } from '../mail/order-outbox'
import { isGivenBack } from './transition-guards'

/** Still with the maker, and the day to leave is over. */
const OVERDUE = `status = "confirmed" && (fulfilment_status = "unfulfilled" || fulfilment_status = "packed")
  && leaves_on != "" && leaves_on < {:today}`

/** By day: whoever was told a day that can no longer be held hears of it, once (DELIV-10). */
export function tellLate(app: PbApp): void {
  const overdue = app.findRecordsByFilter('orders', OVERDUE, 'leaves_on', 0, 0, { today: indianDay(now()) })
  for (const order of overdue) {
    attempt(app, 'A late order’s shopper could not be told', order.id, () => {
      if (!arrivalOf(order)?.late || isGivenBack(app, order)) return
      queueMail(app, { kind: 'order_late', order: order.id, recipient: 'shopper' })
    })
  }
}
