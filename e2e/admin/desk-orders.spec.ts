import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { gate } from '../../tests/gate'
import { orderOf, payPretend, placeOrder } from '../../tests/order'
import { problems, sideways } from '../tools/axe'
import { deskOverflow, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

// Colours are looked at as they stand, not on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PHONE = { width: 390, height: 844 }
/** The element the desk stands in; what is around it is PocketBase's. */
const DESK = '[data-theme]'

/** That the desk stands within a `main` of PocketBase’s is not a screen’s doing. */
const OF_THE_FRAME = /landmark-(?:main-is-top-level|no-duplicate-main)/

async function sound(page: Page, where: string): Promise<void> {
  const found = [...(await problems(page, where, DESK)), ...(await sideways(page, where))]
  expect(found.filter((problem) => !OF_THE_FRAME.test(problem))).toEqual([])
}

/** An order of two pieces with a tenth off, paid with pretend money. */
async function paidOrder(store: RecordStore, name: string, note = ''): Promise<string> {
  const owner = await store.superuser()
  const [product] = await owner.collection('products').getFullList({ filter: 'name = "Neem & Tulsi Soap"' })
  const code = `TENTH${Date.now()}`
  await owner.collection('promotions').create({ name: 'A tenth', code, kind: 'percent', value: 10, active: true })
  const items = [{ product: product?.id, quantity: 2, color: '' }]
  const { grand_total: expected_total } = (await store.post('/api/store/quote', { items, code })).body
  const contact = { name, email: 'meera@example.in', phone: '98450 12345' }
  const placed = await placeOrder(store.guest(), orderOf('', { items, code, contact, expected_total, note }))
  await payPretend(store.guest(), placed)
  return placed.id
}

test('DORD-18 DESK-06 PROMO-30 an order is found, its money sent back and stopped again, and it is packed', async ({
  page,
  store,
  watch,
}) => {
  const name = 'Meera राघवन'
  await paidOrder(store, name)
  await openDesk(page, store, '/shop-orders')
  await page.keyboard.press('/')
  await page.keyboard.type('राघ')
  await expect(page).toHaveURL(/[?&]q=/)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('राघ')
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(2)
  await sound(page, 'orders')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name}, Bengaluru`)
  await expect(page.getByText('Pack it first.')).toBeVisible()
  await sound(page, 'an order')

  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog', { name: `Give money back to ${name}` })
  const soap = dialog.getByRole('checkbox', { name: 'Neem & Tulsi Soap' })
  await expect(soap).toHaveAccessibleDescription('₹162.00 of ₹180.00')
  await soap.check()
  await expect(dialog.getByRole('textbox', { name: 'Rupees' })).toHaveValue('162.00')
  await expect(dialog.getByText('You keep of this order')).toBeVisible()
  await sound(page, 'a refund')
  watch.expectProblem('the server responded with a status of 400')
  await dialog.getByRole('textbox', { name: 'Rupees' }).fill('9999')
  await expect(dialog.getByText('At most ₹324.00 can be given back')).toBeVisible()
  await expect(soap).not.toBeChecked()
  await dialog.getByRole('textbox', { name: 'Rupees' }).fill('50')
  await dialog.getByRole('button', { name: 'Refund ₹50.00' }).click()
  await expect(page.getByText('₹50.00 goes back to', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop the refund' })).toBeVisible()
  await page.keyboard.press('Escape')
  for (const key of ['g', 't']) await page.keyboard.press(key)
  await expect(page.getByText(`₹50.00 goes back to ${name}`)).toBeVisible()
  await sound(page, 'today')
  await page.getByRole('button', { name: 'Stop the refund' }).click()
  await expect(page.getByText('Stopped: ₹50.00 stay with you.')).toBeVisible()
  await expect(page.getByText(`₹50.00 goes back to ${name}`)).toBeHidden()
  await page.goBack()
  await expect(page.getByText('₹50.00 stopped, nothing was sent')).toBeVisible()
  await page.getByRole('button', { name: 'Refund…' }).click()
  const [asked, answer] = gate()
  await page.route('**/refund?**', (route) => asked.then(() => route.fallback()))
  await soap.check()
  const restock = dialog.getByRole('checkbox', { name: 'Put 1 piece back into stock' })
  const place = await restock.boundingBox()
  answer()
  await expect(dialog.getByText('You keep of this order')).toBeVisible()
  // Nothing moves under the finger as the answer comes.
  expect(await restock.boundingBox()).toEqual(place)
  await restock.check()
  await dialog.getByRole('button', { name: 'Refund ₹162.00' }).click()
  await page.getByRole('button', { name: 'Refund…' }).click()
  await expect(dialog.getByText('1 of 2 given back already')).toBeVisible()
  await soap.check()
  await expect(dialog.getByRole('button', { name: 'Refund ₹162.00' })).toBeVisible()
  page.once('dialog', (asked) => asked.accept())
  await page.keyboard.press('Escape')

  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await sound(page, 'an order on a phone, dark')
  await page.getByRole('button', { name: 'Mark packed' }).first().click()
  await expect(page.getByRole('button', { name: 'Send the bill again' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('राघ')
  await expect(page.getByText('Packed, to ship')).toBeVisible()
  await page.getByRole('searchbox').fill('nobody at all')
  await expect(page.getByText('No order has “nobody at all” in its name, phone or number.')).toBeVisible()
})

test('DORD-18 what is typed in a dialog stays, however often Escape is pressed, until it may go', async ({
  page,
  store,
}) => {
  const id = await paidOrder(store, 'Esha राघवन')
  await openDesk(page, store, `/shop-orders/${id}`)
  const open = page.getByRole('button', { name: 'Refund…' })
  await open.click()
  const rupees = page.getByRole('dialog').getByRole('textbox', { name: 'Rupees' })
  await rupees.fill('50')
  for (let pressed = 0; pressed < 3; pressed++) {
    page.once('dialog', (asked) => asked.dismiss())
    await Promise.all([page.waitForEvent('dialog'), page.keyboard.press('Escape')])
    await expect(rupees).toBeFocused()
    await expect(rupees).toHaveValue('50')
  }
  page.once('dialog', (asked) => asked.accept())
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('DORD-18 text that is marked out of a dialog leaves it open; a press beside it closes it', async ({
  page,
  store,
}) => {
  const note = 'जन्मदिन की शुभकामनाएँ'
  const id = await paidOrder(store, 'Ila राघवन', note)
  await openDesk(page, store, `/shop-orders/${id}`)
  // The typeface has no italics for Hindi.
  await expect(page.getByText(note)).toHaveCSS('font-style', 'normal')
  await page.getByRole('button', { name: 'Correct…' }).click()
  const dialog = page.getByRole('dialog')
  const name = await dialog.getByRole('textbox', { name: 'Name' }).boundingBox()
  if (!name) throw new Error('no field')
  await page.mouse.move(name.x + 40, name.y + 20)
  await page.mouse.down()
  await page.mouse.move(20, name.y + 20, { steps: 5 })
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.click(20, 400)
  await expect(dialog).toHaveCount(0)
})

test('DORD-18 at 320 px an email that did not arrive is told and sent again within the screen', async ({
  page,
  store,
}) => {
  const id = await paidOrder(store, 'Uma राघवन')
  await store.insert('outbox', {
    ...{
      kind: 'order_shipped',
      order: id,
      recipient: 'shopper',
      dedupe_key: `lost-${id}`,
      data: '{}',
      status: 'failed',
    },
    error: '550 5.1.1 The email account that you tried to reach does not exist.',
  })
  const email = 'lakshmi.narasimhan.subramaniam@handloomcooperative.example.in'
  await (await store.superuser()).sql.run(`UPDATE orders SET email = '${email}' WHERE id = '${id}'`)
  await page.setViewportSize({ width: 320, height: 700 })
  await openDesk(page, store, `/shop-orders/${id}`)
  const again = page.getByRole('button', { name: 'Send “On its way” again' })
  await expect(again).toBeVisible()
  expect(await deskOverflow(page)).toBe(0)
  const box = await again.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
})

test('DORD-01 a search that finds more orders than it looks through says so @one-screen', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  await owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1001)
    INSERT INTO orders (id, number, name, phone, city, status, payment_status, fulfilment_status,
      payment_method, items, placed_at, created, idempotency_key)
    SELECT printf('many%011d', i), printf('SJ-%08d', i), 'राघवन ' || i, '+919845012345', 'Bengaluru', 'confirmed', 'unpaid',
      'unfulfilled', 'cod', '[]', strftime('%Y-%m-%d %H:%M:%fZ', 'now'), strftime('%Y-%m-%d %H:%M:%fZ', 'now'), i FROM n`)
  await page.setViewportSize(PHONE)
  await openDesk(page, store, '/shop-orders?q=राघवन')
  const said = page.getByText('1,000 orders and more have “राघवन”: the newest are looked through.')
  await expect(said).toBeVisible()
  await sound(page, 'more orders than are looked through')
  await page.getByRole('searchbox').fill('राघवन 1001')
  await expect(said).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^राघवन/ })).toHaveText(['राघवन 1001'])
})

