import type { QueryClient } from '@tanstack/react-query'
import { warmRecordStore } from '@/api/client'
import { specialOfferOptions } from '@/features/offers/queries'
import { currentLanguage } from '@/language/text'
import { savesData } from '@/lib/saves-data'
import { whenIdle } from '@/lib/when-idle'
import { startRoute } from './route-start'
import { preloadProductPage } from './routes'

/**
 * Pages begin to load when a mouse moves over a link to them, or when one is focused or touched, a moment before it
 * is followed. Listens on the document, so that every link takes part without knowing. The first of these signs,
 * wherever it falls, tells of somebody who may ask for more than the page has brought: what requests need comes then,
 * a product's page, which most open next, and the offer that stands above a cart's lines. Returns the undoing.
 *
 * A mouse that lies still is no sign: browsers report it as entering whatever the page opens, scrolls or moves under
 * it (`pointerover`), and some as moving when the page opens (`pointermove`), with nobody there. Two reports from
 * different places are a movement.
 */
export function listenForLinkIntent(client: QueryClient): () => void {
  const started = new Set<string>()
  let signed = false
  // Before the router begins to listen: what hears of a step first may hold it back.
  let onStep: ((event: PopStateEvent) => void) | undefined
  const step = (event: PopStateEvent) => onStep?.(event)
  window.addEventListener('popstate', step)
  const prepare = () => {
    warmRecordStore()
    preloadProductPage()
    void client.prefetchQuery(specialOfferOptions())
    if (currentLanguage() === 'en')
      import('./product-typeface').then((typeface) => typeface.fetchProductTypeface()).catch(() => undefined)
    import('./morph').then(
      (morph) => {
        onStep = morph.morphPictures(client)
      },
      () => undefined,
    )
  }
  const notice = ({ target }: Event) => {
    if (!(target instanceof Element) || savesData()) return
    if (!signed) {
      signed = true
      // After what the press itself brings about.
      whenIdle(prepare)
    }
    const link = target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
      return
    const { pathname, search } = link
    if (pathname.startsWith('/api/') || pathname.startsWith('/_/') || started.has(pathname + search)) return
    started.add(pathname + search)
    // Asked for again later if this failed: the page itself says so then.
    startRoute(client, { pathname, search }).catch(() => started.delete(pathname + search))
  }
  let position: string | undefined
  const noticeMove = (event: PointerEvent) => {
    const last = position
    position = `${event.clientX} ${event.clientY}`
    if (last && last !== position) notice(event)
  }
  const others = ['pointerdown', 'focusin'] as const
  document.addEventListener('pointermove', noticeMove, { passive: true })
  for (const name of others) document.addEventListener(name, notice, { passive: true })
  return () => {
    window.removeEventListener('popstate', step)
    document.removeEventListener('pointermove', noticeMove)
    for (const name of others) document.removeEventListener(name, notice)
  }
}
