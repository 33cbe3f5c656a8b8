import { LANGUAGE_COOKIE } from '../lib/before-code'
import { buildOf } from '../lib/build-of'
import { isKeptPage, isPersonsPage, KEPT, type Kind, kindOf, pageKey, surplus } from './rules'
import { unseenPage } from './unseen-page'

/**
 * The worker of the shop, `/sw.js` (docs/decisions/0059): what has been seen is there without a line. It keeps no
 * answer that is one person's, sends nothing later, and never takes over from another build under an open page.
 */

declare const BUILD: string
declare const RECORD_STORE: string

type Kept = Exclude<Kind, 'none'>
interface Late extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface Asking extends Late {
  request: Request
  clientId: string
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface Told extends Late {
  /** Addresses of the open page and of what it is made of. */
  data: { seen?: string[] }
}
interface Page {
  postMessage(message: object): void
}
const worker = self as unknown as EventTarget & {
  location: Location
  clients: { claim(): Promise<void>; get(id: string): Promise<Page | undefined> }
  cookieStore?: { get(name: string): Promise<{ value: string } | null> }
  registration: {
    waiting: object | null
    installing: object | null
    navigationPreload?: Record<'enable' | 'disable', () => Promise<void>>
  }
}
const on = <E extends Event>(name: string, does: (event: E) => void) =>
  worker.addEventListener(name, does as (event: Event) => void)

/** How long a page may take while a kept one is there, ms. */
const PATIENCE_MS = 3000
/** When an answer was kept, ms since 1970. */
const KEPT_AT = 'X-Kept-At'
/** The size of what is kept is looked at with every so manyth. */
const LOOKED_AT = 10

const HOME = worker.location.origin
const RECORDS = RECORD_STORE || HOME
/** Pictures stay from build to build; the rest is read by the code of one. */
const nameOf = (kind: Kept) => (kind === 'picture' ? 'picture' : `${kind} ${BUILD}`)
const isOurs = (name: string) =>
  (['page', 'asset', 'picture', 'records'] as const).some((kind) => nameOf(kind) === name)

let savesData = false
let puts = 0
/** A page of another build was seen: what comes from now on is for its code. */
let outdated = false
const isOutdated = () => outdated || Boolean(worker.registration.waiting ?? worker.registration.installing)

// Where nothing can be kept (a full disk, a private window) the shop is as without a worker.
const found = (key: string, kind: Kept): Promise<Response | undefined> =>
  caches
    .match(key, { ...(kind === 'asset' ? {} : { cacheName: nameOf(kind) }), ignoreVary: true })
    .catch(() => undefined)

async function keep(kind: Kept, key: string, answer: Response): Promise<void> {
  if (answer.status !== 200 || answer.type === 'opaque' || answer.redirected) return
  if (kind === 'picture' && savesData) return
  const headers = new Headers(answer.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'Set-Cookie']) headers.delete(name)
  const now = Date.now()
  headers.set(KEPT_AT, String(now))
  let body: BodyInit = await answer.arrayBuffer()
  headers.set('X-Size', String(body.byteLength))
  if (kind === 'page') {
    const html = new TextDecoder().decode(body)
    outdated ||= buildOf(html) !== BUILD
    body = html.replace('<html', `<html data-kept="${now}"`)
  }
  if ((kind === 'page' || kind === 'records') && isOutdated()) return
  const cache = await caches.open(nameOf(kind))
  // Where there is no room for it the one before stays.
  await cache.put(key, new Response(body, { headers }))
  puts += 1
  if (puts % LOOKED_AT === 0) await makeRoom(kind, cache)
}

/** What a cache holds, the oldest first: Safari leaves what is put again in its old place. */
async function byAge(cache: Cache): Promise<{ key: Request; answer: Response | undefined }[]> {
  const keys = await cache.keys()
  const held = await Promise.all(keys.map(async (key) => ({ key, answer: await cache.match(key) })))
  const age = (answer: Response | undefined) => Number(answer?.headers.get(KEPT_AT))
  return held.sort((one, other) => age(one.answer) - age(other.answer))
}

async function makeRoom(kind: Kept, cache: Cache): Promise<void> {
  const held = await byAge(cache)
  const sizes = held.map(({ answer }) => Number(answer?.headers.get('X-Size')))
  await Promise.all(held.slice(0, surplus(sizes, KEPT[kind])).map(({ key }) => cache.delete(key)))
}

const keeping = (event: Late, kind: Kept, key: string, answer: Response) =>
  event.waitUntil(keep(kind, key, answer.clone()).catch(() => undefined))

