import type PocketBase from 'pocketbase'
import type { ClientResponseError } from 'pocketbase'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LookAnswer } from '../../src/domain/desk/look'
import type { PreviewAnswer, PreviewLink, Published } from '../../src/domain/desk/preview'
import { PREVIEW_HEADER, PREVIEW_PATH, PREVIEW_SHIFT } from '../../src/domain/desk/preview-link'
import { DEFAULT_COLOURS } from '../../src/domain/site/theme'
import { registeredRoutes } from '../attack/routes'
import { orderOf, placeOrder } from '../order'
import { PIXEL } from '../pixel'
import { shared } from '../shared'
import { liftLimits, startStore } from './record-store'

const store = shared(() =>
  startStore({
    seed: 'demo',
    site: { 'index.html': '<!doctype html><head><title>Shop</title></head>', 'desk/preview.js': SCRIPT },
  }),
)
let owner: PocketBase
/** What was made for a preview: a slide, an arrangement, colours and an offer that begins on Friday. */
let drafts: { slide: string; home: string; colours: string }
let soap: { id: string; price: number }

const DAY_MS = 24 * 60 * 60_000
const recordDate = (time: number) => new Date(time).toISOString().replace('T', ' ')
const begins = Math.floor(Date.now() / 1000) * 1000 + 3 * DAY_MS
const SCRIPT = '"preview"'

beforeAll(async () => {
  owner = await store.superuser()
  await liftLimits(store)
  soap = await owner.collection('products').getFirstListItem('category = "soap" && inStock = true', { sort: 'name' })
  for (const offer of await owner.collection('special_offers').getFullList())
    await owner.collection('special_offers').update(offer.id, { active: false })
  await owner.collection('special_offers').create({
    ...{ title: 'Friday gift', active: true, offer_type: 'free_gift', product: soap.id, min_order_value: 0 },
    ...{ start_date: recordDate(begins), end_date: recordDate(begins + 2 * DAY_MS) },
  })
  const image = new File([PIXEL], 'slide.png', { type: 'image/png' })
  const slide = await owner.collection('slider_images').create({ title: 'Diwali', image, active: false, order: 0 })
  const home = await owner.collection('homepage_config').create({ name: 'Winter', is_active: false, hero_order: 6 })
  const colours = await owner
    .collection('theme_settings')
    .create({ name: 'Indigo', is_active: false, primary_color: '#2b3f73', accent_color: '#8a5a00' })
  drafts = { slide: `slide:${slide.id}`, home: `home:${home.id}`, colours: `colours:${colours.id}` }
})

const desk = <T>(pb: PocketBase, route: string, body?: object): Promise<T> =>
  pb.send<T>(`/api/store/desk/${route}`, { method: body ? 'POST' : 'GET', body, requestKey: null })

async function tokenFor(at: number, keys: string[], pb = owner): Promise<string> {
  const { path } = await desk<PreviewLink>(pb, 'preview/link', { at, drafts: keys })
  return path.slice(`${PREVIEW_PATH}#`.length)
}

interface Seen {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  body: any
}

async function see(path: string, token: string, init: RequestInit = {}): Promise<Seen> {
  const headers = { ...(token && { [PREVIEW_HEADER]: token }), 'Content-Type': 'application/json', ...init.headers }
  const answer = await fetch(store.url + path, { ...init, headers })
  const text = await answer.text()
  const body = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text
  return { status: answer.status, headers: answer.headers, body }
}

const list = (collection: string, filter: string) =>
  `/api/collections/${collection}/records?skipTotal=1&filter=${encodeURIComponent(filter)}`
const SLIDES = list('slider_images', 'active = true')
const THEME = list('theme_settings', 'is_active = true')
const HOME = list('homepage_config', 'is_active = true')
const OFFER = list('promotions', 'active = true')

const namesOf = ({ body }: Seen): string[] =>
  (body.items as { name?: string; title?: string }[]).map(({ name, title }) => title ?? name ?? '')

