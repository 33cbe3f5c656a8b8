import type { ComponentType } from 'react'
import type { RoutePattern } from '@/lib/paths'
import { type LazyComponent, lazyComponent } from '@/ui/lazy'
import { type Prefetch, prefetches } from './prefetch'

export interface StoreRoute {
  path: RoutePattern | '*'
  /** The screen's file in `src/pages`, fetched when first needed (ROUTE-21). */
  page: LazyComponent<object>
  name: PageName
  /** In the place of the shop's header, with a footer of no more than the policies. */
  header?: LazyComponent<object>
  /** Only for signed-in shoppers (ROUTE-24). */
  signIn?: boolean
  prefetch?: Prefetch
  /** The page most shoppers open from here: its code is fetched when this one has settled. */
  next?: LazyComponent<object>
}

type PageModule = Promise<{ default: ComponentType }>

const loaders = {
  home: (): PageModule => import('@/pages/home'),
  shop: (): PageModule => import('@/pages/shop'),
  bestsellers: (): PageModule => import('@/pages/bestsellers'),
  'new-arrivals': (): PageModule => import('@/pages/new-arrivals'),
  product: (): PageModule => import('@/pages/product'),
  about: (): PageModule => import('@/pages/about'),
  gifting: (): PageModule => import('@/pages/gifting'),
  blog: (): PageModule => import('@/pages/blog'),
  post: (): PageModule => import('@/pages/post'),
  contact: (): PageModule => import('@/pages/contact'),
  policy: (): PageModule => import('@/pages/policy'),
  cart: (): PageModule => import('@/pages/cart'),
  wishlist: (): PageModule => import('@/pages/wishlist'),
  letters: (): PageModule => import('@/pages/letters'),
  checkout: (): PageModule => import('@/pages/checkout'),
  'order-confirmation': (): PageModule => import('@/pages/order-confirmation'),
  'track-order': (): PageModule => import('@/pages/track-order'),
  orders: (): PageModule => import('@/pages/orders'),
  order: (): PageModule => import('@/pages/order'),
  'order-invoice': (): PageModule => import('@/pages/order-invoice'),
  login: (): PageModule => import('@/pages/login'),
  signup: (): PageModule => import('@/pages/signup'),
  'forgot-password': (): PageModule => import('@/pages/forgot-password'),
  'reset-password': (): PageModule => import('@/pages/reset-password'),
  profile: (): PageModule => import('@/pages/profile'),
  'webhook-test': (): PageModule => import('@/pages/webhook-test'),
  builder: (): PageModule => import('@/pages/builder'),
  'builder-example': (): PageModule => import('@/pages/builder-example'),
  'not-found': (): PageModule => import('@/pages/not-found'),
}

export type PageName = keyof typeof loaders

const pages = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, lazyComponent(() => load().then((module) => module.default))]),
) as Record<PageName, LazyComponent<object>>

function route(path: RoutePattern | '*', name: PageName, signIn?: boolean): StoreRoute {
  return { path, name, page: pages[name], signIn, prefetch: path === '*' ? undefined : prefetches[path] }
}

/** A list of products: one of them is what comes next. */
const list = (path: RoutePattern, name: PageName): StoreRoute => ({ ...route(path, name), next: pages.product })

/** Of the checkout, where nothing leads away (ROUTE-22). */
export const slimHeader = lazyComponent(() => import('@/features/site/slim-header').then((file) => file.SlimHeader))

/**
 * Every address of the store and the screen behind it (ROUTE-01 to ROUTE-20). Patterns are those of `lib/paths.ts`; a
 * test holds the two together.
 */
export const routes: readonly StoreRoute[] = [
  route('/', 'home'),
  list('/shop', 'shop'),
  route('/product/:id', 'product'),
  list('/bestsellers', 'bestsellers'),
  list('/new-arrivals', 'new-arrivals'),
  // ROUTE-06
  route('/about', 'about'),
  list('/gifting', 'gifting'),
  route('/blog', 'blog'),
  route('/blog/:slug', 'post'),
  // ROUTE-08: two addresses, one page.
  route('/contact', 'contact'),
  route('/contact-us', 'contact'),
  route('/shipping-policy', 'policy'),
  route('/terms-and-conditions', 'policy'),
  route('/cancellations-refunds', 'policy'),
  route('/privacy-policy', 'policy'),
  route('/cart', 'cart'),
  route('/wishlist', 'wishlist'),
  route('/letters/:deed', 'letters'),
  { ...route('/checkout', 'checkout'), header: slimHeader },
  route('/order-confirmation/:id', 'order-confirmation'),
  route('/track-order', 'track-order'),
  route('/orders', 'orders', true),
  route('/orders/:id', 'order', true),
  // Also for whoever holds the order's token.
  route('/orders/:id/bill', 'order-invoice'),
  // ROUTE-15
  route('/auth/login', 'login'),
  route('/auth/signup', 'signup'),
  route('/auth/forgot-password', 'forgot-password'),
  route('/auth/reset-password', 'reset-password'),
  route('/profile', 'profile', true),
  route('/webhook-test', 'webhook-test'),
  route('/builder/*', 'builder'),
  route('/builder-preview/*', 'builder'),
  route('/builder-example', 'builder-example'),
  route('*', 'not-found'),
]

/** Fetches the code of a product's page ahead of the first product. */
export function preloadProductPage(): void {
  pages.product.preload().catch(() => undefined)
}

/** Puts the pages' code in place without downloads: the server renders from plain imports. */
export function presetPages(components: Record<PageName, ComponentType>): void {
  for (const name of Object.keys(pages) as PageName[]) pages[name].preset(components[name])
}
