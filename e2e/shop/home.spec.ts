import type { Locator, Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { alive, expect, keepSession, overlaysDeep, settled, test, withoutRendering } from '../tools/store'

const FEATURED_SOAP = 'Neem & Tulsi Soap'

const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const offer = (page: Page) => page.getByRole('complementary', { name: 'Special offer' })
const cards = (page: Page, list: string) => page.getByRole('list', { name: list, exact: true }).getByRole('article')

async function expectSections(page: Page, names: string[]): Promise<void> {
  const sections = page.getByRole('main').getByRole('region')
  await expect(sections).toHaveCount(names.length)
  for (const [place, name] of names.entries()) await expect(sections.nth(place)).toHaveAccessibleName(name)
}

async function expectSlide(page: Page, number: number): Promise<void> {
  const dot = section(page, 'Featured').getByRole('button', { name: `Go to slide ${number}`, exact: true })
  await expect(dot).toHaveAttribute('aria-current', 'true')
  await expect(section(page, 'Featured').locator('[aria-current]')).toHaveCount(1)
}

/** Keeps the answers to these requests back until the returned function is called. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const [released, release] = gate()
  await page.route(url, async (route) => {
    await released
    // Nobody may be waiting for it any more.
    await route.fallback().catch(() => undefined)
  })
  return release
}

const records = (collection: string) => `**/api/collections/${collection}/records**`

test('HOME-04 the hero goes round every five seconds, and stands still for whoever looks at it', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const hero = section(page, 'Featured')
  const away = () => page.mouse.move(5, 5)
  await expect(hero.getByRole('button', { name: 'Go to slide 3' })).toBeVisible()
  await alive(page)
  await page.clock.pauseAt(Date.now() + 60_000)

  await hero.getByRole('button', { name: 'Go to slide 1' }).click()
  await away()
  await expectSlide(page, 1)
  await expect(hero.getByRole('group', { name: '1 of 3' })).toHaveCSS('transition-duration', '1s')
  await page.clock.runFor(4900)
  await expectSlide(page, 1)
  await page.clock.runFor(200)
  await expectSlide(page, 2)
  await expect(hero.getByRole('heading', { name: 'Bags with a maker behind them' })).toBeVisible()
  // The one that left is covered for the length of the fade, then gone.
  await expect(hero.getByRole('heading', { name: 'Soap, made slowly' })).toBeHidden()
  await page.clock.runFor(5000)
  await expectSlide(page, 3)
  await page.clock.runFor(5000)
  await expectSlide(page, 1)

  await test.step('pointed at', async () => {
    await hero.hover()
    await page.clock.runFor(6000)
    await expectSlide(page, 1)
    await away()
    await page.clock.runFor(5100)
    await expectSlide(page, 2)
  })

  await test.step('holding the focus of the keyboard', async () => {
    await hero.getByRole('button', { name: 'Go to slide 1' }).focus()
    await page.keyboard.press('Shift+Tab')
    const pause = hero.getByRole('button', { name: 'Pause slides' })
    await expect(pause).toBeFocused()
    await page.clock.runFor(6000)
    await expectSlide(page, 2)
    await pause.blur()
    await page.clock.runFor(5100)
    await expectSlide(page, 3)
  })

  await test.step('in a hidden tab', async () => {
    const become = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await become('hidden')
    await page.clock.runFor(6000)
    await expectSlide(page, 3)
    await become('visible')
    await page.clock.runFor(5100)
    await expectSlide(page, 1)
  })

  await test.step('paused and played', async () => {
    await hero.getByRole('button', { name: 'Pause slides' }).click()
    await away()
    await page.clock.runFor(6000)
    await expectSlide(page, 1)
    await hero.getByRole('button', { name: 'Play slides' }).click()
    await away()
    await page.clock.runFor(5100)
    await expectSlide(page, 2)
  })

  await test.step('by hand, for people who asked for less motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(hero.getByRole('button', { name: 'Pause slides' })).toBeHidden()
    await page.clock.runFor(6000)
    await expectSlide(page, 2)
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await hero.getByRole('button', { name: 'Next slide' }).click()
    await expectSlide(page, 1)
    await hero.getByRole('button', { name: 'Previous slide' }).click()
    await expectSlide(page, 3)
    await hero.getByRole('button', { name: 'Go to slide 2' }).click()
    await expectSlide(page, 2)
  })
})

test('HOME-01 HOME-07 HOME-08 HOME-09 HOME-10 HOME-11 HOME-12 HOME-14 HOME-17 the homepage in its usual order', async ({
  page,
  store,
}) => {
  await page.goto('/')
  await expectSections(page, [
    'Featured',
    FEATURED_SOAP,
    'New Arrivals',
    'By what is in it',
    'Crafted with Care',
    'Whose hands',
    'Our Bestsellers',
    'Testimonials',
    'Letters from the workshop',
  ])

  await expect(offer(page).getByRole('heading', { name: 'A festive potli, on us' })).toBeVisible()
  await expect(offer(page)).toContainText('Eligible now')
  const tiles = page.getByRole('list', { name: 'Categories' })
  await expect(tiles.getByRole('link')).toHaveText([/^Soaps/, /^Bags/, /^Gifts/])
  const [heroBox, offerBox, tilesBox, productBox] = await Promise.all(
    [section(page, 'Featured'), offer(page), tiles, section(page, FEATURED_SOAP)].map((part) => part.boundingBox()),
  )
  expect(offerBox?.y).toBeCloseTo((heroBox?.y ?? 0) + (heroBox?.height ?? 0), 0)
  expect(tilesBox?.y).toBeCloseTo((offerBox?.y ?? 0) + (offerBox?.height ?? 0), 0)
  expect(productBox?.y).toBeCloseTo((tilesBox?.y ?? 0) + (tilesBox?.height ?? 0), 0)

  const arrivals = section(page, 'New Arrivals')
  await expect(arrivals.getByText('Just Arrived', { exact: true })).toBeVisible()
  await expect(arrivals.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/new-arrivals')
  const bestsellers = section(page, 'Our Bestsellers')
  await expect(bestsellers.getByText('Most Popular', { exact: true })).toBeVisible()
  await expect(bestsellers.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/bestsellers')

  const features = section(page, 'Crafted with Care')
  await expect(features.getByText('Why Choose Us', { exact: true })).toBeVisible()
  await expect(features.getByRole('heading', { level: 3 })).toHaveText([
    'Natural Ingredients',
    'Quality Guaranteed',
    'Made with Love',
  ])

  const said = section(page, 'Testimonials').getByRole('figure')
  const testimonials = await store.guest().collection('testimonials').getFullList({ sort: 'order', expand: 'product' })
  expect(testimonials).toHaveLength(3)
  await expect(said).toHaveCount(3)
  for (const [place, { name, location, text, rating, expand }] of testimonials.entries()) {
    const one = said.nth(place)
    for (const part of [`${name}, ${location}`, text, expand?.product.name]) await expect(one).toContainText(part)
    await expect(one.getByRole('img', { name: `${rating} out of 5` })).toBeVisible()
  }

  const settings = await (await store.superuser()).collection('store_settings').getFirstListItem('')
  const chat = page.getByRole('link', { name: 'Order via chat' })
  const address = `https://wa.me/${settings.chat_number}?text=${encodeURIComponent(settings.chat_greeting)}`
  await expect(chat).toHaveAttribute('href', address)
  const before = await chat.boundingBox()
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  await scrollTo(400)
  await expect(chat).not.toBeInViewport()
  await scrollTo(300)
  await expect.poll(() => chat.boundingBox(), 'the link floats').toEqual(before)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(chat, 'it would lie over the way to how it is made').toBeHidden()
  if (size) await page.setViewportSize(size)
  await expect(chat).toBeVisible()
  await page.getByRole('textbox', { name: 'Email address' }).focus()
  await expect(chat).toBeHidden()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Chat with us' })).toHaveAttribute(
    'href',
    address,
  )

  await test.step('the newsletter thanks, and tells the shop alone', async () => {
    const field = page.getByRole('textbox', { name: 'Email address' })
    const subscribe = page.getByRole('button', { name: 'Subscribe' })
    const news = page.getByRole('region', { name: /^Notifications/ })
    await field.scrollIntoViewIfNeeded()
    await settled(page)
    const calls: string[] = []
    /** An open page follows changes whenever it has come to rest (LIVE-06). */
    const follows = /\/api\/(realtime|store\/page)/
    page.on('request', (request) => {
      if (!['fetch', 'xhr', 'ping', 'document'].includes(request.resourceType())) return
      if (!follows.test(request.url())) calls.push(request.url())
    })
    await expect(field).toHaveAttribute('type', 'email')
    await subscribe.click()
    await expect(news.getByText('Please enter your email address')).toBeVisible()
    await field.fill('no address')
    await subscribe.click()
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.typeMismatch)).toBe(true)
    await expect(news.getByText('Thanks for subscribing!')).toHaveCount(0)
    await field.fill('meera@example.in')
    await subscribe.click()
    await expect(news.getByText('Thanks for subscribing!')).toBeVisible()
    await expect(field).toHaveValue('')
    expect(calls).toEqual([expect.stringMatching(/\/api\/store\/newsletter$/)])
  })
})

