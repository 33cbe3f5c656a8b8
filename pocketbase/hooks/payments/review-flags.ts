import type { ReviewFlag } from '../../../src/domain/orders/order'
import { queueFlag } from '../mail/order-outbox'

/** What has a deadline, or is told by nothing else, stands before what came later: that comes up once it is settled. */
export const STANDS_FIRST: readonly string[] = [
  'dispute',
  'refunded_twice',
  'amount_mismatch',
  'refund_failed',
  'refund_stopped',
]

const rank = (flag: string) => [...STANDS_FIRST, flag].indexOf(flag)

/** The caller saves the order. */
export function placeFlag(order: PbRecord, flag: ReviewFlag): void {
  if (rank(flag) <= rank(order.getString('review_flag'))) order.set('review_flag', flag)
}

/**
 * Tells the owner each time, also where another flag stands. The caller saves the order.
 * @param what tells it from another one of the same flag: a time, a payment, a refund
 */
export function raiseFlag(txApp: PbApp, order: PbRecord, flag: ReviewFlag, what: string): void {
  placeFlag(order, flag)
  queueFlag(txApp, order, flag, what)
}
