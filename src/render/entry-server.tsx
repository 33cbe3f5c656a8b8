import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { escapeHtml } from '@/domain/html'
import { settingsOptions } from '../api/settings'
import { Frame } from '../app/frame'
import { Providers } from '../app/providers'
import { type PageName, presetPages, slimHeader } from '../app/routes'
import { DEFAULT_SETTINGS } from '../domain/site/settings'
import * as belowFold from '../features/home/below-fold'
import * as lazySections from '../features/home/lazy-sections'
import { themeOptions } from '../features/site/queries'
import { SlimHeader } from '../features/site/slim-header'
import About from '../pages/about'
import Bestsellers from '../pages/bestsellers'
import Blog from '../pages/blog'
import Builder from '../pages/builder'
import BuilderExample from '../pages/builder-example'
import Cart from '../pages/cart'
import Checkout from '../pages/checkout'
import Contact from '../pages/contact'
import ForgotPassword from '../pages/forgot-password'
import Gifting from '../pages/gifting'
import Home from '../pages/home'
import Letters from '../pages/letters'
import Login from '../pages/login'
import NewArrivals from '../pages/new-arrivals'
import NotFound from '../pages/not-found'
import Order from '../pages/order'
import OrderConfirmation from '../pages/order-confirmation'
import OrderInvoice from '../pages/order-invoice'
import Orders from '../pages/orders'
import Policy from '../pages/policy'
import Post from '../pages/post'
import Product from '../pages/product'
import Profile from '../pages/profile'
import ResetPassword from '../pages/reset-password'
import Shop from '../pages/shop'
import Signup from '../pages/signup'
import TrackOrder from '../pages/track-order'
import WebhookTest from '../pages/webhook-test'
import Wishlist from '../pages/wishlist'
import { fullTitle, type HeadProps } from '../ui/head'
import { between } from './first-document'

const pages: Record<PageName, () => React.ReactNode> = {
  home: Home,
  shop: Shop,
  bestsellers: Bestsellers,
  'new-arrivals': NewArrivals,
  product: Product,
  about: About,
  gifting: Gifting,
  blog: Blog,
  post: Post,
  contact: Contact,
  policy: Policy,
  cart: Cart,
  wishlist: Wishlist,
  letters: Letters,
  checkout: Checkout,
  'order-confirmation': OrderConfirmation,
  'track-order': TrackOrder,
  orders: Orders,
  order: Order,
  'order-invoice': OrderInvoice,
  login: Login,
  signup: Signup,
  'forgot-password': ForgotPassword,
  'reset-password': ResetPassword,
  profile: Profile,
  'webhook-test': WebhookTest,
  builder: Builder,
  'builder-example': BuilderExample,
  'not-found': NotFound,
}

presetPages(pages)
lazySections.CategoryTiles.preset(belowFold.CategoryTiles)
lazySections.FeaturesSection.preset(belowFold.FeaturesSection)
lazySections.SamplerSection.preset(belowFold.SamplerSection)
lazySections.TestimonialsSection.preset(belowFold.TestimonialsSection)
lazySections.FloatingChat.preset(belowFold.FloatingChat)
slimHeader.preset(SlimHeader)

export interface RenderedPage {
  /** For the inside of `#root`. */
  html: string
  /** For the inside of `<head>`, in the place of the built title and description. */
  head: string
  /** For `<script type="application/json" id="query-state">`, safe to stand in HTML. */
  state: string
  /** False when the address leads to nothing. */
  found: boolean
}

/**
 * One page as HTML, from a cache that the caller has filled with records. Nothing is fetched: what is not in the
 * cache is drawn as on its way.
 * @param url path with its query
 * @param origin address the store is reached at, such as `https://shop.example`, without a trailing slash
 */
export function render(url: string, client: QueryClient, origin = ''): RenderedPage {
  let asked: HeadProps = {}
  const drawn = renderToString(
    <Providers
      client={client}
      origin={origin}
      collectHead={(head) => {
        asked = head
      }}
    >
      <StaticRouter location={url}>
        <Frame />
      </StaticRouter>
    </Providers>,
  )
  const settings = client.getQueryData(settingsOptions().queryKey) ?? DEFAULT_SETTINGS
  // React begins with a preload for every picture that is not lazy. They would compete with the largest one, which
  // the page names; where it names none, React's are good guesses, and the head is where they help.
  const [preloads = ''] = /^(?:<link rel="preload" as="image"[^>]*>)*/.exec(drawn) ?? []
  const urgent = asked.preload ? '' : (preloads.match(/<link [^>]*fetchPriority="high"[^>]*>/g)?.[0] ?? '')
  return {
    html: drawn.slice(preloads.length),
    head: headHtml(asked, settings.store_name, origin) + urgent + themeStyle(client),
    state: scriptText(JSON.stringify(timeless(dehydrate(client)))),
    found: !asked.missing,
  }
}

/** Drawn near the end of a page: right behind it, a compressor still sees their words. */
const DRAWN_LAST: ReadonlySet<unknown> = new Set(['testimonials', 'makers', 'promises', 'store_settings'])

/**
 * Without the times of reading, what follows from the key, and what would only say that nothing went wrong: the same
 * records make the same bytes, and whoever takes the page over knows how fresh it is.
 */
function timeless({ queries }: DehydratedState) {
  const isLast = ({ queryKey }: (typeof queries)[number]) => DRAWN_LAST.has(queryKey[0])
  return {
    mutations: [],
    queries: [...queries.filter(isLast), ...queries.filter((query) => !isLast(query))].map(
      ({ queryKey, state: { data, status } }) => ({
        queryKey,
        state: { data, dataUpdatedAt: 0, dataUpdateCount: 1, errorUpdateCount: 0, status },
      }),
    ),
  }
}

