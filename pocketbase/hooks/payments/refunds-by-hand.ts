import { parseDate } from '../../../src/domain/date'
import { MINIMUM_ONLINE_PAISE } from '../../../src/domain/limits'
import { formatPaise, type Paise, toPaise, toRupees } from '../../../src/domain/money'
import type { RefundLines } from '../../../src/domain/payments/refund-pieces'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { inTransaction } from '../lib/record-transaction'
import { plain, recordById } from '../lib/rows'
import { piecesRefund, refundLines, sellAgain } from './refunded-pieces'
import { bookRefund, doneAgain, leftOf, notePlanned, onTheWay, queued, refundable } from './refunds'
import { placeFlag } from './review-flags'

const SERVER_FIELDS = [
  'payment',
  'status',
  'idempotency_key',
  'gateway_refund_id',
  'tries',
  'next_try_at',
  'send_at',
  'error',
  'processed_at',
]

/** onRecordCreateRequest of refunds: a merchandiser says which order, how much and why; the rest is the store's. */
export function refundRequest(e: PbRecordRequestEvent): void {
  for (const field of SERVER_FIELDS) e.record.set(field, '')
  e.record.set('lines', null)
  e.record.set('reason', 'by_shop')
  e.record.set('amount', typedPaise(e.record))
  e.next()
}

/**
 * What was typed, in paise. An amount alone is refused, whoever sends it: 50 would be half a rupee, and the mistake
 * goes unnoticed.
 */
function typedPaise(refund: PbRecord): Paise {
  const amount = refund.getInt('amount')
  const rupees = refund.getFloat('rupees')
  const paise = toPaise(rupees)
  if (paise === null) refuse('rupees', 'Write rupees above 0 with at most two decimals.')
  if (amount !== 0 && amount !== paise)
    refuse('amount', 'Leave this empty and write the amount in the field rupees: the store works out the paise.')
  if (paise === 0) refuse('rupees', 'Write how much goes back, in rupees.')
  return paise
}

/**
 * onRecordUpdateRequest of refunds: afterwards only the merchandiser's own note may change, and a refund that waits
 * be stopped.
 */
export function keepRefund(e: PbRecordRequestEvent): void {
  const stored = e.record.original()
  for (const field of ['rupees', 'amount', 'status']) {
    if (e.record.getString(field) === stored.getString(field)) continue
    if (field !== 'status') refuse(field, 'A refund is not changed any more. Stop this one and add another.')
    if (e.record.getString('status') !== 'stopped')
      refuse('status', `The store moves this by itself: it is ${stored.getString('status')} now. You can set stopped.`)
  }
  for (const field of Object.keys(plain(stored)))
    if (!['note', 'status'].includes(field)) e.record.set(field, stored.get(field))
  e.next()
}

/** onRecordUpdate of refunds: one that waits is stopped, in the transaction that looks whether it still waits. */
export function refundUpdated(e: PbRecordEvent): void {
  const stopped = (record: PbRecord) => record.getString('status') === 'stopped'
  if (!stopped(e.record) || stopped(e.record.original())) e.next()
  else inTransaction(e, stopInTransaction)
}

function stopInTransaction(e: PbRecordEvent): void {
  const { app, record } = e
  const stored = app.findRecordById('refunds', record.id)
  if (stored.getString('status') !== 'queued' || !(parseDate(stored.getString('send_at')) > now()))
    refuse('status', 'This refund can no longer be stopped: it goes at once, or has gone to the provider.')
  record.set('next_try_at', '')
  e.next()
  if (!sellAgain(app, record)) refuse('status', 'Its pieces are sold: the refund goes on.')
  const label = `Refund of ${formatPaise(stored.getInt('amount'))} stopped`
  addEvent(app, stored.getString('order'), { type: 'refund_stopped', label, actor: 'store', public: false })
  const order = app.findRecordById('orders', stored.getString('order'))
  if (!order.getBool('refund_waits')) return
  placeFlag(order, 'refund_stopped')
  app.save(order)
}

/**
 * onRecordCreate of refunds: one that a merchandiser added is checked against what is left of the order's money and
 * completed. What was paid through the provider is queued; what was paid in cash counts as handed back.
 */
