import { formatDateTime } from '@/domain/date'
import {
  MOVED_DATES,
  PREVIEW_HEADER,
  PREVIEW_OVER,
  PREVIEW_PATH,
  PREVIEW_SHIFT,
  type PreviewClaims,
} from '@/domain/desk/preview-link'

/**
 * Runs before everything else on pages under `/preview`, and on no others: makes the tab a world of its own, of which
 * the shop's code knows nothing. Every request carries the link's token, the clock shows the minute of the preview,
 * what is kept is kept for this tab, and nothing is heard of live.
 */

const TOKEN = 'store-preview'
const KEPT = 'store-preview:'
const { fetch: ask, Date: RealDate, sessionStorage: tab } = window

if (/^#[\w-]+\.[\w-]+\.[\w-]+$/.test(location.hash)) {
  for (const key of Object.keys(tab)) if (key.startsWith(KEPT)) tab.removeItem(key)
  tab.setItem(TOKEN, location.hash.slice(1))
  // Not for the history, and not for whoever looks at the address.
  history.replaceState(null, '', location.pathname + location.search)
}
const token = tab.getItem(TOKEN)
const claims = token ? readClaims(token) : undefined
let over = false

function readClaims(token: string): PreviewClaims | undefined {
  try {
    const bytes = atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)))) as PreviewClaims
  } catch {
    return undefined
  }
}

// The clock.
const ahead = claims?.at ? claims.at - RealDate.now() : 0
window.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length > 0 ? given : [RealDate.now() + ahead]) as [number]))
  }
  static override now(): number {
    return RealDate.now() + ahead
  }
} as DateConstructor

// What is kept: a shopper's cart, session and choices stand beside it, of another world.
class TabStorage {
  getItem(key: string): string | null {
    return tab.getItem(KEPT + key)
  }
  setItem(key: string, value: string): void {
    tab.setItem(KEPT + key, value)
  }
  removeItem(key: string): void {
    tab.removeItem(KEPT + key)
  }
}
Object.defineProperty(window, 'localStorage', { value: new TabStorage() })

// Nobody is told anything, and nothing is told by itself.
navigator.sendBeacon = () => true
window.EventSource = class extends EventTarget {
  close(): void {
    // It was never open.
  }
} as unknown as typeof EventSource

/** Dates come as they were moved on the record store: back to what they are. */
function backInTime(value: unknown, shift: number): unknown {
  if (Array.isArray(value)) return value.map((one) => backInTime(one, shift))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const time = MOVED_DATES.includes(key) && typeof part === 'string' ? RealDate.parse(part) : Number.NaN
      return [
        key,
        Number.isNaN(time) ? backInTime(part, shift) : new RealDate(time - shift).toISOString().replace('T', ' '),
      ]
    }),
  )
}

window.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  if (!/^\/api\/(?:collections|store)\//.test(pathname)) return ask(request)
  if (!token || over) return new Promise(() => {})
  request.headers.set(PREVIEW_HEADER, token)
  request.headers.delete('Authorization')
  const answer = await ask(request)
  const shift = Number(answer.headers.get(PREVIEW_SHIFT))
  if (!shift && answer.status !== 403) return answer
  const body: unknown = await answer.json()
  if ((body as { data?: { code?: string } } | null)?.data?.code === PREVIEW_OVER) {
    end((body as { message: string }).message)
    return new Promise(() => {})
  }
  return new Response(JSON.stringify(backInTime(body, shift)), { status: answer.status, headers: answer.headers })
}

// Links that stand in texts know nothing of previews.
document.addEventListener(
  'click',
  ({ target }) => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.dataset.leave !== undefined)
      return
    if (!/^\/(?:preview|api|_)(?:\/|$)/.test(link.pathname)) link.pathname = PREVIEW_PATH + link.pathname
  },
  true,
)

document.documentElement.dataset.base = PREVIEW_PATH

const STYLE =
  'position:sticky;top:0;z-index:60;background:#221d19;color:#fbfaf7;font:15px/1.4 Mukta,sans-serif;padding:10px 20px 8px;display:flex;flex-wrap:wrap;gap:2px 20px'
const LINK = 'color:inherit;text-decoration:underline;text-underline-offset:.28em'

function sentence({ at, drafts, names }: PreviewClaims): string {
  const when = at ? `on ${formatDateTime(new RealDate(at).toISOString())}` : 'now'
  const more = drafts.length - names.length
  const named = `${names.map((name) => `“${name}”`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `Preview: the shop ${when}${drafts.length > 0 ? `, with ${named}` : ''}.`
}

function element(name: string, text: string, style = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  made.style.cssText = style
  return made
}

function leave(text: string): HTMLElement {
  const link = element('a', text, LINK) as HTMLAnchorElement
  link.href = '/'
  link.dataset.leave = ''
  link.addEventListener('click', () => tab.removeItem(TOKEN))
  return link
}

/** On every page, but for the desk's own frame, which says so beside it. */
function showBar(shown: PreviewClaims): void {
  if (window.parent !== window) return
  const bar = element('aside', '', STYLE)
  bar.ariaLabel = 'Preview'
  bar.append(element('b', sentence(shown), 'font-weight:500'), 'Nothing can be ordered here.', leave('Leave'))
  document.body.prepend(bar)
  // What sticks to the top sticks below it.
  const below = element('style', '')
  const place = () => {
    below.textContent = `header.sticky{top:${bar.offsetHeight}px!important}`
  }
  document.head.append(below)
  place()
  window.addEventListener('resize', place)
}

/** In the place of the page: the plain shop must not be taken for the preview. */
function end(why: string): void {
  if (over) return
  over = true
  const notice = element('main', '', 'max-width:32rem;margin:20vh auto;padding:0 20px;text-align:center')
  notice.append(element('h1', 'No preview', 'font-size:26px;margin:0 0 12px'), element('p', why, 'margin:0 0 16px'))
  notice.append(leave('Go to the shop'))
  document.title = 'No preview'
  document.body.replaceChildren(notice)
}

document.addEventListener('DOMContentLoaded', () => {
  if (claims) showBar(claims)
  else end('Open this page by a link of the desk.')
})
