/** How this document was opened: `navigate`, `reload` or `back_forward`; `undefined` where the browser does not say. */
export function arrival(): NavigationTimingType | undefined {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type
}
