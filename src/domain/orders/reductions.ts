import type { Paise } from '../money'
import type { OrderPromotion } from './order'

type Reduced = { promotions: readonly Omit<OrderPromotion, 'id'>[] }
type Totals = Reduced & { items_total: Paise; discount_total: Paise }

/**
 * What is taken off what was put into the cart, paise, a row for each promotion by its code or name. Orders of earlier
 * releases have one row. Gifts and free delivery take nothing off it.
 */
export function reductions({
  promotions,
  discount_total,
}: Omit<Totals, 'items_total'>): { name: string; amount: Paise }[] {
  const rows = promotions
    .filter(({ kind }) => kind === 'percent' || kind === 'amount')
    .map(({ code, name, amount }) => ({ name: code || name, amount }))
  return promotions.length > 0 || discount_total === 0 ? rows : [{ name: 'Discount', amount: discount_total }]
}

/**
 * What was put into the cart, before its reductions, paise. An order's sums have its gifts, at their price and with all
 * of it taken off; a quote's have none.
 */
export function subtotalOf({ items_total, ...totals }: Totals): Paise {
  return reductions(totals).reduce((sum, { amount }) => sum + amount, items_total - totals.discount_total)
}

/**
 * What is saved, paise: against struck-through prices, by discounts and on delivery. A gift is worth something, and
 * nobody would have paid that.
 */
export function savedIn({ saved_total, promotions }: Reduced & { saved_total: Paise }): Paise {
  return promotions.reduce((sum, { kind, amount }) => (kind === 'gift' ? sum : sum + amount), saved_total)
}
