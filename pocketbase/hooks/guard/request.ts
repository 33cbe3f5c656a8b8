import { checkRequest } from '../../../src/domain/check-request'
import { fieldProblem, type HttpProblem, readBody } from './answer'

export type Schema = Parameters<typeof checkRequest>[0]
/** What a schema makes of a body. */
export type Checked<S extends Schema> = Extract<ReturnType<typeof checkRequest<S>>, { value: unknown }>

/**
 * The checked JSON body of a request; or what to answer instead, 400 with the problems beside their fields.
 * @param empty what a request without a body means, see `readBody`
 */
export function readRequest<S extends Schema>(
  e: PbRequestEvent,
  schema: S,
  empty?: object,
): Checked<S> | { problem: HttpProblem } {
  const read = readBody(e, empty)
  if ('problem' in read) return read
  const checked = checkRequest(schema, read.body)
  return 'problems' in checked ? { problem: fieldProblem(checked.problems) } : (checked as Checked<S>)
}
