import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { signInToAdmin } from '../tools/desk'
import { expect, test } from '../tools/store'

test.use({ viewport: { width: 1280, height: 900 } })

async function openPanel(page: Page, store: RecordStore, record: string): Promise<void> {
  await signInToAdmin(page, store)
  await page.goto(`${store.url}/_/#/collections?collection=products`)
  await page.getByText(record, { exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'Unlock to save' })).toBeVisible()
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`[name="${field}"]`).fill(text)
  const unlock = page.getByRole('button', { name: 'Unlock to save' })
  if (await unlock.isVisible()) await unlock.click()
}

test('SAVE-01 of two panels of one product the later save is refused in words, and two saves in one panel hold @long', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  watch.expectProblem(/400/)
  const store = await freshStore()
  const other = await context.newPage()
  await openPanel(page, store, 'Market Jhola')
  await openPanel(other, store, 'Market Jhola')

  for (const price of ['777', '778']) {
    await type(page, 'price', price)
    await page.keyboard.press('Control+s')
    await expect(page.getByText(/^Successfully updated products/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  }
  await type(other, 'material', 'Khadi')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText(/This product has changed since you opened it/)).toBeVisible()
  await expect(other.getByText(/The shop has “778” now, this panel “\d+”/)).toBeVisible()

  const product = await store.product('Market Jhola')
  expect(product.price).toBe(778)
  expect(product.material).not.toBe('Khadi')
})
