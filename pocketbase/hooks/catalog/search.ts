import { valuesOf, withKnownFacets } from '../../../src/domain/catalog/facet-values'
import { eachFacet, type FacetChoice } from '../../../src/domain/catalog/facets'
import {
  EMPTY_VIEW,
  hasFacets,
  LIST_PAGE_SIZE,
  SHOP_SORTS,
  type ShopSort,
} from '../../../src/domain/catalog/product-filter'
import { mendedTerms, searchTerms, soughtTerms, typoVariants } from '../../../src/domain/catalog/search'
import { cleanSearch } from '../../../src/domain/catalog/search-text'
import { parseJson } from '../../../src/domain/json'
import { cleanLine } from '../../../src/domain/text'
import { answering } from '../guard/slow-clients'
import { hasRow, rows } from '../lib/rows'
import { tellOffers } from '../offers/certain-offers'
import { missSearch } from './missed-searches'

/**
 * Most products of one search that are ordered and counted: bounds the work of a word that half the catalogue carries.
 */
const MAX_FOUND = 1000
const MAX_PER_PAGE = 100
const MAX_SUGGESTIONS = 6
const MAX_RELATED_TERMS = 3
const BESTSELLERS = 'bestseller = true && archived = false && inStock = true && sold_out = false'
/** Words of the vocabulary that are compared with a mistyped one. */
const MAX_CANDIDATES = 200

/** A word in the name says more than one among the tags, and that more than one in the text. */
const WEIGHTS = '10.0, 5.0, 1.0'

/** A term as the index is asked for it: as the beginning of a word. */
const startOf = (term: string) => `"${term}"*`

/**
 * Whether some product has a word that begins so. Asked of the index: its vocabulary counts all that have the word
 * before it answers.
 */
const isKnown = (app: PbApp, term: string): boolean =>
  hasRow(app, 'FROM search_texts WHERE search_texts MATCH {:match}', { match: startOf(term) })

function candidatesFor(app: PbApp, term: string): string[] {
  const variants = typoVariants(term)
  const params = Object.fromEntries(variants.map((variant, position) => [`s${position}`, variant]))
  const list = variants.map((_, position) => `{:s${position}}`).join(', ')
  const sql = `SELECT DISTINCT term FROM search_slips WHERE slip IN (${list}) LIMIT ${MAX_CANDIDATES}`
  return rows(app, sql, params, { term: '' }).map(({ term }) => term)
}

interface Mended {
  /** For `MATCH`; empty when nothing can be found, or when nothing was mended. */
  match: string
  /** What was looked for instead of what was typed, when words were mended or left out. */
  corrected: string
}

/**
 * Terms that are together in no product → what is looked for instead: one that no word begins with is replaced by the
 * words it is one letter from.
 */
function mended(app: PbApp, terms: readonly string[]): Mended {
  const parts: string[] = []
  const said: string[] = []
  let isMended = false
  for (const term of terms) {
    if (isKnown(app, term)) {
      parts.push(startOf(term))
      said.push(term)
      continue
    }
    isMended = true
    const meant = mendedTerms(term, candidatesFor(app, term))
    if (meant.length === 0) continue
    parts.push(`(${meant.map((word) => `"${word}"`).join(' OR ')})`)
    said.push(meant[0] as string)
  }
  // Words nothing is like are left out as long as there are as many others to go by.
  if (!isMended || parts.length * 2 < terms.length) return { match: '', corrected: '' }
  return { match: parts.join(' AND '), corrected: said.join(' ') }
}

const ORDER: Record<ShopSort, string> = {
  featured: 'fit, products.list_order = 0, products.list_order, products.id',
  'price-low': 'products.price, products.id',
  'price-high': 'products.price DESC, products.id',
  newest: 'products.created DESC, products.id',
  name: 'products.name, products.id',
}

interface SearchAsked extends FacetChoice {
  q: string
  category: string
  inStock: boolean
  sort: ShopSort
  /** From 1. */
  page: number
  perPage: number
}

interface SearchFound {
  ids: string[]
  total: number
  corrected: string
}

/**
 * Products that have every word of the search, best first, and are described by what is chosen. Without a word all of
 * those; without a choice either, none.
 */
function findProducts(app: PbApp, asked: SearchAsked): SearchFound {
  const terms = soughtTerms(asked.q)
  if (terms.length === 0) return asked.q === '' && hasFacets(asked) ? findDescribed(app, asked) : NOTHING
  // Most is typed as it is written: where something has all the words, none of them is looked up.
  const found = findMatching(app, asked, terms.map(startOf).join(' AND '))
  if (found.total > 0) return { ...found, corrected: '' }
  const { match, corrected } = mended(app, terms)
  return match === '' ? NOTHING : { ...findMatching(app, asked, match), corrected }
}