test('DORD-19 DELIV-05 an order by phone is entered, and what is typed outlives a failure and a reload', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const soap = await owner.collection('products').getFirstListItem('name ~ "Lavender Soap"')
  const offer = { name: 'Welcome', active: true, kind: 'amount', value: 11, products: [soap.id], first_order: true }
  const { id } = await owner.collection('promotions').create(offer)
  const far = { prefix: '40005', deliver: true, cash: true, fee: 10, cash_fee: 20 }
  const rule = await owner.collection('delivery_rules').create(far)
  const before = { number: 'SJ-BEFORE01', status: 'confirmed', phone: '+919820055555', items: '[]' }
  await store.insert('orders', { ...before, idempotency_key: 'before' })
  await page.setViewportSize(PHONE)
  await openDesk(page, store, '/shop-orders/new')
  await page.getByRole('searchbox', { name: 'Part of a product’s name' }).fill('lavender')
  await page.getByRole('button', { name: /^Lavender Soap/ }).click()
  await page.getByRole('spinbutton', { name: 'Pieces of Lavender Soap' }).fill('2')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zoya Merchant')
  watch.expectProblem('the server responded with a status of 400')
  await page.getByRole('button', { name: /^Place the order, ₹/ }).click()
  await expect(page.getByText('Enter the mobile number.')).toBeVisible()
  await sound(page, 'entering an order')
  await page.reload()
  await expect(page.getByRole('spinbutton')).toHaveValue('2')
  for (const [label, text] of [
    ['Mobile number', '98200 55555'],
    ['House, building and street', '3 Hill Road'],
    ['City', 'Mumbai'],
    ['PIN code', '400050'],
    ['Email', 'zoya@example.in'],
  ] as const)
    await page.getByRole('textbox', { name: label }).fill(text)
  await page.getByRole('combobox', { name: 'State' }).selectOption('MH')
  // Who calls has ordered before, which is known with the number.
  const sum = page.getByRole('complementary', { name: 'What it comes to' })
  await expect(sum).toContainText('Welcome-₹11.00')
  await expect(sum).toContainText('Paying in cash₹20.00')
  watch.expectProblem('the server responded with a status of 409')
  await page.getByRole('button', { name: /^Place the order, ₹/ }).click()
  await expect(sum).toContainText('Tell the shopper the new total.')
  await expect(sum).not.toContainText('Welcome')
  await page.getByRole('button', { name: /^Place the order, ₹/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoya Merchant, Mumbai')
  await owner.collection('promotions').update(id, { active: false })
  await owner.collection('delivery_rules').delete(rule.id)
  await expect(page.getByText('To pack, by phone')).toBeVisible()
})

test('LIVE-08 an order that comes, and a parcel others pack, are in the open lists', async ({ page, store }) => {
  const name = 'Farida सैफ़ी'
  await openDesk(page, store, '/shop-orders')
  const listening = page.waitForResponse((answer) => answer.request().postData()?.includes('store/desk') === true)
  await page.reload()
  await listening
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(0)
  const id = await paidOrder(store, name)
  await expect(row).toHaveCount(1)
  await row.getByRole('link', { name }).click()
  await expect(page.getByText('Pack it first.')).toBeVisible()
  await (await store.superuser()).collection('orders').update(id, { fulfilment_status: 'packed' })
  await expect(page.getByText('Pack it first.')).toBeHidden()
})
