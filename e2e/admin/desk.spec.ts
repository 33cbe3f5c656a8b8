import type { Locator } from '@playwright/test'
import { SUPERUSER_EMAIL, SUPERUSER_PASSWORD } from '../../tests/backend/record-store'
import { deskOverflow, deskProblems, openDesk, SELLER } from '../tools/desk'
import { expect, test } from '../tools/store'

test('DESK-01 signing in to the admin screens opens the desk, beside PocketBase’s own', async ({ page, store }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.url().includes('/desk/assets/') && scripts.push(request.url()))
  await page.goto(`${store.url}/_/`)
  await expect.poll(() => scripts.length).toBe(3)
  await page.getByRole('textbox', { name: 'Email' }).fill(SUPERUSER_EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill(SUPERUSER_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/#\/today$/)
  const desk = page.getByRole('navigation', { name: 'The shop' }).filter({ visible: true })
  await expect(desk).toBeVisible()
  await expect(page.getByRole('link', { name: 'Shop', exact: true })).toHaveClass(/active/)
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  expect(scripts.filter((url) => url.endsWith('.js'))).toHaveLength(3)

  await page.getByRole('link', { name: 'Collections' }).click()
  await expect(page).toHaveURL(/#\/collections/)
  await expect(desk).toBeHidden()
  await page.getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(desk).toBeVisible()

  await page.getByTitle('Color scheme').click()
  const ground = () => desk.evaluate((side) => getComputedStyle(side.closest('.desk') as Element).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(ground).not.toBe(light)

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page).toHaveURL(/#\/login$/)
})

test('DESK-01 on a small phone every screen is reached under More, and the chosen tab is in view', async ({
  page,
  store,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openDesk(page, store, '/messages?tab=done')
  const tabs = page.getByRole('navigation', { name: 'Messages and reviews' })
  await expect(tabs.getByRole('link', { name: 'Answered' })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('button', { name: 'More' }).click()
  const more = page.getByRole('navigation', { name: 'The shop' }).filter({ visible: true })
  for (const name of ['Stock-take', 'Setting up']) {
    const screen = more.getByRole('link', { name })
    await screen.scrollIntoViewIfNeeded()
    await expect(screen).toBeInViewport({ ratio: 1 })
  }
})

test('DESK-01 on a small phone no screen is wider than the phone or scrolls twice, and a choice shows what is chosen', async ({
  page,
  store,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  for (const path of ['/stock-take', '/figures', '/packing', '/staff', '/setup']) {
    await openDesk(page, store, path)
    await expect.poll(() => deskOverflow(page), path).toBe(0)
    const below = () =>
      page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    if (path === '/setup') await page.getByLabel('CSV of India Post’s directory').waitFor()
    expect(await below(), path).toBe(0)
    for (const choice of await page.getByRole('combobox').all())
      expect((await choice.boundingBox())?.width, path).toBeGreaterThan(100)
  }
})

test('DESK-02 single keys lead to screens, rest in fields, and can be switched off', async ({ page, store }) => {
  await openDesk(page, store, '/today')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await help.getByRole('checkbox', { name: 'Single letters do nothing' }).check()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  for (const key of ['g', 'm', '?']) await page.keyboard.press(key)
  await expect(help).toBeVisible()
  await expect(page).toHaveURL(/#\/today$/)
})

test('LETTER-02 DESK-02 a message is answered with a kept text; what is typed survives a reload', async ({
  page,
  freshStore,
}) => {
  const store = await freshStore()
  const email = 'lakshmi.narasimhan.subramaniam@handloomcooperative.example.in'
  await store.insert('messages', { name: 'Asha Rao', email, message: 'Do you ship to Leh?' })
  await store.insert('answer_templates', { name: 'To Leh', text: 'Dear {name}, yes.' })
  await openDesk(page, store, '/today')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { level: 1, name: '1 message to answer' })).toBeVisible()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByLabel('Begin with').selectOption('To Leh')
  await page.reload()
  const answer = page.getByRole('textbox', { name: 'Your answer to Asha Rao' })
  await expect(answer).toHaveValue('Dear Asha, yes.')
  expect(await deskProblems(page, 'messages')).toEqual([])
  await page.getByRole('button', { name: 'Email the answer' }).click()
  const notice = await page.getByText(`The email goes to ${email}.`).boundingBox()
  expect((notice?.x ?? 0) + (notice?.width ?? Number.NaN)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing to answer' })).toBeVisible()
  await page.getByRole('link', { name: 'Answered' }).click()
  await expect(page.getByRole('list', { name: 'Answered' })).toContainText('Dear Asha, yes.')
})

test('DESK-05 the list before going live: who sells is filled in on the spot', async ({ page, freshStore }) => {
  const store = await freshStore()
  await openDesk(page, store, '/setup')
  await expect(page.getByRole('heading', { level: 1, name: '4 steps to go' })).toBeVisible()
  await page.getByRole('button', { name: 'Fill in' }).click()
  expect(await deskProblems(page, 'setting up')).toEqual([])
  for (const [name, value] of Object.entries(SELLER)) await page.getByRole('textbox', { name, exact: true }).fill(value)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '3 steps to go' })).toBeVisible()
})

test('ACCESS-05 DESK-01 what is on, chosen and focused is seen in the system’s own colours too', async ({
  page,
  store,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' })
  const ground = (part: Locator, pseudo?: string) =>
    part.evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, pseudo)
  await openDesk(page, store, '/look')
  const dial = page.getByRole('switch').first()
  const canvas = await ground(dial.locator('..'))
  await expect(dial).toBeChecked()
  expect(await ground(dial, '::after')).not.toBe(await ground(dial))
  await dial.uncheck()
  expect(await ground(dial, '::after')).not.toBe(await ground(dial))

  await openDesk(page, store, '/stock-take')
  const kinds = page.getByRole('group').getByRole('button')
  expect(await ground(kinds.first())).not.toBe(await ground(kinds.nth(1)))
  const search = page.getByRole('searchbox')
  await search.focus()
  await expect(search).toHaveCSS('outline-style', 'solid')
  await openDesk(page, store, '/figures')
  await expect(page.getByText('A day’s takings').locator('i')).not.toHaveCSS('background-color', canvas)
})

test('DESK-01 a screen that was opened without a line opens by Try again', async ({ page, freshStore, watch }) => {
  watch.expectProblem('/desk/assets/')
  const store = await freshStore()
  await openDesk(page, store, '/today')
  await page.route('**/desk/assets/figures-*', (route) => route.abort())
  await page.evaluate(() => {
    location.hash = '#/figures'
  })
  await expect(page.getByRole('heading', { name: 'This screen stopped' })).toBeVisible()
  await page.unroute('**/desk/assets/figures-*')
  const again = page.getByRole('button', { name: 'Try again' })
  // Pressed within a second, it shows the same failure.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(page.getByRole('heading', { level: 1, name: /in 30 days/ })).toBeVisible({ timeout: 3000 })
  }).toPass()
})
