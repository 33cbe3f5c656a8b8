import type { Page } from '@playwright/test'
import { MEASURED_CLIENT } from '../../scripts/check/end-to-end'
import { gate } from '../../tests/gate'
import { addSoap, FORM, fillAddress, placeOrder } from '../tools/buyer'
import { alive, expect, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

type Entry = Record<string, unknown> & { event?: string; ecommerce?: Record<string, unknown> | null }

const layer = (page: Page) => page.evaluate(() => (window as unknown as { dataLayer?: Entry[] }).dataLayer ?? [])
const names = async (page: Page) => (await layer(page)).flatMap(({ event }) => event ?? [])

async function order(page: Page): Promise<{ id: string; number: string }> {
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await fillAddress(page)
  return placeOrder(page)
}

test('STAT-01 STAT-02 STAT-04 a purchase from campaign to order: every event in its order, the campaign in the order, nothing personal', async ({
  page,
  store,
  watch,
}) => {
  await page.goto('/shop?utm_source=insta&utm_medium=social&utm_campaign=diwali&utm_term=soap&utm_content=reel')
  await expect.poll(() => names(page)).toContain('view_item_list')
  await addSoap(page)
  const { id, number } = await order(page)
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['conversion', 'form_complete']))

  const entries = await layer(page)
  const seen = entries.flatMap(({ event }) => event ?? [])
  const course = [
    'select_item',
    'view_item',
    'add_to_cart',
    'begin_checkout',
    'add_shipping_info',
    'purchase',
    'conversion',
  ]
  expect(seen.filter((event) => course.includes(event))).toEqual(course)
  // A list that is there at once is told before the page's title is known, and with it the page view.
  expect(seen.indexOf('page_view')).toBeGreaterThanOrEqual(0)
  expect(seen.indexOf('page_view')).toBeLessThan(seen.indexOf('select_item'))

  const superuser = await store.superuser()
  const soap = await store.product(SOAP)
  const item = { item_id: soap.id, item_name: SOAP, item_category: soap.category, price: 180, quantity: 1 }
  const goods = { currency: 'INR', value: 180 }
  const of = (name: string) => entries.find(({ event }) => event === name)
  expect(of('select_item')?.ecommerce).toMatchObject({ item_list_name: 'Products', items: [{ item_id: soap.id }] })
  expect(of('view_item')?.ecommerce).toEqual({ ...goods, items: [item] })
  expect(of('add_to_cart')?.ecommerce).toEqual({ ...goods, items: [item] })
  expect(of('begin_checkout')?.ecommerce).toMatchObject({ ...goods, items: [{ ...item, index: 0 }] })
  expect(of('purchase')).toMatchObject({
    event_id: `purchase.${number}`,
    ecommerce: { ...goods, transaction_id: number, tax: 0, shipping: 0, payment_method: 'cod', items: [item] },
  })
  entries.forEach(({ ecommerce }, place) => {
    if (ecommerce) expect(entries[place - 1]).toEqual({ ecommerce: null })
  })

  const told = JSON.stringify(entries).toLowerCase()
  for (const text of [...Object.values(FORM), 'Meera', '9845012345']) expect(told).not.toContain(text.toLowerCase())

  expect((await superuser.collection('orders').getOne(id)).utm).toEqual({
    utm_source: 'insta',
    utm_medium: 'social',
    utm_campaign: 'diwali',
    utm_term: 'soap',
    utm_content: 'reel',
  })
  expect(watch.outside).toEqual([])
})

test('STAT-03 two products added within two seconds are two events, two seconds apart', async ({ page }) => {
  await page.addInitScript(() => {
    const layer: object[] = []
    const times: number[] = []
    layer.push = (...entries: object[]) => {
      times.push(...entries.map(() => performance.now()))
      return Array.prototype.push.apply(layer, entries)
    }
    Object.assign(window, { dataLayer: layer, times })
  })
  await page.goto('/shop')
  await expect.poll(() => names(page)).toContain('page_view')
  // Both presses in one task: no screen is that quick.
  await page.evaluate(() => {
    // Of a soap there is one colour: nothing is asked.
    for (const card of [...document.querySelectorAll('article[aria-label$=Soap]')].slice(0, 2)) {
      const buttons = [...card.querySelectorAll('button')]
      buttons.find(({ textContent }) => /^(Quick )?Add$/.test(textContent ?? ''))?.click()
    }
  })
  await expect.poll(async () => (await names(page)).filter((name) => name === 'add_to_cart')).toHaveLength(2)
  const { items, gap } = await page.evaluate(() => {
    const { dataLayer, times } = window as unknown as { dataLayer: Entry[]; times: number[] }
    const places = dataLayer.flatMap(({ event }, place) => (event === 'add_to_cart' ? place : []))
    return {
      items: places.map((place) => dataLayer[place]?.ecommerce?.items),
      gap: (times[places[1] ?? 0] ?? 0) - (times[places[0] ?? 0] ?? 0),
    }
  })
  expect(new Set(items.map((list) => JSON.stringify(list))).size).toBe(2)
  expect(gap).toBeGreaterThanOrEqual(1990)
})

