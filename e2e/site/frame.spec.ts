import type { Locator, Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { accountPlace, alive, expect, keepSession, overlaysDeep, settled, test, withoutRendering } from '../tools/store'

const LINKS: [label: string, path: string, chunk: string][] = [
  ['Shop', '/shop', 'shop'],
  ['Bestsellers', '/bestsellers', 'bestsellers'],
  ['New Arrivals', '/new-arrivals', 'new-arrivals'],
  ['About', '/about', 'about'],
  ['Gifting', '/gifting', 'gifting'],
  ['Contact', '/contact', 'contact'],
  ['Blog', '/blog', 'blog'],
]
const LABELS = LINKS.map(([label]) => label)

const banner = (page: Page) => page.getByRole('banner')
const menuButton = (page: Page) => banner(page).getByRole('button', { name: 'Menu', exact: true })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024
const news = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

/** The shop's links where this width has them: in the header, or in the menu, which is opened. */
async function mainLinks(page: Page) {
  if (!isNarrow(page)) return page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  if (!(await menu(page).isVisible())) {
    await menuButton(page).click()
    // A press on what still slides may begin on one link and end on another.
    await menu(page).evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)))
  }
  return menu(page).getByRole('navigation', { name: 'Main' }).getByRole('link')
}

async function follow(page: Page, label: string): Promise<void> {
  await (await mainLinks(page)).filter({ hasText: new RegExp(`^${label}$`) }).click()
}

const pageViews = (page: Page) =>
  page.evaluate(() =>
    ((window.dataLayer ?? []) as { event?: string; page_path?: string; page_title?: string }[])
      .filter(({ event }) => event === 'page_view')
      .map(({ page_path, page_title }) => ({ page_path, page_title })),
  )

test('NAV-01 ROUTE-21 ROUTE-22 ROUTE-23 every link of the shop brings its page, fetched only then, inside the frame', async ({
  page,
}) => {
  test.slow()
  const code: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') code.push(new URL(request.url()).pathname)
  })
  const fetched = (chunk: string) => code.some((path) => new RegExp(`^/assets/${chunk}-[\\w-]{7}\\.js$`).test(path))
  await page.goto('/track-order')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(await mainLinks(page)).toHaveText(LABELS)
  await expect.poll(() => pageViews(page)).toHaveLength(1)
  for (const [, , chunk] of LINKS) expect(fetched(chunk), chunk).toBe(false)

  for (const [visited, [label, path, chunk]] of LINKS.entries()) {
    await test.step(label, async () => {
      await follow(page, label)
      await expect(page).toHaveURL(path)
      const heading = page.getByRole('main').getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      expect(fetched(chunk), chunk).toBe(true)
      await expect(menu(page)).toHaveCount(0)
      await expect(banner(page)).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeAttached()
      await expect(page.getByRole('main')).toBeFocused()
      expect(await scrollTop(page)).toBe(0)
      await expect.poll(() => pageViews(page)).toHaveLength(visited + 2)
      const title = await page.title()
      expect((await pageViews(page)).at(-1)).toEqual({ page_path: path, page_title: title })
      await expect(page.getByRole('main').locator('[aria-live="polite"]').getByText(title)).toBeAttached()
    })
  }
})

