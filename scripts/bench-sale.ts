import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PocketBase from 'pocketbase'
import type { Quote } from '../src/domain/quote'
import { startShop } from './bench-shop'

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

/**
 * A flash sale right after a restart, on this machine alone: 30 shoppers look at pages, ten cash orders a second come whether the ones before are
 * answered or not, each from an address of its own.
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
  const owner = async (url: string) => {
    const client = new PocketBase(url)
    client.autoCancellation(false)
    await client.collection('_superusers').authWithPassword(OWNER.email, OWNER.password)
    return client
  }
  let shop = await start()
  try {
    const before = await owner(shop.url)
    const fields = { name: 'Sale soap', category: 'soap', price: 180, inStock: true }
    const { id: product } = await before.collection('products').create(fields)
    await before.collection('stock_movements').create({ product, delta: 100_000, reason: 'restock' })
    const { items } = await before.collection('products').getList(1, 30)
    const paths = ['/', '/shop', ...items.map(({ id }) => `/product/${id}`)]
    await shop.stop()
    shop = await start()

    const { url } = shop
    const refusals: Record<string, number> = {}
    const refuse = (said: string) => {
      refusals[said] = (refusals[said] ?? 0) + 1
    }
    const memory = { before: Math.round((await shop.memory()).recordStore), peak: 0 }
    const began = performance.now()
    const until = began + seconds * 1000
    const pages: { at: number; took: number }[] = []
    const orders: number[] = []
    const request = async (path: string, from: string, init: RequestInit = {}) => {
      const headers = { 'X-Forwarded-For': from, 'Accept-Encoding': 'gzip', ...init.headers }
      const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(PATIENCE_MS) })
      return { status: answer.status, text: await answer.text() }
    }

    const browse = async (number: number) => {
      while (performance.now() < until) {
        await pause(Math.random() * LOOK_MS)
        const path =
          Math.random() < 0.5 ? paths[Math.round(Math.random())] : paths[Math.floor(Math.random() * paths.length)]
        const sentAt = performance.now()
        try {
          const { status } = await request(path as string, `10.1.0.${number}`)
          pages.push({ at: sentAt, took: performance.now() - sentAt })
          if (status !== 200) refuse(`page ${status}`)
        } catch (error) {
          refuse(`page ${(error as Error).name}`)
        }
      }
    }
    const post = (path: string, from: string, body: object, headers = {}) =>
      request(path, from, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const order = async (number: number) => {
      const from = `10.${2 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`
      const lines = [{ product, quantity: 1, color: '' }]
      try {
        const quoted = await post('/api/store/quote', from, { items: lines })
        if (quoted.status !== 200) return refuse(`quote ${quoted.status}`)
        const { payment_methods, grand_total } = JSON.parse(quoted.text) as Quote
        const body = {
          items: lines,
          contact: { name: 'Meera Rao', email: `sale-${number}@example.in`, phone: `9${100_000_000 + number}` },
          address: {
            line1: '14, 3rd Cross',
            line2: '',
            landmark: '',
            city: 'Bengaluru',
            state: 'KA',
            pincode: '560003',
          },
          payment_method: 'cod',
          expected_total: payment_methods.find(({ method }) => method === 'cod')?.total ?? grand_total,
        }
        const key = { 'Idempotency-Key': `sale-${String(number).padStart(20, '0')}` }
        const sentAt = performance.now()
        for (let tries = 1; ; tries++) {
          const { status, text } = await post('/api/store/orders', from, body, key)
          if (status === 503 && text.includes('store_busy') && tries <= BUSY_TRIES) {
            refuse('order busy, sent again')
            await pause(1000 + Math.random() * 500)
            continue
          }
          if (status === 201) orders.push(performance.now() - sentAt)
          else refuse(`order ${status}`)
          return
        }
      } catch (error) {
        refuse(`order ${(error as Error).name}`)
      }
    }
    const sell = async () => {
      const placing: Promise<void>[] = []
      for (let number = 0; performance.now() < until; number++) {
        placing.push(order(number))
        await pause(Math.max(0, began + ((number + 1) * 1000) / ORDERS_A_SECOND - performance.now()))
      }
      await Promise.all(placing)
    }
    const watch = async () => {
      while (performance.now() < until) {
        memory.peak = Math.max(memory.peak, Math.round((await shop.memory()).recordStore))
        await pause(250)
      }
    }
    const save = async () => {
      const maker = await owner(url)
      for (let price = 181; performance.now() < until; price++) {
        await pause(SAVE_EVERY_MS)
        await maker.collection('products').update(items.find(({ id }) => id !== product)?.id ?? '', { price })
      }
    }
    await Promise.all([
      ...Array.from({ length: SHOPPERS }, (_, number) => browse(number)),
      sell(),
      watch(),
      ...(saves ? [save()] : []),
    ])
    const took = pages.map((page) => page.took)
    const last = pages.filter(({ at }) => at > began + (seconds * 2000) / 3).map((page) => page.took)
    return {
      pages: { p50: part(took, 0.5), p99: part(took, 0.99), lastP99: part(last, 0.99), count: took.length },
      orders: { p50: part(orders, 0.5), p95: part(orders, 0.95), placed: orders.length },
      refusals,
      memory,
    }
  } finally {
    await shop.stop()
    await rm(scratch, { recursive: true, force: true })
  }
}
