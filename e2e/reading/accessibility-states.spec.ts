import type { Locator, Page } from '@playwright/test'
import { deriveTheme } from '../../src/domain/site/theme'
import { hi } from '../../src/language/hi'
import { createTranslator } from '../../src/language/translator'
import { LANGUAGE_COOKIE } from '../../src/lib/before-code'
import { ALSO_LONG, LONG } from '../../tests/long'
import { arrived, colourProblems, problems, sideways, smallTargets } from '../tools/axe'
import { placeTwo } from '../tools/every-page'
import { enlargeText, LARGE_TEXT, misplaced, misplacedWhenTight, resize, SMALL } from '../tools/layout'
import { expect, overlaysDeep, signInElsewhere, test } from '../tools/store'

/*
 * What a press opens. Most of it is drawn the same in both windows and looked at where it is tightest, on the phone;
 * what only the desktop has, or draws otherwise, is looked at there. In Hindi the words are others and longer, the
 * colours are the same.
 */
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** By itself: a menu belongs to its button and to no landmark. */
const MENU = '[role=menu]'

const html = (page: Page) => page.locator('html')

async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(html(page)).toHaveAttribute('data-theme', theme)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

/** What a merchandiser might pick, and no text can be read on or in as it is. */
const HOSTILE = deriveTheme({
  primary_color: '#ffff66',
  primary_color_hover: '#ffffff',
  text_on_primary: '#ffffff',
  accent_color: '#fefefe',
  dark_mode_primary_color_hsl: '0 0% 4%',
  dark_mode_accent_color_hsl: '240 100% 20%',
})

/** The page's colours with that palette in both themes. */
async function hostileColours(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme)
    await page.evaluate((tokens) => {
      for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(name, value)
    }, HOSTILE[theme])
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    found.push(...(await colourProblems(page, `${where}, hostile colours, ${theme}`)))
  }
  return found
}

async function open(page: Page, path: string): Promise<void> {
  // The step Back of a dialog just closed would interrupt this one.
  await overlaysDeep(page, 0)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await arrived(page)
}

const TRANSLATORS = { en: createTranslator({} as typeof hi), hi: createTranslator(hi) }

