import { type RefObject, useEffect, useRef } from 'react'

/** A finger has to come this far before it pulls: a press is none, px. */
const SLOP_PX = 6
/** What closes the sheet when it is let go: more than so much of its height, or faster, px/ms. */
const FAR = 0.3
const FAST = 0.5
/** Over how much time the speed is taken, ms. */
const SPEED_OVER_MS = 100
/** Upwards there is nothing: the sheet goes along with so much of the pull. */
const UPWARDS = 1 / 3
const BACK_MS = 200

interface SheetGrabProps {
  open: boolean
  panel: RefObject<HTMLElement | null>
  /** The sheet was pulled down and let go. */
  onClose: () => void
}

/** The bar at the top of a sheet that rises from below on phones, and what lets it follow the finger (SHEET-11). */
export function SheetGrab({ open, panel, onClose }: SheetGrabProps) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (open && panel.current) return follow(panel.current, () => close.current())
  }, [open, panel])
  return (
    <div data-head aria-hidden="true" className="flex-none touch-none pt-2 md:hidden">
      <div className="mx-auto h-1 w-10 rounded-full bg-line-strong" />
    </div>
  )
}

interface Pull {
  x: number
  y: number
  /** By the grab or the head, where nothing scrolls. */
  byHead: boolean
  /** Where the finger has been since it pulls, and when, ms. */
  places: { y: number; at: number }[]
}

/**
 * Lets a panel follow the finger from wherever nothing is scrolled, and calls `close` when it is let go far down or
 * fast. What the finger could scroll as well is the browser's, unless `touchmove` is refused. Returns the undoing.
 */
function follow(panel: HTMLElement, close: () => void): () => void {
  let pull: Pull | undefined
  const begin = ({ pointerType, isPrimary, target, clientX: x, clientY: y }: PointerEvent) => {
    if (pointerType === 'mouse' || !isPrimary || !isPhone()) return
    const from = target as Element
    if (!isScrolled(from, panel)) pull = { x, y, byHead: from.closest('[data-head]') !== null, places: [] }
  }
  const move = ({ isPrimary, clientX, clientY: y, timeStamp: at }: PointerEvent) => {
    if (!pull || !isPrimary) return
    if (pull.places.length === 0) {
      const [across, way] = [Math.abs(clientX - pull.x), y - pull.y]
      if (Math.max(across, Math.abs(way)) < SLOP_PX) return
      if (across > Math.abs(way) || (way < 0 && !pull.byHead)) {
        pull = undefined
        return
      }
      pull.y = y
      // Still on its way up, or back from the last pull.
      for (const slide of panel.getAnimations()) slide.finish()
    }
    pull.places.push({ y, at })
    const way = y - pull.y
    panel.style.transform = `translateY(${way < 0 ? way * UPWARDS : way}px)`
  }
  const refuse = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!pull || !finger || !event.cancelable) return
    const isPulled = pull.places.length > 0 || finger.clientY - pull.y > Math.abs(finger.clientX - pull.x)
    if (isPulled) event.preventDefault()
  }
  const end = ({ type, isPrimary, clientY, timeStamp }: PointerEvent) => {
    if (!isPrimary) return
    const ended = pull
    pull = undefined
    if (!ended || ended.places.length === 0) return
    const isFar = clientY - ended.y > FAR * panel.offsetHeight
    if (type === 'pointerup' && (isFar || speedAt(timeStamp, ended) > FAST)) close()
    else goBack(panel)
  }

  // As the last pull left it.
  panel.style.transform = ''
  const listening = new AbortController()
  const { signal } = listening
  panel.addEventListener('pointerdown', begin, { signal })
  panel.addEventListener('pointermove', move, { signal })
  panel.addEventListener('touchmove', refuse, { signal, passive: false })
  for (const type of ['pointerup', 'pointercancel'] as const) panel.addEventListener(type, end, { signal })
  return () => listening.abort()
}

/** How fast the finger goes down when it is lifted, px/ms; 0 when it has rested. */
function speedAt(end: number, { places }: Pull): number {
  const recent = places.filter(({ at }) => end - at < SPEED_OVER_MS)
  const [first, last] = [recent[0], recent.at(-1)]
  return first && last && last.at > first.at ? (last.y - first.y) / (last.at - first.at) : 0
}

function goBack(panel: HTMLElement): void {
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : BACK_MS
  panel.animate({ transform: [panel.style.transform, 'none'] }, { duration, easing: 'ease-out' })
  panel.style.transform = ''
}

function isScrolled(from: Element, panel: Element): boolean {
  for (let element: Element | null = from; element && panel.contains(element); element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

const isPhone = () => matchMedia('(max-width: 47.99em)').matches
