import type { Paise } from '../../../src/domain/money'
import {
  AT_HOME,
  CAME_BACK,
  EXPIRED_LABELS,
  FULFILMENT_LABELS,
  type FulfilmentStatus,
  ON_THE_WAY,
  STANDING,
} from '../../../src/domain/orders/order'
import type { MailKind } from '../../../src/domain/orders/order-mail'
import { isRealOnline, type PaymentMethod } from '../../../src/domain/payments/providers'
import type { RefundReason } from '../../../src/domain/payments/refund-status'
import { piecesOf, releaseHolds, returnStock, sellStock } from '../catalog/stock'
import { forgetUnpaid } from '../catalog/unpaid-pieces'
import { dropBooking, dropCashBooking } from '../delivery/bookings'
import { invoiceTransition } from '../invoices/invoices'
import { recordDate } from '../lib/clock'
import { addEvent } from '../lib/order-events'
import { linesOf } from '../lib/order-lines'
import { firstRecord } from '../lib/rows'
import { dropOvertaken, hurryMail, mailWaits, queueMail } from '../mail/order-outbox'
import { sellAllAgain } from '../payments/refunded-pieces'
import { failsStill, hurryRefunds, isHeldBack, onTheWay, queueRefunds, refundable } from '../payments/refunds'
import { STANDS_FIRST } from '../payments/review-flags'
import { tellCorrection } from './order-delivery'
import type { Move } from './order-move'
import { isEmptied } from './transition-guards'

/** How long the mail of a parcel waits for its tracking number, ms. */
const TRACKING_WAIT_MS = 2 * 60 * 60_000

type Effect = readonly [when: (move: Move) => boolean, what: (move: Move) => void]

const becomes = (status: string) => (move: Move) => move.movedTo('status', status)
const isPaid = (move: Move) => move.movedTo('payment_status', 'paid')
const goesBack = (refund: Move['refund']) => (move: Move) => move.refund === refund
const always = () => true

/**
 * Fields the save itself sets, before it is written. In one save no two rows read or set the same field: their order
 * means nothing.
 */
export const STAMPS: readonly Effect[] = [
  [becomes('confirmed'), stampConfirmed],
  [becomes('cancelled'), stampCancelled],
  [({ refundWaits }) => refundWaits, ({ order }) => order.set('refund_waits', true)],
  // It is refunded when the provider has given the money back, not when somebody wishes it.
  [goesBack('by_provider'), ({ before, order }) => order.set('payment_status', before.getString('payment_status'))],
  [goesBack('handed_back'), ({ order }) => order.set('refunded_total', order.getInt('paid_total'))],
  [(move) => isPaid(move) && move.byHand, stampPaid],
  [settlesFirst, recallFlag],
]

/**
 * After the order is written, in the same transaction. The order of the rows is what people read: lines of the
 * timeline and mails stand as they were added, so paid comes before confirmed, and a refund after the cancelling that
 * causes it. The invoice comes before all of them: it may still refuse.
 */
export const EFFECTS: readonly Effect[] = [
  [vouchesForItself, ({ app, order }) => forgetUnpaid(app, order.id)],
  [always, ({ app, before, order }) => invoiceTransition(app, before, order)],
  [({ corrected }) => corrected.length > 0, deliveryCorrected],
  [isPaid, paid],
  [becomes('confirmed'), confirmed],
  [becomes('expired'), expired],
  [becomes('cancelled'), cancelled],
  [goesBack('by_provider'), ({ app, order }) => queueRefunds(app, order.id, 'by_shop', { byHand: true })],
  [goesBack('handed_back'), handedBack],
  [becomes('completed'), (move) => tell(move, 'completed', 'Completed')],
  [isNotFetched, ({ app, order }) => dropBooking(app, order)],
  [isPaid, ({ app, order }) => dropCashBooking(app, order)],
  [({ moved }) => moved('fulfilment_status'), parcelMoved],
  [staysHere, ({ app, order }) => returnStock(app, order.id, 'Nothing was sent')],
  [piecesComeBack, ({ app, order }) => returnStock(app, order.id, 'Parcel came back')],
  [always, mailTracking],
  [mustBeHandedBack, askToHandBack],
  [settlesFlag, flagSettled],
]

/** Who saves it by hand stands beside it, for the owner's eyes. */
const tell = ({ app, order, actor, byHand }: Move, type: string, label: string) => {
  const by = byHand ? order.getString('saved_by') : ''
  addEvent(app, order.id, { type, label, actor, ...(by && { data: { by } }) })
}

const mail = ({ app, order }: Move, kind: MailKind, recipient: 'shopper' | 'owner' = 'shopper', detail?: string) =>
  queueMail(app, { kind, order: order.id, recipient, ...(detail && { detail }) })

const isCash = ({ order }: Move) => order.getString('payment_method') === 'cod'