/** Every row of every table. */
async function dump(): Promise<string> {
  const tables = await owner.sql.run("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
  const rows = (tables.rows ?? []).map(async ([name]) => [name, (await owner.sql.run(`SELECT * FROM "${name}"`)).rows])
  return JSON.stringify(await Promise.all(rows))
}

describe('a preview', () => {
  test('SEE-01 shows drafts and the minute in lists, records, search and totals, and dates as they are', async () => {
    const token = await tokenFor(begins + DAY_MS, Object.values(drafts))
    const theme = await see(THEME, token)
    expect(theme.status).toBe(200)
    expect(namesOf(theme)).toEqual(['Indigo'])
    expect(namesOf(await see(HOME, token))).toEqual(['Winter'])
    expect(namesOf(await see(SLIDES, token))).toContain('Diwali')
    const offer = await see(OFFER, token)
    expect(namesOf(offer)).toEqual(['Friday gift'])
    const shift = Number(offer.headers.get(PREVIEW_SHIFT))
    expect(Date.parse(offer.body.items[0].starts) - shift).toBe(begins)
    const quoted = await see('/api/store/quote', token, {
      method: 'POST',
      body: JSON.stringify({ items: [{ product: soap.id, quantity: 1, color: '' }] }),
    })
    expect(quoted.status).toBe(200)
    expect(JSON.stringify(quoted.body)).toContain('Friday gift')
    const product = await see(`/api/collections/products/records/${soap.id}`, token)
    expect(product.body.id).toBe(soap.id)
    expect((await see('/api/store/search?q=soap', token)).body.items.length).toBeGreaterThan(0)
    expect((await see('/api/store/categories', token)).body.categories.length).toBeGreaterThan(0)
    expect((await see('/api/store/facets', token)).body.rows.length).toBeGreaterThan(0)
    expect((await see('/api/store/search/suggestions?q=soap', token)).body.suggestions.length).toBeGreaterThan(0)
  })

  test('SEE-01 SEE-11 shows the prices of a plan that begins until then, or is a draft, in lists, facts and totals', async () => {
    const plan = { categories: ['soap'], percent: 10, price: 0, products: [], round_to: '' }
    const dates = { starts: recordDate(begins), ends: recordDate(begins + 2 * DAY_MS) }
    const { id } = await owner.collection('price_plans').create({ ...plan, ...dates, name: 'Friday', active: true })
    const product = `/api/collections/products/records/${soap.id}`
    const items = JSON.stringify({ items: [{ product: soap.id, quantity: 1, color: '' }] })
    const asked = async (token: string) => {
      const quote = await see('/api/store/quote', token, { method: 'POST', body: items })
      const [line] = quote.body.lines ?? quote.body.items
      return [(await see(product, token)).body.price, line.unit_price]
    }
    const whole = [soap.price, soap.price * 100]
    const less = [soap.price * 0.9, soap.price * 90]
    expect(await asked(await tokenFor(begins - 60_000, []))).toEqual(whole)
    expect(await asked(await tokenFor(begins, []))).toEqual(less)
    const from = async (token: string) =>
      (await see('/api/store/categories', token)).body.categories.find(
        ({ category }: { category: string }) => category === 'soap',
      ).from
    expect(await from(await tokenFor(begins, []))).toBeLessThan(await from(''))
    expect(await asked(await tokenFor(begins + 2 * DAY_MS, []))).toEqual(whole)
    expect(await asked('')).toEqual(whole)
    const { turns } = await desk<PreviewAnswer>(owner, 'preview')
    const said = turns.filter((turn) => turn.id === id).map(({ does }) => does)
    const soaps = (await owner.collection('products').getList(1, 1, { filter: 'category = "soap"' })).totalItems
    expect(said).toEqual([
      expect.stringMatching(`^“Friday”: ${soaps} products cost 10% less, until `),
      `“Friday” has ended: ${soaps} prices go back`,
    ])
    await owner.collection('price_plans').update(id, { active: false, starts: recordDate(Date.now() - DAY_MS) })
    expect(await asked(await tokenFor(0, []))).toEqual(whole)
    expect(await asked(await tokenFor(0, [`plan:${id}`]))).toEqual(less)
    expect(await asked('')).toEqual(whole)
  })

  test('SEE-01 PROMO-31 shows the price with an offer that begins until then, or is a draft', async () => {
    const ten = { name: 'Ten off', kind: 'percent', value: 10, categories: ['soap'] }
    const { id } = await owner.collection('promotions').create({ ...ten, active: true, starts: recordDate(begins) })
    const offer = async (token: string) =>
      (await see(`/api/collections/products/records/${soap.id}`, token)).body.offer?.price
    expect(await offer(await tokenFor(begins - 60_000, []))).toBeUndefined()
    expect(await offer(await tokenFor(begins + 3 * DAY_MS, []))).toBe(soap.price * 0.9)
    await owner.collection('promotions').update(id, { active: false, starts: '' })
    expect(await offer(await tokenFor(0, []))).toBeUndefined()
    expect(await offer(await tokenFor(0, [`promotion:${id}`]))).toBe(soap.price * 0.9)
    expect(await offer('')).toBeUndefined()
    await owner.collection('promotions').delete(id)
  })

  test('SEE-01 shows a post of Saturday on Saturday, and not on Friday', async () => {
    const post = { title: 'Winter soap', slug: 'winter-soap', published: true, body: 'Words', excerpt: 'Words' }
    const { id } = await owner.collection('posts').create({ ...post, published_at: recordDate(begins + DAY_MS) })
    const posts = `/api/collections/posts/records/${id}`
    expect((await see(posts, '')).status).toBe(404)
    expect((await see(posts, await tokenFor(begins, []))).status).toBe(404)
    expect((await see(posts, await tokenFor(begins + DAY_MS + 1000, []))).body.title).toBe('Winter soap')
    await owner.collection('posts').delete(id)
  })

  test('SEE-02 leaves nothing behind, is not kept anywhere, and shoppers beside it see the shop', async () => {
    const before = await dump()
    const token = await tokenFor(begins + DAY_MS, Object.values(drafts))
    const seen = await Promise.all(
      [SLIDES, THEME, HOME, OFFER, '/api/store/categories', '/api/store/facets', '/api/store/search?q=zzzqqq'].flatMap(
        (path) => [see(path, token), see(path, '')],
      ),
    )
    expect(seen.map(({ status }) => status)).toEqual(seen.map(() => 200))
    for (const [at, { headers }] of seen.entries()) {
      if (at % 2 === 1) continue
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Robots-Tag')).toBe('noindex')
    }
    expect(namesOf(seen[1] as Seen)).not.toContain('Diwali')
    expect(namesOf(seen[3] as Seen)).toEqual(['Warm Brown'])
    expect(namesOf(seen[5] as Seen)).not.toContain('Winter')
    expect(namesOf(seen[7] as Seen)).toEqual([])
    expect(before.length).toBeGreaterThan(10_000)
    expect((await dump()) === before).toBe(true)
  })

  test('SEE-03 is opened by a good token alone', async () => {
    const token = await tokenFor(0, [drafts.colours])
    const [head = '', claims = '', sign = ''] = token.split('.')
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const write = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const none = write({ alg: 'none', typ: 'JWT' })
    const bad = [
      'guessed',
      `${head}.${write({ ...read, at: begins })}.${sign}`,
      `${head}.${write({ ...read, exp: read.exp + 1 })}.${sign}`,
      `${none}.${claims}.`,
      `${head}.${claims}.${sign.startsWith('A') ? 'B' : 'A'}${sign.slice(1)}`,
      owner.authStore.token,
      `${head}.${write({ ...read, by: 'users:abcdefghijklmno' })}.${sign}`,
    ]
    for (const one of bad) {
      const { status, body } = await see(THEME, one)
      expect([status, body.data?.code], one).toEqual([403, 'preview_over'])
    }
    expect((await see(THEME, token)).status).toBe(200)
    expect(read.exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60)
  })

  test('SEE-03 ends with whoever made it: shut out, another role, another password', async () => {
    const password = 'long enough for the desk'
    const make = async (name: string) => {
      const body = { name, email: `${name}@example.in`, role: 'editor', password, passwordConfirm: password }
      const { id } = await owner.collection('staff').create(body)
      const pb = store.guest()
      await pb.collection('staff').authWithPassword(body.email, password)
      return { id, token: await tokenFor(0, [drafts.colours], pb) }
    }
    const changes = { gone: { disabled: true }, packs: { role: 'packer' }, secret: { password: 'another long one' } }
    for (const [name, change] of Object.entries(changes)) {
      const { id, token } = await make(name)
      expect((await see(THEME, token)).status, name).toBe(200)
      const repeated = 'password' in change ? { passwordConfirm: change.password } : {}
      await owner.collection('staff').update(id, { ...change, ...repeated })
      expect((await see(THEME, token)).body.data?.code, name).toBe('preview_over')
    }
  })

  test('SEE-04 orders, saves, mails and signs in nothing, by no route', async () => {
    const token = await tokenFor(0, [])
    const asking = ['POST /api/store/quote']
    // Of companies that sign what they send, and of the process itself, by keys of their own.
    const others = /webhooks|payment\/return|\/\.(live|mails|pages|pictures)\//
    const routes = [
      ...(await registeredRoutes()).filter((route) => route.startsWith('POST') && !others.test(route)),
      'POST /api/collections/users/records',
      'POST /api/collections/reviews/records',
      `PATCH /api/collections/products/records/${soap.id}`,
      `DELETE /api/collections/slider_images/records/${drafts.slide.slice('slide:'.length)}`,
    ].filter((route) => !asking.includes(route))
    expect(routes.length).toBeGreaterThan(30)
    const shopper = await store.newUser()
    const before = await dump()
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const sent = path.includes('users')
        ? { email: 'new@example.in', password: 'long enough 1', passwordConfirm: 'long enough 1', name: 'Meera' }
        : path.includes('reviews')
          ? { product: soap.id, user: shopper.id, rating: 5, content: 'Good soap, all of it.' }
          : { price: 1, email: 'new@example.in' }
      const { status, body } = await see(path.replace(/\{\w+\}/, soap.id), token, {
        method,
        headers: { Authorization: path.includes('reviews') ? shopper.pb.authStore.token : owner.authStore.token },
        ...(method !== 'DELETE' && { body: JSON.stringify(sent) }),
      })
      expect(status, route).toBe(403)
      if (path.startsWith('/api/store/')) expect(body.data.code, route).toBe('preview')
      expect(body.message, route).toBe('This is a preview of the shop: nothing can be ordered, sent or saved here.')
    }
    const signIn = JSON.stringify({ identity: shopper.email, password: shopper.password })
    const signedIn = await see('/api/collections/users/auth-with-password', token, { method: 'POST', body: signIn })
    expect([signedIn.status, signedIn.body.token]).toEqual([403, undefined])
    expect((await dump()) === before).toBe(true)
  })

  test('SEE-04 a real order stands beside previews that never end', async () => {
    const token = await tokenFor(begins, Object.values(drafts))
    let done = false
    const previews = Array.from({ length: 4 }, async () => {
      while (!done) await see(SLIDES, token)
    })
    const items = [{ product: soap.id, quantity: 1, color: '' }]
    const guest = store.guest()
    const { grand_total } = await guest.send('/api/store/quote', { method: 'POST', body: { items } })
    const order = orderOf(soap.id, { items, payment_method: 'cod', expected_total: grand_total })
    const took = performance.now()
    await placeOrder(guest, order)
    done = true
    await Promise.all(previews)
    expect(performance.now() - took).toBeLessThan(5000)
  })

  test('SEE-04 one maker’s links ask six hundred times a minute at most, and are told when to come back', async () => {
    const password = 'long enough for the desk'
    const body = { name: 'Busy', email: 'busy@example.in', role: 'editor', password, passwordConfirm: password }
    await owner.collection('staff').create(body)
    const pb = store.guest()
    await pb.collection('staff').authWithPassword(body.email, password)
    const token = await tokenFor(0, [], pb)
    const asked = { 200: 0, 429: 0 } as Record<number, number>
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const own: Seen[] = []
        for (let count = 0; count < 77; count += 1) own.push(await see('/api/store/categories', token))
        return own
      }),
    )
    for (const { status } of answers.flat()) asked[status] = (asked[status] ?? 0) + 1
    expect(asked).toEqual({ 200: 600, 429: 16 })
    const refused = answers.flat().find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await see('/api/store/categories', '')).status).toBe(200)
    expect((await see('/api/store/categories', await tokenFor(0, []))).status).toBe(200)
  })

  test('SEE-05 its page is for the desk’s frame, no index and no cache, and the shop’s pages for no frame', async () => {
    for (const path of [PREVIEW_PATH, `${PREVIEW_PATH}/shop`]) {
      const { status, headers, body } = await see(path, '')
      expect(status).toBe(200)
      expect(body).toContain(`<script>${SCRIPT}</script>`)
      expect(headers.get('Cache-Control')).toBe('no-store')
      expect(headers.get('X-Robots-Tag')).toBe('noindex')
      expect(headers.get('Referrer-Policy')).toBe('no-referrer')
      expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'self'")
    }
    const shop = await see('/', '')
    expect(shop.body).not.toContain(SCRIPT)
    expect(shop.headers.get('X-Frame-Options')).toBe('DENY')
    expect(shop.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect((await see('/previews', '')).body).not.toContain(SCRIPT)
    const asked = {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Headers': PREVIEW_HEADER.toLowerCase(),
    }
    const cors = await see(THEME, '', {
      method: 'OPTIONS',
      headers: { ...asked, 'Access-Control-Request-Method': 'GET' },
    })
    expect(cors.headers.get('Access-Control-Allow-Headers')?.toLowerCase()).toContain(PREVIEW_HEADER.toLowerCase())
  })
})

