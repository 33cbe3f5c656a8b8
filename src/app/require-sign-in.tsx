import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '@/features/account/auth-context'
import { paths } from '@/lib/paths'

/**
 * A screen for signed-in shoppers: what it can draw of nobody's data while that is being found out (its heading and a
 * spinner), which is also how it is served; then the whole of it or the sign-in page, which leads back (ROUTE-24).
 */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'signed-out') return <Navigate to={paths.login(pathname + search)} replace />
  return children
}
