import { RECORD_STORE_URL } from '@/api/client'
import type { PlainSentence } from '@/language/catalogue'

/** The payment webhook's address below the record store. */
export const WEBHOOK_PATH = '/api/store/webhooks/razorpay'

/** How long an answer is waited for, ms. */
const TIMEOUT_MS = 10_000
/** Longest part of an answer that is shown, characters. */
const ANSWER_SHOWN = 2000

/**
 * Harmless even if it were believed: it names no order of the shop, and no money. Not signed, because only the
 * payment provider and the shop's server know the secret.
 */
export const SAMPLE_EVENT = JSON.stringify(
  {
    entity: 'event',
    event: 'payment.captured',
    contains: ['payment'],
    payload: {
      payment: { entity: { id: 'pay_webhook_test', order_id: 'order_webhook_test', amount: 0, currency: 'INR' } },
    },
  },
  null,
  2,
)

export interface ProbeResult {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** From sending to the whole answer, ms. */
  latency: number
  /** The answer's text, shortened. */
  answer: string
}

/** Sends the sample event as a stranger would and tells what came back. Never throws: no answer is a result as well. */
export async function probeWebhook(): Promise<ProbeResult> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS)
  const start = performance.now()
  const latency = () => Math.round(performance.now() - start)
  try {
    const response = await fetch(RECORD_STORE_URL + WEBHOOK_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: SAMPLE_EVENT,
      credentials: 'omit',
      signal: timeout.signal,
    })
    const answer = (await response.text()).slice(0, ANSWER_SHOWN)
    return { status: response.status, latency: latency(), answer }
  } catch {
    return { status: 0, latency: latency(), answer: '' }
  } finally {
    clearTimeout(timer)
  }
}

/** What a status means for the shop's owner. `good`: the webhook is there and cannot be fooled. */
export function probeMeaning(status: number): { good: boolean; sentence: PlainSentence } {
  if (status === 401)
    return {
      good: true,
      sentence:
        'Refused, as it should be: the event was not signed. The webhook is reachable and checks who is calling.',
    }
  if (status >= 200 && status < 300)
    return {
      good: false,
      sentence:
        'Accepted, although nobody had signed it. Anybody could report a payment. Set the webhook secret before taking orders.',
    }
  if (status === 0)
    return {
      good: false,
      sentence: 'No answer came within ten seconds. The payment company could not reach the shop either.',
    }
  if (status === 404) return { good: false, sentence: 'There is no webhook at this address.' }
  if (status === 429) return { good: false, sentence: 'Too many tries in a short time. Wait a minute and try again.' }
  if (status >= 500) return { good: false, sentence: 'The webhook failed. The server’s log says why.' }
  return {
    good: false,
    sentence: 'The event was refused, but not for its missing signature. The answer below says why.',
  }
}
