import { parseDate } from '../date'
import { type Field, flag, number, paise, type RecordOf, readRecord, text } from '../fields'
import { parseText, parseTexts } from '../json'
import { formatPaise, type Paise } from '../money'

/** So long before its end a promotion says when that is, ms. */
export const SOON_MS = 48 * 60 * 60_000

/** What a promotion gives; one without a kind is only announced. */
export const PROMOTION_KINDS = ['percent', 'amount', 'free_delivery', 'gift'] as const
export type PromotionKind = (typeof PROMOTION_KINDS)[number] | ''

const SHOWN_FIELDS = {
  name: { read: (value: unknown) => parseText(value) || 'Special Offer' },
  description: text,
  ends: text,
  /** Of the goods, paise; 0 = none. */
  minimum: paise,
  /** Which goods: in one of these, all of them when the three are empty. */
  products: { read: parseTexts },
  categories: { read: parseTexts },
  tags: { read: parseTexts },
} satisfies Record<string, Field<unknown>>

/** What it asks of whoever is to have it, beside its time, its minimum and its goods; 0 and no ask nothing. */
export const CONDITION_FIELDS = {
  /** 0 = as often as one likes. */
  max_uses: number,
  max_per_person: number,
  first_order: flag,
} satisfies Record<string, Field<unknown>>

export const PROMOTION_FIELDS = {
  ...SHOWN_FIELDS,
  id: text,
  active: flag,
  /** Record dates, as `ends` is; an empty one is open. */
  starts: text,
  /** Capital letters and digits; empty: nobody has to type anything. */
  code: text,
  /** It has codes of its own in `promotion_codes`, each good once. */
  single_use: flag,
  kind: { read: (value: unknown) => PROMOTION_KINDS.find((kind) => kind === value) ?? ('' as PromotionKind) },
  /** `percent`: percent; `amount`: rupees. */
  value: number,
  /** Id of the product given away. */
  gift: text,
  ...CONDITION_FIELDS,
  combines: flag,
} satisfies Record<string, Field<unknown>>

/** A record of `promotions` as shop and store read it. */
export type Promotion = RecordOf<typeof PROMOTION_FIELDS>

/** A promotions record → Promotion (OFFER-01); without a name it is a "Special Offer". */
export function parsePromotion(record: Record<string, unknown>): Promotion {
  return readRecord(PROMOTION_FIELDS, record)
}

/** Whether anybody has it with any piece it is for, as often as they like. */
export const asksNothing = (promotion: Promotion): boolean =>
  promotion.minimum === 0 &&
  Object.keys(CONDITION_FIELDS).every((name) => !promotion[name as keyof typeof CONDITION_FIELDS])

/** Whether it is for whoever has typed a code. */
export const needsCode = ({ code, single_use }: Pick<Promotion, 'code' | 'single_use'>): boolean =>
  code !== '' || single_use

/** Where `now` (ms) stands to its dates: a missing one is open (OFFER-01). */
export function promotionTime(
  { starts, ends }: Pick<Promotion, 'starts' | 'ends'>,
  now: number,
): 'early' | 'on' | 'late' {
  if (parseDate(starts) > now) return 'early'
  return parseDate(ends) < now ? 'late' : 'on'
}

/** Whether the promotion runs at `now` (ms): switched on, started and not ended. */
export function promotionRuns(promotion: Promotion, now: number): boolean {
  return promotion.active && promotionTime(promotion, now) === 'on'
}

/** Its minimum against a subtotal in paise (OFFER-02): active, or how much is missing, with its sentence. */
export function promotionState(
  { minimum }: Pick<Promotion, 'minimum'>,
  subtotal: Paise,
): { active: boolean; missing: Paise; sentence: string } {
  const missing = Math.max(0, minimum - subtotal)
  return {
    active: missing === 0,
    missing,
    sentence: missing === 0 ? 'Eligible now' : `Add ${formatPaise(missing)} more to unlock`,
  }
}

/** As much of a running promotion as pages say of it. */
export type ShownPromotion = RecordOf<typeof SHOWN_FIELDS>

/** As `parsePromotion`, what pages say. */
export function parseShownPromotion(record: Record<string, unknown>): ShownPromotion {
  return readRecord(SHOWN_FIELDS, record)
}

/** Whether it names no products. */
export const isForAll = ({
  products,
  categories,
  tags,
}: Pick<Promotion, 'products' | 'categories' | 'tags'>): boolean =>
  products.length + categories.length + tags.length === 0

/** Whether a promotion is for this product. */
export function isFor(
  { products, categories, tags }: Pick<Promotion, 'products' | 'categories' | 'tags'>,
  product: { id: string; category: string; tags: readonly string[] },
): boolean {
  if (isForAll({ products, categories, tags })) return true
  const plain = (word: string) => word.trim().toLowerCase()
  const own = product.tags.map(plain)
  return (
    products.includes(product.id) ||
    categories.some((category) => plain(category) === plain(product.category)) ||
    tags.some((tag) => own.includes(plain(tag)))
  )
}
