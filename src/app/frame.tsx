import { type MouseEvent, useMemo, useState } from 'react'
import { UNSAFE_RouteContext as RouteContext, useLocation } from 'react-router-dom'
import { setCartOpen, useCartCount } from '@/features/cart/store'
import { SiteFooter } from '@/features/site/site-footer'
import { SiteHeader } from '@/features/site/site-header'
import { ThemeColours } from '@/features/site/theme-colours'
import { t } from '@/language/text'
import { HalfStarGradient } from '@/ui/rating'
import { Toaster } from '@/ui/toaster'
import { AccountArea } from './account-area'
import { CartSlot, preloadCart } from './cart-slot'
import { ColourSlot } from './colour-slot'
import { ConsentSlot } from './consent-slot'
import { HeaderSlot, preloadPanels } from './header-slot'
import { OfflineSlot } from './offline-slot'
import { PageFrame } from './page-frame'
import { PageHeader } from './page-header'
import { findRoute } from './route-start'
import { useScrollMemory } from './scroll-memory'

/** What every screen shares: skip link, header, the page, footer, cart sheet, toasts (ROUTE-22). */
export function Frame() {
  const cartCount = useCartCount()
  const initial = useIsFirstPage()
  const { pathname } = useLocation()
  const found = useMemo(() => findRoute(pathname), [pathname])
  const header = found?.route.header
  useScrollMemory()
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link by meaning and in the list of links; the script only spares the history */}
      <a
        href="#main"
        onClick={skipToMain}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:bg-surface focus:px-4 focus:py-3 focus:shadow-float"
      >
        {t('Skip to content')}
      </a>
      <ConsentSlot />
      <ThemeColours />
      <HalfStarGradient />
      <PageHeader header={header}>
        <SiteHeader
          cartCount={cartCount}
          onOpenCart={() => setCartOpen(true)}
          onNearCart={preloadCart}
          account={<AccountArea />}
          onNearPanels={preloadPanels}
          panels={(shown, show) => <HeaderSlot shown={shown} show={show} />}
        />
      </PageHeader>
      <OfflineSlot slim={header !== undefined} />
      {/* The footer begins below the first view, so what comes into a page never moves it before somebody's eyes. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100vh-var(--header))]">
        <Page found={found} initial={initial} />
      </main>
      <SiteFooter slim={header !== undefined} />
      <CartSlot />
      <ColourSlot />
      <Toaster />
    </>
  )
}

/**
 * The page of the address. The table of routes is a flat list, so finding the first that matches is all there is to
 * do; the router's `<Routes>`, made for nested ones, would be 3 kB of the first load. The page reads its parameters
 * with `useParams` as ever.
 */
function Page({ found, initial }: { found: ReturnType<typeof findRoute>; initial: boolean }) {
  const context = useMemo(
    () => ({ outlet: null, isDataRoute: false, matches: found ? [{ ...found.match, route: found.route }] : [] }),
    [found],
  )
  return (
    found && (
      <RouteContext value={context}>
        <PageFrame route={found.route} initial={initial} />
      </RouteContext>
    )
  )
}

/** True until the shopper has been on another page. A new query, such as a filter's, is the same page. */
function useIsFirstPage(): boolean {
  const { pathname } = useLocation()
  const [first] = useState(pathname)
  const [left, setLeft] = useState(false)
  // While it is drawn, or frame, header and footer would be drawn once more after the second page.
  if (!left && pathname !== first) setLeft(true)
  return !left && pathname === first
}

/** By script, because a fragment in the address would be a step of the history. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  main?.scrollIntoView()
}
