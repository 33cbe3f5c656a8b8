import type { Address, Contact } from '../account/address'
import type { Arrives } from '../delivery/promise'
import type { Paise } from '../money'
import type { PromotionKind } from '../offers/promotion'
import type { OnlineProvider, PaymentMethod } from '../payments/providers'
import type { PaymentChoice } from './quote'

/** The three axes of an order. They move only along the tables below, wherever the change comes from (ORDER-09). */
export type OrderStatus = 'pending' | 'confirmed' | 'completed' | 'cancelled' | 'expired'
export type PaymentStatus = 'unpaid' | 'authorized' | 'paid' | 'partially_refunded' | 'refunded' | 'voided'
export type FulfilmentStatus = keyof typeof PARCEL_WITH
/** Who has the parcel in each state; `back`: the shop has it again. */
const PARCEL_WITH = {
  unfulfilled: 'shop',
  packed: 'shop',
  shipped: 'courier',
  out_for_delivery: 'courier',
  delivery_failed: 'courier',
  delivered: 'shopper',
  return_requested: 'shopper',
  returned: 'back',
  returned_to_origin: 'back',
} as const
const parcelWith = (who: (typeof PARCEL_WITH)[FulfilmentStatus]): readonly string[] =>
  (Object.keys(PARCEL_WITH) as FulfilmentStatus[]).filter((state) => PARCEL_WITH[state] === who)
/** Where a parcel is that has not left. */
export const AT_HOME = parcelWith('shop')
/** Where a parcel is that its courier has. */
export const ON_THE_WAY = parcelWith('courier')
/** Where a parcel is on its way to the shopper that nobody has tried to hand over in vain. */
export const UNDER_WAY = [...AT_HOME, ...ON_THE_WAY].filter((state) => state !== 'delivery_failed')
/** Where a parcel is that is in the shop's hands again. */
export const CAME_BACK = parcelWith('back')
/** States of an order that neither waits nor is called off. */
export const STANDING: readonly string[] = ['confirmed', 'completed']
/**
 * Opened again by money that arrives late, or by hand when the refund was stopped; its pieces are taken again.
 */
export const CLOSED: readonly string[] = ['cancelled', 'expired']
/** States of payment in which the shop has money of an order. */
export const HOLDS_MONEY: readonly string[] = ['paid', 'partially_refunded']
/** Whether an order was paid, whatever was given back since: money on top of that came twice, any other came late. */
export const wasPaid = (status: string): boolean => HOLDS_MONEY.includes(status) || status === 'refunded'
/** States of payment of an order that is not sent. */
export const MONEY_GONE: readonly string[] = ['refunded', 'voided']

/** Why an order needs the owner's eye: money is never dropped, odd cases are flagged. */
export type ReviewFlag =
  | 'amount_mismatch'
  | 'paid_after_cancel'
  | 'duplicate_payment'
  | 'oversold'
  | 'dispute'
  | 'refund_failed'
  | 'refund_stopped'
  | 'refunded_twice'

type Transitions<S extends string> = { readonly [from in S]: readonly S[] }

/**
 * A pending order waits for its payment, or, a cash order, for the maker's confirmation. How expired and
 * cancelled open again says `CLOSED`.
 */
