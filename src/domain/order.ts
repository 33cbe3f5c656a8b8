import type { Address, Contact } from './address'
import type { Paise } from './money'

/** The three axes of an order. They move only along the tables below, wherever the change comes from (ORDER-09). */
export type OrderStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'expired'
export type PaymentStatus = 'unpaid' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded' | 'voided'
export type FulfilmentStatus =
  | 'unfulfilled'
  | 'packed'
  | 'shipped'
  | 'out_for_delivery'
  | 'delivered'
  | 'delivery_failed'
  | 'returned_to_origin'
  | 'return_requested'
  | 'returned'
export type PaymentMethod = 'cod' | 'razorpay' | 'test'
/** Who takes online payments; `test` is pretend money for a shop without keys, never in production. */
export type OnlineProvider = 'razorpay' | 'test'
/** Why an order needs the owner's eye: money is never dropped, odd cases are flagged. */
export type ReviewFlag =
  | 'amount_mismatch'
  | 'paid_after_cancel'
  | 'duplicate_payment'
  | 'oversold'
  | 'dispute'
  | 'refund_failed'

type Transitions<S extends string> = { readonly [from in S]: readonly S[] }

/** expired and cancelled reopen only for money that arrives late, with stock taken again. */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: ['confirmed'],
  expired: ['confirmed'],
}

/** Never backward; a failure belongs to one payment attempt, not to the order. unpaid → paid is cash in hand or a direct capture. */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  unpaid: ['authorized', 'paid', 'voided'],
  authorized: ['paid', 'voided'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  voided: [],
}

/**
 * What the payment gateway may do beyond the table: money that reaches a cancelled order is booked, and then given back. Nobody else may.
 */
export const LATE_MONEY_TRANSITIONS: Transitions<PaymentStatus> = { ...PAYMENT_TRANSITIONS, voided: ['paid'] }

export const FULFILMENT_TRANSITIONS: Transitions<FulfilmentStatus> = {
  unfulfilled: ['packed'],
  packed: ['shipped'],
  shipped: ['out_for_delivery', 'delivered', 'delivery_failed'],
  out_for_delivery: ['delivered', 'delivery_failed'],
  delivery_failed: ['out_for_delivery', 'returned_to_origin'],
  returned_to_origin: [],
  delivered: ['return_requested'],
  return_requested: ['returned'],
  returned: [],
}

/** Whether an axis may go from one state to another; staying is always allowed. */
export function mayMove<S extends string>(table: Transitions<S>, from: S, to: S): boolean {
  return from === to || (table[from]?.includes(to) ?? false)
}

/** A line as it was bought: a snapshot, so that editing or deleting the product never changes it. Money in paise. */
export interface OrderItem {
  product: string
  name: string
  color: string
  color_name: string
  image: string
  quantity: number
  unit_price: Paise
  line_total: Paise
  is_gift: boolean
  hsn: string
  gst_rate: number
}

/** One entry of the order's timeline; `at` is a record date, `label` a shopper's words. */
export interface OrderEvent {
  type: string
  at: string
  label: string
}

export interface OrderTracking {
  courier: string
  tracking_number: string
  tracking_url: string
}

/**
 * The try to pay that is under way, told only while the order is not paid. `open`: nothing has been paid with it. `confirming`: the shopper
 * has paid and the bank's word is awaited, so paying again would be wrong. `failed`: this try went wrong, another may be made.
 */
export interface OrderPayment {
  provider: OnlineProvider
  state: 'open' | 'confirming' | 'failed'
  /** The provider's word for what went wrong (`payment_timed_out`, `insufficient_funds` …); empty unless it failed. */
  error_reason: string
}

/** What the store's order routes answer to the one who may see the order. */
export interface OrderView {
  id: string
  number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  payment_method: PaymentMethod
  currency: 'INR'
  items: OrderItem[]
  items_total: Paise
  discount_total: Paise
  shipping_total: Paise
  /** Rounding of a cash order to whole rupees; may be below 0. */
  round_off: Paise
  grand_total: Paise
  paid_total: Paise
  refunded_total: Paise
  contact: Contact
  address: Address
  note: string
  placed_at: string
  /** Until when an unpaid online order holds its pieces; empty otherwise. */
  expires_at: string
  payment: OrderPayment | null
  /** Whether a bill can be had. */
  bill: boolean
  events: OrderEvent[]
  tracking: OrderTracking | null
}

/** What the track form answers: no address, no contact (ORDER-07). */
export interface TrackView
  extends Pick<OrderView, 'number' | 'status' | 'payment_status' | 'fulfilment_status' | 'events' | 'tracking'> {
  items: Pick<OrderItem, 'name' | 'color' | 'quantity'>[]
}

/** What the gateway's script needs to open. */
export interface PaymentSession {
  provider: OnlineProvider
  key_id: string
  gateway_order_id: string
  amount: Paise
  currency: 'INR'
}

