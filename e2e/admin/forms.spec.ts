import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { RecordStore } from '../../tests/backend/record-store'
import { signInToAdmin } from '../tools/desk'
import { expect, test } from '../tools/store'

async function openForm(page: Page, store: RecordStore, collection: string): Promise<void> {
  await signInToAdmin(page, store)
  await page.goto(`${store.url}/_/#/collections?collection=${collection}`)
  await page.getByRole('button', { name: 'New record' }).click()
}

test('FORM-01 FORM-02 a product is made without JSON, on sale, with a picture dragged onto its colour', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem('/products/records')
  const store = await freshStore()
  await openForm(page, store, 'products')
  const fields = page.locator('.modal [name]:visible')
  const order = await fields.evaluateAll((all) => all.map((one) => one.getAttribute('name')))
  expect(order.slice(0, 8)).toEqual([
    ...['id', 'name', 'category', 'price', 'original_price', 'inStock', 'images', 'image_alt'],
  ])
  for (const name of ['rating', 'place', 'sold_out', 'placeholders', 'rating_counts', 'shades', 'gift'])
    expect(order).not.toContain(name)

  await page.locator('.modal textarea[name=name]').fill('Khadi Pouch')
  await page.getByRole('combobox', { name: 'Category' }).fill('Bag ')
  await page.locator('.modal input[name=price]').fill('390')
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('bag')
  await page.locator('.modal input[type=file]').setInputFiles('pocketbase/seed/images/potli-pouch-1.jpg')
  await page.getByRole('textbox', { name: 'What picture 1 shows' }).fill('A red pouch')
  await page.getByRole('button', { name: 'Add a colour' }).click()
  await page.getByRole('textbox', { name: 'Name of the colour' }).fill('Marigold red')
  await page.getByLabel('Swatch of Marigold red').fill('#b3261e')
  await page.getByTitle('potli-pouch-1.jpg').dragTo(page.getByRole('region', { name: 'Pictures of Marigold red' }))
  await expect(page.getByRole('button', { name: 'Take potli-pouch-1.jpg from Marigold red' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Points, one a line' }).fill('Sewn by hand\nFits a phone')
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('gift, Pouch')
  await page.getByRole('textbox', { name: 'Size' }).fill('12 cm')

  // Refused beside its field, and nothing is lost.
  await page.getByRole('button', { name: 'Add a colour' }).click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.locator('[data-input-name=colors]')).toHaveText('Every colour needs a name.')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/products/records') && answer.ok())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const made = await (await saved).json()
  expect(made).toMatchObject({
    ...{ category: 'bag', price: 390, inStock: true, image_alt: ['A red pouch'], tags: ['gift', 'pouch'] },
    ...{ features: ['Sewn by hand', 'Fits a phone'], specifications: { dimensions: '12 cm' } },
    colors: [{ name: 'Marigold red', value: 'marigold-red', hex: '#B3261E', image: made.images[0] }],
  })
})

test('FORM-01 words typed beside pictures stay with them when others are taken away in the same save @long', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const products = (await store.superuser()).collection('products')
  const { id, images, name } = await products.getFirstListItem('images:length > 2', { sort: 'name' })
  await products.update(id, { image_alt: ['First', 'Second', 'Third'] })
  await signInToAdmin(page, store)
  await page.goto(`${store.url}/_/#/collections?collection=products`)
  await page.getByText(name, { exact: true }).click()
  const words = page.getByRole('textbox', { name: /^What picture \d shows$/ })
  await words.nth(1).fill('The second, in the hand')
  await page.locator('.modal .list-item').first().getByRole('button', { name: 'Remove file' }).click()
  await page.locator('.modal input[type=file]').setInputFiles('pocketbase/seed/images/potli-pouch-1.jpg')
  await expect(words).toHaveCount(images.length + 1)
  await words.last().fill('A pouch')
  await page.getByRole('button', { name: 'Unlock to save' }).click()
  const saved = page.waitForResponse((answer) => answer.url().includes(`/records/${id}`) && answer.ok())
  await page.getByRole('button', { name: 'Save changes' }).click()
  const { image_alt } = await (await saved).json()
  expect([...image_alt.slice(0, 2), image_alt.at(-1)]).toEqual(['The second, in the hand', 'Third', 'A pouch'])
  expect(image_alt).toHaveLength(images.length)
})

