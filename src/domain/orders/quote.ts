import { findState, stateName } from '../account/states'
import { shippingFor } from '../cart/delivery-fee'
import { minimumOrderWarning } from '../cart/minimum-order'
import { netQuantity } from '../catalog/label'
import { colorName, hasPrice, type Product, picturesOf, saving } from '../catalog/product'
import { parseDate } from '../date'
import { type Delivery, type Destination, deliveryTo } from '../delivery/delivery'
import type { DeliveryRule } from '../delivery/delivery-rule'
import { FEW_LEFT, MINIMUM_ONLINE_PAISE, QUOTE_STANDS_MS } from '../limits'
import type { Paise } from '../money'
import { toPaise } from '../money'
import { bestDiscounts, type CodeProblem, type Given, type TypedCode, worth } from '../offers/discounts'
import {
  isFor,
  isForAll,
  needsCode,
  type Promotion,
  type PromotionKind,
  promotionRuns,
  promotionState,
} from '../offers/promotion'
import type { OnlineProvider } from '../payments/providers'
import type { StoreSettings } from '../site/settings'
import type { RequestedItem } from './order-request'

/**
 * A product as the server prices it: `available` pieces, null when its stock is not counted. `left_for_buyer`: how
 * many of them this buyer may have, so that unpaid orders leave some for others; left out, all.
 */
export interface PricedProduct {
  product: Product
  available: number | null
  left_for_buyer?: number
  /** So few pieces, at most, are said to be left (PROD-10); left out, `FEW_LEFT`. */
  low_mark?: number
  hsn: string
  gst_rate: number
}

export interface Problem {
  code:
    | 'unknown_product'
    | 'unknown_color'
    | 'out_of_stock'
    | 'insufficient_stock'
    | 'too_many'
    | 'left_for_others'
    | 'no_price'
    | 'below_minimum'
    | 'not_deliverable'
    | 'own_state_only'
  message: string
}

/** One priced line, paise. A line with a problem is not part of the totals. */
export interface QuoteLine {
  product: string
  name: string
  color: string
  /** What the colour is called; empty where none was chosen. */
  color_name: string
  /** How much of it one piece is, such as `100 g`; missing where nobody has written it. */
  net?: string
  image: string
  quantity: number
  unit_price: Paise
  /** Before anything is taken off. */
  line_total: Paise
  /** What promotions take off it; frozen on the order's line when the order is placed. */
  discount: Paise
  /** Pieces that can still be had; only told when fewer than asked for. */
  available?: number
  /** Pieces there are, where they are few (PROD-10). */
  left?: number
  /** Colours it can be had in; only told when the one asked for is gone. */
  other_colors?: { value: string; name: string; images: string[] }[]
  problem?: Problem
}

export interface QuoteOffer {
  id: string
  title: string
  description: string
  active: boolean
  /** Whether the cart has anything of what it is for. */
  for_these: boolean
  /** Still missing for the offer, paise. */
  missing: Paise
  sentence: string
  /** The gift, when the offer brings one; `available` false is said before paying. */
  gift: { product: string; name: string; image: string; available: boolean } | null
}

/** A promotion that gives this cart something. */
export interface QuotePromotion {
  id: string
  name: string
  /** As it was typed; empty for one that needs none. */
  code: string
  kind: PromotionKind
  /** What the shopper has of it, paise: off the goods, off the delivery, or the worth of the gift. */
  amount: Paise
  /** What it gives away; null when that is nothing. */
  gift: { product: string; name: string; image: string } | null
}

/** Why a promotion, by its id, is not for somebody. */
export type Withheld = CodeProblem & { id: string }

/** Payment methods of the checkout, the one to be offered first in front; one that cannot be chosen says why. */
export interface PaymentChoice {
  method: 'cod' | 'online'
  available: boolean
  reason: string
  /** What is paid with this method: cash is rounded to whole rupees, because that is what couriers collect. */
  total: Paise
  /** `total` less the exact total. */
  round_off: Paise
  /** What this method costs, in `total`; left out, nothing. */
  fee?: Paise
  /** Who takes an online payment; left out when there is nobody. */
  provider?: OnlineProvider
}

