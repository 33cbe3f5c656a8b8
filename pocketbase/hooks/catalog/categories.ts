import type { CategoryFacts } from '../../../src/domain/catalog/category'
import { pageStamp } from '../lib/page-stamps'
import { sharedStore } from '../lib/shared-store'

const KEPT_KEY = 'categories:counts'
/** Counted anew after this long at the latest, ms: for changes no hook tells of, such as SQL by hand. */
const MAX_AGE_MS = 60_000

interface CachedAnswer {
  stamp: string
  until: number
  /** JSON: text is all that engines of the process can hand to each other. */
  answer: string
}

/** `{categories: [{category, count, from}]}`, largest first. Counted once for everybody until a product changes. */
export function categoriesAnswer(app: PbApp): { categories: CategoryFacts[] } {
  const stamp = pageStamp('products')
  // What stands in a transaction alone, as in a preview, is neither kept nor known to anybody else.
  const shared = !app.isTransactional()
  const kept = sharedStore().get(KEPT_KEY) as CachedAnswer | null | undefined
  if (shared && kept && kept.stamp === stamp && kept.until > Date.now()) return JSON.parse(kept.answer)
  const found = arrayOf(new DynamicModel({ category: '', count: 0, price: -0 }))
  app
    .db()
    .newQuery(
      `SELECT category, COUNT(*) AS count, COALESCE(MIN(CASE WHEN price > 0 THEN price END), 0) AS price
         FROM products WHERE archived = FALSE GROUP BY category`,
    )
    .all(found)
  const categories = found
    .map((row) => ({ category: String(row.category), count: Number(row.count), from: Number(row.price) }))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
  if (shared)
    sharedStore().set(KEPT_KEY, { stamp, until: Date.now() + MAX_AGE_MS, answer: JSON.stringify({ categories }) })
  return { categories }
}

/** `GET /api/store/categories`: how many products each category has, and from which price (SHOP-05, HOME-19). */
export function listCategories(e: PbRequestEvent): void {
  e.json(200, categoriesAnswer(e.app))
}
