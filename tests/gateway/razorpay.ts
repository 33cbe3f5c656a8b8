import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'

/**
 * A stand-in for Razorpay on this machine: its API of orders, payments and refunds in its own wire shapes, its signatures and webhooks,
 * and a checkout script for browsers. Tests pay with it, and make it slow, silent, forgetful or dishonest. Money is whole paise.
 *
 * Sources: Razorpay's "Orders", "Payments", "Refunds" and "Normal Refunds (Idempotent)" API pages, "Webhooks: Payments, Orders, Refunds,
 * Disputes" and "Validate Webhooks".
 */

export interface GatewayOrder {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Notes
  created_at: number
}

export type PaymentState = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'

export interface GatewayPayment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: PaymentState
  order_id: string
  invoice_id: null
  international: boolean
  method: string
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: string
  card_id: null
  bank: string | null
  wallet: null
  vpa: string | null
  email: string
  contact: string
  notes: Notes
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
}

export interface GatewayRefund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Notes
  receipt: string | null
  acquirer_data: Record<string, string | null>
  created_at: number
  batch_id: null
  status: 'pending' | 'processed' | 'failed'
  speed_processed: 'normal'
  speed_requested: 'normal' | 'optimum'
}

/** Razorpay answers an empty list where no notes were given. */
type Notes = Record<string, string> | []

export interface GatewayCall {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  /** ms since the fake was started. */
  at: number
}

export type Fault =
  /** Answers after this time; the work is done after it, too. */
  | { kind: 'slow'; ms: number }
  /** The connection breaks, nothing is done. */
  | { kind: 'down' }
  /** 500, nothing is done. */
  | { kind: 'error500' }
  /** The work is done, the connection stays open and silent. */
  | { kind: 'timeoutAfterCommit' }
  /** Answers as if done and keeps nothing. */
  | { kind: 'forgetful' }
  /** Answers with another amount than it keeps. */
  | { kind: 'dishonest'; amount: number }
  /** 409, as while an equal request is still being worked on. */
  | { kind: 'conflict' }

export interface FaultOptions {
  /** Which calls, by `METHOD /path`; all of the API when left out. */
  on?: RegExp
  /** How many calls; without end when left out. */
  times?: number
}

interface ActiveFault {
  fault: Fault
  on: RegExp
  left: number
}

/** A call that waits in the middle until the test lets it go on. */
export interface Gate {
  /** Resolves when a call has arrived (`before`) or has been worked off but not answered (`after`). */
  reached: Promise<GatewayCall>
  /** Lets every waiting call go on, and later ones pass. */
  open(): void
}

interface ActiveGate {
  on: RegExp
  when: 'before' | 'after'
  arrive: (call: GatewayCall) => void
  opened: Promise<void>
}

export interface WebhookEvent {
  id: string
  kind: string
  /** The bytes that are signed. */
  body: string
}

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

interface Answer {
  status: number
  body: unknown
}

const CHECKOUT_SCRIPT = fileURLToPath(new URL('checkout.js', import.meta.url))
const KEY_ID = 'rzp_test_4fakeGateway01'
const KEY_SECRET = 'key-secret-of-the-fake-gateway'
const WEBHOOK_SECRET = 'webhook-secret-of-the-fake-gateway'
const PREVIOUS_WEBHOOK_SECRET = 'webhook-secret-before-the-rotation'
const ID_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MIN_AMOUNT = 100
const MAX_RECEIPT = 40
const MAX_NOTES = 15
const REFUND_KEY = /^[A-Za-z0-9_-]{10,}$/

export class RazorpayFake {
  readonly keyId = KEY_ID
  readonly keySecret = KEY_SECRET
  readonly webhookSecret = WEBHOOK_SECRET
  readonly previousWebhookSecret = PREVIOUS_WEBHOOK_SECRET
  readonly orders = new Map<string, GatewayOrder>()
  readonly payments = new Map<string, GatewayPayment>()
  readonly refunds = new Map<string, GatewayRefund>()
  /** Every call of the API (`/v1`), in order of arrival, also those that a fault left unanswered. */
  readonly calls: GatewayCall[] = []
  /** Calls of the API that have no answer yet and whose caller still waits. */
  waiting = 0
  /** What a new refund starts as; a pending one is moved on by `finishRefund`. */
  refundState: 'pending' | 'processed' = 'processed'
  /** Where browsers' payments are reported to; set it to the store's address to have its webhooks sent. */
  webhookUrl = ''
  url = ''

  private readonly refundKeys = new Map<string, { request: string; refund: GatewayRefund }>()
  private readonly startedAt = Date.now()
  private readonly server: Server
  private faults: ActiveFault[] = []
  private gates: ActiveGate[] = []

