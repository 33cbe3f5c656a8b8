import { parseDate } from '../../../src/domain/date'
import { isObject, parseJson } from '../../../src/domain/json'
import type { Paise } from '../../../src/domain/money'
import { type CaptureVerdict, captureVerdict } from '../../../src/domain/orders/capture'
import {
  type FulfilmentStatus,
  type OrderStatus,
  type PaymentStatus,
  type ReviewFlag,
  wasPaid,
} from '../../../src/domain/orders/order'
import { holdStock, piecesOf, stockSuffices } from '../catalog/stock'
import { countUntil } from '../catalog/unpaid-pieces'
import { billOf } from '../invoices/invoices'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { linesOf } from '../lib/order-lines'
import { firstRecord, newRecord } from '../lib/rows'
import { usesAreLeft } from '../offers/promotions'
import { UNPAID_ATTEMPT } from './attempts'
import type { GatewayPayment } from './provider'
import { providerOf } from './providers'
import { queueRefunds } from './refunds'
import { raiseFlag } from './review-flags'

/** How long the pieces of an unpaid order are held, ms: 15 minutes to begin to pay, 15 for the bank. */
export const HOLD_MS = 30 * 60_000
/** How long the provider is left to capture an authorised payment by itself before the store does, ms. */
const CAPTURE_PATIENCE_MS = 2 * 60_000
/** When the store looks once more at a try that was paid, ms after: was it paid twice? At once if a part went back. */
const LAST_LOOK_MS = 24 * 60 * 60_000

/** Where the word of a payment came from. */
export type Source = 'return' | 'webhook' | 'reconciler' | 'check' | 'test'

export interface Settled {
  /** What came of it, for the record of events. */
  outcome: string
  order?: string
  payment?: string
  /** The owner has to look into it. */
  review?: boolean
}

/** Outcome for a payment that was not begun here, or whose order was lost: see payment-events.ts. */
export const NO_ORDER = 'payment of no order of ours'

const BOOKED = ['captured', 'partially_refunded', 'refunded']

/**
 * The one function through which money reaches an order, whoever brings the word: the browser's return, a webhook,
 * the cron job or "check payment status". Forward only, and the same word twice changes nothing. Runs in the caller's
 * transaction and asks nobody.
 * @param told the payment as the gateway tells it; its sender must have been checked
 * @param receipt our name of the try, when the word carried the gateway's order as well
 */
export function settle(txApp: PbApp, told: GatewayPayment, source: Source, receipt = ''): Settled {
  const attempt = findAttempt(txApp, told, receipt)
  if (!attempt) return { outcome: NO_ORDER }
  const order = txApp.findRecordById('orders', attempt.getString('order'))
  const about = { order: order.id, payment: attempt.id }
  const status = attempt.getString('status')
  const known = attempt.getString('gateway_payment_id') === told.id
  if (known && BOOKED.includes(status)) return { outcome: 'known', ...about }

  if (told.captured || told.status === 'authorized') {
    if (isDisputed(txApp, order.id, told)) return { outcome: 'disputed', ...about }
    if (told.amount !== attempt.getInt('amount') || told.currency !== attempt.getString('currency')) {
      return { outcome: flagMismatch(txApp, { attempt, order, told, source }), ...about }
    }
    const row = known || UNPAID_ATTEMPT.includes(status) ? attempt : anotherPayment(txApp, attempt)
    identify(row, told)
    const outcome = told.captured
      ? bookCapture(txApp, { row, order, source }, told.amount_refunded > 0 ? 0 : LAST_LOOK_MS)
      : noteAuthorization(txApp, { row, order, source })
    return { outcome, order: order.id, payment: row.id }
  }
  if (told.status === 'failed') return { outcome: noteFailure(txApp, { row: attempt, order, told, source }), ...about }
  if (told.status === 'refunded') return { outcome: noteReturned(txApp, { row: attempt, order, told }), ...about }
  return { outcome: `payment ${told.status}`, ...about }
}

/** The order a payment belongs to; none where the store does not know it. */
export const orderOf = (txApp: PbApp, told: GatewayPayment): string =>
  findAttempt(txApp, told, '')?.getString('order') ?? ''

/** Last steps of a dispute after which its money is the shop's. */
const DISPUTE_OVER: readonly unknown[] = ['won', 'closed']

/**
 * Whether the payer's bank asks money back that is not booked: it pays for no order then, and goes back to nobody
 * twice. What has all gone back is booked with its refund.
 */
