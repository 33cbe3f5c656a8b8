import type { BrowserContext, Page } from '@playwright/test'
import { hi } from '../../src/language/hi'
import { createTranslator } from '../../src/language/translator'
import { LANGUAGE_COOKIE } from '../../src/lib/before-code'
import type { NewUser, RecordStore } from '../../tests/backend/record-store'
import { ALSO_LONG, LONG } from '../../tests/long'
import { addressOf, type EveryPath, LOOKED_AT, MISSING, type Prepared, prepare } from '../tools/every-page'
import { alive, emptyPictures, expect, settled, signInElsewhere, test } from '../tools/store'

const html = (page: Page) => page.locator('html')
const footer = (page: Page) => page.getByRole('contentinfo')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens a page and waits until the browser has taken it over: what is pressed before that is lost. */
async function open(page: Page, path: string): Promise<string> {
  const answer = await page.goto(path, { waitUntil: 'domcontentloaded' })
  await alive(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return (await answer?.text()) ?? ''
}

test('LANG-01 the language chosen in the footer turns every page, and stays', async ({ page, context }) => {
  await open(page, '/auth/login')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en-IN')
  const english = footer(page).getByRole('button', { name: 'English' })
  await expect(english).toHaveAttribute('aria-pressed', 'true')

  await footer(page).getByRole('button', { name: 'हिन्दी' }).click()
  await expect(heading(page, 'साइन इन करें')).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'hi-IN')
  await expect(page).toHaveTitle('साइन इन करें · Sabun & Jhola')
  await expect(footer(page).getByRole('button', { name: 'हिन्दी' })).toHaveAttribute('aria-pressed', 'true')

  await settled(page)
  await page.getByRole('main').getByRole('link', { name: 'अकाउंट बनाएँ' }).click()
  await expect(heading(page, 'अकाउंट बनाएँ')).toBeVisible()
  await expect(page).toHaveTitle('अकाउंट बनाएँ · Sabun & Jhola')
  await page.reload()
  await expect(heading(page, 'अकाउंट बनाएँ')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/auth/forgot-password')
  await expect(heading(other, 'पासवर्ड याद नहीं')).toBeVisible()
  await expect(html(other)).toHaveAttribute('lang', 'hi-IN')
  await other.close()

  await english.click()
  await expect(heading(page, 'Create account')).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en-IN')
  await expect(page).toHaveTitle('Create account · Sabun & Jhola')
})

test('LANG-01 the language can be chosen in the phone’s menu', async ({ page }) => {
  await open(page, '/auth/login')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'हिन्दी' }).click()
  await expect(heading(page, 'साइन इन करें')).toBeVisible()
  await page.getByRole('button', { name: 'मेन्यू' }).click()
  await page.getByRole('dialog', { name: 'मेन्यू' }).getByRole('button', { name: 'English' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test.describe('in a browser that asks for Hindi', () => {
  // The tests' own browser says so where it keeps a worker out.
  test.use({ locale: 'hi-IN', serviceWorkers: 'allow' })

  test('LANG-02 the page arrives in Hindi, and the browser takes it over without a word', async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
    const answer = page.waitForResponse('**/shop')
    await open(page, '/shop')
    const served = await page.evaluate(async () => (await fetch('/shop')).text())
    expect(served).toContain('lang="hi-IN"')
    expect(served).toContain('सबसे ज़्यादा बिकने वाले')
    expect(served).toContain('कीमतें भारतीय रुपये में, सभी टैक्स सहित।')
    const vary = (await (await answer).headerValue('vary')) ?? ''
    expect(vary).toMatch(/accept-language/i)
    expect(vary).toMatch(/cookie/i)

    await page.getByRole('button', { name: 'मेन्यू' }).click()
    await expect(page.getByRole('dialog', { name: 'मेन्यू' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'hi-IN')
    expect(said).toEqual([])
  })

  test('LANG-02 a page whose words do not come is in English, whole', async ({ page, watch }) => {
    watch.expectProblem(/(hi|below-fold)-[^ ]+\.js/)
    const failed: string[] = []
    page.on('pageerror', ({ message }) => failed.push(message))
    await page.route(/assets\/(hi|below-fold)-[^/]+\.js/, (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Open cart' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'en-IN')
    await settled(page)
    const left = await page.locator('#root').evaluate(({ outerHTML }) => outerHTML.match(/[^"<>]*[\u0900-\u097f]+/g))
    expect(left?.filter((text) => !text.includes('हिन्दी')) ?? []).toEqual([])
    expect(failed).toEqual([])
  })
})

/** Of the page's own form: that of an offer's code is folded. */
const submit = (page: Page) =>
  page.getByRole('main').locator('form [type=submit]').filter({ visible: true }).first().click()
const problem = (page: Page) => page.getByRole('main').locator('[aria-invalid=true]').first()

async function sendEmpty(page: Page): Promise<void> {
  await submit(page)
  await expect(problem(page)).toBeVisible()
}

/** Opens what is not seen at once: forms, sheets, problems. */
const UNCOVER: Partial<Record<EveryPath, (page: Page) => Promise<void>>> = {
  '/': async (page) => {
    await page.getByRole('button', { name: 'मेन्यू' }).click()
    await expect(page.getByRole('dialog', { name: 'मेन्यू' })).toBeVisible()
  },
  // The sheet of the cart comes with it, and the checkout below has something to sell.
  '/product/:product': async (page) => {
    await page.getByRole('main').getByRole('button', { name: hi['Add to Cart'] }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  '/cart?items=:product.2~gone.1~lost': async (page) => {
    await expect(page.getByRole('list', { name: hi['Items of the shared cart'] })).toBeVisible()
  },
  '/checkout': sendEmpty,
  '/auth/login': sendEmpty,
  '/auth/login?mail=email#token=anything': sendEmpty,
  '/auth/signup': sendEmpty,
  '/auth/forgot-password': sendEmpty,
  '/auth/reset-password#token=anything': sendEmpty,
  '/profile': async (page) => {
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('ईमेल बदलें').click()
    await button('पता जोड़ें').click()
    await submit(page)
    await button('पता सेव करें').click()
    await expect(problem(page)).toBeVisible()
    await button('अकाउंट डिलीट करें').click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
}

/** Pages of an account; the order is opened as its owner here. */
const SIGNED_IN = LOOKED_AT.filter((path) => /^\/(profile|orders|order-confirmation)/.test(path))
const PUBLIC = LOOKED_AT.filter((path) => !SIGNED_IN.includes(path))

/**
 * What a page says, and where: the text itself, names for screen readers, hints in fields. What says its own language
 * is left out.
 */
function said(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const own = (element: Element) =>
      element.closest('script, style, noscript, svg, code, pre, textarea') !== null ||
      element.closest('[lang]') !== document.documentElement
    const take = (text: string | null | undefined) => found.add((text ?? '').replace(/\s+/g, ' ').trim())
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement && !own(node.parentElement)) take(node.textContent)
    }
    for (const element of document.body.querySelectorAll('*')) {
      if (own(element)) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) take(element.getAttribute(name))
    }
    take(document.title.split(' · ')[0])
    take(document.querySelector('meta[name="description"]')?.getAttribute('content'))
    return [...found].filter((text) => /[a-z]{2}/i.test(text))
  })
}

/** Records of the shop in one text: what merchandisers and shoppers wrote stays in their language. */
async function written(store: RecordStore, user: NewUser): Promise<string> {
  const guest = store.guest()
  const names = ['products', 'pages', 'posts', 'slider_images', 'homepage_config', 'store_settings', 'promotions']
  const records = await Promise.all(
    [...names, 'makers', 'promises', 'testimonials', 'reviews', 'review_comments', 'assets'].map((name) =>
      guest.collection(name).getFullList(),
    ),
  )
  const orders = await user.pb.collection('orders').getFullList()
  const people = await (await store.superuser()).collection('users').getFullList()
  return JSON.stringify([records, orders, people])
    .replace(/\\n|<[^>]*>|\s+/g, ' ')
    .replace(/\\"/g, '"')
    .toLowerCase()
}

/**
 * What is the same in every language, what is searched for, people of the demo shop, and the name of the contact
 * form's field for programs, which no person reaches.
 */
const NAMES = /^(English|nothing-like-it|Instagram|Facebook|YouTube|(you|name)@example\.in|Website|.+ \(demo)$/

const translator = createTranslator(hi)
/** The page says it although its Hindi stands in the catalogue. */
const untold = (text: string) => (translator.filled(text) ?? text) !== text
/** Nothing of it is Hindi, and nobody has written it. */
function english(text: string, records: string): boolean {
  const words = text.replace(/^[^a-z]+|[^a-z]+$/gi, '')
  return !/[\u0900-\u097f]/.test(text) && !NAMES.test(words) && !records.includes(words.toLowerCase())
}

const speakHindi = (context: BrowserContext, store: RecordStore) =>
  context.addCookies([{ name: LANGUAGE_COOKIE, value: 'hi', url: store.url }])

async function englishLeft(
  page: Page,
  paths: readonly EveryPath[],
  prepared: Prepared,
  records: string,
  opens = open,
): Promise<string[]> {
  const left: string[] = []
  for (const path of paths) {
    await opens(page, addressOf(path, prepared))
    await expect(html(page)).toHaveAttribute('lang', 'hi-IN')
    if (opens === open) await UNCOVER[path]?.(page)
    const texts = await said(page)
    left.push(...texts.filter((text) => untold(text) || english(text, records)).map((text) => `${path}: ${text}`))
  }
  return left
}

/** What is not seen in a page as it is served: all of it comes later, or waits for a press. */
const COMES_LATER = PUBLIC.filter((path) => path in UNCOVER || /^\/(builder|cart|track|webhook|no-such)/.test(path))

test(`LANG-03 nothing of the public pages is left in English${ALSO_LONG}`, async ({
  page,
  browser,
  context,
  store,
  watch,
}) => {
  test.slow()
  for (const path of MISSING) watch.expectProblem(path)
  await speakHindi(context, store)
  const user = await store.newUser('Meera Rao')
  const prepared = await prepare(user)
  const records = await written(store, user)
  const opened = LONG ? PUBLIC : COMES_LATER
  expect(await englishLeft(page, opened, prepared, records)).toEqual([])

  // The others as they are served: no script runs, and no picture is drawn.
  const served = await browser.newContext({ baseURL: store.url, javaScriptEnabled: false })
  await speakHindi(served, store)
  const still = await served.newPage()
  await emptyPictures(still)
  const others = PUBLIC.filter((path) => !opened.includes(path))
  const goto = async (page: Page, path: string) => {
    const at = new URL(path, store.url)
    at.searchParams.set('whole', '')
    return (await page.goto(at.href))?.text() ?? ''
  }
  expect(await englishLeft(still, others, prepared, records, goto)).toEqual([])
  await served.close()
})

test('LANG-03 nothing of the pages of an account is left in English @long', async ({ page, context, store }) => {
  test.slow()
  await speakHindi(context, store)
  const user = await store.newUser('Meera Rao')
  const prepared = await prepare(user)
  await page.goto('/auth/login')
  await signInElsewhere(page, user)
  expect(await englishLeft(page, SIGNED_IN, prepared, await written(store, user))).toEqual([])
})
