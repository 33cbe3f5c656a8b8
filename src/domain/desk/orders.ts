import type { Address, Contact } from '../account/address'
import { sumByKey } from '../by-key'
import type { Arrives } from '../delivery/promise'
import type { InvoiceKind } from '../invoices/invoice'
import type { Paise } from '../money'
import type { OrderItem, OrderTracking } from '../orders/order'
import type { Pieces, RefundLines } from '../payments/refund-pieces'
import type { OrderAct } from './order-acts'
import type { OrderState } from './order-words'

/** Lists of orders, as the desk's tabs name them. */
export const ORDER_TABS = ['all', 'look', 'pack', 'ship', 'way', 'unpaid'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

/** Periods of the list, days; 0 is all time. What waits for work is listed whatever its age. */
export const ORDER_PERIODS = [7, 30, 90, 365, 0] as const
export const ORDERS_A_PAGE = 25
/** Orders a search looks through at most, the newest of those that have what is typed. */
export const ORDERS_FOUND = 1000

/** A row of the list. */
export interface OrderRow {
  id: string
  number: string
  name: string
  city: string
  /** `3 × Neem Soap · 1 × Jute Tote, Indigo`. */
  what: string
  /** Of its first line; null without one. */
  picture: { product: string; file: string } | null
  state: OrderState
  total: Paise
  placed_at: string
}

/** `GET /api/store/desk/orders`. */
export interface OrderList {
  rows: OrderRow[]
  counts: Record<OrderTab, number>
  /** As many were found as are looked through: there may be older ones. */
  more: boolean
  /** From 1; the last one there is when a higher was asked for. */
  page: number
  /** The store's clock, ms since 1970. */
  now: number
}

/** One line of what happened; `who` is an email address or a word such as `shopper`. */
export interface DeskEvent {
  type: string
  at: string
  label: string
  who: string
}

export interface DeskRefund {
  id: string
  amount: Paise
  status: 'queued' | 'pending' | 'processed' | 'failed' | 'stopped'
  /** Until when it waits and can be stopped; empty when it never did. */
  send_at: string
  processed_at: string
  error: string
  /** Of one that failed: why it is not paid back by hand as well, such as that it was done again. Else empty. */
  gone: string
  note: string
  /** What it gives back by pieces; null when it is rupees alone. */
  lines: RefundLines | null
}

export interface DeskMail {
  id: string
  kind: string
  recipient: 'shopper' | 'owner'
  status: 'queued' | 'sent' | 'failed' | 'dropped'
  error: string
  at: string
}

export interface DeskPayment {
  id: string
  provider: string
  method: string
  status: string
  captured: Paise
  error_reason: string
  at: string
}

/** `GET /api/store/desk/orders/{id}`, and what every act on an order answers. Money in paise, dates as records have. */
export interface DeskOrder {
  id: string
  number: string
  /** Sent back with every act: who acts on an older state is told what happened meanwhile. */
  updated: string
  placed_at: string
  expires_at: string
  state: OrderState
  contact: Contact
  address: Address
  note: string
  tracking: OrderTracking
  /**
   * `on_hand`: pieces that can be sold now; null when they are not counted. `taken`: pieces of its product that this
   * order, in all its lines, has from stock.
   */
  items: (OrderItem & { on_hand: number | null; taken: number })[]
  items_total: Paise
  discount_total: Paise
  shipping_total: Paise
  /** How much of `shipping_total` is for paying in cash. */
  cash_fee: Paise
  /** When it arrives, as its shopper is told today; null as in `OrderView`. */
  arrives: Arrives | null
  round_off: Paise
  grand_total: Paise
  paid_total: Paise
  refunded_total: Paise
  events: DeskEvent[]
  payments: DeskPayment[]
  refunds: DeskRefund[]
  bills: { id: string; number: string; kind: InvoiceKind; total: string; issued_at: string }[]
  mails: DeskMail[]
  /** What can be done now (`why` is empty) and what not, with its reason. */
  acts: { act: OrderAct; why: string }[]
  /** Why neither address nor phone can be corrected; empty when they can. */
  address_lock: string
  /** How much can go back, and whether the payment company gives it or the shop itself. */
  refundable: Paise
  refund_by: 'provider' | 'hand'
  refund_lock: string
  /** Orders of this shopper that stand, this one too, and what they come to. */
  shopper: { orders: number; total: Paise }
  now: number
}

/**
 * `GET /api/store/desk/orders/{id}/refund`: what giving so much back would do. `lines` is null for rupees alone, the
 * credit note when none is made.
 */
export interface RefundPlan {
  amount: Paise
  lines: RefundLines | null
  /** What the shop keeps of the order afterwards. */
  kept: Paise
  by: 'provider' | 'hand'
  /** What becomes of its parcel when nothing is kept, as a sentence; empty when nothing has to be said. */
  parcel: string
  credit_note: { taxable: Paise; tax: Paise; tax_name: string } | null
}

/** A product to enter into an order. `price` in paise; `on_hand` null when its stock is not counted. */
export interface ProductChoice {
  id: string
  name: string
  price: Paise
  image: string
  on_hand: number | null
  /** False when the shop has taken it off sale. */
  on_sale: boolean
  colors: { value: string; name: string }[]
}

/** `3 × Neem Soap · 1 × Jute Tote, Indigo`. */
export function whatWords(items: readonly Pick<OrderItem, 'name' | 'color' | 'color_name' | 'quantity'>[]): string {
  return items
    .map(({ name, color, color_name, quantity }) => `${quantity} × ${name}${color ? `, ${color_name}` : ''}`)
    .join(' · ')
}

/** Of pieces that are given back, those that can be sold again: at most what the order has of a product from stock. */
export function piecesToStock(
  pieces: readonly Pieces[],
  taken: (product: string) => number | undefined,
): { product: string; quantity: number }[] {
  return [...sumByKey(pieces.map(({ product, quantity }) => [product, quantity]))]
    .map(([product, wanted]) => ({ product, quantity: Math.min(wanted, taken(product) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