/** Answer of `POST /api/store/quote`: what the shop would charge now, whole paise. */
export interface Quote {
  items: QuoteLine[]
  items_total: Paise
  /** Sum of the lines' discounts. What a gift is worth is in no sum here; the order has it as a line. */
  discount_total: Paise
  shipping_total: Paise
  grand_total: Paise
  /** What the lines that can be had cost less than their struck-through prices. */
  saved_total: Paise
  minimum_total: Paise
  /** Null without a PIN code, and in a shop without delivery rules. */
  delivery: Delivery | null
  offer: QuoteOffer | null
  promotions: QuotePromotion[]
  /** Those that run without a code and are not for this shopper (any more), and why; left out, none is known. */
  withheld?: Withheld[]
  /** Why the code that was asked for gives nothing. */
  code_problem: CodeProblem | null
  payment_methods: PaymentChoice[]
  problems: Problem[]
  /**
   * Until when this stands, as an ISO date: the end of the running offer, else some minutes. Stock may end sooner;
   * that is said when ordering.
   */
  valid_until: string
}

/**
 * What an order of this quote is promised (OFFER-05, PROMO-04, DELIV-06), as its request says it. What was shown is
 * promised: an order that would come without it, or later, is not placed.
 */
export function promisesOf({ promotions, delivery }: Pick<Quote, 'promotions' | 'delivery'>): {
  code: string
  gift: string | undefined
  promotions: string[]
  arrives_until: string
} {
  return {
    code: promotions.find(({ code }) => code)?.code ?? '',
    gift: giftsOf({ promotions })[0]?.product,
    promotions: promotions.map(({ id }) => id),
    arrives_until: delivery?.latest ?? '',
  }
}

/** Whether a quote's last day of arrival is after the one that was shown, or not known any more; empty: none was. */
export const arrivesLater = ({ delivery }: Pick<Quote, 'delivery'>, shown: string): boolean =>
  shown !== '' && (!delivery?.latest || delivery.latest > shown)

/** The gifts an order of this quote brings. */
export function giftsOf({ promotions }: Pick<Quote, 'promotions'>): NonNullable<QuotePromotion['gift']>[] {
  return promotions.flatMap(({ gift }) => gift ?? [])
}

export interface QuoteFacts {
  /** The product with this id, or undefined when there is none (any more). */
  find: (id: string) => PricedProduct | undefined
  settings: StoreSettings
  /** Those that run now for this shopper and need no code, the newest first. */
  promotions: readonly Promotion[]
  /** Those that run and are not for this shopper; left out, none is known. */
  withheld?: Withheld[]
  /** What was typed as a code; null when nothing was. */
  code: { typed: string; found: TypedCode } | null
  /** Who takes online payments; null when nobody does. */
  provider: OnlineProvider | null
  /** When a price changes next, ms; left out, never. */
  turn?: number
  /** Where it is to go; null or left out when that is not known or all places are alike. */
  destination?: Destination | null
  /** The state it is to go to, two letters; empty or left out, not known. */
  state?: string
  /** ms since 1970 */
  now: number
}

/** The same product and colour asked for twice is one line. */
function mergeRequested(items: readonly RequestedItem[]): RequestedItem[] {
  const merged = new Map<string, RequestedItem>()
  for (const item of items) {
    const key = `${item.product}:${item.color}`
    const held = merged.get(key)
    merged.set(key, held ? { ...held, quantity: held.quantity + item.quantity } : item)
  }
  return [...merged.values()]
}

/**
 * Prices a cart (ORDER-02). The only place where an order's money is decided; browser and record store both run it,
 * the record store's answer counts. Pieces of one product in several colours draw on one stock.
 */
