import { cutLine } from '../text'
import { eachFacet, FACET_NAMES, type FacetChoice } from './facets'
import { cleanSearch } from './search-text'

/** Orders a shopper can choose from (SHOP-05); `featured` is the shop's own (SHOP-02). */
export const SHOP_SORTS = [
  { value: 'featured', label: 'Featured' },
  { value: 'price-low', label: 'Price: low to high' },
  { value: 'price-high', label: 'Price: high to low' },
  { value: 'newest', label: 'Newest' },
  { value: 'name', label: 'Name' },
] as const

export type ShopSort = (typeof SHOP_SORTS)[number]['value']

/** Products a list page shows first, and adds with each Load More. */
export const LIST_PAGE_SIZE = 24

/** What a list page shows, as its address says it (SHOP-05). */
export interface ShopView extends FacetChoice {
  /** Empty for all. */
  category: string
  inStock: boolean
  sort: ShopSort
  /** Search text; empty for none. */
  q: string
  /** How many products are on the page. */
  show: number
}

/** The whole shop. */
export const EMPTY_VIEW: ShopView = {
  category: '',
  ...eachFacet(() => ''),
  inStock: false,
  sort: 'featured',
  q: '',
  show: LIST_PAGE_SIZE,
}

/**
 * Query parameters → view. Anything unknown or out of range is read as its default, so that no address can break the
 * page; the values of facets are left to `withKnownFacets`, whose tables come with the shop page.
 */
export function readShopView(parameters: { get(name: string): string | null }): ShopView {
  const sort = parameters.get('sort')
  const show = Number(parameters.get('show'))
  return {
    category: cutLine(parameters.get('category') ?? '', 40),
    ...eachFacet((facet) => cutLine(parameters.get(facet) ?? '', 80)),
    inStock: parameters.get('inStock') === '1',
    sort: SHOP_SORTS.find(({ value }) => value === sort)?.value ?? 'featured',
    q: cleanSearch(parameters.get('q') ?? ''),
    show: Number.isSafeInteger(show) && show > LIST_PAGE_SIZE ? show : LIST_PAGE_SIZE,
  }
}

/**
 * View → query string, without what is default: the same view always has the same address. Empty, or begins with `?`.
 */
export function shopSearch(view: ShopView): string {
  const parts = [
    view.category && `category=${encodeURIComponent(view.category)}`,
    view.q && `q=${encodeURIComponent(view.q)}`,
    ...FACET_NAMES.map((facet) => view[facet] && `${facet}=${encodeURIComponent(view[facet])}`),
    view.inStock && 'inStock=1',
    view.sort !== 'featured' && `sort=${view.sort}`,
    view.show > LIST_PAGE_SIZE && `show=${view.show}`,
  ].filter(Boolean)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** Whether something is chosen of what products are described by. */
export function hasFacets(filter: Partial<FacetChoice>): boolean {
  return FACET_NAMES.some((facet) => filter[facet])
}

/** Whether the list shows less than the whole category, or shop. */
export function isFiltered(view: ShopView): boolean {
  return view.inStock || view.q !== '' || hasFacets(view)
}

/** Other letters, plurals, and what a shop sells and English does not count: jewellery, skincare, home decor. */
const AS_IT_IS =
  /(^|[^a-z]|[^s]s|jewel+e?ry|pottery|stationery|embroidery|care|ware|wear|d.cor|home|body|\b(wo)?men|clothing|furniture|bedding|lighting|leather|incense)$/i

/** A category's code as shoppers read it: `soap` → `Soaps`, `gift box` → `Gift boxes`, `jewellery` → `Jewellery`. */
export function categoryLabel(category: string): string {
  const label = category.charAt(0).toUpperCase() + category.slice(1)
  if (AS_IT_IS.test(label)) return label
  if (/(ss|x|z|[cs]h)$/i.test(label)) return `${label}es`
  if (/[^aeiou]y$/i.test(label)) return `${label.slice(0, -1)}ies`
  return `${label}s`
}
