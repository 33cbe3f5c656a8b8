import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { ALSO_LONG } from '../../tests/long'
import { addressOf, bringCart, isLookedAt, prepare } from '../tools/every-page'
import { alive, emptyPictures, expect, openWhole, settled, test } from '../tools/store'

test.use({ browserCache: false })

/**
 * What arrives before any script: every public page comes with its content, its head and its records, and the browser
 * takes it over without asking again.
 */
interface PublicPage {
  path: string
  heading: string
  /** Stands in the page's own part. */
  text: string
  title: string
  canonical: string
  /** schema.org types of its data. */
  data?: string[]
}

const PAGES: PublicPage[] = [
  {
    path: '/',
    heading: 'Sabun & Jhola',
    text: 'Neem & Tulsi Soap',
    title: 'Sabun & Jhola',
    canonical: '/',
    data: ['Organization', 'WebSite'],
  },
  { path: '/shop', heading: 'Shop', text: 'Jute Market Tote', title: 'Shop · Sabun & Jhola', canonical: '/shop' },
  {
    path: '/shop?category=bag&sort=price-low&utm_source=letter',
    heading: 'Bags',
    text: 'Kantha Sling Bag',
    title: 'Bags · Sabun & Jhola',
    canonical: '/shop?category=bag',
    data: ['CollectionPage', 'BreadcrumbList'],
  },
  {
    path: '/shop?q=tote',
    heading: 'Shop',
    text: 'Block-Print Tote',
    title: 'Shop · Sabun & Jhola',
    canonical: '/shop',
  },
  {
    path: '/bestsellers',
    heading: 'Bestsellers',
    text: 'Jute Market Tote',
    title: 'Bestsellers · Sabun & Jhola',
    canonical: '/bestsellers',
  },
  {
    path: '/new-arrivals',
    heading: 'New Arrivals',
    text: 'Canvas Backpack',
    title: 'New Arrivals · Sabun & Jhola',
    canonical: '/new-arrivals',
  },
  {
    path: '/gifting',
    heading: 'Gifting',
    text: 'Soap Gift Box of Four',
    title: 'Gifting · Sabun & Jhola',
    canonical: '/gifting',
  },
  { path: '/about', heading: 'About', text: 'soap', title: 'About', canonical: '/about' },
  { path: '/contact', heading: 'Contact', text: 'person', title: 'Contact · Sabun & Jhola', canonical: '/contact' },
  { path: '/contact-us', heading: 'Contact', text: 'person', title: 'Contact · Sabun & Jhola', canonical: '/contact' },
  { path: '/shipping-policy', heading: 'Shipping', text: 'parcel', title: 'Shipping', canonical: '/shipping-policy' },
  {
    path: '/terms-and-conditions',
    heading: 'Terms',
    text: 'rupees',
    title: 'Terms',
    canonical: '/terms-and-conditions',
  },
  {
    path: '/cancellations-refunds',
    heading: 'Cancellations',
    text: 'refund',
    title: 'Cancellations',
    canonical: '/cancellations-refunds',
  },
  { path: '/privacy-policy', heading: 'Privacy', text: 'address', title: 'Privacy', canonical: '/privacy-policy' },
  { path: '/blog', heading: 'Blog', text: 'A bar that lasts', title: 'Blog · Sabun & Jhola', canonical: '/blog' },
  {
    path: '/blog/a-bar-that-lasts',
    heading: 'A bar that lasts',
    text: 'soap',
    title: 'A bar that lasts · Sabun & Jhola',
    canonical: '/blog/a-bar-that-lasts',
    data: ['BlogPosting', 'BreadcrumbList'],
  },
]

async function structuredData(page: Page): Promise<{ [key: string]: unknown }[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.flatMap((text) => JSON.parse(text))
}

