import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/check/browser'
import { LONG } from '../tests/long'

const browser = findBrowser()

const specs = (names: string[]) => names.map((name) => `${name}.spec.ts`)

/** What these look at is the same whatever the screen: they run once, on the phone, and leave time for more. */
const ONE_SCREEN = specs([
  'accessibility-states',
  'account',
  'addresses',
  'analytics',
  'announcements',
  'before-code',
  'builder',
  'consent',
  'contact',
  'desk',
  'first-paint',
  'language',
  'merchandiser',
  'offline',
  'overlays',
  'panels',
  'product',
  'share',
  'static-host',
])

/**
 * The same components whatever the screen as well, in another arrangement: on the phone for each change, on the
 * desktop before a release. That every page is sound and usable there is seen for each change by accessibility and
 * keyboard (a whole purchase).
 */
const DESKTOP_AT_LENGTH = specs([
  'cart',
  'checkout',
  'delivery',
  'first-document',
  'frame',
  'home',
  'offer-code',
  'orders',
  'payment',
  'purchase',
  'reminder',
  'reviews',
  'routes',
  'theme',
  'wishlist',
])

/** The same components whatever the screen: once is enough. */
const DESKTOP_ONLY = specs([
  'hydration',
  'attack',
  'policy',
  'accessibility',
  'keyboard',
  'label',
  'forms',
  'packing',
  'packing-courier',
  'desk-csv',
  'desk-products',
  'desk-orders',
  'diwali',
  'presses',
  'price-plans',
  'feed',
  'look',
  'preview',
  'promotions',
  'pins',
  'first-sale',
  'staff',
])

/** Tests for `npm run test:long` alone carry this in their title. */
const AT_LENGTH = /@long/

/**
 * The browser finds no name but this machine's. To refuse requests in Playwright instead, each would wait for it and no
 * page would have the browser's cache.
 */
const THIS_MACHINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'

const DESKTOP = { viewport: { width: 1280, height: 800 } }

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: fileURLToPath(new URL('../scripts/check/end-to-end.ts', import.meta.url)),
  fullyParallel: true,
  // Many a test waits, as for what a page does when it has settled: a third one uses that time of two cores.
  workers: 3,
  // One that passes the second time has found something: `npm test` says what, and bears few (scripts/check/test.ts).
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  // Room for a slow or busy machine; what is right arrives long before.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    serviceWorkers: 'block',
    // `--trace on` shows a failure step by step; recorded always, it takes a quarter of the time.
    screenshot: 'only-on-failure',
    launchOptions: { ...browser, args: [...(browser?.args ?? []), THIS_MACHINE] },
  },
  projects: [
    {
      name: 'phone',
      testIgnore: DESKTOP_ONLY,
      ...(LONG ? { grep: AT_LENGTH } : { grepInvert: AT_LENGTH }),
      use: {
        // One dot for each pixel: to draw a phone's four takes an eighth of the time. What is about them sets its own.
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent:
          'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      },
    },
    {
      name: 'desktop',
      // extremes sets its own sizes, 320 px above all.
      testIgnore: [...specs(['extremes']), ...ONE_SCREEN, ...DESKTOP_AT_LENGTH],
      ...(LONG ? { grep: AT_LENGTH, grepInvert: /@one-screen/ } : { grepInvert: [/@one-screen/, AT_LENGTH] }),
      use: DESKTOP,
    },
    ...(LONG ? [{ name: 'desktop again', testMatch: DESKTOP_AT_LENGTH, grepInvert: /@one-screen/, use: DESKTOP }] : []),
  ],
})
