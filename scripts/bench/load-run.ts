import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlacedOrder } from '../../src/domain/orders/order'
import type { Quote } from '../../src/domain/orders/quote'
import { type RecordStore, startStore } from '../../tests/backend/record-store'
import { startNginx } from '../../tests/deployment/nginx'
import type { ReverseProxy } from '../../tests/deployment/proxies'
import { seededRandom } from '../../tests/seeded-random'
import { DIST_DIR, ROOT } from '../start/environment'
import { freePort } from '../start/free-port'
import { memoryOf } from './bench-shop'
import type { Attack } from './hostile'

/**
 * A crowd in a real store: browsing as the client does, asking prices, ordering and paying, while the power is cut in
 * the middle. Each shopper has an address of their own, as behind a proxy, and the shipped limits are on.
 */

export interface LoadPlan {
  seconds: number
  shoppers: number
  /** How often the process is killed (`kill -9`) and started again, evenly over the time. */
  kills: number
  /** Longest thought of a shopper between two steps, ms; half of it on average. */
  think: number
  /** Seed of what shoppers do; the same seed is not the same run, as answers take their own time. */
  seed?: number
  /** How long an answer is waited for, ms; the client's 30 s unless said otherwise. */
  patience?: number
  /** The built client, unless it is another folder with an index.html. */
  publicDir?: string
  /** Behind nginx with the guide's own file. */
  nginx?: boolean
  /** Beside strangers who want the shop to stop: scripts/bench/hostile.ts. */
  attacks?: readonly Attack[]
  /** Beside an import of so many products at the desk, and until it is done. */
  rows?: number
  /** Beside so many open pages that follow what a maker saves: scripts/bench/open-pages.ts. */
  openPages?: number
}

export interface KindFigures {
  kind: string
  requests: number
  p50: number
  p95: number
  p99: number
  max: number
}

export interface LoadReport {
  plan: LoadPlan
  requests: number
  perSecond: number
  kinds: KindFigures[]
  orders: { acknowledged: number; cash: number; paid: number; leftWaiting: number; sentAgain: number }
  /** Refusals by what they say. */
  refusals: Record<string, number>
  connectionsLost: number
  restarts: { downMs: number }[]
  /** Largest memory of the process, MB; null where the system does not tell. */
  peakMemoryMb: number | null
  /** What must be true and is not. */
  wrong: string[]
}

/** How many pieces there are: of the scarce one fewer than wished for, of the other more. */
const SCARCE = 40
const PLENTY = 100_000
/**
 * Pauses of a client whose answer was lost, as the real one's, ms; and how often it asks again before a shopper would
 * give up.
 */
const AGAIN_MS = 1500
const LOST_TRIES = 100
/** How long the client waits for an answer, ms. */
const PATIENCE_MS = 30_000

interface Acknowledged extends PlacedOrder {
  wanted: 'cash' | 'paid' | 'waiting'
}

class Lost extends Error {}
/** Refused before anything was done, to be asked again as the client does. */
class Busy extends Lost {}

class Crowd {
  readonly times = new Map<string, number[]>()
  readonly refusals = new Map<string, number>()
  readonly lost: { from: number; to: number }[] = []
  readonly acknowledged: Acknowledged[] = []
  readonly wrong: string[] = []
  sentAgain = 0
  private orders = 0

  constructor(
    private readonly url: string,
    private readonly shop: {
      products: { id: string; images: string[] }[]
      scarce: string
      plenty: string
      assets: string[]
    },
    private readonly plan: LoadPlan,
    private readonly goesOn: () => boolean,
  ) {}

  private async ask<T>(
    kind: string,
    path: string,
    from: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: T }> {
    const startedAt = performance.now()
    let status: number
    let text: string
    try {
      const headers = { 'X-Forwarded-For': from, ...(init.headers as Record<string, string>) }
      const response = await fetch(this.url + path, {
        ...init,
        headers,
        signal: AbortSignal.timeout(this.plan.patience ?? PATIENCE_MS),
      })
      status = response.status
      text = await response.text()
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.wrong.push(`No answer in time: ${kind} ${path}`)
      else this.lost.push({ from: startedAt, to: performance.now() })
      throw new Lost()
    }
    const times = this.times.get(kind) ?? []
    times.push(performance.now() - startedAt)
    this.times.set(kind, times)
    const isJson = text.startsWith('{')
    const body = (isJson ? JSON.parse(text) : {}) as T & { message?: unknown }
    // By its words: the store and the proxy say it alike, in JSON and as a page.
    if (status === 503 && text.includes('very busy')) throw new Busy()
    if (status >= 400) {
      this.refuse(`${status} ${isJson && typeof body.message === 'string' ? body.message : text.slice(0, 80)}`)
    }
    return { status, body }
  }

