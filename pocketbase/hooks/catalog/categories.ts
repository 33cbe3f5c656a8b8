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

/** `{categories: [{category, count}]}`, largest first. Counted once for everybody until a product changes. */
export function categoriesAnswer(app: PbApp): { categories: { category: string; count: number }[] } {
  const stamp = pageStamp('products')
  const kept = sharedStore().get(KEPT_KEY) as CachedAnswer | null | undefined
  if (kept && kept.stamp === stamp && kept.until > Date.now()) return JSON.parse(kept.answer)
  const found = arrayOf(new DynamicModel({ category: '', count: 0 }))
  app
    .db()
    .newQuery('SELECT category, COUNT(*) AS count FROM products WHERE archived = FALSE GROUP BY category')
    .all(found)
  const categories = found
    .map((row) => ({ category: String(row.category), count: Number(row.count) }))
    .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1))
  sharedStore().set(KEPT_KEY, { stamp, until: Date.now() + MAX_AGE_MS, answer: JSON.stringify({ categories }) })
  return { categories }
}

/** `GET /api/store/categories`: how many products each category has (SHOP-05). */
export function listCategories(e: PbRequestEvent): void {
  e.json(200, categoriesAnswer(e.app))
}
