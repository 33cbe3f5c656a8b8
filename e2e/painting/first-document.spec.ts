import { randomBytes } from 'node:crypto'
import { get } from 'node:http'
import type { Page } from '@playwright/test'
import { FIRST_DOCUMENT_BYTES } from '../../src/domain/limits'
import { expect, settled, test } from '../tools/store'

test.use({ browserCache: false })

/** What a line carries in its first round trip (RFC 6928). */
const FIRST_ROUND_BYTES = 14_600

const PAGES = [
  '/',
  '/shop',
  '/bestsellers',
  '/new-arrivals',
  '/gifting',
  '/about',
  '/blog',
  '/contact',
  '/cart',
  '/checkout',
]

const opened = { 'Sec-Fetch-Dest': 'document' }

/** How many bytes of an answer the line carries. */
function carried(url: string): Promise<{ headers: number; body: number }> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers: { ...opened, 'Accept-Encoding': 'gzip' } }, (answer) => {
      // Each has a colon and a space, or the end of its line.
      const headers = answer.rawHeaders.reduce((sum, part) => sum + part.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length)
      let body = 0
      answer.on('data', (part: Buffer) => {
        body += part.length
      })
      answer.once('end', () => resolve({ headers, body }))
    })
    asked.once('error', reject)
  })
}

async function productPath(from: { url: string }): Promise<string> {
  const answer = await fetch(`${from.url}/api/collections/products/records?sort=name&perPage=1`)
  return `/product/${(await answer.json()).items[0].id}`
}

/** Holds back what comes after the first document: its rest, and the code. */
async function holdRest(page: Page): Promise<{ rest: () => void; code: () => void }> {
  const release = { rest: () => {}, code: () => {} }
  const rest = new Promise<void>((resolve) => {
    release.rest = resolve
  })
  const code = new Promise<void>((resolve) => {
    release.code = resolve
  })
  await page.route('**/*', async (route) => {
    const type = route.request().resourceType()
    // A typeface changes the width of words, today as before.
    if (type === 'font') return route.abort('aborted')
    if (type === 'fetch') await rest
    if (type === 'script') await code
    return route.fallback()
  })
  return release
}

/** Where each element that was in the first document is, and how it looks. */
const looks = (page: Page, upTo: number) =>
  page.evaluate(
    (upTo) =>
      [...document.querySelectorAll('#root *')].slice(0, upTo).map((element) => {
        const { x, y, width } = element.getBoundingClientRect()
        const { color, backgroundColor, font, padding, border, display, animationName } = getComputedStyle(element)
        const text = element.children.length === 0 ? element.textContent : ''
        // What turns is everywhere.
        const place = animationName !== 'none' ? [] : [x, y, width].map((length) => Math.round(length * 10) / 10)
        return [element.tagName, text, place, color, backgroundColor, font, padding, border, display].join(' ')
      }),
    upTo,
  )

test('PAINT-17 no first document is longer than a line carries at once, and each shows a heading or what is above it', async ({
  store,
}) => {
  for (const path of [...PAGES, await productPath(store)]) {
    const html = await (await fetch(store.url + path, { headers: opened })).text()
    expect.soft(html, path).toContain('<html data-whole="')
    const { headers, body } = await carried(store.url + path)
    expect.soft(body, path).toBeLessThanOrEqual(FIRST_DOCUMENT_BYTES)
    expect.soft(headers + FIRST_DOCUMENT_BYTES, path).toBeLessThanOrEqual(FIRST_ROUND_BYTES)
    expect.soft(html, path).toContain('<main')
    // A shop's first page is pictures, not the bar above them.
    if (/^\/(?:$|shop|bestsellers|new-arrivals|gifting|product)/.test(path))
      expect.soft(html, path).toMatch(/<main.*<img /)
  }
})

