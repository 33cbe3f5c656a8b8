import type { Page } from '@playwright/test'
import { ROUTE_PATTERNS } from '../../src/lib/paths'
import { expect, signIn, test } from '../tools/store'

/** Every page has the header, the footer, one main heading, a title and a description (ROUTE-22). */
async function expectPage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  const bag = page.getByRole('button', { name: /^Open cart/ })
  await expect(bag.or(page.getByRole('banner').getByRole('link', { name: 'Cart' }))).toBeVisible()
  await expect(page).toHaveTitle(/Sabun & Jhola/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w{4}/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
}

const isNoindex = (page: Page) => page.locator('meta[name="robots"][content*="noindex"]')

interface Screen {
  id: string
  path: string
  heading: string | RegExp
  /** Search engines are told to leave it out. */
  noindex?: boolean
  /** 200 unless nothing is there. */
  status?: number
}

const SCREENS: Screen[] = [
  { id: 'ROUTE-01', path: '/', heading: 'Sabun & Jhola' },
  { id: 'ROUTE-02', path: '/shop', heading: 'Shop' },
  { id: 'ROUTE-04', path: '/bestsellers', heading: /bestsellers/i },
  { id: 'ROUTE-05', path: '/new-arrivals', heading: /new arrivals/i },
  { id: 'ROUTE-06', path: '/about', heading: 'About us' },
  { id: 'ROUTE-07', path: '/gifting', heading: 'Gifting' },
  { id: 'ROUTE-07', path: '/blog', heading: 'Blog' },
  { id: 'ROUTE-07', path: '/blog/a-bar-that-lasts', heading: 'A bar that lasts' },
  { id: 'ROUTE-07', path: '/blog/no-such-post', heading: 'This post is not here', noindex: true, status: 404 },
  { id: 'ROUTE-08', path: '/contact', heading: 'Contact' },
  { id: 'ROUTE-08', path: '/contact-us', heading: 'Contact' },
  { id: 'ROUTE-09', path: '/shipping-policy', heading: 'Shipping policy' },
  { id: 'ROUTE-09', path: '/terms-and-conditions', heading: 'Terms and conditions' },
  { id: 'ROUTE-09', path: '/cancellations-refunds', heading: 'Cancellations and refunds' },
  { id: 'ROUTE-09', path: '/privacy-policy', heading: 'Privacy policy' },
  { id: 'ROUTE-10', path: '/checkout', heading: 'Checkout', noindex: true },
  { id: 'CART-02', path: '/cart', heading: 'Your cart is empty', noindex: true },
  { id: 'CART-02', path: '/cart?items=lost', heading: 'This link holds no cart', noindex: true },
  { id: 'ROUTE-12', path: '/track-order', heading: /track/i },
  { id: 'ROUTE-15', path: '/auth/login', heading: 'Sign in', noindex: true },
  { id: 'ROUTE-15', path: '/auth/signup', heading: 'Create account', noindex: true },
  { id: 'ROUTE-15', path: '/auth/forgot-password', heading: 'Forgot password', noindex: true },
  { id: 'ROUTE-15', path: '/auth/reset-password', heading: 'Choose a new password', noindex: true },
  { id: 'ROUTE-17', path: '/webhook-test', heading: 'Webhook test', noindex: true },
  { id: 'ROUTE-18', path: '/builder/diwali', heading: 'Nothing is published here', noindex: true },
  { id: 'ROUTE-18', path: '/builder-preview/diwali/sale', heading: 'Nothing is published here', noindex: true },
  { id: 'ROUTE-19', path: '/builder-example', heading: 'Page builder example', noindex: true },
]

/** So many in one window, which has then fetched what they share. */
const SCREENS_PER_TEST = 9

for (let start = 0; start < SCREENS.length; start += SCREENS_PER_TEST) {
  const screens = SCREENS.slice(start, start + SCREENS_PER_TEST)
  const ids = [...new Set(screens.map(({ id }) => id))].join(' ')
  const paths = screens.map(({ path }) => path).join(' ')
  test(`${ids} ROUTE-22 each is a page of its own: ${paths}`, async ({ page, watch }) => {
    for (const { path, heading, noindex, status = 200 } of screens) {
      await test.step(path, async () => {
        if (status === 404) watch.expectProblem(path)
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(status)
        await expectPage(page, heading)
        await expect(isNoindex(page)).toHaveCount(noindex ? 1 : 0)
      })
    }
  })
}

test('ROUTE-03 ROUTE-22 a product has its page, and one that does not exist a way back', async ({
  page,
  store,
  watch,
}) => {
  const product = await store.guest().collection('products').getFirstListItem('', { sort: 'name' })
  await page.goto(`/product/${product.id}`)
  await expectPage(page, String(product.name))

  watch.expectProblem('/product/nosuchproduct00')
  expect((await page.goto('/product/nosuchproduct00'))?.status()).toBe(404)
  await expectPage(page, /not in the shop/)
  await expect(isNoindex(page)).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
})

