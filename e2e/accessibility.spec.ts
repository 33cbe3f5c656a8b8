import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '../src/language/choice'
import { arrived, colourProblems, problems, sideways, smallTargets } from './axe'
import { addressOf, bringCart, MISSING, PATHS, prepare, untriedRoutes } from './every-page'
import { misplacedWhenTight, resize } from './layout'
import { expect, signInElsewhere, test } from './store'

/*
 * axe over every route × 2 themes × 2 viewports × signed in and out × 2 languages. All of its rules run for each language, each viewport and
 * each state of the session, because what is rendered, its names, its order and its sizes depend on these three; light on the phone, dark
 * on the desktop. A theme is nothing but a set of colours, and a language changes none of them: the two other pairs need only the
 * rules that read colours, in one language. Signing in changes the header of every page and the content of some; where the content is the
 * same to the letter, only the header is looked at once more, unless one just like it has been. On the way every page is also made as
 * narrow as 320 px, and its letters twice as large: nothing may be cut off, covered or out of reach.
 */

// A trace copies the page at every step, and there are many.
test.use({ trace: 'off' })

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('every route is looked at', () => {
  expect(untriedRoutes()).toEqual([])
})

/** Changes the theme, and waits until no colour is on its way to another. */
async function wear(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (wanted) =>
      document.documentElement.dataset.theme === wanted &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    theme,
  )
}

/** Everything about the page, or the part of it that is named: light on the phone, dark on the desktop, and the colours also the other way round. */
async function look(page: Page, where: string, language: string, part?: string): Promise<string[]> {
  const found: string[] = []
  const phone = `${where} ${PHONE.width}`
  const desktop = `${where} ${DESKTOP.width}`
  // Where a part is looked at again, the rest lies as it did.
  if (!part) found.push(...(await misplacedWhenTight(page, where)))
  await resize(page, PHONE)
  await wear(page, 'light')
  found.push(...(await problems(page, `${phone} light`, part)))
  found.push(...(await smallTargets(page, phone)))
  await wear(page, 'dark')
  if (language === 'en') found.push(...(await colourProblems(page, `${phone} dark`, part)))
  await resize(page, DESKTOP)
  found.push(...(await problems(page, `${desktop} dark`, part)), ...(await sideways(page, desktop)))
  if (language === 'en') {
    await wear(page, 'light')
    found.push(...(await colourProblems(page, `${desktop} light`, part)))
  }
  return found
}

/** What stands in a part of the page, without the names React makes up. */
const content = (page: Page, part: string) =>
  page.evaluate((part) => document.querySelector(part)?.innerHTML.replace(/_r_\w+_|radix-[^"]*/g, ''), part)

/** So many pages a test: short tests share the processors better, and none comes near its time. */
const PAGES = 6

for (const language of ['en', 'hi']) {
  for (let start = 0; start < PATHS.length; start += PAGES) {
    const paths = PATHS.slice(start, start + PAGES)
    test(`axe finds nothing, signed in or out, ${language}: ${paths.join(' ')}`, async ({
      page,
      context,
      store,
      watch,
    }) => {
      test.slow()
      for (const path of MISSING) watch.expectProblem(path)
      await context.addCookies([{ name: LANGUAGE_COOKIE, value: language, url: store.url }])
      const user = await store.newUser('Meera Rao')
      const prepared = await prepare(user)
      await bringCart(page, prepared.product)
      const found: string[] = []
      const headers = new Set<string | undefined>()
      for (const path of paths) {
        await page.goto(addressOf(path, prepared), { waitUntil: 'domcontentloaded' })
        await arrived(page)
        found.push(...(await look(page, path, language)))
        const before = await content(page, '#main')
        await signInElsewhere(page, user)
        await expect(page.locator('header a[href*="/auth/login"]')).toHaveCount(0)
        await arrived(page)
        const same = (await content(page, '#main')) === before
        const header = await content(page, 'header')
        if (same && headers.has(header)) continue
        headers.add(header)
        found.push(...(await look(page, `${path} signed in`, language, same ? 'header' : undefined)))
      }
      expect(found).toEqual([])
    })
  }
}
