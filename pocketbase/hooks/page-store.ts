/**
 * Rendered pages as the whole process keeps them: PocketBase runs every request in one of several script engines, which share nothing but
 * `$app.store()`.
 */

interface SharedStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
  remove(key: string): void
  /** A copy of the table, not of what stands in it. */
  getAll(): { [key: string]: unknown }
  /** Sets what `change` makes of the stored value in one step; nothing may be read from the store meanwhile. */
  setFunc(key: string, change: (stored: unknown) => unknown): void
  /** Atomic: of two that ask at once, both get what one of them has set. */
  getOrSet(key: string, make: () => unknown): unknown
}

/** What all script engines of the process share, until it ends. */
export function sharedStore(): SharedStore {
  return $app.store() as unknown as SharedStore
}

/** A page as it is kept; its bytes are Go's and never a script's. `status` 0: it could not be made and is left to the browser. */
export interface StoredPage {
  status: number
  etag: string
  plain: unknown
  gzip: unknown
  /** Time until which it may be sent, ms. */
  until: number
  /** Collections it was made from, and their stamps then. */
  reads: string[]
  stamps: string[]
}

export const PAGE_KEY = 'pages:html:'

/** Collections whose changes are told by hooks (pages.pb.js); pages are made from no others. */
export const DEPENDENCIES = [
  'assets',
  'homepage_config',
  'navbar_config',
  'pages',
  'posts',
  'products',
  'review_comments',
  'reviews',
  'slider_images',
  'special_offers',
  'store_settings',
  'theme_settings',
  'users',
]

/** Changes with every change in a collection; empty before the first. */
export function pageStamp(collection: string): string {
  return String(sharedStore().get(`pages:stamp:${collection}`) ?? '')
}

/** Pages that read a collection are made anew when they are next asked for. */
export function touchPages(collection: string): void {
  sharedStore().set(`pages:stamp:${collection}`, $security.randomString(8))
}

const soldOutKey = (product: string) => `pages:sold-out:${product}`

/** Whether pages show a product as sold out; undefined when nothing has been sold or come since the start. */
export function shownSoldOut(product: string): boolean | undefined {
  const shown = sharedStore().get(soldOutKey(product))
  return typeof shown === 'boolean' ? shown : undefined
}

export const showSoldOut = (product: string, soldOut: boolean): void => sharedStore().set(soldOutKey(product), soldOut)

/** The page kept under a key, if nothing it shows has changed since it was made. */
export function storedPage(key: string, now: number): StoredPage | undefined {
  const page = sharedStore().get(PAGE_KEY + key) as StoredPage | null | undefined
  if (!page || page.until <= now) return undefined
  const { reads, stamps } = page
  for (let at = 0; at < reads.length; at++) if (pageStamp(reads[at] as string) !== stamps[at]) return undefined
  sharedStore().set(USED_KEY + key, now)
  return page
}

const USED_KEY = 'pages:used:'

/** When a page was last sent, ms; 0 for never. */
export function lastUsed(key: string): number {
  return Number(sharedStore().get(USED_KEY + key)) || 0
}

export function dropPage(key: string): void {
  sharedStore().remove(PAGE_KEY + key)
  sharedStore().remove(USED_KEY + key)
}

const MADE_UP_KEY = 'pages:made-up'
/** Addresses anybody can make up that are drawn here in each span of time; the browser draws what is more. */
const MAX_MADE_UP = 10
const MADE_UP_SPAN_MS = 10_000

/** Whether one more made-up address may be drawn now; counts it. A count lost between two requests at once does no harm. */
export function mayMakeUp(now: number): boolean {
  const span = Math.floor(now / MADE_UP_SPAN_MS)
  const [counted, count] = String(sharedStore().get(MADE_UP_KEY) ?? '').split(' ')
  const made = Number(counted) === span ? Number(count) : 0
  if (made >= MAX_MADE_UP) return false
  sharedStore().set(MADE_UP_KEY, `${span} ${made + 1}`)
  return true
}

/** An old page is still sent this long after it was last known to be right, ms, while a new one is drawn. Prices are compared before an order stands. */
const MAX_OLD_MS = 60_000

/** The page kept under a key although something it shows has changed, if that was a moment ago. */
export function oldPage(key: string, now: number): StoredPage | undefined {
  const page = sharedStore().get(PAGE_KEY + key) as StoredPage | null | undefined
  return page && page.status > 0 && now - lastUsed(key) <= MAX_OLD_MS ? page : undefined
}

