import { isObject, parseJson, parseText } from '../../src/domain/json'
import { MAX_WEBHOOK_BYTES } from '../../src/domain/limits'
import { answerRefusal, situation, transaction } from './answer'

/**
 * POST /api/store/webhooks/razorpay: an event of the payment gateway, signed over the raw body with the webhook secret (Razorpay:
 * "Validate Webhooks"). 200 stored or seen before, 401 bad or missing signature, 413 too large, 500 when it could not be stored, so that
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
  const eventId = e.request.header.get('X-Razorpay-Event-Id') || bodyHash
  const payload = parseJson(raw)
  const kind = (isObject(payload) ? parseText(payload.event) : '') || 'unknown'
  try {
    transaction(e.app, (txApp) => {
      if (txApp.findRecordsByFilter('payment_events', 'event_id = {:eventId}', '', 1, 0, { eventId }).length > 0) return
      const event = { event_id: eventId, kind, body_sha256: bodyHash, payload: payload ?? null, outcome: 'stored' }
      txApp.save(new Record(txApp.findCollectionByNameOrId('payment_events'), event))
    })
  } catch (error) {
    e.app.logger().error('A payment event could not be stored.', 'event', eventId, 'error', String(error))
    answerRefusal(e, situation(500, 'not_stored', 'The event could not be stored.'))
    return
  }
  e.json(200, { status: 'ok' })
}

/** During a rotation the gateway signs older events with the previous secret (`RAZORPAY_WEBHOOK_SECRET_PREVIOUS`). */
function signedByGateway(raw: string, signature: string): boolean {
  const secrets = [$os.getenv('RAZORPAY_WEBHOOK_SECRET'), $os.getenv('RAZORPAY_WEBHOOK_SECRET_PREVIOUS')]
  return (
    signature !== '' &&
    secrets.some((secret) => secret !== '' && $security.equal($security.hs256(raw, secret), signature))
  )
}
