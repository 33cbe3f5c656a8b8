import { QueryClient } from '@tanstack/react-query'
import { errorStatus, isAborted, isBusy } from './errors'

/** How long an answer counts as fresh, ms: a visit's pages share it, and a merchandiser's edit shows up soon. */
const STALE_MS = 60_000
/** How long an unused answer is kept for Back, ms. */
const KEPT_MS = 15 * 60_000

/** A new cache of records: one for the browser's life, one for each page rendered on the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        gcTime: KEPT_MS,
        // "online" would leave a spinner for ever where the browser believes itself offline; a failure can be shown
        // and retried.
        networkMode: 'always',
        // A refusal stays a refusal; only silence and server trouble are worth a second try. A busy store has been
        // asked again already.
        retry: (failures, error) =>
          failures < 2 &&
          !isAborted(error) &&
          !isBusy(error) &&
          (errorStatus(error) === 0 || errorStatus(error) >= 500),
        retryDelay: (attempt) => 400 * 2 ** attempt,
        refetchOnWindowFocus: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
