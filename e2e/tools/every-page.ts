import type { Page } from '@playwright/test'
import type { RecordModel } from 'pocketbase'
import type { PlacedOrder } from '../../src/domain/orders/order'
import { CART_STORAGE_KEY } from '../../src/features/cart/cart-lines'
import { ROUTE_PATTERNS } from '../../src/lib/paths'
import type { NewUser } from '../../tests/backend/record-store'
import { LONG } from '../../tests/long'
import { orderOf, placeOrder } from '../../tests/order'

/** Every page there is, and what else an address can bring: `:product` and `:order` stand for ids. */
export const PATHS = [
  '/',
  '/shop',
  '/shop?q=neem',
  '/shop?q=nothing-like-it',
  '/product/:product',
  '/product/nosuchproduct00',
  '/bestsellers',
  '/new-arrivals',
  '/about',
  '/gifting',
  '/blog',
  '/blog/a-bar-that-lasts',
  '/contact',
  '/contact-us',
  '/shipping-policy',
  '/terms-and-conditions',
  '/cancellations-refunds',
  '/privacy-policy',
  '/cart',
  '/cart?items=lost',
  '/cart?items=:product.2~gone.1~lost',
  '/wishlist',
  '/wishlist?items=:product.1~gone.1',
  '/letters/confirm#nosuchletters00.anything',
  '/checkout',
  '/order-confirmation/:order',
  '/track-order',
  '/orders',
  '/orders/:order',
  '/orders/:order/bill',
  '/auth/login',
  '/auth/login?mail=email#token=anything',
  '/auth/login?mail=erase#token=anything',
  '/auth/signup',
  '/auth/forgot-password',
  '/auth/reset-password#token=anything',
  '/profile',
  '/webhook-test',
  '/builder/diwali',
  '/builder-preview/diwali',
  '/builder-example',
  '/no-such-page',
] as const

export type EveryPath = (typeof PATHS)[number]

/** Drawn by the component of another path, from other words: looked at before a release (`npm run test:long`). */
const LIKE_ANOTHER = new Set<string>([
  '/shop?q=neem',
  '/bestsellers',
  '/contact-us',
  '/shipping-policy',
  '/terms-and-conditions',
  '/cancellations-refunds',
  '/cart?items=lost',
  '/wishlist?items=:product.1~gone.1',
  '/auth/login?mail=erase#token=anything',
  '/builder-preview/diwali',
])

/** Those that are looked at now: for each change, or at length. */
export const LOOKED_AT = PATHS.filter(isLookedAt)

export function isLookedAt(path: string): boolean {
  return LONG || !LIKE_ANOTHER.has(path)
}

/** What the browser rightly complains about on some of them. */
export const MISSING = ['/no-such-page', 'nosuchproduct00', '/orders/', '/newsletter/confirm']

/** Routes of the store that no path above leads to. */
export function untriedRoutes(): string[] {
  return ROUTE_PATTERNS.filter((pattern) => {
    const shape = new RegExp(`^${pattern.replace(/:[a-z]+/g, '[^/]+').replace(/\*$/, '.+')}(#.*)?$`)
    return !PATHS.some((path) => shape.test(path))
  })
}

export interface Prepared {
  product: RecordModel
  order: string
  /** What lets a guest read the order. */
  token: string
}

/** This person's order of two soaps. */
export const placeTwo = (
  { pb }: Pick<NewUser, 'pb'>,
  soap: string,
  payment_method: 'cod' | 'online',
): Promise<PlacedOrder> =>
  placeOrder(
    pb,
    orderOf(soap, {
      items: [{ product: soap, quantity: 2, color: '' }],
      contact: { name: 'Meera Rao', email: 'meera.r@example.in', phone: '9845012345' },
      ...{ payment_method, expected_total: 36000 },
    }),
  )

/** A product somebody has written about, and this person's order of it. */
export async function prepare(user: Pick<NewUser, 'pb'>): Promise<Prepared> {
  const soap = await user.pb.collection('products').getFirstListItem('name = "Neem & Tulsi Soap"')
  const { id, access_token } = await placeTwo(user, soap.id, 'cod')
  return { product: soap, order: id, token: access_token }
}

/** Where a path of the list leads to. A guest may read the order that has just been placed. */
export function addressOf(path: string, { product, order, token }: Prepared): string {
  const key = path.startsWith('/order-confirmation') ? `#t=${token}` : ''
  return path.replace(':product', product.id).replace(':order', order) + key
}

/** What a browser keeps of a cart with one piece of this product. */
export function keptCart(product: RecordModel): string {
  const { id, name, price, images, collectionId, category } = product
  const line = { productId: id, product: { id, name, price, images, collectionId, category }, quantity: 1, color: '' }
  return JSON.stringify({ lines: [line], changes: {} })
}

/** Every page is opened signed out and with this product in the cart, so that checkout has something to sell. */
export async function bringCart(page: Page, product: RecordModel): Promise<void> {
  await page.addInitScript(
    ({ key, cart }) => {
      localStorage.clear()
      localStorage.setItem(key, cart)
    },
    { key: CART_STORAGE_KEY, cart: keptCart(product) },
  )
}
