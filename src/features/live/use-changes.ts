import { useEffect, useRef } from 'react'
import type { Heard } from '@/api/live'
import { whenIdle } from '@/lib/when-idle'

/**
 * Calls back while the page is there when records of a topic may have changed (`follow`). The code comes when the
 * page has nothing else to do.
 * @param topics their names; nothing is followed where it is empty
 * @returns whether changes are told of just now
 */
export function useChanges(topics: readonly string[], heard: Heard): () => boolean {
  const isLive = useRef<() => boolean>(() => false)
  const latest = useRef(heard)
  latest.current = heard
  const key = topics.join(' ')
  useEffect(() => {
    if (key === '') return
    let left = false
    let stops: (() => void)[] = []
    whenIdle(() => {
      if (left) return
      import('@/api/live')
        .then(({ follow, isLive: asked }) => {
          isLive.current = asked
          if (!left) stops = key.split(' ').map((topic) => follow(topic, (changes) => latest.current(changes)))
        })
        // Pages are right without being told: they ask from time to time.
        .catch(() => undefined)
    })
    return () => {
      left = true
      for (const stop of stops) stop()
    }
  }, [key])
  return isLive.current
}
