import type { Page } from '@playwright/test'
import { gate } from '../../tests/gate'
import { deskOverflow, deskProblems, openDesk } from '../tools/desk'
import { expect, test } from '../tools/store'

const names = (page: Page) =>
  page
    .getByRole('list', { name: 'Sections' })
    .getByRole('switch')
    .evaluateAll((switches) => switches.map((one) => one.getAttribute('aria-label')?.replace('Show ', '')))

/** Takes a section by its grip, and lets it go over another one. @param meanwhile before the pointer moves */
async function drag(page: Page, section: string, over: string, meanwhile?: () => Promise<void>): Promise<void> {
  const middle = async (name: string) => {
    const box = await page.locator(`[data-grip="${name}"]`).boundingBox()
    return [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const
  }
  const [from, to] = [await middle(section), await middle(over)]
  await page.mouse.move(...from)
  await page.mouse.down()
  await meanwhile?.()
  // No hand moves straight up or down.
  await page.mouse.move(to[0] + 90, to[1] - 18, { steps: 6 })
  await page.mouse.up()
}

test('SEE-09 sections are dragged, moved by keyboard and hidden, colours chosen: in the frame at once, in the shop when published, and back', async ({
  page,
  browser,
  freshStore,
}) => {
  const store = await freshStore()
  await openDesk(page, store, '/look')
  await expect.poll(() => names(page)).toHaveLength(7)
  const before = await names(page)
  expect(before.slice(0, 5)).toEqual([
    ...['Slides', 'Featured product', 'Just Arrived', 'Why Choose Us', 'Our Bestsellers'],
  ])
  await drag(page, 'featured', 'testimonials')
  await expect.poll(() => names(page)).toEqual([before[0], ...before.slice(2, 5), before[1], ...before.slice(5)])
  await drag(page, 'featured', 'new_arrivals')
  await expect.poll(() => names(page)).toEqual(before)
  await drag(page, 'bestsellers', 'featured')
  await expect
    .poll(() => names(page))
    .toEqual([before[0], before[4], before[1], before[2], before[3], ...before.slice(5)])
  await expect(page.getByText('was fifth')).toBeVisible()
  const down = page.getByRole('button', { name: 'Move Letters and quotes down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names(page))[5]).toBe('Newsletter')
  await expect(down).toBeFocused()
  await page.getByRole('switch', { name: 'Show Just Arrived' }).click()
  await page.getByRole('button', { name: 'Indigo' }).click()
  await expect(page.getByRole('button', { name: 'Publish 4 changes' })).toBeVisible()
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { name: 'Our Bestsellers' })).toBeAttached()
  await expect(frame.getByRole('heading', { name: 'New Arrivals' })).toHaveCount(0)
  await expect
    .poll(() => frame.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--primary').trim()))
    .toBe('#2b3f73')
  expect(await deskProblems(page, 'Look')).toEqual([])

  const shopper = await browser.newContext()
  const shop = await shopper.newPage()
  const colour = async () => {
    await shop.goto(store.url)
    await shop.getByRole('banner').waitFor()
    return shop.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--primary').trim())
  }
  expect(await colour()).toBe('#6f4326')
  await page.getByRole('button', { name: 'Publish 4 changes' }).click()
  const dialog = page.getByRole('dialog')
  for (const text of ['“Our Bestsellers” moves from fifth to second', '“Just Arrived” is hidden'])
    await expect(dialog.getByText(text)).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('2 drafts published. In the shop now.')).toBeVisible()
  // A page of a moment before may be sent once more while the new one is drawn.
  await expect.poll(colour).toBe('#2b3f73')
  await expect(shop.getByRole('heading', { name: 'New Arrivals' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back. The shop shows what it did before.')).toBeVisible()
  await expect.poll(colour).toBe('#6f4326')
  await shopper.close()

  // What was arranged is a draft again, on a phone and in the dark as well.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => (await names(page))[1]).toBe('Our Bestsellers')
  await page.getByRole('button', { name: 'Own colours' }).click()
  await page.getByLabel('Main colour', { exact: true }).fill('marigold')
  await page.getByRole('button', { name: 'Use them' }).click()
  await expect(page.getByText('Write a hex colour such as #6f4326.')).toBeVisible()
  await page.getByLabel('Main colour', { exact: true }).fill('#e0a526')
  await expect(page.getByText('#e0a526 is too pale for words: they become #956100. Buttons keep it.')).toBeVisible()
  expect(await deskProblems(page, 'Own colours')).toEqual([])
  await page.getByRole('button', { name: 'Use them' }).click()
  await expect(page.getByRole('button', { name: 'Own colours', pressed: true })).toBeVisible()
  expect(await deskOverflow(page)).toBe(0)
})

test('SEE-09 a section that is dragged, and the arrow that was pressed, are kept hold of when a change is refused', async ({
  page,
  freshStore,
  watch,
}) => {
  watch.expectProblem('409 (Conflict)')
  await openDesk(page, await freshStore(), '/look')
  await expect.poll(() => names(page)).toHaveLength(7)
  const before = await names(page)
  /** Refuses the next change in these words when it is told to. */
  const refuse = async (message: string) => {
    const [answered, answer] = gate()
    await page.route(
      '**/desk/look',
      async (route) => {
        await answered
        await route.fulfill({ status: 409, json: { message, data: {} } })
      },
      { times: 1 },
    )
    return async () => {
      answer()
      await page.getByText(`Not kept. ${message}`).waitFor()
    }
  }
  const answerUp = await refuse('Changed meanwhile.')
  const up = page.getByRole('button', { name: 'Move Newsletter up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await names(page))[5]).toBe('Newsletter')
  await answerUp()
  await expect.poll(() => names(page)).toEqual(before)
  await expect(up).toBeFocused()
  const answer = await refuse('Changed once more.')
  await drag(page, 'hero', 'features')
  await drag(page, 'new_arrivals', 'newsletter', answer)
  await expect.poll(() => names(page)).toEqual([...before.slice(0, 2), ...before.slice(3, 6), before[2], before[6]])
})
