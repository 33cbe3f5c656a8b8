import type { Page } from '@playwright/test'

/** A small phone; 1280 px at 400 % are the same (WCAG 1.4.10). */
export const SMALL = { width: 320, height: 640 }
/** A usual phone, for letters of twice their size (WCAG 1.4.4). */
export const LARGE_TEXT = { width: 360, height: 740 }

/** Changes the window, and waits until the styles that hang on its width have followed: they do so with a frame, not at once. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async (width) => {
    const [sheet] = document.styleSheets
    sheet?.insertRule(`@media (width: ${width}px) { :root { --window: ${width} } }`, sheet.cssRules.length)
    const followed = () => getComputedStyle(document.documentElement).getPropertyValue('--window') === String(width)
    do await new Promise(requestAnimationFrame)
    while (!followed())
  }, size.width)
}

/** Letters as large as a browser's own setting makes them: twice, or as usual. */
export const enlargeText = (page: Page, twice: boolean) =>
  page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size
    },
    twice ? '200%' : '',
  )

/**
 * What is wrong with where things lie: a page wider than the window, words that are cut off, stick out of their button or lie on other
 * words, icons off the middle of their button, and controls that something lies over when they are scrolled to just so far that they are in
 * the window.
 */
export async function misplaced(page: Page, where: string): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const problems: string[] = []
    const root = document.documentElement
    // What follows the window by script does so with a frame, and is drawn with the next.
    const frames = async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    }
    await frames()
    const dialogs = document.querySelectorAll<HTMLElement>(
      '[role=dialog][data-state=open], [role=menu][data-state=open]',
    )
    const scope: ParentNode = dialogs[dialogs.length - 1] ?? document.body
    const quote = (text: string | null | undefined) => `“${(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 50)}”`
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      let style = styles.get(element)
      if (!style) {
        style = getComputedStyle(element)
        styles.set(element, style)
      }
      return style
    }
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const forListenersOnly = new Map<Element, boolean>()
    const unseen = (element: Element | null): boolean => {
      if (!element || element === scope) return false
      let answer = forListenersOnly.get(element)
      if (answer === undefined) {
        const { offsetWidth = 9, offsetHeight = 9 } = element as HTMLElement
        answer =
          (offsetWidth < 2 && offsetHeight < 2 && styleOf(element).overflowX !== 'visible') ||
          unseen(element.parentElement)
        forListenersOnly.set(element, answer)
      }
      return answer
    }

    const over = root.scrollWidth - root.clientWidth
    if (over > 0) {
      const out = [...document.body.querySelectorAll('*')].filter(
        (one) => one.childElementCount === 0 && one.getBoundingClientRect().right > root.clientWidth + 0.5,
      )
      problems.push(`${over} px too wide: ${out.slice(0, 3).map((one) => one.tagName + quote(one.textContent))}`)
    }

    interface Line {
      text: string
      element: Element
      box: DOMRect
    }
    const lines: Line[] = []
    const CUTS = /hidden|clip/
    /** Words that are left out on purpose: behind “…”. */
    const clamped = ({ element, box }: Line): boolean => {
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
        if (styleOf(at).webkitLineClamp !== 'none') return box.bottom > at.getBoundingClientRect().bottom
      return false
    }
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = (node.textContent ?? '').trim()
      if (!element || text === '' || element.closest('option, script, style, noscript, [inert]')) continue
      if (!seen(element) || unseen(element)) continue
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue
        // A line's box is taller than its letters.
        const trim = box.height * 0.22
        const line = { text, element, box: new DOMRect(box.x, box.y + trim, box.width, box.height - 2 * trim) }
        if (!clamped(line)) lines.push(line)
      }
    }

    const told = new Set<string>()
    const tell = (text: string) => {
      if (told.has(text)) return
      told.add(text)
      problems.push(text)
    }
    for (const { text, element, box } of lines) {
      let scrolls = false
      let cutOnPurpose = false
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const style = styleOf(at)
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) scrolls = true
        if (scrolls) break
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') cutOnPurpose = true
        if (cutOnPurpose || !CUTS.test(style.overflowX + style.overflowY)) continue
        const frame = at.getBoundingClientRect()
        const cut =
          (CUTS.test(style.overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1)) ||
          (CUTS.test(style.overflowY) && (box.top < frame.top - 1 || box.bottom > frame.bottom + 1))
        if (cut) tell(`cut off: ${quote(text)}`)
      }
      if (!scrolls && box.left < -1) tell(`left of the window: ${quote(text)}`)
      if (cutOnPurpose) continue
      const control = element.closest('button, a[class*="bg-"], a[class*="border-line-strong"]')
      if (!control || styleOf(control).display === 'inline') continue
      const frame = control.getBoundingClientRect()
      if (
        box.left < frame.left - 1 ||
        box.right > frame.right + 1 ||
        box.top < frame.top - 1 ||
        box.bottom > frame.bottom + 1
      )
        tell(`sticks out of its button: ${quote(text)}`)
    }
    const canvas = document.createElement('canvas').getContext('2d')
    for (const select of scope.querySelectorAll('select')) {
      if (!seen(select) || !canvas) continue
      const style = styleOf(select)
      canvas.font = style.font
      const chosen = select.selectedOptions[0]?.textContent ?? ''
      const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
      if (canvas.measureText(chosen).width > room + 1) tell(`cut off in its field: ${quote(chosen)}`)
    }

    // What floats over the page is over something, wherever it is scrolled to; controls below say whether that matters.
    const floats = new Map<Element, boolean>()
    const floating = (element: Element | null): boolean => {
      if (!element || element === scope) return false
      let answer = floats.get(element)
      if (answer === undefined) {
        answer = /fixed|sticky/.test(styleOf(element).position) || floating(element.parentElement)
        floats.set(element, answer)
      }
      return answer
    }
    /** The part of a line that is seen through the boxes around it. */
    const shown = (line: Line): Line => {
      let { left, right, top, bottom } = line.box
      for (let at: Element | null = line.element; at && at !== document.body; at = at.parentElement) {
        const style = styleOf(at)
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
        const frame = at.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { ...line, box: new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top)) }
    }
    const standing = lines
      .filter(({ element }) => !floating(element))
      .map(shown)
      .sort((one, other) => one.box.top - other.box.top)
    for (const [index, one] of standing.entries()) {
      for (let next = index + 1; next < standing.length; next += 1) {
        const other = standing[next] as Line
        if (other.box.top >= one.box.bottom) break
        if (other.element === one.element) continue
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top
        if (wide > 2 && high > 2) tell(`lie on each other: ${quote(one.text)} ${quote(other.text)}`)
      }
    }

    const scroller = (from: Element): Element => {
      for (let at = from.parentElement; at && at !== document.body; at = at.parentElement)
        if (/auto|scroll/.test(styleOf(at).overflowY) && at.scrollHeight > at.clientHeight) return at
      return root
    }
    for (const element of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      if (!seen(element) || element.closest('[aria-hidden=true], [inert]') || element.tabIndex < 0) continue
      if (unseen(element)) continue
      const [icon] = element.children
      if (icon instanceof SVGElement && element.childElementCount === 1 && !element.textContent?.trim()) {
        const middle = ({ top, height }: DOMRect) => top + height / 2
        const off = Math.abs(middle(icon.getBoundingClientRect()) - middle(element.getBoundingClientRect()))
        if (off > 3) tell(`icon ${off.toFixed(0)} px off the middle: ${quote(element.getAttribute('aria-label'))}`)
      }
      const target = element.closest('label') ?? element
      const scrolled = scroller(element)
      for (const from of [0, scrolled.scrollHeight]) {
        const reach = () => {
          scrolled.scrollTo({ top: from, behavior: 'instant' })
          element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        }
        const boxes = () => [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
        const clear = () =>
          boxes().some(({ left, top, width, height }) => {
            const hit = document.elementFromPoint(left + width / 2, top + height / 2)
            if (!hit) return false
            // News at the top of the window go by themselves, and with a press.
            if (target.contains(hit) || hit.contains(element) || hit.closest('[data-sonner-toaster]')) return true
            return hit.closest('label')?.control === element
          })
        reach()
        if (boxes().length === 0) continue
        // What arrives late, such as a picture or a typeface, may move the page under way.
        for (let again = 0; again < 10 && !clear(); again += 1) {
          await frames()
          if (!clear()) reach()
        }
        if (clear()) continue
        const [box] = boxes() as [DOMRect]
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        const name = element.getAttribute('aria-label') ?? element.textContent
        const cover = hit ? hit.tagName + quote(hit.getAttribute('aria-label') ?? hit.textContent) : 'the window’s edge'
        tell(`covered: ${element.tagName} ${quote(name)} by ${cover}`)
      }
      scrolled.scrollTo({ top: 0, behavior: 'instant' })
    }
    return problems
  })
  return found.map((text) => `${where}: ${text}`)
}

/** Everything that is misplaced on a small phone and with letters of twice their size. The window and the letters are left as usual. */
export async function misplacedWhenTight(page: Page, where: string): Promise<string[]> {
  const before = page.viewportSize()
  await resize(page, SMALL)
  const found = await misplaced(page, `${where} ${SMALL.width}`)
  await resize(page, LARGE_TEXT)
  await enlargeText(page, true)
  found.push(...(await misplaced(page, `${where} ${LARGE_TEXT.width} 200 %`)))
  await enlargeText(page, false)
  if (before) await resize(page, before)
  return found
}
