import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeHostFiles } from '../../scripts/build/static-host'
import { type RecordStore, startStore } from '../backend/record-store'
import { startLocalServer } from '../local-server'
import { scratchFolder } from '../scratch-folder'

const THEME_SCRIPT = `document.documentElement.dataset.theme = 'light' // ₹ and — count as UTF-8`
const PAGE = `<!doctype html>
<html lang="en-IN"><head><script>${THEME_SCRIPT}</script><script type="application/json" id="query-state">{}</script>
<script type="module" src="/assets/index-abc123.js"></script></head><body><div id="root"></div></body></html>`
const SCRIPT = `console.warn('${'soap '.repeat(200)}')`

/** A client as the build leaves it, with things beside it that must stay unseen. */
const FILES: Record<string, string> = {
  'index.html': PAGE,
  'assets/index-abc123.js': SCRIPT,
  'assets/index-abc123.css': 'body { color: brown }',
  'assets/plain-def456.woff2': 'not compressed again',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'robots.txt': 'User-agent: *',
  'sw.js': 'addEventListener',
  'odd name.txt': 'a space',
  '.env': 'SECRET=1',
  '.vite/manifest.json': '{}',
  'assets/.hidden.js': 'hidden',
}
const COMPRESSED = ['index.html', 'assets/index-abc123.js', 'favicon.svg']

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const scratch = scratchFolder()
let store: RecordStore

beforeAll(async () => {
  const site = join(scratch, 'site')
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(site, name)), { recursive: true })
    await writeFile(join(site, name), content)
    if (!COMPRESSED.includes(name)) continue
    await writeFile(join(site, `${name}.br`), brotliCompressSync(content))
    await writeFile(join(site, `${name}.gz`), gzipSync(content))
  }
  await writeFile(join(scratch, 'outside.txt'), 'outside')
  store = await startStore({
    env: { STORE_PUBLIC_DIR: site, RAZORPAY_KEY_ID: 'k', RAZORPAY_CHECKOUT_URL: 'http://127.0.0.1:18199/pay.js' },
  })
}, 60_000)

afterAll(() => store?.stop())