test('HOME-01 HOME-04 HOME-05 HOME-06 HOME-08 HOME-13 HOME-14 the homepage as its records arrange it', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  test.slow()
  const store = await freshStore()
  const superuser = await store.superuser()
  await superuser.sql.run('UPDATE products SET bestseller = TRUE, new = TRUE')
  const slides = superuser.collection('slider_images')
  const [soap, bags, gifts] = await slides.getFullList({ sort: 'order' })
  await slides.update(soap?.id ?? '', { order: 9 })
  await slides.update(bags?.id ?? '', { link: 'https://elsewhere.example/bags', needsOverlay: true, action: '' })
  await slides.update(gifts?.id ?? '', { active: false })
  const arrangement = superuser.collection('homepage_config')
  const { id } = await arrangement.getFirstListItem('is_active = true')
  await arrangement.update(id, {
    newsletter_order: 0,
    bestsellers_order: 1,
    hero_order: 2,
    features_order: 3,
    new_arrivals_order: 4,
    show_featured: false,
    show_testimonials: false,
  })

  await page.goto(store.url)
  await expectSections(page, [
    'Letters from the workshop',
    'Our Bestsellers',
    'Featured',
    'Crafted with Care',
    'Whose hands',
    'New Arrivals',
    'By what is in it',
  ])

  await expect(cards(page, 'New Arrivals')).toHaveCount(4)
  const bestsellers = cards(page, 'Our Bestsellers')
  const more = page.getByRole('button', { name: 'Load More Products' })
  await expect(bestsellers).toHaveCount(8)
  await more.click()
  await expect(bestsellers).toHaveCount(16)
  await expect(bestsellers.nth(8).getByRole('link').first()).toBeFocused()
  await more.click()
  await expect(bestsellers).toHaveCount(24)
  await expect(more).toHaveCount(0)

  const hero = section(page, 'Featured')
  await expect(hero.getByRole('button', { name: /^Go to slide/ })).toHaveCount(2)
  await hero.getByRole('button', { name: 'Pause slides' }).click()
  await hero.getByRole('button', { name: 'Go to slide 1' }).click()
  const outwards = hero.getByRole('link', { name: 'Explore Bags with a maker behind them' })
  const inwards = hero.getByRole('link', { name: 'Shop soaps' })
  await expect(outwards).toBeVisible()
  // The overlay is a gradient between the picture and the words.
  const overlays = (slide: Locator) =>
    slide.evaluate(
      (element) =>
        [...element.querySelectorAll('div')].filter((part) =>
          getComputedStyle(part).backgroundImage.startsWith('linear-gradient'),
        ).length,
    )
  expect(await overlays(hero.getByRole('group', { name: '1 of 2' }))).toBe(1)

  const opened = context.waitForEvent('page')
  await outwards.click()
  await (await opened).close()
  expect(watch.outside).toContain('https://elsewhere.example/bags')
  await expect(outwards).toHaveAttribute('rel', /\bnoopener\b/)
  await expect(page).toHaveURL(`${store.url}/`)

  await hero.getByRole('button', { name: 'Go to slide 2' }).click()
  await expect(inwards).toBeVisible()
  expect(await overlays(hero.getByRole('group', { name: '2 of 2' }))).toBe(0)
  const document = await page.evaluateHandle(() => window.document)
  await inwards.click()
  await expect(page).toHaveURL(`${store.url}/shop?category=soap`)
  expect(await document.evaluate((before) => before === window.document), 'the same document').toBe(true)
  expect(context.pages()).toHaveLength(1)

  await arrangement.update(id, {
    show_hero: false,
    show_featured: true,
    show_new_arrivals: false,
    show_features: false,
    show_bestsellers: false,
    show_testimonials: true,
    show_newsletter: false,
    featured_order: 9,
  })
  await store.changeSettings({ chat_number: '' })
  await page.goto(store.url)
  await expectSections(page, ['Testimonials', FEATURED_SOAP])
  // It stands in the same record as the number.
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Instagram' })).toBeAttached()
  await expect(page.getByRole('link', { name: 'Order via chat' })).toHaveCount(0)
})

