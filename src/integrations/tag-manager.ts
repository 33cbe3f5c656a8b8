import type { AnalyticsEvent } from './analytics'
import type { Choice, Purpose } from './consent'
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

/**
 * What an id of Google is for: a container may hold either, a `G-` tag counts visits, `AW-` and `DC-` are
 * advertising. None: no id.
 */
export function googlePurposes(id: string): readonly Purpose[] {
  if (/^G-/.test(id) && GOOGLE_TAG.test(id)) return ['analytics']
  if (/^(?:AW|DC)-/.test(id) && GOOGLE_TAG.test(id)) return ['advertising']
  if (CONTAINER.test(id) || GOOGLE_TAG.test(id)) return ['analytics', 'advertising']
  if (id) console.warn(`VITE_GTM_ID: "${id}" is no id of Google Tag Manager (GTM-…) or of a Google tag (G-…)`)
  return []
}

/** A choice in the words of Google's consent mode, version 2. */
function consentMode({ analytics, advertising }: Choice) {
  const word = (allowed: boolean) => (allowed ? 'granted' : 'denied')
  return {
    ad_storage: word(advertising),
    ad_user_data: word(advertising),
    ad_personalization: word(advertising),
    analytics_storage: word(analytics),
  }
}

/**
 * Prepares the data layer for Google's script and answers its address: the container of a `GTM-…` id, gtag.js for a
 * `G-…` one. Before anything else stands what is allowed: nothing by default, then the choice.
 */
export function prepareGoogleTag(id: string, choice: Choice): string {
  command('consent', 'default', { ...consentMode({ analytics: false, advertising: false }), wait_for_update: 500 })
  command('consent', 'update', consentMode(choice))
  if (CONTAINER.test(id)) {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    return `${HOST}/gtm.js?id=${id}`
  }
  command('js', new Date())
  // Page views are events of ours: the pages change without a load.
  command('config', id, { send_page_view: false })
  return `${HOST}/gtag/js?id=${id}`
}

/**
 * Tells a script that may be running already what is allowed from now on. `ga-disable-…` is Google's switch for a tag
 * that must fall silent.
 */
export function tellGoogleTag(id: string, choice: Choice, allowed: boolean): void {
  Object.assign(window, { [`ga-disable-${id}`]: !allowed })
  command('consent', 'update', consentMode(choice))
}

/** One event for gtag.js; nothing for a container, which reads the data layer. */
export function sendToGoogleTag(id: string, { event, ...fields }: AnalyticsEvent, event_id: string): void {
  if (GOOGLE_TAG.test(id)) command('event', event, { ...fields, event_id })
}
