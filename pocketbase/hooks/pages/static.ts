import { escapeHtml } from '../../../src/domain/html'
import { DEFAULT_SETTINGS } from '../../../src/domain/site/settings'
import { isVisit } from '../../../src/domain/site/visit'
import { isKnownPath } from '../../../src/lib/paths'
import { addressOf } from '../guard/rate-limits'
import { answering } from '../guard/slow-clients'
import { exchangeOf } from '../lib/exchange'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import { countVisit } from '../lib/visits'
import { builtSite, inlineScriptHashes, type Site, type StaticFile } from './built-site'
import { isLost, type Rendered, renderedPage, takeUpPages } from './drawn-pages'
import { ENDING_WORKER, isWorkerOff, WORKER_FILE } from './ending-worker'
import { asSent, kept } from './kept-text'
import { chooseEncoding, type Packed, sendBody, sendPacked } from './packed'
import { type CachedPage, WHOLE } from './page-cache'
import { isInPreview, STAFF_PAGE, setFileHeaders, setPageHeaders } from './page-headers'
import { noteVisitor } from './page-lock'
import { languageOf, VARIES_BY } from './page-state'
import { type PublicPage, publicPage } from './public-page'

// All that serves the client is one bundle: PocketBase's engines read each by itself, what is shared as well.
export { drawNews } from './drawn-pages'
export { pageState } from './page-state'