function attribute(page: Page, selector: string, name: string): Promise<string | null> {
  return page.locator(selector).first().getAttribute(name)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // Preloads of scripts that may not run are reported as refused.
  test.beforeEach(({ watch }) => watch.expectProblem(/\/assets\/.*\.js csp$/))

  test('ROUTE-01 HOME-01 SHOP-05 PAINT-01 every public page has its content and its head', async ({ page, store }) => {
    test.setTimeout(180_000)
    await emptyPictures(page)
    for (const { path, heading, text, title, canonical, data = [] } of PAGES) {
      await test.step(path, async () => {
        await openWhole(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
        await expect(page.getByRole('main')).toContainText(text)
        await expect(page.getByRole('contentinfo')).toBeVisible()
        expect(await page.title()).toContain(title)
        expect(await page.locator('title').count()).toBe(1)
        expect((await attribute(page, 'meta[name="description"]', 'content'))?.length).toBeGreaterThan(20)
        expect(await page.locator('meta[name="description"]').count()).toBe(1)
        expect(await attribute(page, 'link[rel="canonical"]', 'href')).toBe(store.url + canonical)
        expect(await attribute(page, 'meta[property="og:title"]', 'content')).toBe(await page.title())
        expect(await attribute(page, 'meta[property="og:url"]', 'content')).toBe(store.url + canonical)
        expect((await structuredData(page)).map((entry) => entry['@type'])).toEqual(data)
      })
    }
  })

  test('PROD-01 PAINT-10 a product page says price, stock and rating to search engines, as the record has them', async ({
    page,
    store,
  }) => {
    const { items } = await store.guest().collection('products').getList(1, 1, { filter: 'reviews > 0', sort: 'name' })
    const product = items[0] as Record<string, string | number | boolean> & { id: string }
    await openWhole(page, `/product/${product.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(String(product.name))
    expect(await attribute(page, 'link[rel="canonical"]', 'href')).toBe(`${store.url}/product/${product.id}`)
    expect(await attribute(page, 'meta[property="og:image"]', 'content')).toContain(`${store.url}/api/files/`)
    const [data, trail] = await structuredData(page)
    expect(data).toMatchObject({
      '@type': 'Product',
      name: product.name,
      sku: product.id,
      url: `${store.url}/product/${product.id}`,
      offers: {
        price: Number(product.price).toFixed(2),
        priceCurrency: 'INR',
        availability:
          product.inStock && !product.sold_out ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
      },
      aggregateRating: { reviewCount: product.reviews },
    })
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList' })
    const review = (
      await store
        .guest()
        .collection('reviews')
        .getList(1, 1, { filter: `product = "${product.id}"`, sort: '-created,id' })
    ).items[0]
    await expect(page.getByRole('main')).toContainText(String(review?.content).slice(0, 40))
  })

  test('PROD-01 no rating is claimed of a product nobody has reviewed', async ({ page, freshStore }) => {
    const store = await freshStore()
    const product = await (await store.superuser())
      .collection('products')
      .create({ name: 'New bar', category: 'soap', price: 90 })
    await openWhole(page, `${store.url}/product/${product.id}`)
    const [data] = await structuredData(page)
    expect(data).toMatchObject({ '@type': 'Product', name: 'New bar' })
    expect(data).not.toHaveProperty('aggregateRating')
    // Not in stock until somebody says so.
    expect(data).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } })
  })

  test('IMG-03 PAINT-06 the largest picture of the first view is preloaded, and is the one the page shows first', async ({
    page,
    store,
  }) => {
    await emptyPictures(page)
    for (const path of await picturePages(store)) {
      await openWhole(page, path)
      // One for each window: `media` says which.
      const phone = (page.viewportSize()?.width ?? 0) < 1024
      const preload = page.locator(`link[rel="preload"][as="image"]:not([media*="${phone ? 'min' : 'max'}-width"])`)
      await expect(preload).toHaveCount(1)
      await expect(preload).toHaveAttribute('fetchpriority', 'high')
      const urgent = page.locator('main img[fetchpriority="high"]')
      await expect(urgent).toHaveCount(1)
      expect(await preload.getAttribute('imagesrcset')).toBe(await urgent.getAttribute('srcset'))
      expect(await preload.getAttribute('imagesizes')).toBe(await urgent.getAttribute('sizes'))
      // All others wait for scripts, or stand in noscript.
      await expect(page.locator('main img[srcset]:not(noscript img)')).toHaveCount(1)
      const largest = await page.evaluate(() => {
        const inView = [...document.querySelectorAll<HTMLImageElement>('main img:not(noscript img)')]
          .map((image) => ({ image, ...image.getBoundingClientRect().toJSON() }))
          .filter(({ top }) => top < innerHeight)
        const area = ({ width, height }: { width: number; height: number }) => Math.round(width * height)
        return inView.sort((a, b) => area(b) - area(a))[0]?.image.fetchPriority
      })
      expect(largest, path).toBe('high')
    }
  })

  test('ROUTE-20 what is not there is answered with 404, a page that says so, and noindex', async ({ page, watch }) => {
    watch.expectProblem('404')
    for (const [path, heading] of [
      ['/no/such/page', 'Page not found'],
      ['/product/aaaaaaaaaaaaaaa', 'This product is not in the shop'],
      ['/blog/no-such-post', 'This post is not here'],
    ] as const) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      expect(await attribute(page, 'meta[name="robots"]', 'content')).toBe('noindex')
      await expect(page.locator('link[rel="canonical"]')).toHaveCount(0)
    }
  })

  test('ROUTE-24 PAINT-03 pages of the account, the checkout and orders come with their frame and what needs nobody’s data', async ({
    page,
  }) => {
    for (const [path, text] of [
      ['/cart', 'Your cart'],
      ['/checkout', 'delivery and taxes are included'],
      ['/orders', 'Loading orders'],
      ['/profile', 'Profile'],
      ['/auth/login', 'Password'],
      ['/track-order', 'Order number'],
      ['/order-confirmation/abc', 'Loading order'],
    ] as const) {
      await openWhole(page, path)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('main')).toContainText(text)
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.locator('meta[name="robots"]')).toHaveCount(path === '/track-order' ? 0 : 1)
    }
  })
})

/** Home, shop and a product with several pictures. */
async function picturePages(store: RecordStore): Promise<string[]> {
  const product = await store.product('Jute Market Tote')
  return ['/', '/shop', `/product/${product.id}`]
}

test('IMG-01 of each picture the browser chooses the width that is shown, on phones, tablets and desks', async ({
  page,
  store,
}) => {
  await emptyPictures(page)
  const cdp = await page.context().newCDPSession(page)
  for (const path of await picturePages(store)) {
    await page.goto(path)
    await settled(page)
    for (const [width, deviceScaleFactor] of [
      [360, 2],
      [412, 1.75],
      [768, 2],
      [1280, 1],
    ] as const) {
      await cdp.send('Emulation.setDeviceMetricsOverride', { width, height: 820, deviceScaleFactor, mobile: false })
      await page.waitForFunction((ratio) => devicePixelRatio === ratio, deviceScaleFactor)
      const chosen = await page.evaluate(async () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>('main img')]
          .map((image) => ({ image, srcset: image.dataset.srcset ?? image.srcset, box: image.getBoundingClientRect() }))
          .filter(({ srcset, box }) => srcset !== '' && box.width > 0)
        // Cards of a list are all alike.
        const kinds = new Map(
          pictures.map((picture) => [`${picture.image.sizes} ${picture.box.width} ${picture.box.height}`, picture]),
        )
        return Promise.all(
          [...kinds.values()].map(async ({ image, srcset, box }) => {
            // The same question to the browser again, and of addresses it has not seen: it keeps to larger files that
            // it has.
            const asked = new Image()
            asked.sizes = image.sizes
            asked.srcset = srcset.replaceAll('version=', `version=${crypto.randomUUID()}`)
            await asked.decode()
            const widths = [...srcset.matchAll(/ (\d+)w/g)].map(([, text]) => Number(text))
            const file = Number(/thumb=(\d+)x0/.exec(asked.currentSrc)?.[1])
            // Cut to its box, a picture is drawn as large as covers it.
            const drawn = Math.max(box.width, (box.height * asked.naturalWidth) / asked.naturalHeight)
            const share = file / (drawn * devicePixelRatio)
            const known = widths.includes(file)
            const fits = (share >= 0.8 || file === Math.max(...widths)) && (share < 1.6 || file === Math.min(...widths))
            return { known, fits, say: `${share.toFixed(2)}: ${file} for ${Math.round(drawn)}, sizes="${image.sizes}"` }
          }),
        )
      })
      expect(chosen.length).toBeGreaterThan(0)
      const wrong = chosen.filter(({ known, fits }) => !known || !fits).map(({ say }) => say)
      expect(wrong, `${path} at ${width} px, ${deviceScaleFactor} pixels each`).toEqual([])
    }
  }
})

/** Layout shift that is none, by Chromium's own measure. */
const NO_SHIFT = 0.0005

/** Adds up how much of each page moves, as `window.seen.shift`. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, served: [] as Element[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

test(`ROUTE-01 PROD-01 PAINT-02 the browser takes every page over: no record is asked for again, nothing is replaced, nothing moves${ALSO_LONG}`, async ({
  page,
  store,
  watch,
}) => {
  test.setTimeout(180_000)
  watch.expectProblem('404')
  // A typeface that comes late may break a line elsewhere. Whether it does is for the line to the shop to say, not
  // for this test.
  watch.expectProblem('.woff2')
  await page.route('**/*.woff2', (route) => route.abort())
  const product = await store.guest().collection('products').getFirstListItem('reviews > 0', { sort: 'name' })
  let asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // What is offered where a way ends (ROUTE-27) is no part of what is served.
    const offered = search.includes(encodeURIComponent('bestseller = true && inStock'))
    if (pathname.startsWith('/api/') && !pathname.startsWith('/api/files/') && !offered) asked.push(pathname + search)
  })
  await countShifts(page)
  await page.addInitScript(() => {
    const { seen } = window as unknown as { seen: { served: Element[] } }
    document.addEventListener('DOMContentLoaded', () => {
      seen.served = [...document.querySelectorAll('main, main h1, main img:not([aria-hidden])')]
    })
  })
  const others = [`/product/${product.id}`, '/no/such/page', '/checkout', '/track-order', '/auth/login', '/auth/signup']
  others.push('/auth/forgot-password', '/auth/reset-password')
  for (const path of [...PAGES.map(({ path }) => path), ...others].filter(isLookedAt)) {
    await test.step(path, async () => {
      asked = []
      await page.goto(path)
      await settled(page)
      expect(asked).toEqual([])
      const { shift, served, kept } = await page.evaluate(() => {
        const { seen } = window as unknown as { seen: { shift: number; served: Element[] } }
        return {
          shift: seen.shift,
          served: seen.served.length,
          kept: seen.served.filter((element) => element.isConnected).length,
        }
      })
      expect(served).toBeGreaterThan(1)
      expect(kept).toBe(served)
      expect(shift).toBeLessThan(NO_SHIFT)
    })
  }
})

test('ROUTE-10 ROUTE-24 PAINT-02 what a person’s pages show of cart, account and orders moves nothing that stood there', async ({
  page,
  store,
  watch,
}) => {
  watch.expectProblem('.woff2')
  await page.route('**/*.woff2', (route) => route.abort())
  const user = await store.newUser('Meera Rao')
  const prepared = await prepare(user)
  await countShifts(page)
  const open = async (path: string, shown: string) => {
    await test.step(path, async () => {
      await page.goto(addressOf(path, prepared))
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
      await settled(page)
      expect(await shiftOf(page)).toBeLessThan(0.005)
    })
  }
  await open('/cart', 'Your cart is empty')
  await open('/order-confirmation/:order', 'Thank you, Meera')
  await bringCart(page, prepared.product)
  await page.addInitScript(
    (session) => localStorage.setItem('pocketbase_auth', session),
    JSON.stringify({ token: user.pb.authStore.token, record: user.pb.authStore.record }),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/checkout', 'Place order')
  await page.setViewportSize({ width: 1280, height: 800 })
  await open('/checkout', 'Place order')
  await open('/cart', '1 item')
  await open('/cart?items=:product.2~gone.1', 'Not in the shop any more')
  await open('/orders', 'Order SJ-')
  await open('/orders/:order', 'Delivering to')
  await open('/profile', 'Delete account')
})

/**
 * Whether the page's scripts and typefaces were asked for after its first words and its largest picture, or after the
 * two seconds they wait at the most.
 */
async function cameAfterPaint(page: Page): Promise<boolean | 'not yet'> {
  return await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const largest = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')?.currentSrc
    const script = entries.find(({ name }) => /\/assets\/shell-.*\.js$/.test(name))
    const face = entries.find(({ name }) => name.endsWith('.woff2'))
    const picture = entries.find(({ name }) => name === largest)
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    if (!script || !face || !picture || !painted) return 'not yet'
    const after = ({ startTime }: PerformanceEntry, end: number) => startTime > 2000 || startTime >= end
    return after(script, Math.max(painted.startTime, picture.responseEnd)) && after(face, painted.startTime)
  })
}

test('ROUTE-21 PAINT-06 the scripts of a rendered page come after its first paint and its largest picture', async ({
  page,
}) => {
  await page.goto('/')
  await expect.poll(() => cameAfterPaint(page)).toBe(true)
})

/** What a page asks for waits. @returns lets it come */
async function heldBack(page: Page, address: RegExp): Promise<() => void> {
  let bring = () => {}
  const brought = new Promise<void>((done) => {
    bring = done
  })
  await page.route(address, (route) => brought.then(() => route.continue()))
  return bring
}

test('PAINT-06 the other pictures come after the largest, and one that is a swipe away with the page’s code', async ({
  page,
  store,
}) => {
  const { id, images } = await store.product('Canvas Backpack')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const askedFor = (address: RegExp) => asked.filter((url) => address.test(url))
  const ofProduct = new RegExp(`/api/files/.*/${id}/`)
  const largest = new RegExp(`/${images[0]}\\?thumb=(?!300x0)`)
  const second = new RegExp(`/${images[1]}\\?`)
  const bringPicture = await heldBack(page, largest)
  const bringCode = await heldBack(page, /\/assets\/.*\.js$/)
  await page.goto(`/product/${id}`, { waitUntil: 'commit' })
  // The rest is here by then.
  await expect(page.locator('#query-state')).toBeAttached()
  expect(askedFor(ofProduct)).toEqual([expect.stringMatching(largest)])
  bringPicture()
  await expect.poll(() => askedFor(/thumb=300x0/)).toHaveLength(3)
  expect(askedFor(second)).toEqual([])
  bringCode()
  await expect.poll(() => askedFor(second)).not.toEqual([])
})

test('ROUTE-21 PAINT-06 a bare background, painted before the words are here, is not taken for the page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    // A browser that has painted once, and nothing of the content yet.
    const paints = { getEntriesByName: (name: string) => (name === 'first-paint' ? [{ name }] : []) }
    window.PerformanceObserver = class {
      static readonly supportedEntryTypes = ['paint']
      constructor(report: (paints: unknown) => void) {
        setTimeout(() => report(paints))
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof PerformanceObserver
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/shell-.*\.js$|\.woff2$/.test(request.url())) asked.push(request.url())
  })
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto('/')
  // A request made now comes after all that went before.
  const fence = () => page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()))
  await page.clock.runFor(1999)
  await fence()
  expect(asked).toEqual([])
  // Two seconds are waited for it at the most.
  await page.clock.runFor(1)
  await page.clock.resume()
  await expect.poll(() => asked.length).toBeGreaterThan(2)
})

test('ROUTE-21 a mouse that lies still is nobody: what a person may ask for comes with a movement, a touch or the keyboard', async ({
  page,
}) => {
  let scripts: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/(.+)-[\w-]{7}\.js$/.exec(request.url())?.[1]
    if (name) scripts.push(name)
  })
  const WANTED = ['about', 'contact', 'product', 'sdk']
  /** Those of them asked for so far: a request made now comes after all that went before. */
  const asked = async () => {
    await page.evaluate(() => fetch('/robots.txt').then((answer) => answer.text()))
    return scripts.filter((name) => WANTED.includes(name)).sort()
  }
  const open = async () => {
    scripts = []
    await page.goto('/')
    await alive(page)
  }
  /** Puts something over the whole page, a link where it has an address. */
  const cover = (address?: string) =>
    page.evaluate((href) => {
      const top = document.createElement(href ? 'a' : 'div')
      if (href) top.setAttribute('href', href)
      top.style.cssText = 'position: fixed; inset: 0; z-index: 999'
      document.body.append(top)
    }, address)

  await open()
  await cover('/about')
  // As browsers report a mouse that lies where a page opens: it enters and moves, both in one place (this corner,
  // where there is none).
  await page.mouse.move(0, 0)
  const entered = page.evaluate(
    () => new Promise((done) => document.addEventListener('pointerover', ({ target }) => done(String(target)))),
  )
  await cover('/contact')
  expect(await entered).toContain('/contact')
  expect(await asked()).toEqual([])
  await page.mouse.move(0, 1)
  await expect.poll(asked).toEqual(['contact', 'product', 'sdk'])

  await open()
  await cover()
  await page.touchscreen.tap(150, 225)
  await expect.poll(asked).toEqual(['product', 'sdk'])

  await open()
  await page.keyboard.press('Tab')
  await expect.poll(asked).toEqual(['product', 'sdk'])
})

test('PROD-01 SHOP-01 HOME-15 PAINT-04 a changed record is on the pages that show it at the next load', async ({
  page,
  freshStore,
  watch,
}) => {
  const store = await freshStore()
  // The browser goes on fetching pictures of what is deleted meanwhile.
  watch.expectProblem('/api/files/')
  const products = (await store.superuser()).collection('products')
  const product = await products.getFirstListItem("name = 'Kantha Sling Bag'")
  const html = async (path: string) => (await page.request.get(store.url + path)).text()
  for (const path of [`/product/${product.id}`, '/shop', '/']) expect(await html(path)).toContain('Kantha Sling Bag')
  await products.update(product.id, { name: 'Renamed Sling' })
  for (const path of [`/product/${product.id}`, '/shop', '/']) {
    const now = await html(path)
    expect(now, path).toContain('Renamed Sling')
  }
  await page.goto(`${store.url}/product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed Sling')
  await products.update(product.id, { archived: true })
  expect((await page.request.get(`${store.url}/product/${product.id}`)).status()).toBe(404)
  expect(await html('/shop')).not.toContain('Renamed Sling')
})
