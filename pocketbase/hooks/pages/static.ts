import { BUILD_HEADER, NEWS_HEADER } from '../../../src/domain/site/changes'
import { isVisit } from '../../../src/domain/site/visit'
import { type Language, languageAsked, languageOfTag } from '../../../src/language/choice'
import { LANGUAGE_HEADER } from '../../../src/lib/before-code'
import { buildOf } from '../../../src/lib/build-of'
import { inlineScripts } from '../../../src/lib/inline-scripts'
import { isKnownPath } from '../../../src/lib/paths'
import { addressOf } from '../guard/rate-limits'
import { answering } from '../guard/slow-clients'
import { now } from '../lib/clock'
import { exists, publicDir } from '../lib/public-dir'
import { rows } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import { countVisit } from '../lib/visits'
import { ENDING_WORKER, isWorkerOff, WORKER_FILE } from './ending-worker'
import { freshenNews, makeNews, newsName } from './news'
import { type CachedPage, countUnbounded, freshPage, isKept, mayDrawUnbounded, stalePage, WHOLE } from './page-cache'
import { filedOrders } from './page-files'
import { isInPreview, STAFF_PAGE, setFileHeaders, setPageHeaders } from './page-headers'
import {
  doChore,
  hasDrawingTime,
  isBusy,
  isOverloaded,
  meetsLock,
  noteVisitor,
  spendDrawingTime,
  withLock,
} from './page-lock'
import { leadsNowhere, type PublicPage, publicPage } from './public-page'

type Encoding = '' | 'br' | 'gzip'
interface StaticFile {
  etag: string
  br: boolean
  gzip: boolean
}
interface Page {
  etag: string
  /** As the page says it. */
  build: string
  scriptHashes: string[]
  bodies: Partial<Record<Encoding, PbBytes>>
}
interface Site {
  root: string
  /** By path with a slash before it, so that none is called like a property every object has. */
  known: { readonly [path: string]: StaticFile | undefined }
  page: Page
  /** Whether the build brought the code that makes pages here. */
  renders: boolean
}

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

const ONE_YEAR = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Base64 of bytes given as hex text: a policy wants its hashes so, and this engine has neither btoa nor Buffer to
 * rely on.
 */
function hexToBase64(hex: string): string {
  let text = ''
  for (let i = 0; i < hex.length; i += 6) {
    const group = hex.slice(i, i + 6)
    const bits = Number.parseInt(group.padEnd(6, '0'), 16)
    const digits = group.length / 2 + 1
    for (let d = 0; d < 4; d++) text += d < digits ? BASE64.charAt((bits >> (18 - 6 * d)) & 63) : '='
  }
  return text
}

/** `'sha256-…'` of every script written into the page itself. */
const inlineScriptHashes = (html: string): string[] =>
  inlineScripts(html).map((code) => `'sha256-${hexToBase64($security.sha256(code))}'`)

/** Every file under `root` by its path, so that no request's path ever reaches the disk. Dotfiles are left out. */
function listFiles(root: string): Site['known'] {
  const etags = new Map<string, string>()
  const walk = (folder: string) => {
    for (const entry of $os.readDir(`${root}/${folder}`)) {
      const name = entry.name()
      if (name.startsWith('.')) continue
      const path = folder === '' ? name : `${folder}/${name}`
      if (entry.isDir()) {
        walk(path)
      } else {
        const info = entry.info()
        etags.set(path, `W/"${info.size().toString(16)}-${info.modTime().unix().toString(16)}"`)
      }
    }
  }
  walk('')

  const known: { [path: string]: StaticFile } = {}
  for (const [path, etag] of etags) {
    const original = /^(.+)\.(?:br|gz)$/.exec(path)?.[1]
    if (original !== undefined && etags.has(original)) continue
    known[`/${path}`] = { etag, br: etags.has(`${path}.br`), gzip: etags.has(`${path}.gz`) }
  }
  return known
}

function readPage(root: string, known: Site['known']): Page {
  const plain = $os.readFile(`${root}/index.html`)
  const html = toString(plain)
  const bodies: Page['bodies'] = { '': plain }
  const file = known['/index.html']
  if (file?.br) bodies.br = $os.readFile(`${root}/index.html.br`)
  if (file?.gzip) bodies.gzip = $os.readFile(`${root}/index.html.gz`)
  const etag = `W/"${$security.sha256(html).slice(0, 32)}"`
  return { etag, build: buildOf(html), scriptHashes: inlineScriptHashes(html), bodies }
}

const SITE = 'site'

