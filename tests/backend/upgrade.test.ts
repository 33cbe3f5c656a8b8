import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { LANDED_FILE, migrationLines, storeSchema } from '../../scripts/build/typegen'
import { RazorpayFake } from '../gateway/razorpay'
import { LONG } from '../long'
import { scratchFolder } from '../scratch-folder'
import { TOKEN_SECRET, type UpgradeFacts } from '../upgrade/facts'
import { orderOf } from './paying-shop'
import { type RecordStore, startStore, USER_PASSWORD } from './record-store'

const KEPT = join(import.meta.dirname, '../upgrade')
const SCHEMA_FILE = join(import.meta.dirname, '../../pocketbase/hooks/running/schema.json')
/** The state before promotions, with an offer and an order under it. */
const WITH_OFFER = 'b363472'
const names = (await readdir(KEPT)).filter((name) => name.endsWith('.db.br')).map((name) => name.slice(0, -6))

/** What no schema file says and no maker chooses: limits, and where the mails of accounts lead. */
async function settingsOf(owner: PocketBase) {
  const { rateLimits, logs, batch, trustedProxy } = await owner.settings.getAll()
  const users = await owner.collections.getOne('users')
  const mails = ['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate'].map((key) => users[key])
  return { rateLimits, logs, batch, trustedProxy, mails }
}

let fresh: Awaited<ReturnType<typeof settingsOf>>
beforeAll(async () => {
  const store = await startStore()
  fresh = await settingsOf(await store.superuser())
  await store.stop()
})

describe('RUN-09 a landed migration', () => {
  test('is never edited or removed: folders that have applied it would not see the change', async () => {
    const landed = (await readFile(LANDED_FILE, 'utf8')).trim().split('\n')
    const lines = await migrationLines()
    const changed = landed.filter((line) => !lines.includes(line)).map((line) => line.slice(66))
    expect(changed, 'put these back as they were and write a new migration').toEqual([])
    const unlisted = lines.filter((line) => !landed.includes(line)).map((line) => line.slice(66))
    expect(unlisted, '`npm run typegen` adds these to tests/upgrade/migrations.sha256').toEqual([])
  })
})

