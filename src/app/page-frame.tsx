import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useAuth } from '@/features/account/auth-context'
import { paths } from '@/lib/paths'
import { savesData } from '@/lib/saves-data'
import { whenIdle } from '@/lib/when-idle'
import { PageArrival } from './page-arrival'
import { PageBoundary } from './page-boundary'
import { PageSpinner } from './page-spinner'
import { startRoute } from './route-start'
import type { StoreRoute } from './routes'

/** One page: its code and requests start together, a spinner stands meanwhile, and what it throws stays inside. */
export function PageFrame({ route, initial }: { route: StoreRoute; initial: boolean }) {
  const client = useQueryClient()
  const location = useLocation()
  const Page = route.page
  const started = useRef('')

  useLayoutEffect(() => {
    const here = location.pathname + location.search
    if (started.current === here) return
    started.current = here
    // The boundary shows a failed download; this only asks early.
    startRoute(client, location).catch(() => undefined)
  }, [client, location])

  useEffect(() => {
    if (route.next && !savesData()) whenIdle(() => route.next?.preload().catch(() => undefined))
  }, [route])

  const page = (
    <>
      <Page />
      <PageArrival initial={initial} />
    </>
  )
  return (
    // By pathname: another product is another page, with a clean boundary and nothing left over from the last one.
    <PageBoundary key={location.pathname} onRetry={() => route.page.preload()}>
      <Suspense fallback={<PageSpinner />}>{route.signIn ? <RequireSignIn>{page}</RequireSignIn> : page}</Suspense>
    </PageBoundary>
  )
}

/**
 * A screen for signed-in shoppers: what it can draw of nobody's data while that is being found out (its heading and a
 * spinner), which is also how it is served; then the whole of it or the sign-in page, which leads back (ROUTE-24).
 */
function RequireSignIn({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const { pathname, search } = useLocation()
  if (status === 'signed-out') return <Navigate to={paths.login(pathname + search)} replace />
  return children
}
