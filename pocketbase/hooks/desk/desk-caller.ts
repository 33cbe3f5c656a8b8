import type { DeskRole } from '../../../src/domain/desk/role'
import { checkRequest } from '../../../src/domain/orders/order-request'
import { answerProblem, fieldProblem, type HttpProblem, NOT_FOUND, readBody } from '../guard/answer'

/** Somebody at the desk: a superuser is an owner. */
export interface DeskCaller {
  /** E-mail address. */
  who: string
  role: DeskRole
}

function deskCaller(e: PbRequestEvent): DeskCaller | undefined {
  if (e.auth && e.hasSuperuserAuth()) return { who: e.auth.getString('email'), role: 'owner' }
  return undefined
}

/**
 * A route of the desk: answers what `work` returns with 200, or its problem. 404 to whoever is not at the desk, as if
 * there were no such route, and 403 where the role may not.
 */
export function deskRoute(
  e: PbRequestEvent,
  roles: readonly DeskRole[],
  work: (caller: DeskCaller) => object | { problem: HttpProblem },
): unknown {
  const caller = deskCaller(e)
  if (!caller) return answerProblem(e, NOT_FOUND)
  if (!roles.includes(caller.role))
    return answerProblem(e, { status: 403, message: 'Ask the owner of the shop to do this.', data: {} })
  const answer = work(caller)
  if ('problem' in answer) return answerProblem(e, answer.problem as HttpProblem)
  e.response.header().set('Cache-Control', 'no-store')
  return e.json(200, answer)
}

/** Writes down who did what, in a sentence such as `Shipped 4 parcels`, in the same transaction as what was done. */
export function logDeed(app: PbApp, { who }: DeskCaller, what: string, link = ''): void {
  app.save(new Record(app.findCollectionByNameOrId('desk_log'), { who, what: what.slice(0, 500), link }))
}

type Schema = Parameters<typeof checkRequest>[0]
type Checked<S extends Schema> = Extract<ReturnType<typeof checkRequest<S>>, { value: unknown }>

/** The checked body of a desk's request, or 400 with the problems beside their fields. */
export function deskBody<S extends Schema>(e: PbRequestEvent, schema: S): Checked<S> | { problem: HttpProblem } {
  const read = readBody(e)
  if ('problem' in read) return read
  const checked = checkRequest(schema, read.body)
  return 'problems' in checked ? { problem: fieldProblem(checked.problems) } : (checked as Checked<S>)
}
