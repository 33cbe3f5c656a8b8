import { randomUUID } from 'node:crypto'
import { PIXEL } from '../../pixel'
import { CASH_ORDER } from '../order-record'

/**
 * Who may do what with the records of every collection, and what a record of it looks like. A collection without an
 * entry fails the scenarios.
 */

/**
 * Lists and views: everybody, the owner, superusers. `reviewer`: the owner, and everybody where the person has
 * written a review.
 */
type Reading = 'all' | 'owner' | 'reviewer' | 'store'
/**
 * Creating: a stranger, a shopper for herself, one whose email is confirmed, superusers, or the store's own routes
 * only.
 */
type Creating = 'stranger' | 'shopper' | 'proven' | 'store' | 'never'
/** `author`: the owner, and not superusers. */
type Changing = 'owner' | 'author' | 'store' | 'never'

type Body = Record<string, unknown>

export const ADDRESS = {
  label: 'Home',
  name: 'Asha Rao',
  phone: '98450 12345',
  line1: '12 Church Street',
  city: 'Bengaluru',
  state: 'KA',
  pincode: '560001',
}

export interface Access {
  /** Requirements these rules hold. */
  ids?: string
  list: Reading
  view: Reading
  create: Creating
  update: Changing
  delete: Changing
  /** What somebody sends to create one. `refs` are ids of records to point at. */
  body(refs: Refs): Body | Promise<Body>
  change: Body
  /** What planted rows hold, beside values made from the schema. */
  planted?: Body
  /** The same for rows that only superusers see. */
  unpublished?: Body[]
  /** Beyond what the schema tells: a value a field takes, to try to write. */
  values?: Body
  /** What has to come with a field's value. */
  along?: Record<string, Body>
  /** Fields whose writing is not tried here, because other records have a say. */
  untried?: string[]
}

export interface Refs {
  /** The person the record would belong to. */
  user: string
  product: string
  /** A review by somebody else. */
  review: string
  /** An order of that person, or of nobody. */
  order: string
  paidOrder: string
  promotion: string
}

let serial = 0
export const next = () => ++serial

export const picture = () => new File([PIXEL], 'dot.png', { type: 'image/png' })

const site: Pick<Access, 'list' | 'view' | 'create' | 'update' | 'delete'> = {
  list: 'all',
  view: 'all',
  create: 'store',
  update: 'store',
  delete: 'store',
}
const own: typeof site = { list: 'owner', view: 'owner', create: 'shopper', update: 'owner', delete: 'owner' }
const words: typeof site = { ...own, list: 'all', view: 'all', create: 'proven', update: 'author' }
const internal: typeof site = { ...site, list: 'store', view: 'store' }
const ofSystem: typeof site = { ...internal, list: 'owner', view: 'owner' }

const WAITING = 'waitingreview01'
const PAST = '2020-01-01 00:00:00.000Z'
const FUTURE = '2099-01-01 00:00:00.000Z'
/** A promotion that runs and needs no code. */
const SHOWN = { active: true, code: '', single_use: false, starts: PAST, ends: FUTURE }
const GSTIN = '29AAGCB7383J1Z4'
const HSL = '24 49% 29%'

