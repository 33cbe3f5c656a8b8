import { answering } from '../guard/slow-clients'
import { pageStamp } from '../lib/page-stamps'
import { sharedStore } from '../lib/shared-store'
import { matchesEtag } from './packed'

interface Kept<T> {
  value: T
  /** The records and whatever else it was made from. */
  sources: string
  until: number
}

/** Made anew after this long at the latest, ms: for posts whose time comes, and changes by SQL. */
const MAX_AGE_MS = 60_000

/** What was last made under a key: `same` while no collection has changed since, `fresh` for the first minute of it. */
export function lastKept<T>(key: string, collections: readonly string[], more: string) {
  const sources = collections.map(pageStamp).concat(more).join(' ')
  const stored = sharedStore().get(key) as Kept<T> | null | undefined
  const same = stored?.sources === sources
  return { sources, value: stored?.value, same, fresh: same && stored.until > Date.now() }
}

/** What is made once for everybody who asks, until a record of the collections changes or `more` does. */
export function kept<T>(key: string, collections: readonly string[], more: string, make: () => T): T {
  const { sources, value, fresh } = lastKept<T>(key, collections, more)
  if (fresh) return value as T
  const made = make()
  sharedStore().set(key, { value: made, sources, until: Date.now() + MAX_AGE_MS })
  return made
}

/** A text as it is kept: its bytes are Go's and never a script's. */
export interface SentText {
  body: PbBytes
  etag: string
}

export const asSent = (text: string): SentText => ({
  body: toBytes(text),
  etag: `W/"${$security.sha256(text).slice(0, 32)}"`,
})

/** Sends it for an hour, or says that nothing has changed. */
export function sendText(e: PbRequestEvent, type: string, { body, etag }: SentText): void {
  const headers = e.response.header()
  headers.set('Cache-Control', 'public, max-age=3600')
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('ETag', etag)
  if (matchesEtag(e.request.header.get('If-None-Match'), etag)) e.noContent(304)
  else answering(e, () => e.blob(200, type, body))
}
