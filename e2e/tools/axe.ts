import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { alive } from './store'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 up to AA, and what axe's makers advise beyond it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const ALL: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  // Off in axe unless asked for by name.
  rules: { 'target-size': { enabled: true } },
}
/** The rules that read colours: all that a change of theme can change. */
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }

/**
 * Waits until a page is alive and nothing of it is on its way any more. From then on a change of theme or window is
 * there at once: hundreds of transitions take a browser seconds even where each is over in no time.
 */
export async function arrived(page: Page): Promise<void> {
  await alive(page)
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Parts below the window are fetched and laid out when they come near it; what was far keeps its old colours until
  // then.
  await page.evaluate(async () => {
    delete document.documentElement.dataset.fresh
    window.scrollTo(0, document.body.scrollHeight)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    window.scrollTo(0, 0)
    await document.fonts.ready
  })
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], main [class*=pulse-tile]'))
}

/** A part of the page: a selector, or one within a shadow root. */
type Part = string | { fromShadowDom: string[] }

async function run(page: Page, options: RunOptions, where: string, part: Part = 'html'): Promise<string[]> {
  // A page's own policy allows no foreign script; the debugger may put one in all the same.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  const { violations } = await page.evaluate(
    async ({ given, within }) => {
      // What is changing its colour has neither the old one nor the new.
      const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
      const changing = [document, ...shadows].flatMap((root) => root.getAnimations())
      const ends = changing.map((one) => one instanceof CSSTransition && one.finished)
      await Promise.allSettled(ends)
      const { axe } = window as unknown as { axe: { run: (...given: unknown[]) => Promise<AxeResults> } }
      return axe.run(within, { ...given, resultTypes: ['violations'] })
    },
    { given: options, within: part },
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${where}: ${id} (${help}) ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )
}

/** What axe finds on the page as it stands. */
export const problems = (page: Page, where: string, part?: Part) => run(page, ALL, where, part)
/** What axe finds in the page's colours. */
export const colourProblems = (page: Page, where: string, part?: string) => run(page, COLOURS, where, part)

/**
 * Controls smaller than 44 px either way. A link within a sentence is as high as its line; a box or a dot counts with
 * the label around it; what fills its card or only shows to the keyboard is no target of a finger.
 */
export async function smallTargets(page: Page, where: string): Promise<string[]> {
  const small = await page.evaluate(() => {
    const MIN = 43.5
    const meant = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !element.closest('.sr-only, [aria-hidden=true], [inert]') &&
      element.tabIndex >= 0
    const sizeOf = (target: Element) => {
      let { width, height } = target.getBoundingClientRect()
      // A pseudo-element may make the target larger than what is seen.
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(target, pseudo)
        if (style.content === 'none' || style.position !== 'absolute') continue
        width = Math.max(width, Number.parseFloat(style.width) || 0)
        height = Math.max(height, Number.parseFloat(style.height) || 0)
      }
      return { width, height }
    }
    const inSentence = (target: Element) =>
      getComputedStyle(target).display === 'inline' &&
      [...(target.parentElement?.childNodes ?? [])].some(
        (node) => node !== target && (node.textContent ?? '').trim().length > 1,
      )
    const found: string[] = []
    const open = document.querySelector('[role=dialog][data-state=open]') ?? document
    for (const element of open.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      if (!meant(element)) continue
      const target = element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element
      const { width, height } = sizeOf(target)
      if ((width >= MIN && height >= MIN) || inSentence(target)) continue
      const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)
      found.push(`${element.tagName.toLowerCase()} "${name}" ${Math.round(width)}×${Math.round(height)}`)
    }
    return found
  })
  return small.map((text) => `${where}: smaller than 44 px: ${text}`)
}

/** Says when the page is wider than the window. */
export async function sideways(page: Page, where: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (wide <= 0) return []
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
        element.childElementCount === 0,
    )
    return [
      `${wide} px too wide: ${out.slice(0, 3).map((element) => `${element.tagName} "${element.textContent?.slice(0, 30)}"`)}`,
    ]
  })
  return found.map((text) => `${where}: ${text}`)
}
