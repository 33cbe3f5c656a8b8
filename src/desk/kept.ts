import { useEffect, useState } from 'react'

/**
 * State that outlives a reload, and going to another screen: what was typed and not saved yet, on this device.
 * @param empty also what stands where nothing was kept, or something that is none
 */
export function useKept<T extends object>(key: string, empty: T): [T, (next: T | ((before: T) => T)) => void] {
  const [value, setValue] = useState<T>(() => read(key) ?? empty)
  useEffect(() => {
    try {
      if (Object.keys(value).length > 0) localStorage.setItem(key, JSON.stringify(value))
      else localStorage.removeItem(key)
    } catch {
      // No room, or not allowed: it lasts as long as the page.
    }
  }, [key, value])
  return [value, setValue]
}

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}
