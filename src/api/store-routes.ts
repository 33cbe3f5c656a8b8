import type { MessageRequest } from '@/domain/content/contact'
import type { OrderView, PlacedOrder, TrackView } from '@/domain/orders/order'
import type { PlaceRequestInput, QuoteRequest, TrackRequest } from '@/domain/orders/order-request'
import type { TestPaymentRequest, VerifyRequest } from '@/domain/orders/payment-request'
import type { Quote } from '@/domain/orders/quote'
import { RECORD_STORE_URL } from './client'
import { call } from './store-call'

const withToken = (token: string) => (token ? { 'X-Order-Token': token } : undefined)
const orderPath = (id: string) => `orders/${encodeURIComponent(id)}`

/** What the shop would charge for these lines now, paise (ORDER-02). */
export const requestQuote = (request: QuoteRequest, signal: AbortSignal): Promise<Quote> =>
  call('quote', { body: request, signal })

/**
 * Places an order (ORDER-03). The same key with the same body gives the same answer, however often it is sent
 * (ORDER-05).
 */
export const placeOrder = (request: PlaceRequestInput, idempotencyKey: string): Promise<PlacedOrder> =>
  call('orders', { body: request, headers: { 'Idempotency-Key': idempotencyKey } })

/** One order, for its owner's session or the holder of its token (ORDER-06); 404 for everybody else. */
export const readOrder = (id: string, token: string, signal?: AbortSignal): Promise<OrderView> =>
  call(orderPath(id), { method: 'GET', headers: withToken(token), signal })

/**
 * Starts or resumes the payment of an order (ORDER-04), or turns it into a cash order. 409 `already_paid`,
 * `order_closed`; 503 `gateway_unavailable`; 400 when it cannot be paid like that.
 */
export const startPayment = (id: string, token: string, method: 'online' | 'cod'): Promise<PlacedOrder> =>
  call(`${orderPath(id)}/payment`, { body: { method }, headers: withToken(token) })

/**
 * Hands the store what the provider returned. 400 `bad_signature`; an order still pending means that the provider has
 * not confirmed it yet.
 */
export const verifyPayment = (id: string, token: string, fields: VerifyRequest): Promise<OrderView> =>
  call(`${orderPath(id)}/payment/verify`, { body: fields, headers: withToken(token) })

/** Lets the store ask the provider how the payment stands. */
export const checkPayment = (id: string, token: string, signal?: AbortSignal): Promise<OrderView> =>
  call(`${orderPath(id)}/payment/check`, { headers: withToken(token), signal })

/** Makes a test payment turn out as asked; 404 outside test payments. */
export const decideTestPayment = (
  id: string,
  token: string,
  outcome: TestPaymentRequest['outcome'],
): Promise<OrderView> => call(`${orderPath(id)}/payment/test`, { body: { outcome }, headers: withToken(token) })

/** Where a browser that cannot come back to the page is sent by the provider after paying. */
export const paymentReturnUrl = (id: string): string =>
  `${RECORD_STORE_URL || location.origin}/api/store/payment/return?order=${encodeURIComponent(id)}`

/** Cancels an order that is not packed yet; 409 `too_late` afterwards. */
export const cancelOrder = (id: string, token: string): Promise<OrderView> =>
  call(`${orderPath(id)}/cancel`, { headers: withToken(token) })

/** The state of an order for its number and the email or mobile number it was placed with (ORDER-07). */
export const trackOrder = (request: TrackRequest): Promise<TrackView> => call('track', { body: request })

/** A message to the shop. It stands in the shop's records when this resolves, under a number. */
export const sendMessage = (request: MessageRequest): Promise<{ ticket: string }> => call('contact', { body: request })

/** Everything the shop holds on the signed-in person; 401 for nobody. */
export const requestMyData = (): Promise<object> => call('my-data', { method: 'GET' })

/**
 * Everything the shop holds about one order, for its owner's session or the holder of its token; 404 for everybody
 * else.
 */
export const requestOrderData = (id: string, token: string): Promise<object> =>
  call(`my-data/orders/${encodeURIComponent(id)}`, { method: 'GET', headers: withToken(token) })

/** Erases the signed-in person's account; 400 beside `password` when it is not theirs, 429 after a few wrong ones. */
export const eraseAccount = (password: string): Promise<void> => call('account/deletion', { body: { password } })

/** Asks for the mail with a link that erases the signed-in person's account. */
export const requestErasure = (): Promise<object> => call('account/deletion', { body: {} })

/** Erases the account of that mail; 400 beside `token` when the link is not good any more. */
export const confirmErasure = (token: string): Promise<void> => call('account/deletion/confirm', { body: { token } })
