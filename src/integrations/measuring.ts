import { type AnalyticsEvent, receiveEvents } from './analytics'
import { pushToDataLayer } from './data-layer'
import { EventThrottle } from './event-throttle'
import { preparePixel, sendToPixel } from './pixel'
import { prepareGoogleTag, sendToGoogleTag } from './tag-manager'
import { keepUtm } from './utm'

interface MeasuringIds {
  /** `GTM-…` or `G-…`; empty: none of Google's scripts is loaded. */
  googleTag: string
  /** Empty: no pixel. */
  pixel: string
}

const CONFIGURED: MeasuringIds = {
  googleTag: import.meta.env?.VITE_GTM_ID ?? '',
  pixel: import.meta.env?.VITE_META_PIXEL_ID ?? '',
}

/** Parts of an address's query that say which advertisement brought somebody. The rest may hold what they typed. */
const CAMPAIGN_PARAMETER = /^(utm_.+|gclid|gbraid|wbraid|fbclid)$/

/** An address without what could say who somebody is: no fragment, which carries the tokens of our mails, and of the query the campaign. */
function publicAddress(address: string): string {
  const url = new URL(address)
  const kept = [...url.searchParams].filter(([name]) => CAMPAIGN_PARAMETER.test(name))
  const query = new URLSearchParams(kept).toString()
  return url.origin + url.pathname + (query && `?${query}`)
}

/**
 * The id by which a receiver drops the second copy of an event. A purchase's is always the same for the same order, so that a server may
 * report it as well; the others' are random.
 */
function eventId(event: AnalyticsEvent): string {
  if ('transaction_id' in event) return `${event.event}.${event.transaction_id}`
  return `${event.event}.${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
}

/** A receiver that fails, such as another company's script, must not take the page or the other receivers along. */
function safely(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.warn('An analytics receiver failed', error)
  }
}

/** Adds another company's script to the page. Whether it arrives is nobody's business here: one that is blocked breaks nothing (STAT-05). */
function addScript(src: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

/** Other companies' scripts read the page's address by themselves, so they wait while it may hold the token of one of our mails. */
function addressIsPublic(): boolean {
  const { hash, pathname } = window.location
  return !hash.includes('=') && !pathname.startsWith('/auth/')
}

/** Whether the browser asks not to be followed (Global Privacy Control): then no other company hears of the visit. */
function asksNotToBeFollowed(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/**
 * Starts delivering events to the data layer and, where they are configured, Google's tag and Meta's pixel (STAT-01, STAT-03, STAT-05), and
 * keeps the campaign of this visit (STAT-04). Call once, after the page has settled.
 * @param arrivedWith the query of the address the visit began at
 */
export function startMeasuring(arrivedWith: string, ids: MeasuringIds = CONFIGURED): void {
  keepUtm(arrivedWith)
  const scripts: string[] = []
  const outside = !asksNotToBeFollowed()
  if (outside && ids.googleTag) scripts.push(prepareGoogleTag(ids.googleTag) ?? '')
  if (outside && ids.pixel) scripts.push(preparePixel(ids.pixel) ?? '')
  const loadScripts = () => {
    if (addressIsPublic()) for (const src of scripts.splice(0)) if (src) addScript(src)
  }
  const deliver = (tracked: AnalyticsEvent) => {
    const event =
      tracked.event === 'page_view' ? { ...tracked, page_location: publicAddress(tracked.page_location) } : tracked
    const id = eventId(event)
    safely(() => pushToDataLayer(event, id))
    if (!outside) return
    if (ids.googleTag) safely(() => sendToGoogleTag(ids.googleTag, event, id))
    if (ids.pixel) safely(() => sendToPixel(event, id))
  }
  const throttle = new EventThrottle(deliver)
  loadScripts()
  receiveEvents((event) => {
    if (event.event === 'page_view') loadScripts()
    throttle.take(event)
  })
  window.addEventListener('pagehide', () => throttle.flush())
  document.addEventListener('visibilitychange', () => {
    // On phones the last that a page hears of itself.
    if (document.visibilityState === 'hidden') throttle.flush()
  })
}
