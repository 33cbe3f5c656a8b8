import type { RecordModel } from 'pocketbase'
import { beforeAll, expect, test } from 'vitest'
import { shared } from '../shared'
import { itemsOf, FEED_ORIGIN as ORIGIN, problemsOf } from '../unit/feed-rules'
import { liftLimits, type RecordStore, startStore } from './record-store'

const MINUTE = 60_000
const store = shared(() => startStore({ seed: 'demo', env: { STORE_URL: ORIGIN } }))
let owner: Awaited<ReturnType<RecordStore['superuser']>>

beforeAll(async () => {
  await liftLimits(store)
  owner = await store.superuser()
})

const ask = (headers = {}) => fetch(`${store.url}/feeds/google.xml`, { headers })
async function read() {
  const text = await (await ask()).text()
  expect(problemsOf(text)).toEqual([])
  return itemsOf(text)
}
const itemOf = async (id: string) => (await read()).find((item) => item.id?.[0] === id)
const soapOf = (name: string): Promise<RecordModel> =>
  owner.collection('products').getFirstListItem(owner.filter('name = {:name}', { name }))

test('FEED-01 FEED-03 all that is on sale stands there as Google reads it', async () => {
  const answer = await ask()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  const items = await read()
  const products = await owner.collection('products').getFullList({ filter: 'archived = false' })
  const links = items.map(({ link }) => link?.[0])
  expect(items.length).toBe(products.reduce((sum, { colors }) => sum + Math.max(1, colors?.length ?? 0), 0))
  for (const { id, colors } of products)
    for (const query of colors?.length ? colors.map(({ value }: { value: string }) => `?colour=${value}`) : [''])
      expect(links).toContain(`${ORIGIN}/product/${id}${query}`)
  // Each picture is there, and the colour's own comes first.
  for (const { image_link } of [items[0], items.at(-1)] as typeof items)
    expect((await fetch(image_link?.[0]?.replace(ORIGIN, store.url) ?? '')).status).toBe(200)
})

test('FEED-05 it is made once, until something it says has changed', async () => {
  const first = await ask()
  const etag = first.headers.get('etag') ?? ''
  await first.text()
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
  const soap = await soapOf('Multani Mitti Soap')
  await owner.sql.run(`UPDATE products SET price = 77 WHERE id = '${soap.id}'`)
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304)
  await owner.collection('products').update(soap.id, { price: 190, original_price: 250 })
  expect(await itemOf(soap.id)).toMatchObject({ price: ['190.00 INR'], maximum_retail_price: ['250.00 INR'] })
  await owner.collection('products').update(soap.id, { inStock: false })
  expect((await itemOf(soap.id))?.availability).toEqual(['out_of_stock'])
  await owner.collection('products').update(soap.id, { inStock: true })
  await owner.collection('stock_movements').create({ product: soap.id, delta: 1, reason: 'restock' })
  expect((await itemOf(soap.id))?.availability).toEqual(['in_stock'])
  await owner.collection('stock_movements').create({ product: soap.id, delta: -1, reason: 'correction' })
  expect((await itemOf(soap.id))?.availability).toEqual(['out_of_stock'])
  expect(await itemOf(soap.id)).not.toHaveProperty('shipping')
  const rules = owner.collection('delivery_rules')
  for (const { id } of await rules.getFullList()) await rules.delete(id)
  expect(await itemOf(soap.id)).toHaveProperty('shipping')
  await store.changeSettings({ store_name: 'Leh Soaps', shipping_fee: 80, free_shipping_from: 5000 })
  expect(await itemOf(soap.id)).toMatchObject({ brand: ['Leh Soaps'], shipping: ['80.00 INR'] })
  await rules.create({ prefix: '', deliver: true, cash: true, fee: 90, days_min: 2, days_max: 5 })
  expect(await itemOf(soap.id)).not.toHaveProperty('shipping')
  await owner.collection('products').update(soap.id, { archived: true })
  expect(await itemOf(soap.id)).toBeUndefined()
})