/**
 * The built client, read once for all of PocketBase's script engines: a new build is seen after a restart, which is
 * when `npm start` makes one.
 */
function builtSite(): Site | undefined {
  const stored = sharedStore().get(SITE)
  if (stored) return stored as Site
  const root = publicDir()
  if (root === undefined) return undefined
  const known = listFiles(root)
  const site: Site = {
    root,
    known,
    page: readPage(root, known),
    renders: exists(`${root}/.pages/render.js`) && exists(`${root}/.vite/manifest.json`),
  }
  sharedStore().set(SITE, site)
  return site
}

/** The smallest encoding the client takes and we have; an encoding refused with `q=0` is not taken. */
export function chooseEncoding(acceptEncoding: string, available: { br: boolean; gzip: boolean }): Encoding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, quality = '']) => !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  if (available.br && accepted.includes('br')) return 'br'
  if (available.gzip && accepted.includes('gzip')) return 'gzip'
  return ''
}

/** Whether `If-None-Match` names this entity tag, compared weakly as RFC 9110 section 13.1.2 asks for GET and HEAD. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((candidate) => {
    const tag = candidate.trim()
    return tag === '*' || tag.replace(/^W\//, '') === bare
  })
}

function sendMissing(e: PbRequestEvent): void {
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  e.string(404, 'Not found')
}

function sendBody(e: PbRequestEvent, status: number, body: PbBytes, type = 'text/html; charset=utf-8'): void {
  e.response.header().set('Content-Length', String(body.length))
  answering(e, () => e.blob(status, type, body))
}

function sendPage(e: PbRequestEvent, page: Page, status: number): void {
  const headers = e.response.header()
  setPageHeaders(e, page.scriptHashes)
  headers.add('Vary', 'Accept-Encoding')
  headers.set('Cache-Control', 'no-cache')
  if (status === 200) {
    headers.set('ETag', page.etag)
    if (matchesEtag(e.request.header.get('If-None-Match'), page.etag)) {
      e.noContent(304)
      return
    }
  }
  const encoding = chooseEncoding(e.request.header.get('Accept-Encoding'), {
    br: page.bodies.br !== undefined,
    gzip: page.bodies.gzip !== undefined,
  })
  if (encoding !== '') headers.set('Content-Encoding', encoding)
  sendBody(e, status, page.bodies[encoding] as PbBytes)
}

/** Whether the record is there that gives the address its sense. */
function isThere({ collection, field, value }: NonNullable<PublicPage['needs']>): boolean {
  const shown = collection === 'products' ? ' AND archived = FALSE' : ''
  const sql = `SELECT id FROM ${collection} WHERE ${field} = {:value}${shown} LIMIT 1`
  return rows($app, sql, { value }, { id: '' }).length > 0
}

/** Whether the address is one of the countless that anybody can make up, rather than one the shop's records have. */
function isUnbounded({ unbounded, needs }: PublicPage): boolean {
  return unbounded === true || (needs !== undefined && !isThere(needs))
}

interface Rendered {
  /** Undefined when the browser draws this address. */
  page?: CachedPage
  /** It was right until a moment ago. */
  old?: boolean
  /** Draws the page for those who come next, once the answer has been sent. */
  drawLater?: () => void
}

/** What a page is kept by. */
const keyOf = (wanted: PublicPage, language: Language) => `${language} ${wanted.key}`

/** Draws a page and keeps it, by whoever holds the lock; undefined where no more of its kind are drawn just now. */
function drawPage({ root }: Site, wanted: PublicPage, language: Language, unbounded: boolean): CachedPage | undefined {
  const key = keyOf(wanted, language)
  const order = JSON.stringify({ ...wanted, key, language, unbounded, root, origin: storeAddress($app) })
  const make = (draws: boolean) => {
    const failure = (sharedStore().get('pages:make') as (order: string, draws: boolean) => string)(order, draws)
    if (failure !== '') $app.logger().error('A page could not be rendered', 'address', wanted.url, 'error', failure)
    return freshPage(key, now())
  }
  const began = Date.now()
  if (unbounded) {
    // One that is still right is not counted.
    const asBefore = make(false)
    if (asBefore || !mayDrawUnbounded(began)) return asBefore
    countUnbounded(began)
  }
  const page = make(true)
  spendDrawingTime(Date.now() - began, Date.now())
  return page
}

/** Taking up pages holds everybody who wants another one, so no longer than this, ms: 10 each. */
const TAKING_UP_MS = 600

