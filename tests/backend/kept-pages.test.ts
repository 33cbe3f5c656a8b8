import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NEWS_HEADER, PAGES_TOPIC } from '../../src/domain/site/changes'
import { scratchFolder } from '../scratch-folder'
import { ask, clientDir, drawingWith, TEMPLATE } from './built-client'
import { closeListeners, follow, listen } from './listener'
import { startStore } from './record-store'

/** Which pages are kept, for how long, and who waits for one: with stores that draw by a line of code of the test. */
const scratch = scratchFolder()

/** No two drawings are alike. */
const DRAWN = "return { status: 200, html: url + ' ' + $security.randomString(12) }"

/** Where a page's records are had. */
const stateOf = (path: string) => `/api/store/page?at=${encodeURIComponent(path)}`
/** The span of time in which made-up addresses are counted. */
const span = () => Math.floor(Date.now() / 10_000)

test('PAINT-18 a file stays no longer than the page is kept, and not of a page whose records changed meanwhile', async () => {
  const store = await drawingWith(
    scratch,
    'files',
    'demo',
    `if (url === '/contact') $app.store().set('pages:stamp:store_settings', 'another')
    return { status: 200, html: url + 'x'.repeat(1.4e6) }`,
  )
  const products = await store.guest().collection('products').getList(1, 24, { fields: 'id' })
  expect(products.items).toHaveLength(24)
  for (const { id } of products.items) await ask(store, `/product/${id}`)
  const files = await readdir(join(store.dir, '.pages'))
  // 24 MB hold seventeen.
  expect(files.filter((file) => file.endsWith('.plain'))).toHaveLength(17)
  expect(files.filter((file) => file.endsWith('.json'))).toHaveLength(17)
  await ask(store, '/contact')
  const after = await readdir(join(store.dir, '.pages'))
  expect(after.filter((file) => file.endsWith('.json'))).toHaveLength(16)
  expect(after.filter((file) => !files.includes(file))).toEqual([])
})

test('PAINT-08 what people look at is kept, however many other pages somebody asks for', async () => {
  // A megabyte each: 24 are kept, and 4 of those anybody can make up.
  const full = await drawingWith(scratch, 'full', 'demo', "return { status: 200, html: made + ' ' + 'x'.repeat(1e6) }")
  const number = async (path: string) => Number.parseInt((await ask(full, path)).html, 10)
  const products = await full.guest().collection('products').getList(1, 24, { fields: 'id' })
  const addresses = products.items.map(({ id }) => `/product/${id}`)
  const numbers = async () => {
    const found: number[] = []
    for (const path of addresses.slice(0, 22)) found.push(await number(path))
    return found
  }
  expect(await number('/')).toBe(1)
  // With these the shop's own room is nearly taken.
  const before = await numbers()
  for (const sort of ['price-low', 'price-high', 'newest', 'name'])
    for (const show of [24, 48, 72, 96])
      for (const path of ['/shop', '/bestsellers', '/gifting'])
        await ask(full, `${path}?category=soap&sort=${sort}&show=${show}&inStock=1`)
  expect(await numbers()).toEqual(before)
  expect(await number('/')).toBe(1)

  const paths = ['/about', '/contact', '/blog', ...addresses]
  const first = await number('/about')
  for (const path of paths) {
    await ask(full, path)
    expect(await number('/'), path).toBe(1)
  }
  // Looked at first and not since.
  expect(await number('/about')).toBeGreaterThan(first)
})