/** Sends the path as it is written: `fetch` would tidy it first. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(store.url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

function directive(answer: Answer, name: string): string[] {
  const policy = String(answer.headers['content-security-policy'])
  return (
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1) ?? []
  )
}

describe('compressed answers', () => {
  test.each([
    ['/', 'index.html', 'text/html; charset=utf-8'],
    ['/shop', 'index.html', 'text/html; charset=utf-8'],
    ['/assets/index-abc123.js', 'assets/index-abc123.js', 'text/javascript; charset=utf-8'],
    ['/favicon.svg', 'favicon.svg', 'image/svg+xml'],
  ])('SERVE-01 %s comes as brotli, gzip or plain, as asked', async (path, file, type) => {
    const content = FILES[file]
    const brotli = await ask(path, { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.body).toString()).toBe(content)
    const gzip = await ask(path, { 'Accept-Encoding': 'gzip, br;q=0' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(content)
    const plain = await ask(path)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(content)
    for (const answer of [brotli, gzip, plain]) {
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe(type)
      expect(answer.headers.vary).toContain('Accept-Encoding')
    }
  })

  test('SERVE-01 a file without a compressed copy comes as it is', async () => {
    const answer = await ask('/assets/plain-def456.woff2', { 'Accept-Encoding': 'br, gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['content-type']).toBe('font/woff2')
    expect(answer.body.toString()).toBe(FILES['assets/plain-def456.woff2'])
  })

  test('SERVE-01 a range is one of the file itself', async () => {
    const answer = await ask('/assets/index-abc123.js', { 'Accept-Encoding': 'br', Range: 'bytes=0-6' })
    expect(answer.status).toBe(206)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body.toString()).toBe(SCRIPT.slice(0, 7))
  })
})

describe('caching', () => {
  test.each([
    ['/assets/index-abc123.js', 'public, max-age=31536000, immutable'],
    ['/assets/plain-def456.woff2', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'public, max-age=3600'],
    ['/robots.txt', 'public, max-age=3600'],
    ['/', 'no-cache'],
    ['/product/abc', 'no-cache'],
    ['/assets/gone-000000.js', 'no-store'],
  ])('SERVE-02 %s is sent with %s', async (path, expected) => {
    expect((await ask(path)).headers['cache-control']).toBe(expected)
  })

  test.each(['/', '/shop', '/favicon.svg', '/assets/index-abc123.js'])(
    'SERVE-02 %s answers 304 to who has it already, 200 to who has another',
    async (path) => {
      const first = await ask(path, { 'Accept-Encoding': 'br' })
      const etag = String(first.headers.etag)
      expect(etag).toMatch(/^W\/"[^"]+"$/)
      for (const known of [etag, etag.slice(2), `"other", ${etag}`]) {
        const again = await ask(path, { 'Accept-Encoding': 'br', 'If-None-Match': known })
        expect(again.status).toBe(304)
        expect(again.body).toHaveLength(0)
        expect(again.headers.etag).toBe(etag)
      }
      expect((await ask(path, { 'If-None-Match': 'W/"other"' })).status).toBe(200)
    },
  )
})

describe('what is not there', () => {
  test.each(['/assets/gone-000000.js', '/assets/', '/assets', '/gone.png', '/product/gone.jpg', '/gone.js'])(
    'SERVE-03 %s is a 404 in plain text, never a page',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(answer.body.toString()).toBe('Not found')
    },
  )

  test.each(['/nowhere', '/product', '/blog/a/b', '/a%00b'])(
    'ROUTE-20 %s is the page with status 404',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(404)
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.body.toString()).toBe(PAGE)
      expect(answer.headers.etag).toBeUndefined()
    },
  )

  test.each([
    ['GET', '/api/typo'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/store/typo.json'],
    ['POST', '/api/typo'],
    ['DELETE', '/api/typo'],
  ])("SERVE-03 %s %s answers in the record store's own JSON", async (method, path) => {
    const answer = await ask(path, {}, method)
    expect(answer.status).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
    const body = JSON.parse(answer.body.toString())
    expect(body).toEqual({ status: 404, message: expect.any(String), data: {} })
    expect(answer.headers['content-security-policy']).toBeUndefined()
  })

  test('SERVE-03 the record store and its admin UI keep their addresses', async () => {
    expect((await ask('/api/health')).status).toBe(200)
    const products = await ask('/api/collections/products/records')
    expect(products.status).toBe(200)
    const admin = await ask('/_/')
    expect(admin.status).toBe(200)
    expect(admin.body.toString()).not.toContain('query-state')
  })

  test.each([
    '/.env',
    '/.vite/manifest.json',
    '/assets/.hidden.js',
    '/%2eenv',
    '/..%2foutside.txt',
    '/%2e%2e%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/..%5coutside.txt',
    '/assets/..%2f.env',
    '/index.html.br',
    '/assets/index-abc123.js.gz',
  ])('SERVE-03 %s gives nothing away', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(404)
    expect(answer.body.toString()).toBe('Not found')
  })

  test.each(['/../outside.txt', '/assets/../../outside.txt', '//outside.txt'])(
    'SERVE-03 %s is at most sent to a tidy address of this store',
    async (path) => {
      const answer = await ask(path)
      expect([301, 307, 308, 404]).toContain(answer.status)
      expect(answer.headers.location ?? '/').toMatch(/^\/(?!\/)/)
      expect(answer.body.toString()).not.toBe('outside')
    },
  )
})

describe('methods and names', () => {
  test.each(['/', '/assets/index-abc123.js', '/nowhere', '/assets/gone.js'])(
    'SERVE-04 HEAD %s has the headers of GET and no body',
    async (path) => {
      const get = await ask(path, { 'Accept-Encoding': 'br' })
      const head = await ask(path, { 'Accept-Encoding': 'br' }, 'HEAD')
      expect(head.status).toBe(get.status)
      expect(head.body).toHaveLength(0)
      for (const name of ['content-type', 'content-encoding', 'cache-control', 'etag', 'content-security-policy']) {
        expect(head.headers[name]).toBe(get.headers[name])
      }
    },
  )

  test('SERVE-04 a name with a space', async () => {
    expect((await ask('/odd%20name.txt')).body.toString()).toBe('a space')
  })

  test('SERVE-04 /index.html leads to /', async () => {
    const answer = await ask('/index.html')
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe('/')
  })
})

describe('security headers', () => {
  const PAGE_HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(
      /^accelerometer=\(\), camera=\(\), .*geolocation=\(\).*payment=\(self /,
    ),
    'content-security-policy': expect.stringContaining("default-src 'self'; script-src 'self' 'sha256-"),
  }
  const INERT = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
  const NOSNIFF = { 'x-content-type-options': 'nosniff' }

  test.each<[string, number, string, object, Record<string, string>?]>([
    ['a page', 200, '/', PAGE_HEADERS],
    ['another page', 200, '/about', PAGE_HEADERS],
    ['a product’s address that was cut off', 404, '/product/abc', PAGE_HEADERS],
    ['a page of nobody', 404, '/nowhere', PAGE_HEADERS],
    ['a page that is known already', 304, '/', PAGE_HEADERS, { 'If-None-Match': '*' }],
    ['a hashed file', 200, '/assets/index-abc123.js', { ...NOSNIFF, 'cross-origin-resource-policy': 'same-origin' }],
    ['a hashed file that is known already', 304, '/assets/index-abc123.js', NOSNIFF, { 'If-None-Match': '*' }],
    ['a drawing', 200, '/favicon.svg', { ...NOSNIFF, ...INERT, 'cross-origin-resource-policy': 'cross-origin' }],
    ['a text', 200, '/robots.txt', { ...NOSNIFF, 'content-type': 'text/plain; charset=utf-8' }],
    ['a missing file', 404, '/assets/gone.js', { ...NOSNIFF, 'content-type': 'text/plain; charset=utf-8' }],
    ['another address of the page', 301, '/index.html', { ...NOSNIFF, location: '/' }],
    ['an answer of the record store', 200, '/api/health', { ...NOSNIFF, 'content-type': 'application/json' }],
    ['a refusal', 404, '/api/collections/products/records/abc', { ...NOSNIFF, 'content-type': 'application/json' }],
    ['an unknown route', 404, '/api/typo', { ...NOSNIFF, 'content-type': 'application/json' }],
    ['a route of the shop', 401, '/api/store/my-data', { ...NOSNIFF, 'cache-control': 'no-store' }],
    ['an order of nobody', 404, '/api/store/orders/abc', { ...NOSNIFF, 'cache-control': 'no-store' }],
  ])('SERVE-05 %s: %i', async (_, status, path, expected, headers) => {
    const answer = await ask(path, headers)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(expected)
    expect(answer.headers['strict-transport-security']).toBeUndefined()
  })

  test('OFF-07 the worker is asked for anew each time', async () => {
    const answer = await ask('/sw.js')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(answer.body.toString()).toBe(FILES['sw.js'])
  })

  test('SERVE-05 nothing of the policy is wide open', async () => {
    const policy = String((await ask('/')).headers['content-security-policy'])
    const given = Object.fromEntries(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
    expect(given).toMatchObject({
      'default-src': ["'self'"],
      'script-src-attr': ["'none'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'font-src': ["'self'", 'data:'],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'object-src': ["'none'"],
      'worker-src': ["'self'"],
    })
    for (const sources of Object.values(given)) {
      for (const open of ['*', 'http:', 'https:', "'unsafe-eval'", "'strict-dynamic'"])
        expect(sources).not.toContain(open)
    }
    expect(given['script-src']).not.toContain('data:')
  })

  test('SERVE-05 the policy lets in the one inline script by its hash, and the payment provider', async () => {
    const sources = directive(await ask('/'), 'script-src')
    const hash = createHash('sha256').update(THEME_SCRIPT).digest('base64')
    expect(sources.filter((source) => source.startsWith("'sha256-"))).toEqual([`'sha256-${hash}'`])
    expect(sources).toContain('https://checkout.razorpay.com')
    expect(sources).toContain('http://127.0.0.1:18199')
    expect(sources).not.toContain("'unsafe-inline'")
    expect(sources).not.toContain("'unsafe-eval'")
    // No analytics, no builder: neither is configured here.
    expect(sources.join(' ')).not.toMatch(/google|facebook|builder/)
  })

  test('SERVE-05 who claims to have come by https is not believed', async () => {
    const claims: Record<string, string>[] = [
      { 'X-Forwarded-Proto': 'https' },
      { Forwarded: 'proto=https' },
      { 'X-Forwarded-Ssl': 'on' },
    ]
    for (const headers of claims) {
      const answer = await ask('/', headers)
      expect(answer.headers['strict-transport-security']).toBeUndefined()
      expect(answer.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    }
  })

  test.each<[string, Record<string, string>, Record<string, string>, boolean]>([
    [
      'whose proxy is trusted and says so',
      { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' },
      { 'X-Forwarded-Proto': 'https' },
      true,
    ],
    [
      'whose proxy is trusted and says http',
      { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' },
      { 'X-Forwarded-Proto': 'http' },
      false,
    ],
    ['whose own address is https', { STORE_URL: 'https://shop.example' }, {}, true],
  ])('SERVE-05 a store %s', async (_, env, headers, https) => {
    const other = await startStore({ env: { STORE_PUBLIC_DIR: join(scratch, 'site'), ...env } })
    onTestFinished(() => other.stop())
    for (const path of ['/', '/assets/index-abc123.js']) {
      const answer = await fetch(other.url + path, { headers })
      expect(answer.headers.get('strict-transport-security')).toBe(https ? 'max-age=31536000' : null)
    }
    const policy = (await fetch(`${other.url}/`, { headers })).headers.get('content-security-policy')
    expect(policy?.includes('upgrade-insecure-requests')).toBe(https)
  })

  test('SERVE-05 a picture of a record is sandboxed and never guessed at', async () => {
    const other = await startStore({ seed: 'demo' })
    onTestFinished(() => other.stop())
    const product = await other.guest().collection('products').getFirstListItem('images:length > 0', { sort: 'name' })
    for (const query of ['', '?thumb=100x0', '?download=1']) {
      const answer = await fetch(`${other.url}/api/files/products/${product.id}/${product.images[0]}${query}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    }
  })
})

describe('services that are configured', () => {
  test('SERVE-05 BUILD-01 a stand-in of the builder is not let in without a key', async () => {
    const env = { VITE_BUILDER_API_HOST: 'http://builder.example:81' }
    const other = await startStore({ env: { STORE_PUBLIC_DIR: join(scratch, 'site'), ...env } })
    onTestFinished(() => other.stop())
    const policy = (await fetch(`${other.url}/`)).headers.get('content-security-policy')
    expect(policy).toContain('connect-src')
    expect(policy).not.toContain('builder')
  })

  test('SERVE-05 with nothing configured nobody else is let in', async () => {
    const other = await startStore({ env: { STORE_PUBLIC_DIR: join(scratch, 'site') } })
    onTestFinished(() => other.stop())
    const headers = (await fetch(`${other.url}/`)).headers
    expect(headers.get('content-security-policy')).not.toMatch(/https?:/)
    expect(headers.get('permissions-policy')).toContain('payment=()')
  })

  test('SERVE-05 a Google tag that only counts brings no advertising along', async () => {
    const other = await startStore({ env: { STORE_PUBLIC_DIR: join(scratch, 'site'), VITE_GTM_ID: 'G-1' } })
    onTestFinished(() => other.stop())
    const policy = (await fetch(`${other.url}/`)).headers.get('content-security-policy')
    expect(policy).toContain('https://*.google-analytics.com')
    expect(policy).not.toMatch(/doubleclick|googleads/)
  })

  test('SERVE-05 scripts of analytics and builder, and the frame of the builder on its own pages alone', async () => {
    const env = {
      VITE_GTM_ID: 'GTM-1',
      VITE_META_PIXEL_ID: '1',
      VITE_BUILDER_API_KEY: 'k',
      VITE_BUILDER_API_HOST: 'http://builder.example:81/x',
      VITE_IMAGE_CDN: 'imgix',
      VITE_IMAGE_CDN_URL: 'https://shop.imgix.example/folder',
      STORE_SCRIPT_ORIGINS: 'https://a.example/x https://b.example',
      STORE_CONTENT_ORIGINS: "https://pictures.example/ javascript:alert(1) https://x.example;script-src 'none'",
    }
    const other = await startStore({ env: { STORE_PUBLIC_DIR: join(scratch, 'site'), ...env } })
    onTestFinished(() => other.stop())
    const home = (await fetch(`${other.url}/`)).headers
    const policy = home.get('content-security-policy')?.split('; ') ?? []
    const sources = (name: string) => policy.find((part) => part.startsWith(`${name} `))?.split(' ') ?? []
    for (const origin of [
      'https://www.googletagmanager.com',
      'https://connect.facebook.net',
      'https://a.example',
      'https://b.example',
    ]) {
      expect(sources('script-src')).toContain(origin)
    }
    // Everybody who has an account there can upload a script.
    expect(sources('script-src').join(' ')).not.toContain('builder')
    expect(sources('script-src').join(' ')).not.toMatch(/pictures|x\.example/)
    expect(home.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(home.get('content-security-policy')).not.toContain("'unsafe-eval'")
    for (const name of ['connect-src', 'img-src']) {
      expect(sources(name)).toEqual(
        expect.arrayContaining(['http://builder.example:81', 'https://cdn.builder.io', 'https://pictures.example']),
      )
    }
    // Pictures alone.
    expect(policy.filter((part) => part.includes('imgix'))).toEqual([
      expect.stringMatching(/^img-src .*https:\/\/shop\.imgix\.example(?: |$)/),
    ])
    expect(policy.filter((part) => part.startsWith('script-src '))).toHaveLength(1)
    const preview = (await fetch(`${other.url}/builder-preview/home`)).headers
    expect(preview.get('content-security-policy')).toContain("frame-ancestors 'self' https://builder.io")
    expect(preview.get('x-frame-options')).toBeNull()
  })
})

test('STAFF-10 on a static host no company’s scripts stand beside a session of the staff', async () => {
  const dir = join(scratch, 'static-host')
  await mkdir(dir)
  await writeFile(join(dir, 'index.html'), PAGE)
  // Nobody answers there: the page stays as it is.
  await writeHostFiles(dir, { VITE_POCKETBASE_URL: 'http://127.0.0.1:1', VITE_GTM_ID: 'GTM-1' })
  const [shop = '', staff = ''] = (await readFile(join(dir, '_headers'), 'utf8')).split('/staff*')
  expect(shop).toContain('https://www.googletagmanager.com')
  expect(staff).toContain("script-src 'self';")
  expect(staff).toContain("connect-src 'self' http://127.0.0.1:1;")
})

test('RUN-16 a static host has the shop’s own name where no script runs', async () => {
  const dir = join(scratch, 'named')
  await mkdir(dir)
  await writeFile(join(dir, 'index.html'), '<title>Sabun &amp; Jhola</title>')
  await writeFile(join(dir, 'index.html.br'), 'of before')
  await writeFile(join(dir, 'manifest.webmanifest'), '{"id":"/","name":"Sabun & Jhola"}')
  const records = await startLocalServer(({ url = '' }, answer) => {
    expect(url).toMatch(/^\/api\/collections\/store_settings\/records\?/)
    answer.end(JSON.stringify({ items: [{ store_name: 'Mitti <& Co' }] }))
  })
  await writeHostFiles(dir, { VITE_POCKETBASE_URL: `${records.url}/` }).finally(records.stop)
  expect(await readFile(join(dir, 'index.html'), 'utf8')).toBe('<title>Mitti &lt;&amp; Co</title>')
  const manifest = JSON.parse(await readFile(join(dir, 'manifest.webmanifest'), 'utf8'))
  expect(manifest).toEqual({ id: '/', name: 'Mitti <& Co', short_name: 'Mitti <& Co' })
  await expect(readFile(join(dir, 'index.html.br'))).rejects.toThrow('ENOENT')
})
