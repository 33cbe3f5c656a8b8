import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { type RecordStore, SUPERUSER_EMAIL, SUPERUSER_PASSWORD, startStore } from '../../tests/backend/record-store'
import { ROOT } from '../start/environment'
import { ensureBrowser } from './browser'

/**
 * `npm run guide`: the pictures of docs/merchandisers.md, from the admin screens of a demo store of its own. Look at
 * each before keeping it.
 */

interface Shot {
  name: string
  collection: string
  /** The record whose panel is open, by a word of its row. `new` for an empty panel; none for the list. */
  record?: string
  /** What a field says of itself that is brought to the middle of the panel. */
  said?: string
}

const SHOTS: Shot[] = [
  { name: 'admin-list', collection: 'products' },
  { name: 'admin-product', collection: 'products', record: 'Market Jhola' },
  { name: 'admin-order', collection: 'orders', record: 'Meera', said: 'Where the order stands.' },
  { name: 'admin-homepage', collection: 'homepage_config', record: 'usual order' },
  { name: 'admin-colours', collection: 'theme_settings', record: 'Warm Brown' },
  { name: 'admin-offer', collection: 'special_offers', record: 'festive potli' },
  { name: 'admin-stock', collection: 'stock_movements', record: 'new' },
]

async function placeOrder(store: RecordStore): Promise<void> {
  const soap = await store.guest().collection('products').getFirstListItem('name = "Neem & Tulsi Soap"')
  await store.guest().send('/api/store/orders', {
    method: 'POST',
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: {
      items: [{ product: soap.id, quantity: 2, color: '' }],
      contact: { name: 'Meera Raghunathan', email: 'meera.r@example.in', phone: '9845012345' },
      address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003' },
      payment_method: 'cod',
      expected_total: 36000,
    },
  })
}

const store = await startStore({ seed: 'demo' })
await placeOrder(store)
const { executablePath, args } = await ensureBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 810 }, colorScheme: 'light', locale: 'en-IN' })
  await page.goto(`${store.url}/_/`)
  await page.getByRole('textbox', { name: 'Email' }).fill(SUPERUSER_EMAIL)
  await page.getByRole('textbox', { name: 'Password' }).fill(SUPERUSER_PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const wanted = process.argv[2] ?? ''
  for (const { name, collection, record, said } of SHOTS.filter((shot) => shot.name.includes(wanted))) {
    await page.goto(`${store.url}/_/#/collections?collection=${collection}`)
    await page.reload()
    await page.waitForLoadState('networkidle')
    if (record === 'new') await page.getByRole('button', { name: 'New record' }).click()
    else if (record) await page.getByText(record).first().click()
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    if (said) {
      await page
        .getByText(said)
        .first()
        .evaluate((element) => element.scrollIntoView({ block: 'center' }))
    }
    await page.screenshot({ path: join(ROOT, `docs/images/${name}.jpg`), type: 'jpeg', quality: 80 })
    console.log(name)
  }
} finally {
  await browser.close()
  await store.stop()
}