test('RUN-09 every release has a data folder kept of it', async () => {
  const changes = await readFile(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const releases = [...changes.matchAll(/^## v?(\d+\.\d+\.\d+)/gm)].map(([, version]) => `v${version}`)
  const missing = releases.filter((release) => !names.includes(release))
  expect(missing, 'npm run fixture:upgrade -- <release>').toEqual([])
})

const factsOf = async (name: string): Promise<UpgradeFacts> =>
  JSON.parse(await readFile(join(KEPT, `${name}.json`), 'utf8'))

/** By age, the oldest first. */
const ages = await Promise.all(names.map(async (name) => ({ name, ...(await factsOf(name)) })))
const byAge = ages.sort((one, other) => one.time - other.time).map(({ name }) => name)

/**
 * Every release, and of the others the oldest (it takes every migration), the newest and a few between. At length: all.
 */
const opened = byAge.filter(
  (name, place) => LONG || name.startsWith('v') || place % 6 === 0 || place === byAge.length - 1,
)

describe.each(opened)('RUN-09 a store last run at %s', (name) => {
  let facts: UpgradeFacts
  const scratch = scratchFolder()
  let gateway: RazorpayFake
  let store: RecordStore
  let owner: PocketBase

  beforeAll(async () => {
    facts = await factsOf(name)
    // The day it was kept: holds still run, and bills are numbered by the year.
    const clock = join(scratch, 'clock')
    await writeFile(clock, String(facts.time - Date.now()))
    gateway = await RazorpayFake.start()
    const env = { ...gateway.env, STORE_TOKEN_SECRET: TOKEN_SECRET, STORE_CLOCK_FILE: clock }
    store = await startStore({ data: await unpacked(name, scratch), env })
    owner = await store.superuser()
  })
  afterAll(async () => {
    await store?.stop()
    await gateway?.stop()
  })

  const shopper = async () => {
    const pb = store.guest()
    await pb.collection('users').authWithPassword(facts.user.email, USER_PASSWORD)
    return pb
  }

  test('has the schema, the limits and the mails of a new one', async () => {
    const collections = await owner.collections.getFullList()
    expect(await storeSchema(owner, collections)).toBe(await readFile(SCHEMA_FILE, 'utf8'))
    expect(await settingsOf(owner)).toEqual(fresh)
    expect(store.output()).not.toContain('schema')
  })

  test('has its orders and bills as they were; each opens to its token and its owner alone', async () => {
    for (const { id, token, row } of facts.orders) {
      expect(await owner.collection('orders').getOne(id)).toMatchObject(row)
      expect((await store.call(`/api/store/orders/${id}`, { headers: { 'X-Order-Token': token } })).body).toMatchObject(
        {
          number: row.number,
          status: row.status,
        },
      )
      expect((await store.call(`/api/store/orders/${id}`, { headers: { 'X-Order-Token': `${token}x` } })).status).toBe(
        404,
      )
    }
    for (const { id, row } of facts.orders) {
      const at = `/api/store/desk/orders?days=0&q=${row.number}`
      const { body } = await store.call(at, { headers: { Authorization: owner.authStore.token } })
      expect(body.rows.map((found: { id: string }) => found.id)).toEqual([id])
    }
    const bills = await owner.collection('bills').getFullList({ sort: 'sequence' })
    expect(bills.map(({ number, order, sequence }) => ({ number, order, sequence }))).toEqual(facts.bills)
    const pb = await shopper()
    const own = await pb.collection('orders').getFullList()
    expect(own.map(({ user }) => user)).toEqual([facts.user.id])
    expect(own[0]).not.toHaveProperty('review_flag')
    expect(await pb.collection('addresses').getFullList()).toHaveLength(1)
    expect((await pb.collection('carts').getFullList())[0]?.items).toMatchObject([{ quantity: 2 }])
    await expect(pb.collection('orders').getFullList({ filter: "review_flag = ''" })).rejects.toMatchObject({
      status: 400,
    })
    const [event] = await pb.collection('order_events').getFullList()
    expect(event).not.toHaveProperty('data')
  })

  // The last one had no words built in.
  if (name !== WITH_OFFER)
    test('WORDS-06 says what it said before, as records, and nothing that nobody has said', async () => {
      const promises = await store.guest().collection('promises').getFullList({ sort: 'order' })
      expect(promises.map(({ title }) => title)).toEqual([
        'Natural Ingredients',
        'Quality Guaranteed',
        'Made with Love',
      ])
      expect(await owner.collection('testimonials').getFullList()).toEqual([])
      const settings = await store.guest().collection('store_settings').getFirstListItem('key = "store"')
      expect(settings).toMatchObject({ order_prefix: 'SJ', show_making: true, footer_copyright: '' })
      expect(settings.footer_mission).toMatch(/^We make two useful things well/)
      expect((await store.guest().collection('pages').getFirstListItem('slug = "about"')).body).toContain(
        'kitchen table',
      )
      const number = String(facts.orders[0]?.row.number)
      expect(await owner.collection('orders').getFullList({ filter: `number = '${number}'` })).toHaveLength(1)
    })

  test('lists, narrows, sorts and finds its products', async () => {
    const shelf = (query: string) => store.call(`/api/collections/products/records?${query}`)
    const featured = await shelf('sort=-place')
    expect(featured.status).toBe(200)
    expect(featured.body.items.map((item: { name: string }) => item.name).slice(0, 2)).toEqual([
      'Indigo Jhola',
      'Neem & Tulsi Soap',
    ])
    expect((await shelf('filter=gift%3Dtrue')).body.items).toHaveLength(1)
    for (const collection of ['slider_images', 'posts', 'reviews']) {
      expect((await store.call(`/api/collections/${collection}/records`)).status).toBe(200)
    }
    for (const word of ['neem', 'jhol', 'साबुन', 'turmerik']) {
      expect((await store.call(`/api/store/search?q=${encodeURIComponent(word)}`)).body.totalItems, word).toBe(1)
    }
  })

  test('asks for its products what it asked, and no price plan is about them', async () => {
    const products = await owner.collection('products').getFullList()
    const prices = Object.fromEntries(products.map(({ name, price }) => [name, price]))
    expect(prices).toMatchObject({ 'Neem & Tulsi Soap': 180, 'Indigo Jhola': 900 })
    const none = { original_price: 0, regular_price: 0, price_plan: '', price_until: '', was_price: 0, asked_price: 0 }
    for (const product of products) expect(product).toMatchObject(none)
  })

  test('one key sent five times is one order, also a key of before', async () => {
    const again = facts.orders[0]
    const known = await store.post('/api/store/orders', again?.body, { 'Idempotency-Key': again?.key ?? '' })
    expect([known.status, known.body.id]).toEqual([201, again?.id])

    const contact = { ...orderOf('').contact, phone: '9845099999' }
    const body = orderOf(facts.product, { contact })
    const key = { 'Idempotency-Key': 'one-key-five-times-0001' }
    const before = gateway.orders.size
    gateway.misbehave({ kind: 'slow', ms: 200 }, { on: /^POST/ })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => store.post('/api/store/orders', body, key)))
    expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id)).size).toBe(1)
    expect(await owner.collection('orders').getFullList({ filter: "phone = '+919845099999'" })).toHaveLength(1)
    expect(gateway.orders.size - before).toBe(1)
    gateway.ok()
  })

  test('the next bill has the next number', async () => {
    const contact = { ...orderOf('').contact, phone: '9845088888' }
    const body = orderOf(facts.product, { payment_method: 'cod', contact })
    const placed = await store.post('/api/store/orders', body, { 'Idempotency-Key': 'the-next-bill-0000001' })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    await owner.collection('orders').update(placed.body.id, { fulfilment_status: 'packed' })
    const bill = await owner.collection('bills').getFirstListItem(`order = '${placed.body.id}'`)
    expect(bill.sequence).toBe((facts.bills.at(-1)?.sequence ?? 0) + 1)
  })

  test('counts what is guessed', async () => {
    const number = facts.orders[0]?.row.number
    const guess = () => store.post('/api/store/track', { number, contact: 'nobody@example.com' })
    const statuses: number[] = []
    for (let count = 0; count < 11; count++) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array(10).fill(404), 429])
  })

  test('a second start changes nothing', async () => {
    const state = async () => {
      const queries = [
        'SELECT file, applied FROM _migrations ORDER BY file',
        'SELECT name, updated FROM _collections ORDER BY name',
        "SELECT value FROM _params WHERE id = 'settings'",
        'SELECT id, updated FROM products ORDER BY id',
        'SELECT id, status, updated FROM orders ORDER BY id',
      ]
      return Promise.all(queries.map(async (sql) => (await owner.sql.run(sql)).rows))
    }
    const before = await state()
    await store.kill()
    await store.restart()
    expect(await state()).toEqual(before)
  })
})

