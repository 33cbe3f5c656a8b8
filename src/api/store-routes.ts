import type { MessageRequest } from '@/domain/contact'
import type { OrderView, PlacedOrder, TrackView } from '@/domain/order'
import type { PlaceRequestInput, QuoteRequest, TrackRequest } from '@/domain/order-request'
import type { Quote } from '@/domain/quote'
import { recordStore } from './client'

/** How long a shopper is left waiting for an order's answer before it counts as lost, ms. The same key may then be sent again. */
const ANSWER_TIMEOUT_MS = 30_000

interface Call {
  method?: 'GET' | 'POST'
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Calls one of the store's own routes. Throws what the record store's client throws; `errors.ts` reads it. */
async function call<Answer>(path: string, { method = 'POST', body, headers, signal }: Call = {}): Promise<Answer> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ANSWER_TIMEOUT_MS)
  const end = () => timeout.abort()
  signal?.addEventListener('abort', end)
  try {
    return await recordStore().send<Answer>(`/api/store/${path}`, { method, body, headers, signal: timeout.signal })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

const withToken = (token: string) => (token ? { 'X-Order-Token': token } : undefined)
const orderPath = (id: string) => `orders/${encodeURIComponent(id)}`

/** What the shop would charge for these lines now, paise (ORDER-02). */
export const requestQuote = (request: QuoteRequest, signal?: AbortSignal): Promise<Quote> =>
  call('quote', { body: request, signal })

/** Places an order (ORDER-03). The same key with the same body gives the same answer, however often it is sent (ORDER-05). */
export const placeOrder = (request: PlaceRequestInput, idempotencyKey: string): Promise<PlacedOrder> =>
  call('orders', { body: request, headers: { 'Idempotency-Key': idempotencyKey } })

/** One order, for its owner's session or the holder of its token (ORDER-06); 404 for everybody else. */
export const readOrder = (id: string, token: string, signal?: AbortSignal): Promise<OrderView> =>
  call(orderPath(id), { method: 'GET', headers: withToken(token), signal })

/** Cancels an order that is not packed yet; 409 `too_late` afterwards. */
export const cancelOrder = (id: string, token: string): Promise<OrderView> =>
  call(`${orderPath(id)}/cancel`, { headers: withToken(token) })

/** The state of an order for its number and the e-mail or mobile number it was placed with (ORDER-07). */
export const trackOrder = (request: TrackRequest): Promise<TrackView> => call('track', { body: request })

/** A message to the shop. It stands in the shop's records when this resolves. */
export const sendMessage = (request: MessageRequest): Promise<object> => call('contact', { body: request })
