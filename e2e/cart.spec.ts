import type { Page } from '@playwright/test'
import { expect, test } from './store'

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
  await page.goto('/shop')
  await addFromCard(page, SOAP)
  await expect(sheet(page, 1)).toBeVisible()
  const plus = page.getByRole('button', { name: `Increase quantity of ${SOAP}` })
  for (let tap = 0; tap < 5; tap += 1) await plus.click({ noWaitAfter: true })
  await expect(sheet(page, 6)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Open cart, 6 items' })).toBeVisible()
})

test('SHEET-01 Escape closes the sheet and gives the focus back', async ({ page }) => {
  await page.goto('/shop')
  const opener = page.getByRole('button', { name: /^Open cart/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet(page, 0)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('CART-04 SHEET-01 what is pressed before the page is alive counts once it is, and once', async ({ page }) => {
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
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

test('SHEET-02 SHEET-08 an empty cart cannot be checked out', async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect(sheet(page, 0).getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(sheet(page, 0).getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled()
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
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
  await items.first().getByRole('button', { name: 'Remove Jute Market Tote' }).click()
  await expect(items).toHaveCount(1)
  await expect(items.first()).toHaveText(kept ?? '')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(items).toHaveCount(2)
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

test('CART-02 CART-03 CART-14 a guest’s cart joins the account’s at sign-in and is kept there', async ({
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
  const signIn = async () => {
    await page.goto(`${store.url}/auth/login`)
    await page.getByRole('textbox', { name: 'Email' }).fill(user.email)
    await page.getByRole('textbox', { name: 'Password' }).fill(user.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await signIn()
  await expect(page.getByText('Your carts are together now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open cart, 3 items' })).toBeVisible()
  const kept = async () =>
    (await user.pb.collection('carts').getFullList())[0]?.items.map((line: { quantity: number }) => line.quantity)
  await expect.poll(kept).toEqual([2, 1])

  // Put in after signing out, in a browser that knows the account, and signed in again by another visit: it is a guest's, and joins too.
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  // The page is left before what keeps the two carts together has come.
  watch.expectProblem('/assets/sync-')
  await page.route('**/assets/sync-*.js', (route) => route.abort())
  await page.goto(`${store.url}/shop`)
  await addFromCard(page, 'Rose Petal Soap')
  await expect(sheet(page, 4)).toBeVisible()
  await page.unroute('**/assets/sync-*.js')
  await signIn()
  await expect(page.getByRole('button', { name: 'Open cart, 4 items' })).toBeVisible()
  await expect.poll(kept).toEqual([2, 1, 1])
  // Pictures still on their way must not miss the store that goes with this test.
  await page.close()
})
