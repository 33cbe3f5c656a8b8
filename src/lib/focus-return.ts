import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to what stands again when something that was opened in its place, such as a form, has gone with the
 * button that was pressed.
 */
export function useFocusReturn(open: boolean, target: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(open)
  // After drawing, not with the next frame: what is closed by an answer may be drawn later than that.
  useEffect(() => {
    if (wasOpen.current && !open) target.current?.focus()
    wasOpen.current = open
  }, [open, target])
}