async function first(event: Asking, kind: 'asset' | 'picture'): Promise<Response> {
  const { request } = event
  const kept = await found(request.url, kind)
  if (kept) return kept
  const answer = await fetch(request)
  keeping(event, kind, request.url, answer)
  return answer
}

/** Whether a kept page is in a language the shopper has turned from since; not told by every browser. */
async function isLeftBehind(kept: Response): Promise<boolean> {
  const chosen = await worker.cookieStore?.get(LANGUAGE_COOKIE)
  return Boolean(chosen && /<html[^>]* lang="([a-z]+)/.exec(await kept.clone().text())?.[1] !== chosen.value)
}

async function page(event: Asking): Promise<Response> {
  const key = pageKey(event.request.url)
  // Not as the browser asks, who would be sent the first part of it alone (src/render/first-document.ts).
  const { url, headers } = event.request
  const asked = Promise.resolve(event.preloadResponse).then(
    (ahead) => ahead ?? fetch(url, { headers, credentials: 'same-origin', redirect: 'manual' }),
  )
  const answered = asked.then((answer) => {
    keeping(event, 'page', key, answer)
    return answer
  })
  // What comes too late to be shown is kept all the same.
  event.waitUntil(answered.catch(() => undefined))
  const kept = await found(key, 'page')
  if (!kept) return answered.catch(() => unseen(key))
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  const good = answered.then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  )
  return (await isLeftBehind(kept).catch(() => false)) ? good : Promise.race([good, late])
}

const personsPage = (event: Asking): Promise<Response> =>
  Promise.resolve(event.preloadResponse)
    .then((ahead) => ahead ?? fetch(event.request))
    .catch(() => unseen(event.request.url))

/** In the place of a page that was never here: the pages that were. */
async function unseen(key: string): Promise<Response> {
  const cache = await caches.open(nameOf('page')).catch(() => undefined)
  const seen = cache ? await byAge(cache).catch(() => []) : []
  const latest = await Promise.all(
    seen.slice(-12).map(async ({ key, answer }) => ({ url: key.url, html: (await answer?.text()) ?? '' })),
  )
  const body = unseenPage(latest.reverse(), new URL(key).origin)
  return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' } })
}

async function records(event: Asking): Promise<Response> {
  const { request, clientId } = event
  try {
    const answer = await fetch(request)
    keeping(event, 'records', request.url, answer)
    return answer
  } catch (error) {
    const kept = await found(request.url, 'records')
    if (!kept) throw error
    const open = await worker.clients.get(clientId)
    open?.postMessage({ kept: Number(kept.headers.get(KEPT_AT)) })
    return kept
  }
}

/** Keeps what a page was made of before there was a worker, and a page that was opened without being loaded. */
async function keepSeen(urls: string[]): Promise<void> {
  for (const url of urls) {
    const { origin, pathname } = new URL(url)
    const plain = kindOf({ method: 'GET', url, mode: 'no-cors', headers: new Headers() }, HOME, RECORDS)
    const kind = plain === 'none' && origin === HOME && isKeptPage(pathname) ? 'page' : plain
    if (kind === 'none' || (kind !== 'page' && (await found(url, kind)))) continue
    if (savesData && kind !== 'asset') continue
    await fetch(url, { redirect: 'error' })
      .then((answer) => keep(kind, kind === 'page' ? pageKey(url) : url, answer))
      .catch(() => undefined)
  }
}

async function begin(): Promise<void> {
  const names = await caches.keys().catch(() => [])
  const old = names.filter((name) => !isOurs(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  // Firefox shows its own page of an error where what it asked for ahead fails, whatever the worker answers.
  const ahead = navigator.userAgent.includes('Firefox/') ? 'disable' : 'enable'
  await worker.registration.navigationPreload?.[ahead]().catch(() => undefined)
  // The page that brought the first worker is the network's own; later ones take over when no page is open.
  if (old.length === 0) await worker.clients.claim()
}

on<Late>('activate', (event) => event.waitUntil(begin()))
on<Told>('message', (event) => event.data.seen && event.waitUntil(keepSeen(event.data.seen)))
on<Asking>('fetch', (event) => {
  const { request } = event
  savesData = request.headers.get('Save-Data') === 'on'
  const kind = kindOf(request, HOME, RECORDS)
  if (kind === 'page') event.respondWith(page(event))
  else if (kind === 'records') event.respondWith(records(event))
  else if (kind !== 'none') event.respondWith(first(event, kind))
  else if (isPersonsPage(request, HOME)) event.respondWith(personsPage(event))
})