test('NAV-04 ROUTE-28 small screens keep the links in a menu, wide ones show them', async ({ page }) => {
  const narrow = { width: Math.min(page.viewportSize()?.width ?? 0, 1023), height: 800 }
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/track-order')
  const shown = page.getByRole('navigation', { name: 'Main' })
  const opener = menuButton(page)
  await expect(shown.getByRole('link')).toHaveText(LABELS)
  await expect(opener).toBeHidden()
  await page.setViewportSize(narrow)
  await expect(opener).toBeVisible()
  await expect(shown).toBeHidden()
  await opener.click()
  await expect(menu(page).getByRole('link', { name: 'Gifting' })).toBeVisible()
  await expect(menu(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => menu(page).boundingBox()).toEqual({ x: 0, y: 0, ...narrow })
  await page.keyboard.press('Escape')
  await expect(menu(page)).toHaveCount(0)
  await expect(opener).toBeFocused()

  await follow(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await opener.click()
  await expect(menu(page)).toBeVisible()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(menu(page)).toHaveCount(0)
  await expect(page).toHaveURL('/about')
  await page.goBack()
  await expect(page).toHaveURL('/track-order')
})

test('NAV-02 NAV-03 NAV-07 FOOT-01 the frame follows its records', async ({ page, freshStore, watch }) => {
  const store = await freshStore()
  const superuser = await store.superuser()
  const navigation = superuser.collection('navbar_config')
  const { id } = await navigation.getFirstListItem('is_active = true')
  await navigation.update(id, { show_shop: false, show_gifting: false, show_blog: false })
  await page.goto(`${store.url}/track-order`)
  await expect(await mainLinks(page)).toHaveText(['Bestsellers', 'New Arrivals', 'About', 'Contact'])

  await navigation.update(id, {
    show_shop: true,
    show_bestsellers: false,
    show_new_arrivals: false,
    show_about: false,
    show_contact: false,
  })
  // Before what the pages hear of: the open one may ask at once.
  await superuser.sql.run("UPDATE assets SET alt = 'Two words and a lotus' WHERE key = 'logo'")
  await store.changeSettings({ store_name: 'Amma Soaps', social_facebook: '' })
  await page.reload()
  await expect(await mainLinks(page)).toHaveText(['Shop'])
  if (isNarrow(page)) await page.keyboard.press('Escape')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('© Amma Soaps. All rights reserved.')).toBeAttached()
  await expect(footer.getByRole('link', { name: /^(Instagram|Facebook|YouTube)$/ })).toHaveText([
    'Instagram',
    'YouTube',
  ])
  const logo = banner(page).getByRole('link', { name: 'Amma Soaps, home' }).locator('img')
  await expect(logo).toHaveAttribute('alt', 'Two words and a lotus')

  await navigation.update(id, { is_active: false })
  await page.reload()
  await expect(await mainLinks(page)).toHaveText(LABELS)

  await navigation.update(id, { is_active: true })
  watch.expectProblem('/navbar_config/')
  await withoutRendering(page)
  await page.route('**/api/collections/navbar_config/**', (route) => route.fulfill({ status: 403, json: {} }))
  const refused = page.waitForResponse('**/api/collections/navbar_config/**')
  await page.reload()
  await refused
  await expect(await mainLinks(page)).toHaveText(LABELS)
})

test('NAV-07 a logo that fails is waited for, then the name stands in its place', async ({ page, watch }) => {
  await page.goto('/track-order')
  const home = banner(page).getByRole('link', { name: 'Sabun & Jhola, home' })
  const logo = home.getByRole('img', { name: 'Sabun & Jhola' })
  await expect(logo).toHaveAttribute('src', /\/api\/files\/.*logo/)
  expect(
    await logo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0)

  watch.expectProblem('/logo')
  await page.route('**/api/files/**/logo*', (route) => route.abort())
  await page.reload()
  await expect(home.getByRole('status', { name: 'Loading logo' })).toBeVisible()
  await expect(home.getByText('Sabun & Jhola')).toBeVisible()
  await expect(home.locator('img')).toHaveCount(0)
  await home.click()
  await expect(page).toHaveURL('/')
})

test('NAV-05 ROUTE-24 who is signed in has a menu, and leaving closes the pages that ask for it', async ({
  page,
  store,
}) => {
  await page.goto('/about')
  const signIn = async () => (await accountPlace(page)).getByRole('link', { name: 'Sign in' })
  const account = async () => (await accountPlace(page)).getByRole('button', { name: 'Account menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(await signIn()).toHaveAttribute('href', '/auth/login?returnTo=%2Fabout')
  await expect(await account()).toBeHidden()

  await keepSession(page, await store.newUser('अनन्या शर्मा'))
  await page.reload()
  await expect(await account()).toHaveText('अ')
  await expect(await signIn()).toBeHidden()
  await (await account()).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Orders', 'Wishlist', 'Log out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(menu).toBeHidden()
  await (await account()).click()
  await page.getByRole('menuitem', { name: 'Orders' }).click()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(menu).toBeHidden()
  await (await account()).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/auth/login?returnTo=%2Forders')
  await expect(await account()).toBeHidden()

  await test.step('signed out, it is a spinner and then the way in', async () => {
    await page.addInitScript(() => {
      const spinners: string[] = []
      Object.assign(window, { spinners })
      new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes])
        if (added.some((node) => node.textContent?.includes('Loading order'))) spinners.push(location.pathname)
      }).observe(document, { childList: true, subtree: true })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto('/orders/abc?x=1')
    await expect(page).toHaveURL('/auth/login?returnTo=%2Forders%2Fabc%3Fx%3D1')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { spinners: string[] }).spinners)).toContain('/orders/abc')
    expect(asked.filter((url) => url.includes('/api/store/orders'))).toEqual([])
  })
})

