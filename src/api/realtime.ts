import { loadedRecordStore, recordStore } from './client'

/**
 * Calls back whenever one record may have changed: after each change the store tells of, and whenever the connection
 * has come about (again), for what was missed meanwhile. A connection that cannot be had is nobody's failure: the
 * caller also asks from time to time. Browser only.
 *
 * @returns ends it; the connection closes with its last follower, so that a tab keeps none of the few an old server
 *   grants it
 */
export function subscribeToRecord(collection: string, id: string, changed: () => void): () => void {
  let left = false
  const stops: (() => Promise<void>)[] = []
  const end = (stop: () => Promise<void>) => void stop().catch(() => undefined)
  const heard = () => {
    if (!left) changed()
  }
  const begin = (subscription: Promise<() => Promise<void>>, undo: () => Promise<void>) => {
    subscription
      .then((stop) => (left ? end(stop) : stops.push(stop)))
      // A listener that was never connected would keep a later connection open.
      .catch(() => end(undo))
  }
  recordStore()
    .then((store) => {
      if (left) return
      const record = store.collection(collection)
      // The record itself is read through the store's own route; the message need not carry it.
      begin(record.subscribe(id, heard, { fields: 'id' }), () => record.unsubscribe(id))
      begin(store.realtime.subscribe('PB_CONNECT', heard), () => store.realtime.unsubscribe('PB_CONNECT'))
    })
    .catch(() => undefined)
  return () => {
    left = true
    for (const stop of stops) end(stop)
  }
}

/** Whether changes are being told of now. Browser only. */
export function isSubscribed(): boolean {
  return loadedRecordStore()?.realtime.isConnected ?? false
}
