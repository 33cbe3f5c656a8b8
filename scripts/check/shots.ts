import type { Page } from '@playwright/test'
import { FORM } from '../../e2e/tools/buyer'
import { t, tn, translate } from '../../src/language/text'
import type { RecordStore } from '../../tests/backend/record-store'

/** What the pictures' store has. */
export interface World {
  store: RecordStore
  soap: Record<string, unknown> & { id: string }
  bag: Record<string, unknown> & { id: string }
  shopper: { id: string; email: string; password: string; token: string; record: unknown }
  order: string
}

export interface Shot {
  /** Name of the file, before width and mode. */
  name: string
  path: (world: World) => string
  /** Who looks; a guest unless said. */
  signedIn?: boolean
  /** A cart with two lines; `old`: at other prices, and with a colour that is gone. */
  cart?: boolean | 'old'
  /** Both modes at every width; else light alone. */
  dark?: boolean
  /** Not on wider screens. */
  phone?: boolean
  /** Only what is seen without scrolling. */
  fold?: boolean
  /** Before the page is opened: answers to hold back or break. */
  arrange?: (page: Page) => Promise<unknown>
  /** Once the page stands: what is pressed or typed. */
  act?: (page: Page, world: World) => Promise<unknown>
  /** The page never settles by design. */
  unsettled?: boolean
}

/** By the English name, whatever the language. */
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name: typeof name === 'string' ? translate(name) : name })
const openCart = (page: Page) => {
  const [name] = tn(2, 'Open cart, {count} item', 'Open cart, {count} items').split(',')
  return button(page, new RegExp(`^${name}`)).click()
}
const testPayment = (page: Page) => page.getByRole('dialog', { name: t('Test payment') })
const fails = (pattern: string | RegExp) => (page: Page) => page.route(pattern, (route) => route.abort())
const neverAnswers = (pattern: string | RegExp) => (page: Page) => page.route(pattern, () => {})
const empty = (pattern: string | RegExp) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({ json: { page: 1, perPage: 100, totalItems: 0, totalPages: 0, items: [] } }),
  )
const at = (path: string) => () => path
const PRODUCTS = /\/api\/collections\/products\/records/
/** A page opened by its address carries its records: one without them is come to by a link. */
const follow = (page: Page, name: string) => page.getByRole('link', { name }).filter({ visible: true }).first().click()
const toShop = (page: Page) => follow(page, t('All Products'))
const toHome = (page: Page) => follow(page, 'Sabun & Jhola')
const toProduct = async (page: Page) => {
  await openCart(page)
  await follow(page, 'Neem & Tulsi Soap')
}
const andFail = (go: (page: Page) => Promise<void>) => async (page: Page) => {
  await go(page)
  await button(page, 'Try again').first().waitFor()
}

/** The shopper's order as it would be in another state; a bill for one that has none. */
const orderIs = (changes: object, bill?: string) => async (page: Page) => {
  await page.route(/\/api\/store\/orders\/[a-z0-9]+(\/payment\/check)?$/, async (route) => {
    const url = route.request().url().replace('/payment/check', '')
    const answer = await route.fetch({ url, method: 'GET', postData: undefined })
    await route.fulfill({ json: { ...(await answer.json()), ...changes } })
  })
  if (bill)
    await page.route(/\/api\/store\/orders\/[a-z0-9]+\/bill$/, (route) =>
      route.fulfill({ body: bill, contentType: 'text/html' }),
    )
}
const waits = (state: string, error_reason = '') => ({
  status: 'pending',
  payment_method: 'razorpay',
  expires_at: '2026-11-20 10:15:00.000Z',
  payment: { provider: 'razorpay', state, error_reason },
})
const paid = { payment_method: 'razorpay', payment_status: 'paid', paid_total: 18000 }
const ORDER_STATES: [state: string, changes: object][] = [
  ['waiting', waits('open')],
  ['payment-failed', waits('failed', 'card_declined')],
  ['confirming', waits('confirming')],
  ['expired', { status: 'expired', payment_method: 'razorpay' }],
  ['paid-test', { ...paid, payment_method: 'test' }],
  [
    'shipped',
    {
      ...paid,
      fulfilment_status: 'shipped',
      bill: true,
      tracking: {
        courier: 'India Post',
        tracking_number: 'EX123456789IN',
        tracking_url: 'https://courier.example/EX1',
      },
    },
  ],
  ['refund-due', { ...paid, status: 'cancelled', arrives: null }],
  ['refunded', { ...paid, status: 'cancelled', arrives: null, payment_status: 'refunded', refunded_total: 18000 }],
  ['returned', { ...paid, fulfilment_status: 'returned' }],
]

/** Fills in the checkout and places the order with a test payment, which waits to be decided. */
async function payByTest(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(FORM))
    await page.getByRole('textbox', { name: translate(name) }).fill(value)
  await page.getByRole('radio', { name: t('Pay online') }).check()
  await button(page, 'Place order').click()
  await testPayment(page).waitFor()
}

