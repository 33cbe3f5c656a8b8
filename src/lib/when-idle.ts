/** Runs a deed when the page has nothing else to do, after 2 s at the latest. Safari has no requestIdleCallback and waits a moment. */
export function whenIdle(deed: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(deed, { timeout: 2000 })
  else setTimeout(deed, 200)
}
