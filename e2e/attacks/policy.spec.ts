import type { BrowserContext, Page } from '@playwright/test'
import { MEASURED_CLIENT } from '../../scripts/check/end-to-end'
import { RazorpayFake } from '../../tests/gateway/razorpay'
import { type BuilderServer, startBuilderServer, textBlock } from '../tools/builder-server'
import { fillAddress } from '../tools/buyer'
import { test as base, expect, settled } from '../tools/store'

/** The content policy with every service on at once, and with none. */

const GTM = 'https://www.googletagmanager.com'
const PIXEL_OF_BUILDER = 'https://cdn.builder.io/api/v1/pixel'
/** Stand-ins that behave as the companies' scripts do: a script brings another along and reports to further hosts. */
const SERVICES: Record<string, string> = {
  [`${GTM}/gtm.js`]: `const script = document.createElement('script')
    script.src = '${GTM}/gtag/js?id=G-TEST1&cx=c'
    document.head.append(script)`,
  [`${GTM}/gtag/js`]: `navigator.sendBeacon('https://region1.google-analytics.com/g/collect?v=2')
    fetch('https://www.google-analytics.com/g/collect?v=2', { method: 'POST', mode: 'no-cors', keepalive: true })
    fetch('https://analytics.google.com/g/collect?v=2', { mode: 'no-cors' }).catch(() => undefined)
    const frame = document.createElement('iframe')
    frame.src = 'https://td.doubleclick.net/td/rul/1'
    frame.hidden = true
    document.body.append(frame)
    new Image().src = 'https://googleads.g.doubleclick.net/pagead/viewthroughconversion/1/'`,
  'https://connect.facebook.net/en_US/fbevents.js': `const script = document.createElement('script')
    script.src = 'https://connect.facebook.net/signals/config/1234567890'
    document.head.append(script)`,
  'https://connect.facebook.net/signals/config/1234567890': `new Image().src = 'https://www.facebook.com/tr/?id=1234567890&ev=PageView'
    fetch('https://www.facebook.com/tr/', { method: 'POST', mode: 'no-cors' })`,
}

interface Outside {
  /** Addresses without their query, in order, that reached somebody. */
  asked: string[]
  violations: string[]
}

const test = base.extend<{ outside: Outside; builder: BuilderServer; gateway: RazorpayFake }>({
  outside: async ({ context, watch }, use) => {
    const outside: Outside = { asked: [], violations: [] }
    watch.allowOrigin(MEASURED_CLIENT.settings.VITE_BUILDER_API_HOST)
    await context.exposeBinding('reportViolation', (_, report: string) => void outside.violations.push(report))
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        const { reportViolation } = window as unknown as { reportViolation: (report: string) => void }
        reportViolation([violatedDirective, blockedURI, sample].join(' ').trim())
      })
    })
    await context.route(
      (url) => /google|doubleclick|facebook|cdn\.builder\.io|bank\.example/.test(url.host),
      async (route) => {
        const { origin, pathname } = new URL(route.request().url())
        outside.asked.push(origin + pathname)
        const body = SERVICES[origin + pathname]
        if (body !== undefined) await route.fulfill({ contentType: 'text/javascript', body: `{${body}}` })
        else if (origin === 'https://bank.example')
          await route.fulfill({ contentType: 'text/html', body: `<script>opener.postMessage('paid', '*')</script>` })
        else await route.fulfill({ contentType: 'image/gif', body: '' })
      },
    )
    await use(outside)
  },
  builder: async ({ context }, use) => {
    const builder = await startBuilderServer(context)
    await use(builder)
    await Promise.all(context.pages().map((page) => page.close()))
    await builder.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  gateway: async ({}, use) => {
    const gateway = await RazorpayFake.start()
    await use(gateway)
    await gateway.stop()
  },
})

async function serveCheckoutScript(context: BrowserContext, gateway: RazorpayFake): Promise<void> {
  await context.route('https://checkout.razorpay.com/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: gateway.url + pathname }) })
  })
}

/** As a bank's window does: it tells the page that opened it. */
const openBank = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ origin, data }) => resolve([origin, data]))
        window.open('https://bank.example/pay')
      }),
  )

/**
 * Code and content of the builder have four seconds together; on a busy machine the next visit finds the code in the
 * cache.
 */
async function openHome(page: Page, url: string): Promise<void> {
  await expect(async () => {
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'From the builder' })).toBeVisible({ timeout: 8000 })
  }).toPass()
}

