import { cutLine } from '../text'

/** Longest search, characters. */
export const MAX_SEARCH_LENGTH = 80
/** Where the browser keeps what was searched for, and how much of it. */
export const RECENT_SEARCHES_KEY = 'sabun-and-jhola.searches.v1'
export const MAX_RECENT_SEARCHES = 5

/** A search as it is kept in addresses: one line, at most `MAX_SEARCH_LENGTH` characters. */
export function cleanSearch(text: string): string {
  return cutLine(text, MAX_SEARCH_LENGTH)
}
