import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { indianDay } from '../../src/domain/date'
import { orderOf, placeOrder } from '../../tests/order'
import { problems } from '../tools/axe'
import { openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

/** Of the desk: PocketBase's screens have a main part of their own around it. */
const mainOf = (page: Page) => page.getByRole('main').last()
/** What axe finds within the desk, in its shadow root; that PocketBase's main part holds ours is not the desk's. */
const deskProblems = async (page: Page, where: string) =>
  (await problems(page, where)).filter(
    (found) => found.includes('div[data-theme') && !found.includes('landmark-main-is'),
  )

const PHONE = { width: 390, height: 844 }
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const product = (number: number) => `;Soap number ${number};Soap;"1,1${number}.50";12`

test('CSV-14 twenty products come in by a file that was looked at, and go by Undo; what goes out comes back unchanged', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await openDesk(page, store, '/import')
  const began = Date.now()
  const twenty = Array.from({ length: 20 }, (_, number) => product(number + 10))
  const text = `\ufeffid;name;category;price;on hand;colour\r\n${twenty.join('\r\n')}\r\n;Lavender;Bagz;₹ 210/-;1;x\r\n`
  const main = mainOf(page)
  const heading = (name: string | RegExp) => main.getByRole('heading', { level: 1, name })
  await page.getByLabel('CSV file').setInputFiles(csv('new-soaps.csv', text))
  await expect(heading('Products from new-soaps.csv')).toBeVisible()
  await expect(main).toContainText('Read as UTF-8, with semicolons')
  await expect(main).toContainText('no column “colour”')
  await expect(main.getByRole('row', { name: /22.*Lavender.*price.*₹ 210/ })).toBeVisible()
  expect(await deskProblems(page, 'what a file does')).toEqual([])
  const owner = await store.superuser()
  const made = () => owner.collection('products').getFullList({ filter: 'name ~ "Soap number"', requestKey: null })
  expect(await made()).toHaveLength(0)

  await main.getByRole('button', { name: 'Save 20 rows, leave out 1' }).click()
  await expect(heading('20 rows saved')).toBeVisible()
  expect(Date.now() - began).toBeLessThan(5 * 60_000)
  expect((await made())[0]).toMatchObject({ category: 'soap', inStock: true })
  // The same file again.
  await main.getByRole('button', { name: 'Another file' }).click()
  await page.getByLabel('CSV file').setInputFiles(csv('new-soaps.csv', text.replace(/;Lavender.*\r\n/, '')))
  await expect(main).toContainText('The file says what the shop already says.')
  await page.goBack()

  const downloaded = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download products' }).click()
  const path = await (await downloaded).path()
  const out = await readFile(path, 'utf8')
  expect(out.startsWith('\ufeffid,name,category,price')).toBe(true)
  await page.getByLabel('CSV file').setInputFiles(csv('products.csv', out))
  await expect(main).toContainText('The file says what the shop already says.')

  const changed = out.replace('Soap number 10,soap,1110.50', 'Soap number 10,soap,1200')
  expect(changed).not.toBe(out)
  await page.getByRole('link', { name: 'CSV in and out' }).first().click()
  await page.getByLabel('CSV file').setInputFiles(csv('products.csv', changed))
  await expect(main.getByRole('row', { name: /Soap number 10/ })).toContainText('₹1,110.50')
  await main.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(heading('1 row saved')).toBeVisible()
  await main.getByRole('button', { name: 'Undo' }).click()
  await expect(heading('1 row taken back')).toBeVisible()
  expect((await made()).find(({ name }) => name === 'Soap number 10')).toMatchObject({ price: 1110.5 })
})

test('CSV-15 an import goes on while the desk is elsewhere and when the line was lost; a reload says how far it came', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  watch.expectProblem('/desk/csv/rows')
  watch.expectProblem('ERR_FAILED')
  await page.setViewportSize(PHONE)
  await openDesk(page, store, '/import')
  const rows = Array.from({ length: 60 }, (_, number) => `Long soap ${number},soap,90`)
  const main = mainOf(page)
  await page.getByLabel('CSV file').setInputFiles(csv('long.csv', `name,category,price\n${rows.join('\n')}`))
  await expect(main.getByRole('button', { name: 'Save 60 rows' })).toBeVisible()
  expect(await deskProblems(page, 'what a file does, on a phone')).toEqual([])
  // The second answer is lost on its way, though the rows were saved.
  let asked = 0
  let hold: (() => void) | undefined
  await page.route('**/desk/csv/rows', async (route) => {
    asked++
    if (asked === 3) await new Promise<void>((go) => (hold = go))
    const answer = await route.fetch()
    await (asked === 2 ? route.abort() : route.fulfill({ response: answer }))
  })
  await main.getByRole('button', { name: 'Save 60 rows' }).click()
  await expect(main).toContainText('It goes on by itself')
  await page.evaluate(() => (location.hash = '#/today'))
  await expect(main.getByRole('link', { name: /of 60 rows of long.csv saved/ })).toBeVisible()
  await expect.poll(() => hold !== undefined).toBe(true)
  hold?.()
  await expect(page.getByText('60 rows of long.csv saved.')).toBeVisible()
  const owner = await store.superuser()
  expect(await owner.collection('products').getFullList({ filter: 'name ~ "Long soap"' })).toHaveLength(60)

  await page.evaluate(() => localStorage.setItem('desk-import', '{"file":"long.csv","done":20,"total":60}'))
  await page.goto(`${store.url}/_/#/import`)
  await page.reload()
  await expect(main).toContainText('long.csv came to 20 of 60 rows.')
})

test('FIG-11 FIG-13 the month for the accountant is three clicks away, and the figures can be read as a table', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const soap = await owner.collection('products').create({ name: '=Soap', category: 'soap', price: 180, inStock: true })
  const { id } = await placeOrder(store.guest(), orderOf(soap.id, { payment_method: 'cod' }))
  await owner.collection('orders').update(id, { fulfilment_status: 'packed' })
  await store.insert('visits', { day: indianDay(Date.now()), count: 50, created: '2026-01-01 00:00:00.000Z' })
  await openDesk(page, store, '/today')
  const main = mainOf(page)
  await expect(main.getByText('50 visits, 1 order online: 2 in 100 visits order')).toBeVisible()

  await page.getByRole('navigation', { name: 'The shop' }).getByRole('link', { name: 'Figures' }).first().click()
  await main.getByRole('combobox', { name: 'Month', exact: true }).selectOption({ index: 0 })
  const downloaded = page.waitForEvent('download')
  await main.getByRole('button', { name: 'For the accountant' }).click()
  const files = unzipSync(await readFile(await (await downloaded).path()))
  expect(Object.keys(files)).toEqual(['bills.csv', 'credit-notes.csv', 'by-rate.csv', 'by-state.csv', 'by-hsn.csv'])
  const [headings = [], bill = []] = Papa.parse<string[]>(strFromU8(files['bills.csv'] as Uint8Array).slice(1)).data
  expect(bill[headings.indexOf('total')]).toBe('180.00')

  await expect(main.getByRole('heading', { level: 1, name: /₹180 in 30 days/ })).toBeVisible()
  await main.getByRole('button', { name: 'Show as table' }).click()
  await expect(main.getByRole('table', { name: 'Takings by day' }).getByRole('row').nth(1)).toContainText('₹180.00')
  expect(await deskProblems(page, 'figures')).toEqual([])
  await main.getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/days=7/)
  await page.setViewportSize(PHONE)
  expect(await deskProblems(page, 'figures on a phone')).toEqual([])
})
