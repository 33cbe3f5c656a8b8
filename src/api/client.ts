import PocketBase from 'pocketbase'

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
