import { isObject } from '../../../src/domain/json'
import { recordDate } from '../lib/clock'
import { firstRecord, newRecord } from '../lib/rows'
import { newSettings, settingsRecord } from '../lib/store-settings'

/** The demo shop's files stand beside the folder the hooks are read from, in the repository as in a deployment. */
const seedFolder = () => `${__hooks}/../seed`

type Row = Record<string, unknown>

function readRows(name: string): Row[] {
  const rows: unknown = JSON.parse(toString($os.readFile(`${seedFolder()}/${name}`)))
  if (!Array.isArray(rows)) throw new Error(`${name} must hold a list.`)
  return rows
}

function readShop(): Record<string, unknown> {
  const shop: unknown = JSON.parse(toString($os.readFile(`${seedFolder()}/shop.json`)))
  if (!isObject(shop)) throw new Error('shop.json must hold an object.')
  return shop
}

const picture = (name: unknown) => $filesystem.fileFromPath(`${seedFolder()}/images/${String(name)}`)

/** Fields of each collection that name files in `images/`. */
const FILE_FIELDS: Record<string, readonly string[]> = {
  products: ['images'],
  assets: ['file'],
  slider_images: ['image', 'image_phone'],
  posts: ['cover'],
  makers: ['image'],
}

function insert(app: PbApp, collection: string, row: Row, created?: number): PbRecord {
  const values: Row = { ...row }
  for (const field of FILE_FIELDS[collection] ?? []) {
    const names = values[field]
    if (names) values[field] = Array.isArray(names) ? names.map(picture) : picture(names)
  }
  const record = newRecord(app, collection, values)
  if (created !== undefined) record.setRaw('created', new DateTime(recordDate(created)))
  app.save(record)
  return record
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Products by slug, the first of the file the newest, a minute apart: "newest first" must not be a matter of chance.
 */
function seedProducts(app: PbApp, now: number): Map<string, string> {
  const ids = new Map<string, string>()
  for (const [position, { slug, stock, ...product }] of readRows('products.json').entries()) {
    const { id } = insert(app, 'products', product, now - (position + 1) * MINUTE_MS)
    ids.set(String(slug), id)
    if (Number(stock) > 0) {
      insert(app, 'stock_movements', {
        product: id,
        delta: stock,
        reason: 'restock',
        note: 'Opening stock of the demo shop',
      })
    }
  }
  return ids
}

/** Accounts that say what they are and whose password nobody knows. */
function demoReviewer(app: PbApp, name: string): string {
  const word = name
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
  const reviewer = newRecord(app, 'users', { name, email: `${word}@demo.example.com` })
  reviewer.setRandomPassword()
  app.save(reviewer)
  return reviewer.id
}

function seedReviews(app: PbApp, products: Map<string, string>, now: number): void {
  const reviewers = new Map<string, string>()
  for (const [position, { product, reviewer, ...review }] of readRows('reviews.json').entries()) {
    const name = String(reviewer)
    const user = reviewers.get(name) ?? demoReviewer(app, name)
    reviewers.set(name, user)
    insert(
      app,
      'reviews',
      { ...review, user, product: products.get(String(product)) },
      now - (position + 1) * 2 * DAY_MS,
    )
  }
}

function seedSite(app: PbApp, products: Map<string, string>): void {
  const { store_settings: settings, special_offers: offers, ...site } = readShop()
  const record = settingsRecord(app) ?? newSettings(app)
  record.load(settings as Row)
  app.save(record)
  for (const [collection, rows] of Object.entries(site)) {
    for (const { products: made, product: bought, ...row } of rows as Row[]) {
      if (made) row.products = (made as string[]).map((slug) => products.get(slug))
      if (bought) row.product = products.get(String(bought))
      insert(app, collection, row)
    }
  }
  for (const { gift_product, ...offer } of offers as Row[]) {
    const gift = products.get(String(gift_product))
    insert(app, 'special_offers', { ...offer, gift_product_id: gift, product: gift })
  }
}

/**
 * `pocketbase seed demo`: loads the demo shop in one transaction, so that a store is seeded whole or not at all.
 * Asked for anything else, or where products exist already, it says so and ends with exit code 1.
 * @param args the words after `seed`
 */
export function seed(app: PbApp, args: readonly string[]): void {
  if (args.length !== 1 || args[0] !== 'demo') refuse('Say which seed to load: seed demo')
  const now = Date.now()
  let filled = false
  app.runInTransaction((txApp) => {
    filled = !!firstRecord(txApp, 'products', "id != ''")
    if (filled) return
    const products = seedProducts(txApp, now)
    seedReviews(txApp, products, now)
    seedSite(txApp, products)
  })
  if (filled) refuse('This store has products already. The demo shop is only loaded into an empty one.')
}

function refuse(sentence: string): never {
  console.error(sentence)
  return $os.exit(1)
}
