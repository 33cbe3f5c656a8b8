import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type PocketBase from 'pocketbase'
import type { RecordStore } from '../../tests/backend/record-store'
import { ALSO_LONG, LONG } from '../../tests/long'
import { expect, settled, signIn, test, withoutRendering } from '../tools/store'

/**
 * Records at the edge of what the record store takes. None may break a page, make it wider than a small phone, or run.
 */

const MARKUP = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>bold</b>&amp;"\''
/** The same where a field takes fewer characters. */
const SHORT_MARKUP = '<img src=x onerror=window.hacked=1>'
const HINDI = 'हाथ से बना नीम और तुलसी का ठंडी प्रक्रिया वाला साबुन'
const TAMIL = 'கைவினை வேப்பிலை துளசி குளிர்முறை சோப்பு'
const UNBROKEN = 'Neemtulsisandalwoodturmeric'
/** Text of exactly `length` characters that begins with `text`. */
const long = (text: string, length: number) => `${text} ${UNBROKEN.repeat(40)}`.slice(0, length)

const COLOURS = Array.from({ length: 12 }, (_, index) => ({
  name: index === 0 ? long('Indigo', 60) : index === 1 ? 'नीला' : `Colour ${index}`,
  value: `colour-${index}`,
  hex: `#${(index * 0x15_0b_07 + 0x20_30_40).toString(16).padStart(6, '0').slice(-6)}`,
}))
const MARKED_COLOURS = [{ name: '<b>red</b>', value: '"><script>window.hacked=1</script>', hex: '#aa0000' }]

interface Extremes {
  store: RecordStore
  superuser: PocketBase
  /** Ids of the products with a page of their own. */
  products: Record<string, string>
}

async function photo(name: string): Promise<File> {
  return new File([new Uint8Array(await readFile(`pocketbase/seed/images/${name}`))], name, { type: 'image/jpeg' })
}

/** `count` products straight into the table: through the API it would take minutes. */
async function addMany(superuser: PocketBase, count: number): Promise<void> {
  await superuser.sql.run(`
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    INSERT INTO products (id, name, category, price, original_price, inStock, created, updated)
    SELECT printf('bulk%011d', n), printf('Bulk bar %04d', n), CASE WHEN n % 2 THEN 'soap' ELSE 'bag' END, 200 + n, 0, TRUE,
      '2026-01-01 00:00:00.000Z', '2026-01-01 00:00:00.000Z' FROM numbers`)
}

async function makeExtremes(store: RecordStore): Promise<Extremes> {
  const superuser = await store.superuser()
  const add = async (fields: Record<string, unknown>) =>
    (await superuser.collection('products').create({ category: 'soap', price: 180, inStock: true, ...fields })).id
  const ten = await Promise.all(
    Array.from({ length: 10 }, (_, index) => photo(index % 2 ? 'potli-pouch-1.jpg' : 'neem-tulsi-soap-1.jpg')),
  )
  const marked = {
    description: MARKUP,
    material: MARKUP,
    dimensions: MARKUP,
    features: [MARKUP],
    care: [MARKUP],
    tags: [MARKUP],
    specifications: { weight: MARKUP, [MARKUP]: MARKUP },
    care_instructions: { cleaning: [MARKUP], storage: [MARKUP] },
    usage_guidelines: { recommended_use: [MARKUP], pro_tips: [MARKUP] },
    image_alt: [MARKUP],
  }
  const products = {
    hindi: await add({
      name: HINDI.repeat(4).slice(0, 200),
      description: HINDI.repeat(20),
      list_order: 1,
      images: ten,
    }),
    tamil: await add({ name: TAMIL.repeat(5).slice(0, 200), description: TAMIL.repeat(20), list_order: 2 }),
    unbroken: await add({
      name: UNBROKEN.repeat(8).slice(0, 200),
      description: UNBROKEN.repeat(40),
      list_order: 3,
      price: 999_999.99,
      original_price: 1_000_000,
      tags: [UNBROKEN.repeat(8)],
      features: [UNBROKEN.repeat(8)],
      specifications: { weight: UNBROKEN.repeat(8) },
      colors: COLOURS,
      images: [await photo('neem-tulsi-soap-1.jpg')],
      bestseller: true,
      new: true,
    }),
    marked: await add({ ...marked, name: MARKUP, list_order: 4, colors: MARKED_COLOURS, new: true, bestseller: true }),
  }
  await writeTexts(superuser)
  await writeReviews(store, Object.values(products))
  return { store, superuser, products }
}