export function refundCreated(e: PbRecordEvent): void {
  e.record.set('rupees', toRupees(e.record.getInt('amount')))
  if (e.record.getString('status') !== '') {
    e.next()
    return
  }
  inTransaction(e, createInTransaction)
}

function createInTransaction(e: PbRecordEvent): void {
  const { app, record } = e
  const amount = record.getInt('amount')
  const order = recordById(app, 'orders', record.getString('order')) ?? refuse('order', 'There is no such order.')
  const { left, payment } = refundableByHand(app, order)
  const problem = amountProblem(amount, { left, payment, lines: refundLines(record) })
  if (problem) refuse('rupees', problem)
  if (payment) {
    record.set('payment', payment.id)
    record.load(queued(true))
    e.next()
    notePlanned(app, order.id, amount)
    return
  }
  record.set('status', 'processed')
  record.set('processed_at', recordDate(now()))
  e.next()
  bookRefund(app, record, 'store')
}

/**
 * How much of an order a merchandiser can give back at once, paise. What came through the provider goes back through
 * it, from the payment that has most; only what is left beside that was cash.
 */
export function refundableByHand(app: PbApp, order: PbRecord): { left: Paise; payment?: PbRecord } {
  const most = refundable(app, order.id).sort((a, b) => b.left - a.left)[0]
  if (most) return most
  return { left: order.getInt('paid_total') - order.getInt('refunded_total') - onTheWay(app, 'order', order.id) }
}

/**
 * Why so much cannot go back by hand, as a sentence; empty where it can. The provider gives back no less than a rupee,
 * so no less is left by rupees that were typed.
 * @param amount paise
 */
export function amountProblem(
  amount: Paise,
  { left, payment, lines }: ReturnType<typeof refundableByHand> & { lines: RefundLines | null },
): string {
  if (amount > left || !payment || amount === left) return amount > left ? atMost(left) : ''
  const least = formatPaise(MINIMUM_ONLINE_PAISE)
  if (amount < MINIMUM_ONLINE_PAISE) return `The payment company gives back ${least} at least.`
  if (lines || left - amount >= MINIMUM_ONLINE_PAISE) return ''
  return `${formatPaise(left - amount)} would stay here for good: the payment company gives back ${least} at least. Write ${toRupees(left)}.`
}

/** Why no more can go back, as a sentence. @param left paise */
export const atMost = (left: Paise) =>
  left > 0
    ? `At most ${formatPaise(left)} can be given back: write ${toRupees(left)}.`
    : 'Nothing is left of this order’s money to give back.'

/** Why a refund that failed is not made as well: others have given the same back. Empty where it is. */
function goneOtherwise(app: PbApp, refund: PbRecord): string {
  const lines = refundLines(refund)
  if (!lines) return doneAgain(app, refund) ? 'As much went back after that, or is about to: it was done again.' : ''
  const chosen = { pieces: lines.pieces, delivery: lines.delivery > 0 }
  const order = app.findRecordById('orders', refund.getString('order'))
  const worked = piecesRefund(app, order, { chosen, left: 0, besides: refund.id })
  return 'problem' in worked ? worked.problem : ''
}

/** Why a refund is not paid back by the shop itself, as a sentence; empty where it can be. */
export function paidBackProblem(app: PbApp, refund: PbRecord): string {
  if (refund.getString('status') !== 'failed') return 'Only a refund that failed is paid back by hand.'
  const left = leftOf(app, app.findRecordById('payments', refund.getString('payment')))
  if (left <= 0) return 'That money has gone back otherwise, or is about to.'
  if (refund.getInt('amount') > left)
    return `Only ${formatPaise(left)} of that money is left: the rest has gone back otherwise, or is about to.`
  return goneOtherwise(app, refund)
}

/**
 * A refund the provider could not make, which the shop has paid back itself.
 * @throws BadRequestError where `paidBackProblem` says why not
 */
export function paidBack(txApp: PbApp, refund: PbRecord): void {
  const problem = paidBackProblem(txApp, refund)
  if (problem) refuse('status', problem)
  refund.set('status', 'processed')
  refund.set('processed_at', recordDate(now()))
  txApp.save(refund)
  bookRefund(txApp, refund, 'store')
}

function refuse(field: string, message: string): never {
  throw new BadRequestError('The refund could not be saved.', {
    [field]: new ValidationError('validation_refund', message),
  })
}
