import type PocketBase from 'pocketbase'
import { createContext, useContext } from 'react'

/** What the desk stands in: the admin screens. */
export interface DeskHost {
  /** Signed in. */
  store: PocketBase
  /** The session has ended: leads to the sign-in. */
  signedOut: () => void
}

const HostContext = createContext<DeskHost | undefined>(undefined)
export const HostProvider = HostContext.Provider

export function useHost(): DeskHost {
  const host = useContext(HostContext)
  if (!host) throw new Error('There is no desk around this.')
  return host
}

interface Asked {
  method?: 'GET' | 'POST'
  query?: Record<string, string | number>
  body?: object
}

/**
 * Asks one of the desk's routes: `ask('today')` is `GET /api/store/desk/today`; with a body it is a POST.
 * @throws ClientResponseError of the SDK; `errorSentence` says it in words
 */
export function useAsk(): <T>(route: string, asked?: Asked) => Promise<T> {
  const { store } = useHost()
  return (route, { body, query, method = body ? 'POST' : 'GET' } = {}) =>
    // Cancelled by nobody: two of the same may be under way.
    store.send(`/api/store/desk/${route}`, { method, body, query, requestKey: null })
}
