import type PocketBase from 'pocketbase'
import { expect } from 'vitest'
import type { OrderView, PlacedOrder } from '../../src/domain/orders/order'
import type { Quote } from '../../src/domain/orders/quote'
import { RazorpayFake } from '../gateway/razorpay'
import type { GatewayPayment } from '../gateway/wire'
import { newKey, orderOf, PRICE } from '../order'
import { type Answer, liftLimits, type RecordStore, startStore } from './record-store'

export { newKey, orderOf, PRICE }

/** What a refused request says. */
export interface Refused {
  message: string
  data: Record<string, unknown> & { code?: string; quote?: Quote; order?: PlacedOrder }
}

export type Placed = PlacedOrder & Refused

/** Which of the store's clockwork. */
export type Job = 'store-expire' | 'store-reconcile' | 'store-refunds' | 'store-outbox'

export const MINUTE = 60_000

/** A store with a gateway beside it, a clock that can be moved, and the hands of its shoppers and its owner. */
export interface PayingShop {
  store: RecordStore
  gateway: RazorpayFake
  owner: PocketBase
  newProduct(fields?: Record<string, unknown>, stock?: number): Promise<string>
  /** Moves the store's clock forward, ms. */
  later(ms: number): Promise<void>
  /** Runs a job once, to its end. */
  run(job: Job): Promise<void>
  place<T = Placed>(body: unknown, key?: string): Promise<Answer<T>>
  /** Places an order to be paid online; fails when it was not taken. */
  placeOnline(product: string, change?: Record<string, unknown>): Promise<PlacedOnline>
  post: RecordStore['post']
  /** A request of the one who placed this order. */
  act<T = OrderView & Refused>(
    order: { id: string; access_token: string },
    action: string,
    body?: unknown,
  ): Promise<Answer<T>>
  view(order: { id: string; access_token: string }): Promise<OrderView>
  order(id: string): Promise<Row>
  rows(collection: string, order?: string): Promise<Row[]>
  sql: RecordStore['sql']
  /** Pieces in the ledger, without holds. */
  ledger(product: string): Promise<number>
  held(product: string): Promise<number>
  /** What must be true of money, stock, mails and events whatever happened. */
  assertInvariants(): Promise<void>
  /** Cuts the power and starts again on the same data. */
  crash(): Promise<void>
  close(): Promise<void>
}

export interface PlacedOnline {
  id: string
  number: string
  access_token: string
  gatewayOrder: string
}

// biome-ignore lint/suspicious/noExplicitAny: a record of any collection, as the owner's client answers it
export type Row = Record<string, any>

/** A running offer: a free piece of `gift` for orders of so many rupees and more. */
export const giftOffer = (gift: string, min_order_value: number) => ({
  title: 'A festive potli, on us',
  min_order_value,
  active: true,
  start_date: '2020-01-01 00:00:00.000Z',
  end_date: '2099-01-01 00:00:00.000Z',
  offer_type: 'free_gift',
  gift_product_id: gift,
  product: gift,
})

export async function openShop({ env = {} }: { env?: Record<string, string> } = {}): Promise<PayingShop> {
  const gateway = await RazorpayFake.start()
  const store = await startStore({ env: { ...gateway.env, ...env } }).catch(async (error) => {
    await gateway.stop()
    throw error
  })
  const owner = await store.superuser()
  await liftLimits(store)
  await store.changeSettings({ cod_max_open_per_phone: 0 })
  const records = recordsOf(owner, store.sql)
  const shop: PayingShop = {
    store,
    gateway,
    owner,
    ...records,
    ...requestsTo(store, gateway),
    run: store.runJob,
    later: store.later,
    assertInvariants: () => assertInvariants(shop),
    crash: async () => {
      await store.kill()
      gateway.ok()
      await store.restart()
    },
    close: async () => {
      await store.stop()
      await gateway.stop()
    },
  }
  return shop
}

/** What a test plants and looks up in the records. */
function recordsOf(owner: PocketBase, sql: RecordStore['sql']) {
  const number = async (query: string) => Number((await sql(query))[0]?.n ?? 0)
  const newProduct: PayingShop['newProduct'] = async (fields = {}, stock) => {
    const values = { name: 'Neem & Tulsi Soap', price: PRICE / 100, category: 'soap', inStock: true, ...fields }
    const product = await owner.collection('products').create(values)
    if (stock !== undefined)
      await owner.collection('stock_movements').create({ product: product.id, delta: stock, reason: 'restock' })
    return product.id
  }
  const rows: PayingShop['rows'] = (collection, order) =>
    owner.collection(collection).getFullList(order ? { filter: `order = '${order}'`, sort: 'created' } : {})
  return {
    sql,
    newProduct,
    rows,
    order: (id: string): Promise<Row> => owner.collection('orders').getOne(id),
    ledger: (product: string) =>
      number(`SELECT COALESCE(SUM(delta), 0) AS n FROM stock_movements WHERE product = '${product}'`),
    held: (product: string) =>
      number(`SELECT COALESCE(SUM(quantity), 0) AS n FROM stock_holds WHERE product = '${product}'`),
  }
}

