import type { Page } from '@playwright/test'
import { FORM, fillAddress } from '../tools/buyer'
import { enlargeText, LARGE_TEXT } from '../tools/layout'
import { expect, settled, test } from '../tools/store'

const INDIA_MS = 5.5 * 3_600_000
const DAYS = /^Arrives \w{3} \d{1,2}( \w{3})? to \w{3} \d{1,2} \w{3}/

test('DELIV-08 a PIN code is typed once: product, cart and checkout say when it comes, and the order keeps it', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  // The hour at which the days move on by one is not one of this test's: it is half a day away.
  const hour = new Date(Date.now() + INDIA_MS).getUTCHours()
  await store.changeSettings({ cutoff_hour: (hour + 12) % 24 || 24 })
  await page.goto(`${store.url}/shop`)
  await page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true }).getByRole('link').first().click()
  await settled(page)
  const delivery = page.getByRole('group', { name: 'Delivery' })
  const pin = delivery.getByRole('textbox', { name: 'PIN code' })
  const said = delivery.getByRole('status')
  await expect(said).toHaveText('Type your PIN code to see.')
  await pin.fill('056001')
  await expect(said).toHaveText('PIN codes do not begin with 0.')
  await pin.fill('५६००१२३')
  await expect(said).toHaveText('PIN codes have six digits.')
  await pin.fill('682555')
  await expect(said).toHaveText('We do not deliver to 682555 yet.')
  await pin.fill('744101')
  await expect(said).toHaveText(/no cash on delivery there$/)
  await pin.fill('  ५६० ००१ ')
  await expect(said).toHaveText(DAYS)
  await expect(said).toHaveText(/Free delivery · cash on delivery possible$/)
  await page.reload()
  await expect(said).toHaveText(DAYS)
  const days = (await said.textContent())?.split('Free')[0] ?? ''

  await page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByRole('group', { name: 'Delivery' }).getByRole('status')).toContainText(days)
  await sheet.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('560001')
  await expect(page.getByRole('main').getByText(days, { exact: true })).toBeVisible()

  await page.getByRole('textbox', { name: 'PIN code' }).fill('744101')
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560001')
  const { 'PIN code': _, ...others } = FORM
  await fillAddress(page, others)
  await page.getByLabel('State').selectOption('KA')
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  await expect(page.getByText(days, { exact: true })).toBeVisible()
})

test('DELIV-08 another PIN code that is typed in another tab stands in this one, with what is said of it', async ({
  page,
  context,
  store,
}) => {
  const { id } = await store.product('Neem & Tulsi Soap')
  const other = await context.newPage()
  const delivery = (tab: Page) => tab.getByRole('group', { name: 'Delivery' })
  for (const tab of [page, other]) {
    await tab.goto(`/product/${id}`)
    await settled(tab)
  }
  await delivery(page).getByRole('textbox').fill('560001')
  await expect(delivery(page).getByRole('status')).toHaveText(DAYS)
  await delivery(other).getByRole('textbox').fill('744101')
  await expect(delivery(page).getByRole('textbox')).toHaveValue('744101')
  await expect(delivery(page).getByRole('status')).toHaveText(/no cash on delivery there$/)
  await delivery(page).getByRole('textbox').fill('')
  await expect(delivery(other).getByRole('textbox')).toHaveValue('')
  await delivery(other).getByRole('textbox').fill('560001')
  await expect(delivery(page).getByRole('textbox')).toHaveValue('560001')
})

test('DELIV-08 ACCESS-04 a PIN code is seen whole in letters of twice the size', async ({ page }) => {
  await page.setViewportSize(LARGE_TEXT)
  await page.goto('/shop')
  await page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true }).getByRole('link').first().click()
  await settled(page)
  await enlargeText(page, true)
  const pin = page.getByRole('group', { name: 'Delivery' }).getByRole('textbox', { name: 'PIN code' })
  await pin.fill('560 001')
  await expect.poll(() => pin.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
})

test('DELIV-08 of what is sold out neither a day nor free delivery is said', async ({ page, freshStore }) => {
  const store = await freshStore({ seed: 'demo' })
  const products = (await store.superuser()).collection('products')
  const { id } = await store.product('Neem & Tulsi Soap')
  await products.update(id, { inStock: false })
  await page.goto(`${store.url}/product/${id}`)
  await settled(page)
  const delivery = page.getByRole('group', { name: 'Delivery' })
  await delivery.getByRole('textbox', { name: 'PIN code' }).fill('682555')
  await expect(delivery.getByRole('status')).toHaveText('We do not deliver to 682555 yet.')
  await delivery.getByRole('textbox', { name: 'PIN code' }).fill('560001')
  await expect(delivery.getByRole('status')).toHaveText('We deliver to 560001.')
})
