import type { Page } from '@playwright/test'
import { SUPERUSER_EMAIL, SUPERUSER_PASSWORD } from '../../tests/backend/record-store'
import { fillAddress } from '../tools/buyer'
import { SELLER } from '../tools/desk'
import { expect, test } from '../tools/store'

/**
 * Seconds a person takes: to aim and click, to strike a key, to think before each step (Card, Moran and Newell, *The
 * keystroke-level model*, 1980: P + B, K of an average typist, M).
 */
const CLICK = 1.3
const KEY = 0.28
const THINK = 1.35

/** What a person does, on pages that come and go. */
class Hands {
  seconds = 0
  constructor(private readonly page: Page) {}

  async press(name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
    await this.page.getByRole(role, { name, exact: true }).first().click()
    this.seconds += THINK + CLICK
  }

  /** The field is clicked, what stands in it is replaced. */
  async type(name: string | RegExp, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name, exact: true }).fill(text)
    this.seconds += THINK + CLICK + KEY * text.length
  }

  async keys(text: string): Promise<void> {
    await this.page.keyboard.type(text)
    this.seconds += THINK + KEY * text.length
  }
}

test('DESK-05 GRID-06 from an empty shop to the first sold product by the list alone: no id, no JSON, five minutes', async ({
  page,
  freshStore,
  mailbox,
}) => {
  // A mail server and nightly backups, as a shop has that was started by docs/deployment.md.
  const store = await freshStore({ seed: 'none', env: mailbox.env })
  const owner = await store.superuser()
  await owner.settings.update({ backups: { cron: '0 2 * * *' } })
  const hands = new Hands(page)
  await page.goto(`${store.url}/_/`)
  await hands.type(/^Email/, SUPERUSER_EMAIL)
  await hands.type(/^Password/, SUPERUSER_PASSWORD)
  await hands.press('Login')
  await hands.press(/^See: Things? keeps? the shop from opening/, 'link')
  await expect(page.getByRole('heading', { level: 1, name: '2 steps to go' })).toBeVisible()

  await hands.press('Fill in')
  for (const [name, value] of Object.entries(SELLER)) await hands.type(name, value)
  await hands.press('Save')
  await expect(page.getByRole('heading', { level: 1, name: 'One step to go' })).toBeVisible()

  await hands.press('Add a product', 'link')
  const chosen = page.waitForEvent('filechooser')
  await hands.press('Add photographs')
  // The browser's own dialog: a folder, a file, Open.
  hands.seconds += 3 * (THINK + CLICK)
  await (await chosen).setFiles('pocketbase/seed/images/aloe-cucumber-soap-1.jpg')
  const row = page.getByRole('row', { name: /draft/ })
  await row.getByRole('gridcell').nth(3).click()
  hands.seconds += THINK + CLICK
  await hands.keys('180\n')
  await hands.press('Look at the difference')
  await hands.press('Save 1 price')
  await expect(page.getByText('1 price saved.')).toBeVisible()

  await hands.press(/^Setting up/, 'link')
  await expect(page.getByRole('heading', { level: 1, name: 'Ready to open' })).toBeVisible()
  test.info().annotations.push({ type: 'seconds of a person', description: hands.seconds.toFixed(0) })
  expect(hands.seconds).toBeLessThan(300)

  const shop = await page.context().newPage()
  await shop.goto(`${store.url}/shop`)
  await shop.getByRole('article').getByRole('link').first().click()
  await shop.getByRole('button', { name: 'Add to Cart' }).first().click()
  await shop.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await fillAddress(shop)
  await shop.getByRole('button', { name: 'Place order' }).click()
  await expect(shop.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()

  await page.bringToFront()
  await page
    .getByRole('link', { name: /^Today/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 parcel')
})
