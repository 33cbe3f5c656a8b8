import { FIRST_DOCUMENT_BYTES } from '../../../src/domain/limits'
import { SOON_MS } from '../../../src/domain/offers/promotion'
import { PAGES_TOPIC } from '../../../src/domain/site/changes'
import { nextPriceTurn, turnPrices } from '../catalog/price-plans'
import { isSoldOut } from '../catalog/stock'
import { noteChange } from '../lib/changes'
import { recordDate, now as storeTime } from '../lib/clock'
import { listeningAddress } from '../lib/command-line'
import { readFile } from '../lib/files'
import { PAGE_COLLECTIONS } from '../lib/page-collections'
import { invalidatePages, pageStamp, setShownSoldOut, shownSoldOut, stockOf } from '../lib/page-stamps'
import { rows } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { type Fitting, longestFirst } from './first-length'
import { type CachedPage, cachedPage, evictPage, freshPage, lastUsed, PAGE_KEY, WHOLE } from './page-cache'
import { type Drawing, type Drawn, drawingCode, filedPage, filePage, unfilePage } from './page-files'
import { guestAnswers } from './page-records'
import { questioning } from './questions'

/** What the page bundle beside the built client exports (src/render/entry-record-store.ts). */
interface PageBundle {
  renderPage(job: {
    url: string
    language: string
    origin: string
    template: string
    styles: { [href: string]: { rules: string; faces: string; fallbacks: string } }
    scripts: string[]
    seed: number
    answer: (path: string, query: { [name: string]: unknown }) => unknown
  }): { html: string; status: number }
  firstDocument(
    whole: string,
    styles: { [href: string]: unknown },
    options: { most: number; wholeAt: string; version: string },
  ): { html: string; length: number }
}

/**
 * A page's questions are asked again after this long at the latest, ms: for changes no hook tells of, such as SQL by
 * hand or another process.
 */
const MAX_AGE_MS = 300_000
/** A page that could not be made, or not be compressed, is tried again after this long, ms. */
const RETRY_MS = 10_000
/** Larger pages are left to the browser, characters. */
const MAX_PAGE_LENGTH = 1_500_000

/** Kept pages by their keys, and how many bytes they may be together. */
interface CachePool {
  pages: Map<string, { bytes: number; drawing: Drawing }>
  bytes: number
  most: number
}
const MIB = 1024 * 1024
/**
 * In the one engine that makes pages. Addresses anybody can make up have a pool of their own: they must not push out
 * the shop's.
 */
const pools: { own: CachePool; unbounded: CachePool } = {
  own: { pages: new Map(), bytes: 0, most: 24 * MIB },
  unbounded: { pages: new Map(), bytes: 0, most: 4 * MIB },
}

interface Client {
  template: string
  styles: { [href: string]: { rules: string; faces: string; fallbacks: string } }
  /** The same, taken apart (scripts/build/style-rules.ts); undefined in a build without them. */
  styleRules: { [href: string]: unknown } | undefined
  /** Modules of each page by its source file. */
  scripts: Map<string, string[]>
}
let client: Client | undefined

interface ManifestEntry {
  file: string
  imports?: string[]
}

/** A stylesheet, the typefaces it would have fetched, and the system's that stand in for them. */
function withoutFaces(css: string): Client['styles'][string] {
  const faces: string[] = []
  const fallbacks: string[] = []
  const rules = css.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    ;(/\burl\(/.test(face) ? faces : fallbacks).push(face)
    return ''
  })
  return { rules, faces: faces.join(''), fallbacks: fallbacks.join('') }
}

function readClient(root: string): Client {
  const template = toString($os.readFile(`${root}/index.html`))
  const styles: Client['styles'] = {}
  for (const [, href = ''] of template.matchAll(/<link rel="stylesheet"[^>]*href="(\/[^"]+)"/g))
    styles[href] = withoutFaces(toString($os.readFile(root + href)))

  const manifest = JSON.parse(toString($os.readFile(`${root}/.vite/manifest.json`))) as {
    [source: string]: ManifestEntry
  }
  const filesOf = (source: string, found: Set<string>): Set<string> => {
    const entry = manifest[source]
    if (!entry || found.has(`/${entry.file}`)) return found
    found.add(`/${entry.file}`)
    for (const imported of entry.imports ?? []) filesOf(imported, found)
    return found
  }
  const scripts = new Map<string, string[]>()
  for (const source of Object.keys(manifest)) {
    if (!source.startsWith('src/pages/')) continue
    scripts.set(
      source,
      [...filesOf(source, new Set())].filter((file) => !template.includes(`"${file}"`)),
    )
  }
  const apart = readFile(`${root}/.pages/styles.json`)
  const styleRules = apart && JSON.parse(toString(apart))
  return { template, styles, styleRules, scripts }
}