const CROWD_KEY = 'pages:crowd'
const RUSH_KEY = 'pages:rush'
/** A crowd is there for so long after two wanted pages drawn at a time, and a rush after somebody waited in vain, ms. */
const CROWD_MS = 3000
const DRAWING_KEY = 'pages:drawing'
/** Part of the time that may go into drawing old pages anew in a crowd, and how much of it may be saved up, ms. */
const DRAWING_SHARE = 0.5
const DRAWING_SAVED_MS = 5000

/** Whether so many wait for pages that nobody else should. */
export const isRush = (now: number): boolean => now - Number(sharedStore().get(RUSH_KEY)) < CROWD_MS

export const isCrowded = (now: number): boolean => now - Number(sharedStore().get(CROWD_KEY)) < CROWD_MS

/** Time left for drawing, ms; below 0 it has to be waited for. */
function drawingTime(stored: unknown, now: number): number {
  const [left, at] = String(stored ?? '').split(' ')
  if (!at) return DRAWING_SAVED_MS
  return Math.min(DRAWING_SAVED_MS, Number(left) + Math.max(0, now - Number(at)) * DRAWING_SHARE)
}

/** Whether an old page is drawn anew now: in a crowd, a shop that changes every second would otherwise do nothing else. */
export const mayRedraw = (now: number): boolean =>
  !isCrowded(now) || drawingTime(sharedStore().get(DRAWING_KEY), now) > 0

/** Takes what drawing a page took, ms; without a crowd it is free. */
export function spendDrawing(took: number, now: number): void {
  if (!isCrowded(now)) return
  sharedStore().setFunc(
    DRAWING_KEY,
    (stored) => `${Math.max(-DRAWING_SAVED_MS, drawingTime(stored, now) - took)} ${now}`,
  )
}

const LOCK_KEY = 'pages:lock'
/** A request waits this long for its turn, ms; then the browser draws the page. */
const MAX_WAIT_MS = 1000
const LOOK_AGAIN_MS = 25
/** Nobody waits behind a page that takes this long, ms. */
const STUCK_MS = 10_000
/** Whoever has held the lock so long has died and will not give it back, ms. Generous: two in one script engine would end the process. */
const LOCK_LIFE_MS = 300_000

/** Whether a page is being drawn just now. Whoever meets that makes a crowd. */
export function meetsDrawing(): boolean {
  const isDrawing = Boolean(sharedStore().get(LOCK_KEY))
  if (isDrawing) sharedStore().set(CROWD_KEY, Date.now())
  return isDrawing
}

const WAITING_KEY = 'pages:waiting'
/** Requests that wait for their turn, at most: each holds a script engine meanwhile. The browser draws what is more. */
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
 * Does work that only one request may do at a time; undefined when the turn did not come in time.
 * @param waits whether the turn is waited for, if not too many do already
 */
export function inTurn<T>(ready: () => T | undefined, work: () => T, waits: boolean): T | undefined {
  const store = sharedStore()
  const mine = `${$security.randomString(8)} ${Date.now()}`
  const holder = String(store.getOrSet(LOCK_KEY, () => mine))
  if (holder !== mine) {
    // One that has died is waited for whoever asks: only who waits takes its lock away.
    const isDead = Date.now() - Number(holder.split(' ')[1]) >= LOCK_LIFE_MS
    store.set(CROWD_KEY, Date.now())
    if (!waits && !isDead) return undefined
    const { isTurn, meanwhile } = mayWait() ? waitForTurn(mine, ready) : { isTurn: false }
    if (!isTurn) {
      if (meanwhile === undefined) store.set(RUSH_KEY, Date.now())
      return meanwhile
    }
  }
  try {
    return ready() ?? work()
  } finally {
    store.remove(LOCK_KEY)
  }
}

/** Takes the lock as soon as it is free, or brings what is ready meanwhile, or neither. */
function waitForTurn<T>(mine: string, ready: () => T | undefined): { isTurn: boolean; meanwhile?: T } {
  const store = sharedStore()
  let first = ''
  try {
    for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
      const holder = String(store.getOrSet(LOCK_KEY, () => mine))
      if (holder === mine) return { isTurn: true }
      first ||= holder
      const held = Date.now() - Number(holder.split(' ')[1])
      if (held > STUCK_MS && held < LOCK_LIFE_MS) return { isTurn: false }
      if (waited >= MAX_WAIT_MS) {
        // Waited for, not only counted by the clock: a machine that slept has held its lock for hours and is about to give it back.
        if (held >= LOCK_LIFE_MS && holder === first) store.remove(LOCK_KEY)
        return { isTurn: false }
      }
      sleep(LOOK_AGAIN_MS)
      const meanwhile = ready()
      if (meanwhile !== undefined) return { isTurn: false, meanwhile }
    }
  } finally {
    stopWaiting()
  }
}