test('FORM-01 on a phone a colour is named where its letters are typed, and its picture stays, all within the form', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  await openForm(page, store, 'products')
  await page.setViewportSize({ width: 320, height: 700 })
  const file = 'whatsapp-image-2026-11-29-at-10.42.17-am-potli-pouch.jpg'
  const buffer = readFileSync('pocketbase/seed/images/potli-pouch-1.jpg')
  await page.locator('.modal input[type=file]').setInputFiles({ name: file, mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Add a colour' }).click()
  await page.getByRole('combobox', { name: 'Add a picture to this colour' }).selectOption(file)
  const picture = page.getByRole('region', { name: /^Pictures of/ }).locator('img')
  const before = await picture.getAttribute('src')
  const name = page.getByRole('textbox', { name: 'Name of the colour' })
  await name.pressSequentially('Marigold')
  await page.keyboard.press('Home')
  await page.keyboard.type('Deep ')
  await expect(page.getByRole('button', { name: `Take ${file} from Deep Marigold` })).toBeVisible()
  expect.soft(await picture.getAttribute('src')).toBe(before)
  // Another, whose name stands in the list of those to choose.
  await page.getByRole('button', { name: 'Add a colour' }).click()
  const over = await page
    .locator('.desk-field')
    .evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  expect(Math.max(...over)).toBe(0)
})

test('FORM-01 new pictures go to their colours and words, two of one name and one in Hindi letters too', async ({
  page,
  freshStore,
}) => {
  test.slow()
  const store = await freshStore()
  await openForm(page, store, 'products')
  await page.locator('.modal textarea[name=name]').fill('Khadi Pouch')
  await page.getByRole('combobox', { name: 'Category' }).fill('bag')
  await page.locator('.modal input[name=price]').fill('390')
  const file = (name: string, picture: string) => ({
    ...{ name, mimeType: 'image/jpeg', buffer: readFileSync(`pocketbase/seed/images/${picture}.jpg`) },
  })
  const chooser = page.locator('.modal input[type=file]')
  await chooser.setInputFiles(file('image.jpg', 'potli-pouch-1'))
  await chooser.setInputFiles([file('image.jpg', 'potli-pouch-2'), file('नीम.jpg', 'potli-pouch-1')])
  for (const [at, name] of ['image.jpg', 'image-2.jpg', 'नीम.jpg'].entries()) {
    await page.getByRole('textbox', { name: `What picture ${at + 1} shows` }).fill(`Picture ${at + 1}`)
    await page.getByRole('button', { name: 'Add a colour' }).click()
    await page
      .getByRole('textbox', { name: 'Name of the colour' })
      .last()
      .fill(`Colour ${at + 1}`)
    await page.getByRole('combobox', { name: `Add a picture to Colour ${at + 1}` }).selectOption(name)
  }
  // The last to the top, by the keyboard: it keeps the focus.
  const up = page.getByRole('button', { name: 'Colour 3 further up' })
  await up.focus()
  for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('Enter')
  await expect(up).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Name of the colour' }).first()).toHaveValue('Colour 3')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/products/records') && answer.ok())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const { images, colors, image_alt } = await (await saved).json()
  expect(colors.map((colour: { image: string }) => images.indexOf(colour.image))).toEqual([2, 0, 1])
  expect(image_alt).toEqual(['Picture 1', 'Picture 2', 'Picture 3'])
})

test('FORM-02 what a customer said, and a menu, are shown as soon as they are made', async ({ page, freshStore }) => {
  const store = await freshStore()
  await openForm(page, store, 'testimonials')
  await page.locator('.modal textarea[name=name]').fill('Meera')
  await page.locator('.modal textarea[name=text]').fill('It came in paper.')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/testimonials/records') && answer.ok())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect(await (await saved).json()).toMatchObject({ name: 'Meera', active: true, rating: 0 })
  await openForm(page, store, 'navbar_config')
  await expect(page.locator('.modal input[name=show_blog]')).toBeChecked()
})

test('FORM-02 a date is India’s, whatever the computer’s clock', async ({ browser, freshStore }) => {
  const store = await freshStore()
  const page = await browser.newPage({ timezoneId: 'America/New_York' })
  await openForm(page, store, 'special_offers')
  await page.locator('.modal textarea[name=title]').fill('Diwali')
  await page.getByLabel('start_date (Indian time)').fill('2027-10-20T18:00')
  await page.getByLabel('end_date (Indian time)').fill('2027-10-24T23:59')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/special_offers/records') && answer.ok())
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect((await (await saved).json()).start_date).toBe('2027-10-20 12:30:00.000Z')
  await page.close()
})