/** A kept folder, unpacked into another. */
async function unpacked(name: string, folder: string): Promise<string> {
  const home = join(folder, 'pb_data')
  await mkdir(home)
  await writeFile(join(home, 'data.db'), brotliDecompressSync(await readFile(join(KEPT, `${name}.db.br`))))
  return home
}

/** The store of a kept folder, changed by SQL before anything of today has seen it; both are gone with the test. */
async function storeOf(name: string, sql: string, env = {}): Promise<RecordStore> {
  const data = await unpacked(name, scratchFolder(onTestFinished))
  const store = await startStore({ data, env: { SQL_AT_START: sql, ...env } })
  onTestFinished(() => store.stop())
  return store
}

// The settings of early stores asked for less, and had no field for the state.
const GSTIN = '29AAGCB7383J1Z4'
test.each([
  ['38420c7', { gst_mode: 'regular', seller_gstin: GSTIN, seller_legal_name: 'Soap LLP' }, ['seller_state']],
  ['38420c7', { gst_mode: 'composition' }, ['seller_gstin', 'seller_legal_name', 'seller_state']],
  [
    '8c70c35',
    { gst_mode: 'regular', seller_gstin: '29AAGCB7383J1Z5' },
    ['seller_gstin', 'seller_legal_name', 'seller_state'],
  ],
  ['b8975e3', { gst_mode: 'regular', seller_gstin: GSTIN, seller_legal_name: 'Soap LLP', seller_state: 'KA' }, []],
  ['a27b63b', { gst_mode: 'composition', seller_legal_name: 'Soap LLP', seller_state: 'MH' }, ['seller_gstin']],
])(
  'RUN-09 a store last run at %s with %j opens, keeps them, and is asked for the rest when they are changed',
  async (name, fields, missing) => {
    const columns = Object.entries(fields).map(([column, value]) => `${column} = '${value}'`)
    const store = await storeOf(name, `UPDATE store_settings SET ${columns.join(', ')}`)
    const settings = (await store.superuser()).collection('store_settings')
    const { id, ...kept } = await settings.getFirstListItem('key = "store"')
    expect(kept).toMatchObject({ ...fields, max_pieces: 20, cod_unproven_max: 5000, orders_kept_years: 8 })
    expect(await settings.update(id, { shipping_fee: 45 })).toMatchObject({ ...fields, shipping_fee: 45 })
    const answer = await settings.update(id, { seller_address: '7, Church Street, Bengaluru 560001' }).then(
      () => [],
      ({ response }) => Object.keys(response.data),
    )
    expect(answer.sort()).toEqual(missing)
  },
)

