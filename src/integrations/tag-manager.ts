import type { AnalyticsEvent } from './analytics'
import { dataLayer } from './data-layer'

const HOST = 'https://www.googletagmanager.com'
const CONTAINER = /^GTM-[A-Z0-9]+$/
/** Ids of gtag.js, the tag without a container: it reads commands, not the data layer's events. */
const GOOGLE_TAG = /^(?:G|GT|AW|DC)-[A-Z0-9]+$/

/** A command of gtag.js. It tells commands from events by their being an `arguments` object. */
function command(..._parts: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: see above
  dataLayer().push(arguments)
}

/** Prepares the data layer for Google's script and answers its address: the container of a `GTM-…` id, gtag.js for a `G-…` one. */
export function prepareGoogleTag(id: string): string | null {
  if (CONTAINER.test(id)) {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    return `${HOST}/gtm.js?id=${id}`
  }
  if (GOOGLE_TAG.test(id)) {
    command('js', new Date())
    // Page views are events of ours: the pages change without a load.
    command('config', id, { send_page_view: false })
    return `${HOST}/gtag/js?id=${id}`
  }
  console.warn(`VITE_GTM_ID: "${id}" is no id of Google Tag Manager (GTM-…) or of a Google tag (G-…)`)
  return null
}

/** One event for gtag.js; nothing for a container, which reads the data layer. */
export function sendToGoogleTag(id: string, { event, ...fields }: AnalyticsEvent, event_id: string): void {
  if (GOOGLE_TAG.test(id)) command('event', event, { ...fields, event_id })
}
