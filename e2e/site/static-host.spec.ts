import type { Page } from '@playwright/test'
import { fillAddress } from '../tools/buyer'
import { startStaticHost } from '../tools/static-host'
import { test as base, expect, signInTo } from '../tools/store'

/**
 * The shop on a static host, its records on another origin: everything is asked across origins, under the policy the
 * build wrote for it.
 */

const test = base.extend<{ host: string }>({
  host: async ({ page, store, watch }, use) => {
    const host = await startStaticHost(store.url)
    watch.allowOrigin(host.url)
    await use(host.url)
    await page.close()
    await host.stop()
  },
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const picturesOf = (page: Page, origin: string) =>
  page.evaluate(
    (from) => [...document.images].filter(({ src, naturalWidth }) => src.startsWith(from) && naturalWidth > 0).length,
    origin,
  )

test('RUN-16 home to order, a session, a review and Hindi on a static host', async ({ page, host, store }) => {
  test.slow()
  await page.goto(host)
  await expect(heading(page, 'Sabun & Jhola')).toBeVisible()
  await expect.poll(() => picturesOf(page, store.url)).toBeGreaterThan(0)
  const font = () =>
    page.evaluate(() => [...document.fonts].some(({ family, status }) => family === 'Mukta' && status === 'loaded'))
  await expect.poll(font).toBe(true)

  await page.goto(`${host}/shop?category=soap`)
  await page
    .getByRole('article', { name: 'Neem & Tulsi Soap' })
    .getByRole('link', { name: 'Neem & Tulsi Soap' })
    .click()
  await expect(heading(page, 'Neem & Tulsi Soap')).toBeVisible()
  await expect.poll(() => picturesOf(page, store.url)).toBeGreaterThan(0)
  const product = page.url()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await fillAddress(page)
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^${host}/order-confirmation/`))
  await page.reload()
  await expect(page.getByText(/^Order SJ-/)).toBeVisible()

  const user = await store.newUser('Meera Rao')
  await signInTo(page, user, new URL(product).pathname, host)
  await page.getByRole('button', { name: 'Write a review' }).click()
  await page.getByRole('radio', { name: 'Rating 4' }).check()
  await page.getByLabel('Title').fill('Bought from a static host')
  await page.getByLabel('Your review', { exact: true }).fill('It came all the same.')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByRole('article', { name: 'Bought from a static host' })).toBeVisible()

  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN')
  await page.goto(`${host}/auth/forgot-password`)
  await expect(heading(page, 'पासवर्ड याद नहीं')).toBeVisible()
  await page.goto(`${host}/no-such-page`)
  await expect(page.locator('meta[name="robots"][content*="noindex"]')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('RUN-16 a static host gets its policy, and search engines the way to the sitemap', async ({
  request,
  host,
  store,
}) => {
  const page = await request.get(`${host}/shop`)
  const policy = page.headers()['content-security-policy'] ?? ''
  expect(policy).toContain(`connect-src 'self' ${store.url};`)
  expect(policy).toMatch(/script-src 'self' 'sha256-/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(page.headers()['x-content-type-options']).toBe('nosniff')
  expect(await page.text()).toContain(`<link rel="preconnect" crossorigin href="${store.url}">`)
  const robots = await request.get(`${host}/robots.txt`)
  const sitemap = /^Sitemap: (.+)$/m.exec(await robots.text())?.[1] ?? ''
  expect(sitemap).toBe(`${store.url}/sitemap.xml`)
  expect((await request.get(sitemap)).status()).toBe(200)
})
