import { emailSchema, phoneSchema } from '../../../src/domain/account/address'
import { checkRequest } from '../../../src/domain/check-request'
import {
  type OrderEvent,
  type OrderPayment,
  type OrderPromotion,
  type OrderView,
  type PaymentSession,
  type PlacedOrder,
  parseOrderCode,
  type TrackView,
  wasPaid,
} from '../../../src/domain/orders/order'
import { trackRequestSchema } from '../../../src/domain/orders/order-request'
import { cashChoice } from '../../../src/domain/orders/quote'
import { arrivalOf } from '../delivery/arrivals'
import { destinationOf } from '../delivery/destinations'
import { answerFresh, answerProblem, type HttpProblem, httpProblem, NOT_FOUND } from '../guard/answer'
import { accessToken, liveKey, ownOrder } from '../guard/order-access'
import { addressOf, limited, type RateLimit, release } from '../guard/rate-limits'
import { readRequest } from '../guard/request'
import { linesOf } from '../lib/order-lines'
import { orderRecipient } from '../lib/order-recipient'
import { firstRecord, plain } from '../lib/rows'
import { storeSettings } from '../lib/store-settings'
import type { StartedPayment } from '../payments/attempts'
import { onlineProvider } from '../payments/providers'
import { isDelayed } from '../payments/refunds'
import { exactTotal } from '../payments/settlement'

/** GET /api/store/orders/{id}: the order, for its owner or the bearer of its token (ORDER-06). */
export function view(e: PbRequestEvent) {
  const order = ownOrder(e)
  if (!order) return answerProblem(e, NOT_FOUND)
  answerFresh(e, 200, orderView(e.app, order))
}

/** The order of this path, to do something with it; without one the answer is given: 404, or 429. */
export function orderToChange(e: PbRequestEvent): PbRecord | undefined {
  const own = ownOrder(e)
  if (own) return limited(e, [['deeds:order', own.id]]) ? undefined : own
  answerProblem(e, NOT_FOUND)
  return undefined
}

/** The order with this code, whatever stands before it; none for a code nobody has. By the index of the code. */
export const ordersOfCode = (app: PbApp, code: string): PbRecord[] =>
  app.findAllRecords('orders', $dbx.exp('substr([[number]], -8) = {:code}', { code }))

/**
 * POST /api/store/track: number and email or mobile of the order → its state, without address or contact (ORDER-07).
 * 429 after a few misses, of this address or of this number, whether there is such an order or not.
 */
export function track(e: PbRequestEvent) {
  const checked = readRequest(e, trackRequestSchema)
  if ('problem' in checked) return answerProblem(e, checked.problem)
  const code = parseOrderCode(checked.value.number)
  const tries: RateLimit[] = [
    ['track:address', addressOf(e)],
    ['track:order', code ?? ''],
  ]
  if (limited(e, tries)) return
  // An unknown number costs what a wrong contact costs, or the time of the answer would tell the two apart.
  const [order] = ordersOfCode(e.app, code ?? '-')
  const fits = contactFits(order, checked.value.contact)
  if (!order || !fits) return answerProblem(e, NOT_FOUND)
  release(e.app, tries)
  const seen = orderView(e.app, order)
  const { status, payment_method, payment_status, fulfilment_status, refund_waits, events, tracking, items } = seen
  const answer: TrackView = {
    number: seen.number,
    status,
    payment_method,
    payment_status,
    fulfilment_status,
    refund_waits,
    ...(seen.refund_failed && { refund_failed: true }),
    arrives: seen.arrives,
    events,
    tracking,
    items: items.map((item) => ({ name: item.name, color: item.color && item.color_name, quantity: item.quantity })),
  }
  answerFresh(e, 200, answer)
}

function contactFits(order: PbRecord | undefined, contact: string): boolean {
  const email = checkRequest(emailSchema, contact)
  const phone = checkRequest(phoneSchema, contact)
  const isEmail = $security.equal('value' in email ? email.value : '-', order ? order.getString('email') : '')
  const isPhone = $security.equal('value' in phone ? phone.value : '-', order ? order.getString('phone') : '')
  return isEmail || isPhone
}

/**
 * What placing and paying answer; `payment` is what the gateway's script needs, null when nothing is to be paid now.
 */
export function placedView(order: PbRecord, payment: PaymentSession | null = null): PlacedOrder {
  return {
    id: order.id,
    number: order.getString('number'),
    status: order.getString('status') as PlacedOrder['status'],
    payment_status: order.getString('payment_status') as PlacedOrder['payment_status'],
    fulfilment_status: order.getString('fulfilment_status') as PlacedOrder['fulfilment_status'],
    payment_method: order.getString('payment_method') as PlacedOrder['payment_method'],
    grand_total: order.getInt('grand_total'),
    access_token: accessToken(order.id),
    payment,
  }
}

