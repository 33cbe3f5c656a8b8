import type { Page } from '@playwright/test'

/** Everything put into live regions from the page's start, as a screen reader would say it. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = []
    Object.assign(window, { said })
    const LIVE = '[aria-live=polite], [aria-live=assertive], [role=status]:not([aria-live=off]), [role=alert], output'
    const tell = (region: Element) => {
      const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim()
      if (text && !region.closest('[aria-hidden=true], [inert]')) said.push(text)
    }
    const observer = new MutationObserver((records) => {
      const changed = new Set<Node>()
      const came = new Set<Element>()
      for (const { type, target, addedNodes } of records) {
        if (type === 'characterData') changed.add(target)
        for (const node of addedNodes) {
          changed.add(node)
          if (node instanceof Element) for (const region of [node, ...node.querySelectorAll(LIVE)]) came.add(region)
        }
      }
      // What changes at once in one region is said at once.
      const regions = new Set<Element>()
      for (const node of changed) {
        if (!node.isConnected) continue
        const region = (node instanceof Element ? node : node.parentElement)?.closest(LIVE)
        if (region && !came.has(region)) regions.add(region)
      }
      // A region that comes with its words is read only when it is an alert; others are read when their words change.
      for (const region of came) if (region.isConnected && region.matches('[role=alert]')) regions.add(region)
      for (const region of regions) tell(region)
    })
    document.addEventListener('DOMContentLoaded', () =>
      observer.observe(document, { subtree: true, childList: true, characterData: true }),
    )
  })
  return () => page.evaluate(() => (window as unknown as { said: string[] }).said)
}

/** Everything that moves or fades for longer than the eye can tell, from the page's start. */
export async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const MOVES = /transform|translate|scale|rotate|opacity|left|right|top|bottom|inset|width|height|margin|clip/i
    const note = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect) || Number(effect.getTiming().duration) <= 1) continue
        const names = effect
          .getKeyframes()
          .flatMap(Object.keys)
          .filter((name) => MOVES.test(name))
        if (names.length > 0) moved.push(`${effect.target?.tagName}: ${[...new Set(names)]}`)
      }
    }
    for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, note, true)
    const { animate } = Element.prototype
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given)
      note()
      return animation
    }
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}
