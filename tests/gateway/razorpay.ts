import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { GatewayBooks } from './books'
import {
  type Answer,
  collection,
  type GatewayCall,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  newId,
  refusal,
  seconds,
  type WebhookEvent,
} from './wire'

export interface DeliveryOptions {
  /** How often, at once; 1 when left out. */
  times?: number
  /** Signs with this secret instead of the current one. */
  secret?: string
  /** Changes the body after it was signed. */
  mangle?: (body: string) => string
  /** Headers instead of Razorpay's; an empty text leaves one out. */
  headers?: Record<string, string>
}

const CHECKOUT_SCRIPT = fileURLToPath(new URL('checkout.js', import.meta.url))
const KEY_ID = 'rzp_test_4fakeGateway01'
const KEY_SECRET = 'key-secret-of-the-fake-gateway'
const WEBHOOK_SECRET = 'webhook-secret-of-the-fake-gateway'
const PREVIOUS_WEBHOOK_SECRET = 'webhook-secret-before-the-rotation'

type Routes = Record<string, () => Answer | undefined>

/**
 * A stand-in for Razorpay on this machine: its API of orders, payments and refunds, its signatures and webhooks, and
 * a checkout script for browsers. Tests pay with it, and make it slow, silent, forgetful or dishonest.
 *
 * Source: Razorpay, "Validate Webhooks".
 */
export class RazorpayFake extends GatewayBooks {
  readonly keyId = KEY_ID
  readonly keySecret = KEY_SECRET
  readonly webhookSecret = WEBHOOK_SECRET
  readonly previousWebhookSecret = PREVIOUS_WEBHOOK_SECRET
  /** Every call of the API (`/v1`), in order of arrival, also those that a fault left unanswered. */
  readonly calls: GatewayCall[] = []
  /** Calls of the API that have no answer yet and whose caller still waits. */
  waiting = 0
  /** Where browsers' payments are reported to; set it to the store's address to have its webhooks sent. */
  webhookUrl = ''

  private readonly startedAt = Date.now()

  static start = () => new RazorpayFake().listen()

  /** What a store needs in its environment to take this for Razorpay. */
  get env(): Record<string, string> {
    return {
      RAZORPAY_KEY_ID: KEY_ID,
      RAZORPAY_KEY_SECRET: KEY_SECRET,
      RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_WEBHOOK_SECRET,
      RAZORPAY_API_URL: this.url,
      RAZORPAY_CHECKOUT_URL: `${this.url}/v1/checkout.js`,
    }
  }

  /** Calls of the API that match `METHOD /path`. */
  callsOf(on: RegExp): GatewayCall[] {
    return this.calls.filter((call) => on.test(`${call.method} ${call.path}`))
  }

  /** Signature of a browser's return: HMAC-SHA256 of `order|payment` with the key secret. */
  signature(orderId: string, paymentId: string): string {
    return hmac(`${orderId}|${paymentId}`, KEY_SECRET)
  }

  /** The three fields the checkout script hands over after a payment. */
  returned(payment: GatewayPayment): {
    razorpay_order_id: string
    razorpay_payment_id: string
    razorpay_signature: string
  } {
    return {
      razorpay_order_id: payment.order_id,
      razorpay_payment_id: payment.id,
      razorpay_signature: this.signature(payment.order_id, payment.id),
    }
  }

