/**
 * After a part with the focus has left the screen: gives it to `before` if that still stands, else, when nothing has
 * it, to the content of the screen. A keyboard would begin again at the page's top.
 */
export function giveFocusBack(root: Node | undefined, before: Element | null = null): void {
  if (!(root instanceof ShadowRoot) || root.activeElement) return
  const content = root.querySelector<HTMLElement>('[data-content]')
  const target = before instanceof HTMLElement && before.isConnected ? before : content
  if (target === before || document.activeElement === document.body) target?.focus({ preventScroll: true })
}
