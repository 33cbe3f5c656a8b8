import { type AnalyticsEvent, receiveEvents } from './analytics'
import { pushToDataLayer } from './data-layer'
import { EventThrottle } from './event-throttle'
import { saveUtm } from './utm'

/** Parts of an address's query that say which advertisement brought somebody. The rest may hold what they typed. */
const CAMPAIGN_PARAMETER = /^(utm_.+|gclid|gbraid|wbraid|fbclid)$/

/**
 * An address without what could say who somebody is: no fragment, which carries the tokens of our mails, and of the
 * query the campaign.
 */
function publicAddress(address: string): string {
  const url = new URL(address)
  const kept = [...url.searchParams].filter(([name]) => CAMPAIGN_PARAMETER.test(name))
  const query = new URLSearchParams(kept).toString()
  return url.origin + url.pathname + (query && `?${query}`)
}

/**
 * The id by which a receiver drops the second copy of an event. A purchase's, and its conversion's, is always the same
 * for the same order, so that a server may report it as well; the others' are random: a payment may fail twice.
 */
function eventId(event: AnalyticsEvent): string {
  if (event.event === 'purchase' || event.event === 'conversion') return `${event.event}.${event.transaction_id}`
  return `${event.event}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
}

/** A receiver that fails, such as another company's script, must not take the page or the other receivers along. */
export function safely(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.warn('An analytics receiver failed', error)
  }
}

interface Gates {
  /** Whether an event may set out now; who says no keeps it or drops it. */
  admit: (event: AnalyticsEvent) => boolean
  /** Asked once more when its turn has come. */
  mayDeliver: () => boolean
  /** Tells others than the data layer. */
  send: (event: AnalyticsEvent, id: string) => void
}

/**
 * Makes ready the way of events through the throttle (STAT-03) to the data layer (STAT-01); `begin` lets them in,
 * those recorded before first.
 */
export function prepareDelivery({ admit, mayDeliver, send }: Gates): {
  take: (event: AnalyticsEvent) => void
  begin: () => void
} {
  const throttle = new EventThrottle((tracked) => {
    // It may have been forbidden while the event waited for its turn.
    if (!mayDeliver()) return
    const event =
      tracked.event === 'page_view' ? { ...tracked, page_location: publicAddress(tracked.page_location) } : tracked
    const id = eventId(event)
    safely(() => pushToDataLayer(event, id))
    send(event, id)
  })
  const take = (event: AnalyticsEvent) => {
    if (admit(event)) throttle.take(event)
  }
  const begin = () => {
    receiveEvents(take)
    window.addEventListener('pagehide', () => throttle.flush())
    document.addEventListener('visibilitychange', () => {
      // On phones the last that a page hears of itself.
      if (document.visibilityState === 'hidden') throttle.flush()
    })
  }
  return { take, begin }
}

/**
 * Measuring in a shop that names no other company: the data layer and the campaign of this visit (STAT-04) are its
 * own, and there is nothing to ask. Call once, after the page has settled.
 *
 * @param arrivedWith the query of the address the visit began at
 */
export function startOwnMeasuring(arrivedWith: string): void {
  saveUtm(arrivedWith)
  const always = () => true
  prepareDelivery({ admit: always, mayDeliver: always, send: () => undefined }).begin()
}
