import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PocketBase from 'pocketbase'
import type { Quote } from '../../src/domain/orders/quote'
import { type RunningStore, startShop } from './bench-shop'

const SHOPPERS = 30
const ORDERS_A_SECOND = 10
/** Longest look at a page, ms; half of it on average. */
const LOOK_MS = 2000
const SAVE_EVERY_MS = 1000
/** How long an answer is waited for, ms, as the client does. */
const PATIENCE_MS = 30_000
/** How often an order is sent again by its key while the store is too busy, as the client does. */
const BUSY_TRIES = 3
const OWNER = { email: 'owner@example.com', password: 'owner password of the sale' }

export interface Sale {
  /** Times in ms; `lastP99` of the last third: whether it recovers. */
  pages: { p50: number; p99: number; lastP99: number; count: number }
  /** From the first time an order is sent until it stands. */
  orders: { p50: number; p95: number; placed: number }
  /** What did not go well, by status or error, with its number. */
  refusals: Record<string, number>
  /** Of PocketBase, MiB: when it is ready, and the most. */
  memory: { before: number; peak: number }
}

const part = (times: number[], share: number) => {
  const sorted = [...times].sort((first, second) => first - second)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
}

/** One sale: where it is, how long it lasts (times of `performance`), and what has been seen of it. */
interface Run {
  url: string
  began: number
  until: number
  catalogue: Catalogue
  pages: { at: number; took: number }[]
  orders: number[]
  refusals: Record<string, number>
}

interface Catalogue {
  /** Id of the product everybody buys, and of another one. */
  product: string
  other: string
  /** Pages people look at; the first two are looked at most. */
  paths: string[]
}

/**
 * A flash sale right after a restart, on this machine alone: 30 shoppers look at pages, ten cash orders a second come
 * whether the ones before are answered or not, each from an address of its own.
 * @param saves whether a maker changes a product once a second meanwhile
 */
