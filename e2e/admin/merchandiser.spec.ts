import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RecordModel } from 'pocketbase'
import type { RecordStore } from '../../tests/backend/record-store'
import { refused } from '../../tests/refused'
import { expect, overlaysDeep, test } from '../tools/store'

/**
 * A merchandiser's hour in the admin UI, through the requests it sends: an update carries the whole record as it was
 * when the panel was opened, with what was typed over it. Each change is looked for in the store after a reload.
 */
class Merchandiser {
  private constructor(private readonly client: Awaited<ReturnType<RecordStore['superuser']>>) {}

  static async of(store: RecordStore): Promise<Merchandiser> {
    return new Merchandiser(await store.superuser())
  }

  first(collection: string, filter = ''): Promise<RecordModel> {
    return this.client.collection(collection).getFirstListItem(filter)
  }

  async edit(record: RecordModel, typed: Record<string, unknown>): Promise<RecordModel> {
    const opened = await this.client.collection(record.collectionName).getOne(record.id)
    return this.client.collection(record.collectionName).update(record.id, { ...opened, ...typed })
  }

  add(collection: string, fields: Record<string, unknown>): Promise<RecordModel> {
    return this.client.collection(collection).create(fields)
  }

  remove(record: RecordModel): Promise<boolean> {
    return this.client.collection(record.collectionName).delete(record.id)
  }

  /** The sentences beside the fields of a refused save. */
  async refusal(save: Promise<unknown>): Promise<Record<string, string>> {
    const { status, said } = await refused(save)
    expect(status).toBe(400)
    return said
  }
}

const picture = async (name: string) =>
  new File([new Uint8Array(await readFile(`pocketbase/seed/images/${name}`))], name, { type: 'image/jpeg' })

async function openLinks(page: Page): Promise<string[]> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const narrow = await menu.isVisible()
  if (narrow) await menu.click()
  const place = narrow ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('navigation', { name: 'Main' })
  await expect(place.getByRole('link', { name: 'Contact', exact: true })).toBeVisible()
  const links = await place.getByRole('list').first().getByRole('link').allInnerTexts()
  if (narrow) {
    await page.keyboard.press('Escape')
    // Its step back would take a reload away.
    await overlaysDeep(page, 0)
  }
  return links
}

const headings = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()

test('NAV-02 HOME-01 SAVE-07 WORDS-01 WORDS-02 WORDS-03 navigation, homepage and the shop’s words follow their records; a second active one is refused', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const shop = await Merchandiser.of(store)
  await page.goto(store.url)
  expect(await openLinks(page)).toEqual(['Shop', 'Bestsellers', 'New Arrivals', 'About', 'Gifting', 'Contact', 'Blog'])

  const navigation = await shop.first('navbar_config', 'is_active = true')
  const own = { own_1_label: 'साबुन', own_1_link: '/shop?category=soap', own_1_order: 0, contact_order: 0 }
  await shop.edit(navigation, { show_blog: false, show_gifting: false, ...own })
  await page.reload()
  await expect.poll(() => openLinks(page)).toEqual(['Contact', 'साबुन', 'Shop', 'Bestsellers', 'New Arrivals', 'About'])
  expect(await shop.refusal(shop.add('navbar_config', { name: 'Diwali', is_active: true }))).toEqual({
    is_active: '“All links” is active. Switch that one off first.',
  })

  const order = ['New Arrivals', 'Crafted with Care', 'Our Bestsellers', 'Letters from the workshop']
  const shown = async () => (await headings(page)).filter((heading) => order.includes(heading))
  await expect.poll(shown).toEqual(order)
  const homepage = await shop.first('homepage_config', 'is_active = true')
  await shop.edit(homepage, { bestsellers_order: 1, new_arrivals_order: 4, show_newsletter: false })
  await page.reload()
  await expect.poll(shown).toEqual(['Our Bestsellers', 'Crafted with Care', 'New Arrivals'])
  expect(await shop.refusal(shop.add('homepage_config', { name: 'Diwali', is_active: true }))).toEqual({
    is_active: '“Everything, usual order” is active. Switch that one off first.',
  })
  expect(await shop.refusal(shop.edit(homepage, { hero_order: 'top' }))).toHaveProperty('hero_order')

  await shop.add('promises', { title: 'Paper, no plastic', icon: 'leaf', active: true, order: 0 })
  await shop.add('testimonials', { name: 'मीरा', text: 'बहुत अच्छा साबुन।', rating: 4, active: true, order: 0 })
  await page.reload()
  const features = page.getByRole('region', { name: 'Crafted with Care' }).getByRole('heading', { level: 3 })
  await expect(features).toHaveText([
    'Paper, no plastic',
    'Natural Ingredients',
    'Quality Guaranteed',
    'Made with Love',
  ])
  const said = page.getByRole('region', { name: 'Testimonials' })
  await expect(said.getByRole('figure')).toHaveCount(4)
  await expect(said.getByText('बहुत अच्छा साबुन।')).toHaveAttribute('lang', 'hi')
  for (let left = 4; left > 0; left -= 1) await shop.remove(await shop.first('testimonials'))
  await page.reload()
  await expect(features).toHaveCount(4)
  await expect(said).toHaveCount(0)
})

