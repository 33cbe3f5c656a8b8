/**
 * Runs work in one write transaction. What the work throws arrives as it was thrown: crossing PocketBase's
 * transaction, an exception loses the fields it names.
 */
export function runInTransaction<T>(app: PbApp, work: (txApp: PbApp) => T): T {
  let value: T | undefined
  let thrown: unknown
  try {
    app.runInTransaction((txApp) => {
      try {
        value = work(txApp)
      } catch (error) {
        thrown = error
        throw error
      }
    })
  } catch (error) {
    throw thrown ?? error
  }
  return value as T
}

/**
 * Runs a model event's work in a transaction of its own, or within the one it is already in: `e.app` is the
 * transaction's meanwhile.
 */
export function inTransaction(e: PbRecordEvent, work: (e: PbRecordEvent) => void): void {
  const outer = e.app
  try {
    runInTransaction(outer, (txApp) => {
      e.app = txApp
      work(e)
    })
  } finally {
    e.app = outer
  }
}