/** What a shopper's browser asks of the store. */
function requestsTo({ call, post }: RecordStore, gateway: RazorpayFake) {
  const place: PayingShop['place'] = (body, key = newKey()) =>
    post('/api/store/orders', body, { 'Idempotency-Key': key })
  const placeOnline: PayingShop['placeOnline'] = async (product, change = {}) => {
    const { status, body } = await place(orderOf(product, change))
    expect(status, JSON.stringify(body)).toBe(201)
    const { id, number, access_token, payment } = body
    expect(payment).toMatchObject({ provider: 'razorpay', key_id: gateway.keyId, currency: 'INR' })
    return { id, number, access_token, gatewayOrder: payment?.gateway_order_id ?? '' }
  }
  const act: PayingShop['act'] = (order, action, body = {}) =>
    post(`/api/store/orders/${order.id}/${action}`, body, { 'X-Order-Token': order.access_token })
  const view: PayingShop['view'] = async (order) => {
    const headers = { 'X-Order-Token': order.access_token }
    const { status, body } = await call<OrderView>(`/api/store/orders/${order.id}`, { headers })
    expect(status).toBe(200)
    return body
  }
  return { post, place, placeOnline, act, view }
}

/** Refunds whose money has left the shop or is about to. */
const GOING_BACK = "status IN ('queued', 'pending', 'processed')"

// An amount that was never asked for is at the gateway, but belongs to nobody until the owner has looked at it.
const ONLINE_ORDERS = `(SELECT o.*, (SELECT COALESCE(SUM(captured), 0) FROM payments p WHERE p."order" = o.id) AS captured,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds r WHERE r."order" = o.id AND status = 'processed') AS returned,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds r WHERE r."order" = o.id AND ${GOING_BACK}) AS going,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds r WHERE r."order" = o.id AND ${GOING_BACK} AND reason IN ('by_shop', 'at_provider')) AS given
  FROM orders o WHERE o.payment_method != 'cod' AND o.review_flag NOT IN ('amount_mismatch', 'dispute'))`
const COUNTED = "SELECT DISTINCT product FROM stock_movements WHERE reason = 'restock'"
const LINES = `(SELECT o.id, o.number, o.status, o.fulfilment_status, json_extract(value, '$.product') AS product, SUM(json_extract(value, '$.quantity')) AS quantity
  FROM orders o, json_each(o.items) GROUP BY o.id, json_extract(value, '$.product'))`

