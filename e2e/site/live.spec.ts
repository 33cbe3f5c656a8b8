import type { Locator, Page, Request } from '@playwright/test'
import type PocketBase from 'pocketbase'
import type { PlacedOrder } from '../../src/domain/orders/order'
import { orderOf, placeOrder } from '../../tests/order'
import { expect, keepSession, listening, settled, test } from '../tools/store'

/** Counts how much of the page has moved without being asked to. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = window as unknown as { shifts: number }
    shifts.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.shifts += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

const first = async (owner: PocketBase, collection: string, filter: string) =>
  owner.collection(collection).getFirstListItem(filter)

interface Change {
  what: string
  at: (owner: PocketBase) => Promise<string>
  save: (owner: PocketBase) => Promise<unknown>
  seen: (page: Page) => Locator
  /** Opens where it stands. */
  open?: (page: Page) => Promise<void>
  /** What can no longer be bought must be said, even where something moves by it. */
  moves?: true
}

const SOAP = 'Neem & Tulsi Soap'
const soap = (owner: PocketBase) => first(owner, 'products', `name = '${SOAP}'`)
const productPage = async (owner: PocketBase) => `/product/${(await soap(owner)).id}`

const update = async (owner: PocketBase, collection: string, filter: string, values: object) =>
  owner.collection(collection).update((await first(owner, collection, filter)).id, values)

const CHANGES: Change[] = [
  {
    what: 'the price of a product’s page',
    at: productPage,
    save: (owner) => update(owner, 'products', `name = '${SOAP}'`, { price: 187 }),
    seen: (page) => page.getByText('₹187.00').first(),
  },
  {
    what: 'the price on a list',
    at: async () => '/shop',
    save: (owner) => update(owner, 'products', `name = '${SOAP}'`, { price: 191 }),
    seen: (page) => page.getByRole('article', { name: SOAP }).getByText('₹191.00'),
  },
  {
    what: 'the price on the home page',
    at: async () => '/',
    save: (owner) => update(owner, 'products', `name = '${SOAP}'`, { price: 192 }),
    seen: (page) => page.getByText('₹192.00').first(),
  },
  {
    what: 'the name of a product',
    at: productPage,
    save: (owner) => update(owner, 'products', `name = '${SOAP}'`, { name: 'Neem & Mint Soap' }),
    seen: (page) => page.getByRole('heading', { level: 1, name: 'Neem & Mint Soap' }),
  },
  {
    what: 'a product switched off',
    at: async (owner) => `/product/${(await first(owner, 'products', "name ~ 'Mint'")).id}`,
    save: (owner) => update(owner, 'products', "name ~ 'Mint'", { inStock: false }),
    seen: (page) => page.getByRole('main').getByText('Out of stock').first(),
    moves: true,
  },
  {
    what: 'a colour of the theme',
    at: async () => '/about',
    save: (owner) =>
      update(owner, 'theme_settings', 'is_active = true', { primary_color: '#123456', primary_color_hsl: '' }),
    seen: (page) => page.locator('html[style*="#123456"]'),
  },
  {
    what: 'a word of the menu',
    at: async () => '/contact',
    save: (owner) =>
      update(owner, 'navbar_config', 'is_active = true', { own_1_label: 'Our fair', own_1_link: '/about' }),
    open: async (page) => {
      // The narrow page has the wide one's links as well, out of sight. With its menu open the change would wait.
      await expect(page.locator('header a', { hasText: 'Our fair' })).toBeAttached()
      const menu = page.getByRole('button', { name: 'Menu', exact: true })
      if (await menu.isVisible()) await menu.click()
    },
    seen: (page) => page.getByRole('link', { name: 'Our fair' }).first(),
  },
  {
    what: 'an offer',
    at: async () => '/',
    save: (owner) =>
      owner.collection('promotions').create({ name: 'Monsoon ten', kind: 'percent', value: 10, active: true }),
    seen: (page) =>
      page
        .getByText(/^(Prices have|This page has) changed\./)
        .or(page.getByText('Monsoon ten'))
        .first(),
  },
]

test('LIVE-06 what the maker saves is on the open page without a reload, and moves nothing @one-screen', async ({
  page,
  freshStore,
}) => {
  // Eight pages, each of which listens only once it has been at rest for seconds.
  test.slow()
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const shifts = await watchShifts(page)
  for (const { what, at, open, save, seen, moves } of CHANGES) {
    await test.step(what, async () => {
      const here = listening(page)
      await page.goto(store.url + (await at(owner)))
      await settled(page)
      await here
      await expect(seen(page)).toBeHidden()
      const before = await shifts()
      // 202: a busy store is still drawing, and the page asks again.
      const told = page.waitForResponse(
        (answer) => /\/api\/store\/(?:page|news)/.test(answer.url()) && answer.status() === 200,
      )
      await save(owner)
      await told
      await open?.(page)
      await expect(seen(page)).toBeVisible()
      expect((await shifts()) - before).toBeLessThan(moves ? 0.1 : 0.01)
    })
  }
})

async function place(client: PocketBase, product: string, quantity = 1): Promise<PlacedOrder> {
  const { price } = await client.collection('products').getOne(product)
  const items = [{ product, quantity, color: '' }]
  const expected_total = price * quantity * 100
  return placeOrder(client, orderOf(product, { items, payment_method: 'cod', expected_total }))
}

