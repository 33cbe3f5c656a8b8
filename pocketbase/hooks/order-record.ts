import { TRACKING_WAIT_MS } from '../../src/domain/limits'
import {
  FULFILMENT_LABELS,
  FULFILMENT_TRANSITIONS,
  type FulfilmentStatus,
  LATE_MONEY_TRANSITIONS,
  mayMove,
  ORDER_TRANSITIONS,
  type OrderItem,
  PAYMENT_TRANSITIONS,
} from '../../src/domain/order'
import type { MailKind } from '../../src/domain/order-mail'
import { billForMove } from './bills'
import { now } from './clock'
import { plain } from './facts'
import { dropOvertaken, hurryMail, queueMail } from './mails'
import { correctDelivery, tellCorrection } from './order-delivery'
import { addEvent } from './order-events'
import { forgetUnpaid } from './order-limits'
import { inTransaction } from './record-transaction'
import { hurryRefunds, onTheWay, queueRefunds, type RefundReason, refundable, waitingRefunds } from './refunds'
import { piecesOf, recordDate, releaseHolds, returnStock, sellStock, stockSuffices } from './stock'

const AXES = [
  { field: 'status', table: ORDER_TRANSITIONS },
  { field: 'payment_status', table: PAYMENT_TRANSITIONS },
  { field: 'fulfilment_status', table: FULFILMENT_TRANSITIONS },
] as const

/** Reopened only by money that arrives late, which takes the pieces again. */
const CLOSED = ['cancelled', 'expired']

type Table = { readonly [state: string]: readonly string[] }

/**
 * onRecordUpdate: the one place where an order's states move, for routes and admin edits alike (ORDER-09). Refuses a forbidden move beside its
 * field; writes the timeline, moves stock, queues refunds and mails in the same transaction. A route names its caller with `order.set('actor', …)`: shopper, gateway
 * or system; nobody named is a merchandiser. The gateway books `paid_total` itself.
 */
export function moveOrder(e: PbRecordEvent): void {
  inTransaction(e, moveInTransaction)
}

