import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, type TestContext, test, vi } from 'vitest'
import { scratchFolder } from '../scratch-folder'
import { orderOf } from './cash-shop'
import { type RecordStore, startStore } from './record-store'

/**
 * Clients that never read, or never end what they began: they are cut off when others need the script engines they
 * hold.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SOCKETS = 40
/** As in slow-clients.ts, and those that came since it was looked at last. */
const HELD_AT_MOST = 26

const site = scratchFolder()

beforeAll(async () => {
  await mkdir(join(site, 'assets'))
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Shop</title>')
  // More than the buffers of both ends take.
  await writeFile(join(site, 'assets/long.js'), randomBytes(30_000_000))
})

interface Shop {
  store: RecordStore
  product: string
}

async function open({ onTestFinished }: TestContext): Promise<Shop> {
  const store = await startStore({ env: { STORE_PUBLIC_DIR: site } })
  onTestFinished(() => store.stop())
  const products = (await store.superuser()).collection('products')
  const soap = { name: 'Soap', price: 180, category: 'soap', inStock: true, description: 'x'.repeat(3500) }
  // One by one, on one line: those of a client are open files as well.
  for (let count = 0; count < 20; count++) await products.create(soap)
  return { store, product: (await products.create(soap)).id }
}

/** Sends the same on many lines, and never reads. */
async function stall({ onTestFinished }: TestContext, url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (let count = 0; count < SOCKETS; count++) {
    const socket = connect({ host: hostname, port: Number(port) })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    socket.write(bytes)
  }
}

/**
 * Whether a page, a list and an order are answered beside these clients, and how many engines wait for one when the
 * most of them have been cut off.
 * @param bytes what each of them sends
 * @param filesOfEach files that each of them holds open, its line being one
 */
async function expectServed(context: TestContext, { store, product }: Shop, bytes: string, filesOfEach = 1) {
  const openFiles = async () => (await readdir(`/proc/${store.pid()}/fd`)).length
  const order = async (key: string) =>
    (await store.post('/api/store/orders', orderOf(product), { 'Idempotency-Key': `slow-clients-${key}` })).status
  const before = await openFiles()
  await stall(context, store.url, bytes)
  for (const path of ['/', '/api/collections/products/records'])
    expect((await fetch(store.url + path)).status).toBe(200)
  expect(await order('while-they-stall')).toBe(201)
  await vi.waitUntil(
    async () => {
      await fetch(`${store.url}/`)
      return (await openFiles()) - before < HELD_AT_MOST * filesOfEach
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(await order('afterwards')).toBe(201)
  const held = (await store.stacks()).filter((stack) => stack.includes('jsvm.(*vmsPool).run'))
  expect(held.length).toBeLessThanOrEqual(HELD_AT_MOST)
}

// All at once: each is a wait of seconds, until the store cuts its clients off.
describe.concurrent('GUARD-08 sockets', () => {
  test('that ask for a long file and never read it', async (context) => {
    await expectServed(context, await open(context), 'GET /assets/long.js HTTP/1.1\r\nHost: shop\r\n\r\n', 2)
  })

  test('that ask for page after page, list after list and record after record, and never read them', async (context) => {
    const shop = await open(context)
    const paths = ['/', '/api/collections/products/records', `/api/collections/products/records/${shop.product}`]
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`).join('')
    await expectServed(context, shop, requests.repeat(200))
  })

  test.for(['POST /api/store/quote', 'POST /api/collections/users/records', 'GET /api/store/search?q=soap'])(
    'that begin a request and never end it: %s',
    async (line, context) => {
      const headers = ['Host: shop', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 1000']
      await expectServed(context, await open(context), `${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`)
    },
  )
})
