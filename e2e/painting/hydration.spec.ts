import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { QueryClient } from '@tanstack/react-query'
import { build } from 'vite'
import { ROOT } from '../../scripts/start/environment'
import type * as Entry from '../tools/hydration-entry'
import { expect, settled, test } from '../tools/store'

test.use({ browserCache: false })

/**
 * "Same records, same HTML": every public page is rendered in Node from the records of a running store and hydrated
 * in a browser by a development build of React, which reports every text and attribute that differs. The fixture
 * fails on `console.error`.
 */
const PAGES: [path: string, servedText: string][] = [
  ['/', 'Neem &amp; Tulsi Soap'],
  ['/shop', 'Jute Market Tote'],
  ['/shop?category=bag&sort=price&q=tote', 'Block-Print Tote'],
  ['/bestsellers', 'Jute Market Tote'],
  ['/new-arrivals', 'Canvas Backpack'],
  ['/about', 'soap'],
  ['/gifting', 'Soap Gift Box of Four'],
  ['/blog', '/blog/'],
  ['/contact', 'Contact'],
  ['/contact-us', 'Contact'],
  ['/shipping-policy', 'parcel'],
  ['/terms-and-conditions', 'rupees'],
  ['/cancellations-refunds', 'refund'],
  ['/privacy-policy', 'address'],
  ['/cart', 'Your cart'],
  ['/cart?items=any', 'A cart shared with you'],
  ['/checkout', 'Checkout'],
  ['/order-confirmation/unknown00000000', '<main'],
  ['/track-order', 'Order number'],
  ['/auth/login', 'Password'],
  ['/auth/login?returnTo=%2Fprofile', 'Password'],
  ['/auth/login?mail=verify', 'Confirm email'],
  ['/auth/login?mail=email', 'Confirm new email'],
  ['/auth/login?mail=erase', 'Delete account for good'],
  ['/auth/signup', 'Confirm password'],
  ['/auth/forgot-password', 'Email'],
  ['/auth/reset-password', 'assword'],
  ['/webhook-test', 'webhook'],
  ['/builder/any', '<main'],
  ['/builder-example', '<main'],
  ['/no/such/page', 'Page not found'],
]

interface Built {
  entry: typeof Entry
  clientDir: string
  template: string
}

/** Both sides as a development build: React's production build is silent about attributes that differ. */
async function buildBothSides(worker: number): Promise<Built> {
  const outDir = join(ROOT, 'node_modules/.cache', `hydration-${worker}`)
  const shared = {
    root: ROOT,
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
  } as const
  const plain = { minify: false, emptyOutDir: true, manifest: false } as const
  await build({ ...shared, build: { ...plain, outDir: join(outDir, 'client') } })
  await build({
    ...shared,
    build: { ...plain, outDir: join(outDir, 'server'), ssr: 'e2e/tools/hydration-entry.ts', copyPublicDir: false },
  })
  const entry = await import(pathToFileURL(join(outDir, 'server/hydration-entry.js')).href)
  return {
    entry,
    clientDir: join(outDir, 'client'),
    template: await readFile(join(outDir, 'client/index.html'), 'utf8'),
  }
}

/**
 * Renders, fetches what the page asked the cache for, and renders again until nothing is missing. Orders are nobody's
 * to render but the shopper's browser.
 */
async function renderFilled(entry: typeof Entry, path: string, origin: string) {
  const client: QueryClient = entry.createQueryClient()
  const { pathname, search } = new URL(path, origin)
  await entry.startRoute(client, { pathname, search })
  for (let round = 0; round < 5; round++) {
    const page = entry.render(path, client, origin)
    const missing = client
      .getQueryCache()
      .findAll({ predicate: (query) => query.state.status === 'pending' && query.queryKey[0] !== 'orders' })
    if (missing.length === 0) return page
    await Promise.allSettled(missing.map((query) => query.fetch()))
  }
  return entry.render(path, client, origin)
}

test.describe('same records, same HTML', () => {
  test.describe.configure({ timeout: 180_000 })

  test('ROUTE-01 ROUTE-22 PAINT-02 every public page is rendered from records in Node and hydrated without a difference @long', async ({
    freshStore,
    page,
    watch,
  }, info) => {
    const { entry, clientDir, template } = await buildBothSides(info.workerIndex)
    const store = await freshStore({ env: { STORE_PUBLIC_DIR: clientDir } })
    const products = await store.guest().collection('products').getList(1, 1, { filter: "name ~ 'Kantha'" })
    const product = products.items[0]
    const post = (await store.guest().collection('posts').getList(1, 1)).items[0]
    const pages: [string, string][] = [
      ...PAGES,
      [`/product/${product?.id}`, 'Kantha Sling Bag'],
      [`/blog/${post?.slug}`, 'main'],
    ]

    watch.expectProblem('/api/store/orders/unknown00000000')
    const platformFetch = globalThis.fetch
    globalThis.fetch = (input, init) =>
      platformFetch(typeof input === 'string' && input.startsWith('/') ? store.url + input : input, init)
    let html = ''
    await page.route('**/*', (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body: html })
        : route.fallback(),
    )
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () =>
        Object.assign(window, { served: document.querySelector('main') }),
      )
    })
    try {
      for (const [path, servedText] of pages) {
        await test.step(path, async () => {
          const rendered = await renderFilled(entry, path, store.url)
          html = entry.fillTemplate(template, rendered)
          expect(rendered.html).toContain(servedText)
          expect(html).toContain('id="query-state"')
          await page.goto(store.url + path)
          await expect(page.getByRole('banner')).toBeVisible()
          await expect(page.getByRole('contentinfo')).toBeVisible()
          await settled(page)
          const kept = await page.evaluate(
            () => document.querySelector('main') === (window as unknown as { served: Element }).served,
          )
          expect(kept, `${path}: the served page is the hydrated one`).toBe(true)
        })
      }
    } finally {
      globalThis.fetch = platformFetch
    }
  })
})
