import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { LANGUAGES, languageAsked } from '../../src/language/choice'
import { hi } from '../../src/language/hi'
import { setLanguage } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'
import { liftLimits, startStore } from '../../tests/backend/record-store'
import { orderOf, placeOrder } from '../../tests/order'
import { buildClientIfChanged } from '../build/if-changed'
import { DIST_DIR, ROOT } from '../start/environment'
import { ensureBrowser } from './browser'
import { SHOTS, type Shot, type World } from './shots'

/**
 * `npm run screens`: pictures of every route and of every state that matters, into `screens/`, to be looked at.
 *
 * `npm run screens -- checkout` takes only the pictures whose name contains the word; `-- --widths 390,1920`,
 * `-- --language hi` and `-- --dark` (both modes of every page) draw them otherwise than usual. A file is called by
 * page, width, mode and language (`home-390-dark-hi.jpg`). Each shot is one page of a demo store of its own.
 */

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '360,768,1280' },
    language: { type: 'string', default: 'en' },
    dark: { type: 'boolean', default: false },
  },
})
const WIDTHS = options.widths.split(',').map(Number)
const LANGUAGE = languageAsked('', options.language)
if (LANGUAGE === 'hi') setLanguage(LANGUAGE, createTranslator(hi))

const SCREENS_DIR = join(ROOT, 'screens')
const HEIGHTS: Record<number, number> = { 360: 740, 390: 844, 768: 1024, 1280: 800, 1920: 1080 }
/** Shots taken at the same time. */
const HANDS = 2
/** A picture longer than this, px, is cut: nobody looks at the rest. */
const LONGEST = 9000

/** What a store needs for its pages to have something on them: a shopper with an order, an address and a review. */
async function makeWorld(): Promise<World> {
  const store = await startStore({ seed: 'demo', env: { STORE_PUBLIC_DIR: DIST_DIR } })
  await liftLimits(store)
  const soap = await store.product('Neem & Tulsi Soap')
  const bag = await store.product('Kantha Sling Bag')
  const { id, password } = await store.newUser('Meera Raghunathan')
  const email = 'meera.r@example.in'
  const users = (await store.superuser()).collection('users')
  await users.update(id, { email, verified: true })
  // Another address ends every session of an account.
  const pb = await users.impersonate(id, 3600)
  await pb.collection('addresses').create({
    user: id,
    label: 'Home',
    name: 'Meera Raghunathan',
    phone: '98450 12345',
    line1: '14, 3rd Cross, Malleshwaram',
    landmark: 'Opposite the flower market',
    city: 'Bengaluru',
    state: 'KA',
    pincode: '560003',
  })
  await pb.collection('addresses').create({
    user: id,
    label: 'Mother',
    name: 'Lakshmi Rao',
    phone: '99001 12233',
    line1: '2, Temple Street',
    city: 'Mysuru',
    state: 'KA',
    pincode: '570001',
  })
  await pb.collection('reviews').create({
    product: soap.id,
    rating: 4,
    title: 'Lasts well',
    content: 'One bar has lasted us six weeks. The tulsi is faint, which I like.',
  })
  const items = [
    { product: soap.id, quantity: 2, color: '' },
    { product: bag.id, quantity: 1, color: firstColour(bag) },
  ]
  const { grand_total } = await pb.send('/api/store/quote', { method: 'POST', body: { items } })
  const contact = { name: 'Meera Raghunathan', email, phone: '9845012345' }
  const address = { line1: '14, 3rd Cross, Malleshwaram', city: 'Bengaluru', state: 'KA', pincode: '560003' }
  const change = { items, contact, address, payment_method: 'cod', expected_total: grand_total }
  const order = await placeOrder(pb, orderOf(soap.id, change))
  const shopper = { id, email, password, token: pb.authStore.token, record: pb.authStore.record }
  return { store, soap, bag, shopper, order: order.id }
}

function firstColour(product: Record<string, unknown>): string {
  const colours = product.colors as { value?: string; name: string }[] | null
  return colours?.[0]?.value ?? colours?.[0]?.name ?? ''
}

