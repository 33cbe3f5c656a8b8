import { formatDateTime } from '../date'
import { MINIMUM_ONLINE_PAISE } from '../limits'
import { formatPaise, type Paise, spread } from '../money'
import { isFor, type Promotion, promotionTime } from './promotion'

/** Refusals that another cart does not change. */
export const FINAL_PROBLEMS = [
  'unknown',
  'expired',
  'used_up',
  'used_by_you',
  'not_first_order',
  'too_many_tries',
] as const

/** Why a code takes nothing off, in words for the shopper. */
export interface CodeProblem {
  code:
    | (typeof FINAL_PROBLEMS)[number]
    | 'not_started'
    | 'not_for_these'
    | 'below_minimum'
    | 'gift_gone'
    | 'delivery_free'
    | 'other_saves_more'
  message: string
}

/** One bought line as promotions see it; `total` before anything is taken off, paise. */
export interface DiscountLine {
  product: { id: string; category: string; tags: readonly string[] }
  total: Paise
}

export interface DiscountFacts {
  lines: readonly DiscountLine[]
  /** Delivery before anything is taken off, paise. */
  delivery: Paise
  /** What a gift is worth, paise; undefined when none can be had. */
  giftPrice: (product: string) => Paise | undefined
}

/** What one promotion gives. Money in paise. */
export interface Given {
  promotion: Promotion
  /** Off each line, in the order of the lines. */
  lines: Paise[]
  /** Off the delivery. */
  delivery: Paise
  /** Worth of the gift it adds. */
  gift: Paise
}

/** What the shopper has of it, paise: off the goods, off the delivery, or a gift. */
export const worth = ({ lines, delivery, gift }: Given): Paise => sum(lines) + delivery + gift

const sum = (amounts: readonly Paise[]): Paise => amounts.reduce((total, amount) => total + amount, 0)

/** `part` percent of an amount, half a paisa upwards. Percent may have two decimals. */
export function percentOf(amount: Paise, percent: number): Paise {
  return Math.floor((amount * Math.round(percent * 100) + 5000) / 10_000)
}

/** What a promotion gives after `before` has been taken off, or why it gives nothing. */
function give(promotion: Promotion, facts: DiscountFacts, before: Given | undefined): Given | CodeProblem {
  const { kind, value, minimum } = promotion
  const none: Given = { promotion, lines: facts.lines.map(() => 0), delivery: 0, gift: 0 }
  const concerned = facts.lines.map(({ product }) => isFor(promotion, product))
  if (!concerned.includes(true))
    return { code: 'not_for_these', message: 'This offer is not for anything in your cart.' }
  const missing = minimum - sum(facts.lines.map(({ total }) => total))
  if (missing > 0) return { code: 'below_minimum', message: `Add ${formatPaise(missing)} more to use this offer.` }
  if (kind === 'free_delivery') {
    const delivery = facts.delivery - (before?.delivery ?? 0)
    return delivery > 0 ? { ...none, delivery } : { code: 'delivery_free', message: 'Delivery is free already.' }
  }
  if (kind === 'gift') {
    // Two of the same: one piece may be all there is.
    const taken = before?.gift && before.promotion.gift === promotion.gift
    const gift = taken ? undefined : facts.giftPrice(promotion.gift)
    return gift === undefined
      ? { code: 'gift_gone', message: 'The free gift is no longer available.' }
      : { ...none, gift }
  }
  const left = facts.lines.map(({ total }, line) => total - (before?.lines[line] ?? 0))
  const weights = left.map((amount, line) => (concerned[line] ? amount : 0))
  const asked = kind === 'percent' ? percentOf(sum(weights), value) : kind === 'amount' ? Math.round(value * 100) : 0
  // Something is left to pay: what costs nothing is a gift.
  const most = Math.min(sum(weights), sum(left) - MINIMUM_ONLINE_PAISE)
  return { ...none, lines: spread(Math.max(0, Math.min(asked, most)), weights) }
}

/** What each of them gives, one after the other; null when one of them gives nothing. */
function together(promotions: readonly Promotion[], facts: DiscountFacts): Given[] | null {
  const given: Given[] = []
  for (const promotion of promotions) {
    const next = give(promotion, facts, given[0])
    if ('code' in next || worth(next) === 0) return null
    given.push(next)
  }
  return given
}

/** A code as it was typed: the promotion it belongs to, or why it cannot be used. */
export type TypedCode = { promotion: Promotion } | { problem: CodeProblem }

export const UNKNOWN_CODE: CodeProblem = { code: 'unknown', message: 'There is no offer with this code.' }

/** Why a promotion with a code is not on at `now` (ms), or null. */
export function timeProblem(promotion: Promotion, now: number): CodeProblem | null {
  if (!promotion.active) return { code: 'expired', message: 'This offer has ended.' }
  const time = promotionTime(promotion, now)
  if (time === 'early')
    return { code: 'not_started', message: `This offer begins on ${formatDateTime(promotion.starts)}.` }
  return time === 'late' ? { code: 'expired', message: `This offer ended on ${formatDateTime(promotion.ends)}.` } : null
}

/**
 * What is taken off a cart: at most one automatic promotion and the one whose code was typed, whichever of them saves
 * the shopper most; both only when both may go with others. Between equal ones the code wins, then the newest. A code
 * that is not among them has its reason.
 * @param automatic those that run now, the newest first
 */
export function bestDiscounts(
  facts: DiscountFacts,
  automatic: readonly Promotion[],
  typed: TypedCode | null,
): { given: Given[]; problem: CodeProblem | null } {
  const code = typed && 'promotion' in typed ? typed.promotion : null
  const choices = [
    ...(code ? automatic.filter(({ combines }) => combines && code.combines).map((one) => [one, code]) : []),
    ...(code ? [[code]] : []),
    ...automatic.map((one) => [one]),
  ]
  let best: Given[] = []
  for (const choice of choices) {
    const given = together(choice, facts)
    if (given && total(given) > total(best)) best = given
  }
  if (!typed || best.some(({ promotion }) => promotion === code)) return { given: best, problem: null }
  if (!code) return { given: best, problem: 'problem' in typed ? typed.problem : UNKNOWN_CODE }
  const alone = give(code, facts, undefined)
  const other = best[0]?.promotion.name ?? ''
  const problem: CodeProblem =
    'code' in alone
      ? alone
      : other
        ? { code: 'other_saves_more', message: `“${other}” saves you more, and does not go with this code.` }
        : { code: 'not_for_these', message: 'This offer takes nothing off your cart.' }
  return { given: best, problem }
}

const total = (given: readonly Given[]): Paise => sum(given.map(worth))