test('HOME-04 SAVE-06 a slide is added, and one that leads nowhere is refused @long', async ({ page, freshStore }) => {
  const store = await freshStore()
  const shop = await Merchandiser.of(store)
  const slide = {
    title: 'Lamps are lit',
    subtitle: 'Gifts for the season.',
    active: true,
    needsOverlay: true,
    order: 0,
  }
  const image = await picture('hero-gifts-1.jpg')
  expect(await shop.refusal(shop.add('slider_images', { ...slide, image, link: 'javascript:alert(1)' }))).toEqual({
    link: 'Write a page of this shop such as /shop, or an address that begins with https://.',
  })
  expect(await shop.refusal(shop.add('slider_images', { ...slide, link: '/gifting' }))).toHaveProperty('image')
  await shop.add('slider_images', { ...slide, image, link: '/gifting' })
  await page.goto(store.url)
  const first = page.getByRole('group', { name: '1 of 4' })
  await expect(first.getByRole('heading', { name: 'Lamps are lit' })).toBeVisible()
  await first.getByRole('link').first().click()
  await expect(page).toHaveURL(`${store.url}/gifting`)
})

test('THEME-02 SAVE-06 the theme’s colour reaches every button, and what is no colour is refused @long', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const shop = await Merchandiser.of(store)
  const theme = await shop.first('theme_settings', 'is_active = true')
  await page.goto(`${store.url}/auth/login`)
  const colour = () =>
    page.getByRole('button', { name: 'Sign in' }).evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await colour()).toBe('rgb(111, 67, 38)')

  expect(await shop.refusal(shop.edit(theme, { primary_color: 'indigo' }))).toEqual({
    primary_color: 'Write a hex colour such as #6f4326.',
  })
  expect(await shop.refusal(shop.edit(theme, { dark_mode_primary_color_hsl: '#2b3f73' }))).toEqual({
    dark_mode_primary_color_hsl: 'Write hue, saturation and lightness such as 24 49% 29%.',
  })
  await page.reload()
  expect(await colour()).toBe('rgb(111, 67, 38)')
  await shop.edit(theme, { primary_color: '#2b3f73', primary_color_hover: '', primary_color_hsl: '' })
  await page.reload()
  await expect.poll(colour).toBe('rgb(43, 63, 115)')
  expect(await shop.refusal(shop.add('theme_settings', { name: 'Diwali', is_active: true }))).toEqual({
    is_active: '“Warm Brown” is active. Switch that one off first.',
  })
})

