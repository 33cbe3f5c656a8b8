import { chromium, type Locator, type Page } from '@playwright/test'
import { ensureBrowser } from '../check/browser'

/** Slow 4G and a cheap phone, as Lighthouse has them: 150 ms, 1.6 Mbit/s down, 0.75 up, a quarter of the speed. */
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false }
const CPU = 4

/** What is typed, in the order the page asks; a place that is asked otherwise is left to the page. */
const ASKED = [
  ['PIN code', '560001'],
  ['Full name', 'Meera Iyer'],
  ['Mobile number', '9845012345'],
  ['Address line 1', '14, 2nd Cross, Basavanagudi'],
  ['City', 'Bengaluru'],
  ['Email', 'meera@example.in'],
] as const

export interface Purchase {
  /** Presses of a finger; one for the first field, the keyboard's "next" for the others. */
  taps: number
  /** From the address to `Thank you`. What is typed is filled in at once, as a browser's autofill does. */
  seconds: number
}

/** A first visit that ends with a thing ordered for cash, on a phone on a slow line. */
export async function measurePurchase(store: string): Promise<Purchase> {
  const { executablePath, args } = await ensureBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
      locale: 'en-IN',
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW)
    return await buy(page, store)
  } finally {
    await browser.close()
  }
}

async function buy(page: Page, store: string): Promise<Purchase> {
  let taps = 0
  const tap = async (target: Locator) => {
    taps += 1
    await target.tap()
  }
  const start = Date.now()
  await page.goto(store, { waitUntil: 'commit' })
  await tap(page.getByRole('region', { name: 'Our Bestsellers' }).getByRole('article').first().getByRole('link'))
  await tap(page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first())
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }))
  await tap(page.getByRole('textbox', { name: ASKED[0][0] }))
  for (const [name, text] of ASKED) await page.getByRole('textbox', { name }).fill(text)
  await tap(page.getByRole('button', { name: 'Place order' }).first())
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  return { taps, seconds: (Date.now() - start) / 1000 }
}
