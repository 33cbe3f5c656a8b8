/** The button that was pressed looks busy (PAINT-14) until the answer is called. */
export function pressedLooksBusy(): () => void {
  // Safari gives a pressed button no focus.
  const button = document.querySelector('button:focus') ?? document.querySelector('button:hover')
  button?.setAttribute('aria-busy', 'true')
  return () => button?.removeAttribute('aria-busy')
}