test('PAINT-17 a list begins with a picture also where each has its blurred one @one-screen', async ({
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const owner = await store.superuser()
  const blurred = `data:image/webp;base64,${randomBytes(92).toString('base64')}`
  await owner.sql.run(`UPDATE products SET placeholders = json_object(json_extract(images, '$[0]'), '${blurred}')`)
  const begins = async (how: string, search = '', language = 'en') => {
    const headers = { ...opened, 'Accept-Language': language }
    const html = await (await fetch(`${store.url}/shop${search}`, { headers })).text()
    expect(html, how).toContain('<html data-whole="')
    expect(html, how).toMatch(/<main.*<img /)
    return html
  }
  expect(await begins('as it is')).toContain(blurred)
  await begins('in Hindi', '', 'hi')
  // Their first card stands further down, and they come after a page that was longer.
  for (const search of ['?q=soap', '?q=neem', '?inStock=1', '?sort=newest']) {
    await begins(search, search)
  }
  await begins('a search in Hindi', '?q=soap', 'hi')
  // The next drawing is longer, by what is squeezed into a few bytes.
  await owner.sql.run(`UPDATE products SET name = name || '${' a'.repeat(400)}' WHERE category != 'bag'`)
  const { id } = await owner.collection('products').getFirstListItem('category = "bag"', { sort: 'name' })
  await owner.collection('products').update(id, { material: 'Clay' })
  await begins('longer')
})

test('PAINT-17 what is seen first stays as it is when the rest comes, and the rest is what the whole page has', async ({
  page,
  store,
}) => {
  test.setTimeout(120_000)
  for (const path of ['/', '/shop', '/about', '/checkout', await productPath(store)]) {
    await test.step(path, async () => {
      const release = await holdRest(page)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.locator('link[data-styles]')).toBeAttached()
      await page.waitForFunction(() => document.readyState !== 'loading')
      await expect(page.locator('#query-state')).not.toBeAttached()
      const count = await page.locator('#root *').count()
      const before = await looks(page, count)
      expect(count).toBeGreaterThan(40)
      release.rest()
      await page.waitForFunction(() => document.getElementById('query-state'))
      const [here, inWhole] = await page.evaluate(async () => {
        const html = await (await fetch(location.href)).text()
        const whole = new DOMParser().parseFromString(html, 'text/html')
        const shapeOf = (of: Document) =>
          [...of.querySelectorAll('#root :not(noscript *)')].map((one) => `${one.tagName} ${one.className}`)
        return [shapeOf(document), shapeOf(whole)]
      })
      expect(here).toEqual(inWhole)
      // What stands in for pictures is text to whoever runs scripts.
      await expect(page.locator('#root noscript img')).toHaveCount(0)
      const after = await looks(page, count)
      // The last branch is still growing: those it is in, and nobody else, may be taller, but not elsewhere.
      expect(after.filter((look, at) => look !== before[at])).toEqual([])
      release.code()
      await settled(page)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
  }
})

test('PAINT-17 where the rest does not come, the page asks for its records itself', async ({ page, watch }) => {
  watch.expectProblem(/\/shop/)
  await page.route('**/shop', (route) =>
    route.request().resourceType() === 'fetch' ? route.abort('connectionfailed') : route.fallback(),
  )
  await page.goto('/shop')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('button', { name: 'Open cart' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('PAINT-17 the styles a page brings are not asked for again by code that comes later', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') asked.push(request.url())
  })
  for (const path of ['/', '/?whole']) {
    // What follows changes, and looks for styles, comes to whoever stays.
    const staying = page.waitForRequest('**/api/realtime')
    await page.goto(path)
    await staying
    await page.getByRole('button', { name: 'Open cart' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  expect(asked).toEqual([])
})

test('PAINT-06 the typefaces of a page’s rest are read in the page alone: Firefox knows none it first met elsewhere', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { implementation } = document
    const createHTMLDocument = implementation.createHTMLDocument.bind(implementation)
    implementation.createHTMLDocument = (title) => {
      const made = createHTMLDocument(title)
      const close = made.close.bind(made)
      made.close = () => {
        close()
        const sheets = [...made.styleSheets].map(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText))
        Reflect.set(window, 'readElsewhere', sheets.flat())
      }
      return made
    }
  })
  await page.goto('/')
  await settled(page)
  const elsewhere: string[] = await page.evaluate(() => Reflect.get(window, 'readElsewhere'))
  expect(elsewhere.filter((rule) => rule.includes('url('))).toEqual([])
  const faces = page.locator('#faces')
  expect(await faces.evaluate(({ sheet }: HTMLStyleElement) => sheet?.cssRules.length)).toBeGreaterThan(0)
})

test('PAINT-06 the code of a page starts without an error, for whose line a listening browser reads its file again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const made: string[] = []
    const noted = new Proxy(Error, {
      apply: (own, self, args: [string]) => made.push(args[0]) && Reflect.apply(own, self, args),
      construct: (own, args: [string], its) => made.push(args[0]) && Reflect.construct(own, args, its),
    })
    const { parse } = JSON
    JSON.parse = (text, reviver) => {
      try {
        return parse(text, reviver)
      } catch (error) {
        made.push(`${error} in “${text}”`)
        throw error
      }
    }
    Object.assign(window, { Error: noted, made, noted })
  })
  await page.goto('/')
  await settled(page)
  expect(await page.evaluate(() => Reflect.get(window, 'made'))).toEqual([])
  expect(await page.evaluate(() => window.Error === Reflect.get(window, 'noted'))).toBe(true)
})

