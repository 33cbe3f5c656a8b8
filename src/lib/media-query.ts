import { useSyncExternalStore } from 'react'

/** Whether a media query matches; `initial` on the server and during hydration. */
export function useMediaQuery(query: string, initial = false): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => window.matchMedia(query).matches,
    () => initial,
  )
}

/**
 * Whether the shopper asked for less movement; assumed until the browser has said otherwise, so that nothing starts
 * to move too soon.
 */
export function useReducedMotion(): boolean {
  return useMediaQuery('(prefers-reduced-motion: reduce)', true)
}
