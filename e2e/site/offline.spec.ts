import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import { findBrowser } from '../../scripts/check/browser'
import { DIST_DIR } from '../../scripts/start/environment'
import type { NewUser } from '../../tests/backend/record-store'
import { startLocalServer } from '../../tests/local-server'
import { ALSO_LONG, LONG } from '../../tests/long'
import { orderOf, placeOrder } from '../../tests/order'
import { anotherBuild, nameOfBuild } from '../tools/builds'
import { FORM, fillAddress } from '../tools/buyer'
import { expect, keepSession, settled, signIn, test } from '../tools/store'

/** The shop without a line: the one file whose pages have the worker, and nothing but what that keeps. */
test.use({ serviceWorkers: 'allow', browserCache: false })

const SOAP = 'Neem & Tulsi Soap'
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'No line.' })

/** What a line that is gone makes browsers complain of. */
const EXPECTED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Failed to load|ClientResponseError|\/api\//

/** Opens a page, and waits until the worker has it. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await settled(page)
  await kept(page, address)
}

const names = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url.replace(location.origin, ''))
    return found
  })

async function kept(page: Page, url: string): Promise<void> {
  const address = url.replace(/^http:\/\/[^/]+/, '')
  await page.evaluate(() => navigator.serviceWorker.ready.then(Boolean))
  await expect.poll(() => names(page)).toContain(address)
}

/** Waits until what the open pages are made of is kept. */
async function wholeKept(context: BrowserContext): Promise<void> {
  // What says that there is no line comes when there is nothing else to do: on a busy machine late.
  for (const page of context.pages()) {
    await expect.poll(async () => (await names(page)).join(' ')).toContain('/assets/line-bar-')
    // Nor is a page kept before all it is made of is.
    const made = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name.replace(location.origin, ''))
          .filter((name) => /^\/(?:assets|api\/files)\//.test(name) && !name.includes('token=')),
      )
    await expect
      .poll(async () => {
        const there = await names(page)
        return (await made()).filter((name) => !there.includes(name))
      })
      .toEqual([])
  }
}

async function lose(context: BrowserContext): Promise<void> {
  await wholeKept(context)
  await context.setOffline(true)
}

async function addSoap(page: Page): Promise<void> {
  await visit(page, '/shop')
  await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
}

const PAGES: [address: string, heading: string | RegExp][] = [
  ['/', 'Sabun & Jhola'],
  ['/shop', /./],
  ['/gifting', /./],
  ['/contact', /./],
  ['/blog/a-bar-that-lasts', /./],
  ['/shipping-policy', /./],
  ['/track-order', 'Track order'],
  ['/cart', 'Your cart is empty'],
]
/** Of the same kinds. */
if (LONG)
  PAGES.push(
    ['/shop?category=soap', /./],
    ['/bestsellers', /./],
    ['/new-arrivals', /./],
    ['/about', 'About us'],
    ['/blog', /./],
    ['/terms-and-conditions', /./],
  )

test(`OFF-01 OFF-03 each page that was seen reloads without a line and says from when it is${ALSO_LONG}`, async ({
  page,
  context,
  watch,
}) => {
  test.slow()
  watch.expectProblem(EXPECTED)
  for (const [address] of PAGES) await visit(page, address)
  await lose(context)
  for (const [address, heading] of PAGES) {
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible()
      await expect(told(page)).toContainText(/You see what was here at \d+:\d\d [ap]m\./)
    })
  }
  await context.setOffline(false)
  await expect(page.getByRole('status').getByText('The line is back. Prices checked.')).toBeVisible()
  await expect(told(page)).toHaveCount(0)
})

test('OFF-01 OFF-03 a page that was seen opens without a line by a link of another one', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  await visit(page, '/new-arrivals')
  await visit(page, '/shop')
  await visit(page, '/about')
  await lose(context)
  await page.getByRole('contentinfo').getByRole('link', { name: 'All Products' }).click()
  await expect(page.getByRole('article', { name: SOAP })).toBeVisible()
  await expect(told(page)).toContainText('You see what was here at')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
})

