import type { Page } from '@playwright/test'
import { fillAddress } from '../tools/buyer'
import { alive, expect, settled, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

/** The cart has the code of the link, once something is in it. */
async function expectCode(page: Page): Promise<void> {
  const card = page.getByRole('article', { name: SOAP, exact: true })
  await card
    .getByRole('button', { name: /^(Quick Add|Add)$/ })
    .filter({ visible: true })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByRole('textbox', { name: 'Offer code' })).toHaveValue('DIWALI15')
}

test('PROMO-13 PROMO-14 PROMO-15 PROMO-16 a link’s code goes from the cart to the order; another is refused in words', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const promotions = (await store.superuser()).collection('promotions')
  const diwali = { name: 'Diwali', active: true, code: 'DIWALI15', kind: 'percent', value: 15 }
  await promotions.create(diwali)
  await promotions.create({ ...diwali, name: 'Large carts', code: 'LARGE', minimum: 5000 })

  await page.goto(`${store.url}/about?code=diwali15`)
  await settled(page)
  await expect(page).toHaveURL(`${store.url}/about`)
  await page.goto(`${store.url}/shop`)
  const card = page.getByRole('article', { name: SOAP, exact: true })
  await card.scrollIntoViewIfNeeded()
  if ((page.viewportSize()?.width ?? 0) >= 768) await card.hover()
  await card
    .getByRole('button', { name: /^(Quick Add|Add)$/ })
    .filter({ visible: true })
    .click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByText('DIWALI15 · -₹27.00')).toBeVisible()
  await expect(sheet.getByText('You save ₹67.00')).toBeVisible()

  await test.step('a code this cart does not reach says what is missing, and stays', async () => {
    await sheet.getByRole('button', { name: 'Remove code' }).click()
    const field = sheet.getByRole('textbox', { name: 'Offer code' })
    await expect(field).toBeFocused()
    await page.keyboard.type('large')
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('alert')).toHaveText('Add ₹4,820.00 more to use this offer.')
    await page.reload()
    await page.getByRole('button', { name: /^Open cart/ }).click()
    await expect(sheet.getByRole('alert')).toHaveText('Add ₹4,820.00 more to use this offer.')
    await field.fill('Diwali 15')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await expect(sheet.getByRole('button', { name: 'Remove code' })).toBeFocused()
  })

  await sheet.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL(`${store.url}/checkout`)
  await fillAddress(page)
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  await expect(page.getByText('DIWALI15', { exact: true })).toBeVisible()
  await expect(page.getByText('-₹27.00')).toBeVisible()
})

test('PROMO-13 a link’s code is kept by what every page loads first, whatever comes after that', async ({
  page,
  watch,
}) => {
  // What React says when it gives up on a part.
  watch.expectProblem(/ERR_FAILED|dynamically imported|React error #(422|520)/)
  await page.route(/\/assets\/(?!shell-|react-|rolldown-)[^/]+\.js$/, (route) => route.abort())
  await page.goto('/?code=DIWALI15')
  await alive(page)
  await expect(page).toHaveURL('/')
  await page.unrouteAll()
  await page.goto('/shop')
  await expectCode(page)
})

test('PROMO-13 a link’s code is the page’s where the browser keeps nothing', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Refused', 'SecurityError')
        },
      })
  })
  await page.goto('/shop?code=DIWALI15')
  await alive(page)
  await expect(page).toHaveURL('/shop')
  await expectCode(page)
})

test('PROMO-31 PROMO-32 a list, the product and the cart agree on the price with an offer, asked for by nobody', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore({ seed: 'demo' })
  const promotions = (await store.superuser()).collection('promotions')
  await promotions.create({ name: 'Diwali', active: true, kind: 'percent', value: 10, categories: ['soap'] })
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(collections\/(products|promotions)|store)\//.test(request.url())) asked.push(request.url())
  })
  await page.goto(`${store.url}/shop`)
  const card = page.getByRole('article', { name: SOAP, exact: true })
  await expect(card.getByText('₹162 with “Diwali”')).toBeVisible()
  await settled(page)
  expect(asked).toEqual([])
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: SOAP })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('₹162 with “Diwali”').first()).toBeVisible()
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  await expect(sheet.getByText('10% off all soaps')).toBeVisible()
  await expect(sheet.getByText('Eligible now')).toBeVisible()
  await expect(sheet.getByRole('list', { name: 'Cart items' }).getByText('₹162.00')).toBeVisible()
})
