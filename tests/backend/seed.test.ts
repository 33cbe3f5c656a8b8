import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseProduct } from '@/domain/catalog/product'
import { linkTarget } from '@/domain/link'
import { parsePromotion, promotionRuns } from '@/domain/offers/promotion'
import { DEFAULT_SETTINGS, parseSettings } from '@/domain/site/settings'
import { scratchFolder } from '../scratch-folder'
import { shared } from '../shared'
import { startStore, storeFlags, storeTemplate } from './record-store'

/** Runs a console command of the store; resolves with its exit code and everything it printed. */
async function command(dataDir: string, ...words: string[]): Promise<{ code: number; printed: string }> {
  const { binary, hooks } = await storeTemplate()
  return new Promise((resolve) => {
    execFile(binary, [...words, ...storeFlags(dataDir, hooks)], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, printed: stdout + stderr })
    })
  })
}

describe('the demo shop', () => {
  const store = shared(() => startStore({ seed: 'demo' }))
  let owner: PocketBase
  beforeAll(async () => {
    owner = await store.superuser()
  })

  test('RUN-19 has 24 products whose structured fields the store can read, each with pictures and what they show', async () => {
    const records = await store.guest().collection('products').getFullList()
    expect(records).toHaveLength(24)
    for (const record of records) {
      const product = parseProduct(record)
      // Two views of one colour, and one of each other.
      const pictures = 2 + Math.max(0, product.colors.length - 1)
      expect(product.images, product.name).toHaveLength(pictures)
      expect(product.image_alt, product.name).toHaveLength(pictures)
      const ofColours = product.colors.flatMap(({ images }) => images)
      expect(ofColours.toSorted(), product.name).toEqual(product.colors.length > 0 ? product.images.toSorted() : [])
      expect(product.features.length, product.name).toBeGreaterThan(0)
      expect(product.care_instructions.cleaning.length, product.name).toBeGreaterThan(0)
      expect(product.usage_guidelines.recommended_use.length, product.name).toBeGreaterThan(0)
      expect(product.specifications.weight, product.name).not.toBe('')
      expect(product.price, product.name).toBeGreaterThan(0)
    }
    expect(
      records.filter((record) => record.category === 'bag').every((bag) => parseProduct(bag).colors.length > 1),
    ).toBe(true)
    expect(records.filter((record) => record.tags.includes('gift')).length).toBeGreaterThan(0)
  })

  test('RUN-19 pictures are served in the declared sizes', async () => {
    const product = await store.guest().collection('products').getFirstListItem('', { sort: 'name' })
    for (const thumb of ['', '?thumb=100x0', '?thumb=600x0']) {
      const answer = await fetch(`${store.url}/api/files/products/${product.id}/${product.images[0]}${thumb}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
    }
  })

  test('REV-02 review counts and averages of the products are those of their reviews', async () => {
    const reviews = await store.guest().collection('reviews').getFullList()
    expect(reviews.length).toBeGreaterThan(20)
    for (const product of await store.guest().collection('products').getFullList()) {
      const ratings = reviews.filter((review) => review.product === product.id).map((review) => Number(review.rating))
      const average = ratings.length ? ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length : 0
      expect(product.reviews, product.name).toBe(ratings.length)
      expect(product.rating, product.name).toBeCloseTo(average, 1)
    }
  })

  test('REV-07 demo reviews claim no purchase, and their authors say that they are a demo', async () => {
    const reviews = await store.guest().collection('reviews').getFullList({ expand: 'user' })
    expect(reviews.filter((review) => review.verified_purchase)).toEqual([])
    for (const review of reviews) expect(review.expand?.user.name).toMatch(/\(demo\)$/)
  })

  test('RUN-19 every product in stock has one opening movement, two of them are low, none is sold out', async () => {
    const products = await owner.collection('products').getFullList()
    const movements = await owner.collection('stock_movements').getFullList()
    expect(movements.every((movement) => movement.reason === 'restock' && movement.delta > 0)).toBe(true)
    expect(movements.map((movement) => movement.product).sort()).toEqual(
      products
        .filter((product) => product.inStock)
        .map((product) => product.id)
        .sort(),
    )
    expect(movements.filter((movement) => movement.delta <= 3)).toHaveLength(2)
    expect(products.filter((product) => product.sold_out)).toEqual([])
  })

  test('OFFER-01 RUN-19 the offer runs now and in five years, and gives away a product that exists', async () => {
    const record = await store.guest().collection('promotions').getFirstListItem('', { expand: 'gift' })
    const offer = parsePromotion(record)
    expect(offer.minimum).toBe(199_900)
    expect(promotionRuns(offer, Date.now())).toBe(true)
    expect(promotionRuns(offer, Date.now() + 5 * 365 * 24 * 3600 * 1000)).toBe(true)
    expect(record.expand?.gift.id).toBe(offer.gift)
    expect(record.expand?.gift.name).toBe('Festive Potli Pouch')
  })

  test('SHEET-08 CART-15 the settings are the promised ones', async () => {
    const settings = parseSettings(await store.guest().collection('store_settings').getFirstListItem('key = "store"'))
    for (const field of ['minimum_order', 'free_shipping_from', 'shipping_fee', 'cod_enabled', 'cod_max'] as const) {
      expect(settings[field], field).toBe(DEFAULT_SETTINGS[field])
    }
    expect(settings.seller_legal_name).toContain('demo')
  })

  test('RUN-19 site records are there: theme, navigation, homepage, slides, logo, pages, posts', async () => {
    const guest = store.guest()
    expect((await guest.collection('theme_settings').getFirstListItem('is_active = true')).name).toBe('Warm Brown')
    expect((await guest.collection('navbar_config').getFullList()).length).toBe(1)
    expect((await guest.collection('homepage_config').getFullList()).length).toBe(1)
    const slides = await guest.collection('slider_images').getFullList({ sort: 'order' })
    expect(slides.map((slide) => slide.order)).toEqual([1, 2, 3])
    for (const slide of slides) expect(linkTarget(slide.link)?.kind).toBe('internal')
    const makers = await guest.collection('makers').getFullList({ sort: 'order', expand: 'products' })
    expect(makers.map((maker) => [maker.demo, maker.expand?.products[0].name])).toEqual([
      [true, 'Block-Print Tote'],
      [true, 'Kantha Sling Bag'],
      [true, 'Ikat Zip Clutch'],
    ])
    expect((await guest.collection('assets').getFirstListItem('key = "logo"')).file).toMatch(/\.svg$/)
    expect((await guest.collection('pages').getFullList()).map((page) => page.slug).sort()).toEqual([
      'about',
      'cancellations-refunds',
      'shipping-policy',
      'terms-and-conditions',
    ])
    const posts = await guest.collection('posts').getFullList()
    expect(posts.length).toBeGreaterThanOrEqual(2)
    for (const post of posts) expect(post.body).toContain('<h2>')
  })

  test('RUN-19 is refused where products exist, with a sentence and exit code 1, and changes nothing', async () => {
    const before = await owner.collection('products').getFullList()
    const { code, printed } = await command(store.dir, 'seed', 'demo')
    expect(printed).toContain('This store has products already.')
    expect(code).toBe(1)
    expect(await owner.collection('products').getFullList()).toEqual(before)
  })
})

test('the seed command asks which seed to load', async () => {
  const home = scratchFolder(onTestFinished)
  const { code, printed } = await command(join(home, 'pb_data'), 'seed')
  expect(printed).toContain('seed demo')
  expect(code).toBe(1)
})
