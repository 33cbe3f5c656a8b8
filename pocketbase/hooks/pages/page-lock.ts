import { sharedStore } from '../lib/shared-store'

/**
 * Drawing pages one at a time, for the whole process: who waits, who is sent an older page, and how much of the time
 * may go into it.
 */

const CROWD_KEY = 'pages:crowd'
const RUSH_KEY = 'pages:rush'
/**
 * A crowd is there for so long after two wanted pages drawn at a time, and a rush after somebody waited in vain, ms.
 */
const CROWD_MS = 3000
const VISITORS_KEY = 'pages:visitors'
/** So many visitors within that time are a crowd as well. */
const CROWD = 10
const DRAWING_KEY = 'pages:drawing'
/** Part of the time that may go into drawing old pages anew in a crowd, and how much of it may be saved up, ms. */
const DRAWING_SHARE = 0.5
const DRAWING_SAVED_MS = 1000

/** Of a time not long past. One to come is of a clock that was set back since. */
const isRecent = (at: unknown, now: number): boolean => Math.abs(now - Number(at)) < CROWD_MS

/** Whether so many wait for pages that nobody else should. */
export const isOverloaded = (now: number): boolean => isRecent(sharedStore().get(RUSH_KEY), now)

/** Whether there is a crowd. */
export const isBusy = (now: number): boolean => isRecent(sharedStore().get(CROWD_KEY), now)

/** Time left for drawing, ms; below 0 it has to be waited for. */
function drawingTime(stored: unknown, now: number): number {
  const [left, at] = String(stored ?? '').split(' ')
  if (!at) return DRAWING_SAVED_MS
  return Math.min(DRAWING_SAVED_MS, Number(left) + Math.abs(now - Number(at)) * DRAWING_SHARE)
}

/**
 * Whether an old page is drawn anew now: in a crowd, a shop that changes every second would otherwise do nothing else.
 */
export const hasDrawingTime = (now: number): boolean =>
  !isBusy(now) || drawingTime(sharedStore().get(DRAWING_KEY), now) > 0

/** Takes what drawing a page took, ms; without a crowd it is free. */
export function spendDrawingTime(took: number, now: number): void {
  if (!isBusy(now)) return
  sharedStore().setFunc(
    DRAWING_KEY,
    (stored) => `${Math.max(-DRAWING_SAVED_MS, drawingTime(stored, now) - took)} ${now}`,
  )
}

const LOCK_KEY = 'pages:lock'
/** A request waits this long for the lock, ms; then the browser draws the page. */
const MAX_WAIT_MS = 1000
const LOOK_AGAIN_MS = 25
/** Nobody waits behind a page that takes this long, ms. */
const STUCK_MS = 10_000
/**
 * Whoever has held the lock so long has died and will not give it back, ms. Generous: two in one script engine would
 * end the process.
 */
const LOCK_LIFE_MS = 300_000

/** Ends the name of who holds the lock for nobody: no sign of a crowd, and short enough to wait for. */
const CHORE = ' chore'
const isChore = (holder: string): boolean => holder.endsWith(CHORE)
/** Ends the name of who holds it for an open page that asks for its news. */
export const NEWS = ' news'
/** Whoever has changed something and loads the page again meets what their open page asks: that is no crowd either. */
const isWaitedFor = (holder: string, isFor: string): boolean =>
  isChore(holder) || (isFor === '' && holder.endsWith(NEWS))

/** For a moment there is a crowd: a page was wanted while another one is drawn, or many have come. */
const noteBusy = (): void => sharedStore().set(CROWD_KEY, Date.now())

/** Whether a page is being drawn just now; notes that one more was wanted. */
export function meetsLock(): boolean {
  const holder = String(sharedStore().get(LOCK_KEY) ?? '')
  if (holder && !isChore(holder)) noteBusy()
  return holder !== ''
}

