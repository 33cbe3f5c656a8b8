import { isObject, parseText } from '../../../src/domain/json'
import type { Paise } from '../../../src/domain/money'
import type { GatewayOrder, GatewayPayment, GatewayRefund } from './provider'

/** Reads an order of the gateway from an answer; null when it is none. */
export function parseOrder(value: unknown): GatewayOrder | null {
  if (!isObject(value) || !parseText(value.id) || !isAmount(value.amount)) return null
  return {
    id: parseText(value.id),
    receipt: parseText(value.receipt),
    amount: value.amount,
    status: parseText(value.status),
  }
}

/** Reads a payment of the gateway, from an answer or an event; null when it is none. */
export function parsePayment(value: unknown): GatewayPayment | null {
  if (!isObject(value) || !parseText(value.id) || !isAmount(value.amount)) return null
  const notes = isObject(value.notes) ? value.notes : {}
  const status = parseText(value.status)
  return {
    id: parseText(value.id),
    order_id: parseText(value.order_id),
    amount: value.amount,
    currency: parseText(value.currency),
    status,
    captured: status === 'captured' || (status === 'refunded' && value.captured !== false),
    amount_refunded: isAmount(value.amount_refunded) ? value.amount_refunded : 0,
    method: parseText(value.method).slice(0, 40),
    error_reason: (parseText(value.error_reason) || parseText(value.error_code)).slice(0, 200),
    notes: { order: noteText(notes.order), attempt: noteText(notes.attempt) },
  }
}

/** Reads a refund of the gateway, from an answer or an event; null when it is none. */
export function parseRefund(value: unknown): GatewayRefund | null {
  if (!isObject(value) || !parseText(value.id) || !isAmount(value.amount)) return null
  const notes = isObject(value.notes) ? value.notes : {}
  return {
    id: parseText(value.id),
    payment_id: parseText(value.payment_id),
    amount: value.amount,
    status: parseText(value.status),
    receipt: parseText(value.receipt),
    notes: { refund: noteText(notes.refund) },
  }
}

const noteText = (value: unknown): string => (typeof value === 'number' ? String(value) : parseText(value))

export const isAmount = (value: unknown): value is Paise => Number.isSafeInteger(value) && (value as number) >= 0
