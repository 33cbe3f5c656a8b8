import type { Page } from '@playwright/test'
import { MEASURED_CLIENT } from '../../scripts/check/end-to-end'
import { hi } from '../../src/language/hi'
import { LANGUAGE_COOKIE } from '../../src/lib/before-code'
import { type RecordStore, startStore } from '../../tests/backend/record-store'
import { arrived, problems } from '../tools/axe'
import { enlargeText, misplaced } from '../tools/layout'
import { test as base, expect } from '../tools/store'

/** A store whose client was built with the ids of Google and Meta. */
const test = base.extend<{ measured: string }, { measuredStore: RecordStore }>({
  measuredStore: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const store = await startStore({
        seed: 'demo',
        env: { STORE_PUBLIC_DIR: MEASURED_CLIENT.outDir, ...MEASURED_CLIENT.settings },
      })
      await use(store)
      await store.stop()
    },
    { scope: 'worker' },
  ],
  measured: async ({ context, watch, measuredStore }, use) => {
    watch.allowOrigin(measuredStore.url)
    await use(measuredStore.url)
    // A page that is still fetching pictures would count their failure.
    await Promise.all(context.pages().map((page) => page.close()))
  },
})

const SOAP = 'Neem & Tulsi Soap'
const GTM = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1'
const PIXEL = 'https://connect.facebook.net/en_US/fbevents.js'
const notice = (page: Page) => page.getByRole('region', { name: 'Your privacy' })
const press = (page: Page, name: string) => notice(page).getByRole('button', { name }).click()
const layer = (page: Page) =>
  page.evaluate(() => (window as unknown as { dataLayer?: { event?: string }[] }).dataLayer ?? [])

test('STAT-05 DATA-01 nothing leaves before a yes, an order can be begun beside the notice, and the yes tells all', async ({
  page,
  measured,
  watch,
}) => {
  await page.goto(`${measured}/shop?utm_source=insta`)
  await expect(notice(page)).toBeVisible()
  await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible()
  expect(watch.outside).toEqual([])
  expect(await layer(page)).toEqual([])
  expect(await page.context().cookies()).toEqual([])

  await press(page, 'Accept all')
  await expect(notice(page)).toHaveCount(0)
  await expect.poll(() => [...watch.outside].sort()).toEqual([PIXEL, GTM])
  await expect
    .poll(async () => (await layer(page)).flatMap(({ event }) => event ?? []))
    .toEqual(expect.arrayContaining(['gtm.js', 'select_item', 'view_item', 'add_to_cart', 'begin_checkout']))
  await page.reload()
  await expect.poll(() => watch.outside.length).toBe(4)
  await expect(notice(page)).toHaveCount(0)
})

