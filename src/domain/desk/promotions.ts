import { formatDate, inIndia, parseDate, saidEnd, weekdayOf } from '../date'
import { formatPaise, groupIndian, type Paise, toPaise } from '../money'
import { percentOf } from '../offers/discounts'
import { isForAll, needsCode, type PromotionKind } from '../offers/promotion'
import { momentWords } from './day-words'
import { listed } from './list-words'
import type { StateShape } from './order-words'
import { type PlanRow, type PlanState, planState } from './price-plans'
import type { PromotionRequest } from './promotion-request'

/** Promotions of one answer, the newest first. */
export const MOST_PROMOTIONS = 200
/** Codes of one answer of `…/codes`. */
export const CODES_PAGE = 2000

/** A promotion as list and form have it: a record of `promotions`, and what became of it. */
export interface PromotionRow extends Omit<PromotionRequest, 'id' | 'updated'> {
  id: string
  updated: string
  state: PlanState
  /** Orders it was given to that stand. */
  orders: number
  /** What those orders had of it, paise. */
  given: Paise
  /** Codes of its own: made, and used by orders that stand. */
  codes: { made: number; used: number }
}

/** `GET /api/store/desk/promotions`: the newest first. */
export interface PromotionsAnswer {
  promotions: PromotionRow[]
  /** How many there are; more than `MOST_PROMOTIONS` are not told. */
  total: number
  /** The store's clock, ms. */
  now: number
}

/** `POST /api/store/desk/promotions/{id}/codes`. */
export interface CodesAnswer {
  made: number
}

type Times = Pick<PromotionRequest, 'active' | 'starts' | 'ends'>

/** Where a promotion stands at a moment (ms). */
export const stateOf = ({ active, starts, ends }: Times, now: number): PlanState =>
  planState({ active, starts: parseDate(starts) || 0, ends: parseDate(ends) || Number.POSITIVE_INFINITY }, now)

/** What of a promotion may still be changed: of one that runs or ran, what was told of it stays true. */
export function changeableFields(state: PlanState): readonly string[] | 'all' {
  if (state === 'ended') return ['name', 'description']
  return state === 'running' ? ['name', 'description', 'ends', 'active'] : 'all'
}

const some = (names: readonly string[]) =>
  names.length <= 3 ? names : [...names.slice(0, 2), `${names.length - 2} other products`]
const rupees = (value: number): string => formatPaise(toPaise(value) ?? 0)

type Target = Pick<PromotionRequest, 'products' | 'categories' | 'tags'>

const GIVES: { readonly [kind in PromotionKind]: (value: number) => string } = {
  percent: (value) => `${value}% off`,
  amount: (value) => `${rupees(value)} off`,
  free_delivery: () => 'Free delivery',
  gift: () => 'Gift',
  '': () => 'Only announced',
}

/** `15% off bag from ₹500.00`: what it gives, in a line of the list. */
export function promotionLine(
  promotion: Pick<PromotionRow, 'kind' | 'value' | 'products' | 'categories' | 'tags' | 'minimum'>,
): string {
  const { kind, value, products, categories, tags, minimum } = promotion
  const chosen = products.length === 0 ? [] : [products.length === 1 ? 'one product' : `${products.length} products`]
  const on = listed([...categories, ...chosen, ...tags])
  return `${GIVES[kind](value)}${on && ` ${on}`}${minimum > 0 ? ` from ${rupees(minimum)}` : ''}`
}

/** `soap −10%, ending in 9`. */
export function planLine({ categories, products, percent, price, round_to }: PlanRow): string {
  const chosen = products.length === 0 ? [] : [products.length === 1 ? 'one product' : `${products.length} products`]
  const on = listed([...categories, ...chosen])
  if (price > 0) return `${on} at ${rupees(price)}`
  return `${on} −${percent}%${round_to === '' ? '' : `, ending in ${round_to}`}`
}