export interface Stylesheet {
  rules: string
  /** `@font-face` of typefaces that are fetched. */
  faces: string
  /** `@font-face` of the system's typefaces that stand in for them. */
  fallbacks: string
}

/**
 * A rendered page in its document.
 * @param template the built `index.html`
 * @param styles built stylesheets by address: written into the page instead of asked for, one round trip less before
 *   anything is seen. Words are first seen in the system's typefaces, scaled to the shop's, which
 *   `src/inline/later.ts` lets in after that.
 * @param scripts addresses of modules the page's code consists of besides those the template names
 */
export function fillTemplate(
  template: string,
  page: RenderedPage,
  styles: Readonly<Record<string, Stylesheet>> = {},
  scripts: readonly string[] = [],
): string {
  const ahead = scripts.map((src) => `<link data-later="modulepreload" crossorigin href="${escapeHtml(src)}">`).join('')
  const sheets = Object.values(styles)
  const faces =
    `<style id="fallbacks">${sheets.map((css) => css.fallbacks).join('')}</style>` +
    `<style id="faces" media="not all">${sheets.map((css) => css.faces).join('')}</style>`
  return (
    template
      // The page brings its records: the code for requests is not needed yet.
      .replace(/<link rel="modulepreload" data-for="requests"[^>]*>\s*/, '')
      .replace(/<meta name="description"[^>]*>\s*/, '')
      .replace(/<link rel="preload"[^>]* as="font"[^>]*>\s*/g, '')
      // What is seen comes first: text, styles, fonts and the largest picture need no script, and share the line with
      // none; `src/inline/later.ts` fetches them then.
      .replace(/<script type="module" crossorigin src="([^"]+)"><\/script>/g, '<link data-later="script" href="$1">')
      .replace(/<link rel="modulepreload" /g, '<link data-later="modulepreload" ')
      .replace('</head>', () => `${ahead}</head>`)
      .replace('<script>', (script) => faces + script)
      // No expression behind these, which make it long.
      .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (link: string, href: string) => {
        const css = styles[href]
        return css ? `<style>${css.rules}</style><link data-styles href="${href}">` : link
      })
      .replace(between(template, '<title>', '</title>'), () => page.head)
      .replace(
        between(template, '<div id="root">', '</div>'),
        () =>
          `<div id="root">${page.html}</div><script type="application/json" id="query-state">${page.state}</script>`,
      )
  )
}

function headHtml(head: HeadProps, siteName: string, origin: string): string {
  const title = fullTitle(head, siteName)
  const tags = [`<title>${escapeHtml(title)}</title>`, meta('name', 'description', head.description || title)]
  // Before anything long: those who preview links read no further than they must.
  tags.push(meta('property', 'og:site_name', siteName))
  for (const [property, content] of Object.entries(openGraph(head, title, origin)))
    tags.push(meta('property', property, content))
  if (head.image) tags.push(meta('name', 'twitter:card', 'summary_large_image'))
  if (head.noindex || head.missing) tags.push(meta('name', 'robots', 'noindex'))
  if (head.path) tags.push(`<link rel="canonical" href="${escapeHtml(origin + head.path)}">`)
  for (const { src, srcSet, sizes, media } of head.preload ?? []) {
    const choice = srcSet ? ` imagesrcset="${escapeHtml(srcSet)}" imagesizes="${escapeHtml(sizes ?? '100vw')}"` : ''
    const where = media ? ` media="${media}"` : ''
    tags.push(`<link rel="preload" as="image" href="${escapeHtml(src)}"${choice}${where} fetchpriority="high">`)
  }
  if (head.jsonLd) {
    tags.push(`<script type="application/ld+json">${scriptText(JSON.stringify(head.jsonLd))}</script>`)
  }
  return tags.join('')
}

/** Open Graph of a page, by property. */
function openGraph(head: HeadProps, title: string, origin: string): Record<string, string> {
  const { description, path, image, product } = head
  return {
    'og:title': title,
    'og:type': product ? 'product' : 'website',
    ...(description && { 'og:description': description }),
    ...(path && { 'og:url': origin + path }),
    ...(image && {
      'og:image': /^https?:/.test(image.url) ? image.url : origin + image.url,
      'og:image:width': `${image.width}`,
      'og:image:height': `${image.height}`,
      ...(image.alt && { 'og:image:alt': image.alt }),
    }),
    ...(product?.price && { 'product:price:amount': product.price, 'product:price:currency': 'INR' }),
  }
}

/** The record's colours with the first paint, also for those who have never been here. */
function themeStyle(client: QueryClient): string {
  const theme = client.getQueryData(themeOptions().queryKey)
  const block = (tokens: Record<string, string>) =>
    Object.entries(tokens)
      .map(([name, value]) => `${name}:${value}`)
      .join(';')
  // Also without a record: the page then says that the colours are the stylesheet's own, whatever an earlier visit
  // remembers.
  if (!theme) return '<style id="shop-colours"></style>'
  // `html` before :root outweighs the stylesheet's own rules, wherever it is placed.
  return `<style id="shop-colours">html:root{${block(theme.light)}}html:root[data-theme=dark]{${block(theme.dark)}}</style>`
}

function meta(attribute: 'name' | 'property', name: string, content: string): string {
  return `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`
}

/** JSON that cannot end the script element it stands in. */
function scriptText(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
