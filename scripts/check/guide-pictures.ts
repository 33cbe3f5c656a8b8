import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { signInToAdmin } from '../../e2e/tools/desk'
import { type RecordStore, startStore } from '../../tests/backend/record-store'
import { orderOf, placeOrder } from '../../tests/order'
import { buildClientIfChanged } from '../build/if-changed'
import { DIST_DIR, ROOT } from '../start/environment'
import { ensureBrowser } from './browser'

/**
 * `npm run guide`: the pictures of docs/merchandisers.md, from the admin screens of a demo store of its own. Look at
 * each before keeping it.
 */

interface Shot {
  name: string
  /** Behind `#`. */
  path: string
  act?: (page: Page) => Promise<unknown>
}

const SHOTS: Shot[] = [
  { name: 'desk-today', path: '/today' },
  { name: 'desk-packing', path: '/packing', act: (page) => page.getByLabel('Tick all shown').check() },
  { name: 'desk-sheet', path: '/sheet' },
  {
    name: 'desk-form',
    path: '/collections?collection=products',
    act: async (page) => {
      await page.getByText('Kantha Sling Bag').first().click()
      await page.getByText('Drag each picture').evaluate((words) => words.scrollIntoView({ block: 'center' }))
    },
  },
]

/** Invented, as the demo shop is. */
const SHOPPERS = [
  ['Meera Raghunathan', 'Bengaluru', 'KA', '560003'],
  ['Arjun Deshpande', 'Pune', 'MH', '411001'],
  ['Farah Qureshi', 'Lucknow', 'UP', '226001'],
  ['Lalitha Subramaniam', 'Chennai', 'TN', '600001'],
  ['Thomas Kurien', 'Kochi', 'KL', '682001'],
] as const

async function placeOrders(store: RecordStore): Promise<void> {
  const soaps = await store.guest().collection('products').getFullList({ filter: 'category = "soap" && price >= 180' })
  for (const [position, [name, city, state, pincode]] of SHOPPERS.entries()) {
    const product = soaps[position]?.id ?? ''
    const items = [{ product, quantity: position + 1, color: '' }]
    const { grand_total } = await store.guest().send('/api/store/quote', { method: 'POST', body: { items } })
    const contact = { name, email: `demo-${position}@example.in`, phone: `984501234${position}` }
    const address = { line1: '14, 3rd Cross', city, state, pincode }
    const change = { items, contact, address, payment_method: 'cod', expected_total: grand_total }
    await placeOrder(store.guest(), orderOf(product, change))
  }
}

await buildClientIfChanged()
const store = await startStore({ seed: 'demo', env: { STORE_PUBLIC_DIR: DIST_DIR } })
await placeOrders(store)
const { executablePath, args } = await ensureBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  const page = await browser.newPage({
    ...{ viewport: { width: 1280, height: 810 }, colorScheme: 'light', locale: 'en-IN', timezoneId: 'Asia/Kolkata' },
  })
  await signInToAdmin(page, store)
  const wanted = process.argv[2] ?? ''
  for (const { name, path, act } of SHOTS.filter((shot) => shot.name.includes(wanted))) {
    await page.goto(`${store.url}/_/#${path}`)
    await page.reload()
    await page.waitForLoadState('networkidle')
    await act?.(page)
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    await page.screenshot({ path: join(ROOT, `docs/images/${name}.jpg`), type: 'jpeg', quality: 80 })
    console.log(name)
  }
} finally {
  await browser.close()
  await store.stop()
}