const NOTHING: SearchFound = { ids: [], total: 0, corrected: '' }

/** The columns of what products are described by. */
const COLUMNS = { skin: 'skin_type', scent: 'scent', colour: 'shades' } as const

/** What narrows a list beside its words, as SQL. `{:category}` is given. Values are those of the tables alone. */
function narrowing(asked: SearchAsked): string {
  const parts = ["({:category} = '' OR products.category = {:category})"]
  if (asked.inStock) parts.push('products.inStock = TRUE AND products.sold_out = FALSE')
  const any = (conditions: string[]) => {
    if (conditions.length > 0) parts.push(`(${conditions.join(' OR ')})`)
  }
  const chosen = withKnownFacets(asked)
  for (const facet of ['skin', 'scent', 'colour'] as const)
    any(valuesOf(chosen[facet]).map((value) => `products.${COLUMNS[facet]} LIKE '%"${value}"%'`))
  any(valuesOf(chosen.price).map((range) => `(${priceWithin(range)})`))
  return parts.join(' AND ')
}

/** @param range of `FACETS.price` */
export function priceWithin(range: string): string {
  const [from, below] = range.split('-')
  return `products.price >= ${from}${below ? ` AND products.price < ${below}` : ''}`
}

/**
 * From one index, which has all that is asked: one for each combination nobody could keep. The plus keeps SQLite from
 * another, which would lead to the products' rows.
 */
function findDescribed(app: PbApp, asked: SearchAsked): { ids: string[]; total: number; corrected: string } {
  const from = `FROM products WHERE +products.archived = FALSE AND ${narrowing(asked)}`
  const params = { category: asked.category }
  const offset = (asked.page - 1) * asked.perPage
  const order = ORDER[asked.sort].replace('fit, ', '')
  const listed = rows(
    app,
    `WITH found AS MATERIALIZED (
      SELECT products.id AS id, products.price AS price, products.name AS name, products.created AS created,
        products.list_order AS list_order ${from}
    ) SELECT id, (SELECT COUNT(*) FROM found) AS total FROM found AS products ORDER BY ${order}
      LIMIT ${asked.perPage} OFFSET ${offset}`,
    params,
    { id: '', total: 0 },
  )
  return { ids: listed.map(({ id }) => id), total: listed[0]?.total ?? 0, corrected: '' }
}

function findMatching(app: PbApp, asked: SearchAsked, match: string): { ids: string[]; total: number } {
  // Its words stand among a product's: so the first thousand found are of the category, and not all of another.
  const category = searchTerms(asked.category).join(' ')
  const params: Record<string, unknown> = {
    match: category === '' ? match : `(${match}) AND words : "${category}"`,
    category: asked.category,
  }
  // How well a product fits is reckoned from all that have the word: only for the order that shows it.
  const isByFit = asked.sort === 'featured'
  const found = `found AS MATERIALIZED (
      SELECT rowid AS doc, ${isByFit ? `bm25(search_texts, ${WEIGHTS})` : '0'} AS fit
      FROM search_texts WHERE search_texts MATCH {:match} LIMIT ${MAX_FOUND}
    )`
  // An index of the products has all that is asked of them here: their rows are large, and those of a thousand far
  // apart. CROSS: in this order, which SQLite would turn around where it thinks that few are in stock.
  const from =
    'FROM found CROSS JOIN search_documents USING (doc) CROSS JOIN products ON products.id = search_documents.product'
  const where = `WHERE ${narrowing(asked)}`
  const offset = (asked.page - 1) * asked.perPage
  const order = `ORDER BY ${ORDER[asked.sort]} LIMIT ${asked.perPage} OFFSET ${offset}`
  const isWhole = isByFit && asked.category === '' && !asked.inStock && !hasFacets(asked)
  const sql = isWhole
    ? // On this page is only what fits no worse than its last one. What fits at all is below 0.
      `WITH ${found} SELECT products.id AS id, (SELECT COUNT(*) FROM found) AS total ${from}
      WHERE fit <= IFNULL((SELECT fit FROM found ORDER BY fit LIMIT 1 OFFSET ${offset + asked.perPage - 1}), 0) ${order}`
    : // Counted on the way: looking for the words and the products again would cost as much as the answer.
      `WITH ${found} SELECT products.id AS id, COUNT(*) OVER () AS total ${from} ${where} ${order}`
  const listed = rows(app, sql, params, { id: '', total: 0 })
  const isBeyond = listed.length === 0 && offset > 0
  const counted = isBeyond
    ? rows(app, `WITH ${found} SELECT COUNT(*) AS total ${from} ${where}`, params, { total: 0 })
    : listed
  const total = counted[0]?.total ?? 0
  return { ids: listed.map(({ id }) => id), total }
}