/** What the owner has written, everywhere outside the catalogue. */
async function writeTexts(superuser: PocketBase): Promise<void> {
  for (const name of ['navbar_config', 'homepage_config', 'theme_settings'])
    for (const record of await superuser.collection(name).getFullList())
      await superuser.collection(name).update(record.id, { name: '<b onclick=1>' })
  for (const record of await superuser.collection('slider_images').getFullList())
    await superuser
      .collection('slider_images')
      .update(record.id, { title: UNBROKEN.repeat(3).slice(0, 80), subtitle: long(MARKUP, 200) })
  for (const record of await superuser.collection('makers').getFullList())
    await superuser.collection('makers').update(record.id, {
      name: UNBROKEN.repeat(3).slice(0, 80),
      group: UNBROKEN.repeat(3).slice(0, 80),
      text: long(MARKUP, 200),
    })
  const words = { active: true, order: 0, text: long(MARKUP, 200) }
  await superuser.collection('promises').create({ ...words, title: UNBROKEN.repeat(3).slice(0, 60), icon: 'leaf' })
  await superuser
    .collection('testimonials')
    .create({ ...words, name: UNBROKEN.repeat(3).slice(0, 80), location: UNBROKEN.repeat(3).slice(0, 80) })
  for (const record of await superuser.collection('special_offers').getFullList())
    await superuser.collection('special_offers').update(record.id, { title: MARKUP, description: long(MARKUP, 200) })
  for (const record of await superuser.collection('posts').getFullList())
    await superuser.collection('posts').update(record.id, {
      title: long(MARKUP, 150),
      excerpt: long(MARKUP, 200),
      body: `${MARKUP}<p>${UNBROKEN.repeat(8)}</p><pre>${UNBROKEN.repeat(8)}</pre><table><tr><td>${UNBROKEN.repeat(8)}</td></tr></table><iframe src="javascript:top.hacked=1"></iframe><svg onload="window.hacked=1"></svg>`,
    })
  const settings = await superuser.collection('store_settings').getFirstListItem('')
  await superuser.collection('store_settings').update(settings.id, {
    seller_legal_name: MARKUP,
    seller_address: MARKUP,
    chat_greeting: MARKUP,
    grievance_officer_name: SHORT_MARKUP,
    store_name: SHORT_MARKUP,
    footer_mission: long(MARKUP, 200),
    footer_copyright: UNBROKEN.repeat(3).slice(0, 120),
  })
}

async function writeReviews(store: RecordStore, products: string[]): Promise<void> {
  const reviewer = await store.newUser(MARKUP.slice(0, 80))
  for (const product of products) {
    const review = await reviewer.pb
      .collection('reviews')
      .create({ product, rating: 5, title: long(MARKUP, 120), content: `${MARKUP} ${UNBROKEN.repeat(8)} ${TAMIL}` })
    await reviewer.pb
      .collection('review_comments')
      .create({ review: review.id, content: `${MARKUP} ${UNBROKEN.repeat(8)}` })
  }
}

