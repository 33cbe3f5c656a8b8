import type { Purpose } from './consent'

/** What Google's tags and Meta's pixel keep in the browser under the shop's own name, by what it is for. */
const KEPT_FOR: Record<Purpose, RegExp> = {
  analytics: /^(_ga|_gid|_gat|__utm)/,
  advertising: /^(_gcl|_gac|_fbp|_fbc)/,
}

/**
 * Removes what a purpose has left in this browser: its cookies, under every domain that may have set them, and its
 * entries in the storage. What those companies keep under their own names is out of a page's reach.
 */
export function forgetAnalyticsCookies(purpose: Purpose): void {
  const kept = KEPT_FOR[purpose]
  const names = document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_, index) => labels.slice(index).join('.'))
  for (const name of names.filter((found) => kept.test(found))) {
    for (const domain of ['', ...domains.map((found) => `; domain=${found}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
      document.cookie = `${name}=; path=/; max-age=0${domain}`
    }
  }
  try {
    for (const name of Object.keys(localStorage)) if (kept.test(name)) localStorage.removeItem(name)
  } catch {
    // Forbidden storage holds nothing.
  }
}
