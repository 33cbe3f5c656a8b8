import { sumByKey } from '../../../src/domain/by-key'
import { sharedStore } from '../lib/shared-store'

/**
 * Clients that do not read their answer, or do not send what they began. A script engine is held until an answer is
 * written and while a body is read, there are few, and beyond them PocketBase makes a new one for each request
 * (docs/decisions/0027). So whoever holds one is kept where all engines see it; when too many wait for their clients,
 * those that have waited longest are cut off.
 *
 * What is smaller than PocketBase's buffers, 4 kB, holds none: it is written after the engine has been given back.
 */

/** How many of the `SCRIPT_ENGINES` may wait for their clients. */
const MAX_WAITING = 20
/**
 * How long each of them may then, ms, since it was first seen to wait; and how long any may, be it the only one: a
 * picture on a slow line takes less to be sent.
 */
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
  /** How long it may be waited for, ms. */
  longest: number
  response: Response
}

interface SlowEvent {
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
  return waiting(e, 0, LONGEST_MS, answer)
}

/** Reads what the request sends, which may take so long, ms. */
export function reading<T>(e: SlowEvent, longest: number, read: () => T): T {
  return waiting(e, Date.now(), longest, read)
}

/** The request's body as text, at most so many bytes of it. */
export function bodyText(e: SlowEvent & { request: { body: unknown } }, maxBytes: number): string {
  return reading(e, LONGEST_MS, () => toString(e.request.body, maxBytes))
}

/**
 * Each of them stands in the store all engines share by itself: a list of all would be locked by everybody who comes
 * and goes.
 */
const WAITING_KEY = 'waits for its client:'
const LOOKED_KEY = 'clients looked at'
/** How often they are looked through, ms. */
const LOOK_MS = 250

function waiting<T>(e: SlowEvent, since: number, longest: number, work: () => T): T {
  const store = sharedStore()
  const key = WAITING_KEY + $security.randomString(12)
  const time = Date.now()
  const mine: Waiting = { since, longest, address: e.realIP(), response: e.response as Response }
  store.set(key, mine)
  if (isDue(time)) cutOff(allWaiting(), time)
  try {
    return work()
  } finally {
    store.remove(key)
  }
}

/** Whether it is time to look, for one of those who ask. */
function isDue(time: number): boolean {
  const lookedBefore = (stored: unknown) => Math.abs(time - Number(stored ?? 0)) <= LOOK_MS
  if (lookedBefore(sharedStore().get(LOOKED_KEY))) return false
  let due = false
  sharedStore().setFunc(LOOKED_KEY, (stored) => {
    due = !lookedBefore(stored)
    return due ? time : stored
  })
  return due
}

/** As they stand in the store: what is changed in them is changed there. */
function allWaiting(): Waiting[] {
  const all = sharedStore().getAll()
  return Object.keys(all)
    .filter((key) => key.startsWith(WAITING_KEY))
    .map((key) => all[key] as Waiting)
}

function cutOff(list: readonly Waiting[], now: number): void {
  if (list.length === 0) return
  for (const one of list) if (one.since === 0 && one.response.written()) one.since = now
  const slow = list.filter(({ since }) => since > 0 && now - since > GRACE_MS)
  const perAddress = sumByKey(slow.map(({ address }) => [address, 1]))
  const share = ({ address }: Waiting) => perAddress.get(address) ?? 0
  // Those of the address that has most first, then those that have waited longest.
  slow.sort((first, second) => share(second) - share(first) || first.since - second.since)
  const tooMany = slow.slice(0, Math.max(0, slow.length - MAX_WAITING))
  const tooLong = slow.filter(({ since, longest }) => now - since > longest)
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
