import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { isNotFound } from '@/api/errors'
import { searchProducts, suggestProducts } from '@/api/store-routes'
import { PRODUCT_PAGE_SIZE } from '@/domain/limits'
import { type Product, parseProduct } from '@/domain/product'
import { MAX_LIST_PAGES, type ShopSort } from '@/domain/product-filter'
import { shopOrder } from '@/domain/selections'
import { visitSeed } from './visit-seed'

/** What a product list is narrowed to; everything given must hold (SHOP-01). */
export interface ProductFilter {
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

// `id` decides between equals: pages of a list must neither repeat nor skip a product.
const SERVER_SORT: Record<ShopSort, string> = {
  featured: '-list_order,id',
  'price-low': 'price,id',
  'price-high': '-price,id',
  newest: '-created,id',
  name: 'name,id',
}

/** The filter in the record store's words; every value is quoted by the client. */
export function productFilter(filter: ProductFilter): string {
  const say = (expression: string, value: string) => recordStore().filter(expression, { value })
  const parts: string[] = []
  if (filter.category) parts.push(say('category = {:value}', filter.category))
  if (filter.bestseller) parts.push('bestseller = true')
  if (filter.new) parts.push('new = true')
  if (filter.inStock) parts.push('inStock = true', 'sold_out = false')
  // Tags are a JSON list: with its quotes a word matches whole entries only.
  if (filter.tag) parts.push(say('tags ~ {:value}', `"${filter.tag}"`))
  return parts.join(' && ')
}

async function listPage(
  page: number,
  query: { filter?: string; sort?: string; signal: AbortSignal; skipTotal?: boolean },
): Promise<{ products: Product[]; total: number; full: boolean }> {
  const { items, totalItems } = await recordStore().collection('products').getList(page, PRODUCT_PAGE_SIZE, query)
  return { products: items.map(parseProduct), total: totalItems, full: items.length === PRODUCT_PAGE_SIZE }
}

async function searchPage(
  q: string,
  { category = '', inStock, sort = 'featured' }: ProductFilter,
  page: number,
  signal: AbortSignal,
): Promise<ProductPage> {
  const asked = { q, category, inStock: inStock ? '1' : '', sort, page, perPage: PRODUCT_PAGE_SIZE } as const
  const { items, totalItems, corrected } = await searchProducts(asked, signal)
  const next = page * PRODUCT_PAGE_SIZE < totalItems ? page + 1 : null
  return { products: items.map(parseProduct), total: totalItems, next, corrected }
}

/** Products to go straight to while a search is being typed. */
export function suggestionsOptions(q: string) {
  return queryOptions({
    queryKey: ['products', 'suggestions', q],
    queryFn: ({ signal }) => suggestProducts(q, signal).then(({ suggestions }) => suggestions),
    staleTime: 60_000,
  })
}

/** A random number for the shop's order that stays the same for the visit (SHOP-02). It travels in the cache, so server and browser agree. */
export function visitSeedOptions() {
  return queryOptions({
    queryKey: ['products', 'seed'],
    queryFn: () => visitSeed(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * Every product for the homepage's selections, page by page of 100 (SHOP-01). An aborted call throws, like every other failure; the
 * fallback stands where the answer is read.
 */
export function homeProductsOptions() {
  return queryOptions({
    queryKey: ['products', 'home'],
    queryFn: async ({ signal }): Promise<Product[]> => {
      const products: Product[] = []
      for (let page = 1; page <= MAX_LIST_PAGES; page++) {
        const found = await listPage(page, { signal, sort: '@rowid', skipTotal: true })
        products.push(...found.products)
        if (!found.full) break
      }
      return products
    },
  })
}

/**
 * A product list, 100 at a time (SHOP-01). Featured: numbered products first, ascending, the others shuffled with the visit's seed
 * (SHOP-02), page for page, so that what is already on screen never moves when more arrives.
 */
export function productListOptions(filter: ProductFilter = {}) {
  const { sort = 'featured', ...narrowed } = filter
  const key = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value))
  return infiniteQueryOptions({
    queryKey: ['products', 'list', { ...key, sort }],
    queryFn: async ({ pageParam, signal, client }): Promise<ProductPage> => {
      if (filter.q) return searchPage(filter.q, filter, pageParam, signal)
      const query = { filter: productFilter(filter), sort: SERVER_SORT[sort], signal }
      const seed = sort === 'featured' ? await client.ensureQueryData(visitSeedOptions()) : 0
      const first = await listPage(pageParam, { ...query, ...(pageParam > 1 && { skipTotal: true }) })
      const products = first.products
      let { full } = first
      let page = pageParam
      // Numbered products come first but in descending order: all of them must be here before any can be put in its place.
      while (sort === 'featured' && full && (products.at(-1)?.list_order ?? 0) > 0 && page < MAX_LIST_PAGES) {
        page += 1
        const more = await listPage(page, { ...query, skipTotal: true })
        products.push(...more.products)
        full = more.full
      }
      return {
        products: sort === 'featured' ? shopOrder(products, seed) : products,
        total: first.total,
        next: full ? page + 1 : null,
      }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => last.next,
  })
}

/** The pages' products in order, each once: a product that moved between two calls must not appear twice. */
export function listedProducts(pages: readonly ProductPage[]): Product[] {
  const byId = new Map<string, Product>()
  for (const page of pages)
    for (const product of page.products) if (!byId.has(product.id)) byId.set(product.id, product)
  return [...byId.values()]
}

/** One product (PROD-01); null when there is none with this id. */
export function productOptions(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ signal }): Promise<Product | null> => {
      try {
        return parseProduct(await recordStore().collection('products').getOne(id, { signal }))
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })
}

/** The product as some list has already brought it, to be shown until its own answer arrives. */
export function knownProduct(client: QueryClient, id: string): Product | undefined {
  for (const [, products] of client.getQueriesData<Product[]>({ queryKey: ['products', 'home'] })) {
    const found = products?.find((product) => product.id === id)
    if (found) return found
  }
  for (const [, list] of client.getQueriesData<{ pages: ProductPage[] }>({ queryKey: ['products', 'list'] })) {
    const found = list?.pages.flatMap((page) => page.products).find((product) => product.id === id)
    if (found) return found
  }
  return undefined
}

/** Products of these categories, one call for each (section 7), for Frequently Bought Together and related products. */
export function crossSellOptions(categories: readonly string[]) {
  const distinct = [...new Set(categories)].filter((category) => category !== '').sort()
  return queryOptions({
    queryKey: ['products', 'cross-sell', distinct],
    queryFn: async ({ signal }): Promise<Product[]> => {
      const found = await Promise.all(
        distinct.map((category) =>
          listPage(1, {
            filter: productFilter({ category, inStock: true }),
            sort: '-bestseller,-list_order,id',
            signal,
            skipTotal: true,
          }),
        ),
      )
      return found.flatMap(({ products }) => products)
    },
  })
}

/** How many products each category has, largest category first. Brings the category's name alone, 500 at a time. */
export function categoriesOptions() {
  return queryOptions({
    queryKey: ['products', 'categories'],
    queryFn: async ({ signal }): Promise<{ category: string; count: number }[]> => {
      const counts = new Map<string, number>()
      for (let page = 1; page <= MAX_LIST_PAGES; page++) {
        const { items } = await recordStore()
          .collection('products')
          .getList<{ category: string }>(page, CATEGORY_PAGE_SIZE, {
            fields: 'category',
            sort: '@rowid',
            skipTotal: true,
            signal,
          })
        for (const { category } of items) counts.set(category, (counts.get(category) ?? 0) + 1)
        if (items.length < CATEGORY_PAGE_SIZE) break
      }
      return [...counts]
        .map(([category, count]) => ({ category, count }))
        .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
    },
    staleTime: 5 * 60_000,
  })
}

const CATEGORY_PAGE_SIZE = 500

/** Starts a list's first page; never throws. */
export function prefetchProducts(client: QueryClient, filter: ProductFilter): void {
  void client.prefetchInfiniteQuery(productListOptions(filter))
}
