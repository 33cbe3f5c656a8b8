import type { Locator } from '@playwright/test'
import { gate } from '../../tests/gate'
import { alive, expect, settled, test } from '../tools/store'

test('SHOP-05 what is pressed in the shop shows at once, moves nothing later, and follows Back and reload @one-screen', async ({
  page,
  watch,
}) => {
  // A typeface that comes late may break a line elsewhere. Whether it does is for the line to the shop to say, not
  // for this test.
  watch.expectProblem('.woff2')
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/shop')
  await settled(page)
  // No list answers until the end.
  const [released, release] = gate()
  await page.route('**/api/collections/products/records?*', async (route) => {
    await released
    await route.fallback()
  })
  const stock = page.getByRole('checkbox', { name: 'In stock only' })
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  const list = page.getByRole('list', { name: 'Products' })
  const busy = page.locator('main [aria-busy]')

  // Looked at before anything else could happen: the page itself says what shows in the moment of the press.
  const seen = await stock.evaluate((box: HTMLInputElement) => {
    box.click()
    const top = document.querySelector('ul[aria-label="Products"]')?.getBoundingClientRect().top ?? Number.NaN
    const pressed = { checked: box.checked, top: top + window.scrollY }
    const order = document.querySelector<HTMLSelectElement>('main select')
    if (order) {
      order.value = 'price-low'
      order.dispatchEvent(new Event('change', { bubbles: true }))
    }
    return { ...pressed, order: order?.value, address: location.search }
  })
  // The second press has not forgotten the first.
  expect(seen).toMatchObject({ checked: true, order: 'price-low', address: '?inStock=1&sort=price-low' })
  await expect(page.getByRole('group', { name: 'Filters in use' })).toContainText('In stock only')
  await expect(busy).toHaveAttribute('aria-busy', 'true')

  await page.goBack()
  await expect(sort).toHaveValue('featured')
  await stock.uncheck()
  await stock.check()
  // Back in the moment of the press.
  expect(
    await stock.evaluate((box: HTMLInputElement) => {
      box.click()
      history.back()
      return box.checked
    }),
  ).toBe(false)
  await expect(page).toHaveURL('/shop?inStock=1')
  await expect(stock).toBeChecked()

  release()
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
  await expect(busy).toHaveAttribute('aria-busy', 'false')
  expect(await list.evaluate((shelf) => shelf.getBoundingClientRect().top + window.scrollY)).toBe(seen.top)
  await page.reload()
  await expect(stock).toBeChecked()
})

test('SHOP-05 SHOP-07 what the filter sheet chose is served with its address, and Back undoes it in one step @one-screen', async ({
  page,
}) => {
  await page.goto('/shop?category=soap')
  await alive(page)
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await sheet.getByRole('button', { name: /^Floral/ }).click()
  await sheet.getByRole('button', { name: 'Show 3 soaps' }).click()
  await expect(page).toHaveURL('/shop?category=soap&scent=floral')
  await expect(page.getByText('3 soaps', { exact: true })).toBeVisible()
  await expect(sheet).toBeHidden()
  const html = await (await page.request.get(page.url())).text()
  expect(html).toContain('Rose Petal Soap')
  expect(html).not.toContain('Activated Charcoal Soap')
  await page.goBack()
  await expect(page).toHaveURL('/shop?category=soap')
  await expect(page.getByRole('article', { name: 'Activated Charcoal Soap' })).toBeAttached()
  await page.goForward()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter: Floral' })).toBeVisible()
})

test('SHOP-07 the place of a sheet whose code is on its way lies over the header too @one-screen', async ({ page }) => {
  await page.route('**/filter-sheet-*', () => {})
  await page.goto('/shop?category=soap')
  await alive(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'Filter' }).waitFor()
  expect(await page.evaluate(() => document.elementFromPoint(30, 30)?.closest('header') ?? null)).toBeNull()
})

test('SHOP-06 on a phone the first picture of a list begins in the first third @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/shop', '/shop?category=soap']) {
    await page.goto(path)
    const top = page.getByRole('article').first().locator('img').first()
    await expect.poll(() => top.evaluate((picture) => picture.getBoundingClientRect().top)).toBeLessThan(844 / 3)
  }
})

test('SHOP-08 pictures of a list touch, on phones from edge to edge @long', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop')
  const picture = (at: number) => page.getByRole('article').nth(at).locator('img').first()
  const name = (at: number) => page.getByRole('article').nth(at).getByRole('link')
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
  const [left, right] = [await box(picture(0)), await box(picture(1))]
  expect([left.x, right.x - left.width, right.x + right.width]).toEqual([0, 2, 390])
  expect([(await box(name(0))).x, (await box(name(1))).x - right.x]).toEqual([20, 12])
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto('/')
  const swiped = page.getByRole('list', { name: 'New Arrivals' }).getByRole('article').first()
  expect([(await box(swiped.locator('img').first())).x, (await box(swiped.getByRole('link'))).x]).toEqual([0, 32])
})

test('CARD-03 Quick Add shows under the pointer and for the keyboard where there is room, not on phones', async ({
  page,
}) => {
  await page.goto('/shop')
  const card = page.getByRole('article', { name: 'Neem & Tulsi Soap', exact: true })
  const quick = card.getByRole('button', { name: 'Quick Add' })
  await card.waitFor()
  await alive(page)
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await expect(quick).toBeHidden()
    return
  }
  await page.setViewportSize({ width: 768, height: 900 })
  await card.scrollIntoViewIfNeeded()
  await page.mouse.move(1, 1)
  await expect(quick).toHaveCSS('opacity', '0')
  await card.hover()
  await expect(quick).toHaveCSS('opacity', '1')
  await page.mouse.move(1, 1)
  await expect(quick).toHaveCSS('opacity', '0')
  await card.getByRole('link').focus()
  await expect(quick).toHaveCSS('opacity', '1')
  await page.setViewportSize({ width: 767, height: 900 })
  await expect(quick).toBeHidden()
})
