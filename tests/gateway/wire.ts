import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * Razorpay's wire: the shapes of its entities, lists, refusals and webhooks. Money is whole paise.
 *
 * Sources: Razorpay's "Orders", "Payments", "Refunds" and "Normal Refunds (Idempotent)" API pages, "Webhooks:
 * Payments, Orders, Refunds, Disputes".
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
export type Notes = Record<string, string> | []

export interface WebhookEvent {
  id: string
  kind: string
  /** The bytes that are signed. */
  body: string
}

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

export interface Answer {
  status: number
  body: unknown
}

const MAX_NOTES = 15

export function refusal(status: number, description: string, code = 'BAD_REQUEST_ERROR', more = {}): Answer {
  const error = { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {}, ...more }
  return { status, body: { error } }
}

export function wrong(field: string, description: string): Answer {
  return refusal(400, description, 'BAD_REQUEST_ERROR', {
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    field,
  })
}

/** A page of a list, newest first, as Razorpay pages: `count` 10 when not asked for. */
export function collection(items: readonly { created_at: number }[], query: URLSearchParams): Answer {
  const skip = Number(query.get('skip') ?? 0)
  const count = Number(query.get('count') ?? 10)
  const page = [...items].reverse().slice(skip, skip + count)
  return { status: 200, body: { entity: 'collection', count: page.length, items: page } }
}

export function areNotes(value: unknown): value is Notes {
  if (!value || typeof value !== 'object') return false
  const entries = Object.entries(value)
  return entries.length <= MAX_NOTES && entries.every(([, note]) => typeof note === 'string' && note.length <= 256)
}

const ID_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(prefix: string): string {
  const letters = Array.from(randomBytes(14), (byte) => ID_LETTERS[byte % ID_LETTERS.length])
  return `${prefix}_${letters.join('')}`
}

export const seconds = () => Math.floor(Date.now() / 1000)
