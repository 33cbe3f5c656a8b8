import { useState, useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and during hydration, true afterwards: what only the browser knows may be drawn from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

const nothing = () => undefined

/**
 * Whether this component came with the rendered page. True on the server and for what hydrates, for the whole life of
 * the component: unlike `useHydrated` it draws nothing a second time, which counts where there are many.
 */
export function useServed(): boolean {
  const [came] = useState({ served: false })
  useSyncExternalStore(never, nothing, () => {
    // Only asked for while rendering on the server and hydrating.
    came.served = true
    return undefined
  })
  return came.served
}
