import { onSessionChange, storedSession } from '@/api/stored-session'
import { forgetSeenOrders, pruneSeenOrders } from '@/features/orders/seen-orders'
import { savesData } from '@/lib/saves-data'

/** How long a page is looked at before it is kept for a time without a line, ms. */
const SEEN_AFTER_MS = 1000

/** Not while developing, and not in a preview, which is a world of its own. */
const worker = () =>
  import.meta.env.PROD && document.documentElement.dataset.base === undefined ? navigator.serviceWorker : undefined

/**
 * Starts the worker (OFF-02) once the page has settled. A browser that has none, or refuses, shows the shop as ever.
 * @param kept told when something is shown that was kept, with its time, ms since 1970
 * @returns the way to stop listening
 */
export function startWorker(kept: (at: number) => void): () => void {
  const stop = forgetOnLeaving()
  const container = worker()
  if (!container) return stop
  container.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  // The first page came before the worker: what it is made of has to be kept as well, also what was on its way when
  // the worker took over.
  if (!container.controller) {
    void container.ready.then(tellOfPage)
    container.addEventListener('controllerchange', () => setTimeout(tellOfPage, SEEN_AFTER_MS), { once: true })
  }
  const onMessage = ({ data }: MessageEvent<{ kept?: number }>) => data.kept && kept(data.kept)
  container.addEventListener('message', onMessage)
  return () => {
    container.removeEventListener('message', onMessage)
    stop()
  }
}

function tellOfPage(): void {
  const made = performance.getEntriesByType('resource').map(({ name }) => name)
  tell(made.filter((name) => !name.includes('?token=')))
}

function tell(seen: string[]): void {
  void worker()?.ready.then(({ active }) => active?.postMessage({ seen }))
}

/** Keeps a page that was opened without being loaded, when it has been looked at; returns the way to call it off. */
export function noteSeen(address: string): () => void {
  if (savesData()) return () => undefined
  const timer = setTimeout(() => tell([new URL(address, window.location.origin).href]), SEEN_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Nothing kept is one person's; all the same it goes with who signs out, or for another (OFF-06). */
function forgetOnLeaving(): () => void {
  pruneSeenOrders()
  let person = storedSession()?.record.id
  return onSessionChange(() => {
    const now = storedSession()?.record.id
    if (person !== undefined && now !== person) {
      forgetSeenOrders()
      void forgetPages()
    }
    person = now
  })
}

async function forgetPages(): Promise<void> {
  try {
    for (const name of await caches.keys()) if (!name.startsWith('asset')) await caches.delete(name)
  } catch {
    // There are none.
  }
}