export async function measureSale({
  checkout,
  seconds,
  saves,
}: {
  checkout: string
  seconds: number
  saves: boolean
}): Promise<Sale> {
  const scratch = await mkdtemp(join(tmpdir(), 'sale-'))
  const settings = {
    STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For',
    STORE_SUPERUSER_EMAIL: OWNER.email,
    STORE_SUPERUSER_PASSWORD: OWNER.password,
    STORE_PICTURES: 'jpeg',
  }
  const start = () => startShop(join(scratch, 'data'), settings, checkout)
  let shop = await start()
  try {
    const catalogue = await prepareCatalogue(shop.url)
    // As in any shop that is open.
    for (const path of catalogue.paths) await (await fetch(shop.url + path)).text()
    await shop.stop()
    shop = await start()
    const memory = { before: await memoryOf(shop), peak: 0 }
    const began = performance.now()
    const until = began + seconds * 1000
    const run: Run = { url: shop.url, began, until, catalogue, pages: [], orders: [], refusals: {} }
    await Promise.all([
      ...Array.from({ length: SHOPPERS }, (_, number) => browse(run, number)),
      sell(run),
      watchMemory(run, shop, memory),
      ...(saves ? [changePrices(run)] : []),
    ])
    return { ...figuresOf(run), memory }
  } finally {
    await shop.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function owner(url: string): Promise<PocketBase> {
  const client = new PocketBase(url).autoCancellation(false)
  await client.collection('_superusers').authWithPassword(OWNER.email, OWNER.password)
  return client
}

async function prepareCatalogue(url: string): Promise<Catalogue> {
  const client = await owner(url)
  const fields = { name: 'Sale soap', category: 'soap', price: 180, inStock: true }
  const { id: product } = await client.collection('products').create(fields)
  await client.collection('stock_movements').create({ product, delta: 100_000, reason: 'restock' })
  const { items } = await client.collection('products').getList(1, 30)
  return {
    product,
    other: items.find(({ id }) => id !== product)?.id ?? '',
    paths: ['/', '/shop', ...items.map(({ id }) => `/product/${id}`)],
  }
}

/** Of PocketBase, MiB. */
const memoryOf = async (shop: RunningStore) => Math.round((await shop.memory()).recordStore)

async function watchMemory(run: Run, shop: RunningStore, memory: Sale['memory']): Promise<void> {
  while (performance.now() < run.until) {
    memory.peak = Math.max(memory.peak, await memoryOf(shop))
    await pause(250)
  }
}

function refuse({ refusals }: Run, said: string): void {
  refusals[said] = (refusals[said] ?? 0) + 1
}

async function request(run: Run, path: string, from: string, init: RequestInit = {}) {
  const headers = { 'X-Forwarded-For': from, 'Accept-Encoding': 'gzip', ...init.headers }
  const answer = await fetch(run.url + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
  return { status: answer.status, text: await answer.text() }
}

const post = (run: Run, path: string, from: string, body: object, headers = {}) =>
  request(run, path, from, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** One shopper who looks at page after page until the sale is over. */
async function browse(run: Run, number: number): Promise<void> {
  const { paths } = run.catalogue
  while (performance.now() < run.until) {
    await pause(Math.random() * LOOK_MS)
    const path =
      Math.random() < 0.5 ? paths[Math.round(Math.random())] : paths[Math.floor(Math.random() * paths.length)]
    const sentAt = performance.now()
    try {
      const { status } = await request(run, path as string, `10.1.0.${number}`)
      run.pages.push({ at: sentAt, took: performance.now() - sentAt })
      if (status !== 200) refuse(run, `page ${status}`)
    } catch (error) {
      refuse(run, `page ${(error as Error).name}`)
    }
  }
}

/** One order after the other, at its time, whether the ones before are answered or not. */
async function sell(run: Run): Promise<void> {
  const placing: Promise<void>[] = []
  for (let number = 0; performance.now() < run.until; number++) {
    placing.push(order(run, number))
    await pause(Math.max(0, run.began + ((number + 1) * 1000) / ORDERS_A_SECOND - performance.now()))
  }
  await Promise.all(placing)
}

async function order(run: Run, number: number): Promise<void> {
  const from = `10.${2 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
  const items = [{ product: run.catalogue.product, quantity: 1, color: '' }]
  try {
    const quoted = await post(run, '/api/store/quote', from, { items })
    if (quoted.status !== 200) return refuse(run, `quote ${quoted.status}`)
    const { payment_methods, grand_total } = JSON.parse(quoted.text) as Quote
    const body = {
      items,
      contact: { name: 'Meera Rao', email: `sale-${number}@example.in`, phone: `9${100_000_000 + number}` },
      address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
      payment_method: 'cod',
      expected_total: payment_methods.find(({ method }) => method === 'cod')?.total ?? grand_total,
    }
    await place(run, from, body, `sale-${String(number).padStart(20, '0')}`)
  } catch (error) {
    refuse(run, `order ${(error as Error).name}`)
  }
}

/** Sends an order, and again by its key while the store is too busy. */
async function place(run: Run, from: string, body: object, key: string): Promise<void> {
  const sentAt = performance.now()
  for (let tries = 1; ; tries++) {
    const { status, text } = await post(run, '/api/store/orders', from, body, { 'Idempotency-Key': key })
    if (status === 503 && text.includes('store_busy') && tries <= BUSY_TRIES) {
      refuse(run, 'order busy, sent again')
      await pause(1000 + Math.random() * 500)
      continue
    }
    if (status === 201) run.orders.push(performance.now() - sentAt)
    else refuse(run, `order ${status}`)
    return
  }
}

async function changePrices({ url, until, catalogue }: Run): Promise<void> {
  const maker = await owner(url)
  for (let price = 181; performance.now() < until; price++) {
    await pause(SAVE_EVERY_MS)
    await maker.collection('products').update(catalogue.other, { price })
  }
}

function figuresOf({ began, until, pages, orders, refusals }: Run): Omit<Sale, 'memory'> {
  const took = pages.map((page) => page.took)
  const lastThird = began + ((until - began) * 2) / 3
  const last = pages.filter(({ at }) => at > lastThird).map((page) => page.took)
  return {
    pages: { p50: part(took, 0.5), p99: part(took, 0.99), lastP99: part(last, 0.99), count: took.length },
    orders: { p50: part(orders, 0.5), p95: part(orders, 0.95), placed: orders.length },
    refusals,
  }
}
