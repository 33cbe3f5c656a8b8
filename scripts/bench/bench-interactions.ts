import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../check/browser'

/** A cheap phone on a slow line: a quarter of the speed, 150 ms to the store. */
const THROTTLE = { cpu: 4, latencyMs: 150 }

/** A page of a fresh visit that has come to rest. */
export async function openPage(browser: Browser, url: string, throttled: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-IN',
  })
  // tsx marks functions with their names, also those handed to the page.
  await context.addInitScript('globalThis.__name = (named) => named')
  const page = await context.newPage()
  if (throttled) {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE.cpu })
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: THROTTLE.latencyMs,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  }
  await openAt(page, url)
  return page
}

/** Opens an address and waits until the page has come to rest. */
export async function openAt(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => undefined)
  await page.waitForTimeout(1500)
}

type Interaction = 'listToProduct' | 'addToCart'

/** From a click to the first frame that shows what it was for, ms, as the page itself tells it. */
function measure(page: Page, interaction: Interaction): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((measured, failed) => {
        const link = document.querySelector<HTMLElement>('main article a[href^="/product/"]')
        const button = [...document.querySelectorAll<HTMLButtonElement>('main button:enabled')].find(
          ({ textContent }) => textContent?.trim() === 'Add to Cart',
        )
        const target = wanted === 'listToProduct' ? link : button
        if (!target) return failed(new Error(`Nothing to click for ${wanted}`))
        const product = target.closest('article')?.getAttribute('aria-label')
        const isShown =
          wanted === 'listToProduct'
            ? () => document.querySelector('main h1')?.textContent === product
            : () => /[1-9]/.test(document.querySelector('header [aria-label^="Open cart"]')?.ariaLabel ?? '')
        if (isShown()) return failed(new Error(`${wanted}: there before the click`))
        let start = 0
        const look = () => {
          if (isShown()) measured(performance.now() - start)
          else if (performance.now() - start > 10_000) failed(new Error(`${wanted}: nothing came`))
          else requestAnimationFrame(look)
        }
        // As a finger does: it arrives a moment before it lifts, and that is when a link's page may begin to load.
        target.scrollIntoView({ block: 'center' })
        for (const type of ['pointerover', 'pointerenter', 'pointerdown'])
          target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }))
        setTimeout(() => {
          start = performance.now()
          target.click()
          requestAnimationFrame(look)
        }, 80)
      }),
    interaction,
  )
}

export type Interactions = Record<Interaction, number[]>

/**
 * Two things shoppers do most, each some times on a fresh visit, ms: from a card to its product's page, and from Add
 * to Cart to the count at the cart.
 */
export async function measureInteractions(
  store: string,
  product: string,
  times: number,
  throttled: boolean,
): Promise<Interactions> {
  const { executablePath, args } = await ensureBrowser()
  const browser = await chromium.launch({ executablePath, args })
  const found: Interactions = { listToProduct: [], addToCart: [] }
  try {
    for (let time = 0; time <= times; time++) {
      for (const interaction of ['listToProduct', 'addToCart'] as const) {
        const page = await openPage(browser, store + (interaction === 'listToProduct' ? '/shop' : product), throttled)
        const taken = await measure(page, interaction)
        await page.context().close()
        // The first fills the caches of the machine.
        if (time > 0) found[interaction].push(taken)
      }
    }
  } finally {
    await browser.close()
  }
  return found
}