const connections = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/realtime') && asked.push(request.method()))
  return asked
}

async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    hidden ? 'hidden' : 'visible',
  )
}

/** The first time a page says what it follows takes a second, which a later time would overtake. */
async function answeredLate(page: Page): Promise<void> {
  let first: Request | undefined
  await page.route('**/api/realtime', async (route) => {
    const late = !first && route.request().method() === 'POST'
    if (late) first = route.request()
    if (late) await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await page.waitForResponse((answer) => answer.request() === first)
}

test('LIVE-07 the last piece goes, and the open page and cart say so @one-screen', async ({ page, freshStore }) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const { id } = await owner
    .collection('products')
    .create({ name: 'Last of its kind', price: 210, category: 'soap', inStock: true, description: 'One piece.' })
  await owner.collection('stock_movements').create({ product: id, delta: 1, reason: 'restock' })
  const late = answeredLate(page)
  const here = listening(page)
  await page.goto(`${store.url}/product/${id}`)
  await settled(page)
  await Promise.all([late, here])
  await page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByText('Last of its kind')).toBeVisible()
  await owner.collection('products').update(id, { price: 230 })
  await expect(sheet.getByText('Now ₹230.00, was ₹210.00.')).toBeVisible()
  await place(store.guest(), id)
  await expect(sheet.getByText('Sold out.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByText('Out of stock').first()).toBeVisible()
})

for (const who of ['guest', 'account'] as const) {
  test(`LIVE-03 an order’s page follows for a ${who} @one-screen`, async ({ page, freshStore }) => {
    const store = await freshStore({ seed: 'demo' })
    const owner = await store.superuser()
    const product = (await soap(owner)).id
    const user = await store.newUser()
    const order = await place(who === 'guest' ? store.guest() : user.pb, product, 2)
    const here = listening(page)
    if (who === 'guest') await page.goto(`${store.url}/order-confirmation/${order.id}#t=${order.access_token}`)
    else {
      await page.goto(`${store.url}/track-order`)
      await keepSession(page, user)
      await page.goto(`${store.url}/orders/${order.id}`)
    }
    await expect(page.getByText(`Order ${order.number}`).first()).toBeVisible()
    await here
    await settled(page)
    await owner.collection('orders').update(order.id, { fulfilment_status: 'packed' })
    await expect(page.getByRole('list', { name: 'Order progress' }).locator('[aria-current=step]')).toContainText(
      'Packed',
    )
  })
}

test('LIVE-09 a hidden tab asks for nothing, and is up to date when it is looked at @one-screen', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const here = listening(page)
  // The store is still drawing the page, which is asked for again and again.
  const drawing = /\/api\/store\/page/
  await page.route(drawing, (route) => route.fulfill({ status: 202 }))
  await page.goto(store.url + (await productPage(owner)))
  await settled(page)
  await here
  await page.waitForRequest(drawing)
  await hide(page, true)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (let price = 300; price < 305; price++)
    await owner.collection('products').update((await soap(owner)).id, { price })
  // The next thing a page in view would have heard of.
  const listener = await page.context().newPage()
  const there = listening(listener)
  await listener.goto(`${store.url}/about`)
  await there
  expect(asked).toEqual([])
  await page.unroute(drawing)
  await hide(page, false)
  await expect(page.getByText('₹304.00').first()).toBeVisible()
})

test('LIVE-09 all tabs share one connection, and another takes over @one-screen', async ({
  page,
  context,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const second = await context.newPage()
  const asked = [connections(page), connections(second)]
  const here = listening(page)
  await page.goto(store.url + (await productPage(owner)))
  await here
  await second.goto(`${store.url}/shop`)
  await settled(second)
  const article = second.getByRole('article', { name: SOAP })
  let price = 400
  await expect(async () => {
    price += 1
    await owner.collection('products').update((await soap(owner)).id, { price })
    await expect(article.getByText(`₹${price}.00`)).toBeVisible({ timeout: 3000 })
  }).toPass()
  expect(asked[1]).toEqual([])
  await page.close()
  await expect.poll(() => asked[1]).toContain('GET')
  await owner.collection('products').update((await soap(owner)).id, { price: 399 })
  await expect(article.getByText('₹399.00')).toBeVisible()
})

test('LIVE-02 two hundred saves in a row, and the page shows the last @one-screen', async ({ page, freshStore }) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const here = listening(page)
  await page.goto(store.url + (await productPage(owner)))
  await settled(page)
  await here
  const { id } = await soap(owner)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/store/page')) asked += 1
  })
  for (let price = 1001; price <= 1200; price++) await owner.collection('products').update(id, { price })
  await expect(page.getByText('₹1,200.00').first()).toBeVisible()
  expect(asked).toBeLessThan(50)
})

test('LIVE-09 a restart that answers 502 does not end what an open page hears @one-screen', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  watch.expectProblem('/api/realtime')
  await page.clock.install()
  await page.route('**/api/realtime', (route) => route.fulfill({ status: 502 }), { times: 1 })
  const refused = page.waitForResponse((answer) => answer.status() === 502)
  const here = listening(page)
  await page.goto(store.url + (await productPage(owner)))
  await settled(page)
  await refused
  await page.clock.fastForward(30_000)
  await here
  await update(owner, 'products', `name = '${SOAP}'`, { price: 183 })
  await expect(page.getByText('₹183.00').first()).toBeVisible()
})
