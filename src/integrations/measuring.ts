import type { AnalyticsEvent } from './analytics'
import { forgetAnalyticsCookies } from './analytics-cookies'
import { type Choice, consent, type Purpose, startConsent } from './consent'
import { consentView, showConsent } from './consent-view'
import { prepareDelivery, safely } from './event-delivery'
import { isPixelId, preparePixel, sendToPixel, tellPixel } from './pixel'
import { googlePurposes, prepareGoogleTag, sendToGoogleTag, tellGoogleTag } from './tag-manager'
import { forgetUtm, saveUtm } from './utm'

/** Events kept in memory while a shopper has not chosen; the oldest go first. */
const EVENTS_HELD = 200

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

/**
 * The page builder counts views with a pixel of its own (features/builder): worth no question by itself, and asked
 * for with the others.
 */
const COUNTED_BY_BUILDER = Boolean(import.meta.env?.VITE_BUILDER_API_KEY)

/**
 * Adds another company's script to the page. Whether it arrives is nobody's business here: one that is blocked breaks
 * nothing (STAT-05).
 */
function addScript(src: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

/**
 * Other companies' scripts read the page's address by themselves, so they wait while it may hold the token of one of
 * our mails.
 */
function addressIsPublic(): boolean {
  const { hash, pathname } = window.location
  return !hash.includes('=') && !pathname.startsWith('/auth/')
}

/** Another company that would hear of the visit. */
interface Company {
  name: string
  /** It hears of something when one of these is allowed. */
  purposes: readonly Purpose[]
  /** Makes ready what its script finds on arrival; answers the script's address. */
  prepare: (choice: Choice) => string
  /** Tells it of a change, when it may be running already. */
  tell: (choice: Choice, allowed: boolean) => void
  send: (event: AnalyticsEvent, id: string) => void
}

function companiesOf(ids: MeasuringIds): Company[] {
  const google: Company = {
    name: 'Google',
    purposes: googlePurposes(ids.googleTag),
    prepare: (choice) => prepareGoogleTag(ids.googleTag, choice),
    tell: (choice, allowed) => tellGoogleTag(ids.googleTag, choice, allowed),
    send: (event, id) => sendToGoogleTag(ids.googleTag, event, id),
  }
  const pixel: Company = {
    name: 'Meta',
    purposes: isPixelId(ids.pixel) ? ['advertising'] : [],
    prepare: () => preparePixel(ids.pixel),
    tell: (_choice, allowed) => tellPixel(allowed),
    send: sendToPixel,
  }
  return [google, pixel].filter(({ purposes }) => purposes.length > 0)
}

const PURPOSES = ['analytics', 'advertising'] as const
const NOTHING: Choice = { analytics: false, advertising: false }

const allows = (choice: Choice | null, { purposes }: Company) =>
  choice !== null && purposes.some((purpose) => choice[purpose])

interface MeasuringOptions {
  ids?: MeasuringIds
  /**
   * Whether nothing may be loaded and nothing told before the shopper has said yes (`store_settings.consent_required`).
   */
  consentRequired?: boolean
  reload?: () => void
}

/** A sheet that closes takes a step back meanwhile, which would take the reload away. */
function reloadPage(): void {
  window.addEventListener('popstate', () => window.location.reload(), { once: true })
  window.location.reload()
}

/**
 * Starts delivering events to the data layer and, where they are configured and allowed, Google's tag and Meta's
 * pixel (STAT-01, STAT-03, STAT-05), and keeps the campaign of this visit (STAT-04). Call once, after the page has
 * settled. A build that names no such company takes `startOwnMeasuring` instead.
 *
 * Where somebody else would hear of them, events wait in memory for the shopper's choice: a no drops them, a yes
 * sends them on. Without a usable id nobody else does: then there is nothing to ask, and the data layer and the
 * campaign are the shop's own.
 *
 * @param arrivedWith the query of the address the visit began at
 */
export function startMeasuring(
  arrivedWith: string,
  { ids = CONFIGURED, consentRequired = true, reload = reloadPage }: MeasuringOptions = {},
): void {
  const companies = companiesOf(ids)
  const asks = companies.length > 0
  const mayDeliver = () => !asks || companies.some((company) => allows(consent(), company))
  const scripts = scriptsOf(companies)
  const held: AnalyticsEvent[] = []
  /** Keeps what has to wait for a choice. */
  const admit = (event: AnalyticsEvent) => {
    if (event.event === 'page_view') scripts.load()
    if (mayDeliver()) return true
    if (consent() === null) {
      held.push(event)
      if (held.length > EVENTS_HELD) held.shift()
    }
    return false
  }
  const send = (event: AnalyticsEvent, id: string) => {
    for (const company of companies) if (allows(consent(), company)) safely(() => company.send(event, id))
  }
  const { take, begin } = prepareDelivery({ admit, mayDeliver, send })

  /** Makes everything as the choice says. `here`: the shopper has just chosen in this tab. */
  const startOrStop = (here: boolean) => {
    const choice = consent()
    const silenced = scripts.tell(choice)
    if (!choice) {
      if (consentView() === 'none') showConsent('ask')
      return
    }
    if (consentView() === 'ask') showConsent('none')
    scripts.prepare(choice)
    for (const purpose of PURPOSES) if (!choice[purpose]) forgetAnalyticsCookies(purpose)
    if (mayDeliver()) saveUtm(arrivedWith)
    else forgetUtm()
    scripts.load()
    for (const event of held.splice(0)) take(event)
    // A script that runs cannot be taken out again, and may have timers of its own: only a fresh page is certainly
    // without it.
    if (silenced && here) reload()
  }

  if (asks) {
    startConsent(offersOf(companies), consentRequired, startOrStop)
    startOrStop(false)
  } else {
    saveUtm(arrivedWith)
  }
  begin()
}

/** The companies' scripts, each in the page once its company may hear of the visit. */
function scriptsOf(companies: readonly Company[]) {
  const prepared = new Set<Company>()
  /** Addresses of those that are not in the page yet. */
  const waiting = new Map<Company, string>()
  return {
    /** Tells companies of a choice; true when one that is running may hear no more. */
    tell: (choice: Choice | null) => {
      let silenced = false
      for (const company of prepared) {
        const allowed = allows(choice, company)
        safely(() => company.tell(choice ?? NOTHING, allowed))
        silenced ||= !allowed && !waiting.has(company)
      }
      return silenced
    },
    prepare: (choice: Choice) => {
      for (const company of companies) {
        if (prepared.has(company) || !allows(choice, company)) continue
        prepared.add(company)
        waiting.set(company, company.prepare(choice))
      }
    },
    load: () => {
      if (!addressIsPublic()) return
      for (const [company, src] of waiting) {
        if (!allows(consent(), company)) continue
        waiting.delete(company)
        addScript(src)
      }
    },
  }
}

/** What shoppers are asked, and about whom. */
function offersOf(companies: readonly Company[]) {
  const offers = PURPOSES.map((purpose) => ({
    purpose,
    by: companies.filter(({ purposes }) => purposes.includes(purpose)).map(({ name }) => name),
  }))
  const counted = offers.find(({ purpose, by }) => purpose === 'analytics' && by.length > 0)
  if (COUNTED_BY_BUILDER) counted?.by.push('Builder.io')
  return offers.filter(({ by }) => by.length > 0)
}