export function priceCart(requested: readonly RequestedItem[], facts: QuoteFacts): Quote {
  const wanted = new Map<string, number>()
  const items = mergeRequested(requested).map((item): QuoteLine => {
    const priced = facts.find(item.product)
    if (!priced) return unknownLine(item)
    const line = pricedLine(item, priced.product)
    const none = unsellable(item, priced)
    if (none) return { ...line, ...none }
    const before = wanted.get(line.product) ?? 0
    wanted.set(line.product, before + item.quantity)
    return { ...line, ...tooMany(priced, { before, quantity: item.quantity }, facts.settings) }
  })

  const bought = items.filter(({ problem }) => !problem)
  const items_total = bought.reduce((sum, line) => sum + line.line_total, 0)
  const fee = shippingFor(items_total, facts.settings, facts.destination?.rule)
  const { given, problem } = discounts(bought, { fee, wanted }, facts)
  for (const [position, line] of bought.entries())
    line.discount = given.reduce((sum, { lines }) => sum + (lines[position] ?? 0), 0)
  const discount_total = bought.reduce((sum, { discount }) => sum + discount, 0)
  const shipping_total = fee - given.reduce((sum, { delivery }) => sum + delivery, 0)
  const grand_total = items_total - discount_total + shipping_total
  const delivery = facts.destination ? deliveryTo(facts.destination, { fee: shipping_total, now: facts.now }) : null
  return {
    items,
    items_total,
    discount_total,
    shipping_total,
    grand_total,
    saved_total: items.reduce((sum, line) => sum + savedOn(line, facts), 0),
    minimum_total: facts.settings.minimum_order,
    delivery,
    offer: quoteOffer(bought, wanted, facts),
    promotions: given.map((one) => quotePromotion(one, facts)),
    ...(facts.withheld?.length && { withheld: facts.withheld }),
    code_problem: problem,
    payment_methods: paymentChoices(grand_total, facts),
    problems: orderProblems(items, { items_total, delivery }, facts),
    valid_until: new Date(standsUntil(facts, given)).toISOString(),
  }
}

/**
 * Whether something may leave for where it is to go: a seller without GST registration sends handicraft alone to other
 * states (Notification 3/2018-IT). Who has not said which state is the own one is not held back.
 */
function mayGo({ label }: Product, { settings, state }: QuoteFacts): boolean {
  const { sells_to, seller_state } = settings
  // As the owner writes it: TG and TS are one state.
  const own = findState(seller_state)?.code
  return sells_to !== 'own_state' || label?.handicraft || !own || !state || state === own
}

/** What may not leave the seller's state, of what was asked about. */
export const stateProblem = ({ problems }: Pick<Quote, 'problems'>): Problem | undefined =>
  problems.find(({ code }) => code === 'own_state_only')

function orderProblems(
  items: readonly QuoteLine[],
  { items_total, delivery }: { items_total: Paise; delivery: Delivery | null },
  facts: QuoteFacts,
): Problem[] {
  const { settings } = facts
  const problems: Problem[] = []
  const warning = minimumOrderWarning(items_total, settings.minimum_order)
  if (warning) problems.push({ code: 'below_minimum', message: warning })
  if (delivery && !delivery.deliverable)
    problems.push({ code: 'not_deliverable', message: `We do not deliver to ${delivery.pincode} yet.` })
  const state = stateName(settings.seller_state)
  for (const id of new Set(items.map(({ product }) => product))) {
    const product = facts.find(id)?.product
    if (product && !mayGo(product, facts))
      problems.push({ code: 'own_state_only', message: `We may send ${product.name} within ${state} only.` })
  }
  return problems
}

/** What promotions take off the lines that can be had. */
function discounts(
  bought: readonly QuoteLine[],
  { fee, wanted }: { fee: Paise; wanted: ReadonlyMap<string, number> },
  facts: QuoteFacts,
): ReturnType<typeof bestDiscounts> {
  const { find, promotions, code } = facts
  const lines = bought.flatMap(({ product, line_total }) => {
    const found = find(product)
    return found ? [{ product: found.product, total: line_total }] : []
  })
  const giftPrice = (id: string) => {
    const gift = find(id)
    return gift && canBeGiven(gift, wanted, facts) ? (toPaise(gift.product.price) ?? 0) || undefined : undefined
  }
  if (lines.length === 0) return { given: [], problem: code && 'problem' in code.found ? code.found.problem : null }
  return bestDiscounts({ lines, delivery: fee, giftPrice }, promotions, code?.found ?? null)
}

