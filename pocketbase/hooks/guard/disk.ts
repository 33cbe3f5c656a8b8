import { now } from '../lib/clock'
import { run } from '../lib/rows'

/** What SQLite and the system say when nothing can be written. */
const NO_ROOM = /disk is full|no space left|disk I\/O error|disk quota exceeded|file too large|readonly database/i
const MESSAGE = 'The shop cannot save anything just now. Please try again in a few minutes.'

/** Health answers red with less room than this, bytes: some orders. Written each time it is looked at. */
const ROOM_BYTES = 64 * 1024
/** How long an answer about the room stands, ms. */
const STANDS_MS = 30_000
const FAILED = 'disk:failed'
const LOOKED = 'disk:looked'

/** Whether an error says that nothing can be written; health is red from then on, until something can. */
export function isNoRoom(app: PbApp, error: unknown): boolean {
  if (!NO_ROOM.test(String(error))) return false
  app.store().set(FAILED, true)
  return true
}

/** What is thrown then: 503. */
export const noRoom = () => new ApiError(503, MESSAGE, {})

/**
 * After a record could not be saved or deleted: PocketBase would answer 400, as if the request were at fault.
 * @throws ApiError (503) when it is the disk
 */
export function sayNoRoom(e: PbFailedSaveEvent): void {
  e.next()
  if (isNoRoom(e.app, e.error)) throw noRoom()
}

function canWrite(app: PbApp): boolean {
  const file = `${app.dataDir()}/.room`
  try {
    try {
      $os.writeFile(file, '0'.repeat(ROOM_BYTES), 0o600)
    } finally {
      $os.remove(file)
    }
    // Only after a failure: an idle store writes nothing.
    if (app.store().get(FAILED)) {
      run(app, "UPDATE _params SET id = id WHERE id = 'settings'")
      app.store().set(FAILED, false)
    }
    return true
  } catch {
    return false
  }
}

/**
 * Before `GET /api/health`, which PocketBase answers with 200 as long as it runs. Looked at once in half a minute,
 * and at every question after a failure.
 * @throws ApiError (503) when nothing can be saved
 */
export function checkRoom(app: PbApp): void {
  const store = app.store()
  const [until, answer] = String(store.get(LOOKED) ?? '').split(' ')
  const stands = answer === 'yes' && Number(until) > now() && !store.get(FAILED)
  if (stands) return
  const can = canWrite(app)
  store.set(LOOKED, `${now() + STANDS_MS} ${can ? 'yes' : 'no'}`)
  if (!can) throw noRoom()
}
