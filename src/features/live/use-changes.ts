import { useEffect, useRef } from 'react'
import { follow, type Heard } from '@/api/live'
import { LIVE_AFTER_MS } from '@/domain/limits'

/**
 * Calls back while the page is there when records of a topic may have changed (`follow`), for whoever stays.
 * @param topics their names; nothing is followed where it is empty
 */
export function useChanges(topics: readonly string[], heard: Heard): void {
  const latest = useRef(heard)
  latest.current = heard
  const key = topics.join(' ')
  useEffect(() => {
    if (key === '') return
    let stops: (() => void)[] = []
    const timer = setTimeout(() => {
      stops = key.split(' ').map((topic) => follow(topic, (changes) => latest.current(changes)))
    }, LIVE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [key])
}
