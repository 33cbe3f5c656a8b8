import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { type LocalServer, startLocalServer } from '../../tests/local-server'
import { ALSO_LONG, LONG } from '../../tests/long'
import { alive, expect, settled, test, whole } from '../tools/store'

test.use({ browserCache: false })

/** What is typed, chosen, pressed or scrolled to on a page before its code is here: nothing of it is lost. */

/** Holds the code every page needs back until it is released. */
async function holdCode(page: Page): Promise<{ release: () => void }> {
  const [released, release] = gate()
  await page.route('**/assets/shell-*.js', async (route) => {
    await released
    await route.continue()
  })
  return { release: () => release() }
}

/** Opens a page and keeps its code back until it is released. */
async function openHeld(page: Page, path: string): Promise<{ release: () => void }> {
  const held = await holdCode(page)
  await page.goto(path, { waitUntil: 'commit' })
  return held
}

/** The store behind a line on which pages stop before their end, until it is released. */
async function slowLine(store: string): Promise<LocalServer & { release: () => void }> {
  const [released, release] = gate()
  const server = await startLocalServer(async (request, answer) => {
    const { method = 'GET', headers } = request
    const found = await fetch(store + request.url, {
      method,
      headers: { accept: headers.accept ?? '*/*', 'content-type': headers['content-type'] ?? '' },
      body: method === 'GET' ? undefined : await buffer(request),
    })
    const body = Buffer.from(await found.arrayBuffer())
    const type = found.headers.get('content-type') ?? ''
    answer.writeHead(found.status, { 'Content-Type': type })
    const stopsAt = type.startsWith('text/html') ? body.indexOf('</main>') : 0
    answer.write(body.subarray(0, stopsAt))
    if (stopsAt > 0) await released
    answer.end(body.subarray(stopsAt))
  })
  return { ...server, release: () => release() }
}