test('NAV-06 the bag counts and opens the cart, also after its code failed to arrive', async ({ page, watch }) => {
  await page.goto('/bestsellers')
  const bag = banner(page).getByRole('button', { name: /^Open cart, / })
  await expect(bag).toHaveAccessibleName('Open cart, 0 items')
  await expect(bag).toHaveText('')
  await page.getByRole('link', { name: 'Neem & Tulsi Soap', exact: true }).click()
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  await add.waitFor()

  watch.expectProblem('/assets/cart-panel')
  watch.expectProblem('Failed to fetch dynamically imported module')
  await page.route('**/assets/cart-panel*.js', (route) => route.abort())
  await add.click()
  await expect(news(page).getByText('The cart did not open')).toBeVisible()
  await expect(bag).toHaveAccessibleName('Open cart, 1 item')
  await expect(bag).toHaveText('1')
  await page.unroute('**/assets/cart-panel*.js')
  // A browser may have given the code up for as long as the page is open.
  await news(page).getByRole('button', { name: 'Reload' }).click()
  await settled(page)
  await bag.click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })).toBeVisible()
})

test('TOAST-02 NAV-06 without the code of the cart and of the toasts the browser says it, and the piece is held', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/cart-panel|toaster-view/)
  for (const name of ['cart-panel', 'toaster-view'])
    await page.route(`**/assets/${name}-*.js`, (route) => route.abort())
  await page.goto('/bestsellers')
  await alive(page)
  const said = page.waitForEvent('dialog')
  await page
    .getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
    .getByRole('button', { name: /^(Quick Add|Add)$/ })
    .filter({ visible: true })
    .click()
  const dialog = await said
  expect(dialog.message()).toBe('The cart did not open\nCheck your connection and try again.')
  await dialog.accept()
  await expect(banner(page).getByRole('button', { name: 'Open cart, 1 item', exact: true })).toBeVisible()
})

test('ROUTE-21 a spinner stands while a page is on its way; a page that does not come can be asked for again', async ({
  page,
  watch,
}) => {
  await page.goto('/track-order')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [released, release] = gate()
  await page.route('**/assets/contact-*.js', async (route) => {
    await released
    await route.fallback()
  })
  await alive(page)
  await follow(page, 'Contact')
  const spinner = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading page' })
  await expect(spinner).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  await expect(spinner).toHaveCount(0)

  watch.expectProblem('/assets/about-')
  watch.expectProblem('Failed to fetch dynamically imported module')
  await page.route('**/assets/about-*.js', (route) => route.abort())
  // Which documents ever said that something failed, by when they began.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('main [role=alert]')) sessionStorage.setItem(`told ${performance.timeOrigin}`, '')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await alive(page)
  await follow(page, 'About')
  await expect(page.getByRole('heading', { level: 1, name: 'The page did not load' })).toBeVisible()
  // The page was loaded afresh once in between, in case a new release had replaced the old one; only then was it said.
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('told ')))).toEqual([
    await page.evaluate(() => `told ${performance.timeOrigin}`),
  ])
  expect(await page.evaluate(() => sessionStorage.getItem('reloaded-for-code'))).not.toBeNull()
  await expect(page).toHaveURL('/about')
  await expect(banner(page)).toBeVisible()
  await page.unroute('**/assets/about-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
})

test('ROUTE-26 ACCESS-06 a lost line is told, and a page that could not come does so by itself when it is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem('/assets/')
  watch.expectProblem('/api/')
  watch.expectProblem('Failed to fetch dynamically imported module')
  watch.expectProblem('/favicon.svg')
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
  const told = page.getByRole('status')
  // What says so comes when there is nothing else to do: on a busy machine late.
  const toldOf = page.waitForResponse(/\/assets\/line-bar-/)
  await page.goto('/contact')
  await toldOf
  await settled(page)
  await page.getByLabel('Name').fill('Meera')
  await context.setOffline(true)
  await expect(told.getByText('No line.')).toBeVisible()
  await link('Track an order').click()
  await expect(page.getByText('It opens by itself when the line is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Track order' })).toBeVisible()
  await expect(told.getByText('No line.')).toHaveCount(0)
  await settled(page)

  // The device takes itself for connected, and nothing answers.
  await page.route(/\/api\/|\/assets\/bestsellers/, (route) => route.abort())
  await link('Bestsellers').click()
  await expect(told.getByText('No line.')).toBeVisible()
  await page.unroute(/\/api\/|\/assets\/bestsellers/)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('article').first()).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Name')).toHaveValue('Meera')
})

