import { parseDate } from '../../../src/domain/date'
import { MINIMUM_ONLINE_PAISE, REFUND_WAIT_MS } from '../../../src/domain/limits'
import { formatPaise, type Paise, toPaise, toRupees } from '../../../src/domain/money'
import {
  AT_HOME,
  CLOSED,
  LATE_MONEY_TRANSITIONS,
  mayMove,
  type OrderItem,
  type PaymentStatus,
  standingPayment,
} from '../../../src/domain/orders/order'
import {
  type ChosenPieces,
  givenBack,
  givenOf,
  isDeliveryGiven,
  type PiecesRefund,
  parseRefundLines,
  type RefundLines,
  refundPieces,
  sameLine,
  soldLines,
} from '../../../src/domain/payments/refund-pieces'
import { isForward, refundStatus, type ToldRefund } from '../../../src/domain/payments/refund-status'
import { addMovement, type Pieces, piecesNote, piecesOf, stockSuffices } from '../catalog/stock'
import { now, recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { inTransaction } from '../lib/record-transaction'
import { firstRecord, newRecord, plain, recordById, rows } from '../lib/rows'
import { queueMail } from '../mail/order-mails'
import type { GatewayRefund } from './provider'

export type RefundReason =
  | 'by_shop'
  | 'cancelled'
  | 'paid_after_cancel'
  | 'duplicate_payment'
  | 'no_stock'
  | 'at_provider'

/**
 * Payments of an order of which something can still go back, with how much: received, less returned, less what is on
 * its way. Paise.
 */
export function refundable(txApp: PbApp, order: string): { payment: PbRecord; left: Paise }[] {
  return txApp
    .findRecordsByFilter('payments', 'order = {:order} && captured > 0', 'attempt', 0, 0, { order })
    .map((payment) => ({ payment, left: leftOf(txApp, payment) }))
    .filter(({ left }) => left > 0)
}

/** The pieces a refund is for; null where it is of rupees alone. */
export const refundLines = (refund: PbRecord) => parseRefundLines(plain(refund).lines)

/**
 * What giving pieces of an order back comes to, or why it cannot be.
 * @param left what can still go back, paise
 * @param besides id of a refund that gives back nothing here
 */
export function piecesRefund(
  app: PbApp,
  order: PbRecord,
  { chosen, left, besides = '' }: { chosen: ChosenPieces; left: Paise; besides?: string },
): PiecesRefund {
  const sold = {
    items: plain(order).items as OrderItem[],
    shipping_total: order.getInt('shipping_total'),
    round_off: order.getInt('round_off'),
  }
  const given = givenBesides(app, order, besides)
  return refundPieces(sold, { given, chosen, left })
}

/** What an order's refunds give back by pieces. @param besides id of one that gives back nothing here */
function givenBesides(app: PbApp, order: PbRecord, besides: string): RefundLines[] {
  const refunds = app
    .findRecordsByFilter('refunds', 'order = {:order}', 'created,@rowid', 0, 0, { order: order.id })
    .filter(({ id }) => id !== besides)
  return givenBack(refunds.map((row) => ({ status: row.getString('status'), lines: refundLines(row) })))
}

/** Why a refund that failed is not made as well: others have given the same back. Empty where it is. */
function goneOtherwise(app: PbApp, refund: PbRecord): string {
  const lines = refundLines(refund)
  if (!lines) return doneAgain(app, refund) ? 'As much went back after that, or is about to: it was done again.' : ''
  const chosen = { pieces: lines.pieces, delivery: lines.delivery > 0 }
  const order = app.findRecordById('orders', refund.getString('order'))
  const worked = piecesRefund(app, order, { chosen, left: 0, besides: refund.id })
  return 'problem' in worked ? worked.problem : ''
}

/** What a refund of pieces gives back that no other does. */
function onlyIts(app: PbApp, refund: PbRecord, order: PbRecord): ChosenPieces {
  const given = givenBesides(app, order, refund.id)
  const items = soldLines(plain(order).items as OrderItem[])
  const { pieces, delivery } = refundLines(refund) ?? { pieces: [], delivery: 0 }
  const only = pieces.map((piece) => {
    const sold = items.find(sameLine(piece))?.quantity ?? 0
    return { ...piece, quantity: Math.min(piece.quantity, sold - givenOf(piece, given).quantity) }
  })
  return { pieces: only.filter(({ quantity }) => quantity > 0), delivery: delivery > 0 && !isDeliveryGiven(given) }
}

/** Whether others have given back all of a refund: its pieces, or, of rupees alone, as much after it failed. */
function doneAgain(app: PbApp, refund: PbRecord): boolean {
  if (!refundLines(refund)) return !openFailures(app, refund).includes(refund.id)
  const { pieces, delivery } = onlyIts(app, refund, app.findRecordById('orders', refund.getString('order')))
  return pieces.length === 0 && !delivery
}

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
    const status = row.getString('status')
    if (status === 'failed' || (status === 'processed' && row.getString('error') !== '')) continue
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

function leftOf(txApp: PbApp, payment: PbRecord): Paise {
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
function queued(byHand: boolean) {
  const at = recordDate(now() + (byHand ? REFUND_WAIT_MS : 0))
  return {
    status: 'queued',
    idempotency_key: `refund_${$security.randomStringWithAlphabet(24, 'abcdefghijklmnopqrstuvwxyz0123456789')}`,
    next_try_at: at,
    send_at: byHand ? at : '',
  }
}

/** For the owner alone: the shopper is told when it goes, see `refundGoes`. */
function notePlanned(txApp: PbApp, order: string, amount: Paise): void {
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
  order.set('review_flag', 'refund_stopped')
  app.save(order)
}

/**
 * Pieces that went on sale with a refund are the order's again; one that is closed or back on sale has none. False when
 * they are sold: then they stay.
 */
function sellAgain(app: PbApp, refund: PbRecord): boolean {
  const order = refund.getString('order')
  const of = app.findRecordById('orders', order)
  if (CLOSED.includes(of.getString('status')) || of.getString('restock') === 'yes') return true
  const pieces = onSaleWith(app, refund)
  if (!stockSuffices(app, '', pieces, now())) return false
  for (const [product, quantity] of pieces)
    addMovement(app, { product, delta: -quantity, reason: 'sale', order, note: piecesNote(refund.id) })
  return true
}

/** Opened again, an order has what refunds that do not go had put on sale. */
export function sellAllAgain(app: PbApp, order: string): void {
  const filter = 'order = {:order} && (status = "failed" || status = "stopped")'
  for (const refund of app.findRecordsByFilter('refunds', filter, '', 0, 0, { order })) sellAgain(app, refund)
}

/** It went after it was stopped, or had failed: what it had put on sale and no other gives back is on sale again. */
function putOnSaleAgain(app: PbApp, refund: PbRecord, order: PbRecord): void {
  const moves = movesWith(app, refund)
  if (moves.length === 0 || !packsItsPieces(order)) return
  const put = piecesOf(moves.filter((row) => row.quantity > 0))
  const [theirs, now] = [piecesOf(onlyIts(app, refund, order).pieces), piecesOf(moves)]
  for (const [product, quantity] of put) {
    const delta = Math.min(quantity, theirs.get(product) ?? 0) - (now.get(product) ?? 0)
    if (delta > 0) addMovement(app, { product, delta, reason: 'return', order: order.id, note: piecesNote(refund.id) })
  }
}

/** Its parcel is still here: what no refund gives back is packed into it. */
const packsItsPieces = (order: PbRecord) =>
  AT_HOME.includes(order.getString('fulfilment_status')) && !CLOSED.includes(order.getString('status'))

/** Rows of the ledger that a refund made: on sale, and off it again below 0. */
function movesWith(app: PbApp, refund: PbRecord): { product: string; quantity: number }[] {
  const params = { order: refund.getString('order'), note: piecesNote(refund.id) }
  return app
    .findRecordsByFilter('stock_movements', 'order = {:order} && note = {:note}', '', 0, 0, params)
    .map((row) => ({ product: row.getString('product'), quantity: row.getInt('delta') }))
}

/** Pieces on sale by a refund, of each product. */
const onSaleWith = (app: PbApp, refund: PbRecord): Pieces =>
  new Map([...piecesOf(movesWith(app, refund))].filter(([, quantity]) => quantity > 0))

/**
 * Pieces of this order that refunds which failed have left on sale are theirs no longer, up to what another refund
 * gives back now: they go on sale with that one, and are counted once.
 * @returns how many of each product
 */
export function takeOver(txApp: PbApp, order: string, wanted: Pieces): Pieces {
  const over = new Map<string, number>()
  for (const refund of txApp.findRecordsByFilter('refunds', 'order = {:order} && status = "failed"', '', 0, 0, {
    order,
  }))
    for (const [product, left] of onSaleWith(txApp, refund)) {
      const taken = over.get(product) ?? 0
      const quantity = Math.min(left, (wanted.get(product) ?? 0) - taken)
      if (quantity <= 0) continue
      addMovement(txApp, { product, delta: -quantity, reason: 'sale', order, note: piecesNote(refund.id) })
      over.set(product, taken + quantity)
    }
  return over
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

function refuse(field: string, message: string): never {
  throw new BadRequestError('The refund could not be saved.', {
    [field]: new ValidationError('validation_refund', message),
  })
}

/**
 * What a processed refund changes: payment, order, timeline and mail. Call it once for each refund, when it becomes
 * processed.
 */
export function bookRefund(txApp: PbApp, refund: PbRecord, actor: 'gateway' | 'store'): void {
  const amount = refund.getInt('amount')
  const payment = refund.getString('payment')
  if (payment) {
    const record = txApp.findRecordById('payments', payment)
    const refunded = record.getInt('refunded') + amount
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
  if (before !== 'unpaid' && mayMove(LATE_MONEY_TRANSITIONS, before, after)) order.set('payment_status', after)
  if (order.getString('review_flag') === 'refund_failed' && !failsStill(txApp, order.id)) order.set('review_flag', '')
  order.set('actor', 'gateway')
  txApp.save(order)
  putOnSaleAgain(txApp, refund, order)
  addEvent(txApp, order.id, {
    type: 'refunded',
    label: `${formatPaise(amount)} refunded`,
    actor,
    data: { refund: refund.id },
  })
  queueMail(txApp, {
    kind: 'order_refunded',
    order: order.id,
    recipient: 'shopper',
    detail: refund.id,
    data: { amount, reason: refund.getString('reason'), by_hand: actor === 'store' },
  })
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

/** Whether a refund of an order has failed whose money may still be here. */
export function failsStill(txApp: PbApp, order: string): boolean {
  const failed = txApp.findRecordsByFilter('refunds', 'order = {:order} && status = "failed"', '', 0, 0, { order })
  return failed.some((refund) => !doneAgain(txApp, refund)) && refundable(txApp, order).length > 0
}

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

/**
 * Takes in what the provider says of a refund, whichever way it was heard: event, answer or list. One that the store
 * did not ask for was made at the provider and is written down. Answers what came of it.
 */
export function settleRefund(txApp: PbApp, told: GatewayRefund): { outcome: string; order?: string; payment?: string } {
  const payment = told.payment_id
    ? firstRecord(txApp, 'payments', 'gateway_payment_id = {:id}', { id: told.payment_id })
    : undefined
  if (!payment || payment.getInt('captured') === 0) return { outcome: 'refund of no payment of ours' }
  const refund = findRefund(txApp, told, payment) ?? refundAtProvider(txApp, told, payment)
  const about = { order: refund.getString('order'), payment: payment.id }
  const before = refund.getString('status')
  const status = refundStatus(told.status)
  const forward = isForward(before, status)
  if (forward) goesUnsent(txApp, refund, status)
  refund.set('gateway_refund_id', told.id)
  if (forward) takeStatus(refund, status)
  txApp.save(refund)
  if (!forward) return { outcome: 'refund known', ...about }
  if (status === 'processed') bookRefund(txApp, refund, 'gateway')
  if (status === 'failed') refundFailed(txApp, refund)
  return { outcome: `refund ${status}`, ...about }
}

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

function takeStatus(refund: PbRecord, status: ToldRefund): void {
  refund.set('status', status)
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

function refundAtProvider(txApp: PbApp, told: GatewayRefund, payment: PbRecord): PbRecord {
  return newRecord(txApp, 'refunds', {
    order: payment.getString('order'),
    payment: payment.id,
    amount: told.amount,
    reason: 'at_provider',
    note: 'Made in the provider’s dashboard',
    status: 'queued',
    idempotency_key: `at_provider_${told.id}`.slice(0, 60),
  })
}

/**
 * While the money is with the shop the shopper waits: the owner has to act. Pieces that are packed again are sold
 * again; those of a parcel that has left are in the shop.
 */
export function refundFailed(txApp: PbApp, refund: PbRecord): void {
  const order = txApp.findRecordById('orders', refund.getString('order'))
  // Word of it may be older than that of the refund that gave its money back.
  if (failsStill(txApp, order.id)) {
    // A dispute has a deadline: this comes up when that is settled.
    if (order.getString('review_flag') !== 'dispute') order.set('review_flag', 'refund_failed')
    const told = { kind: 'owner_flagged_order', order: order.id, recipient: 'owner', detail: refund.id } as const
    queueMail(txApp, { ...told, data: { flag: 'refund_failed' } })
  }
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
