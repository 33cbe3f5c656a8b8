import { type ReactNode, useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { safeReturnPath } from '@/domain/link'
import { useHydrated } from '@/lib/hydrated'
import { saveTyped } from '@/lib/typed'
import { useAuth } from './auth-context'

/**
 * The page to go back to once signed in: `returnTo` of the address, made safe (ROUTE-24). Read after hydration: the
 * page is served without it.
 */
export function useReturnPath(): string {
  const [search] = useSearchParams()
  return safeReturnPath(useHydrated() ? search.get('returnTo') : null)
}

/**
 * How many steps back a path lies behind nothing but screens of signing in: the same page twice in a row would take
 * two presses. 0 where it does not, and in older browsers.
 */
function stepsTo(path: string): number {
  const { navigation } = window
  const page = (url = '') => url.split('#')[0]
  for (let steps = 1; ; steps += 1) {
    const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - steps]
    if (!before?.sameDocument) return 0
    if (page(before.url ?? '') === page(window.location.origin + path)) return steps
    if (!before.url?.startsWith(`${window.location.origin}/auth/`)) return 0
  }
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
  const back = done ? stepsTo(returnPath) : 0
  useEffect(() => {
    if (done) saveTyped('account')
  }, [done])
  useEffect(() => {
    const timer = back > 0 && setTimeout(() => navigate(-back))
    return () => clearTimeout(timer || undefined)
  }, [back, navigate])
  return done && back === 0 ? <Navigate to={returnPath} replace /> : children
}
