import { StandIn } from './stand-in'
import {
  type Answer,
  areNotes,
  collection,
  type Fault,
  type GatewayCall,
  type GatewayOrder,
  type GatewayPayment,
  type GatewayRefund,
  type Notes,
  newId,
  type PaymentState,
  refusal,
  seconds,
  wrong,
} from './wire'

const MIN_AMOUNT = 100
const MAX_RECEIPT = 40
const REFUND_KEY = /^[A-Za-z0-9_-]{10,}$/

/**
 * The gateway's books: the orders, payments and refunds it keeps, what may become of each, and its answer to who asks
 * for a change. Keys, lines and faults are not theirs.
 */
export abstract class GatewayBooks extends StandIn<Fault, GatewayCall> {
  readonly orders = new Map<string, GatewayOrder>()
  readonly payments = new Map<string, GatewayPayment>()
  readonly refunds = new Map<string, GatewayRefund>()
  /** What a new refund starts as; a pending one is moved on by `finishRefund`. */
  refundState: 'pending' | 'processed' = 'processed'

  private readonly refundKeys = new Map<string, { request: string; refund: GatewayRefund }>()

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
  protected order(id: string): GatewayOrder {
    const order = this.orders.get(id)
    if (!order) throw new Error(`The gateway knows no order ${id}`)
    return order
  }

  protected payment(id: string): GatewayPayment {
    const payment = this.payments.get(id)
    if (!payment) throw new Error(`The gateway knows no payment ${id}`)
    return payment
  }

  protected refund(id: string): GatewayRefund {
    const refund = this.refunds.get(id)
    if (!refund) throw new Error(`The gateway knows no refund ${id}`)
    return refund
  }
  protected createOrder(body: Record<string, unknown>, forget: boolean): Answer {
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

  protected listOrders(query: URLSearchParams): Answer {
    const receipt = query.get('receipt')
    return collection(
      [...this.orders.values()].filter((order) => receipt === null || order.receipt === receipt),
      query,
    )
  }

  protected capture(payment: GatewayPayment, body: Record<string, unknown>, forget: boolean): Answer {
    if (payment.captured) return refusal(400, 'This payment has already been captured')
    if (payment.status !== 'authorized')
      return refusal(400, 'Only payments which have been authorized and not yet captured can be captured')
    if (body.amount !== payment.amount) return wrong('amount', 'Capture amount must be equal to the amount authorized')
    if (forget) return { status: 200, body: { ...payment, status: 'captured', captured: true } }
    return { status: 200, body: { ...this.move(payment.id, 'captured') } }
  }

  protected createRefund(
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
    const asked = readRefund(payment, body)
    if ('status' in asked) return asked
    const { amount, speed, receipt, notes } = asked
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
}

interface RefundAsked {
  amount: number
  speed: GatewayRefund['speed_requested']
  receipt: string | null
  notes: Notes
}

/** What a request for a refund asks, or why it is refused. */
function readRefund(payment: GatewayPayment, body: Record<string, unknown>): RefundAsked | Answer {
  const rest = payment.amount - payment.amount_refunded
  const { amount = rest, speed = 'normal', receipt = null, notes = [] } = body
  if (!payment.captured) return refusal(400, 'The payment status should be captured for action to be taken')
  if (rest === 0) return refusal(400, 'The payment has been fully refunded already')
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1)
    return wrong('amount', 'The amount must be an integer.')
  if (amount < 100) return wrong('amount', 'The amount must be at least INR 1.00')
  if (amount > rest) return wrong('amount', 'The total refund amount is greater than the refund payment amount')
  if (receipt !== null && typeof receipt !== 'string') return wrong('receipt', 'The receipt must be a string.')
  if (speed !== 'normal' && speed !== 'optimum') return wrong('speed', 'The speed is not valid.')
  if (!areNotes(notes)) return wrong('notes', 'The notes are not valid.')
  return { amount, speed, receipt, notes }
}
