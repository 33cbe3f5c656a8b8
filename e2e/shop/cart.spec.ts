import type { Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { ALSO_LONG, LONG } from '../../tests/long'
import { accountPlace, expect, settled, signIn, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

/** Puts one piece into the cart from the shop's list, with the control this width has. */
async function addFromCard(page: Page, name: string): Promise<void> {
  const card = page.getByRole('article', { name, exact: true })
  await card.scrollIntoViewIfNeeded()
  const quick = card.getByRole('button', { name: 'Quick Add' })
  if ((page.viewportSize()?.width ?? 0) >= 768) {
    await card.hover()
    await quick.click()
  } else {
    await card.getByRole('button', { name: 'Add', exact: true }).click()
  }
}

const sheet = (page: Page, items: number) => page.getByRole('dialog', { name: `Shopping Cart (${items} items)` })

test('CART-01 CART-08 SHEET-03 five quick taps add exactly five, and the cart is there after a reload', async ({
  page,
}) => {
  const [told, tell] = gate()
  await page.route('**/api/collections/promotions/records*', (route) => told.then(() => route.continue()))
  await page.goto('/shop')
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  const plus = page.getByRole('button', { name: `Increase quantity of ${SOAP}` })
  // An offer that comes late takes no room away from a finger.
  await plus.click({ trial: true })
  const place = await plus.boundingBox()
  tell()
  await expect(sheet(page, 1).getByText('A festive potli, on us')).toBeVisible()
  expect(await plus.boundingBox()).toEqual(place)
  for (let tap = 0; tap < 5; tap += 1) await plus.click({ noWaitAfter: true })
  await expect(sheet(page, 6)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open cart, 6 items' })).toBeVisible()
})

test('OFFER-01 SHEET-03 the lines of a cart stay where they are when the answer that no offer runs comes late', async ({
  page,
}) => {
  const [told, tell] = gate()
  await page.route('**/api/collections/promotions/records*', (route) =>
    told.then(() => route.fulfill({ json: { items: [] } })),
  )
  await page.goto('/shop')
  await addFromCard(page, SOAP)
  const plus = sheet(page, 1).getByRole('button', { name: `Increase quantity of ${SOAP}` })
  await plus.click({ trial: true })
  const place = await plus.boundingBox()
  const answered = page.waitForResponse('**/api/collections/promotions/records*')
  tell()
  await answered
  await settled(page)
  expect(await plus.boundingBox()).toEqual(place)
})

test('SHEET-01 THEME-03 Escape closes the sheet and gives the focus back', async ({ page }) => {
  await page.goto('/shop')
  const opener = page.getByRole('button', { name: /^Open cart/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page, 0)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Shopping Cart/ })).toHaveCSS('font-family', /^Mukta/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('CART-04 SHEET-01 what is pressed before the page is alive counts once it is, and once', async ({ page }) => {
  const [held, send] = gate()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  await add.click()
  send()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })).toBeVisible()
})

test('SHEET-07 ROUTE-23 Continue Shopping leads the keyboard to the list, also when its code is here', async ({
  page,
}) => {
  await page.goto('/shop')
  await page.getByRole('article', { name: SOAP, exact: true }).getByRole('link', { name: SOAP }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await sheet(page, 1).getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect(sheet(page, 1)).toHaveCount(0)
  await expect(page.locator('main')).toBeFocused()
})

test('CART-06 removing a colour keeps the other one, and Undo brings it back', async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('article', { name: 'Jute Market Tote' }).getByRole('link', { name: 'Jute Market Tote' }).click()
  const colours = page.getByRole('group', { name: 'Colour' }).getByRole('radio')
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  await expect(sheet(page, 1)).toBeVisible()
  await page.keyboard.press('Escape')
  await colours.nth(1).check()
  await add.click()
  await expect(sheet(page, 2)).toBeVisible()
  const items = page.getByRole('list', { name: 'Cart items' }).getByRole('listitem')
  const kept = await items.nth(1).textContent()
  await items
    .first()
    .getByRole('button', { name: /^Remove Jute Market Tote, / })
    .click()
  await expect(items).toHaveCount(1)
  await expect(items.first()).toHaveText(kept ?? '')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(2)
})

test('SHEET-10 the sheet knows today’s prices and stock; what needs somebody comes first and before the checkout', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const products = (await store.superuser()).collection('products')
  const [soap, rose, tote] = await Promise.all([
    store.product(SOAP),
    store.product('Rose Petal Soap'),
    store.product('Jute Market Tote'),
  ])
  await page.goto(`${store.url}/shop`)
  await addFromCard(page, SOAP)
  await sheet(page, 1).getByRole('button', { name: 'Close' }).click()
  await addFromCard(page, 'Rose Petal Soap')
  await sheet(page, 2).getByRole('button', { name: 'Close' }).click()
  await addFromCard(page, 'Jute Market Tote')
  const choice = page.getByRole('dialog', { name: 'Choose a colour' })
  await choice.getByRole('radio', { name: 'Olive' }).check()
  await choice.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(sheet(page, 3)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await products.update(rose.id, { price: 235 })
  await products.update(soap.id, { inStock: false })
  const colors = tote.colors.filter(({ value }: { value: string }) => value !== 'olive')
  await products.update(tote.id, { colors })

  await page.getByRole('button', { name: 'Open cart, 3 items' }).click()
  const cart = sheet(page, 3)
  const items = cart.getByRole('list', { name: 'Cart items' }).getByRole('listitem')
  await expect(cart.getByText('Now ₹235.00, was ₹210.00.')).toBeVisible()
  await expect(cart.getByText('Sold out.')).toBeVisible()
  await expect(cart.getByText('Sold out in Olive.')).toBeVisible()
  const usual = page.viewportSize()
  await page.setViewportSize({ width: 300, height: 640 })
  // Below the stepper as well it ends with the line, the price that was above the one that is.
  const [end, line] = [cart.locator('s'), items].map((part) =>
    part.first().evaluate((element) => element.getBoundingClientRect().right),
  )
  expect(await end).toBe(await line)
  // A long word to press begins its second line where it begins its first.
  await expect(cart.getByRole('button', { name: 'Keep it' })).toHaveCSS('text-align', 'left')
  if (usual) await page.setViewportSize(usual)
  const total = cart.locator('dl', { hasText: 'inclusive of all taxes' })
  await expect(total).toContainText('₹235.00')
  const proceed = cart.getByRole('button', { name: 'Proceed to Checkout' })
  await proceed.click()
  await expect(cart.getByRole('alert')).toHaveText('Something in your cart cannot be ordered as it is')
  await expect(page.locator('[data-news="problem"]').first()).toBeFocused()
  await cart.getByRole('button', { name: 'Keep it' }).click()
  await expect(cart.getByText(/^Now/)).toHaveCount(0)
  await cart.getByRole('button', { name: 'Take Indigo' }).click()
  await expect(items.filter({ hasText: 'Jute Market Tote' })).toContainText('Indigo')
  await cart.getByRole('button', { name: `Remove ${SOAP}` }).click()
  await expect(sheet(page, 2).locator('dl', { hasText: 'inclusive of all taxes' })).toContainText('₹1,025.00')
  await sheet(page, 2).getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByText(/cannot be ordered|Now ₹/)).toHaveCount(0)
})