test('FEED-05 a save that changes nothing of it leaves it as it was, to the letter', async () => {
  const first = await ask()
  const text = await first.text()
  const soap = await soapOf('Neem & Tulsi Soap')
  await owner.collection('products').update(soap.id, { low_mark: 4 })
  expect(await (await ask()).text()).toBe(text)
  expect((await ask({ 'If-None-Match': first.headers.get('etag') ?? '' })).status).toBe(304)
})

test('FEED-05 a price plan begins and ends in it to the second, without a job', async () => {
  const { id, category, price } = await owner
    .collection('products')
    .create({ name: 'Plan soap', category: 'planned', price: 200, inStock: true, images: [await picture()] })
  expect([category, price]).toEqual(['planned', 200])
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  await owner.send('/api/store/desk/price-plans', {
    method: 'POST',
    body: {
      ...{ name: 'Plan', starts: at(10 * MINUTE), ends: at(20 * MINUTE), products: [id], categories: [] },
      ...{ percent: 10, price: 0, round_to: '', show_was: true },
    },
  })
  expect((await itemOf(id))?.price).toEqual(['200.00 INR'])
  await store.setAhead(11 * MINUTE)
  expect(await itemOf(id)).toMatchObject({ price: ['200.00 INR'], sale_price: ['180.00 INR'] })
  await store.setAhead(21 * MINUTE)
  expect(await itemOf(id)).not.toHaveProperty('sale_price')
})

test('FEED-06 its job makes it ahead, once for each change', async () => {
  const { id } = await soapOf('Neem & Tulsi Soap')
  // SQL by hand tells nobody: what is asked for afterwards was made before.
  const behind = (price: number) => owner.sql.run(`UPDATE products SET price = ${price} WHERE id = '${id}'`)
  await owner.collection('products').update(id, { price: 311, original_price: 0 })
  await store.runJob('store-feed')
  await behind(312)
  expect(await itemOf(id)).toMatchObject({ price: ['311.00 INR'] })
  await owner.collection('products').update(id, { price: 313 })
  await store.runJob('store-feed')
  await behind(314)
  await store.runJob('store-feed')
  expect(await itemOf(id)).toMatchObject({ price: ['313.00 INR'] })
})

async function picture(): Promise<File> {
  const { images, id } = await owner.collection('products').getFirstListItem('images != "[]"', { sort: 'name' })
  const bytes = await (await fetch(`${store.url}/api/files/products/${id}/${images[0]}`)).blob()
  return new File([bytes], 'soap.jpg', { type: bytes.type })
}

test('FEED-06 5,000 products are one feed, made in a moment and then kept', async () => {
  const soap = await soapOf('Neem & Tulsi Soap')
  const { rows: columns = [] } = await owner.sql.run(`SELECT name FROM pragma_table_info('products')`)
  const names = columns.map(([name]) => `"${name}"`)
  const own = names.map((name) => (name === '"id"' ? `printf('bulk%011d', n)` : name))
  const [[there] = []] = (await owner.sql.run('SELECT COUNT(*) FROM products')).rows ?? []
  await owner.sql.run(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000 - ${there}),
    models AS (SELECT *, ROW_NUMBER() OVER (ORDER BY id) - 1 AS model FROM products)
    INSERT INTO products (${names}) SELECT ${own} FROM numbers JOIN models ON model = n % ${there}`)
  const change = (price: number) => owner.collection('products').update(soap.id, { price })
  await change(200)
  const text = await (await ask()).text()
  expect(problemsOf(text)).toEqual([])
  expect(itemsOf(text).length).toBeGreaterThan(5000)
  // SQL by hand tells nobody: with one product changed the others are not made again, and with none nothing is.
  await owner.sql.run(`UPDATE products SET name = 'Named by hand' WHERE id LIKE 'bulk%'`)
  for (const price of [201, 202]) {
    await change(price)
    const again = await (await ask()).text()
    expect(again).toContain(`<g:price>${price}.00 INR</g:price>`)
    expect(again).not.toContain('Named by hand')
  }
  await owner.sql.run(`UPDATE products SET price = 203 WHERE id = '${soap.id}'`)
  expect(await itemOf(soap.id)).toMatchObject({ price: ['202.00 INR'] })
})