test('PAINT-17 a page that changes between its beginning and its rest is the newer one, whole', async ({
  page,
  freshStore,
}) => {
  const own = await freshStore()
  const products = (await own.superuser()).collection('products')
  const { id, name } = await products.getFirstListItem('bestseller = true', { sort: 'name' })
  const release = await holdRest(page)
  await page.goto(`${own.url}/product/${id}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await products.update(id, { name: 'Renamed a moment ago' })
  release.rest()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed a moment ago')
  release.code()
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed a moment ago')
})

test('PAINT-17 PAINT-05 what is typed and ticked stays where the page changes between its beginning and its rest', async ({
  page,
  freshStore,
}) => {
  const own = await freshStore()
  const owner = await own.superuser()
  const products = owner.collection('products')
  const release = await holdRest(page)
  await page.goto(`${own.url}/shop`, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  const search = page.getByRole('searchbox')
  await search.fill('tot')
  await page.getByRole('checkbox', { name: 'In stock only' }).check()
  await search.focus()
  await search.press('End')
  const first = page.getByRole('article').first()
  const name = (await first.getByRole('heading').textContent()) ?? ''
  const { id } = await products.getFirstListItem(owner.filter('name = {:name}', { name }))
  await products.update(id, { name: 'Renamed a moment ago' })
  release.rest()
  await expect(first).toContainText('Renamed a moment ago')
  await expect(page.locator('#query-state')).toBeAttached()
  await expect(search).toBeFocused()
  await page.keyboard.type('e')
  await expect(search).toHaveValue('tote')
  release.code()
  await expect(page).toHaveURL(/\/shop\?q=tote&inStock=1|\/shop\?inStock=1&q=tote/)
  await settled(page)
  await expect(search).toHaveValue('tote')
  await expect(page.getByRole('checkbox', { name: 'In stock only' })).toBeChecked()
})

test('PAINT-17 PAINT-05 a press stays where the page changes between its beginning and its rest, and is done once', async ({
  page,
  freshStore,
}) => {
  const own = await freshStore()
  const products = (await own.superuser()).collection('products')
  const { id } = await products.getFirstListItem('bestseller = true', { sort: 'name' })
  const release = await holdRest(page)
  await page.goto(`${own.url}/product/${id}`, { waitUntil: 'commit' })
  const cart = page.getByRole('banner').getByRole('button', { name: 'Open cart' })
  await cart.click()
  await products.update(id, { name: 'Renamed a moment ago' })
  release.rest()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Renamed a moment ago')
  await expect(cart).toHaveAttribute('aria-busy', 'true')
  release.code()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('PAINT-17 LANG-02 a page whose language is changed in another tab keeps that of its beginning', async ({
  page,
  context,
  store,
}) => {
  const terms = { en: 'Terms and conditions', hi: 'नियम और शर्तें' }
  for (const [begun, other] of [
    ['en', 'hi'],
    ['hi', 'en'],
  ] as const) {
    await page.goto('about:blank')
    await context.addCookies([{ name: 'language', value: begun, url: store.url }])
    const release = await holdRest(page)
    await page.goto('/about', { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading')
    await context.addCookies([{ name: 'language', value: other, url: store.url }])
    release.rest()
    await expect(page.getByRole('contentinfo')).toContainText(terms[begun])
    release.code()
    await settled(page)
    await expect(page.getByRole('contentinfo')).toContainText(terms[begun])
    await expect(page.locator('html')).toHaveAttribute('lang', `${begun}-IN`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('PAINT-17 the whole page opens by itself', async ({ page, watch }) => {
    watch.expectProblem(/\/assets\/.*\.js csp$/)
    await page.goto('/shop?category=bag')
    await page.waitForURL('/shop?category=bag&whole')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Kantha Sling Bag')
  })
})
