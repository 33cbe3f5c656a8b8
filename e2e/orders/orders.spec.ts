import type { Page } from '@playwright/test'
import type PocketBase from 'pocketbase'
import type { PlacedOrder } from '../../src/domain/orders/order'
import type { RecordStore } from '../../tests/backend/record-store'
import { orderOf, payPretend, placeOrder } from '../../tests/order'
import { resize } from '../tools/layout'
import { expect, keepSession, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

/** Places an order of two soaps the way the shop's own page does, for this client's person or for a guest. */
async function place(client: PocketBase, payment_method: 'cod' | 'online'): Promise<PlacedOrder> {
  const soap = await client.collection('products').getFirstListItem(client.filter('name = {:name}', { name: SOAP }))
  const items = [{ product: soap.id, quantity: 2, color: '' }]
  const contact = { name: 'Meera Raghunathan', email: 'meera.r@example.in', phone: '9845012345' }
  return placeOrder(client, orderOf(soap.id, { items, contact, payment_method, expected_total: 36000 }))
}

/** Opens an order the way its mail's link does. */
async function openAsGuest(page: Page, store: RecordStore, order: PlacedOrder): Promise<void> {
  await page.goto(`${store.url}/order-confirmation/${order.id}#t=${order.access_token}`)
  await expect(page.getByText(`Order ${order.number}`)).toBeVisible()
}

/** What a merchandiser saves in the admin UI. */
async function save(store: RecordStore, order: PlacedOrder, changes: object): Promise<void> {
  const superuser = await store.superuser()
  await superuser.collection('orders').update(order.id, changes)
}

const SHIPPED = {
  fulfilment_status: 'shipped',
  courier: 'India Post',
  tracking_number: 'EX123456789IN',
  tracking_url: 'https://courier.example/EX123456789IN',
}

/**
 * When an open page follows its order (`LIVE_AFTER_MS`), and is told from then on. A clock that jumps by
 * `ANSWER_TIMEOUT_MS` would end what the page is just asking, and show it what was kept.
 */
const FOLLOWS_MS = 5000

/** How many pages of A4 a page takes in print. */
async function sheetsOfPaper(page: Page): Promise<number> {
  const paper = await page.pdf({ format: 'A4' })
  return paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

const progress = (page: Page) => page.getByRole('list', { name: 'Order progress' })
const currentStep = (page: Page) => progress(page).locator('[aria-current=step]')

/** A mark that a reload would wipe out. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { stayed: true }))
const isSamePage = (page: Page) => page.evaluate(() => 'stayed' in window)

test('ORDER-09 ORDER-06 a guest’s open page shows what the merchandiser saves, without a reload', async ({
  page,
  store,
}) => {
  const order = await place(store.guest(), 'cod')
  await page.clock.install()
  await openAsGuest(page, store, order)
  await expect(page).toHaveURL(`${store.url}/order-confirmation/${order.id}`)
  await expect(page.getByText('Please keep ₹360.00 ready for the courier.')).toBeVisible()
  await expect(currentStep(page)).toContainText('Confirmed')
  await markPage(page)

  await save(store, order, { fulfilment_status: 'packed' })
  await save(store, order, SHIPPED)
  await page.clock.fastForward(FOLLOWS_MS)
  await expect(currentStep(page)).toContainText('Shipped')
  await expect(page.getByText('EX123456789IN')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Track your parcel on the courier’s site' })).toHaveAttribute(
    'href',
    SHIPPED.tracking_url,
  )
  await expect(page.getByRole('status').filter({ hasText: `Order ${order.number}: Shipped.` })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  expect(await isSamePage(page)).toBe(true)
})

test('ORDER-09 ORDER-02 RISK-04 a large cash order waits for the shop, says so, and is seen to be confirmed or paid instead', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await store.changeSettings({ cod_unproven_max: 300 })
  const order = await place(store.guest(), 'cod')
  expect(order.status).toBe('pending')
  await page.clock.install()
  await openAsGuest(page, store, order)
  await expect(currentStep(page)).toContainText('Waiting for the shop to confirm')
  await expect(currentStep(page)).toContainText('You will hear from us within a day.')
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await save(store, order, { status: 'confirmed' })
  await page.clock.fastForward(FOLLOWS_MS)
  await expect(currentStep(page)).toContainText('Confirmed')
  await expect(page.getByRole('button', { name: 'Pay online instead' })).toHaveCount(0)

  const other = await place(store.guest(), 'cod')
  await openAsGuest(page, store, other)
  await page.getByRole('button', { name: 'Pay online instead' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay ₹/ })
    .click()
  await expect(currentStep(page)).toContainText('Confirmed')
  expect(
    await store.guest().send(`/api/store/orders/${other.id}`, { headers: { 'X-Order-Token': other.access_token } }),
  ).toMatchObject({
    status: 'confirmed',
    payment_status: 'paid',
  })
})

test('ORDER-09 ORDER-08 THEME-03 the owner’s open page is told at once, through a connection that forgets it with the page', async ({
  page,
  store,
}) => {
  const meera = await store.newUser('Meera Raghunathan')
  const order = await place(meera.pb, 'cod')
  await page.goto(`${store.url}/track-order`)
  await keepSession(page, meera)
  const subscribed = page.waitForResponse((answer) => answer.url().endsWith('/api/realtime') && answer.status() === 204)
  await page.goto(`${store.url}/orders/${order.id}`)
  const heading = page.getByRole('heading', { level: 1, name: `Order ${order.number}` })
  await expect(heading).toHaveCSS('font-family', /^Mukta/)
  await subscribed
  await markPage(page)

  // The page asks by itself every two minutes only: what arrives now, the store has told.
  await save(store, order, { fulfilment_status: 'packed' })
  await expect(currentStep(page)).toContainText('Packed')
  await save(store, order, SHIPPED)
  await expect(currentStep(page)).toContainText('Shipped')
  await expect(page.getByText('Your parcel is on its way.')).toBeVisible()
  expect(await isSamePage(page)).toBe(true)

  const left = page.waitForRequest(
    (request) => request.url().endsWith('/api/realtime') && request.postData()?.includes('store/orders/') === false,
  )
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('list', { name: 'Orders' })).toContainText('Shipped')
  await left
})

test('ORDER-06 TAX-08 TAX-12 TAX-13 the bill is there once the parcel is packed, for a guest with the token and nobody else', async ({
  page,
  browser,
  store,
  watch,
}) => {
  const order = await place(store.guest(), 'cod')
  // The test's own looks into the sheet: scripts are forbidden in there.
  watch.expectProblem('Blocked script execution in')
  await openAsGuest(page, store, order)
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`Order ${order.number}`)).toBeVisible()
  await expect(page.getByRole('heading').filter({ visible: true })).toHaveText([/What is in it/, /Delivering to/])
  for (const role of ['banner', 'contentinfo', 'link', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0)
  expect(await sheetsOfPaper(page)).toBe(1)
  await page.emulateMedia({ media: null })
  await page.goto(`${store.url}/orders/${order.id}/bill`)
  await expect(page.getByRole('heading', { name: 'There is no bill yet' })).toBeVisible()

  await save(store, order, { fulfilment_status: 'packed' })
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await page.getByRole('link', { name: 'View and print the bill' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bill' })).toBeVisible()
  const bill = page.frameLocator(`iframe[title="Bill for order ${order.number}"]`)
  await expect(bill.getByText(SOAP)).toBeVisible()
  await expect(bill.getByText(order.number)).toBeVisible()

  // The whole sheet is shown, as high as it is.
  const frame = page.locator('iframe[title^="Bill"]')
  const overhang = () =>
    bill
      .locator('html')
      .evaluate((html) => [html.scrollHeight - html.clientHeight, html.scrollWidth - html.clientWidth])
  await expect.poll(overhang).toEqual([0, 0])

  await frame.evaluate((element: HTMLIFrameElement) => {
    const inside = element.contentWindow
    if (inside) inside.print = () => Object.assign(window, { printed: true })
  })
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => 'printed' in window)).toBe(true)

  for (const width of [390, 320]) {
    await resize(page, { width, height: 1600 })
    await expect.poll(overhang).toEqual([0, 0])
    const amount = bill.locator('tbody td:last-child').first()
    await expect(amount).toHaveText('₹360.00')
    await expect(amount).toBeInViewport({ ratio: 1 })
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  expect(await sheetsOfPaper(page)).toBe(1)
  // No page keeps the height of the window: Firefox would print a second, empty sheet.
  expect(await page.evaluate(() => document.body.offsetHeight)).toBeLessThan(1500)

  const stranger = await browser.newContext()
  const strange = await stranger.newPage()
  await strange.goto(page.url())
  await expect(strange.getByRole('heading', { name: 'We cannot show this order' })).toBeVisible()
  await stranger.close()
})

test('ORDER-06 ORDER-07 ORDER-09 a paid test order that is cancelled says where its money is, here and on the track page', async ({
  page,
  store,
}) => {
  const order = await place(store.guest(), 'online')
  await page.clock.install()
  await openAsGuest(page, store, order)
  // Not a thank-you before the money is there.
  await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toHaveCount(0)
  await expect(currentStep(page)).toContainText(/Kept for you until \d{1,2}:\d\d [ap]m/)

  await payPretend(store.guest(), order)
  await page.clock.fastForward(FOLLOWS_MS)
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you, Meera' })).toBeVisible()
  await expect(page.getByText('TEST · Paid online')).toBeVisible()
  await expect(page.getByText('Test payment: no money moves with this order.')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByRole('group', { name: /Cancel the whole order/ })).toContainText('The test payment is undone')
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This order is cancelled' })).toBeVisible()
  await expect(progress(page)).toContainText(/Refund on its way|Refunded/)
  await expect(progress(page)).toContainText('₹360.00')

  const superuser = await store.superuser()
  await superuser.crons.run('store-refunds')
  await expect.poll(async () => (await superuser.collection('orders').getOne(order.id)).payment_status).toBe('refunded')
  await expect(page.getByText('TEST · ₹360.00 refunded')).toBeVisible()
  await expect(progress(page)).toContainText('Refunded')

  await page.goto(`${store.url}/track-order`)
  await page.getByRole('textbox', { name: 'Order number' }).fill(order.number)
  await page.getByRole('textbox', { name: 'Email or mobile number' }).fill('98450 12345')
  await page.getByRole('button', { name: 'Track order' }).click()
  await expect(page.getByText('Cancelled, refunded')).toBeVisible()
})
