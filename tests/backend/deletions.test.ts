import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ClientResponseError } from 'pocketbase'
import { expect, test } from 'vitest'
import { statusOf } from '../refused'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

const shop = shared(openCashShop)

/**
 * The answer to a superuser's delete: the reason it was refused for, or `gone`. The record must be there or not
 * accordingly.
 */
async function deletion(collection: string, id: string): Promise<string> {
  const records = shop.owner.collection(collection)
  const answer = await records.delete(id).then(
    () => 'gone',
    (error: unknown) => {
      if (!(error instanceof ClientResponseError) || error.status !== 403) throw error
      return String(error.response.message)
    },
  )
  const left = await records.getFullList({ filter: `id = "${id}"` })
  expect([collection, left.length]).toEqual([collection, answer === 'gone' ? 0 : 1])
  return answer
}

const offer = (more: Record<string, unknown>) => ({
  title: 'A potli, on us',
  active: true,
  start_date: '2020-01-01 00:00:00.000Z',
  end_date: '2099-01-01 00:00:00.000Z',
  offer_type: 'free_gift',
  ...more,
})
const soap = () => shop.newProduct({ name: 'Neem Soap', price: 180 })

test('SAVE-04 every collection says what deleting means', async () => {
  const collections = (await shop.owner.collections.getFullList())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('_'))
  const source = await readFile(join(import.meta.dirname, '../../pocketbase/hooks/records/deletions.ts'), 'utf8')
  const table = source.slice(source.indexOf('const REASONS'), source.indexOf('\n}\n', source.indexOf('const REASONS')))
  const decided = [...table.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  expect(decided.sort()).toEqual(collections.sort())
})

test('SAVE-04 a product that something refers to stays, one that nothing does goes', async () => {
  expect(await deletion('products', await soap())).toBe('gone')

  const ordered = await soap()
  await shop.place(orderOf(ordered))
  expect(await deletion('products', ordered)).toMatch(/^It has been ordered\. Switch on “archived” instead/)

  const reviewed = await soap()
  const shopper = await shop.store.newUser()
  const review = { product: reviewed, user: shopper.id, rating: 4, title: 'Good', content: 'Good.' }
  await shopper.pb.collection('reviews').create(review)
  expect(await deletion('products', reviewed)).toMatch(/^It has reviews/)
  expect(await shop.owner.collection('reviews').getFullList({ filter: `product = "${reviewed}"` })).toHaveLength(1)

  const counted = await soap()
  await shop.restock(counted, 3)
  expect(await deletion('products', counted)).toMatch(/^Its pieces have been counted/)
  expect(await shop.stockOf(counted)).toBe(3)

  const given = await soap()
  const { id } = await shop.owner.collection('special_offers').create(offer({ gift_product_id: given }))
  expect(await deletion('products', given)).toMatch(/^An offer is about it/)
  await expect(shop.owner.collection('products').update(given, { archived: true })).rejects.toMatchObject({
    response: { data: { archived: { message: 'The offer “A potli, on us” runs with it. Switch that off first.' } } },
  })
  await shop.owner.collection('special_offers').update(id, { active: false })
  await shop.owner.collection('products').update(given, { archived: true })
})

test('SAVE-05 an archived product is out of the shop; its orders and reviews stay', async () => {
  const name = 'Vetiver Archive Soap'
  const id = await shop.newProduct({ name, price: 180, category: 'vetiver' })
  const shopper = await shop.store.newUser()
  await shopper.pb
    .collection('reviews')
    .create({ product: id, user: shopper.id, rating: 4, title: 'Good', content: 'Good.' })
  const placed = (await shop.place(orderOf(id))).body
  const products = shop.store.guest().collection('products')
  const seen = async () => {
    const [search, categories, sitemap, quote] = await Promise.all([
      shop.call<{ totalItems: number }>('/api/store/search?q=vetiver'),
      shop.call<{ categories: { category: string }[] }>('/api/store/categories'),
      fetch(`${shop.store.url}/sitemap.xml`).then((answer) => answer.text()),
      shop.post<{ items: { problem?: { message: string } }[] }>('/api/store/quote', orderOf(id)),
    ])
    return {
      listed: (await products.getFullList({ filter: `name = "${name}"` })).length,
      viewed: await statusOf(products.getOne(id)),
      found: search.body.totalItems,
      category: categories.body.categories.some(({ category }) => category === 'vetiver'),
      mapped: sitemap.includes(id),
      quoted: quote.body.items[0]?.problem?.message ?? 'can be had',
    }
  }
  const there = { listed: 1, viewed: 200, found: 1, category: true, mapped: true, quoted: 'can be had' }
  const gone = {
    listed: 0,
    viewed: 404,
    found: 0,
    category: false,
    mapped: false,
    quoted: 'This product is no longer in the shop.',
  }
  expect(await seen()).toEqual(there)
  await shop.owner.collection('products').update(id, { archived: true })
  expect(await seen()).toEqual(gone)
  // Renamed while it is archived, it does not come back to the search.
  await shop.owner.collection('products').update(id, { material: 'Vetiver root' })
  expect(await seen()).toEqual(gone)
  expect((await shop.place(orderOf(id))).status).toBe(400)
  expect((await shop.view(placed.id, placed.access_token)).body.items[0]).toMatchObject({ product: id, name })
  expect(await shop.owner.collection('reviews').getFullList({ filter: `product = "${id}"` })).toHaveLength(1)
  await shop.owner.collection('orders').update(placed.id, { fulfilment_status: 'packed' })
  await shop.owner.collection('products').update(id, { archived: false })
  expect(await seen()).toEqual(there)
})