function inOrder(app: PbApp, ids: string[]): PbRecord[] {
  const records = new Map(app.findRecordsByIds('products', ids).map((record) => [record.id, record]))
  return ids.flatMap((id) => records.get(id) ?? [])
}

function wholeNumber(text: string, fallback: number, most: number): number {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= 1 ? Math.min(value, most) : fallback
}

/** Nothing was found, or something only because words that nothing is like were left out. */
function isMissed(q: string, { total, corrected }: SearchFound): boolean {
  return total === 0 || (corrected !== '' && corrected.split(' ').length < soughtTerms(q).length)
}

/** What a search answers, with its records as `toJson` writes them. `query` is read as `search` says. */
export function searchAnswer(
  app: PbApp,
  query: { get(name: string): string },
  toJson: (records: PbRecord[]) => unknown[],
): { page: number; perPage: number; totalItems: number; items: unknown[]; corrected: string } {
  const page = wholeNumber(query.get('page'), 1, MAX_FOUND)
  const perPage = wholeNumber(query.get('perPage'), LIST_PAGE_SIZE, MAX_PER_PAGE)
  const asked: SearchAsked = {
    q: query.get('q'),
    category: cleanLine(query.get('category')).slice(0, 40),
    ...withKnownFacets(eachFacet((facet) => query.get(facet))),
    inStock: query.get('inStock') === '1',
    sort: SHOP_SORTS.find(({ value }) => value === query.get('sort'))?.value ?? 'featured',
    page,
    perPage,
  }
  const found = findProducts(app, asked)
  // In the whole shop: what a filter leaves out may be there. Nobody misses anything in a preview.
  const shopper = !app.isTransactional()
  if (shopper && !asked.category && !asked.inStock && !hasFacets(asked) && isMissed(asked.q, found)) missSearch(asked.q)
  const items = toJson(inOrder(app, found.ids))
  return { page, perPage, totalItems: found.total, items, corrected: found.corrected }
}

/**
 * `GET /api/store/search?q=&category=&skin=&scent=&price=&colour=&inStock=1&sort=&page=&perPage=`: products as the list
 * route answers them (`{page, perPage, totalItems, items}`) and `corrected`, the words that were looked for when what
 * was typed is nowhere. One wrong letter of a word is mended; words may be cut short. Nothing sensible is 200 with no
 * items (SHOP-05, SHOP-07).
 */
export function search(e: PbRequestEvent): void {
  // It would be waited for: what enriches records reads it.
  if (e.request.contentLength !== 0) throw new BadRequestError('A search has no body.')
  const answer = searchAnswer(e.app, e.request.url.query(), (records) => {
    tellOffers(e.app, records)
    $apis.enrichRecords(e, records)
    return records
  })
  answering(e, () => e.json(200, answer))
}

/** Tags of what was found that say more than what is being typed: words it begins, or words that go with it. */
function relatedTerms(found: PbRecord[], q: string): string[] {
  const typed = searchTerms(q)
  const tags = found.flatMap((product) => parseJson(product.getString('tags')) ?? []) as unknown[]
  const further = tags
    .map((tag) => cleanSearch(String(tag)))
    .filter((tag) => {
      const terms = searchTerms(tag)
      return terms.join(' ') !== typed.join(' ') && typed.every((start) => terms.some((term) => term.startsWith(start)))
    })
  return [...new Set(further)].slice(0, MAX_RELATED_TERMS)
}

const isSoldOut = (product: PbRecord) => !product.getBool('inStock') || product.getBool('sold_out')

/**
 * `GET /api/store/search/suggestions?q=`: the six best products of what is being typed, sold out ones last, and how
 * many there are; of nothing, bestsellers. `{suggestions: [{id, name, category, price (rupees), offer, image,
 * sold_out}], terms (searches that begin with what is typed), total, corrected}`; `offer` as products say it.
 */
export function suggest(e: PbRequestEvent): void {
  const q = e.request.url.query().get('q')
  const asked = { ...EMPTY_VIEW, page: 1, perPage: MAX_SUGGESTIONS }
  const { ids, total, corrected } = findProducts(e.app, { ...asked, q })
  const found =
    searchTerms(q).length > 0
      ? inOrder(e.app, ids)
      : e.app.findRecordsByFilter('products', BESTSELLERS, '-place', MAX_SUGGESTIONS, 0)
  tellOffers(e.app, found)
  const suggestions = found
    .map((product) => ({
      id: product.id,
      name: product.getString('name'),
      category: product.getString('category'),
      price: product.getFloat('price'),
      ...(product.get('offer') ? { offer: product.get('offer') } : {}),
      image: (product.get('images') as string[])[0] ?? '',
      sold_out: isSoldOut(product),
    }))
    .sort((a, b) => Number(a.sold_out) - Number(b.sold_out))
  e.json(200, { suggestions, terms: relatedTerms(found, corrected || q), total, corrected })
}
