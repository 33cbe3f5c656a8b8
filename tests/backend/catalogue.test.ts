import fc from 'fast-check'
import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Product } from '../../src/domain/catalog/product'
import { SHOP_SORTS } from '../../src/domain/catalog/product-filter'
import { featuredProducts, newProducts } from '../../src/domain/catalog/selections'
import type { ProductFilter } from '../../src/features/catalog/queries'
import { shared } from '../shared'
import { startStore } from './record-store'

type Queries = typeof import('../../src/features/catalog/queries')

const store = shared(() => startStore({ seed: 'none', printSql: true }))
let superuser: PocketBase
let queries: Queries
let related: typeof import('../../src/features/catalog/related-queries')
let newClient: typeof import('../../src/api/query-client').createQueryClient

beforeAll(async () => {
  superuser = await store.superuser()
  vi.stubEnv('VITE_POCKETBASE_URL', store.url)
  vi.resetModules()
  queries = await import('../../src/features/catalog/queries')
  related = await import('../../src/features/catalog/related-queries')
  newClient = (await import('../../src/api/query-client')).createQueryClient
})
afterAll(() => void vi.unstubAllEnvs())

interface Flags {
  list_order: number
  bestseller: boolean
  new: boolean
}

/** Puts a catalogue in the place of the one before, in this order, as saved products have it. */
async function stock(products: readonly Flags[]): Promise<void> {
  const rows = products.map(
    (product, at) =>
      `(printf('%015d', ${(at * 7919) % 100_000}), 'Soap ${at}', 'soap', 100, TRUE, ${product.list_order}, ${product.list_order > 0 ? 1 / product.list_order : 0}, ${product.bestseller}, ${product.new})`,
  )
  await superuser.sql.run('DELETE FROM products')
  if (rows.length === 0) return
  await superuser.sql.run(
    `INSERT INTO products (id, name, category, price, inStock, list_order, place, bestseller, new) VALUES ${rows.join(', ')}`,
  )
}

/** All products as the shop sorts them: numbered ones first, then in the order of their entry. */
async function wholeCatalogue(): Promise<Product[]> {
  const { parseProduct } = await import('../../src/domain/catalog/product')
  const records = await store.guest().collection('products').getFullList({ sort: '@rowid' })
  return records.map(parseProduct).sort((a, b) => (a.list_order || 1e9) - (b.list_order || 1e9))
}

const names = (products: readonly Product[]) => products.map(({ name }) => name)

describe('the homepage', () => {
  const flags = fc.record({
    list_order: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 4 })),
    bestseller: fc.boolean(),
    new: fc.boolean(),
  })
  const catalogues = fc.oneof(
    fc.array(flags, { maxLength: 30 }),
    fc.array(
      flags.map((one) => ({ ...one, new: false, bestseller: false })),
      { maxLength: 8 },
    ),
    fc.array(
      flags.map((one) => ({ ...one, list_order: 0 })),
      { maxLength: 12 },
    ),
  )

  test('HOME-08 HOME-10 HOME-13 HOME-15 shows of any catalogue what the selections choose from the whole of it', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, async (catalogue) => {
        await stock(catalogue)
        const all = await wholeCatalogue()
        const { pages } = await newClient().fetchInfiniteQuery({ ...queries.homeProductsOptions(), pages: 99 })
        const { first, arrivals, bestsellers } = pages[0] as NonNullable<(typeof pages)[0]>
        expect(featuredProducts([...first, ...bestsellers])[0]?.name).toBe(featuredProducts(all)[0]?.name)
        expect(names(newProducts(arrivals.length > 0 ? arrivals : first))).toEqual(names(newProducts(all).slice(0, 4)))
        expect(names(pages.flatMap((page) => page.bestsellers))).toEqual(
          names(all.filter(({ bestseller }) => bestseller)),
        )
        expect(pages.map((page) => page.next)).toEqual(pages.map((_, at) => (at + 1 < pages.length ? at + 2 : null)))
      }),
      { numRuns: 30 },
    )
  }, 60_000)
})

