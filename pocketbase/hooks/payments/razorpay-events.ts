import { isObject, parseText } from '../../../src/domain/json'
import type { GatewayPayment, ProviderEvent, ProviderEvents } from './provider'
import { isAmount, parsePayment, parseRefund } from './razorpay-entities'
import { signedEvent } from './razorpay-signatures'

const eventKind = (payload: unknown): string => (isObject(payload) ? parseText(payload.event).slice(0, 80) : '')

const DISPUTE = 'payment.dispute.'

function readEvent(event: unknown): ProviderEvent {
  const kind = eventKind(event)
  const payload = isObject(event) && isObject(event.payload) ? event.payload : {}
  const entity = (name: string) => {
    const holder = payload[name]
    return isObject(holder) ? holder.entity : undefined
  }
  const payment = parsePayment(entity('payment'))
  if (kind.startsWith(DISPUTE)) return readDispute(entity('dispute'), payment, kind.slice(DISPUTE.length))
  if (kind.startsWith('refund.')) return { about: 'refund', refund: parseRefund(entity('refund')), payment }
  if (!kind.startsWith('payment.') && kind !== 'order.paid') return { about: 'nothing', why: 'not for us' }
  if (!payment) return { about: 'nothing', why: 'no payment in it' }
  return { about: 'payment', payment, receipt: textOf(entity('order'), 'receipt') }
}

function readDispute(entity: unknown, payment: GatewayPayment | null, step: string): ProviderEvent {
  const dispute = textOf(entity, 'id')
  const amount = isObject(entity) ? [entity.amount_deducted, entity.amount].find(isAmount) : undefined
  const taken = step === 'lost' && dispute && amount !== undefined ? { dispute, amount } : null
  return { about: 'dispute', disputed: textOf(entity, 'payment_id'), payment, step, taken }
}

const textOf = (entity: unknown, field: string): string => (isObject(entity) ? parseText(entity[field]) : '')

/** Razorpay's events ("Webhooks": payments, orders, refunds and disputes). */
export const razorpayEvents: ProviderEvents = {
  signed: (raw, header) => signedEvent(raw, header.get('X-Razorpay-Signature')),
  id: (header) => header.get('X-Razorpay-Event-Id'),
  kind: eventKind,
  read: readEvent,
}