test('STAT-05 BUILD-01 ORDER-04 SERVE-05 builder, analytics, advertising and payment work together under the policy, and none before a yes', async ({
  page,
  context,
  watch,
  outside,
  builder,
  gateway,
  freshStore,
}) => {
  test.slow()
  // The stand-ins' answers carry no pictures and no permissions.
  watch.expectProblem(/google|facebook|doubleclick/)
  await serveCheckoutScript(context, gateway)
  builder.entries.push({
    model: 'home-hero',
    data: { blocks: [textBlock('<h2>From the builder</h2>'), pixelBlock()] },
  })
  const store = await freshStore({
    env: { STORE_PUBLIC_DIR: MEASURED_CLIENT.outDir, ...MEASURED_CLIENT.settings, ...gateway.env },
  })

  await openHome(page, store.url)
  const notice = page.getByRole('region', { name: 'Your privacy' })
  await expect(notice).toContainText('count visits with Google and Builder.io')
  await settled(page)
  expect(outside.asked).toEqual([])

  await notice.getByRole('button', { name: 'Accept all' }).click()
  await expect
    .poll(() => [...new Set(outside.asked)].sort())
    .toEqual([
      'https://analytics.google.com/g/collect',
      PIXEL_OF_BUILDER,
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://connect.facebook.net/signals/config/1234567890',
      'https://googleads.g.doubleclick.net/pagead/viewthroughconversion/1/',
      'https://region1.google-analytics.com/g/collect',
      'https://td.doubleclick.net/td/rul/1',
      'https://www.facebook.com/tr/',
      'https://www.google-analytics.com/g/collect',
      `${GTM}/gtag/js`,
      `${GTM}/gtm.js`,
    ])
  // The builder counts from then on, also on the next page.
  const counted = () => outside.asked.filter((address) => address === PIXEL_OF_BUILDER).length
  expect(counted()).toBe(1)
  await openHome(page, store.url)
  await expect.poll(counted).toBeGreaterThan(1)
  expect(await openBank(page)).toEqual(['https://bank.example', 'paid'])

  await page.goto(`${store.url}/shop`)
  const soap = 'Neem & Tulsi Soap'
  await page.getByRole('article', { name: soap }).getByRole('link', { name: soap }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Checkout' }).click()
  // The product's page has a field for the PIN code too, until it is gone.
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveCount(1)
  await fillAddress(page)
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('KA')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('dialog', { name: 'Payment sheet' }).getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  expect(outside.violations).toEqual([])
})

test('BUILD-01 STAT-05 DATA-01 whoever says no is not counted by the builder either', async ({
  page,
  outside,
  builder,
  freshStore,
}) => {
  builder.entries.push({
    model: 'home-hero',
    data: { blocks: [textBlock('<h2>From the builder</h2>'), pixelBlock()] },
  })
  const store = await freshStore({ env: { STORE_PUBLIC_DIR: MEASURED_CLIENT.outDir, ...MEASURED_CLIENT.settings } })
  await page.goto(store.url)
  await page.getByRole('region', { name: 'Your privacy' }).getByRole('button', { name: 'Only necessary' }).click()
  await openHome(page, store.url)
  await settled(page)
  expect(outside.asked).toEqual([])
  expect(outside.violations).toEqual([])
})

/** As the builder's API adds to every entry. */
function pixelBlock(): unknown {
  return {
    '@type': '@builder.io/sdk:Element',
    id: 'builder-pixel-abc',
    tagName: 'img',
    properties: { src: `${PIXEL_OF_BUILDER}?apiKey=k`, alt: '', width: '0', height: '0' },
  }
}

test('SERVE-05 with nothing configured nobody else is loaded, asked or shown, and no inline script runs', async ({
  page,
  outside,
  watch,
}) => {
  watch.expectProblem(/Content Security Policy|net::ERR_BLOCKED_BY_CSP|Failed to fetch/)
  await page.goto('/')
  await page.evaluate(async () => {
    const add = (tag: string, fields: Record<string, string>) => {
      document.body.append(Object.assign(document.createElement(tag), fields))
    }
    add('script', { src: 'https://www.googletagmanager.com/gtm.js?id=GTM-EVIL' })
    add('script', { src: 'https://connect.facebook.net/en_US/fbevents.js' })
    add('script', { src: 'https://cdn.builder.io/o/assets/evil.js' })
    add('script', { src: 'data:text/javascript,ran=1' })
    add('script', { textContent: 'ran = 1' })
    add('img', { src: 'https://www.facebook.com/tr/' })
    add('iframe', { src: 'https://td.doubleclick.net/' })
    add('base', { href: 'https://bank.example/' })
    document.body.setAttribute('onclick', 'ran = 1')
    document.body.click()
    await fetch('https://www.google-analytics.com/g/collect', { mode: 'no-cors' }).catch(() => undefined)
  })
  await expect
    .poll(() => [...new Set(outside.violations.map((report) => report.split(' ').slice(0, 2).join(' ')))].sort())
    .toEqual([
      'base-uri https://bank.example/',
      'connect-src https://www.google-analytics.com/g/collect',
      'frame-src https://td.doubleclick.net',
      'img-src https://www.facebook.com/tr/',
      'script-src-attr inline',
      'script-src-elem data',
      'script-src-elem https://cdn.builder.io/o/assets/evil.js',
      'script-src-elem https://connect.facebook.net/en_US/fbevents.js',
      'script-src-elem https://www.googletagmanager.com/gtm.js?id=GTM-EVIL',
      'script-src-elem inline',
    ])
  expect(outside.asked).toEqual([])
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