describe('publishing', () => {
  test('SEE-06 switches drafts on, of those of which one can be on the other one off, and back', async () => {
    const choices = await desk<PreviewAnswer>(owner, 'preview')
    expect(choices.drafts.map(({ kind, id }) => `${kind}:${id}`)).toEqual(expect.arrayContaining(Object.values(drafts)))
    expect(choices.turns.map(({ name, ends }) => [name, ends])).toEqual([
      ['Friday gift', false],
      ['Friday gift', true],
    ])
    const on = Object.values(drafts)
    const published = await desk<Published>(owner, 'preview/publish', { on })
    expect(published.on).toEqual(on)
    expect(published.off).toHaveLength(2)
    expect(namesOf(await see(THEME, ''))).toEqual(['Indigo'])
    expect(namesOf(await see(HOME, ''))).toEqual(['Winter'])
    expect(namesOf(await see(SLIDES, ''))).toContain('Diwali')
    const log = await owner.collection('desk_log').getFirstListItem('', { sort: '-created' })
    expect(log.what).toBe('Published “Diwali”, “Winter”, “Indigo”')
    expect((await desk<Published>(owner, 'preview/publish', { on })).on).toEqual([])
    await desk(owner, 'preview/publish', { on: published.off, off: published.on })
    expect(namesOf(await see(THEME, ''))).toEqual(['Warm Brown'])
    expect(namesOf(await see(SLIDES, ''))).not.toContain('Diwali')
  })

  test('SEE-06 of several of which one can be on has the last, and takes back nothing of somebody else', async () => {
    const made = async (name: string) =>
      `colours:${(await owner.collection('theme_settings').create({ name, primary_color: '#7a4a2b', accent_color: '#7a4a2b' })).id}`
    const [one, two] = [await made('One'), await made('Two')]
    const live = async () => namesOf(await see(THEME, ''))
    const publish = (on: readonly string[], off: readonly string[] = []) =>
      desk<Published>(owner, 'preview/publish', { on, off })
    const back = ({ on, off }: Published) => publish(off, on)
    const both = await publish([one, two])
    expect([both.on, await live()]).toEqual([[two], ['Two']])
    await back(both)
    expect(await live()).toEqual(['Warm Brown'])
    const mine = await publish([one])
    await publish([two])
    expect([await back(mine), await live()]).toEqual([{ on: [], off: [] }, ['Two']])
    await back(both)
    expect(await live()).toEqual(['Warm Brown'])
    for (const key of [one, two]) await owner.collection('theme_settings').delete(key.split(':')[1] ?? '')
  })

  test('SEE-06 refuses what is gone or no draft in words, and changes nothing', async () => {
    const problem = (body: object) =>
      desk(owner, 'preview/publish', body).then(
        () => undefined,
        (error: ClientResponseError) => [error.status, JSON.stringify(error.response.data)],
      )
    const gone = ['slide:aaaaaaaaaaaaaaa']
    expect(await problem({ on: [drafts.slide, ...gone] })).toEqual([400, expect.stringContaining('not there any more')])
    expect(await problem({ on: ['users:aaaaaaaaaaaaaaa'] })).toEqual([400, expect.stringContaining('no draft')])
    expect(namesOf(await see(SLIDES, ''))).not.toContain('Diwali')
    await expect(desk(owner, 'preview/link', { at: Date.now() - DAY_MS, drafts: [] })).rejects.toMatchObject({
      response: { data: { at: { message: 'That minute has passed. Choose one to come.' } } },
    })
  })
})

