/**
 * Runs a task when the page has nothing else to do, after 2 s at the latest. Safari has no requestIdleCallback and
 * waits a moment.
 */
export function whenIdle(task: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(task, { timeout: 2000 })
  else setTimeout(task, 200)
}
