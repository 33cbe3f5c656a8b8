import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { deskProblems, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

async function makeForty(store: RecordStore): Promise<void> {
  const owner = await store.superuser()
  const made = Array.from({ length: 40 }, (_, position) => ({ name: `Soap ${position}`, price: 180 + position }))
  for (const soap of made) await owner.collection('products').create({ category: 'soap', inStock: true, ...soap })
}
/** What the browser's own field for date and time holds, in India, some days from now. */
const inDays = (days: number) => new Date(Date.now() + (days * 24 + 5.5) * 60 * 60_000).toISOString().slice(0, 16)
const words = (page: Page) => page.locator('[data-words]')

test('PROMO-26 forty prices go down by 10 % for a week, and are back when the plan is ended', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem('/api/store/desk/price-plans)')
  const store = await freshStore({ seed: 'none' })
  await makeForty(store)
  const owner = await store.superuser()
  const lowered = async () =>
    (await owner.collection('products').getList(1, 1, { filter: 'regular_price > 0 && price < regular_price' }))
      .totalItems
  await openDesk(page, store, '/promotions')
  await expect(page.getByText('No promotion yet')).toBeVisible()
  await page.getByRole('link', { name: 'New price plan' }).click()
  await page.getByLabel('Name, for you').fill('Winter soap')
  await page.getByLabel('From, Indian time').fill(inDays(1))
  await page.getByLabel('Until, Indian time').fill(inDays(-1))
  await page.getByLabel('Percent off').fill('−10')
  await page.getByLabel('Prices end in').selectOption('9')
  await page.getByLabel('soap (40)').check()
  await expect(words(page)).toContainText('It ends before it begins.')
  await page.getByRole('button', { name: 'Save the plan' }).click()
  await expect(page.getByLabel('Until, Indian time')).toHaveAccessibleDescription(/^The end is before the start/)
  await expect(page.getByLabel('Until, Indian time')).toBeFocused()
  await page.getByLabel('Until, Indian time').fill(inDays(7))
  await page.getByLabel('From, Indian time').fill(inDays(-0.01))
  await expect(words(page)).toContainText(
    'From now on, 40 products in soap cost 10% less, ending in 9, such as Soap 0 ₹180.00 ₹159.00.',
  )
  // What is typed is still there after a reload.
  await page.reload()
  await expect(page.getByLabel('Name, for you')).toHaveValue('Winter soap')
  await expect(page.getByLabel('soap (40)')).toBeChecked()
  await expect(words(page)).toContainText('40 products')
  expect(await deskProblems(page, 'new price plan')).toEqual([])
  await page.getByRole('button', { name: 'Save the plan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 promotion runs now')
  await expect(page.getByRole('link', { name: /^Winter soap/ })).toContainText('40 prices')
  expect(await lowered()).toBe(40)
  await expect(page.getByLabel('Percent off')).toBeDisabled()
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('button', { name: 'End it now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No promotion runs now')
  expect(await lowered()).toBe(0)
})

/** Plans that are over, for a list that is longer than its first answer. */
async function makeEnded(store: RecordStore, count: number): Promise<void> {
  await (await store.superuser()).sql.run(
    `WITH RECURSIVE plan(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM plan WHERE n < ${count})
     INSERT INTO price_plans (id, name, active, starts, ends, products, categories, percent, price, round_to, show_was, created, updated)
     SELECT printf('ended%010d', n), 'Over ' || n, TRUE, '2020-01-01 00:00:00.000Z', '2020-01-02 00:00:00.000Z', '[]',
       '["soap"]', 10, 0, '', FALSE, '2020-01-01 00:00:00.000Z', '2020-01-01 00:00:00.000Z' FROM plan`,
  )
}

test('PROMO-20 PROMO-22 older plans are shown when asked for; a copy takes no unsaved one’s place unasked @long', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'none' })
  await makeEnded(store, 101)
  await openDesk(page, store, '/promotions')
  const list = page.getByRole('list', { name: 'Promotions and price plans' }).getByRole('link')
  await expect(list).toHaveCount(100)
  const older = page.getByRole('button', { name: 'Show older price plans' })
  await older.click()
  await expect(list).toHaveCount(101)
  await expect(older).toHaveCount(0)
  await page.getByRole('link', { name: 'New price plan' }).click()
  await page.getByLabel('Name, for you').fill('Begun')
  await list.filter({ hasText: 'Over 101' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'A new price plan is not saved yet' })
  expect(await deskProblems(page, 'a copy over what is not saved')).toEqual([])
  await dialog.getByRole('button', { name: 'Open it' }).click()
  await expect(page.getByLabel('Name, for you')).toHaveValue('Begun')
  await page.goBack()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copy over it' }).click()
  await expect(page.getByLabel('Name, for you')).toHaveValue('Over 101 again')
})

test('PROMO-27 a code says what it does, is linked and copied; a hundred codes are made and taken out', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'none' })
  const owner = await store.superuser()
  await owner.collection('products').create({ name: 'Market Jhola', category: 'bag', price: 650, inStock: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await openDesk(page, store, '/promotions')
  await page.getByRole('link', { name: 'New promotion' }).click()
  await page.getByLabel('Name, for shoppers').fill('Diwali')
  await page.getByLabel('Percent off').fill('15')
  const from = page.getByLabel('From, Indian time')
  await from.pressSequentially('11')
  await page.getByRole('button', { name: 'Save the promotion' }).click()
  await expect(from).toHaveAccessibleDescription('Write day and time in full, or nothing.')
  await from.fill(inDays(-1))
  await page.getByRole('button', { name: 'Save the promotion' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('दिवाली')
  await page.getByRole('button', { name: 'Save the promotion' }).click()
  await expect(page.getByText('Write the code in letters from A to Z and digits.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill('diwali१५')
  await page.getByLabel('Smallest order, rupees').fill('₹500')
  await page.getByLabel('bag (1)').check()
  await expect(words(page)).toContainText(
    'Who types DIWALI15 pays 15% less for things in bag in an order from ₹500.00. Market Jhola costs ₹552.50 instead of ₹650.00.',
  )
  await expect(page.getByText('The link /?code=DIWALI15 fills it in.')).toBeVisible()
  await page.getByRole('button', { name: 'Save the promotion' }).click()
  await expect(page.getByRole('heading', { name: 'DIWALI15' })).toBeVisible()
  expect(await deskProblems(page, 'a promotion on a phone')).toEqual([])

  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByLabel('Name, for shoppers')).toHaveValue('Diwali again')
  await page.getByLabel('How it is had').selectOption('Codes good once each')
  await page.getByRole('button', { name: 'Save the promotion' }).click()
  await page.getByRole('button', { name: 'Make 100 codes' }).click()
  await expect(page.getByText('100 codes, 0 used.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download them as CSV' }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  const [heading, ...lines] = file.trim().split('\r\n')
  expect([heading, lines.length]).toEqual(['code,used,order', 100])
  expect(lines[0]).toMatch(/^[A-HJ-NP-Z2-9]{10},no,$/)
  await page.getByRole('link', { name: 'All promotions' }).click()
  await expect(page.getByRole('list', { name: 'Promotions and price plans' }).getByRole('link')).toHaveCount(2)
})
