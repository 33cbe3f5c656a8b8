/**
 * What open pages are told of as it happens: that something has changed, never what it is now
 * (docs/decisions/0058). Topics of PocketBase's realtime connection, told by `pocketbase/hooks/live`.
 */

/** What public pages show. Everybody may follow it. */
export const PAGES_TOPIC = 'store/pages'
/** What lists of the maker's desk show. For superusers and staff. */
export const DESK_TOPIC = 'store/desk'

/** Pieces of one product that were sold or have come. Everybody may follow it. */
export const stockTopic = (product: string): string => `store/stock/${product}`

/** @param key of the order's answer (`live_key`): whoever may see the order knows it, nobody else can guess it */
export const orderTopic = (key: string): string => `store/orders/${key}`

const OPEN_TOPIC = /^store\/(?:pages|stock\/[a-z0-9]{15}|orders\/[0-9a-f]{64})$/

/** Whether everybody who knows its name may follow it. */
export const isOpenTopic = (topic: string): boolean => OPEN_TOPIC.test(topic)

export interface Changes {
  /** Collections with changed records, or one record: `products/abcdefghijklmno`. */
  changed: string[]
  /** Pages ask for what is new at a moment of their own within so many ms, not all at once. */
  within: number
}

/** Reads a message, whatever stands in it. */
export function readChanges(message: unknown): Changes {
  const { changed, within } = (message ?? {}) as Partial<Record<keyof Changes, unknown>>
  return {
    changed: Array.isArray(changed) ? changed.filter((one) => typeof one === 'string') : [],
    within: typeof within === 'number' && within > 0 ? Math.min(within, 10_000) : 0,
  }
}

/** With the records of a page (`GET /api/store/page`): the build whose code reads them. */
export const BUILD_HEADER = 'X-Store-Build'

/**
 * And the name of the files that whoever is told of a change reads instead: `NEWS_PATH` and the name says the page's
 * version and build, with a blank between them; with a dot and the version behind it, it is the records, gzipped.
 * Nothing where the page has none just now.
 */
export const NEWS_HEADER = 'X-Store-News'
export const NEWS_PATH = '/api/store/news/'