test('WORDS-06 the demo shop keeps its testimonials, with what was bought, and its links in their places', async () => {
  const store = await storeOf('b8975e3', "UPDATE users SET email = 'anaya-k-demo@demo.example.com'")
  const said = await store.guest().collection('testimonials').getFullList({ sort: 'order', expand: 'product' })
  expect(said.map(({ name, rating, expand }) => [name, rating, expand?.product?.name])).toEqual([
    ['Anaya K. (demo)', 5, 'Neem & Tulsi Soap'],
    ['Kabir O. (demo)', 5, undefined],
    ['Jhanvi L. (demo)', 5, undefined],
  ])
})

test.each([
  ['a draft, which nobody saw,', "'draft0000000001', 'about', 'We', '<p>Soon</p>', FALSE"],
  ['a page without a text', "'draft0000000001', 'about', 'We', '', TRUE"],
])('WORDS-06 %s does not take the story off the About page, and is kept', async (_, values) => {
  const store = await storeOf('b8975e3', `INSERT INTO pages (id, slug, title, body, published) VALUES (${values})`)
  const shown = await store.guest().collection('pages').getFirstListItem('slug = "about"')
  expect(shown).toMatchObject({ title: 'About us', body: expect.stringContaining('kitchen table') })
  expect(await (await store.superuser()).collection('pages').getOne('draft0000000001')).toMatchObject({ title: 'We' })
})

test('STAFF-02 collections the owner has made keep their accounts, and let in no helper', async () => {
  const id = JSON.stringify([{ id: 'text1', name: 'id', type: 'text', primaryKey: true, required: true, system: true }])
  const store = await storeOf(
    'b8975e3',
    `CREATE TABLE clubs (id TEXT PRIMARY KEY);
     INSERT INTO _collections (id, type, name, system, fields, indexes, options, listRule, viewRule)
     VALUES ('clubs0000000001', 'base', 'clubs', FALSE, '${id}', '[]', '{}', '@request.auth.id != ""', 'id = @request.auth.id')`,
  )
  const clubs = await (await store.superuser()).collections.getOne('clubs')
  expect([clubs.listRule, clubs.viewRule]).toEqual([
    `(@request.auth.id != '' && @request.auth.collectionName != "staff")`,
    '(id = @request.auth.id)',
  ])
})

