import { chromium, type Page } from '@playwright/test'
import { ensureBrowser } from '../check/browser'

/** Slow 4G and a cheap phone, as Lighthouse has them: 150 ms, 1.6 Mbit/s down, 0.75 up, a quarter of the speed. */
const SLOW = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, offline: false }
const CPU = 4

/** What is typed at the checkout, in its order; the PIN code was typed on the product's page. */
const ASKED = [
  ['Full name', 'Meera Iyer'],
  ['Mobile number', '9845012345'],
  ['Address line 1', '14, 2nd Cross, Basavanagudi'],
  ['City', 'Bengaluru'],
  ['Email', 'meera@example.in'],
] as const

/** Seconds since the step before, in the order of the visit. A step is one press of a finger, but for the first. */
export type Purchase = { name: string; seconds: number }[]

/**
 * A first visit that ends with a thing ordered for cash, on a phone on a slow line. What is typed is filled in at once,
 * as a browser's autofill does; from field to field leads the keyboard's "next".
 * @param landing of the home page or of a product
 */
export async function measurePurchase(landing: string): Promise<Purchase> {
  const { executablePath, args } = await ensureBrowser()
  const browser = await chromium.launch({ executablePath, args })
  try {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-IN',
    })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU })
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW)
    return await buy(page, landing)
  } finally {
    await browser.close()
  }
}

async function buy(page: Page, landing: string): Promise<Purchase> {
  const steps: Purchase = []
  let before = Date.now()
  const step = async (name: string, act: () => Promise<unknown>) => {
    await act()
    steps.push({ name, seconds: (Date.now() - before) / 1000 })
    before = Date.now()
  }
  const pin = page.getByRole('main').getByRole('textbox', { name: 'PIN code' })
  const toPay = page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' })
  const field = (name: string) => page.getByRole('textbox', { name })
  await step('the page is there', () => page.goto(landing, { waitUntil: 'commit' }))
  if (new URL(landing).pathname === '/') {
    const bestsellers = page.getByRole('region', { name: 'Our Bestsellers' })
    await step('a bestseller', async () => {
      await bestsellers.getByRole('article').first().getByRole('link').tap()
      await page.waitForURL('**/product/*')
    })
  }
  await step('PIN code, and when it comes', async () => {
    await pin.tap()
    await pin.fill('560001')
    await page.getByText(/^Arrives/).waitFor()
  })
  await step('Add to Cart', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().tap()
    await toPay.waitFor()
  })
  await step('Proceed to Checkout', async () => {
    await toPay.tap()
    await field(ASKED[0][0]).waitFor()
  })
  await step('the first field', async () => {
    await field(ASKED[0][0]).tap()
    for (const [name, text] of ASKED) await field(name).fill(text)
  })
  await step('Place order', async () => {
    await page.getByRole('button', { name: 'Place order' }).first().tap()
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  })
  return steps
}
