import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
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

let site: string
let store: RecordStore
let product: string
const sockets: Socket[] = []

beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'slow-clients-'))
  await mkdir(join(site, 'assets'))
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Shop</title>')
  // More than the buffers of both ends take.
  await writeFile(join(site, 'assets/long.js'), randomBytes(30_000_000))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await store.stop()
})
afterAll(() => rm(site, { recursive: true, force: true }))

async function open(): Promise<void> {
  store = await startStore({ env: { STORE_PUBLIC_DIR: site } })
  const owner = await store.superuser()
  const soap = { name: 'Soap', price: 180, category: 'soap', inStock: true }
  product = (await owner.collection('products').create({ ...soap, description: 'x'.repeat(3500) })).id
  for (let count = 0; count < 20; count++)
    await owner.collection('products').create({ ...soap, description: 'x'.repeat(3500) })
}

/** Sends the same on many lines, and never reads. */
async function stall(bytes: string): Promise<void> {
  const { hostname, port } = new URL(store.url)
  for (let count = 0; count < SOCKETS; count++) {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    socket.write(bytes)
    sockets.push(socket)
  }
}

const openFiles = async () => (await readdir(`/proc/${store.pid()}/fd`)).length

async function order(key: string): Promise<number> {
  const answer = await fetch(`${store.url}/api/store/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'Idempotency-Key': `slow-clients-${key}` },
    body: JSON.stringify(orderOf(product)),
  })
  return answer.status
}

/**
 * Whether a page, a list and an order are answered, and how many engines wait for a client when the most of them have
 * been cut off.
 * @param before files open before the others came
 * @param filesOfEach files that each of them holds open, its line being one
 */
async function expectServed(before: number, filesOfEach = 1): Promise<void> {
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

test('GUARD-08 sockets that ask for a long file and never read it', async () => {
  await open()
  const before = await openFiles()
  await stall(`GET /assets/long.js HTTP/1.1\r\nHost: shop\r\n\r\n`)
  await expectServed(before, 2)
})

test('GUARD-08 sockets that ask for page after page, list after list and record after record, and never read them', async () => {
  await open()
  const before = await openFiles()
  const paths = ['/', '/api/collections/products/records', `/api/collections/products/records/${product}`]
  await stall(
    paths
      .map((path) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`)
      .join('')
      .repeat(200),
  )
  await expectServed(before)
})

test.each(['POST /api/store/quote', 'POST /api/collections/users/records', 'GET /api/store/search?q=soap'])(
  'GUARD-08 sockets that begin a request and never end it: %s',
  async (line) => {
    await open()
    const before = await openFiles()
    const headers = ['Host: shop', 'Connection: close', 'Content-Type: application/json', 'Content-Length: 1000']
    await stall(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{`)
    await expectServed(before)
  },
)