describe('what the shop asks for', () => {
  const narrowings: ProductFilter[] = [
    {},
    { category: 'soap' },
    { inStock: true },
    { category: 'soap', inStock: true },
    { category: 'nowhere' },
  ]
  const lists: ProductFilter[] = [
    ...narrowings.flatMap((narrowing) => SHOP_SORTS.map(({ value: sort }) => ({ ...narrowing, sort }))),
    { bestseller: true },
    { new: true, sort: 'newest' },
    { tag: 'gift' },
  ]

  /**
   * The statements that read products since the store had printed `from` characters, and how SQLite goes about each.
   */
  async function plans(from: number): Promise<string[]> {
    // One line for each statement: `[0.10ms] SELECT …`.
    const statements = store
      .output()
      .slice(from)
      .split('\n')
      .flatMap((line) => /^\[[\d.]+ms\] (SELECT .*)/.exec(line)?.[1] ?? [])
    const reading = [...new Set(statements)].filter((sql) => /\bFROM [`"]?products\b/.test(sql))
    const found: string[] = []
    for (const sql of reading) {
      const { rows } = await superuser.sql.run(`EXPLAIN QUERY PLAN ${sql}`)
      found.push([sql, ...(rows ?? []).map((row) => String(row.at(-1)))].join('\n  '))
    }
    return found
  }

  async function askEverything(): Promise<void> {
    const client = newClient()
    const ask = { staleTime: 0, retry: false } as const
    for (const filter of lists)
      await client.fetchInfiniteQuery({ ...queries.productListOptions(filter), ...ask, pages: 2 })
    await client.fetchInfiniteQuery({ ...queries.homeProductsOptions(), ...ask, pages: 2 })
    await client.fetchQuery({ ...related.crossSellOptions(['soap', 'bag']), ...ask })
    await client.fetchQuery({ ...queries.categoriesOptions(), ...ask })
    await client.fetchQuery({ ...queries.productOptions('catalogue000007'), ...ask })
  }

  test('SHOP-01 SHOP-05 HOME-15 SHEET-05 FIND-06 reads and sorts by an index, however large the catalogue', async () => {
    await superuser.sql.run('DELETE FROM products')
    await superuser.sql.run(`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO products (id, name, category, price, list_order, place, bestseller, new, gift, inStock, sold_out, created)
      SELECT printf('catalogue%06d', i), 'Product ' || (i * 7 % 1500), CASE i % 3 WHEN 0 THEN 'soap' ELSE 'bag' END, 100 + i % 700,
        CASE WHEN i < 20 THEN i ELSE 0 END, CASE WHEN i < 20 THEN 1.0 / i ELSE 0 END,
        i % 10 = 0, i % 15 = 0, i % 12 = 0, i % 20 != 0, i % 30 = 0, datetime(i, 'unixepoch') || '.000Z' FROM n`)
    const from = store.output().length
    await askEverything()
    const asked = await plans(from)
    // The lists, their second pages and counts; the three of the homepage with a second page; two of the cross-sell;
    // categories and one product.
    expect(asked.length).toBeGreaterThan(lists.length * 2)
    // As SQLite plans before and after it has looked at what is in the tables.
    await superuser.sql.run('ANALYZE')
    const analysed = await plans(from)
    for (const plan of [...asked, ...analysed]) {
      expect(plan).toMatch(/USING (COVERING )?INDEX/)
      expect(plan).not.toMatch(/SCAN products$|TEMP B-TREE FOR (LAST|RIGHT|ORDER)/m)
    }
    // A search places what it found by an index alone: the rows of a thousand products are megabytes.
    for (const { value: sort } of SHOP_SORTS)
      for (const narrowed of ['', '&category=soap', '&inStock=1']) {
        const from = store.output().length
        expect((await fetch(`${store.url}/api/store/search?q=product&sort=${sort}${narrowed}`)).status).toBe(200)
        const printed = () => /\] (WITH found [^[]* LIMIT \d+ OFFSET \d+)$/m.exec(store.output().slice(from))?.[1]
        const sql = await vi.waitUntil(printed, { timeout: 30_000 })
        const { rows } = await superuser.sql.run(`EXPLAIN QUERY PLAN ${sql}`)
        const products = (rows ?? []).map((row) => String(row.at(-1))).filter((step) => /\bproducts\b/.test(step))
        expect([sort, narrowed, products]).toEqual([
          sort,
          narrowed,
          [expect.stringMatching(/COVERING INDEX idx_products_found \(id=\?\)$/)],
        ])
      }
    // What is filtered is found in that index too, and so are its counts.
    for (const address of ['search?skin=dry,oily&price=0-200&sort=name', 'search?category=bag&colour=blue', 'facets']) {
      const from = store.output().length
      expect((await fetch(`${store.url}/api/store/${address}`)).status).toBe(200)
      const printed = () =>
        /\] ((?:WITH found|SELECT \+category AS category, skin_type)[^[]*?(?:OFFSET \d+|GROUP BY[ \d,]+))$/m.exec(
          store.output().slice(from),
        )?.[1]
      const sql = await vi.waitUntil(printed, { timeout: 30_000 })
      const { rows } = await superuser.sql.run(`EXPLAIN QUERY PLAN ${sql}`)
      const products = (rows ?? []).map((row) => String(row.at(-1))).filter((step) => /\bproducts USING/.test(step))
      expect([address, products]).toEqual([address, ['SCAN products USING COVERING INDEX idx_products_found']])
    }
  }, 60_000)
})

test('SHOP-05 HOME-19 categories are counted by the store, with their lowest price, and anew when a product comes, changes or goes', async () => {
  await stock([])
  const counted = async () => (await (await fetch(`${store.url}/api/store/categories`)).json()).categories
  const products = superuser.collection('products')
  const add = (category: string, price: number) => products.create({ name: 'Counted', category, price, inStock: true })
  const { id } = await add('soap', 90)
  await add('bag', 320)
  await add('bag', 640)
  expect(await counted()).toEqual([
    { category: 'bag', count: 2, from: 320 },
    { category: 'soap', count: 1, from: 90 },
  ])
  await products.update(id, { category: 'bag' })
  expect(await counted()).toEqual([{ category: 'bag', count: 3, from: 90 }])
  await products.delete(id)
  expect(await counted()).toEqual([{ category: 'bag', count: 2, from: 320 }])
})

test('SHOP-07 the store filters by skin, scent, price and the colours’ hues, and counts what there is of each', async () => {
  await stock([])
  const products = superuser.collection('products')
  const add = (name: string, fields: object) =>
    products.create({ name, category: 'soap', price: 150, inStock: true, ...fields })
  const rose = await add('Rose', { skin_type: ['dry', 'sensitive'], scent: ['floral'], list_order: 2 })
  await add('Neem', { skin_type: ['oily'], scent: ['herbal'], price: 200, list_order: 1 })
  await add('Clay', { skin_type: ['oily'], inStock: false })
  const colors = [{ name: 'Indigo', hex: '#2D3B63' }]
  // What is sent for the hues is ignored.
  await add('Tote', { category: 'bag', price: 2500, colors, shades: ['red'] })
  await add('Hidden', { skin_type: ['oily'], archived: true })
  const found = async (query: string) => {
    const answer = await (await fetch(`${store.url}/api/store/search?${query}`)).json()
    const listed = answer.items.map(({ name }: { name: string }) => name)
    expect(listed).toHaveLength(answer.totalItems)
    return listed
  }
  expect(await found('skin=dry,oily')).toEqual(['Neem', 'Rose', 'Clay'])
  expect(await found('skin=oily&inStock=1')).toEqual(['Neem'])
  expect(await found('skin=sensitive&scent=floral&price=0-200&category=soap')).toEqual(['Rose'])
  expect(await found('price=200-300,2500-&sort=price-high')).toEqual(['Tote', 'Neem'])
  expect(await found('colour=blue')).toEqual(['Tote'])
  expect(await found('q=rose&skin=dry')).toEqual(['Rose'])
  expect(await found('q=rose&skin=oily')).toEqual([])
  // Without a word or a value there is no search.
  expect(await found(`skin=${encodeURIComponent("x' OR 1=1 --")}`)).toEqual([])
  const second = await (await fetch(`${store.url}/api/store/search?skin=dry,oily&page=2&perPage=2`)).json()
  expect(second).toMatchObject({ totalItems: 3, items: [{ name: 'Clay' }] })

  const counted = async (category: string) => {
    const { rows } = await (await fetch(`${store.url}/api/store/facets?category=${category}`)).json()
    return rows.map(({ values, count }: { values: string; count: number }) => [values, count]).sort()
  }
  const tote = ['colour:blue price:2500- inStock', 1]
  expect(await counted('bag')).toEqual([tote])
  expect(await counted('__proto__')).toEqual([])
  expect(await counted('')).toHaveLength(4)
  await products.update(rose.id, { skin_type: ['oily'], scent: [], inStock: false })
  expect(await counted('soap')).toEqual([
    ['skin:oily price:0-200', 2],
    ['skin:oily scent:herbal price:200-300 inStock', 1],
  ])
  for (const category of ['constructor', '__proto__']) {
    const { id } = await products.create({ name: 'Blocks', price: 2500, inStock: true, category })
    expect(await counted(category)).toEqual([['price:2500- inStock', 1]])
    expect(await counted('bag')).toEqual([tote])
    await products.delete(id)
  }
})

test('SHOP-02 ROUTE-07 SHOP-07 what lists are sorted and narrowed by follows the record, whatever a merchandiser sends', async () => {
  const products = superuser.collection('products')
  const colors = [{ name: 'Madder', hex: '#A23B2E' }]
  const fields = { name: 'Numbered', category: 'soap', price: 90, list_order: 4, tags: ['soap', 'Gift'], colors }
  const made = await products.create({ ...fields, place: 1, gift: false })
  expect([made.place, made.gift]).toEqual([0.25, true])
  const saved = await products.update(made.id, { ...made, list_order: 0, tags: ['giftwrap'] })
  expect([saved.place, saved.gift]).toEqual([0, false])
  expect(saved.shades).toEqual(['red'])
  // Written past the record API.
  await superuser.sql.run(
    `UPDATE products SET list_order = 8, tags = '["GIFT"]', shades = '[]' WHERE id = '${made.id}'`,
  )
  await store.runJob('store-search')
  expect(await products.getOne(made.id)).toMatchObject({ place: 0.125, gift: true, shades: ['red'] })
})

test('RUN-20 no connection to the database keeps more than 2 MB of it, however many ask at a time', async () => {
  // Long enough that they meet.
  const count = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT COUNT(*) FROM n'
  const ask = () => superuser.sql.run(`SELECT cache_size, (${count}) FROM pragma_cache_size`)
  const answers = await Promise.all(Array.from({ length: 40 }, ask))
  expect(new Set(answers.map(({ rows }) => Number(rows?.[0]?.[0])))).toEqual(new Set([-2000]))
})