/** The page stands, is no wider than the screen, and nothing in its records ran. */
async function expectSound(page: Page): Promise<void> {
  // Not by its role: an open dialog hides the page from it.
  await expect(page.locator('h1').first()).toBeVisible()
  await settled(page)
  const found = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const clipped = (element: Element): boolean => {
      for (let at: Element | null = element.parentElement; at; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const box = element.getBoundingClientRect()
      return (
        box.width > 0 && box.right > width + 1 && getComputedStyle(element).position !== 'fixed' && !clipped(element)
      )
    })
    return {
      over: document.documentElement.scrollWidth - width,
      wide: wide.slice(0, 5).map((element) => element.outerHTML.slice(0, 200)),
      hacked: (window as unknown as { hacked?: number }).hacked ?? 0,
      injected: document.querySelectorAll('#root [onerror], #root script, #root iframe, #root [onload]').length,
    }
  })
  expect.soft(found, page.url()).toEqual({ over: 0, wide: [], hacked: 0, injected: 0 })
}

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test(`PROD-01 PROD-02 CARD-01 IMG-02 ACCESS-04 long, foreign and hostile texts break no page, overflow nothing and never run${ALSO_LONG}`, async ({
    page,
    freshStore,
  }) => {
    test.slow()
    const { store, products } = await makeExtremes(await freshStore())
    for (const path of ['/', '/shop', '/gifting', '/blog', '/contact', '/terms-and-conditions']) {
      await page.goto(store.url + path)
      await expectSound(page)
    }
    const { slug } = await store.guest().collection('posts').getFirstListItem('')
    await page.goto(`${store.url}/blog/${slug}`)
    await expectSound(page)
    const looked = Object.entries(products).filter(([name]) => LONG || name === 'marked' || name === 'unbroken')
    for (const [name, id] of looked) {
      await page.goto(`${store.url}/product/${id}`)
      await expectSound(page)
      await expect(page.locator('#reviews article').first()).toBeVisible()
      await expectSound(page)
      if (name === 'marked') await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKUP)
      if (name === 'unbroken') await expect(page.getByRole('radio', { name: /^(Indigo|नीला|Colour)/ })).toHaveCount(12)
      await page.getByRole('button', { name: 'Add to Cart' }).first().click()
      await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
      await expectSound(page)
    }
    await page.goto(`${store.url}/checkout`)
    await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible()
    await page
      .getByRole('region', { name: /^Order summary/ })
      .locator('summary, h2')
      .first()
      .click()
    await expectSound(page)
  })

  test('ORDER-08 ORDER-11 REV-04 ACCESS-04 a hostile account breaks neither profile, checkout nor orders', async ({
    page,
    freshStore,
  }) => {
    const { store, products } = await makeExtremes(await freshStore())
    const user = await store.newUser(UNBROKEN.repeat(3).slice(0, 80))
    await user.pb.collection('addresses').create({
      user: user.id,
      label: '<script>window.hacked=1</script>',
      name: UNBROKEN.repeat(3).slice(0, 80),
      phone: '9845012345',
      line1: long(MARKUP, 120),
      line2: UNBROKEN.repeat(8).slice(0, 120),
      landmark: HINDI,
      city: UNBROKEN.repeat(3).slice(0, 60),
      state: 'KA',
      pincode: '560003',
    })
    await page.goto(`${store.url}/auth/login?returnTo=%2Fprofile`)
    await signIn(page, user)
    await expect(page.getByRole('list', { name: 'Addresses' })).toContainText(UNBROKEN)
    await expectSound(page)
    await page.goto(`${store.url}/product/${products.unbroken}`)
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
    await page.goto(`${store.url}/checkout`)
    await expect(page.getByRole('radio', { name: '<script>window.hacked=1</script>' })).toBeChecked()
    await expectSound(page)
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page).toHaveURL(/order-confirmation/)
    await expectSound(page)
    await page.goto(`${store.url}/orders`)
    await expect(page.getByRole('link', { name: /SJ-/ })).toBeVisible()
    await expectSound(page)
  })
})

