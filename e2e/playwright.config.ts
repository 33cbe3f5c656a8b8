import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/browser'

const browser = findBrowser()

/** What these look at is the same whatever the screen: they run once, on the phone, and leave time for more. */
const ONE_SCREEN = [
  'accessibility-states',
  'account',
  'addresses',
  'analytics',
  'announcements',
  'before-code',
  'builder',
  'consent',
  'contact',
  'first-paint',
  'language',
  'merchandiser',
  'panels',
  'share',
  'static-host',
].map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: fileURLToPath(new URL('../scripts/end-to-end.ts', import.meta.url)),
  fullyParallel: true,
  workers: 2,
  // A test that passes the second time has found something.
  retries: 0,
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
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
    launchOptions: browser ? { executablePath: browser.executablePath, args: browser.args } : {},
  },
  projects: [
    {
      name: 'phone',
      // The same components whatever the screen: once is enough.
      testIgnore: [
        'hydration.spec.ts',
        'attack.spec.ts',
        'policy.spec.ts',
        'accessibility.spec.ts',
        'keyboard.spec.ts',
      ],
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        isMobile: true,
        hasTouch: true,
        userAgent:
          'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
      },
    },
    {
      name: 'desktop',
      // extremes sets its own sizes, 320 px above all.
      testIgnore: ['extremes.spec.ts', ...ONE_SCREEN],
      grepInvert: /@one-screen/,
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