test('ROUTE-27 where a way ends there is a search and something worth wanting, asked for once', async ({
  page,
  watch,
}) => {
  watch.expectProblem('/nothing/here')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/collections/products/')) asked.push(request.url())
  })
  const main = page.getByRole('main')
  const offered = (within: Locator) => within.getByRole('region', { name: 'On the shelf today' }).getByRole('listitem')
  await page.goto('/nothing/here')
  await expect(offered(main)).toHaveCount(4)
  await main.getByRole('searchbox', { name: 'Search products' }).fill('zzzz')
  await main.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/shop?q=zzzz')
  await expect(main.getByRole('heading', { name: 'Nothing fits' })).toBeVisible()
  await expect(offered(main)).toHaveCount(4)
  await banner(page)
    .getByRole('button', { name: /^Open cart/ })
    .click()
  await expect(offered(page.getByRole('dialog', { name: 'Shopping Cart (0 items)' }))).toHaveCount(4)
  expect(asked.splice(0)).toHaveLength(1)
  for (const [path, name] of [
    ['/cart', 'Your cart is empty'],
    ['/checkout', 'Your cart is empty'],
    ['/cart?items=lost', 'This link holds no cart'],
  ] as const) {
    await page.goto(path)
    await expect(main.getByRole('heading', { name })).toBeVisible()
    await expect(offered(main)).toHaveCount(4)
    expect(asked.splice(0)).toHaveLength(1)
  }
})

