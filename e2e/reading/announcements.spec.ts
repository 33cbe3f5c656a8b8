import type { Locator, Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { listen } from '../tools/announcements'
import { addressOf, prepare } from '../tools/every-page'
import { alive, expect, signInElsewhere, test } from '../tools/store'

const SOAP = 'Neem & Tulsi Soap'

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await alive(page)
}

test('ACCESS-03 what happens is said, and said once', async ({ page, watch }) => {
  test.slow()
  watch.expectProblem('auth-with-password')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const said = await listen(page)
  const main = page.getByRole('main')
  const sheet = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const all: string[] = []
  /** Goes on when it has been said; that nothing is said twice, also later, is seen from the whole. */
  const hear = async (...words: string[]) => {
    all.push(...words)
    await expect.poll(async () => [...(await said())].sort()).toEqual([...all].sort())
  }

  await open(page, '/shop')
  const search = page.getByRole('searchbox')
  await search.fill('khus')
  await hear('1 product')
  await search.fill('')
  await hear('24 products')

  const card = main.getByRole('article', { name: SOAP, exact: true })
  await card.getByRole('button', { name: 'Add', exact: true }).click()
  // The sheet's name says it.
  await expect(sheet).toBeFocused()
  await expect(sheet).toHaveAccessibleName('Shopping Cart (1 items)')
  await sheet.getByRole('button', { name: `Increase quantity of ${SOAP}` }).click()
  await hear('2', 'Add ₹1,639.00 more to unlock')
  await sheet.getByRole('button', { name: `Decrease quantity of ${SOAP}` }).click()
  await hear('1', 'Add ₹1,819.00 more to unlock')
  await sheet.getByRole('button', { name: `Remove ${SOAP}` }).click()
  // The focus says it.
  const undo = sheet.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(undo).toHaveAccessibleDescription(`${SOAP} removed`)
  await undo.click()
  await expect(sheet.getByRole('listitem').getByRole('link', { name: SOAP })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)

  await card.getByRole('link', { name: SOAP }).click()
  await hear(`${SOAP} · Sabun & Jhola`)
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(sheet).toHaveAccessibleName('Shopping Cart (2 items)')
  await sheet.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await hear('Checkout · Sabun & Jhola')
  await main.getByRole('button', { name: 'Place order' }).click()
  const pin = main.getByRole('textbox', { name: 'PIN code' })
  await expect(pin).toBeFocused()
  await expect(pin).toHaveAccessibleDescription(/./)

  await main.getByRole('link', { name: 'Sign in' }).click()
  await hear('Sign in · Sabun & Jhola')
  await main.getByRole('textbox', { name: 'Email' }).fill('meera.r@example.in')
  const password = main.getByLabel('Password')
  await password.fill('not the password')
  await main.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The focus says it, with the field it leads to.
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('That email and password do not match.')
  // From the field itself it leads nowhere: there it is announced.
  await page.keyboard.press('Enter')
  await hear('That email and password do not match.')
  await expect(password).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Track an order' }).click()
  await hear('Track order · Sabun & Jhola')
  // Nothing moves when the field at fault is the one that sends.
  const number = main.getByRole('textbox', { name: 'Order number' })
  await number.press('Enter')
  await hear('Enter the order number.')
  await expect(number).toBeFocused()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bestsellers' }).click()
  await hear('Bestsellers · Sabun & Jhola')

  // A page whose record is late is told when it is here, by its own title.
  await page.clock.install()
  await open(page, '/blog')
  all.length = 0
  const [late, arrive] = gate()
  await page.route('**/api/collections/posts/records**', async (route) => {
    await late
    await route.fallback()
  })
  await main.getByRole('link', { name: 'A bar that lasts' }).first().click()
  await expect(main.getByText('Loading text')).toBeAttached()
  await expect(page).toHaveTitle('Blog · Sabun & Jhola')
  // As long as the title would have taken to be told.
  await page.clock.runFor(1000)
  arrive()
  await hear('A bar that lasts · Sabun & Jhola')
})

test('ACCESS-03 every form leads to its first problem, which its field says', async ({ page, store }) => {
  test.slow()
  const main = page.getByRole('main')
  const press = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true }).click()
  const user = await store.newUser('Meera Rao')
  const prepared = await prepare(user)
  const wrong: string[] = []
  /** Sends a form as it stands. */
  const send = async (where: string, form: Locator, fields: number) => {
    await form.locator('[type=submit]').click()
    const invalid = form.locator('[aria-invalid=true]')
    await expect(invalid).toHaveCount(fields)
    await expect(invalid.first()).toBeFocused()
    for (const field of await invalid.all()) {
      const told = await field.evaluate((element) =>
        (element.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id))
          .some((one) => one?.checkVisibility() && one.className.includes('danger') && one.textContent),
      )
      if (!told) wrong.push(`${where}: ${await field.getAttribute('name')}`)
    }
  }
  const form = main.locator('form')
  for (const [path, fields] of [
    ['/auth/login', 2],
    ['/auth/login?mail=email#token=anything', 1],
    ['/auth/signup', 3],
    ['/auth/forgot-password', 1],
    ['/auth/reset-password#token=anything', 1],
    ['/contact-us', 3],
    ['/track-order', 2],
  ] as const) {
    await open(page, path)
    await send(path, form, fields)
  }

  await signInElsewhere(page, user)
  await open(page, addressOf('/product/:product', prepared))
  await press('Write a review')
  const review = main.getByRole('form', { name: /^Your review of/ })
  await review.locator('[type=submit]').click()
  // Stars are a group: it has the problem, its first choice the focus.
  await expect(review.getByRole('radio').first()).toBeFocused()
  await expect(review.getByRole('group', { name: 'Rating' })).toHaveAccessibleDescription(/./)
  await review.getByRole('radio', { name: 'Rating 5' }).check()
  await send('review', review, 1)
  await send('comment', form.filter({ has: page.getByRole('textbox', { name: 'Add a comment' }) }).first(), 1)

  await open(page, '/profile')
  await main.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await send('name', form.filter({ has: page.getByRole('button', { name: 'Save name' }) }), 1)
  await press('Change email')
  await send('email', form.filter({ has: page.getByRole('textbox', { name: 'New email' }) }), 1)
  await press('Add an address')
  const address = main.getByRole('form', { name: 'New address' })
  await address.getByRole('textbox', { name: 'Full name' }).fill('')
  await send('address', address, 6)
  await press('Delete account')
  await send('deleting', page.getByRole('dialog').locator('form'), 1)

  await open(page, '/')
  const email = main.getByRole('textbox', { name: 'Email address' })
  await email.scrollIntoViewIfNeeded()
  await press('Subscribe', main)
  await expect(email).toBeFocused()
  await expect(page.getByText('Please enter your email address')).toHaveCount(1)
  expect(wrong).toEqual([])
})
