import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../scripts/start/free-port'
import { PIXEL } from '../pixel'
import { type StartedStore, start } from '../running/start'
import { startCaddy } from './caddy'
import { ADDRESS_HEADER, ANYWHERE, BURST, startNginx } from './nginx'
import { type Asked, ask, connectTo, HOST, listen, type ReverseProxy, stall } from './proxies'

/**
 * The store as docs/deployment.md puts it online: production, behind nginx or Caddy with the guide's own files. Wants
 * nginx, caddy, openssl and unzip.
 */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

const ADMIN = { identity: 'owner@example.com', password: 'a long one for the guide' }

let data = ''
let nginx: ReverseProxy
let caddy: ReverseProxy
/** The one that is being looked at. */
let proxy: ReverseProxy
let store: StartedStore
let storePort = 0

const startStore = () =>
  start({
    STORE_PORT: String(storePort),
    STORE_DATA_DIR: join(data, 'records'),
    STORE_ENV: 'production',
    STORE_SEED: 'demo',
    STORE_PAYMENTS: 'cod',
    STORE_URL: 'https://shop.test',
    STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For',
    STORE_SUPERUSER_EMAIL: ADMIN.identity,
    STORE_SUPERUSER_PASSWORD: ADMIN.password,
  })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'store-deployed-'))
  storePort = await freePort()
  store = await startStore()
  const ports = async () => ({ plain: await freePort(), tls: await freePort(), store: storePort })
  nginx = await startNginx(await ports())
  caddy = await startCaddy(await ports())
  proxy = nginx
})

afterAll(async () => {
  await nginx?.stop()
  await caddy?.stop()
  await store?.stop()
  await rm(data, { recursive: true, force: true })
})

async function json<T = Record<string, string>>(path: string, asked: Asked & { data?: unknown } = {}) {
  const headers: Record<string, string> = { ...asked.headers }
  if (asked.data !== undefined) headers['content-type'] = 'application/json'
  const method = asked.method ?? (asked.data === undefined ? 'GET' : 'POST')
  const body = asked.data === undefined ? undefined : JSON.stringify(asked.data)
  const answer = await ask(proxy, path, { ...asked, method, headers, body })
  const text = answer.body.toString()
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as T }
}

async function admin(): Promise<Record<string, string>> {
  const { status, body } = await json('/api/collections/_superusers/auth-with-password', { data: ADMIN })
  expect(status).toBe(200)
  return { authorization: body.token as string }
}

