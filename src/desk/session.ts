import type PocketBase from 'pocketbase'
import { createContext, useContext } from 'react'
import { isNotFound } from '@/api/errors'
import type { DeskRole } from '@/domain/desk/role'
import { useIsHere } from '@/lib/is-here'
import { firstProblem } from './answers'
import { useToast } from './parts/toast'
import { SCREENS, type Screen } from './screens'

/** What the desk stands in: the admin screens, or the page for staff. */
export interface DeskHost {
  /** Signed in. */
  store: PocketBase
  /** The session has ended: leads to the sign-in. */
  signedOut: () => void
  role: DeskRole
  /** On the page for staff: who it is, and the way out. PocketBase's own screens are not there. */
  person?: { name: string; signOut: () => void }
}

const HostContext = createContext<DeskHost | undefined>(undefined)
export const HostProvider = HostContext.Provider

export function useHost(): DeskHost {
  const host = useContext(HostContext)
  if (!host) throw new Error('There is no desk around this.')
  return host
}

/** The screens of who is here, in the order of the side. */
export function useScreens(): readonly Screen[] {
  const { role } = useHost()
  return SCREENS.filter(({ roles }: Screen) => roles.includes(role))
}

interface Asked {
  method?: 'GET' | 'POST'
  query?: Record<string, string | number>
  body?: object
  /** Changes nothing, though it has a body. */
  reads?: true
}

/**
 * Asks one of the desk's routes: `ask('today')` is `GET /api/store/desk/today`; with a body it is a POST, whose failure
 * is told in a notice where what sent it is gone by then (DESK-13).
 * @throws ClientResponseError of the SDK; `errorSentence` says it in words
 */
export function useAsk(): <T>(route: string, asked?: Asked) => Promise<T> {
  const { store, signedOut } = useHost()
  const toast = useToast()
  const isHere = useIsHere()
  return async (route, { body, query, method = body ? 'POST' : 'GET', reads } = {}) => {
    // Cancelled by nobody: two of the same may be under way.
    const send = (to: string, options: object) => store.send(`/api/store/desk/${to}`, { requestKey: null, ...options })
    try {
      return await send(route, { method, body, query })
    } catch (error) {
      // To whoever is not signed in no route is there.
      if (isNotFound(error)) await send('today', {}).catch((failure) => isNotFound(failure) && signedOut())
      if (body && !reads && !isHere.current) toast({ text: firstProblem(error), bad: true })
      throw error
    }
  }
}