test('SHOP-01 HOME-13 two thousand products: all can be reached @long', async ({ page, freshStore }) => {
  test.slow()
  const store = await freshStore()
  const superuser = await store.superuser()
  const { totalItems: before } = await superuser.collection('products').getList(1, 1)
  await addMany(superuser, 2000 - before)
  expect((await superuser.collection('products').getList(1, 1)).totalItems).toBe(2000)

  await page.goto(`${store.url}/shop`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/2,?000/)
      .first(),
  ).toBeVisible()
  // Beyond what one call brings.
  const more = page.getByRole('main').getByRole('button', { name: 'Load More Products' })
  for (let shown = 24; shown < 120; shown += 24) {
    await expect(page.getByRole('article')).toHaveCount(shown)
    await expect(page.getByText(`${shown} of 2,000`)).toBeVisible()
    await more.click()
  }
  await expect(page.getByRole('article')).toHaveCount(120)
  const names = await page.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  expect(new Set(names).size).toBe(120)
  // The last one is found by its name without walking there.
  const last = `Bulk bar ${String(2000 - before).padStart(4, '0')}`
  await superuser.crons.run('store-search')
  const search = `${store.url}/api/store/search?${new URLSearchParams({ q: last })}`
  // While the index is made, one that is written like it is found in its place.
  const found = async () => (await (await fetch(search)).json()).items.map((one: { name: string }) => one.name)
  await expect.poll(found, { timeout: 60_000 }).toEqual([last])
  await page.goto(`${store.url}/shop?q=${encodeURIComponent(last)}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(store.url)
  await expect(page.getByRole('heading', { name: 'Our Bestsellers' })).toBeVisible()
  await expectSound(page)
})

test('IMG-02 NAV-07 pictures that are gone leave their places and words', async ({ page, store, watch }) => {
  watch.expectProblem('/api/files/')
  await page.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/shop')
  const card = page.getByRole('article').first()
  await expect(card.getByRole('link').first()).toBeVisible()
  await expect(
    card.getByText('Failed to load image').or(card.getByLabel('Failed to load image')).first(),
  ).toBeAttached()
  await expectSound(page)
  await expect(page.getByRole('banner').getByText('Sabun & Jhola').first()).toBeVisible()
  const product = await store.product('Neem & Tulsi Soap')
  await page.goto(`/product/${product.id}`)
  await expectSound(page)
})

const NAME_WITHOUT_BLANK = 'Nariyalhaldineemtulsichandankesarkaoorsaunfkasabun'.repeat(2)

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('PROD-01 ORDER-06 ACCESS-04 names and addresses without a blank stay on a 320 px page, from the product to the order', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const product = await (await store.superuser())
    .collection('products')
    .create({ name: NAME_WITHOUT_BLANK, category: 'soap', price: 149.99, inStock: true })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`${store.url}/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1, name: NAME_WITHOUT_BLANK })).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)

  await page.getByRole('button', { name: 'Increase quantity', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill(NAME_WITHOUT_BLANK.slice(0, 60))
  await page.getByRole('textbox', { name: 'Email' }).fill('asha@example.com')
  await page.getByRole('textbox', { name: 'Mobile number' }).fill('98450 12345')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560001')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await page.getByRole('textbox', { name: 'Address line 1' }).fill('W'.repeat(100))
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await expect(page.getByText('W'.repeat(100))).toBeVisible()
  expect(await sidewaysScroll(page)).toBe(0)
})

test('ACCESS-04 no part of the header lies over another where the browser’s letters are larger', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 24 } })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/shop')
  await settled(page)
  const header = page.getByRole('banner')
  await expect(page.locator('html')).toHaveCSS('font-size', '24px')
  const parts = await header.locator('a, button').filter({ visible: true }).all()
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
  boxes.forEach((box, place) => {
    const before = boxes[place - 1]
    if (box && before) expect(box.x).toBeGreaterThanOrEqual(before.x + before.width - 1)
  })
})

test('SHEET-03 SHEET-06 ACCESS-04 on a phone held sideways every line and the way to checkout can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 320 })
  await page.goto('/shop')
  const card = page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })
  const remove = sheet.getByRole('button', { name: 'Remove Neem & Tulsi Soap' })
  const heading = sheet.getByRole('heading', { name: 'Shopping Cart (1 items)' })
  await remove.scrollIntoViewIfNeeded()
  await expect(remove).toBeInViewport({ ratio: 1 })
  await expect(heading).toBeInViewport()
  // The stepper and the line's total are there at the same time: a slit of one button's height is no list.
  await expect(sheet.getByRole('button', { name: 'Increase quantity of Neem & Tulsi Soap' })).toBeInViewport({
    ratio: 1,
  })
  const checkOut = sheet.getByRole('button', { name: 'Proceed to Checkout' })
  await checkOut.scrollIntoViewIfNeeded()
  await expect(checkOut).toBeInViewport({ ratio: 1 })
})

test('ROUTE-08 contact details that cannot be fetched are not said to be missing', async ({ page, watch }) => {
  await withoutRendering(page)
  watch.expectProblem(/store_settings/)
  await page.route('**/api/collections/store_settings/**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/contact')
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('There is no phone or email of ours here yet')).toHaveCount(0)
  await page.unroute('**/api/collections/store_settings/**')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Email' })).toBeVisible()
})
