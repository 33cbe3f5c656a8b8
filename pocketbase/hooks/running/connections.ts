import { isServing } from '../lib/command-line'

/**
 * Readers of the records at the same time; whoever comes beyond waits some milliseconds. SQLite here is Go, and does
 * not get faster by more readers than cores.
 */
const READERS = 4
/** Readers of the logs: the admin UI. */
const LOG_READERS = 2
/**
 * Of the database, for each connection, KiB. PocketBase says 32,000, and what SQLite takes is twice what it counts.
 * What is not there comes from the system's own cache.
 */
const CACHE_KIB = 2000

function open(database: PbDatabase, count: number): void {
  const pool = database.db()
  pool.setMaxOpenConns(count)
  pool.setMaxIdleConns(count)
  // One that was closed would come back with PocketBase's own cache.
  pool.setConnMaxIdleTime(0)
  const context = new Context()
  const connections = Array.from({ length: count }, () => pool.conn(context))
  for (const connection of connections) {
    connection.execContext(context, `PRAGMA cache_size = -${CACHE_KIB}`)
    connection.close()
  }
}

/**
 * Opens all connections to the databases that there will be, each with a small cache, when the store is served: up to
 * 15 with room for 32 MB each held half a gigabyte at 50,000 products (docs/decisions/0034).
 */
export function limitConnections(app: PbApp): void {
  if (!isServing()) return
  open(app.concurrentDB(), READERS)
  open(app.nonconcurrentDB(), 1)
  open(app.auxConcurrentDB(), LOG_READERS)
  open(app.auxNonconcurrentDB(), 1)
}
