import { isObject, parseJson } from '../../../src/domain/json'
import { MAX_BODY_BYTES } from '../../../src/domain/limits'
import { answerProblem, httpProblem } from '../guard/answer'
import { addressOf, limited } from '../guard/rate-limits'
import { bodyText } from '../guard/slow-clients'
import { now, recordDate } from '../lib/clock'
import { run } from '../lib/rows'

/**
 * POST /api/store/webhooks/courier: Shiprocket has news of a parcel. Nothing it says is believed: the booking is only
 * looked at sooner, by the job, which asks Shiprocket itself. 200 for whatever comes with the key of
 * SHIPROCKET_WEBHOOK_KEY in `x-api-key`, 401 without (429 after many of one address), 413 too large. Shiprocket takes
 * no address with its own name in it.
 */
export function takeNews(e: PbRequestEvent): void {
  const key = $os.getenv('SHIPROCKET_WEBHOOK_KEY')
  if (key === '' || !$security.equal(key, e.request.header.get('x-api-key'))) {
    if (limited(e, [['webhook:address', addressOf(e)]])) return
    answerProblem(e, httpProblem(401, 'bad_key', 'The key does not match.'))
    return
  }
  const raw = e.request.contentLength > MAX_BODY_BYTES ? '' : bodyText(e, MAX_BODY_BYTES + 1)
  if (e.request.contentLength > MAX_BODY_BYTES || raw.length > MAX_BODY_BYTES) {
    answerProblem(e, httpProblem(413, 'body_too_large', 'News are at most 64 kB.'))
    return
  }
  const news = parseJson(raw)
  const awb = isObject(news) ? news.awb : undefined
  if (awb && (typeof awb === 'string' || typeof awb === 'number')) lookSooner(e.app, String(awb).trim())
  e.json(200, { status: 'ok' })
}

function lookSooner(app: PbApp, awb: string): void {
  const sooner = `UPDATE bookings SET next_try_at = {:now} WHERE awb = {:awb} AND awb != '' AND state = 'booked'`
  run(app, sooner, { awb, now: recordDate(now()) })
}