function stampConfirmed({ order, time }: Move): void {
  order.set('confirmed_at', recordDate(time))
  order.set('cancelled_at', '')
  order.set('expires_at', '')
  order.set('refund_waits', false)
  if (order.getString('review_flag') === 'refund_stopped') order.set('review_flag', '')
}

function stampCancelled({ order, time }: Move): void {
  order.set('cancelled_at', recordDate(time))
  order.set('expires_at', '')
  if (['unpaid', 'authorized'].includes(order.getString('payment_status'))) order.set('payment_status', 'voided')
}

/** Money that came through the provider is summed up by whoever books it; this is none of the provider's. */
function stampPaid({ before, order }: Move): void {
  order.set('paid_total', before.getInt('paid_total') + order.getInt('grand_total'))
  if (isRealOnline(before.getString('payment_method') as PaymentMethod)) order.set('payment_method', 'cod')
}

/** Of a flag that others may have waited behind. */
function settlesFirst({ before, order, byHand }: Move): boolean {
  return byHand && STANDS_FIRST.includes(before.getString('review_flag')) && order.getString('review_flag') === ''
}

/** Whether there still is what a flag that waited asks to look at. */
const STILL: { readonly [flag: string]: (app: PbApp, order: string, move: Move) => boolean } = {
  refunded_twice: (app, order) => isUnsettled(app, order, 'refunded_twice'),
  amount_mismatch: (app, order) => isUnsettled(app, order, 'amount_mismatch'),
  refund_failed: failsStill,
  refund_stopped: (app, _, { before, order }) => isHeldBack(app, order, before.getBool('refund_waits')),
}

/** What the history says once such a flag is taken away: nothing else tells it from one that waits behind another. */
const SETTLED = {
  amount_mismatch: { type: 'mismatch_settled', label: 'A payment of another amount was settled' },
  refunded_twice: { type: 'twice_settled', label: 'What went back twice was settled' },
} as const

function isUnsettled(app: PbApp, order: string, flag: keyof typeof SETTLED): boolean {
  const filter = 'order = {:order} && (type = {:flag} || type = {:settled})'
  const params = { order, flag, settled: SETTLED[flag].type }
  return firstRecord(app, 'order_events', filter, params, '-created,-@rowid')?.getString('type') === flag
}

function recallFlag(move: Move): void {
  const { app, before, order } = move
  const waited = STANDS_FIRST.slice(STANDS_FIRST.indexOf(before.getString('review_flag')) + 1)
  const next = waited.find((flag) => STILL[flag]?.(app, order.id, move))
  if (next) order.set('review_flag', next)
}

function settlesFlag({ before, byHand, moved }: Move): boolean {
  return byHand && moved('review_flag') && before.getString('review_flag') in SETTLED
}

function flagSettled({ app, before, order }: Move): void {
  const data = { by: order.getString('saved_by') }
  const settled = SETTLED[before.getString('review_flag') as keyof typeof SETTLED]
  addEvent(app, order.id, { ...settled, actor: 'store', public: false, data })
}

/** Money that came by hand goes back by hand: somebody has to hear of it. */
function mustBeHandedBack(move: Move): boolean {
  return move.movedTo('status', 'cancelled') && move.actor === 'shopper' && cameByHand(move) > 0
}

/** What the shop keeps of the order that is not the provider's to give back, paise. */
function cameByHand({ app, order }: Move): Paise {
  const byProvider = refundable(app, order.id).reduce((sum, { left }) => sum + left, 0)
  const kept = order.getInt('paid_total') - order.getInt('refunded_total')
  return kept - onTheWay(app, 'order', order.id) - byProvider
}

function askToHandBack(move: Move): void {
  const about = { order: move.order.id, recipient: 'owner', detail: 'paid_by_hand' } as const
  queueMail(move.app, { kind: 'owner_flagged_order', ...about, data: { amount: cameByHand(move) } })
}

/** A shopper who turns to cash vouches for nothing; that route counts the pieces anew. */
function vouchesForItself(move: Move): boolean {
  const { actor, moved, movedTo } = move
  const toCash = movedTo('status', 'confirmed') && actor === 'shopper'
  return isPaid(move) || movedTo('fulfilment_status', 'packed') || (moved('status') && !toCash)
}

/** Its parcel stays here, as nobody pays for it for instance, or went without the courier it was booked with. */
function isNotFetched({ order, byHand, movedTo }: Move): boolean {
  const sent = byHand && movedTo('fulfilment_status', 'shipped')
  const givenBack = movedTo('payment_status', 'refunded') && AT_HOME.includes(order.getString('fulfilment_status'))
  return sent || givenBack || movedTo('status', 'cancelled') || movedTo('fulfilment_status', 'unfulfilled')
}

function deliveryCorrected({ app, before, order, corrected }: Move): void {
  tellCorrection(app, before, corrected, order.getString('saved_by'))
}

