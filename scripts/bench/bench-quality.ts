import { type BrowserContext, chromium } from '@playwright/test'
import PocketBase from 'pocketbase'
import { addressOf, keptCart, PATHS, prepare } from '../../e2e/tools/every-page'
import { CART_STORAGE_KEY } from '../../src/features/cart/cart-lines'
import { ensureBrowser } from '../check/browser'
import { benchTools, type LighthouseResult } from './bench-tools'

/**
 * Lighthouse's marks other than speed, for every route: as a guest in both languages, and signed in with a full cart.
 */

const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const

/**
 * Search engines are told to leave these out: Lighthouse's SEO counts a page of its own that says so as a mistake,
 * and cannot know better.
 */
const PRIVATE = [
  /^\/shop\?q=/,
  /^\/cart/,
  /^\/wishlist/,
  /^\/checkout/,
  /^\/order/,
  /^\/auth\//,
  /^\/profile/,
  /^\/webhook-test/,
  /^\/builder/,
]
/** Nothing stands here: the page or its record is answered with 404, and search engines leave it out as well. */
const LOST = [/nosuchproduct/, /nosuchletters/, /^\/no-such-page/]

/** Whoever is signed in is sent on, and that page names its own true address. */
const SENT_ON = /^\/auth\/(?:login|signup)/

/** What fails on such a page because it is as it should be. */
function meant(path: string, who: Quality['who']): string[] {
  if (who === 'signed in' && SENT_ON.test(path)) return ['is-crawlable', 'canonical']
  if (LOST.some((shape) => shape.test(path))) return ['is-crawlable', 'http-status-code', 'errors-in-console']
  return PRIVATE.some((shape) => shape.test(path)) ? ['is-crawlable'] : []
}

export interface Quality {
  path: string
  who: 'guest' | 'signed in'
  language: 'en' | 'hi'
  /** Marks out of 100, without the audits that fail on purpose. */
  accessibility: number
  'best-practices': number
  seo: number
  /** Audits left out here. */
  meant: string[]
  /** Audits that fail, with what they found. */
  failing: string[]
}

/** What Lighthouse points at: an element, a request, a sentence of the browser. */
function pointedAt(item: Record<string, unknown>): string {
  type Element = { selector?: string; snippet?: string; explanation?: string }
  const node = (item.node ?? (typeof item.source === 'object' ? item.source : undefined)) as Element | undefined
  if (node) return [node.selector, node.snippet, node.explanation?.replace(/\s+/g, ' ')].filter(Boolean).join(' ')
  return String(item.description ?? item.url ?? JSON.stringify(item))
}

function failures({ categories, audits }: LighthouseResult): string[] {
  return CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
    .map(({ id }) => {
      const found = (audits[id]?.details?.items ?? []).slice(0, 5).map(pointedAt)
      return [`${id}: ${audits[id]?.title}`, ...found].join('\n      ')
    })
}

/** A shopper with an order and a cart: where paths lead to, and what their browser keeps. */
async function shopper(url: string) {
  const pb = new PocketBase(url)
  const account = { email: 'meera.r@example.in', password: 'meera and a long one' }
  await pb.collection('users').create({ ...account, passwordConfirm: account.password, name: 'Meera Rao' })
  await pb.collection('users').authWithPassword(account.email, account.password)
  const prepared = await prepare({ pb })
  const { token, record } = pb.authStore
  const kept = {
    [CART_STORAGE_KEY]: keptCart(prepared.product),
    pocketbase_auth: JSON.stringify({ token, record }),
  }
  return { prepared, kept }
}

/**
 * @param url of a store with the demo catalogue
 * @param word of the paths to look at; all without it
 */
export async function measureQuality(url: string, word: string): Promise<Quality[]> {
  const { lighthouse, launch } = await benchTools()
  const { executablePath, args } = await ensureBrowser()
  const { prepared, kept } = await shopper(url)
  const rounds = [
    { who: 'guest', language: 'en' },
    { who: 'guest', language: 'hi' },
    { who: 'signed in', language: 'en' },
  ] as const
  const all: Quality[] = []
  for (const { who, language } of rounds) {
    const flags = [...args, '--headless=new', '--disable-gpu', '--disable-quic', `--accept-lang=${language}-IN`]
    const chrome = await launch({ chromePath: executablePath, chromeFlags: flags, logLevel: 'error' })
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`)
    try {
      if (who === 'signed in') await keep(browser.contexts()[0] as BrowserContext, url, kept)
      for (const path of PATHS.filter((one) => one.includes(word))) {
        const result = await lighthouse(url + addressOf(path, prepared), {
          port: chrome.port,
          output: 'json',
          logLevel: 'error',
          onlyCategories: CATEGORIES,
          skipAudits: meant(path, who),
          // Nothing is timed: this one waits least for a page to be quiet.
          throttlingMethod: 'simulate',
          ignoreStatusCode: true,
          // What the shopper carries from page to page; a guest arrives with nothing.
          disableStorageReset: who === 'signed in',
          extraHeaders: { 'Accept-Language': `${language}-IN` },
        })
        if (!result) throw new Error(`No result for ${path}`)
        if (result.lhr.runtimeError) throw new Error(`${path}: ${result.lhr.runtimeError.message}`)
        const mark = (name: (typeof CATEGORIES)[number]) => Math.round(100 * (result.lhr.categories[name]?.score ?? 0))
        const marks = {
          accessibility: mark('accessibility'),
          'best-practices': mark('best-practices'),
          seo: mark('seo'),
        }
        all.push({ path, who, language, ...marks, meant: meant(path, who), failing: failures(result.lhr) })
        process.stderr.write(`\r${who} ${language} ${path}`.padEnd(70))
      }
    } finally {
      await browser.close()
      chrome.kill()
    }
  }
  process.stderr.write('\r'.padEnd(70))
  return all
}

async function keep(context: BrowserContext, url: string, kept: Record<string, string>): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${url}/about`)
  await page.evaluate((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value)
  }, kept)
  await page.close()
}
