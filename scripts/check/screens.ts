import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { LANGUAGES, languageAsked } from '../../src/language/choice'
import { hi } from '../../src/language/hi'
import { setLanguage, t, tn, translate } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'
import { liftLimits, type RecordStore, startStore } from '../../tests/backend/record-store'
import { buildClientIfChanged } from '../build/if-changed'
import { DIST_DIR, ROOT } from '../start/environment'
import { ensureBrowser } from './browser'

/**
 * `npm run screens`: pictures of every route and of every state that matters, into `screens/`, to be looked at.
 *
 * `npm run screens -- checkout` takes only the pictures whose name contains the word; `-- --widths 390,1920`,
 * `-- --language hi` and `-- --dark` (both modes of every page) draw them otherwise than usual. A file is called by
 * page, width, mode and language (`home-390-dark-hi.jpg`). Each shot is one page of a demo store of its own.
 */

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '360,768,1280' },
    language: { type: 'string', default: 'en' },
    dark: { type: 'boolean', default: false },
  },
})
const WIDTHS = options.widths.split(',').map(Number)
const LANGUAGE = languageAsked('', options.language)
if (LANGUAGE === 'hi') setLanguage(LANGUAGE, createTranslator(hi))

const SCREENS_DIR = join(ROOT, 'screens')
const HEIGHTS: Record<number, number> = { 360: 740, 390: 844, 768: 1024, 1280: 800, 1920: 1080 }
/** Shots taken at the same time. */
const HANDS = 2
/** A picture longer than this, px, is cut: nobody looks at the rest. */
const LONGEST = 9000

interface World {
  store: RecordStore
  soap: Record<string, unknown> & { id: string }
  bag: Record<string, unknown> & { id: string }
  shopper: { id: string; email: string; password: string; token: string; record: unknown }
  order: string
}

interface Shot {
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
  const values = {
    'Full name': 'Meera Raghunathan',
    Email: 'meera.r@example.in',
    'Mobile number': '98450 12345',
    'PIN code': '560003',
    City: 'Bengaluru',
    'Address line 1': '14, 3rd Cross, Malleshwaram',
  }
  for (const [name, value] of Object.entries(values))
    await page.getByRole('textbox', { name: translate(name) }).fill(value)
  await page.getByRole('radio', { name: t('Pay online') }).check()
  await button(page, 'Place order').click()
  await testPayment(page).waitFor()
}