/** What is never found in the records: what holds instead, and the query. */
const NEVER_FOUND: [holds: string, query: string][] = [
  [
    'paid_total is what was captured, refunded_total what was processed',
    `SELECT number, status, payment_status, captured, paid_total, returned, refunded_total FROM ${ONLINE_ORDERS}
     WHERE captured != paid_total OR returned != refunded_total`,
  ],
  [
    'the shop keeps the price of orders that stand, and nothing of others',
    `SELECT number, status, payment_status, review_flag, grand_total, captured, going FROM ${ONLINE_ORDERS}
     WHERE CASE WHEN status IN ('confirmed', 'completed') THEN captured - (going - given) != grand_total
       ELSE captured != going END`,
  ],
  [
    'money that came online for an order paid in cash goes back',
    `SELECT number FROM orders o WHERE payment_method = 'cod' AND (SELECT COALESCE(SUM(captured), 0) FROM payments p WHERE p."order" = o.id)
       != (SELECT COALESCE(SUM(amount), 0) FROM refunds r WHERE r."order" = o.id AND r.payment != '' AND ${GOING_BACK})`,
  ],
  [
    'an order that was paid is not left waiting, and a closed one is not marked as paid without its refund',
    `SELECT number, status, payment_status, captured, going FROM ${ONLINE_ORDERS}
     WHERE (status IN ('pending', 'expired') AND captured > going) OR (status = 'confirmed' AND payment_status IN ('unpaid', 'voided'))`,
  ],
  [
    'totals add up',
    `SELECT number FROM orders WHERE grand_total != items_total - discount_total + shipping_total + round_off
       OR items_total != (SELECT COALESCE(SUM(json_extract(value, '$.line_total')), 0) FROM json_each(orders.items))
       OR discount_total != (SELECT COALESCE(SUM(json_extract(value, '$.discount')), 0) FROM json_each(orders.items))`,
  ],
  [
    'what an order took from the ledger is what it bought, and closed orders took nothing',
    `SELECT number, status, quantity, moved, held FROM (SELECT l.*,
       (SELECT COALESCE(SUM(delta), 0) FROM stock_movements m WHERE m."order" = l.id AND m.product = l.product) AS moved,
       (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds h WHERE h."order" = l.id AND h.product = l.product) AS held
       FROM ${LINES} l WHERE l.product IN (${COUNTED}))
     WHERE CASE status WHEN 'pending' THEN moved != 0 OR held NOT IN (0, quantity)
       WHEN 'confirmed' THEN moved != -quantity OR held != 0
       WHEN 'completed' THEN moved != -quantity OR held != 0
       ELSE moved != 0 OR held != 0 END`,
  ],
  [
    'no piece is sold or held twice',
    `SELECT product, pieces, held FROM (SELECT product, SUM(delta) AS pieces,
       (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds h WHERE h.product = m.product) AS held
       FROM stock_movements m GROUP BY product) WHERE pieces - held < 0`,
  ],
  [
    'every hold belongs to an order that waits',
    `SELECT h.id, o.status FROM stock_holds h LEFT JOIN orders o ON o.id = h."order" WHERE o.status IS NULL OR o.status != 'pending'`,
  ],
  ['one mail per event', 'SELECT dedupe_key FROM outbox GROUP BY dedupe_key HAVING COUNT(*) > 1'],
  [
    'one mail of each kind',
    `SELECT kind, "order", recipient FROM outbox WHERE kind IN ('order_placed', 'order_paid', 'order_cancelled', 'owner_new_order')
     GROUP BY kind, "order", recipient HAVING COUNT(*) > 1`,
  ],
  [
    'one event of each once-only kind',
    `SELECT "order", type FROM order_events WHERE type IN ('placed', 'confirmed', 'paid', 'cancelled', 'expired')
     GROUP BY "order", type HAVING COUNT(*) > 1`,
  ],
  [
    'a paid order says so once, to the shopper and in its timeline',
    `SELECT number, (SELECT COUNT(*) FROM order_events e WHERE e."order" = o.id AND type = 'paid') AS events,
       (SELECT COUNT(*) FROM outbox m WHERE m."order" = o.id AND kind = 'order_paid') AS mails FROM orders o
     WHERE status IN ('confirmed', 'completed') AND payment_status IN ('paid', 'partially_refunded', 'refunded')
       AND (events != 1 OR mails != 1)`,
  ],
]

/**
 * Money taken = orders paid + refunds, at the gateway and in the records alike; stock = ledger, and no closed order
 * holds any; one mail and one `paid` event per order. Every list is empty when all is well, and names what is wrong
 * when it is not.
 */
async function assertInvariants({ sql, gateway }: PayingShop): Promise<void> {
  for (const [holds, query] of NEVER_FOUND) expect(await sql(query), holds).toEqual([])

  const payments = new Map((await sql('SELECT * FROM payments')).map((row) => [row.gateway_payment_id, row]))
  const flagged = new Set(
    (
      await sql(
        'SELECT p.gateway_payment_id FROM payments p JOIN orders o ON o.id = p."order" WHERE o.review_flag = \'amount_mismatch\'',
      )
    ).map((row) => row.gateway_payment_id),
  )
  for (const payment of gateway.payments.values()) {
    if (!payment.captured || flagged.has(payment.id) || isMismatch(gateway, payment)) continue
    const row = payments.get(payment.id)
    expect(row, `${payment.id} was captured at the gateway and is known to the store`).toBeDefined()
    expect(Number(row?.captured), `captured of ${payment.id}`).toBe(payment.amount)
    expect(payment.amount_refunded).toBeLessThanOrEqual(payment.amount)
  }
  const refunds = new Map((await sql('SELECT * FROM refunds')).map((row) => [row.gateway_refund_id, row]))
  for (const refund of gateway.refunds.values()) {
    const row = refunds.get(refund.id)
    expect(row, `${refund.id} was made at the gateway and is known to the store`).toBeDefined()
    expect(Number(row?.amount)).toBe(refund.amount)
  }
  const paid = [...gateway.orders.values()].filter((order) => order.status !== 'created').map((order) => order.receipt)
  expect(new Set(paid).size, 'no try to pay has two orders at the gateway that take money').toBe(paid.length)
}

/** A payment over another amount or in another currency than its order asked for. */
function isMismatch(gateway: RazorpayFake, payment: GatewayPayment): boolean {
  const order = gateway.orders.get(payment.order_id)
  return payment.amount !== order?.amount || payment.currency !== order.currency
}
