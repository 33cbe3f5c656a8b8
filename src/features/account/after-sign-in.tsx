import { type ReactNode, useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeReturnPath } from '@/domain/link'
import { useHydrated } from '@/lib/hydrated'
import { useAuth } from './auth-context'

/**
 * The page to go back to once signed in: `returnTo` of the address, made safe (ROUTE-24). Read after hydration: the
 * page is served without it.
 */
export function useReturnPath(): string {
  const [search] = useSearchParams()
  return safeReturnPath(useHydrated() ? search.get('returnTo') : null)
}

/** Whether Back leads to a path: the same page twice in a row would take two presses. False in older browsers. */
function isBehind(path: string): boolean {
  const { navigation } = window
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  const page = (url = '') => url.split('#')[0]
  return before?.sameDocument === true && page(before.url ?? '') === page(window.location.origin + path)
}

/**
 * Screens for people who are not signed in: whoever is, or becomes so here or in another tab, goes on to where they
 * wanted to be.
 */
export function AfterSignIn({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const done = status === 'signed-in'
  const back = done && isBehind(returnPath)
  useEffect(() => {
    const timer = back && setTimeout(() => navigate(-1))
    return () => clearTimeout(timer || undefined)
  }, [back, navigate])
  return done && !back ? <Navigate to={returnPath} replace /> : children
}
