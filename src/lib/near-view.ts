import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * True once the element has come within `margin` px of the visible area; stays true
 * afterwards. False while rendering on the server and where the browser has no IntersectionObserver until the effect
 * has run.
 */
export function useNearView<T extends Element>(margin: number): [RefObject<T | null>, boolean] {
  const ref = useRef<T>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || near) return
    if (typeof IntersectionObserver !== 'function') {
      setNear(true)
      return
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: `${margin}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [margin, near])
  return [ref, near]
}