test('PAINT-08 while one request draws a changed page the others get the one before it, and wait for nothing', async () => {
  const gate = join(scratch, 'redraw-gate')
  const store = await drawingWith(
    scratch,
    'redraw',
    'demo',
    `const isShut = () => { try { return $os.stat(${JSON.stringify(gate)}) !== null } catch { return false } }
    while (isShut()) sleep(2)
    answer('/api/collections/store_settings/records', {})
    return { status: 200, html: 'drawn ' + made }`,
  )
  expect((await ask(store, '/about')).html).toBe('drawn 1')
  await writeFile(gate, '')
  await store.changeSettings({ store_name: 'Renamed Shop' })
  let answered = 0
  const all = Array.from({ length: 20 }, async () => {
    const { html } = await ask(store, '/about')
    answered++
    return html
  })
  await expect.poll(() => answered, { timeout: 20_000, interval: 5 }).toBe(19)
  await rm(gate)
  expect((await Promise.all(all)).sort()).toEqual([...Array(19).fill('drawn 1'), 'drawn 2'])
  expect((await ask(store, '/about')).html).toBe('drawn 2')

  // They are a crowd for a while, in which whoever draws waits no longer than the others.
  await writeFile(gate, '')
  await store.changeSettings({ store_name: 'Renamed Again' })
  expect((await ask(store, '/about')).html).toBe('drawn 2')
  await rm(gate)
  await expect.poll(async () => (await ask(store, '/about')).html, { timeout: 20_000 }).toBe('drawn 3')
})

test('PAINT-04 LIVE-05 who changed something and loads the page again gets it anew, though the open page is asking too', async () => {
  const [gate, begun] = [join(scratch, 'own-gate'), join(scratch, 'own-begun')]
  const store = await drawingWith(
    scratch,
    'own',
    'demo',
    `const isShut = () => { try { return $os.stat(${JSON.stringify(gate)}) !== null } catch { return false } }
    if (isShut()) $os.writeFile(${JSON.stringify(begun)}, '', 0o600)
    while (isShut()) sleep(2)
    return { status: 200, html: answer('/api/collections/store_settings/records', {}).items[0].store_name }`,
  )
  await ask(store, '/about')
  await writeFile(gate, '')
  await store.changeSettings({ store_name: 'Renamed Shop' })
  const news = ask(store, stateOf('/about'))
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true)
  const loaded = ask(store, '/about')
  // Long enough to arrive meanwhile, and shorter than anybody waits.
  setTimeout(() => void rm(gate), 300)
  expect((await loaded).html).toBe('Renamed Shop')
  expect((await news).status).toBe(200)
})