export const ACCESS: Record<string, Access> = {
  products: {
    ...site,
    ids: 'ORDER-02',
    // A quantity and its unit go together.
    body: () => ({
      ...{ name: `Product ${next()}`, category: 'soap', price: 180, inStock: true },
      ...{ net_quantity: 1, net_unit: 'g' },
    }),
    change: { name: 'Another name' },
    // No plan has its price: one that is saved would turn it back, and its own price is a secret.
    planted: { archived: false, price_plan: '', regular_price: 0 },
    unpublished: [{ archived: true }],
    values: {
      hsn: '34011190',
      colors: [{ name: 'Indigo', value: 'indigo', hex: '#2B3F73' }],
      care_instructions: { cleaning: ['Wipe'] },
      usage_guidelines: { pro_tips: ['Lather'] },
      specifications: { weight: '100 g' },
      gst_rate: 5,
      rating: 4,
    },
  },
  users: {
    list: 'owner',
    view: 'reviewer',
    create: 'stranger',
    update: 'owner',
    // Erased by the store's own route, which asks for more than a session.
    delete: 'store',
    ids: 'AUTH-02 AUTH-06',
    body: () => ({ name: 'New', email: `${randomUUID()}@example.com`, ...PASSWORD }),
    change: { name: 'Renamed' },
  },
  addresses: {
    ...own,
    ids: 'ORDER-11',
    body: ({ user }) => ({ user, ...ADDRESS }),
    change: { label: 'Office' },
    values: { phone: '+919845012346', state: 'TN', pincode: '600001', line1: '14 Church Street' },
  },
  carts: { ...own, ids: 'CART-14', body: ({ user }) => ({ user, items: [] }), change: { items: [] } },
  wishlists: {
    ...own,
    ids: 'WISH-05',
    body: ({ user }) => ({ user, items: [] }),
    change: { items: [] },
    values: { items: [{ product: 'x', color: '', price: 1, at: 1, gone: false }] },
  },
  assets: {
    ...site,
    body: () => ({ key: `picture-${next()}`, file: picture() }),
    change: { alt: 'A dot' },
    values: { key: 'written' },
  },
  slider_images: {
    ...site,
    body: () => ({ image: picture(), active: true, order: 1 }),
    change: { title: 'Soap' },
    planted: { active: true },
    unpublished: [{ active: false }],
    values: { link: '/shop' },
  },
  makers: {
    ...site,
    body: () => ({ name: 'Weaving', image: picture(), active: true }),
    change: { place: 'Telangana' },
    planted: { active: true },
    unpublished: [{ active: false }],
  },
  promises: {
    ...site,
    body: () => ({ title: 'No plastic', active: true }),
    change: { text: 'Paper and string.' },
    planted: { active: true },
    unpublished: [{ active: false }],
  },
  testimonials: {
    ...site,
    body: () => ({ name: 'Meera', text: 'Lovely.', active: true }),
    change: { location: 'Pune' },
    planted: { active: true },
    unpublished: [{ active: false }],
  },
  store_settings: {
    ...site,
    body: () => ({ key: 'store', store_name: 'Second shop', gst_mode: 'unregistered' }),
    change: { chat_greeting: 'Hello' },
    // There is one record: a second one is refused, and nobody but a superuser may even try.
    create: 'never',
    planted: { gst_mode: 'unregistered' },
    values: {
      seller_state: 'KA',
      seller_gstin: GSTIN,
      orders_kept_years: 9,
      holidays: '2026-11-08 Diwali',
      order_prefix: 'AB',
      chat_number: '919845012345',
      gst_mode: 'regular',
    },
    along: { gst_mode: { seller_gstin: GSTIN, seller_legal_name: 'A', seller_address: 'B', seller_state: 'KA' } },
    // There is one record, and its key is its name.
    untried: ['key'],
  },
  theme_settings: {
    ...site,
    body: () => ({ name: 'Plain', is_active: false }),
    change: { name: 'Plainer' },
    planted: { is_active: true },
    // One record at a time is active.
    untried: ['is_active'],
    unpublished: [{ is_active: false }],
    values: {
      ...Object.fromEntries(
        ['primary_color', 'primary_color_hover', 'accent_color', 'text_on_primary'].map((name) => [name, '#123456']),
      ),
      ...Object.fromEntries(
        ['primary_color_hsl', 'accent_color_hsl', 'dark_mode_primary_color_hsl', 'dark_mode_accent_color_hsl'].map(
          (name) => [name, HSL],
        ),
      ),
    },
  },
  navbar_config: {
    ...site,
    body: () => ({ name: 'Links', is_active: false }),
    change: { show_blog: false },
    planted: { is_active: true },
    values: Object.fromEntries([1, 2, 3, 4].map((own) => [`own_${own}_link`, '/shop'])),
    along: Object.fromEntries(
      [1, 2, 3, 4].flatMap((own) => [
        [`own_${own}_link`, { [`own_${own}_label`]: 'Soaps' }],
        [`own_${own}_label`, { [`own_${own}_link`]: '/shop' }],
      ]),
    ),
    // One record at a time is active.
    untried: ['is_active'],
    unpublished: [{ is_active: false }],
  },
  homepage_config: {
    ...site,
    body: () => ({ name: 'Home', is_active: false }),
    change: { show_hero: false },
    planted: { is_active: true },
    // One record at a time is active.
    untried: ['is_active'],
    unpublished: [{ is_active: false }],
  },
  pages: {
    ...site,
    body: () => ({ slug: `page-${next()}`, title: 'Page', published: true }),
    change: { title: 'Changed' },
    values: { slug: 'written' },
    planted: { published: true },
    unpublished: [{ published: false }],
  },
  posts: {
    ...site,
    body: () => ({ slug: `post-${next()}`, title: 'Post', published: true }),
    change: { title: 'Changed' },
    values: { slug: 'written' },
    planted: { published: true, published_at: PAST },
    unpublished: [{ published: false }, { published: true, published_at: FUTURE }],
  },
  special_offers: {
    ...site,
    ids: 'OFFER-01',
    body: ({ product }) => ({ title: `Offer ${next()}`, active: true, start_date: PAST, end_date: FUTURE, product }),
    change: { title: 'Changed' },
    untried: ['gift_product_id'],
    planted: { active: true, start_date: PAST, end_date: FUTURE },
    unpublished: [
      { active: false, start_date: PAST, end_date: FUTURE },
      { active: true, start_date: PAST, end_date: PAST },
      { active: true, start_date: FUTURE, end_date: FUTURE },
    ],
  },
  reviews: {
    ...words,
    ids: 'REV-01',
    body: ({ user, product }) => ({ user, product, rating: 4, title: 'Fine', content: 'A fine bar.' }),
    change: { content: 'Changed my mind.' },
    values: { rating: 2, state: 'waiting' },
    planted: { state: 'published' },
    // Seen by their author and superusers.
    unpublished: [
      { id: WAITING, state: 'waiting', user: 'somebodyelse001' },
      { state: 'hidden', user: 'somebodyelse002' },
    ],
    along: { hidden_reason: { state: 'hidden' } },
  },
  review_comments: {
    ...words,
    ids: 'REV-04',
    body: ({ user, review }) => ({ user, review, content: 'I agree.' }),
    change: { content: 'Thank you all.' },
    unpublished: [{ review: WAITING }],
  },
  review_votes: {
    ...own,
    ids: 'REV-05',
    update: 'store',
    body: ({ user, review }) => ({ user, review }),
    change: {},
  },
  orders: {
    // Placed through the shop and kept: merchandisers move them on, but neither invent nor delete them.
    list: 'owner',
    view: 'owner',
    create: 'never',
    update: 'store',
    delete: 'never',
    ids: 'ORDER-02 ORDER-08',
    body: ({ user }) => order(user),
    change: { courier: 'India Post' },
    planted: { status: 'confirmed', payment_status: 'unpaid', fulfilment_status: 'unfulfilled', payment_method: 'cod' },
    values: {
      ...{ status: 'completed', payment_status: 'paid', fulfilment_status: 'packed' },
      ...{ phone: '+919845054321', state: 'MH', pincode: '400001' },
    },
  },
  order_events: {
    // History is not rewritten, not even by merchandisers.
    list: 'owner',
    view: 'owner',
    create: 'store',
    update: 'never',
    delete: 'never',
    ids: 'ORDER-08',
    body: (refs) => ({ order: refs.order, type: 'placed', actor: 'shopper', label: 'Order placed', public: true }),
    change: { label: 'Rewritten' },
    planted: { public: true },
    unpublished: [{ public: false }],
  },
  payments: {
    ...internal,
    body: (refs) => ({
      ...{ order: refs.order, provider: 'test', attempt: 1, amount: 18_000, currency: 'INR', status: 'created' },
    }),
    // Nothing of it is changed by hand; see fields.ts.
    change: {},
    // What brings or may still bring money stays written.
    delete: 'never',
  },
  payment_events: {
    ...internal,
    body: () => ({ event_id: `evt_${next()}`, kind: 'payment.captured' }),
    change: { review: true },
    delete: 'never',
  },
  refunds: {
    ...internal,
    // Only money that was received can go back.
    body: ({ paidOrder }) => ({ order: paidOrder, rupees: 10, status: 'queued' }),
    change: { note: 'Broken on the way' },
    delete: 'never',
  },
  answer_templates: {
    ...internal,
    body: () => ({ name: 'To Leh', text: 'Yes, we send to Leh.' }),
    change: { text: 'Yes, by post.' },
  },
  promotions: {
    ...site,
    ids: 'PROMO-11',
    body: () => ({ name: `Promotion ${next()}`, active: true, starts: PAST }),
    change: { name: 'Changed' },
    values: { ends: FUTURE, kind: 'free_delivery', value: 5, categories: ['jute'], tags: ['gift'] },
    untried: ['gift', 'products', 'code', 'single_use'],
    planted: SHOWN,
    unpublished: [
      { ...SHOWN, active: false },
      { ...SHOWN, code: 'DIWALI15' },
      { ...SHOWN, single_use: true },
      { ...SHOWN, ends: PAST },
      { ...SHOWN, starts: FUTURE },
    ],
  },
  promotion_codes: {
    ...internal,
    body: ({ promotion }) => ({ promotion, code: `CODE${next()}` }),
    change: { code: 'CHANGED' },
    values: { code: 'WRITTEN' },
    delete: 'never',
  },
  promotion_uses: {
    ...internal,
    body: ({ promotion, order }) => ({ promotion, order, amount: 100 }),
    change: { amount: 1 },
    delete: 'never',
  },
  // A price of Friday is nobody's to know before.
  price_plans: {
    ...internal,
    ids: 'PLAN-09',
    body: () => ({
      ...{
        name: `Plan ${next()}`,
        starts: FUTURE,
        ends: '2099-01-02 00:00:00.000Z',
        categories: ['felt'],
        percent: 10,
      },
    }),
    change: { name: 'Winter' },
    values: { starts: '2098-01-01 00:00:00.000Z', ends: '2099-01-03 00:00:00.000Z', categories: ['jute'], percent: 5 },
    // The planted product costs ₹1, and none may cost less; a price stands for a percentage.
    untried: ['products', 'price'],
  },
  delivery_rules: {
    ...internal,
    body: () => ({ prefix: String(100_000 + next()), deliver: true, cash: true, fee: 60, days_min: 2, days_max: 4 }),
    change: { fee: 80 },
    values: { prefix: '99' },
  },
  subscribers: {
    ...internal,
    body: () => ({ email: `reader-${next()}@example.com`, state: 'waiting' }),
    change: { language: 'hi' },
  },
  cart_reminders: {
    ...internal,
    body: ({ product }) => ({
      email: `returns-${next()}@example.com`,
      items: `${product}.1`,
      state: 'waiting',
      asked_at: '2026-11-20 04:30:00.000Z',
    }),
    change: { state: 'confirmed' },
  },
  stock_alerts: {
    ...internal,
    body: ({ product }) => ({ email: `waits-${next()}@example.com`, product, state: 'waiting' }),
    change: { state: 'confirmed' },
  },
  staff: {
    ...internal,
    body: () => ({ name: 'Suresh', email: `${randomUUID()}@example.com`, role: 'editor', ...PASSWORD }),
    change: { name: 'Renamed' },
  },
  bookings: {
    ...{ ...internal, create: 'never', update: 'never', delete: 'never' },
    body: (refs) => ({ order: refs.order, state: 'waiting', reference: `SJ-${next()}` }),
    change: { awb: '1' },
    // One lives for each order.
    planted: { state: 'cancelled' },
  },
  desk_log: {
    ...{ ...internal, create: 'never', update: 'never', delete: 'never' },
    body: () => ({ who: 'owner@example.com', what: 'Shipped a parcel' }),
    change: { what: 'Shipped two parcels' },
  },
  pin_codes: {
    ...internal,
    ids: 'PIN-07',
    body: () => ({ edition: next() * 100, pincode: '560003', state: 'KA', district: 'Bengaluru Urban', office: 'A' }),
    change: { district: 'Mysuru' },
    values: { pincode: '560004', state: 'TN' },
  },
  pin_directories: {
    ...internal,
    ids: 'PIN-07',
    body: () => ({ edition: next() * 100, file: 'pincode.csv', pins: 1 }),
    change: { file: 'other.csv' },
    values: { edition: 900_000 },
  },
  missed_searches: {
    ...internal,
    body: () => ({ term: `loofah ${next()}`, day: '2026-11-23', count: 1 }),
    change: { count: 2 },
    values: { day: '2026-11-22' },
  },
  visits: {
    ...internal,
    body: () => ({ day: `20${10 + (next() % 90)}-01-02`, count: 1 }),
    change: { count: 2 },
    values: { day: '2009-11-22' },
  },
  outbox: {
    ...internal,
    body: (refs) => ({
      ...{ kind: 'order_placed', order: refs.order, recipient: 'shopper', status: 'queued' },
      dedupe_key: `order_placed:${next()}`,
    }),
    change: { error: 'Mailbox full' },
    delete: 'never',
  },
  bills: {
    ...internal,
    body: (refs) => ({
      ...{ order: refs.order, number: `26-27/${next()}`, kind: 'receipt', fiscal_year: '26-27', sequence: next() },
      issued_at: '2026-11-20 06:30:00.000Z',
    }),
    change: { kind: 'receipt' },
    // Numbers are consecutive and bills final, for merchandisers too.
    create: 'never',
    update: 'never',
    delete: 'never',
  },
  tax_rates: {
    ...internal,
    body: () => ({ hsn: String(10_000_000 + next()), rate: 5, valid_from: '2025-09-21 18:30:00.000Z' }),
    change: { note: 'Notification 13/2025' },
    values: { hsn: '34011190', rate: 18 },
  },
  stock_movements: {
    ...internal,
    body: ({ product }) => ({ product, delta: 5, reason: 'restock' }),
    change: { note: 'Recounted' },
    update: 'never',
    delete: 'never',
  },
  messages: {
    ...internal,
    body: () => ({ name: 'Asha Rao', email: 'asha@example.com', message: `Question ${next()}` }),
    change: { message: 'Rewritten' },
  },
  stock_holds: {
    ...internal,
    body: (refs) => ({ order: refs.order, product: refs.product, quantity: 1, expires_at: FUTURE }),
    change: { quantity: 2 },
    delete: 'never',
  },
  unpaid_pieces: {
    ...internal,
    body: (refs) => ({ order: refs.order, product: refs.product, quantity: 1, until: FUTURE }),
    change: { quantity: 2 },
    delete: 'never',
  },
  _mfas: { ...ofSystem, body: ({ user }) => ({ ...account(user), method: 'password' }), change: { method: 'otp' } },
  _otps: {
    ...ofSystem,
    body: ({ user }) => ({ ...account(user), password: '12345678' }),
    change: { sentTo: 'x@example.com' },
  },
  _externalAuths: {
    ...ofSystem,
    delete: 'owner',
    body: ({ user }) => ({ ...account(user), provider: 'google', providerId: randomUUID() }),
    change: { providerId: 'changed' },
  },
  _authOrigins: {
    ...ofSystem,
    delete: 'owner',
    body: ({ user }) => ({ ...account(user), fingerprint: randomUUID() }),
    change: { fingerprint: 'changed' },
  },
  _superusers: {
    ...internal,
    body: () => ({ email: `${randomUUID()}@example.com`, ...PASSWORD }),
    change: { emailVisibility: true },
  },
}

export const PASSWORD = { password: 'long enough', passwordConfirm: 'long enough' }
const account = (recordRef: string) => ({ collectionRef: '_pb_users_auth_', recordRef })

export const order = (user: string, more: Body = {}) => ({
  number: `SJ-TEST${String(next()).padStart(4, '0')}`,
  user,
  ...CASH_ORDER,
  items: [],
  ...more,
})
