import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '@/features/account/auth-context'
import { paths } from '@/lib/paths'
import { PageSpinner } from './page-spinner'

/** A screen for signed-in shoppers: a spinner while that is being found out, then the screen or the sign-in page, which leads back (ROUTE-24). */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'loading') return <PageSpinner />
  if (status === 'signed-out') return <Navigate to={paths.login(pathname + search)} replace />
  return children
}
