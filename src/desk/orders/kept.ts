import { useEffect, useState } from 'react'

/** State that outlives a reload of the tab, for what is being typed. `forget` brings the beginning back. */
export function useKept<T>(key: string, beginning: T): [T, (value: T) => void, forget: () => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = sessionStorage.getItem(key)
    return kept ? { ...beginning, ...JSON.parse(kept) } : beginning
  })
  useEffect(() => {
    if (value === beginning) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  }, [key, value, beginning])
  return [value, setValue, () => setValue(beginning)]
}
