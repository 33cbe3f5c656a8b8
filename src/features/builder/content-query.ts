import { queryOptions } from '@tanstack/react-query'
import { lazyComponent } from '@/ui/lazy'
import type { BuilderModel } from './builder-view'

/** The builder's code and content have this long together, ms; afterwards the built-in content stays for good. */
const TIME_LIMIT_MS = 4000

const load = () => import('./builder-view')

/** Draws content; its code, with the builder's SDK, comes with the first content. */
// Marked pure, so that a build without a key leaves it out together with the SDK.
export const BuilderView = /* @__PURE__ */ lazyComponent(() => load().then((module) => module.BuilderView))

/**
 * The content published for an address, or null when there is none. Fails when it is not here in time (4 s). Asked
 * for once in a visit.
 */
export function builderContentOptions(model: BuilderModel, address: string) {
  // `/gifting/` is `/gifting` to everybody.
  const path = address.replace(/(.)\/+$/, '$1')
  return queryOptions({
    queryKey: ['builder', model, path],
    queryFn: ({ signal }) =>
      inTime(signal, async (limited) => {
        const [{ fetchContent }] = await Promise.all([load(), BuilderView.preload()])
        return fetchContent(model, path, limited)
      }),
    // What stands on the page is not exchanged while somebody reads it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
}

async function inTime<T>(signal: AbortSignal, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  let late: () => void = () => undefined
  const expiry = new Promise<never>((_, reject) => {
    late = () => {
      limit.abort()
      reject(new Error('The page builder took too long'))
    }
  })
  const timer = setTimeout(() => late(), TIME_LIMIT_MS)
  signal.addEventListener('abort', () => late())
  try {
    return await Promise.race([work(limit.signal), expiry])
  } finally {
    clearTimeout(timer)
  }
}