  /**
   * An event with the entities as they are now, or as they were when `change` says so: a webhook is a snapshot. The
   * order is part of `order.*` events only, as at Razorpay.
   */
  webhook(
    kind: string,
    {
      order,
      payment,
      refund,
      more = {},
      id = newId('evt').replace('evt_', ''),
    }: {
      order?: GatewayOrder
      payment?: Partial<GatewayPayment>
      refund?: Partial<GatewayRefund>
      more?: Record<string, unknown>
      id?: string
    } = {},
  ): WebhookEvent {
    const named = Object.entries({ payment, order, refund, ...more }).filter(([, entity]) => entity !== undefined)
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_BFQ7uQEaa7j2z7',
      event: kind,
      contains: named.map(([name]) => name),
      payload: Object.fromEntries(named.map(([name, entity]) => [name, { entity }])),
      created_at: seconds(),
    })
    return { id, kind, body }
  }

  /** The event that says a payment's present state, in Razorpay's words. */
  paymentEvent(payment: GatewayPayment): WebhookEvent {
    return this.webhook(`payment.${payment.status}`, { payment })
  }

  orderPaid(payment: GatewayPayment): WebhookEvent {
    return this.webhook('order.paid', { order: this.order(payment.order_id), payment })
  }

  refundEvent(refund: GatewayRefund): WebhookEvent {
    const kind = refund.status === 'pending' ? 'created' : refund.status
    return this.webhook(`refund.${kind}`, { refund, payment: this.payment(refund.payment_id) })
  }

  /** Sends an event to a store, signed over the bytes that are sent; answers what the store said to each. */
  async deliver(
    storeUrl: string,
    event: WebhookEvent,
    { times = 1, secret = WEBHOOK_SECRET, mangle = (body) => body, headers = {} }: DeliveryOptions = {},
  ): Promise<{ status: number; body: unknown }[]> {
    const all = {
      'content-type': 'application/json',
      'x-razorpay-signature': hmac(event.body, secret),
      'x-razorpay-event-id': event.id,
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
    return Promise.all(
      Array.from({ length: times }, async () => {
        const answer = await fetch(`${storeUrl}/api/store/webhooks/razorpay`, {
          method: 'POST',
          headers: sent,
          body: mangle(event.body),
        })
        const text = await answer.text()
        let body: unknown = text
        try {
          body = JSON.parse(text)
        } catch {
          // Not every refusal has a body.
        }
        return { status: answer.status, body }
      }),
    )
  }

  protected async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://fake')
    const method = request.method ?? 'GET'
    const raw = await text(request)
    if (path === '/v1/checkout.js' || path.startsWith('/fake/')) {
      await this.answerBrowser(response, method, path, raw)
      return
    }
    const call: GatewayCall = {
      method,
      path,
      headers: request.headers,
      body: parse(raw),
      at: Date.now() - this.startedAt,
    }
    this.calls.push(call)
    this.waiting += 1
    response.once('close', () => {
      this.waiting -= 1
    })
    const name = `${method} ${path}`
    await this.pass(name, 'before', call)
    // Held back before its work, and the caller is gone: as if it had never been sent.
    if (request.socket.destroyed) return
    const fault = this.faultOf(name)
    if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    if (fault?.kind === 'down') {
      request.socket.destroy()
      return
    }
    const { status, body } =
      fault?.kind === 'error500'
        ? refusal(500, 'We are facing some trouble completing your request at the moment.', 'SERVER_ERROR')
        : fault?.kind === 'conflict'
          ? refusal(409, 'Request failed because another request is in progress.')
          : this.work(call, query, fault?.kind === 'forgetful')
    await this.pass(name, 'after', call)
    if (fault?.kind === 'timeoutAfterCommit') return
    if (response.destroyed) return
    const told = fault?.kind === 'dishonest' ? withAmount(body, fault.amount) : body
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  }

  private work(call: GatewayCall, query: URLSearchParams, forget: boolean): Answer {
    const expected = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    if (call.headers.authorization !== expected) return refusal(401, 'Authentication failed')
    const [, room, id, action] = call.path.split('/').slice(1)
    const route = `${call.method} ${[room, id && ':id', action].filter(Boolean).join('/')}`
    const answer = this.routes(call, query, forget, id ?? '')[route]?.()
    if (answer) return answer
    if (/^(orders|payments|refunds)$/.test(room ?? '')) return refusal(400, 'The id provided does not exist')
    return refusal(404, 'The requested URL was not found on the server.')
  }

  /** What answers each route; undefined where the id is of nothing. */
  private routes(call: GatewayCall, query: URLSearchParams, forget: boolean, id: string): Routes {
    const order = this.orders.get(id)
    const payment = this.payments.get(id)
    const refund = this.refunds.get(id)
    const header = call.headers['x-refund-idempotency']
    const key = typeof header === 'string' ? header : undefined
    return {
      'POST orders': () => this.createOrder(call.body, forget),
      'GET orders': () => this.listOrders(query),
      'GET orders/:id': () => order && { status: 200, body: order },
      'GET orders/:id/payments': () => order && collection(this.paymentsOf(order.id), query),
      'GET payments/:id': () => payment && { status: 200, body: payment },
      'POST payments/:id/capture': () => payment && this.capture(payment, call.body, forget),
      'POST payments/:id/refund': () => payment && this.createRefund(payment.id, call.body, key, forget),
      'GET payments/:id/refunds': () => payment && collection(this.refundsOf(payment.id), query),
      'GET refunds/:id': () => refund && { status: 200, body: refund },
    }
  }

  /** The script's own requests: the browser's half of the gateway, not part of the API and never at fault. */
  private async answerBrowser(response: ServerResponse, method: string, path: string, raw: string): Promise<void> {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'content-type' }
    if (path === '/v1/checkout.js') {
      response
        .writeHead(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
        .end(await readFile(CHECKOUT_SCRIPT))
      return
    }
    if (method === 'OPTIONS') {
      response.writeHead(204, headers).end()
      return
    }
    const { order_id, outcome } = parse(raw)
    const order = this.orders.get(String(order_id))
    if (path !== '/fake/pay' || !order) {
      response.writeHead(400, headers).end(JSON.stringify(refusal(400, 'The id provided does not exist').body))
      return
    }
    if (order.status === 'paid') {
      response.writeHead(400, headers).end(JSON.stringify(refusal(400, 'Order has already been paid').body))
      return
    }
    const payment = this.pay(order.id, { status: outcome === 'failure' ? 'failed' : 'captured' })
    if (this.webhookUrl) {
      const event = payment.status === 'captured' ? this.orderPaid(payment) : this.paymentEvent(payment)
      await this.deliver(this.webhookUrl, event)
    }
    const body =
      payment.status === 'captured'
        ? this.returned(payment)
        : {
            error: {
              code: payment.error_code,
              description: payment.error_description,
              source: payment.error_source,
              step: payment.error_step,
              reason: payment.error_reason,
              metadata: { order_id: order.id, payment_id: payment.id },
            },
          }
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

const hmac = (message: string, secret: string) => createHmac('sha256', secret).update(message).digest('hex')

function withAmount(body: unknown, amount: number): unknown {
  if (!body || typeof body !== 'object') return body
  if ('items' in body && Array.isArray(body.items))
    return { ...body, items: body.items.map((item) => withAmount(item, amount)) }
  return 'amount' in body ? { ...body, amount } : body
}

function parse(raw: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(raw)
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}