test('STAT-01 the newsletter tells of its form and its button', async ({ page }) => {
  await page.goto('/')
  await alive(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill('meera.r@example.in')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect.poll(() => names(page)).toContain('form_complete')
  const told = (await layer(page)).filter(({ event }) => /^(form|button)_/.test(event ?? ''))
  expect(told).toEqual([
    expect.objectContaining({ event: 'form_start', form_name: 'newsletter' }),
    expect.objectContaining({ event: 'button_click', button_name: 'Subscribe', button_location: 'newsletter' }),
    expect.objectContaining({ event: 'form_error', form_name: 'newsletter', error_fields: 'email' }),
    expect.objectContaining({ event: 'form_complete', form_name: 'newsletter' }),
  ])
  expect(JSON.stringify(await layer(page))).not.toContain('meera')
})

test('STAT-01 the hero’s and the chat’s presses are told', async ({ page, context }) => {
  await page.goto('/')
  await alive(page)
  const chat = page.getByRole('link', { name: 'Order via chat' })
  const opened = context.waitForEvent('page')
  await chat.click()
  await (await opened).close()
  const slide = page.getByRole('region', { name: 'Featured' }).getByRole('group')
  // Between two slides both are there.
  await page.getByRole('button', { name: 'Pause slides' }).click()
  await expect(slide).toHaveCount(1)
  const title = await slide.getByRole('heading').textContent()
  await slide.getByRole('link').first().click()
  await expect.poll(() => names(page)).toContain('view_item_list')
  await expect
    .poll(async () => (await layer(page)).filter(({ event }) => event === 'button_click'))
    .toEqual([
      expect.objectContaining({ button_name: 'Order via chat', button_location: 'chat' }),
      expect.objectContaining({ button_name: `Explore ${title}`, button_location: 'hero' }),
    ])
})

test.describe('with ids and a yes', () => {
  const ids = MEASURED_CLIENT.settings
  const folder = MEASURED_CLIENT.outDir
  const GTM = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST1'
  const PIXEL = 'https://connect.facebook.net/en_US/fbevents.js'

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const choice = { analytics: true, advertising: true }
      localStorage.setItem('sabun-and-jhola.consent.v1', JSON.stringify({ version: 1, at: Date.now(), choice }))
    }),
  )

  test('STAT-05 blocked scripts are asked for after the page is usable, and nothing misses them @long', async ({
    page,
    freshStore,
    watch,
  }) => {
    const store = await freshStore({ env: { ...ids, STORE_PUBLIC_DIR: folder } })
    let loaded = false
    const early: string[] = []
    page.on('load', () => {
      loaded = true
    })
    page.on('request', (request) => {
      if (!loaded && !request.url().startsWith(store.url)) early.push(request.url())
    })
    await page.goto(`${store.url}/shop`)
    await expect.poll(() => [...watch.outside].sort()).toEqual([PIXEL, GTM])
    expect(early).toEqual([])
    await addSoap(page)
    const { number } = await order(page)
    await expect
      .poll(async () => (await layer(page)).find(({ event }) => event === 'purchase'))
      .toMatchObject({ event_id: `purchase.${number}` })
    // Asked for once, although several pages were seen.
    expect(watch.outside).toHaveLength(2)
  })

  test('STAT-01 STAT-05 scripts that arrive late are told everything, a purchase with its own id @long', async ({
    page,
    freshStore,
  }) => {
    const store = await freshStore({ env: { ...ids, STORE_PUBLIC_DIR: folder } })
    const [held, release] = gate()
    const script = (body: string) => ({ contentType: 'text/javascript', body })
    await page.route(GTM, (route) => route.fulfill(script('window.containerRan = true')))
    await page.route(PIXEL, async (route) => {
      await held
      // What Meta's script does on arrival: takes over, then works off what waits.
      await route.fulfill(
        script(`window.told = []
          fbq.callMethod = (...call) => told.push(call)
          while (fbq.queue.length) fbq.callMethod(...fbq.queue.shift())`),
      )
    })
    await page.goto(`${store.url}/shop`)
    await expect.poll(() => names(page)).toContain('page_view')
    await addSoap(page)
    release()
    const told = () => page.evaluate(() => (window as unknown as { told?: unknown[][] }).told ?? [])
    await expect.poll(told).toContainEqual(['track', 'AddToCart', expect.anything(), expect.anything()])
    const { number } = await order(page)
    await expect.poll(told).toContainEqual(['track', 'Purchase', expect.anything(), { eventID: `purchase.${number}` }])
    const calls = await told()
    expect(calls.slice(0, 4)).toEqual([
      ['consent', 'revoke'],
      ['set', 'autoConfig', false, ids.VITE_META_PIXEL_ID],
      ['init', ids.VITE_META_PIXEL_ID],
      ['consent', 'grant'],
    ])
    const tracked = calls.slice(4).map(([, name]) => name)
    const course = ['PageView', 'ViewContent', 'AddToCart', 'InitiateCheckout', 'Purchase']
    expect(tracked.filter((name, place) => course.includes(String(name)) && tracked.indexOf(name) === place)).toEqual(
      course,
    )
    expect(await page.evaluate(() => (window as unknown as { containerRan?: boolean }).containerRan)).toBe(true)
    for (const text of Object.values(FORM)) expect(JSON.stringify(calls)).not.toContain(text)
  })
})