test('OFF-03 a product opened from a list is there after a reload, with its pictures', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  await visit(page, '/shop')
  await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
  await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
  await settled(page)
  await kept(page, new URL(page.url()).pathname)
  await lose(context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
  await expect(told(page)).toBeVisible()
  const shown = page.getByRole('main').getByRole('img').first()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('OFF-05 a page never seen offers those that were, and opens by itself when the line is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  await visit(page, '/about')
  await lose(context)
  await page.goto('/gifting')
  await expect(page.getByRole('heading', { level: 1, name: 'This page is not on your phone yet' })).toBeVisible()
  await page.getByRole('link', { name: /About/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await page.goto('/gifting')
  await context.setOffline(false)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL('/gifting')
})

test('OFF-02 OFF-05 so does a page of an account, which is never kept', async ({ page, context, watch }) => {
  watch.expectProblem(EXPECTED)
  await visit(page, '/about')
  await page.goto('/auth/login?returnTo=%2Fprofile')
  await settled(page)
  await lose(context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'This page is not on your phone yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: /About/ })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await names(page)).not.toContain('/auth/login')
})

test('OFF-04 the line lost at every step of a purchase: nothing is lost, nothing is sent later, the shopper presses', async ({
  page,
  context,
  watch,
  store,
}) => {
  test.slow()
  watch.expectProblem(EXPECTED)
  const owner = await store.superuser()
  const orders = async () => (await owner.collection('orders').getList(1, 1)).totalItems
  const before = await orders()
  await addSoap(page)
  await visit(page, '/cart')
  await lose(context)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: SOAP }).first()).toBeVisible()
  await expect(page.getByText('We cannot take the order without a line')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('We cannot take the order without a line')).toHaveCount(0)
  await page
    .getByRole('link', { name: 'Proceed to Checkout' })
    .or(page.getByRole('button', { name: 'Proceed to Checkout' }))
    .first()
    .click()
  await fillAddress(page)
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
  await settled(page)
  await kept(page, '/checkout')
  await lose(context)
  await page.reload()
  for (const [name, value] of Object.entries(FORM)) await expect(page.getByRole('textbox', { name })).toHaveValue(value)
  await expect(told(page)).toBeVisible()
  await context.setOffline(false)
  await expect(told(page)).toHaveCount(0)
  await settled(page)
  expect(await orders()).toBe(before)
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  await settled(page)
  const number = await page.getByText(/^Order SJ-/).textContent()
  await kept(page, '/order-confirmation/one')
  await lose(context)
  await page.reload()
  await expect(page.getByText(String(number))).toBeVisible()
  await expect(told(page)).toContainText(/You see what was here at/)
  expect(await names(page)).not.toContain(new URL(page.url()).pathname)
  // Without its token it is nobody's.
  await page.evaluate(() => localStorage.removeItem('sabun-and-jhola.order-tokens.v1'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'The order did not load' })).toBeVisible()
  await expect(page.getByText(String(number))).toHaveCount(0)
})

test('OFF-06 after signing out nothing of a person is in what is kept', async ({ page, store, watch }) => {
  watch.expectProblem('/api/')
  const user = await store.newUser('Meera Rao')
  await visit(page, '/')
  await keepSession(page, user)
  await page.goto('/orders')
  await settled(page)
  await page.goto('/profile')
  await settled(page)
  await page.evaluate(() => localStorage.setItem('sabun-and-jhola.orders-seen.v1', '[{}]'))
  const texts = () =>
    page.evaluate(async () => {
      let all = JSON.stringify(localStorage)
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const key of await cache.keys())
          if (!/assets|files/.test(key.url)) all += key.url + (await (await cache.match(key))?.text())
      }
      return all
    })
  await page.evaluate(() => {
    localStorage.removeItem('pocketbase_auth')
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'pocketbase_auth', newValue: null, storageArea: localStorage }),
    )
  })
  await expect
    .poll(async () => (await names(page)).filter((name) => !/^\/(?:assets|api\/files)\//.test(name)))
    .not.toContain('/orders')
  expect(await texts()).not.toContain(user.email)
  expect(await page.evaluate(() => localStorage.getItem('sabun-and-jhola.orders-seen.v1'))).toBeNull()
})

test('OFF-06 whoever signs out, and whoever signs in next, finds nothing of the other, with and without a line', async ({
  page,
  context,
  store,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  const [first, second] = [await store.newUser('Meera Rao'), await store.newUser('Arjun Nair')]
  const signInAs = async (user: NewUser) => {
    await page.goto('/auth/login?returnTo=%2Fprofile')
    await signIn(page, user)
    await expect(page.getByRole('main').getByText(user.email)).toBeVisible()
    await settled(page)
  }
  const everything = () =>
    page.evaluate(async () => {
      let all = JSON.stringify(localStorage) + JSON.stringify(sessionStorage)
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const key of await cache.keys())
          if (!/assets|files/.test(key.url)) all += key.url + (await (await cache.match(key))?.text())
      }
      return all
    })
  await visit(page, '/')
  await signInAs(first)
  expect(await everything()).toContain('Meera Rao')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect.poll(everything).not.toMatch(/Meera Rao|user-[0-9a-f-]{36}/)
  await signInAs(second)
  expect(await everything()).not.toMatch(new RegExp(`Meera Rao|${first.email}`))
  await visit(page, '/orders')
  await lose(context)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Meera Rao')).toHaveCount(0)
})

