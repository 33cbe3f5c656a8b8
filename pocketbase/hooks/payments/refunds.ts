import { REFUND_WAIT_MS } from '../../../src/domain/limits'
import { formatPaise, type Paise } from '../../../src/domain/money'
import {
  CLOSED,
  HOLDS_MONEY,
  mayMove,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  standingPayment,
} from '../../../src/domain/orders/order'
import { LOST, type RefundReason } from '../../../src/domain/payments/refund-status'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { firstRecord, newRecord, randomId, rows } from '../lib/rows'
import { queueMail } from '../mail/order-outbox'
import { onlyIts, putOnSaleAgain, refundLines } from './refunded-pieces'
import { raiseFlag } from './review-flags'

/** Payments of an order of which something can still go back, with how much (`leftOf`). */
export function refundable(txApp: PbApp, order: string): { payment: PbRecord; left: Paise }[] {
  return txApp
    .findRecordsByFilter('payments', 'order = {:order} && captured > 0', 'attempt', 0, 0, { order })
    .map((payment) => ({ payment, left: leftOf(txApp, payment) }))
    .filter(({ left }) => left > 0)
}

/** Whether others have given back all of a refund: its pieces, or, of rupees alone, as much after it failed. */
export function doneAgain(app: PbApp, refund: PbRecord): boolean {
  if (!refundLines(refund)) return !openFailures(app, refund).includes(refund.id)
  const { pieces, delivery } = onlyIts(app, refund, app.findRecordById('orders', refund.getString('order')))
  return pieces.length === 0 && !delivery
}

/** Whether the shop has paid back itself what the provider could not: it keeps why that had failed. */
export const isPaidByHand = (refund: PbRecord): boolean =>
  refund.getString('status') === 'processed' && refund.getString('error') !== ''

/**
 * Failed refunds of rupees, of the payment and amount of this one, that were not done again: one made after a failure
 * stands for the oldest such failure alone. One that the shop paid back by hand stands for none but itself.
 */
function openFailures(app: PbApp, refund: PbRecord): string[] {
  const same = { payment: refund.getString('payment'), amount: refund.getInt('amount') }
  const filter = 'payment = {:payment} && amount = {:amount} && status != "stopped"'
  const all = app.findRecordsByFilter('refunds', filter, 'created,@rowid', 0, 0, same)
  const refunds = all.filter((row) => !refundLines(row))
  const failed = refunds
    .filter((row) => row.getString('status') === 'failed')
    .map((row) => ({ id: row.id, at: failedAt(app, row) }))
    .sort((a, b) => (a.at < b.at ? -1 : 1))
  for (const row of refunds) {
    if (row.getString('status') === 'failed' || isPaidByHand(row)) continue
    const covered = failed.findIndex(({ at }) => at !== '' && at < row.getString('created'))
    if (covered >= 0) failed.splice(covered, 1)
  }
  return failed.map(({ id }) => id)
}

/** When a refund failed; empty while it is being written down. */
function failedAt(app: PbApp, refund: PbRecord): string {
  const filter = 'order = {:order} && type = "refund_failed" && data.refund = {:refund}'
  const about = { order: refund.getString('order'), refund: refund.id }
  return firstRecord(app, 'order_events', filter, about, '-created')?.getString('created') ?? ''
}

/** What of a payment can still go back, paise: received, less returned, less what is on its way. */
export function leftOf(txApp: PbApp, payment: PbRecord): Paise {
  return payment.getInt('captured') - payment.getInt('refunded') - onTheWay(txApp, 'payment', payment.id)
}

/** What the provider has been or will be asked to give back and has not given back yet, paise. */
export function onTheWay(txApp: PbApp, field: 'payment' | 'order', id: string): Paise {
  return txApp
    .findRecordsByFilter('refunds', `${field} = {:id} && (status = "queued" || status = "pending")`, '', 0, 0, { id })
    .reduce((sum, refund) => sum + refund.getInt('amount'), 0)
}

/**
 * Queues all that is left of one payment, or of the whole order, to go back; the cron job asks the provider. Nothing
 * left: nothing queued.
 * @param byHand a merchandiser causes it: it waits, see `queued`
 */
export function queueRefunds(
  txApp: PbApp,
  order: string,
  reason: RefundReason,
  { payment, byHand = false }: { payment?: string; byHand?: boolean },
): void {
  for (const found of refundable(txApp, order)) {
    if (payment && found.payment.id !== payment) continue
    const refund = { order, payment: found.payment.id, amount: found.left, reason, ...queued(byHand) }
    txApp.save(newRecord(txApp, 'refunds', refund))
    if (byHand) notePlanned(txApp, order, found.left)
  }
}

/**
 * By hand it waits until `send_at` and can be stopped meanwhile; what the shopper or the store itself causes goes at
 * once.
 */
export function queued(byHand: boolean) {
  const at = recordDate(now() + (byHand ? REFUND_WAIT_MS : 0))
  return {
    status: 'queued',
    idempotency_key: `refund_${randomId(24)}`,
    next_try_at: at,
    send_at: byHand ? at : '',
  }
}

/** For the owner alone: the shopper is told when it goes, see `refundGoes`. */
export function notePlanned(txApp: PbApp, order: string, amount: Paise): void {
  const label = `Refund of ${formatPaise(amount)} planned: it goes in ${REFUND_WAIT_MS / 60_000} minutes unless you stop it`
  addEvent(txApp, order, { type: 'refund_planned', label, actor: 'store', public: false })
}

/**
 * A refund that waited goes: from here on it cannot be stopped, and the shopper is told. Call it once, while the
 * record still counts as on its way.
 */