test('AUTH-09 accounts have lower addresses, and two that differ by capitals alone both stay', async () => {
  const account = (id: string, email: string) =>
    `INSERT INTO users (id, email, tokenKey) VALUES ('${id}', '${email}', '${id}');`
  const store = await storeOf(
    WITH_OFFER,
    `DELETE FROM users; ${account('lower0000000001', 'asha@example.com')} ${account('upper0000000001', 'Asha@Example.com')}
     ${account('alone0000000001', 'Ravi@Example.com')}`,
  )
  const users = await (await store.superuser()).collection('users').getFullList({ sort: 'email' })
  expect(users.map(({ email }) => email)).toEqual(['Asha@Example.com', 'asha@example.com', 'ravi@example.com'])
})

test('AUTH-09 STAFF-09 a helper signs in with an address that was kept with capitals, and keeps their log', async () => {
  const store = await storeOf(
    WITH_OFFER,
    `DELETE FROM staff; DELETE FROM desk_log;
     INSERT INTO staff (id, email, name, role, tokenKey) VALUES ('staff0000000001', 'Ravi@Example.com', 'Ravi', 'packer', 'a');
     INSERT INTO desk_log (id, who, what) VALUES ('deed00000000001', 'Ravi@Example.com', 'Packed 1 parcel');`,
  )
  const owner = await store.superuser()
  expect((await owner.collection('staff').getOne('staff0000000001')).email).toBe('ravi@example.com')
  const { entries } = await owner.send('/api/store/desk/log', {})
  expect(entries).toMatchObject([{ who: 'ravi@example.com', name: 'Ravi' }])
})

test('ORDER-09 an online order whose money no provider has is paid by hand', async () => {
  const store = await storeOf(
    WITH_OFFER,
    `UPDATE orders SET payment_method = 'razorpay', payment_status = 'paid', paid_total = grand_total;
     DELETE FROM payments;
     INSERT INTO payments (id, "order", captured) SELECT 'captured0000001', id, grand_total FROM orders ORDER BY id LIMIT 1`,
  )
  const orders = await (await store.superuser()).collection('orders').getFullList({ sort: 'id' })
  const [online, ...byHand] = orders.map(({ payment_method }) => payment_method)
  expect([online, ...new Set(byHand)]).toEqual(['razorpay', 'cod'])
})

test('RUN-09 DORD-01 an order whose lines somebody took by SQL keeps no list from opening, and none is taken again', async () => {
  const store = await storeOf(WITH_OFFER, "UPDATE orders SET items = 'null'")
  const owner = await store.superuser()
  const [order] = await owner.collection('orders').getFullList()
  for (const route of ['orders?days=0', `orders/${order?.id}`, 'figures?days=90', 'csv/orders', 'parcels'])
    expect((await store.desk(route)).status, route).toBe(200)
  for (const items of ['NULL', "'null'", "'{}'", "'['"])
    await expect(owner.sql.run(`UPDATE orders SET items = ${items}`)).rejects.toMatchObject({ status: 400 })
})

test('PROMO-10 offers of before are promotions, and an order with a gift is told as it was', async () => {
  const facts = await factsOf(WITH_OFFER)
  const store = await storeOf(WITH_OFFER, '', { STORE_TOKEN_SECRET: TOKEN_SECRET })
  const owner = await store.superuser()
  const [offer] = await owner.collection('special_offers').getFullList()
  expect(await owner.collection('promotions').getOne(String(offer?.id))).toMatchObject({
    ...{ name: 'A jhola, on us', active: true, kind: 'gift', gift: offer?.gift_product_id, minimum: 300, code: '' },
    ...{ starts: offer?.start_date, ends: offer?.end_date, created: offer?.created },
  })
  const { id, token } = facts.orders.at(-1) as UpgradeFacts['orders'][number]
  const answer = await fetch(`${store.url}/api/store/orders/${id}`, { headers: { 'X-Order-Token': token } })
  expect(await answer.json()).toMatchObject({
    ...{ items_total: 36_000, discount_total: 0, grand_total: 36_000, promotions: [] },
    items: [{ line_total: 36_000 }, { unit_price: 0, line_total: 0, is_gift: true }],
  })
  const bill = await owner.collection('bills').getFirstListItem(`order = '${id}'`)
  expect(bill.data.rows[1]).toMatchObject({ is_gift: true, gross: 0, discount: 0, amount: 0 })
})