/** `Sun 29 Nov` in India; another year is told. */
export function shortDate(value: string, now: number): string {
  const time = parseDate(value)
  if (Number.isNaN(time)) return ''
  const [day = '', month = '', year] = formatDate(value).split(' ')
  const isThisYear = year === String(inIndia(now).getUTCFullYear())
  return isThisYear
    ? `${weekdayOf(time)?.slice(0, 3)} ${day} ${month.slice(0, 3)}`
    : `${day} ${month.slice(0, 3)} ${year}`
}

/** Where it stands, in words with their shape: `Running, ends Sun 29 Nov`. */
export function stateWords(
  { state, starts, ends }: { state: PlanState; starts: string; ends: string },
  now: number,
): readonly [StateShape, string] {
  const [from, to] = [shortDate(starts, now), shortDate(saidEnd(ends), now)]
  if (state === 'running') return ['done', to ? `Running, ends ${to}` : 'Running, no end']
  if (state === 'planned') return ['todo', to ? `Planned, ${from} to ${to}` : `Planned, from ${from}`]
  return ['none', state === 'ended' ? `Ended ${to}` : 'Switched off']
}

/** Another promotion or price plan, as far as it may meet this one. */
export interface Other extends Target {
  id: string
  name: string
  kind: 'promotion' | 'plan'
  state: PlanState
  starts: string
  ends: string
  /** Nobody has to type anything. */
  automatic: boolean
  combines: boolean
}

/** What the words need besides the form. */
export interface PromotionFacts {
  /** ms */
  now: number
  /** Names of the chosen products, as far as they are known. */
  products: readonly string[]
  /** Name of the gift; empty while none is chosen. */
  gift: string
  /** One product it is about, with its price, paise. */
  example: { name: string; price: Paise } | null
  others: readonly Other[]
}

export interface PromotionWords {
  /** `From Sunday 1 November at midnight, who types DIWALI15 pays 15% less for things in bag` */
  lead: string
  /** Until when, how often, what it meets: a sentence each. */
  rest: string[]
  /** What stands against it: a sentence each. */
  against: string[]
}

type Told = Omit<PromotionRequest, 'id' | 'updated' | 'name' | 'description'>

function goods(promotion: Told, { products: names }: PromotionFacts): string {
  const { products, categories, tags } = promotion
  const others = products.length - names.length
  const known = others > 0 && names.length < 3 ? [...names, others === 1 ? 'one product' : `${others} products`] : names
  const parts = [
    ...(categories.length > 0 ? [`things in ${listed(categories)}`] : []),
    ...(products.length > 3 ? some(products.map((_, place) => names[place] ?? '')) : known),
    ...(tags.length > 0 ? [`things tagged ${listed(tags)}`] : []),
  ].filter(Boolean)
  return parts.length === 0 ? 'everything' : listed(parts)
}

function gets(promotion: Told, facts: PromotionFacts): string {
  const { kind, value } = promotion
  if (kind === 'percent' || kind === 'amount') {
    const off = value > 0 ? `${kind === 'percent' ? `${value}%` : rupees(value)} less` : 'less'
    return `pays ${off} for ${goods(promotion, facts)}`
  }
  const buying = isForAll(promotion) ? '' : ` with ${goods(promotion, facts)}`
  if (kind === 'free_delivery') return `pays no delivery${buying}`
  return kind === 'gift'
    ? `gets ${facts.gift || 'a gift'} free of charge${buying}`
    : 'reads about it, and nothing is taken off'
}

function leadOf(promotion: Told, facts: PromotionFacts): string {
  const { code, single_use, first_order, minimum, starts } = promotion
  const typed = single_use ? 'one of its codes' : code
  const first = first_order ? ' for a first order' : ''
  const who = typed ? `who types ${typed}${first}` : first_order ? 'who orders for the first time' : 'everybody'
  const order = minimum > 0 ? ` in an order from ${rupees(minimum)}` : ''
  const lead = `${who} ${gets(promotion, facts)}${order}`
  if (parseDate(starts) > facts.now) return `From ${momentWords(starts, facts.now)}, ${lead}`
  return lead.charAt(0).toUpperCase() + lead.slice(1)
}

