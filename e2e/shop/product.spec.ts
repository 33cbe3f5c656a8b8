import { request } from 'node:http'
import { LANGUAGE_COOKIE } from '../../src/lib/before-code'
import { gate } from '../../tests/gate'
import { startLocalServer } from '../../tests/local-server'
import { alive, expect, settled, test } from '../tools/store'

test('PROD-06 a colour changes every picture, is part of the address, and stays after a reload', async ({
  page,
  store,
}) => {
  const bag = await store.product('Kantha Sling Bag')
  const [navy, , rust] = bag.images as string[]
  await page.goto(`/product/${bag.id}`)
  await alive(page)
  const pictures = page.getByRole('list', { name: 'Pictures' })
  const first = pictures.getByRole('img').first()
  await expect(first).toHaveAttribute('src', new RegExp(navy as string))
  await page.getByRole('radio', { name: 'Rust patchwork' }).check({ force: true })
  await expect(first).toHaveAttribute('src', new RegExp(rust as string))
  // What shows the other colour is gone.
  await expect(pictures.getByRole('img')).toHaveCount(1)
  await expect(page).toHaveURL(`/product/${bag.id}?colour=rust-patchwork`)

  const served = await (await page.request.get(page.url())).text()
  expect(served).toMatch(new RegExp(`rel="preload"[^>]*${rust}`))
  await page.reload()
  await alive(page)
  await expect(page.getByRole('radio', { name: 'Rust patchwork' })).toBeChecked()
  // Or no colour would be ticked in Firefox.
  await expect(page.getByRole('radio', { name: 'Rust patchwork' })).toHaveAttribute('autocomplete', 'off')
  await expect(first).toHaveAttribute('src', new RegExp(rust as string))
  await page.goto(`/product/${bag.id}?colour=no-such`)
  await expect(page.getByRole('radio', { name: 'Navy patchwork' })).toBeChecked()
})

test('PROD-07 a picture opens as large as the screen, and Back returns to the page', async ({ page, store }) => {
  const soap = await store.product('Rose Petal Soap')
  await page.goto(`/product/${soap.id}`)
  await alive(page)
  const opener = page.getByRole('button', { name: 'Open picture 1 of 2 in full size' })
  await opener.click()
  const zoom = page.getByRole('dialog', { name: 'Rose Petal Soap' })
  await expect(zoom.getByRole('status')).toHaveText('1 / 2')
  const stage = zoom.getByRole('region', { name: 'Pictures' })
  await expect(stage.getByRole('img').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(zoom.getByRole('status')).toHaveText('2 / 2')
  await zoom.getByRole('button', { name: 'Picture 1 of 2' }).click()
  await expect(zoom.getByRole('status')).toHaveText('1 / 2')
  await page.goBack()
  await expect(zoom).toHaveCount(0)
  await expect(page).toHaveURL(`/product/${soap.id}`)
  await expect(opener).toBeFocused()

  await opener.click()
  await zoom.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1 items)' })).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
})

test('PROD-08 what is sold out says so beside its price, and leads to what is in stock', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const soap = await store.product('Rose Petal Soap')
  await owner.collection('products').update(soap.id, { inStock: false })
  await page.goto(`${store.url}/product/${soap.id}`)
  await alive(page)
  await expect(page.getByText('₹210.00Out of stock')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  const others = page.getByRole('region', { name: 'In stock, and like it' })
  await expect(others.getByRole('article')).toHaveCount(4)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const top = async (part: typeof others) => (await part.boundingBox())?.y ?? 0
  expect(await top(others)).toBeLessThan(await top(reviews))
})

test('PROD-10 the page says how many are left as it arrives, in Hindi too', async ({ page, freshStore }) => {
  const store = await freshStore()
  const owner = await store.superuser()
  const { id } = await owner
    .collection('products')
    .create({ name: 'Last Soap', category: 'soap', price: 210, inStock: true })
  await owner.collection('stock_movements').create({ product: id, delta: 3, reason: 'restock' })
  expect(await (await page.request.get(`${store.url}/product/${id}`)).text()).toContain('3 left')
  await page.goto(`${store.url}/product/${id}`)
  await alive(page)
  await expect(page.getByText('3 left')).toBeVisible()
  await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: 'hi', url: store.url }])
  await page.reload()
  await expect(page.getByText('सिर्फ़ 3 बाकी')).toBeVisible()
})

test("PAINT-15 a pressed card's picture becomes the product's, and Back the card's; nothing moves for who asked for that", async ({
  page,
  store,
  watch,
}) => {
  await page.addInitScript(() => {
    // On a busy machine the next page takes longer than a shopper waits for its movement.
    const wait = window.setTimeout
    Object.assign(window, { setTimeout: (done: () => void, ms = 0) => wait(done, ms === 400 ? 10_000 : ms) })
    const start = document.startViewTransition.bind(document)
    const morphs: string[] = []
    Object.assign(window, { morphs })
    document.startViewTransition = (update) => {
      const transition = start(update)
      transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
        const group = effects.find(({ pseudoElement }) => pseudoElement === '::view-transition-group(product)')
        const timing = `${group?.getTiming().duration} ${group?.getKeyframes()[0]?.easing}`
        const named = document.querySelectorAll('[style*="view-transition-name"]').length
        const before = document.querySelector<HTMLImageElement>('main [data-gallery] button img')
        const cached = before?.ariaHidden === 'true' && before.complete && before.naturalWidth > 0
        morphs.push(`${location.pathname.split('/')[1]} ${timing} ${named} ${cached}`)
      }, morphs.push.bind(morphs))
      return transition
    }
  })
  const told = () => page.evaluate(() => (window as unknown as { morphs: string[] }).morphs)
  const names = page.locator('[style*="view-transition-name"]')
  // The larger file is slow: the card's stands there meanwhile.
  const [held, letGo] = gate()
  // Not by interception, which turns the browser's cache off: the card's file would be fetched once more.
  await page.context().unrouteAll()
  const slow = await startLocalServer(async (asked, answer) => {
    const { method, headers, url = '' } = asked
    if (/thumb=(800|1200)x/.test(url)) await held
    asked.pipe(
      request(store.url + url, { method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        came.pipe(answer)
      }),
    )
  })
  watch.allowOrigin(slow.url)
  await page.goto(`${slow.url}/shop`)
  await settled(page)
  const card = page.locator('main article').nth(1)
  const name = (await card.getAttribute('aria-label')) ?? ''
  await card.scrollIntoViewIfNeeded()
  // The first sign of somebody fetches the code.
  const code = page.waitForResponse(/\/morph-/)
  await page.getByRole('heading', { level: 1, name: 'Shop' }).tap()
  await code
  await settled(page)
  await card.getByRole('link', { name }).tap()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const ease = 'cubic-bezier(0.2, 0.7, 0.2, 1)'
  await expect.poll(told).toEqual([`product 280 ${ease} 1 true`])
  await expect(names).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  letGo()
  await expect(page.locator('main [data-gallery] li').first().locator('img')).toHaveCount(1)

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()
  await expect.poll(told).toHaveLength(2)
  expect((await told())[1]).toBe(`shop 280 ${ease} 1 false`)
  await expect(names).toHaveCount(0)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.getByRole('link', { name }).tap()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await told()).toHaveLength(2)
  await page.close()
  await slow.stop()
})
