/**
 * Clients that do not read their answer, or do not send what they began. A script engine is held until an answer is written and while a body is
 * read, there are few, and beyond them PocketBase makes a new one for each request (docs/decisions/0027). So whoever holds one is
 * kept in a list that all engines share; when too many wait for their clients, those that have waited longest are cut off.
 *
 * What is smaller than PocketBase's buffers, 4 kB, holds none: it is written after the engine has been given back.
 */

/** How many of the 72 engines (SCRIPT_ENGINES of scripts/record-store.ts) may wait for their clients. */
const MAX_WAITING = 20
/** How long each of them may then, ms, since it was first seen to wait; and how long any may, be it the only one: a picture on a slow line takes less. */
const GRACE_MS = 5000
const LONGEST_MS = 60_000

/** A response of Go's; the outermost wraps others. */
interface Response {
  /** Whether the answer has begun: of the outermost. */
  written(): boolean
  unwrap?(): Response
  setWriteDeadline(time: Date): void
  setReadDeadline(time: Date): void
}

interface Waiting {
  /** When it was first seen to wait for its client, ms; 0 while its answer is being made. */
  since: number
  address: string
  /** Whether it is the request's body that is waited for. */
  reads: boolean
  response: Response
}

interface SlowEvent {
  app: PbApp
  response: unknown
  realIP(): string
}

/** The line itself; PocketBase's own wrappings know no deadline. */
function lineOf(response: Response): Response {
  let line = response
  while (line.unwrap) line = line.unwrap()
  return line
}

/** What is written to this response later than `ms` from now fails. */
export function writeWithin(response: unknown, ms: number): void {
  lineOf(response as Response).setWriteDeadline(new Date(Date.now() + ms))
}

/** Does what answers the request, and cuts it off when the client keeps a script engine waiting that others need. */
export function answering<T>(e: SlowEvent, answer: () => T): T {
  return waiting(e, false, answer)
}

/** The request's body as text, at most so many bytes of it. */
export function bodyText(e: SlowEvent & { request: { body: unknown } }, maxBytes: number): string {
  return waiting(e, true, () => toString(e.request.body, maxBytes))
}

const LIST = 'engines that wait'

function waiting<T>(e: SlowEvent, reads: boolean, work: () => T): T {
  const id = $security.randomString(12)
  const time = Date.now()
  const response = e.response as Response
  const mine: Waiting = { since: reads ? time : 0, address: e.realIP(), reads, response }
  const store = e.app.store()
  // One step whoever else comes at the same time. The list is a map of Go's, changed in its place.
  store.setFunc(LIST, (stored) => {
    const list = (stored ?? {}) as { [id: string]: Waiting }
    cutOff(Object.values(list), time)
    list[id] = mine
    return list
  })
  try {
    return work()
  } finally {
    store.setFunc(LIST, (stored) => {
      delete (stored as { [id: string]: Waiting })[id]
      return stored
    })
  }
}

function cutOff(list: readonly Waiting[], now: number): void {
  if (list.length === 0) return
  for (const one of list) if (one.since === 0 && one.response.written()) one.since = now
  const slow = list.filter(({ since }) => since > 0 && now - since > GRACE_MS)
  const perAddress = new Map<string, number>()
  for (const { address } of slow) perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
  const share = ({ address }: Waiting) => perAddress.get(address) ?? 0
  // Those of the address that has most first, then those that have waited longest.
  slow.sort((first, second) => share(second) - share(first) || first.since - second.since)
  const tooMany = slow.slice(0, Math.max(0, slow.length - MAX_WAITING))
  const tooLong = slow.filter(({ since }) => now - since > LONGEST_MS)
  for (const { response } of [...tooMany, ...tooLong]) {
    try {
      const line = lineOf(response)
      line.setWriteDeadline(new Date(0))
      line.setReadDeadline(new Date(0))
    } catch {
      // It has closed the line by itself. Whoever asks now has no part in that.
    }
  }
}
