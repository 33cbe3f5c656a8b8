/**
 * Runs a model event's work in a transaction of its own, or within the one it is already in: `e.app` is the
 * transaction's meanwhile. What the work throws arrives as it was thrown: crossing PocketBase's transaction, an
 * exception loses the fields it names.
 */
export function inTransaction(e: PbRecordEvent, work: (e: PbRecordEvent) => void): void {
  const outer = e.app
  let thrown: unknown
  try {
    outer.runInTransaction((txApp) => {
      e.app = txApp
      try {
        work(e)
      } catch (error) {
        thrown = error
        throw error
      }
    })
  } catch (error) {
    throw thrown ?? error
  } finally {
    e.app = outer
  }
}
