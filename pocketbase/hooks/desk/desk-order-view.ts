import { asksRestock, changesOf, type OrderAct, shownActs, waitsFor } from '../../../src/domain/desk/order-acts'
import type { OrderState } from '../../../src/domain/desk/order-words'
import type { DeskEvent, DeskMail, DeskOrder, DeskPayment, DeskRefund } from '../../../src/domain/desk/orders'
import type { InvoiceKind } from '../../../src/domain/invoices/invoice'
import { availableStock, takenBy } from '../catalog/stock'
import { httpProblem } from '../guard/answer'
import { documentOf } from '../invoices/invoices'
import { now } from '../lib/clock'
import { recordById, rows } from '../lib/rows'
import { deliveryLock } from '../orders/order-delivery'
import { moveProblem } from '../orders/order-transition'
import { orderView } from '../orders/order-view'
import { isGivenBack } from '../orders/transition-guards'
import { refundLines } from '../payments/refunded-pieces'
import { onTheWay } from '../payments/refunds'
import { paidBackProblem, refundableByHand } from '../payments/refunds-by-hand'
import { deskRoute } from './desk-caller'
import { stateOf } from './desk-order-list'
import { STANDS } from './parcel-list'

/** GET /api/store/desk/orders/{id}: one order with all that belongs to it, and what can be done with it now. */
export function showOrder(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], () => {
    const order = recordById(e.app, 'orders', e.request.pathValue('id'))
    return order ? deskOrder(e.app, order) : { problem: NO_ORDER }
  })
}

export const NO_ORDER = httpProblem(404, 'no_order', 'There is no such order.')

/** GET /api/store/desk/bills/{id}: a bill or credit note as it was made, `{ html }`. */
export function showBill(e: PbRequestEvent): void {
  deskRoute(e, ['owner'], () => {
    const id = e.request.pathValue('id')
    const bill = recordById(e.app, 'bills', id)
    return bill ? { html: documentOf(e.app, bill) } : { problem: httpProblem(404, 'no_bill', 'There is no such bill.') }
  })
}

/** The order as the desk shows it. */
export function deskOrder(app: PbApp, order: PbRecord): DeskOrder {
  const text = (field: string) => order.getString(field)
  const view = orderView(app, order)
  const { items_total, discount_total, shipping_total, round_off, grand_total, paid_total, refunded_total } = view
  const time = now()
  const taken = takenBy(app, order.id)
  const stock = availableStock(app, [...new Set(view.items.map(({ product }) => product))], time)
  const state = stateOf(order)
  const { left, payment } = refundableByHand(app, order)
  const isEmptied = left > 0 && onTheWay(app, 'order', order.id) === 0 && isGivenBack(app, order)
  return {
    ...{ id: order.id, number: view.number, updated: text('updated'), placed_at: view.placed_at },
    ...{ contact: view.contact, address: view.address, note: view.note, expires_at: view.expires_at, state },
    tracking: {
      courier: text('courier'),
      tracking_number: text('tracking_number'),
      tracking_url: text('tracking_url'),
    },
    items: view.items.map((item) => ({
      ...item,
      on_hand: stock.get(item.product) ?? null,
      taken: taken.get(item.product) ?? 0,
    })),
    ...{ items_total, discount_total, shipping_total, round_off, grand_total, paid_total, refunded_total },
    ...{ cash_fee: view.cash_fee ?? 0, arrives: view.arrives ?? null },
    events: eventsOf(app, order.id),
    payments: of(app, 'payments', order.id).map(paymentOf),
    refunds: of(app, 'refunds', order.id).map((row) => refundOf(app, row)),
    bills: of(app, 'bills', order.id).map(billOf),
    mails: of(app, 'outbox', order.id).map(mailOf),
    acts: shownActs(state, isEmptied).map((act) => ({ act, why: whyNot(app, order.id, act, state) })),
    address_lock: deliveryLock(order),
    refundable: Math.max(0, left),
    refund_by: payment ? 'provider' : 'hand',
    refund_lock:
      left > 0 ? '' : paid_total > 0 ? 'All of its money has gone back, or is about to.' : 'Nothing is paid yet.',
    shopper: shopperOf(app, order),
    now: time,
  }
}

/** Why an act is not allowed now, by the guards of every save themselves; empty when it is. */
function whyNot(app: PbApp, id: string, act: OrderAct, state: OrderState): string {
  const waits = waitsFor(act, state)
  const refused = moveProblem(app, id, { ...changesOf(act, state), ...(asksRestock(act) && { restock: 'no' }) })
  return refused && (waits || refused)
}

const of = (app: PbApp, collection: string, order: string) =>
  app.findRecordsByFilter(collection, 'order = {:order}', 'created,@rowid', 200, 0, { order })

/** In words where no person of the shop is behind it. */
const ACTORS: { readonly [actor: string]: string } = {
  shopper: 'the shopper',
  store: 'the shop',
  gateway: 'the payment company',
  system: 'the shop by itself',
}

function eventsOf(app: PbApp, order: string): DeskEvent[] {
  return of(app, 'order_events', order).map((event) => {
    const data = JSON.parse(event.getString('data') || 'null') as { by?: unknown } | null
    const by = typeof data?.by === 'string' ? data.by : ''
    return {
      type: event.getString('type'),
      at: event.getString('created'),
      label: event.getString('label'),
      who: by || (ACTORS[event.getString('actor')] ?? ''),
    }
  })
}

const paymentOf = (row: PbRecord): DeskPayment => ({
  id: row.id,
  provider: row.getString('provider'),
  method: row.getString('method'),
  status: row.getString('status'),
  captured: row.getInt('captured'),
  error_reason: row.getString('error_reason'),
  at: row.getString('updated'),
})

const refundOf = (app: PbApp, row: PbRecord): DeskRefund => ({
  id: row.id,
  amount: row.getInt('amount'),
  status: row.getString('status') as DeskRefund['status'],
  send_at: row.getString('send_at'),
  processed_at: row.getString('processed_at'),
  error: row.getString('error'),
  gone: row.getString('status') === 'failed' ? paidBackProblem(app, row) : '',
  note: row.getString('note'),
  lines: refundLines(row),
})

const billOf = (row: PbRecord): DeskOrder['bills'][number] => ({
  id: row.id,
  number: row.getString('number'),
  kind: row.getString('kind') as InvoiceKind,
  total: row.getString('total'),
  issued_at: row.getString('issued_at'),
})

const mailOf = (row: PbRecord): DeskMail => ({
  id: row.id,
  kind: row.getString('kind'),
  recipient: row.getString('recipient') as DeskMail['recipient'],
  status: row.getString('status') as DeskMail['status'],
  error: row.getString('error'),
  at: row.getString('sent_at') || row.getString('updated'),
})

/** By mobile number, which guests keep as well. */
function shopperOf(app: PbApp, order: PbRecord): DeskOrder['shopper'] {
  const sql = `SELECT COUNT(*) AS orders, COALESCE(SUM(grand_total), 0) AS total FROM orders
    WHERE phone = {:phone} AND ${STANDS}`
  const none = { orders: 0, total: 0 }
  return rows(app, sql, { phone: order.getString('phone') }, none)[0] ?? none
}

/** The newest line of what happened, for whoever acted on an older state. */
export function lastEvent(app: PbApp, order: string): DeskEvent | undefined {
  return eventsOf(app, order).at(-1)
}