  private refuse(said: string): void {
    this.refusals.set(said, (this.refusals.get(said) ?? 0) + 1)
  }

  /** Reading, tried twice more when no answer comes, as the client's queries do. */
  private async read<T = unknown>(kind: string, path: string, from: string, headers = {}): Promise<T | undefined> {
    for (let tries = 0; ; tries++) {
      try {
        return (await this.ask<T>(kind, path, from, { headers })).body
      } catch (error) {
        if (!(error instanceof Lost)) throw error
        if (tries === 2) {
          if (error instanceof Busy) this.refuse('Too busy, asked three times.')
          return undefined
        }
        await pause(400 * 2 ** tries)
      }
    }
  }

  /** Writing, sent again for as long as no answer comes, by the same key. */
  private async write<T>(kind: string, path: string, from: string, body: object, headers = {}) {
    for (let tries = 0; ; tries++) {
      try {
        const init = {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }
        return await this.ask<T>(kind, path, from, init)
      } catch (error) {
        if (!(error instanceof Lost) || tries === LOST_TRIES) throw error
        this.sentAgain++
        await pause(AGAIN_MS)
      }
    }
  }

  async shopper(number: number): Promise<void> {
    const chance = seededRandom((this.plan.seed ?? 1) * 1000 + number)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T
    const think = () => pause(chance() * this.plan.think)
    const from = `10.${number >> 8}.${number & 255}.9`
    const records = (collection: string, query: string) =>
      this.read('records', `/api/collections/${collection}/records?${query}`, from)
    const picture = ({ id, images }: { id: string; images: string[] }) =>
      images[0] ? this.read('picture', `/api/files/products/${id}/${images[0]}?thumb=300x0`, from) : undefined
    await think()
    for (const asset of this.shop.assets) await this.read('static file', asset, from)
    while (this.goesOn()) {
      await this.read('page', '/', from)
      await Promise.all([
        records('store_settings', 'perPage=1'),
        records('slider_images', 'perPage=10&skipTotal=1'),
        records('special_offers', 'perPage=1&skipTotal=1'),
        records('products', 'perPage=100&sort=list_order'),
        ...this.shop.products.slice(0, 8).map(picture),
      ])
      await think()
      await this.read('page', '/shop', from)
      await records('products', 'perPage=12&sort=price')
      await Promise.all(Array.from({ length: 4 }, () => picture(pick(this.shop.products))))
      await think()
      const looked = pick(this.shop.products)
      await this.read('page', `/product/${looked.id}`, from)
      await Promise.all([records('reviews', `filter=${encodeURIComponent(`product="${looked.id}"`)}`), picture(looked)])
      await think()
      await this.order(from, chance)
      await think()
    }
  }

  private async order(from: string, chance: () => number): Promise<void> {
    const product = chance() < 0.25 ? this.shop.scarce : this.shop.plenty
    const items = [{ product, quantity: 1 + Math.floor(chance() * 2), color: '' }]
    const quote = await this.write<Quote>('quote', '/api/store/quote', from, { items })
    if (quote.status !== 200 || quote.body.items.some((line) => line.problem) || quote.body.problems.length > 0) return
    const wanted: Acknowledged['wanted'] = chance() < 0.6 ? 'cash' : chance() < 0.8 ? 'paid' : 'waiting'
    const method = wanted === 'cash' ? 'cod' : 'online'
    const total = quote.body.payment_methods.find((choice) => choice.method === method)?.total ?? quote.body.grand_total
    const nth = ++this.orders
    const placed = await this.write<PlacedOrder>(
      'place order',
      '/api/store/orders',
      from,
      {
        items,
        contact: { name: 'Meera Raghunathan', email: `load-${nth}@example.in`, phone: `9${String(100_000_000 + nth)}` },
        address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
        payment_method: method,
        expected_total: total,
      },
      { 'Idempotency-Key': `load-${String(nth).padStart(20, '0')}` },
    )
    if (placed.status !== 201) return
    const order = { ...placed.body, wanted }
    this.acknowledged.push(order)
    const token = { 'X-Order-Token': order.access_token }
    if (wanted === 'paid') {
      const paid = await this.write(
        'pay',
        `/api/store/orders/${order.id}/payment/test`,
        from,
        { outcome: 'success' },
        token,
      )
      if (paid.status !== 200) this.wrong.push(`${order.number} could not be paid: ${paid.status}`)
    }
    await this.read('order', `/api/store/orders/${order.id}`, from, token)
  }
}

