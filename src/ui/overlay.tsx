import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { UNSAFE_NavigationContext as NavigationContext, useLocation } from 'react-router-dom'
import { overlaysAt } from '@/lib/overlay-depth'

/*
 * Every open sheet and dialog has an entry of its own in the history, so that Back, which phones have as a gesture,
 * closes the topmost one and stays on the page. The entry is the page's, with the number of open overlays in its
 * state. The router sees steps between such entries as steps to where it is.
 */

/** Closes each open overlay, the topmost last. */
const closers: (() => void)[] = []
/** Those of overlays whose code is on its way. */
const awaited = new Set<() => void>()
/** A step that was asked for here is under way. */
let stepping = false
/** What waits for its end. */
const waiting: (() => void)[] = []

/** Makes the history as deep as there are overlays. */
function settle(): void {
  if (stepping) return
  const { history } = window
  for (let depth = overlaysAt(history.state); depth < closers.length; depth += 1)
    history.pushState({ ...history.state, overlays: depth + 1 }, '')
  const surplus = overlaysAt(history.state) - closers.length
  if (surplus === 0) return
  stepping = true
  history.go(-surplus)
}

function follow({ state }: PopStateEvent): void {
  if (!stepping) for (const close of closers.slice(overlaysAt(state)).reverse()) close()
  stepping = false
  setTimeout(() => {
    // An entry whose overlay is no longer open, as Forward finds it, is left at once.
    settle()
    if (!stepping) for (const go of waiting.splice(0)) go()
  })
}

/**
 * Goes to another page by itself, where an overlay may have closed a moment ago: its step back would end on the page
 * before.
 */
export function afterStep(go: () => void): void {
  if (stepping) waiting.push(go)
  else go()
}

/** What is on its way over what is open gives way first. False where nothing is. */
export function takeBackAwaited(): boolean {
  const isAny = awaited.size > 0
  for (const close of awaited) close()
  return isAny
}

/** Escape, and a press beside its place, are meant for what is on its way. */
function leave({ key, target }: Event & { key?: string }): void {
  if (key === 'Escape' || (target as Partial<Element>).matches?.('.bg-scrim')) takeBackAwaited()
}

/**
 * While `open`, Back calls `close` and goes nowhere else. So does the next overlay that opens, while the code of this
 * one is on its way (`isAwaited`): two would lie over each other.
 */
export function useClosedByBack(open: boolean, close: () => void, isAwaited = false): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    window.addEventListener('popstate', follow)
    const closer = () => latest.current()
    takeBackAwaited()
    if (isAwaited) {
      awaited.add(closer)
      window.addEventListener('keydown', leave)
      window.addEventListener('click', leave)
    }
    closers.push(closer)
    // Later, so that one overlay that opens as another closes takes its entry over.
    setTimeout(settle)
    return () => {
      awaited.delete(closer)
      closers.splice(closers.indexOf(closer), 1)
      setTimeout(settle)
    }
  }, [open, isAwaited])
}

/** Whatever leads to another address, also the browser's Back, calls `close`. */
export function useClosedByNavigation(close: () => void): void {
  const { key } = useLocation()
  const shownAt = useRef(key)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (shownAt.current !== key) latest.current()
    shownAt.current = key
  }, [key])
}

/** Links of an overlay lead from the page below it: the new page takes the overlay's entry, not one on top of it. */
export function OverlayLinks({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const fromOverlay = useMemo(
    () => ({ ...context, navigator: { ...context.navigator, push: context.navigator.replace } }),
    [context],
  )
  return <NavigationContext value={fromOverlay}>{children}</NavigationContext>
}
