import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { savesData } from '@/lib/saves-data'
import { whenIdle } from '@/lib/when-idle'
import { PageArrival } from './page-arrival'
import { PageBoundary } from './page-boundary'
import { PageSpinner } from './page-spinner'
import { RequireSignIn } from './require-sign-in'
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
