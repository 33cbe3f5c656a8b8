import { setTimeout as pause } from 'node:timers/promises'
import { createQueryClient } from '../../src/api/query-client'
import { LIST_PAGE_SIZE, SHOP_SORTS } from '../../src/domain/catalog/product-filter'
import {
  categoriesOptions,
  homeProductsOptions,
  type ProductFilter,
  productListOptions,
} from '../../src/features/catalog/queries'
import { crossSellOptions } from '../../src/features/catalog/related-queries'
import { suggestionsOptions } from '../../src/features/catalog/suggestions'
import { liftLimits, type RecordStore, startStore } from '../../tests/backend/record-store'
import { writeReport } from '../check/reports'
import { DIST_DIR } from '../start/environment'
import { memoryOf } from './bench-shop'
import { measureDesk } from './desk-lists'
import { measureFeed } from './feed'

/**
 * `npm run bench:catalogue`: what a catalogue of 10,000 and of 50,000 products costs, as a ratio to one of 100, asked
 * in turn in the same minutes. How many records an answer carries stands beside its time: of most searches a larger
 * shop answers more. Some find the same products in every shop, so that only what they are found among grows.
 * Searches are also a ratio to the list of the same shop. `--sizes=100,10000`, `--rounds=5` and `--only=search` make
 * it shorter. `--desk` measures the lists of the desk instead (`desk-lists.ts`), `--feed` the feed
 * (`feed.ts`). Needs a built store. Writes `reports/catalogue-bench.json`.
 */

const argument = (name: string) => process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1]
/** What a search is compared with: the first page of the shop as it opens. */
const PLAIN_LIST = 'list: all, featured'
const SIZES = (argument('sizes') ?? '100,10000,50000').split(',').map(Number)
const ROUNDS = Number(argument('rounds') ?? 15)
/** A word that a page of products has in every shop. */
const STEADY = 'evergreen'
/** Width of a column of figures. */
const COLUMN = 32
/** Requests at the same time, and how many in all, before memory is looked at a second time. */
const CROWD = 10
const CROWD_REQUESTS = 300

interface Shop {
  size: number
  store: RecordStore
  product: string
}

/**
 * Fills the demo shop up to `size` with copies of its products: an index of the search included, row for row what
 * saving each would write, except that numbers in names stand in no list of typos. Through the API 50,000 would take
 * an hour.
 */
