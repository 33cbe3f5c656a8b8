import type { FieldProblems } from '../../../src/domain/check-request'
import { MAX_BODY_BYTES } from '../../../src/domain/limits'
import { runInTransaction } from '../lib/record-transaction'
import { isNoRoom, noRoom } from './disk'
import { bodyText } from './slow-clients'

/** An answer that is not the asked-for one, in PocketBase's own error shape. */
export interface HttpProblem {
  status: number
  message: string
  data: { [key: string]: unknown }
}

/** Answers JSON that nobody may keep, as it is true now alone, or for one person. */
export function answerFresh(e: PbRequestEvent, status: number, body: object): void {
  e.response.header().set('Cache-Control', 'no-store')
  e.json(status, body)
}

/** Answers a problem, which nobody may keep either. */
export const answerProblem = (e: PbRequestEvent, problem: HttpProblem): void => answerFresh(e, problem.status, problem)

/** A problem the caller can act on: `data.code` names it. */
export function httpProblem(
  status: number,
  code: string,
  message: string,
  more: { [key: string]: unknown } = {},
): HttpProblem {
  return { status, message, data: { code, ...more } }
}

/** Problems beside their fields (`data["items.0.quantity"] = { code, message }`). */
export function fieldProblem(problems: FieldProblems): HttpProblem {
  return { status: 400, message: 'Please check the marked fields.', data: problems }
}

/**
 * One and the same answer for every order that is not there or not yours, so that nothing can be learned from it
 * (TAX-08).
 */
export const NOT_FOUND: HttpProblem = { status: 404, message: "The requested resource wasn't found.", data: {} }

/**
 * A JSON body of at most 64 kB. The raw text is read and parsed here because PocketBase's own binding turns wrong
 * types into zeros. Refuses with 400 what is too large or no JSON.
 * @param empty what a request without a body means; left out, it is refused like other texts that are no JSON
 */
export function readBody(e: PbRequestEvent, empty?: object): { body: unknown } | { problem: HttpProblem } {
  const tooLarge = fieldProblem({ body: { code: 'body_too_large', message: 'The request is larger than 64 kB.' } })
  if (e.request.contentLength > MAX_BODY_BYTES) return { problem: tooLarge }
  const raw = bodyText(e, MAX_BODY_BYTES + 1)
  if (raw.length > MAX_BODY_BYTES) return { problem: tooLarge }
  if (raw === '' && empty) return { body: empty }
  try {
    return { body: JSON.parse(raw) }
  } catch {
    return { problem: fieldProblem({ body: { code: 'invalid_json', message: 'The request is not valid JSON.' } }) }
  }
}

/** Ends a transaction, see there. */
export type Refuse = (problem: HttpProblem) => never

/**
 * Runs work in one write transaction. What it returns is kept; a problem it hands to `refuse` undoes everything and
 * is returned instead.
 */
export function transaction<T>(
  app: PbApp,
  work: (txApp: PbApp, refuse: Refuse) => T,
): { value: T } | { problem: HttpProblem } {
  let refused: HttpProblem | undefined
  const refuse: Refuse = (problem) => {
    refused = problem
    throw new Error(problem.message)
  }
  try {
    return { value: runInTransaction(app, (txApp) => work(txApp, refuse)) }
  } catch (error) {
    if (refused) return { problem: refused }
    throw isNoRoom(app, error) ? noRoom() : error
  }
}
