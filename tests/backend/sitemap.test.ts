import { expect, test } from 'vitest'
import { shared } from '../shared'
import { startStore } from './record-store'

const ORIGIN = 'https://shop.example'
const store = shared(() => startStore({ seed: 'demo', env: { STORE_URL: ORIGIN } }))

const read = async (path: string) => {
  const answer = await fetch(`${store.url}${path}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
const located = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('ROUTE-01 ROUTE-03 PAINT-10 the sitemap names every public page once, and nothing that belongs to one person', async () => {
  const owner = await store.superuser()
  const draft = await owner.collection('posts').create({ slug: 'draft', title: 'Draft', published: false })
  const later = await owner
    .collection('posts')
    .create({ slug: 'later', title: 'Later', published: true, published_at: '2098-01-01 00:00:00.000Z' })
  const odd = await owner
    .collection('products')
    .create({ name: 'Ampersand', category: 'soap & <water>', price: 100, inStock: true })

  const { status, type, text } = await read('/sitemap.xml')
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
  const addresses = located(text)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.every((address) => address?.startsWith(`${ORIGIN}/`))).toBe(true)
  const products = await store.guest().collection('products').getFullList()
  for (const { id } of products) expect(addresses).toContain(`${ORIGIN}/product/${id}`)
  for (const path of ['/', '/shop', '/shop?category=bag', '/about', '/privacy-policy', '/blog'])
    expect(addresses).toContain(ORIGIN + path)
  expect(addresses).toContain(`${ORIGIN}/shop?category=soap%20%26%20%3Cwater%3E`)
  expect(text).not.toMatch(/draft|later|checkout|orders|profile|auth/)
  expect(text).toMatch(/<lastmod>\d{4}-\d{2}-\d{2}<\/lastmod>/)

  await owner.collection('posts').delete(draft.id)
  await owner.collection('posts').delete(later.id)
  await owner.collection('products').delete(odd.id)
})

test('ROUTE-03 PAINT-10 is made once until a record it names changes', async () => {
  const owner = await store.superuser()
  const first = (await read('/sitemap.xml')).text
  await owner.sql.run(`INSERT INTO products (id, name, category, created, updated)
    VALUES ('unseenxxxxxxxxx', 'Unseen', 'soap', '2026-01-01', '2026-01-01')`)
  expect((await read('/sitemap.xml')).text).toBe(first)
  const added = await owner.collection('products').create({ name: 'Seen', category: 'soap', price: 100, inStock: true })
  expect(located((await read('/sitemap.xml')).text)).toContain(`${ORIGIN}/product/${added.id}`)
  await owner.sql.run(`DELETE FROM products WHERE id = 'unseenxxxxxxxxx'`)
  await owner.collection('products').delete(added.id)
  expect((await read('/sitemap.xml')).text).toBe(first)
})

test('ROUTE-03 PAINT-10 a large catalogue is several files with an index', async () => {
  const owner = await store.superuser()
  await owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO products (id, name, category, created, updated)
    SELECT substr('many' || i || 'xxxxxxxxxxxxxxx', 1, 15), 'Soap ' || i, 'soap', '2026-01-01', '2026-01-01' FROM n`)
  // SQL by hand is seen a minute later, or with the next change.
  const { id } = await owner.collection('products').getFirstListItem('category = "bag"', { sort: 'name' })
  await owner.collection('products').update(id, { name: 'Renamed' })
  const index = await read('/sitemap.xml')
  expect(index.text).toContain('<sitemapindex')
  const files = located(index.text)
  expect(files).toEqual([1, 2, 3].map((file) => `${ORIGIN}/sitemap.xml?file=${file}`))
  const all: (string | undefined)[] = []
  for (const file of files) all.push(...located((await read((file as string).slice(ORIGIN.length))).text))
  const products = all.filter((address) => address?.startsWith(`${ORIGIN}/product/`))
  expect(products.length).toBe(20_024)
  expect(new Set(products).size).toBe(20_024)
  for (const file of ['0', '4', '-1', 'x', '1e3', '99999999999']) {
    expect((await read(`/sitemap.xml?file=${file}`)).status, file).toBe(404)
  }
})

test('ROUTE-20 PAINT-10 robots.txt keeps search engines to the public pages and their pictures', async () => {
  const { status, type, text } = await read('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = text.split('\n')
  for (const path of ['/api/', '/_/', '/cart', '/checkout', '/orders', '/profile', '/auth/'])
    expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain('Allow: /api/files/')
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})
