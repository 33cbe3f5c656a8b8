import { parseDate } from '../../../src/domain/date'
import type { DeskRole } from '../../../src/domain/desk/role'
import { PLACES } from '../../../src/domain/desk/staff'
import { answerFresh, answerProblem, type HttpProblem, NOT_FOUND, type Refuse, transaction } from '../guard/answer'
import { consume } from '../guard/rate-limits'
import { type Checked, readRequest, type Schema } from '../guard/request'
import { now, recordDate } from '../lib/clock'
import { attempt } from '../lib/cron'
import { newRecord, recordById, run } from '../lib/rows'

/** Somebody at the desk: a superuser is an owner. */
export interface DeskCaller {
  /** Email address. */
  who: string
  /** The record of `staff`; empty for a superuser. */
  staff: string
  role: DeskRole
}

/** Who changes what shoppers see: products and prices, texts, the look. */
export const EDITORS: readonly DeskRole[] = ['owner', 'editor']

/** PocketBase reads the account anew for each request: a role that was changed a moment ago counts. */
function deskCaller({ app, auth }: PbRequestEvent): DeskCaller | undefined {
  if (auth?.isSuperuser()) return { who: auth.getString('email'), staff: '', role: 'owner' }
  if (auth?.collection().name !== 'staff' || auth.getBool('disabled')) return undefined
  noteSeen(app, auth)
  return { who: auth.getString('email'), staff: auth.id, role: auth.getString('role') as DeskRole }
}

/** So exact is when somebody was last seen, ms. */
const SEEN_MS = 5 * 60_000

/** Past the hooks of saves: nothing else of the account changes. */
function noteSeen(app: PbApp, account: PbRecord): void {
  const seen = account.getString('last_seen')
  if (seen !== '' && Math.abs(now() - parseDate(seen)) < SEEN_MS) return
  // A disk without room is no reason to let nobody read.
  attempt(app, 'When somebody was seen could not be written down.', account.id, () => {
    const params = { id: account.id, seen: recordDate(now()) }
    run(app, 'UPDATE staff SET last_seen = {:seen} WHERE id = {:id}', params)
  })
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
  if (!roles.includes(caller.role)) {
    logRefusal(e, caller)
    return answerProblem(e, { status: 403, message: 'Ask the owner of the shop to do this.', data: {} })
  }
  const answer = work(caller)
  if ('problem' in answer) return answerProblem(e, answer.problem as HttpProblem)
  return answerFresh(e, 200, answer)
}

/** A `deskRoute` that is sent something, checked: what is not right is answered with 400 beside its fields. */
export const deskPost = <S extends Schema>(
  e: PbRequestEvent,
  roles: readonly DeskRole[],
  schema: S,
  work: (asked: Checked<S>['value'], caller: DeskCaller) => object | { problem: HttpProblem },
): unknown =>
  deskRoute(e, roles, (caller) => {
    const checked = readRequest(e, schema)
    return 'problem' in checked ? checked : work(checked.value, caller)
  })

/** Work of a `deskRoute` that stands or falls as one, see `transaction`. */
export function inOne<T extends object>(
  app: PbApp,
  work: (txApp: PbApp, refuse: Refuse) => T,
): T | { problem: HttpProblem } {
  const done = transaction(app, work)
  return 'problem' in done ? done : done.value
}

/** The same with the record of `collection` that the address names; its problem is `gone` where there is none. */
export const inRecord = <T extends object>(
  e: PbRequestEvent,
  collection: string,
  gone: HttpProblem,
  work: (txApp: PbApp, record: PbRecord, refuse: Refuse) => T,
): T | { problem: HttpProblem } =>
  inOne(e.app, (txApp, refuse) =>
    work(txApp, recordById(txApp, collection, e.request.pathValue('id')) ?? refuse(gone), refuse),
  )

/** Behind every list there is; a database counts no further than its whole numbers. */
const LAST_PAGE = 1_000_000

/** Which page of a list the address asks for, from 1. */
export const pageOf = (e: PbRequestEvent): number =>
  Math.min(LAST_PAGE, Math.max(1, Math.floor(Number(e.request.url.query().get('page'))) || 1))

/** Writes down who did what, in a sentence such as `Shipped 4 parcels`, in the same transaction as what was done. */
export function logDeed(app: PbApp, { who }: DeskCaller, what: string, link = ''): void {
  app.save(newRecord(app, 'desk_log', { who, what: what.slice(0, 500), link }))
}

/** Refusals of one person that are written down in an hour: the log is not to be flooded. */
const REFUSALS_LOGGED = 3
const HOUR_S = 60 * 60

function logRefusal(e: PbRequestEvent, caller: DeskCaller): void {
  if (consume(e.app, `refused at the desk ${caller.staff}`, REFUSALS_LOGGED, HOUR_S) > 0) return
  const address = e.request.url.path.replace('/api/store/desk/', '')
  const place = PLACES.find(([begins]) => address.startsWith(begins))?.[1] ?? 'the desk'
  logDeed(e.app, caller, `Tried to open ${place} and was not let in`)
}