function quotePromotion(given: Given, { code, find }: QuoteFacts): QuotePromotion {
  const { promotion } = given
  const gift = given.gift > 0 ? find(promotion.gift)?.product : undefined
  return {
    id: promotion.id,
    name: promotion.name,
    code: needsCode(promotion) ? (code?.typed ?? '') : '',
    kind: promotion.kind,
    amount: worth(given),
    gift: gift ? { product: gift.id, name: gift.name, image: gift.images[0] ?? '' } : null,
  }
}

/** Whether a piece is left to give away, beside those that are bought, and may go where they go. */
function canBeGiven(
  { product, available, left_for_buyer }: PricedProduct,
  wanted: ReadonlyMap<string, number>,
  facts: QuoteFacts,
): boolean {
  const most = Math.min(available ?? Number.POSITIVE_INFINITY, left_for_buyer ?? Number.POSITIVE_INFINITY)
  return product.inStock && most > (wanted.get(product.id) ?? 0) && mayGo(product, facts)
}

function savedOn({ product, quantity, problem }: QuoteLine, { find }: QuoteFacts): Paise {
  const found = problem ? undefined : find(product)
  const saved = found && saving(found.product)
  return saved ? Math.round(saved.rupees * 100) * quantity : 0
}

const unknownLine = ({ product, color, quantity }: RequestedItem): QuoteLine => ({
  product,
  name: '',
  color,
  color_name: color,
  image: '',
  quantity,
  unit_price: 0,
  line_total: 0,
  discount: 0,
  problem: { code: 'unknown_product', message: 'This product is no longer in the shop.' },
})

function pricedLine({ color, quantity }: RequestedItem, product: Product): QuoteLine {
  const unit_price = toPaise(product.price) ?? 0
  const net = product.label ? netQuantity(product.label) : ''
  return {
    product: product.id,
    name: product.name,
    color,
    color_name: color && colorName(product, color),
    ...(net && { net }),
    image: picturesOf(product, color)[0] ?? '',
    quantity,
    unit_price,
    line_total: unit_price * quantity,
    discount: 0,
  }
}

/** What stands against any piece of a product in a colour. */
function unsellable(
  { color }: RequestedItem,
  { product, available }: PricedProduct,
): Pick<QuoteLine, 'available' | 'other_colors' | 'problem'> | null {
  const { name, colors } = product
  const priced = hasPrice(product)
  const soldOut = !product.inStock || available === 0
  if (color !== '' && !colors.some(({ value }) => value === color)) {
    const others = colors.map(({ value, name }) => ({ value, name, images: picturesOf(product, value) }))
    return {
      ...(priced && !soldOut && others.length > 0 && { other_colors: others }),
      problem: { code: 'unknown_color', message: `${name} does not come in this colour any more.` },
    }
  }
  if (!priced) return { problem: { code: 'no_price', message: `${name} has no price at the moment.` } }
  return soldOut ? { available: 0, problem: { code: 'out_of_stock', message: `${name} is out of stock.` } } : null
}

/**
 * What stands against so many pieces of a product, when the order has `before` of them already: the narrowest of its
 * limits.
 */
function tooMany(
  { product, available, left_for_buyer = Number.POSITIVE_INFINITY, low_mark }: PricedProduct,
  { before, quantity }: { before: number; quantity: number },
  { max_pieces }: Pick<StoreSettings, 'max_pieces'>,
): Pick<QuoteLine, 'available' | 'left' | 'problem'> {
  const stock = available ?? Number.POSITIVE_INFINITY
  const most = Math.min(stock, left_for_buyer, max_pieces)
  if (before + quantity <= most) return stock <= (low_mark || FEW_LEFT) ? { left: stock } : {}
  const left = Math.max(0, most - before)
  const { name } = product
  const problem = (code: Problem['code'], message: string) => ({ available: left, problem: { code, message } })
  if (most === stock) {
    return problem(
      'insufficient_stock',
      left === 0 ? `There is no more ${name} left.` : `Only ${left} of ${name} left.`,
    )
  }
  if (most === max_pieces) return problem('too_many', `One order may have at most ${max_pieces} of ${name}.`)
  return problem(
    'left_for_others',
    left === 0
      ? `No more ${name} can be ordered just now, so that others get some too. Please try again later.`
      : `Only ${left} of ${name} can be ordered just now, so that others get some too.`,
  )
}

