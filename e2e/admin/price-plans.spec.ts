import { openDesk } from '../tools/desk'
import { alive, expect, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'
const HOUR = 60 * 60_000

test('PLAN-02 PLAN-04 PLAN-06 prices begin and end: page, waiting cart and sheet say it', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const soap = await store.product(SOAP)
  const [starts, ends] = [HOUR, 3 * HOUR].map((ms) => new Date(Date.now() + ms).toISOString())
  const plan = { name: 'Rain', starts, ends, products: [soap.id], percent: 10, round_to: '9', show_was: true }
  await owner.collection('price_plans').create(plan)
  const price = page.getByRole('main').locator('.text-price')
  const open = async () => {
    await page.goto(`${store.url}/product/${soap.id}`)
    await alive(page)
  }
  await open()
  await expect(price).toHaveText('₹180.00')
  await expect(page.getByRole('main')).toContainText('MRP ₹220.00')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(cart).toContainText('₹180.00')

  await store.setAhead(HOUR)
  await open()
  await expect(price).toHaveText('₹159.00')
  await expect(page.getByRole('main').locator('s').first()).toHaveText('₹180.00')
  await expect(page.getByRole('main')).not.toContainText('MRP ₹')
  const openCart = () => page.getByRole('button', { name: /^Open cart/ }).click()
  await openCart()
  await expect(cart).toContainText('Now ₹159.00, was ₹180.00.')
  await cart.getByRole('button', { name: 'Keep it' }).click()
  await expect(cart.getByText(/^Now/)).toHaveCount(0)

  await openDesk(page, store, `/sheet?search=${encodeURIComponent(SOAP)}`)
  const cell = page.getByRole('row', { name: new RegExp(`Tick ${SOAP}|${SOAP}`) }).getByRole('gridcell')
  const day = new Date(ends ?? '').toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'Asia/Kolkata',
  })
  await expect(cell.filter({ hasText: '180.00' })).toContainText(`₹159.00 until ${day.replace('Sept', 'Sep')}`)

  await store.setAhead(3 * HOUR)
  await open()
  await expect(price).toHaveText('₹180.00')
  await openCart()
  await expect(cart).toContainText('Now ₹180.00, was ₹159.00.')
})