test('OFFER-01 SAVE-06 an offer is scheduled, and one that ends before it starts is refused @long', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const shop = await Merchandiser.of(store)
  const gift = await shop.first('products', 'name = "Lavender Soap"')
  const day = 24 * 60 * 60 * 1000
  const from = (days: number) => new Date(Date.now() + days * day).toISOString().replace('T', ' ')
  const offer = {
    title: 'A lavender bar, on us',
    description: 'For the week.',
    min_order_value: 500,
    active: true,
    offer_type: 'free_gift',
    gift_product_id: gift.id,
    product: gift.id,
  }
  expect(await shop.refusal(shop.add('special_offers', { ...offer, start_date: from(3), end_date: from(1) }))).toEqual({
    end_date: 'The end is before the start.',
  })
  expect(await shop.refusal(shop.add('special_offers', { ...offer, min_order_value: '12abc' }))).toEqual({
    min_order_value: 'Write a number.',
  })
  const planned = await shop.add('special_offers', { ...offer, start_date: from(1), end_date: from(3) })
  const banner = page.getByRole('complementary', { name: 'Special offer' })
  await page.goto(store.url)
  await expect(banner).toContainText('A festive potli, on us')
  await shop.edit(planned, { start_date: from(-1) })
  await page.reload()
  await expect(banner).toContainText('A lavender bar, on us')
  await shop.edit(planned, { end_date: from(-0.5) })
  await page.reload()
  await expect(banner).toContainText('A festive potli, on us')
})

test('PROD-01 PROD-03 CARD-01 CARD-06 a product is added with colours and photographs, marked new, and taken off sale', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const shop = await Merchandiser.of(store)
  const typed = {
    name: 'Diwali Diya Pouch',
    category: ' Bag ',
    description: 'A small pouch for a small lamp.',
    price: 349.5,
    original_price: 450,
    list_order: 1,
    inStock: true,
    colors: [
      { name: 'Indigo', value: 'indigo', hex: '#2B3F73' },
      { name: 'Madder', value: 'madder', hex: '#9A3F26' },
    ],
    features: ['Stitched by hand'],
  }
  const images = [await picture('potli-pouch-1.jpg'), await picture('potli-pouch-2.jpg')]
  expect(await shop.refusal(shop.add('products', { ...typed, price: '349,50' }))).toEqual({ price: 'Write a number.' })
  expect(await shop.refusal(shop.add('products', { ...typed, price: 349.555 }))).toEqual({
    price: 'Rupees have at most two decimals.',
  })
  expect(await shop.refusal(shop.add('products', { ...typed, colors: [{ name: 'Indigo', hex: 'blue' }] }))).toEqual({
    colors: 'Indigo: hex is a colour such as #2B3F73.',
  })
  expect(await shop.refusal(shop.add('products', { ...typed, name: '' }))).toHaveProperty('name')
  expect(
    await shop.refusal(shop.add('products', { ...typed, images: [new File(['no picture'], 'a.jpg')] })),
  ).toHaveProperty('images')

  const product = await shop.add('products', { ...typed, images })
  await page.goto(`${store.url}/shop?category=bag`)
  const card = page.getByRole('article', { name: typed.name })
  await expect(card).toContainText('₹349.50')
  await expect(card).toContainText('Save ₹100.50 (22% OFF)')
  await expect(card.getByText('New', { exact: true })).toHaveCount(0)
  await page.goto(`${store.url}/product/${product.id}`)
  await expect(page.getByRole('radio', { name: 'Madder' })).toBeAttached()
  await expect(page.getByText('Stitched by hand')).toBeVisible()
  const photo = page.getByRole('main').locator(`img[src*="${product.images[0]}"]`).first()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await shop.edit(product, { new: true })
  await page.goto(`${store.url}/new-arrivals`)
  await expect(page.getByRole('article', { name: typed.name }).getByText('New', { exact: true })).toBeVisible()

  await shop.edit(product, { inStock: false })
  await page.reload()
  await expect(page.getByRole('article', { name: typed.name }).getByText('Out of stock').first()).toBeVisible()
  await page.goto(`${store.url}/product/${product.id}`)
  await expect(page.getByText('Out of stock').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
})