/** PocketBase answers no more rows of one SQL query, and does not say so. */
const SQL_ROWS = 1000

/** What must be true of the records afterwards, whatever was cut off; each line names something that is not. */
async function findWrong(store: RecordStore, crowd: Crowd, stocked: Record<string, number>): Promise<string[]> {
  const { sql } = store
  const wrong = [...(await findWrongOrders(sql, crowd)), ...(await findWrongStock(sql, stocked))]
  for (const [what, query] of [...NEVER, piecesNotBought(Object.keys(stocked))])
    for (const row of (await sql(query)).slice(0, 5)) wrong.push(`${what}: ${JSON.stringify(row)}`)
  return wrong
}

/** What no record may show, and a query that finds it. */
const NEVER: [what: string, query: string][] = [
  ['one key, two orders', 'SELECT idempotency_key FROM orders GROUP BY idempotency_key HAVING COUNT(*) > 1'],
  [
    'a mail or its order twice',
    `SELECT kind, "order", recipient, COUNT(*) AS n FROM outbox GROUP BY kind, "order", recipient HAVING COUNT(*) > 1`,
  ],
  [
    'a confirmed order whose shopper is not told',
    `SELECT number FROM orders o WHERE status = 'confirmed' AND NOT EXISTS
       (SELECT 1 FROM outbox m WHERE m."order" = o.id AND m.recipient = 'shopper' AND m.kind IN ('order_placed', 'order_paid'))`,
  ],
  [
    'an event twice',
    `SELECT "order", type FROM order_events WHERE type IN ('placed', 'confirmed', 'paid') GROUP BY "order", type HAVING COUNT(*) > 1`,
  ],
]

/** @param counted ids of the products whose pieces are counted */
const piecesNotBought = (counted: string[]): [what: string, query: string] => [
  'an order took other pieces than it bought',
  `SELECT number, status, quantity, moved, held FROM (SELECT l.*,
     (SELECT COALESCE(SUM(delta), 0) FROM stock_movements m WHERE m."order" = l.id AND m.product = l.product) AS moved,
     (SELECT COALESCE(SUM(quantity), 0) FROM stock_holds h WHERE h."order" = l.id AND h.product = l.product) AS held
     FROM (SELECT o.id, o.number, o.status, json_extract(value, '$.product') AS product, SUM(json_extract(value, '$.quantity')) AS quantity
       FROM orders o, json_each(o.items) GROUP BY o.id, json_extract(value, '$.product')) l
     WHERE l.product IN (${counted.map((id) => `'${id}'`).join(', ')}))
   WHERE CASE status WHEN 'pending' THEN moved != 0 OR held != quantity WHEN 'confirmed' THEN moved != -quantity OR held != 0 ELSE moved != 0 OR held != 0 END`,
]

/** Every acknowledged order stands once, as it was answered, and no other. */
async function findWrongOrders(sql: RecordStore['sql'], { acknowledged }: Crowd): Promise<string[]> {
  const wrong: string[] = []
  const orders = new Map<string | undefined, Record<string, string>>()
  for (let read = -1; read < orders.size; ) {
    read = orders.size
    const page = `SELECT id, status, payment_status, grand_total FROM orders WHERE email NOT LIKE 'hostile-%' ORDER BY id LIMIT ${SQL_ROWS} OFFSET ${read}`
    for (const row of await sql(page)) orders.set(row.id, row)
  }
  for (const { id, number, grand_total, wanted, status } of acknowledged) {
    const order = orders.get(id)
    if (!order) wrong.push(`Order ${number} was acknowledged and is gone`)
    else if (Number(order.grand_total) !== grand_total)
      wrong.push(`Order ${number} has another total than was answered`)
    else if (wanted === 'cash' && order.status !== status) wrong.push(`Cash order ${number} is ${order.status}`)
    else if (wanted === 'paid' && order.payment_status !== 'paid')
      wrong.push(`Paid order ${number} is ${order.payment_status}`)
  }
  if (new Set(acknowledged.map(({ id }) => id)).size !== acknowledged.length) wrong.push('Two answers named one order')
  if (orders.size !== acknowledged.length)
    wrong.push(`${orders.size} orders stand, ${acknowledged.length} were acknowledged`)
  return wrong
}

