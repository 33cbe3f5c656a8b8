import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { countCategories, countFacets, searchProducts } from '@/api/catalog-routes'
import { recordStore } from '@/api/client'
import { isNotFound } from '@/api/errors'
import type { FacetChoice } from '@/domain/catalog/facets'
import { type Product, parseListedProduct, parseProduct } from '@/domain/catalog/product'
import { EMPTY_VIEW, hasFacets, LIST_PAGE_SIZE, type ShopSort, shopSearch } from '@/domain/catalog/product-filter'
import { shopOrder } from '@/domain/catalog/selections'
import type { Expanded } from '@/domain/json'
import { CROSS_SELL_SIZE, FALLBACK_SELECTION_SIZE, GRID_PAGE_SIZE, NEW_ARRIVALS_SIZE } from '@/domain/limits'
import { visitSeed } from './visit-seed'

/** Products of one list call (SHOP-01); further pages follow. */
const PRODUCT_PAGE_SIZE = 100

/** What a product list is narrowed to; everything given must hold (SHOP-01). */
export interface ProductFilter extends Partial<FacetChoice> {
  category?: string
  bestseller?: boolean
  new?: boolean
  /** Only what can be bought now: switched on and not used up. */
  inStock?: boolean
  /** A tag the product carries. */
  tag?: string
  /** Search text; the record store finds what has its words. */
  q?: string
  sort?: ShopSort
}

/** One answer of a list. `next` is the page to ask for after it, null at the end. */
export interface ProductPage {
  products: Product[]
  /** Products of the whole list; only the first page knows. */
  total: number
  next: number | null
  /** What was looked for instead of the search text, when nothing is written like it. */
  corrected?: string
}

// The last one decides between equals: pages of a list must neither repeat nor skip a product. Each has its index in
// the record store, read forwards or backwards; another direction of the last one would sort the whole catalogue for
// every shopper.
const SERVER_SORT: Record<ShopSort, string> = {
  featured: '-place,@rowid',
  'price-low': 'price,id',
  'price-high': '-price,-id',
  newest: '-created,-id',
  name: 'name,id',
}

/** The filter in the record store's words; every value is quoted by the client. */
export async function productFilter(filter: ProductFilter): Promise<string> {
  const store = await recordStore()
  const say = (expression: string, value: string) => store.filter(expression, { value })
  const parts: string[] = []
  if (filter.category) parts.push(say('category = {:value}', filter.category))
  if (filter.bestseller) parts.push('bestseller = true')
  if (filter.new) parts.push('new = true')
  if (filter.inStock) parts.push('inStock = true', 'sold_out = false')
  // The tag of a page every shopper sees has a column, and an index. Tags are a JSON list: with its quotes a word
  // matches whole entries only.
  if (filter.tag === 'gift') parts.push('gift = true')
  else if (filter.tag) parts.push(say('tags ~ {:value}', `"${filter.tag}"`))
  return parts.join(' && ')
}

export async function listPage(
  page: number,
  query: { filter?: string; sort?: string; signal: AbortSignal; skipTotal?: boolean },
  size = PRODUCT_PAGE_SIZE,
): Promise<{ products: Product[]; total: number; full: boolean }> {
  const store = await recordStore()
  const { items, totalItems } = await store.collection('products').getList(page, size, query)
  return { products: items.map(parseListedProduct), total: totalItems, full: items.length === size }
}

/** Whether the store's search answers: it knows words, and has an index of all that lists are filtered by. */
const isSearch = (filter: ProductFilter) => filter.q || hasFacets(filter)

/** What was searched for is mostly among the first: a page of a search is what is shown at a time. */
async function searchPage(filter: ProductFilter, page: number, signal: AbortSignal): Promise<ProductPage> {
  const asked = Object.fromEntries(new URLSearchParams(shopSearch({ ...EMPTY_VIEW, ...filter })))
  const { items, totalItems, corrected } = await searchProducts({ ...asked, page, perPage: LIST_PAGE_SIZE }, signal)
  const next = page * LIST_PAGE_SIZE < totalItems ? page + 1 : null
  return { products: items.map(parseListedProduct), total: totalItems, next, corrected }
}

/**
 * A random number for the shop's order that stays the same for the visit (SHOP-02). It travels in the cache, so
 * server and browser agree.
 */
