import { buildOf } from '@/lib/build-of'
import { watchPictures } from './near-pictures'

/** The page's own requests take over then, ms. */
const LONGEST_WAIT_MS = 15_000

/** Adds what a longer tree has more: all the way up to the last branch both are the same. */
function lengthen(here: Node, whole: Node): void {
  const have = here.childNodes.length
  const last = whole.childNodes[have - 1]
  if (here.lastChild && last) lengthen(here.lastChild, last)
  if (here instanceof Element) here.append(...[...whole.childNodes].slice(have))
}

async function add(version: string): Promise<void> {
  // Asked for by a script, the same address brings the whole page (`Sec-Fetch-Dest`).
  const answer = await fetch(location.href, { priority: 'low', signal: AbortSignal.timeout?.(LONGEST_WAIT_MS) })
  const html = await answer.text()
  const whole = new DOMParser().parseFromString(html, 'text/html')
  const state = whole.getElementById('query-state')
  const root = document.getElementById('root') as HTMLElement
  const wholeRoot = whole.getElementById('root')
  if (!answer.ok || !state || !wholeRoot || buildOf(html) !== buildOf(document.head.innerHTML)) throw answer
  // Read where no script runs, it would hold elements instead of their text.
  for (const one of whole.querySelectorAll('noscript')) one.textContent = one.innerHTML
  // Styles first: nothing is drawn without its own.
  for (const one of whole.querySelectorAll<HTMLLinkElement>('#faces, head > style:not([id]), [data-later^=m]')) {
    if (one.dataset.later) one.rel = 'modulepreload'
    document.head.append(one)
  }
  if (state.dataset.version === version) lengthen(root, wholeRoot)
  // Something was changed in between: all of it is the newer one's.
  else root.replaceChildren(...wholeRoot.childNodes)
  root.after(state)
  watchPictures()
}

/**
 * Fetches what a first document (`src/render/first-document.ts`) left out, and adds it. The page comes alive after
 * that; where it cannot be had, it is drawn from records it asks for itself.
 */
export async function addRest(): Promise<void> {
  const { whole } = document.documentElement.dataset
  if (!whole) return
  await add(whole).catch(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-styles]')) link.rel = 'stylesheet'
  })
}
