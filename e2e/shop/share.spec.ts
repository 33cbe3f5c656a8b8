import { alive, expect, test } from '../tools/store'

// Some systems have a sheet of their own, which no test can see into.
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

test('CART-02 SHARE-02 a shared cart is bought by somebody else, at the prices of the day', async ({
  page,
  context,
  browser,
  freshStore,
}) => {
  const store = await freshStore()
  await page.goto(`${store.url}/shop`)
  for (const name of ['Neem & Tulsi Soap', 'Jute Market Tote']) {
    await page.getByRole('article', { name }).getByRole('button', { name: 'Add', exact: true }).click()
    if (name === 'Jute Market Tote') {
      const choice = page.getByRole('dialog', { name: 'Choose a colour' })
      await choice.getByRole('radio', { name: 'Natural' }).check()
      await choice.getByRole('button', { name: 'Add to Cart' }).click()
    }
    await expect(page.getByRole('dialog', { name: /Shopping Cart/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await page.getByRole('button', { name: 'Increase quantity of Neem & Tulsi Soap' }).click()
  await page.getByRole('button', { name: 'Share cart' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await context.clearPermissions()

  const products = (await store.superuser()).collection('products')
  const [soap, tote] = [await store.product('Neem & Tulsi Soap'), await store.product('Jute Market Tote')]
  const color = tote.colors[0]
  expect(link).toBe(`${store.url}/cart?items=${soap.id}.2~${tote.id}.1.${color.value}`)
  await products.update(soap.id, { price: 195.5 })

  const friend = await browser.newContext()
  const other = await friend.newPage()
  await other.goto(link)
  const rows = other.getByRole('list', { name: 'Items of the shared cart' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('₹391.00')
  await expect(rows.last()).toContainText(color.name)
  await expect(other.getByRole('button', { name: 'Open cart, 0 items' })).toBeVisible()
  const total = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(391 + tote.price)
  const sheet = other.getByRole('dialog', { name: 'Shopping Cart (3 items)' })
  for (const _ of ['added', 'added again']) {
    await other.getByRole('button', { name: 'Add to my cart' }).click()
    await expect(sheet.getByRole('definition').last()).toHaveText(`₹${total}`)
    await other.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
  }
  await friend.close()
})

test('PROD-01 SHARE-01 a product’s link is copied without what its address carried, also by hand', async ({
  page,
  context,
  store,
}) => {
  const { id } = await store.product('Jute Market Tote')
  await page.goto(`/product/${id}?utm_source=x`)
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = `${store.url}/product/${id}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await context.clearPermissions()
  await page.evaluate(() =>
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('refused')) } }),
  )
  await share.click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const field = page.getByRole('textbox', { name: 'Link to copy' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(link)
  expect(await page.evaluate(() => String(getSelection()))).toBe(link)
})

test('SHARE-01 a choice whose code does not come says so, and the keyboard stays where it was', async ({
  page,
  store,
  watch,
}) => {
  const { id } = await store.product('Jute Market Tote')
  await page.goto(`/product/${id}`)
  await alive(page)
  watch.expectProblem('/assets/menu-dropdown')
  await page.route('**/assets/menu-dropdown*.js', (route) => route.abort())
  const share = page.getByRole('button', { name: 'Share', exact: true })
  await share.press('Enter')
  await expect(page.getByText('Share did not open')).toBeVisible()
  await expect(share).toBeFocused()
})

test('SHARE-01 PAINT-10 who is sent a product in a colour sees that colour, in the preview of the link as well', async ({
  page,
  context,
  store,
}) => {
  const tote = await store.product('Jute Market Tote')
  const [, other] = tote.colors
  await page.goto(`/product/${tote.id}`)
  await page.getByRole('main').getByRole('radio', { name: other.name }).check()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${store.url}/product/${tote.id}?colour=${other.value}`)
  const html = await (await context.request.get(link)).text()
  expect(html).toMatch(new RegExp(`property="og:image" content="[^"]*/${other.image}`))
})