/** @param stocked pieces that came, by product */
async function findWrongStock(sql: RecordStore['sql'], stocked: Record<string, number>): Promise<string[]> {
  const wrong: string[] = []
  const figure = async (query: string) => Number((await sql(query))[0]?.n ?? Number.NaN)
  for (const [product, pieces] of Object.entries(stocked)) {
    const left = await figure(`SELECT SUM(delta) AS n FROM stock_movements WHERE product = '${product}'`)
    const held = await figure(`SELECT COALESCE(SUM(quantity), 0) AS n FROM stock_holds WHERE product = '${product}'`)
    const sold = await figure(
      `SELECT COALESCE(SUM(json_extract(value, '$.quantity')), 0) AS n FROM orders o, json_each(o.items)
       WHERE o.status = 'confirmed' AND json_extract(value, '$.product') = '${product}'`,
    )
    if (left - held < 0) wrong.push(`${product}: ${held} pieces are held, ${left} are there`)
    if (left !== pieces - sold) wrong.push(`${product}: ${pieces} came, ${sold} were sold, the ledger says ${left}`)
  }
  return wrong
}

/** Answers that should not have come, connections that should not have been lost. */
function wrongAnswers({ lost, refusals }: Crowd, downs: Down[]): string[] {
  const wrong: string[] = []
  // A request is lost to a cut when it was under way during it.
  const outside = lost.filter((one) => !downs.some(({ from, to }) => one.from <= to && one.to >= from))
  if (outside.length > 0) wrong.push(`${outside.length} connections were lost while the store was up`)
  for (const [said, count] of refusals) {
    if (/^(5|429)/.test(said) || !/^(\d+|Too busy,) .*[a-z].*[.]$/i.test(said))
      wrong.push(`${count} answers were no clear sentence: ${said}`)
  }
  return wrong
}

