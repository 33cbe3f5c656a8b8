import PocketBase, { ClientResponseError, type SendOptions } from 'pocketbase'

/** Where the record store answers: the page's own origin unless `VITE_POCKETBASE_URL` says otherwise. No trailing slash. */
export const RECORD_STORE_URL: string = (import.meta.env?.VITE_POCKETBASE_URL ?? '').replace(/\/+$/, '')

let client: PocketBase | undefined

/**
 * The one client of the record store. Made on first use, because the server renders the same modules without ever calling it. Requests do
 * not cancel each other (the SDK would cancel a second call to the same path): pass a signal where a call should end early.
 */
export function recordStore(): PocketBase {
  if (!client) {
    client = new PocketBase(RECORD_STORE_URL || '/')
    client.autoCancellation(false)
  }
  return client
}

/** The first record of a list, or null when there is none. An empty answer is data, not a failure. */
export async function firstRecord(
  collection: string,
  query: { filter?: string; sort?: string; expand?: string; fields?: string; signal?: AbortSignal },
): Promise<Record<string, unknown> | null> {
  const list = await recordStore()
    .collection(collection)
    .getList(1, 1, { ...query, skipTotal: true })
  return list.items[0] ?? null
}

/**
 * Lets requests be answered where they are asked, without a network: the record store renders pages with its own records.
 * @param answer the JSON the REST API would send, or null where it would say 404
 */
export function answerRequests(answer: (path: string, query: Record<string, unknown>) => unknown): void {
  const store = recordStore()
  store.send = async <T>(path: string, options: SendOptions) => {
    const query: Record<string, unknown> = { ...options.query }
    // The SDK takes what it does not know itself for parameters of the query, and moves them there only on its way out.
    for (const name of ['filter', 'sort', 'expand', 'fields', 'skipTotal'])
      if (options[name] !== undefined) query[name] = options[name]
    const json = answer(path, query)
    if (json === null) throw new ClientResponseError({ url: path, status: 404, response: { status: 404 } })
    return json as T
  }
}
