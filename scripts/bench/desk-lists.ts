import type { RecordStore } from '../../tests/backend/record-store'
import { writeReport } from '../check/reports'

/** More than small makers sell. */
const ORDERS_A_DAY = 100
/** The newest of which some wait for something; all before them have arrived. */
const AT_WORK = 20_000

/** Lines 1 to 3 of an order, of 4,800 copies of products. */
const LINES = [0, 1, 2]
  .map(
    (line) => `json_object('product', printf('bulk%011d', (i * ${7 + line} + ${line * 31}) % 4800 + 1), 'name',
      printf('%.*c', 40, 'x'), 'color', '', 'color_name', '', 'image', 'a.jpg', 'quantity', 1 + i % 3,
      'unit_price', 18000, 'line_total', 18000 * (1 + i % 3))`,
  )
  .join(', ')
const DATE = (time: string) => `strftime('%Y-%m-%d %H:%M:%fZ', 'now', ${time})`

/** SQL that fills a shop of products `bulk…` with so many orders, and all that comes with them. */
export const fill = (orders: number) => {
  const placed = DATE(`'-' || (i / ${ORDERS_A_DAY}) || ' days', '-' || (i % 100 * 13) || ' minutes'`)
  const numbers = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${count})`
  return [
    `${numbers(orders)} INSERT INTO orders (id, number, name, email, phone, line1, city, state, pincode, status, payment_status,
     fulfilment_status, payment_method, currency, items, grand_total, paid_total, refunded_total, idempotency_key,
     placed_at, confirmed_at, created, updated)
   SELECT printf('many%011d', i), printf('SJ-%08d', i), 'Shopper ' || i, 'shopper' || (i % 9000) || '@example.in',
     printf('+9198%08d', i), '14, 3rd Cross', 'Bengaluru', 'KA', '560003',
     CASE WHEN i % 50 = 7 THEN 'cancelled' ELSE 'confirmed' END, CASE WHEN i % 2 THEN 'paid' ELSE 'unpaid' END,
     CASE WHEN i >= ${AT_WORK} THEN 'delivered' WHEN i % 100 = 0 THEN 'unfulfilled' WHEN i % 100 = 1 THEN 'packed' WHEN i % 100 = 2 THEN 'shipped'
       ELSE 'delivered' END, CASE WHEN i % 2 THEN 'razorpay' ELSE 'cod' END, 'INR', json_array(${LINES}), 108000,
     CASE WHEN i % 2 THEN 108000 ELSE 0 END, CASE WHEN i % 40 IN (3, 4) THEN 18000 ELSE 0 END, 'many-' || i,
     ${placed}, ${placed}, ${placed}, ${placed} FROM n`,
    `INSERT INTO order_events (id, "order", type, actor, label, public, created, updated)
   SELECT 'evnt' || substr(id, 5), id, CASE WHEN refunded_total > 0 THEN 'refunded' ELSE 'delivered' END, 'store', '', 1,
     placed_at, placed_at FROM orders WHERE id LIKE 'many%'`,
    `INSERT INTO refunds (id, "order", amount, status, processed_at, created, updated)
   SELECT 'rfnd' || substr(id, 5), id, 18000, 'processed', placed_at, placed_at, placed_at FROM orders
   WHERE id LIKE 'many%' AND refunded_total > 0 AND payment_method = 'razorpay'`,
    `INSERT INTO bills (id, "order", number, kind, fiscal_year, sequence, issued_at, data, created, updated)
   SELECT 'bill' || substr(id, 5), id, number, 'tax_invoice', '26-27', rowid, placed_at, json_object('number', number,
     'kind', 'tax_invoice', 'items', items, 'grand_total', grand_total, 'text', printf('%.*c', 1200, 'x')),
     placed_at, placed_at FROM orders WHERE id LIKE 'many%' AND status = 'confirmed'`,
    `INSERT INTO stock_movements (id, product, delta, reason, created, updated)
   SELECT 'move' || substr(id, 5), id, 40 + ${orders} / 4800, 'restock', created, created FROM products WHERE id LIKE 'bulk%'`,
    `INSERT INTO stock_movements (id, product, delta, reason, "order", created, updated)
   SELECT 'sold' || substr(id, 5), items ->> '$[0].product', -1, 'sale', id, placed_at, placed_at FROM orders
   WHERE id LIKE 'many%'`,
    `INSERT INTO messages (id, name, email, message, mailed, answered_at, created, updated)
   SELECT 'mail' || substr(id, 5), name, email, printf('%.*c', 400, 'x'), 1,
     CASE WHEN rowid % 100 THEN placed_at ELSE '' END, placed_at, placed_at FROM orders
   WHERE id LIKE 'many%' AND rowid % 10 = 0`,
    `${numbers(20_000)} INSERT INTO missed_searches (id, term, day, count, created, updated)
   SELECT printf('miss%011d', i), 'word ' || (i % 300), date('now', '-' || (i / 300) || ' days'), 1 + i % 9,
     ${DATE(`'0 days'`)}, ${DATE(`'0 days'`)} FROM n`,
    `INSERT INTO desk_log (id, who, what, link, created, updated)
   SELECT 'dlog' || substr(id, 5), 'owner@example.com', 'Packed ' || number, '#/packing', placed_at, placed_at
   FROM orders WHERE id LIKE 'many%'`,
    // One product of which a piece is sold with every order, as a shop of few products has.
    `INSERT INTO stock_movements (id, product, delta, reason, "order", created, updated)
   SELECT 'most' || substr(id, 5), 'bulk00000000001', CASE WHEN rowid % 50 THEN -1 ELSE 60 END, 'sale', id, placed_at,
     placed_at FROM orders WHERE id LIKE 'many%'`,
    `INSERT INTO outbox (id, kind, "order", recipient, dedupe_key, data, status, created, updated)
   SELECT 'post' || substr(id, 5), 'order_placed', id, 'shopper', id, '{}',
     CASE WHEN rowid % 1000 THEN 'sent' ELSE 'failed' END, placed_at, placed_at FROM orders WHERE id LIKE 'many%'`,
    // As many as a courier's list of PIN codes has.
    `${numbers(10_000)} INSERT INTO delivery_rules (id, prefix, deliver, cash, fee, cash_fee, days_min, days_max)
   SELECT printf('rule%011d', i), 560000 + i, 1, 1, 49, 0, 2, 4 FROM n`,
    'ANALYZE',
  ]
}

const MONTH = new Date().toISOString().slice(0, 7)
/** What the desk's screens ask for, by what they are called there. */
const ASKED: readonly (readonly [name: string, path: string])[] = [
  ['Today', 'today'],
  ['figures of 7 days', 'figures?days=7'],
  ['figures of 30 days', 'figures?days=30'],
  ['figures of 90 days', 'figures?days=90'],
  ['figures of a month', `figures?month=${MONTH}`],
  ['a month for the accountant, a page', `figures/papers?month=${MONTH}&after=`],
  ['orders', 'orders'],
  ['orders, all of them', 'orders?days=0'],
  ['orders, the last page', 'orders?days=0&page=99999'],
  ['orders to look at', 'orders?tab=look'],
  ['orders to pack', 'orders?tab=pack'],
  ['orders to ship', 'orders?tab=ship'],
  ['orders on the way', 'orders?tab=way'],
  ['orders unpaid', 'orders?tab=unpaid'],
  ['orders by a name', 'orders?q=shopper%2019&days=0'],
  ['orders by a phone', 'orders?q=98000%2019999&days=0'],
  ['orders, nothing found', 'orders?q=nobody&days=0'],
  ['one order', 'orders/many00000000100'],
  ['products for an order', 'order-products?q=soap'],
  ['packing', 'parcels?tab=pack'],
  ['packing, with the courier', 'parcels?tab=way'],
  ['packing, returns', 'parcels?tab=returns'],
  ['packing by a name', 'parcels?tab=pack&q=shopper%2019'],
  ['sheet', 'products'],
  ['sheet, the last page', 'products?page=9999'],
  ['sheet by a name', 'products?search=soap'],
  ['stock-take, what runs low', 'products?low=1'],
  ['messages', 'messages?tab=open'],
  ['messages that are answered', 'messages?tab=done'],
  ['reviews', 'reviews?tab=all'],
  ['setup', 'setup'],
  ['delivery rules', 'delivery?pincode=560123'],
  ['CSV: products, a page', 'csv/products?after='],
  ['CSV: stock, a page', 'csv/stock?after='],
  ['CSV: orders, a page', 'csv/orders?after='],
  ['CSV: customers, a page', 'csv/customers?after='],
]

const listed = (collection: string, filter = '', sort = '-created') =>
  `/api/collections/${collection}/records?perPage=40&sort=${sort}&filter=${encodeURIComponent(filter)}`
/** What is asked in PocketBase's own lists, and what shoppers wait for. */
const BESIDE: typeof ASKED = [
  ['log', listed('desk_log')],
  ['admin: orders', listed('orders')],
  ['admin: orders to ship', listed('orders', 'fulfilment_status = "packed" && status = "confirmed"', 'placed_at')],
  ['admin: orders of an address', listed('orders', 'email = "shopper19@example.in"')],
  ['admin: failed mails', listed('outbox', 'status = "failed"')],
  ['admin: stock of the product sold most', listed('stock_movements', 'product = "bulk00000000001"')],
  ['page of the product sold most', '/api/collections/products/records/bulk00000000001'],
]

/** Every list of the desk and of PocketBase's screens: what it is called, and its path. */
export const LISTS: typeof ASKED = [
  ...ASKED.map(([name, path]) => [name, `/api/store/desk/${path}`] as const),
  ...BESIDE,
]

/**
 * `npm run bench:catalogue -- --desk`: every list of the desk in a shop of 5,000 products and 20,000 orders, one after
 * the other; `--products=50000 --orders=200000` for a larger one. Writes `reports/desk-lists.json`.
 */
export async function measureDesk(store: RecordStore, orders: number, rounds: number): Promise<void> {
  const owner = await store.superuser()
  for (const sql of fill(orders)) await owner.sql.run(sql)
  const headers = { Authorization: owner.authStore.token }
  const figures = []
  console.log(`\n${'ms: median (least–most)'.padEnd(42)}kB`)
  for (const [name, path] of LISTS) {
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round <= rounds; round++) {
      const startedAt = performance.now()
      const answer = await fetch(store.url + path, { headers })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
      if (round > 0) times.push(performance.now() - startedAt)
      bytes = text.length
    }
    const sorted = times.sort((a, b) => a - b).map(Math.round)
    const [least, median, most] = [sorted[0], sorted[Math.floor(rounds / 2)], sorted.at(-1)]
    figures.push({ name, least, median, most, bytes })
    console.log(`${name.padEnd(42)}${median} (${least}–${most}) ${Math.round(bytes / 1024)}`)
  }
  await writeReport('desk-lists', { orders, rounds, figures })
}