function storage({ signedIn, cart }: Shot, { store, soap, bag, shopper }: World): BrowserContextOptions {
  const localStorage: { name: string; value: string }[] = []
  const line = (product: World['soap'], quantity: number, color: string) => {
    const { id, name, price, images, collectionId, category } = product
    const colours = product.colors as { value?: string; name: string }[] | null
    const color_name = colours?.find((colour) => colour.value === color)?.name
    return { productId: id, product: { id, name, price, images, collectionId, category, color_name }, quantity, color }
  }
  if (cart) {
    const lines = [line(soap, 2, ''), line(bag, 1, firstColour(bag))]
    if (cart === 'old') {
      lines[0] = line({ ...soap, price: 160 }, 2, '')
      lines.push(line(bag, 1, 'violet'))
    }
    localStorage.push({ name: 'sabun-and-jhola.cart.v1', value: JSON.stringify({ lines, changes: {} }) })
  }
  if (signedIn) {
    const { token, record } = shopper
    localStorage.push({ name: 'pocketbase_auth', value: JSON.stringify({ token, record }) })
  }
  return { storageState: { cookies: [], origins: [{ origin: store.url, localStorage }] } }
}

/** Pictures below the fold are fetched when they come near the view, so the page is walked through once. */
async function walkThrough(page: Page): Promise<void> {
  const step = (page.viewportSize()?.height ?? 800) / 2
  const end = Math.min(LONGEST, await page.evaluate(() => document.documentElement.scrollHeight))
  for (let y = 0; y < end; y += step) {
    await page.evaluate(async (top) => {
      window.scrollTo({ top, behavior: 'instant' })
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    }, y)
    await page.waitForFunction(() => [...document.images].every((picture) => picture.complete))
  }
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(150)
  await page.waitForLoadState('networkidle')
}

async function take(context: BrowserContext, shot: Shot, world: World, file: string): Promise<void> {
  const page = await context.newPage()
  await shot.arrange?.(page)
  await page.goto(world.store.url + shot.path(world), { waitUntil: 'domcontentloaded' })
  await page.locator('main').waitFor()
  if (shot.unsettled) await page.waitForTimeout(1500)
  // Failing calls are tried three times before a page says so.
  else await page.waitForLoadState('networkidle')
  if (shot.arrange && !shot.unsettled) await page.waitForTimeout(5000)
  if (!shot.fold && !shot.unsettled) await walkThrough(page)
  if (shot.act) {
    await shot.act(page, world)
    await page.waitForTimeout(900)
  }
  if (!shot.fold) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(400)
  }
  // Or what lies far below would be missing in the picture (`data-fresh` of index.css).
  await page.evaluate(() => delete document.documentElement.dataset.fresh)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (wide > 0) console.log(`  ${file}: ${wide} px wider than the screen`)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const size = page.viewportSize()
  await page.screenshot({
    path: join(SCREENS_DIR, file),
    type: 'jpeg',
    quality: 80,
    fullPage: !shot.fold,
    animations: 'disabled',
    ...(height > LONGEST && !shot.fold && size && { clip: { x: 0, y: 0, width: size.width, height: LONGEST } }),
  })
}

await buildClientIfChanged()
const { executablePath, args } = await ensureBrowser()
const world = await makeWorld()
// Letters stand as on a phone, not on whole pixels.
const browser = await chromium.launch({ executablePath, args: [...args, '--font-render-hinting=none'] })
const modesOf = (shot: Shot) => (shot.dark || options.dark ? (['light', 'dark'] as const) : (['light'] as const))
const work = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word))).flatMap(
  (shot) =>
    WIDTHS.filter((width) => width < 768 || !shot.phone).flatMap((width) =>
      modesOf(shot).map((mode) => ({ shot, width, mode })),
    ),
)
let failed = 0
try {
  if (wanted.length === 0) await rm(SCREENS_DIR, { recursive: true, force: true })
  await mkdir(SCREENS_DIR, { recursive: true })
  const hand = async () => {
    for (let next = work.shift(); next; next = work.shift()) {
      const { shot, width, mode } = next
      const file = `${shot.name}-${width}${mode === 'dark' ? '-dark' : ''}${LANGUAGE === 'en' ? '' : `-${LANGUAGE}`}.jpg`
      const context = await browser.newContext({
        ...storage(shot, world),
        viewport: { width, height: HEIGHTS[width] ?? 900 },
        deviceScaleFactor: width < 768 ? 2 : 1,
        isMobile: width < 1280,
        hasTouch: width < 1280,
        colorScheme: mode,
        reducedMotion: 'reduce',
        locale: LANGUAGES[LANGUAGE].lang,
        timezoneId: 'Asia/Kolkata',
        serviceWorkers: 'block',
      })
      try {
        await take(context, shot, world, file)
      } catch (error) {
        failed += 1
        console.log(`  ${file}: ${(error as Error).message.split('\n')[0]}`)
      } finally {
        await context.close()
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
} finally {
  await browser.close()
  await world.store.stop()
}
console.log(`Pictures are in ${SCREENS_DIR}${failed > 0 ? `, ${failed} could not be taken` : ''}`)
process.exitCode = failed > 0 ? 1 : 0
