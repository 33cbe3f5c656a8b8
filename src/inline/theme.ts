import { THEME_COLOURS_KEY, THEME_MODE_KEY } from '@/lib/before-code'
import { areTypefacesKept } from '@/lib/typefaces'

/**
 * Before the first paint: the shopper's theme and, unless the page brings them, the shop's colours as last seen.
 * Typefaces of a rendered page wait for that paint, unless they are in the browser's cache. A rendered page that is
 * opened at its top lays out what is far below later (`data-fresh` in index.css), until another page comes
 * (app/scroll-memory.ts).
 */
const root = document.documentElement
const faces = document.getElementById('faces')
let mode: string | null = null
let colours: Record<string, Record<string, string> | undefined> | null = null
if (areTypefacesKept()) faces?.removeAttribute('media')
try {
  mode = localStorage.getItem(THEME_MODE_KEY)
  colours = JSON.parse(localStorage.getItem(THEME_COLOURS_KEY) ?? 'null')
} catch {
  // Storage is refused: the device's theme and the page's own colours.
}
if (mode !== 'light' && mode !== 'dark') mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
root.dataset.theme = mode

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if ((faces || root.dataset.whole) && !location.hash && navigation?.type === 'navigate') root.dataset.fresh = ''

if (!document.getElementById('shop-colours'))
  for (const [name, value] of Object.entries(colours?.[mode] ?? {}))
    if (/^--[a-z-]+$/.test(name)) root.style.setProperty(name, value)
