import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where more of a list was asked for the focus moves to the first that is new; the button may be gone, and the new
 * ones are what was asked for.
 * @param count how many stand in the list
 * @param each finds what takes the focus of each of them
 * @returns the list, and what to call when more is asked for
 */
export function useMoreFocus<List extends HTMLElement>(
  count: number,
  each: string,
): [list: RefObject<List | null>, expectMore: () => void] {
  const list = useRef<List>(null)
  const from = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (count <= from.current) return
    list.current?.querySelectorAll<HTMLElement>(each)[from.current]?.focus({ preventScroll: true })
    from.current = Number.POSITIVE_INFINITY
  })
  return [
    list,
    () => {
      from.current = count
    },
  ]
}
