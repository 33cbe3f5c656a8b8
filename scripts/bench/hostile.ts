import { type ClientRequest, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MAX_PIECES } from '../../src/domain/limits'

/**
 * Strangers who want a shop on this machine to stop: for the load and the attack tests. As a program,
 * `hostile.ts <url> <products> <attacks>`, it goes on until it is ended, so that it takes no time of the process that
 * measures. Everything is bounded, and no other machine is reached.
 */

/**
 * What they do, one or all at a time: listen to everything, never read, order all there is, ask for what was never
 * there.
 */
export const ATTACKS = ['listeners', 'readers', 'hoarders', 'missing'] as const
export type Attack = (typeof ATTACKS)[number]

/** Connections that listen with so many topics each, and sockets that never read. */
export const LISTENERS = 100
const TOPICS = 1000
export const READERS = 200

/** Pages that one socket asks for at a time. */
const PAGES = 400

const addressOf = (nth: number, network: number) => `10.66.${network}.${nth}`

function here(url: string): URL {
  const parsed = new URL(url)
  if (parsed.hostname !== '127.0.0.1') throw new Error('Only a shop on this machine is attacked.')
  return parsed
}

/**
 * Opens a connection for changes and asks for everything that happens to orders; answers what the store said, 0 when
 * it hung up.
 */
export function listenToAll(url: string, nth: number): Promise<{ status: number; request: ClientRequest }> {
  const headers = { 'X-Forwarded-For': addressOf(nth % 10, 1) }
  const subscriptions = Array.from({ length: TOPICS }, (_, at) => {
    const options = encodeURIComponent(JSON.stringify({ query: { fields: `id,f${at}` } }))
    return `${at % 2 ? 'orders' : 'order_events'}/*?options=${options}`
  })
  return new Promise((resolve) => {
    const request = get(`${here(url).origin}/api/realtime`, { agent: false, headers })
    request.on('error', () => resolve({ status: 0, request }))
    request.on('response', (answer) => {
      let heard = ''
      answer.setEncoding('utf8').on('data', async (text: string) => {
        heard += text
        const clientId = /"clientId":"([^"]+)"/.exec(heard)?.[1]
        if (!clientId) return
        heard = ''
        const asked = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
        const body = JSON.stringify({ clientId, subscriptions })
        const { status } = await fetch(`${url}/api/realtime`, { ...asked, body }).catch(() => ({ status: 0 }))
        resolve({ status, request })
      })
      answer.on('error', () => undefined).on('close', () => resolve({ status: answer.statusCode ?? 0, request }))
    })
  })
}

/** Asks for page after page on a line of its own, and reads none. */
export function neverRead(url: string, nth: number): Socket {
  const { hostname, port } = here(url)
  const paths = ['/', '/shop', '/api/collections/products/records?perPage=100']
  const from = addressOf(nth % 20, 2)
  const socket = connect({ host: hostname, port: Number(port) }, () => {
    for (let count = 0; count < PAGES; count++) {
      const path = paths[count % paths.length]
      socket.write(`GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: ${from}\r\n\r\n`)
    }
  })
  socket.pause()
  return socket.on('error', () => undefined)
}

/**
 * Orders all there is of these products, in cash, as somebody new, for the total that the shop names; answers the
 * last status.
 */
export async function hoard(url: string, products: readonly string[], nth: number): Promise<number> {
  const headers = { 'content-type': 'application/json', 'X-Forwarded-For': addressOf(nth % 250, 3) }
  const key = { 'Idempotency-Key': `hostile-${process.pid}-${String(nth).padStart(16, '0')}` }
  const order = {
    items: products
      .slice(nth % 7, (nth % 7) + 1 + (nth % 30))
      .map((product) => ({ product, quantity: MAX_PIECES, color: '' })),
    contact: { name: 'Nobody', email: `hostile-${nth}@example.in`, phone: `8${String(100_000_000 + nth)}` },
    address: { line1: '1, Nowhere', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
    payment_method: nth % 3 ? 'cod' : 'online',
  }
  const post = (path: string, body: object, more = {}) =>
    fetch(here(url).origin + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  try {
    const quote = await post('/api/store/quote', { items: order.items, payment_method: order.payment_method })
    const { grand_total: expected_total } = (await quote.json()) as { grand_total?: number }
    if (expected_total === undefined) return quote.status
    const placed = await post('/api/store/orders', { ...order, expected_total }, key)
    await placed.text()
    return placed.status
  } catch {
    return 0
  }
}

async function attack(url: string, products: readonly string[], attacks: readonly Attack[]): Promise<void> {
  const forEver = async (task: (round: number) => Promise<unknown>) => {
    for (let round = 0; ; round++) await task(round)
  }
  const listener = (nth: number) =>
    forEver(async () => {
      const { request } = await listenToAll(url, nth)
      await Promise.race([new Promise((resolve) => request.once('close', resolve)), pause(10_000)])
      request.destroy()
      await pause(1000)
    })
  const reader = (nth: number) =>
    forEver(async () => {
      const socket = neverRead(url, nth)
      await Promise.race([new Promise((resolve) => socket.once('close', resolve)), pause(10_000)])
      socket.destroy()
      await pause(500)
    })
  const several = (count: number, task: (nth: number) => Promise<void>) =>
    Promise.all(Array.from({ length: count }, (_, nth) => task(nth)))
  const tasks: { [attack in Attack]: () => Promise<unknown> } = {
    listeners: () => several(LISTENERS, listener),
    readers: () => several(READERS, reader),
    hoarders: () =>
      several(2, (nth) =>
        forEver(async (round) => {
          await hoard(url, products, round * 2 + nth)
          await pause(100)
        }),
      ),
    // A line in the log each, if it is let.
    missing: () =>
      forEver(async (round) => {
        await fetch(`${url}/api/none/${round}?${'x'.repeat(2000)}`).catch(() => undefined)
        await pause(20)
      }),
  }
  await Promise.all(attacks.map((name) => tasks[name]()))
}

const [, program, url = '', products = '', attacks = ''] = process.argv
if (program === fileURLToPath(import.meta.url)) await attack(url, products.split(','), attacks.split(',') as Attack[])