/** Every route, and every state that matters. */
export const SHOTS: Shot[] = [
  { name: 'home', path: at('/'), dark: true },
  { name: 'home-fold', path: at('/'), dark: true, fold: true },
  { name: 'home-products-failed', path: at('/about'), arrange: fails(PRODUCTS), act: andFail(toHome) },
  {
    name: 'home-loading',
    path: at('/about'),
    arrange: neverAnswers(/\/api\/collections\//),
    act: toHome,
    unsettled: true,
    fold: true,
  },
  {
    name: 'menu',
    path: at('/'),
    phone: true,
    dark: true,
    fold: true,
    act: (page) => button(page, 'Menu').click(),
  },
  {
    name: 'search-open',
    path: at('/'),
    dark: true,
    fold: true,
    act: async (page) => {
      await page.evaluate(() => localStorage.setItem('sabun-and-jhola.searches.v1', '["neem","laptop sleeve"]'))
      await button(page, 'Search').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'search',
    path: at('/shop?category=soap'),
    dark: true,
    fold: true,
    act: async (page) => {
      await button(page, 'Search').click()
      await page.getByRole('dialog').getByRole('searchbox').fill('gift')
      await page.getByRole('option', { name: /Gift/ }).waitFor()
      await page.keyboard.press('ArrowDown')
    },
  },
  { name: 'shop', path: at('/shop'), dark: true },
  { name: 'shop-filtered', path: at('/shop?category=bag&inStock=1&sort=price-low'), fold: true },
  { name: 'category', path: at('/shop?category=soap'), dark: true },
  {
    name: 'category-filter',
    path: at('/shop?category=soap'),
    fold: true,
    act: (page) => button(page, 'Filter').click(),
  },
  { name: 'shop-nothing-found', path: at('/shop?q=umbrella') },
  { name: 'shop-empty', path: at('/about'), arrange: empty(PRODUCTS), act: toShop },
  { name: 'shop-failed', path: at('/about'), arrange: fails(PRODUCTS), act: andFail(toShop) },
  {
    name: 'shop-loading',
    path: at('/about'),
    arrange: neverAnswers(PRODUCTS),
    act: toShop,
    unsettled: true,
    fold: true,
  },
  { name: 'shop-pictures-failed', path: at('/shop'), arrange: fails(/\/api\/files\//), fold: true },
  { name: 'product', path: ({ soap }) => `/product/${soap.id}`, dark: true },
  { name: 'product-colours', path: ({ bag }) => `/product/${bag.id}`, dark: true },
  {
    name: 'product-zoom',
    path: ({ bag }) => `/product/${bag.id}`,
    dark: true,
    fold: true,
    act: (page) => {
      const first = t('Open picture {number} of {total} in full size', { number: 1, total: '\\d+' })
      return button(page, new RegExp(`^${first}$`)).click()
    },
  },
  { name: 'product-signed-in', path: ({ soap }) => `/product/${soap.id}#reviews`, signedIn: true },
  {
    name: 'product-review-form',
    path: ({ bag }) => `/product/${bag.id}#reviews`,
    signedIn: true,
    act: async (page) => {
      await button(page, 'Write a review').click()
      await button(page, 'Submit review').click()
    },
  },
  { name: 'product-failed', path: at('/about'), cart: true, arrange: fails(PRODUCTS), act: andFail(toProduct) },
  {
    name: 'product-loading',
    path: at('/about'),
    cart: true,
    arrange: neverAnswers(PRODUCTS),
    act: toProduct,
    unsettled: true,
    fold: true,
  },
  { name: 'product-missing', path: at('/product/nosuchproduct00') },
  { name: 'bestsellers', path: at('/bestsellers') },
  { name: 'new-arrivals', path: at('/new-arrivals') },
  { name: 'about', path: at('/about'), dark: true },
  { name: 'gifting', path: at('/gifting') },
  { name: 'blog', path: at('/blog') },
  { name: 'post', path: at('/blog/a-bar-that-lasts'), dark: true },
  { name: 'contact', path: at('/contact'), dark: true },
  { name: 'shipping-policy', path: at('/shipping-policy') },
  { name: 'terms', path: at('/terms-and-conditions') },
  { name: 'refunds', path: at('/cancellations-refunds') },
  { name: 'privacy', path: at('/privacy-policy') },
  {
    name: 'cart',
    path: at('/shop'),
    cart: true,
    dark: true,
    fold: true,
    act: openCart,
  },
  {
    name: 'cart-news',
    path: at('/shop'),
    cart: 'old',
    dark: true,
    fold: true,
    act: openCart,
  },
  { name: 'cart-page', path: at('/cart'), cart: true, dark: true },
  { name: 'cart-page-news', path: at('/cart'), cart: 'old' },
  { name: 'cart-page-bar', path: at('/cart'), cart: 'old', fold: true },
  { name: 'cart-page-empty', path: at('/cart') },
  {
    name: 'cart-colour',
    path: at('/'),
    dark: true,
    fold: true,
    act: async (page) => {
      const card = page.getByRole('article', { name: 'Jute Market Tote' }).first()
      await card.hover()
      await button(page, new RegExp(`^(${t('Add')}|${t('Quick Add')})$`))
        .and(card.getByRole('button'))
        .filter({ visible: true })
        .click()
      await page.getByRole('radio', { name: 'Indigo' }).check()
    },
  },
  { name: 'cart-empty', path: at('/shop'), fold: true, act: openCart },
  {
    name: 'cart-shared',
    path: ({ soap, bag }) => `/cart?items=${soap.id}.2~${bag.id}.1~gone.1`,
    dark: true,
  },
  { name: 'cart-link-broken', path: at('/cart?items=lost') },
  { name: 'checkout', path: at('/checkout'), cart: true, dark: true },
  { name: 'checkout-signed-in', path: at('/checkout'), cart: true, signedIn: true, dark: true },
  {
    name: 'checkout-refused',
    path: at('/checkout'),
    cart: true,
    act: (page) => button(page, 'Place order').click(),
  },
  { name: 'checkout-empty', path: at('/checkout') },
  { name: 'checkout-quote-failed', path: at('/checkout'), cart: true, arrange: fails(/\/api\/store\/quote/) },
  {
    name: 'checkout-waiting',
    path: at('/checkout'),
    cart: true,
    dark: true,
    act: async (page) => {
      await payByTest(page)
      await testPayment(page)
        .getByRole('button', { name: t('Close') })
        .last()
        .click()
    },
  },
  { name: 'checkout-test-payment', path: at('/checkout'), cart: true, dark: true, fold: true, act: payByTest },
  {
    name: 'checkout-payment-failed',
    path: at('/checkout'),
    cart: true,
    act: async (page) => {
      await payByTest(page)
      await button(page, 'Fail').click()
    },
  },
  { name: 'confirmation', path: ({ order }) => `/order-confirmation/${order}`, signedIn: true, dark: true },
  { name: 'confirmation-stranger', path: ({ order }) => `/order-confirmation/${order}` },
  { name: 'track-order', path: at('/track-order') },
  {
    name: 'track-order-wrong',
    path: at('/track-order'),
    act: async (page) => {
      await page.getByLabel(t('Order number')).fill('SJ-AAAA2222')
      await page.getByRole('textbox', { name: t('Email or mobile number') }).fill('9845012345')
      await page.getByRole('main').getByRole('button').first().click()
    },
  },
  { name: 'orders', path: at('/orders'), signedIn: true, dark: true },
  {
    name: 'orders-empty',
    path: at('/orders'),
    signedIn: true,
    arrange: empty(/\/api\/collections\/orders\/records/),
  },
  {
    name: 'orders-failed',
    path: at('/orders'),
    signedIn: true,
    arrange: fails(/\/api\/collections\/orders\/records/),
  },
  { name: 'order', path: ({ order }) => `/orders/${order}`, signedIn: true, dark: true },
  ...ORDER_STATES.map(
    ([state, changes]): Shot => ({
      name: `order-${state}`,
      path: ({ order }) => `/order-confirmation/${order}`,
      signedIn: true,
      arrange: orderIs(changes),
    }),
  ),
  { name: 'bill-not-yet', path: ({ order }) => `/orders/${order}/bill`, signedIn: true },
  {
    name: 'bill',
    path: ({ order }) => `/orders/${order}/bill`,
    signedIn: true,
    dark: true,
    arrange: orderIs({ bill: true }, '<!doctype html><title>Bill</title><h1>Bill</h1><p>One soap, ₹180.00</p>'),
  },
  { name: 'login', path: at('/auth/login'), dark: true },
  {
    name: 'login-refused',
    path: at('/auth/login'),
    act: async (page) => {
      await page.getByLabel(t('Email')).fill('meera@example.in')
      await page.getByRole('textbox', { name: t('Password') }).fill('not the password')
      await button(page, 'Sign in').click()
    },
  },
  {
    name: 'signup-refused',
    path: at('/auth/signup'),
    act: (page) => button(page, 'Create account').click(),
  },
  { name: 'signup', path: at('/auth/signup') },
  { name: 'forgot-password', path: at('/auth/forgot-password') },
  { name: 'reset-password', path: at('/auth/reset-password#token=a.b.c') },
  { name: 'reset-password-dead', path: at('/auth/reset-password') },
  { name: 'profile', path: at('/profile'), signedIn: true, dark: true },
  {
    name: 'profile-new-address',
    path: at('/profile'),
    signedIn: true,
    act: (page) => button(page, 'Add an address').click(),
  },
  {
    name: 'profile-delete-account',
    path: at('/profile'),
    signedIn: true,
    fold: true,
    dark: true,
    act: (page) => button(page, 'Delete account').click(),
  },
  {
    name: 'account-menu',
    path: at('/'),
    signedIn: true,
    fold: true,
    act: async (page) => {
      if (await button(page, 'Menu').isVisible()) await button(page, 'Menu').click()
      await button(page, 'Account menu').click()
    },
  },
  { name: 'webhook-test', path: at('/webhook-test') },
  { name: 'builder', path: at('/builder/diwali') },
  { name: 'builder-example', path: at('/builder-example') },
  { name: 'not-found', path: at('/no/such/page'), dark: true },
  {
    name: 'offline',
    path: at('/shop'),
    fold: true,
    act: (page) => page.context().setOffline(true),
  },
]
