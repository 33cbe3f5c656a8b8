import { fromDateField, parseDate, toDateField } from '@/domain/date'
import { shortMoment } from '@/domain/desk/day-words'
import { counted } from '@/domain/desk/list-words'
import { draftKey } from '@/domain/desk/preview'
import type { PlanRow, PlanState } from '@/domain/desk/price-plans'
import type { PromotionRequest } from '@/domain/desk/promotion-request'
import { type Other, type PromotionRow, planLine, promotionLine } from '@/domain/desk/promotions'
import { plainNumber } from '@/domain/desk/typed-number'
import { plainCode } from '@/domain/offers/code'

/** What stands in the form before it is stored. */
export type NewOffer = 'new' | 'new-plan'

/** Under which key the browser keeps what was typed into one. */
export const keptKey = (open: string): string => `desk-promotion-${open}`

/** A promotion or a price plan, as the list has it. */
export type Offer = { key: string } & (
  | { plan: PlanRow; promotion?: undefined }
  | { promotion: PromotionRow; plan?: undefined }
)

export const rowOf = (offer: Offer): PromotionRow | PlanRow => offer.promotion ?? offer.plan
export const offerOf = {
  promotion: (promotion: PromotionRow): Offer => ({ key: promotion.id, promotion }),
  plan: (plan: PlanRow): Offer => ({ key: `plan-${plan.id}`, plan }),
}

const PLACE: { readonly [state in PlanState]: number } = { running: 0, planned: 0, off: 0, ended: 1 }

/** Promotions and price plans together: what is to come or on in front, then what is over, each the latest first. */
export function offersOf(promotions: readonly PromotionRow[], plans: readonly PlanRow[]): Offer[] {
  const offers = [...plans.map(offerOf.plan), ...promotions.map(offerOf.promotion)]
  const over = (offer: Offer) => PLACE[rowOf(offer).state]
  return offers.sort((one, other) => over(one) - over(other) || (rowOf(one).starts < rowOf(other).starts ? 1 : -1))
}

export const nameOf = (offer: Offer): string => offer.promotion?.code || rowOf(offer).name

/** What it does, and what became of it. */
export function linesOf({ promotion, plan }: Offer): readonly [does: string, count: string] {
  if (plan) return [planLine(plan), plan.count === null ? '' : counted(plan.count, 'price')]
  return [promotionLine(promotion), counted(promotion.orders, 'order')]
}

export const othersOf = (offers: readonly Offer[], but: string): Other[] =>
  offers
    .filter(({ key }) => key !== but)
    .map((offer) => {
      const { id, state, starts, ends, products, categories } = rowOf(offer)
      const { promotion } = offer
      return {
        ...{ id, name: nameOf(offer), state, starts, ends, products, categories, tags: promotion?.tags ?? [] },
        kind: promotion ? 'promotion' : 'plan',
        automatic: promotion?.code === '' && !promotion.single_use,
        combines: promotion?.combines ?? false,
      }
    })

/** Nobody types anything; one code for all; codes of its own, each good once. */
export type How = 'automatic' | 'code' | 'single'

/** The form: what is typed, as it is typed. Moments are India's, as the browser's field has them. */
export interface OfferForm {
  id: string
  /** Of one that is to be made, from its first save on. */
  new_id: string
  updated: string
  kind: PromotionRequest['kind'] | 'plan'
  name: string
  description: string
  active: boolean
  starts: string
  ends: string
  how: How
  code: string
  value: string
  gift: string
  minimum: string
  products: string[]
  categories: string[]
  tags: string
  max_uses: string
  max_per_person: string
  first_order: boolean
  combines: boolean
  /** Of a plan: percent off, or one price. */
  by: 'percent' | 'price'
  round_to: PlanRow['round_to']
  show_was: boolean
}

export const NEW_OFFER: OfferForm = {
  ...{
    id: '',
    new_id: '',
    updated: '',
    kind: 'percent',
    name: '',
    description: '',
    active: true,
    starts: '',
    ends: '',
  },
  ...{ how: 'code', code: '', value: '', gift: '', minimum: '', products: [], categories: [], tags: '' },
  ...{ max_uses: '', max_per_person: '', first_order: false, combines: false },
  ...{ by: 'percent', round_to: '', show_was: true },
}
export const NEW_PLAN: OfferForm = { ...NEW_OFFER, kind: 'plan', how: 'automatic' }

