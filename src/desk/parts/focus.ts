/**
 * After a part with the focus has left the screen: gives it to `before` if that still stands, else, when nothing has
 * it, to the content of the screen. A keyboard would begin again at the page's top.
 */
export function giveFocusBack(root: Node | undefined, before: Element | null = null): void {
  if (!(root instanceof ShadowRoot) || root.activeElement) return
  const content = root.querySelector<HTMLElement>('[data-content]')
  const target = before instanceof HTMLElement && before.isConnected ? before : content
  if (target === before || isLost(root)) target?.focus({ preventScroll: true })
}

/** Chrome gives the focus of a part that is gone to what scrolls around it. */
const isLost = (root: ShadowRoot) => [document.body, root.host].includes(document.activeElement as HTMLElement)

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea'

const stopIn = (node: Node | null | undefined): HTMLElement | null => {
  if (!(node instanceof HTMLElement) || !node.isConnected) return null
  return node.matches(STOPS) ? node : node.querySelector<HTMLElement>(STOPS)
}

/** Where the focus goes whose part has left: what stands there now, else what stood beside it. */
function placeOf(gone: MutationRecord, records: readonly MutationRecord[]): HTMLElement | null {
  const { target, previousSibling, nextSibling } = gone
  const now = records.filter((record) => record.target === target && record.previousSibling === previousSibling)
  const near = [...now.flatMap(({ addedNodes }) => [...addedNodes]), nextSibling, previousSibling, target]
  return near.map(stopIn).find((stop) => stop !== null) ?? null
}

/** Keeps the keyboard's place when a press takes away what was pressed. Returns what ends it. */
export function keepFocus(root: ShadowRoot): () => void {
  let held: Element | null = null
  const hold = () => {
    // A finger's or a pointer's is not: a field would open a phone's keyboard.
    held = root.activeElement?.matches(':focus-visible') ? root.activeElement : null
  }
  const observer = new MutationObserver((records) => {
    // A dialog gives its focus back by itself.
    if (!held || held.isConnected || held.closest('dialog') || root.activeElement || !isLost(root)) return
    const gone = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(held)))
    held = null
    if (gone) placeOf(gone, records)?.focus()
    giveFocusBack(root)
  })
  root.addEventListener('focusin', hold)
  observer.observe(root, { childList: true, subtree: true })
  return () => {
    root.removeEventListener('focusin', hold)
    observer.disconnect()
  }
}
