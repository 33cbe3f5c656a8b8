import type { CategoryFacts } from '@/domain/catalog/category'
import type { FacetRow } from '@/domain/catalog/facet-count'
import type { Product } from '@/domain/catalog/product'
import { call } from './store-call'

export interface SearchAnswer {
  items: Record<string, unknown>[]
  totalItems: number
  /** What was looked for instead of what was typed; empty when it is what was typed. */
  corrected: string
}

/**
 * Products that have every word of `q`, best first; one typo a word is mended (SHOP-05). Also narrowed by what they are
 * described by, then without words too (SHOP-07).
 * @param query as the shop's address has it (`shopSearch`), with `page` and `perPage`
 */
export const searchProducts = (query: Record<string, string | number>, signal: AbortSignal): Promise<SearchAnswer> =>
  call('search', { method: 'GET', query, signal })

/** What the products of a category, or of the whole shop, can be filtered by (SHOP-07). */
export const countFacets = (category: string, signal: AbortSignal): Promise<{ rows: FacetRow[] }> =>
  call('facets', { method: 'GET', query: { category }, signal })

export interface Suggestion {
  id: string
  name: string
  category: string
  /** Rupees. */
  price: number
  offer?: Product['offer']
  /** File name of the first picture, empty without one. */
  image: string
  sold_out: boolean
}

export interface Suggestions {
  /** At most six, sold out ones last. */
  suggestions: Suggestion[]
  /** Searches that begin with what is being typed. */
  terms: string[]
  /** Products the whole search finds. */
  total: number
  /** What was looked for instead, empty when it was what was typed. */
  corrected: string
}

/** The best products of what is being typed; of nothing, bestsellers. */
export const suggestProducts = (q: string, signal: AbortSignal): Promise<Suggestions> =>
  call('search/suggestions', { method: 'GET', query: { q }, signal })

/** How many products each category has, largest category first, and from which price. */
export const countCategories = (signal: AbortSignal): Promise<{ categories: CategoryFacts[] }> =>
  call('categories', { method: 'GET', signal })