/** A superuser's program beside the crowd, for an import or open pages; both take a number. */
function startBeside(program: string, url: string, token: string, count: number): ChildProcess {
  const args = ['--import', 'tsx', join(ROOT, 'scripts/bench', program), url, token, String(count)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts a store on a folder of its own, lets the crowd in, cuts the power, and looks at what is left. */
export async function runLoad(plan: LoadPlan): Promise<LoadReport> {
  const store = await startStore({
    seed: 'demo',
    asInShop: true,
    env: { STORE_PUBLIC_DIR: plan.publicDir ?? DIST_DIR, STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' },
  })
  let proxy: ReverseProxy | undefined
  let strangers: ChildProcess | undefined
  try {
    if (plan.nginx) {
      const storePort = Number(new URL(store.url).port)
      proxy = await startNginx({ plain: await freePort(), tls: await freePort(), store: storePort }, true)
    }
    const url = proxy ? `http://127.0.0.1:${proxy.port}` : store.url
    const { stocked, ...shop } = await prepareShop(store)
    if (plan.attacks) strangers = startStrangers(url, shop.products, plan.attacks)
    const token = (await store.superuser()).authStore.token
    if (plan.rows) strangers = startBeside('csv-import.ts', store.url, token, plan.rows)
    if (plan.openPages) {
      strangers = startBeside('open-pages.ts', store.url, token, plan.openPages)
      await once(strangers.stdout as Readable, 'data')
    }
    strangers?.stdout?.pipe(process.stdout)
    const startedAt = performance.now()
    const goesOn = () =>
      plan.rows ? strangers?.exitCode === null : performance.now() < startedAt + plan.seconds * 1000
    const crowd = new Crowd(url, shop, plan, goesOn)
    const shoppers = Promise.all(Array.from({ length: plan.shoppers }, (_, number) => crowd.shopper(number)))
    const [{ downs, memory }] = await Promise.all([cutPower(store, plan, startedAt), shoppers])
    const seconds = (performance.now() - startedAt) / 1000
    if (plan.attacks && strangers && strangers.exitCode !== null) crowd.wrong.push('The strangers gave up')
    if (plan.rows && strangers?.exitCode !== 0) crowd.wrong.push('The import did not come to its end')
    await end(strangers)
    if (plan.openPages && strangers?.exitCode !== 0) crowd.wrong.push('Not every open page had what was saved')
    const peak = Math.max(...memory, (await memoryOf(store.pid())).most)
    const wrong = [...crowd.wrong, ...(await findWrong(store, crowd, stocked)), ...wrongAnswers(crowd, downs)]
    return {
      plan,
      ...figuresOf(crowd, seconds),
      restarts: downs.map(({ from, to }) => ({ downMs: Math.round(to - from) })),
      peakMemoryMb: Math.round(peak) || null,
      wrong,
    }
  } finally {
    await end(strangers)
    await proxy?.stop()
    await store.stop()
  }
}

/** Two products whose pieces are counted beside those of the demo, and what a page of the shop loads. */
async function prepareShop(store: RecordStore) {
  const owner = await store.superuser()
  const products = (await owner.collection('products').getFullList({ sort: 'list_order' })).map(({ id, images }) => ({
    id,
    images: images as string[],
  }))
  const stocked: Record<string, number> = {}
  const stock = async (name: string, pieces: number) => {
    const fields = { name, price: 180, category: 'soap', inStock: true }
    const { id } = await owner.collection('products').create(fields)
    await owner.collection('stock_movements').create({ product: id, delta: pieces, reason: 'restock' })
    stocked[id] = pieces
    return id
  }
  const scarce = await stock('Saffron soap', SCARCE)
  const plenty = await stock('Neem soap of the load', PLENTY)
  const page = await fetch(`${store.url}/`)
  if (!page.ok) throw new Error('There is no built client to serve. Run `npm run build` first.')
  const index = await page.text()
  const assets = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string)
  return { products, stocked, scarce, plenty, assets }
}

/** A process of its own: what it does must not take the time of the one that measures. */
function startStrangers(url: string, products: { id: string }[], attacks: readonly Attack[]): ChildProcess {
  const program = ['--import', 'tsx', join(ROOT, 'scripts/bench/hostile.ts')]
  const args = [...program, url, products.map(({ id }) => id).join(','), attacks.join(',')]
  return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** A time without a store, of `performance`. */
interface Down {
  from: number
  to: number
}

/**
 * Kills the store and starts it again as often as planned; how long it was down, and its memory before each cut, MiB.
 */
async function cutPower(store: RecordStore, { seconds, kills }: LoadPlan, startedAt: number) {
  const memory: number[] = []
  const downs: Down[] = []
  for (let cut = 1; cut <= kills; cut++) {
    await pause(Math.max(0, startedAt + (seconds * 1000 * cut) / (kills + 1) - performance.now()))
    memory.push((await memoryOf(store.pid())).most)
    const from = performance.now()
    await store.kill()
    await store.restart()
    downs.push({ from, to: performance.now() })
  }
  return { memory, downs }
}

function figuresOf(crowd: Crowd, seconds: number) {
  const kinds = [...crowd.times].map(([kind, times]): KindFigures => {
    times.sort((first, second) => first - second)
    const at = (part: number) =>
      Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] as number)
    return { kind, requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
  })
  const requests = kinds.reduce((sum, kind) => sum + kind.requests, 0)
  const of = (wanted: Acknowledged['wanted']) => crowd.acknowledged.filter((order) => order.wanted === wanted).length
  return {
    requests,
    perSecond: Math.round(requests / seconds),
    kinds,
    orders: {
      acknowledged: crowd.acknowledged.length,
      cash: of('cash'),
      paid: of('paid'),
      leftWaiting: of('waiting'),
      sentAgain: crowd.sentAgain,
    },
    refusals: Object.fromEntries(crowd.refusals),
    connectionsLost: crowd.lost.length,
  }
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child && child.exitCode === null && child.signalCode === null && child.kill()) await once(child, 'exit')
}
