import type { Page } from '@playwright/test'
import { expect, test } from './store'

/** Records and screens at the edge of what people make of them: nothing may leave the page or become unreachable. */

const UNBROKEN = 'Nariyalhaldineemtulsichandankesarkaoorsaunfkasabun'.repeat(2)

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('PROD-01 ORDER-06 names and addresses without a blank stay on a 320 px page, from the product to the order', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const product = await (await store.superuser())
    .collection('products')
    .create({ name: UNBROKEN, category: 'soap', price: 149.99, inStock: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${store.url}/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1, name: UNBROKEN })).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)

  await page.getByRole('button', { name: 'Increase quantity', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill(UNBROKEN.slice(0, 60))
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('98450 12345')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560001')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await page.getByRole('textbox', { name: 'Address line 1' }).fill('W'.repeat(100))
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(page.getByText('W'.repeat(100))).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
})

test('SHEET-03 SHEET-06 on a phone held sideways every line and the way to checkout can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 320 })
  await page.goto('/shop')
  const card = page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })
  const remove = sheet.getByRole('button', { name: 'Remove Neem & Tulsi Soap' })
  const heading = sheet.getByRole('heading', { name: 'Shopping Cart (1 items)' })
  await remove.scrollIntoViewIfNeeded()
  await expect(remove).toBeInViewport({ ratio: 1 })
  await expect(heading).toBeInViewport()
  // The stepper and the line's total are there at the same time: a slit of one button's height is no list.
  await expect(sheet.getByRole('button', { name: 'Increase quantity of Neem & Tulsi Soap' })).toBeInViewport({
    ratio: 1,
  })
  const checkOut = sheet.getByRole('button', { name: 'Proceed to Checkout' })
  await checkOut.scrollIntoViewIfNeeded()
  await expect(checkOut).toBeInViewport({ ratio: 1 })
})

test('ROUTE-08 contact details that cannot be fetched are not said to be missing', async ({ page, watch }) => {
  watch.expectProblem(/store_settings/)
  await page.route('**/api/collections/store_settings/**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/contact')
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('Phone and email of the shop are not given yet')).toHaveCount(0)
  await page.unroute('**/api/collections/store_settings/**')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Email' })).toBeVisible()
})
