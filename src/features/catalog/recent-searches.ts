import { cleanSearch, MAX_RECENT_SEARCHES, RECENT_SEARCHES_KEY } from '@/domain/catalog/search-text'
import { storedJson } from '@/lib/stored-json'

const searchStore = storedJson(RECENT_SEARCHES_KEY)

/**
 * What was searched for in this browser, newest first. Whatever stands in the storage is read as a list of short
 * texts or as none.
 */
export function recentSearches(): string[] {
  const stored = searchStore.read()
  if (!Array.isArray(stored)) return []
  const texts = stored.filter((entry): entry is string => typeof entry === 'string').map(cleanSearch)
  return [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_RECENT_SEARCHES)
}

export function rememberSearch(text: string): void {
  const q = cleanSearch(text)
  if (q === '') return
  const others = recentSearches().filter((recent) => recent.toLowerCase() !== q.toLowerCase())
  searchStore.write([q, ...others].slice(0, MAX_RECENT_SEARCHES))
}

export const forgetSearch = (text: string) => searchStore.write(recentSearches().filter((recent) => recent !== text))

export const forgetSearches = searchStore.forget
