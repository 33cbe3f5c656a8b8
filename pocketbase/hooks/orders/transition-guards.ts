import {
  AT_HOME,
  CAME_BACK,
  CLOSED,
  FULFILMENT_TRANSITIONS,
  HOLDS_MONEY,
  LATE_MONEY_TRANSITIONS,
  MONEY_GONE,
  mayMove,
  ORDER_TRANSITIONS,
  PAYMENT_TRANSITIONS,
  STANDING,
} from '../../../src/domain/orders/order'
import { soldLines } from '../../../src/domain/payments/refund-pieces'
import { piecesOf, piecesToTake, stockSuffices } from '../catalog/stock'
import { linesToPack } from '../delivery/lines-to-pack'
import { linesOf } from '../lib/order-lines'
import { usesAreLeft } from '../offers/promotions'
import { isConfirming } from '../payments/order-expiry'
import { onTheWay } from '../payments/refunds'
import { AXES, type Move } from './order-move'

/** Throws BadRequestError (400) with a sentence beside the field that may not move so. */
type Guard = (move: Move) => void

/**
 * In this order: a merchandiser reads the sentence of the first that refuses, so what was asked stands before what
 * stands in its way.
 */
export const GUARDS: readonly Guard[] = [
  closedStaysClosed,
  onlyAlongTheTables,
  onlyByOtherWays,
  onlyConfirmedIsSent,
  moneyIsHere,
  restockIsAnswered,
  piecesAreThere,
  parcelIsHome,
  nothingIsOnTheWay,
]

const STAYS_CLOSED = 'A closed order stays closed: its pieces are on sale again. Ask the shopper for a new order'

/**
 * A closed order opens again by hand only when closing it was a mistake: its refund was stopped, its money is all still
 * here, and what promotions gave it was not given to others meanwhile (PROMO-07).
 */
function closedStaysClosed({ app, before, order, actor, moved }: Move): void {
  if (!moved('status') || !CLOSED.includes(before.getString('status')) || actor === 'gateway') return
  const kept = before.getInt('paid_total') - before.getInt('refunded_total')
  const reopens = order.getString('status') === 'confirmed' && before.getBool('refund_waits')
  if (!reopens || kept < before.getInt('grand_total')) refuse('status', STAYS_CLOSED)
  if (onTheWay(app, 'order', order.id) > 0)
    refuse('status', 'Its refund is about to go. In refunds, set the status of that to stopped first')
  if (!usesAreLeft(app, before))
    refuse(
      'status',
      'Its offer or code was used by another order meanwhile: this one stays closed. Give its money back',
    )
}

type Table = { readonly [state: string]: readonly string[] }

