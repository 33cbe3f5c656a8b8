import { readdir, readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import { shared } from '../shared'
import { requestOf, type Spoiling, spoiling } from './requests'
import { type OrderKey, registeredRoutes, type Skeleton, skeletons } from './routes'
import { expectUnharmed, logOf, openAttackedShop, VICTIMS_WORDS } from './shop'
import { RUNS, tallyOf } from './tally'
import { type Answer, faultsOf, send } from './wire'

vi.setConfig({ testTimeout: 120 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('random requests')
const SEED = Number(process.env.ATTACK_SEED ?? (process.env.ATTACK_RUNS ? Date.now() % 2 ** 31 : 20_251_120))
const ORDERS = 12
/** Routes that are asked at the same time. */
const AT_ONCE = 4

const shop = shared(openAttackedShop)
const orders: OrderKey[] = []

beforeAll(async () => {
  for (let count = 0; count < ORDERS; count++) orders.push(await shop.placeOnline(shop.products[count % 3] ?? ''))
})

/** Memory and open files of the store's process, where the system tells. */
async function held(): Promise<{ megabytes: number; files: number } | null> {
  try {
    const status = await readFile(`/proc/${shop.store.pid()}/status`, 'utf8')
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
    return { megabytes: Math.round(kilobytes / 1024), files: (await readdir(`/proc/${shop.store.pid()}/fd`)).length }
  } catch {
    return null
  }
}

test('every route of the hooks has a good request to start from', async () => {
  const known = Object.keys(skeletons(shop, () => orders[0] as OrderKey)).sort()
  expect(known).toEqual(await registeredRoutes())
})

test('the good requests are taken', async () => {
  for (const [route, make] of Object.entries(skeletons(shop, () => orders[0] as OrderKey))) {
    const good = {
      method: null,
      part: null,
      query: null,
      who: 'attacker',
      token: 'own',
      type: null,
      key: null,
    } as const
    const asked = requestOf(route, make(), { ...good, body: { changes: [] }, signed: true }, session())
    const { status, text } = await send(shop.store.url, asked)
    expect([route, status, text.slice(0, 300)]).toEqual([
      route,
      expect.toSatisfy((found) => refusedWith(route)?.includes(found) ?? found < 400),
      expect.any(String),
    ])
  }
})

const session = () => shop.attacker.pb.authStore.token

/** Routes whose good request is still refused, by what it says: it stops as deep as a stranger's gets. */
const REFUSED: Record<string, number[]> = {
  'GET /{path...}': [200, 404],
  'GET /api/store/news/{path...}': [404],
  'GET /api/store/orders/{id}/bill': [404],
  'POST /.mails/send': [404],
  'POST /.live/tell': [404],
  'POST /.pages/gzip': [404],
  'POST /.pictures/failed': [404],
  'POST /.pictures/made': [404],
  'POST /.pictures/next': [404],
  'POST /.pictures/waiting': [404],
  'POST /api/store/account/deletion': [400],
  'POST /api/store/account/deletion/confirm': [400],
  'POST /api/store/alerts/confirm': [404],
  'POST /api/store/alerts/cart/confirm': [404],
  'POST /api/store/newsletter/confirm': [404],
  'POST /api/store/newsletter/leave': [404],
  'POST /api/store/orders/{id}/payment/test': [404],
  'POST /api/store/orders/{id}/payment': [200, 409],
  'POST /api/store/orders/{id}/payment/verify': [400],
}

/** To whoever is not at the maker's desk there is none. */
const refusedWith = (route: string) => (route.includes(' /api/store/desk/') ? [404] : REFUSED[route])

test(`GUARD-11 random requests at every route (${RUNS} each, seed ${SEED})`, async () => {
  const routes = await registeredRoutes()
  let turn = 0
  const make = skeletons(shop, () => orders[turn++ % orders.length] as OrderKey)
  /** What one spoilt request did wrong; an order that was placed after all is used from then on. */
  const attack = async (route: string, chosen: Spoiling): Promise<string[]> => {
    const asked = requestOf(route, (make[route] as () => Skeleton)(), chosen, session())
    let answer: Answer
    try {
      answer = await send(shop.store.url, asked)
    } catch (error) {
      return [`no answer: ${(error as Error).message}`]
    }
    const api = route !== 'GET /{path...}' && asked.method !== 'HEAD'
    // What PocketBase makes of an exception in a hook: a refusal that nobody has written.
    const unwritten = answer.text.includes('Something went wrong while processing your request.')
    if (unwritten) return [`an exception: ${answer.status} ${answer.text} (${await logOf(shop, asked.path)})`]
    return faultsOf(answer, {
      strangers: VICTIMS_WORDS,
      api: api && String(answer.headers['content-type']).includes('json'),
    })
  }
  const run = async (route: string, runs: number) => {
    const property = fc.asyncProperty(spoiling, async (chosen) => {
      tally.tried++
      const faults = await attack(route, chosen)
      if (faults.length > 0) throw new Error(faults.join('\n'))
    })
    const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
      seed: SEED + routes.indexOf(route),
      numRuns: runs,
    })
    if (failed)
      tally.findings.push(
        `${route}, ATTACK_SEED=${SEED}, path ${counterexamplePath}: ${(errorInstance as Error).message}\nafter ${fc.stringify(counterexample?.[0])}`,
      )
  }
  const all = async (runs: number) => {
    const waiting = [...routes]
    const work = async () => {
      for (let route = waiting.shift(); route; route = waiting.shift()) await run(route, runs)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
  // The first tenth brings the engines and caches to what they hold for good.
  const warming = Math.ceil(RUNS / 10)
  await all(warming)
  const before = await held()
  await all(RUNS - warming)
  const after = await held()
  tally.note(`seed ${SEED}, ${RUNS} requests at each of ${routes.length} routes`)
  if (before && after) {
    tally.note(`memory ${before.megabytes} MB after the first tenth, ${after.megabytes} MB at the end`)
    tally.note(`open files ${before.files} and ${after.files}`)
    expect(after.megabytes, 'memory').toBeLessThan(before.megabytes * 2 + 200)
    expect(after.files, 'open files').toBeLessThan(before.files * 2 + 50)
  }
  tally.expectNone()
  await expectUnharmed(shop)
})