test('PAINT-08 ten visitors in three seconds are a crowd: they get the page before a save, and the next one soon', async () => {
  const env = { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' }
  const draw = "return { status: 200, html: answer('/api/collections/store_settings/records', {}).items[0].store_name }"
  const store = await drawingWith(scratch, 'visitors', 'demo', draw, env)
  const rename = (store_name: string) => store.changeSettings({ store_name })
  const about = async (visitor = 1) => (await ask(store, '/about', { 'X-Forwarded-For': `203.0.113.${visitor}` })).html
  await rename('Alone')
  for (let visitor = 1; visitor < 10; visitor++) expect(await about(visitor)).toBe('Alone')
  await rename('Nine')
  expect(await about()).toBe('Nine')
  expect(await about(10)).toBe('Nine')
  await rename('A crowd')
  expect(await about()).toBe('Nine')
  await expect.poll(about, { timeout: 10_000 }).toBe('A crowd')
})

test('PAINT-04 LIVE-10 one visitor alone has every save at once, also while open pages are drawn before they are told', async () => {
  const store = await drawingWith(
    scratch,
    'alone',
    'demo',
    `const name = answer('/api/collections/store_settings/records', {}).items[0].store_name
    sleep(150)
    return { status: 200, html: name + '<script type="application/json" id="query-state">{}</script>' }`,
  )
  onTestFinished(closeListeners)
  const { id: listener } = await listen(store.url)
  await follow(store.url, listener, [PAGES_TOPIC])
  const paths = ['/about', '/contact', '/blog', '/shop', '/gifting', '/']
  for (const path of paths)
    expect((await ask(store, stateOf(path))).headers.get(NEWS_HEADER), path).toMatch(/^[0-9a-f]{24}$/)
  for (const store_name of ['First', 'Second']) {
    await store.changeSettings({ store_name })
    // By now the store draws the pages itself.
    await new Promise((resolve) => setTimeout(resolve, 250))
    for (const path of paths.toReversed()) expect((await ask(store, path)).html, path).toContain(store_name)
  }
})

test('PAINT-08 LIVE-05 made-up addresses: what is right is no drawing, and an old page is never called the present one', async () => {
  const store = await drawingWith(
    scratch,
    'made-up',
    'demo',
    `answer('/api/collections/products/records', { filter: 'price > 100000', skipTotal: true })
    const state = '<script type="application/json" id="query-state">' + $security.randomString(12) + '</script>'
    return { status: 200, html: url + state }`,
  )
  const owner = await store.superuser()
  const make = (price: number) =>
    owner.collection('products').create({ name: 'Another', price, category: 'soap', inStock: true })
  const isDrawn = async (path: string) => (await ask(store, path)).html !== TEMPLATE
  let word = 0
  const spend = async () => {
    while (await isDrawn(`/shop?q=word${word++}`));
  }
  const kept = '/shop?sort=price-low'
  expect(await isDrawn(kept)).toBe(true)
  const { headers } = await ask(store, stateOf(kept))
  const known = { 'If-None-Match': headers.get('etag') as string }

  await vi.waitFor(
    async () => {
      const began = span()
      await spend()
      await make(180)
      const { status } = await ask(store, stateOf(kept), known)
      expect(span(), 'within one span of time').toBe(began)
      expect(status, 'as it was').toBe(304)
    },
    { timeout: 30_000 },
  )
  await vi.waitFor(
    async () => {
      const began = span()
      await spend()
      await make(200_000)
      const { status } = await ask(store, stateOf(kept), known)
      expect(span(), 'within one span of time').toBe(began)
      expect(status, 'not known yet').toBe(202)
    },
    { timeout: 30_000 },
  )
  await expect.poll(async () => (await ask(store, stateOf(kept), known)).status, { timeout: 15_000 }).toBe(200)
})

test('SERVE-01 a page that could not be compressed is again a few seconds later', async () => {
  const store = await drawingWith(
    scratch,
    'packing',
    'none',
    "$app.store().set('pages:secret', made === 1 ? '' : 'the key'); return { status: 200, html: 'drawn ' + made }",
  )
  const about = async () => {
    const { html, headers } = await ask(store, '/about', { 'Accept-Encoding': 'gzip' })
    return [html, headers.get('content-encoding')]
  }
  expect(await about()).toEqual(['drawn 1', null])
  expect(await about()).toEqual(['drawn 1', null])
  await store.setAhead(11_000)
  expect(await about()).toEqual(['drawn 2', 'gzip'])
})

test('PAINT-04 a product’s first sale since the start throws no page away, its last piece and the first one back do', async () => {
  const store = await drawingWith(
    scratch,
    'sold',
    'demo',
    "answer('/api/collections/products/records', { perPage: 500 }); return { status: 200, html: 'drawn ' + made }",
  )
  const owner = await store.superuser()
  const { id } = await owner.collection('products').create({ name: 'Few', price: 180, category: 'soap', inStock: true })
  const move = (delta: number) =>
    owner.collection('stock_movements').create({ product: id, delta, reason: delta > 0 ? 'restock' : 'correction' })
  const shop = async () => (await ask(store, '/shop')).html
  await move(2)
  await store.kill()
  await store.restart()
  const first = await shop()
  await move(-1)
  expect(await shop()).toBe(first)
  await move(-1)
  const soldOut = await shop()
  expect(soldOut).not.toBe(first)
  await store.kill()
  await store.restart()
  const restarted = await shop()
  await move(1)
  expect(await shop()).not.toBe(restarted)
})

test('PAINT-04 a page is drawn again only when a record it shows has changed', async () => {
  const store = await drawingWith(
    scratch,
    'same',
    'demo',
    `const { name } = answer('/api/collections/products/records' + url.replace('/product', ''), { fields: 'name' })
    if (name !== 'None') answer('/api/collections/posts/records', {})
    return { status: 200, html: made + ' ' + name }`,
  )
  const owner = await store.superuser()
  const products = owner.collection('products')
  const make = (name: string) => products.create({ name, price: 180, category: 'soap', inStock: true })
  const [{ id }, other] = [await make('One'), await make('Other')]
  const shown = async () => (await ask(store, `/product/${id}`)).html
  const first = await shown()
  await products.update(other.id, { price: 190 })
  await owner.collection('stock_movements').create({ product: id, delta: 500, reason: 'restock' })
  expect(await shown()).toBe(first)
  await products.update(id, { name: 'None' })
  const changed = await shown()
  expect(changed).toContain('None')
  // What it no longer asks for is nothing to it.
  await owner.collection('posts').create({ title: 'New', slug: 'new', published: true, published_at: '2026-01-01' })
  expect(await shown()).toBe(changed)
  await products.update(id, { name: 'Two' })
  expect(await shown()).toContain('Two')
})

test('PROD-10 a kept page follows the pieces of its own product, and an order that holds one', async () => {
  const store = await drawingWith(
    scratch,
    'left',
    'demo',
    "const { left } = answer('/api/collections/products/records' + url.replace('/product', ''), {}); return { status: 200, html: made + ' left ' + left }",
  )
  const owner = await store.superuser()
  const products = owner.collection('products')
  const make = (name: string) => products.create({ name, price: 180, category: 'soap', inStock: true })
  const [{ id }, other] = [await make('Few'), await make('Many')]
  const move = (product: string, delta: number) =>
    owner.collection('stock_movements').create({ product, delta, reason: delta > 0 ? 'restock' : 'correction' })
  const shown = async () => (await ask(store, `/product/${id}`)).html
  await move(id, 5)
  await move(other.id, 5)
  const many = await shown()
  expect(many).toContain('left undefined')
  await move(other.id, -1)
  expect(await shown()).toBe(many)
  await move(id, -2)
  expect(await shown()).toContain('left 3')
  await move(id, -1)
  expect(await shown()).toContain('left 2')
  const order = await store.insert('orders', { number: 'SJ-HOLDS' })
  const expires_at = new Date(Date.now() + 60_000).toISOString()
  await owner.collection('stock_holds').create({ order, product: id, quantity: 1, expires_at })
  expect(await shown()).toContain('left undefined')
})

test('GUARD-14 a store with too many at work refuses with Retry-After at once, and still sends the pages it has', async () => {
  const store = await drawingWith(
    scratch,
    'busy',
    'demo',
    `const places = url === '/about' ? Array.from({ length: 60 }, (_, at) => Date.now() + '-' + at).join(' ') : ''
    for (const room of ['work', 'waiting']) $app.store().set('places:' + room, places)
    return { status: 200, html: 'drawn ' + url }`,
  )
  const quote = () => fetch(`${store.url}/api/store/quote`, { method: 'POST', body: JSON.stringify({ items: [] }) })
  expect((await quote()).status).not.toBe(503)
  await ask(store, '/about')
  const refused = await quote()
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '1'])
  expect(await refused.json()).toMatchObject({ data: { code: 'store_busy', retry_after: 1 } })
  expect((await ask(store, '/about')).html).toBe('drawn /about')
  await ask(store, '/contact')
  expect((await quote()).status).not.toBe(503)
})