function onlyAlongTheTables({ before, order, actor }: Move): void {
  const tables: { [axis in (typeof AXES)[number]]: Table } = {
    status: ORDER_TRANSITIONS,
    payment_status: actor === 'gateway' ? LATE_MONEY_TRANSITIONS : PAYMENT_TRANSITIONS,
    fulfilment_status: FULFILMENT_TRANSITIONS,
  }
  for (const axis of AXES) refuseForbiddenMove(axis, tables[axis], before.getString(axis), order.getString(axis))
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

/** What a merchandiser cannot bring about by a save, though the order may come to it by other ways. */
function onlyByOtherWays(move: Move): void {
  const { before, byHand, movedTo } = move
  if (!byHand) return
  if (movedTo('status', 'expired')) refuse('status', 'An order that waits expires by itself when its time is over')
  if (CLOSED.includes(before.getString('status')) && movedTo('payment_status', 'paid'))
    refuse('payment_status', STAYS_CLOSED)
  if (before.getString('status') === 'pending') confirmedWithItsMoney(move)
  if (movedTo('payment_status', 'authorized')) refuse('payment_status', 'Only the payment provider can say this')
  if (movedTo('payment_status', 'partially_refunded'))
    refuse('payment_status', 'To give back a part, add a record to refunds with the order and the amount')
}

function confirmedWithItsMoney({ app, before, order, time, movedTo }: Move): void {
  const cash = before.getString('payment_method') === 'cod'
  const paid = movedTo('payment_status', 'paid')
  if (movedTo('status', 'confirmed') && !paid && !cash)
    refuse('status', 'This order is not paid yet. It is confirmed when the payment arrives')
  if (paid && order.getString('status') !== 'confirmed')
    refuse('payment_status', 'If you have the money, confirm the order in the same save')
  if ((paid || movedTo('status', 'confirmed')) && isConfirming(app, before, time))
    refuse(
      paid ? 'payment_status' : 'status',
      'An online payment of this order is being confirmed, and counts by itself. Wait until it is here or has gone back',
    )
}

function onlyConfirmedIsSent({ order, moved }: Move): void {
  if (moved('fulfilment_status') && !STANDING.includes(order.getString('status')))
    refuse('fulfilment_status', 'Only a confirmed order can be packed and sent')
}

function moneyIsHere({ app, before, order, movedTo }: Move): void {
  if (!movedTo('fulfilment_status', 'packed') && !movedTo('fulfilment_status', 'shipped')) return
  if (isGivenBack(app, order, before)) refuse('fulfilment_status', GIVEN_BACK)
}

export const GIVEN_BACK = 'Its money, or every piece of it, has been given back, or is about to: it cannot be sent'

/**
 * Whether nothing may be sent of an order, nor its gift alone.
 * @param before where its parcel was: in one that has left is all of it
 */
export function isGivenBack(app: PbApp, order: PbRecord, before = order): boolean {
  return MONEY_GONE.includes(order.getString('payment_status')) || allGoesBack(app, order) || isEmptied(app, before)
}

/** Whether every piece that was bought has been given back, of an order whose parcel is still here. */
export function isEmptied(app: PbApp, order: PbRecord): boolean {
  const bought = soldLines(linesOf(order))
  return bought.length > 0 && soldLines(linesToPack(app, [order]).get(order.id) ?? []).length === 0
}

/** Whether the provider has been asked to give back all that is left of a paid order's money. */
function allGoesBack(app: PbApp, order: PbRecord): boolean {
  if (!HOLDS_MONEY.includes(order.getString('payment_status'))) return false
  const going = onTheWay(app, 'order', order.id)
  return going > 0 && order.getInt('paid_total') - order.getInt('refunded_total') - going <= 0
}

/** Only who holds the parcel knows whether its pieces can be sold again: they are asked, once. */
function restockIsAnswered({ before, order }: Move): void {
  if (!CAME_BACK.includes(order.getString('fulfilment_status'))) return
  const again = CAME_BACK.includes(before.getString('fulfilment_status'))
  const answer = order.getString('restock')
  if (!again && answer === '') refuse('restock', 'Do its pieces go back on sale? Choose yes or no')
  if (again && before.getString('restock') === 'yes' && answer !== 'yes')
    refuse('restock', 'Its pieces are back on sale already. Take them out by a row in stock_movements')
}

function piecesAreThere({ app, order, time, movedTo }: Move): void {
  if (!movedTo('status', 'confirmed')) return
  const pieces = piecesToTake(app, order.id, piecesOf(linesOf(order)))
  if (!stockSuffices(app, order.id, pieces, time))
    refuse('status', 'Its pieces were not held any longer and are sold: this order cannot be sent')
}

function parcelIsHome({ order, movedTo }: Move): void {
  if (movedTo('status', 'cancelled') && !AT_HOME.includes(order.getString('fulfilment_status')))
    refuse('status', 'This parcel is on its way; mark it as returned instead')
}

function nothingIsOnTheWay({ app, order, refund }: Move): void {
  if (refund === 'handed_back' && onTheWay(app, 'order', order.id) > 0)
    refuse('payment_status', 'A refund of this order is already on its way')
}

function refuse(field: string, message: string): never {
  throw new BadRequestError('The order could not be saved.', {
    [field]: new ValidationError('validation_forbidden_move', message),
  })
}