test('SAVE-04 PLAN-07 a price plan goes as long as it has not begun', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
  const plans = shop.owner.collection('price_plans')
  const plan = async (starts: number) =>
    (await plans.create({ name: 'Winter', starts: day(starts), ends: day(2), percent: 5, categories: ['felt'] })).id
  expect(await deletion('price_plans', await plan(1))).toBe('gone')
  const running = await plan(-1)
  expect(await deletion('price_plans', running)).toMatch(/^It runs now\. End it/)
  await plans.update(running, { ends: day(0) })
  expect(await deletion('price_plans', running)).toMatch(/^It has run/)
})

test('SAVE-04 an account with orders, reviews or comments stays; an empty one goes', async () => {
  const ordering = await shop.store.newUser()
  await shop.place(orderOf(await soap()), undefined, { Authorization: ordering.pb.authStore.token })
  expect(await deletion('users', ordering.id)).toMatch(/^This account has orders\. Whose it is can delete it/)
  const writing = await shop.store.newUser()
  const review = { product: await soap(), user: writing.id, rating: 4, title: 'Good', content: 'Good.' }
  const { id } = await writing.pb.collection('reviews').create(review)
  expect(await deletion('users', writing.id)).toMatch(/^This account has written reviews or comments/)
  const commenting = await shop.store.newUser()
  const comment = { review: id, user: commenting.id, content: 'True.' }
  const { id: commented } = await commenting.pb.collection('review_comments').create(comment)
  expect(await deletion('users', commenting.id)).toMatch(/^This account has written reviews or comments/)
  expect(await deletion('review_comments', commented)).toBe('gone')
  expect(await deletion('users', commenting.id)).toBe('gone')
  expect(await deletion('reviews', id)).toBe('gone')
  expect(await deletion('users', writing.id)).toBe('gone')
})

test('SAVE-04 a tax rate that goods have been or will be billed by stays', async () => {
  const rate = async (hsn: string, valid_from: string) =>
    (await shop.owner.collection('tax_rates').create({ hsn, rate: 18, valid_from })).id
  const past = '2020-01-01 00:00:00.000Z'
  const [used, sold, unused, coming] = [
    await rate('3401', past),
    await rate('6305', past),
    await rate('9901', past),
    await rate('3401', '2099-01-01 00:00:00.000Z'),
  ]
  await shop.newProduct({ name: 'Taxed', price: 90, hsn: '34011190' })
  const bag = await shop.newProduct({ name: 'Bag', price: 180, hsn: '63053900' })
  await shop.place(orderOf(bag))
  await shop.owner.collection('products').update(bag, { hsn: '' })
  expect(await deletion('tax_rates', used)).toMatch(/Add a rate with a later date instead/)
  expect(await deletion('tax_rates', sold)).toMatch(/Add a rate with a later date instead/)
  expect(await deletion('tax_rates', unused)).toBe('gone')
  expect(await deletion('tax_rates', coming)).toBe('gone')
})

test('SAVE-04 the settings, what is active, an offer with orders and the books stay', async () => {
  const first = async (collection: string) => (await shop.owner.collection(collection).getFullList())[0]?.id ?? ''
  expect(await deletion('store_settings', await first('store_settings'))).toMatch(/Edit them instead/)
  for (const collection of ['homepage_config', 'navbar_config', 'theme_settings']) {
    const records = shop.owner.collection(collection)
    const { id } = await records.create({ name: 'Spare', is_active: false })
    expect(await deletion(collection, id)).toBe('gone')
    const active = await records.create({ name: 'Active', is_active: true })
    expect(await deletion(collection, active.id)).toMatch(/Edit it, or make another one active/)
  }
  const running = await shop.owner
    .collection('special_offers')
    .create(offer({ min_order_value: 1, product: await soap() }))
  const { id } = (await shop.place(orderOf(await soap()))).body
  expect(await deletion('special_offers', running.id)).toMatch(/^Orders were placed under this offer/)

  await shop.owner.collection('orders').update(id, { fulfilment_status: 'packed', payment_status: 'paid' })
  const { id: refund } = await shop.owner.collection('refunds').create({ order: id, rupees: 1 })
  expect(await deletion('refunds', refund)).toMatch(/kept/)
  for (const collection of ['orders', 'order_events', 'bills', 'outbox'])
    expect(await deletion(collection, await first(collection))).toMatch(/kept/)
})
