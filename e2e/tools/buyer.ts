import type { Page } from '@playwright/test'

/** What a shopper types at the checkout, by the labels of its fields. */
export const FORM = {
  'Full name': 'Meera Raghunathan',
  Email: 'meera.r@example.in',
  'Mobile number': '98450 12345',
  'PIN code': '560003',
  City: 'Bengaluru',
  'Address line 1': '14, 3rd Cross, Malleshwaram',
}

/** Types it into the checkout. The cart's sheet, which is on its way out, has a field for the PIN code as well. */
export async function fillAddress(page: Page, values: Record<string, string> = FORM): Promise<void> {
  const form = page.getByRole('main')
  for (const [name, value] of Object.entries(values)) await form.getByRole('textbox', { name }).fill(value)
}
