import type { CategoryFacts } from '../../../src/domain/catalog/category'
import { keptAnswer } from '../lib/kept-answers'
import { rows } from '../lib/rows'

const COUNTED = `SELECT category, COUNT(*) AS count, COALESCE(MIN(CASE WHEN price > 0 THEN price END), 0) AS price
  FROM products WHERE archived = FALSE GROUP BY category`

/** `{categories: [{category, count, from}]}`, largest first. Counted once for everybody until a product changes. */
export function categoriesAnswer(app: PbApp): { categories: CategoryFacts[] } {
  return keptAnswer(app, 'categories:counts', () => ({
    categories: rows(app, COUNTED, {}, { category: '', count: 0, price: -0 })
      .map((row) => ({ category: row.category, count: row.count, from: row.price }))
      .sort((a, b) => b.count - a.count || (a.category < b.category ? -1 : 1)),
  }))
}

/** `GET /api/store/categories`: how many products each category has, and from which price (SHOP-05, HOME-19). */
export function listCategories(e: PbRequestEvent): void {
  e.json(200, categoriesAnswer(e.app))
}
