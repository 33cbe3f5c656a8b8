import { useEffect, useState } from 'react'
import { isObject } from '@/domain/json'
import { storedJson } from '@/lib/stored-json'

/**
 * State that outlives a reload, and going to another screen: what was typed and not saved yet, on this device, for as
 * long as it differs from what it began with.
 * @param scope `tab`: until the tab is closed, for what is about a person
 * @returns with `forget`, for a form that closes in the same step
 */
export function useKept<T extends object | string>(
  key: string,
  beginning: T,
  scope?: 'tab',
): [T, (next: T | ((before: T) => T)) => void, forget: () => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = storedJson(key, scope).read()
    // What an earlier version kept may lack what has come since.
    if (typeof beginning === 'object') return isObject(kept) ? { ...beginning, ...kept } : beginning
    return typeof kept === 'string' ? (kept as T) : beginning
  })
  const isBegun = JSON.stringify(value) === JSON.stringify(beginning)
  useEffect(() => {
    const stored = storedJson(key, scope)
    if (isBegun) stored.forget()
    else stored.write(value)
  }, [key, scope, value, isBegun])
  const forget = () => {
    storedJson(key, scope).forget()
    setValue(beginning)
  }
  return [value, setValue, forget]
}

/** What is typed into a form of this tab, until it is saved or left: `close` forgets it and closes the form. */
export function useKeptForm<T extends object | string>(key: string, beginning: T, onClose: () => void) {
  const [typed, setTyped, forget] = useKept<T>(key, beginning, 'tab')
  const close = () => {
    forget()
    onClose()
  }
  return [typed, setTyped, close] as const
}