const typed = (value: number): string => (value === 0 ? '' : String(value))

export function formOf({ promotion, plan }: Offer): OfferForm {
  const { id, updated, name, active, starts, ends, products, categories } = promotion ?? plan
  const shared = {
    id,
    updated,
    name,
    active,
    products,
    categories,
    starts: toDateField(starts),
    ends: toDateField(ends),
  }
  if (plan) {
    const { percent, price, round_to, show_was } = plan
    return {
      ...NEW_PLAN,
      ...shared,
      by: price > 0 ? 'price' : 'percent',
      value: typed(price || percent),
      round_to,
      show_was,
    }
  }
  const { kind, description, code, single_use, value, gift, minimum, tags, first_order, combines } = promotion
  const { new_id, by, round_to, show_was } = NEW_OFFER
  return {
    ...{ new_id, by, round_to, show_was },
    ...shared,
    ...{ kind, description, code, gift, first_order, combines },
    how: single_use ? 'single' : code ? 'code' : 'automatic',
    value: typed(value),
    minimum: typed(minimum),
    tags: tags.join(', '),
    max_uses: typed(promotion.max_uses),
    max_per_person: typed(promotion.max_per_person),
  }
}

/** The shop at the minute at which it begins, and with it; nothing for one that is on, or over. `now`: ms. */
export function previewOf(offer: Offer, now: number): { href: string; words: string } | undefined {
  const { id, state, starts } = rowOf(offer)
  if (state !== 'planned' && state !== 'off') return undefined
  const at = Math.max(0, Math.ceil(parseDate(starts) / 60_000) * 60_000 || 0)
  const isAhead = at > now
  const draft = draftKey({ kind: offer.plan ? 'plan' : 'promotion', id })
  const query = new URLSearchParams({ ...(isAhead && { at: String(at) }), ...(state === 'off' && { with: draft }) })
  return { href: `#/preview?${query}`, words: `See the shop ${isAhead ? `on ${shortMoment(at, now)}` : 'with it'}` }
}

/** A further one like it: without what is its own. */
export const copyOf = (offer: Offer): OfferForm => ({
  ...formOf(offer),
  ...{ id: '', updated: '', code: '', name: `${rowOf(offer).name} again`, active: true, starts: '', ends: '' },
})

/** A number as people type it, `₹1,999.00`, `−10 %`; NaN for none, 0 for nothing. */
function read(text: string): number {
  const plain = plainNumber(text)
    .replace(/%/g, '')
    .replace(/^[-−–]/, '')
  return plain === '' ? 0 : /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}

/** A moment that was not touched stays as exact as it was: the field knows minutes. */
const moment = (field: string, stored: string | undefined): string =>
  stored !== undefined && toDateField(stored) === field ? stored : fromDateField(field)

type Stored = { starts: string; ends: string } | undefined

const whichOf = ({ id, updated, new_id }: OfferForm): { id?: string; updated?: string; new_id?: string } =>
  id ? { id, updated } : new_id ? { new_id } : {}

export function promotionBody(form: OfferForm, stored: Stored): PromotionRequest {
  const { kind, name, description, active, how, gift, products, categories, first_order, combines } = form
  return {
    ...whichOf(form),
    ...{ name, description, active, products, categories, first_order, combines },
    kind: kind === 'plan' ? '' : kind,
    value: kind === 'percent' || kind === 'amount' ? read(form.value) : 0,
    gift: kind === 'gift' ? gift : '',
    code: how === 'code' ? plainCode(form.code) : '',
    single_use: how === 'single',
    minimum: read(form.minimum),
    tags: form.tags
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter(Boolean),
    starts: moment(form.starts, stored?.starts),
    ends: moment(form.ends, stored?.ends),
    max_uses: read(form.max_uses),
    max_per_person: read(form.max_per_person),
  }
}

export function planBody(form: OfferForm, stored: Stored) {
  const { name, products, categories, by, value, round_to, show_was } = form
  return {
    ...whichOf(form),
    ...{ name, products, categories, show_was },
    percent: by === 'percent' ? read(value) : 0,
    price: by === 'price' ? read(value) : 0,
    round_to: by === 'percent' ? round_to : ('' as const),
    starts: moment(form.starts, stored?.starts),
    ends: moment(form.ends, stored?.ends),
  }
}
