import type PocketBase from 'pocketbase'
import { StoreUnreachable } from './errors'
import { watchSessionStore } from './stored-session'

/**
 * Where the record store answers: the page's own origin unless `VITE_POCKETBASE_URL` says otherwise. No trailing slash.
 */
export const RECORD_STORE_URL: string = (import.meta.env?.VITE_POCKETBASE_URL ?? '').replace(/\/+$/, '')

/** Answers as long as anything does. */
export const HEALTH_URL = `${RECORD_STORE_URL}/api/health`

let loading: Promise<PocketBase> | undefined
let loaded: PocketBase | undefined

/**
 * The one client of the record store: the SDK, fetched when it is first needed. A rendered page has its records
 * already, so a first visit loads none of it; call it early, and without waiting, where a request is sure to come.
 * Requests do not cancel each other (the SDK would cancel a second call to the same path): pass a signal where a call
 * should end early.
 *
 * Who is signed in is known without it: `stored-session.ts`.
 * @throws as for a request that got no answer, when the SDK cannot be fetched; the next call tries again
 */
export function recordStore(): Promise<PocketBase> {
  loading ??= import('./sdk').then(
    ({ newClient }) => presetRecordStore(newClient(RECORD_STORE_URL || '/')),
    (cause: unknown) => {
      loading = undefined
      throw new StoreUnreachable(cause)
    },
  )
  return loading
}

/** Sets the client without a download (server rendering). */
export function presetRecordStore(store: PocketBase): PocketBase {
  store.autoCancellation(false)
  watchSessionStore(store.authStore)
  loaded = store
  loading = Promise.resolve(store)
  return store
}

/** The client if it is here. */
export function loadedRecordStore(): PocketBase | undefined {
  return loaded
}

/** Fetches the client ahead of the first request; a failure is told by that request. */
export function warmRecordStore(): void {
  recordStore().catch(() => undefined)
}

/**
 * The first record of a list, or null when there is none. An empty answer is data, not a failure.
 * @param values of the filter: `slug = {:slug}`
 */
export async function firstRecord(
  collection: string,
  { filter = '', ...query }: { filter?: string; sort?: string; expand?: string; signal?: AbortSignal },
  values?: Record<string, string>,
): Promise<Record<string, unknown> | null> {
  const store = await recordStore()
  const asked = { ...query, ...(filter && { filter: store.filter(filter, values) }), skipTotal: true }
  const list = await store.collection(collection).getList(1, 1, asked)
  return list.items[0] ?? null
}
