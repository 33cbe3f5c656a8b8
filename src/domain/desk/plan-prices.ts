import type { Paise } from '../money'
import { changedPrice, type PriceEnding } from './price-change'

/** When and how prices change for a time. Times are ms since 1970; it runs from `starts` to just before `ends`. */
export interface PricePlan {
  id: string
  active: boolean
  starts: number
  ends: number
  /** Ids of products, and categories: what is in either. */
  products: readonly string[]
  categories: readonly string[]
  /** Hundredths of a percent that are taken off; 0 where there is a price. */
  off: number
  /** Paise; 0 where something is taken off. */
  price: Paise
  /** How a price ends that something was taken off from; empty: to the paisa. */
  round_to: PriceEnding | ''
  /** Whether the product's own price is shown struck through. */
  show_was: boolean
}

/** What a product costs, as it is kept. */
export interface KeptPrice {
  /** What is asked now, paise. */
  price: Paise
  /** The product's own price while a plan runs, paise; 0 when none does. */
  regular: Paise
  plan: string
  /** When the plan ends, ms; 0 when none runs. */
  until: number
  /** What is shown struck through because of the plan, paise; 0 for nothing. */
  was: Paise
  /** The own price that was asked last, before the plan, and until when, ms. */
  asked: Paise
  asked_until: number
}

/** A product as the plans find it. */
export interface PlannedProduct {
  id: string
  category: string
  /** Not for sale for good: no plan is about it. */
  archived: boolean
}

/** No plan makes a product cheaper, paise. */
export const LEAST_PRICE: Paise = 100
/**
 * A price that was asked so long ago is no was-price any more, ms: what the shop compares itself with must be a price
 * it really asked of late (Consumer Protection Act 2019 s. 2(28); the 30 days are those of the EU's directive 98/6).
 */
const WAS_MS = 30 * 24 * 60 * 60_000

/** Hundredths of a percent taken off a price, of two paise as near the lower. */
const lessOff = (own: Paise, off: number): Paise => Math.ceil((own * (10_000 - off) - 5000) / 10_000)

/** What a plan makes of a product's own price, paise, whether it may or not. */
export function plannedPrice(
  { off, price, round_to }: Pick<PricePlan, 'off' | 'price' | 'round_to'>,
  own: Paise,
): Paise {
  if (price > 0) return price
  return round_to === '' ? lessOff(own, off) : changedPrice(own, -off, round_to)
}

/** Whether a plan may ask this price: it is lower than the product's own, and no gift. */
export const mayAsk = (price: Paise, own: Paise): boolean => price >= LEAST_PRICE && price < own

/** Whether a plan holds at a time, ms; its end is not in it. */
export const runsAt = ({ active, starts, ends }: Pick<PricePlan, 'active' | 'starts' | 'ends'>, now: number): boolean =>
  active && starts <= now && now < ends

const isAbout = ({ products, categories }: PricePlan, { id, category, archived }: PlannedProduct): boolean =>
  !archived && (categories.includes(category) || products.includes(id))

/** The plan whose price holds: the lowest; of those as low the one that ends last. */
function holding(plans: readonly PricePlan[], product: PlannedProduct, own: Paise, now: number) {
  let best: { plan: PricePlan; price: Paise } | undefined
  for (const plan of plans) {
    if (!runsAt(plan, now) || !isAbout(plan, product)) continue
    const price = plannedPrice(plan, own)
    if (!mayAsk(price, own)) continue
    const isLower = !best || price < best.price
    const isLater = best?.price === price && (plan.ends - best.plan.ends || (plan.id < best.plan.id ? 1 : -1)) > 0
    if (isLower || isLater) best = { plan, price }
  }
  return best
}

/**
 * What a product costs from now on. Asked at any moment, and as often as one likes, it says the same of the same plans:
 * turns that were missed, or came in another order, leave nothing behind.
 * @param kept what it has cost so far; null for a product that is new or was not in the shop
 * @param own its own price from now on
 * @returns without a plan, its own price and nothing else
 */
export function priceNow(
  product: PlannedProduct,
  kept: KeptPrice | null,
  own: Paise,
  plans: readonly PricePlan[],
  now: number,
): KeptPrice {
  const best = holding(plans, product, own, now)
  if (!best) return { price: own, regular: 0, plan: '', until: 0, was: 0, asked: 0, asked_until: 0 }
  const { plan, price } = best
  const { asked, asked_until } =
    kept === null
      ? { asked: 0, asked_until: 0 }
      : kept.regular > 0
        ? kept
        : // It was asked until this moment.
          { asked: kept.price, asked_until: now }
  const isHonest = asked <= own && asked > price && now < asked_until + WAS_MS
  const was = plan.show_was && isHonest ? asked : 0
  return { price, regular: own, plan: plan.id, until: plan.ends, was, asked, asked_until }
}

/** The own price of a product, paise, whether a plan runs or not. */
export const ownPrice = ({ price, regular }: Pick<KeptPrice, 'price' | 'regular'>): Paise => regular || price

/** The next moment at which a price may change by the clock alone, ms; Infinity when there is none. */
export function nextTurn(
  plans: readonly Pick<PricePlan, 'active' | 'starts' | 'ends'>[],
  shown: readonly Pick<KeptPrice, 'was' | 'asked_until'>[],
  now: number,
): number {
  const moments = [
    ...plans.filter(({ active }) => active).flatMap(({ starts, ends }) => [starts, ends]),
    ...shown.filter(({ was }) => was > 0).map(({ asked_until }) => asked_until + WAS_MS),
  ]
  return moments.reduce((next, moment) => (moment > now && moment < next ? moment : next), Number.POSITIVE_INFINITY)
}
