import { type RefObject, useEffect, useRef } from 'react'

/** Whether what asks is on the screen still: an answer may come later than that. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