/** What a private window lacks in one browser or another. */
const PRIVATE: Record<string, () => void> = {
  'no worker and no caches': () => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })
    Object.defineProperty(window, 'caches', { get: () => undefined })
  },
  'no storage at all': () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB'])
      Object.defineProperty(window, name, { get: refuse })
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('Refused.', 'SecurityError'))
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { get: () => new Promise(() => undefined) })
  },
}

for (const [name, lacking] of Object.entries(PRIVATE))
  test(`OFF-08 in a private window with ${name} something is bought as ever`, async ({ page }) => {
    await page.addInitScript(lacking)
    await page.goto('/shop')
    await settled(page)
    await page.getByRole('article', { name: SOAP }).getByRole('link', { name: SOAP }).click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
    await fillAddress(page)
    await page.getByRole('radio', { name: 'Cash on delivery' }).check()
    await page.getByRole('button', { name: 'Place order' }).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    await expect(page.getByText(/^Order SJ-/)).toBeVisible()
  })

test('OFF-08 with a full disk the shop is as without a worker', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page)
  await page.goto('/')
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  await settled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(Boolean))
  for (const address of ['/shop', '/about', '/']) {
    await page.goto(address)
    await settled(page)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
  expect(await names(page)).toEqual([])
})

test('OFF-01 OFF-08 what was kept is there without a line also when the disk is full by then', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  await visit(page, '/about')
  await wholeKept(context)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1 })
  for (const address of ['/about', '/contact']) {
    await page.goto(address)
    await settled(page)
  }
  await context.setOffline(true)
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
})

