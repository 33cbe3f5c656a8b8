/** What a request for a page says of itself; all texts, empty for none. */
export interface PageRequest {
  method: string
  userAgent: string
  referer: string
  /** `Host` of the request. */
  host: string
  /** Sec-Fetch-Dest and Sec-Fetch-Site, which a browser sends over TLS. */
  dest: string
  site: string
  /** Sec-Purpose, or Purpose of older browsers. */
  purpose: string
  cacheControl: string
}

/** Programs that say so; browsers have `Mozilla/` in front, and so have many of these. */
const PROGRAM = /bot\b|crawl|spider|slurp|compatible;|headless|lighthouse|preview|inspect|monitor|https?:/i

const hostOf = (address: string): string => /^https?:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? ''

/**
 * Whether somebody comes to the shop by this request: a browser shows the page, and it was not led here by a page of
 * the shop. What is fetched ahead, read by a program, or loaded again is no visit.
 * @param own the shop's address, where another name than `Host` leads to it
 */
export function isVisit(request: PageRequest, own: string): boolean {
  const { method, userAgent, referer, host, dest, site, purpose, cacheControl } = request
  if (method !== 'GET' || purpose !== '' || (dest !== '' && dest !== 'document')) return false
  if (site === 'same-origin' || /no-cache|max-age=0/.test(cacheControl)) return false
  if (!userAgent.startsWith('Mozilla/') || PROGRAM.test(userAgent)) return false
  const from = hostOf(referer)
  return from === '' || (from !== host.toLowerCase() && from !== hostOf(own))
}