/** The same number all day long, so that the shop keeps its order while somebody browses (SHOP-02). */
function daySeed(now: number): number {
  return 1 + ((Math.floor(now / 86_400_000) * 2654435761) % 2147483647)
}

/**
 * When the next record appears, changes or disappears by the clock alone, ms: an offer begins, ends or ends soon, a
 * post is published, a price changes by its plan.
 */
function nextTurn(now: number): number {
  const [found] = rows(
    $app,
    `SELECT COALESCE(MIN(turn), '') AS turn FROM (
       SELECT starts AS turn FROM promotions WHERE active AND starts > {:now}
       UNION ALL SELECT ends FROM promotions WHERE active AND ends > {:now}
       UNION ALL SELECT soon FROM (
         SELECT strftime('%Y-%m-%d %H:%M:%fZ', ends, {:soon}) AS soon FROM promotions WHERE active AND ends > {:now})
         WHERE soon > {:now}
       UNION ALL SELECT published_at FROM posts WHERE published AND published_at > {:now})`,
    { now: recordDate(now), soon: `-${SOON_MS / 1000} seconds` },
    { turn: '' },
  )
  const turn = found?.turn ?? ''
  // An offer still runs in its last millisecond.
  const recordTurn = turn === '' ? Number.POSITIVE_INFINITY : Date.parse(turn.replace(' ', 'T')) + 1
  return Math.min(recordTurn, nextPriceTurn())
}

/** Whether something of the page that is being made should have been compressed, and was not. */
let packingFailed = false

/**
 * Gzip by PocketBase's own middleware, which is out of a script's reach except over a connection. Undefined where
 * there is none.
 */
function compressed(html: string): unknown {
  const address = listeningAddress()
  if (address === '' || html === '') return undefined
  try {
    const answer = $http.send({
      url: `${address}/.pages/gzip`,
      method: 'POST',
      body: html,
      headers: {
        'Accept-Encoding': 'gzip',
        'Content-Type': 'text/html; charset=utf-8',
        'X-Pages-Key': String(sharedStore().get('pages:secret')),
      },
      timeout: 2,
    })
    if (answer.statusCode === 200 && String(answer.headers['Content-Encoding'] ?? '') === 'gzip') return answer.body
  } catch {
    // It took too long, or the system has no connection left.
  }
  packingFailed = true
  return undefined
}

function cachePage(key: string, page: CachedPage, drawing: Drawing, pool: CachePool): void {
  for (const every of [pools.own, pools.unbounded]) {
    every.bytes -= every.pages.get(key)?.bytes ?? 0
    every.pages.delete(key)
  }
  sharedStore().set(PAGE_KEY + key, page)
  const bytes = bytesOf(page)
  pool.pages.set(key, { bytes, drawing })
  pool.bytes += bytes
  if (pool.bytes > pool.most) makeRoom(key, pool)
}

/** Drops what nobody has asked for the longest, and never the page that has just been made. */
function makeRoom(newest: string, pool: CachePool): void {
  const byUse = [...pool.pages]
    .filter(([key]) => key !== newest)
    .map(([key, { bytes }]) => ({ key, bytes, used: lastUsed(key) }))
    .sort((first, second) => first.used - second.used)
  for (const { key, bytes } of byUse) {
    if (pool.bytes <= pool.most) return
    evictPage(key)
    unfilePage(key)
    pool.pages.delete(key)
    pool.bytes -= bytes
  }
}

const STATE = '<script type="application/json" id="query-state"'

const lengthOf = (...parts: unknown[]) =>
  parts.reduce((sum: number, bytes) => sum + ((bytes as { length: number } | undefined)?.length ?? 0), 0)
/** What a kept page takes; a page that could not be made is not nothing. */
const bytesOf = ({ plain, gzip, first, state }: CachedPage) =>
  lengthOf(plain, gzip, state.plain, state.gzip, first?.plain, first?.gzip) || 1000

/** A text ready to be sent, and its hash. Turned into bytes once: this engine takes a letter at a time. */
function written(text: string): { plain: PbBytes; gzip: unknown; hash: string } {
  const plain = toBytes(text)
  const read = toString(plain)
  return { plain, gzip: compressed(read), hash: $security.sha256(read) }
}

/** A weak ETag (RFC 9110): the same page, however it is compressed. */
const etagOf = (hash: string) => `W/"${hash.slice(0, 32)}"`

/** The page with the hash of its records, by which it asks whether they have changed; and these. */
function withVersion(drawn: string): { html: string; state: Drawn['state'] } {
  const tag = drawn.indexOf(STATE)
  const at = tag + STATE.length
  const { hash, ...state } = written(tag < 0 ? '' : drawn.slice(at + 1, drawn.indexOf('</script>', at)))
  const etag = hash.slice(0, 16)
  return { html: drawn.replace(STATE, `${STATE} data-version="${etag}"`), state: { ...state, etag } }
}

