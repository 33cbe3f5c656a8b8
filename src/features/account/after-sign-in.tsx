import type { ReactNode } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
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

/**
 * Screens for people who are not signed in: whoever is, or becomes so here or in another tab, goes on to where they
 * wanted to be.
 */
export function AfterSignIn({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const returnPath = useReturnPath()
  return status === 'signed-in' ? <Navigate to={returnPath} replace /> : children
}
