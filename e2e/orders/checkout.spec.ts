import type { Page } from '@playwright/test'
import { fillAddress } from '../tools/buyer'
import { expect, settled, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'
const BAG = 'Jute Market Tote'
const PHONE = { width: 390, height: 844 }

async function put(page: Page, name: string): Promise<void> {
  await page.goto('/shop')
  await page.getByRole('article', { name }).getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
}

const place = (page: Page) => page.getByRole('button', { name: 'Place order' })

for (const [size, height] of [
  [PHONE, 57],
  [{ width: 1280, height: 800 }, 73],
] as const) {
  test(`ROUTE-22 at checkout header and footer lead back or to the policies, ${size.width} wide`, async ({ page }) => {
    await page.setViewportSize(size)
    await page.goto('/checkout')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link')).toHaveCount(2)
    await expect(header.getByRole('button')).toHaveCount(0)
    await expect(header).toContainText('Secure')
    expect((await header.boundingBox())?.height).toBe(height)
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'All Products' })).toHaveCount(0)
    for (const name of ['Shipping', 'Cancellations and refunds', 'Terms and conditions', 'Privacy'])
      await expect(footer.getByRole('link', { name, exact: true })).toBeAttached()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(header.getByRole('button', { name: /^Open cart/ })).toBeVisible()
  })
}

test('ORDER-14 on a phone the button stays in sight with its total, and covers no field the keyboard reaches', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await put(page, SOAP)
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  await expect(place(page)).toBeInViewport({ ratio: 1 })
  await page.getByRole('textbox', { name: 'PIN code' }).focus()
  for (let field = 0; field < 12; field += 1) {
    await page.keyboard.press('Tab')
    const [focused, bar] = await page.evaluate(() => {
      const bottom = document.activeElement?.getBoundingClientRect().bottom ?? 0
      return [bottom, document.querySelector('.place-bar')?.getBoundingClientRect().top ?? 0]
    })
    if (await place(page).evaluate((button) => button === document.activeElement)) break
    expect(focused).toBeLessThanOrEqual(bar)
  }
  // A phone held sideways keeps its room for the form.
  await page.setViewportSize({ width: 844, height: 390 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(place(page)).not.toBeInViewport()
})

test('ORDER-14 ORDER-15 the folded summary shows what is bought and saved, and no colour where there is none', async ({
  page,
  store,
}) => {
  await page.setViewportSize(PHONE)
  await put(page, SOAP)
  await put(page, BAG)
  await page.goto('/checkout')
  const summary = page.getByRole('region', { name: 'Order summary, 2 items' })
  await expect(summary.locator('summary').first()).toContainText('You save ₹')
  expect((await summary.boundingBox())?.height).toBe(60)
  await expect(summary.locator('summary img')).toHaveCount(2)
  await settled(page)

  const tote = await store.product(BAG)
  const [colour] = tote.colors as { name: string }[]
  await summary.locator('summary').first().click()
  const lines = summary.getByRole('list', { name: 'Items' }).getByRole('listitem')
  await expect(lines).toContainText([new RegExp(`${SOAP}\\d+ g · 1`), `${BAG}${colour?.name}`])
  await expect(page.getByText('Default')).toHaveCount(0)
})

test('ORDER-16 an order leads to tracking with its number, and buys again what can be had', async ({ page, store }) => {
  await put(page, SOAP)
  await page.goto('/checkout')
  await fillAddress(page)
  await place(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, Meera' })).toBeVisible()
  const number = ((await page.getByText(/^Order SJ-/).textContent()) ?? '').replace('Order ', '')
  const settings = await (await store.superuser()).collection('store_settings').getFirstListItem('')
  await expect(page.getByRole('main').getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/${settings.chat_number}?text=Order%20${number}`,
  )
  await page.getByRole('button', { name: 'Buy again' }).click()
  const sheet = page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })
  await expect(sheet.getByRole('list', { name: 'Cart items' }).getByRole('listitem')).toContainText(SOAP)
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Track order' }).click()
  await expect(page).toHaveURL('/track-order')
  await expect(page.getByRole('textbox', { name: 'Order number' })).toHaveValue(number)
})
