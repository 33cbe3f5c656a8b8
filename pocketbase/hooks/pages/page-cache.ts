import { pageStamp } from '../lib/page-stamps'
import { sharedStore } from '../lib/shared-store'

/**
 * A page as it is kept; its bytes are Go's and never a script's. `status` 0: it could not be made and is left to the
 * browser.
 */
export interface CachedPage {
  status: number
  etag: string
  plain: unknown
  gzip: unknown
  /** What a browser that opens it is sent first; undefined where that is all of it. */
  first: { etag: string; plain: unknown; gzip: unknown } | undefined
  /** Its records alone, as the browser's cache takes them over: JSON, and its hash. */
  state: { etag: string; plain: unknown; gzip: unknown }
  /** When it was last drawn or found to be right, ms. */
  checked: number
  /** Time until which it may be sent, ms. */
  until: number
  /** Collections it was made from, and their stamps then. */
  reads: string[]
  stamps: string[]
}

export const PAGE_KEY = 'pages:html:'

/** In an address's query: the whole page, for those who run no script. */
export const WHOLE = 'whole'

export const cachedPage = (key: string) => sharedStore().get(PAGE_KEY + key) as CachedPage | null | undefined

/** The page kept under a key, if nothing it shows has changed since it was made. */
export function freshPage(key: string, now: number): CachedPage | undefined {
  const page = cachedPage(key)
  if (!page || page.until <= now) return undefined
  const { reads, stamps } = page
  for (let at = 0; at < reads.length; at++) if (pageStamp(reads[at] as string) !== stamps[at]) return undefined
  sharedStore().set(USED_KEY + key, now)
  return page
}

/** Whether there is a page under a key, right or not. */
export const isKept = (key: string): boolean => Boolean(sharedStore().get(PAGE_KEY + key))

const USED_KEY = 'pages:used:'

/** When a page was last sent, ms; 0 for never. */
export function lastUsed(key: string): number {
  return Number(sharedStore().get(USED_KEY + key)) || 0
}

/** Forgets a page: it is drawn anew when it is next asked for. */
export function evictPage(key: string): void {
  sharedStore().remove(PAGE_KEY + key)
  sharedStore().remove(USED_KEY + key)
}

const UNBOUNDED_KEY = 'pages:unbounded'
/** Addresses anybody can make up that are drawn here in each span of time; the browser draws what is more. */
const MAX_UNBOUNDED = 10
const UNBOUNDED_SPAN_MS = 10_000

const spanOf = (now: number) => Math.floor(now / UNBOUNDED_SPAN_MS)

function drawnUnbounded(now: number): number {
  const [span, count] = String(sharedStore().get(UNBOUNDED_KEY) ?? '').split(' ')
  return Number(span) === spanOf(now) ? Number(count) : 0
}

/** Whether one more page of the unbounded kind may be drawn now. */
export const mayDrawUnbounded = (now: number): boolean => drawnUnbounded(now) < MAX_UNBOUNDED

/** One is drawn; by whoever holds the lock. */
export const countUnbounded = (now: number): void =>
  sharedStore().set(UNBOUNDED_KEY, `${spanOf(now)} ${drawnUnbounded(now) + 1}`)

/**
 * An old page is still sent this long after it was last known to be right, ms, while a new one is drawn. Prices are
 * compared before an order stands.
 */
const MAX_STALE_MS = 60_000

/** The page kept under a key although something it shows has changed, if that was a moment ago. */
export function stalePage(key: string, now: number): CachedPage | undefined {
  const page = cachedPage(key)
  // A clock that was set back has not made it newer.
  const isRecent = page && Math.abs(now - Math.max(page.checked, lastUsed(key))) <= MAX_STALE_MS
  return isRecent && page.status > 0 ? page : undefined
}