/**
 * What is left for the first who asks after a start, once they have their page: pages of before are taken up, and what
 * draws pages is loaded. Until then each would wait for its own, behind whoever has one drawn.
 */
function takeUpPages({ root, renders }: Site): (() => void) | undefined {
  const store = sharedStore()
  if (!renders || store.get('pages:taken-up')) return undefined
  const mine = $security.randomString(8)
  if (store.getOrSet('pages:taken-up', () => mine) !== mine) return undefined
  return () => {
    const make = store.get('pages:make') as (order: string, draws: boolean) => string
    const here = { root, origin: storeAddress($app) }
    const isHere = (order: string) => JSON.stringify({ ...JSON.parse(order), ...here }) === order
    const until = Date.now() + TAKING_UP_MS
    const nothing = () => undefined
    doChore(nothing, () => {
      for (const order of filedOrders().filter(isHere)) if (Date.now() < until) make(order, false)
    })
    doChore(nothing, () => (store.get('pages:load') as (root: string) => void)(root))
  }
}

/** Before open pages are told of a change: those that many may show are drawn anew. */
export function drawNews(): void {
  const site = builtSite()
  if (!site) return
  const draw = (wanted: PublicPage, language: Language) =>
    doChore(
      () => freshPage(keyOf(wanted, language), now()),
      () => drawPage(site, wanted, language, false),
    )
  freshenNews(draw, site.page.build)
}

/**
 * The page rendered for everybody, made now if it has to be. In a crowd nobody waits for that: they get the page
 * before the last change, for up to a minute, or the empty one, and one of them draws the new one afterwards.
 */
function renderedPage(site: Site, wanted: PublicPage, language: Language): Rendered {
  const key = keyOf(wanted, language)
  const stored = () => freshPage(key, now())
  const shown = (page: CachedPage | undefined): Rendered => (page && page.status > 0 ? { page } : {})
  const fresh = stored()
  if (fresh) return shown(fresh)
  const old = stalePage(key, now())
  if (old && !hasDrawingTime(Date.now())) return { page: old, old: true }
  const unbounded = isUnbounded(wanted)
  if (unbounded && !isKept(key) && !mayDrawUnbounded(Date.now())) return {}
  const drawn = (waits: boolean) => withLock(stored, () => drawPage(site, wanted, language, unbounded), waits)
  if (old && isBusy(Date.now())) {
    const drawLater = meetsLock() ? undefined : () => drawn(false)
    return { page: old, old: true, drawLater }
  }
  const made = drawn(!old && !isOverloaded(Date.now()))
  return { ...shown(made ?? old), old: !made && old !== undefined }
}

/** Whether there is nothing to see: a product or post that does not exist, and not merely an empty shelf. */
function isLost(wanted: PublicPage | undefined, path: string): boolean {
  if (!wanted) return leadsNowhere(path)
  return wanted.needs !== undefined && wanted.needs.field !== 'category' && !isThere(wanted.needs)
}

const buildName = (built: Site | undefined): string => built?.page.build ?? ''

/**
 * `GET /api/store/page?at=/shop%3Fsort%3Dnew`: the records of a public page, as the page itself brings them for the
 * browser's cache, in the language of the request, with the build they are for (`X-Store-Build`). 304 with the version
 * the page carries (`data-version`), 204 where the browser draws the page from records it asks for itself, 202 while
 * the page is being drawn: ask again in a moment. `X-Store-News` names the files that say so after the next change.
 */
export function pageState(e: PbRequestEvent): void {
  const headers = e.response.header()
  headers.set('Cache-Control', 'no-cache')
  headers.add('Vary', `Accept-Encoding, Accept-Language, Cookie, ${LANGUAGE_HEADER}`)
  const at = e.request.url.query().get('at')
  const cut = at.indexOf('?')
  const path = cut < 0 ? at : at.slice(0, cut)
  const built = builtSite()
  headers.set(BUILD_HEADER, buildName(built))
  const wanted =
    built?.renders && isKnownPath(path) ? publicPage(path, cut < 0 ? '' : at.slice(cut + 1), true) : undefined
  const language = languageOf(e.request)
  const { page, old, drawLater }: Rendered = built && wanted ? renderedPage(built, wanted, language) : {}
  if (old) {
    if (drawLater) headers.set('Connection', 'close')
    e.noContent(202)
    if (drawLater) answering(e, () => e.flush())
    drawLater?.()
    return
  }
  if (page?.status !== 200) {
    e.noContent(204)
    return
  }
  if (wanted) headers.set(NEWS_HEADER, newsOf(wanted, language, page))
  sendState(e, page)
}