for (const [language, length] of [
  ['en', ALSO_LONG],
  ['hi', ' @long'],
] as const) {
  test(`ACCESS-01 axe finds nothing in menus, cart, checkout with its problems, and forms of an account, ${language}${length}`, async ({
    page,
    context,
    store,
  }) => {
    test.slow()
    const say = (english: string) => TRANSLATORS[language].filled(english) ?? english
    const found: string[] = []
    /** Everything about the state on the phone; at length also in dark, on a small one and with large letters. */
    const look = async (where: string, part?: string) => {
      found.push(...(await problems(page, where, part)), ...(await smallTargets(page, where)))
      if (language === 'en' && LONG) {
        await wear(page, 'dark')
        found.push(...(await colourProblems(page, `${where} dark`, part)))
        await wear(page, 'light')
      }
      if (LONG) found.push(...(await misplacedWhenTight(page, where)))
    }
    /** The same in the large window. */
    const lookWide = async (where: string, part?: string) => {
      found.push(
        ...(await problems(page, where, part)),
        ...(await sideways(page, where)),
        ...(await misplaced(page, where)),
      )
    }
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    const button = (name: string) => page.getByRole('button', { name: say(name), exact: true })
    const menu = page.getByRole('menu')
    /** Presses again when the first press came while the page was drawn anew. */
    const openMenu = (name: string) =>
      expect(async () => {
        if (!(await menu.isVisible())) await button(name).click()
        await expect(menu).toBeVisible({ timeout: 3000 })
      }).toPass()
    const putAway = async (opened: Locator, opener: Locator) => {
      await page.keyboard.press('Escape')
      await expect(opened).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
    await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: store.url }])
    // A system's own sheet for sharing could not be looked at.
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }))
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })

    await open(page, '/about')
    await button('Menu').click()
    await expect(dialog).toBeVisible()
    await look('menu')
    await putAway(dialog, button('Menu'))
    const cart = page.getByRole('banner').getByRole('button').last()
    await cart.click()
    await expect(dialog.getByRole('heading', { name: say('Your cart is empty') })).toBeVisible()
    await look('empty cart')
    await putAway(dialog, cart)

    const search = dialog.getByRole('searchbox')
    const openSearch = async () => {
      await button('Search').click()
      await expect(search).toBeFocused()
    }
    await openSearch()
    await search.pressSequentially('gift')
    await expect(dialog.getByRole('navigation', { name: say('Try') }).getByRole('link')).not.toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1)
    await look('search')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/shop\?q=gift/)
    await arrived(page)
    await openSearch()
    await dialog.getByRole('button', { name: say('Clear') }).click()
    await expect(dialog.getByRole('navigation', { name: say('Recent searches') })).toBeVisible()
    await look('recent searches')
    await putAway(dialog, button('Search'))

    const soap = await store.product('Neem & Tulsi Soap')
    await open(page, `/product/${soap.id}`)
    await openMenu('Share')
    await look('menu of sharing', MENU)
    // Where copying is not allowed the link stands there to be copied by hand.
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('refused')) },
        configurable: true,
      }),
    )
    await page.getByRole('menuitem', { name: say('Copy link') }).click()
    await expect(main.getByRole('textbox', { name: say('Link to copy') })).toBeVisible()
    await look('link to copy', 'main input[readonly]')
    await page.evaluate(() => Reflect.deleteProperty(navigator, 'clipboard'))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await button('Share').click()
    await page.getByRole('menuitem', { name: say('Copy link') }).click()
    const news = page.locator('[data-sonner-toast]')
    await expect(news).toBeVisible()
    // It stays as long as it is pointed at.
    await news.hover()
    found.push(...(await problems(page, 'news', '[data-sonner-toaster]')))
    if (language === 'en') {
      await wear(page, 'dark')
      found.push(...(await colourProblems(page, 'news dark', '[data-sonner-toaster]')))
      await wear(page, 'light')
    }
    await news.getByRole('button').click()
    await expect(news).toHaveCount(0)
    await main
      .getByRole('button', { name: say('Add to Cart') })
      .first()
      .click()
    await expect(dialog.getByRole('list', { name: say('Cart items') })).toBeVisible()
    await expect(dialog.getByRole('region', { name: say('Frequently Bought Together') })).toBeVisible()
    await look('filled cart')
    await resize(page, DESKTOP)
    await lookWide('filled cart')
    await resize(page, PHONE)
    await dialog.getByRole('button', { name: say('Remove Neem & Tulsi Soap') }).click()
    await expect(dialog.getByRole('button', { name: say('Undo') })).toBeFocused()
    await look('cart with a line to put back')
    await dialog.getByRole('button', { name: say('Undo') }).click()
    await dialog.getByRole('button', { name: say('Proceed to Checkout') }).click()
    await expect(main.getByRole('heading', { level: 1, name: say('Checkout') })).toBeVisible()
    await button('Place order').click()
    await expect(main.getByRole('textbox', { name: say('PIN code') })).toBeFocused()
    await look('checkout with problems')
    if (language === 'en') {
      found.push(...(await hostileColours(page, 'checkout')))
      for (const path of LONG ? ['/', `/product/${soap.id}`] : []) {
        await open(page, path)
        found.push(...(await hostileColours(page, path)))
      }
    }

    const user = await store.newUser('Meera Rao')
    const { id: order } = await placeTwo(user, soap.id, 'online')
    await signInElsewhere(page, user)
    await open(page, `/product/${soap.id}`)
    await button('Menu').click()
    await openMenu('Account menu')
    await look('account menu', MENU)
    await putAway(menu, button('Account menu'))
    await putAway(dialog, button('Menu'))
    await button('Write a review').click()
    await expect(main.getByRole('group', { name: say('Rating') })).toBeVisible()
    await main
      .locator('form')
      .filter({ has: page.getByRole('group', { name: say('Rating') }) })
      .locator('[type=submit]')
      .click()
    await expect(main.locator('[aria-invalid=true]').first()).toBeVisible()
    await look('review form with problems')

    await open(page, `/orders/${order}`)
    await expect(main.getByRole('heading', { name: say('Waiting for your payment') })).toBeVisible()
    await look('order that waits for its payment')
    await resize(page, DESKTOP)
    await lookWide('order that waits for its payment')
    await openMenu('Theme')
    await lookWide('menu of themes', MENU)
    await putAway(menu, button('Theme'))
    await openMenu('Account menu')
    await lookWide('account menu', MENU)
    await putAway(menu, button('Account menu'))
    await resize(page, PHONE)
    await main
      .getByRole('button', { name: say('Pay {amount}').replace('{amount}', '').trim() })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: say('Test payment') })).toBeVisible()
    await look('test payment')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await open(page, '/profile')
    await button('Add an address').click()
    await button('Save address').click()
    await expect(main.locator('[aria-invalid=true]').first()).toBeVisible()
    await look('address form with problems')
    await button('Delete account').click()
    await expect(dialog).toBeVisible()
    await look('dialog of deleting an account')
    await putAway(dialog, button('Delete account'))
    expect(found).toEqual([])
  })
}

