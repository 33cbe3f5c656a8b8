import type { Page } from '@playwright/test'
import { arrived, colourProblems, problems, sideways, smallTargets } from './axe'
import { expect, signInElsewhere, test } from './store'

// What a press opens. The two windows draw the same, so each state is looked at where it is tightest: on the phone.
test.use({ trace: 'off' })

const html = (page: Page) => page.locator('html')

async function look(page: Page, where: string): Promise<string[]> {
  const found = [
    ...(await problems(page, where)),
    ...(await sideways(page, where)),
    ...(await smallTargets(page, where)),
  ]
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  found.push(...(await colourProblems(page, `${where} dark`)))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  return found
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await arrived(page)
}

test('axe finds nothing in menu, cart, checkout with its problems, and forms of an account', async ({
  page,
  store,
}) => {
  test.slow()
  const found: string[] = []
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })

  await open(page, '/about')
  const menu = button('Menu')
  await menu.click()
  await expect(dialog).toBeVisible()
  found.push(...(await look(page, 'menu')))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()

  const cart = page.getByRole('button', { name: /^Open cart/ })
  await cart.click()
  await expect(dialog.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  found.push(...(await look(page, 'empty cart')))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(cart).toBeFocused()

  const soap = await store.guest().collection('products').getFirstListItem('name = "Neem & Tulsi Soap"')
  await open(page, `/product/${soap.id}`)
  await main.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(dialog.getByRole('list', { name: 'Cart items' })).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Frequently Bought Together' })).toBeVisible()
  found.push(...(await look(page, 'filled cart')))

  await dialog.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await button('Place order').click()
  await expect(main.getByRole('textbox', { name: 'Full name' })).toBeFocused()
  found.push(...(await look(page, 'checkout with problems')))

  const user = await store.newUser('Meera Rao')
  await signInElsewhere(page, user)
  await open(page, `/product/${soap.id}`)
  await button('Write a review').click()
  await expect(main.getByRole('group', { name: 'Rating' })).toBeVisible()
  await main
    .locator('form')
    .filter({ has: page.getByRole('group', { name: 'Rating' }) })
    .locator('[type=submit]')
    .click()
  await expect(main.locator('[aria-invalid=true]').first()).toBeVisible()
  found.push(...(await look(page, 'review form with problems')))

  await open(page, '/profile')
  await button('Add an address').click()
  await button('Save address').click()
  await expect(main.locator('[aria-invalid=true]').first()).toBeVisible()
  found.push(...(await look(page, 'address form with problems')))
  await button('Delete account').click()
  await expect(dialog).toBeVisible()
  found.push(...(await look(page, 'dialog of deleting an account')))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button('Delete account')).toBeFocused()
  expect(found).toEqual([])
})
