import { withKnownFacets } from '../../../src/domain/catalog/facet-values'
import {
  EMPTY_VIEW,
  isFiltered,
  LIST_PAGE_SIZE,
  readShopView,
  shopSearch,
} from '../../../src/domain/catalog/product-filter'
import { MAIL_ACTIONS, paths } from '../../../src/lib/paths'

/** A page that can be rendered once for everybody. */
export interface PublicPage {
  /** What tells it from the others: addresses that show the same have the same. */
  key: string
  /** The address to draw. */
  url: string
  /** The page's file in `src`. */
  source: string
  /** A record that must be there for the address to be one of the shop's own. */
  needs?: { collection: 'products' | 'posts'; field: 'id' | 'category' | 'slug'; value: string }
  /** One of the many views of a list (searches, orders, lengths, in stock), of which anybody can ask for any number. */
  unbounded?: boolean
}

/**
 * Pages that are one for everybody as they are served. Of a person's pages (cart, checkout, account) that is the
 * frame, the heading and what needs nobody's data; the rest is drawn in the browser, which alone knows the cart and
 * who is signed in.
 */
const PLAIN_PAGES: { [path: string]: string } = {
  [paths.home()]: 'home',
  [paths.about()]: 'about',
  [paths.blog()]: 'blog',
  [paths.contact()]: 'contact',
  [paths.contactUs()]: 'contact',
  [paths.shippingPolicy()]: 'policy',
  [paths.terms()]: 'policy',
  [paths.refunds()]: 'policy',
  [paths.privacy()]: 'policy',
  [paths.letters('confirm')]: 'letters',
  [paths.letters('leave')]: 'letters',
  [paths.letters('tell')]: 'letters',
  [paths.letters('remind')]: 'letters',
  [paths.checkout()]: 'checkout',
  [paths.trackOrder()]: 'track-order',
  [paths.orders()]: 'orders',
  [paths.profile()]: 'profile',
  [paths.login()]: 'login',
  [paths.signup()]: 'signup',
  [paths.forgotPassword()]: 'forgot-password',
  [paths.resetPassword()]: 'reset-password',
  [paths.webhookTest()]: 'webhook-test',
}
/** Pages of one order: all are served alike, and none of their ids is drawn, kept or told in a log. */
const ORDER_PAGES: { shape: RegExp; url: string; source: string }[] = [
  { shape: /^\/order-confirmation\/[^/]+$/, url: paths.orderConfirmation('one'), source: 'order-confirmation' },
  { shape: /^\/orders\/[^/]+$/, url: paths.order('one'), source: 'order' },
  { shape: /^\/orders\/[^/]+\/bill$/, url: paths.orderInvoice('one'), source: 'order-invoice' },
]
const LISTS: { [path: string]: string } = {
  [paths.shop()]: 'shop',
  [paths.bestsellers()]: 'bestsellers',
  [paths.newArrivals()]: 'new-arrivals',
  [paths.gifting()]: 'gifting',
}

/** Longer lists than this are drawn by the browser: everybody can ask for any number. */
const LONGEST_LIST = 4 * LIST_PAGE_SIZE

const PRODUCT = /^\/product\/([a-z0-9]{15})$/
const POST = /^\/blog\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
const LONGEST_SLUG = 100
const LONGEST_COLOUR = 60

/** An address no screen has; every such address is answered with this one page. */
const NOWHERE: PublicPage = { key: 'nowhere', url: '/404', source: 'src/pages/not-found.tsx' }

const page = (url: string, name: string): PublicPage => ({ key: url, url, source: `src/pages/${name}.tsx` })

/**
 * Which rendered page an address gets, or undefined where the browser draws it. Parameters that change nothing, such
 * as a campaign's, are left out, and the shop's view has one address however it is written.
 *
 * @param path decoded, as the store's links write it: without a slash at the end
 * @param rawQuery undecoded, without its question mark
 * @param known whether the store has a screen at this path
 */
export function publicPage(path: string, rawQuery: string, known: boolean): PublicPage | undefined {
  if (!known) return NOWHERE
  // Only the first two share an address: signing in, for which a mail's link has a page of its own.
  return (
    mailLinkPage(path, rawQuery) ??
    plainPage(path) ??
    sharedPage(path, rawQuery) ??
    orderPage(path) ??
    listPage(path, rawQuery) ??
    productPage(path, rawQuery) ??
    postPage(path)
  )
}

