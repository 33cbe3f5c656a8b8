import { buildOf } from '@/lib/build-of'
import { watchPictures } from './near-pictures'
import { areTypefacesKept, fetchTypefaces } from './typefaces'

/** The page's own requests take over then, ms. */
const LONGEST_WAIT_MS = 15_000
/** On a line this quick the rest waits as long for the typefaces, or the page would be laid out twice, ms. */
const QUICK_LINE_MS = 250
/** The same for typefaces of the browser's cache, ms. */
const KEPT_MS = 1000

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Until what has been added is drawn: each step of a page in a task of its own, between which it can be pressed. */
const drawn = () =>
  document.hidden
    ? Promise.resolve()
    : Promise.race([new Promise<number>(requestAnimationFrame).then(() => sleep(0)), sleep(100)])

/** Adds what a longer tree has more: all the way up to the last branch both are the same. */
async function lengthen(here: Node, whole: Node): Promise<void> {
  const have = here.childNodes.length
  const last = whole.childNodes[have - 1]
  if (here.lastChild && last) await lengthen(here.lastChild, last)
  const more = [...whole.childNodes].slice(have)
  if (!(here instanceof Element) || more.length === 0) return
  here.append(...more)
  await drawn()
}

/**
 * Lets the typefaces in ahead of what will be written with them, where they are soon here. Others wait for the next
 * page, which is laid out in any case (app/page-arrival.tsx).
 */
async function letTypefacesIn(whole: Document, isQuick: boolean): Promise<void> {
  const faces = document.getElementById('faces') as HTMLStyleElement
  const patience = areTypefacesKept() ? KEPT_MS : isQuick ? QUICK_LINE_MS : 0
  const fetched = fetchTypefaces(faces, whole)
  await Promise.race([fetched, sleep(patience)])
  if (faces.dataset.here === undefined) return
  faces.removeAttribute('media')
  await drawn()
  // From memory; Devanagari, from the line, is not waited for.
  await Promise.race([document.fonts.ready, sleep(QUICK_LINE_MS)])
}

/** What the head of the whole page has more. Styles first: nothing is drawn without its own. */
function completeHead(whole: Document): void {
  for (const one of whole.querySelectorAll<HTMLLinkElement>('#faces, head > style:not([id]), [data-later^=m]')) {
    if (one.dataset.later) one.rel = 'modulepreload'
    document.head.append(one)
  }
}

async function add(version: string): Promise<void> {
  const asked = performance.now()
  // Asked for by a script, the same address brings the whole page (`Sec-Fetch-Dest`).
  const answer = await fetch(location.href, { priority: 'low', signal: AbortSignal.timeout?.(LONGEST_WAIT_MS) })
  const html = await answer.text()
  const isQuick = performance.now() - asked < QUICK_LINE_MS
  const whole = new DOMParser().parseFromString(html, 'text/html')
  const state = whole.getElementById('query-state')
  const root = document.getElementById('root') as HTMLElement
  const wholeRoot = whole.getElementById('root')
  if (!answer.ok || !state || !wholeRoot || buildOf(html) !== buildOf(document.head.innerHTML)) throw answer
  // Read where no script runs, it would hold elements instead of their text.
  for (const one of whole.querySelectorAll('noscript')) one.textContent = one.innerHTML
  await sleep(0)
  completeHead(whole)
  await drawn()
  await letTypefacesIn(whole, isQuick)
  if (state.dataset.version === version) await lengthen(root, wholeRoot)
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
