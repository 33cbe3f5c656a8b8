import { alive, expect, test } from '../tools/store'

test('PROD-06 a colour changes every picture, is part of the address, and stays after a reload', async ({
  page,
  store,
}) => {
  const bag = await store.guest().collection('products').getFirstListItem('name = "Kantha Sling Bag"')
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
  await expect(first).toHaveAttribute('src', new RegExp(rust as string))
  await page.goto(`/product/${bag.id}?colour=no-such`)
  await expect(page.getByRole('radio', { name: 'Navy patchwork' })).toBeChecked()
})

test('PROD-07 a picture opens as large as the screen, and Back returns to the page', async ({ page, store }) => {
  const soap = await store.guest().collection('products').getFirstListItem('name = "Rose Petal Soap"')
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
  const soap = await owner.collection('products').getFirstListItem('name = "Rose Petal Soap"')
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