export function visitSeedOptions() {
  return queryOptions({
    queryKey: ['products', 'seed'],
    queryFn: () => visitSeed(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * What the homepage's sections are chosen from, each in the shop's order: the selections of the domain say the same
 * of it as of the whole catalogue (HOME-15).
 */
export interface HomeProducts {
  /** The first of all products. */
  first: Product[]
  arrivals: Product[]
  bestsellers: Product[]
  /** The page of bestsellers to ask for after this one, null at the end. */
  next: number | null
}

/**
 * The homepage's products: one wave of three bounded calls, then eight bestsellers with each page (HOME-13). An
 * aborted call throws, like every other failure; the fallback stands where the answer is read.
 */
export function homeProductsOptions() {
  return infiniteQueryOptions({
    queryKey: ['products', 'home'],
    queryFn: async ({ pageParam, signal }): Promise<HomeProducts> => {
      const ask = (page: number, size: number, rest: { filter?: string; skipTotal?: true }) =>
        listPage(page, { ...rest, sort: SERVER_SORT.featured, signal }, size)
      const [bestsellers, first, arrivals] = await Promise.all([
        ask(pageParam, GRID_PAGE_SIZE, { filter: 'bestseller = true' }),
        ...(pageParam === 1
          ? [
              ask(1, FALLBACK_SELECTION_SIZE, { skipTotal: true }),
              ask(1, NEW_ARRIVALS_SIZE, { filter: 'new = true', skipTotal: true }),
            ]
          : []),
      ])
      return {
        first: first?.products ?? [],
        arrivals: arrivals?.products ?? [],
        bestsellers: bestsellers.products,
        next: pageParam * GRID_PAGE_SIZE < bestsellers.total ? pageParam + 1 : null,
      }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => last.next,
  })
}

/**
 * A product list, 100 at a time (SHOP-01); a search, and what is filtered, by 24. Featured: numbered products first,
 * ascending, the others shuffled with the visit's seed (SHOP-02), page for page, so that what is already on screen
 * never moves when more arrives.
 */
export function productListOptions(filter: ProductFilter = {}) {
  const { sort = 'featured', ...narrowed } = filter
  const key = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value))
  return infiniteQueryOptions({
    queryKey: ['products', 'list', { ...key, sort }],
    queryFn: async ({ pageParam, signal, client }): Promise<ProductPage> => {
      if (isSearch(filter)) return searchPage(filter, pageParam, signal)
      const query = { filter: await productFilter(filter), sort: SERVER_SORT[sort], signal }
      const seed = sort === 'featured' ? await client.ensureQueryData(visitSeedOptions()) : 0
      const { products, total, full } = await listPage(pageParam, {
        ...query,
        ...(pageParam > 1 && { skipTotal: true }),
      })
      return {
        products: sort === 'featured' ? shopOrder(products, seed) : products,
        total,
        next: full ? pageParam + 1 : null,
      }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => last.next,
  })
}

/** One product (PROD-01) with who makes it; null when there is none with this id. */
export function productOptions(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ signal }): Promise<(Product & Expanded) | null> => {
      try {
        const store = await recordStore()
        const record = await store.collection('products').getOne(id, { expand: 'makers_via_products', signal })
        return { ...parseProduct(record), expand: record.expand }
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })
}

/** The product as some list has already brought it, to be shown until its own answer arrives. */
export function knownProduct(client: QueryClient, id: string): Product | undefined {
  const home = client.getQueryData(homeProductsOptions().queryKey)
  for (const page of home?.pages ?? []) {
    const found = [...page.first, ...page.arrivals, ...page.bestsellers].find((product) => product.id === id)
    if (found) return found
  }
  for (const [, list] of client.getQueriesData<{ pages: ProductPage[] }>({ queryKey: ['products', 'list'] })) {
    const found = list?.pages.flatMap((page) => page.products).find((product) => product.id === id)
    if (found) return found
  }
  return undefined
}

/**
 * Four bestsellers that can be bought now, in the shop's order. Pages are drawn without them (its key is none of
 * render/entry-record-store.ts): a made-up address and a search for nothing cost the store no more than before.
 */
export function deliverableBestsellersOptions() {
  return queryOptions({
    queryKey: ['deliverable_bestsellers'],
    queryFn: async ({ signal }): Promise<Product[]> => {
      const filter = await productFilter({ bestseller: true, inStock: true })
      const query = { filter, sort: SERVER_SORT.featured, signal, skipTotal: true }
      return (await listPage(1, query, CROSS_SELL_SIZE)).products
    },
  })
}

/** How many products each category has, largest category first. */
export function categoriesOptions() {
  return queryOptions({
    queryKey: ['products', 'categories'],
    queryFn: ({ signal }) => countCategories(signal).then(({ categories }) => categories),
    staleTime: 5 * 60_000,
  })
}

/** How many products of a category are alike in what lists are filtered by; of the whole shop without one. */
export function facetsOptions(category: string) {
  return queryOptions({
    queryKey: ['products', 'facets', category],
    queryFn: ({ signal }) => countFacets(category, signal).then(({ rows }) => rows),
    staleTime: 5 * 60_000,
  })
}

/** Pages of a search that are fetched before any is drawn. */
const MAX_SEARCH_PAGES = 4

/**
 * Starts a list's first page; never throws.
 * @param show how many products of a search are to be seen: its pages are smaller than those of other lists
 */
export function prefetchProducts(client: QueryClient, filter: ProductFilter, show = 0): void {
  const pages = isSearch(filter) ? Math.min(Math.ceil(show / LIST_PAGE_SIZE), MAX_SEARCH_PAGES) : undefined
  void client.prefetchInfiniteQuery({ ...productListOptions(filter), pages })
}