function paid(move: Move): void {
  tell(move, 'paid', 'Paid')
  if (STANDING.includes(move.order.getString('status'))) mail(move, 'order_paid')
}

function confirmed(move: Move): void {
  const { app, before, order, byHand, time } = move
  const cash = isCash(move)
  sellAllAgain(app, order.id)
  sellStock(app, order.id, piecesOf(linesOf(order)), time)
  if (before.getString('status') === 'cancelled' && byHand) tell(move, 'reopened', 'Confirmed again')
  else tell(move, 'confirmed', cash && !isPaid(move) ? 'Confirmed, to be paid on delivery' : 'Confirmed')
  if (cash) mail(move, 'order_placed')
  // Who confirms a cash order knows of it.
  if (!(cash && byHand)) mail(move, 'owner_new_order', 'owner')
}

function expired(move: Move): void {
  const cash = isCash(move)
  releaseHolds(move.app, move.order.id)
  tell(move, 'expired', cash ? EXPIRED_LABELS.cash : EXPIRED_LABELS.online)
  if (cash) mail(move, 'order_not_confirmed')
}

const CANCELLED_BY: { [actor: string]: string } = {
  shopper: 'Cancelled by you',
  gateway: 'Cancelled: it sold out before your payment arrived',
  system: 'Cancelled: it sold out before your payment was completed',
}

function cancelled(move: Move): void {
  const { app, before, order, actor, byHand, refundWaits } = move
  releaseHolds(app, order.id)
  returnStock(app, order.id, 'Order cancelled')
  tell(move, 'cancelled', CANCELLED_BY[actor] ?? 'Cancelled by the shop')
  if (!byHand) hurryRefunds(app, order.id)
  queueRefunds(app, order.id, (order.getString('refund_reason') || 'cancelled') as RefundReason, { byHand })
  // Who calls off an order before paying for it has had no mail of it, and needs none.
  const unheardOf =
    before.getString('status') === 'pending' && order.getString('payment_status') === 'voided' && !isCash(move)
  const byShopper = actor === 'shopper'
  // While its refund can be stopped the shopper is told nothing.
  if (!(unheardOf && byShopper) && !refundWaits)
    queueMail(app, { kind: 'order_cancelled', order: order.id, recipient: 'shopper', byShopper })
}

function handedBack(move: Move): void {
  tell(move, 'refunded', 'Refunded')
  const refunded = { kind: 'order_refunded', order: move.order.id, recipient: 'shopper' } as const
  // What went back before has had a mail of its own.
  const amount = move.order.getInt('refunded_total') - move.before.getInt('refunded_total')
  queueMail(move.app, { ...refunded, data: { amount, by_hand: true } })
}

/** Who moved it is for the shop's eyes. */
function parcelMoved(move: Move): void {
  const { app, order, actor } = move
  const fulfilment = order.getString('fulfilment_status') as FulfilmentStatus
  const by = order.getString('saved_by')
  addEvent(app, order.id, {
    ...{ type: fulfilment, label: FULFILMENT_LABELS[fulfilment], actor },
    ...(by && { data: { by } }),
  })
  if (fulfilment === 'delivered') mail(move, 'order_delivered')
}

/** What was bought has been given back, and nothing is sent any more: its gift is on sale again. */
function staysHere({ app, order, movedTo }: Move): boolean {
  return movedTo('status', 'completed') && isEmptied(app, order)
}

function piecesComeBack({ order, moved }: Move): boolean {
  const answered = moved('fulfilment_status') || moved('restock')
  return answered && CAME_BACK.includes(order.getString('fulfilment_status')) && order.getString('restock') === 'yes'
}

/**
 * The mail of a sent parcel waits a while for its number; each change of it after that mail, while the shopper has use
 * for it, is told: by one that waits already, or by another, also where an earlier number is back.
 */
function mailTracking(move: Move): void {
  const { app, order, moved, movedTo, time } = move
  const number = order.getString('tracking_number')
  const known = number !== '' || order.getString('tracking_url') !== ''
  const fulfilment = order.getString('fulfilment_status') as FulfilmentStatus
  const shipped = { kind: 'order_shipped', order: order.id, recipient: 'shopper' } as const
  if (movedTo('fulfilment_status', 'shipped')) {
    queueMail(app, { ...shipped, ...(!known && { wait: TRACKING_WAIT_MS }) })
  } else if (ON_THE_WAY.includes(fulfilment)) {
    const isTold = () => hurryMail(app, shipped) || mailWaits(app, order.id, 'order_tracking')
    if (moved('tracking_number') && number !== '' && !isTold())
      mail(move, 'order_tracking', 'shopper', recordDate(time))
  } else if (fulfilment !== 'unfulfilled' && fulfilment !== 'packed') {
    dropOvertaken(app, order.id)
  }
}
