/**
 * Every path of the store. Screens link through these functions only; the record store asks `isKnownPath` which
 * addresses exist.
 */
export const paths = {
  home: () => '/',
  shop: () => '/shop',
  category: (category: string) => `/shop?category=${encodeURIComponent(category)}`,
  search: (text: string) => `/shop?q=${encodeURIComponent(text)}`,
  /** A product, in a colour if one is named by its value. */
  product: (id: string, colour = '') =>
    `/product/${encodeURIComponent(id)}${colour && `?colour=${encodeURIComponent(colour)}`}`,
  bestsellers: () => '/bestsellers',
  newArrivals: () => '/new-arrivals',
  about: () => '/about',
  gifting: () => '/gifting',
  blog: () => '/blog',
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  contact: () => '/contact',
  contactUs: () => '/contact-us',
  shippingPolicy: () => '/shipping-policy',
  terms: () => '/terms-and-conditions',
  refunds: () => '/cancellations-refunds',
  privacy: () => '/privacy-policy',
  cart: () => '/cart',
  /** `items` as `sharedCartItems` of the domain writes them. */
  sharedCart: (items: string) => `/cart?items=${items}`,
  wishlist: () => '/wishlist',
  /** `items` as `sharedCartItems` of the domain writes them, of each thing one. */
  sharedWishlist: (items: string) => `/wishlist?items=${items}`,
  /** Where links of letters' mails lead, and of mails to who waits; id and token follow as a fragment. */
  letters: (deed: 'confirm' | 'leave' | 'tell' | 'remind') => `/letters/${deed}`,
  checkout: () => '/checkout',
  orderConfirmation: (orderId: string) => `/order-confirmation/${encodeURIComponent(orderId)}`,
  trackOrder: () => '/track-order',
  orders: () => '/orders',
  order: (orderId: string) => `/orders/${encodeURIComponent(orderId)}`,
  orderInvoice: (orderId: string) => `/orders/${encodeURIComponent(orderId)}/bill`,
  login: (returnTo?: string) => (returnTo ? `/auth/login?returnTo=${encodeURIComponent(returnTo)}` : '/auth/login'),
  /**
   * Where a link of one of the store's mails leads. Its token follows as a fragment (`#token=…`), which browsers
   * never send.
   */
  mailLink: (action: MailAction) => `/auth/login?mail=${action}`,
  signup: (returnTo?: string) => (returnTo ? `/auth/signup?returnTo=${encodeURIComponent(returnTo)}` : '/auth/signup'),
  forgotPassword: () => '/auth/forgot-password',
  resetPassword: () => '/auth/reset-password',
  profile: () => '/profile',
  webhookTest: () => '/webhook-test',
  builder: (path: string) => `/builder/${path}`,
  builderPreview: (path: string) => `/builder-preview/${path}`,
  builderExample: () => '/builder-example',
}

/**
 * What a link of a mail is for: confirm the address of an account, move the account to another address, erase the
 * account.
 */
export const MAIL_ACTIONS = ['verify', 'email', 'erase'] as const
export type MailAction = (typeof MAIL_ACTIONS)[number]

/** The store's route patterns, in React Router's syntax. `*` swallows the rest of the path. */
export const ROUTE_PATTERNS = [
  '/',
  '/shop',
  '/product/:id',
  '/bestsellers',
  '/new-arrivals',
  '/about',
  '/gifting',
  '/blog',
  '/blog/:slug',
  '/contact',
  '/contact-us',
  '/shipping-policy',
  '/terms-and-conditions',
  '/cancellations-refunds',
  '/privacy-policy',
  '/cart',
  '/wishlist',
  '/letters/:deed',
  '/checkout',
  '/order-confirmation/:id',
  '/track-order',
  '/orders',
  '/orders/:id',
  '/orders/:id/bill',
  '/auth/login',
  '/auth/signup',
  '/auth/forgot-password',
  '/auth/reset-password',
  '/profile',
  '/webhook-test',
  '/builder/*',
  '/builder-preview/*',
  '/builder-example',
] as const

export type RoutePattern = (typeof ROUTE_PATTERNS)[number]

const withoutSlash = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/**
 * Whether a screen exists at this path (ROUTE-20): everything else is answered with status 404. Takes the path
 * without its query. Nothing is made ahead: the browser never asks, and each script engine of the record store loads
 * this.
 */
export function isKnownPath(pathname: string): boolean {
  const path = withoutSlash(pathname.toLowerCase())
  const parts = path.split('/')
  return ROUTE_PATTERNS.some((pattern) => {
    if (!/[:*]/.test(pattern)) return withoutSlash(pattern) === path
    const known = pattern.split('/')
    const fits = (part: string, at: number) =>
      part === '*' || part === parts[at] || (part.startsWith(':') && Boolean(parts[at]))
    return known.every(fits) && (known.length === parts.length || known.includes('*'))
  })
}
