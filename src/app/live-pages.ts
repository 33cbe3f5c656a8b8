import { type DehydratedState, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { RECORD_STORE_URL } from '@/api/client'
import { inTime } from '@/api/in-time'
import { BUILD_HEADER, type Changes, NEWS_HEADER, NEWS_PATH } from '@/domain/site/changes'
import { visitSeedOptions } from '@/features/catalog/queries'
import { LANGUAGE_HEADER } from '@/lib/before-code'
import { sameShape } from '@/lib/same-shape'
import { thisBuild } from '@/lib/this-build'

/** How long the records of a page may take to come, ms; what was saved is seen at the next change or visit. */
const ANSWER_MS = 10_000

/** What follows from a collection, by the first part of a query's key, where it is more than its own records. */
const FOLLOWS: { [collection: string]: readonly string[] } = {
  delivery_rules: ['store_quote'],
  price_plans: ['products', 'deliverable_bestsellers', 'store_quote'],
  products: ['products', 'deliverable_bestsellers', 'store_quote'],
  promotions: ['promotions', 'products', 'deliverable_bestsellers', 'store_quote'],
  review_comments: ['reviews'],
  store_settings: ['store_settings', 'store_quote'],
}
const SEED = hashKey(visitSeedOptions().queryKey)

interface Answer {
  queryKey: QueryKey
  data: unknown
}

/** What would move under the thumb, and waits for a word. */
export type Waiting = 'nothing' | 'prices' | 'page'

export interface LivePages {
  /** @param changes undefined: nobody knows what has changed */
  heard(changes: Changes | undefined): Promise<void>
  /** Shows what has waited. */
  show(): void
}

/**
 * Keeps the open page as the shop is (LIVE-06). What takes the place of what was there is shown at once; what would
 * move what is in view waits until `show`. What pages bring along comes as one answer that the store keeps for
 * everybody, the rest is asked for as ever.
 * @param waits told whenever that changes
 */
export function livePages(client: QueryClient, waits: (waiting: Waiting) => void): LivePages {
  const page = firstPage()
  let held: Answer[] = []
  let asking: Promise<void> | undefined
  const gathered: (Changes | undefined)[] = []

  const known = (queryKey: QueryKey) => client.getQueryData(queryKey)
  const take = (answers: Answer[]) => {
    for (const { queryKey, data } of answers) client.setQueryData(queryKey, data)
  }
  /** Shows them where nothing in view moves by that, and answers with what would have moved it. */
  const takeIfStill = async (answers: Answer[]): Promise<Answer[]> => {
    if (answers.length === 0) return []
    const old = answers.map(({ queryKey }) => ({ queryKey, data: known(queryKey) }))
    const before = inView()
    take(answers)
    await drawn()
    if (!before.some(hasMoved)) return []
    take(old)
    return answers
  }
  const offer = async (answers: Answer[]) => {
    const changed = answers.filter(
      ({ queryKey, data }) => hashKey(queryKey) !== SEED && JSON.stringify(known(queryKey)) !== JSON.stringify(data),
    )
    const stays = ({ queryKey, data }: Answer) =>
      client.getQueryCache().find({ queryKey })?.isActive() !== true || sameShape(known(queryKey), data)
    take(changed.filter(stays))
    held = await takeIfStill(changed.filter((answer) => !stays(answer)))
    const ofPrices = held.some(({ queryKey, data }) => pricesDiffer(known(queryKey), data))
    waits(held.length === 0 ? 'nothing' : ofPrices ? 'prices' : 'page')
  }
  const ask = async (heard: readonly (Changes | undefined)[]) => {
    const names = heard.flatMap((one) => one?.changed.map((what) => what.replace(/\/.*/, '')) ?? ['store_quote'])
    const heads = new Set<unknown>(names.flatMap((name) => FOLLOWS[name] ?? [name]))
    // What is to be paid does not wait until the page has been drawn.
    if (heads.delete('store_quote')) void client.invalidateQueries({ queryKey: ['store_quote'] })
    const answers = await page.ask(!heard.includes(undefined))
    if (answers) await offer(answers)
    await client.invalidateQueries({
      predicate: ({ queryKey, queryHash }) => heads.has(queryKey[0]) && !page.brings(queryHash),
    })
  }

  return {
    async heard(changes) {
      if (changes && changes.within > 0) await new Promise((done) => setTimeout(done, Math.random() * changes.within))
      gathered.push(changes)
      await asking
      // What came while the page was asking is asked for once, by whoever is first.
      if (gathered.length > 0) asking = ask(gathered.splice(0)).catch(() => undefined)
      await asking
    },
    show() {
      take(held)
      held = []
      waits('nothing')
    },
  }
}

/** What a change of the cache draws: the cache tells in a task of its own, and React draws at its end. */
const drawn = () => new Promise((done) => setTimeout(done))

/** Elements in view, a few from everywhere, and where they stand. */
function inView(): { element: Element; at: DOMRect }[] {
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
  return parts.flatMap((x) =>
    parts.flatMap((y) => {
      const element = document.elementFromPoint(window.innerWidth * x, window.innerHeight * y)
      return element ? [{ element, at: element.getBoundingClientRect() }] : []
    }),
  )
}

/** Half of what a finger needs, px: so far to the side, and a press would be another thing's. */
const ASIDE = 22

function hasMoved({ element, at }: ReturnType<typeof inView>[number]): boolean {
  const { top, left } = element.getBoundingClientRect()
  return element.isConnected && (Math.abs(top - at.top) > 1 || Math.abs(left - at.left) > ASIDE)
}

/** Whether a thing that is in both costs something else. */
function pricesDiffer(old: unknown, fresh: unknown): boolean {
  const known = pricesIn(old)
  return [...pricesIn(fresh)].some(([id, price]) => known.has(id) && known.get(id) !== price)
}

function pricesIn(data: unknown, found = new Map<unknown, unknown>()): Map<unknown, unknown> {
  if (typeof data !== 'object' || data === null) return found
  if ('id' in data && 'price' in data) found.set(data.id, data.price)
  for (const part of Object.values(data)) pricesIn(part, found)
  return found
}

/** The records of the open page: those it came with, and then those the store has for its address. */
function firstPage() {
  const script = document.getElementById('query-state')
  const answersOf = (json: string): Answer[] =>
    (JSON.parse(json) as DehydratedState).queries.map(({ queryKey, state: { data } }) => ({ queryKey, data }))
  const hashes = (answers: Answer[]) => new Set(answers.map(({ queryKey }) => hashKey(queryKey)))
  let at = here()
  let version = script?.dataset.version ?? ''
  let brought = hashes(script?.textContent ? answersOf(script.textContent) : [])
  let news = ''
  return {
    brings: (queryHash: string) => at === here() && brought.has(queryHash),
    /**
     * Undefined when they are as they were, or the store does not draw this page.
     * @param told of a change: where the store has a file of the page, it is right
     */
    async ask(told: boolean): Promise<Answer[] | undefined> {
      // Of another origin's answer the version cannot be read.
      if (RECORD_STORE_URL !== '') return undefined
      const asked = here()
      if (asked !== at) {
        at = asked
        version = ''
        brought = new Set()
        news = ''
      }
      const state = (told && news && (await newsOf(news, version))) || (await stateOf(asked, version))
      if (at !== asked) return undefined
      news = state.news ?? news
      // Of what was deleted there is no page: its records have to be asked for, to find that they are gone.
      if (state.gone) brought = new Set()
      // Records in the shape of a newer build are not for this page's code (DEPLOY-03).
      if (state.json === '' || state.build !== thisBuild()) return undefined
      version = state.version
      const answers = answersOf(state.json)
      brought = hashes(answers)
      return answers
    },
  }
}

/** The store may still be drawing the page: asked again after this long, ms, twice as long each time, and so often. */
const AGAIN_MS = 300
const TRIES = 6

interface State {
  build: string
  version: string
  /** Empty: as it was, or not to be had. */
  json: string
  /** The store draws no page here any more, or has had no time to. */
  gone?: boolean
  /** What files of it are called, where that is known. */
  news?: string
}

const get = (path: string, headers: Record<string, string> = {}) =>
  inTime(fetch(path, { headers, cache: 'no-store' }), ANSWER_MS)

async function stateOf(at: string, version: string): Promise<State> {
  for (let tries = 1; ; tries++) {
    const answer = await get(`/api/store/page?at=${encodeURIComponent(at)}`, {
      // Of the open page, also where another was chosen meanwhile, in another tab: some answers are put in words.
      [LANGUAGE_HEADER]: document.documentElement.lang,
      ...(version && { 'If-None-Match': `"${version}"` }),
    })
    const said = (name: string) => answer.headers.get(name) ?? ''
    if (answer.status !== 202 || tries === TRIES)
      return {
        ...{ build: said(BUILD_HEADER), version: said('ETag').replace(/\W/g, ''), news: said(NEWS_HEADER) },
        json: answer.status === 200 ? await answer.text() : '',
        gone: answer.status === 204 || answer.status === 202,
      }
    await new Promise((done) => setTimeout(done, AGAIN_MS * 2 ** (tries - 1) * (0.5 + Math.random())))
    // Looked at again, it asks anew.
    if (document.visibilityState === 'hidden') throw answer
  }
}

/** The same from the store's files, which cost it next to nothing; undefined where they are not there. */
async function newsOf(name: string, known: string): Promise<State | undefined> {
  if (typeof DecompressionStream !== 'function') return undefined
  const said = await get(NEWS_PATH + name)
  const [version = '', build = ''] = said.ok ? (await said.text()).split(' ') : []
  if (!build) return undefined
  if (version === known) return { build, version, json: '' }
  const { ok, body } = await get(`${NEWS_PATH}${name}.${version}`)
  if (!ok || !body) return undefined
  return { build, version, json: await new Response(body.pipeThrough(new DecompressionStream('gzip'))).text() }
}

const here = () => window.location.pathname + window.location.search
