import type { Paise } from '../money'
import { bestDiscounts, type DiscountFacts, type DiscountLine, type Given, worth } from './discounts'
import { asksNothing, type Promotion } from './promotion'

/** Percent that anybody has with any piece it is for, as often as they like. */
export const isCertain = (promotion: Promotion): boolean => promotion.kind === 'percent' && asksNothing(promotion)

/**
 * What one piece, bought alone, costs at most, whoever buys it (PROMO-31), paise; null where that is its price. Of
 * those that are certain the best counts. Another may take more off the goods, for whoever has it; one that would take
 * their place and give something else instead, such as the delivery, makes nothing certain.
 * @param automatic those that run now and need no code, whoever they are for
 */
export function certainPrice(
  piece: DiscountLine,
  automatic: readonly Promotion[],
  facts: Omit<DiscountFacts, 'lines'>,
): { price: Paise; promotion: Promotion } | null {
  const alone = automatic.flatMap((one) => bestDiscounts({ ...facts, lines: [piece] }, [one], null).given)
  const [best] = alone.filter(({ promotion }) => isCertain(promotion)).sort((one, other) => worth(other) - worth(one))
  const isRival = (one: Given) => one.delivery + one.gift > 0 && worth(one) >= worth(best as Given)
  if (!best || alone.some(isRival)) return null
  return { price: piece.total - worth(best), promotion: best.promotion }
}
