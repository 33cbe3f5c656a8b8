import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { ensureBrowser } from '../check/browser'
import { openAt, openPage } from './bench-interactions'

/** What the browser reports at least, ms: whatever took less counts as this. */
const LEAST_MS = 16
/** Between two presses, ms: what the first has brought about is over. */
const PAUSE_MS = 1000

interface Step {
  name: string
  target: (page: Page) => Locator
  /** Else a tap. Of several (keys typed) the slowest counts. */
  press?: (target: Locator) => Promise<unknown>
  /** There when the press has done what it is for. */
  shown: (page: Page) => Locator
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const card = (page: Page, name: string) => page.getByRole('main').getByRole('article', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const CART = /^Shopping Cart/
const closed = (page: Page) => page.locator('body:not(:has([role="dialog"]))')

/** A visit in the order of its presses, from the home page on. */
const STEPS: Step[] = [
  {
    name: 'load more',
    target: (page) => button(page, 'Load More Products'),
    shown: (page) =>
      page
        .locator('section', { has: page.getByRole('heading', { name: 'Our Bestsellers' }) })
        .locator('article')
        .nth(8),
  },
  { name: 'open the menu', target: (page) => button(page, 'Menu'), shown: (page) => dialog(page, 'Menu') },
  { name: 'close the menu', target: (page) => button(page, 'Close'), shown: closed },
  {
    name: 'open the filters',
    target: (page) => button(page, /^Filter/),
    shown: (page) => dialog(page, 'Filter'),
  },
  {
    name: 'choose a filter',
    target: (page) => dialog(page, 'Filter').locator('[aria-pressed=false]:enabled').first(),
    shown: (page) => dialog(page, 'Filter').locator('[aria-pressed=true]'),
  },
  { name: 'close the filters', target: (page) => button(page, /^Show \d+/), shown: closed },
  {
    name: 'in stock only',
    target: (page) => page.getByRole('main').getByLabel('In stock only'),
    shown: (page) => page.locator('main [aria-busy=false]'),
  },
  {
    name: 'sort',
    target: (page) => page.getByRole('combobox', { name: 'Sort by' }),
    press: (target) => target.press('ArrowDown'),
    shown: (page) => page.locator('main [aria-busy=false]'),
  },
  {
    name: 'type a search, the slowest key',
    target: (page) => page.getByRole('searchbox'),
    press: (target) => target.pressSequentially('soap', { delay: 120 }),
    shown: (page) => page.locator('main [aria-busy=false]'),
  },
  {
    name: 'add to cart, which opens its sheet',
    target: (page) => card(page, 'Neem & Tulsi Soap').getByRole('button', { name: 'Add', exact: true }),
    shown: (page) => dialog(page, CART),
  },
  {
    name: 'one more in the sheet',
    target: (page) => button(page, /^Increase quantity of/),
    shown: (page) => dialog(page, 'Shopping Cart (2 items)'),
  },
  { name: 'close the sheet', target: (page) => button(page, 'Close'), shown: closed },
  { name: 'open the sheet', target: (page) => button(page, /^Open cart/), shown: (page) => dialog(page, CART) },
  {
    name: 'open a product',
    target: (page) => card(page, 'Jute Market Tote').getByRole('link').first(),
    shown: (page) => page.getByRole('heading', { level: 1, name: 'Jute Market Tote' }),
  },
  {
    name: 'choose a colour',
    target: (page) => page.locator('label:has([type=radio]:not(:checked))').first(),
    shown: (page) => page.locator('main'),
  },
]

/** Reports every press the browser times (Event Timing), into `window.presses`. */
const WATCH = `
  globalThis.presses = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) presses.push(duration)
  }).observe({ type: 'event', durationThreshold: ${LEAST_MS}, buffered: true })`

/** What has to be there before a press, and is no part of what is measured. */
const BEFORE: Record<string, (page: Page, store: string) => Promise<unknown>> = {
  'open the menu': async (page, store) => {
    await openAt(page, `${store}/shop`)
    await page.evaluate(WATCH)
  },
  'in stock only': async (page, store) => {
    await openAt(page, `${store}/shop`)
    await page.evaluate(WATCH)
  },
  'open a product': async (page) => {
    await button(page, 'Close').tap()
    await page.getByRole('searchbox').fill('')
    await card(page, 'Jute Market Tote').waitFor()
  },
}

async function visit(browser: Browser, store: string, throttled: boolean, note: (name: string, ms: number) => void) {
  const page = await openPage(browser, store, throttled)
  await page.evaluate(WATCH)
  try {
    for (const { name, target, press = (it: Locator) => it.tap(), shown } of STEPS) {
      await BEFORE[name]?.(page, store)
      await target(page).scrollIntoViewIfNeeded()
      await page.waitForTimeout(PAUSE_MS)
      await page.evaluate('presses.length = 0')
      await press(target(page))
      await shown(page).first().waitFor()
      await page.waitForTimeout(PAUSE_MS)
      note(name, await page.evaluate<number>(`Math.max(${LEAST_MS}, ...presses)`))
    }
  } finally {
    await page.context().close()
  }
}

/**
 * How long shoppers wait for the next frame after each of the heaviest presses (what INP is made of), ms, by the
 * press's name, as often as `times`.
 */
export async function measureInp(store: string, times: number, throttled: boolean): Promise<Map<string, number[]>> {
  const { executablePath, args } = await ensureBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const found = new Map<string, number[]>(STEPS.map(({ name }) => [name, []]))
  try {
    // The first fills the caches of the machine.
    await visit(browser, store, throttled, () => undefined)
    for (let time = 0; time < times; time++)
      await visit(browser, store, throttled, (name, ms) => found.get(name)?.push(ms))
  } finally {
    await browser.close()
  }
  return found
}