async function fill(store: RecordStore, size: number): Promise<void> {
  const { sql } = await store.superuser()
  const { rows } = await sql.run(`SELECT name FROM pragma_table_info('products')`)
  const columns = (rows ?? []).map(([name]) => String(name))
  const own: Record<string, string> = {
    id: `printf('bulk%011d', n)`,
    name: `substr(name, 1, 180) || ' ' || n`,
    price: 'price + n % 500',
    list_order: 'CASE WHEN n % 100 = 0 THEN n ELSE 0 END',
    place: 'CASE WHEN n % 100 = 0 THEN 1.0 / n ELSE 0 END',
    inStock: 'n % 20 != 0',
    created: `strftime('%Y-%m-%d %H:%M:%fZ', 1700000000 + n * 60, 'unixepoch')`,
  }
  const [[seeded] = []] = (await sql.run('SELECT COUNT(*) FROM products')).rows ?? []
  const copies = size - Number(seeded)
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${copies})`
  const quoted = columns.map((column) => `"${column}"`).join(', ')
  await sql.run(`
    ${numbers}, models AS (SELECT *, ROW_NUMBER() OVER (ORDER BY rowid) - 1 AS model FROM products)
    INSERT INTO products (${quoted})
    SELECT ${columns.map((column) => own[column] ?? `"${column}"`).join(', ')} FROM numbers JOIN models ON model = n % ${seeded}`)
  await sql.run(`INSERT INTO search_documents (product) SELECT id FROM products WHERE id LIKE 'bulk%' ORDER BY id`)
  await sql.run(`
    WITH models AS (
      SELECT search_texts.name, words, about, ROW_NUMBER() OVER (ORDER BY products.rowid) - 1 AS model
      FROM products JOIN search_documents ON product = products.id JOIN search_texts ON search_texts.rowid = doc
      WHERE products.id NOT LIKE 'bulk%'),
    copies AS (SELECT doc, CAST(substr(product, 5) AS INTEGER) AS n FROM search_documents WHERE product LIKE 'bulk%')
    INSERT INTO search_texts (rowid, name, words, about)
    SELECT doc, name || ' ' || n, words, about FROM copies JOIN models ON model = n % ${seeded}`)
  // Saved as a merchandiser does, so that the word's typo variants are in the index as well.
  const products = (await store.superuser()).collection('products')
  const { items } = await products.getList(1, LIST_PAGE_SIZE, { filter: 'id !~ "bulk%"', sort: 'name' })
  if (items.length < LIST_PAGE_SIZE)
    throw new Error(`The demo shop has ${items.length} products, not ${LIST_PAGE_SIZE}`)
  for (const { id, search_words } of items) await products.update(id, { search_words: `${search_words} ${STEADY}` })
  // As the record store does by itself every day.
  await sql.run('ANALYZE')
}

/** What the client asks for, as paths: its own query functions with a network that answers nothing. */
async function asked(ask: (client: ReturnType<typeof createQueryClient>) => Promise<unknown>): Promise<string[]> {
  const network = globalThis.fetch
  const paths: string[] = []
  globalThis.fetch = async (address) => {
    paths.push(String(address))
    return Response.json({ page: 1, perPage: 100, totalItems: 0, items: [], categories: [], suggestions: [] })
  }
  const client = createQueryClient()
  try {
    await ask(client)
  } finally {
    client.clear()
    globalThis.fetch = network
  }
  return paths
}

type Paths = (shop: Shop) => string[]

interface Measure {
  name: string
  paths: Paths
  /** Changes a product first, so that kept pages and counts are made anew. */
  afresh?: boolean
}

async function measures(): Promise<Measure[]> {
  const list = async (name: string, filter: ProductFilter): Promise<Measure> => {
    const paths = await asked((client) => client.fetchInfiniteQuery(productListOptions(filter)))
    return { name, paths: () => paths }
  }
  const fixed = (name: string, ...paths: string[]): Measure => ({ name, paths: () => paths })
  const suggestions = async (name: string, q: string): Promise<Measure> =>
    fixed(name, ...(await asked((client) => client.fetchQuery(suggestionsOptions(q)))))
  const [page = ''] = await asked((client) => client.fetchInfiniteQuery(productListOptions({ sort: 'price-low' })))
  const home = await asked((client) => client.fetchInfiniteQuery(homeProductsOptions()))
  const crossSell = await asked((client) => client.fetchQuery(crossSellOptions(['soap'], 1)))
  const categories = await asked((client) => client.fetchQuery(categoriesOptions()))
  const narrowings: [string, ProductFilter][] = [
    ['all', {}],
    ['category', { category: 'soap' }],
    ['in stock', { inStock: true }],
    ['category, in stock', { category: 'soap', inStock: true }],
  ]
  const lists: Measure[] = []
  for (const [name, narrowing] of narrowings)
    for (const { value: sort } of SHOP_SORTS) lists.push(await list(`list: ${name}, ${sort}`, { ...narrowing, sort }))
  const pages: [string, Paths][] = [
    ['home', () => ['/']],
    ['shop', () => ['/shop']],
    ['shop, category by price', () => ['/shop?category=soap&sort=price-low']],
    ['product', ({ product }) => [`/product/${product}`]],
  ]
  return [
    ...lists,
    await list('list: bestsellers', { bestseller: true }),
    await list('list: new arrivals', { new: true, sort: 'newest' }),
    await list('list: gifts', { tag: 'gift' }),
    {
      name: 'list: the last page',
      paths: ({ size }) => [page.replace('page=1&', `page=${size / 100}&skipTotal=true&`)],
    },
    fixed('home: its products', ...home),
    fixed('categories', ...categories),
    { name: 'categories, counted anew', paths: () => categories, afresh: true },
    { name: 'product', paths: ({ product }) => [`/api/collections/products/records/${product}`] },
    fixed('product: more like this', ...crossSell),
    await list('search: a word many have', { q: 'soap' }),
    await list('search: many have, in stock', { q: 'soap', inStock: true }),
    await list('search: many have, by price', { q: 'soap', sort: 'price-low' }),
    await list('search: a word few have', { q: '24' }),
    await list('search: with a typo', { q: 'lavander' }),
    await suggestions('search: suggestions', 'so'),
    await list('search: same finds', { q: STEADY }),
    await list('search: same finds, with a typo', { q: STEADY.replace('ee', 'e') }),
    await suggestions('search: same finds, suggestions', STEADY.slice(0, 6)),
    ...pages.map(([name, paths]) => ({ name: `page kept: ${name}`, paths })),
    ...pages.map(([name, paths]) => ({ name: `page made: ${name}`, paths, afresh: true })),
  ]
}

/** What the store has logged last. */
async function complaint(shop: Shop): Promise<string> {
  // They are written every three seconds.
  await pause(4000)
  const { items } = await (await shop.store.superuser()).logs.getList(1, 1, { filter: 'level > 0', sort: '-@rowid' })
  return JSON.stringify(items[0] ?? null)
}

/** Records an answer carries; undefined where it is a page. */
function recordsOf(text: string): number | undefined {
  if (!text.startsWith('{')) return undefined
  const { items, suggestions, categories } = JSON.parse(text)
  return (items ?? suggestions ?? categories)?.length ?? 1
}

async function timed(shop: Shop, measure: Measure, round: number): Promise<{ time: number; records?: number }> {
  if (measure.afresh) {
    const products = (await shop.store.superuser()).collection('products')
    await products.update(shop.product, { material: `Round ${round}` })
    // Addresses anybody can make up are drawn so often in a while, and no more (`MAX_UNBOUNDED` of hooks/pages).
    if (measure.name.startsWith('page') && measure.paths(shop).some((path) => path.includes('?'))) await pause(500)
  }
  const startedAt = performance.now()
  const texts = await Promise.all(
    measure.paths(shop).map(async (path) => {
      const answer = await fetch(shop.store.url + path)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`)
      if (measure.name.startsWith('page') && !text.includes('id="query-state"'))
        throw new Error(`${path} was not rendered with ${shop.size} products: ${await complaint(shop)}`)
      return text
    }),
  )
  const time = performance.now() - startedAt
  const counts = texts.map(recordsOf)
  return {
    time,
    records: counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count)),
  }
}

