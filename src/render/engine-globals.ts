/**
 * What the store's modules and libraries take for granted and the record store's JavaScript engine does not have.
 * Imported first by the server bundle, and by nothing else.
 *
 * The engine runs to the end of a call before it settles a promise, and a page has to be there at the end of that
 * call. So promises are settled by a queue of our own, which `settle` empties whenever the renderer has to go on.
 */

type Job = () => void
type Fulfil = ((value: unknown) => unknown) | null | undefined
type Reject = ((reason: unknown) => unknown) | null | undefined

const jobs: Job[] = []
/** More than any page needs: a loop that feeds itself must not hold the engine for ever. */
const MAX_JOBS = 200_000

/** Runs everything that waits for an answer that is already there. */
export function settle(): void {
  let done = 0
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    if (++done > MAX_JOBS) {
      jobs.length = 0
      throw new Error('The page does not come to rest')
    }
    job()
  }
}

/** Forgets what a page that failed has left behind. */
export function forgetJobs(): void {
  jobs.length = 0
}

function isThenable(value: unknown): value is { then: (fulfil: Fulfil, reject: Reject) => unknown } {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    typeof (value as { then?: unknown }).then === 'function'
  )
}

class QueuedPromise {
  private state: 'pending' | 'fulfilled' | 'rejected' = 'pending'
  private result: unknown = undefined
  private waiting: Job[] = []

  constructor(work: (resolve: (value?: unknown) => void, reject: (reason?: unknown) => void) => void) {
    let decided = false
    const once =
      <T extends unknown[]>(then: (...args: T) => void) =>
      (...args: T) => {
        if (decided) return
        decided = true
        then(...args)
      }
    const reject = once((reason?: unknown) => this.end('rejected', reason))
    try {
      work(
        once((value?: unknown) => this.follow(value)),
        reject,
      )
    } catch (error) {
      reject(error)
    }
  }

  private follow(value: unknown): void {
    if (value === this) {
      this.end('rejected', new TypeError('A promise cannot wait for itself'))
      return
    }
    try {
      if (!isThenable(value)) {
        this.end('fulfilled', value)
        return
      }
      const { then } = value
      jobs.push(() => {
        new QueuedPromise((resolve, reject) => then.call(value, resolve as Fulfil, reject as Reject)).then(
          (inner) => this.end('fulfilled', inner),
          (reason) => this.end('rejected', reason),
        )
      })
    } catch (error) {
      this.end('rejected', error)
    }
  }

  private end(state: 'fulfilled' | 'rejected', result: unknown): void {
    this.state = state
    this.result = result
    jobs.push(...this.waiting)
    this.waiting = []
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands in for the platform's own promises
  then(fulfil?: Fulfil, reject?: Reject): QueuedPromise {
    return new QueuedPromise((resolve, fail) => {
      const job = () => {
        const handler = this.state === 'fulfilled' ? fulfil : reject
        if (typeof handler !== 'function') {
          if (this.state === 'fulfilled') resolve(this.result)
          else fail(this.result)
          return
        }
        try {
          resolve(handler(this.result))
        } catch (error) {
          fail(error)
        }
      }
      if (this.state === 'pending') this.waiting.push(job)
      else jobs.push(job)
    })
  }

  catch(reject?: Reject): QueuedPromise {
    return this.then(undefined, reject)
  }

  finally(last?: (() => unknown) | null): QueuedPromise {
    return this.then(
      (value) => QueuedPromise.resolve(last?.()).then(() => value),
      (reason) =>
        QueuedPromise.resolve(last?.()).then(() => {
          throw reason
        }),
    )
  }

  static resolve(value?: unknown): QueuedPromise {
    return value instanceof QueuedPromise ? value : new QueuedPromise((resolve) => resolve(value))
  }

  static reject(reason?: unknown): QueuedPromise {
    return new QueuedPromise((_, reject) => reject(reason))
  }

  static all(values: Iterable<unknown>): QueuedPromise {
    return new QueuedPromise((resolve, reject) => {
      const asked = [...values]
      const found: unknown[] = []
      let left = asked.length
      if (left === 0) resolve(found)
      asked.forEach((value, at) => {
        QueuedPromise.resolve(value).then((result) => {
          found[at] = result
          if (--left === 0) resolve(found)
        }, reject)
      })
    })
  }

  static allSettled(values: Iterable<unknown>): QueuedPromise {
    return QueuedPromise.all(
      [...values].map((value) =>
        QueuedPromise.resolve(value).then(
          (result) => ({ status: 'fulfilled', value: result }),
          (reason) => ({ status: 'rejected', reason }),
        ),
      ),
    )
  }

  static race(values: Iterable<unknown>): QueuedPromise {
    return new QueuedPromise((resolve, reject) => {
      for (const value of values) QueuedPromise.resolve(value).then(resolve, reject)
    })
  }
}

/** Enough of the platform's class for a query string: what the router and the pages read from an address. */
class QueryString {
  private readonly pairs: [string, string][] = []

