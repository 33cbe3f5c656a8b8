import { escapeHtml } from '../../../src/domain/html'
import { paths } from '../../../src/lib/paths'
import { robotsText } from '../../../src/lib/robots'
import { countRows, rows } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { asSent, kept, sendText } from './kept-text'

/**
 * Addresses of one file, well under the 50,000 that sitemaps.org allows; a larger catalogue gets an index of several
 * files.
 */
const FILE_SIZE = 10_000

/** Screens that are the same for everybody and stand for themselves in a search engine. */
const STANDING = [
  paths.home(),
  paths.shop(),
  paths.bestsellers(),
  paths.newArrivals(),
  paths.gifting(),
  paths.about(),
  paths.blog(),
  paths.contact(),
  paths.shippingPolicy(),
  paths.refunds(),
  paths.terms(),
  paths.privacy(),
]

interface Entry {
  path: string
  /** `YYYY-MM-DD`, empty when nobody knows. */
  changed: string
}

const entries = (app: PbApp, path: (name: string) => string, sql: string, params: { [name: string]: unknown } = {}) =>
  rows(app, sql, params, { name: '', changed: '' }).map(({ name, changed }): Entry => ({ path: path(name), changed }))

function productsOf(app: PbApp, file: number): Entry[] {
  const sql = `SELECT id AS name, substr(updated, 1, 10) AS changed FROM products WHERE archived = FALSE ORDER BY id LIMIT ${FILE_SIZE} OFFSET {:offset}`
  return entries(app, paths.product, sql, { offset: (file - 1) * FILE_SIZE })
}

function othersOf(app: PbApp): Entry[] {
  return [
    ...STANDING.map((path) => ({ path, changed: '' })),
    ...entries(
      app,
      paths.category,
      `SELECT category AS name, substr(MAX(updated), 1, 10) AS changed FROM products WHERE archived = FALSE AND category != '' GROUP BY category LIMIT 200`,
    ),
    ...entries(
      app,
      paths.post,
      `SELECT slug AS name, substr(updated, 1, 10) AS changed FROM posts
       WHERE published = TRUE AND (published_at = '' OR published_at <= strftime('%Y-%m-%d %H:%M:%fZ')) ORDER BY slug LIMIT 5000`,
    ),
  ]
}

const document = (root: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${body}</${root}>\n`

const SOURCES = ['products', 'posts']
const XML = 'application/xml; charset=utf-8'

function filesOf(app: PbApp): number {
  return Math.max(1, Math.ceil(countRows(app, 'FROM products WHERE archived = FALSE') / FILE_SIZE))
}

function index(origin: string, files: number): string {
  const list = Array.from({ length: files }, (_, file) => `${origin}/sitemap.xml?file=${file + 1}`)
  const body = list.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>\n`).join('')
  return document('sitemapindex', body)
}

function urls(app: PbApp, origin: string, file: number): string {
  const listed = [...(file === 1 ? othersOf(app) : []), ...productsOf(app, file)]
  const body = listed.map(({ path, changed }) => {
    const date = changed === '' ? '' : `<lastmod>${escapeHtml(changed)}</lastmod>`
    return `<url><loc>${escapeHtml(origin + path)}</loc>${date}</url>\n`
  })
  return document('urlset', body.join(''))
}

/**
 * `GET /sitemap.xml`: every public page for search engines, as https://www.sitemaps.org/protocol.html asks: screens,
 * categories, published posts and products. Beyond 10,000 products it is an index of `?file=1`, `?file=2` … An
 * unknown file is 404.
 */
export function sitemap(e: PbRequestEvent): void {
  const { app } = e
  const origin = storeAddress(app)
  const asked = e.request.url.query().get('file')
  const files = kept('sitemap:files', SOURCES, origin, () => filesOf(app))
  if (files > 1 && asked === '') {
    sendText(e, XML, asSent(index(origin, files)))
    return
  }
  const file = asked === '' ? 1 : /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 0
  if (file < 1 || file > files) {
    e.response.header().set('Cache-Control', 'no-store')
    e.blob(404, 'text/plain; charset=utf-8', 'Not found')
    return
  }
  const text = kept(`sitemap:${file}`, SOURCES, origin, () => asSent(urls(app, origin, file)))
  sendText(e, XML, text)
}

/** `GET /robots.txt`, with the sitemap's address. */
export function robots(e: PbRequestEvent): void {
  sendText(e, 'text/plain; charset=utf-8', asSent(robotsText(`${storeAddress(e.app)}/sitemap.xml`)))
}
