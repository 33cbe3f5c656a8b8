import { isObject, parseJson } from '../../../src/domain/json'
import type { RealProvider } from '../../../src/domain/payments/providers'
import { answerProblem, httpProblem } from '../guard/answer'
import { addressOf, limited } from '../guard/rate-limits'
import { bodyText } from '../guard/slow-clients'
import { firstRecord, newRecord } from '../lib/rows'
import { settleEvent } from './payment-events'
import { PROVIDERS } from './providers'
import type { Settled } from './settlement'

const MAX_EVENT_BYTES = 1024 * 1024

/**
 * POST /api/store/webhooks/{provider}: an event of a payment provider, signed over the raw body. It is stored and
 * settled in one transaction; one that cannot be settled is stored all the same and settled by the cron job. 200
 * stored or seen before, 401 bad or missing signature (429 after many of one address; what is signed is never refused
 * so), 413 too large, 500 when it could not be stored, so that the provider sends it again. Without a webhook secret
 * every event is refused.
 */
export function takeEvent(e: PbRequestEvent, provider: RealProvider): void {
  const { events } = PROVIDERS[provider]
  const tooLarge = httpProblem(413, 'body_too_large', 'Events are at most 1 MiB.')
  if (e.request.contentLength > MAX_EVENT_BYTES) {
    answerProblem(e, tooLarge)
    return
  }
  const raw = bodyText(e, MAX_EVENT_BYTES + 1)
  if (raw.length > MAX_EVENT_BYTES) {
    answerProblem(e, tooLarge)
    return
  }
  if (!events.signed(raw, e.request.header)) {
    if (limited(e, [['webhook:address', addressOf(e)]])) return
    answerProblem(e, httpProblem(401, 'bad_signature', 'The signature does not match.'))
    return
  }
  const bodyHash = $security.sha256(raw)
  const payload = parseJson(raw)
  const event = {
    provider,
    event_id: events.id(e.request.header) || bodyHash,
    kind: events.kind(payload) || 'unknown',
    body_sha256: bodyHash,
    // The field takes texts for JSON themselves, and refuses those that are none.
    payload: isObject(payload) ? payload : null,
  }
  try {
    storeEvent(e.app, event, (txApp) => settleEvent(txApp, events.read(payload)))
  } catch (error) {
    e.app.logger().error('A payment event could not be settled.', 'event', event.event_id, 'error', String(error))
    try {
      storeEvent(e.app, event, () => ({ outcome: SET_ASIDE }))
    } catch (again) {
      e.app.logger().error('A payment event could not be stored.', 'event', event.event_id, 'error', String(again))
      answerProblem(e, httpProblem(500, 'not_stored', 'The event could not be stored.'))
      return
    }
  }
  e.json(200, { status: 'ok' })
}

interface StoredEvent {
  provider: RealProvider
  event_id: string
  kind: string
  body_sha256: string
  payload: unknown
}

/**
 * Outcome of an event that is stored but not settled yet: the cron job takes it up, or the gateway by sending it again.
 */
const SET_ASIDE = 'stored'

/** Each event is settled once: whoever sends it again finds it here. */
function storeEvent(app: PbApp, event: StoredEvent, work: (txApp: PbApp) => Settled): void {
  app.runInTransaction((txApp) => {
    const { provider, event_id } = event
    const filter = 'event_id = {:event_id} && provider = {:provider}'
    const known = firstRecord(txApp, 'payment_events', filter, { event_id, provider })
    if (known && known.getString('outcome') !== SET_ASIDE) return
    const { outcome, order = '', payment = '', review = false } = work(txApp)
    const record = known ?? newRecord(txApp, 'payment_events', { ...event })
    record.load({ outcome, order, payment, review })
    txApp.save(record)
  })
}