export const ORDER_TRANSITIONS: Transitions<OrderStatus> = {
  pending: ['confirmed', 'expired', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: ['confirmed'],
  expired: ['confirmed'],
}

/**
 * Never backward; a failure belongs to one payment attempt, not to the order. unpaid → paid is cash in hand or a
 * direct capture.
 */
export const PAYMENT_TRANSITIONS: Transitions<PaymentStatus> = {
  unpaid: ['authorized', 'paid', 'voided'],
  authorized: ['paid', 'voided'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  voided: [],
}

/**
 * What the payment gateway may do beyond the table: money that reaches a cancelled order is booked, and then given
 * back; an authorised payment that went back to the payer leaves the order to be paid otherwise; a second payment that
 * cannot go back is the shop's again. Nobody else may.
 */
export const LATE_MONEY_TRANSITIONS: Transitions<PaymentStatus> = {
  ...PAYMENT_TRANSITIONS,
  authorized: ['paid', 'voided', 'unpaid'],
  voided: ['paid'],
  refunded: ['partially_refunded'],
}

/** A parcel called packed by mistake is not packed after all; once it is sent it never goes back. */
export const FULFILMENT_TRANSITIONS: Transitions<FulfilmentStatus> = {
  unfulfilled: ['packed'],
  packed: ['shipped', 'unfulfilled'],
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
  /** As `QuoteLine`; missing in orders of earlier releases. */
  net?: string
  image: string
  quantity: number
  unit_price: Paise
  /** Before anything is taken off; orders of earlier releases have gifts at 0. */
  line_total: Paise
  /** What promotions took off this line, frozen; missing in orders of earlier releases. */
  discount?: Paise
  is_gift: boolean
  hsn: string
  gst_rate: number
}

/** A promotion as an order keeps it: `amount` is what the shopper had of it, paise. */
export interface OrderPromotion {
  id: string
  name: string
  code: string
  kind: PromotionKind
  amount: Paise
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
 * The try to pay that is under way, told only while the order is not paid. `open`: nothing has been paid with it.
 * `confirming`: the shopper has paid and the bank's word is awaited, so paying again would be wrong. `failed`: this
 * try went wrong, another may be made.
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
  /** Names the topic that tells of its changes (`orderTopic`). */
  live_key?: string
  number: string
  status: OrderStatus
  payment_status: PaymentStatus
  fulfilment_status: FulfilmentStatus
  payment_method: PaymentMethod
  currency: 'INR'
  items: OrderItem[]
  items_total: Paise
  discount_total: Paise
  /** What was given when it was placed. */
  promotions: OrderPromotion[]
  shipping_total: Paise
  /** How much of `shipping_total` is for paying in cash. */
  cash_fee?: Paise
  /** Rounding of a cash order to whole rupees; may be below 0. */
  round_off: Paise
  grand_total: Paise
  paid_total: Paise
  refunded_total: Paise
  /** The shop has closed the order and its money has not gone yet: its refund waits a while, or was stopped. */
  refund_waits?: boolean
  /** A refund failed and none is on its way: the shop has to see to it. */
  refund_failed?: boolean
  /** Some of what was given back the shop has paid back itself, or the payer's bank has taken: without the provider. */
  refund_by_hand?: boolean
  contact: Contact
  address: Address
  note: string
  placed_at: string
  /** When it arrives, as can be said today; null: nothing was told, or it is there. */
  arrives?: Arrives | null
  /** Until when an unpaid online order, or a cash order that waits for the maker, holds its pieces; empty otherwise. */
  expires_at: string
  payment: OrderPayment | null
  /** Of an online order that waits for its money: what it would come to in cash. */
  cash?: PaymentChoice
  /** A cash order that waits for the maker may be paid online instead. */
  pay_online?: boolean
  /** Whether a bill can be had. */
  bill: boolean
  events: OrderEvent[]
  tracking: OrderTracking | null
}

/** What the track form answers: no address, no contact (ORDER-07). */
export interface TrackView
  extends Pick<
    OrderView,
    | 'number'
    | 'status'
    | 'payment_method'
    | 'payment_status'
    | 'fulfilment_status'
    | 'refund_waits'
    | 'refund_failed'
    | 'arrives'
    | 'events'
    | 'tracking'
  > {
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
  payment_method: PaymentMethod
  grand_total: Paise
  access_token: string
  payment: PaymentSession | null
}

/** What the shopper's words are made of. The list and the track form know less than the order's own page. */
export type OrderState = Pick<OrderView, 'status' | 'payment_status' | 'fulfilment_status'> &
  Partial<
    Pick<
      OrderView,
      | 'payment_method'
      | 'grand_total'
      | 'paid_total'
      | 'refunded_total'
      | 'refund_waits'
      | 'refund_failed'
      | 'refund_by_hand'
      | 'expires_at'
      | 'payment'
    >
  >

/** Whether it is a cash order that stands only once the maker has confirmed it (docs/decisions/0038). */
export function awaitsConfirmation({ status, payment_method }: Pick<OrderState, 'status' | 'payment_method'>): boolean {
  return status === 'pending' && payment_method === 'cod'
}

/**
 * Where the payment of an order stands that is not paid yet; null for every other order. The bank may take longer
 * than pieces are kept.
 */
export function paymentStage(order: OrderState): OrderPayment['state'] | null {
  const { status, payment_status, payment } = order
  if (status === 'expired' && payment?.state === 'confirming') return 'confirming'
  if (status !== 'pending' || awaitsConfirmation(order)) return null
  return payment_status === 'authorized' ? 'confirming' : (payment?.state ?? 'open')
}

export const isClosed = ({ status }: Pick<OrderState, 'status'>): boolean => CLOSED.includes(status)

/**
 * Money that is on its way back to the shopper, paise: all of an order that does not stand, else what was paid beyond
 * its total.
 */
export function refundDue(order: OrderState): Paise {
  const { payment_status, grand_total = 0, paid_total = 0, refunded_total = 0 } = order
  if (!HOLDS_MONEY.includes(payment_status) || order.refund_waits) return 0
  return Math.max(0, paid_total - refunded_total - (isClosed(order) ? 0 : grand_total))
}

/** Also for those who are not told amounts. */
export const refundIsDue = (order: OrderState) =>
  !order.refund_waits && ((isClosed(order) && HOLDS_MONEY.includes(order.payment_status)) || refundDue(order) > 0)

export const PENDING_LABELS = {
  open: 'Awaiting payment',
  confirming: 'Confirming payment',
  failed: 'Payment did not go through',
}

export const AWAITS_CONFIRMATION = 'Waiting for the shop to confirm'

/** What the end of an order's time is called when it comes: of cash the shop has to confirm, else of its payment. */
export const EXPIRED_LABELS = { cash: 'Not confirmed in time', online: 'Not paid in time' }

/** What an order is called whose time went by. Money that reached it all the same came too late, whoever was to pay. */
export const expiredWords = ({ payment_method, payment_status }: OrderState) => {
  if (wasPaid(payment_status)) return 'Paid too late'
  return payment_method === 'cod' ? EXPIRED_LABELS.cash : EXPIRED_LABELS.online
}

/** The order's state in a shopper's words, most telling axis first. */
export function orderLabel(order: OrderState): string {
  const stage = paymentStage(order)
  if (stage) return PENDING_LABELS[stage]
  if (awaitsConfirmation(order)) return AWAITS_CONFIRMATION
  const { status, payment_status, fulfilment_status } = order
  const road = fulfilment_status === 'unfulfilled' ? 'Confirmed' : FULFILMENT_LABELS[fulfilment_status]
  const base = status === 'expired' ? expiredWords(order) : status === 'cancelled' ? 'Cancelled' : road
  if (payment_status === 'refunded') return base === 'Confirmed' ? 'Refunded' : `${base}, refunded`
  return isClosed(order) && refundIsDue(order) && !order.refund_failed ? `${base}, refund on its way` : base
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

/** How long banks take to show a refund, in the words of every page and mail. */
export const REFUND_DAYS = '5–7 working days'

/** Whether the shopper may still cancel by themselves: before the parcel is packed. */
export function mayCancel(order: Pick<OrderView, 'status' | 'fulfilment_status'>): boolean {
  return (order.status === 'pending' || order.status === 'confirmed') && order.fulfilment_status === 'unfulfilled'
}

/**
 * Where the money of an order stands after something was given back: what the shop still keeps decides. A second
 * payment that is returned leaves a paid order paid. All in paise.
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

/**
 * The code of an order number as a person typed it: upper case, O as 0, I and L as 1, whatever the letters before it,
 * which change with the shop's settings and may be left out; null when it is none.
 */
export function parseOrderCode(text: string): string | null {
  const [, code] =
    /^(?:[A-Z0-9]{2,6}-?)?([A-Z0-9]{8})$/.exec(text.toUpperCase().replace(/[\s\u2010-\u2015]/g, '')) ?? []
  const read = (code ?? '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return new RegExp(`^[${NUMBER_ALPHABET}]{${NUMBER_LENGTH}}$`).test(read) ? read : null
}
