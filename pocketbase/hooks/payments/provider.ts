import type { Paise } from '../../../src/domain/money'
import type { ReturnedPayment } from '../../../src/domain/orders/payment-request'

/**
 * A payment as the provider tells it; amounts in paise. Fields and states are those of Razorpay's "Payments" entity.
 */
export interface GatewayPayment {
  id: string
  order_id: string
  amount: Paise
  currency: string
  status: string
  /** Whether the money is the shop's: an authorised payment that was given back by itself never was. */
  captured: boolean
  /** How much of it has gone back, or is about to. */
  amount_refunded: Paise
  method: string
  error_reason: string
  /** Our order's id and the try, as they were sent with the gateway order. */
  notes: { order: string; attempt: string }
}

/** An order at the gateway: what a payment is made against. */
export interface GatewayOrder {
  id: string
  receipt: string
  amount: Paise
  status: string
}

/** A refund as the provider tells it. `notes.refund` is the id of our record. */
export interface GatewayRefund {
  id: string
  payment_id: string
  amount: Paise
  status: string
  receipt: string
  notes: { refund: string }
}

/**
 * What came of asking the gateway. `refused`: it understood and said no, asking again the same way is of no use.
 * `unreachable`: no answer that can be relied on, so what was asked may or may not have happened.
 */
export type GatewayAnswer<T> =
  | { ok: T }
  | { refused: { status: number; code: string; description: string } }
  | { unreachable: string }

/**
 * What the store asks of a provider of online payments. Each call may take `seconds`, never throws, and is never made
 * inside a transaction. CONTRIBUTING.md says what a new provider needs besides.
 */
export interface PaymentProvider {
  /** Whether this shop has an account there. */
  isSetUp(): boolean
  /** The shop's public key, for the provider's script in the page. */
  keyId(): string
  /** Not idempotent: after `unreachable`, look for the receipt before asking again. */
  createOrder(
    order: { receipt: string; amount: Paise; notes: { order: string; attempt: string } },
    seconds: number,
  ): GatewayAnswer<GatewayOrder>
  /** Every order made under our name for this try, the furthest one first. */
  findOrders(receipt: string, seconds: number): GatewayAnswer<GatewayOrder[]>
  /** Every payment tried with this order of the provider. */
  paymentsOf(gatewayOrder: string, seconds: number): GatewayAnswer<GatewayPayment[]>
  fetchPayment(payment: string, seconds: number): GatewayAnswer<GatewayPayment>
  /** Takes an authorised payment. */
  capture(payment: string, amount: Paise, seconds: number): GatewayAnswer<GatewayPayment>
  /** Asking again with the same key gives the same refund. */
  refund(
    payment: string,
    refund: { amount: Paise; key: string; notes: { order: string; refund: string } },
    seconds: number,
  ): GatewayAnswer<GatewayRefund>
  listRefunds(payment: string, seconds: number): GatewayAnswer<GatewayRefund[]>
  /**
   * Whether the provider signed what the page handed over: the payment then belongs to that order, no more is said by
   * it.
   */
  signedReturn(returned: ReturnedPayment): boolean
  events: ProviderEvents
}

interface RequestHeader {
  get(name: string): string
}

/** What a provider tells by itself, on a route of its own (webhooks.pb.js). */
export interface ProviderEvents {
  /** Whether the provider sent this body. Without a secret it sent none. */
  signed(raw: string, header: RequestHeader): boolean
  /** The provider's number for the event, the same however often it comes; empty when it has none. */
  id(header: RequestHeader): string
  /** The provider's own word for it, such as `payment.captured`, at most 80 characters; empty when it has none. */
  kind(payload: unknown): string
  read(payload: unknown): ProviderEvent
}

/** What an event of a provider is about, whatever it calls it. Its sender must have been checked. */
export type ProviderEvent =
  | { about: 'payment'; payment: GatewayPayment; receipt: string }
  | { about: 'refund'; refund: GatewayRefund | null; payment: GatewayPayment | null }
  /** `taken`: what the shop has lost by it, paise, under the provider's number; null until that is told. */
  | {
      about: 'dispute'
      disputed: string
      payment: GatewayPayment | null
      step: string
      taken: { dispute: string; amount: Paise } | null
    }
  /** Nothing the store settles; `why` goes into the record of events. */
  | { about: 'nothing'; why: string }