/** One address whose answers come from one store and then another, as before and after a new start. */
async function startSwitch(first: string) {
  let target = first
  let behind: string[] = []
  const server = await startLocalServer((asked, answer) => {
    const { method, headers, url = '' } = asked
    const passed = request((behind.includes(url) ? first : target) + url, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  return {
    ...server,
    /** All but what is `left` behind comes from there. */
    to: (url: string, left: string[] = []) => {
      target = url
      behind = left
    },
  }
}

test('OFF-10 LANG-01 on a slow line a page in the language that was just chosen is waited for', async ({
  page,
  store,
  watch,
}) => {
  watch.expectProblem(EXPECTED)
  // Longer than a kept page is held back for.
  const slow = { ms: 0 }
  const shop = await startLocalServer(async ({ method, headers, url = '' }, answer) => {
    if (headers.accept?.includes('text/html')) await new Promise((done) => setTimeout(done, slow.ms))
    const passed = request(store.url + url, { method, headers }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    passed.end()
  })
  watch.allowOrigin(shop.url)
  await visit(page, `${shop.url}/about`)
  slow.ms = 5000
  const whole = page.waitForEvent('load')
  await page.getByRole('contentinfo').getByRole('button', { name: 'हिन्दी' }).click()
  await whole
  await expect(page.getByRole('heading', { level: 1, name: 'हमारे बारे में' })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-kept')).toBeNull()
  await page.close()
  await shop.stop()
})

const update = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

test('OFF-07 the end switch takes the worker out of browsers, with what it kept', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem(/./)
  const [on, off] = await Promise.all([freshStore(), freshStore({ env: { STORE_WORKER: 'off' } })])
  const shop = await startSwitch(on.url)
  watch.allowOrigin(shop.url)
  await visit(page, `${shop.url}/about`)
  shop.to(off.url)
  await update(page)
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([])
  // It goes once the caches are empty: the next visit is one without it.
  const registered = () => page.evaluate(async () => Boolean(await navigator.serviceWorker.getRegistration()))
  await expect.poll(registered).toBe(false)
  await page.goto(`${shop.url}/contact`)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.close()
  await shop.stop()
})

const NEXT = nameOfBuild('b')
const builds = (page: Page) =>
  page.evaluate(async () => [...new Set((await caches.keys()).flatMap((name) => name.split(' ')[1] ?? []))])

test('DEPLOY-01 DEPLOY-03 an open tab works on through a new build, whose worker waits for it to close', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  test.slow()
  watch.expectProblem(/./)
  const dir = await anotherBuild(DIST_DIR, 'b')
  const [old, fresh] = await Promise.all([freshStore(), freshStore({ env: { STORE_PUBLIC_DIR: dir } })])
  const shop = await startSwitch(old.url)
  watch.allowOrigin(shop.url)
  await visit(page, `${shop.url}/about`)
  const [before] = await builds(page)
  // Pages of the new build are not put among those of the old one, also while its worker has not come.
  const build = (of: Page) => of.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content)
  shop.to(fresh.url, ['/sw.js'])
  const early = await context.newPage()
  for (const path of ['/gifting', '/blog']) {
    await early.goto(shop.url + path)
    await settled(early)
    expect(await build(early)).toBe(NEXT)
  }
  expect(await names(early)).not.toContain('/gifting')
  await early.close()
  shop.to(fresh.url)
  await update(page)
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  await expect.poll(waits).toBe(true)
  // The old code asks for a page of its own that it has not loaded yet.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Track an order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Track order' })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bestsellers' }).click()
  await expect(page.getByRole('list', { name: 'Products' }).getByRole('article').first()).toBeVisible()
  expect(await build(page)).toBe(before)
  expect(await builds(page)).toContain(before)
  const second = await context.newPage()
  await second.goto(`${shop.url}/contact`)
  await settled(second)
  expect(await build(second)).toBe(NEXT)
  expect(await names(second)).not.toContain('/contact')
  await page.close()
  await second.close()
  // A moment after the last page is closed the old worker may still have it.
  await expect(async () => {
    const third = await context.newPage()
    await third.goto(`${shop.url}/contact`)
    await settled(third)
    const found = await builds(third)
    await third.close()
    expect(found).toEqual([NEXT])
  }).toPass()
  await shop.stop()
  await rm(dir, { recursive: true, force: true })
})

test('DEPLOY-02 what is typed keeps a page from being loaded afresh, and only while it is there', async ({
  page,
  watch,
  context,
}) => {
  watch.expectProblem(/./)
  await context.route('**/assets/bestsellers-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  const loads: string[] = []
  page.on('request', (asked) => {
    if (asked.resourceType() === 'document') loads.push(new URL(asked.url()).pathname)
  })
  const mark = () => page.evaluate(() => Number(sessionStorage.getItem('reloaded-for-code')))
  await page.goto('/contact')
  await settled(page)
  expect(await mark()).toBe(0)
  await page.getByLabel('Name').fill('Meera')
  await expect.poll(mark).toBeGreaterThan(Date.now())
  // Another page holds nothing that was typed into this one.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bestsellers' }).click()
  await expect.poll(() => loads).toEqual(['/contact', '/bestsellers'])
  await expect(page.getByRole('heading', { level: 1, name: 'The page did not load' })).toBeVisible()
  expect(loads).toEqual(['/contact', '/bestsellers'])
})

test('OFF-09 WORDS-04 the shop is installed after an order, by its own name, and no is no', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const name = 'Our fair'
  await store.changeSettings({ store_name: name })
  const manifest = await (await fetch(`${store.url}/manifest.webmanifest`)).json()
  expect(manifest).toMatchObject({ name, short_name: name, display: 'standalone', start_url: '/' })
  expect([manifest.icons.length, manifest.shortcuts.length]).toEqual([3, 3])
  expect(JSON.stringify(manifest), 'what the demo sells').not.toMatch(/soap|bag/i)
  for (const { src } of manifest.icons) {
    const icon = await fetch(store.url + src)
    expect(icon.headers.get('content-type')).toBe('image/png')
  }
  for (const { url } of manifest.shortcuts) expect((await fetch(store.url + url)).status).toBe(200)

  const soap = await store.product(SOAP)
  const items = [{ product: soap.id, quantity: 2, color: '' }]
  const order = orderOf(soap.id, { items, payment_method: 'cod', expected_total: 200 * Number(soap.price) })
  const { id, access_token } = await placeOrder(store.guest(), order)
  // As the browser tells a page that it can be installed; whether the page has heard it.
  const tell = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => Object.assign(window, { prompted: true }),
      })
      return !window.dispatchEvent(event)
    })
  const offer = page.getByRole('region', { name: 'Keep the shop on this phone' })
  const open = async () => {
    await page.goto(`${store.url}/order-confirmation/${id}#t=${access_token}`)
    await page.reload()
    await settled(page)
  }
  await open()
  await expect(offer).toBeHidden()
  await expect(async () => {
    await tell()
    await expect(offer).toBeVisible({ timeout: 1000 })
  }).toPass()
  await offer.getByRole('button', { name: 'Install' }).click()
  await expect.poll(() => page.evaluate(() => 'prompted' in window)).toBe(true)
  await expect(offer).toBeHidden()
  await tell()
  await offer.getByRole('button', { name: 'No, thanks' }).click()
  await expect(offer).toBeHidden()
  await open()
  await expect.poll(tell).toBe(true)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(offer).toBeHidden()
})

test('OFF-01 no page is asked for ahead in Firefox, which would show an error of its own without a line', async ({
  playwright,
  store,
}) => {
  const aheadAs = async (...names: string[]) => {
    const found = findBrowser()
    const browser = await playwright.chromium.launch({ ...found, args: [...(found?.args ?? []), ...names] })
    const page = await browser.newPage()
    await page.goto(`${store.url}/about`)
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    const enabled = await page.evaluate(
      async () => (await (await navigator.serviceWorker.ready).navigationPreload.getState()).enabled,
    )
    await browser.close()
    return enabled
  }
  expect(await aheadAs()).toBe(true)
  expect(await aheadAs('--user-agent=Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    false,
  )
})
