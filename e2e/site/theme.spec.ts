import type { Page } from '@playwright/test'
import { expect, test, withoutRendering } from '../tools/store'

const PATH = '/about'
const html = (page: Page) => page.locator('html')
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024

/** The document's colour of this name, such as `--primary`. */
const colour = (page: Page, name: string) =>
  page.evaluate((token) => getComputedStyle(document.documentElement).getPropertyValue(token).trim(), name)

const MODES = ['Light', 'Dark', 'System'] as const
type Mode = (typeof MODES)[number]

/** Opens the switch this width has, and says where its choices are and how they tell which one holds. */
async function openSwitch(page: Page) {
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const group = page.getByRole('group', { name: 'Theme' })
    return { choice: (name: Mode) => group.getByRole('button', { name, exact: true }), state: 'aria-pressed' }
  }
  await page.getByRole('button', { name: 'Theme' }).click()
  return { choice: (name: Mode) => page.getByRole('menuitemradio', { name, exact: true }), state: 'aria-checked' }
}

async function choose(page: Page, name: Mode): Promise<void> {
  const { choice } = await openSwitch(page)
  await choice(name).click()
  await page.keyboard.press('Escape')
  await expect(choice(name)).toHaveCount(0)
}

async function expectChosen(page: Page, chosen: Mode): Promise<void> {
  const { choice, state } = await openSwitch(page)
  for (const mode of MODES) await expect(choice(mode)).toHaveAttribute(state, String(mode === chosen))
  await page.keyboard.press('Escape')
  await expect(choice(chosen)).toHaveCount(0)
}

/**
 * Reloads with no script of the store arriving: what `look` finds is what the first paint shows. Scripts are fetched
 * after the paint, so the page has to be left before they may come again.
 */
async function withoutScripts(page: Page, look: () => Promise<void>): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await look()
  await page.goto('about:blank')
  await page.unroute('**/assets/*.js')
}

test('THEME-01 light, dark or as the device is; kept, followed by other tabs, and there before anything is painted', async ({
  page,
  context,
  watch,
}) => {
  watch.expectProblem('/assets/')
  const stored = () => page.evaluate(() => localStorage.getItem('vite-ui-theme'))
  // Every theme the document has had since it was opened.
  await context.addInitScript(() => {
    const themes: unknown[] = []
    Object.assign(window, { themes })
    new MutationObserver(() => {
      const { theme } = document.documentElement.dataset
      if (theme && theme !== themes.at(-1)) themes.push(theme)
    }).observe(document, { attributes: true, attributeFilter: ['data-theme'], childList: true, subtree: true })
  })
  const themes = () => page.evaluate(() => (window as unknown as { themes: string[] }).themes)

  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(PATH)
  await expectChosen(page, 'System')
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  const lightPage = await colour(page, '--page')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  expect(await colour(page, '--page')).not.toBe(lightPage)
  expect(await stored()).toBeNull()

  await choose(page, 'Light')
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  expect(await stored()).toBe('light')
  await expectChosen(page, 'Light')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await themes()).toEqual(['light'])

  const other = await context.newPage()
  await other.goto(PATH)
  await expect(html(other)).toHaveAttribute('data-theme', 'light')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await choose(page, 'Dark')
  await expect(html(other)).toHaveAttribute('data-theme', 'dark')
  await other.close()

  await page.emulateMedia({ colorScheme: 'light' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await themes()).toEqual(['dark'])
  const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await withoutScripts(page, async () => {
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
  })

  await page.goto(PATH)
  await choose(page, 'System')
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  expect(await stored()).toBe('system')
})

test('THEME-01 the switch works from the keyboard', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(PATH)
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Menu', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Theme' }).getByRole('button', { name: 'Dark' }).press('Enter')
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    return
  }
  const button = page.getByRole('button', { name: 'Theme' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dark = page.getByRole('menuitemradio', { name: 'Dark' })
  await expect(dark).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(dark).toBeFocused({ timeout: 250 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(dark).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('THEME-02 the active record colours the shop; without one, or when it cannot be had, it is Warm Brown', async ({
  page,
  context,
  freshStore,
  watch,
}) => {
  test.slow()
  const store = await freshStore()
  const superuser = await store.superuser()
  const themes = superuser.collection('theme_settings')
  // One at a time can be active.
  await superuser.sql.run('UPDATE theme_settings SET is_active = FALSE')
  const indigo = { name: 'Indigo', is_active: true, primary_color: '#2b3f73', accent_color: '#0b6b5d' }
  await themes.create(indigo)
  await themes.create({ ...indigo, name: 'Not yet', is_active: false, primary_color: '#8a1c4a' })
  watch.expectProblem('/assets/')
  watch.expectProblem('/theme_settings/')
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.emulateMedia({ colorScheme: 'light' })

  await page.goto(store.url + PATH)
  await expect.poll(() => colour(page, '--primary')).toBe('#2b3f73')
  expect(await colour(page, '--accent')).toBe('#0b6b5d')
  await page.getByRole('button', { name: /^Open cart/ }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Continue Shopping' })).toHaveCSS(
    'background-color',
    'rgb(43, 63, 115)',
  )
  await withoutScripts(page, async () => {
    expect(await colour(page, '--primary'), 'painted from the start of the next visit').toBe('#2b3f73')
    await page.evaluate(() => localStorage.clear())
  })

  await withoutRendering(page)
  const themeCalls = '**/api/collections/theme_settings/**'
  await page.route(themeCalls, (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto(store.url + PATH)
  await expect.poll(() => warnings.filter((text) => text.includes('Failed to load theme settings'))).toHaveLength(1)
  expect(await colour(page, '--primary')).toBe('#6f4326')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => colour(page, '--primary')).toBe('#cfa078')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.unroute(themeCalls)

  await page.reload()
  await expect.poll(() => colour(page, '--primary')).toBe('#2b3f73')
  for (const { id } of await themes.getFullList({ filter: 'is_active = true' })) {
    await themes.update(id, { is_active: false })
  }
  await page.reload()
  await expect.poll(() => colour(page, '--primary')).toBe('#6f4326')
  expect(context.pages()).toHaveLength(1)
})