/** Somebody has asked for a page. The last few addresses are kept, in memory, to see whether they are a crowd. */
export function noteVisitor(address: string, now: number): void {
  let since = 0
  sharedStore().setFunc(VISITORS_KEY, (stored) => {
    const last = [`${address} ${now}`]
    for (const other of String(stored ?? '').split('\n'))
      if (last.length < CROWD && other !== '' && !other.startsWith(`${address} `)) last.push(other)
    since = Number(last[CROWD - 1]?.split(' ')[1] ?? 0)
    return last.join('\n')
  })
  if (isRecent(since, now)) noteBusy()
}

const WAITING_KEY = 'pages:waiting'
/** Requests that wait for the lock, at most: each holds a script engine meanwhile. The browser draws what is more. */
const MAX_WAITING = 3

/** Atomic: says whether there is room for one more, and takes it. */
function mayWait(): boolean {
  let room = false
  sharedStore().setFunc(WAITING_KEY, (stored) => {
    const waiting = Number(stored) || 0
    room = waiting < MAX_WAITING
    return room ? waiting + 1 : waiting
  })
  return room
}

const stopWaiting = (): void => sharedStore().setFunc(WAITING_KEY, (stored) => Math.max(0, (Number(stored) || 0) - 1))

/**
 * Does work that only one request may do at a time; undefined when the lock did not come free in time.
 * @param waits whether the lock is waited for, if not too many do already
 * @param isFor what the name of who holds it ends in; empty for somebody who loads a page
 */
export function withLock<T>(ready: () => T | undefined, work: () => T, waits: boolean, isFor: string): T | undefined {
  const store = sharedStore()
  const mine = `${$security.randomString(8)} ${Date.now()}${isFor}`
  const holder = String(store.getOrSet(LOCK_KEY, () => mine))
  if (holder !== mine) {
    // One that has died is waited for whoever asks: only who waits takes its lock away.
    const isDead = Date.now() - Number(holder.split(' ')[1]) >= LOCK_LIFE_MS
    const isShort = isWaitedFor(holder, isFor)
    const areAlike = holder.endsWith(NEWS) === mine.endsWith(NEWS)
    if (areAlike && !isChore(holder) && !isChore(mine)) noteBusy()
    if (!waits && !isDead && !isShort) return undefined
    const { isMine, meanwhile } = mayWait() ? waitForLock(mine, ready) : { isMine: false }
    if (!isMine) {
      if (meanwhile === undefined && waits && !isChore(mine)) store.set(RUSH_KEY, Date.now())
      return meanwhile
    }
  }
  try {
    return ready() ?? work()
  } finally {
    // It may have been taken away from one that was held up for long.
    if (store.get(LOCK_KEY) === mine) store.remove(LOCK_KEY)
  }
}

/** Does alone what nobody has asked for; whoever waits for a page comes first. */
export function doChore<T>(ready: () => T | undefined, work: () => T): T | undefined {
  if (Number(sharedStore().get(WAITING_KEY)) > 0) sleep(2 * LOOK_AGAIN_MS)
  return withLock(ready, work, true, CHORE)
}

/** Takes the lock as soon as it is free, or brings what is ready meanwhile, or neither. */
function waitForLock<T>(mine: string, ready: () => T | undefined): { isMine: boolean; meanwhile?: T } {
  const store = sharedStore()
  let first = ''
  try {
    for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
      const holder = String(store.getOrSet(LOCK_KEY, () => mine))
      if (holder === mine) return { isMine: true }
      first ||= holder
      const held = Date.now() - Number(holder.split(' ')[1])
      if (held > STUCK_MS && held < LOCK_LIFE_MS) return { isMine: false }
      if (waited >= MAX_WAIT_MS) {
        // Waited for, not only counted by the clock: a machine that slept has held its lock for hours and is about to
        // give it back.
        if (held >= LOCK_LIFE_MS && holder === first) store.remove(LOCK_KEY)
        return { isMine: false }
      }
      sleep(LOOK_AGAIN_MS)
      const meanwhile = ready()
      if (meanwhile !== undefined) return { isMine: false, meanwhile }
    }
  } finally {
    stopWaiting()
  }
}
