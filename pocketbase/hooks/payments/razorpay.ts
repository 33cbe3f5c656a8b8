import { isObject, parseJson, parseText } from '../../../src/domain/json'
import type { Paise } from '../../../src/domain/money'
import { askProvider, noteAnswer } from './breaker'
import type { GatewayAnswer, GatewayOrder, GatewayPayment, GatewayRefund, PaymentProvider } from './provider'
import { parseOrder, parsePayment, parseRefund } from './razorpay-entities'
import { razorpayEvents } from './razorpay-events'
import { signedReturn } from './razorpay-signatures'

/**
 * Minutes after which the gateway stops to capture by itself: the pieces are held for 30, of which the bank may use
 * half.
 */
const AUTOMATIC_CAPTURE_MINUTES = 15
/** Longest time Razorpay lets a payment stay authorised, minutes; then it goes back to the payer. */
const MANUAL_CAPTURE_MINUTES = 7200

/** POST /v1/orders. Not idempotent: after `unreachable`, look for the receipt before asking again. */
function createOrder(
  order: { receipt: string; amount: Paise; notes: { order: string; attempt: string } },
  timeout: number,
): GatewayAnswer<GatewayOrder> {
  const payment = {
    capture: 'automatic',
    capture_options: {
      automatic_expiry_period: AUTOMATIC_CAPTURE_MINUTES,
      manual_expiry_period: MANUAL_CAPTURE_MINUTES,
      refund_speed: 'normal',
    },
  }
  return ask('POST', '/v1/orders', { body: { ...order, currency: 'INR', payment }, timeout }, parseOrder)
}

/** GET /v1/orders?receipt=…: every gateway order made under our name for this try, the furthest one first. */
function findOrders(receipt: string, timeout: number): GatewayAnswer<GatewayOrder[]> {
  const path = `/v1/orders?receipt=${encodeURIComponent(receipt)}&count=100`
  return ask('GET', path, { timeout }, (body) =>
    parseItems(body, parseOrder)
      ?.filter((order) => order.receipt === receipt)
      .sort((a, b) => ORDER_PROGRESS.indexOf(b.status) - ORDER_PROGRESS.indexOf(a.status)),
  )
}

const ORDER_PROGRESS = ['created', 'attempted', 'paid']

/** GET /v1/orders/{id}/payments: every payment tried with this gateway order. */
function paymentsOf(gatewayOrderId: string, timeout: number): GatewayAnswer<GatewayPayment[]> {
  const path = `/v1/orders/${encodeURIComponent(gatewayOrderId)}/payments`
  return ask('GET', path, { timeout }, (body) => parseItems(body, parsePayment))
}

/** GET /v1/payments/{id} */
function fetchPayment(paymentId: string, timeout: number): GatewayAnswer<GatewayPayment> {
  return ask('GET', `/v1/payments/${encodeURIComponent(paymentId)}`, { timeout }, parsePayment)
}

/** POST /v1/payments/{id}/capture: takes an authorised payment. */
function capture(paymentId: string, amount: Paise, timeout: number): GatewayAnswer<GatewayPayment> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/capture`
  return ask('POST', path, { body: { amount, currency: 'INR' }, timeout }, parsePayment)
}

/**
 * POST /v1/payments/{id}/refund with `X-Refund-Idempotency`: asking again with the same key and body gives the same
 * refund.
 * @param key at least 10 of [A-Za-z0-9_-]
 */
function refund(
  paymentId: string,
  { amount, key, notes }: { amount: Paise; key: string; notes: { order: string; refund: string } },
  timeout: number,
): GatewayAnswer<GatewayRefund> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refund`
  const headers = { 'X-Refund-Idempotency': key }
  return ask('POST', path, { body: { amount, speed: 'normal', receipt: key, notes }, headers, timeout }, parseRefund)
}

/** GET /v1/payments/{id}/refunds */
function listRefunds(paymentId: string, timeout: number): GatewayAnswer<GatewayRefund[]> {
  const path = `/v1/payments/${encodeURIComponent(paymentId)}/refunds?count=100`
  return ask('GET', path, { timeout }, (body) => parseItems(body, parseRefund))
}

/** Razorpay's REST interface, version 1 (https://razorpay.com/docs/api/). */
export const razorpay: PaymentProvider = {
  isSetUp: () => $os.getenv('RAZORPAY_KEY_ID') !== '' && $os.getenv('RAZORPAY_KEY_SECRET') !== '',
  keyId: () => $os.getenv('RAZORPAY_KEY_ID'),
  createOrder,
  findOrders,
  paymentsOf,
  fetchPayment,
  capture,
  refund,
  listRefunds,
  signedReturn,
  events: razorpayEvents,
}

interface Ask {
  body?: object
  headers?: { [name: string]: string }
  /** Seconds. */
  timeout: number
}

const ask: typeof call = (...asked) => askProvider('razorpay', () => call(...asked))

/** One call. Never throws, and never inside a transaction: other shoppers would wait for the gateway. */
function call<T>(
  method: string,
  path: string,
  { body, headers, timeout }: Ask,
  read: (body: unknown) => T | null | undefined,
): GatewayAnswer<T> {
  const credentials = `${$os.getenv('RAZORPAY_KEY_ID')}:${$os.getenv('RAZORPAY_KEY_SECRET')}`
  let status: number
  let answer: unknown
  try {
    const response = $http.send({
      url: ($os.getenv('RAZORPAY_API_URL') || 'https://api.razorpay.com').replace(/\/+$/, '') + path,
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        ...headers,
      },
      timeout,
    })
    status = response.statusCode
    answer = parseJson(toString(response.body))
  } catch (error) {
    noteAnswer('razorpay', false)
    return { unreachable: String(error).slice(0, 200) }
  }
  noteAnswer('razorpay', status < 500)
  if (status >= 200 && status < 300) {
    const value = read(answer)
    return value === null || value === undefined ? { unreachable: 'The answer makes no sense.' } : { ok: value }
  }
  // 409: the same request is still being worked on; 429: too many at once. Both pass.
  if (status < 400 || status >= 500 || status === 408 || status === 409 || status === 429) {
    return { unreachable: `Answered ${status}.` }
  }
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {}
  return {
    refused: { status, code: parseText(error.code), description: parseText(error.description).slice(0, 300) },
  }
}

function parseItems<T>(body: unknown, parse: (item: unknown) => T | null): T[] | null {
  if (!isObject(body) || !Array.isArray(body.items)) return null
  return body.items.map(parse).filter((item): item is Awaited<T> & NonNullable<T> => item !== null)
}