test('PAINT-05 what is pressed while the rest of the page is on its way counts', async ({ page, store, watch }) => {
  const soap = await store.product('Neem & Tulsi Soap')
  const line = await slowLine(store.url)
  watch.allowOrigin(line.url)
  try {
    await page.goto(`${line.url}/product/${soap.id}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    line.release()
    await expect(page.getByRole('dialog').getByText('Neem & Tulsi Soap')).toBeVisible()
  } finally {
    line.release()
    await line.stop()
  }
})

test('PAINT-14 PAINT-05 what is pressed before the page’s code is here looks busy at once, and is done once', async ({
  page,
  store,
}) => {
  const soap = await store.product('Neem & Tulsi Soap')
  const { release } = await openHeld(page, `/product/${soap.id}`)
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  expect(Number(await add.evaluate((button) => getComputedStyle(button).opacity))).toBeLessThan(0.8)
  await add.click()
  release()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })).toBeVisible()
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
})

test('PAINT-05 what is typed before the page’s code is here stays, and is sent once it is', async ({
  page,
  store,
  watch,
}) => {
  watch.expectProblem('auth-with-password')
  const { release } = await openHeld(page, '/auth/login?returnTo=%2Forders')
  await page.getByLabel('Email').fill('nobody@example.in')
  await page.getByLabel('Password').fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const { email, password } = await store.newUser('Meera Rao')
  release()
  await expect(page.getByText('That email and password do not match.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/orders')
})

test(`PAINT-05 what is typed into any page before its code is here stays, and the letters that follow go on from there${ALSO_LONG}`, async ({
  page,
}) => {
  const paths = ['/', '/shop', '/contact', '/track-order', '/auth/signup']
  const more = [
    '/auth/login',
    '/auth/forgot-password',
    '/auth/reset-password#token=any',
    '/auth/login?mail=email#token=any',
  ]
  for (const path of LONG ? more : paths) {
    await test.step(path, async () => {
      await page.goto('about:blank')
      const { release } = await openHeld(page, path)
      await whole(page)
      const fields = page.locator(
        ':is(input:not([type=checkbox], [type=radio], [tabindex="-1"]), textarea):not([inert] *):visible',
      )
      const count = await fields.count()
      expect(count).toBeGreaterThan(0)
      for (let at = 0; at < count; at++) await fields.nth(at).fill(`mee${at}`)
      const last = fields.nth(count - 1)
      await last.focus()
      release()
      await settled(page)
      await expect(last).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type('ra')
      await page.keyboard.press('Tab')
      for (let at = 0; at < count; at++)
        await expect(fields.nth(at)).toHaveValue(at === count - 1 ? `mee${at}ra` : `mee${at}`)
      if (path === '/contact') {
        await page.reload()
        await expect(fields.first()).toHaveValue('mee0')
      }
    })
  }
})

test('HOME-12 PAINT-05 an email typed before the page’s code is here is subscribed', async ({ page }) => {
  const { release } = await openHeld(page, '/')
  await page.getByRole('textbox', { name: 'Email address' }).fill('meera.r@example.in')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  release()
  await expect(page.getByText('Thanks for subscribing!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email address' })).toHaveValue('')
})

test('SHOP-05 PROD-03 PAINT-05 what is chosen before the page’s code is here is chosen once it is, and before what is pressed', async ({
  page,
  store,
}) => {
  const shop = await openHeld(page, '/shop')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-high')
  await page.getByRole('checkbox', { name: 'In stock only' }).check()
  shop.release()
  await expect(page).toHaveURL('/shop?inStock=1&sort=price-high')
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-high')
  await expect(page.getByRole('checkbox', { name: 'In stock only' })).toBeChecked()

  const tote = await store.product('Jute Market Tote')
  const product = await openHeld(page, `/product/${tote.id}`)
  await page.getByRole('radio', { name: 'Olive' }).check()
  await page.getByRole('radio', { name: 'Indigo' }).check()
  await page.getByRole('button', { name: 'Increase quantity', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  product.release()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('Indigo')
  await expect(page.getByRole('button', { name: 'Open cart, 2 items', includeHidden: true })).toBeVisible()
})

test('ROUTE-23 whoever scrolls before the page’s code is here stays there; a page opened anew starts at its top', async ({
  page,
}) => {
  const top = () => page.evaluate(() => Math.round(window.scrollY))
  const kept = () => page.evaluate(() => sessionStorage.getItem('scroll-positions') ?? '')
  await page.goto('/')
  await alive(page)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(kept).toContain('1500')
  const begin = async (open: () => Promise<unknown>, scrolled: number) => {
    const { release } = await holdCode(page)
    await open()
    await whole(page)
    if (scrolled > 0) await page.evaluate((top) => window.scrollTo(0, top), scrolled)
    release()
    await settled(page)
  }
  const anew = () => page.goto('/', { waitUntil: 'commit' })
  /** Lines above may change their height by a hair when the typefaces come; what is in view stays where it is. */
  const near = (place: number) => expect(Math.abs(place - 600), `${place}`).toBeLessThan(16)
  await begin(anew, 600)
  near(await top())
  await expect.poll(kept).toContain(`${await top()}`)
  await begin(anew, 0)
  expect(await top()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(kept).toContain('1500')
  await begin(() => page.reload({ waitUntil: 'commit' }), 600)
  const left = await top()
  near(left)
  await begin(() => page.reload({ waitUntil: 'commit' }), 0)
  await expect.poll(async () => Math.abs((await top()) - left)).toBeLessThan(16)
})

test('AUTH-05 AUTH-06 PAINT-05 the page of a mail’s link is there from the first, and what is done on it before its code is here counts', async ({
  page,
  watch,
}) => {
  watch.expectProblem('/confirm-email-change')
  watch.expectProblem('/confirm-password-reset')
  watch.expectProblem('/api/store/account/deletion/confirm')
  const press = async (path: string, fields: string[], button: string) => {
    await page.goto('about:blank')
    const { release } = await openHeld(page, `${path}#token=old`)
    for (const field of fields) await page.getByLabel(field).fill('kitchen table')
    await page.getByRole('button', { name: button }).click()
    release()
    await expect(page.getByText('This link has expired or was used before.')).toBeVisible()
    expect(page.url()).not.toContain('old')
  }
  await press('/auth/login?mail=email', ['Password'], 'Confirm new email')
  await expect(page.getByLabel('Password')).toHaveValue('kitchen table')
  await press('/auth/login?mail=erase', [], 'Delete account for good')
  await press('/auth/reset-password', ['New password', 'Confirm password'], 'Change password')
})

test('IMG-03 PAINT-01 pictures of a rendered page are fetched as they come near, before the page’s code is here, and stand in it for whoever has no scripts', async ({
  page,
  watch,
}) => {
  watch.expectProblem('/assets/')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/shop')
  await whole(page)
  const last = page.locator('main article').last().locator('img:not([aria-hidden])')
  expect(await last.getAttribute('data-src')).toContain('/api/files/')
  expect(await last.getAttribute('src')).toBeNull()
  await expect(last).toHaveCSS('opacity', '0')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toHaveAttribute('src', String(await last.getAttribute('data-src')))
  await expect.poll(() => last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(last).toHaveCSS('opacity', '1')

  const waiting = await page.locator('main img[data-src]:not([aria-hidden])').count()
  const html = await (await page.request.get('/shop')).text()
  expect(html.match(/<noscript><img [^>]*src="\/api\/files\//g)?.length).toBe(waiting)
})

test('ROUTE-26 PAINT-05 code that does not come is told, and comes with the page once the line is back', async ({
  page,
  watch,
}) => {
  watch.expectProblem('/assets/')
  const code = '**/assets/{react,shell}-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/shop')
  const told = page.getByRole('status').filter({ hasText: 'No line.' })
  await expect(told).toBeVisible()
  await expect(told).toBeInViewport()
  await page.unroute(code)
  await alive(page)
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (0 items)' })).toBeVisible()
})

test('ROUTE-26 PAINT-17 a lost line is told at the foot of the window also where the page has its beginning alone', async ({
  page,
  watch,
}) => {
  watch.expectProblem(/\/(?:assets|shop|checkout)/)
  await page.route('**/*', (route) =>
    /^(?:fetch|script|stylesheet)$/.test(route.request().resourceType()) ? route.abort() : route.fallback(),
  )
  for (const path of ['/shop', '/checkout']) {
    await page.goto(path)
    const told = page.getByRole('status').filter({ hasText: 'No line.' })
    await expect(told).toBeInViewport({ ratio: 1 })
    const looks = await told.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      const body = getComputedStyle(document.body)
      const { bottom, width } = element.getBoundingClientRect()
      return {
        isTurned: color === body.backgroundColor && backgroundColor === body.color,
        fromFoot: Math.round(innerHeight - bottom),
        isWide: width >= document.documentElement.clientWidth,
      }
    })
    expect(looks, path).toEqual({ isTurned: true, fromFoot: 0, isWide: true })
  }
})