const memory = async ({ store }: Shop) => Math.round((await memoryOf(store.pid())).resident) || null

async function crowd(shop: Shop, all: readonly Measure[]): Promise<void> {
  const paths = all.flatMap((measure) => measure.paths(shop))
  let next = 0
  const visitor = async () => {
    while (next < CROWD_REQUESTS) {
      const path = paths[next++ % paths.length]
      await (await fetch(shop.store.url + path)).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CROWD }, visitor))
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

async function open(size: number): Promise<Shop> {
  const store = await startStore({ seed: 'demo', asInShop: true, env: { STORE_PUBLIC_DIR: DIST_DIR } })
  await liftLimits(store)
  const startedAt = performance.now()
  await fill(store, size)
  console.log(`${size} products after ${Math.round((performance.now() - startedAt) / 1000)} s`)
  await store.kill()
  await store.restart()
  const { id } = await store.guest().collection('products').getFirstListItem('reviews > 0')
  return { size, store, product: id }
}

const shops: Shop[] = []

async function compare(): Promise<void> {
  for (const size of SIZES) shops.push(await open(size))
  const wanted = (name: string) => name.includes(argument('only') ?? '')
  const every = await measures()
  const isSearched = every.some(({ name }) => name.startsWith('search') && wanted(name))
  const all = every.filter(({ name }) => wanted(name) || (isSearched && name === PLAIN_LIST))
  const results = []
  console.log(
    `\n${'median ms (quarters) ×ratio [records]'.padEnd(42)}${SIZES.map((size) => String(size).padStart(COLUMN)).join('')}`,
  )
  for (const measure of all) {
    const times = shops.map((): number[] => [])
    const carried: (number | undefined)[] = []
    // The first round makes what is kept.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [place, shop] of shops.entries()) {
        const { time, records } = await timed(shop, measure, round)
        if (round > 0) times[place]?.push(time)
        carried[place] = records
      }
    const figures = times.map((list, place) => {
      const sorted = list.sort((a, b) => a - b)
      return { median: at(sorted, 0.5), low: at(sorted, 0.25), high: at(sorted, 0.75), records: carried[place] }
    })
    const first = figures[0]?.median ?? 1
    const cells = figures.map(({ median, low, high, records }) => {
      const spread = `${median.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
      const said = records === undefined ? '' : ` [${records}]`
      return `${spread} ×${(median / first).toFixed(1)}${said}`.padStart(COLUMN)
    })
    console.log(measure.name.padEnd(42) + cells.join(''))
    results.push({ name: measure.name, figures: figures.map((one) => ({ ...one, ratio: one.median / first })) })
  }
  const list = results.find(({ name }) => name === PLAIN_LIST)
  const searches = results.filter(({ name }) => name.startsWith('search'))
  const toList = searches.map(({ name, figures }) => ({
    name,
    ratios: figures.map(({ median }, place) => median / (list?.figures[place]?.median ?? Number.NaN)),
  }))
  if (toList.length > 0) console.log(`\nsearch ÷ ${PLAIN_LIST}`)
  for (const { name, ratios } of toList)
    console.log(name.padEnd(42) + ratios.map((ratio) => ratio.toFixed(2).padStart(COLUMN)).join(''))
  const quiet = await Promise.all(shops.map(memory))
  for (const shop of shops) await crowd(shop, all)
  const crowded = await Promise.all(shops.map(memory))
  const row = (name: string, values: (number | null)[]) =>
    console.log(name.padEnd(42) + values.map((value) => `${value ?? '?'} MB`.padStart(COLUMN)).join(''))
  row('memory, after one by one', quiet)
  row(`memory, after ${CROWD} at a time`, crowded)
  await writeReport('catalogue-bench', { sizes: SIZES, rounds: ROUNDS, results, toList, memory: { quiet, crowded } })
}

try {
  const isDesk = process.argv.includes('--desk')
  if (isDesk || process.argv.includes('--feed')) {
    const shop = await open(Number(argument('products') ?? 5000))
    shops.push(shop)
    await (isDesk
      ? measureDesk(shop.store, Number(argument('orders') ?? 20_000), ROUNDS)
      : measureFeed(shop.store, ROUNDS))
  } else await compare()
} finally {
  await Promise.all(shops.map(({ store }) => store.stop()))
}
// Timers of the client's queries would keep the process for minutes.
process.exit()
