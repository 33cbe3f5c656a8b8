import type { Paise } from '../money'
import type { OrderPromotion } from './order'

type Reduced = { promotions: readonly Omit<OrderPromotion, 'id'>[] }

/**
 * What is taken off the goods, paise, a row for each promotion by its code or name; they add up to `discount_total`.
 * Orders of earlier releases have one row. Gifts and free delivery take nothing off the goods.
 */
export function reductions({
  promotions,
  discount_total,
}: Reduced & { discount_total: Paise }): { name: string; amount: Paise }[] {
  const rows = promotions
    .filter(({ kind }) => kind === 'percent' || kind === 'amount')
    .map(({ code, name, amount }) => ({ name: code || name, amount }))
  return rows.length > 0 || discount_total === 0 ? rows : [{ name: 'Discount', amount: discount_total }]
}

/**
 * What is saved, paise: against struck-through prices, by discounts and on delivery. A gift is worth something, and
 * nobody would have paid that.
 */
export function savedIn({ saved_total, promotions }: Reduced & { saved_total: Paise }): Paise {
  return promotions.reduce((sum, { kind, amount }) => (kind === 'gift' ? sum : sum + amount), saved_total)
}
