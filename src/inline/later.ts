import { arrival } from '@/lib/arrival'
import { fetchTypefaces } from '@/lib/typefaces'
import { addRest } from './rest'

/**
 * What a rendered page can be seen without comes after that (`fillTemplate` of render/entry-server.tsx): the page's
 * rest and typefaces after the first paint, scripts after it and the largest picture.
 */

/** Enough for text and picture, or nobody could press anything on a line that is slower still, ms. */
const LONGEST_WAIT_MS = 2000
/** Code that did not come is asked for again after this long, and on a page that was loaded anew after that, ms. */
const AGAIN_MS = 5000
const RELOADED_MS = 60_000

const later = document.querySelectorAll<HTMLLinkElement>('link[data-later]')

/** A whole page, as older browsers get it, has its typefaces once they are here. */
async function loadTypefaces(): Promise<void> {
  const faces = document.getElementById('faces') as HTMLStyleElement | null
  if (!faces?.media) return
  const letIn = await fetchTypefaces(faces, document)
  letIn()
}

function loadRest(): void {
  if (window.rest) return
  window.rest = addRest()
  if (!document.documentElement.dataset.whole) loadTypefaces()
}

let lost = false
/**
 * Without its code no button answers, and a browser asks for a module's file once in a document: the page is loaded
 * anew when the file can be had, or is gone with an older release (ROUTE-26).
 */
async function mend(file: string): Promise<void> {
  if (lost) return
  lost = true
  const says = document.documentElement.lang.startsWith('hi') ? 'इंटरनेट नहीं है।' : 'No line.'
  // Without its rest the page has the styles of its beginning alone.
  document.body.insertAdjacentHTML(
    'beforeend',
    `<p role="status" class="wrap" style="bottom:0;position:sticky;color:var(--page);background:var(--ink)">${says}`,
  )
  do await new Promise((next) => setTimeout(next, arrival() === 'reload' ? RELOADED_MS : AGAIN_MS))
  while (
    await fetch(file).then(
      ({ status }) => status > 499,
      () => true,
    )
  )
  location.reload()
}

let begun = false
function loadScripts(): void {
  if (begun) return
  begun = true
  loadRest()
  for (const link of later) {
    if (link.dataset.later === 'modulepreload') {
      link.rel = 'modulepreload'
      continue
    }
    const script = document.createElement('script')
    script.type = 'module'
    // In their order: React before what is written with it (src/react.ts).
    script.async = false
    script.crossOrigin = ''
    script.onerror = () => mend(link.href)
    script.src = link.href
    document.head.append(script)
  }
}

function afterPaint(next: () => void): void {
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    requestAnimationFrame(() => setTimeout(next))
    return
  }
  // A bare background is a paint as well, and on a slow phone one of its own.
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length) setTimeout(next)
  }).observe({ type: 'paint', buffered: true })
}

if (later.length > 0) {
  afterPaint(loadRest)
  const largest = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (!largest || largest.complete) afterPaint(loadScripts)
  else for (const end of ['load', 'error']) largest.addEventListener(end, () => afterPaint(loadScripts))
  setTimeout(loadScripts, LONGEST_WAIT_MS)
}
