import type { FacetRow } from '../../../src/domain/catalog/facet-count'
import { FACETS } from '../../../src/domain/catalog/facet-values'
import { parseTexts } from '../../../src/domain/json'
import { keptAnswer } from '../lib/kept-answers'
import { rows } from '../lib/rows'
import { priceWithin } from './search'

const RANGE = `CASE ${FACETS.price.map((range) => `WHEN ${priceWithin(range)} THEN '${range}'`).join(' ')} END`
const LIKE = { category: '', skin_type: '', scent: '', shades: '', range: '', available: false, count: 0 }

/**
 * The rows of each category, and of all products under the empty name, from the index that lists are filtered by; the
 * pluses keep SQLite from others.
 */
function countAll(app: PbApp): Record<string, FacetRow[]> {
  const sql = `SELECT +category AS category, skin_type, scent, shades, ${RANGE} AS range, inStock AND NOT sold_out AS available,
      COUNT(*) AS count
    FROM products WHERE +archived = FALSE GROUP BY 1, 2, 3, 4, 5, 6`
  // Any word may be a category's, `constructor` too.
  const counts = new Map<string, FacetRow[]>()
  const whole = new Map<string, FacetRow>()
  for (const row of rows(app, sql, {}, LIKE)) {
    const named = (facet: string, column: unknown) => parseTexts(column).map((value) => `${facet}:${value}`)
    const values = [
      ...named('skin', row.skin_type),
      ...named('scent', row.scent),
      ...named('colour', row.shades),
      `price:${row.range}`,
      ...(row.available ? ['inStock'] : []),
    ].join(' ')
    const { category, count } = row
    counts.set(category, [...(counts.get(category) ?? []), { values, count }])
    whole.set(values, { values, count: count + (whole.get(values)?.count ?? 0) })
  }
  return Object.fromEntries(counts.set('', [...whole.values()]))
}

/** `{rows: FacetRow[]}` of a category, or of the whole shop. Counted once for everybody until a product changes. */
export function facetsAnswer(app: PbApp, category: string): { rows: FacetRow[] } {
  const counts = keptAnswer(app, 'facets:counts', () => countAll(app))
  return { rows: Object.hasOwn(counts, category) ? (counts[category] as FacetRow[]) : [] }
}

/** `GET /api/store/facets?category=`: what its products can be filtered by, with how many of each kind (SHOP-07). */
export function listFacets(e: PbRequestEvent): void {
  e.json(200, facetsAnswer(e.app, e.request.url.query().get('category')))
}