test('ROUTE-27 what an empty checkout offers is smaller than the words the page came with', async ({ page }) => {
  const area = async (part: Locator) => {
    const { width = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return width * height
  }
  await page.goto('/checkout')
  const main = page.getByRole('main')
  const picture = main.getByRole('region', { name: 'On the shelf today' }).locator('img').first()
  await expect(picture).toBeVisible()
  expect(await area(picture)).toBeLessThan(await area(main.getByText(/^The total is all you pay/)))
})

test('ROUTE-20 an address nobody knows has a page that search engines leave out, and only that page', async ({
  page,
  watch,
}) => {
  watch.expectProblem('/nothing/here')
  expect((await page.goto('/nothing/here'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Sabun & Jhola')
  const robots = page.locator('meta[name="robots"]')
  await expect(robots).toHaveAttribute('content', /noindex/)
  await page.getByRole('main').getByRole('link', { name: 'Track an order' }).click()
  await expect(page).toHaveURL('/track-order')
  await expect(page.getByRole('heading', { level: 1, name: 'Track order' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toHaveCount(0)
  await expect(page).not.toHaveTitle(/not found/)
  await expect(robots).toHaveCount(0)
})

/**
 * Scrolls, and answers where the page came to rest and is kept: what was far off takes its true height as it comes
 * near, and the browser keeps in place what one looks at.
 */
async function scrollAndStay(page: Page, top: number): Promise<number> {
  await page.evaluate((top) => window.scrollTo(0, top), top)
  let rest = 0
  await expect(async () => {
    rest = await scrollTop(page)
    expect(rest).toBeGreaterThan(top - 200)
    expect(await page.evaluate(() => sessionStorage.getItem('scroll-positions'))).toMatch(new RegExp(`\\b${rest}\\b`))
  }).toPass()
  return rest
}

test('ROUTE-23 a new page starts at its top; Back, Forward and reload return to where one was', async ({ page }) => {
  await page.goto('/')
  const soap = page.getByRole('list', { name: 'Our Bestsellers' }).getByRole('link', { name: 'Jute Market Tote' })
  await soap.waitFor()
  const below = await scrollAndStay(page, 1800)
  // Not by a click, which would scroll to it first.
  await soap.dispatchEvent('click')
  await expect(page.getByRole('heading', { level: 1, name: 'Jute Market Tote' })).toBeVisible()
  expect(await scrollTop(page)).toBe(0)
  await scrollAndStay(page, 300)

  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => scrollTop(page)).toBe(below)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Jute Market Tote' })).toBeVisible()
  await expect.poll(() => scrollTop(page)).toBe(300)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect.poll(() => scrollTop(page)).toBe(below)

  // As WebKit does with a page it had put aside: its top is shown first.
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await scrollTop(page)).toBe(below)

  // The shelves come after the page has its height, and push everything below them down.
  const [released, release] = gate()
  await page.route('**/api/collections/products/**', async (route) => {
    await released
    await route.fallback()
  })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Testimonials' })).toBeAttached()
  release()
  await expect(soap).toBeAttached()
  await expect.poll(() => scrollTop(page)).toBe(below)
  await expect.poll(() => pageViews(page)).toEqual([{ page_path: '/', page_title: await page.title() }])

  // As on the way back from a bank: another page, in a document of its own.
  await page.goto('/shop')
  await expect.poll(() => pageViews(page)).toEqual([{ page_path: '/shop', page_title: await page.title() }])
  expect(await scrollTop(page)).toBe(0)
})

test('ROUTE-23 the place is kept also where the page is left in the moment of scrolling', async ({ page }) => {
  await page.goto('/shop')
  await alive(page)
  const link = page.getByRole('list', { name: 'Products' }).getByRole('link').first()
  await link.evaluate(async (link: HTMLElement) => {
    window.scrollTo(0, 900)
    await new Promise<Event>((scrolled) => window.addEventListener('scroll', scrolled, { once: true }))
    link.click()
  })
  await expect(page.getByRole('list', { name: 'Products', exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/shop')
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(800)
})

test('ROUTE-23 far below, a page opened anew is laid out as it comes near, near its true height; on the way back everything is', async ({
  page,
}) => {
  const look = () =>
    page.evaluate(() => ({
      waiting: [...document.querySelectorAll('main article')].filter(
        (card) => !card.checkVisibility({ contentVisibilityAuto: true }),
      ).length,
      height: document.documentElement.scrollHeight,
    }))
  const last = page.getByRole('list', { name: 'Products' }).getByRole('article').last()
  await page.goto('/shop')
  await alive(page)
  const opened = await look()
  expect(opened.waiting).toBeGreaterThan(3)

  await last.scrollIntoViewIfNeeded()
  await expect(last.getByRole('img').first()).toBeInViewport()
  await expect
    .poll(() =>
      last
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await last.getByRole('link').click()
  await expect(page).toHaveURL(/\/product\//)
  // The address changes before the page does.
  await expect(page.getByRole('list', { name: 'Products', exact: true })).toHaveCount(0)
  await page.goBack()
  await last.waitFor()
  await expect.poll(async () => (await look()).waiting).toBe(0)
  const returned = await look()
  expect(Math.abs(opened.height - returned.height)).toBeLessThan(0.05 * returned.height)

  await expect.poll(() => scrollTop(page)).toBeGreaterThan(1000)
  const place = await scrollTop(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('scroll-positions'))).toContain(`${place}`)
  await page.reload()
  await expect.poll(() => scrollTop(page)).toBe(place)
  expect(await look()).toEqual(returned)
})

test('TOAST-01 news at the top right: three at most, four seconds, gone with a click elsewhere, read out', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  const toasts = news(page).getByRole('listitem')
  await subscribe.click()
  await expect(toasts).toHaveCount(1)
  await expect(toasts).toContainText('Please enter your email address')
  await expect(news(page)).toHaveAttribute('aria-live', 'polite')
  const width = page.viewportSize()?.width ?? 0
  const gap = isNarrow(page) ? 16 : 24
  await expect
    .poll(async () => {
      const box = await toasts.first().boundingBox()
      return box && { right: Math.round(width - box.x - box.width), top: Math.round(box.y) }
    })
    .toEqual({ right: gap, top: isNarrow(page) ? 16 : 96 })

  for (let more = 0; more < 4; more += 1) await subscribe.press('Enter')
  const seen = news(page).locator('li[data-visible="true"]')
  await expect(toasts).toHaveCount(5)
  await expect(seen).toHaveCount(3)
  await expect.poll(() => toasts.last().evaluate((toast) => getComputedStyle(toast).opacity)).toBe('0')

  const elsewhere = page.getByRole('heading', { name: 'Letters from the workshop' })
  await elsewhere.click()
  await expect(toasts).toHaveCount(0)

  // From here on no toast goes by itself before the clock has been moved by its four seconds.
  await page.clock.pauseAt(Date.now() + 60_000)
  const showOne = async () => {
    await subscribe.press('Enter')
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(toasts).toHaveCount(1, { timeout: 200 })
    }).toPass()
  }
  await showOne()
  await elsewhere.click()
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(toasts).toHaveCount(0, { timeout: 200 })
  }).toPass({ timeout: 8000 })

  await showOne()
  await page.clock.runFor(3500)
  await expect(toasts).toHaveCount(1)
  await page.clock.runFor(900)
  await expect(toasts).toHaveCount(0)
})

test('ACCESS-04 ACCESS-06 the frame in the hand: skip link, a very narrow window', async ({ page, watch }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await alive(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL('/about')

  await settled(page)

  watch.expectProblem('/nothing')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/', '/shop', '/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
})