test('ROUTE-26 SHEET-12 the field of what is sold out opens without a line as well, and is in the keyboard’s place', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const products = (await store.superuser()).collection('products')
  const soap = await store.product(SOAP)
  await page.goto(`${store.url}/shop`)
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  await products.update(soap.id, { inStock: false })
  await page.goto(`${store.url}/cart`)
  await settled(page)
  watch.expectProblem('net::ERR_INTERNET_DISCONNECTED')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Tell me when it is back' }).press('Enter')
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Email address' })).toBeFocused()
})

test('CART-17 SHEET-09 the cart’s page has the lines, what they cost and the way to the checkout', async ({ page }) => {
  await page.goto('/shop')
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Cart (1 items)' })).toBeVisible()
  const items = page.getByRole('list', { name: 'Cart items' }).getByRole('listitem')
  await expect(items).toHaveCount(1)
  await page.getByRole('button', { name: `Increase quantity of ${SOAP}` }).click()
  await expect(items).toContainText('₹360.00')
  await expect(page.getByRole('region', { name: 'To pay' })).toContainText('₹360.00')
  await page.getByRole('button', { name: `Remove ${SOAP}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  const written = await page.evaluate(() => JSON.parse(localStorage.getItem('checkout_cart') ?? ''))
  expect(written).toMatchObject({ items: [{ quantity: 2 }], subtotal: 360, total: 360, itemCount: 2 })
})

test('CART-17 PAINT-04 nothing of the cart’s page moves when the lines come', async ({ page }) => {
  await page.goto('/shop')
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  await page.addInitScript(() => {
    const moved: number[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/cart')
    await expect(page.getByRole('list', { name: 'Cart items' })).toBeVisible()
    await settled(page)
    const moved = await page.evaluate(() => (window as unknown as { moved: number[] }).moved)
    expect(moved.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
  }
})

test('CARD-08 CART-08 a product of several colours asks for one; nothing is in the cart before', async ({ page }) => {
  await page.goto('/shop')
  await addFromCard(page, 'Jute Market Tote')
  const choice = page.getByRole('dialog', { name: 'Choose a colour' })
  await expect(choice.getByRole('radio')).toHaveCount(3)
  await expect(choice.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('banner').getByText(/^[1-9]$/)).toHaveCount(0)
  await choice.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(choice.getByRole('alert')).toHaveText('Please choose a colour.')
  await choice.getByRole('radio', { name: 'Indigo' }).check()
  await choice.getByRole('button', { name: 'Increase quantity' }).click()
  await choice.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(sheet(page, 2).getByRole('listitem').filter({ hasText: 'Jute Market Tote' })).toContainText('Indigo')
  await expect(choice).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Back where it began.
  const card = page.getByRole('article', { name: 'Jute Market Tote', exact: true })
  await expect(card.getByRole('button', { name: /^(Quick )?Add$/ }).and(page.locator(':focus'))).toHaveCount(1)
})

test('CARD-08 the place of the choice shows with the press, before its code is here', async ({ page }) => {
  const [held, send] = gate()
  await page.goto('/shop')
  await settled(page)
  await page.route(/\/assets\/choose-colour.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await addFromCard(page, 'Jute Market Tote')
  await expect(page.getByRole('status').filter({ hasText: 'Choose a colour' })).toBeVisible()
  send()
  await expect(page.getByRole('dialog', { name: 'Choose a colour' })).toBeVisible()
})

test('PROD-06 a line shows the picture of its colour and leads to it, also from a shared cart', async ({
  page,
  store,
}) => {
  const tote = await store.product('Jute Market Tote')
  const picture = tote.colors.find(({ value }: { value: string }) => value === 'olive').image
  const address = `/product/${tote.id}?colour=olive`
  await page.goto(`/cart?items=${tote.id}.1.olive`)
  const shared = page.getByRole('list', { name: 'Items of the shared cart' })
  await expect(shared.getByRole('link', { name: 'Jute Market Tote' })).toHaveAttribute('href', address)
  await expect(shared.locator('img:not([aria-hidden])')).toHaveAttribute('src', new RegExp(picture))
  const quoted = page.waitForResponse('**/api/store/quote')
  await page.getByRole('button', { name: 'Add to my cart' }).click()
  const line = sheet(page, 1).getByRole('list', { name: 'Cart items' })
  await expect(line.locator('img:not([aria-hidden])')).toHaveAttribute('src', new RegExp(picture))
  await expect(line.getByRole('link', { name: 'Jute Market Tote' })).toHaveAttribute('href', address)
  // What an order keeps.
  expect((await (await quoted).json()).items).toMatchObject([{ image: picture }])
})

test('CART-16 two tabs agree on the cart', async ({ page, context }) => {
  const other = await context.newPage()
  await Promise.all([page.goto('/shop'), other.goto('/shop')])
  await addFromCard(page, SOAP)
  await expect(
    other
      .getByRole('button', { name: 'Open cart, 1 items' })
      .or(other.getByRole('button', { name: 'Open cart, 1 item' })),
  ).toBeVisible()
  await addFromCard(other, 'Lavender Soap')
  await expect(sheet(page, 2)).toBeVisible()
  await expect(sheet(other, 2)).toBeVisible()
})

test(`CART-02 CART-03 CART-14 a guest’s cart joins the account’s at sign-in and is kept there${ALSO_LONG}`, async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const user = await store.newUser('Meera Raghunathan')
  const [lavender] = (await user.pb.collection('products').getList(1, 1, { filter: 'name = "Lavender Soap"' })).items
  await user.pb.collection('carts').create({
    user: user.id,
    items: [
      {
        productId: lavender?.id,
        product: { id: lavender?.id, name: lavender?.name, price: lavender?.price, images: lavender?.images },
        quantity: 2,
        color: '',
      },
    ],
  })
  await page.goto(`${store.url}/shop`)
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  const enter = async () => {
    await page.goto(`${store.url}/auth/login`)
    await signIn(page, user)
  }
  await enter()
  await expect(page.getByText('Your carts are together now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toBeVisible()
  const kept = async () =>
    (await user.pb.collection('carts').getFullList())[0]?.items.map((line: { quantity: number }) => line.quantity)
  await expect.poll(kept).toEqual([2, 1])
  if (!LONG) return page.close()

  // Put in after signing out, in a browser that knows the account, and signed in again by another visit: it is a
  // guest's, and joins too.
  const place = await accountPlace(page)
  await place.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(place.getByRole('link', { name: 'Sign in' })).toBeVisible()
  // The page is left before what keeps the two carts together has come.
  watch.expectProblem('/assets/sync-')
  await page.route('**/assets/sync-*.js', (route) => route.abort())
  await page.goto(`${store.url}/shop`)
  await addFromCard(page, 'Rose Petal Soap')
  await expect(sheet(page, 4)).toBeVisible()
  await page.unroute('**/assets/sync-*.js')
  await enter()
  await expect(page.getByRole('button', { name: 'Open cart, 4 items' })).toBeVisible()
  await expect.poll(kept).toEqual([2, 1, 1])
  // Pictures still on their way must not miss the store that goes with this test.
  await page.close()
})
