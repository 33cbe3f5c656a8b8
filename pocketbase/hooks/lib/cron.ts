/** A run of a job ends itself before the next one begins, a minute later, ms. */
export const RUN_MS = 45_000

/** Does a job's work on one row: its trouble is logged, and is not the others'. */
export function attempt(app: PbApp, problem: string, id: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    app.logger().error(problem, 'id', id, 'error', String(error))
  }
}