for (const path of ['/order-confirmation/nosuchorder0000', '/orders/nosuchorder0000/bill']) {
  test(`ROUTE-11 ROUTE-22 ORDER-06 ${path} shows a stranger nothing of the order`, async ({ page, watch }) => {
    watch.expectProblem('/api/store/orders/nosuchorder0000')
    await page.goto(path)
    await expectPage(page, 'We cannot show this order')
    await expect(page.getByRole('heading', { name: /Thank you/ })).toHaveCount(0)
    await expect(isNoindex(page)).toHaveCount(1)
  })
}

for (const [id, path, heading] of [
  ['ROUTE-13', '/orders', 'Orders'],
  ['ROUTE-14', '/orders/nosuchorder0000', 'We cannot show this order'],
  ['ROUTE-16', '/profile', 'Profile'],
] as const) {
  test(`${id} ROUTE-24 ${path} asks for sign-in and leads back`, async ({ page, store, watch }) => {
    watch.expectProblem('nosuchorder0000')
    const user = await store.newUser()
    await page.goto(path)
    await expect(page).toHaveURL(`/auth/login?returnTo=${encodeURIComponent(path)}`)
    await expectPage(page, 'Sign in')
    await signIn(page, user)
    await expect(page).toHaveURL(path)
    await expectPage(page, heading)
  })
}

test('ROUTE-20 any other path is not found, also for search engines', async ({ page, watch }) => {
  watch.expectProblem('/no/such/page')
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expectPage(page, 'Page not found')
  await expect(isNoindex(page)).toHaveCount(1)
  await page.getByRole('main').getByRole('link', { name: 'Go to the shop' }).click()
  await expect(page).toHaveURL('/shop')
})

test('ROUTE-17 the webhook is seen to refuse an unsigned event', async ({ page, watch }) => {
  watch.expectProblem('/api/store/webhooks/razorpay')
  await page.goto('/webhook-test')
  await page.getByRole('button', { name: 'Send sample event' }).click()
  await expect(page.getByText('Refused, as it should be')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^401$/ })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^\d+ ms$/ })).toBeVisible()
})

test('ROUTE-07 the blog lists its posts and each can be read', async ({ page }) => {
  await page.goto('/blog')
  await page.getByRole('list', { name: 'Posts' }).getByRole('link', { name: 'A bar that lasts' }).click()
  await expectPage(page, 'A bar that lasts')
  await expect(page.getByRole('heading', { level: 2, name: 'Let it drain' })).toBeVisible()
  const others = page.getByRole('region', { name: 'More to read' })
  await expect(others.getByRole('heading', { level: 3 })).toHaveText([
    'Which bar for whom',
    'Looking after cloth and jute',
  ])
})

test('ROUTE-09 a policy is the shop’s own text, cleaned, or the built-in one', async ({ page, freshStore }) => {
  const store = await freshStore()
  const pages = (await store.superuser()).collection('pages')
  const { id } = await pages.getFirstListItem('slug = "shipping-policy"')
  await pages.update(id, {
    title: 'How we post',
    body: '<p onclick="alert(1)">By <b>bicycle</b>.</p><script>document.title = "taken"</script><a href="javascript:alert(1)">here</a>',
  })
  await page.goto(`${store.url}/shipping-policy`)
  await expectPage(page, 'How we post')
  await expect(page.getByText('By bicycle.')).toBeVisible()
  await expect(page.getByRole('main').locator('script, [onclick], a[href^="javascript"]')).toHaveCount(0)
  // Whatever the text says, the law's facts stand below it.
  await expect(page.getByText('Grievance officer')).toBeVisible()

  await pages.delete(id)
  await page.reload()
  await expectPage(page, 'Shipping policy')
  await expect(page.getByText('We post orders within three working days.')).toBeVisible()
})

test('ROUTE-08 the contact page names the ways the settings have', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'care@example.com' }).first()).toHaveAttribute(
    'href',
    'mailto:care@example.com',
  )
  await expect(main.getByRole('link', { name: 'Open a chat' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/910000000000\?/,
  )
})

test('ROUTE-01 to ROUTE-19 every pattern of the store is tried above', () => {
  const tried = [
    ...SCREENS.map(({ path }) => path),
    '/product/x',
    // e2e/site/contact.spec.ts
    '/letters/x',
    // e2e/shop/wishlist.spec.ts
    '/wishlist',
    '/order-confirmation/x',
    '/orders',
    '/orders/x',
    '/orders/x/bill',
    '/profile',
  ]
  const untried = ROUTE_PATTERNS.filter((pattern) => {
    const matcher = new RegExp(`^${pattern.replace(/:[a-z]+/g, '[^/]+').replace(/\*$/, '.*')}$`)
    return !tried.some((path) => matcher.test(path))
  })
  expect(untried).toEqual([])
})
