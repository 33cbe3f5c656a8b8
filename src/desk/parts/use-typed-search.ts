import { useEffect, useRef, useState } from 'react'

const SEARCH_AFTER_MS = 200

/**
 * What stands in a search field, and what types it: looked for once typing pauses, without blanks around it. Back or a
 * link changes the field too; its own search, which arrives while more is typed, does not.
 * @param q the search in force, from the address
 */
export function useTypedSearch(q: string, onSearch: (q: string) => void) {
  const [typed, type] = useState(q)
  const search = useRef(onSearch)
  search.current = onSearch
  /** What the field asked for last, or was told. */
  const known = useRef(q)
  useEffect(() => {
    if (q === known.current) return
    known.current = q
    type(q)
  }, [q])
  useEffect(() => {
    const text = typed.trim()
    if (text === known.current) return undefined
    const timer = setTimeout(() => {
      known.current = text
      search.current(text)
    }, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, type] as const
}
