import './engine-globals'
import type { Query, QueryClient } from '@tanstack/react-query'
import { answerRequests } from '../api/answers'
import { createQueryClient } from '../api/query-client'
import { settingsOptions } from '../api/settings'
import { findRoute, startRequests } from '../app/route-start'
import { productOptions, visitSeedOptions } from '../features/catalog/queries'
import { relatedOptions } from '../features/catalog/related-queries'
import { promisesOptions } from '../features/home/features-section'
import { makersOptions } from '../features/home/makers-section'
import { homepageOptions } from '../features/home/queries'
import { testimonialsOptions } from '../features/home/testimonials-section'
import { reviewsOptions } from '../features/reviews/queries'
import { frameRequests } from '../features/site/queries'
import type { Catalogue } from '../language/catalogue'
import { LANGUAGES, type Language } from '../language/choice'
import { hi } from '../language/hi'
import { setLanguage } from '../language/text'
import { createTranslator } from '../language/translator'
import { forgetJobs, settle } from './engine-globals'
import { fillTemplate, render, type Stylesheet } from './entry-server'

export { firstDocument } from './first-document'

/** A page to render inside the record store. */
export interface PageJob {
  /** Path with its query. */
  url: string
  /** Address the store is reached at, such as `https://shop.example`, without a trailing slash. */
  origin: string
  language: Language
  /** The built `index.html`. */
  template: string
  /** The built stylesheets by their address, written into the page. */
  styles: Readonly<Record<string, Stylesheet>>
  /** Scripts the page will ask for, by address, so that they arrive beside the first one. */
  scripts: readonly string[]
  /** Number the shop's order is shuffled with (SHOP-02). */
  seed: number
  /**
   * What the record store's REST API would say to a guest: the answer as JSON, or null where it would say 404.
   * @throws when it cannot be told; the page is then not rendered
   */
  answer: (path: string, query: Readonly<Record<string, unknown>>) => unknown
}

export interface MadePage {
  html: string
  /** 404 when the address leads to nothing. */
  status: 200 | 404
}

/**
 * What a page shows that is the same for everybody, by the first part of its query's key: mostly collections.
 * Whatever else a page asks for is left to the browser.
 */
const PUBLIC = new Set<unknown>([
  'assets',
  'auth_methods',
  'homepage_config',
  'makers',
  'navbar_config',
  'pages',
  'posts',
  'products',
  'promises',
  'promotions',
  'reviews',
  'slider_images',
  'store_settings',
  'testimonials',
  'theme_settings',
])

const CATALOGUES: Record<Exclude<Language, 'en'>, Catalogue> = { hi }

function setPageLanguage(language: Language): void {
  setLanguage(language, language === 'en' ? undefined : createTranslator(CATALOGUES[language]))
}

/**
 * Renderings until every record of a page is there: one for what the route names, one for what those records lead to,
 * one to draw them.
 */
const MAX_ROUNDS = 4

/**
 * What browsers ask for with the code of what stands further down. Found only while the page is drawn, it would have
 * to be drawn again, which is nearly all of a page's time (docs/speed.md).
 */
function startLater(client: QueryClient, pathname: string): void {
  const { route, match } = findRoute(pathname) ?? {}
  if (route?.path === '/product/:id') {
    const id = match?.params.id ?? ''
    const product = client.getQueryData(productOptions(id).queryKey)
    if (!product) return
    void client.prefetchInfiniteQuery(reviewsOptions(id))
    if (product.category) void client.prefetchQuery(relatedOptions(product))
  }
  const sections = route?.path === '/' ? (client.getQueryData(homepageOptions().queryKey) ?? []) : []
  if (sections.includes('features')) void client.prefetchQuery(promisesOptions())
  if (sections.includes('features') || route?.path === '/about') void client.prefetchQuery(makersOptions())
  if (sections.includes('testimonials')) void client.prefetchQuery(testimonialsOptions())
}

/**
 * One whole page as HTML. Everything happens before it returns.
 * @throws when an answer cannot be had or the page cannot be drawn
 */
export function renderPage(job: PageJob): MadePage {
  const failures: unknown[] = []
  forgetJobs()
  setPageLanguage(job.language)
  answerRequests((path, query) => {
    try {
      return job.answer(path, query)
    } catch (error) {
      failures.push(error)
      throw error
    }
  })
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  client.setQueryData(visitSeedOptions().queryKey, job.seed)

  const at = job.url.indexOf('?')
  const url = { pathname: at < 0 ? job.url : job.url.slice(0, at), search: at < 0 ? '' : job.url.slice(at) }
  void client.prefetchQuery(settingsOptions())
  frameRequests(client)
  startRequests(client, url)
  settle()
  startLater(client, url.pathname)
  settle()

  for (let round = 1; ; round++) {
    const page = render(job.url, client, job.origin)
    settle()
    if (failures.length > 0) throw failures[0]
    const missing = client.getQueryCache().findAll({
      predicate: (query) => query.state.status === 'pending' && PUBLIC.has(query.queryKey[0]) && isWanted(query),
    })
    if (missing.length === 0) {
      // What throws inside a boundary is replaced by its spinner, silently.
      if (page.html.includes('<!--$!-->')) throw new Error('A part of the page could not be drawn')
      client.clear()
      const template = job.template.replace('<html lang="en-IN">', `<html lang="${LANGUAGES[job.language].lang}">`)
      return { html: fillTemplate(template, page, job.styles, job.scripts), status: page.found ? 200 : 404 }
    }
    if (round === MAX_ROUNDS)
      throw new Error(`The page waits for ${missing.map((query) => query.queryHash).join(', ')}`)
    for (const query of missing) query.fetch().catch(() => undefined)
    settle()
  }
}

/**
 * Whether the page wants the query now: while rendering nothing observes it, so what the page said of it is all there
 * is.
 */
function isWanted(query: Query): boolean {
  return (query.options as { enabled?: unknown }).enabled !== false
}
