import { expect, type Page } from '@playwright/test'

const SOAP = 'Neem & Tulsi Soap'

/** What a shopper types at the checkout, by the labels of its fields. */
export const FORM = {
  'Full name': 'Meera Raghunathan',
  Email: 'meera.r@example.in',
  'Mobile number': '98450 12345',
  'PIN code': '560003',
  City: 'Bengaluru',
  'Address line 1': '14, 3rd Cross, Malleshwaram',
}

/** Puts the soap of a list into the cart, from its page. */
export async function addSoap(page: Page): Promise<void> {
  await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
  await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
}

/** Types it into the checkout. The cart's sheet, which is on its way out, has a field for the PIN code as well. */
export async function fillAddress(page: Page, values: Record<string, string> = FORM): Promise<void> {
  const form = page.getByRole('main')
  for (const [name, value] of Object.entries(values)) await form.getByRole('textbox', { name }).fill(value)
}

/** Places the order and answers its id and number. */
export async function placeOrder(page: Page): Promise<{ id: string; number: string }> {
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  const number = await page.getByText(/^Order SJ-/).textContent()
  return { id: new URL(page.url()).pathname.split('/').at(-1) ?? '', number: (number ?? '').replace('Order ', '') }
}
