import { useSyncExternalStore } from 'react'
import { isObject } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/**
 * How long a choice about analytics and advertising is kept before it is asked for again, ms: half a year (STAT-05).
 */
const CONSENT_KEPT_MS = 183 * 24 * 60 * 60_000

/**
 * What other companies would do with a visit: count it, or make and measure advertisements with it. Each is asked for
 * by itself.
 */
export type Purpose = 'analytics' | 'advertising'
export type Choice = Readonly<Record<Purpose, boolean>>
/** A purpose the shop has somebody for, and whom, by name. */
export interface Offer {
  purpose: Purpose
  by: readonly string[]
}

const KEY = 'sabun-and-jhola.consent.v1'
const choiceStore = storedJson(KEY)
/** Raised when what is asked changes in substance: earlier answers then count no longer. */
const VERSION = 1
/** A clock that was set back makes an answer look as if it came from the future; beyond this it is junk, ms. */
const CLOCK_TOLERANCE_MS = 24 * 60 * 60_000

const NO: Choice = { analytics: false, advertising: false }

let offered: readonly Offer[] = []
let required = true
/** Given in this visit or read from the storage; null: never, too long ago, or to another question. */
let given: Choice | null = null
let listener: (here: boolean) => void = () => undefined
const watchers = new Set<() => void>()

/**
 * Begins to watch over the shopper's choice (Digital Personal Data Protection Act 2023, section 6: free, specific,
 * withdrawn as easily as given). It is kept in this browser for half a year and followed in every tab.
 *
 * @param offers what can be decided; a purpose that is added later is asked about anew
 * @param consentRequired false: everything is allowed until somebody says no
 * @param onChange called after each change; `here`: made in this tab
 */
export function startConsent(
  offers: readonly Offer[],
  consentRequired: boolean,
  onChange: (here: boolean) => void,
): void {
  offered = offers
  required = consentRequired
  given = readChoice()
  listener = onChange
  window.addEventListener('storage', onStorage)
  tellWatchers()
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher()
}

/** What a shopper can decide about; nothing while measuring has not begun. */
export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(
    watch,
    () => offered,
    () => offered,
  )
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * What is allowed now; null while the shopper has not been heard. A browser that asks not to be followed (Global
 * Privacy Control, Do Not Track) is a no until its user says otherwise here.
 */
export function consent(): Choice | null {
  if (given) return given
  if (asksNotToBeFollowed()) return NO
  return required ? null : choiceOf(() => true)
}

/** Whether this is allowed now, also when that changes while the page is open; on the server nothing is. */
export function useAllowed(purpose: Purpose): boolean {
  return useSyncExternalStore(
    watch,
    () => consent()?.[purpose] === true,
    () => false,
  )
}

/** Keeps the shopper's choice and has it followed. */
export function choose(wanted: Choice): void {
  given = choiceOf((purpose) => wanted[purpose])
  const choice = Object.fromEntries(offered.map(({ purpose }) => [purpose, wanted[purpose]]))
  // Without storage the choice holds for this page.
  choiceStore.write({ version: VERSION, at: Date.now(), choice })
  tellWatchers()
  listener(true)
}

/** A choice about what is offered; what nobody would do is not allowed either. */
function choiceOf(allows: (purpose: Purpose) => boolean): Choice {
  const allowed = (purpose: Purpose) => offered.some((offer) => offer.purpose === purpose) && allows(purpose)
  return { analytics: allowed('analytics'), advertising: allowed('advertising') }
}

function readChoice(): Choice | null {
  const stored = choiceStore.read()
  if (!isObject(stored) || stored.version !== VERSION || typeof stored.at !== 'number') return null
  const age = Date.now() - stored.at
  if (age >= CONSENT_KEPT_MS || age < -CLOCK_TOLERANCE_MS) return null
  const choice = isObject(stored.choice) ? stored.choice : {}
  if (!offered.every(({ purpose }) => typeof choice[purpose] === 'boolean')) return null
  return choiceOf((purpose) => choice[purpose] === true)
}

/** The storage was changed, or emptied (then `key` is null), by another tab. */
function onStorage({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return
  given = readChoice()
  tellWatchers()
  listener(false)
}

function asksNotToBeFollowed(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'
}
