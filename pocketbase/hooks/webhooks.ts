import { isObject, parseJson } from '../../src/domain/json'
import { MAX_WEBHOOK_BYTES } from '../../src/domain/limits'
import { answerRefusal, situation } from './answer'
import { addressOf, limited } from './limits'
import { eventKind, settleEvent } from './payment-events'
import type { Settled } from './settlement'
import { bodyText } from './slow-clients'

/**
 * POST /api/store/webhooks/razorpay: an event of the payment gateway, signed over the raw body with the webhook secret (Razorpay:
 * "Validate Webhooks"). It is stored and settled in one transaction; one that cannot be settled is stored all the same and settled by the cron job.
 * 200 stored or seen before, 401 bad or missing signature (429 after many of one address; what is signed is never refused so), 413 too large, 500 when it could not be stored, so that
 * the gateway sends it again. Without a webhook secret every event is refused.
 */
export function razorpayEvent(e: PbRequestEvent): void {
  const tooLarge = situation(413, 'body_too_large', 'Events are at most 1 MiB.')
  if (e.request.contentLength > MAX_WEBHOOK_BYTES) {
    answerRefusal(e, tooLarge)
    return
  }
  const raw = bodyText(e, MAX_WEBHOOK_BYTES + 1)
  if (raw.length > MAX_WEBHOOK_BYTES) {
    answerRefusal(e, tooLarge)
    return
  }
  if (!signedByGateway(raw, e.request.header.get('X-Razorpay-Signature'))) {
    if (limited(e, [['webhook:address', addressOf(e)]])) return
    answerRefusal(e, situation(401, 'bad_signature', 'The signature does not match.'))
    return
  }
  const bodyHash = $security.sha256(raw)
  const payload = parseJson(raw)
  const event = {
    event_id: e.request.header.get('X-Razorpay-Event-Id') || bodyHash,
    kind: eventKind(payload) || 'unknown',
    body_sha256: bodyHash,
    // The field takes texts for JSON themselves, and refuses those that are none.
    payload: isObject(payload) ? payload : null,
  }
  try {
    storeEvent(e.app, event, (txApp) => settleEvent(txApp, payload))
  } catch (error) {
    e.app.logger().error('A payment event could not be settled.', 'event', event.event_id, 'error', String(error))
    try {
      storeEvent(e.app, event, () => ({ outcome: SET_ASIDE }))
    } catch (again) {
      e.app.logger().error('A payment event could not be stored.', 'event', event.event_id, 'error', String(again))
      answerRefusal(e, situation(500, 'not_stored', 'The event could not be stored.'))
      return
    }
  }
  e.json(200, { status: 'ok' })
}

interface StoredEvent {
  event_id: string
  kind: string
  body_sha256: string
  payload: unknown
}

/** Outcome of an event that is stored but not settled yet: the cron job takes it up, or the gateway by sending it again. */
const SET_ASIDE = 'stored'

/** Each event is settled once: whoever sends it again finds it here. */
function storeEvent(app: PbApp, event: StoredEvent, work: (txApp: PbApp) => Settled): void {
  app.runInTransaction((txApp) => {
    const { event_id } = event
    const known = txApp.findRecordsByFilter('payment_events', 'event_id = {:event_id}', '', 1, 0, { event_id })[0]
    if (known && known.getString('outcome') !== SET_ASIDE) return
    const { outcome, order = '', payment = '', review = false } = work(txApp)
    const record = known ?? new Record(txApp.findCollectionByNameOrId('payment_events'), event)
    for (const [field, value] of Object.entries({ outcome, order, payment, review })) record.set(field, value)
    txApp.save(record)
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