test('ACCESS-04 no short word is broken, and none cut off, in letters of twice the size', async ({ page, store }) => {
  const { items: soaps } = await store
    .guest()
    .collection('products')
    .getList(1, 5, { filter: 'category = "soap"', sort: '-price' })
  await page.setViewportSize(LARGE_TEXT)
  const found: string[] = []
  const look = async (where: string) => {
    await enlargeText(page, true)
    found.push(...(await misplaced(page, where)))
  }

  // Five pieces each of the dearest: a long sum, and the checkout's folded summary has three pictures.
  await open(page, `/cart?items=${soaps.map(({ id }) => `${id}.5`).join('~')}`)
  await look('shared cart')
  await page.getByRole('button', { name: 'Add to my cart' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await open(page, '/checkout')
  await page
    .getByText(/^You save/)
    .first()
    .waitFor()
  await look('checkout')
  // On the smallest phone as well the number is seen whole, in a field as wide as the page's column.
  await resize(page, SMALL)
  const number = page.getByRole('textbox', { name: 'Mobile number' })
  await number.fill('98450 12345')
  const rest = await number.evaluate((field) => ({
    hidden: field.scrollWidth - field.clientWidth,
    beside: window.innerWidth - Math.round(field.getBoundingClientRect().right),
  }))
  expect(rest).toEqual({ hidden: 0, beside: 20 })
  await resize(page, LARGE_TEXT)
  await open(page, '/')
  await look('home')
  await page.getByRole('button', { name: 'Search' }).click()
  const hit = page.getByRole('option', { name: 'Jute Market Tote' })
  await hit.waitFor()
  await look('search')
  // Behind “…” on purpose, but not after its first word.
  expect(await hit.locator('.line-clamp-2').evaluate((name) => name.scrollHeight - name.clientHeight)).toBe(0)
  await page.keyboard.press('Escape')
  await open(page, '/shop?category=bag')
  await page
    .getByRole('article', { name: 'Jute Market Tote' })
    .getByRole('button', { name: /^(Add|Quick Add)$/ })
    .click()
  await page.getByRole('radio', { name: 'Indigo' }).waitFor()
  await look('choice of a colour')
  expect(found).toEqual([])
})

test('ACCESS-04 what stands in columns stands below each other in letters of twice the size', async ({
  page,
  store,
}) => {
  const bag = await store.product('Kantha Sling Bag')
  await page.setViewportSize(LARGE_TEXT)
  const box = async (one: Locator) => {
    const at = await one.boundingBox()
    if (!at) throw new Error('Nothing is drawn there')
    return at
  }
  await open(page, `/product/${bag.id}`)
  const fact = page.locator('dl > div').first()
  const [term, value] = [fact.locator('dt'), fact.locator('dd')]
  expect((await box(value)).y).toBe((await box(term)).y)
  await enlargeText(page, true)
  await expect.poll(async () => (await box(value)).x).toBe((await box(term)).x)

  await open(page, '/')
  await enlargeText(page, true)
  const sample = page.getByRole('region', { name: 'By what is in it' }).locator('a > span')
  const begin = async (at: number) => {
    const { x, paddingLeft } = await sample.nth(at).evaluate((one) => ({
      x: one.getBoundingClientRect().x,
      paddingLeft: getComputedStyle(one).paddingLeft,
    }))
    return x + Number.parseFloat(paddingLeft)
  }
  expect(await begin(2)).toBe(await begin(0))
  expect(await begin(3)).toBe(await begin(1))

  await resize(page, SMALL)
  await page.getByRole('button', { name: 'Menu' }).click()
  const links = page.getByRole('dialog').getByRole('navigation')
  await links.getByRole('link', { name: 'Gifting' }).waitFor()
  expect(await links.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
})
