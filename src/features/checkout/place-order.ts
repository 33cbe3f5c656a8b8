import { errorCode, errorData, errorSentence, errorStatus, fieldErrors, isBusy } from '@/api/errors'
import { placeOrder } from '@/api/store-routes'
import { endSession } from '@/api/stored-session'
import { isObject } from '@/domain/json'
import { isClosed, type PlacedOrder } from '@/domain/orders/order'
import type { PlaceRequestInput } from '@/domain/orders/order-request'
import type { Quote } from '@/domain/orders/quote'
import type { PaymentStart } from '@/features/orders/pay-order'
import { readUtm } from '@/integrations/utm'
import { t } from '@/language/text'
import { pause } from '@/lib/pause'
import { toast } from '@/ui/toast'
import { attemptKey, forgetAttempt } from './attempt'

/** Pause before a try whose answer was lost is sent once more, ms. */
const RETRY_PAUSE_MS = 1500
/** How often an order that is still being worked on is asked for again, and how long between, ms. */
const PROGRESS_TRIES = 8
const PROGRESS_PAUSE_MS = 1000

/** Fields of the form a refusal can point at, in the order of the page. */
export const FORM_FIELDS = [
  'address.pincode',
  'contact.name',
  'contact.phone',
  'address.line1',
  'address.line2',
  'address.landmark',
  'address.city',
  'address.state',
  'contact.email',
  'note',
  'payment_method',
] as const
type FormField = (typeof FORM_FIELDS)[number]

/** What became of the wish to order. */
export type Outcome =
  /** `start`: how its payment begins, when it waits for one. */
  | { kind: 'placed'; order: PlacedOrder; start?: PaymentStart }
  /** The total is another one now, or the gift is gone; nothing was ordered. */
  | { kind: 'changed'; quote: Quote }
  /** Some line cannot be had as asked for, or the minimum is not reached: the quote says which. */
  | { kind: 'refused_lines'; quote: Quote }
  | { kind: 'fields'; problems: Partial<Record<FormField, string>> }
  | { kind: 'failed'; sentence: string }

/**
 * Places the order and says what became of it; never throws. A lost answer is asked for once more with the same key,
 * so that no order is made twice (ORDER-05). The key leaves out code, total and promises: when this very order took
 * the last gift or the last use of an offer, or a price has changed since, it is still this order.
 * @param user id of the signed-in shopper or empty: an order belongs to whoever is signed in, so the key does too
 */
export async function tryPlacing(request: PlaceRequestInput, user: string): Promise<Outcome> {
  const { code, expected_total, arrives_until, gift, promotions, ...contents } = request
  let key = attemptKey([user, contents])
  let lost = false
  let closed = false
  for (let tries = 0; ; tries += 1) {
    try {
      // Where the shopper came from is no part of what is ordered: another campaign must not make a second order.
      const order = await placeOrder({ ...request, utm: readUtm() }, key)
      // The order of an earlier try that was called off or not paid in time: this is a new wish.
      if (!closed && isClosed(order)) {
        closed = true
        forgetAttempt()
        key = attemptKey([user, contents])
        continue
      }
      return { kind: 'placed', order, ...(order.payment && { start: order.payment }) }
    } catch (error) {
      const { order } = errorData(error)
      if (errorCode(error) === 'gateway_unavailable' && isPlaced(order))
        return { kind: 'placed', order, start: 'unavailable' }
      if (errorCode(error) === 'request_in_progress' && tries < PROGRESS_TRIES) {
        await pause(PROGRESS_PAUSE_MS)
        continue
      }
      if (errorStatus(error) === 0 && !lost) {
        lost = true
        await pause(RETRY_PAUSE_MS)
        continue
      }
      return refusal(error)
    }
  }
}

function refusal(error: unknown): Outcome {
  const status = errorStatus(error)
  const { quote } = errorData(error)
  if (isQuote(quote)) return { kind: errorCode(error) === 'cart_changed' ? 'changed' : 'refused_lines', quote }
  if (status === 422) {
    forgetAttempt()
    return { kind: 'failed', sentence: t('Something changed while the order was on its way. Press Place order again.') }
  }
  if (status === 401) {
    // Shows the form of a guest, which has no place for a sentence of this one.
    endSession()
    toast.error(t('You are signed out'), {
      description: t('Nothing has been ordered. Sign in: what you typed is kept.'),
    })
    return { kind: 'failed', sentence: '' }
  }
  const told = fieldErrors(error)
  const problems: Partial<Record<FormField, string>> = {}
  for (const field of FORM_FIELDS) if (told[field]) problems[field] = told[field]
  if (Object.keys(problems).length > 0) return { kind: 'fields', problems }
  if (isBusy(error)) return { kind: 'failed', sentence: errorSentence(error) }
  if (status === 0 || status >= 500) {
    return {
      kind: 'failed',
      sentence: t('We did not hear back from the shop. Press Place order again: you will not order twice.'),
    }
  }
  return { kind: 'failed', sentence: Object.values(told)[0] ?? errorSentence(error) }
}

function isPlaced(value: unknown): value is PlacedOrder {
  return isObject(value) && typeof value.id === 'string' && typeof value.access_token === 'string'
}

function isQuote(value: unknown): value is Quote {
  return isObject(value) && Array.isArray(value.items) && typeof value.grand_total === 'number'
}
