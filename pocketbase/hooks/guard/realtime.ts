import { MAX_REALTIME_CONNECTIONS, MAX_SUBSCRIPTIONS } from '../../../src/domain/limits'
import { DESK_TOPIC, isOpenTopic } from '../../../src/domain/site/changes'
import { addressOf, limitOf } from './rate-limits'
import { writeWithin } from './slow-clients'

/**
 * What is told as it happens, to whom, and to how many. PocketBase looks through every subscription of every
 * connection at every save, before the save is answered, so strangers get what the shop's own pages follow and no
 * more (docs/decisions/0024).
 */

/** Of the connection itself, and of signing in with Google: both are told to one connection alone. */
const OWN_TOPICS = ['PB_CONNECT', '@oauth2']
/**
 * onRealtimeSubscribeRequest. Superusers may follow everything.
 * @throws BadRequestError (400)
 */
export function guardSubscriptions(e: PbSubscribeEvent): void {
  if (!e.hasSuperuserAuth()) {
    const topics = Array.from(e.subscriptions ?? [])
    if (topics.length > MAX_SUBSCRIPTIONS) throw new BadRequestError('That is too much to follow at once.')
    const staff = e.requestEvent.auth?.collection().name === 'staff'
    const isAllowed = (topic: string) =>
      OWN_TOPICS.includes(topic) || isOpenTopic(topic) || (staff && topic === DESK_TOPIC)
    if (!topics.every(isAllowed)) throw new BadRequestError('That cannot be followed.')
  }
  e.next()
}

/** Where PocketBase keeps a connection's address, and where its place in the order of connecting stands. */
const ADDRESS = 'pbRealtimeClientIP'
const PLACE = 'storePlace'
const MESSAGE_MS = 10_000

/**
 * onRealtimeMessageSend. The first message grants a connection: one too many is closed instead. This hook and not the
 * one of connecting, which would hold a script engine for as long as the connection lasts.
 *
 * @throws Error when there is no room; the connection is closed, and the page asks from time to time as without one
 */
export function sendMessage(e: PbMessageEvent): void {
  if (e.message.name === 'PB_CONNECT' && !hasRoom(e)) throw new Error('too many connections')
  // PocketBase would wait for ever for a reader that has stopped.
  writeWithin(e.requestEvent.response, MESSAGE_MS)
  e.next()
}

function hasRoom({ app, client, requestEvent }: PbMessageEvent): boolean {
  const broker = app.subscriptionsBroker()
  if (broker.totalClients() > MAX_REALTIME_CONNECTIONS) return false
  const most = limitOf(app, 'realtime:address')?.tries
  if (most === undefined) return true
  // Of many that come at once the first are granted: each looks for those before it alone.
  const place = takePlace(app, client)
  const address = addressOf(requestEvent)
  const isBefore = (other: PbRealtimeClient) =>
    Number(other.get(PLACE) ?? place) < place && addressOf({ realIP: () => String(other.get(ADDRESS)) }) === address
  const before = Array.from(broker.chunkedClients(1000)).flatMap((chunk) => Array.from(chunk).filter(isBefore))
  return before.length < most
}

/** Known to the others before the next one is given out. */
function takePlace(app: PbApp, client: PbRealtimeClient): number {
  let place = 0
  app.store().setFunc('realtime place', (stored) => {
    place = Number(stored ?? 0) + 1
    client.set(PLACE, place)
    return place
  })
  return place
}
