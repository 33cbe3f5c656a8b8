import type PocketBase from 'pocketbase'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { DESK_TOPIC, orderTopic, PAGES_TOPIC, stockTopic } from '../../src/domain/site/changes'
import { placeOrder } from '../order'
import { shared } from '../shared'
import { orderOf } from './cash-shop'
import { closeListeners, follow, listen } from './listener'
import { type NewUser, startStore } from './record-store'

/** What strangers may be told of as it happens, and how much of it (docs/decisions/0024). */

/** As the settings are shipped. */
const CONNECTIONS = 60
const SUBSCRIPTIONS = 10

const store = shared(() => startStore({ env: { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' } }))
let shopper: NewUser

beforeAll(async () => {
  shopper = await store.newUser()
})
afterEach(closeListeners)

/** A connection's name; an empty one when it was closed. */
const connect = async (from: string) => (await listen(store.url, from)).id
const subscribe = (clientId: string, subscriptions: string[], from: string, as?: PocketBase) =>
  follow(store.url, clientId, subscriptions, { from, as })

const order = 'abcdefghijklmno'
const followed = (id: string) => stockTopic(id)

test('GUARD-07 guests and shoppers may follow what the shop’s own pages follow, and nothing else', async () => {
  const from = '10.1.0.1'
  const open = ['@oauth2', 'PB_CONNECT', PAGES_TOPIC, stockTopic(order), orderTopic('0a'.repeat(32))]
  const closed = [
    DESK_TOPIC,
    'store/*',
    'store/orders/*',
    orderTopic('0a'.repeat(31)),
    `${PAGES_TOPIC}?options=%7B%7D`,
    `orders/${order}`,
    'orders/*',
    'orders',
    'orders/*?options=%7B%22query%22%3A%7B%22fields%22%3A%22id%22%7D%7D',
    'order_events/*',
    'products/*',
    'users/*',
    'pbc_1234567890/*',
    `orders/${order}?options=${encodeURIComponent('{"query":{"fields":"id","filter":"total > 1"}}')}`,
    `orders/${order}?options=${encodeURIComponent('{"query":{"fields":"id","expand":"user"}}')}`,
    `${followed(order)}?x=1`,
    '@oauth2?options=%7B%7D',
    '',
  ]
  for (const as of [undefined, shopper.pb]) {
    const id = await connect(from)
    for (const topic of open) expect(await subscribe(id, [topic], from, as), topic).toBe(204)
    for (const topic of closed) expect(await subscribe(id, ['@oauth2', topic], from, as), topic).toBe(400)
  }
  const own = await connect(from)
  expect(await subscribe(own, ['orders/*', 'order_events/*', DESK_TOPIC], from, await store.superuser())).toBe(204)
})

test('GUARD-07 a connection holds few subscriptions, and a long list is refused before it is read', async () => {
  const from = '10.1.0.2'
  const id = await connect(from)
  const orders = (count: number) => Array.from({ length: count }, (_, at) => followed(String(at).padStart(15, 'a')))
  expect(await subscribe(id, orders(SUBSCRIPTIONS), from, shopper.pb)).toBe(204)
  expect(await subscribe(id, orders(SUBSCRIPTIONS + 1), from, shopper.pb)).toBe(400)
  expect(await subscribe(id, ['x'.repeat(100_000)], from, shopper.pb)).toBe(413)
})

test('GUARD-07 one address holds few connections, those that never subscribe among them, and keeps nobody else from theirs', async () => {
  const from = '10.1.0.3'
  const granted = async (count: number, address: string) =>
    (await Promise.all(Array.from({ length: count }, () => connect(address)))).filter((id) => id !== '').length
  expect(await granted(100, from)).toBe(CONNECTIONS)
  expect(await granted(6, '10.1.0.4')).toBe(6)
  // One network of version 6 is one line.
  const line = await Promise.all(Array.from({ length: 70 }, (_, at) => connect(`2001:db8:1:2::${at + 1}`)))
  expect(line.filter((id) => id !== '')).toHaveLength(CONNECTIONS)
  // Whoever leaves makes room.
  closeListeners()
  await vi.waitUntil(async () => (await connect(from)) !== '', { timeout: 20_000 })
})

test('GUARD-07 connections hold no script engine, and an order is placed beside a hundred of them', async () => {
  const held = await Promise.all(Array.from({ length: 100 }, (_, at) => connect(`10.2.${at % 5}.1`)))
  expect(held.filter((id) => id !== '')).toHaveLength(100)
  const owner = await store.superuser()
  const soap = await owner.collection('products').create({ name: 'Soap', price: 180, category: 'soap', inStock: true })
  await placeOrder(store.guest(), orderOf(soap.id))
  const connected = (await store.stacks()).filter((stack) => stack.includes('apis.realtimeConnect'))
  expect(connected.length).toBeGreaterThanOrEqual(100)
  expect(connected.filter((stack) => stack.includes('jsvm.(*vmsPool).run'))).toEqual([])
})