/** What files of a page are called; empty where it has none. */
function newsOf(wanted: PublicPage, language: Language, { state }: CachedPage): string {
  const key = keyOf(wanted, language)
  return (
    newsName(key) || (isUnbounded(wanted) ? '' : makeNews({ key, wanted, language }, state, buildName(builtSite())))
  )
}

function sendState(e: PbRequestEvent, { state: { etag, plain, gzip } }: CachedPage): void {
  const headers = e.response.header()
  headers.set('ETag', `"${etag}"`)
  if (matchesEtag(e.request.header.get('If-None-Match'), `"${etag}"`)) {
    e.noContent(304)
    return
  }
  const packed = gzip !== null && gzip !== undefined
  const encoding = chooseEncoding(e.request.header.get('Accept-Encoding'), { br: false, gzip: packed })
  if (encoding !== '') headers.set('Content-Encoding', encoding)
  sendBody(e, 200, (encoding === 'gzip' ? gzip : plain) as PbBytes, 'application/json; charset=utf-8')
}

/**
 * Whether a browser opens the page, which then fetches what the first document leaves out. Not where a worker is in
 * between: it keeps whole pages, and what they need is there.
 */
function opens({ header, url }: PbRequestEvent['request']): boolean {
  const isOpened = header.get('Sec-Fetch-Dest') === 'document' && header.get('Service-Worker-Navigation-Preload') === ''
  return isOpened && !url.query().has(WHOLE)
}

function sendRendered(e: PbRequestEvent, { page: { scriptHashes } }: Site, kept: CachedPage): void {
  const headers = e.response.header()
  const page = kept.first && opens(e.request) ? { ...kept.first, status: kept.status } : kept
  setPageHeaders(e, scriptHashes)
  headers.add('Vary', `Accept-Encoding, Accept-Language, Cookie, ${LANGUAGE_HEADER}`)
  headers.add('Vary', 'Sec-Fetch-Dest, Service-Worker-Navigation-Preload')
  headers.set('Cache-Control', 'no-cache')
  if (page.status === 200) {
    headers.set('ETag', page.etag)
    if (matchesEtag(e.request.header.get('If-None-Match'), page.etag)) {
      e.noContent(304)
      return
    }
  }
  const packed = page.gzip !== null && page.gzip !== undefined
  const encoding = chooseEncoding(e.request.header.get('Accept-Encoding'), { br: false, gzip: packed })
  if (encoding !== '') headers.set('Content-Encoding', encoding)
  const body = (encoding === 'gzip' ? page.gzip : page.plain) as PbBytes
  sendBody(e, page.status, body)
}

/** The worker decides what browsers keep: nobody may have an old one. */
function cacheRule(path: string): string {
  if (path === WORKER_FILE) return 'no-cache'
  return /^(?:desk\/)?assets\//.test(path) ? ONE_YEAR : ONE_HOUR
}

function sendEndingWorker(e: PbRequestEvent): void {
  setFileHeaders(e, WORKER_FILE)
  e.response.header().set('Cache-Control', 'no-cache')
  sendBody(e, 200, toBytes(ENDING_WORKER), 'text/javascript; charset=utf-8')
}

function sendFile(e: PbRequestEvent, { root }: Site, path: string, file: StaticFile): void {
  const headers = e.response.header()
  const type = MIME_TYPES[(/\.([a-z0-9]+)$/i.exec(path)?.[1] ?? '').toLowerCase()]
  headers.set('Content-Type', type ?? 'application/octet-stream')
  setFileHeaders(e, path)
  headers.set('Cache-Control', cacheRule(path))
  headers.set('ETag', file.etag)
  if (file.br || file.gzip) headers.add('Vary', 'Accept-Encoding')
  // A range of a compressed file is a range of other bytes than the client asked for.
  const encoding = e.request.header.get('Range') ? '' : chooseEncoding(e.request.header.get('Accept-Encoding'), file)
  if (encoding !== '') headers.set('Content-Encoding', encoding)
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
  const pathname = e.request.url.path
  if (pathname === '/api' || pathname.startsWith('/api/')) throw new NotFoundError()

  const built = builtSite()
  if (!built) {
    e.string(404, 'There is no built client here. Build it with: npm run build')
    return
  }
  if (pathname.startsWith(STAFF_PAGE) && serveStaffPage(e, built, pathname)) return
  if (isInPreview(pathname) && servePreview(e, built)) return
  const path = pathname.replace(/^\/+/, '')
  const file = built.known[`/${path}`]
  if (path === WORKER_FILE && isWorkerOff($os.getenv('STORE_WORKER'))) sendEndingWorker(e)
  else if (path === MANIFEST && file) sendManifest(e, built)
  else if (path === 'index.html') e.redirect(301, '/')
  else if (file) sendFile(e, built, path, file)
  else if (meansFile(path)) sendMissing(e)
  else servePage(e, built, pathname)
}

