import { LANGUAGE_HEADER } from '@/lib/before-code'
import { thisBuild } from '@/lib/this-build'
import { areTypefacesKept, fetchTypefaces } from '@/lib/typefaces'
import { watchPictures } from './near-pictures'

/** The page's own requests take over then: not before a line of 2G has brought it, beside the code, ms. */
const LONGEST_WAIT_MS = 45_000
/** On a line this quick the rest waits as long for the typefaces, or the page would be laid out twice, ms. */
const QUICK_LINE_MS = 250
/** The same for typefaces of the browser's cache, ms. */
const KEPT_MS = 1000
/** Elements that are added, styled and laid out at a time. */
const AT_ONCE = 40
/** Characters that are read at a time. */
const READ_AT_ONCE = 50_000

/**
 * The stylesheets whose rules stand in the page. They are not fetched, and are named as if they were: a file of code
 * that comes later would ask for them, and have the page laid out once more.
 */
const stylesheets = document.querySelectorAll<HTMLLinkElement>('link[data-styles]')
for (const link of stylesheets) {
  link.disabled = true
  link.rel = 'stylesheet'
}

const sleep = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms))
/** What follows is a task of its own, where somebody looks: a hidden page waits a second for each. */
const nextTask = () => (document.hidden ? Promise.resolve() : sleep(0))

/**
 * Until what has been added is drawn: each step of a page in tasks of its own, between which it can be pressed. Its
 * styles are found in this one, its layout in the frame's.
 */
async function drawn(): Promise<void> {
  if (document.hidden) return
  void getComputedStyle(document.body).color
  await Promise.race([new Promise<number>(requestAnimationFrame).then(() => sleep(0)), sleep(100)])
}

/** Adds a child to what is here, in pieces where it is large and what it holds stands below each other. */
function* inPieces(here: Node, child: Node): Generator<number> {
  const elements = (child as Partial<Element>).querySelectorAll?.('*').length ?? 0
  if (elements > AT_ONCE) {
    const outside = here.appendChild(child.cloneNode(false) as Element)
    if (getComputedStyle(outside).display === 'block') {
      for (const inside of [...child.childNodes]) yield* inPieces(outside, inside)
      return
    }
    outside.remove()
  }
  here.appendChild(child)
  yield elements
}

/** Adds what a longer tree has more: all the way up to the last branch both are the same. */
function* more(here: Node, whole: Node): Generator<number> {
  const have = here.childNodes.length
  const last = whole.childNodes[have - 1]
  if (here.lastChild && last) yield* more(here.lastChild, last)
  for (const child of [...whole.childNodes].slice(have)) yield* inPieces(here, child)
}

async function lengthen(here: Node, whole: Node): Promise<void> {
  let elements = 0
  for (const piece of more(here, whole)) {
    elements += piece
    if (elements < AT_ONCE) continue
    elements = 0
    await drawn()
  }
  await drawn()
}

/** The newer one's as a whole, or what is typed and pressed in there would be another thing's. */
const ONE_THING = 'article,button,label,li,select'
const is = (node: Node, selector: string) => (node as Partial<Element>).matches?.(selector)

/**
 * What makes no other thing of it: pictures that have come near and what stands in for them, what was pressed or
 * opened, and how large a number may be.
 */
const PASSING = / (src|srcset|open|aria-(busy|value\w+))="[^"]*"|<noscript>.*?<\/noscript>/gs
const sent = (node: Node) =>
  (node as Partial<Element>).outerHTML?.replace(PASSING, '') ?? `${node.nodeName}${node.nodeValue}`
/** Whether what stands inside may tell them apart, and nothing else; what opens is known by the words it opens at. */
const isAlike = (one: Node, other: Node): boolean =>
  sent(one.cloneNode()) === sent(other.cloneNode()) &&
  (!is(one, 'details') || one.firstChild?.textContent === other.firstChild?.textContent)