export function refundGoes(txApp: PbApp, refund: PbRecord): void {
  const order = txApp.findRecordById('orders', refund.getString('order'))
  addEvent(txApp, order.id, {
    type: 'refund_started',
    label: `Refund of ${formatPaise(refund.getInt('amount'))} started`,
    actor: 'store',
  })
  if (!order.getBool('refund_waits') || waitingRefunds(txApp, order.id).some(({ id }) => id !== refund.id)) return
  const data = { amount: onTheWay(txApp, 'order', order.id) }
  queueMail(txApp, { kind: 'order_cancelled', order: order.id, recipient: 'shopper', data })
  // What was stopped is promised to nobody, and still waits for the owner.
  if (refundable(txApp, order.id).length > 0) return
  order.set('refund_waits', false)
  if (order.getString('review_flag') === 'refund_stopped') order.set('review_flag', '')
  order.set('actor', 'system')
  txApp.save(order)
}

/** Refunds of an order that can still be stopped. */
export function waitingRefunds(txApp: PbApp, order: string): PbRecord[] {
  const filter = 'order = {:order} && status = "queued" && send_at > {:now}'
  return txApp.findRecordsByFilter('refunds', filter, '', 0, 0, { order, now: recordDate(now()) })
}

/** The shopper calls the order off as well: what waited for the merchandiser's second thought waits no longer. */
export function hurryRefunds(txApp: PbApp, order: string): void {
  for (const refund of waitingRefunds(txApp, order)) {
    refund.set('send_at', '')
    refund.set('next_try_at', recordDate(now()))
    txApp.save(refund)
  }
}

/**
 * What a processed refund changes: payment, order, timeline and mail. Call it once for each refund, when it becomes
 * processed.
 * @param twice the shop has paid the same back itself
 */
export function bookRefund(txApp: PbApp, refund: PbRecord, by: 'gateway' | 'bank' | 'store', twice = false): void {
  const amount = refund.getInt('amount')
  const payment = refund.getString('payment')
  let isTooMuch = twice
  if (payment) {
    const record = txApp.findRecordById('payments', payment)
    const refunded = record.getInt('refunded') + amount
    isTooMuch ||= refunded > record.getInt('captured')
    record.set('refunded', refunded)
    record.set('status', refunded >= record.getInt('captured') ? 'refunded' : 'partially_refunded')
    txApp.save(record)
  }
  const order = txApp.findRecordById('orders', refund.getString('order'))
  order.set('refunded_total', order.getInt('refunded_total') + amount)
  const before = order.getString('payment_status') as PaymentStatus
  const after = standingPayment({
    grand_total: order.getInt('grand_total'),
    paid_total: order.getInt('paid_total'),
    refunded_total: order.getInt('refunded_total'),
  })
  // A second payment that goes back leaves the order as it stood.
  if (HOLDS_MONEY.includes(before) && mayMove(PAYMENT_TRANSITIONS, before, after)) order.set('payment_status', after)
  if (order.getString('review_flag') === 'refund_failed' && !failsStill(txApp, order.id))
    order.set('review_flag', isHeldBack(txApp, order) ? 'refund_stopped' : '')
  if (isTooMuch) wentTwice(txApp, order, refund.id)
  order.set('actor', 'gateway')
  txApp.save(order)
  putOnSaleAgain(txApp, refund, order)
  addEvent(txApp, order.id, {
    type: 'refunded',
    label: `${formatPaise(amount)} refunded`,
    actor: by === 'store' ? by : 'gateway',
    data: { refund: refund.id, by },
  })
  queueMail(txApp, {
    kind: 'order_refunded',
    order: order.id,
    recipient: 'shopper',
    detail: refund.id,
    data: { amount, reason: by === 'bank' ? LOST : refund.getString('reason'), by_hand: by === 'store' },
  })
}

/** The caller saves the order. */
function wentTwice(txApp: PbApp, order: PbRecord, refund: string): void {
  raiseFlag(txApp, order, 'refunded_twice', refund)
  const label = 'More went back than was to go'
  addEvent(txApp, order.id, { type: 'refunded_twice', label, actor: 'gateway', public: false, data: { refund } })
}

/** Whether a refund of an order has failed whose money may still be here. */
export function failsStill(txApp: PbApp, order: string): boolean {
  const failed = txApp.findRecordsByFilter('refunds', 'order = {:order} && status = "failed"', '', 0, 0, { order })
  return failed.some((refund) => !doneAgain(txApp, refund)) && refundable(txApp, order).length > 0
}

/** Whether money of a cancelled order is here as its refund was stopped. @param waited whether its refund waited */
export const isHeldBack = (app: PbApp, order: PbRecord, waited = order.getBool('refund_waits')): boolean =>
  waited && order.getString('status') === 'cancelled' && onTheWay(app, 'order', order.id) === 0

/** Whether an order's money waits for the shop to give it back by hand: one refund failed, and none is on its way. */
export const isDelayed = (app: PbApp, order: string): boolean =>
  failsStill(app, order) && onTheWay(app, 'order', order) === 0

/** Closed ones of a list say beside their own fields that their refund is delayed (PAY-07). */
export function tellDelayed(app: PbApp, orders: readonly PbRecord[]): void {
  const closed = orders.filter((order) => CLOSED.includes(order.getString('status')))
  const failed = rows(
    app,
    `SELECT DISTINCT [[order]] AS id FROM refunds
     WHERE status = 'failed' AND [[order]] IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(closed.map(({ id }) => id)) },
    { id: '' },
  ).map(({ id }) => id)
  for (const order of closed)
    if (failed.includes(order.id) && isDelayed(app, order.id)) {
      order.withCustomData(true)
      order.set('refund_failed', true)
    }
}
