import { useSyncExternalStore } from 'react'

let oldest: number | undefined
const listeners = new Set<() => void>()

/** What is shown was kept since then, ms since 1970; undefined: it is of now (OFF-03). The oldest counts. */
export function noteKept(at: number | undefined): void {
  oldest = at === undefined ? undefined : Math.min(at, oldest ?? at)
  for (const changed of listeners) changed()
}

export const useKeptSince = (): number | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => oldest,
    () => undefined,
  )
