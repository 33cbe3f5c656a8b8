/** Where the worker is served. */
export const WORKER_FILE = 'sw.js'

/** Whether the owner wants no worker in anybody's browser. */
export const isWorkerOff = (setting: string): boolean => setting === 'off'

/**
 * What stands in the place of the worker with `STORE_WORKER=off` (OFF-07): it deletes what was kept and takes itself
 * out, at the next visit at the latest, under pages that are open as well.
 */
export const ENDING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})().catch(() => {})))
`