const SHOTS: Shot[] = [
  { name: 'home', path: at('/'), dark: true },
  { name: 'home-fold', path: at('/'), dark: true, fold: true },
  { name: 'home-products-failed', path: at('/'), arrange: fails(PRODUCTS) },
  { name: 'home-loading', path: at('/'), arrange: neverAnswers(/\/api\/collections\//), unsettled: true, fold: true },
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
  { name: 'shop-empty', path: at('/shop'), arrange: empty(PRODUCTS) },
  { name: 'shop-failed', path: at('/shop'), arrange: fails(PRODUCTS) },
  { name: 'shop-loading', path: at('/shop'), arrange: neverAnswers(PRODUCTS), unsettled: true, fold: true },
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
  { name: 'product-failed', path: ({ soap }) => `/product/${soap.id}`, arrange: fails(PRODUCTS) },
  {
    name: 'product-loading',
    path: ({ soap }) => `/product/${soap.id}`,
    arrange: neverAnswers(PRODUCTS),
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

/** What a store needs for its pages to have something on them: a shopper with an order, an address and a review. */
async function makeWorld(): Promise<World> {
  const store = await startStore({ seed: 'demo', env: { STORE_PUBLIC_DIR: DIST_DIR } })
  await liftLimits(store)
  const products = store.guest().collection('products')
  const soap = await products.getFirstListItem('name = "Neem & Tulsi Soap"')
  const bag = await products.getFirstListItem('name = "Kantha Sling Bag"')
  const { id, password } = await store.newUser('Meera Raghunathan')
  const email = 'meera.r@example.in'
  const users = (await store.superuser()).collection('users')
  await users.update(id, { email, verified: true })
  // Another address ends every session of an account.
  const pb = await users.impersonate(id, 3600)
  await pb.collection('addresses').create({
    user: id,
    label: 'Home',
    name: 'Meera Raghunathan',
    phone: '98450 12345',
    line1: '14, 3rd Cross, Malleshwaram',
    landmark: 'Opposite the flower market',
    city: 'Bengaluru',
    state: 'KA',
    pincode: '560003',
  })
  await pb.collection('addresses').create({
    user: id,
    label: 'Mother',
    name: 'Lakshmi Rao',
    phone: '99001 12233',
    line1: '2, Temple Street',
    city: 'Mysuru',
    state: 'KA',
    pincode: '570001',
  })
  await pb.collection('reviews').create({
    product: soap.id,
    rating: 4,
    title: 'Lasts well',
    content: 'One bar has lasted us six weeks. The tulsi is faint, which I like.',
  })
  const items = [
    { product: soap.id, quantity: 2, color: '' },
    { product: bag.id, quantity: 1, color: firstColour(bag) },
  ]
  const { grand_total } = await pb.send('/api/store/quote', { method: 'POST', body: { items } })
  const order = await pb.send('/api/store/orders', {
    method: 'POST',
    headers: { 'Idempotency-Key': `screens-${Date.now()}-0000000000` },
    body: {
      items,
      contact: { name: 'Meera Raghunathan', email: 'meera.r@example.in', phone: '9845012345' },
      address: { line1: '14, 3rd Cross, Malleshwaram', city: 'Bengaluru', state: 'KA', pincode: '560003' },
      payment_method: 'cod',
      expected_total: grand_total,
    },
  })
  const shopper = { id, email, password, token: pb.authStore.token, record: pb.authStore.record }
  return { store, soap, bag, shopper, order: order.id }
}

function firstColour(product: Record<string, unknown>): string {
  const colours = product.colors as { value?: string; name: string }[] | null
  return colours?.[0]?.value ?? colours?.[0]?.name ?? ''
}

function storage({ signedIn, cart }: Shot, { store, soap, bag, shopper }: World): BrowserContextOptions {
  const localStorage: { name: string; value: string }[] = []
  const line = (product: World['soap'], quantity: number, color: string) => {
    const { id, name, price, images, collectionId, category } = product
    const colours = product.colors as { value?: string; name: string }[] | null
    const color_name = colours?.find((colour) => colour.value === color)?.name
    return { productId: id, product: { id, name, price, images, collectionId, category, color_name }, quantity, color }
  }
  if (cart) {
    const lines = [line(soap, 2, ''), line(bag, 1, firstColour(bag))]
    if (cart === 'old') {
      lines[0] = line({ ...soap, price: 160 }, 2, '')
      lines.push(line(bag, 1, 'violet'))
    }
    localStorage.push({ name: 'sabun-and-jhola.cart.v1', value: JSON.stringify({ lines, changes: {} }) })
  }
  if (signedIn) {
    const { token, record } = shopper
    localStorage.push({ name: 'pocketbase_auth', value: JSON.stringify({ token, record }) })
  }
  return { storageState: { cookies: [], origins: [{ origin: store.url, localStorage }] } }
}

/** Pictures below the fold are fetched when they come near the view, so the page is walked through once. */
async function walkThrough(page: Page): Promise<void> {
  const step = (page.viewportSize()?.height ?? 800) / 2
  const end = Math.min(LONGEST, await page.evaluate(() => document.documentElement.scrollHeight))
  for (let y = 0; y < end; y += step) {
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
    await page.waitForTimeout(80)
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(150)
  await page.waitForLoadState('networkidle')
}

async function take(context: BrowserContext, shot: Shot, world: World, file: string): Promise<void> {
  const page = await context.newPage()
  await shot.arrange?.(page)
  await page.goto(world.store.url + shot.path(world), { waitUntil: 'domcontentloaded' })
  await page.locator('main').waitFor()
  if (shot.unsettled) await page.waitForTimeout(1500)
  // Failing calls are tried three times before a page says so.
  else await page.waitForLoadState('networkidle')
  if (shot.arrange && !shot.unsettled) await page.waitForTimeout(5000)
  if (!shot.fold && !shot.unsettled) await walkThrough(page)
  if (shot.act) {
    await shot.act(page, world)
    await page.waitForTimeout(900)
  }
  if (!shot.fold) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(400)
  }
  // Or what lies far below would be missing in the picture (`data-fresh` of index.css).
  await page.evaluate(() => delete document.documentElement.dataset.fresh)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (wide > 0) console.log(`  ${file}: ${wide} px wider than the screen`)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const size = page.viewportSize()
  await page.screenshot({
    path: join(SCREENS_DIR, file),
    type: 'jpeg',
    quality: 80,
    fullPage: !shot.fold,
    animations: 'disabled',
    ...(height > LONGEST && !shot.fold && size && { clip: { x: 0, y: 0, width: size.width, height: LONGEST } }),
  })
}

await buildClientIfChanged()
const { executablePath, args } = await ensureBrowser()
const world = await makeWorld()
// Letters stand as on a phone, not on whole pixels.
const browser = await chromium.launch({ executablePath, args: [...args, '--font-render-hinting=none'] })
const modesOf = (shot: Shot) => (shot.dark || options.dark ? (['light', 'dark'] as const) : (['light'] as const))
const work = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word))).flatMap(
  (shot) =>
    WIDTHS.filter((width) => width < 768 || !shot.phone).flatMap((width) =>
      modesOf(shot).map((mode) => ({ shot, width, mode })),
    ),
)
let failed = 0
try {
  if (wanted.length === 0) await rm(SCREENS_DIR, { recursive: true, force: true })
  await mkdir(SCREENS_DIR, { recursive: true })
  const hand = async () => {
    for (let next = work.shift(); next; next = work.shift()) {
      const { shot, width, mode } = next
      const file = `${shot.name}-${width}${mode === 'dark' ? '-dark' : ''}${LANGUAGE === 'en' ? '' : `-${LANGUAGE}`}.jpg`
      const context = await browser.newContext({
        ...storage(shot, world),
        viewport: { width, height: HEIGHTS[width] ?? 900 },
        deviceScaleFactor: width < 768 ? 2 : 1,
        isMobile: width < 1280,
        hasTouch: width < 1280,
        colorScheme: mode,
        reducedMotion: 'reduce',
        locale: LANGUAGES[LANGUAGE].lang,
        timezoneId: 'Asia/Kolkata',
        serviceWorkers: 'block',
      })
      try {
        await take(context, shot, world, file)
      } catch (error) {
        failed += 1
        console.log(`  ${file}: ${(error as Error).message.split('\n')[0]}`)
      } finally {
        await context.close()
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
} finally {
  await browser.close()
  await world.store.stop()
}
console.log(`Pictures are in ${SCREENS_DIR}${failed > 0 ? `, ${failed} could not be taken` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
