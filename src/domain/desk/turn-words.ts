import { saidEnd } from '../date'
import { shortMoment } from './day-words'
import { costWords, type PlanRow } from './price-plans'
import { type PromotionRow, promotionLine } from './promotions'

/** `, until Sun 8 Nov, 11:59 pm`; empty for no end. */
function untilWords(ends: string, now: number): string {
  const said = shortMoment(saidEnd(ends), now)
  return said && `, until ${said}`
}

type TurningPlan = Pick<PlanRow, 'name' | 'ends' | 'percent' | 'price' | 'round_to'>

/**
 * What a price plan does to so many products when it begins, or has ended, as a preview says it:
 * `“Diwali”: 40 products cost 10% less, until Sun 8 Nov, 11:59 pm`.
 * @param now ms since 1970
 */
export function planTurn(plan: TurningPlan, count: number, ended: boolean, now: number): string {
  const name = `“${plan.name}”`
  const isOne = count === 1
  if (ended) return `${name} has ended${count > 0 ? `: ${isOne ? 'one price goes' : `${count} prices go`} back` : ''}`
  if (count === 0) return `${name} changes no price`
  return `${name}: ${isOne ? 'one product' : `${count} products`} ${costWords(plan, isOne)}${untilWords(plan.ends, now)}`
}

type TurningPromotion = Parameters<typeof promotionLine>[0] &
  Pick<PromotionRow, 'name' | 'code' | 'single_use' | 'ends'>

/**
 * The same of a promotion: `Code DIWALI15 gives 15% off bag from ₹500.00, until Sun 8 Nov, 11:59 pm`.
 * @param now ms since 1970
 */
export function promotionTurn(promotion: TurningPromotion, ended: boolean, now: number): string {
  const { name, code, single_use, kind, ends } = promotion
  const what = code ? `Code ${code}` : `“${name}”`
  if (ended) return `${what} has ended`
  const line = promotionLine(promotion)
  const gives = `${kind === 'gift' ? 'a ' : ''}${line.charAt(0).toLowerCase()}${line.slice(1)}`
  const does = kind === '' ? 'is announced' : `gives ${gives}`
  return `${single_use ? `Each code of ${what}` : what} ${does}${untilWords(ends, now)}`
}
