import { useEffect, useRef } from 'react'
import { follow, type Heard } from '@/api/live'
import { whenIdle } from '@/lib/when-idle'

/**
 * Calls back while the page is there when records of a topic may have changed (`follow`), beginning when the page has
 * nothing else to do.
 * @param topics their names; nothing is followed where it is empty
 */
export function useChanges(topics: readonly string[], heard: Heard): void {
  const latest = useRef(heard)
  latest.current = heard
  const key = topics.join(' ')
  useEffect(() => {
    if (key === '') return
    let left = false
    let stops: (() => void)[] = []
    whenIdle(() => {
      if (!left) stops = key.split(' ').map((topic) => follow(topic, (changes) => latest.current(changes)))
    })
    return () => {
      left = true
      for (const stop of stops) stop()
    }
  }, [key])
}