function mailLinkPage(path: string, rawQuery: string): PublicPage | undefined {
  if (path !== paths.login()) return undefined
  const asked = parameters(rawQuery).get('mail')
  const action = MAIL_ACTIONS.find((one) => one === asked)
  return action && page(paths.mailLink(action), 'login')
}

function plainPage(path: string): PublicPage | undefined {
  const plain = PLAIN_PAGES[path]
  return plain === undefined ? undefined : page(path, plain)
}

/** Shown to whoever has their link as well. */
const SHARED: { [path: string]: { url: string; source: string } } = {
  [paths.cart()]: { url: paths.sharedCart('any'), source: 'cart' },
  [paths.wishlist()]: { url: paths.sharedWishlist('any'), source: 'wishlist' },
}

/** What a shared cart or wishlist holds stands in its query: whose it is, only the browser reads. */
function sharedPage(path: string, rawQuery: string): PublicPage | undefined {
  const shared = SHARED[path]
  return shared && page(parameters(rawQuery).get('items') === null ? path : shared.url, shared.source)
}

function orderPage(path: string): PublicPage | undefined {
  const found = ORDER_PAGES.find(({ shape }) => shape.test(path))
  return found && page(found.url, found.source)
}

function listPage(path: string, rawQuery: string): PublicPage | undefined {
  const list = LISTS[path]
  if (list === undefined) return undefined
  // As most come to it.
  if (rawQuery === '') return page(path, list)
  const view = withKnownFacets(readShopView(parameters(rawQuery)))
  if (view.show > LONGEST_LIST) return undefined
  const shown = list === 'shop' ? view : { ...EMPTY_VIEW, show: view.show }
  const found = page(path + shopSearch(shown), list)
  if (shown.category !== '') found.needs = { collection: 'products', field: 'category', value: shown.category }
  if (isFiltered(shown) || shown.sort !== EMPTY_VIEW.sort || shown.show !== LIST_PAGE_SIZE) found.unbounded = true
  return found
}

function productPage(path: string, rawQuery: string): PublicPage | undefined {
  const value = PRODUCT.exec(path)?.[1]
  if (value === undefined) return undefined
  const found = page(path, 'product')
  found.needs = { collection: 'products', field: 'id', value }
  const colour = parameters(rawQuery).get('colour') ?? ''
  if (colour === '' || colour.length > LONGEST_COLOUR) return found
  // Anybody can write any colour.
  return { ...found, ...page(paths.product(value, colour), 'product'), unbounded: true }
}

function postPage(path: string): PublicPage | undefined {
  const value = POST.exec(path)?.[1]
  if (value === undefined || value.length > LONGEST_SLUG) return undefined
  return { ...page(path, 'post'), needs: { collection: 'posts', field: 'slug', value } }
}

/** Whether an address of one record ends in what no record is found by, such as an id that was cut off. */
export const leadsNowhere = (path: string): boolean =>
  /^\/(?:product|blog)\/[^/]+$/.test(path) && !productPage(path, '') && !postPage(path)

function parameters(rawQuery: string): { get(name: string): string | null } {
  const values = new Map<string, string>()
  for (const part of rawQuery.split('&')) {
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at))
    if (!values.has(name)) values.set(name, at < 0 ? '' : decoded(part.slice(at + 1)))
  }
  return { get: (name) => values.get(name) ?? null }
}

/** An escaped letter of UTF-8, the beginning of one that breaks off, or any other byte. */
const ESCAPED =
  /%(?:[cd][0-9a-f]%[89ab]|e[0-9a-f](?:%[89ab][0-9a-f])?%[89ab]|f[0-4](?:%[89ab][0-9a-f]){0,2}%[89ab]|[0-9a-f])[0-9a-f]/gi

/** As browsers read it: what is no UTF-8 is one sign that says so, and what is not escaped stays (URL standard). */
function decoded(text: string): string {
  return text.replace(/\+/g, ' ').replace(ESCAPED, (letter) => {
    try {
      return decodeURIComponent(letter)
    } catch {
      return '\ufffd'
    }
  })
}
