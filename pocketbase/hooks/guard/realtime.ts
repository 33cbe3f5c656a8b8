import { MAX_SUBSCRIPTIONS } from '../../../src/domain/limits'
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

const MESSAGE_MS = 10_000
/** In all. */
const MAX_CONNECTIONS = 4000

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
  if (broker.totalClients() > MAX_CONNECTIONS) return false
  const most = limitOf(app, 'realtime:address')?.tries
  if (most === undefined) return true
  const address = addressOf(requestEvent)
  const isOpen = (id = '') => {
    try {
      return Boolean(broker.clientById(id))
    } catch {
      return false
    }
  }
  let granted = false
  // In lists of a few addresses: to look through all connections for each new one is work for minutes with thousands.
  app.store().setFunc(`realtime:${$security.sha256(address).slice(0, 3)}`, (stored) => {
    const open = String(stored ?? '')
      .split(' ')
      .filter((one) => isOpen(one.split('/')[0]))
    granted = open.filter((one) => one.endsWith(`/${address}`)).length < most
    return (granted ? [...open, `${client.id()}/${address}`] : open).join(' ')
  })
  return granted
}
