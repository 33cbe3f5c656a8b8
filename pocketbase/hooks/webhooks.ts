import { isObject, parseJson } from '../../src/domain/json'
import { MAX_WEBHOOK_BYTES } from '../../src/domain/limits'
import { answerRefusal, situation } from './answer'
import { eventKind, settleEvent } from './payment-events'
import type { Settled } from './settlement'

/**
 * POST /api/store/webhooks/razorpay: an event of the payment gateway, signed over the raw body with the webhook secret (Razorpay:
 * "Validate Webhooks"). It is stored and settled in one transaction.
 * 200 stored or seen before, 401 bad or missing signature, 413 too large, 500 when it could not be stored, so that
 * the gateway sends it again. Without a webhook secret every event is refused.
 */
export function razorpayEvent(e: PbRequestEvent): void {
  const tooLarge = situation(413, 'body_too_large', 'Events are at most 1 MiB.')
  if (e.request.contentLength > MAX_WEBHOOK_BYTES) {
    answerRefusal(e, tooLarge)
    return
  }
  const raw = toString(e.request.body, MAX_WEBHOOK_BYTES + 1)
  if (raw.length > MAX_WEBHOOK_BYTES) {
    answerRefusal(e, tooLarge)
    return
  }
  if (!signedByGateway(raw, e.request.header.get('X-Razorpay-Signature'))) {
    answerRefusal(e, situation(401, 'bad_signature', 'The signature does not match.'))
    return
  }
  const bodyHash = $security.sha256(raw)
  const payload = parseJson(raw)
  const event = {
    event_id: e.request.header.get('X-Razorpay-Event-Id') || bodyHash,
    kind: eventKind(payload) || 'unknown',
    body_sha256: bodyHash,
    payload: payload ?? null,
  }
  try {
    storeEvent(e.app, event, (txApp) => settleEvent(txApp, payload))
  } catch (error) {
    e.app.logger().error('A payment event could not be settled.', 'event', event.event_id, 'error', String(error))
    if (!keptAside(e.app, event)) {
      answerRefusal(e, situation(500, 'not_stored', 'The event could not be stored.'))
      return
    }
  }
  e.json(200, { status: 'ok' })
}

/** After so many failures it is not the moment that is wrong but the event, or the store's treatment of it. */
const FAILURE_LIMIT = 5
/** How many events' failures are remembered. */
const FAILURES_KEPT = 50
const FAILURES_KEY = 'webhook-failures'

/**
 * An event that fails comes again from the gateway, which is best while a disk is full. One that fails every time would in the end make the gateway
 * switch the webhook off for all orders: it is stored as it is, for the cron job to try. False: it should come again.
 */
function keptAside(app: PbApp, event: StoredEvent): boolean {
  const stored = parseJson(app.store().get(FAILURES_KEY))
  const failures = isObject(stored) ? stored : {}
  const count = Number(failures[event.event_id] ?? 0) + 1
  const others = Object.entries(failures).filter(([id]) => id !== event.event_id)
  const kept = [...others.slice(1 - FAILURES_KEPT), [event.event_id, count]]
  app.store().set(FAILURES_KEY, JSON.stringify(Object.fromEntries(kept)))
  if (count < FAILURE_LIMIT) return false
  try {
    storeEvent(app, event, () => ({ outcome: 'stored' }))
    return true
  } catch (error) {
    app.logger().error('A payment event could not be stored.', 'event', event.event_id, 'error', String(error))
    return false
  }
}

interface StoredEvent {
  event_id: string
  kind: string
  body_sha256: string
  payload: unknown
}

/** Each event once: whoever sends it again finds it here. */
function storeEvent(app: PbApp, event: StoredEvent, work: (txApp: PbApp) => Settled): void {
  app.runInTransaction((txApp) => {
    const { event_id } = event
    if (txApp.findRecordsByFilter('payment_events', 'event_id = {:event_id}', '', 1, 0, { event_id }).length > 0) return
    const { outcome, order = '', payment = '' } = work(txApp)
    txApp.save(new Record(txApp.findCollectionByNameOrId('payment_events'), { ...event, outcome, order, payment }))
  })
}

/** During a rotation the gateway signs older events with the previous secret (`RAZORPAY_WEBHOOK_SECRET_PREVIOUS`). */
function signedByGateway(raw: string, signature: string): boolean {
  const secrets = [$os.getenv('RAZORPAY_WEBHOOK_SECRET'), $os.getenv('RAZORPAY_WEBHOOK_SECRET_PREVIOUS')]
  return (
    signature !== '' &&
    secrets.some((secret) => secret !== '' && $security.equal($security.hs256(raw, secret), signature))
  )
}
