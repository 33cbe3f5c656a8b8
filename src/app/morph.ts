import type { QueryClient } from '@tanstack/react-query'
import { knownProduct, productOptions } from '@/features/catalog/queries'
import { overlaysAt } from '@/lib/overlay-depth'
import { paths } from '@/lib/paths'
import { findRoute } from './route-start'

/** What the picture is called on both pages while it moves; `index.css` knows it. */
const NAME = 'product'
/** A page that is not drawn by then changes without movement, ms: the screen stands still meanwhile. */
const PATIENCE_MS = 400

/**
 * A press on a card lets its picture become the first one of the product's page, and Back the other way round
 * (PAINT-15). Only where the next page's code and record are here already, so that nothing waits for the line, and
 * nothing for shoppers who asked for less movement, or in browsers that cannot.
 *
 * The press or the step is held back until the browser has kept what is seen, and then made again. Links need to know
 * nothing of it. Returns what wants to hear of steps through the history before the router does.
 */
export function morphPictures(client: QueryClient): ((event: PopStateEvent) => void) | undefined {
  if (!('startViewTransition' in document)) return
  const opened = new Set<string>()
  let again = false
  let started = false
  const start = (event: Event, from: HTMLElement, repeat: () => void, to: () => HTMLElement | null | undefined) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (started) return
    started = true
    const change = () => {
      started = false
      again = true
      repeat()
      again = false
    }
    // First the press itself is seen: nothing is painted between the transition's start and the next page.
    requestAnimationFrame(() => setTimeout(() => morph(from, change, to)))
  }

  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('main article a[href]') : null
      if (again || !(link instanceof HTMLAnchorElement) || opensElsewhere(event) || isStill()) return
      const id = productOf(link.pathname)
      const picture = pictureOf(link)
      if (!id || !isInView(picture) || !isCodeHere(link.pathname)) return
      if (!(client.getQueryData(productOptions(id).queryKey) ?? knownProduct(client, id))) return
      opened.add(id)
      start(event, picture, () => link.click(), galleryPicture)
    },
    true,
  )
  return (event) => {
    const gallery = galleryPicture()
    const id = gallery?.closest<HTMLElement>('[data-gallery]')?.dataset.gallery ?? ''
    const { pathname } = window.location
    if (again || event.hasUAVisualTransition || !opened.has(id) || productOf(pathname) === id || isStill()) return
    // Steps between the entries of sheets are not the page's.
    if (document.querySelector('[role="dialog"]') || overlaysAt(event.state) > 0) return
    if (!isInView(gallery) || !isCodeHere(pathname)) return
    start(
      event,
      gallery,
      () => window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state })),
      () => pictureOf(document.querySelector(`main article a[href="${paths.product(id)}"]`))?.parentElement,
    )
  }
}

function morph(from: HTMLElement, change: () => void, findTarget: () => HTMLElement | null | undefined): void {
  const named = [from]
  const free = () => {
    for (const element of named) element.style.viewTransitionName = ''
  }
  from.style.viewTransitionName = NAME
  const transition = document.startViewTransition(async () => {
    change()
    await gone(from)
    free()
    const target = findTarget()
    if (!isInView(target) || target === from) return transition.skipTransition()
    named.push(target)
    target.style.viewTransitionName = NAME
  })
  // Skipped, here or by the next one: the new page is there all the same.
  transition.ready.catch(() => undefined)
  transition.finished.then(free, free)
}

/** Resolves when the page of `element` has given way to the next. */
function gone(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!element.isConnected) stop()
    }
    const stop = () => {
      observer.disconnect()
      clearTimeout(patience)
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    const patience = setTimeout(stop, PATIENCE_MS)
    look()
  })
}

function productOf(pathname: string): string | undefined {
  const found = findRoute(pathname)
  return found?.route.path === '/product/:id' ? found.match.params.id : undefined
}

function isCodeHere(pathname: string): boolean {
  return findRoute(pathname)?.route.page.preload().status === 'fulfilled'
}

/** The picture that is seen on the card of a link: the second one lies over the first while a mouse is there. */
function pictureOf(link: Element | null): HTMLImageElement | undefined {
  const pictures = [...(link?.closest('article')?.querySelectorAll('img') ?? [])]
  return pictures.reverse().find((picture) => getComputedStyle(picture).opacity !== '0')
}

function galleryPicture(): HTMLElement | null {
  return document.querySelector('[data-gallery] button')
}

function isInView(element: Element | null | undefined): element is HTMLElement {
  if (!element) return false
  const { top, bottom, left, right, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth
}

function opensElsewhere(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
}

function isStill(): boolean {
  return document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
