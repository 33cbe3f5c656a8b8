import PocketBase, { BaseAuthStore } from 'pocketbase'
import { inTime } from './in-time'

export { ClientResponseError } from 'pocketbase'

/**
 * A client of the SDK's as the shop wants it; its defaults stay (SDK-01). With it comes the SDK: only `client.ts`
 * asks for this file, and late.
 */
export function newClient(url: string, session = sessionOfThisPage()): PocketBase {
  const store = new PocketBase(url, session)
  store.beforeSend = (url, options) => ({
    url,
    options: {
      ...options,
      fetch: (address: RequestInfo | URL, init?: RequestInit) =>
        wholeAnswer(
          whenItHasTime(() => {
            const answer = (options.fetch ?? fetch)(address, init)
            // Files take as long as they take.
            return hasFiles(init?.body) ? answer : inTime(answer)
          }),
        ),
    },
  })
  return store
}

const hasFiles = (body: unknown) => body instanceof FormData && [...body.values()].some((part) => part instanceof Blob)

/** Where the browser forbids its storage, on which the SDK would fail: a session that lasts as long as the page. */
function sessionOfThisPage(): BaseAuthStore | undefined {
  try {
    globalThis.localStorage?.getItem('')
    return undefined
  } catch {
    return new BaseAuthStore()
  }
}

/** How often a store that is too busy is asked again by itself; each time it says when. */
const BUSY_TRIES = 3

/** Asks again while the store, or the proxy before it, is too busy: nothing has been done then, whatever was asked. */
async function whenItHasTime(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries > BUSY_TRIES) return answer
    const { data } = (await answer
      .clone()
      .json()
      .catch(() => ({}))) as { data?: { code?: string; retry_after?: number } }
    if (data?.code !== 'store_busy') return answer
    // Up to half as long again as it has said, so that not all come back at once.
    const seconds = (Number(data.retry_after) || 1) * (1 + Math.random() / 2)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/**
 * The SDK takes an answer that broke off on its way, or is a proxy's page and not JSON, for an empty object: a
 * session would be refreshed to none, an order placed without a number. Here it is a request that got no answer.
 */
async function wholeAnswer(answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  if (!answer.ok || answer.status === 204) return answer
  const json: unknown = await answer.json()
  answer.json = async () => json
  return answer
}
