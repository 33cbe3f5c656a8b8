import { PREVIEW_PATH } from '../../../src/domain/desk/preview-link'
import type { RealProvider } from '../../../src/domain/payments/providers'
import { exchangeOf, type HttpEvent } from '../lib/exchange'
import { configuredOrigins, type Directive, type ProviderPage, type Sources } from '../lib/page-sources'
import { razorpayPage } from '../payments/razorpay-page'

declare const $os: { getenv(name: string): string }

/** The part of PocketBase's request event this file uses. */
interface AnsweredEvent extends HttpEvent {
  isTLS(): boolean
}

/** Google, "Use Tag Manager with a Content Security Policy": the tag, and Analytics 4. */
const GOOGLE_ANALYTICS: Sources = {
  script: ['https://www.googletagmanager.com'],
  connect: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://analytics.google.com',
    'https://*.analytics.google.com',
    'https://www.google.com',
  ],
  img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com'],
}

/** The same source: conversions and remarketing, which an `AW-` or `DC-` id is for and a container may hold. */
const GOOGLE_ADS: Sources = {
  script: ['https://www.googleadservices.com', 'https://googleads.g.doubleclick.net'],
  connect: [
    'https://www.google.co.in',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://ad.doubleclick.net',
    'https://pagead2.googlesyndication.com',
  ],
  img: [
    'https://www.google.com',
    'https://www.google.co.in',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://ad.doubleclick.net',
  ],
  frame: ['https://www.googletagmanager.com', 'https://td.doubleclick.net'],
}

const META: Sources = {
  script: ['https://connect.facebook.net'],
  connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
  img: ['https://www.facebook.com'],
}

/** No scripts: its host serves every account's uploads, so letting it in would let in anybody's code. */
const BUILDER: Sources = {
  connect: ['https://cdn.builder.io', 'https://builder.io'],
  img: ['https://cdn.builder.io'],
  media: ['https://cdn.builder.io'],
  font: ['https://cdn.builder.io'],
}

const PROVIDERS: { readonly [name in RealProvider]: ProviderPage } = { razorpay: razorpayPage }

/** Where the records and their pictures are. */
function ownSources(): Sources[] {
  const recordStore = configuredOrigins('VITE_POCKETBASE_URL')
  const own: Sources[] = [{ connect: recordStore, img: recordStore, media: recordStore }]
  if ($os.getenv('VITE_IMAGE_CDN')) own.push({ img: configuredOrigins('VITE_IMAGE_CDN_URL') })
  return own
}

/** The services that are configured. Nothing else is let in. */
function configuredSources(): Sources[] {
  const found = ownSources()
  found.push(...Object.values(PROVIDERS).flatMap((page) => page.sources()))
  const tag = $os.getenv('VITE_GTM_ID')
  if (tag) found.push(GOOGLE_ANALYTICS)
  if (tag && !/^G-/i.test(tag)) found.push(GOOGLE_ADS)
  if ($os.getenv('VITE_META_PIXEL_ID')) found.push(META)
  if ($os.getenv('VITE_BUILDER_API_KEY')) {
    const host = configuredOrigins('VITE_BUILDER_API_HOST')
    found.push(BUILDER, { connect: host, img: host, media: host })
  }
  const services = configuredOrigins('STORE_SCRIPT_ORIGINS')
  found.push({ script: services, connect: services, img: services, frame: services })
  return [...found, ...contentSources()]
}

/** Where words and pictures of the shop may come from besides its records. */
function contentSources(): Sources[] {
  const content = configuredOrigins('STORE_CONTENT_ORIGINS')
  return [{ connect: content, img: content, media: content, font: content }]
}

const previewSources = () => [...ownSources(), ...contentSources()]

/** The maker's desk for staff: nobody's services. Its worker reads photographs (HEIC). */
export const STAFF_PAGE = '/staff'

/** The builder's editor shows these pages inside its own frame. */
const FRAMED_BY_BUILDER = /^\/builder(?:-preview)?(?:\/|$)/

export const isInPreview = (path: string): boolean => path === PREVIEW_PATH || path.startsWith(`${PREVIEW_PATH}/`)

const policies = new Map<string, string>()

interface PageKind {
  framed: boolean
  https: boolean
  /** `shop`: with the services that are configured. In a preview nothing is measured and nobody pays. */
  kind: 'shop' | 'staff' | 'preview'
}