/** Until the first of what is given, or of the running ones, ends, or a price changes. */
function standsUntil(
  { promotions, now, turn = Number.POSITIVE_INFINITY }: QuoteFacts,
  given: readonly Given[],
): number {
  const ends = [...promotions, ...given.map(({ promotion }) => promotion)].map(({ ends }) => parseDate(ends))
  return Math.min(now + QUOTE_STANDS_MS, turn, ...ends.filter((end) => !Number.isNaN(end)))
}

/** The newest promotion that needs no code, as it is announced (OFFER-01, OFFER-02). */
function quoteOffer(
  bought: readonly QuoteLine[],
  wanted: ReadonlyMap<string, number>,
  facts: QuoteFacts,
): QuoteOffer | null {
  const offer = facts.promotions[0]
  if (!offer || !promotionRuns(offer, facts.now)) return null
  const subtotal = bought.reduce((sum, { line_total }) => sum + line_total, 0)
  const { active, missing, sentence } = promotionState(offer, subtotal)
  const products = bought.flatMap(({ product }) => facts.find(product)?.product ?? [])
  const for_these = isForAll(offer) || products.some((product) => isFor(offer, product))
  const gives = offer.kind === 'gift'
  const gift = gives ? facts.find(offer.gift) : undefined
  // Its product was deleted or taken off sale: nothing is promised.
  if (gives && !gift?.product.inStock) return null
  return {
    id: offer.id,
    title: offer.name,
    description: offer.description,
    active: active && for_these,
    for_these,
    missing,
    sentence: for_these ? sentence : 'Add one of its products to unlock',
    gift: gift
      ? {
          product: gift.product.id,
          name: gift.product.name,
          image: gift.product.images[0] ?? '',
          available: canBeGiven(gift, wanted, facts),
        }
      : null,
  }
}

/** A total as couriers collect it: whole rupees, half a rupee upwards. */
export function roundToRupees(total: Paise): { total: Paise; round_off: Paise } {
  const rounded = Math.floor((total + 50) / 100) * 100
  return { total: rounded, round_off: rounded - total }
}

/**
 * Whether an order of this exact total may be paid in cash where the rule says how parcels go; `reason` says why not.
 * The phone's open orders are another matter.
 */
export function cashChoice(
  total: Paise,
  settings: Pick<StoreSettings, 'cod_enabled' | 'cod_max'>,
  rule?: Pick<DeliveryRule, 'cash' | 'cash_fee'>,
): PaymentChoice {
  const fee = rule?.cash_fee ?? 0
  const tooLarge = settings.cod_max > 0 && total + fee > settings.cod_max
  const reason = !settings.cod_enabled
    ? 'Cash on delivery is not offered at the moment.'
    : rule && !rule.cash
      ? 'Cash on delivery is not possible for this PIN code.'
      : tooLarge
        ? 'This order is too large to be paid in cash.'
        : ''
  return { method: 'cod', available: reason === '', reason, ...roundToRupees(total + fee), ...(fee > 0 && { fee }) }
}

function paymentChoices(grandTotal: Paise, { provider, settings, destination }: QuoteFacts): PaymentChoice[] {
  const cash = cashChoice(grandTotal, settings, destination?.rule)
  const tooSmall = grandTotal < MINIMUM_ONLINE_PAISE
  const online: PaymentChoice = {
    method: 'online',
    available: provider !== null && !tooSmall,
    reason: !provider
      ? 'Online payment is not set up in this shop.'
      : tooSmall
        ? 'This order is too small to be paid online.'
        : '',
    total: grandTotal,
    round_off: 0,
    ...(provider && { provider }),
  }
  // Pretend money is never what a shopper is led to first.
  return provider === 'test' ? [cash, online] : [online, cash]
}
