import { useQueryClient } from '@tanstack/react-query'
import { type SetStateAction, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isObject } from '@/domain/json'
import { useIsHere } from '@/lib/is-here'
import { storedJson } from '@/lib/stored-json'

/** What shows the text of a key just now: an answer may come after its form was left, or opened again. */
const shown = new Map<string, unknown>()

/**
 * State that outlives a reload, and going to another screen: what was typed and not saved yet, on this device, for as
 * long as it differs from what it began with. All tabs show the same of it.
 * @param scope `tab`: in this tab, until it is closed, for what is about a person
 * @returns with `forget`, for a form that closes in the same step
 */
export function useKept<T extends object | string>(
  key: string,
  beginning: T,
  scope?: 'tab',
): [T, (next: SetStateAction<T>) => void, forget: () => void] {
  const read = (): T => {
    const kept = storedJson(key, scope).read()
    // What an earlier version kept may lack what has come since.
    if (typeof beginning === 'object') return isObject(kept) ? { ...beginning, ...kept } : beginning
    return typeof kept === 'string' ? (kept as T) : beginning
  }
  const keep = (next: T) => {
    const stored = storedJson(key, scope)
    if (JSON.stringify(next) === JSON.stringify(beginning)) stored.forget()
    else stored.write(next)
  }
  const [value, setValue] = useState(read)
  const begun = JSON.stringify(beginning)
  const client = useQueryClient()
  const beganWith = useRef(begun)
  const fromOtherTab = useRef<T>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begun` says when the beginning is another
  useEffect(() => {
    const untouched = JSON.stringify(value) === beganWith.current
    beganWith.current = begun
    if (untouched && JSON.stringify(value) !== begun) setValue(beginning)
    // Written again, it would go over what the other tab has written since.
    else if (value !== fromOtherTab.current) {
      fromOtherTab.current = undefined
      keep(value)
    }
  }, [key, scope, value, begun])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `begun` says when the beginning is another
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (scope || event.key !== key) return
      fromOtherTab.current = read()
      setValue(fromOtherTab.current)
      // Saved there, most likely: what it was typed over is another now.
      if (event.newValue === null) void client.invalidateQueries()
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [key, scope, begun, client])
  // Before what stands in it has its effects, which may change it.
  useLayoutEffect(() => {
    shown.set(key, setValue)
    return () => void (shown.get(key) === setValue && shown.delete(key))
  }, [key])
  const set = (next: SetStateAction<T>) => {
    const show = shown.get(key) as typeof setValue | undefined
    if (show) show(next)
    else keep(typeof next === 'function' ? next(read()) : next)
  }
  const forget = () => {
    storedJson(key, scope).forget()
    set(beginning)
  }
  return [value, set, forget]
}

/**
 * What is typed into a form of this tab, until it is saved or left: `close` forgets it and closes the form, but not the
 * one that stands in its place when an answer comes late (DESK-13).
 */
export function useKeptForm<T extends object | string>(key: string, beginning: T, onClose: () => void) {
  const [typed, setTyped, forget] = useKept<T>(key, beginning, 'tab')
  const isHere = useIsHere()
  const close = () => {
    forget()
    if (isHere.current) onClose()
  }
  return [typed, setTyped, close] as const
}