describe.each([
  ['nginx', () => nginx, 301],
  ['Caddy', () => caddy, 308],
] as const)('RUN-17 %s', (_, chosen, moves) => {
  beforeAll(() => {
    proxy = chosen()
  })

  test('pages travel over HTTP/2, and the plain address sends there', async () => {
    const page = await ask(proxy, '/')
    expect([page.status, page.protocol]).toEqual([200, 'h2'])
    expect(page.headers['strict-transport-security']).toContain('max-age=31536000')
    const moved = await new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: proxy.plainPort, path: '/shop?sort=price-asc', headers: { host: HOST } },
        (answer) => {
          answer.resume()
          resolve({ status: answer.statusCode, location: answer.headers.location })
        },
      )
      sent.on('error', reject).end()
    })
    expect(moved).toEqual({ status: moves, location: 'https://shop.test/shop?sort=price-asc' })
  })

  test('what the store compressed passes as it is, and the API’s answers are compressed once', async () => {
    const page = async (path: string, encoding: string) => {
      const answer = await ask(proxy, path, { headers: { 'accept-encoding': encoding } })
      return { encoding: answer.headers['content-encoding'], bytes: answer.body }
    }
    // What is drawn for everybody is compressed as it is made, the empty page by the build.
    for (const [path, best] of [
      ['/about', 'gzip'],
      ['/builder-example', 'br'],
    ] as const) {
      const smallest = await page(path, 'gzip, br')
      const gzip = await page(path, 'gzip')
      const plain = await page(path, 'identity')
      expect([smallest.encoding, gzip.encoding, plain.encoding], path).toEqual([best, 'gzip', undefined])
      expect(plain.bytes.toString()).toMatch(/^<!doctype html>/i)
      const unpack = best === 'br' ? brotliDecompressSync : gunzipSync
      expect(unpack(smallest.bytes).equals(plain.bytes)).toBe(true)
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    }

    const plain = await page('/about', 'identity')
    const script = /"(\/assets\/[^"]+\.js)"/.exec(plain.bytes.toString())?.[1] as string
    const packed = await ask(proxy, script, { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    const unpacked = await ask(proxy, script, { headers: { 'accept-encoding': 'identity' } })
    expect(unpacked.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(packed.body).equals(unpacked.body)).toBe(true)

    const records = await ask(proxy, '/api/collections/products/records', {
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(records.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(records.body).toString()).totalItems).toBeGreaterThan(0)
  })

  test('GUARD-04 the limits count the shopper’s own address, whatever headers claim', async () => {
    const track = async (from: string, headers: Record<string, string> = {}) =>
      (await json('/api/store/track', { data: { number: 'SJ-NONE-0000', contact: 'a@example.com' }, from, headers }))
        .status
    let tries = 0
    while ((await track('127.0.0.1')) !== 429) expect(++tries).toBeLessThan(100)
    for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip']) {
      expect(await track('127.0.0.1', { [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' }), name).toBe(
        429,
      )
    }
    expect(await track('127.0.0.2')).not.toBe(429)
  })

  test('the admin UI is open to the named addresses alone', async () => {
    expect((await ask(proxy, '/_/', { from: '127.0.0.1' })).status).toBe(200)
    expect((await ask(proxy, '/_/', { from: '127.0.0.2' })).status).toBe(403)
    for (const name of ['_superusers', '_SuperUsers', '%5fsuperusers', '_%C5%BFuperusers', 'pbc_3142635823'])
      for (const route of ['auth-with-password', 'request-otp', 'request-password-reset', 'records'])
        for (const path of [`/api/collections/${name}/${route}`, `/api//collections/${name}/./${route}`]) {
          const asked = { method: 'POST', from: '127.0.0.2', body: JSON.stringify(ADMIN) }
          expect((await ask(proxy, path, asked)).status, path).toBe(403)
        }
    const { body } = await json<{ id: string }>('/api/collections/_superusers', { headers: await admin() })
    expect(body.id).toBe('pbc_3142635823')
  })

  test('changes arrive while the answer goes on', async () => {
    const stream = await listen(proxy, '/api/realtime')
    await vi.waitUntil(() => stream.heard().includes('PB_CONNECT'), { timeout: 20_000 })
    const clientId = /"clientId":"([^"]+)"/.exec(stream.heard())?.[1]
    const headers = await admin()
    const subscribed = await json('/api/realtime', { headers, data: { clientId, subscriptions: ['products/*'] } })
    expect(subscribed.status).toBe(204)
    const { body } = await json<{ items: { id: string }[] }>('/api/collections/products/records?perPage=1')
    const path = `/api/collections/products/records/${body.items[0]?.id}`
    expect((await json(path, { method: 'PATCH', headers, data: { name: 'Renamed behind a proxy' } })).status).toBe(200)
    await vi.waitUntil(() => stream.heard().includes('Renamed behind a proxy'), { timeout: 20_000 })
    stream.close()
  })

  test('a crowd of readers leaves room for orders, and is answered or told to come again', async () => {
    const { body } = await json<{ items: { id: string }[] }>('/api/collections/products/records?perPage=1')
    const items = [{ product: body.items[0]?.id, quantity: 1, color: '' }]
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, at) => connectTo(proxy, `127.0.3.${at + 1}`)))
    const reading = crowd.flatMap(({ ask: read }) =>
      Array.from({ length: 30 }, () => read('/api/collections/products/records?perPage=100')),
    )
    const quotes = await Promise.all(
      Array.from({ length: 20 }, () => json('/api/store/quote', { data: { items, payment_method: 'cod' } })),
    )
    expect(quotes.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const answers = await Promise.all(reading)
    for (const { close } of crowd) close()
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
    for (const { status, headers, body: text } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, headers['retry-after']]).toEqual([503, '1'])
      expect(JSON.parse(text.toString())).toMatchObject({ data: { code: 'store_busy', retry_after: 1 } })
    }
  })

  test('orders are placed beside sockets that never read and connections that listen to everything', async () => {
    const stalled = await Promise.all(
      Array.from({ length: 60 }, (_, at) => stall(proxy, '/', 200, `127.0.2.${at + 1}`)),
    )
    const streams = await Promise.all(
      Array.from({ length: 20 }, (_, at) => listen(proxy, '/api/realtime', `127.0.2.${at + 1}`)),
    )
    try {
      for (const { heard } of streams) {
        await vi.waitUntil(() => heard().includes('PB_CONNECT'), { timeout: 20_000 })
        const clientId = /"clientId":"([^"]+)"/.exec(heard())?.[1]
        const subscriptions = Array.from({ length: 1000 }, (_, at) => `orders/*?x=${at}`)
        expect((await json('/api/realtime', { data: { clientId, subscriptions } })).status).toBe(400)
      }
      const { body } = await json<{ items: { id: string }[] }>(
        `/api/collections/products/records?filter=${encodeURIComponent('inStock = true && price >= 200')}`,
      )
      const items = [{ product: body.items[0]?.id, quantity: 1, color: '' }]
      expect((await json('/api/store/quote', { data: { items, payment_method: 'cod' } })).status).toBe(200)
      expect((await ask(proxy, '/')).status).toBe(200)
    } finally {
      for (const socket of stalled) socket.destroy()
      for (const { close } of streams) close()
    }
  })
})