function usesWords({ max_uses, max_per_person, single_use }: Told): string[] {
  const orders = (count: number) => (count === 1 ? 'once' : `${groupIndian(String(count))} times`)
  return [
    ...(single_use ? ['Each code is good for one order.'] : []),
    ...(max_per_person > 0 ? [`Each shopper can use it ${orders(max_per_person)}.`] : []),
    ...(max_uses > 0 ? [`In all it is given ${orders(max_uses)}.`] : []),
  ]
}

/** Whether two may be about the same goods, as far as that is known without the goods. */
function mayMeet(one: Target, other: Target): boolean {
  if (isForAll(one) || isForAll(other)) return true
  const shares = (key: keyof Target) => one[key].some((name) => other[key].includes(name))
  const kinds = (['products', 'categories', 'tags'] as const).filter(
    (key) => one[key].length > 0 || other[key].length > 0,
  )
  // Of two kinds of choice nobody knows what is in both.
  return kinds.length > 1 || kinds.some(shares)
}

const isTogether = (one: Pick<Told, 'starts' | 'ends'>, other: Pick<Told, 'starts' | 'ends'>): boolean =>
  (parseDate(one.starts) || 0) < (parseDate(other.ends) || Number.POSITIVE_INFINITY) &&
  (parseDate(other.starts) || 0) < (parseDate(one.ends) || Number.POSITIVE_INFINITY)

function meetWords(promotion: Told, other: Other): string[] {
  if (other.state === 'ended' || other.state === 'off' || !isTogether(promotion, other)) return []
  const name = `“${other.name}”`
  if (other.kind === 'plan')
    return mayMeet(promotion, other) && (promotion.kind === 'percent' || promotion.kind === 'amount')
      ? [`While ${name} runs, it is taken off the lowered prices.`]
      : []
  const automatic = !needsCode(promotion)
  // Of codes one is typed at a time.
  if (!automatic && !other.automatic) return []
  if (automatic && other.automatic) return [`${name} runs at a part of that time: a cart has the one that saves more.`]
  return promotion.combines && other.combines
    ? [`It goes together with ${name}.`]
    : [`It does not go with ${name}: a cart has the one that saves more.`]
}

/** Meetings told one by one; of more it is said how many. */
const MOST_MEETINGS = 4

function exampleWords({ kind, value, minimum }: Told, { example }: PromotionFacts): string[] {
  if (kind === 'percent' && example && value > 0 && value <= 100) {
    const less = example.price - percentOf(example.price, value)
    return [`${example.name} costs ${formatPaise(Math.max(100, less))} instead of ${formatPaise(example.price)}.`]
  }
  return kind === 'amount' && minimum <= value ? ['₹1.00 of an order always stays to be paid.'] : []
}

function againstWords(promotion: Told, { now }: PromotionFacts): string[] {
  const { kind, value, gift, starts, ends, minimum } = promotion
  const said: string[] = []
  if (kind === 'percent' && !(value > 0 && value <= 100)) said.push('Write a percentage above 0, up to 100.')
  if (kind === 'amount' && !(value > 0)) said.push('Write how many rupees are taken off.')
  if (kind === 'gift' && gift === '') said.push('Choose the product that is given away.')
  if (!(minimum >= 0)) said.push('Write the smallest order in rupees.')
  if (starts && ends && ends <= starts) said.push('It ends before it begins.')
  else if (ends && parseDate(ends) <= now) said.push('Its end is over: nobody would get anything.')
  return said
}

/** What a promotion means, made from its form: the check before it is saved. */
export function promotionWords(promotion: Told, facts: PromotionFacts): PromotionWords {
  const { active, ends } = promotion
  const meets = [...new Set(facts.others.flatMap((other) => meetWords(promotion, other)))]
  const more = meets.length - MOST_MEETINGS
  return {
    lead: leadOf(promotion, facts),
    rest: [
      ...exampleWords(promotion, facts),
      ...usesWords(promotion),
      ends ? `It ends on ${momentWords(ends, facts.now)}.` : 'It runs until you end it.',
      ...(active ? [] : ['It is switched off: nobody has it yet.']),
      ...meets.slice(0, MOST_MEETINGS),
      ...(more > 0 ? [`It meets ${more} more.`] : []),
    ],
    against: againstWords(promotion, facts),
  }
}