/** What fitted into that, by page and by kind of page. */
const fitting = new Map<string, Fitting>()

interface Packing {
  url: string
  /** What the length is remembered by. */
  names: readonly string[]
}

/** The page itself, where nobody can make it up, and those about alike. */
function lengthNames({ key, language, source }: { [name: string]: unknown }, unbounded: boolean): string[] {
  const alike = `${language} ${source} ${unbounded}`
  return unbounded ? [alike] : [String(key), alike]
}

/** The first document of a page (PAINT-17). Undefined where it cannot be compressed, or does not get short enough. */
function firstPart(
  { firstDocument }: PageBundle,
  whole: string,
  { url, names }: Packing,
  version: string,
): CachedPage['first'] {
  const styles = client?.styleRules
  if (!styles) return undefined
  const query = /\?(.*)$/.exec(url)?.[1]?.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
  const wholeAt = `?${query ? `${query}&amp;` : ''}${WHOLE}`
  const at = (most: number) => {
    const { html, length } = firstDocument(whole, styles, { most, wholeAt, version })
    const { hash, plain, gzip } = written(html)
    if (gzip === undefined) return undefined
    return { most, length, left: FIRST_DOCUMENT_BYTES - lengthOf(gzip), part: { etag: etagOf(hash), plain, gzip } }
  }
  const known = names.find((name) => fitting.has(name)) ?? ''
  const found = longestFirst(at, fitting.get(known))
  if (found) for (const name of names) fitting.set(name, { most: found.most, left: found.left })
  return found?.part
}

/** What of a page is sent, ready to be. */
function packed(bundle: PageBundle, drawn: { html: string; status: number }, job: Packing): Drawn {
  packingFailed = false
  const { html, state } = withVersion(drawn.html)
  if (html.length > MAX_PAGE_LENGTH) throw new Error(`${job.url} has ${html.length} characters`)
  const { hash, plain, gzip } = written(html)
  const first = drawn.status === 200 ? firstPart(bundle, html, job, state.etag) : undefined
  return { status: drawn.status, etag: etagOf(hash), plain, gzip, first, state }
}

/** Until when what was packed last may be sent: not for long where that failed. */
const turnPacked = (turn: number, now: number) => (packingFailed ? Math.min(turn, now + RETRY_MS) : turn)

/** What a page is made from, so far. */
interface Making {
  pool: CachePool
  key: string
  now: number
  /** Answers a page's questions, and notes what of the records it depends on. */
  records: Parameters<typeof questioning>[0]
  /** What `makePage` was asked for. */
  order: string
  /** Whatever else it is made from: the day, and what draws pages. */
  inputs: string
}

/** The page as it was last drawn, in memory or in its files. */
function lastDrawn({ pool, key }: Making): { page: Drawn; drawing: Drawing } | undefined {
  const kept = pool.pages.get(key)
  const page = cachedPage(key)
  if (kept && page) return page.status > 0 ? { page, drawing: kept.drawing } : undefined
  return pool === pools.own ? filedPage(key) : undefined
}

/**
 * The page as it was drawn before, if it would be drawn from the same again: most changes are of a record it does not
 * show. Otherwise what it would be drawn from has been asked for, and drawing asks for nothing of it again.
 */
function asBefore(making: Making) {
  const { now, order, inputs, records } = making
  const before = questioning(records)
  const last = lastDrawn(making)
  if (!last || last.drawing.turn <= now) return { ask: before.ask }
  if (last.drawing.order !== order || last.drawing.inputs !== inputs) return { ask: before.ask }
  before.again(last.drawing.questions)
  return { ask: before.ask, last: last.drawing.told === before.hash() ? last : undefined }
}

/** What draws pages: a quarter of a second the first time. */
export function loadPages(root: string): { bundle: PageBundle; client: Client } {
  client ??= readClient(root)
  return { bundle: require(`${root}/.pages/render.js`) as PageBundle, client }
}

/**
 * Makes one page and keeps it for everybody. Called in the engine that loaded the hooks, by one request at a time: a
 * page costs about 8 MB of components, which so are there once.
 *
 * @param order JSON: `key` to keep the page by, `unbounded` when anybody can ask for more like it, `url` to draw, its
 *   `language`, `source` of the page's code, `root` of the built client, `origin` of the store
 * @param draws whether it is drawn where the one before is not right any more
 * @returns empty, or why there is no page; the browser draws it then
 */
