import type { Page } from '@playwright/test'
import { LANGUAGE_COOKIE } from '../../src/lib/before-code'
import { ALSO_LONG, LONG } from '../../tests/long'
import { arrived, colourProblems, problems, sideways, smallTargets } from '../tools/axe'
import { addressOf, bringCart, LOOKED_AT, MISSING, prepare, untriedRoutes } from '../tools/every-page'
import { misplacedWhenTight, resize } from '../tools/layout'
import { emptyPictures, expect, signInElsewhere, test } from '../tools/store'

/*
 * axe over every route × 2 themes × 2 viewports × signed in and out × 2 languages. All of its rules run for each
 * language, each viewport and each state of the session, because what is rendered, its names, its order and its sizes
 * depend on these three; light on the phone, dark on the desktop. A theme is nothing but a set of colours, and a
 * language changes none of them: the two other pairs need only the rules that read colours, in one language, and the
 * other language needs no dark. Those pairs and the other language are looked at at length. Signing in changes the
 * header of every page and the content of some; where the content is the same to the letter, only the header is
 * looked at once more, unless one just like it has been. For each change a page is looked at in one of the two
 * states, in one of the two windows, and either as narrow as 320 px or with letters twice as large, where nothing may
 * be cut off, covered or out of reach. Pages take turns in this; at length each is looked at in every way.
 */

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

test('ACCESS-01 every route is looked at', () => {
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

interface Looked {
  where: string
  language: string
  /** Which of the windows. */
  on: { phone: boolean; desktop: boolean }
  /** Looked at alone. */
  part?: string
}

/**
 * Everything about the page, or the part of it that is named: light on the phone, dark on the desktop, and the
 * colours also the other way round. In another language it stays light. It begins and ends in light.
 */
async function look(page: Page, { where, language, on, part }: Looked): Promise<string[]> {
  const found: string[] = []
  const phone = `${where} ${PHONE.width}`
  const desktop = `${where} ${DESKTOP.width}`
  // Where a part is looked at again, the rest lies as it did.
  if (!part) found.push(...(await misplacedWhenTight(page, where, { small: on.phone, large: on.desktop })))
  if (on.phone) {
    await resize(page, PHONE)
    found.push(...(await problems(page, `${phone} light`, part)))
    found.push(...(await smallTargets(page, phone)))
  }
  if (language === 'en') await wear(page, 'dark')
  if (language === 'en' && LONG) found.push(...(await colourProblems(page, `${phone} dark`, part)))
  if (on.desktop) {
    await resize(page, DESKTOP)
    found.push(...(await problems(page, desktop, part)), ...(await sideways(page, desktop)))
  }
  if (language === 'en') await wear(page, 'light')
  if (language === 'en' && LONG) found.push(...(await colourProblems(page, `${desktop} light`, part)))
  return found
}

/** What stands in a part of the page, without the names React makes up. */
const content = (page: Page, part: string) =>
  page.evaluate((part) => document.querySelector(part)?.innerHTML.replace(/_r_\w+_|radix-[^"]*/g, ''), part)

/** What stands here is another thing for whoever is signed in: for each change, that is what is looked at. */
const PERSONAL = /^\/(product\/:product|checkout|order|profile)/

/** So many pages a test: short tests share the processors better, and none comes near its time. */
const PAGES = 6

const LANGUAGES = LONG ? ['en', 'hi'] : ['en']

for (const language of LANGUAGES) {
  for (let start = 0; start < LOOKED_AT.length; start += PAGES) {
    const paths = LOOKED_AT.slice(start, start + PAGES)
    test(`ACCESS-01 axe finds nothing, signed in or out, ${language}: ${paths.join(' ')}${ALSO_LONG}`, async ({
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
      // Words, names, places and colours: what a picture shows is no part of it, and drawing it anew for each size
      // takes longer than looking.
      await emptyPictures(page)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      const found: string[] = []
      const headers = new Set<string | undefined>()
      for (const [place, path] of paths.entries()) {
        const on = { phone: LONG || place % 2 === 0, desktop: LONG || place % 2 === 1 }
        await page.goto(addressOf(path, prepared), { waitUntil: 'domcontentloaded' })
        await arrived(page)
        const personal = PERSONAL.test(path)
        if (LONG || !personal) found.push(...(await look(page, { where: path, language, on })))
        if (!LONG && !personal && headers.size > 0) continue
        const before = await content(page, '#main')
        await signInElsewhere(page, user)
        await expect(page.locator('header a[href*="/auth/login"]')).toHaveCount(0)
        await arrived(page)
        const same = (await content(page, '#main')) === before
        const header = await content(page, 'header')
        if (same && headers.has(header)) continue
        headers.add(header)
        found.push(
          ...(await look(page, { where: `${path} signed in`, language, on, part: same ? 'header' : undefined })),
        )
      }
      expect(found).toEqual([])
    })
  }
}