/** Makes of what is here a newer page: what is the same stays, with what is typed, pressed and opened in it. */
function renew(here: Node, newer: Node): void {
  const old = [...here.childNodes]
  for (const child of [...newer.childNodes]) {
    const same =
      old.find((one) => isAlike(one, child) && sent(one) === sent(child)) ??
      old.find((one) => !is(one, ONE_THING) && isAlike(one, child))
    if (!same) here.insertBefore(child, old[0] ?? null)
    else {
      while (old[0] !== same) old.shift()?.remove()
      old.shift()
      for (const { name, value } of (child as Element).attributes ?? [])
        if (name !== 'open') (same as Element).setAttribute(name, value)
      renew(same, child)
    }
  }
  for (const gone of old) gone.remove()
}

/**
 * Lets the typefaces in ahead of what will be written with them, where they are soon here. Others wait for the next
 * page, which is laid out in any case (app/page-arrival.tsx).
 */
async function letTypefacesIn(whole: Document, isQuick: boolean): Promise<void> {
  const faces = document.getElementById('faces') as HTMLStyleElement
  const patience = areTypefacesKept() ? KEPT_MS : isQuick ? QUICK_LINE_MS : 0
  const letIn = await Promise.race([fetchTypefaces(faces, whole), sleep(patience)])
  if (!letIn) return
  letIn()
  await drawn()
}

/** What the head of the whole page has more. Styles first: nothing is drawn without its own. */
async function completeHead(whole: Document): Promise<void> {
  // Moved here from its page, it would be read twice.
  const styles = document.createElement('style')
  styles.media = 'not all'
  styles.textContent = (whole.querySelector('style[type]:not([id])') as HTMLStyleElement).textContent
  const faces = whole.getElementById('faces') as HTMLElement
  document.head.append(styles, faces)
  faces.removeAttribute('type')
  await nextTask()
  for (const link of whole.querySelectorAll<HTMLLinkElement>('[data-later^=m]')) {
    link.rel = 'modulepreload'
    document.head.append(link)
    await nextTask()
  }
  styles.removeAttribute('media')
  await drawn()
}

/**
 * A page that nobody sees, read piece by piece. Its styles wait: they would be read here as well, and Firefox knows
 * no typeface of a stylesheet that it first read in such a page, in no later page either.
 */
async function read(html: string): Promise<Document> {
  const page = document.implementation.createHTMLDocument()
  const text = html.replace(/<style(?=>| id="faces")/g, '$& type="later"')
  page.open()
  for (let at = 0; at < text.length; at += READ_AT_ONCE) {
    page.write(text.slice(at, at + READ_AT_ONCE))
    await nextTask()
  }
  page.close()
  return page
}

async function add(version: string): Promise<void> {
  const asked = performance.now()
  // Asked for by a script, the same address brings the whole page (`Sec-Fetch-Dest`): in this one's language, also
  // where another was chosen meanwhile, in another tab.
  const answer = await fetch(location.href, {
    priority: 'low',
    headers: { [LANGUAGE_HEADER]: document.documentElement.lang },
    signal: AbortSignal.timeout?.(LONGEST_WAIT_MS),
  })
  const html = await answer.text()
  const isQuick = performance.now() - asked < QUICK_LINE_MS
  const whole = await read(html)
  const state = whole.getElementById('query-state')
  const root = document.getElementById('root') as HTMLElement
  const wholeRoot = whole.getElementById('root')
  if (!answer.ok || !state || !wholeRoot || thisBuild(whole) !== thisBuild()) throw answer
  // Read where no script runs, they hold elements instead of text; scripts run here, and nobody needs either.
  for (const one of whole.querySelectorAll('noscript')) one.textContent = ''
  await nextTask()
  await completeHead(whole)
  await letTypefacesIn(whole, isQuick)
  if (state.dataset.version === version) await lengthen(root, wholeRoot)
  // Something was changed in between.
  else renew(root, wholeRoot)
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
    for (const link of stylesheets) link.disabled = false
  })
}
