import { formatPaise } from '@/domain/money'
import {
  type FulfilmentStatus,
  type OrderState,
  type OrderView,
  paymentStage,
  REFUND_DAYS,
  refundDue,
} from '@/domain/order'

/** Said wherever an order was paid with pretend money, so that nobody takes it for a sale (contract: the test provider). */
export const TEST_SENTENCE = 'Test payment: no money moves with this order.'

/** How the order is or will be paid, in a few words; a test payment always says that it is one. */
export function paymentWords(order: OrderState): string {
  const words = plainPaymentWords(order)
  return order.payment_method === 'test' ? `TEST · ${words}` : words
}

function plainPaymentWords(order: OrderState): string {
  const { payment_method, payment_status, paid_total = 0, refunded_total = 0 } = order
  const stage = paymentStage(order)
  if (stage) return { open: 'Not paid yet', confirming: 'Being confirmed by the bank', failed: 'Not paid yet' }[stage]
  if (payment_status === 'refunded') return refunded_total ? `${formatPaise(refunded_total)} refunded` : 'Refunded'
  const due = refundDue(order)
  if (due > 0) return `${formatPaise(due)} on its way back to you`
  if (payment_status === 'partially_refunded')
    return refunded_total ? `${formatPaise(refunded_total)} of ${formatPaise(paid_total)} refunded` : 'Partly refunded'
  if (payment_status === 'voided' || order.status === 'expired' || order.status === 'cancelled') return 'Nothing to pay'
  const paid = payment_status === 'paid'
  if (payment_method === 'cod') return paid ? 'Paid on delivery' : 'Cash on delivery'
  return paid ? 'Paid online' : 'Not paid yet'
}

/**
 * What the page says first to the one who placed the order: thanks only for an order that stands (ORDER-06). No sentence where the panel of
 * a waiting payment says it.
 */
export function headline(order: OrderView): { heading: string; sentence: string; stands: boolean } {
  const { status } = order
  const stands = status === 'confirmed' || status === 'completed'
  return { ...newsOfState(order), stands }
}

function newsOfState(order: OrderView): { heading: string; sentence: string } {
  const { status } = order
  const stage = paymentStage(order)
  if (stage === 'open') return { heading: 'Your order is not paid yet', sentence: '' }
  if (stage === 'failed') return { heading: 'The payment did not go through', sentence: '' }
  if (stage === 'confirming') {
    return {
      heading: 'Waiting for your bank',
      sentence:
        'It has not answered yet. Please do not pay again; this page follows it by itself. If the answer comes too late for what you ordered, the money goes back to where you paid from.',
    }
  }
  if (status === 'expired') {
    return {
      heading: 'This order was not paid in time',
      sentence: refundSentence(order) ?? 'It was not made, and nothing is to be paid.',
    }
  }
  if (status === 'cancelled')
    return { heading: 'This order is cancelled', sentence: refundSentence(order) ?? 'Nothing is to be paid.' }
  return {
    heading: `Thank you, ${firstName(order.contact.name)}`,
    sentence: [order.payment_status === 'refunded' ? null : standingSentence(order), refundSentence(order)]
      .filter(Boolean)
      .join(' '),
  }
}

/** What became of the money of an order that was given back or will be; null when none was. */
export function refundSentence(order: OrderState): string | null {
  const due = refundDue(order)
  const back = order.refunded_total ?? 0
  if (order.payment_method === 'test' && (due > 0 || back > 0)) return 'The test payment is undone with it.'
  if (due > 0) {
    const before = back > 0 ? `${formatPaise(back)} has been refunded. ` : ''
    return `${before}${formatPaise(due)} is on its way back to where you paid from. Banks usually take ${REFUND_DAYS}.`
  }
  if (back === 0) return null
  if (order.payment_method === 'cod') return `${formatPaise(back)} has been given back to you.`
  return `${formatPaise(back)} has been refunded to where you paid from. Banks usually show it within ${REFUND_DAYS}.`
}

const PARCEL_SENTENCES: Partial<Record<FulfilmentStatus, string>> = {
  packed: 'Your parcel is packed and leaves us soon.',
  shipped: 'Your parcel is on its way.',
  out_for_delivery: 'The courier brings your parcel today.',
  delivered: 'Your parcel has been delivered.',
  delivery_failed: 'The courier could not hand over your parcel and will usually try again.',
  returned_to_origin: 'The courier has sent your parcel back to us. Please write to us about what comes next.',
  return_requested: 'You have asked to send it back. We will write to you about what comes next.',
  returned: 'Your parcel has come back to us.',
}

function standingSentence(order: OrderView): string {
  const { fulfilment_status: fulfilment, payment_method, payment_status, grand_total } = order
  const cash = payment_method === 'cod' && payment_status === 'unpaid' && CASH_AHEAD.has(fulfilment)
  const keepReady = cash ? ` Please keep ${formatPaise(grand_total)} ready for the courier.` : ''
  const said = PARCEL_SENTENCES[fulfilment]
  if (said) return said + keepReady
  if (order.status === 'completed') return 'Your order is complete.'
  const begin =
    payment_method === 'razorpay' && payment_status === 'paid' ? 'Your payment has arrived and your' : 'Your'
  return `${begin} order is with us.${keepReady || ' You can come back to this page to see where it is.'}`
}

/** The money has still to be handed to the courier. */
const CASH_AHEAD = new Set<FulfilmentStatus>([
  'unfulfilled',
  'packed',
  'shipped',
  'out_for_delivery',
  'delivery_failed',
])

function firstName(name: string): string {
  return name.split(' ')[0] ?? name
}

/** What cancelling does with the money, said before it is done. */
export function cancelWords({ payment_status, payment_method, paid_total, refunded_total }: OrderView): string {
  const back = paid_total - refunded_total
  if (payment_status !== 'paid' || back <= 0) return 'Nothing is to be paid then. This cannot be undone.'
  if (payment_method === 'test') return 'The test payment is undone with it. This cannot be undone.'
  return `${formatPaise(back)} goes back to where you paid from; banks usually take ${REFUND_DAYS}. This cannot be undone.`
}

/** The order's news for a screen reader when it changes while the page is open. */
export function newsOf(order: OrderView, label: string): string {
  const refund = refundSentence(order)
  return `Order ${order.number}: ${label}.${refund ? ` ${refund}` : ''}`
}
