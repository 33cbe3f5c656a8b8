/**
 * What is kept for a time without a line (OFF-02), how, and how much of it. Pure: the worker beside it does it.
 *
 * `page`: asked for anew, the kept one where that fails or takes long. `asset`: never changes, so the kept one.
 * `picture`: likewise, a bounded number. `records`: asked for anew, else the kept answer. `none`: not touched.
 */
export type Kind = 'page' | 'asset' | 'picture' | 'records' | 'none'

/** What the rule reads of a request. */
export interface Asked {
  method: string
  url: string
  /** `navigate` for a page. */
  mode: string
  headers: { has(name: string): boolean }
}

/** Collections everybody reads alike. */
const PUBLIC =
  /^\/api\/collections\/(?:assets|homepage_config|makers|navbar_config|pages|posts|products|promises|promotions|review_comments|reviews|slider_images|special_offers|store_settings|testimonials|theme_settings)\/records(?:\/|$)/
/** Routes of the store everybody is answered alike by, and that nothing is typed into letter by letter. */
const ROUTES = /^\/api\/store\/(?:search|facets|categories)$/
/** Pages that are another's, or somebody's: signing in, an account, what a mail's link is for, the builder's. */
const NO_PAGES =
  /^\/(?:_|api|auth|builder(?:-preview|-example)?|letters|preview|profile|staff|webhook-test|desk)(?:\/|$)/
/** Those of them a shopper opens. */
const PERSONS = /^\/(?:auth|letters|profile)(?:\/|$)/
const ASSET = /^\/assets\/[^/]+$/
const PICTURE = /^\/api\/files\/[^/]+\/[^/]+\/[^/]+$/

/** Requests with one of these are somebody's, of a preview, or for a part. */
const NOT_WITH = ['Authorization', 'X-Order-Token', 'X-Store-Preview', 'Range']

/**
 * How a request is to be treated.
 * @param home origin of the shop
 * @param records origin of the record store, the same or another
 */
export function kindOf({ method, url, mode, headers }: Asked, home: string, records: string): Kind {
  const { origin, pathname, searchParams } = new URL(url)
  if (method !== 'GET' || searchParams.has('token') || NOT_WITH.some((name) => headers.has(name))) return 'none'
  const ofShop = origin === home ? shopKind(pathname, mode) : 'none'
  return ofShop === 'none' && origin === records && mode !== 'navigate' ? recordsKind(pathname) : ofShop
}

function shopKind(pathname: string, mode: string): Kind {
  if (mode === 'navigate') return isKeptPage(pathname) ? 'page' : 'none'
  return ASSET.test(pathname) ? 'asset' : 'none'
}

function recordsKind(pathname: string): Kind {
  if (PICTURE.test(pathname)) return 'picture'
  return PUBLIC.test(pathname) || ROUTES.test(pathname) ? 'records' : 'none'
}

/** Whether a page may be kept: one that is served alike to everybody. A file is none. */
export const isKeptPage = (pathname: string): boolean =>
  !NO_PAGES.test(pathname) && !/\.[a-z0-9]{1,10}$/i.test(pathname)

/** Whether it is a page that is never kept, in whose place others are offered without a line (OFF-05). */
export const isPersonsPage = ({ method, url, mode }: Asked, home: string): boolean =>
  method === 'GET' && mode === 'navigate' && new URL(url).origin === home && PERSONS.test(new URL(url).pathname)

/** Where a page is kept. All orders have one page, and no order's id is left behind. */
export function pageKey(url: string): string {
  const { origin, pathname, search } = new URL(url)
  const one = pathname.replace(/^(\/(?:orders|order-confirmation)\/)[^/]+/, '$1one')
  return origin + one + (one === pathname ? search : '')
}

/** How much is kept: entries, and bytes where they are large. The oldest go first. */
export const KEPT: Record<Exclude<Kind, 'none'>, { most: number; bytes: number }> = {
  page: { most: 60, bytes: 20e6 },
  asset: { most: 400, bytes: 20e6 },
  picture: { most: 240, bytes: 30e6 },
  records: { most: 150, bytes: 10e6 },
}

/**
 * Which entries have to go, given their sizes from the oldest to the newest.
 * @returns how many, from the oldest
 */
export function surplus(sizes: readonly number[], { most, bytes }: { most: number; bytes: number }): number {
  let kept = 0
  let sum = 0
  for (const size of [...sizes].reverse()) {
    sum += size
    if (kept === most || sum > bytes) break
    kept += 1
  }
  return sizes.length - kept
}
