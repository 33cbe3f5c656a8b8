import { EMPTY_VIEW, readShopView, SHELF_SIZE, shopSearch } from '../../src/domain/product-filter'
import { MAIL_DEEDS, paths } from '../../src/lib/paths'

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
  madeUp?: boolean
}

/**
 * Pages that are one for everybody as they are served. Of a person's pages (cart, checkout, account) that is the frame, the heading and what
 * needs nobody's data; the rest is drawn in the browser, which alone knows the cart and who is signed in.
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
  { shape: /^\/orders\/[^/]+\/bill$/, url: paths.orderBill('one'), source: 'order-bill' },
]
const LISTS: { [path: string]: string } = {
  [paths.shop()]: 'shop',
  [paths.bestsellers()]: 'bestsellers',
  [paths.newArrivals()]: 'new-arrivals',
  [paths.gifting()]: 'gifting',
}

/** Longer lists than this are drawn by the browser: everybody can ask for any number. */
const LONGEST_LIST = 4 * SHELF_SIZE

const PRODUCT = /^\/product\/([a-z0-9]{15})$/
const POST = /^\/blog\/([a-z0-9]+(?:-[a-z0-9]+)*)$/
const LONGEST_SLUG = 100

/** An address no screen has; every such address is answered with this one page. */
const NOWHERE: PublicPage = { key: 'nowhere', url: '/404', source: 'src/pages/not-found.tsx' }

const page = (url: string, name: string): PublicPage => ({ key: url, url, source: `src/pages/${name}.tsx` })

/**
 * Which rendered page an address gets, or undefined where the browser draws it. Parameters that change nothing, such as a campaign's, are
 * left out, and the shop's view has one address however it is written.
 *
 * @param path decoded, as the store's links write it: without a slash at the end
 * @param rawQuery undecoded, without its question mark
 * @param known whether the store has a screen at this path
 */
export function publicPage(path: string, rawQuery: string, known: boolean): PublicPage | undefined {
  if (!known) return NOWHERE
  if (path === paths.login()) {
    const asked = parameters(rawQuery).get('mail')
    const deed = MAIL_DEEDS.find((one) => one === asked)
    if (deed !== undefined) return page(paths.mailLink(deed), 'login')
  }
  const plain = PLAIN_PAGES[path]
  if (plain !== undefined) return page(path, plain)
  // What a shared cart holds stands in its query: whose it is, only the browser reads.
  if (path === paths.cart())
    return page(parameters(rawQuery).get('items') === null ? path : paths.sharedCart('any'), 'cart')
  for (const { shape, url, source } of ORDER_PAGES) if (shape.test(path)) return page(url, source)
  const list = LISTS[path]
  if (list !== undefined) {
    const view = readShopView(parameters(rawQuery))
    if (view.show > LONGEST_LIST) return undefined
    const shown = list === 'shop' ? view : { ...EMPTY_VIEW, show: view.show }
    const found = page(path + shopSearch(shown), list)
    if (shown.category !== '') found.needs = { collection: 'products', field: 'category', value: shown.category }
    if (shown.q !== '' || shown.inStock || shown.sort !== EMPTY_VIEW.sort || shown.show !== SHELF_SIZE)
      found.madeUp = true
    return found
  }
  const product = PRODUCT.exec(path)?.[1]
  if (product !== undefined)
    return { ...page(path, 'product'), needs: { collection: 'products', field: 'id', value: product } }
  const slug = POST.exec(path)?.[1]
  if (slug !== undefined && slug.length <= LONGEST_SLUG)
    return { ...page(path, 'post'), needs: { collection: 'posts', field: 'slug', value: slug } }
  return undefined
}

function parameters(rawQuery: string): { get(name: string): string | null } {
  const values = new Map<string, string>()
  for (const part of rawQuery.split('&')) {
    const at = part.indexOf('=')
    const name = decoded(at < 0 ? part : part.slice(0, at))
    if (!values.has(name)) values.set(name, at < 0 ? '' : decoded(part.slice(at + 1)))
  }
  return { get: (name) => values.get(name) ?? null }
}

function decoded(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