describe('the look', () => {
  let live: LookAnswer['live']
  beforeEach(async () => {
    live = (await desk<LookAnswer>(owner, 'look')).live
  })
  /** Whoever keeps a look has seen the one before. */
  const keep = async (look: object) => {
    const { draft } = await desk<LookAnswer>(owner, 'look')
    return desk<LookAnswer>(owner, 'look', { before: draft, ...look })
  }

  test('SEE-07 is kept as drafts that shoppers do not see, published, and brought back', async () => {
    const { order } = live.arrangement
    const arrangement = { order: [...order].reverse(), hidden: ['newsletter'] }
    const colours = { name: 'Own', primary: '#0b5', accent: DEFAULT_COLOURS.accent }
    const kept = await keep({ arrangement, colours })
    expect(kept).toMatchObject({ live, draft: { arrangement, colours } })
    expect(kept.drafts).toHaveLength(2)
    expect(namesOf(await see(THEME, ''))).toEqual(['Warm Brown'])
    expect(namesOf(await see(THEME, await tokenFor(0, kept.drafts)))).toEqual(['Own (draft)'])
    const again = await keep({ arrangement, colours: live.colours })
    expect(again.drafts).toHaveLength(1)
    const both = await keep({ arrangement, colours })
    const done = await desk<Published>(owner, 'preview/publish', { on: both.drafts })
    expect(namesOf(await see(THEME, ''))).toEqual(['Own'])
    expect((await desk<LookAnswer>(owner, 'look')).live).toMatchObject({ arrangement, colours })
    await desk(owner, 'preview/publish', { on: done.off, off: done.on })
    const back = await desk<LookAnswer>(owner, 'look')
    expect(back).toMatchObject({ live, draft: { arrangement, colours } })
    const discarded = await keep(live)
    expect(discarded.drafts).toEqual([])
    expect(await owner.collection('homepage_config').getFullList({ filter: 'name ~ "(draft)"' })).toEqual([])
  })

  test('SEE-07 refuses a change of what somebody else has changed meanwhile', async () => {
    const colours = { name: 'Own', primary: '#0b5', accent: DEFAULT_COLOURS.accent }
    await keep({ ...live, colours })
    await expect(keep({ ...live, before: live })).rejects.toMatchObject({
      status: 409,
      response: { message: expect.stringContaining('Somebody else has changed the look meanwhile') },
    })
    await keep(live)
  })

  test('SEE-07 refuses what is no look', async () => {
    const { order } = live.arrangement
    const wrong = [
      { arrangement: { order: order.slice(1), hidden: [] }, colours: live.colours },
      { arrangement: { order, hidden: ['hero', 'nothing'] }, colours: live.colours },
      { arrangement: { order, hidden: [] }, colours: { ...live.colours, primary: 'red' } },
    ]
    for (const body of wrong) await expect(keep(body)).rejects.toMatchObject({ status: 400 })
  })
})