function contentSecurityPolicy(scriptHashes: string, { framed, https, kind }: PageKind): string {
  const key = `${framed} ${https} ${kind} ${scriptHashes}`
  const cached = policies.get(key)
  if (cached !== undefined) return cached
  const sources = { shop: configuredSources, staff: ownSources, preview: previewSources }[kind]()
  const ancestors = kind === 'preview' ? "'self'" : "'none'"
  const of = (directive: Directive, own: readonly string[]): string =>
    [...new Set([...own, ...sources.flatMap((source) => source[directive] ?? [])])].join(' ')
  const policy = [
    `default-src 'self'`,
    `script-src ${of('script', [`'self' ${scriptHashes}`.trim()])}`,
    `script-src-attr 'none'`,
    // Style attributes carry what the merchandiser chose: theme colours, swatches. Toasts and dialogs bring their own
    // sheets.
    `style-src 'self' 'unsafe-inline'`,
    `img-src ${of('img', ["'self'", 'data:', 'blob:'])}`,
    `media-src ${of('media', ["'self'"])}`,
    `font-src ${of('font', ["'self'", 'data:'])}`,
    `connect-src ${of('connect', ["'self'"])}`,
    `frame-src ${of('frame', ["'self'"])}`,
    `form-action ${of('form', ["'self'"])}`,
    `frame-ancestors ${framed ? "'self' https://builder.io https://*.builder.io" : ancestors}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `worker-src ${kind === 'preview' ? "'none'" : "'self'"}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
  policies.set(key, policy)
  return policy
}

const HTTPS = /^https:\/\//i

/**
 * Whether the shopper came by https: to this process, by the address the store is known at, or by what the reverse
 * proxy says. The proxy's header is believed only where the store was told to trust its proxy
 * (`STORE_TRUSTED_PROXY_HEADERS`): anybody can send one.
 */
function cameByHttps(e: AnsweredEvent): boolean {
  if (HTTPS.test($os.getenv('STORE_URL')) || e.isTLS()) return true
  return $os.getenv('STORE_TRUSTED_PROXY_HEADERS') !== '' && exchangeOf(e).get('X-Forwarded-Proto') === 'https'
}

/** Things of a device a page of this shop never asks for. */
const UNUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]

let permissions = ''

function permissionsPolicy(): string {
  if (permissions !== '') return permissions
  const frames = Object.values(PROVIDERS).flatMap((page) => page.frames().map((frame) => ` "${frame}"`))
  const payment = frames.length > 0 ? `payment=(self${frames.join('')})` : 'payment=()'
  permissions = [...UNUSED.map((name) => `${name}=()`), payment].join(', ')
  return permissions
}

/**
 * The security headers of a page. Only for pages: file answers of the record store carry a sandbox of their own that
 * must not be replaced, and the admin UI needs its own rules.
 *
 * @param scriptHashes of every script written into the page that is sent
 */
export function setPageHeaders(e: AnsweredEvent, scriptHashes: string): void {
  const { path, set, del } = exchangeOf(e)
  const framed = FRAMED_BY_BUILDER.test(path) && $os.getenv('VITE_BUILDER_API_KEY') !== ''
  const https = cameByHttps(e)
  const kind = path === STAFF_PAGE ? 'staff' : isInPreview(path) ? 'preview' : 'shop'
  set('Content-Security-Policy', contentSecurityPolicy(scriptHashes, { framed, https, kind }))
  set('X-Content-Type-Options', 'nosniff')
  // PocketBase's default. Browsers gave it up, as it could be turned against a page.
  del('X-Xss-Protection')
  // Tokens of orders and mails stand in the fragment, which is never sent; other sites learn no more than the shop's
  // name.
  set('Referrer-Policy', kind === 'preview' ? 'no-referrer' : 'strict-origin-when-cross-origin')
  set('Permissions-Policy', permissionsPolicy())
  // PocketBase's default, same-origin, cuts the sign-in and bank windows off from the page that opened them.
  set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  set('Cross-Origin-Resource-Policy', 'same-origin')
  if (framed) del('X-Frame-Options')
  // The desk shows previews in a frame of its own.
  else set('X-Frame-Options', kind === 'preview' ? 'SAMEORIGIN' : 'DENY')
  if (https) set('Strict-Transport-Security', 'max-age=31536000')
}

/**
 * The security headers of a file of the build. A drawing or document opened by itself may do nothing.
 *
 * @param path without its first slash
 */
export function setFileHeaders(e: AnsweredEvent, path: string): void {
  const { set, del } = exchangeOf(e)
  set('X-Content-Type-Options', 'nosniff')
  // Hashed files belong to the pages; what stands beside them (icon, preview picture) may be shown by others.
  set('Cross-Origin-Resource-Policy', path.startsWith('assets/') ? 'same-origin' : 'cross-origin')
  if (/\.(?:svg|xml|html?)$/i.test(path))
    set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
  // PocketBase says them of everything; they mean something of documents alone.
  else for (const name of ['X-Frame-Options', 'X-Xss-Protection', 'Cross-Origin-Opener-Policy']) del(name)
  if (cameByHttps(e)) set('Strict-Transport-Security', 'max-age=31536000')
}