const MIME_TYPES: Record<string, string> = {
  avif: 'image/avif',
  css: 'text/css; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

const FIRST_SLASHES = /^\/+/

const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

function sendMissing(e: PbRequestEvent): void {
  const { set } = exchangeOf(e)
  set('Cache-Control', 'no-store')
  set('X-Content-Type-Options', 'nosniff')
  e.string(404, 'Not found')
}

function sendPage(e: PbRequestEvent, page: Site['page'], status: number): void {
  const { set, add } = exchangeOf(e)
  setPageHeaders(e, page.scriptHashes)
  add('Vary', 'Accept-Encoding')
  set('Cache-Control', 'no-cache')
  sendPacked(
    e,
    status,
    kept('empty-page', ['store_settings'], page.etag, () => named(page)),
  )
}

/** Called as the shop is, until its records have come: the build may know none but the demo's name. */
function named(page: Site['page']): Packed {
  const { store_name } = storeSettings($app)
  if (store_name === DEFAULT_SETTINGS.store_name) return page
  const html = toString(page.bodies['']).replace(/<title>[^<]*/, () => `<title>${escapeHtml(store_name)}`)
  const { body, etag } = asSent(html)
  return { etag, bodies: { '': body } }
}

/**
 * Whether a browser opens the page, which then fetches what the first document leaves out. Not where a worker is in
 * between: it keeps whole pages, and what they need is there.
 */
function opens(e: PbRequestEvent): boolean {
  const { get, rawQuery } = exchangeOf(e)
  const isOpened = get('Sec-Fetch-Dest') === 'document' && get('Service-Worker-Navigation-Preload') === ''
  return isOpened && (rawQuery === '' || !e.request.url.query().has(WHOLE))
}

function sendRendered(e: PbRequestEvent, { page: { scriptHashes } }: Site, kept: CachedPage): void {
  const { set, add } = exchangeOf(e)
  const { etag, plain, gzip } = kept.first && opens(e) ? kept.first : kept
  setPageHeaders(e, scriptHashes)
  add('Vary', VARIES_BY)
  add('Vary', 'Sec-Fetch-Dest, Service-Worker-Navigation-Preload')
  set('Cache-Control', 'no-cache')
  sendPacked(e, kept.status, { etag, bodies: { '': plain, gzip } })
}

/** The worker decides what browsers keep: nobody may have an old one. */
function cacheRule(path: string): string {
  if (path === WORKER_FILE) return 'no-cache'
  return /^(?:desk\/)?assets\//.test(path) ? ONE_YEAR : ONE_HOUR
}

function sendEndingWorker(e: PbRequestEvent): void {
  setFileHeaders(e, WORKER_FILE)
  exchangeOf(e).set('Cache-Control', 'no-cache')
  sendBody(e, 200, toBytes(ENDING_WORKER), 'text/javascript; charset=utf-8')
}

function sendFile(e: PbRequestEvent, { root }: Site, path: string, file: StaticFile): void {
  const { get, set, add } = exchangeOf(e)
  const type = MIME_TYPES[(/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase()]
  set('Content-Type', type ?? 'application/octet-stream')
  setFileHeaders(e, path)
  set('Cache-Control', cacheRule(path))
  set('ETag', file.etag)
  if (file.br || file.gzip) add('Vary', 'Accept-Encoding')
  // A range of a compressed file is a range of other bytes than the client asked for.
  const encoding = get('Range') ? '' : chooseEncoding(get('Accept-Encoding'), file)
  if (encoding !== '') set('Content-Encoding', encoding)
  answering(e, () => e.fileFS($os.dirFS(root), { '': path, br: `${path}.br`, gzip: `${path}.gz` }[encoding]))
}

/**
 * `GET /{path...}`: the built client. Hashed assets for a year, other files for an hour, both precompressed where the
 * build made it. A public page comes rendered with its records; every other address of the store is the one empty
 * page for the browser to draw; both are revalidated each time, and status 404 where no screen or record stands
 * behind the address (ROUTE-20). A public page's address with a slash at its end leads to the one without. A missing
 * file is a real 404, so that a stale page never runs HTML as a script.
 *
 * @throws NotFoundError for an unknown `/api/…` address: the record store's own JSON, never a page
 */
export function serve(e: PbRequestEvent): void {
  const { path: pathname } = exchangeOf(e)
  if (pathname === '/api' || pathname.startsWith('/api/')) throw new NotFoundError()

  const built = builtSite()
  if (!built) {
    e.string(404, 'There is no built client here. Build it with: npm run build')
    return
  }
  if (pathname.startsWith(STAFF_PAGE) && serveStaffPage(e, built, pathname)) return
  if (isInPreview(pathname) && servePreview(e, built)) return
  const path = pathname.replace(FIRST_SLASHES, '')
  const file = built.known[`/${path}`]
  if (path === WORKER_FILE && isWorkerOff($os.getenv('STORE_WORKER'))) sendEndingWorker(e)
  else if (path === MANIFEST && file) sendManifest(e, built)
  else if (path === 'index.html') e.redirect(301, '/')
  else if (file) sendFile(e, built, path, file)
  else if (MEANS_FILE.test(path)) sendMissing(e)
  else servePage(e, built, pathname)
}

const MANIFEST = 'manifest.webmanifest'

/** What a browser installs (OFF-09), by the shop's own name. */
function sendManifest(e: PbRequestEvent, { root }: Site): void {
  const { store_name: name } = storeSettings($app)
  const manifest = JSON.parse(toString($os.readFile(`${root}/${MANIFEST}`))) as object
  const { set } = exchangeOf(e)
  set('Cache-Control', ONE_HOUR)
  set('X-Content-Type-Options', 'nosniff')
  sendBody(e, 200, toBytes(JSON.stringify({ ...manifest, name, short_name: name })), 'application/manifest+json')
}

/** The maker's desk for staff: a page outside the shop. False where there is none. */
function serveStaffPage(e: PbRequestEvent, { root, known }: Site, pathname: string): boolean {
  const file = `${STAFF_PAGE}/index.html`
  if (!known[file]) return false
  if (pathname === `${STAFF_PAGE}/` || pathname === file) e.redirect(301, STAFF_PAGE)
  else if (pathname !== STAFF_PAGE) return false
  else sendUnlisted(e, '', $os.readFile(root + file))
  return true
}

/** A page for nobody's index and no cache. */
function sendUnlisted(e: PbRequestEvent, scriptHashes: string, body: PbBytes): void {
  const { set } = exchangeOf(e)
  setPageHeaders(e, scriptHashes)
  set('Cache-Control', 'no-store')
  set('X-Robots-Tag', 'noindex')
  sendBody(e, 200, body)
}

/** The script that makes a tab one of a preview; it comes with the desk. */
const PREVIEW_SCRIPT = 'desk/preview.js'

/**
 * The shop in a preview: the empty page, for the browser to draw, with the script that goes before all others.
 * Never a kept page. False where there is no desk.
 */
function servePreview(e: PbRequestEvent, { root, known }: Site): boolean {
  if (!known[`/${PREVIEW_SCRIPT}`]) return false
  const script = toString($os.readFile(`${root}/${PREVIEW_SCRIPT}`)).trim()
  const html = toString($os.readFile(`${root}/index.html`)).replace(
    '<title>',
    () => `<script>${script}</script><title>`,
  )
  sendUnlisted(e, inlineScriptHashes(html), toBytes(html))
  return true
}

/** What can only be a file: it stands among the assets, ends like a file, or a part of it begins with a dot. */
const MEANS_FILE = /^assets(?:\/|$)|\.[a-zA-Z0-9]{1,10}$|(?:^|\/)\./

/** Counts who comes to a page of the shop, and keeps nothing else. */
function noteVisit(e: PbRequestEvent, wanted: PublicPage | undefined): void {
  if (!wanted) return
  const { method, host } = e.request
  const { get } = exchangeOf(e)
  const request = {
    method,
    host,
    userAgent: get('User-Agent'),
    referer: get('Referer'),
    dest: get('Sec-Fetch-Dest'),
    site: get('Sec-Fetch-Site'),
    purpose: get('Sec-Purpose') || get('Purpose'),
    cacheControl: get('Cache-Control'),
  }
  if (isVisit(request, request.referer && storeAddress($app))) countVisit()
}

function pageAsked(e: PbRequestEvent, built: Site, wanted: PublicPage | undefined): Rendered {
  if (!wanted) return {}
  noteVisitor(addressOf(e), Date.now())
  return renderedPage(built, wanted, languageOf(e))
}

function servePage(e: PbRequestEvent, built: Site, pathname: string): void {
  const known = isKnownPath(pathname)
  const { rawQuery } = exchangeOf(e)
  const bare = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  if (built.renders && known && bare !== pathname && publicPage(bare, rawQuery, true)) {
    e.redirect(301, bare + (rawQuery && `?${rawQuery}`))
    return
  }
  const wanted = built.renders ? publicPage(pathname, rawQuery, known) : undefined
  const { page, drawLater = takeUpPages(built) } = pageAsked(e, built, wanted)
  const status = page?.status ?? (known && !isLost(wanted, bare) ? 200 : 404)
  if (status === 200) noteVisit(e, wanted)
  // The connection is busy for as long as the page is drawn: nobody's next request may wait in it.
  if (drawLater) exchangeOf(e).set('Connection', 'close')
  if (page) sendRendered(e, built, page)
  else sendPage(e, built.page, status)
  if (drawLater) {
    answering(e, () => e.flush())
    drawLater()
  }
}