test('STAT-05 DATA-02 a no is kept, drops what waited, and is changed from the footer, in another tab as well', async ({
  page,
  context,
  measured,
  watch,
}) => {
  await page.goto(`${measured}/shop`)
  await press(page, 'Only necessary')
  await page.reload()
  await expect(page.getByRole('article', { name: SOAP })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${measured}/about`)
  await other.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  const dialog = other.getByRole('dialog', { name: 'Privacy choices' })
  await expect(dialog.getByRole('checkbox', { name: 'Analytics' })).not.toBeChecked()
  expect(watch.outside).toEqual([])
  await expect(notice(page)).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Advertising' }).check()
  await dialog.getByRole('button', { name: 'Save choices' }).click()
  // Both tabs.
  await expect.poll(() => [...watch.outside].sort()).toEqual([PIXEL, PIXEL, GTM, GTM])
})

test('STAT-05 DATA-02 a withdrawn yes: the page comes back without the scripts, their cookies and their calls', async ({
  page,
  measured,
  watch,
}) => {
  const script = (body: string) => ({ contentType: 'text/javascript', body })
  // A container that calls home by itself, whatever it is told.
  await page.route(GTM, (route) =>
    route.fulfill(
      script(`document.cookie = '_ga=GA1.1; path=/'
        window.containerRan = true
        setInterval(() => new Image().src = 'https://www.google-analytics.com/collect?' + Math.random(), 200)`),
    ),
  )
  await page.goto(`${measured}/shop`)
  await press(page, 'Accept all')
  await expect.poll(() => watch.outside.some((url) => url.includes('collect'))).toBe(true)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Privacy choices' }).click()
  await page.getByRole('checkbox', { name: 'Analytics' }).uncheck()
  await page.getByRole('checkbox', { name: 'Advertising' }).uncheck()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect.poll(() => page.evaluate(() => 'containerRan' in window).catch(() => true)).toBe(false)
  await expect(page.getByRole('article', { name: SOAP })).toBeVisible()
  const sent = watch.outside.length
  await page.getByRole('searchbox', { name: 'Search products' }).fill('neem')
  await expect(page.getByRole('article', { name: SOAP })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  expect(watch.outside.length).toBe(sent)
})

test('STAT-05 DATA-02 the privacy page says what is kept and why, and changes the choice', async ({
  page,
  measured,
}) => {
  await page.goto(`${measured}/privacy-policy`)
  await press(page, 'Only necessary')
  for (const name of ['What we keep, why and how long', 'Who else sees it', 'Your rights']) {
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
  await expect(page.getByText('Name and address for 8 financial years')).toBeVisible()
  for (const kept of [
    'our letters',
    'a product is back',
    'reminded of a cart',
    'what you searched for, the PIN code',
  ]) {
    await expect(page.getByText(kept)).toBeVisible()
  }
  await expect(page.getByText(/^Grievance officer: /)).toBeVisible()
  await expect(page.getByText(/^Version of \d+ \w+ 20\d\d$/)).toBeVisible()
  await page.getByRole('button', { name: 'Change privacy choices' }).click()
  await expect(page.getByRole('dialog', { name: 'Privacy choices' })).toBeVisible()
})

test('STAT-05 DATA-01 the keyboard answers: reached early, named, and on with the page', async ({ page, measured }) => {
  await page.goto(`${measured}/about`)
  await expect(notice(page)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your privacy choice' })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Accept all' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Privacy choices' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Choose' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(notice(page)).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
})

test('DATA-01 ACCESS-04 choices saved from the notice lead the keyboard on with the page', async ({
  page,
  measured,
}) => {
  await page.goto(`${measured}/about`)
  await notice(page).getByRole('button', { name: 'Choose' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Analytics' }).press('Space')
  await page.getByRole('button', { name: 'Save choices' }).press('Enter')
  await expect(notice(page)).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
})

for (const theme of ['light', 'dark'] as const) {
  test(`STAT-05 ACCESS-04 the notice fits 320 px in ${theme}, moves nothing and covers no end of the page${theme === 'dark' ? ' @long' : ''}`, async ({
    page,
    context,
    measured,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      // What the page does before is another test's.
      new PerformanceObserver((list) => {
        const asked = document.getElementById('consent-title') !== null
        for (const entry of list.getEntries()) {
          if (asked) shifts.push((entry as unknown as { value: number }).value)
        }
      }).observe({ type: 'layout-shift' })
    })
    await page.goto(`${measured}/privacy-policy`)
    await expect(notice(page)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Your privacy choice' })).toHaveCount(1)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    for (const name of ['Accept all', 'Only necessary', 'Choose']) {
      const box = await notice(page).getByRole('button', { name }).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    }
    const area = await notice(page).boundingBox()
    expect(area?.height).toBeLessThanOrEqual(0.6 * 640)
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    const last = await page.getByText('Prices in Indian rupees, inclusive of all taxes.').boundingBox()
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(area?.y ?? 0)

    // Asked in Hindi the words are longer.
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: 'hi', url: measured }])
    for (const [region, choose] of [
      ['Your privacy', 'Choose'],
      [hi['Your privacy'], hi.Choose],
    ] as const) {
      if (choose !== 'Choose') await page.reload()
      const asking = page.getByRole('region', { name: region, exact: true })
      await expect(asking).toBeVisible()
      await arrived(page)
      const found = await problems(page, 'notice')
      await asking.getByRole('button', { name: choose, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('checkbox')).toHaveCount(2)
      found.push(...(await problems(page, 'choices')), ...(await misplaced(page, 'choices')))
      await enlargeText(page, true)
      found.push(...(await misplaced(page, 'choices 200 %')))
      await enlargeText(page, false)
      expect(found).toEqual([])
    }
  })
}

base('STAT-05 a shop without ids asks nothing and offers no choices', async ({ page, watch }) => {
  await page.goto('/')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { dataLayer?: object[] }).dataLayer?.length ?? 0))
    .toBeGreaterThan(0)
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Privacy choices' })).toHaveCount(0)
  expect(watch.outside).toEqual([])
})