function moveInTransaction(e: PbRecordEvent): void {
  const { record } = e
  // Somebody else may have moved the order since this save read it: what this save leaves alone stands as it is now.
  const before = e.app.findRecordById('orders', record.id)
  const read = record.original()
  record.ignoreUnchangedFields(true)
  for (const field of [...AXES.map((axis) => axis.field), 'restock', 'tracking_number']) {
    if (record.getString(field) === read.getString(field)) record.set(field, before.getString(field))
  }
  const actor = record.getString('actor') || 'store'
  const corrected = actor === 'store' ? correctDelivery(before, record) : []
  const status = record.getString('status')
  const moved = (field: string) => before.getString(field) !== record.getString(field)
  const movedTo = (field: string, state: string) => moved(field) && record.getString(field) === state
  if (moved('status') && CLOSED.includes(before.getString('status')) && actor !== 'gateway') {
    refuseClosed(e.app, before, status)
  }
  for (const { field, table } of AXES) {
    const allowed = field === 'payment_status' && actor === 'gateway' ? LATE_MONEY_TRANSITIONS : table
    refuseForbiddenMove(field, allowed, before.getString(field), record.getString(field))
  }
  if (actor === 'store') refuseByHand(before, record)
  const fulfilment = record.getString('fulfilment_status') as FulfilmentStatus
  if (moved('fulfilment_status') && status !== 'confirmed' && status !== 'completed') {
    refuse('fulfilment_status', 'Only a confirmed order can be packed and sent')
  }
  if (
    (movedTo('fulfilment_status', 'packed') || movedTo('fulfilment_status', 'shipped')) &&
    (MONEY_GONE.includes(record.getString('payment_status')) || allGoesBack(e.app, record))
  ) {
    refuse('fulfilment_status', 'The money of this order has been given back, or is about to: it cannot be sent')
  }
  const cameBack = BACK.includes(fulfilment)
  if (cameBack) refuseRestock(before, record)
  const time = now()
  const pieces = () => piecesOf(plain(record).items as OrderItem[])
  const confirmed = movedTo('status', 'confirmed')
  const cancelled = movedTo('status', 'cancelled')
  if (confirmed) {
    if (!stockSuffices(e.app, record.id, pieces(), time)) {
      refuse('status', 'Its pieces were not held any longer and are sold: this order cannot be sent')
    }
    record.set('confirmed_at', recordDate(time))
    record.set('cancelled_at', '')
    record.set('expires_at', '')
    record.set('refund_waits', false)
    if (record.getString('review_flag') === 'refund_stopped') record.set('review_flag', '')
  }
  if (cancelled) {
    if (fulfilment !== 'unfulfilled' && fulfilment !== 'packed')
      refuse('status', 'This parcel is on its way; mark it as returned instead')
    record.set('cancelled_at', recordDate(time))
    record.set('expires_at', '')
    if (['unpaid', 'authorized'].includes(record.getString('payment_status'))) record.set('payment_status', 'voided')
  }
  // Money that came by hand goes back by hand: somebody has to hear of it.
  if (cancelled && actor === 'shopper' && moneyByHand(e.app, record) > 0) record.set('review_flag', 'paid_after_cancel')
  const waits =
    cancelled && actor === 'store' && refundable(e.app, record.id).length + waitingRefunds(e.app, record.id).length > 0
  if (waits) record.set('refund_waits', true)
  const refundByHand = actor === 'store' && movedTo('payment_status', 'refunded')
  const refundLater = refundByHand && refundable(e.app, record.id).length > 0
  if (refundByHand && !refundLater && onTheWay(e.app, 'order', record.id) > 0)
    refuse('payment_status', 'A refund of this order is already on its way')
  if (refundLater) {
    // It is refunded when the provider has given the money back, not when somebody wishes it.
    record.set('payment_status', before.getString('payment_status'))
  } else if (refundByHand) {
    record.set('refunded_total', record.getInt('paid_total'))
  }
  const cash = record.getString('payment_method') === 'cod'
  const paid = movedTo('payment_status', 'paid')
  // Money that came through the provider is summed up by whoever books it.
  if (paid && actor === 'store') record.set('paid_total', before.getInt('paid_total') + record.getInt('grand_total'))
  e.next()
  // A shopper who turns to cash vouches for nothing; that route counts the pieces anew.
  if (paid || movedTo('fulfilment_status', 'packed') || (moved('status') && !(confirmed && actor === 'shopper')))
    forgetUnpaid(e.app, record.id)
  billForMove(e.app, before, record)
  if (corrected.length > 0) tellCorrection(e.app, before, corrected, record.getString('saved_by'))

  const add = (type: string, label: string) => addEvent(e.app, record.id, { type, label, actor })
  const mail = (kind: MailKind, recipient: 'shopper' | 'owner' = 'shopper', detail?: string) =>
    queueMail(e.app, { kind, order: record.id, recipient, ...(detail && { detail }) })
  const stands = status === 'confirmed' || status === 'completed'
  if (paid) {
    add('paid', 'Paid')
    if (stands) mail('order_paid')
  }
  if (confirmed) {
    sellStock(e.app, record.id, pieces(), time)
    if (before.getString('status') === 'cancelled' && actor === 'store') add('reopened', 'Confirmed again')
    else add('confirmed', cash ? 'Confirmed, to be paid on delivery' : 'Confirmed')
    if (cash) mail('order_placed')
    // Who confirms a cash order knows of it.
    if (!(cash && actor === 'store')) mail('owner_new_order', 'owner')
  }
  if (movedTo('status', 'expired')) {
    releaseHolds(e.app, record.id)
    add('expired', cash ? 'Not confirmed in time' : 'Not paid in time')
    if (cash) mail('order_not_confirmed')
  }
  if (cancelled) {
    releaseHolds(e.app, record.id)
    returnStock(e.app, record.id, 'Order cancelled')
    add('cancelled', CANCELLED_BY[actor] ?? 'Cancelled by the shop')
    if (actor !== 'store') hurryRefunds(e.app, record.id)
    const reason = (record.getString('refund_reason') || 'cancelled') as RefundReason
    queueRefunds(e.app, record.id, reason, { byHand: actor === 'store' })
    // Who calls off an order before paying for it has had no mail of it, and needs none.
    const unheardOf =
      before.getString('status') === 'pending' && record.getString('payment_status') === 'voided' && !cash
    const byShopper = actor === 'shopper'
    // While its refund can be stopped the shopper is told nothing.
    if (!(unheardOf && byShopper) && !waits)
      queueMail(e.app, { kind: 'order_cancelled', order: record.id, recipient: 'shopper', byShopper })
  }
  if (refundLater) {
    queueRefunds(e.app, record.id, 'by_shop', { byHand: true })
  } else if (refundByHand) {
    add('refunded', 'Refunded')
    mail('order_refunded')
  }
  if (movedTo('status', 'completed')) add('completed', 'Completed')
  if (moved('fulfilment_status')) {
    add(fulfilment, FULFILMENT_LABELS[fulfilment])
    if (fulfilment === 'delivered') mail('order_delivered')
  }
  if (cameBack && (moved('fulfilment_status') || moved('restock')) && record.getString('restock') === 'yes')
    returnStock(e.app, record.id, 'Parcel came back')
  mailTracking(e.app, record, {
    shipped: movedTo('fulfilment_status', 'shipped'),
    numbered: moved('tracking_number'),
  })
  const flag = record.getString('review_flag')
  if (flag && moved('review_flag') && actor !== 'store') mail('owner_flagged_order', 'owner', flag)
}

/** States of a parcel that is in the shop's hands again. */
const BACK = ['returned', 'returned_to_origin']

/** Only who holds the parcel knows whether its pieces can be sold again: they are asked, once. */
function refuseRestock(before: PbRecord, record: PbRecord): void {
  const again = BACK.includes(before.getString('fulfilment_status'))
  const answer = record.getString('restock')
  if (!again && answer === '') refuse('restock', 'Do its pieces go back on sale? Choose yes or no')
  if (again && before.getString('restock') === 'yes' && answer !== 'yes')
    refuse('restock', 'Its pieces are back on sale already. Take them out by a row in stock_movements')
}

