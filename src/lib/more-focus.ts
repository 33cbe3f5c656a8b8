import { type RefObject, useEffect, useRef } from 'react'

/**
 * Where more of a list was asked for the focus moves to the first that is new; the button may be gone, and the new
 * ones are what was asked for. Whoever has gone on to something else meanwhile is not called back.
 * @param count how many stand in the list
 * @param each finds what takes the focus of each of them
 * @returns the list, and what to call when more is asked for
 */
export function useMoreFocus<List extends HTMLElement>(
  count: number,
  each: string,
): [list: RefObject<List | null>, expectMore: () => void] {
  const list = useRef<List>(null)
  const asked = useRef<{ from: number; at: Element | null }>(null)
  useEffect(() => {
    if (!asked.current) return
    const { from, at } = asked.current
    const stays = [at, document.body].includes(document.activeElement)
    if (stays && count <= from) return
    asked.current = null
    if (stays) list.current?.querySelectorAll<HTMLElement>(each)[from]?.focus({ preventScroll: true })
  })
  return [
    list,
    () => {
      asked.current = { from: count, at: document.activeElement }
    },
  ]
}
