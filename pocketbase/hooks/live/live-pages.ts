import { DESK_LISTS } from '../../../src/domain/desk/live-lists'
import { SOON_MS } from '../../../src/domain/offers/promotion'
import { DESK_TOPIC, orderTopic, PAGES_TOPIC, stockTopic } from '../../../src/domain/site/changes'
import { liveKey } from '../guard/order-access'
import { hasChanges, noteChange, takeChanges } from '../lib/changes'
import { now, recordDate } from '../lib/clock'
import { listeningAddress } from '../lib/command-line'
import { PAGE_COLLECTIONS } from '../lib/page-collections'
import { rows } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'

/**
 * Telling open pages that something has changed (docs/decisions/0058). Whoever saves waits for none of it: a save
 * notes what it changed, and one request of the store to itself, answered before its work, tells everybody.
 */

const TELLING_KEY = 'live:telling'
/** Saves of a moment are one message, and there is at most one in this time, ms. */
const GATHER_MS = 150
const PAUSE_MS = 850
/** Whoever tells gives it back after this long, ms; one that died is not waited for longer. */
const TELLING_MS = 20_000
/** So many pages are told at a time, with this pause between them, ms: orders are placed meanwhile. */
const TOLD_AT_A_TIME = 20
const REST_MS = 3
/** Pages ask at moments of their own within this time, ms: so long for each page that is open, and at most. */
const WITHIN_MS_EACH = 0.3
const MOST_WITHIN_MS = 3000

/** Collections that pages show to everybody, or that decide what those show. */
const ON_PAGES = [...PAGE_COLLECTIONS.filter((name) => name !== 'users'), 'delivery_rules', 'price_plans']
/** Collections whose changes are told. */
export const TOLD: readonly string[] = [...new Set([...ON_PAGES, ...Object.keys(DESK_LISTS)])]

/** A record was created, changed or deleted. Never fails: the save stands. */
export function recordSaved({ app, record }: { app: PbApp; record: PbRecord }): void {
  try {
    const name = record.collection().name
    if (name in DESK_LISTS) noteChange(DESK_TOPIC, name)
    if (name === 'orders') noteChange(orderTopic(liveKey(record.id)), name)
    else if (name === 'stock_movements') noteChange(stockTopic(record.getString('product')), name)
    else if (ON_PAGES.includes(name)) noteChange(PAGES_TOPIC, name === 'products' ? `products/${record.id}` : name)
    tellSoon(app)
  } catch (error) {
    $app.logger().error('Open pages were not told of a change', 'error', String(error))
  }
}

/** What begins, is about to end or ends by the clock alone; prices by a plan are noted where they are written. */
const TURNED = `SELECT 'promotions' AS name WHERE EXISTS (SELECT 1 FROM promotions WHERE active AND
    (starts BETWEEN {:since} AND {:now} OR ends BETWEEN {:since} AND {:now} OR ends BETWEEN {:soonSince} AND {:soon}))
  UNION ALL SELECT 'posts' WHERE EXISTS (SELECT 1 FROM posts WHERE published
    AND published_at BETWEEN {:since} AND {:now})`
const LAST_RUN_KEY = 'live:last-run'
/** A little more than from one run of the job to the next, ms: told twice is better than not at all. */
const LAST_RUN_MS = 65_000

/** Cron job `store-live`, each minute: tells what has changed with nobody there. */
export function tellByClock(app: PbApp): void {
  const time = now()
  // A machine that slept has missed runs; whoever is here since a start has missed none.
  const since = Math.min(Number(sharedStore().get(LAST_RUN_KEY)) || time, time - LAST_RUN_MS)
  const dates = { since, now: time, soonSince: since + SOON_MS, soon: time + SOON_MS }
  const params = Object.fromEntries(Object.entries(dates).map(([name, at]) => [name, recordDate(at)]))
  for (const { name } of rows(app, TURNED, params, { name: '' })) noteChange(PAGES_TOPIC, name)
  sharedStore().set(LAST_RUN_KEY, time)
  tellSoon(app)
}

/** Tells what has been noted, in a moment. */
function tellSoon(app: PbApp): void {
  if (!hasChanges()) return
  if (app.subscriptionsBroker().totalClients() === 0) {
    takeChanges()
    return
  }
  const address = listeningAddress()
  if (address === '' || !beginTelling()) return
  try {
    const headers = { 'X-Pages-Key': String(sharedStore().get('pages:secret')) }
    $http.send({ url: `${address}/.live/tell`, method: 'POST', headers, timeout: 2 })
  } catch {
    sharedStore().remove(TELLING_KEY)
  }
}

/** False when somebody else tells already; they look again before they end. */
function beginTelling(): boolean {
  const now = Date.now()
  let mine = false
  sharedStore().setFunc(TELLING_KEY, (since) => {
    mine = now - Number(since ?? 0) > TELLING_MS
    return mine ? now : since
  })
  return mine
}

/**
 * `POST /.live/tell`: for this process alone. Answers at once, then tells.
 * @param prepare what is done each time before anybody is told
 */
export function tell(e: PbRequestEvent, prepare: () => void): void {
  const secret = sharedStore().get('pages:secret')
  const given = e.request.header.get('X-Pages-Key')
  if (typeof secret !== 'string' || secret === '' || !$security.equal(given, secret)) throw new NotFoundError()
  e.response.header().set('Connection', 'close')
  e.noContent(204)
  e.flush()
  const until = Date.now() + TELLING_MS / 2
  try {
    do {
      sleep(GATHER_MS)
      tellAll(e.app, prepare)
      sleep(PAUSE_MS)
    } while (hasChanges() && Date.now() < until)
  } finally {
    sharedStore().remove(TELLING_KEY)
  }
  tellSoon(e.app)
}

function tellAll(app: PbApp, prepare: () => void): void {
  const broker = app.subscriptionsBroker()
  const within = Math.min(MOST_WITHIN_MS, broker.totalClients() * WITHIN_MS_EACH)
  const changes = takeChanges()
  try {
    if (changes.some(([topic]) => topic === PAGES_TOPIC)) prepare()
  } catch (error) {
    // What was taken has to be told all the same.
    app.logger().error('Pages could not be drawn before they were told', 'error', String(error))
  }
  const messages: { [topic: string]: PbSubscriptionMessage | undefined } = {}
  for (const [topic, changed] of changes)
    messages[topic] = new SubscriptionMessage({ name: topic, data: JSON.stringify({ changed, within }) })
  const chunks = Array.from(broker.chunkedClients(TOLD_AT_A_TIME))
  for (const [at, chunk] of chunks.entries()) {
    if (at > 0) sleep(REST_MS)
    for (const client of Array.from(chunk))
      for (const topic of Object.keys(client.subscriptions())) {
        const message = messages[topic]
        // PocketBase takes their account from connections whose sessions have ended, and leaves them what they follow.
        if (message && (topic !== DESK_TOPIC || client.get('auth'))) client.send(message)
      }
  }
}