/** States of a parcel on the road: the shopper has use for its number. */
const ON_THE_ROAD = ['shipped', 'out_for_delivery', 'delivery_failed']

/** The mail of a sent parcel waits a while for its number; each number that comes or changes after that mail is told once. */
function mailTracking(
  app: PbApp,
  order: PbRecord,
  { shipped, numbered }: { shipped: boolean; numbered: boolean },
): void {
  const number = order.getString('tracking_number')
  const known = number !== '' || order.getString('tracking_url') !== ''
  const fulfilment = order.getString('fulfilment_status')
  const shopper = { order: order.id, recipient: 'shopper' } as const
  if (shipped) {
    queueMail(app, { kind: 'order_shipped', ...shopper, ...(!known && { wait: TRACKING_WAIT_MS }) })
  } else if (ON_THE_ROAD.includes(fulfilment)) {
    if (numbered && number !== '' && !hurryMail(app, { kind: 'order_shipped', ...shopper }))
      queueMail(app, { kind: 'order_tracking', ...shopper, detail: number })
  } else if (fulfilment !== 'unfulfilled' && fulfilment !== 'packed') {
    dropOvertaken(app, order.id)
  }
}

const CANCELLED_BY: { [actor: string]: string } = {
  shopper: 'Cancelled by you',
  gateway: 'Cancelled: it sold out before your payment arrived',
  system: 'Cancelled: it sold out before your payment was completed',
}

/** A closed order opens again by hand only when closing it was a slip: its refund was stopped, and its money is all still here. */
function refuseClosed(app: PbApp, order: PbRecord, status: string): void {
  const kept = order.getInt('paid_total') - order.getInt('refunded_total')
  if (status !== 'confirmed' || !order.getBool('refund_waits') || kept < order.getInt('grand_total'))
    refuse('status', 'A closed order stays closed: its pieces are on sale again. Ask the shopper for a new order')
  if (onTheWay(app, 'order', order.id) > 0)
    refuse('status', 'Its refund is about to go. In refunds, set the status of that to stopped first')
}

const MONEY_GONE = ['refunded', 'voided']

/** What the shop holds of the order's money that the provider cannot give back, paise: it was recorded by hand. */
function moneyByHand(app: PbApp, order: PbRecord): number {
  const byProvider = refundable(app, order.id).reduce((sum, { left }) => sum + left, 0)
  return order.getInt('paid_total') - order.getInt('refunded_total') - onTheWay(app, 'order', order.id) - byProvider
}

/** Whether the provider has been asked to give back all that is left of a paid order's money. */
function allGoesBack(app: PbApp, order: PbRecord): boolean {
  if (!['paid', 'partially_refunded'].includes(order.getString('payment_status'))) return false
  const going = onTheWay(app, 'order', order.id)
  return going > 0 && order.getInt('paid_total') - order.getInt('refunded_total') - going <= 0
}

/** What a merchandiser cannot bring about by a save, though the order may come to it by other ways. */
function refuseByHand(before: PbRecord, record: PbRecord): void {
  const movedTo = (field: string, state: string) =>
    before.getString(field) !== state && record.getString(field) === state
  const paid = movedTo('payment_status', 'paid')
  if (movedTo('status', 'expired')) refuse('status', 'An order that waits expires by itself when its time is over')
  if (before.getString('status') === 'pending') {
    const cash = before.getString('payment_method') === 'cod'
    if (movedTo('status', 'confirmed') && !paid && !cash)
      refuse('status', 'This order is not paid yet. It is confirmed when the payment arrives')
    if (paid && record.getString('status') !== 'confirmed')
      refuse('payment_status', 'If you have the money, confirm the order in the same save')
  }
  if (movedTo('payment_status', 'authorized')) refuse('payment_status', 'Only the payment provider can say this')
  if (movedTo('payment_status', 'partially_refunded')) {
    refuse('payment_status', 'To give back a part, add a record to refunds with the order and the amount')
  }
}

function refuseForbiddenMove(field: string, table: Table, from: string, to: string): void {
  if (mayMove(table, from, to)) return
  if (reaches(table, to, from)) refuse(field, `An order that is ${from} cannot become ${to} again`)
  const next = table[from]?.join(' or ')
  refuse(field, next ? `From ${from} an order can only become ${next}` : `${from} is final`)
}

/** Whether one state leads to another by any number of moves: then the asked-for move would go backward. */
function reaches(table: Table, from: string, to: string, seen: string[] = []): boolean {
  return (table[from] ?? []).some(
    (next) => next === to || (!seen.includes(next) && reaches(table, next, to, [...seen, next])),
  )
}

function refuse(field: string, message: string): never {
  throw new BadRequestError('The order could not be saved.', {
    [field]: new ValidationError('validation_forbidden_move', message),
  })
}

/** onRecordCreateRequest: orders come from the shop's own route and are kept, as tax law asks. */
export function refuseOrderByHand(): never {
  throw new ForbiddenError('Orders are placed in the shop and kept. Cancel an order instead of deleting it.')
}
