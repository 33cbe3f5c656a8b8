import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { deskProblems, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

const PHONE = { width: 390, height: 844 }
const HEADINGS =
  'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude'
const row = (office: string, pincode: string, district: string, state: string) =>
  `X Circle,X Region,"East, Division",${office},${pincode},PO,Delivery,${district},${state},12.9,77.5`
const DIRECTORY = [
  row('Malleswaram S.O', '560003', 'BENGALURU URBAN', 'KARNATAKA'),
  row('Moradabad H.O', '244001', 'MORADABAD', 'UTTAR PRADESH'),
]
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const fileOf = (rows: readonly string[]) => csv('pincode.csv', `${[HEADINGS, ...rows].join('\n')}\n`)

/** A cart with one product. */
async function fillCart(page: Page, store: RecordStore): Promise<void> {
  const product = await store
    .guest()
    .collection('products')
    .getFirstListItem('inStock = true && price > 150', { sort: 'name' })
  await page.goto(`${store.url}/product/${product.id}`)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
}

test('PIN-08 the owner brings the directory in at the desk, on a phone; checkout fills itself in from it', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await page.setViewportSize(PHONE)
  await openDesk(page, store, '/setup')
  const part = page.getByRole('region', { name: 'PIN codes' })
  const choose = (file: ReturnType<typeof csv>) => part.getByLabel('CSV of India Post’s directory').setInputFiles(file)
  await expect(part).toContainText('Government Open Data License - India')
  await choose(csv('products.csv', 'id,name,price\n1,Soap,180\n'))
  await expect(part.getByRole('alert')).toContainText('no columns officename, pincode, district, statename')
  await choose(fileOf([...DIRECTORY, 'X Circle,X Region,"East']))
  await expect(part.getByRole('alert')).toContainText('This file is cut off')
  await choose(fileOf(DIRECTORY))
  await expect(part).toContainText('2 post offices, 2 PIN codes, 2 states and territories')
  expect(await deskProblems(page, 'what a directory says')).toEqual([])
  await part.getByRole('button', { name: 'Bring in 2 PIN codes' }).click()
  await expect(part).toContainText('2 PIN codes of 2 post offices, since')
  await choose(fileOf(DIRECTORY.slice(0, 1)))
  await expect(part).toContainText('The directory in place has 2')
  await expect(part.getByRole('button', { name: 'Bring in only 1 PIN code' })).toBeVisible()

  await fillCart(page, store)
  await page.goto(`${store.url}/checkout`)
  const pin = page.getByRole('textbox', { name: 'PIN code' })
  const [city, state] = [page.getByLabel('City'), page.getByRole('combobox', { name: 'State' })]
  // Of these digits the prefix alone does not know the state.
  await pin.fill('244001')
  await expect(city).toHaveValue('Moradabad')
  await expect(state).toHaveValue('UP')
  await expect(page.getByText('Moradabad, Uttar Pradesh')).toBeVisible()
  await pin.fill('560003')
  await expect(city).toHaveValue('Bengaluru')
  await city.fill('Yeshwanthpur')
  await pin.fill('560999')
  await expect(pin).toHaveAccessibleDescription('We do not know this PIN code. Please check it.')
  await pin.fill('244001')
  await expect(state).toHaveValue('UP')
  await expect(city).toHaveValue('Yeshwanthpur')
})
