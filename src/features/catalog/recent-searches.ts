import { cleanSearch, MAX_RECENT_SEARCHES, RECENT_SEARCHES_KEY } from '@/domain/search'

/** What was searched for in this browser, newest first. Whatever stands in the storage is read as a list of short texts or as none. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES_KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    const texts = stored.filter((entry): entry is string => typeof entry === 'string').map(cleanSearch)
    return [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_RECENT_SEARCHES)
  } catch {
    return []
  }
}

export function rememberSearch(text: string): void {
  const q = cleanSearch(text)
  if (q === '') return
  const others = recentSearches().filter((recent) => recent.toLowerCase() !== q.toLowerCase())
  try {
    localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify([q, ...others].slice(0, MAX_RECENT_SEARCHES)))
  } catch {
    // Full or forbidden storage: the search itself is what counts.
  }
}

export function forgetSearches(): void {
  try {
    localStorage.removeItem(RECENT_SEARCHES_KEY)
  } catch {
    // Forbidden storage holds none.
  }
}
