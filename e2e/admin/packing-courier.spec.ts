import { liftLimits, type RecordStore } from '../../tests/backend/record-store'
import { ShiprocketFake } from '../../tests/gateway/shiprocket'
import { orderOf, placeOrder } from '../../tests/order'
import { problems } from '../tools/axe'
import { deskOverflow, openDesk, tabTo } from '../tools/desk'
import { expect, test } from '../tools/store'

/** The element of the admin screens the desk stands in. */
const DESK = 'div[data-theme]'

/** Packed cash orders of one piece each. */
async function packOrders(store: RecordStore, pins: readonly string[]): Promise<void> {
  await liftLimits(store)
  const owner = await store.superuser()
  const pickup = { pickup_location: 'Workshop', pickup_pincode: '110001', seller_email: 'shop@example.com' }
  await store.changeSettings({ ...pickup, cod_max_open_per_phone: 0 })
  const soap = await owner
    .collection('products')
    .getFirstListItem('category = "soap" && inStock = true', { sort: 'name' })
  await owner.collection('products').update(soap.id, { shipping_weight: 130 })
  const items = [{ product: soap.id, quantity: 1, color: '' }]
  const { grand_total: expected_total } = (await store.post('/api/store/quote', { items })).body
  const orders: string[] = []
  for (const [made, pincode] of pins.entries()) {
    const state = pincode.startsWith('79') ? 'ML' : 'TN'
    const order = orderOf(soap.id, {
      contact: { name: `Lalitha ${made}`, email: `l${made}@example.in`, phone: `98450123${10 + made}` },
      address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Chennai', state, pincode },
      ...{ payment_method: 'cod', expected_total },
    })
    orders.push((await placeOrder(store.guest(), order)).id)
  }
  await store.desk('parcels/pack', { orders })
}

test.describe('with keys of a courier', () => {
  let fake: ShiprocketFake
  test.beforeEach(async () => {
    fake = await ShiprocketFake.start()
  })
  test.afterEach(() => fake.stop())

  test('SHIP-08 parcels are weighed, priced, booked and their labels opened; what is refused stands in its row', async ({
    page,
    freshStore,
  }) => {
    const store = await freshStore({ env: fake.env })
    await packOrders(store, ['600004', '600005', '793001'])
    await openDesk(page, store, '/packing?tab=ship')
    await page.getByRole('button', { name: 'Book 3' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('textbox', { name: 'Weight, g' }).first()).toHaveValue('130')
    await expect(sheet.getByRole('textbox', { name: 'Length, cm' })).toHaveValue('20')
    await expect(sheet.getByRole('combobox').first()).toContainText('₹54.50, 4 days, Delhivery Surface')
    await expect(sheet.getByText('No courier serviceable for this pincode')).toBeVisible()
    await sheet.getByRole('textbox', { name: 'Weight, g' }).first().fill('0')
    await page.keyboard.press('Tab')
    await sheet.getByRole('combobox').nth(1).selectOption({ label: '₹123.90, 2 days, Blue Dart' })
    await expect(sheet.getByText('Write 1 to 30000.')).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Book 1' })).toBeVisible()
    expect(await problems(page, 'Book', DESK)).toEqual([])
    await sheet.getByRole('textbox', { name: 'Weight, g' }).first().fill('400')
    await page.keyboard.press('Tab')
    fake.refuse('Please recharge your ShipRocket wallet', /assign/, 400)
    await sheet.getByRole('button', { name: 'Book 2' }).click()

    const row = page.getByRole('row', { name: /Lalitha 0/ })
    const other = page.getByRole('row', { name: /Lalitha 1/ })
    for (const refused of [row, other])
      await expect(refused.getByText('Shiprocket: Please recharge your ShipRocket wallet.')).toBeVisible()
    fake.ok()
    await row.getByRole('button', { name: 'Try again' }).click()
    await expect(row.getByText(/^Delhivery Surface, FAKE\d+, ₹54\.50/)).toBeVisible()
    await other.getByRole('button', { name: 'Try again' }).click()
    await expect(other.getByText(/^Blue Dart, FAKE/)).toBeVisible()
    expect(fake.parcels.map(({ sent, labels }) => [sent.weight, labels])).toEqual([
      [0.4, 1],
      [0.13, 1],
    ])
    await expect(row.getByRole('link', { name: /^Label of SJ-/ })).toHaveAttribute('href', /\/labels\/.*\.pdf$/)
    const wanted = page.context().waitForEvent('request', (request) => /labels\/\d+-\d+\.pdf$/.test(request.url()))
    await page.getByRole('button', { name: '2 labels' }).click()
    expect((await wanted).isNavigationRequest()).toBe(true)
    expect(await problems(page, 'To ship', DESK)).toEqual([])
    // The third waits for another way: by hand.
    await expect(page.getByRole('button', { name: 'Book 1' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ship 1' })).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`SHIP-08 a parcel is booked by the keyboard alone, at the width of a phone, ${theme}${theme === 'dark' ? ' @long' : ''}`, async ({
      page,
      freshStore,
    }) => {
      const store = await freshStore({ env: fake.env })
      await packOrders(store, ['600004'])
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width: 390, height: 760 })
      await openDesk(page, store, '/packing?tab=ship')
      await tabTo(page, page.getByRole('button', { name: 'Book 1' }))
      await page.keyboard.press('Enter')
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('combobox')).toContainText('₹54.50')
      // Its name can be read whole.
      const room = await sheet.getByRole('combobox').evaluate((field) => field.clientWidth)
      expect(room).toBeGreaterThan(330)
      expect(await deskOverflow(page)).toBe(0)
      await tabTo(page, sheet.getByRole('textbox', { name: 'Weight, g' }))
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('250')
      await tabTo(page, sheet.getByRole('combobox', { name: 'Courier' }))
      await expect(page.getByRole('option', { name: /Blue Dart/ })).toBeAttached()
      await page.keyboard.press('ArrowDown')
      expect(await problems(page, 'Book', DESK)).toEqual([])
      await tabTo(page, sheet.getByRole('button', { name: 'Book 1' }))
      await page.keyboard.press('Enter')
      await expect(page.getByText(/^Blue Dart, FAKE/)).toBeVisible()
      expect(fake.parcels).toMatchObject([{ sent: { weight: 0.25 }, courier: 'Blue Dart' }])
      expect(await deskOverflow(page)).toBe(0)
      expect(await problems(page, 'To ship', DESK)).toEqual([])
    })
})

test('SHIP-08 without keys nothing of it is there', async ({ page, freshStore }) => {
  const store = await freshStore()
  await packOrders(store, ['600004'])
  await openDesk(page, store, '/packing?tab=ship')
  await expect(page.getByRole('button', { name: 'Ship 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book/ })).toHaveCount(0)
})