  private constructor() {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
    })
    // Longer than any caller keeps an idle line, so that none breaks by itself under a request.
    this.server.keepAliveTimeout = 10 * 60_000
  }

  static async start(): Promise<RazorpayFake> {
    const fake = new RazorpayFake()
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve))
    const address = fake.server.address()
    if (!address || typeof address !== 'object') throw new Error('no port')
    fake.url = `http://127.0.0.1:${address.port}`
    return fake
  }

  async stop(): Promise<void> {
    this.ok()
    await new Promise<void>((resolve) => {
      this.server.close(() => resolve())
      this.server.closeAllConnections()
    })
  }

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

  /** Misbehaves from now on; earlier faults stay and are asked first. */
  misbehave(fault: Fault, { on = /./, times = Number.POSITIVE_INFINITY }: FaultOptions = {}): void {
    this.faults.push({ fault, on, left: times })
  }

  /** Holds calls back in the middle, before or after their work is done. */
  hold(on: RegExp, when: 'before' | 'after'): Gate {
    let arrive: (call: GatewayCall) => void = () => undefined
    let open: () => void = () => undefined
    const reached = new Promise<GatewayCall>((resolve) => {
      arrive = resolve
    })
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const gate: ActiveGate = { on, when, arrive, opened }
    this.gates.push(gate)
    return {
      reached,
      open: () => {
        this.gates = this.gates.filter((other) => other !== gate)
        open()
      },
    }
  }

  /** Behaves again. */
  ok(): void {
    this.faults = []
    this.gates = []
  }

  /** Calls of the API that match `METHOD /path`. */
  callsOf(on: RegExp): GatewayCall[] {
    return this.calls.filter((call) => on.test(`${call.method} ${call.path}`))
  }

  ordersOf(receiptPrefix: string): GatewayOrder[] {
    return [...this.orders.values()].filter((order) => order.receipt?.startsWith(receiptPrefix))
  }

  paymentsOf(orderId: string): GatewayPayment[] {
    return [...this.payments.values()].filter((payment) => payment.order_id === orderId)
  }

  refundsOf(paymentId: string): GatewayRefund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_id === paymentId)
  }

  /** What the gateway holds for the shop: everything captured less what went back or is on its way. */
  money(): { captured: number; refunded: number; kept: number } {
    let captured = 0
    let refunded = 0
    for (const payment of this.payments.values()) if (payment.captured) captured += payment.amount
    for (const refund of this.refunds.values()) if (refund.status !== 'failed') refunded += refund.amount
    return { captured, refunded, kept: captured - refunded }
  }

  /** A shopper pays (or fails to) for a gateway order. */
  pay(
    orderId: string,
    {
      status = 'captured',
      amount,
      currency,
      method = 'upi',
      notes,
      reason = 'payment_failed',
    }: {
      status?: PaymentState
      amount?: number
      currency?: string
      method?: string
      notes?: Notes
      reason?: string
    } = {},
  ): GatewayPayment {
    const order = this.orders.get(orderId)
    if (!order) throw new Error(`The gateway knows no order ${orderId}`)
    const payment: GatewayPayment = {
      id: newId('pay'),
      entity: 'payment',
      amount: amount ?? order.amount,
      currency: currency ?? order.currency,
      status: 'created',
      order_id: order.id,
      invoice_id: null,
      international: false,
      method,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      description: 'साबुन और झोला 🧼',
      card_id: null,
      bank: null,
      wallet: null,
      vpa: method === 'upi' ? 'meera@okbank' : null,
      email: 'meera@example.in',
      contact: '+919845012345',
      notes: notes ?? order.notes,
      fee: null,
      tax: null,
      error_code: null,
      error_description: null,
      error_source: null,
      error_step: null,
      error_reason: null,
      acquirer_data: { rrn: null },
      created_at: seconds(),
    }
    order.attempts += 1
    if (order.status === 'created') order.status = 'attempted'
    this.payments.set(payment.id, payment)
    this.move(payment.id, status, reason)
    return payment
  }

  /** Moves a payment on, as the bank does: a failed one may become authorized days later. */
  move(paymentId: string, status: PaymentState, reason = 'payment_failed'): GatewayPayment {
    const payment = this.payment(paymentId)
    const order = this.order(payment.order_id)
    payment.status = status
    const failed = status === 'failed'
    payment.error_code = failed ? 'BAD_REQUEST_ERROR' : null
    payment.error_description = failed ? "Your payment didn't go through" : null
    payment.error_source = failed ? 'customer' : null
    payment.error_step = failed ? 'payment_authentication' : null
    payment.error_reason = failed ? reason : null
    if (status === 'captured') {
      payment.captured = true
      payment.fee = Math.ceil(payment.amount * 0.0236)
      payment.tax = Math.ceil(payment.amount * 0.0036)
      payment.acquirer_data = { rrn: String(seconds()).padStart(12, '3') }
      order.status = 'paid'
      order.amount_paid = payment.amount
      order.amount_due = Math.max(0, order.amount - payment.amount)
    }
    return payment
  }

  /** A pending refund comes to its end. */
  finishRefund(refundId: string, status: 'processed' | 'failed'): GatewayRefund {
    const refund = this.refund(refundId)
    if (refund.status !== 'pending') throw new Error(`${refundId} is ${refund.status}`)
    refund.status = status
    if (status === 'processed') refund.acquirer_data = { arn: '10000000000000' }
    else this.giveBack(this.payment(refund.payment_id), -refund.amount)
    return refund
  }

  /** A refund that somebody makes in the gateway's dashboard. */
  refundByHand(paymentId: string, amount?: number): GatewayRefund {
    const answer = this.createRefund(paymentId, amount === undefined ? {} : { amount }, undefined)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body as GatewayRefund
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
   * An event with the entities as they are now, or as they were when `change` says so: a webhook is a snapshot. The order is part of
   * `order.*` events only, as at Razorpay.
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

  private order(id: string): GatewayOrder {
    const order = this.orders.get(id)
    if (!order) throw new Error(`The gateway knows no order ${id}`)
    return order
  }

  private payment(id: string): GatewayPayment {
    const payment = this.payments.get(id)
    if (!payment) throw new Error(`The gateway knows no payment ${id}`)
    return payment
  }

  private refund(id: string): GatewayRefund {
    const refund = this.refunds.get(id)
    if (!refund) throw new Error(`The gateway knows no refund ${id}`)
    return refund
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
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

  private async pass(name: string, when: 'before' | 'after', call: GatewayCall): Promise<void> {
    for (const gate of this.gates.filter((other) => other.when === when && other.on.test(name))) {
      gate.arrive(call)
      await gate.opened
    }
  }

  private faultOf(name: string): Fault | undefined {
    const found = this.faults.find((active) => active.left > 0 && active.on.test(name))
    if (found) found.left -= 1
    return found?.fault
  }

  private work(call: GatewayCall, query: URLSearchParams, forget: boolean): Answer {
    const expected = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    if (call.headers.authorization !== expected) return refusal(401, 'Authentication failed')
    const [, room, id, deed] = call.path.split('/').slice(1)
    const route = `${call.method} ${[room, id && ':id', deed].filter(Boolean).join('/')}`
    switch (route) {
      case 'POST orders':
        return this.createOrder(call.body, forget)
      case 'GET orders':
        return this.listOrders(query)
    }
    const order = this.orders.get(id ?? '')
    const payment = this.payments.get(id ?? '')
    const refund = this.refunds.get(id ?? '')
    const key = call.headers['x-refund-idempotency']
    if (route === 'GET orders/:id' && order) return { status: 200, body: order }
    if (route === 'GET orders/:id/payments' && order) return collection(this.paymentsOf(order.id), query)
    if (route === 'GET payments/:id' && payment) return { status: 200, body: payment }
    if (route === 'POST payments/:id/capture' && payment) return this.capture(payment, call.body, forget)
    if (route === 'POST payments/:id/refund' && payment)
      return this.createRefund(payment.id, call.body, typeof key === 'string' ? key : undefined, forget)
    if (route === 'GET payments/:id/refunds' && payment) return collection(this.refundsOf(payment.id), query)
    if (route === 'GET refunds/:id' && refund) return { status: 200, body: refund }
    if (/^(orders|payments|refunds)$/.test(room ?? '')) return refusal(400, 'The id provided does not exist')
    return refusal(404, 'The requested URL was not found on the server.')
  }

  private createOrder(body: Record<string, unknown>, forget: boolean): Answer {
    const { amount, currency = 'INR', receipt = null, notes = [] } = body
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
      return wrong('amount', 'The amount must be an integer.')
    if (amount < MIN_AMOUNT) return wrong('amount', 'Order amount less than minimum amount allowed')
    if (currency !== 'INR') return wrong('currency', 'Currency is not supported')
    if (receipt !== null && typeof receipt !== 'string') return wrong('receipt', 'The receipt must be a string.')
    if (receipt !== null && receipt.length > MAX_RECEIPT)
      return wrong('receipt', 'The receipt may not be greater than 40 characters.')
    if (!areNotes(notes)) return wrong('notes', 'The notes are not valid.')
    const order: GatewayOrder = {
      id: newId('order'),
      entity: 'order',
      amount,
      amount_paid: 0,
      amount_due: amount,
      currency,
      receipt,
      offer_id: null,
      status: 'created',
      attempts: 0,
      notes: Object.keys(notes).length === 0 ? [] : notes,
      created_at: seconds(),
    }
    if (!forget) this.orders.set(order.id, order)
    return { status: 200, body: order }
  }

  private listOrders(query: URLSearchParams): Answer {
    const receipt = query.get('receipt')
    return collection(
      [...this.orders.values()].filter((order) => receipt === null || order.receipt === receipt),
      query,
    )
  }

  private capture(payment: GatewayPayment, body: Record<string, unknown>, forget: boolean): Answer {
    if (payment.captured) return refusal(400, 'This payment has already been captured')
    if (payment.status !== 'authorized')
      return refusal(400, 'Only payments which have been authorized and not yet captured can be captured')
    if (body.amount !== payment.amount) return wrong('amount', 'Capture amount must be equal to the amount authorized')
    if (forget) return { status: 200, body: { ...payment, status: 'captured', captured: true } }
    return { status: 200, body: { ...this.move(payment.id, 'captured') } }
  }

  private createRefund(
    paymentId: string,
    body: Record<string, unknown>,
    key: string | undefined,
    forget = false,
  ): Answer {
    const payment = this.payment(paymentId)
    const request = JSON.stringify([paymentId, body])
    if (key !== undefined) {
      if (!REFUND_KEY.test(key)) return wrong('X-Refund-Idempotency', 'The idempotency key is not valid.')
      const earlier = this.refundKeys.get(key)
      if (earlier && earlier.request !== request)
        return refusal(400, 'Different request with the same idempotency key has already been processed.')
      if (earlier) return { status: 200, body: earlier.refund }
    }
    const rest = payment.amount - payment.amount_refunded
    const { amount = rest, speed = 'normal', receipt = null, notes = [] } = body
    if (!payment.captured) return refusal(400, 'The payment status should be captured for action to be taken')
    if (rest === 0) return refusal(400, 'The payment has been fully refunded already')
    if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1)
      return wrong('amount', 'The amount must be an integer.')
    if (amount > rest) return wrong('amount', 'The total refund amount is greater than the refund payment amount')
    if (receipt !== null && typeof receipt !== 'string') return wrong('receipt', 'The receipt must be a string.')
    if (speed !== 'normal' && speed !== 'optimum') return wrong('speed', 'The speed is not valid.')
    if (!areNotes(notes)) return wrong('notes', 'The notes are not valid.')
    const refund: GatewayRefund = {
      id: newId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: Object.keys(notes).length === 0 ? [] : notes,
      receipt,
      acquirer_data: { arn: this.refundState === 'processed' ? '10000000000000' : null },
      created_at: seconds(),
      batch_id: null,
      status: this.refundState,
      speed_processed: 'normal',
      speed_requested: speed,
    }
    if (!forget) {
      this.refunds.set(refund.id, refund)
      if (key !== undefined) this.refundKeys.set(key, { request, refund })
      this.giveBack(payment, amount)
    }
    return { status: 200, body: refund }
  }

  private giveBack(payment: GatewayPayment, amount: number): void {
    payment.amount_refunded += amount
    payment.refund_status =
      payment.amount_refunded === 0 ? null : payment.amount_refunded < payment.amount ? 'partial' : 'full'
    payment.status = payment.refund_status === 'full' ? 'refunded' : 'captured'
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

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function newId(prefix: string): string {
  const letters = Array.from(randomBytes(14), (byte) => ID_LETTERS[byte % ID_LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

const seconds = () => Math.floor(Date.now() / 1000)

const hmac = (message: string, secret: string) => createHmac('sha256', secret).update(message).digest('hex')

function refusal(status: number, description: string, code = 'BAD_REQUEST_ERROR', more = {}): Answer {
  const error = { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {}, ...more }
  return { status, body: { error } }
}

function wrong(field: string, description: string): Answer {
  return refusal(400, description, 'BAD_REQUEST_ERROR', {
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    field,
  })
}

/** A page of a list, newest first, as Razorpay pages: `count` 10 when not asked for. */
function collection(items: readonly { created_at: number }[], query: URLSearchParams): Answer {
  const skip = Number(query.get('skip') ?? 0)
  const count = Number(query.get('count') ?? 10)
  const page = [...items].reverse().slice(skip, skip + count)
  return { status: 200, body: { entity: 'collection', count: page.length, items: page } }
}

function withAmount(body: unknown, amount: number): unknown {
  if (!body || typeof body !== 'object') return body
  if ('items' in body && Array.isArray(body.items))
    return { ...body, items: body.items.map((item) => withAmount(item, amount)) }
  return 'amount' in body ? { ...body, amount } : body
}

function areNotes(value: unknown): value is Notes {
  if (!value || typeof value !== 'object') return false
  const entries = Object.entries(value)
  return entries.length <= MAX_NOTES && entries.every(([, note]) => typeof note === 'string' && note.length <= 256)
}

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function parse(raw: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(raw)
    return value && typeof value === 'object' ? { ...value } : {}
  } catch {
    return {}
  }
}
