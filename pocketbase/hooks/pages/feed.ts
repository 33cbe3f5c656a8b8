import { shippingFor } from '../../../src/domain/cart/delivery-fee'
import { type FeedProduct, type FeedShop, feedFrame, feedItems } from '../../../src/domain/catalog/feed'
import { isAvailable, PRODUCT_FIELDS } from '../../../src/domain/catalog/product'
import { parseSettings } from '../../../src/domain/site/settings'
import { paths } from '../../../src/lib/paths'
import { turnPrices } from '../catalog/price-plans'
import { acquireSlot, inSlot, releaseSlot } from '../guard/slots'
import { configuredOrigins } from '../lib/page-sources'
import { plain, rows } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { storeAddress } from '../lib/store-address'
import { settingsRecord } from '../lib/store-settings'
import { asSent, kept, lastKept, type SentText, sendText } from './kept-text'

const KEY = 'feed:google'
const SOURCES = ['products', 'store_settings']
/** The picture's address as search engines get it with the page (`searchPicture`). */
const PICTURE = '?thumb=1200x0&format=jpeg&quality=85&version=1'

const PRODUCT = {
  ...{ id: '', name: '', description: '', category: '', material: '', images: '', colors: '', net_unit: '' },
  ...{ price: -0, original_price: -0, was_price: -0, net_quantity: -0, inStock: false, sold_out: false },
}

function productOf(row: typeof PRODUCT): FeedProduct {
  const { id, name, description, category, material, images, colors, net_unit, ...more } = row
  const { price, original_price, was_price, net_quantity } = more
  return {
    ...{ id, name, description, category, material, net_unit },
    ...{ price, original_price, was_price, net_quantity },
    images: PRODUCT_FIELDS.images.read(images),
    // Most have none.
    colors: colors.length > 2 ? PRODUCT_FIELDS.colors.read(colors) : [],
    available: isAvailable(more),
  }
}

/** What of a product changes without its `updated`: prices by plans, and the last piece sold. */
const STAMP = `updated || ' ' || price || ' ' || original_price || ' ' || was_price || ' ' || inStock || sold_out`
const ON_SALE = 'archived = FALSE AND price > 0'

const PIECES_KEY = 'feed:pieces'
/**
 * Each product's items as they were last made, by its id: making all of 5,000 takes a second, putting them together
 * little.
 */
interface Pieces {
  shop: string
  made: { [id: string]: readonly [stamp: string, items: string] | undefined }
}

function shopOf(app: PbApp, origin: string): { shop: FeedShop; stamp: string } {
  const record = settingsRecord(app)
  const settings = parseSettings(record ? plain(record) : null)
  const everywhere = !settings.delivers_by_pin && record?.getString('sells_to') !== 'own_state'
  const [files = origin] = configuredOrigins('VITE_POCKETBASE_URL')
  const shop: FeedShop = {
    name: settings.store_name,
    origin,
    link: (id, colour) => origin + paths.product(id, colour),
    picture: (id) => [`${files}/api/files/products/${id}/`, PICTURE],
    // A piece that costs less than the smallest order comes with others.
    delivery: (price) => (everywhere ? shippingFor(Math.max(price, settings.minimum_order), settings) : null),
  }
  const { minimum_order, free_shipping_from, shipping_fee } = settings
  return {
    shop,
    stamp: [shop.name, origin, files, everywhere, minimum_order, free_shipping_from, shipping_fee].join('\n'),
  }
}

function makeFeed(app: PbApp, origin: string): SentText {
  const { shop, stamp } = shopOf(app, origin)
  const last = sharedStore().get(PIECES_KEY) as Pieces | null | undefined
  const known = last?.shop === stamp ? last.made : {}
  const now = rows(
    app,
    `SELECT id, ${STAMP} AS stamp FROM products WHERE ${ON_SALE} ORDER BY id`,
    {},
    {
      id: '',
      stamp: '',
    },
  )
  const made: { [id: string]: readonly [stamp: string, items: string] } = {}
  const changed: string[] = []
  for (const { id, stamp } of now) {
    const piece = known[id]
    if (piece?.[0] === stamp) made[id] = [stamp, piece[1]]
    else {
      made[id] = [stamp, '']
      changed.push(id)
    }
  }
  const columns = Object.keys(PRODUCT).map((name) => `COALESCE([[${name}]], '') AS [[${name}]]`)
  const sql = `SELECT ${columns.join(', ')} FROM products WHERE ${ON_SALE} AND id IN (SELECT value FROM json_each({:ids}))`
  for (const row of rows(app, sql, { ids: JSON.stringify(changed) }, PRODUCT)) {
    const product = productOf(row)
    made[product.id] = [made[product.id]?.[0] ?? '', feedItems(product, shop)]
  }
  sharedStore().set(PIECES_KEY, { shop: stamp, made })
  return asSent(together(shop))
}

/**
 * The feed of the pieces that are kept. Go joins them, as they come back from where they are kept: as the engine's own
 * text, megabytes with one letter that is not ASCII would be turned from UTF-8 and back three times.
 */
function together(shop: FeedShop): string {
  const { made } = sharedStore().get(PIECES_KEY) as Pieces
  const [head, foot] = feedFrame(shop)
  // Kept, they have no order.
  const ids = Object.keys(made).sort()
  const items = ids.map((id) => made[id]?.[1] ?? '')
  return $template.loadString('{{range .}}{{raw .}}{{end}}').render([head, ...items, foot])
}

/**
 * `GET /feeds/google.xml`: all that is on sale, for Google Merchant Center and Meta's catalogues (RSS 2.0), at the
 * prices of this second. Made once until a product or the settings change, by one who asks; whoever asks meanwhile
 * gets the last one, or 503 when there is none yet.
 */
export function googleFeed(e: PbRequestEvent): unknown {
  const { app } = e
  turnPrices(app)
  const origin = storeAddress(app)
  const last = lastKept<SentText>(KEY, SOURCES, origin)
  const slot = last.fresh ? '' : acquireSlot(KEY, 1)
  try {
    const isBusy = !last.fresh && slot === ''
    if (isBusy && !last.value) return sendBusy(e)
    const text = isBusy ? last.value : kept(KEY, SOURCES, origin, () => makeFeed(app, origin))
    return sendText(e, 'application/xml; charset=utf-8', text as SentText)
  } finally {
    releaseSlot(KEY, slot)
  }
}

/** Cron job `store-feed`, each minute: makes it where it has changed, so that nobody who asks waits for all of it. */
export function makeAhead(app: PbApp): void {
  const origin = storeAddress(app)
  if (!lastKept(KEY, SOURCES, origin).same)
    inSlot(KEY, 1, () => kept(KEY, SOURCES, origin, () => makeFeed(app, origin)))
}

function sendBusy(e: PbRequestEvent): void {
  e.response.header().set('Retry-After', '5')
  e.response.header().set('Cache-Control', 'no-store')
  e.blob(503, 'text/plain; charset=utf-8', 'Being made. Please ask again in a moment.')
}
