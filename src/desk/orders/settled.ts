import { useEffect, useState } from 'react'

const SETTLED_MS = 250

/** A value once it has stood still for a moment: what is typed is not asked about letter by letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
