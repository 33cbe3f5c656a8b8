import { liftLimits, type RecordStore } from '../../tests/backend/record-store'
import { orderOf, placeOrder } from '../../tests/order'
import { problems } from '../tools/axe'
import { deskOverflow, deskProblems, openDesk, tabTo } from '../tools/desk'
import { expect, test } from '../tools/store'

const PASSWORD = 'soap and sandalwood'

/** A cash order of two pieces, placed as shoppers do. */
async function cashOrder(store: RecordStore): Promise<void> {
  await liftLimits(store)
  const owner = await store.superuser()
  const soap = await owner
    .collection('products')
    .getFirstListItem('category = "soap" && inStock = true', { sort: 'name' })
  const items = [{ product: soap.id, quantity: 2, color: '' }]
  const { grand_total: expected_total } = (await store.post('/api/store/quote', { items })).body
  const contact = { name: 'Lalitha', email: 'lalitha@example.in', phone: '9845012310' }
  const address = { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Chennai', state: 'TN', pincode: '600004' }
  await placeOrder(store.guest(), orderOf(soap.id, { items, contact, address, payment_method: 'cod', expected_total }))
}

const newestLink = (store: RecordStore) =>
  [...store.output().matchAll(/\/staff(#\/password\/[\w.-]+)/g)].at(-1)?.[1] ?? ''

test('STAFF-11 a packer is invited, chooses a password, packs by keyboard, sees no money, and is out when shut out', async ({
  page: admin,
  browser,
  freshStore,
  watch,
}) => {
  watch.expectProblem('/desk/staff')
  const store = await freshStore()
  await cashOrder(store)
  await openDesk(admin, store, '/staff')
  await expect(admin.getByText('Only you so far. A packer sees parcels, no money.')).toBeVisible()
  await admin.getByRole('button', { name: 'Invite' }).click()
  await admin.getByRole('textbox', { name: 'Name' }).fill('Suresh Patil')
  await admin.getByRole('textbox', { name: 'Email' }).fill('suresh')
  await admin.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(admin.getByText('Enter an email address such as name@example.in.')).toBeVisible()
  expect(await deskProblems(admin, 'Invite')).toEqual([])
  await admin.getByRole('textbox', { name: 'Email' }).fill('suresh@example.in')
  await admin.getByRole('button', { name: 'Send the invitation' }).click()
  const row = admin.getByRole('row', { name: /Suresh Patil/ })
  await expect(row.getByText('Waiting')).toBeVisible()
  expect(await deskProblems(admin, 'Somebody who waits')).toEqual([])

  const context = await browser.newContext({ viewport: { width: 320, height: 700 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await page.goto(`${store.url}/staff${newestLink(store)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
  const password = page.getByLabel('New password', { exact: true })
  await password.fill('short')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  expect(await problems(page, 'Choose a password')).toEqual([])
  await password.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '1 parcel to pack' })).toBeVisible()

  const entries = page.getByRole('navigation', { name: 'The shop' }).getByRole('link')
  await expect(entries).toHaveText(['Today', 'Packing', 'Stock-take'])
  await page.goto(`${store.url}/staff#/figures`)
  await expect(page).toHaveURL(/#\/today$/)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  const tick = page.getByRole('checkbox', { name: /^Tick SJ-/ })
  await expect(tick).toHaveCount(1)
  await expect(page.locator('main')).not.toContainText('₹')
  expect(await deskOverflow(page)).toBe(0)
  expect(await problems(page, 'Packing', { fromShadowDom: ['#desk', '.desk'] })).toEqual([])
  await tabTo(page, tick)
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Mark 1 packed' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing to pack' })).toBeVisible()

  await admin.reload()
  const log = admin.getByRole('region', { name: 'What was done' })
  await expect(log.getByText(/^Suresh Patil packed SJ-/)).toBeVisible()
  await expect(log.getByText(/invited Suresh Patil as packer/)).toBeVisible()
  expect(await deskProblems(admin, 'Staff')).toEqual([])
  await admin.getByRole('button', { name: 'Change Suresh Patil' }).click()
  await admin.getByRole('switch', { name: /Is let in/ }).uncheck()
  await expect(admin.getByText('Suresh Patil is signed out at once and not let in any more.')).toBeVisible()
  await admin.getByRole('button', { name: 'Shut out' }).click()
  await expect(row.getByText('Nothing: not let in any more')).toBeVisible()

  await entries.filter({ hasText: 'Stock-take' }).click()
  await expect(page.getByText('You were signed out. Sign in and go on here.')).toBeVisible()
  await page.getByLabel('Email').fill('suresh@example.in')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This email and password do not belong together.')).toBeVisible()
  expect(await problems(page, 'Sign in')).toEqual([])
  expect(await deskOverflow(page)).toBe(0)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are not let in any more. Ask the owner of the shop.')).toBeVisible()
  await context.close()
})
