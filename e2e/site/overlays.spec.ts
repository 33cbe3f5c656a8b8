import type { Page } from '@playwright/test'
import { alive, expect, overlaysDeep, settled, signInElsewhere, test } from '../tools/store'

test('ROUTE-25 Back closes the menu and stays on the page; Forward does not open it again', async ({ page }) => {
  await page.goto('/about')
  await alive(page)
  await page.getByRole('link', { name: /, home$/ }).click()
  await expect(page).toHaveURL('/')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu).toBeVisible()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(menu).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('ROUTE-25 what is closed otherwise costs no step Back, and a link in the cart leads one step on', async ({
  page,
  store,
}) => {
  const soap = await store.product('Neem & Tulsi Soap')
  await page.goto('/about')
  await alive(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const card = page.getByRole('article', { name: 'Neem & Tulsi Soap' })
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(cart).toBeVisible()
  await cart.getByRole('button', { name: 'Close' }).click()
  await expect(cart).toHaveCount(0)
  await overlaysDeep(page, 0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expect(page).toHaveURL('/shop')

  await page.getByRole('button', { name: /^Open cart/ }).click()
  await cart.getByRole('link', { name: 'Neem & Tulsi Soap' }).click()
  await expect(page).toHaveURL(`/product/${soap.id}`)
  await expect(cart).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/shop')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()
  await expect(page).toHaveURL(`/product/${soap.id}`)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('ROUTE-25 FIND-07 FIND-08 Back closes the search; its one cross is ours; what it leads to is one step on', async ({
  page,
}) => {
  await page.goto('/about')
  await alive(page)
  const open = page.getByRole('button', { name: 'Search', exact: true })
  const field = page.getByRole('dialog').getByRole('searchbox', { name: 'Search products' })
  await open.click()
  await expect(field).toBeFocused()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/about')
  await expect(open).toBeFocused()

  await open.click()
  await field.fill('khus')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  expect(await seenCrosses(page)).toBe(0)
  await expect(page.getByRole('option', { name: /Khus/ })).toBeVisible()
  await field.press('Enter')
  await expect(page).toHaveURL('/shop?q=khus')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await open.click()
  await expect(field).toHaveValue('khus')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await overlaysDeep(page, 0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

/** How many of the browser's own crosses of search fields are drawn on a page. */
async function seenCrosses(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
  const crosses = nodes.filter(({ attributes }) => attributes?.includes('-webkit-search-cancel-button'))
  expect(crosses.length).toBeGreaterThan(0)
  const boxes = crosses.map(({ nodeId }) => session.send('DOM.getBoxModel', { nodeId }).catch(() => undefined))
  return (await Promise.all(boxes)).filter(Boolean).length
}

test('ROUTE-25 a page opened again while its cart was open is left with one step Back', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/contact')
  await alive(page)
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await overlaysDeep(page, 1)
  await page.reload()
  await alive(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('ROUTE-25 Back closes a dialog, and what was asked stays undone', async ({ page, store }) => {
  const user = await store.newUser('Meera Rao')
  await page.goto('/')
  await signInElsewhere(page, user)
  await page.goto('/profile')
  await alive(page)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()
})

test('ROUTE-25 what is on its way gives way to Back, to what is opened next and to another page @one-screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const come = { panels: () => {}, cart: () => {} }
  await page.route('**/header-panels-*', (route) => {
    come.panels = () => void route.continue()
  })
  await page.route('**/cart-panel-*', (route) => {
    come.cart = () => void route.continue()
  })
  await page.goto('/about')
  await page.goto('/contact')
  await alive(page)
  const waits = page.getByRole('status').filter({ hasText: 'Loading' })

  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(waits).toBeVisible()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(waits).toHaveCount(0)
  await overlaysDeep(page, 0)
  come.panels()
  await expect(page).toHaveURL('/contact')

  await page.getByRole('button', { name: /^Open cart/ }).click()
  await overlaysDeep(page, 1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  come.cart()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await overlaysDeep(page, 0)
  await page.goBack()
  await expect(page).toHaveURL('/about')

  await alive(page)
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await overlaysDeep(page, 1)
  await page.getByRole('link', { name: /, home$/ }).click()
  await expect(page).toHaveURL('/')
  come.cart()
  await settled(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('PAINT-19 what is pressed looks busy until what it opens is here; a low sheet has its place, over the cart too', async ({
  page,
  store,
}) => {
  const held: Record<string, () => void> = {}
  for (const name of ['cart-panel', 'sheet-dialog', 'choose-colour', 'menu-dropdown'])
    await page.route(`**/assets/${name}-*`, (route) => {
      held[name] = () => void route.continue()
    })
  const come = async (name: string) => {
    await expect.poll(() => Object.keys(held)).toContain(name)
    held[name]?.()
  }
  const waits = (label: string) => page.getByRole('status').filter({ hasText: label })
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  await page.goto('/shop')
  await settled(page)

  const filter = page.getByRole('dialog', { name: 'Filter' })
  const openFilter = page.getByRole('button', { name: 'Filter', exact: true })
  const arrived = page.waitForResponse('**/assets/filter-sheet-*')
  await openFilter.click()
  await (await arrived).finished()
  // Its own half is here, the one of all sheets is not.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))
  await expect(waits('Filter')).toBeVisible()
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 20)]) {
    await leave()
    await expect(waits('Filter')).toHaveCount(0)
    await overlaysDeep(page, 0)
    await openFilter.click()
    await expect(waits('Filter')).toBeVisible()
  }
  await come('sheet-dialog')
  await expect(filter).toBeVisible()
  await expect(waits('Filter')).toHaveCount(0)
  await filter.getByRole('button', { name: 'Close' }).click()
  await expect(filter).toHaveCount(0)

  const openCart = page.getByRole('button', { name: /^Open cart/ })
  await openCart.click()
  await expect(openCart).toHaveAttribute('aria-busy', 'true')
  await come('cart-panel')
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(cart).toBeVisible()
  await expect(page.locator('button[aria-busy]')).toHaveCount(0)
  await cart.getByRole('button', { name: 'Add Jute Market Tote' }).click()
  await expect(waits('Choose a colour')).toBeVisible()
  expect(await waits('Choose a colour').evaluate(isOnTop)).toBe(true)
  for (const leave of [() => page.keyboard.press('Escape'), () => page.mouse.click(20, 20)]) {
    await leave()
    await expect(waits('Choose a colour')).toHaveCount(0)
    await expect(page.locator('button[aria-busy]')).toHaveCount(0)
    await overlaysDeep(page, 1)
    await cart.getByRole('button', { name: 'Add Jute Market Tote' }).click()
    await expect(waits('Choose a colour')).toBeVisible()
  }
  for (const press of ['tap', 'click'] as const) {
    await waits('Choose a colour')[press]()
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await expect(waits('Choose a colour')).toBeVisible()
  }
  await come('choose-colour')
  await expect(page.getByRole('dialog', { name: 'Choose a colour' })).toBeVisible()
  await expect(waits('Choose a colour')).toHaveCount(0)

  await page.goto(`/product/${(await store.product('Neem & Tulsi Soap')).id}`)
  await settled(page)
  const share = page.getByRole('main').getByRole('button', { name: 'Share' })
  await share.click()
  await expect(share).toHaveAttribute('aria-busy', 'true')
  await come('menu-dropdown')
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await expect(page.locator('button[aria-busy]')).toHaveCount(0)
})

test('PAINT-16 what opens over a page leaves the styles of its elements; a pressed link is seen to be pressed', async ({
  page,
  browser,
}) => {
  await page.goto('/shop')
  await settled(page)
  const menu = page.getByRole('dialog', { name: 'Menu' })
  const openAndClose = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(menu).toHaveCount(0)
  }
  await openAndClose()
  await settled(page)
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await openAndClose()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const styled = traceEvents.flatMap(({ name, args }) => (name === 'UpdateLayoutTree' ? (args.elementCount ?? 0) : []))
  const all = await page.locator('main *').count()
  expect(Math.max(...styled)).toBeGreaterThan(10)
  expect(Math.max(...styled)).toBeLessThan(all / 2)

  const card = page.getByRole('article').first()
  await card.getByRole('link').hover()
  await page.mouse.down()
  await expect(card.getByRole('img').first()).toHaveCSS('opacity', '0.6')
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await expect(card.getByRole('img').first()).toHaveCSS('opacity', '1')
})

/** A finger on the glass, each step 20 ms after the last whatever the machine takes for it. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  let at = Date.now() / 1000
  let last = { x: 0, y: 0 }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) => {
    at += 0.02
    last = touchPoints[0] ?? last
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: at })
  }
  return {
    async pull(x: number, from: number, to: number, steps = 16) {
      await touch('touchStart', { x, y: from })
      for (let step = 1; step <= steps; step += 1)
        await touch('touchMove', { x, y: from + ((to - from) * step) / steps })
    },
    lift: () => touch('touchEnd'),
    /** Lifted from where it has rested, so that a list does not scroll on by itself. */
    async rest() {
      at += 0.5
      await touch('touchMove', last)
      await touch('touchEnd')
    },
  }
}

test('SHEET-11 a sheet from below follows the finger and is closed by a long or quick pull; a scrolled list scrolls', async ({
  page,
}) => {
  // So low that the list has to scroll.
  await page.setViewportSize({ width: 390, height: 640 })
  await page.goto('/shop')
  await settled(page)
  const { pull, lift, rest } = await finger(page)
  const add = page.getByRole('article', { name: 'Neem & Tulsi Soap' }).getByRole('button', { name: 'Add', exact: true })
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await add.click()
  await expect(cart.getByRole('heading', { name: 'Frequently Bought Together' })).toBeVisible()
  const top = () => cart.evaluate((sheet) => Math.round(sheet.getBoundingClientRect().top))
  const list = cart.getByRole('list', { name: 'Cart items' }).locator('..')
  const scrolled = () => list.evaluate(({ scrollTop }) => scrollTop)
  await expect.poll(top).toBe(24)

  await test.step('a short pull goes along and back', async () => {
    await pull(150, 60, 160)
    await expect.poll(top).toBeGreaterThan(24 + 90)
    expect(await top()).toBeLessThanOrEqual(24 + 100)
    await lift()
    await expect.poll(top).toBe(24)
    await pull(150, 70, 10)
    await expect.poll(top).toBeLessThan(24 - 14)
    expect(await top()).toBeGreaterThanOrEqual(24 - 20)
    await lift()
    await expect.poll(top).toBe(24)
  })

  await test.step('a list scrolls, and is pulled only where it begins', async () => {
    await pull(150, 440, 320)
    await rest()
    await expect.poll(scrolled).toBeGreaterThan(50)
    await pull(150, 300, 340)
    expect(await top()).toBe(24)
    await rest()
    await list.evaluate((element) => element.scrollTo(0, 0))
    await pull(150, 300, 580)
    await expect.poll(top).toBeGreaterThan(24 + 260)
    await lift()
    await expect(cart).toHaveCount(0)
    await expect(add).toBeFocused()
  })

  const colours = page.getByRole('dialog', { name: 'Choose a colour' })
  await page
    .getByRole('article', { name: 'Jute Market Tote' })
    .getByRole('button', { name: 'Add', exact: true })
    .click()
  await expect(colours).toBeVisible()
  await expect.poll(() => colours.evaluate((sheet) => Math.round(sheet.getBoundingClientRect().bottom))).toBe(640)
  const { y = 0 } = (await colours.boundingBox()) ?? {}
  await pull(150, y + 30, y + 110, 4)
  await lift()
  await expect(colours).toHaveCount(0)
  await overlaysDeep(page, 0)
  await page.goBack()
  await expect(page).not.toHaveURL('/shop')
})
