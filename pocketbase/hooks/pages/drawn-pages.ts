import type { Language } from '../../../src/language/choice'
import { now } from '../lib/clock'
import { hasRow } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { storeAddress } from '../lib/store-address'
import { builtSite, type Site } from './built-site'
import { freshenNews } from './news'
import { type CachedPage, countUnbounded, freshPage, isKept, mayDrawUnbounded, stalePage } from './page-cache'
import { filedOrders } from './page-files'
import { doChore, hasDrawingTime, isBusy, isOverloaded, meetsLock, spendDrawingTime, withLock } from './page-lock'
import { leadsNowhere, type PublicPage } from './public-page'

/** Whether the record is there that gives the address its sense. */
function isThere({ collection, field, value }: NonNullable<PublicPage['needs']>): boolean {
  const shown = collection === 'products' ? ' AND archived = FALSE' : ''
  return hasRow($app, `FROM ${collection} WHERE ${field} = {:value}${shown}`, { value })
}

/** Whether the address is one of the countless that anybody can make up, rather than one the shop's records have. */
export function isUnbounded({ unbounded, needs }: PublicPage): boolean {
  return unbounded === true || (needs !== undefined && !isThere(needs))
}

export interface Rendered {
  /** Undefined when the browser draws this address. */
  page?: CachedPage
  /** It has to be drawn anew, and not by this request: `page` was right until a moment ago, where there is one. */
  old?: boolean
  /** Draws the page for those who come next, once the answer has been sent. */
  drawLater?: () => void
}

/** What a page is kept by. */
export const keyOf = (wanted: PublicPage, language: Language) => `${language} ${wanted.key}`

/** Draws a page and keeps it, by whoever holds the lock; undefined where no more of its kind are drawn just now. */
function drawPage({ root }: Site, wanted: PublicPage, language: Language, unbounded: boolean): CachedPage | undefined {
  const key = keyOf(wanted, language)
  const order = JSON.stringify({ ...wanted, key, language, unbounded, root, origin: storeAddress($app) })
  const make = (draws: boolean) => {
    const failure = (sharedStore().get('pages:make') as (order: string, draws: boolean) => string)(order, draws)
    if (failure !== '') $app.logger().error('A page could not be rendered', 'address', wanted.url, 'error', failure)
    return freshPage(key, now())
  }
  const began = Date.now()
  if (unbounded) {
    // One that is still right is not counted.
    const asBefore = make(false)
    if (asBefore || !mayDrawUnbounded(began)) return asBefore
    countUnbounded(began)
  }
  const page = make(true)
  spendDrawingTime(Date.now() - began, Date.now())
  return page
}

/** Taking up pages holds everybody who wants another one, so no longer than this, ms: 10 each. */
const TAKING_UP_MS = 600

/**
 * What is left for the first who asks after a start, once they have their page: pages of before are taken up, and what
 * draws pages is loaded. Until then each would wait for its own, behind whoever has one drawn.
 */
export function takeUpPages({ root, renders }: Site): (() => void) | undefined {
  const store = sharedStore()
  if (!renders || store.get('pages:taken-up')) return undefined
  const mine = $security.randomString(8)
  if (store.getOrSet('pages:taken-up', () => mine) !== mine) return undefined
  return () => {
    const make = store.get('pages:make') as (order: string, draws: boolean) => string
    const here = { root, origin: storeAddress($app) }
    const isHere = (order: string) => JSON.stringify({ ...JSON.parse(order), ...here }) === order
    const until = Date.now() + TAKING_UP_MS
    const nothing = () => undefined
    doChore(nothing, () => {
      for (const order of filedOrders().filter(isHere)) if (Date.now() < until) make(order, false)
    })
    doChore(nothing, () => (store.get('pages:load') as (root: string) => void)(root))
  }
}

/** Before open pages are told of a change: those that many may show are drawn anew. */
export function drawNews(): void {
  const site = builtSite()
  if (!site) return
  const draw = (wanted: PublicPage, language: Language) =>
    doChore(
      () => freshPage(keyOf(wanted, language), now()),
      () => drawPage(site, wanted, language, false),
    )
  freshenNews(draw, site.page.build)
}

/**
 * The page rendered for everybody, made now if it has to be. In a crowd nobody waits for that: they get the page
 * before the last change, for up to a minute, or the empty one, and one of them draws the new one afterwards.
 * @param isFor `NEWS` where an open page asks for its own; whoever loads a page meanwhile waits for that
 */
export function renderedPage(site: Site, wanted: PublicPage, language: Language, isFor = ''): Rendered {
  const key = keyOf(wanted, language)
  const stored = () => freshPage(key, now())
  const shown = (page: CachedPage | undefined): Rendered => (page && page.status > 0 ? { page } : {})
  const fresh = stored()
  if (fresh) return shown(fresh)
  const old = stalePage(key, now())
  if (old && !hasDrawingTime(Date.now())) return { page: old, old: true }
  const unbounded = isUnbounded(wanted)
  if (unbounded && !isKept(key) && !mayDrawUnbounded(Date.now())) return { old: true }
  const drawn = (waits: boolean) => withLock(stored, () => drawPage(site, wanted, language, unbounded), waits, isFor)
  if (old && isBusy(Date.now())) {
    const drawLater = meetsLock() ? undefined : () => drawn(false)
    return { page: old, old: true, drawLater }
  }
  const made = drawn(!old && !isOverloaded(Date.now()))
  // One that was drawn just now may have had its time.
  return { ...shown(made ?? stalePage(key, now())), old: !made }
}

/** Whether there is nothing to see: a product, category or post that does not exist. */
export function isLost(wanted: PublicPage | undefined, path: string): boolean {
  if (!wanted) return leadsNowhere(path)
  return wanted.needs !== undefined && !isThere(wanted.needs)
}
