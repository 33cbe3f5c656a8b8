import { now, recordDate } from '../lib/clock'
import { isInOffers } from '../lib/in-offers'
import { inTransaction } from '../lib/record-transaction'
import { hasRow, type Row } from '../lib/rows'
import { promotionStays } from '../offers/promotion-check'

/** Why a record stays and what to do instead; undefined when it may go. */
type Reason = (app: PbApp, record: PbRecord, bySuperuser: boolean) => string | undefined

const always = (sentence: string): Reason => {
  return () => sentence
}
const never: Reason = () => undefined

const isThere = (app: PbApp, from: string, params: Row): boolean => hasRow(app, `FROM ${from}`, params)

const reasonOfProduct: Reason = (app, { id }) => {
  const found = (from: string) => isThere(app, from, { id, line: `%"product":"${id}"%` })
  const because = found('orders WHERE items LIKE {:line}')
    ? 'It has been ordered'
    : found('reviews WHERE product = {:id}')
      ? 'It has reviews'
      : found('stock_movements WHERE product = {:id}') || found('stock_holds WHERE product = {:id}')
        ? 'Its pieces have been counted'
        : isInOffers(app, id)
          ? 'An offer is about it'
          : ''
  return because && `${because}. Switch on “archived” instead: it leaves the shop, and what belongs to it stays.`
}

const reasonOfUser: Reason = (app, record) => {
  // The demo's reviewers are invented.
  if (record.getString('email').endsWith('@demo.example.com')) return undefined
  const { id } = record
  const owns = (from: string) => isThere(app, `${from} WHERE [[user]] = {:id}`, { id })
  if (owns('orders'))
    return 'This account has orders. Whose it is can delete it on the page Account; the orders then stay without it.'
  if (owns('reviews') || owns('review_comments'))
    return 'This account has written reviews or comments. Delete those first if they have to go.'
  return undefined
}

const reasonOfOffer: Reason = (app, record) =>
  promotionStays(app, record) ? 'Orders were placed under this offer. Switch “active” off instead.' : undefined

/**
 * A rate that is still to come may go; one that holds or held goes only when neither a product nor a line of an order
 * has its code.
 */
const reasonOfTaxRate: Reason = (app, record) => {
  const hsn = record.getString('hsn')
  if (record.getString('valid_from') > recordDate(now())) return undefined
  const used =
    isThere(app, 'products WHERE hsn LIKE {:code}', { code: `${hsn}%` }) ||
    isThere(app, 'orders WHERE items LIKE {:line}', { line: `%"hsn":"${hsn}%` })
  return used ? 'Goods with this code are billed by it. Add a rate with a later date instead.' : undefined
}

/** One that has run tells what prices were; to end one that runs is to bring them back. */
const reasonOfPlan: Reason = (_, record) =>
  record.getString('starts') > recordDate(now())
    ? undefined
    : record.getString('ends') > recordDate(now()) && record.getBool('active')
      ? 'It runs now. End it: set “ends” to now, or switch “active” off. Prices then go back.'
      : 'It has run. Plans that ran are kept.'

/** The shop's word would be gone with it, and the same could be written again. */
const reasonOfReview: Reason = (_, record, bySuperuser) =>
  !bySuperuser && record.getString('state') === 'hidden'
    ? 'The shop has hidden this review. It is deleted with your account.'
    : undefined

const reasonOfActive: Reason = (_, record) =>
  record.getBool('is_active') ? 'The shop uses this one. Edit it, or make another one active first.' : undefined

/** Collection → whether one of its records may be deleted by request. Every collection of the store stands here. */
const REASONS: { readonly [collection: string]: Reason } = {
  addresses: never,
  assets: never,
  bills: always('Bills are made by the store when a parcel is packed, and kept as they are.'),
  answer_templates: never,
  bookings: always('Bookings of parcels are kept: a courier may have the parcel. To call one off, unpack its order.'),
  cart_reminders: never,
  carts: never,
  desk_log: always('What was done at the desk is kept for a year, as it was written.'),
  homepage_config: reasonOfActive,
  makers: never,
  messages: never,
  missed_searches: never,
  navbar_config: reasonOfActive,
  order_events: always('The history of an order is kept as it was written.'),
  orders: always('Orders are placed in the shop and kept. Cancel an order instead of deleting it.'),
  outbox: always('Emails are kept for a year and then go by themselves.'),
  pages: never,
  delivery_rules: never,
  payment_events: always('What the payment provider said is kept: it proves what was paid.'),
  payments: always(
    'Payments and tries to pay are kept: their money may still come. To give it back, add a record to refunds.',
  ),
  pin_codes: never,
  pin_directories: never,
  posts: never,
  price_plans: reasonOfPlan,
  products: reasonOfProduct,
  promises: never,
  promotion_codes: always('Codes that were handed out stay. End their promotion instead.'),
  promotion_uses: always('What orders were given is kept with them.'),
  promotions: promotionStays,
  refunds: always('Refunds are kept as they were written. To stop one that waits, set its status to stopped.'),
  review_comments: never,
  review_votes: never,
  reviews: reasonOfReview,
  slider_images: never,
  subscribers: never,
  special_offers: reasonOfOffer,
  staff: never,
  stock_alerts: never,
  stock_holds: always('Held pieces are free again by themselves, when the order is paid or its time is over.'),
  stock_movements: always('Stock movements are never changed. Add a correction instead.'),
  store_settings: always('The shop cannot do without its settings. Edit them instead.'),
  tax_rates: reasonOfTaxRate,
  testimonials: never,
  theme_settings: reasonOfActive,
  unpaid_pieces: always('What unpaid orders hold is forgotten by itself within a day.'),
  users: reasonOfUser,
  visits: never,
  wishlists: never,
}

/**
 * onRecordDeleteRequest, of every collection: what an order, a bill, a review or a running offer refers to is not
 * deleted, and neither is what the shop cannot do without. Looked up and deleted in one transaction. The store's own
 * routes, such as a shopper's erasing of their account, do not come by here.
 * @throws ForbiddenError (403) with the reason and what to do instead
 */
export function refuseDeletion(e: PbRecordEvent & { hasSuperuserAuth(): boolean }): void {
  const reasonFor = REASONS[e.record.collection().name] ?? never
  if (reasonFor === never) {
    e.next()
    return
  }
  const bySuperuser = e.hasSuperuserAuth()
  inTransaction(e, ({ app, record }) => {
    const reason = reasonFor(app, record, bySuperuser)
    if (reason) throw new ForbiddenError(reason)
    e.next()
  })
}