/** Answer of a placed order. */
export interface PlacedOrder {
  id: string
  number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  grand_total: Paise
  access_token: string
  payment: PaymentSession | null
}

/** The order's state in a shopper's words, most telling axis first. */
export function orderLabel(
  order: Pick<OrderView, 'status' | 'payment_status' | 'fulfilment_status' | 'payment_method'>,
): string {
  if (order.status === 'expired') return 'Not paid in time'
  if (order.payment_status === 'refunded')
    return order.fulfilment_status === 'returned' ? 'Returned, refunded' : 'Refunded'
  if (order.status === 'cancelled')
    return order.payment_status === 'paid' ? 'Cancelled, refund on its way' : 'Cancelled'
  if (order.status === 'pending') return 'Awaiting payment'
  if (order.fulfilment_status === 'unfulfilled') return 'Confirmed'
  return FULFILMENT_LABELS[order.fulfilment_status]
}

export const FULFILMENT_LABELS: Record<FulfilmentStatus, string> = {
  unfulfilled: 'Being prepared',
  packed: 'Packed',
  shipped: 'Shipped',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  delivery_failed: 'Delivery tried, not received',
  returned_to_origin: 'Sent back to us',
  return_requested: 'Return asked for',
  returned: 'Returned',
}

export interface TimelineStep {
  label: string
  state: 'done' | 'now' | 'todo'
  /** When it happened; empty for what has not. */
  at: string
}

const ROAD: readonly FulfilmentStatus[] = ['packed', 'shipped', 'out_for_delivery', 'delivered']

/** The order as a road: what has happened, with its time, and what is still to come. Money in hand decides the first stop. */
export function orderTimeline(
  order: Pick<OrderView, 'status' | 'payment_method' | 'fulfilment_status' | 'events' | 'placed_at'>,
): TimelineStep[] {
  const at = (type: string) => order.events.find((event) => event.type === type)?.at ?? ''
  const steps: TimelineStep[] = [{ label: 'Order placed', state: 'done', at: at('placed') || order.placed_at }]
  if (order.status === 'expired' || order.status === 'cancelled') {
    steps.push({
      label: order.status === 'expired' ? 'Not paid in time' : 'Cancelled',
      state: 'now',
      at: at(order.status),
    })
    return steps
  }
  if (order.status === 'pending') {
    steps.push({ label: 'Payment', state: 'now', at: '' })
  } else {
    steps.push({
      label: 'Confirmed',
      state: order.fulfilment_status === 'unfulfilled' ? 'now' : 'done',
      at: at('confirmed'),
    })
  }
  const reached = ROAD.indexOf(order.fulfilment_status)
  const leftTheRoad = reached === -1 && order.fulfilment_status !== 'unfulfilled'
  ROAD.forEach((status, position) => {
    const passed = at(status) !== '' || position < reached
    if (leftTheRoad && !passed) return
    const state =
      position === reached && status !== 'delivered' ? 'now' : passed || position === reached ? 'done' : 'todo'
    steps.push({ label: FULFILMENT_LABELS[status], state, at: at(status) })
  })
  if (leftTheRoad) {
    const label = FULFILMENT_LABELS[order.fulfilment_status]
    steps.push({ label, state: 'now', at: at(order.fulfilment_status) })
  }
  return steps
}

/** Whether the shopper may still cancel by themselves: before the parcel is packed. */
export function mayCancel(order: Pick<OrderView, 'status' | 'fulfilment_status'>): boolean {
  return (order.status === 'pending' || order.status === 'confirmed') && order.fulfilment_status === 'unfulfilled'
}

/**
 * Where the money of an order stands after something was given back: what the shop still keeps decides. A second payment that is returned
 * leaves a paid order paid. All in paise.
 */
export function standingPayment(order: {
  grand_total: Paise
  paid_total: Paise
  refunded_total: Paise
}): 'paid' | 'partially_refunded' | 'refunded' {
  const kept = order.paid_total - order.refunded_total
  if (kept <= 0) return 'refunded'
  return kept < order.grand_total ? 'partially_refunded' : 'paid'
}

/** Our name for one try to pay at the gateway: at most 40 characters, unique. */
export const receiptOf = (number: string, attempt: number): string => `${number}-${attempt}`

/** Letters and digits of order numbers: Crockford's base 32, without I, L, O and U. */
export const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const NUMBER_LENGTH = 8
export const NUMBER_PREFIX = 'SJ-'

/** An order number as a person typed it → its stored form: upper case, O as 0, I and L as 1, prefix optional; null when it is none. */
export function parseOrderNumber(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015]/g, '')
    .replace(/^SJ-?/, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return new RegExp(`^[${NUMBER_ALPHABET}]{${NUMBER_LENGTH}}$`).test(code) ? `${NUMBER_PREFIX}${code}` : null
}
