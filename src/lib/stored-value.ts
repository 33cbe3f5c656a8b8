import { useSyncExternalStore } from 'react'
import { storedJson } from './stored-json'

/**
 * A value under one key of the browser's storage, the same in every tab, through reloads; without storage, for this
 * page.
 * @param parse what stands there, whoever put it there, as a value or as none
 */
export function storedValue<T>(key: string, parse: (stored: unknown) => T | null) {
  const stored = storedJson(key)
  let held: T | null = null
  /** The storage takes what is kept. */
  let stores = true
  const listeners = new Set<() => void>()

  /** While nobody listens, the storage may change unheard. The same value stays the same object. */
  function read(): T | null {
    if (stores && listeners.size === 0) {
      const found = parse(stored.read())
      if (JSON.stringify(found) !== JSON.stringify(held)) held = found
    }
    return held
  }
  function hold(value: T | null): void {
    held = value
    for (const tell of listeners) tell()
  }
  function onStorage(event: StorageEvent): void {
    if (event.key === key || event.key === null) hold(parse(stored.read()))
  }
  function subscribe(listener: () => void): () => void {
    read()
    if (listeners.size === 0) window.addEventListener('storage', onStorage)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', onStorage)
    }
  }
  const none = () => null
  return {
    read,
    keep: (value: T & (object | string)) => {
      stores = stored.write(value)
      hold(value)
    },
    forget: () => {
      stored.forget()
      hold(null)
    },
    /** Null on the server and without one. */
    use: (): T | null => useSyncExternalStore(subscribe, read, none),
  }
}