const MANIFEST = 'manifest.webmanifest'

/** What a browser installs (OFF-09), by the shop's own name. */
function sendManifest(e: PbRequestEvent, { root }: Site): void {
  const { store_name: name } = storeSettings($app)
  const manifest = JSON.parse(toString($os.readFile(`${root}/${MANIFEST}`))) as object
  const headers = e.response.header()
  headers.set('Cache-Control', ONE_HOUR)
  headers.set('X-Content-Type-Options', 'nosniff')
  sendBody(e, 200, toBytes(JSON.stringify({ ...manifest, name, short_name: name })), 'application/manifest+json')
}

/** The maker's desk for staff: a page outside the shop. False where there is none. */
function serveStaffPage(e: PbRequestEvent, { root, known }: Site, pathname: string): boolean {
  const file = `${STAFF_PAGE}/index.html`
  if (!known[file]) return false
  if (pathname === `${STAFF_PAGE}/` || pathname === file) e.redirect(301, STAFF_PAGE)
  else if (pathname !== STAFF_PAGE) return false
  else sendUnlisted(e, [], $os.readFile(root + file))
  return true
}

/** A page for nobody's index and no cache. */
function sendUnlisted(e: PbRequestEvent, scriptHashes: string[], body: PbBytes): void {
  const headers = e.response.header()
  setPageHeaders(e, scriptHashes)
  headers.set('Cache-Control', 'no-store')
  headers.set('X-Robots-Tag', 'noindex')
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

/**
 * Whether an address can only mean a file: it stands among the assets, ends like a file's, or a part of it begins
 * with a dot.
 */
function meansFile(path: string): boolean {
  const segments = path.split('/')
  const named = /\.[a-z0-9]{1,10}$/i.test(segments.at(-1) ?? '')
  return named || segments[0] === 'assets' || segments.some((segment) => segment.startsWith('.'))
}

/** Counts who comes to a page of the shop, and keeps nothing else. */
function noteVisit(e: PbRequestEvent, wanted: PublicPage | undefined): void {
  const { method, host, header } = e.request
  const request = {
    ...{ method, host, userAgent: header.get('User-Agent'), referer: header.get('Referer') },
    ...{ dest: header.get('Sec-Fetch-Dest'), site: header.get('Sec-Fetch-Site') },
    ...{ purpose: header.get('Sec-Purpose') || header.get('Purpose'), cacheControl: header.get('Cache-Control') },
  }
  if (wanted && isVisit(request, storeAddress($app))) countVisit()
}

/** That of the open page, where one asks for more of itself, else what whoever asks reads. */
function languageOf({ header }: PbRequestEvent['request']): Language {
  const begun = header.get(LANGUAGE_HEADER)
  return begun ? languageOfTag(begun) : languageAsked(header.get('Cookie'), header.get('Accept-Language'))
}

function pageAsked(e: PbRequestEvent, built: Site, wanted: PublicPage | undefined): Rendered {
  if (!wanted) return {}
  noteVisitor(addressOf(e), Date.now())
  return renderedPage(built, wanted, languageOf(e.request))
}

function servePage(e: PbRequestEvent, built: Site, pathname: string): void {
  const known = isKnownPath(pathname)
  const { rawQuery } = e.request.url
  const bare = pathname.replace(/\/$/, '')
  if (built.renders && known && bare !== pathname && publicPage(bare, rawQuery, true)) {
    e.redirect(301, bare + (rawQuery && `?${rawQuery}`))
    return
  }
  const wanted = built.renders ? publicPage(pathname, rawQuery, known) : undefined
  const { page, drawLater = takeUpPages(built) } = pageAsked(e, built, wanted)
  const status = page?.status ?? (known && !isLost(wanted, bare) ? 200 : 404)
  if (status === 200) noteVisit(e, wanted)
  // The connection is busy for as long as the page is drawn: nobody's next request may wait in it.
  if (drawLater) e.response.header().set('Connection', 'close')
  if (page) sendRendered(e, built, page)
  else sendPage(e, built.page, status)
  if (drawLater) {
    answering(e, () => e.flush())
    drawLater()
  }
}