function isDisputed(txApp: PbApp, order: string, told: GatewayPayment): boolean {
  const filter = 'order = {:order} && type = "dispute" && data.payment = {:payment}'
  const last = firstRecord(txApp, 'order_events', filter, { order, payment: told.id }, '-created,-@rowid')
  const data = last && parseJson(last.getString('data'))
  if (told.status === 'refunded' || !isObject(data)) return false
  // Of one that is lost, what the bank has not taken is the shop's.
  return !DISPUTE_OVER.includes(data.step) && !(Number(data.taken) < told.amount)
}

/**
 * The try this payment belongs to: by its own number, by the gateway order, or, when its word is faster than the
 * answer that names the gateway order, by what the store wrote on it.
 */
function findAttempt(txApp: PbApp, told: GatewayPayment, receipt: string): PbRecord | undefined {
  const find = (filter: string, params: { [name: string]: unknown }) =>
    txApp.findRecordsByFilter('payments', filter, '-attempt', 20, 0, params)
  const known = find('gateway_payment_id = {:id}', { id: told.id })[0]
  if (known) return known
  if (!told.order_id) return undefined
  const sameOrder = find('gateway_order_id = {:id}', { id: told.order_id })
  const open = sameOrder.find((row) => UNPAID_ATTEMPT.includes(row.getString('status')))
  if (open ?? sameOrder[0]) return open ?? sameOrder[0]
  const attempt = Number(told.notes.attempt)
  if (told.notes.order && Number.isSafeInteger(attempt)) {
    const noted = find('order = {:order} && attempt = {:attempt}', { order: told.notes.order, attempt }).find(
      providerOf,
    )
    if (noted) return withoutOrder(txApp, noted)
  }
  const received = receipt ? find('receipt = {:receipt}', { receipt }).find(providerOf) : undefined
  return received && withoutOrder(txApp, received)
}

/**
 * A gateway order made twice for one try (its first answer was lost) has payments of its own: they get a row of their
 * own.
 */
function withoutOrder(txApp: PbApp, row: PbRecord): PbRecord {
  return row.getString('gateway_order_id') === '' ? row : anotherPayment(txApp, row)
}

/** A row for one more payment of the same try. Not saved yet. */
function anotherPayment(txApp: PbApp, row: PbRecord): PbRecord {
  const order = row.getString('order')
  const last = firstRecord(txApp, 'payments', 'order = {:order}', { order }, '-attempt')
  return newRecord(txApp, 'payments', {
    order,
    provider: row.getString('provider'),
    attempt: (last?.getInt('attempt') ?? 0) + 1,
    receipt: row.getString('receipt'),
    amount: row.getInt('amount'),
    currency: row.getString('currency'),
    status: 'created',
  })
}

function identify(row: PbRecord, told: GatewayPayment): void {
  row.set('gateway_payment_id', told.id)
  if (told.order_id) row.set('gateway_order_id', told.order_id)
  if (told.method) row.set('method', told.method)
}

interface Booking {
  row: PbRecord
  order: PbRecord
  source: Source
}

/**
 * Money has come. Whatever the order's state, it is booked; where it cannot pay for the order, it goes back. Answers
 * what came of it.
 * @param lookMs when its try is looked at once more
 */
function bookCapture(txApp: PbApp, booking: Booking, lookMs: number): string {
  const { row, order } = booking
  const amount = row.getInt('amount')
  row.set('status', 'captured')
  row.set('captured', amount)
  row.set('error_reason', '')
  // A second payment of the same try may follow while its word is lost.
  row.set('next_check_at', providerOf(row) ? recordDate(now() + lookMs) : '')
  row.set('claimed_until', '')
  txApp.save(row)

  const status = order.getString('status') as OrderStatus
  // What a bill says stands: one with the rounding of cash is not paid by less.
  const exactly = isCash(order) && !billOf(txApp, order.id)
  const verdict = captureVerdict({
    status,
    payment_status: order.getString('payment_status') as PaymentStatus,
    fulfilment_status: order.getString('fulfilment_status') as FulfilmentStatus,
    paysInFull: amount === (exactly ? exactTotal(order) : order.getInt('grand_total')),
    stockSuffices: () => stockSuffices(txApp, order.id, piecesOf(linesOf(order)), now()),
    usesAreLeft: () => usesAreLeft(txApp, order),
  })
  order.set('actor', 'gateway')
  order.set('paid_total', order.getInt('paid_total') + amount)
  if (verdict === 'duplicate_payment') return giveBack(txApp, booking, verdict)
  order.set('payment_status', 'paid')
  // The shopper chose cash while this payment was on its way: nobody asks for the money at the door.
  if (exactly) chargeExactly(order)
  order.set('payment_method', row.getString('provider'))
  if (verdict === 'no_stock' && status === 'pending') order.set('status', 'cancelled')
  if (verdict !== 'pays') return giveBack(txApp, booking, verdict)
  order.set('status', 'confirmed')
  txApp.save(order)
  return 'paid'
}

