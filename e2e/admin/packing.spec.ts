import type { Locator, Page } from '@playwright/test'
import { liftLimits, type RecordStore } from '../../tests/backend/record-store'
import { orderOf, placeOrder } from '../../tests/order'
import { problems } from '../tools/axe'
import { deskOverflow, openDesk, tabTo } from '../tools/desk'
import { expect, test } from '../tools/store'

const tickAll = (page: Page) => page.getByRole('checkbox', { name: 'Tick all shown' })
/** The element of the admin screens the desk stands in. */
const DESK = 'div[data-theme]'

const HOME = { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Chennai', state: 'TN', pincode: '600004' }

/** What else an order says, and how many products it is of. */
interface More {
  address?: object
  note?: string
  products?: number
}

/** Cash orders of one piece of each product, placed as shoppers do. */
async function placeOrders(store: RecordStore, count: number, more: More = {}): Promise<void> {
  await liftLimits(store)
  const owner = await store.superuser()
  const filter = { filter: 'category = "soap" && inStock = true', sort: 'name' }
  const soaps = (await owner.collection('products').getList(1, more.products ?? 1, filter)).items
  const items = soaps.map(({ id }) => ({ product: id, quantity: 1, color: '' }))
  const { grand_total: expected_total } = (await store.post('/api/store/quote', { items })).body
  for (let made = 0; made < count; made++) {
    const order = orderOf('', {
      ...{ items, payment_method: 'cod', expected_total, address: { ...HOME, ...more.address } },
      contact: { name: `Lalitha ${made}`, email: `l${made}@example.in`, phone: `98450123${10 + made}` },
      note: more.note ?? (made === 0 ? 'Happy birthday, Amma.' : ''),
    })
    await placeOrder(store.guest(), order)
  }
}

interface Counted {
  clicks?: number
  printed?: string
}

/** Counts presses of the pointer, and takes what would be printed instead of asking for a printer. */
async function count(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all = window.top as Counted & Window
    window.print = () => {
      all.printed = document.documentElement.outerHTML
      window.dispatchEvent(new Event('afterprint'))
    }
    const onClick = (event: MouseEvent) => {
      // A click the keyboard makes has no detail.
      if (event.detail > 0) all.clicks = (all.clicks ?? 0) + 1
    }
    addEventListener('click', onClick, true)
  })
}
const counted = (page: Page) =>
  page.evaluate(() => ({ clicks: (window as Counted).clicks, printed: (window as Counted).printed ?? '' }))

