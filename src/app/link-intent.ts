import type { QueryClient } from '@tanstack/react-query'
import { warmRecordStore } from '@/api/client'
import { startRoute } from './route-start'
import { preloadProductPage } from './routes'

/**
 * Pages begin to load when a link to them is pointed at, focused or touched, a moment before it is followed. Listens on the document, so
 * that every link takes part without knowing. The first of these signs, wherever it falls, tells of somebody who may ask for more than the
 * page has brought: what requests need comes then, and a product's page, which most open next. Returns the undoing.
 */
export function listenForLinkIntent(client: QueryClient): () => void {
  const started = new Set<string>()
  let signed = false
  const notice = (event: Event) => {
    if (!(event.target instanceof Element) || savesData()) return
    if (!signed) {
      signed = true
      warmRecordStore()
      preloadProductPage()
    }
    const link = event.target.closest('a[href]')
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.origin !== window.location.origin)
      return
    const { pathname, search } = link
    if (pathname.startsWith('/api/') || pathname.startsWith('/_/') || started.has(pathname + search)) return
    started.add(pathname + search)
    // Asked for again later if this failed: the page itself says so then.
    startRoute(client, { pathname, search }).catch(() => started.delete(pathname + search))
  }
  const events = ['pointerover', 'focusin', 'touchstart'] as const
  for (const name of events) document.addEventListener(name, notice, { passive: true })
  return () => {
    for (const name of events) document.removeEventListener(name, notice)
  }
}

/** The shopper's wish to use little data, where the browser tells. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