export function makePage(order: string, draws: boolean): string {
  const { unbounded, ...job } = JSON.parse(order) as { [name: string]: unknown }
  const { key, url, language, source, root, origin } = job as { [name: string]: string }
  const pool = unbounded === true ? pools.unbounded : pools.own
  const now = storeTime()
  const seed = daySeed(now)
  turnPrices($app as never)
  // Before anything is read: a change from here on makes this page an old one.
  const stamps = new Map(PAGE_COLLECTIONS.map((name) => [name, pageStamp(name)]))
  try {
    const inputs = `${seed} ${drawingCode(root as string)}`
    const seen = new Set<string>(['store_settings'])
    const records = guestAnswers($app as never, (source) => {
      seen.add(source)
      if (source.startsWith(stockOf('')) && !stamps.has(source)) stamps.set(source, pageStamp(source))
    })
    const turn = nextTurn(now)
    const keep = (drawn: Drawn, drawing: Drawing) => {
      const known = [...seen].map((name) => stamps.get(name)) as string[]
      const until = Math.min(now + MAX_AGE_MS, turn, drawing.turn)
      const page = { ...drawn, checked: now, until, reads: [...seen], stamps: known }
      cachePage(key as string, page, drawing, pool)
    }
    const before = asBefore({ pool, key: key as string, now, order, inputs, records })
    if (before.last) {
      keep(before.last.page, before.last.drawing)
      return ''
    }
    if (!draws) return ''
    const asked = questioning(before.ask)
    const { bundle, client } = loadPages(root as string)
    const drawn = bundle.renderPage({
      url: url as string,
      language: language as string,
      origin: origin as string,
      template: client.template,
      styles: client.styles,
      scripts: client.scripts.get(source as string) ?? [],
      seed,
      answer: asked.ask,
    })
    const unknown = [...seen].find((name) => !stamps.has(name))
    if (unknown !== undefined) throw new Error(`No hook tells of changes in ${unknown}`)
    const page = packed(bundle, drawn, { url: url as string, names: lengthNames(job, unbounded === true) })
    const drawing = { questions: asked.questions(), told: asked.hash(), inputs, order, turn: turnPacked(turn, now) }
    keep(page, drawing)
    if (pool === pools.own && page.status === 200) {
      filePage(key as string, page, drawing)
      // Words that were deleted meanwhile are in it.
      if (!freshPage(key as string, now)) unfilePage(key as string)
    }
    return ''
  } catch (error) {
    const nothing = { etag: '', plain: '', gzip: undefined }
    const failed = { ...nothing, status: 0, first: undefined, state: nothing, checked: now, until: now + RETRY_MS }
    const drawing = { questions: [], told: '', inputs: '', order, turn: 0 }
    cachePage(key as string, { ...failed, reads: [], stamps: [] }, drawing, pool)
    return String((error as Error)?.stack ?? error)
  }
}

/**
 * A record that pages show was created, changed or deleted: pages that read its collection are made anew when they
 * are next asked for.
 */
export function recordChanged(e: {
  record: { collection(): { name: string }; getString(field: string): string; getFloat(field: string): number }
}): void {
  try {
    const name = e.record.collection().name
    const isStock = name === 'stock_movements' || name === 'stock_holds'
    if (isStock) stockChanged(e.record.getString('product'))
    else for (const shown of SHOWN_WITH[name] ?? [name]) invalidatePages(shown)
    // The price it shows struck through has its own time: the next turn is looked up anew.
    if (name === 'products' && e.record.getFloat('was_price') > 0) invalidatePages('price_plans')
  } catch (error) {
    // Thrown here it would answer 400 to a save that stands.
    $app.logger().error('Rendered pages may be up to a minute old', 'error', String(error))
  }
}

/** A collection itself was changed, not its records. */
export function collectionChanged(e: { collection: { name: string } }): void {
  invalidatePages(e.collection.name)
}

/** Collections whose rows change along, by SQL that no hook sees, or what is said of them. */
const SHOWN_WITH: { [changed: string]: string[] } = {
  delivery_rules: ['promotions'],
  reviews: ['reviews', 'products'],
  review_comments: ['reviews'],
  review_votes: ['reviews'],
}

/** Most change the product's own page at most: others show only the last piece sold, and the first one back. */
function stockChanged(product: string): void {
  invalidatePages(stockOf(product))
  let soldOut = isSoldOut($app, product)
  // Another request may come in between with what was true a moment ago.
  while (shownSoldOut(product) !== soldOut) {
    setShownSoldOut(product, soldOut)
    invalidatePages('products')
    noteChange(PAGES_TOPIC, `products/${product}`)
    soldOut = isSoldOut($app, product)
  }
}

/** `POST /.pages/gzip`: sends back what it is sent, compressed by the route's middleware. For this process alone. */
export function pack(e: PbRequestEvent): void {
  const secret = sharedStore().get('pages:secret')
  const given = e.request.header.get('X-Pages-Key')
  if (typeof secret !== 'string' || secret === '' || !$security.equal(given, secret)) throw new NotFoundError()
  e.blob(200, 'text/html; charset=utf-8', toBytes(e.request.body, MAX_PAGE_LENGTH * 4))
}