/** Why the payment of an order that stands could not be started, with the order: it may be paid otherwise. */
export function startProblem({ order, problem }: Extract<StartedPayment, { problem: string }>): HttpProblem {
  return problem === 'request_in_progress'
    ? httpProblem(409, problem, 'This payment is just being prepared. Try again in a moment.')
    : httpProblem(503, problem, 'The payment company does not answer. Your order is kept: try again, or choose cash.', {
        order: placedView(order),
      })
}

/** The order as its owner sees it. */
export function orderView(app: PbApp, order: PbRecord): OrderView {
  const text = (field: string) => order.getString(field)
  const fields = plain(order)
  const tracked = text('courier') || text('tracking_number') || text('tracking_url')
  return {
    id: order.id,
    live_key: liveKey(order.id),
    number: text('number'),
    status: text('status') as OrderView['status'],
    payment_status: text('payment_status') as OrderView['payment_status'],
    fulfilment_status: text('fulfilment_status') as OrderView['fulfilment_status'],
    payment_method: text('payment_method') as OrderView['payment_method'],
    currency: 'INR',
    items: linesOf(order),
    items_total: order.getInt('items_total'),
    discount_total: order.getInt('discount_total'),
    promotions: (fields.promotions ?? []) as OrderPromotion[],
    shipping_total: order.getInt('shipping_total'),
    cash_fee: order.getInt('cash_fee'),
    round_off: order.getInt('round_off'),
    grand_total: order.getInt('grand_total'),
    paid_total: order.getInt('paid_total'),
    refunded_total: order.getInt('refunded_total'),
    refund_waits: order.getBool('refund_waits'),
    ...(isDelayed(app, order.id) && { refund_failed: true }),
    ...(order.getInt('refunded_total') > 0 && { refund_by_hand: paidBackByHand(app, order.id) }),
    ...orderRecipient(order),
    note: text('note'),
    placed_at: text('placed_at'),
    arrives: arrivalOf(order),
    expires_at: text('status') === 'pending' ? text('expires_at') : '',
    payment: openPayment(app, order),
    ...(text('status') === 'pending' && text('payment_method') !== 'cod' && { cash: cashInstead(app, order) }),
    ...(text('status') === 'pending' && text('payment_method') === 'cod' && { pay_online: onlineProvider() !== null }),
    bill: !!firstRecord(app, 'bills', 'order = {:order}', { order: order.id }),
    events: publicEvents(app, order.id),
    tracking: tracked
      ? { courier: text('courier'), tracking_number: text('tracking_number'), tracking_url: text('tracking_url') }
      : null,
  }
}

const cashInstead = (app: PbApp, order: PbRecord) =>
  cashChoice(exactTotal(order), storeSettings(app), destinationOf(app, order.getString('pincode'))?.rule)

/** A refund is told by who made it. */
function paidBackByHand(app: PbApp, order: string): boolean {
  const filter = 'order = {:order} && type = "refunded" && (actor = "store" || data.by = "bank")'
  return !!firstRecord(app, 'order_events', filter, { order })
}

function publicEvents(app: PbApp, order: string): OrderEvent[] {
  return app
    .findRecordsByFilter('order_events', 'order = {:order} && public = true', 'created,@rowid', 200, 0, { order })
    .map((event) => ({
      type: event.getString('type'),
      at: event.getString('created'),
      label: event.getString('label'),
    }))
}

/** The try to pay that is under way; null for cash and for what is settled one way or the other. */
function openPayment(app: PbApp, order: PbRecord): OrderPayment | null {
  const status = order.getString('status')
  if (order.getString('payment_method') === 'cod' || !['pending', 'expired'].includes(status)) return null
  if (wasPaid(order.getString('payment_status'))) return null
  const tries = app.findRecordsByFilter('payments', 'order = {:order}', '-attempt', 20, 0, { order: order.id })
  const confirming = tries.find(
    (row) =>
      row.getString('status') === 'authorized' ||
      (row.getString('status') === 'attempted' && row.getString('gateway_payment_id') !== ''),
  )
  const row = confirming ?? tries[0]
  if (!row || (status === 'expired' && !confirming)) return null
  const failed = row.getString('status') === 'failed'
  return {
    provider: row.getString('provider') as OrderPayment['provider'],
    state: confirming ? 'confirming' : failed ? 'failed' : 'open',
    error_reason: failed ? row.getString('error_reason') : '',
  }
}
