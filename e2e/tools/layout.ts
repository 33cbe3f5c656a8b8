import type { Page } from '@playwright/test'

/** A small phone; 1280 px at 400 % are the same (WCAG 1.4.10). */
export const SMALL = { width: 320, height: 640 }
/** A usual phone, for letters of twice their size (WCAG 1.4.4). */
export const LARGE_TEXT = { width: 360, height: 740 }

/**
 * Changes the window, and waits until the styles that hang on its width have followed: they do so with a frame, not
 * at once.
 */
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
 * What is wrong with where things lie: a page wider than the window, words that are cut off, broken between letters,
 * stick out of their button or lie on other words, icons off the middle of their button, and controls that something
 * lies over when they are scrolled to just so far that they are in the window.
 */
export async function misplaced(page: Page, where: string): Promise<string[]> {
  const found = await page.evaluate(problemsOfPage)
  return found.map((text) => `${where}: ${text}`)
}

/** Runs in the page, which has nothing of this file but what stands in here. */
async function problemsOfPage(): Promise<string[]> {
  const problems = new Set<string>()
  const root = document.documentElement
  // What follows the window by script does so with a frame, and is drawn with the next.
  const frames = async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }
  await frames()
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open], [role=menu][data-state=open]')
  const scope: ParentNode = dialogs[dialogs.length - 1] ?? document.body
  const quote = (text: string | null | undefined) => `“${(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 50)}”`
  /** Answers about elements, each asked once. */
  const remembered = <T>(answer: (element: Element) => T) => {
    const answers = new Map<Element, T>()
    return (element: Element): T => {
      if (!answers.has(element)) answers.set(element, answer(element))
      return answers.get(element) as T
    }
  }
  const styleOf = remembered((element) => getComputedStyle(element))
  /** Whether it holds of an element or of one around it, within what is looked at. */
  const within = (holds: (element: Element) => boolean) => {
    const asked: (element: Element) => boolean = remembered((element) => {
      if (element === scope) return false
      return holds(element) || (element.parentElement !== null && asked(element.parentElement))
    })
    return asked
  }
  const forListenersOnly = within((element) => {
    const { offsetWidth = 9, offsetHeight = 9 } = element as HTMLElement
    return offsetWidth < 2 && offsetHeight < 2 && styleOf(element).overflowX !== 'visible'
  })
  const seen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !forListenersOnly(element)
  function* upwards(from: Element | null): Generator<Element> {
    for (let at = from; at && at !== document.body; at = at.parentElement) yield at
  }

  interface Line {
    text: string
    element: Element
    box: DOMRect
  }
  const cuts = (overflow: string) => /hidden|clip/.test(overflow)
  const scrolls = (overflow: string) => /auto|scroll/.test(overflow)
  /** Words that are left out on purpose: behind “…”. */
  const clamped = ({ element, box }: Line): boolean => {
    for (const at of upwards(element))
      if (styleOf(at).webkitLineClamp !== 'none') return box.bottom > at.getBoundingClientRect().bottom
    return false
  }
  const isRead = (element: Element) => !element.closest('option, script, style, noscript, [inert]') && seen(element)
  const findLines = (): Line[] => {
    const lines: Line[] = []
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = (node.textContent ?? '').trim()
      if (!element || text === '' || !isRead(element)) continue
      checkBroken(node, range)
      range.selectNodeContents(node)
      for (const box of range.getClientRects()) {
        if (box.width < 1) continue
        // A line's box is taller than its letters.
        const trim = box.height * 0.22
        const line = { text, element, box: new DOMRect(box.x, box.y + trim, box.width, box.height - 2 * trim) }
        if (!clamped(line)) lines.push(line)
      }
    }
    return lines
  }

  const checkWidth = () => {
    const over = root.scrollWidth - root.clientWidth
    if (over <= 0) return
    const out = [...document.body.querySelectorAll('*')].filter(
      (one) => one.childElementCount === 0 && one.getBoundingClientRect().right > root.clientWidth + 0.5,
    )
    problems.add(`${over} px too wide: ${out.slice(0, 3).map((one) => one.tagName + quote(one.textContent))}`)
  }

  const outAside = (box: DOMRect, frame: DOMRect) => box.left < frame.left - 1 || box.right > frame.right + 1
  const outAboveOrBelow = (box: DOMRect, frame: DOMRect) => box.top < frame.top - 1 || box.bottom > frame.bottom + 1
  const checkCut = ({ text, element, box }: Line): { onPurpose: boolean; inScroller: boolean } => {
    let onPurpose = false
    for (const at of upwards(element)) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = styleOf(at)
      if (scrolls(overflowX + overflowY)) return { onPurpose, inScroller: true }
      if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') onPurpose = true
      if (onPurpose) continue
      const frame = at.getBoundingClientRect()
      if ((cuts(overflowX) && outAside(box, frame)) || (cuts(overflowY) && outAboveOrBelow(box, frame)))
        problems.add(`cut off: ${quote(text)}`)
    }
    return { onPurpose, inScroller: false }
  }
  const checkLine = (line: Line) => {
    const { text, element, box } = line
    const { onPurpose, inScroller } = checkCut(line)
    if (!inScroller && box.left < -1) problems.add(`left of the window: ${quote(text)}`)
    const control = element.closest('button, a[class*="bg-"], a[class*="border-line-strong"]')
    if (onPurpose || !control || styleOf(control).display === 'inline') return
    const frame = control.getBoundingClientRect()
    if (outAside(box, frame) || outAboveOrBelow(box, frame)) problems.add(`sticks out of its button: ${quote(text)}`)
  }
  /** With their signs. What is longer may find no room in any column, in whatever typeface a phone has. */
  const SHORT_WORD = /(?<!\S)["“(]?[\p{L}\p{M}]{2,6}[)”".,:;!?…]*(?!\S)/gu
  const checkBroken = (node: Node, range: Range) => {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(SHORT_WORD)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const [first, ...more] = [...range.getClientRects()].filter(({ width }) => width > 0)
      if (first && more.some(({ top }) => top >= first.bottom - 2)) problems.add(`broken: ${quote(word)}`)
    }
  }
  const canvas = document.createElement('canvas').getContext('2d')
  const checkSelect = (select: HTMLSelectElement) => {
    if (!seen(select) || !canvas) return
    const style = styleOf(select)
    canvas.font = style.font
    const chosen = select.selectedOptions[0]?.textContent ?? ''
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (canvas.measureText(chosen).width > room + 1) problems.add(`cut off in its field: ${quote(chosen)}`)
  }

  // What floats over the page is over something, wherever it is scrolled to; controls below say whether that matters.
  const floating = within((element) => /fixed|sticky/.test(styleOf(element).position))
  /** The part of a line that is seen through the boxes around it. */
  const shown = (line: Line): Line => {
    let { left, right, top, bottom } = line.box
    for (const at of upwards(line.element)) {
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
  const checkOverlaps = (lines: Line[]) => {
    const standing = lines
      .filter(({ element }) => !floating(element))
      .map(shown)
      .sort((one, other) => one.box.top - other.box.top)
    for (const [index, one] of standing.entries()) {
      for (const other of standing.slice(index + 1)) {
        if (other.box.top >= one.box.bottom) break
        if (other.element === one.element) continue
        const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const high = Math.min(one.box.bottom, other.box.bottom) - other.box.top
        if (wide > 2 && high > 2) problems.add(`lie on each other: ${quote(one.text)} ${quote(other.text)}`)
      }
    }
  }

  const checkIcon = (control: Element) => {
    const [icon] = control.children
    if (!(icon instanceof SVGElement) || control.childElementCount !== 1 || control.textContent?.trim()) return
    const middle = ({ top, height }: DOMRect) => top + height / 2
    const off = Math.abs(middle(icon.getBoundingClientRect()) - middle(control.getBoundingClientRect()))
    if (off > 3) problems.add(`icon ${off.toFixed(0)} px off the middle: ${quote(control.getAttribute('aria-label'))}`)
  }
  const scroller = (from: Element): Element => {
    for (const at of upwards(from.parentElement))
      if (scrolls(styleOf(at).overflowY) && at.scrollHeight > at.clientHeight) return at
    return root
  }
  const boxesOf = (element: Element) =>
    [...element.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  const hitIn = ({ left, top, width, height }: DOMRect) => document.elementFromPoint(left + width / 2, top + height / 2)
  const isClear = (control: Element): boolean => {
    const target = control.closest('label') ?? control
    return boxesOf(control).some((box) => {
      const hit = hitIn(box)
      if (!hit) return false
      // News at the top of the window go by themselves, and with a press.
      if (target.contains(hit) || hit.contains(control) || hit.closest('[data-sonner-toaster]')) return true
      return hit.closest('label')?.control === control
    })
  }
  const nameOf = (element: Element) => quote(element.getAttribute('aria-label') ?? element.textContent)
  const checkCovered = async (control: Element) => {
    const scrolled = scroller(control)
    for (const from of [0, scrolled.scrollHeight]) {
      const reach = () => {
        scrolled.scrollTo({ top: from, behavior: 'instant' })
        control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
      }
      reach()
      if (boxesOf(control).length === 0) continue
      // What arrives late, such as a picture or a typeface, may move the page under way.
      for (let again = 0; again < 10 && !isClear(control); again += 1) {
        await frames()
        if (!isClear(control)) reach()
      }
      if (isClear(control)) continue
      const hit = hitIn(boxesOf(control)[0] as DOMRect)
      const cover = hit ? hit.tagName + nameOf(hit) : 'the window’s edge'
      problems.add(`covered: ${control.tagName} ${nameOf(control)} by ${cover}`)
    }
    scrolled.scrollTo({ top: 0, behavior: 'instant' })
  }

  checkWidth()
  const lines = findLines()
  lines.forEach(checkLine)
  scope.querySelectorAll('select').forEach(checkSelect)
  checkOverlaps(lines)
  for (const control of scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
    if (!seen(control) || control.closest('[aria-hidden=true], [inert]') || control.tabIndex < 0) continue
    checkIcon(control)
    await checkCovered(control)
  }
  return [...problems]
}

/** Everything that is misplaced on a small phone. The window is left as usual. */
async function misplacedOnSmall(page: Page, where: string): Promise<string[]> {
  const before = page.viewportSize()
  await resize(page, SMALL)
  const found = await misplaced(page, `${where} ${SMALL.width}`)
  if (before) await resize(page, before)
  return found
}

/** And with letters of twice their size, which are left as usual. */
async function misplacedWhenLarge(page: Page, where: string): Promise<string[]> {
  const before = page.viewportSize()
  await resize(page, LARGE_TEXT)
  await enlargeText(page, true)
  const found = await misplaced(page, `${where} ${LARGE_TEXT.width} 200 %`)
  await enlargeText(page, false)
  if (before) await resize(page, before)
  return found
}

/** Both, or the one that is meant. */
export async function misplacedWhenTight(
  page: Page,
  where: string,
  on: { small: boolean; large: boolean } = { small: true, large: true },
): Promise<string[]> {
  return [
    ...(on.small ? await misplacedOnSmall(page, where) : []),
    ...(on.large ? await misplacedWhenLarge(page, where) : []),
  ]
}
