import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { fillAddress } from '../tools/buyer'
import { deskProblems, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

const DAY_MS = 24 * 60 * 60_000
const recordDate = (time: number) => new Date(time).toISOString().replace('T', ' ')

/** An offer that begins on Friday, and a slide, colours and an arrangement that are not switched on. */
async function prepare(store: RecordStore): Promise<void> {
  const owner = await store.superuser()
  const soap = await owner
    .collection('products')
    .getFirstListItem('category = "soap" && inStock = true && sold_out = false', { sort: 'name' })
  const begins = Math.floor(Date.now() / 60_000) * 60_000 + 3 * DAY_MS
  await owner.collection('special_offers').create({
    ...{ title: 'Friday gift', active: true, offer_type: 'free_gift', product: soap.id, min_order_value: 0 },
    ...{ start_date: recordDate(begins), end_date: recordDate(begins + 2 * DAY_MS) },
  })
  const slides = await owner.collection('slider_images').getFullList({ sort: 'order' })
  for (const { id, order } of slides) await owner.collection('slider_images').update(id, { order: order + 1 })
  const picture = await fetch(owner.files.getURL(slides[0] ?? {}, slides[0]?.image))
  const image = new File([await picture.blob()], 'lamps.jpg', { type: 'image/jpeg' })
  await owner.collection('slider_images').create({ title: 'Lamps and soap', active: false, order: 0, image })
  await owner.collection('theme_settings').create({ name: 'Indigo', is_active: false, primary_color: '#2b3f73' })
  await owner.collection('homepage_config').create({ name: 'Winter', is_active: false, bestsellers_order: 1 })
}

const primary = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())

test('SEE-08 Saturday is seen with its drafts in frame and tab, by nobody else, orders nothing, and is published', async ({
  page,
  browser,
  freshStore,
  watch,
}) => {
  watch.expectProblem('403')
  // A preview that is busy is asked again by itself.
  watch.expectProblem('503 (Service Unavailable)')
  const store = await freshStore()
  await prepare(store)
  await openDesk(page, store, '/preview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The shop as it is now')
  await page.getByRole('radio', { name: /Friday gift begins/ }).click()
  for (const draft of ['Slide: Lamps and soap', 'Colours: Indigo', 'Home: Winter']) await page.getByText(draft).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^The shop on \w{3} \d.*, with 3 drafts$/)
  for (const text of [/^“Friday gift” gives a gift, until /, 'Slide “Lamps and soap” is there'])
    await expect(page.getByText(text)).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Lamps and soap')).toBeVisible()
  await expect(frame.getByText('Friday gift')).toBeVisible()
  expect(await deskProblems(page, 'Preview')).toEqual([])

  const href = (await page.getByRole('link', { name: 'New tab' }).getAttribute('href')) ?? ''
  const stranger = await browser.newContext()
  const tab = await stranger.newPage()
  const answer = await tab.goto(store.url + href)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex')
  await expect(tab.getByRole('heading', { name: 'Lamps and soap' })).toBeVisible()
  expect(new URL(tab.url()).hash).toBe('')
  const bar = tab.getByRole('complementary', { name: 'Preview' })
  await expect(bar).toHaveText(/Preview: the shop on .*, with “.*”, “.*”, “.*”\.Nothing can be ordered here\.Leave/)
  // The colours are a record of their own: they may come after the slide.
  await expect.poll(() => primary(tab)).toBe('#2b3f73')
  expect(await tab.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + 2.9 * DAY_MS)

  // A whole purchase, up to the end, in a world of its own.
  await tab.evaluate(() => scrollTo(0, 900))
  await expect(tab.getByRole('banner')).toBeInViewport()
  await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click()
  const name = 'Neem & Tulsi Soap'
  await tab.getByRole('article', { name }).getByRole('link', { name }).click()
  await tab.getByRole('button', { name: 'Add to Cart' }).first().click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(bar).toBeVisible()
  await fillAddress(tab)
  await tab.getByRole('button', { name: 'Place order' }).click()
  await expect(tab.getByText('nothing can be ordered, sent or saved here').first()).toBeVisible()
  expect(new URL(tab.url()).pathname).toBe('/preview/checkout')
  await tab.reload()
  await expect(tab.getByRole('textbox', { name: 'Full name' })).toBeVisible()
  await bar.getByRole('link', { name: 'Leave' }).click()
  await expect(bar).toHaveCount(0)
  expect(await tab.evaluate((key) => localStorage.getItem(key), 'sabun-and-jhola.cart.v1')).toBeNull()
  expect(await (await store.superuser()).collection('orders').getFullList()).toEqual([])
  await stranger.close()

  await page.getByRole('button', { name: 'Publish 3 drafts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 3 drafts' })
  await expect(dialog.getByText('Colours “Indigo” instead of “Warm Brown”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('3 drafts published. In the shop now.')).toBeVisible()
  const shopper = await browser.newContext()
  const shop = await shopper.newPage()
  await shop.goto(store.url)
  await expect(shop.getByRole('heading', { name: 'Lamps and soap' })).toBeVisible()
  await expect(shop.getByText('Friday gift')).toHaveCount(0)
  await expect(shop.getByRole('complementary', { name: 'Preview' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back. The shop shows what it did before.')).toBeVisible()
  // Without a link there is no preview, and no plain shop in its place.
  await shop.goto(`${store.url}/preview/shop`)
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('No preview')
  await expect(shop.getByRole('article')).toHaveCount(0)
  await shopper.close()
})
