import { parseDate } from '../date'
import { formatPaise, type Paise, toPaise } from '../money'
import { momentWords } from './day-words'
import { listed } from './list-words'
import { type PricePlan, runsAt } from './plan-prices'
import type { PlanLookRequest } from './price-plan-request'

/** Examples, refused prices and plans in its way that a look tells. */
export const LOOK_EXAMPLES = 40
/** Plans of one answer, the newest first. */
export const PLANS_PAGE = 100

export type PlanState = 'planned' | 'running' | 'ended' | 'off'

/** Where a plan stands at a moment (ms). One that is switched off never runs. */
export function planState(plan: Pick<PricePlan, 'active' | 'starts' | 'ends'>, now: number): PlanState {
  if (plan.ends <= now) return 'ended'
  if (!plan.active) return 'off'
  return runsAt(plan, now) ? 'running' : 'planned'
}

/** Another plan that runs at some time of this one, on some of its products. */
export interface PlanMeeting {
  id: string
  name: string
  starts: string
  ends: string
  /** How many of the products. */
  products: number
}

/** A plan as the list and the form have it: a record of `price_plans`. */
export interface PlanRow extends Omit<PlanLookRequest, 'id'> {
  id: string
  name: string
  active: boolean
  updated: string
  state: PlanState
  /** How many products it is about now; null when it is over. */
  count: number | null
  meets: PlanMeeting[]
}

/** `GET /api/store/desk/price-plans?page=`: running ones, planned ones and the rest, each the newest first. */
export interface PlansAnswer {
  plans: PlanRow[]
  page: number
  pages: number
  /** The store's clock, ms. */
  now: number
}

/** Own price → price by the plan, paise. */
export interface PlanExample {
  id: string
  name: string
  own: Paise
  planned: Paise
}

/** `POST /api/store/desk/price-plans/look`: what a plan would do with the products there are now. */
export interface PlanLook {
  /** How many get another price. */
  count: number
  examples: PlanExample[]
  /** Prices it may not ask: how many, and the first of them. */
  refused: number
  refusals: PlanExample[]
  meets: PlanMeeting[]
  /** The store's clock, ms. */
  now: number
}

type Told = Pick<PlanLookRequest, 'starts' | 'ends' | 'products' | 'categories' | 'percent' | 'price' | 'round_to'>

/** `cost 10% less, ending in 9`, `costs ₹150.00`: what a plan makes of many products, or of one. */
export function costWords(
  { percent, price, round_to }: Pick<Told, 'percent' | 'price' | 'round_to'>,
  isOne: boolean,
): string {
  const cost = isOne ? 'costs' : 'cost'
  if (price > 0) return `${cost} ${formatPaise(toPaise(price) ?? 0)}`
  return `${cost} ${percent}% less${round_to === '' ? '' : `, ending in ${round_to}`}`
}

/** Why a price may not be asked. */
const refusalWords = ({ name, own, planned }: PlanExample): string =>
  planned < own
    ? `${name} would cost ${formatPaise(planned)}: a product costs at least ₹1.00.`
    : `${name} costs ${formatPaise(own)} and would cost ${formatPaise(planned)}, which is not less.`

/** All that stands against a plan's prices, in one sentence or two; empty for nothing. */
export function refusedWords({ refused, refusals: [first] }: Pick<PlanLook, 'refused' | 'refusals'>): string {
  if (!first) return ''
  const others = refused === 1 ? '' : ` So it is with ${refused - 1} more.`
  return `${refusalWords(first)}${others} Leave ${refused === 1 ? 'it' : 'them'} out, or take off something else.`
}

const meetWords = ({ name, products }: PlanMeeting): string =>
  `“${name}” runs at a part of that time on ${products === 1 ? 'one of them' : `${products} of them`}: the lower price holds.`

export interface PlanWords {
  /** `From Friday 4 December at 6:00 pm, 13 products in soap cost 10% less` */
  lead: string
  /** One product, old → new. */
  example: PlanExample | null
  /** What becomes of them, what it meets, and what stands against it: a sentence each. */
  rest: string[]
}

/** What a plan means, made from its form: the check before it is saved. */
export function planWords(plan: Told, { count, examples, refused, refusals, meets, now }: PlanLook): PlanWords {
  const [first] = examples
  const isOne = count === 1
  const where =
    plan.products.length === 0 && plan.categories.length > 0 && !isOne ? ` in ${listed(plan.categories)}` : ''
  const what = isOne && first ? first.name : `${count === 0 ? 'no' : count} products${where}`
  const from = parseDate(plan.starts) <= now ? 'From now on' : `From ${momentWords(plan.starts, now)}`
  const until = momentWords(plan.ends, now)
  const back =
    count === 0
      ? 'Choose products or a category: no price changes so far.'
      : `On ${until} ${isOne ? 'it' : 'each'} goes back to the price it has then.`
  const against = refusedWords({ refused, refusals })
  return {
    lead: count === 0 ? `${from}, no price changes` : `${from}, ${what} ${costWords(plan, isOne)}`,
    example: first ?? null,
    rest: [back, ...meets.map(meetWords), ...(against ? [against] : [])],
  }
}
