import type PocketBase from 'pocketbase'
import { beforeAll, describe, expect, test } from 'vitest'
import { shared } from '../shared'
import { startStore } from './record-store'
import { NONSENSE, SEARCHES } from './search-queries'

interface Found {
  page: number
  perPage: number
  totalItems: number
  items: { id: string; name: string; category: string; price: number; inStock: boolean }[]
  corrected: string
}

const store = shared(() => startStore({ seed: 'demo' }))
let owner: PocketBase

async function search(query: Record<string, string>): Promise<Found> {
  const response = await fetch(`${store.url}/api/store/search?${new URLSearchParams(query)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Found
}
const names = async (q: string) => (await search({ q })).items.map((item) => item.name)

beforeAll(async () => {
  owner = await store.superuser()
})

describe('SHOP-05 the first product of a search', () => {
  test.each(SEARCHES)('FIND-01 FIND-02 %s → %s', async (q, first) => {
    expect((await names(q))[0]).toBe(first)
  })

  test.each(NONSENSE)('FIND-02 nothing sensible finds nothing: %j', async (q) => {
    const { items, totalItems, corrected } = await search({ q })
    expect({ items, totalItems, corrected }).toEqual({ items: [], totalItems: 0, corrected: '' })
  })

  test.each([
    'neem AND NOT soap',
    'neem OR 1=1',
    '"neem" * ^ NEAR(soap)',
    'name:neem',
    "neem'; DROP TABLE products; --",
    'neem{:match}',
    'neem) UNION SELECT',
  ])('FIND-01 the index’s own language is only words: %s', async (q) => {
    expect((await search({ q })).totalItems).toBeLessThan(24)
  })

  test('FIND-02 what was looked for instead is said, and only then', async () => {
    expect((await search({ q: 'lavander soep' })).corrected).toBe('lavender soap')
    expect((await search({ q: 'Lavender Soaps' })).corrected).toBe('')
  })
})

describe('SHOP-05 FIND-03 a search is narrowed, ordered and paged like every list', () => {
  test('category, stock and order', async () => {
    const soaps = await search({ q: 'handmade', category: 'soap', sort: 'price-low', perPage: '100' })
    expect(soaps.items.length).toBe(soaps.totalItems)
    expect(new Set(soaps.items.map((item) => item.category))).toEqual(new Set(['soap']))
    const prices = soaps.items.map((item) => item.price)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))

    const all = await search({ q: 'handmade', perPage: '100' })
    const inStock = await search({ q: 'handmade', inStock: '1', perPage: '100' })
    expect(inStock.totalItems).toBe(all.items.filter((item) => item.inStock).length)
    expect(inStock.totalItems).toBeLessThan(all.totalItems)
  })

  test('what is sold out is not in stock, and the dearest come first when asked', async () => {
    const make = (name: string, price: number) =>
      owner.collection('products').create({ name, category: 'soap', price, inStock: true })
    const made = [await make('Brahmi Bar', 90), await make('Brahmi Loaf', 180), await make('Brahmi Cake', 120)]
    const movements = owner.collection('stock_movements')
    for (const delta of [1, -1]) await movements.create({ product: made[0]?.id, delta, reason: 'correction' })
    const found = async (query: Record<string, string>) =>
      (await search({ q: 'brahmi', ...query })).items.map(({ name }) => name)
    expect(await found({ sort: 'price-high' })).toEqual(['Brahmi Loaf', 'Brahmi Cake', 'Brahmi Bar'])
    expect(await found({ sort: 'price-high', inStock: '1' })).toEqual(['Brahmi Loaf', 'Brahmi Cake'])
    for (const { id } of made) await owner.sql.run(`DELETE FROM stock_movements WHERE product = '${id}'`)
    for (const { id } of made) await owner.collection('products').delete(id)
  })

  test('pages neither repeat nor skip', async () => {
    const whole = (await search({ q: 'soap', perPage: '100' })).items.map((item) => item.id)
    const paged: string[] = []
    for (let page = 1; paged.length < whole.length; page++) {
      const { items } = await search({ q: 'soap', perPage: '5', page: String(page) })
      expect(items.length).toBeGreaterThan(0)
      paged.push(...items.map((item) => item.id))
    }
    expect(paged).toEqual(whole)
  })

  test('of a word that very many have a thousand are ordered, in a category a thousand of it', async () => {
    const many = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)'
    await owner.sql.run(
      `${many} INSERT INTO products (id, name, category, price) SELECT printf('crowded%08d', i), 'Crowd', 'soap', 90 FROM n`,
    )
    await owner.sql.run(
      `${many} INSERT INTO search_documents (doc, product) SELECT 90000 + i, printf('crowded%08d', i) FROM n`,
    )
    await owner.sql.run(
      `${many} INSERT INTO search_texts (rowid, name, words, about) SELECT 90000 + i, 'crowd', 'soap', '' FROM n`,
    )
    await owner.collection('products').create({ name: 'Crowd Bag', category: 'Gift Bag', price: 90 })
    try {
      expect((await search({ q: 'crowd' })).totalItems).toBe(1000)
      expect((await search({ q: 'crowd', category: 'gift bag' })).items.map(({ name }) => name)).toEqual(['Crowd Bag'])
      expect((await search({ q: 'crowd', category: 'gift bag', sort: 'newest' })).totalItems).toBe(1)
    } finally {
      await owner.sql.run(`DELETE FROM products WHERE id LIKE 'crowded%'`)
      await owner.sql.run('DELETE FROM search_texts WHERE rowid > 90000 AND rowid <= 91100')
      await owner.sql.run('DELETE FROM search_documents WHERE doc > 90000 AND doc <= 91100')
    }
  })

  test('numbers out of range and unknown words are read as their defaults', async () => {
    const odd = await search({ q: 'soap', page: '-1', perPage: '1e9', sort: '__proto__', category: '' })
    expect([odd.page, odd.perPage]).toEqual([1, 100])
    expect((await search({ q: 'a'.repeat(5000) })).items).toEqual([])
  })

  test('a product is the same record as in the list', async () => {
    const [found] = (await search({ q: 'neem' })).items
    const listed = await store
      .guest()
      .collection('products')
      .getOne(found?.id as string)
    expect(found).toEqual({ ...listed })
  })

  test('FIND-04 suggestions are small, with words to go on with; sold out ones last, of nothing bestsellers', async () => {
    const suggest = async (q: string) =>
      (await fetch(`${store.url}/api/store/search/suggestions?q=${encodeURIComponent(q)}`)).json()
    const lavender = await suggest('lavende')
    expect(lavender.suggestions[0]).toEqual({
      id: expect.any(String),
      name: 'Lavender Soap',
      category: 'soap',
      price: expect.any(Number),
      image: expect.stringMatching(/\.jpg$/),
      sold_out: false,
    })
    expect(lavender).toMatchObject({ terms: ['lavender'], total: lavender.suggestions.length, corrected: '' })
    const { suggestions, total } = await suggest('soap')
    expect(suggestions).toHaveLength(6)
    expect(total).toBeGreaterThan(6)
    expect((await suggest('gift')).terms).toEqual(['gift box'])

    const products = owner.collection('products')
    const zari = { category: 'bag', price: 190 }
    const gone = await products.create({ ...zari, name: 'Zari', inStock: false })
    const there = await products.create({ ...zari, name: 'Pouch with a border of zari', inStock: true })
    const both: { name: string; sold_out: boolean }[] = (await suggest('zari')).suggestions
    expect(both.map(({ name, sold_out }) => [name, sold_out])).toEqual([
      ['Pouch with a border of zari', false],
      ['Zari', true],
    ])
    await Promise.all([products.delete(gone.id), products.delete(there.id)])

    const offered: { name: string }[] = (await suggest(' ')).suggestions
    const best = await store.guest().collection('products').getFullList({ filter: 'bestseller = true' })
    expect(offered).toHaveLength(6)
    for (const { name } of offered) expect(best.map((product) => product.name)).toContain(name)
  })
})

describe('SHOP-05 FIND-05 the index follows the records', () => {
  test('a new product, a new word, a product that is gone', async () => {
    expect(await names('mogra')).toEqual([])
    const { id } = await owner
      .collection('products')
      .create({ name: 'Mogra Soap', category: 'soap', price: 190, inStock: true, search_words: 'मोगरा, jasmine' })
    expect(await names('mogra')).toEqual(['Mogra Soap'])
    expect(await names('मोगरा')).toEqual(['Mogra Soap'])
    await owner.collection('products').update(id, { search_words: 'jasmine, chameli' })
    expect(await names('chameli')).toEqual(['Mogra Soap'])
    expect(await names('मोगरा')).toEqual([])
    await owner.collection('products').update(id, { name: 'Parijat Soap', search_words: '' })
    expect(await names('parijat')).toEqual(['Parijat Soap'])
    expect(await names('jasmine')).toEqual([])
    await owner.collection('products').delete(id)
    expect(await names('parijat')).toEqual([])
  })

  test('what was written past the hooks is found after the nightly job', async () => {
    await store.insert('products', { name: 'Kewda Soap', category: 'soap', price: 190 })
    expect(await names('kewda')).toEqual([])
    await store.runJob('store-search')
    expect((await names('kewda'))[0]).toBe('Kewda Soap')
    expect((await names('neem'))[0]).toBe('Neem & Tulsi Soap')
  })
})