const GIVEN_BACK: { readonly [reason in Exclude<CaptureVerdict, 'pays'>]: { flag: ReviewFlag; label: string } } = {
  duplicate_payment: { flag: 'duplicate_payment', label: 'Paid twice: the second payment goes back' },
  paid_after_cancel: { flag: 'paid_after_cancel', label: 'Paid after it was cancelled: your money goes back' },
  no_stock: { flag: 'oversold', label: 'Paid too late, the pieces are sold: your money goes back' },
}

const TOO_LATE = 'Paid online too late: your money goes back'

function giveBack(txApp: PbApp, { row, order, source }: Booking, reason: keyof typeof GIVEN_BACK): string {
  const { flag, label } = GIVEN_BACK[reason]
  const late =
    (reason === 'duplicate_payment' && !wasPaid(order.getString('payment_status'))) ||
    (reason === 'paid_after_cancel' && order.getString('status') === 'expired')
  raiseFlag(txApp, order, flag, row.id)
  order.set('refund_reason', reason)
  txApp.save(order)
  queueRefunds(txApp, order.id, reason, { payment: row.id })
  addEvent(txApp, order.id, {
    type: reason,
    label: late ? TOO_LATE : label,
    actor: 'gateway',
    public: reason !== 'duplicate_payment',
    data: { payment: row.getString('gateway_payment_id'), source },
  })
  return `given back: ${reason}`
}

/** What an order costs when it is not rounded for cash, paise. */
export const exactTotal = (order: PbRecord): Paise =>
  order.getInt('items_total') -
  order.getInt('discount_total') +
  order.getInt('shipping_total') -
  order.getInt('cash_fee')

/** An order that was to be paid in cash is paid online: the courier's rounding and what cash costs go. */
export function chargeExactly(order: PbRecord): void {
  const total = exactTotal(order)
  order.set('shipping_total', order.getInt('shipping_total') - order.getInt('cash_fee'))
  order.set('cash_fee', 0)
  order.set('round_off', 0)
  order.set('grand_total', total)
}

const isCash = (order: PbRecord) => order.getString('payment_method') === 'cod'

/**
 * The bank has agreed, the money is not ours yet: the pieces are kept and the provider, or else the store, takes it.
 */
function noteAuthorization(txApp: PbApp, { row, order, source }: Booking): string {
  if (row.getString('status') === 'authorized') return 'known'
  const time = now()
  const status = order.getString('status')
  row.set('status', 'authorized')
  row.set('error_reason', '')
  // After the hold's end the provider takes nothing by itself any more.
  row.set('next_check_at', recordDate(status === 'pending' ? time + CAPTURE_PATIENCE_MS : time))
  row.set('checks', 0)
  txApp.save(row)
  if (status !== 'pending') return 'authorized'
  const first = order.getString('payment_status') === 'unpaid'
  if (first) order.set('payment_status', 'authorized')
  order.set('actor', 'gateway')
  extendHold(txApp, order, time)
  txApp.save(order)
  if (first) {
    addEvent(txApp, order.id, {
      type: 'authorized',
      label: 'Payment is being confirmed',
      actor: 'gateway',
      data: { source },
    })
  }
  return 'authorized'
}

/**
 * Holds the order's pieces for another half hour, if they can still be had, and never shorter than they are held. The
 * caller saves the order.
 * @param last the latest end that is given, ms; without it the bank has the payment, and is waited for
 */
export function extendHold(txApp: PbApp, order: PbRecord, time: number, last = Number.POSITIVE_INFINITY): boolean {
  const until = Math.max(parseDate(order.getString('expires_at')) || 0, Math.min(time + HOLD_MS, last))
  const pieces = piecesOf(linesOf(order))
  if (!stockSuffices(txApp, order.id, pieces, time)) return false
  holdStock(txApp, order.id, pieces, { until, time })
  countUntil(txApp, order.id, until)
  order.set('expires_at', recordDate(until))
  return true
}

