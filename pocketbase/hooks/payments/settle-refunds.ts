import { MINIMUM_ONLINE_PAISE } from '../../../src/domain/limits'
import { formatPaise, type Paise, toRupees } from '../../../src/domain/money'
import { CLOSED } from '../../../src/domain/orders/order'
import { isForward, refundStatus, type ToldRefund } from '../../../src/domain/payments/refund-status'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { firstRecord, newRecord } from '../lib/rows'
import type { GatewayRefund } from './provider'
import { packsItsPieces, sellAgain } from './refunded-pieces'
import { bookRefund, failsStill, isPaidByHand, leftOf, queued, refundGoes } from './refunds'
import { raiseFlag } from './review-flags'

/**
 * Takes in what the provider says of a refund, whichever way it was heard: event, answer or list. One that the store
 * did not ask for was made at the provider and is written down. Answers what came of it.
 * @param by `bank`: it has taken the money back itself
 */
export function settleRefund(
  txApp: PbApp,
  told: GatewayRefund,
  by: 'gateway' | 'bank' = 'gateway',
): { outcome: string; order?: string; payment?: string } {
  const payment = told.payment_id
    ? firstRecord(txApp, 'payments', 'gateway_payment_id = {:id}', { id: told.payment_id })
    : undefined
  if (!payment || payment.getInt('captured') === 0) return { outcome: 'refund of no payment of ours' }
  const known = findRefund(txApp, told, payment)
  const twice = !!known && told.status === 'processed' && isPaidByHand(known)
  if (twice) leaveNumber(txApp, known)
  const refund = known && !twice ? known : refundAtProvider(txApp, told, payment, MADE_BY[by])
  const about = { order: refund.getString('order'), payment: payment.id }
  const before = refund.getString('status')
  const status = refundStatus(told.status)
  const forward = isForward(before, status)
  if (forward) goesUnsent(txApp, refund, status)
  refund.set('gateway_refund_id', told.id)
  if (forward) takeStatus(refund, status, told.amount)
  // It is heard of again: what kept the store from hearing is over.
  else if (before === 'pending') refund.set('error', '')
  txApp.save(refund)
  if (!forward) return { outcome: 'refund known', ...about }
  if (status === 'processed') bookRefund(txApp, refund, by, twice)
  if (status === 'failed') refundFailed(txApp, refund)
  return { outcome: `refund ${status}`, ...about }
}

const MADE_BY = { gateway: 'Made in the provider’s dashboard', bank: 'Taken back by the payer’s bank' }

/** Made in the provider's dashboard, while ours still waited or after it was stopped: it goes by that. */
function goesUnsent(txApp: PbApp, refund: PbRecord, told: ToldRefund): void {
  if (refund.isNew() || refund.getString('status') === 'stopped') {
    const waits = txApp.findRecordById('orders', refund.getString('order')).getBool('refund_waits')
    if (!waits || told === 'failed') return
    refund.set('status', 'queued')
    txApp.save(refund)
  } else if (refund.getString('status') !== 'queued' || !refund.getString('send_at') || refund.getInt('tries') > 0) {
    return
  }
  refundGoes(txApp, refund)
}

/** @param made what the provider was asked for, paise: it may have become less here since (`askForLess`) */
function takeStatus(refund: PbRecord, status: ToldRefund, made: Paise): void {
  refund.set('status', status)
  if (status !== 'failed') refund.load({ amount: made, rupees: toRupees(made) })
  refund.set('error', status === 'failed' ? 'The provider could not give it back.' : '')
  if (status === 'processed') refund.set('processed_at', recordDate(now()))
  if (status !== 'pending') refund.set('next_try_at', '')
}

/** Takes in a payment's refunds as the provider lists them. */
export function settleRefunds(app: PbApp, refunds: GatewayRefund[]): void {
  // In one transaction: each of ours must find its own before what remains counts as made at the provider.
  app.runInTransaction((txApp) => {
    for (const told of [...refunds].sort((a, b) => Number(b.notes.refund !== '') - Number(a.notes.refund !== ''))) {
      settleRefund(txApp, told)
    }
  })
}

/** Our record for it: by the provider's number, by ours, or the one of this amount that has no number yet. */
function findRefund(txApp: PbApp, told: GatewayRefund, payment: PbRecord): PbRecord | undefined {
  const find = (filter: string, params: { [name: string]: unknown }) =>
    firstRecord(txApp, 'refunds', filter, { ...params, payment: payment.id }, 'created')
  return (
    find('gateway_refund_id = {:id}', { id: told.id }) ??
    find('payment = {:payment} && gateway_refund_id = "" && (id = {:id} || idempotency_key = {:key})', {
      id: told.notes.refund || '-',
      key: told.receipt || '-',
    }) ??
    find('payment = {:payment} && gateway_refund_id = "" && amount = {:amount} && status = "queued"', {
      amount: told.amount,
    })
  )
}

/** The provider has made it after all: that is one of its own. */
function leaveNumber(txApp: PbApp, refund: PbRecord): void {
  refund.set('gateway_refund_id', '')
  txApp.save(refund)
}

function refundAtProvider(txApp: PbApp, told: GatewayRefund, payment: PbRecord, note: string): PbRecord {
  if (told.status !== 'failed') askForLess(txApp, payment, told.amount)
  return newRecord(txApp, 'refunds', {
    order: payment.getString('order'),
    payment: payment.id,
    amount: told.amount,
    reason: 'at_provider',
    note,
    status: 'queued',
    // While the bank is at work on it, it is asked about.
    next_try_at: recordDate(now()),
    idempotency_key: `at_provider_${told.id}`.slice(0, 60),
  })
}

/**
 * A part of all that was left has gone back in the dashboard: what waits is for the rest. Under another key, as the
 * provider keeps what it answered to each.
 */
function askForLess(txApp: PbApp, payment: PbRecord, gone: Paise): void {
  const filter = 'payment = {:payment} && status = "queued" && reason != "by_shop"'
  const waiting = firstRecord(txApp, 'refunds', filter, { payment: payment.id })
  const asked = waiting?.getInt('amount') ?? 0
  const rest = asked + leftOf(txApp, payment) - gone
  if (!waiting || rest >= asked || rest < MINIMUM_ONLINE_PAISE) return
  waiting.load({ amount: rest, rupees: toRupees(rest), idempotency_key: queued(false).idempotency_key })
  txApp.save(waiting)
}

/**
 * While the money is with the shop the shopper waits: the owner has to act. Pieces that are packed again are sold
 * again; those of a parcel that has left are in the shop.
 */
export function refundFailed(txApp: PbApp, refund: PbRecord): void {
  const order = txApp.findRecordById('orders', refund.getString('order'))
  // Word of it may be older than that of the refund that gave its money back.
  if (failsStill(txApp, order.id)) raiseFlag(txApp, order, 'refund_failed', refund.id)
  if (holdsAgain(order)) order.set('payment_status', 'partially_refunded')
  order.set('actor', 'gateway')
  txApp.save(order)
  if (packsItsPieces(order)) sellAgain(txApp, refund)
  const label = `A refund of ${formatPaise(refund.getInt('amount'))} failed`
  addEvent(txApp, order.id, {
    type: 'refund_failed',
    label,
    actor: 'gateway',
    public: false,
    data: { refund: refund.id, error: refund.getString('error') },
  })
}

/** A second payment of a closed order whose own money has gone back. One that stands is not to be packed for it. */
const holdsAgain = (order: PbRecord): boolean =>
  CLOSED.includes(order.getString('status')) &&
  order.getString('payment_status') === 'refunded' &&
  order.getInt('paid_total') > order.getInt('refunded_total')