describe('nginx alone', () => {
  beforeAll(() => {
    proxy = nginx
  })

  test('RUN-17 scripts and pictures are kept by the proxy; what carries a token is not', async () => {
    const page = (await ask(proxy, '/builder-example', { headers: { 'accept-encoding': 'identity' } })).body.toString()
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] as string
    const kept = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(proxy, path, { headers: { 'accept-encoding': 'br', ...headers } })
      expect(answer.status).toBe(200)
      return answer.headers['x-cache']
    }
    await kept(style)
    expect(await kept(style)).toBe('HIT')

    const { body } = await json<{ items: { collectionId: string; id: string; images: string[] }[] }>(
      '/api/collections/products/records?perPage=1',
    )
    const [product] = body.items
    const picture = `/api/files/${product?.collectionId}/${product?.id}/${product?.images[0]}?thumb=300x0`
    expect([await kept(picture), await kept(picture)]).toEqual(['MISS', 'HIT'])
    // What takes AVIF has a copy of its own, whatever else it takes.
    for (const [accept, answer] of [
      ['image/avif,image/webp,*/*;q=0.8', 'MISS'],
      ['image/avif', 'HIT'],
      ['image/webp,*/*', 'HIT'],
    ] as const)
      expect(await kept(picture, { accept }), accept).toBe(answer)
    expect((await ask(proxy, picture)).headers.vary).toContain('Accept')
    // As the store's pages ask for it, and as the schema makes it: an nginx that knows other sizes would keep none of
    // these.
    expect(await kept(`${picture}&format=webp&quality=75&version=1`)).toBe('MISS')
    const { body: schema } = await json<{ items: { name: string; fields: { type: string; thumbs?: string[] }[] }[] }>(
      '/api/collections?perPage=200',
      { headers: await admin() },
    )
    const sizes = new Set(schema.items.flatMap(({ fields }) => fields.flatMap(({ thumbs = [] }) => thumbs)))
    const [whole = ''] = picture.split('?')
    for (const size of sizes) expect(await kept(`${whole}?thumb=${size}`), size).toMatch(/^(?:MISS|HIT)$/)
    // Neither copies of it under made-up addresses, nor another picture in its place.
    for (const query of [
      'x=1',
      'thumb=301x0',
      'THUMB=300x0',
      '%74humb=600x0',
      'thumb=300x0&x=1',
      'download=1',
      'thumb=',
    ])
      expect(await kept(`${whole}?${query}`), query).toBe('BYPASS')
    const small = (await ask(proxy, picture)).body
    await kept(`${whole}?%74humb=600x0`)
    expect((await ask(proxy, picture)).body.equals(small)).toBe(true)

    const tokens = [`${picture}&token=one`, `${picture}&token=one`]
    for (const path of tokens) expect(await kept(path)).toBe('BYPASS')
    const unseen = `/api/files/${product?.collectionId}/${product?.id}/${product?.images[1]}?thumb=300x0`
    expect(await kept(`${unseen}&token=one`)).toBe('BYPASS')
    expect([await kept(unseen, { authorization: 'one' }), await kept(unseen)]).toEqual(['BYPASS', 'MISS'])
    expect(await kept(picture, { authorization: 'one' })).toBe('BYPASS')
    const sandboxed = await ask(proxy, picture)
    expect(sandboxed.headers['content-security-policy']).toContain('sandbox')
  })

  test('RUN-17 a crowd’s page is asked of the store once a second, each language and packing for itself', async () => {
    const cached = async (headers: Record<string, string>) => {
      const answer = await ask(proxy, '/terms-and-conditions', {
        headers: { 'accept-encoding': 'identity', ...headers },
      })
      expect(answer.status).toBe(200)
      return { cache: answer.headers['x-cache'], body: answer.body, headers: answer.headers }
    }
    const crowd = await Promise.all(Array.from({ length: 40 }, () => cached({})))
    expect(crowd.filter(({ cache }) => cache === 'MISS')).toHaveLength(1)
    for (const [headers, lang] of [
      [{}, 'en-IN'],
      [{ 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }, 'hi-IN'],
      [{ 'accept-language': 'en-IN,en;q=0.9,hi;q=0.8' }, 'en-IN'],
      [{ cookie: 'language=hi' }, 'hi-IN'],
      [{ cookie: 'language=en', 'accept-language': 'hi' }, 'en-IN'],
      // What nginx and the store might read differently is kept as what the store was told.
      [{ cookie: 'language=EN', 'accept-language': 'hi' }, 'hi-IN'],
      [{}, 'en-IN'],
      [{ cookie: 'language=x1; language=hi' }, 'en-IN'],
      [{}, 'en-IN'],
    ] as const)
      expect((await cached(headers as Record<string, string>)).body.toString(), JSON.stringify(headers)).toContain(
        `<html lang="${lang}"`,
      )
    expect((await cached({ 'accept-encoding': 'gzip, br' })).headers['content-encoding']).toBe('gzip')
    const empty = async (encoding: string) =>
      (await ask(proxy, '/builder-example', { from: '127.0.4.1', headers: { 'accept-encoding': encoding } })).headers[
        'content-encoding'
      ]
    expect([await empty('br, gzip'), await empty('gzip')]).toEqual(['br', 'gzip'])
    expect((await cached({})).headers['content-encoding']).toBeUndefined()
    const { etag = '' } = (await cached({})).headers
    expect(
      (
        await ask(proxy, '/terms-and-conditions', {
          headers: { 'if-none-match': String(etag), 'accept-encoding': 'identity' },
        })
      ).status,
    ).toBe(304)

    const { body } = await json<{ items: { id: string }[] }>('/api/collections/products/records?perPage=1')
    const id = body.items[0]?.id
    expect((await ask(proxy, `/product/${id}`)).status).toBe(200)
    const renamed = { headers: await admin(), method: 'PATCH', data: { name: 'Kept for a second' } }
    expect((await json(`/api/collections/products/records/${id}`, renamed)).status).toBe(200)
    await vi.waitUntil(async () => (await ask(proxy, `/product/${id}`)).body.includes('Kept for a second'), {
      timeout: 5000,
    })
  })

  test('GUARD-12 no spelling of an address, and nothing a request says of itself, is kept for others', async () => {
    const page = async (path: string, headers: Record<string, string> = {}) =>
      ask(proxy, path, { headers: { 'accept-encoding': 'identity', ...headers } })
    for (const [other, own] of [
      ['/%2Fcancellations-refunds', '/cancellations-refunds'],
      ['/shop%3Fcategory=soap', '/shop?category=soap'],
      ['/%2F', '/'],
    ] as const) {
      expect((await page(other)).status, other).not.toBe(200)
      expect((await page(own)).status, own).toBe(200)
    }
    const language = async (headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await page('/shipping-policy', headers)).body.toString())?.[1]
    expect(await language({ 'x-store-language': 'hi-IN' })).toBe('hi-IN')
    expect(await language({})).toBe('en-IN')
    expect(await language({ 'x-store-language': 'en-IN', 'accept-language': 'hi' })).toBe('en-IN')
    expect(await language({ 'accept-language': 'hi' })).toBe('hi-IN')
    // What is no AVIF to the store is none to nginx: it kept the JPEG for those who take AVIF.
    const { body } = await json<{ items: { collectionId: string; id: string; images: string[] }[] }>(
      '/api/collections/products/records?perPage=1&page=2',
    )
    const [product] = body.items
    const picture = `/api/files/${product?.collectionId}/${product?.id}/${product?.images[0]}?thumb=400x0`
    for (const accept of ['ximage/avif', 'image/avif'])
      expect((await ask(proxy, picture, { headers: { accept } })).headers['x-cache'], accept).toBe('MISS')
    const opened = { 'sec-fetch-dest': 'document' }
    const first = await page('/about', opened)
    const whole = await page('/about')
    const withWorker = await page('/about', { ...opened, 'service-worker-navigation-preload': 'true' })
    expect(first.body.length).toBeLessThan(whole.body.length)
    expect(withWorker.body.equals(whole.body)).toBe(true)
  })

  test('DATA-05 the picture of an account is gone with it', async () => {
    const headers = await admin()
    const shopper = { email: 'meera@example.in', password: 'meera and a long one', name: 'Meera' }
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...shopper, passwordConfirm: shopper.password })) form.set(name, value)
    form.set('avatar', new File([PIXEL], 'me.png', { type: 'image/png' }))
    const sent = new Response(form)
    const made = await ask(proxy, '/api/collections/users/records', {
      method: 'POST',
      headers: { ...headers, 'content-type': String(sent.headers.get('content-type')) },
      body: Buffer.from(await sent.arrayBuffer()),
    })
    expect(made.status, made.body.toString()).toBe(200)
    const user = JSON.parse(made.body.toString())
    const picture = `/api/files/${user.collectionId}/${user.id}/${user.avatar}`
    for (const path of [picture, picture, `${picture}?thumb=300x300`, `${picture}?thumb=300x300`]) {
      const answer = await ask(proxy, path)
      expect([answer.status, answer.headers['cache-control'], answer.headers['x-cache']], path).toEqual([
        200,
        'private, max-age=3600',
        'MISS',
      ])
    }
    const { body: session } = await json('/api/collections/users/auth-with-password', {
      data: { identity: shopper.email, password: shopper.password },
    })
    const erased = await json('/api/store/account/deletion', {
      headers: { authorization: session.token as string },
      data: { password: shopper.password },
    })
    expect(erased.status).toBe(204)
    expect((await ask(proxy, picture)).status).toBe(404)
    expect((await ask(proxy, `${picture}?thumb=300x300`)).status).toBe(404)
  })

  test('GUARD-04 a flood of one line is held back whichever of its addresses it comes from, and nobody else is', async () => {
    const connection = await connectTo(proxy, ANYWHERE)
    const from = async (address: string) =>
      (await connection.ask('/api/health', { headers: { [ADDRESS_HEADER]: address } })).status
    const flood: number[] = []
    for (let sent = 0; sent < BURST + 50; sent += 25)
      flood.push(
        ...(await Promise.all(
          Array.from({ length: 25 }, (_, at) => from(`2001:db8:1:2:${at.toString(16)}::${(sent + 1).toString(16)}`)),
        )),
      )
    expect(flood.slice(0, BURST).every((status) => status === 200)).toBe(true)
    expect(flood.filter((status) => status === 429).length).toBeGreaterThan(40)
    const refused = await connection.ask('/shop', { headers: { [ADDRESS_HEADER]: '2001:db8:1:2::1' } })
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
    expect(JSON.parse(refused.body.toString()).message).toBe('Too many requests. Please try again in a minute.')
    for (const other of ['2001:db8:1:3::1', '2001:db8::1', '203.0.113.7', '203.0.113.8'])
      expect(await from(other), other).toBe(200)
    connection.close()

    // Twenty of one house, forty pictures each, and what their pages are made of: no limit of ours is in their way.
    const page = (await ask(proxy, '/builder-example', { headers: { 'accept-encoding': 'identity' } })).body.toString()
    const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] as string
    const { body } = await json<{ items: { collectionId: string; id: string; images: string[] }[] }>(
      '/api/collections/products/records?perPage=1',
    )
    const [product] = body.items
    const picture = `/api/files/${product?.collectionId}/${product?.id}/${product?.images[0]}?thumb=300x0`
    for (let person = 0; person < 20; person++) {
      const paths = [...Array.from({ length: 40 }, () => picture), style]
      const browser = await connectTo(proxy, ANYWHERE)
      const headers = { [ADDRESS_HEADER]: `2001:db8:1:2::${person}` }
      const answers = await Promise.all(paths.map((path) => browser.ask(path, { headers })))
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
      browser.close()
    }
  })

  test('RUN-15 backup, wipe, restore: the same orders, and a guest’s link still opens its order', async () => {
    const headers = await admin()
    const { body: products } = await json<{ items: { id: string }[] }>(
      `/api/collections/products/records?filter=${encodeURIComponent('inStock = true && price >= 200')}`,
    )
    const items = [{ product: products.items[0]?.id, quantity: 2, color: '' }]
    const address = {
      line1: '14, 3rd Cross',
      line2: '',
      landmark: '',
      city: 'Bengaluru',
      state: 'KA',
      pincode: '560003',
    }
    const { body: quote } = await json<{ grand_total: number }>('/api/store/quote', {
      data: { items, address, payment_method: 'cod' },
    })
    const placed = await json<{ id: string; access_token: string }>('/api/store/orders', {
      headers: { 'idempotency-key': 'deployment-backup-0001' },
      data: {
        items,
        address,
        contact: { name: 'मीरा रघुनाथन', email: 'meera@example.in', phone: '9845012345' },
        payment_method: 'cod',
        expected_total: quote.grand_total,
      },
    })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    const orders = async (session: Record<string, string>) =>
      (await json<{ items: unknown[] }>('/api/collections/orders/records', { headers: session })).body.items
    const before = await orders(headers)
    expect(before).toHaveLength(1)

    const made = await json('/api/backups', { headers, data: { name: 'restore-me.zip' } })
    expect(made.status, JSON.stringify(made.body)).toBe(204)
    await store.stop()
    const records = join(data, 'records')
    execFileSync('mv', [join(records, 'backups/restore-me.zip'), data])
    await rm(records, { recursive: true })
    execFileSync('unzip', ['-q', join(data, 'restore-me.zip'), '-d', records])
    expect(await readdir(records)).toContain('data.db')
    store = await startStore()

    expect(await orders(await admin())).toEqual(before)
    const link = `/api/store/orders/${placed.body.id}`
    const opened = await json<{ number: string }>(link, { headers: { 'x-order-token': placed.body.access_token } })
    expect([opened.status, opened.body.number]).toEqual([200, (before[0] as { number: string }).number])
  })
})
