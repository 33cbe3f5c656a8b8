import { MAX_BODY_BYTES } from '../../../src/domain/limits'
import { answerProblem, httpProblem } from './answer'
import { previewed } from './preview'
import { releaseSlot, waitForSlot } from './slots'
import { answering, bodyText } from './slow-clients'

/**
 * PocketBase runs each request in one of `SCRIPT_ENGINES` script engines and makes a new one, at many times the
 * price, for whoever comes beyond: what waits or works in them is therefore counted here, for the whole process.
 */

/**
 * Requests of the store's own routes that work at a time: at most 12 of them wait for the gateway, and 10 for each
 * other's payment. Whoever comes beyond those that wait for their turn is told at once.
 */
const AT_WORK = { places: 28, waitingRoom: 'waiting', mostWaiting: 32, waitMs: 5000, lookAgainMs: 20 }
/** When somebody who was refused may try again, seconds. */
const RETRY_SECONDS = 1

/**
 * Runs a route of the store when it is its turn. When too many are at work and wait already it answers 503
 * `store_busy` with `Retry-After` at once and nothing has been done: the same request may be sent again.
 */
export function admit(e: PbRequestEvent, work: () => unknown): unknown {
  // Whoever sends slowly, or never ends, waits outside and takes nobody's place.
  if (e.request.method === 'POST' && e.request.contentLength <= MAX_BODY_BYTES) {
    bodyText(e, MAX_BODY_BYTES + 1)
    e.request.body.reread()
  }
  const place = waitForSlot('work', AT_WORK)
  if (place) {
    try {
      return answering(e, () => previewed(e, work))
    } finally {
      releaseSlot('work', place)
    }
  }
  e.response.header().set('Retry-After', String(RETRY_SECONDS))
  answerProblem(
    e,
    httpProblem(503, 'store_busy', 'The shop is very busy just now. Please try again in a moment.', {
      retry_after: RETRY_SECONDS,
    }),
  )
  return undefined
}
