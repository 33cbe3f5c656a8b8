/** The part of PocketBase's request event that is read here. */
export interface HttpEvent {
  request: { url: { path: string; rawQuery: string }; header: { get(name: string): string } }
  response: { header(): Pick<Exchange, 'set' | 'add' | 'del'> }
}

interface Exchange {
  /** Decoded, and the undecoded rest without its question mark. */
  path: string
  rawQuery: string
  /** A header of the request; empty for none. */
  get(name: string): string
  /** Headers of the answer. */
  set(name: string, value: string): void
  add(name: string, value: string): void
  del(name: string): void
}

const exchanges = new WeakMap<object, Exchange>()

/**
 * What a request asks and the headers of its answer. PocketBase's engine makes Go's objects and functions anew each
 * time they are named: where every page comes by, they are named once.
 */
export function exchangeOf(e: HttpEvent): Exchange {
  const known = exchanges.get(e)
  if (known) return known
  const { url, header } = e.request
  const { path, rawQuery } = url
  const { get } = header
  const { set, add, del } = e.response.header()
  const exchange = { path, rawQuery, get, set, add, del }
  exchanges.set(e, exchange)
  return exchange
}
