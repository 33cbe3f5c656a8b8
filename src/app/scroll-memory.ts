import { useLayoutEffect, useRef } from 'react'
import { type Location, useLocation, useNavigationType } from 'react-router-dom'
import { arrival } from '@/lib/arrival'
import { storedJson } from '@/lib/stored-json'

/** Without storage every page starts at the top. */
const positionStore = storedJson('scroll-positions', 'tab')
/** Entries of the history that are remembered; older ones start at the top. */
const REMEMBERED = 50
/** How long a page that is still growing is followed, ms. */
const PATIENCE_MS = 3000

type Positions = Record<string, number>

const readPositions = (): Positions => (positionStore.read() ?? {}) as Positions

/** @param top `undefined` forgets it */
function remember(key: string, top: number | undefined): void {
  const { [key]: _previous, ...others } = readPositions()
  const kept = Object.entries(others).slice(-REMEMBERED + 1)
  positionStore.write({ ...Object.fromEntries(kept), [key]: top })
}

/**
 * Names an entry of the history. Whatever a document begins with has the same key, `default`, so the path belongs to
 * it.
 */
const entryOf = ({ key, pathname }: Location): string => `${key} ${pathname}`

/**
 * A new page starts at its top, or at the element its address names; Back, Forward and reload return to where the
 * shopper was, also when the page's content arrives later than the page (ROUTE-23). A change of the query alone
 * (filters, sorting) moves nothing.
 */
export function useScrollMemory(): void {
  const location = useLocation()
  const entry = entryOf(location)
  const type = useNavigationType()
  const previous = useRef<{ pathname: string; hash: string } | null>(null)

  useLayoutEffect(() => {
    const first = previous.current === null
    const samePage = previous.current?.pathname === location.pathname
    const sameHash = previous.current?.hash === location.hash
    previous.current = { pathname: location.pathname, hash: location.hash }

    // Opened anew, such as from the address bar: whatever was there before under this address says nothing.
    if (first && arrival() === 'navigate') remember(entryOf(location), undefined)
    // Places are kept and found in pages of their true height.
    if (!first) delete document.documentElement.dataset.fresh
    if (type === 'POP') {
      // Scrolled before the page's code was here: the shopper is where they want to be.
      if (first && window.scrollY > 0 && !location.hash) return
      const top = readPositions()[entryOf(location)]
      if (top !== undefined) return scrollWhenTall(top)
      if (!location.hash) {
        if (!first) window.scrollTo(0, 0)
        return
      }
    }
    if (location.hash && !(samePage && sameHash)) return scrollToFragment(location.hash)
    if (!samePage) window.scrollTo(0, 0)
  }, [location, type])

  useKeptPosition(entry)
}

/** Keeps where an entry of the history is scrolled to. */
function useKeptPosition(entry: string): void {
  // Before the next page is drawn, or its height would say what was scrolled last.
  useLayoutEffect(() => {
    // The browser's own restoring comes before the page has its height, and would undo ours.
    window.history.scrollRestoration = 'manual'
    let timer: ReturnType<typeof setTimeout> | undefined
    let top = 0
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      remember(entry, top)
    }
    const saveSoon = () => {
      top = window.scrollY
      timer ??= setTimeout(save, 150)
    }
    const saveNow = () => {
      saveSoon()
      save()
    }
    // Scrolled before the page's code was here.
    if (window.scrollY > 0 && readPositions()[entry] === undefined) saveSoon()
    // WebKit shows a page it had put aside at its top.
    const returnTo = ({ persisted }: PageTransitionEvent) => {
      if (persisted) window.scrollTo(0, readPositions()[entry] ?? window.scrollY)
    }
    window.addEventListener('scroll', saveSoon, { passive: true })
    window.addEventListener('pagehide', saveNow)
    window.addEventListener('pageshow', returnTo)
    return () => {
      if (timer) save()
      window.removeEventListener('scroll', saveSoon)
      window.removeEventListener('pagehide', saveNow)
      window.removeEventListener('pageshow', returnTo)
    }
  }, [entry])
}

/**
 * Scrolls as soon as the document is tall enough, and again while it still grows: what arrives above the shopper
 * would otherwise push the page on, because browsers keep what is in view in its place. Ends when the shopper moves.
 * Returns the undoing.
 */
function scrollWhenTall(top: number): () => void {
  return waitFor(() => {
    const reachable = document.documentElement.scrollHeight - window.innerHeight >= top
    if (reachable && window.scrollY !== top) window.scrollTo(0, top)
    return false
  })
}

function scrollToFragment(hash: string): () => void {
  let id = hash.slice(1)
  try {
    id = decodeURIComponent(id)
  } catch {
    // A stray percent sign: the text as it stands.
  }
  return waitFor(() => {
    const element = document.getElementById(id)
    element?.scrollIntoView()
    return element !== null
  })
}

/** Tries now and whenever the page changes its height, for a while; no more once it succeeded. */
function waitFor(attempt: () => boolean): () => void {
  if (attempt()) return () => undefined
  const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
  const stop = () => {
    observer.disconnect()
    clearTimeout(patience)
    for (const move of moves) window.removeEventListener(move, stop)
  }
  const observer = new ResizeObserver(() => {
    if (attempt()) stop()
  })
  observer.observe(document.body)
  const patience = setTimeout(stop, PATIENCE_MS)
  for (const move of moves) window.addEventListener(move, stop, { passive: true })
  return stop
}