/** A failure belongs to the try alone: the next one may succeed, and even this one may still, days later. */
function noteFailure(txApp: PbApp, { row, order, told, source }: Booking & { told: GatewayPayment }): string {
  if (!UNPAID_ATTEMPT.includes(row.getString('status'))) {
    if (row.getString('status') !== 'authorized' || row.getString('gateway_payment_id') !== told.id) return 'known'
    // The bank took it back, or an event that is older than what is known came late: the gateway is asked which.
    if (source !== 'webhook') return noteReturned(txApp, { row, order, told })
    row.set('next_check_at', recordDate(now()))
    txApp.save(row)
    return 'failed: to be asked about'
  }
  if (noted(txApp, order.id, 'payment_failed', told)) return 'known'
  const other = row.getString('gateway_payment_id')
  // While another payment of this try is known to be on its way, this one's failure says nothing of the try.
  if (row.getString('status') !== 'attempted' || !other || other === told.id) {
    identify(row, told)
    row.set('status', 'failed')
    row.set('error_reason', told.error_reason || 'payment_failed')
    txApp.save(row)
  }
  addEvent(txApp, order.id, {
    type: 'payment_failed',
    label: 'A payment did not go through',
    actor: 'gateway',
    public: order.getString('status') === 'pending',
    data: { payment: told.id, amount: told.amount, reason: told.error_reason, source },
  })
  return 'failed'
}

/** An authorised payment went back to the payer without ever being the shop's. */
function noteReturned(
  txApp: PbApp,
  { row, order, told }: { row: PbRecord; order: PbRecord; told: GatewayPayment },
): string {
  const other = row.getString('gateway_payment_id')
  // Another payment of this try brought money or is on its way: that one keeps its row.
  const taken = !UNPAID_ATTEMPT.includes(row.getString('status')) || row.getString('status') === 'attempted'
  if (other !== told.id && taken && other !== '') return 'returned to the payer'
  identify(row, told)
  row.set('status', 'failed')
  row.set('error_reason', told.error_reason || 'returned_to_payer')
  // Asked about as before: the gateway's window may still be open, and the next payment's word may be lost.
  txApp.save(row)
  if (order.getString('payment_status') === 'authorized' && !anyAuthorized(txApp, order.id)) {
    order.set('payment_status', 'unpaid')
    order.set('actor', 'gateway')
    txApp.save(order)
  }
  return 'returned to the payer'
}

function anyAuthorized(txApp: PbApp, order: string): boolean {
  const filter = 'order = {:order} && status = "authorized"'
  return !!firstRecord(txApp, 'payments', filter, { order })
}

/** Another amount than asked for is never taken as payment: the owner looks into it. */
function flagMismatch(
  txApp: PbApp,
  { attempt, order, told, source }: { attempt: PbRecord; order: PbRecord; told: GatewayPayment; source: Source },
): string {
  const outcome = 'amount differs'
  // It is known: nobody waits for it, and the order may be paid.
  if (attempt.getString('status') === 'attempted' && attempt.getString('gateway_payment_id') === told.id) {
    attempt.set('status', 'created')
    txApp.save(attempt)
  }
  if (noted(txApp, order.id, 'amount_mismatch', told)) return outcome
  if (attempt.getString('gateway_payment_id') === '') {
    // For the owner, who has to find it in the provider's dashboard.
    attempt.set('gateway_payment_id', told.id)
    txApp.save(attempt)
  }
  raiseFlag(txApp, order, 'amount_mismatch', told.id)
  order.set('actor', 'gateway')
  txApp.save(order)
  addEvent(txApp, order.id, {
    type: 'amount_mismatch',
    label: 'A payment of another amount arrived',
    actor: 'gateway',
    public: false,
    data: {
      payment: told.id,
      amount: told.amount,
      currency: told.currency,
      asked: attempt.getInt('amount'),
      source,
    },
  })
  return outcome
}

/** Whether this was written to the order's history before: words of the gateway come again and again. */
function noted(txApp: PbApp, order: string, type: string, told: GatewayPayment): boolean {
  return txApp
    .findRecordsByFilter('order_events', 'order = {:order} && type = {:type}', '', 0, 0, { order, type })
    .some((event) => {
      const data = parseJson(event.getString('data'))
      return isObject(data) && data.payment === told.id && data.amount === told.amount
    })
}
