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

/** Another company that left so many questions unanswered is left alone until the job's next run. */
const SILENCE_LIMIT = 3

/**
 * Does a job's work that asks another company, row by row, until the run's time is over or nobody answers.
 * @param work false without an answer
 */
export function attemptEach(
  app: PbApp,
  problem: string,
  due: readonly PbRecord[],
  work: (id: string) => boolean,
): void {
  const end = Date.now() + RUN_MS
  let silences = 0
  for (const { id } of due) {
    if (Date.now() > end || silences >= SILENCE_LIMIT) return
    attempt(app, problem, id, () => {
      if (!work(id)) silences++
    })
  }
}
