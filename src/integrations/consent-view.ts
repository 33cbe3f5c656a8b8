import { useSyncExternalStore } from 'react'

/**
 * Whether this build names a company that would measure. Known when the client is built, so that a shop without one
 * carries nothing of the asking, and asks nothing.
 */
export const MEASURED_BY_OTHERS = Boolean(import.meta.env?.VITE_GTM_ID || import.meta.env?.VITE_META_PIXEL_ID)

/** `ask`: the notice at the foot of the screen; `choices`: the dialog with a switch for each purpose. */
export type ConsentView = 'none' | 'ask' | 'choices'

let view: ConsentView = 'none'
const watchers = new Set<() => void>()

/** Opens or closes what asks about measuring. Its code is fetched when it is first wanted. */
export function showConsent(wanted: ConsentView): void {
  if (view === wanted) return
  view = wanted
  for (const watcher of watchers) watcher()
}

/** What of the asking stands on the screen; nothing on the server. */
export function useConsentView(): ConsentView {
  return useSyncExternalStore(
    subscribe,
    () => view,
    () => 'none',
  )
}

/** The same outside React. */
export const consentView = (): ConsentView => view

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
