import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, startTransition, useContext, useEffect, useRef, useState } from 'react'
import { loadedRecordStore } from '@/api/client'
import { endSession, onSessionChange, storedToken } from '@/api/stored-session'
import { type AccountUser, currentUser, refreshSession, signOut } from './session'

export interface Auth {
  status: 'loading' | 'signed-out' | 'signed-in'
  /** Null unless signed in. */
  user: AccountUser | null
  /** Ends the session here and in every other tab. */
  signOut: () => void
}

const LOADING: Auth = { status: 'loading', user: null, signOut }
const SIGNED_OUT: Auth = { status: 'signed-out', user: null, signOut }

/** Longest wait a browser's timer can hold, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1
/** A page that comes back into view asks for a fresh token after this long, ms. */
const REFRESH_AFTER_MS = 60 * 60 * 1000
/** Collections whose records belong to one person: what was read of them goes when the person does. */
const PRIVATE = new Set<unknown>(['orders', 'addresses', 'carts', 'wishlists', 'users', 'review_votes'])

const AuthContext = createContext<Auth>(LOADING)

/**
 * Who is signed in (AUTH-01). `loading` on the server and in the first render of the browser, so that both draw the
 * same; needs the query client above it.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const [auth, setAuth] = useState(LOADING)
  const queryClient = useQueryClient()
  const person = useRef<string | null | undefined>(undefined)

  useEffect(() => {
    let expiry: ReturnType<typeof setTimeout> | undefined
    let refreshedAt = Date.now()

    const read = () => {
      clearTimeout(expiry)
      const session = currentUser()
      if (!session && storedToken()) {
        // Expired or broken: signed out quietly. Clearing calls this function again.
        endSession()
        return
      }
      if (session) expiry = setTimeout(read, Math.min(session.expiresAt - Date.now() + 1000, MAX_TIMER_MS))
      const id = session?.user.id ?? null
      if (person.current !== undefined && person.current !== id) {
        // A connection keeps the rights it was opened with.
        void loadedRecordStore()
          ?.realtime.unsubscribe()
          .catch(() => undefined)
        void queryClient.resetQueries({ predicate: (query) => PRIVATE.has(query.queryKey[0]) })
      }
      person.current = id
      setAuth(session ? { status: 'signed-in', user: session.user, signOut } : SIGNED_OUT)
    }

    const stopListening = onSessionChange(read)
    // Not at once: the page below may still wait to be hydrated, and would be in one piece, unasked, when what it
    // reads changes.
    startTransition(read)
    void refreshSession()

    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      read()
      if (Date.now() - refreshedAt < REFRESH_AFTER_MS) return
      refreshedAt = Date.now()
      void refreshSession()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(expiry)
      stopListening()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [queryClient])

  return <AuthContext value={auth}>{children}</AuthContext>
}

/** The signed-in person, or that there is none, or that it is not known yet (AUTH-01). */
export function useAuth(): Auth {
  return useContext(AuthContext)
}
