import { arrangementFields, HOME_SECTIONS } from '../../../src/domain/site/homepage'
import { navigationFields } from '../../../src/domain/site/navigation'
import { checkAddress, checkUser } from '../account/account-check'
import { checkCart } from '../cart/cart-check'
import { checkPricePlan } from '../catalog/price-plan-check'
import { checkProduct } from '../catalog/product-check'
import { checkDeliveryRule } from '../delivery/delivery-check'
import {
  type Check,
  checkOnlyActive,
  collect,
  otherActive,
  type Problems,
  refuse,
  webAddressProblem,
} from '../lib/record-problems'
import { saveUnlessStale } from '../lib/stale-saves'
import { checkOffer } from '../offers/offer-check'
import { checkPromotion } from '../offers/promotion-check'
import { keepServerFields, MERCHANDISER_FIELDS } from '../orders/order-fields'
import { pictureProblems, shareProblems } from '../pictures/uploads'
import { checkMenu, checkSettings, checkSlide, checkTheme, tidyWords } from '../site/site-check'
import { checkWishlist } from '../wishlist/wishlist-check'
import { numberProblems, sentFields } from './sent-numbers'

const checkOrder = (record: PbRecord) => collect({ tracking_url: webAddressProblem(record, 'tracking_url') })

/** Collection → what a record of it must fulfil beyond its fields' own limits. */
const CHECKS: Record<string, Check> = {
  products: checkProduct,
  price_plans: checkPricePlan,
  theme_settings: checkTheme,
  navbar_config: checkMenu,
  homepage_config: checkOnlyActive,
  special_offers: checkOffer,
  slider_images: checkSlide,
  store_settings: checkSettings,
  addresses: checkAddress,
  carts: checkCart,
  wishlists: checkWishlist,
  users: checkUser,
  orders: checkOrder,
  testimonials: tidyWords,
  promises: tidyWords,
  promotions: checkPromotion,
  delivery_rules: checkDeliveryRule,
}

/**
 * Refuses a record that would break the store, whoever saves it: shopper, merchandiser, seed or another hook.
 * @throws BadRequestError (400) with a sentence for each field at fault
 */
export function checkRecord(e: PbRecordEvent): void {
  const problems = CHECKS[e.record.collection().name]?.(e.record, e.app) ?? {}
  if (Object.keys(problems).length > 0) refuse(problems)
  e.next()
}

/** Fields of a collection that only the server writes. A request's values are dropped, a superuser's too (REV-02). */
const SERVER_OWNED: Record<string, Record<string, unknown>> = {
  products: {
    ...{ reviews: 0, rating: 0, rating_counts: null, sold_out: false, placeholders: null },
    ...{ regular_price: 0, price_plan: '', price_until: '', was_price: 0, asked_price: 0, asked_until: '' },
  },
  slider_images: { placeholders: null },
  store_settings: { delivers_by_pin: false },
  posts: { placeholders: null },
  reviews: { verified_purchase: false, helpful_votes: 0, weighed_votes: 0, replied_at: '' },
}

/**
 * What a record starts with when the request leaves the field out; `is_active` only while no other record is.
 * PocketBase would store false and 0, which would hide every link and pile up all sections (HOME-01, NAV-02).
 */
const CREATE_DEFAULTS: Record<string, Record<string, unknown>> = {
  navbar_config: { is_active: true, ...navigationFields() },
  homepage_config: { is_active: true, ...arrangementFields({ order: HOME_SECTIONS, hidden: [] }) },
  promotions: { name: 'Special Offer' },
  special_offers: { title: 'Special Offer' },
  price_plans: { active: true },
}

/** Refuses a request whose values or pictures are none, or that brings too many pictures. */
function checkRequestFields(e: PbRecordRequestEvent, more: Problems = {}): void {
  const problems = { ...more, ...numberProblems(e), ...shareProblems(e) }
  if (Object.keys(problems).length > 0) refuse(problems)
  const pictures = pictureProblems(e)
  if (Object.keys(pictures).length > 0) refuse(pictures)
}

/**
 * Every create through the API: ids are given by the store, numbers are numbers, pictures can be opened, server-owned
 * fields start empty.
 */
export function createRequest(e: PbRecordRequestEvent): void {
  const body = e.requestInfo().body
  // An id somebody chose could be one that links, carts or orders of a deleted record still name.
  const isChosen = body.id !== undefined && body.id !== '' && !e.hasSuperuserAuth()
  checkRequestFields(e, isChosen ? { id: 'Ids are given by the store.' } : {})
  const name = e.record.collection().name
  e.record.load(SERVER_OWNED[name] ?? {})
  for (const [field, value] of Object.entries(CREATE_DEFAULTS[name] ?? {})) {
    if (body[field] !== undefined) continue
    // The admin UI leaves out what nobody touched, a switch that looks off too: beside an active record it is a draft.
    e.record.set(field, field === 'is_active' ? !otherActive(e.record, e.app) : value)
  }
  e.next()
}

/**
 * Every update through the API. The admin UI sends the whole record as it stood when its panel was opened, so
 * server-owned fields are taken from the database, never from the request, and a save from an older state is refused.
 */
export function updateRequest(e: PbRecordRequestEvent): void {
  checkRequestFields(e)
  const { name } = e.record.collection()
  const stored = e.record.original()
  for (const field of Object.keys(SERVER_OWNED[name] ?? {})) e.record.set(field, stored.get(field))
  const isOrder = name === 'orders'
  const save = () => {
    if (isOrder) keepServerFields(e)
    e.next()
  }
  saveUnlessStale(e, sentFields(e)('updated'), save, isOrder ? MERCHANDISER_FIELDS : [])
}

/** The history of an order is only added to, also by merchandisers: what was shown to the shopper stays true. */
export function refuseRewrite(): never {
  throw new ForbiddenError('The history of an order is kept as it was written.')
}
