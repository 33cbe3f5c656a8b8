import { MAX_SUBSCRIPTIONS } from '@/domain/limits'
import { type Changes, readChanges } from '@/domain/site/changes'
import { RECORD_STORE_URL } from './client'
import { inTime } from './in-time'

/**
 * One realtime connection for all tabs of a browser: the tab that holds the lock is connected, and passes on what it
 * hears. Only tabs in view listen. Browser only.
 */

/** Undefined: there is a connection (again), and something may have been missed. */
export type Heard = (changes: Changes | undefined) => void

const LOCK = 'store-live'
/** What could not be asked for is asked for again after this long, ms. */
const AGAIN_MS = 10_000
/** Between tabs. `wants`: what a tab follows; `who`: a new holder asks. */
type Note =
  | { kind: 'wants'; tab: string; topics: string[] }
  | { kind: 'who' }
  | { kind: 'heard'; topic: string; changes?: Changes }
  | { kind: 'lost' }

const tab = Math.random().toString(36).slice(2)
const followed = new Map<string, Set<Heard>>()
let channel: BroadcastChannel | undefined
let connected = false
/** Ends this tab's wish to be connected. */
let leave: (() => void) | undefined

/**
 * Calls back when records of a topic may have changed, while the tab is in view. A connection that cannot be had is
 * nobody's failure: the caller asks from time to time as well, or lives with what it has.
 */
export function follow(topic: string, heard: Heard): () => void {
  const heards = followed.get(topic) ?? new Set()
  followed.set(topic, heards.add(heard))
  if (followed.size === 1 && heards.size === 1) document.addEventListener('visibilitychange', turned)
  look()
  return () => {
    heards.delete(heard)
    if (heards.size === 0 && followed.get(topic) === heards) followed.delete(topic)
    if (followed.size === 0) document.removeEventListener('visibilitychange', turned)
    look()
  }
}

/** Whether changes are told of now, to this tab or to another one that passes them on. */
export const isLive = (): boolean => connected

const isWanted = () => followed.size > 0 && document.visibilityState === 'visible'
const wants = () => (isWanted() ? [...followed.keys()] : [])

/** Looked at again, a tab does not know what it has missed. */
function turned(): void {
  look()
  if (isWanted()) for (const topic of wants()) hear(topic)
}

/** Joins or leaves, and says what this tab follows now. */
function look(): void {
  if (isWanted()) leave ??= join()
  else {
    leave?.()
    leave = undefined
    connected = false
  }
  channel?.postMessage({ kind: 'wants', tab, topics: wants() } satisfies Note)
  holder?.update()
}

function hear(topic: string, changes?: Changes): void {
  for (const heard of [...(followed.get(topic) ?? [])]) heard(changes)
}

function join(): () => void {
  if (typeof EventSource !== 'function') return () => undefined
  const left = new AbortController()
  channel ??= openChannel()
  const hold = () =>
    new Promise<void>((free) => {
      if (left.signal.aborted) return free()
      const mine = connect()
      holder = mine
      left.signal.addEventListener('abort', () => {
        mine.end()
        holder = undefined
        free()
      })
    })
  // Without locks, as on plain http, each tab has its own.
  if (navigator.locks) void navigator.locks.request(LOCK, { signal: left.signal }, hold).catch(() => undefined)
  else void hold()
  return () => left.abort()
}

function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'function') return undefined
  const opened = new BroadcastChannel(LOCK)
  opened.onmessage = ({ data }: MessageEvent<Note>) => {
    if (data.kind === 'heard') {
      connected = isWanted()
      if (connected) hear(data.topic, data.changes)
    } else if (data.kind === 'lost') connected = false
    else if (data.kind === 'who') opened.postMessage({ kind: 'wants', tab, topics: wants() } satisfies Note)
    else holder?.wanted(data.tab, data.topics)
  }
  return opened
}

const subscribe = (clientId: string, subscriptions: string[], signal: AbortSignal) =>
  fetch(`${RECORD_STORE_URL}/api/realtime`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clientId, subscriptions }),
    signal,
  })

/**
 * The store's own stream, which browsers open again by themselves: but not after an answer that is none, as a restart's
 * 502.
 * @param named called with the stream and the client's name on it, each time a new one; empty when it is lost
 * @returns ends it
 */
function keepOpen(named: (source: EventSource, client: string) => void): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(`${RECORD_STORE_URL}/api/realtime`)
    source.addEventListener('PB_CONNECT', ({ data }) => {
      named(source, (JSON.parse(data) as { clientId: string }).clientId)
    })
    source.addEventListener('error', () => {
      connected = false
      named(source, '')
      channel?.postMessage({ kind: 'lost' } satisfies Note)
      // Not all browsers at once: the store has just come back.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS * (1 + Math.random()))
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** To this tab and the others. */
function tell(topic: string, changes?: Changes): void {
  connected = true
  hear(topic, changes)
  channel?.postMessage({ kind: 'heard', topic, changes } satisfies Note)
}

/** The connection, in the tab that holds it. */
let holder: ReturnType<typeof connect> | undefined

function connect() {
  const others = new Map<string, string[]>()
  const heard = new Set<string>()
  const ended = new AbortController()
  let clientId = ''
  let asked = ''
  /** The client that is asked for now: of two requests at a time the store may take the later one first. */
  let asking = ''
  const listenTo = (topic: string) => {
    if (heard.has(topic)) return
    heard.add(topic)
    source?.addEventListener(topic, ({ data }) => tell(topic, readChanges(JSON.parse(data))))
  }
  const update = () => {
    const topics = [...new Set([...wants(), ...[...others.values()].flat()])].sort().slice(0, MAX_SUBSCRIPTIONS)
    const before = asked.split(' ')
    if (clientId === '' || clientId === asking || topics.join(' ') === asked) return
    asked = topics.join(' ')
    for (const topic of topics) listenTo(topic)
    const client = clientId
    asking = client
    inTime(subscribe(client, topics, ended.signal))
      .then(({ ok }) => {
        if (!ok) throw new Error()
        for (const topic of topics) if (!before.includes(topic)) tell(topic)
      })
      // By a connection that came about again meanwhile it has been asked again already.
      .catch(() => setTimeout(() => client === clientId && again(), AGAIN_MS))
      .finally(() => {
        if (asking === client) asking = ''
        update()
      })
  }
  const again = () => {
    asked = ''
    update()
  }
  let source: EventSource | undefined
  const close = keepOpen((opened, client) => {
    if (opened !== source) heard.clear()
    source = opened
    clientId = client
    if (client !== '') again()
  })
  channel?.postMessage({ kind: 'who' } satisfies Note)
  return {
    update,
    wanted(other: string, topics: string[]) {
      if (topics.length > 0) others.set(other, topics)
      else others.delete(other)
      update()
    },
    end() {
      clientId = ''
      // A connection that is gone would be answered with an error.
      ended.abort()
      close()
    },
  }
}