  constructor(init?: unknown) {
    if (typeof init === 'string') {
      for (const part of init.replace(/^\?/, '').split('&')) {
        if (part === '') continue
        const at = part.indexOf('=')
        this.append(decoded(at < 0 ? part : part.slice(0, at)), at < 0 ? '' : decoded(part.slice(at + 1)))
      }
    } else if (init instanceof QueryString || Array.isArray(init)) {
      for (const [name, value] of init as Iterable<[string, string]>) this.append(name, value)
    } else if (init) {
      for (const [name, value] of Object.entries(init)) this.append(name, String(value))
    }
  }

  append(name: string, value: string): void {
    this.pairs.push([String(name), String(value)])
  }
  delete(name: string): void {
    for (let at = this.pairs.length - 1; at >= 0; at--) if (this.pairs[at]?.[0] === name) this.pairs.splice(at, 1)
  }
  get(name: string): string | null {
    return this.pairs.find(([own]) => own === name)?.[1] ?? null
  }
  getAll(name: string): string[] {
    return this.pairs.filter(([own]) => own === name).map(([, value]) => value)
  }
  has(name: string): boolean {
    return this.pairs.some(([own]) => own === name)
  }
  set(name: string, value: string): void {
    this.delete(name)
    this.append(name, value)
  }
  forEach(visit: (value: string, name: string) => void): void {
    for (const [name, value] of this.pairs) visit(value, name)
  }
  keys(): IterableIterator<string> {
    return this.pairs.map(([name]) => name).values()
  }
  entries(): IterableIterator<[string, string]> {
    return this.pairs.values()
  }
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries()
  }
  toString(): string {
    return this.pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  }
}

function decoded(text: string): string {
  const spaced = text.replace(/\+/g, ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%20/g, '+')
}

/** An address in its parts. Relative ones are paths of the store: nothing on a page needs more. */
class Address {
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly host: string
  readonly pathname: string
  readonly search: string
  readonly hash: string

  constructor(address: string, base = '') {
    const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : originOf(String(base)) + address
    const parts = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(whole)
    if (!parts) throw new TypeError(`Invalid URL: ${address}`)
    this.protocol = parts[1] ?? ''
    this.host = parts[2] ?? ''
    this.origin = `${this.protocol}//${this.host}`
    this.pathname = parts[3] || '/'
    this.search = parts[4] ?? ''
    this.hash = parts[5] ?? ''
    this.href = (parts[2] === undefined ? this.protocol : this.origin) + this.pathname + this.search + this.hash
  }

  get searchParams(): QueryString {
    return new QueryString(this.search)
  }
  toString(): string {
    return this.href
  }
}

function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? ''
}

/** Nothing is called off while a page is rendered: the signal is there to be handed on. */
class QuietController {
  readonly signal = { aborted: false, reason: undefined, addEventListener() {}, removeEventListener() {} }
  abort(): void {
    this.signal.aborted = true
  }
}

/** UTF-8, for libraries that ask for an encoder when they load. */
class Utf8Encoder {
  encode(text: string): Uint8Array {
    return Uint8Array.from(unescape(encodeURIComponent(text)), (byte) => byte.charCodeAt(0))
  }
}

const nothing = () => 0
const soonOrNever = (job: Job, ms?: number): number => {
  // A page is drawn from what is there now: what wants to wait waits in vain.
  if (!ms) jobs.push(job)
  return 0
}

const standIns: Record<string, unknown> = {
  Promise: QueuedPromise,
  queueMicrotask: (job: Job) => void jobs.push(job),
  setTimeout: soonOrNever,
  clearTimeout: nothing,
  setInterval: nothing,
  clearInterval: nothing,
  URL: Address,
  URLSearchParams: QueryString,
  AbortController: QuietController,
  TextEncoder: Utf8Encoder,
}
const globals = globalThis as Record<string, unknown>
// The engine's own promises wait for the end of the call; everything else is put in only where it is missing.
for (const [name, standIn] of Object.entries(standIns))
  if (name === 'Promise' || globals[name] === undefined) globals[name] = standIn