test('PAINT-08 few wait for a page to be drawn, the browser draws it for the others', async () => {
  const gate = join(scratch, 'gate')
  const slow = await drawingWith(
    scratch,
    'slow',
    'demo',
    `let most = 0
    const waiting = () => Number($app.store().get('pages:waiting')) || 0
    const isOpen = () => { try { return $os.stat(${JSON.stringify(gate)}) !== null } catch { return false } }
    while (!isOpen()) { most = Math.max(most, waiting()); sleep(2) }
    return { status: 200, html: 'drawn with ' + Math.max(most, waiting()) + ' waiting' }`,
  )
  const products = await slow.guest().collection('products').getList(1, 24, { fields: 'id' })
  const paths = ['/', '/about', '/blog', '/contact', ...products.items.map(({ id }) => `/product/${id}`)]
  let answered = 0
  const all = paths.map(async (path) => {
    const { html } = await ask(slow, path)
    answered++
    return html
  })
  // One is drawn, three wait: nobody else does.
  await expect.poll(() => answered, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(paths.length - 4)
  await writeFile(gate, '')
  const answers = await Promise.all(all)
  expect(answers.filter((html) => html === 'drawn with 3 waiting')).toHaveLength(1)
  // Who has waited is counted no more. What the store does by itself may wait for a moment, and its page stays so.
  const left = paths.filter((_, at) => !answers[at]?.startsWith('drawn'))
  const ofNext = async () => (await ask(slow, left.shift() ?? '/gifting')).html
  await expect.poll(ofNext, { timeout: 5000, interval: 100 }).toBe('drawn with 0 waiting')
})

test('PAINT-18 a restart draws no page again that would be the same, and every other', async () => {
  const store = await drawingWith(
    scratch,
    'restarted',
    'demo',
    `answer('/api/collections/posts/records', {}); ${DRAWN}`,
  )
  const posts = (await store.superuser()).collection('posts')
  const about = async () => (await ask(store, '/about')).html
  const restart = async () => {
    await store.kill()
    await store.restart()
  }
  const drawn = [await about()]
  await restart()
  expect(await about()).toBe(drawn[0])
  expect(drawn[0]).toContain('/about ')
  // The whole page, once more and compressed.
  const { html, headers } = await ask(store, '/about', { 'Accept-Encoding': 'gzip' })
  expect([html, headers.get('content-encoding')]).toEqual([drawn[0], 'gzip'])

  await posts.create({ title: 'New', slug: 'new', published: true, published_at: '2026-01-01' })
  await restart()
  drawn.push(await about())
  await appendFile(join(scratch, 'restarted/.pages/render.js'), '// Another build.')
  await restart()
  drawn.push(await about())
  // What a power cut leaves of a file that was just written.
  const folder = join(store.dir, '.pages')
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.plain'))
  await writeFile(join(folder, name), '')
  await restart()
  drawn.push(await about())
  expect(new Set(drawn).size).toBe(4)
  await restart()
  expect(await about()).toBe(drawn[3])
})

test('PAINT-18 who comes first after a restart has the other pages taken up, once they have theirs', async () => {
  const marker = join(scratch, 'loaded')
  const store = await drawingWith(scratch, 'taken-up', 'none', DRAWN)
  const page = async (path: string) => (await ask(store, path)).html
  const drawn = [await page('/about'), await page('/contact')]
  // What draws is loaded last.
  await appendFile(join(scratch, 'taken-up/.pages/render.js'), `\n$os.writeFile('${marker}', '', 0o600)`)
  await store.kill()
  await store.restart()
  const again = [await page('/about'), await page('/contact')]
  expect(again).not.toEqual(drawn)
  await store.kill()
  await rm(marker)
  await writeFile(join(store.dir, '.pages/cut.json'), '')
  await store.restart()
  expect(await page('/about')).toBe(again[0])
  await expect.poll(() => existsSync(marker), { timeout: 10_000 }).toBe(true)
  await rm(join(store.dir, '.pages'), { recursive: true })
  expect(await page('/contact')).toBe(again[1])
})

test('PAINT-04 PAINT-18 a save is seen at the next load also while a start is still at its chores', async () => {
  const gate = join(scratch, 'chore-gate')
  const store = await drawingWith(
    scratch,
    'chore',
    'demo',
    `answer('/api/collections/store_settings/records', {}); ${DRAWN}`,
  )
  const isShut = `(() => { try { return $os.stat(${JSON.stringify(gate)}) !== null } catch { return false } })()`
  await appendFile(join(scratch, 'chore/.pages/render.js'), `\nwhile (${isShut}) sleep(2)`)
  const about = async () => (await ask(store, '/about')).html
  const first = await about()
  await store.kill()
  await writeFile(gate, '')
  await store.restart()
  expect(await about()).toBe(first)
  await store.changeSettings({ store_name: 'Renamed Shop' })
  const next = about()
  await new Promise((resolve) => setTimeout(resolve, 300))
  await rm(gate)
  expect(await next).not.toBe(first)
})

test('PAINT-18 no backup holds drawn pages, and no file the words of somebody who has gone', async () => {
  const store = await drawingWith(scratch, 'erased', 'demo', DRAWN)
  const owner = await store.superuser()
  const files = () => readdir(join(store.dir, '.pages')).catch(() => [])
  await ask(store, '/about')
  expect(await files()).not.toEqual([])
  await owner.backups.create('shop.zip')
  const backup = Object.keys(unzipSync(await readFile(join(store.dir, 'backups/shop.zip'))))
  expect(backup).toContain('data.db')
  expect(backup.filter((name) => name.includes('.pages'))).toEqual([])
  await owner.collection('users').delete((await store.newUser()).id)
  expect(await files()).toEqual([])
  await ask(store, '/contact')
  expect(await files()).not.toEqual([])
  await owner.collection('reviews').delete((await owner.collection('reviews').getFirstListItem('')).id)
  expect(await files()).toEqual([])
})

test('PAINT-04 after five minutes a page asks its records again, and is drawn for other ones or another time alone', async () => {
  // From one in the morning on: another day is drawn as well.
  const ahead = 25 * 3_600_000 - (Date.now() % 86_400_000)
  const draw = `answer('/api/collections/products/records', { perPage: 500 }); ${DRAWN}`
  const store = await drawingWith(scratch, 'later', 'none', draw)
  const later = (minutes: number) => store.setAhead(ahead + minutes * 60_000)
  await later(0)
  const about = async () => (await ask(store, '/about')).html
  const first = await about()
  await later(6)
  expect(await about()).toBe(first)
  // By SQL, of which no hook tells.
  await store.insert('products', { name: 'Told nobody', price: 90, category: 'soap', inStock: true })
  expect(await about()).toBe(first)
  await later(12)
  const second = await about()
  expect(second).not.toBe(first)

  // 48 hours before its end a promotion says so.
  const ends = new Date(Date.now() + ahead + (48 + 3) * 3_600_000).toISOString()
  const promotion = { name: 'Ends', active: true, kind: 'percent', value: 10, ends }
  await (await store.superuser()).collection('promotions').create(promotion)
  await later(18)
  const third = await about()
  await later(170)
  expect(await about()).toBe(third)
  await later(181)
  const last = await about()
  expect(last).not.toBe(third)
  expect(last).toMatch(/^\/about /)
})

test('PAINT-09 a page that cannot be drawn is left to the browser, and the log says why', async () => {
  const dir = await clientDir(scratch, 'broken')
  await mkdir(join(dir, '.pages'))
  await writeFile(join(dir, '.pages/render.js'), 'exports.renderPage = () => { throw new Error("drawn badly") }')
  const broken = await startStore({ seed: 'none', env: { STORE_PUBLIC_DIR: dir } })
  onTestFinished(() => broken.stop())
  for (let time = 0; time < 3; time++) {
    const { status, html } = await ask(broken, '/')
    expect(status).toBe(200)
    expect(html).toBe(TEMPLATE)
  }
  const owner = await broken.superuser()
  const logged = async () => (await owner.logs.getList(1, 20, { filter: 'message ~ "could not be rendered"' })).items
  await expect.poll(async () => (await logged()).length, { timeout: 15_000 }).toBe(1)
  expect(JSON.stringify((await logged())[0]?.data)).toContain('drawn badly')
})

test('PAINT-04 a page that is drawn while an offer begins is sent, not the one before it', async () => {
  const store = await drawingWith(
    scratch,
    'turning',
    'none',
    `answer('/api/collections/products/records', {})
    if (made > 1) $os.writeFile($os.getenv('STORE_CLOCK_FILE'), '31000', 0o600)
    return { status: 200, html: String(made) }`,
  )
  const owner = await store.superuser()
  const starts = new Date(Date.now() + 30_000).toISOString()
  await owner.collection('promotions').create({ name: 'Soon', active: true, kind: 'percent', value: 10, starts })
  expect((await ask(store, '/')).html).toContain('1')
  await owner.collection('products').create({ name: 'Soap', category: 'soap', price: 100, inStock: true })
  expect((await ask(store, '/')).html).toBe('2')
})