test('HOME-01 HOME-06 HOME-08 HOME-10 HOME-14 NAV-03 NAV-07 OFFER-01 WORDS-01 WORDS-02 WORDS-04 an empty shop says what is missing, and invents nothing', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'none' })
  await withoutRendering(page)
  const answers = Promise.all(
    ['promotions', 'store_settings', 'navbar_config', 'assets'].map((name) => page.waitForResponse(records(name))),
  )
  await page.goto(store.url)
  await answers
  await expectSections(page, ['Featured', 'New Arrivals', 'Our Bestsellers', 'Letters from the workshop'])
  await expect(page.getByRole('contentinfo').getByRole('paragraph')).toHaveCount(0)
  await expect(section(page, 'Featured').getByText('No slider images available', { exact: true })).toBeVisible()
  await expect(section(page, 'New Arrivals').getByText('No new arrival products found', { exact: true })).toBeVisible()
  await expect(
    section(page, 'Our Bestsellers').getByText('No bestseller products found', { exact: true }),
  ).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Order via chat' })).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('Sabun & Jhola')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true }).locator('a')).toHaveCount(7)
})

test('HOME-02 HOME-06 HOME-07 HOME-16 while its records are on their way, each part of the homepage says so', async ({
  page,
}) => {
  await withoutRendering(page)
  const [arrangement, slides, offers, products] = await Promise.all(
    ['homepage_config', 'slider_images', 'promotions', 'products'].map((name) => hold(page, records(name))),
  )
  await page.goto('/')
  await expect(page.getByRole('status').filter({ hasText: 'Loading homepage configuration...' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  arrangement?.()
  await expect(section(page, 'Featured').getByText('Loading slides')).toBeAttached()
  await expect(offer(page).getByText('Loading offer...')).toBeVisible()
  const place = await offer(page).boundingBox()
  slides?.()
  await expect(section(page, 'Featured').getByRole('heading', { name: 'Soap, made slowly' })).toBeVisible()
  offers?.()
  await expect(offer(page).getByText('Eligible now')).toBeVisible()
  await expect(offer(page).getByText('Loading offer...')).toHaveCount(0)
  expect((await offer(page).boundingBox())?.height, 'the offer takes the place kept for it').toBe(place?.height)

  await test.step('a call that nobody waits for any more is taken back, and is no failure', async () => {
    const takenBack = page.waitForEvent('requestfailed', (request) => request.url().includes('/products/records'))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shipping policy' })).toBeVisible()
    expect((await takenBack).failure()?.errorText).toBe('net::ERR_ABORTED')
    products?.()
    await page.goBack()
    await expect(cards(page, 'New Arrivals')).toHaveCount(4)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('HOME-02 HOME-06 HOME-16 NAV-03 OFFER-01 a record store in trouble leaves a homepage with a way on', async ({
  page,
  watch,
}) => {
  await withoutRendering(page)
  watch.expectProblem('/api/collections/')
  // An open page that follows changes asks again by itself.
  watch.expectProblem('/api/realtime')
  await page.route('**/api/realtime', (route) => route.abort())
  await page.route('**/api/collections/**', (route) => route.fulfill({ status: 500, json: { status: 500, data: {} } }))
  await page.goto('/')
  const failed = page.getByRole('alert').filter({ hasText: 'The shelf did not load' })
  await expect(failed).toHaveCount(1)
  await expectSections(page, ['Featured', 'Letters from the workshop'])
  await expect(section(page, 'Featured').getByText('No slider images available', { exact: true })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true }).locator('a')).toHaveCount(7)
  await page.unroute('**/api/collections/**')
  // By a key: the offer, which asks again by itself, may move the button away from under a pointer that is down.
  await failed.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect(cards(page, 'Our Bestsellers')).toHaveCount(8)
  await expect(failed).toHaveCount(0)
})

interface Confetti {
  /** Whether each burst's canvas has gone. */
  bursts: { gone: boolean }[]
  /** How long what was put off when a canvas came waits, ms. */
  putOff: (number | undefined)[]
  /** Most pieces of paper in one frame. */
  pieces: number
  frames: number
}

/** Counts what is drawn on the canvas of a burst. */
function recordConfetti(): void {
  const seen: Confetti = { bursts: [], putOff: [], pieces: 0, frames: 0 }
  Object.assign(window, { seenConfetti: seen })
  const isBurst = (node: Node) => node instanceof HTMLCanvasElement && 'confetti' in node.dataset
  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes } of changes) {
      if ([...addedNodes].some(isBurst)) seen.bursts.push({ gone: false })
      const last = seen.bursts.at(-1)
      if (last && [...removedNodes].some(isBurst)) last.gone = true
    }
  }).observe(document, { childList: true, subtree: true })
  const { setTimeout } = window
  Object.assign(window, {
    setTimeout(...[work, ms, ...given]: Parameters<typeof setTimeout>) {
      if (document.querySelector('[data-confetti]')) seen.putOff.push(ms)
      return setTimeout(work, ms, ...given)
    },
  })
  const brush = CanvasRenderingContext2D.prototype
  const { clearRect, fill } = brush
  let drawn = 0
  brush.clearRect = function (...box) {
    drawn = 0
    seen.frames += 1
    clearRect.apply(this, box)
  }
  brush.fill = function (...shape: unknown[]) {
    drawn += 1
    seen.pieces = Math.max(seen.pieces, drawn)
    Reflect.apply(fill, this, shape)
  }
}

test('OFFER-01 OFFER-02 OFFER-03 OFFER-04 HOME-07 the newest offer that runs today is shown, and celebrated when reached', async ({
  page,
  freshStore,
  watch,
}) => {
  // Bursts take their 1.8 seconds, and painting them costs a machine without a graphics card more.
  test.slow()
  const store = await freshStore()
  const superuser = await store.superuser()
  const clutch = await store.product('Ikat Zip Clutch')
  const jhola = await store.product('Market Jhola')
  const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000).toISOString()
  const running = {
    title: 'A clutch with it',
    min_order_value: 300.5,
    active: true,
    start_date: day(-1),
    end_date: day(1),
    offer_type: 'free_gift',
    gift_product_id: clutch.id,
    product: jhola.id,
  }
  const offers = superuser.collection('special_offers')
  await offers.create(running)
  await offers.create({ ...running, title: 'Over', start_date: day(-3), end_date: day(-2) })
  await offers.create({ ...running, title: 'To come', start_date: day(2), end_date: day(3) })
  await offers.create({ ...running, title: 'Switched off', active: false })
  const confetti = () => page.evaluate(() => (window as unknown as { seenConfetti: Confetti }).seenConfetti)
  const burst = async () => {
    await expect.poll(async () => (await confetti()).bursts).toEqual([{ gone: true }])
    const seen = await confetti()
    // Not by the clock: a busy machine is late with either end.
    expect(seen.putOff).toContain(1800)
    expect(seen.pieces).toBe(80)
    // With the one that wipes the canvas clean at the end.
    expect(seen.frames).toBeLessThanOrEqual(122)
  }
  await page.addInitScript(recordConfetti)

  await page.goto(store.url)
  await expect(offer(page).getByRole('heading')).toHaveText('A clutch with it')
  await expect(offer(page)).toContainText('Eligible now')
  await offer(page).scrollIntoViewIfNeeded()
  const gift = offer(page).getByRole('img', { name: 'Ikat Zip Clutch' })
  await expect(gift).toBeVisible()
  await expect(gift).toHaveAttribute('src', new RegExp(`/${clutch.id}/`))

  await test.step('in the cart it is measured against what is in it', async () => {
    await section(page, FEATURED_SOAP).getByRole('button', { name: 'Add to Cart' }).click()
    const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
    await expect(sheet.getByText('Add ₹120.50 more to unlock')).toBeVisible()
    // Nobody had just reached it on the homepage.
    expect((await confetti()).bursts).toEqual([])
    await sheet.getByRole('button', { name: `Increase quantity of ${FEATURED_SOAP}` }).click()
    await expect(sheet.getByText('Eligible now')).toBeVisible()
    await burst()
  })

  await test.step('nothing flies for people who asked for less motion, and a gift without a picture is words', async () => {
    watch.expectProblem(clutch.id)
    await page.route(`**/api/files/**/${clutch.id}/**`, (route) => route.abort())
    // The picture was shown above: the browser would take it from memory.
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.enable')
    await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(store.url)
    await offer(page).scrollIntoViewIfNeeded()
    await expect(offer(page).getByRole('heading')).toHaveText('A clutch with it')
    await expect(offer(page).getByRole('img')).toHaveCount(0)
    await expect(offer(page)).toContainText('Eligible now')
    const decrease = page.getByRole('dialog').getByRole('button', { name: `Decrease quantity of ${FEATURED_SOAP}` })
    await page.getByRole('button', { name: 'Open cart, 2 items' }).click()
    await decrease.click()
    await expect(page.getByRole('dialog').getByText('Add ₹120.50 more to unlock')).toBeVisible()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Increase quantity of ${FEATURED_SOAP}` })
      .click()
    await expect(page.getByRole('dialog').getByText('Eligible now')).toBeVisible()
    expect((await confetti()).bursts).toEqual([])
  })
})

/** A photograph of soap, 16 px wide, as the record store's helper writes it. */
const TINY =
  'data:image/webp;base64,UklGRlQAAABXRUJQVlA4IEgAAADwAQCdASoQABAABUB8JZQAAuavVDOrF6gA/tMkLsLTKho/cvP82odG9xKKLMAMl4FfOCAOp/S9wI/Wv6cdwW1PvpYvTcRQAAA='

test('IMG-02 a picture is a blur and a spinner until it is there, and a sign when there is none', async ({
  page,
  watch,
}) => {
  await withoutRendering(page)
  watch.expectProblem('/api/files/')
  await page.route(records('products'), async (route) => {
    const answer = await route.fetch()
    const list = await answer.json()
    for (const product of list.items) {
      product.placeholders = { [product.images[0]]: TINY }
      if (product.name === 'Jute Market Tote') product.images = []
    }
    await route.fulfill({ response: answer, json: list })
  })
  await page.route(/\/api\/files\/.*block_print_tote.*thumb=/, (route) => route.abort())
  const release = await hold(page, /\/api\/files\/.*neem.*thumb=/)
  const picture = (name: string) => page.getByRole('article', { name, exact: true }).getByRole('img').first()

  await page.goto('/bestsellers')
  const neem = page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
  await neem.scrollIntoViewIfNeeded()
  const spinner = neem.getByRole('status', { name: 'Loading image' })
  const blurred = neem.locator('img[aria-hidden="true"][src^="data:"]')
  await expect(spinner).toBeVisible()
  await expect(blurred).toHaveCSS('filter', /blur/)
  await expect(blurred).toHaveJSProperty('naturalWidth', 16)
  release()
  await expect(spinner).toHaveCount(0)
  await expect(blurred).toHaveCount(0)
  await expect(neem.getByRole('img')).toHaveCSS('opacity', '1')

  await page.getByRole('article', { name: 'Jute Market Tote', exact: true }).scrollIntoViewIfNeeded()
  await expect(picture('Jute Market Tote')).toHaveAccessibleName(/No image URL provided$/)
  await page.getByRole('article', { name: 'Block-Print Tote', exact: true }).scrollIntoViewIfNeeded()
  await expect(picture('Block-Print Tote')).toHaveAccessibleName(/Failed to load image$/)
  await expect(page.getByRole('article', { name: 'Block-Print Tote' }).locator('img')).toHaveCount(0)
})

test('HOME-12 TOAST-01 without a line the newsletter says so, and takes the email once it is back', async ({
  page,
  context,
  watch,
}) => {
  await page.goto('/')
  // Whoever stays has what tells of a lost line.
  await page.waitForResponse(/\/toaster-view-/)
  const newsletter = section(page, 'Letters from the workshop')
  await newsletter.getByLabel('Email address').fill('meera@example.in')
  watch.expectProblem('ERR_INTERNET_DISCONNECTED')
  await context.setOffline(true)
  await newsletter.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.locator('[data-sonner-toast]')).toContainText('We cannot reach the shop')
  await context.setOffline(false)
  await newsletter.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Thanks for subscribing!')).toBeVisible()
  await expect(newsletter.getByLabel('Email address')).toHaveValue('')
})

test('HOME-22 AUTH-01 what the page came with stays while its code is on its way, and if that does not come', async ({
  page,
  store,
  watch,
}) => {
  // What React says when it gives up on a part.
  watch.expectProblem(/below-fold|React error #(422|520)/)
  await page.goto('/about')
  await keepSession(page, await store.newUser('Meera Rao'))
  const code = '**/assets/below-fold-*'
  const release = await hold(page, code)
  const main = page.getByRole('main')
  const seen = async () => [
    ...(await main.getByRole('region').evaluateAll((all) => all.map((one) => one.textContent))),
    await main.getByRole('list', { name: 'Categories' }).textContent(),
  ]
  const refreshed = page.waitForResponse('**/auth-refresh')
  await page.goto('/')
  await alive(page)
  await (await refreshed).finished()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))
  const whole = await seen()
  expect(whole).toHaveLength(10)
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await overlaysDeep(page, 1)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await seen()).toEqual(whole)
  release()
  await settled(page)
  expect(await seen()).toEqual(whole)

  await page.unroute(code)
  await page.route(code, (route) => route.abort())
  await page.reload()
  await settled(page)
  expect(await seen()).toEqual(whole)
  const sample = section(page, 'By what is in it').getByRole('link').first()
  await sample.scrollIntoViewIfNeeded()
  const width = () => sample.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  await sample.click()
  await expect(page).toHaveURL(/\/shop\?q=/)
})

test('HOME-22 no room is kept for what the page came without, nor for what does not come, which is said once', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem(/below-fold|React error #(422|520)/)
  const store = await freshStore()
  const superuser = await store.superuser()
  const said = superuser.collection('testimonials')
  for (const { id } of await said.getFullList()) await said.delete(id)
  const arrangement = superuser.collection('homepage_config')
  const { id } = await arrangement.getFirstListItem('is_active = true')
  const rooms = () =>
    page
      .getByRole('main')
      .evaluate((main) => [...main.children].filter((one) => !one.textContent && one.clientHeight > 1).length)
  await page.goto(`${store.url}/about`)
  await keepSession(page, await store.newUser('Meera Rao'))
  const code = '**/assets/below-fold-*'
  await hold(page, code)
  const refreshed = page.waitForResponse('**/auth-refresh')
  await page.goto(store.url)
  await alive(page)
  await (await refreshed).finished()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))))
  expect(await rooms()).toBe(0)

  await page.unroute(code)
  await page.route(code, (route) => route.abort())
  const missing = page.getByRole('alert').filter({ hasText: 'Part of this page did not load' })
  for (const show_hero of [false, true]) {
    await arrangement.update(id, { show_hero })
    await page.goto(`${store.url}/about`)
    await alive(page)
    await page.getByRole('link', { name: /, home$/ }).click()
    await expect(section(page, 'Letters from the workshop')).toBeVisible()
    await expect(missing).toBeVisible()
    await expect.poll(rooms).toBe(0)
  }
  await page.unroute(code)
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByRole('list', { name: 'Categories' })).toBeVisible()
  await expect(missing).toHaveCount(0)
})
