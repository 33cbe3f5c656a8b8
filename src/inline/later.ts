import { fetchTypefaces } from '@/lib/typefaces'
import { addRest } from './rest'

/**
 * What a rendered page can be seen without comes after that (`fillTemplate` of render/entry-server.tsx): the page's
 * rest and typefaces after the first paint, scripts after it and the largest picture.
 */

/** Enough for text and picture, or nobody could press anything on a line that is slower still, ms. */
const LONGEST_WAIT_MS = 2000

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
