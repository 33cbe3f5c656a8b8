import { useRef } from 'react'

/**
 * What had the focus as an overlay opened (`note`) gets it again as it closes: Radix gives it back to a trigger of its
 * own alone, and these are opened from anywhere.
 */
export function useOpenedFrom() {
  const from = useRef<Element | null>(null)
  return {
    note: () => {
      from.current = document.activeElement
    },
    giveBack: (event: Event) => {
      event.preventDefault()
      // What it was opened from may have gone with an answer.
      const isLost = !from.current?.isConnected && document.activeElement === document.body
      const back = isLost ? document.getElementById('main') : from.current
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
    },
  }
}