/** Prints all parcels that are shown. @returns the document the printer would get */
async function printAll(page: Page, paper?: 'A4' | '4×6'): Promise<string> {
  await tickAll(page).click()
  if (paper) await page.getByRole('button', { name: paper }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect.poll(async () => (await counted(page)).printed).not.toBe('')
  return (await counted(page)).printed
}

test('PACK-09 fifteen parcels are packed, printed with their bills and shipped in at most ten clicks', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await placeOrders(store, 15)
  await count(page)
  await openDesk(page, store, '/packing')
  expect(await problems(page, 'To pack', DESK)).toEqual([])

  const printed = await printAll(page)
  expect(printed.match(/<article class="slip/g)).toHaveLength(15)
  expect(printed.match(/<article class="bill/g)).toHaveLength(15)
  expect(printed).toContain('Happy birthday, Amma.')
  expect(printed).toContain('Collect in cash')
  expect(printed).toMatch(/aria-label="Code of SJ-\w{8}"/)

  await page.getByRole('button', { name: 'Mark 15 packed' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to pack' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('link', { name: 'To ship 15' }).click()
  await page.getByRole('button', { name: 'Ship 15' }).click()

  const numbers = Array.from({ length: 15 }, (_, position) => `3621440811${10 + position}`)
  await expect(page.getByRole('textbox', { name: 'Tracking numbers' })).toBeFocused()
  await page.keyboard.insertText([...numbers.slice(0, 14), '36214408'].join('\n'))
  await expect(page.getByText('Line 15 has 8 digits; Delhivery’s have 12 to 14 digits.')).toBeVisible()
  expect(await problems(page, 'Ship', DESK)).toEqual([])
  await page.keyboard.insertText('1199')
  await page.getByRole('button', { name: 'Ship 15, email 15 shoppers' }).click()
  await expect(page.getByRole('link', { name: 'On the way 15' })).toBeVisible()
  expect((await counted(page)).clicks).toBeLessThanOrEqual(10)

  const owner = await store.superuser()
  expect((await owner.collection('bills').getList(1, 1)).totalItems).toBe(15)
  const mails = await owner.collection('outbox').getList(1, 1, { filter: 'kind = "order_shipped"' })
  expect(mails.totalItems).toBe(15)
})

test('PACK-09 on a phone all parcels are ticked by one press as well', async ({ page, freshStore }) => {
  const store = await freshStore()
  await placeOrders(store, 3)
  await page.setViewportSize({ width: 320, height: 700 })
  await openDesk(page, store, '/packing')
  await tickAll(page).click()
  await expect(page.getByRole('button', { name: 'Mark 3 packed' })).toBeVisible()
  expect(await problems(page, 'To pack, on a phone', DESK)).toEqual([])
  await page.getByText('Tick none').click()
  await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
})

test('PACK-09 the notice of what was done covers nothing that can be pressed, on a phone too', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await placeOrders(store, 3)
  for (const [width, left] of [
    [320, 2],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 568 })
    await openDesk(page, store, '/packing')
    const ticks = page.getByRole('checkbox', { name: /^Tick SJ-/ })
    await ticks.first().check()
    await page.getByRole('button', { name: 'Mark 1 packed' }).click()
    const notice = page.getByRole('status').filter({ hasText: '1 parcel packed.' })
    await expect(notice).toBeVisible()
    await expect(ticks).toHaveCount(left)
    await ticks.first().check()
    const bar = await page.getByRole('region', { name: 'What is chosen' }).boundingBox()
    const shown = await notice.boundingBox()
    expect(shown && shown.y + shown.height, `${width}`).toBeLessThan(bar?.y ?? 0)
    if (width > 320) continue
    await page.getByRole('link', { name: 'Products', exact: true }).filter({ visible: true }).click()
    const photographs = await page.getByRole('button', { name: 'Add photographs' }).boundingBox()
    expect(shown && shown.y + shown.height).toBeLessThan(photographs?.y ?? 0)
  }
})

/** An address, a note and things of the length that shoppers do write. */
async function placeLongOrder(store: RecordStore): Promise<void> {
  const address = {
    line1: 'Flat 1203, Tower B, Sri Lakshmi Narasimha Residency, 14th Cross, 27th Main, HSR Layout Sector 2',
    line2: 'Behind the Old Municipal Market, Jayanagar 4th T Block East',
    landmark: 'दुकान के सामने, पुराने डाकघर के पास',
    ...{ city: 'Thiruvananthapuram', state: 'DH', pincode: '396230' },
  }
  const note =
    'Happy birthday, Amma. जन्मदिन की शुभकामनाएँ!\nWith love from all of us in Pune, and a long line that goes on until the paper ends.'
  await placeOrders(store, 1, { address, products: 4, note })
}

/** A sheet of so many px, with what is printed of a short and a long order. */
async function printed(page: Page, store: RecordStore, paper: 'A4' | '4×6', [width, height]: [number, number]) {
  await placeOrders(store, 1)
  await placeLongOrder(store)
  await count(page)
  await openDesk(page, store, '/packing')
  const papers = await printAll(page, paper)
  const sheet = await page.context().newPage()
  await sheet.setViewportSize({ width, height })
  await sheet.goto(`${store.url}/robots.txt`)
  await sheet.setContent(papers)
  await sheet.evaluate(() => document.fonts.ready)
  const heights = (of: string) =>
    sheet.locator(of).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().height)))
  return { sheet, heights }
}

test('PACK-12 a label stays on one paper, with a long address, a note and several things in it', async ({
  page,
  freshStore,
}) => {
  const { sheet, heights } = await printed(page, await freshStore(), '4×6', [384, 576])
  expect(await heights('.label')).toEqual([574, 574])
  await sheet.locator('.label.dense').evaluate((label) => label.classList.remove('dense'))
  expect((await heights('.label')).filter((height) => height > 576)).toHaveLength(1)
})

test('PACK-12 a slip stays on its half of A4, with a long address, a note and several things in it', async ({
  page,
  freshStore,
}) => {
  const { heights } = await printed(page, await freshStore(), 'A4', [794, 1123])
  expect(await heights('.slip')).toEqual([559, 559])
})

test('FIG-11 at 320 px the month of the takings can be read', async ({ page, freshStore }) => {
  const store = await freshStore()
  await placeOrders(store, 1)
  const owner = await store.superuser()
  const orders = (await owner.collection('orders').getFullList()).map(({ id }) => id)
  await store.desk('parcels/pack', { orders })
  await page.setViewportSize({ width: 320, height: 700 })
  await openDesk(page, store, '/figures')
  const month = await page.getByRole('combobox', { name: 'Takings of a month' }).boundingBox()
  expect(month?.width).toBeGreaterThan(100)
  const gst = page.getByRole('table', { name: 'GST by rate' })
  await expect(gst.getByRole('row', { name: /^Together/ })).toContainText(/Total\d+\.00/)
  expect((await gst.boundingBox())?.width).toBeLessThan(320)
})

test('PACK-10 a parcel is packed, taken back, shipped and delivered by the keyboard alone, at the width of a phone', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await placeOrders(store, 2)
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  await page.setViewportSize({ width: 320, height: 700 })
  await openDesk(page, store, '/today')
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/#\/packing$/)
  const ticks = page.getByRole('checkbox', { name: /^Tick SJ-/ })
  await expect(ticks).toHaveCount(2)
  expect(await deskOverflow(page)).toBe(0)

  await tabTo(page, ticks.first())
  await page.keyboard.press('ArrowDown')
  await expect(ticks.nth(1)).toBeFocused()
  await page.keyboard.press('Control+a')
  await expect(ticks.nth(0)).toBeChecked()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(page.getByText('1 of 2 ticked')).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('lalitha 1')
  await expect(ticks).toHaveCount(1)
  await expect(ticks.first()).toBeChecked()
  await press(page.getByRole('button', { name: 'Mark 1 packed' }))
  await expect(page.getByRole('link', { name: 'To ship 1' })).toBeVisible()
  const content = page.locator('[data-content]')
  await expect(content).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Taken back: 1 parcel.')).toBeVisible()
  await expect(ticks).toHaveCount(1)

  await tabTo(page, ticks.first())
  if (!(await ticks.first().isChecked())) await page.keyboard.press('Space')
  await press(page.getByRole('button', { name: 'Mark 1 packed' }))
  await expect(page.getByRole('link', { name: 'To ship 1' })).toBeVisible()
  await press(page.getByRole('link', { name: 'To ship 1' }))
  const ship = page.getByRole('button', { name: 'Ship 1', exact: true })
  await press(ship)
  await expect(page.getByRole('textbox', { name: 'Tracking numbers' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(ship).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Tracking numbers' })).toBeFocused()
  await page.keyboard.insertText('362144081175')
  await press(page.getByRole('button', { name: 'Ship 1, email 1 shopper' }))
  await press(page.getByRole('link', { name: 'On the way 1' }))
  await press(ticks.first(), 'Space')
  await press(page.getByRole('button', { name: 'Mark 1 delivered' }))
  await expect(page.getByRole('checkbox', { name: /^The cash is here/ })).toBeChecked()
  expect(await problems(page, 'Delivered', DESK)).toEqual([])
  expect(await deskOverflow(page)).toBe(0)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Mark 1 delivered' }))
  await expect(page.getByRole('heading', { name: 'Nothing on the way' })).toBeVisible()
})
