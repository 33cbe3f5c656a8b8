import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { HOME_SECTIONS } from '../../src/domain/site/homepage'
import { newKey, orderOf, PRICE } from '../backend/paying-shop'
import { type AttackedShop, COURIER_KEY } from './shop'

const HOOKS = fileURLToPath(new URL('../../pocketbase/hooks/', import.meta.url))

/** Every route the hooks register, as `POST /api/store/quote`, read from the lines that register them. */
export async function registeredRoutes(): Promise<string[]> {
  const routes: string[] = []
  for (const file of (await readdir(HOOKS, { recursive: true })).filter((name) => name.endsWith('.pb.js'))) {
    const source = await readFile(`${HOOKS}${file}`, 'utf8')
    const calls = source.match(/\brouterAdd\s*\(/g) ?? []
    const found = [...source.matchAll(/\brouterAdd\s*\(\s*'([A-Z]+)',\s*'([^']+)'/g)]
    if (calls.length !== found.length)
      throw new Error(`${file} registers a route in a way that is not understood here.`)
    routes.push(...found.map(([, method, path]) => `${method} ${path}`))
  }
  return routes.sort()
}

export interface OrderKey {
  id: string
  number: string
  access_token: string
  gatewayOrder: string
}

/** One good request for a route, from which the bad ones are made. */
export interface Skeleton {
  /** What stands in the path for `{id}` or `{path...}`. */
  part?: string
  query?: string
  headers?: Record<string, string>
  body?: unknown
  /** How the body is written, when not as JSON. */
  write?: (body: unknown) => string
  /** Headers that depend on the written body. */
  sign?: (written: string) => Record<string, string>
}

const form = (body: unknown) => new URLSearchParams(body as Record<string, string>).toString()

/**
 * A good request for every route. A route without an entry fails the test: write one that goes as deep as a shopper's.
 * @param orders the attacker's own, of which the route may have one to ruin
 */
export function skeletons(shop: AttackedShop, order: () => OrderKey): Record<string, () => Skeleton> {
  const [product = '', second = ''] = shop.products
  const own = (body?: unknown) => () => {
    const { id, access_token } = order()
    return { part: id, headers: { 'X-Order-Token': access_token }, ...(body === undefined ? {} : { body }) }
  }
  const items = [
    { product, quantity: 2, color: '' },
    { product: second, quantity: 1, color: 'Default' },
  ]
  const returned = () => {
    const { id, gatewayOrder, access_token } = order()
    const payment = 'pay_ABCDEFGHIJKLMN'
    const body = {
      razorpay_order_id: gatewayOrder,
      razorpay_payment_id: payment,
      razorpay_signature: '0'.repeat(64),
    }
    return { id, access_token, body }
  }
  const csvRows = {
    ...{ key: newKey(), kind: 'products', file: 'a.csv', done: 0, total: 1 },
    rows: [{ line: 2, id: product, name: 'Soap', cells: { price: ['1.00', '2.00'] } }],
  }
  const pricePlan = {
    ...{ starts: '2098-01-01 00:00:00.000Z', ends: '2099-01-01 00:00:00.000Z', products: [product], categories: [] },
    ...{ percent: 10, price: 0, round_to: '9', show_was: true },
  }
  const look = {
    arrangement: { order: [...HOME_SECTIONS], hidden: ['hero'] },
    colours: { name: 'Mine', primary: '#ff0000', accent: '#00ff00' },
  }
  const promotion = {
    ...{ name: 'Mine', description: '', active: true, kind: 'percent', value: 90, gift: '', code: 'MINE', minimum: 0 },
    ...{ single_use: false, products: [], categories: [], tags: [], starts: '', ends: '', max_uses: 0 },
    ...{ max_per_person: 0, first_order: false, combines: true },
  }
  const pictureKey = { 'X-Pictures-Key': 'x'.repeat(40) }
  return {
    'GET /{path...}': () => ({ part: `product/${product}` }),
    'GET /api/store/desk/parcels': () => ({ query: 'tab=pack&q=meera' }),
    'GET /api/store/desk/csv/{list}': () => ({ part: 'products', query: 'after=' }),
    'POST /api/store/desk/csv/rows': () => ({ body: csvRows }),
    'POST /api/store/desk/csv/undo': () => ({ body: csvRows }),
    'GET /api/store/desk/delivery': () => ({ query: 'pincode=560001' }),
    'POST /api/store/desk/delivery': () => ({
      body: { handling_days: 1, days_off: ['sunday'], holidays: '2026-11-08 Diwali', cutoff_hour: 14, returns_days: 7 },
    }),
    'POST /api/store/desk/delivery/rules': () => ({
      body: {
        ...{
          id: '',
          prefix: '56',
          deliver: true,
          cash: true,
          fee: 60,
          cash_fee: 0,
          days_min: 2,
          days_max: 4,
          updated: '',
        },
      },
    }),
    'POST /api/store/desk/delivery/rules/{id}/delete': own(),
    'GET /api/store/desk/figures': () => ({ query: 'days=30' }),
    'GET /api/store/desk/figures/papers': () => ({ query: 'month=2026-10&after=' }),
    'GET /api/store/desk/orders': () => ({ query: 'tab=all&q=me&page=2' }),
    'GET /api/store/desk/orders/{id}': own(),
    'GET /api/store/desk/bills/{id}': () => ({ part: 'none00000000001' }),
    'POST /api/store/desk/orders/{id}/act': own({ act: 'packed', updated: '' }),
    'POST /api/store/desk/orders/{id}/address': own({ updated: '', name: 'Mallory' }),
    'POST /api/store/desk/orders/{id}/note': own({ text: 'Hello' }),
    'POST /api/store/desk/orders/{id}/bill-mail': own({ updated: '' }),
    'POST /api/store/desk/orders/{id}/mail': own({ mail: 'x' }),
    'GET /api/store/desk/orders/{id}/refund': () => ({ part: order().id, query: 'rupees=1' }),
    'POST /api/store/desk/orders/{id}/refund': own({ updated: '', rupees: '1' }),
    'POST /api/store/desk/orders/{id}/stop': own({ refund: 'x' }),
    'POST /api/store/desk/orders/{id}/paid-back': own({ refund: 'x' }),
    'GET /api/store/desk/order-products': () => ({ query: 'q=neem' }),
    'POST /api/store/desk/orders': () => ({ body: { items, source: 'phone', paid: true, key: newKey() } }),
    'GET /api/store/desk/today': () => ({}),
    'GET /api/store/desk/pins': () => ({}),
    'POST /api/store/desk/pins': () => ({
      body: {
        ...{ key: newKey(), file: 'a.csv', offices: 1, states: 1, pins: 1, done: 0, fewer: true },
        entries: [['560003', 'KA', 'Mine', 'Mine']],
      },
    }),
    'GET /api/store/desk/setup': () => ({}),
    'POST /api/store/desk/setup': () => ({ body: { store_name: 'Mine' } }),
    'GET /api/store/desk/messages': () => ({ query: 'tab=open' }),
    'POST /api/store/desk/messages/{id}': () => ({ part: product, body: { answer: 'Yes, we do.' } }),
    'GET /api/store/desk/comments': () => ({}),
    'POST /api/store/desk/comments/{id}/delete': () => ({ part: product }),
    'GET /api/store/desk/reviews': () => ({ query: 'tab=waiting' }),
    'POST /api/store/desk/reviews/{id}': () => ({ part: product, body: { reply: 'Thank you.' } }),
    'POST /api/store/desk/templates': () => ({ body: { name: 'Leh', text: 'Yes, we do.' } }),
    'POST /api/store/desk/parcels/again': () => ({ body: { orders: [order().id] } }),
    'POST /api/store/desk/parcels/book': () => ({
      body: { parcels: [{ order: order().id, weight: 300, courier: 0 }], box: { length: 20, breadth: 15, height: 10 } },
    }),
    'POST /api/store/desk/parcels/labels': () => ({ body: { orders: [order().id] } }),
    'GET /api/store/desk/parcels/rates': () => ({
      query: `order=${order().id}&weight=300&length=20&breadth=15&height=10`,
    }),
    'POST /api/store/desk/parcels/arrive': () => ({ body: { orders: [order().id], outcome: 'delivered', cash: true } }),
    'POST /api/store/desk/parcels/pack': () => ({ body: { orders: [order().id] } }),
    'POST /api/store/desk/parcels/print': () => ({ body: { orders: [order().id] } }),
    'POST /api/store/desk/parcels/return': () => ({ body: { order: order().id, restock: true, rupees: '1' } }),
    'POST /api/store/desk/parcels/ship': () => ({
      body: { courier: 'Delhivery', parcels: [{ order: order().id, tracking_number: '362144081175' }] },
    }),
    'POST /api/store/desk/parcels/unpack': () => ({ body: { orders: [order().id] } }),
    'GET /api/store/desk/price-plans': () => ({ query: 'page=1' }),
    'POST /api/store/desk/price-plans': () => ({ body: { ...pricePlan, name: 'Mine' } }),
    'POST /api/store/desk/price-plans/look': () => ({ body: pricePlan }),
    'POST /api/store/desk/price-plans/{id}/delete': () => ({ part: product, body: {} }),
    'POST /api/store/desk/price-plans/{id}/end': () => ({ part: product, body: {} }),
    'GET /api/store/desk/promotions': () => ({}),
    'POST /api/store/desk/promotions': () => ({ body: promotion }),
    'GET /api/store/desk/promotions/{id}/codes': () => ({ part: product, query: 'after=' }),
    'POST /api/store/desk/promotions/{id}/codes': () => ({ part: product, body: { count: 10 } }),
    'POST /api/store/desk/promotions/{id}/delete': () => ({ part: product, body: {} }),
    'POST /api/store/desk/promotions/{id}/end': () => ({ part: product, body: {} }),
    'GET /api/store/desk/products': () => ({ query: 'search=soap&page=1' }),
    'POST /api/store/desk/products': () => ({
      body: { changes: [{ id: product, was: { price: PRICE / 100 }, set: { price: 1 } }] },
    }),
    'POST /api/store/desk/products/photograph': () => ({ body: {} }),
    'POST /api/store/desk/products/discard': () => ({ body: { ids: [product] } }),
    'POST /api/store/desk/stock': () => ({ body: { deed: 'count', lines: [{ product, counted: 1, ago: 0 }] } }),
    'GET /api/store/desk/look': () => ({}),
    'POST /api/store/desk/look': () => ({ body: { ...look, before: look } }),
    'GET /api/store/desk/preview': () => ({}),
    'POST /api/store/desk/preview/link': () => ({ body: { at: 0, drafts: [`slide:${product}`] } }),
    'POST /api/store/desk/preview/publish': () => ({ body: { on: [`slide:${product}`], off: [] } }),
    'GET /api/store/desk/staff': () => ({}),
    'POST /api/store/desk/staff': () => ({ body: { name: 'Mallory', email: 'mallory@example.in', role: 'owner' } }),
    'POST /api/store/desk/staff/{id}': () => ({
      part: product,
      body: { name: 'Mallory', role: 'owner', disabled: false },
    }),
    'POST /api/store/desk/staff/{id}/invite': () => ({ part: product, body: {} }),
    'GET /api/store/desk/log': () => ({ query: 'who=owner%40example.com&kind=staff&before=' }),
    'POST /api/store/desk/stock/undo': () => ({ body: { movements: [product] } }),
    'GET /api/store/my-data': () => ({}),
    'GET /api/store/my-data/orders/{id}': own(),
    'GET /api/store/orders/{id}': own(),
    'GET /api/store/orders/{id}/bill': own(),
    'GET /api/store/categories': () => ({}),
    'GET /api/store/facets': () => ({ query: 'category=soap' }),
    'GET /api/store/pin/{pincode}': () => ({ part: '560003' }),
    'GET /api/store/search': () => ({ query: 'q=neem%20sop&page=1' }),
    'GET /api/store/search/suggestions': () => ({ query: 'q=neem' }),
    'GET /api/store/news/{path...}': () => ({ part: '0123456789abcdef01234567' }),
    'GET /api/store/page': () => ({ query: 'at=%2Fshop%3Fcategory%3Dsoap' }),
    'GET /feeds/google.xml': () => ({}),
    'GET /robots.txt': () => ({}),
    'GET /sitemap.xml': () => ({}),
    // For the store's own process, which knows the key.
    'POST /.live/tell': () => ({ headers: { 'X-Pages-Key': 'x'.repeat(40) } }),
    'POST /.mails/send': () => ({ headers: { 'X-Mails-Key': 'x'.repeat(40) } }),
    'POST /.pages/gzip': () => ({ headers: { 'X-Pages-Key': 'x'.repeat(40) }, body: { html: '<p>' } }),
    'POST /.pictures/failed': () => ({ headers: pictureKey, query: 'record=products&file=a.jpg' }),
    'POST /.pictures/made': () => ({ headers: pictureKey, query: 'record=products&file=a.jpg' }),
    'POST /.pictures/next': () => ({ headers: pictureKey }),
    'POST /.pictures/waiting': () => ({ headers: pictureKey }),
    'POST /api/store/account/deletion': () => ({ body: { password: 'not this one' } }),
    'POST /api/store/account/deletion/confirm': () => ({ body: { token: shop.attacker.pb.authStore.token } }),
    'POST /api/store/newsletter': () => ({ body: { email: 'mallory@example.in', language: 'en' } }),
    'POST /api/store/newsletter/confirm': () => ({ body: { id: product, token: 'x'.repeat(64) } }),
    'POST /api/store/newsletter/leave': () => ({ body: { id: product, token: 'x'.repeat(64) } }),
    'POST /api/store/alerts': () => ({ body: { email: 'mallory@example.in', product } }),
    'POST /api/store/alerts/confirm': () => ({ body: { id: product, token: 'x'.repeat(64) } }),
    'POST /api/store/alerts/cart': () => ({ body: { email: 'mallory@example.in', items: `${product}.1` } }),
    'POST /api/store/alerts/cart/confirm': () => ({ body: { id: product, token: 'x'.repeat(64) } }),
    'POST /api/store/contact': () => ({
      body: { name: 'Mallory', email: 'mallory@example.in', message: 'Hello.', website: '', filled_ms: 9000 },
    }),
    'POST /api/store/orders': () => ({
      headers: { 'Idempotency-Key': newKey() },
      body: orderOf(product, { items: items.slice(0, 1), expected_total: PRICE * 2, note: 'Ring twice', utm: {} }),
    }),
    'POST /api/store/orders/{id}/cancel': own({}),
    'POST /api/store/orders/{id}/payment': own({ method: 'online' }),
    'POST /api/store/orders/{id}/payment/check': own({}),
    'POST /api/store/orders/{id}/payment/test': own({ outcome: 'success' }),
    'POST /api/store/orders/{id}/payment/verify': () => {
      const { id, access_token, body } = returned()
      return { part: id, headers: { 'X-Order-Token': access_token }, body }
    },
    'POST /api/store/payment/return': () => {
      const { id, body } = returned()
      return {
        query: `order=${id}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
        write: form,
      }
    },
    'POST /api/store/quote': () => ({ body: { items, pincode: '560001' } }),
    'POST /api/store/track': () => ({ body: { number: order().number, contact: 'meera@example.in' } }),
    'POST /api/store/webhooks/courier': () => ({
      headers: { 'X-Api-Key': COURIER_KEY },
      body: { awb: '1', order_id: 'x' },
    }),
    'POST /api/store/webhooks/razorpay': () => ({
      headers: { 'X-Razorpay-Event-Id': newKey() },
      body: {
        entity: 'event',
        event: 'payment.failed',
        contains: ['payment'],
        payload: {
          payment: {
            entity: {
              id: 'pay_ABCDEFGHIJKLMN',
              entity: 'payment',
              amount: PRICE,
              currency: 'INR',
              status: 'failed',
              order_id: order().gatewayOrder,
              method: 'upi',
              notes: {},
              captured: false,
              error_reason: 'payment_failed',
            },
          },
        },
        created_at: 1_700_000_000,
      },
      // Nobody else can sign; but what the provider signs may be anything one day.
      sign: (written) => ({
        'X-Razorpay-Signature': createHmac('sha256', shop.gateway.webhookSecret).update(written).digest('hex'),
      }),
    }),
  }
}
