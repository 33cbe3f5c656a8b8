import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { RecordStore } from '../../tests/backend/record-store'
import { gate } from '../../tests/gate'
import { problems } from '../tools/axe'
import { deskOverflow, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

const HEIC = fileURLToPath(new URL('./soap.heic', import.meta.url))

/** Counts what a person does: presses of the mouse, or of keys. */
async function counted(page: Page, event: 'click' | 'keydown'): Promise<() => Promise<number>> {
  await page.evaluate((event) => {
    const counts = window as unknown as { done: number }
    counts.done = 0
    window.addEventListener(event, ({ isTrusted }) => (counts.done += isTrusted ? 1 : 0), true)
  }, event)
  return () => page.evaluate(() => (window as unknown as { done: number }).done)
}

async function make(store: RecordStore, count: number, fields: (position: number) => Record<string, unknown>) {
  const owner = await store.superuser()
  const ids: string[] = []
  for (let position = 0; position < count; position += 1)
    ids.push((await owner.collection('products').create({ category: 'soap', inStock: true, ...fields(position) })).id)
  return ids
}
/** Copies or pastes as WebKit tells of it: outside the desk's own tree. Answers what is on the clipboard then. */
const clipboard = (page: Page, type: 'copy' | 'paste', text = '') =>
  page.locator('#desk').evaluate(
    (desk, { type, text }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      desk.dispatchEvent(new ClipboardEvent(type, { clipboardData, bubbles: true, composed: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    },
    { type, text },
  )

/** What axe finds in the desk; the frame around it is PocketBase's, its own `main` included. */
const ours = async (page: Page, where: string) =>
  (await problems(page, where, '[data-theme]')).filter((found) => !/ landmark-(?:main|no|unique)/.test(found))

test('GRID-04 forty prices go down by 10 % in six clicks, looked at first, and come back by one', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  await make(store, 40, (position) => ({ name: `Forty ${position}`, price: 180 + position }))
  const prices = async () =>
    (await owner.collection('products').getFullList({ filter: `name ~ 'Forty'`, sort: 'created,@rowid' })).map(
      ({ price }) => price,
    )
  await openDesk(page, store, '/sheet')
  const clicks = await counted(page, 'click')
  await page.getByRole('searchbox', { name: 'Find a product' }).click()
  await page.keyboard.type('forty')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('40 products')
  await page.getByRole('checkbox', { name: 'Tick all shown' }).click()
  await page.getByRole('button', { name: 'Change prices' }).click()
  await page.keyboard.type('-10')
  await page.getByRole('button', { name: '9', exact: true }).click()
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  const difference = page.getByRole('dialog', { name: '40 prices will be saved' })
  await expect(difference).toContainText('₹7,980.00 for one of each becomes')
  await expect(difference.getByRole('row', { name: /Forty 0/ })).toContainText('₹180.00₹159.00')
  expect((await prices())[0]).toBe(180)
  await difference.getByRole('button', { name: 'Save 40 prices' }).click()
  await expect(page.getByText('40 prices saved. In the shop now.')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(6)
  expect((await prices()).slice(0, 12)).toEqual([159, 159, 159, 169, 169, 169, 169, 169, 169, 169, 169, 169])
  await page.getByRole('button', { name: 'Undo the last save' }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
  expect((await prices())[0]).toBe(180)
})

test('DESK-07 130 prices are saved in parts; what one that fails leaves is told, and Undo takes back what was saved @long', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const idOf = (position: number) => `many${String(position).padStart(11, '0')}`
  await owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 129)
    INSERT INTO products (id, name, category, price, inStock) SELECT printf('many%011d', i), 'Soap ' || i, 'soap', 180, 1 FROM n`)
  const edits = Array.from({ length: 130 }, (_, position) => {
    const row = { id: idOf(position), image: '', name: `Soap ${position}`, category: 'soap', price: 180 }
    const rest = { original_price: 0, low_mark: 0, inStock: true, new: false, bestseller: false, list_order: 0 }
    return [row.id, { row: { ...row, ...rest, draft: false }, cells: { price: { value: 190 } } }]
  })
  await page.addInitScript(
    (kept) => localStorage.setItem('desk-sheet', kept),
    JSON.stringify(Object.fromEntries(edits)),
  )
  // Somebody else is quicker with one of the second part.
  await owner.collection('products').update(idOf(120), { price: 170 })
  const dear = async () =>
    (await owner.collection('products').getList(1, 1, { filter: "price = 190 && id ~ 'many%'" })).totalItems
  await openDesk(page, store, '/sheet')
  watch.expectProblem('the server responded with a status of 400')
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  await page.getByRole('button', { name: 'Save 130 prices' }).click()
  await expect(page.getByText('100 of 130 products saved, the others not: look at what is marked red.')).toBeVisible()
  await expect(page.getByText('30 prices not saved', { exact: true })).toBeVisible()
  expect(await dear()).toBe(100)
  await page.getByRole('button', { name: 'Undo the last save' }).click()
  await expect(page.getByText('Taken back.')).toBeVisible()
  expect(await dear()).toBe(0)
})

test('GRID-05 the sheet is typed in, pasted into and filled by keys; what is refused says why', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem('400 (Bad Request)')
  const store = await freshStore()
  const owner = await store.superuser()
  const ids = await make(store, 4, (position) => ({ name: `Keys ${position}`, price: 100 + position }))
  await openDesk(page, store, '/sheet?search=Keys')
  const grid = page.getByRole('grid', { name: 'Products' })
  const cell = (row: number, column: number) => grid.locator(`[data-at="${row}:${column}"]`)
  await cell(0, 0).click()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cell(0, 2)).toBeFocused()
  await page.keyboard.type('1,250.50')
  await page.keyboard.press('Tab')
  await expect(cell(0, 3)).toBeFocused()
  await expect(cell(0, 2)).toHaveText('1,250.50')
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  await expect(cell(0, 3)).toHaveText('none')
  await cell(1, 2).click()
  await clipboard(page, 'paste', '₹90\t120\t\t5\tno\r\nabc\t130\t\t6\tyes\r\n')
  await expect(cell(1, 2)).toHaveText('90.00')
  expect(await clipboard(page, 'copy')).toBe('90')
  await expect(cell(2, 2)).toHaveText('abcWrite an amount in rupees.')
  await expect(cell(2, 2)).toHaveAttribute('aria-invalid', 'true')
  await expect(cell(1, 6).getByRole('switch')).not.toBeChecked()
  await cell(2, 5).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+d')
  await expect(cell(3, 5)).toHaveText('6')
  await page.reload()
  await expect(page.getByText('9 changes not saved')).toBeVisible()
  await cell(2, 2).focus()
  await page.keyboard.press('Delete')
  await expect(cell(2, 2)).toContainText('Write a price above 0.')
  await page.keyboard.press('Control+z')
  await page.keyboard.type('95')
  await page.keyboard.press('Enter')
  await owner.collection('products').update(ids[0] as string, { price: 111 })
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  await page.getByRole('button', { name: 'Save 9 changes' }).click()
  await expect(cell(0, 2)).toContainText('Somebody made it “111” meanwhile.')
  await cell(0, 2).focus()
  await page.keyboard.type('112')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /Keys 0/ })).toContainText('₹111.00₹112.00')
  await page.getByRole('button', { name: 'Save 9 changes' }).click()
  await expect(page.getByText('9 changes saved.')).toBeVisible()
  expect(await owner.collection('products').getOne(ids[1] as string)).toMatchObject({
    ...{ price: 90, original_price: 120, low_mark: 5, inStock: false },
  })
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Taken back.')).toBeVisible()
  expect(await owner.collection('products').getOne(ids[1] as string)).toMatchObject({ price: 101, inStock: true })
})

test('GRID-06 a photograph above 10 MB is made smaller, and more that are dropped meanwhile are told @long', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await openDesk(page, store, '/sheet')
  const jpeg = await sharp({ create: { width: 3100, height: 2000, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  const buffer = Buffer.concat([jpeg, Buffer.alloc(11 * 1024 * 1024)])
  const [held, send] = gate()
  await page.route('**/desk/products/photograph', (route) => held.then(() => route.continue()))
  const chooser = page.getByLabel('Photographs of new products')
  await chooser.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByRole('button', { name: 'Adding 1 of 1' })).toBeVisible()
  await chooser.setInputFiles({ name: 'more.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(page.getByText('Others are being added. Drop these again after them.')).toBeVisible()
  send()
  await expect(page.getByText('1 draft made.')).toBeVisible()
  const { items } = await (await store.superuser()).collection('products').getList(1, 5, { filter: `name = 'Large'` })
  const file = await fetch(`${store.url}/api/files/products/${items[0]?.id}/${items[0]?.images[0]}`)
  expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ width: 3000, height: 1935 })
})

test('GRID-06 photographs make drafts, an iPhone’s too, and go into the shop with their price', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem('400 (Bad Request)')
  const store = await freshStore()
  await openDesk(page, store, '/sheet')
  const jpeg = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photographs of new products').setInputFiles([HEIC])
  const row = page.getByRole('row', { name: /Soap draft/ })
  // Three megabytes of script turn it: long on a busy machine.
  await expect(row).toBeVisible({ timeout: 40_000 })
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await page.getByRole('grid').evaluate(
    (grid, bytes) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array(bytes)], 'jute_bag.jpg', { type: 'image/jpeg' }))
      dataTransfer.items.add(new File(['no picture'], 'broken.jpg', { type: 'image/jpeg' }))
      grid.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }))
    },
    [...jpeg],
  )
  await expect(page.getByText('broken.jpg: Choose a picture: a JPEG, PNG or WebP file.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Jute bag draft/ })).toBeVisible()
  await row.getByRole('gridcell').nth(3).click()
  await page.keyboard.type('149')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  await expect(page.getByRole('dialog')).toContainText('New in the shop, and on sale')
  await page.getByRole('button', { name: 'Save 1 price' }).click()
  await expect(page.getByText('1 price saved.')).toBeVisible()
  const { items } = await store.guest().collection('products').getList(1, 5, { filter: `name = 'Soap'` })
  expect(items).toMatchObject([{ price: 149, inStock: true, images: [expect.stringMatching(/\.jpg$/)] }])
  const { width, height } = await sharp(
    await (await fetch(`${store.url}/api/files/products/${items[0]?.id}/${items[0]?.images[0]}`)).arrayBuffer(),
  ).metadata()
  expect([width, height]).toEqual([64, 64])
})

test('COUNT-04 TELL-05 ten products are counted in thirty presses, doubt is asked about, and Undo takes it back', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const ids = await make(store, 11, (position) => ({ name: `Shelf ${position}`, price: 100, category: 'shelf' }))
  for (const product of ids) await owner.collection('stock_movements').create({ product, delta: 20, reason: 'restock' })
  const book = async () => {
    const rows = await owner.collection('stock_movements').getFullList()
    return ids.map((id) => rows.reduce((sum, { product, delta }) => sum + (product === id ? delta : 0), 0))
  }
  for (const [at, product] of [ids[0], ids[2], ids[2]].entries())
    await store.insert('stock_alerts', { email: `waits-${at}@example.in`, product, state: 'confirmed' })
  await openDesk(page, store, '/sheet')
  await expect(page.getByRole('gridcell', { name: '20 1 waits for it' })).toBeVisible()
  await openDesk(page, store, '/stock-take?tab=shelf')
  await expect(page.getByRole('row', { name: /Shelf 2/ }).getByText('2 wait for it')).toBeVisible()
  const fields = page.getByRole('textbox', { name: /^Counted, Shelf/ })
  await fields.first().focus()
  const presses = await counted(page, 'keydown')
  for (let position = 0; position < 10; position += 1) await page.keyboard.type(`1${position}\n`)
  expect(await presses()).toBeLessThanOrEqual(30)
  await expect(fields.nth(10)).toBeFocused()
  await page.keyboard.type('4')
  await page.reload()
  await expect(page.getByText('Really 4?')).toBeVisible()
  const write = page.getByRole('button', { name: 'Write 11 to the ledger' })
  await expect(write).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Yes' }).click()
  await write.click()
  await expect(page.getByText('11 rows written to the ledger.')).toBeVisible()
  expect(await book()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 4])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back: the ledger has the opposite rows.')).toBeVisible()
  expect(await book()).toEqual(ids.map(() => 20))
})

test('GRID-07 sheet and stock-take are sound for screen readers and fingers, light and dark', async ({
  page,
  store,
}) => {
  await openDesk(page, store, '/sheet')
  await page.locator('[data-at="0:2"]').click()
  await page.keyboard.type('abc')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change prices' }).click()
  expect(await ours(page, 'sheet')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ours(page, 'sheet in dark')).toEqual([])
  await page.getByRole('button', { name: 'Look at the difference' }).click()
  expect(await ours(page, 'difference in dark')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ours(page, 'difference')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Throw away' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await openDesk(page, store, '/stock-take')
  const field = page.getByRole('textbox', { name: /^Counted/ })
  await field.first().fill('4')
  expect(await ours(page, 'stock-take')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await ours(page, 'stock-take in dark')).toEqual([])
  expect((await field.first().boundingBox())?.height).toBe(52)
  expect(await deskOverflow(page)).toBe(0)
})
