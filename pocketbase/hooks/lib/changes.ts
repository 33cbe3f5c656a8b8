import { sharedStore } from './shared-store'

/** What open pages are still to be told, until `tellSoon` (hooks/live) does. Bounded, and never in the database. */

const KEY = 'live:pending'
/** So many single things of a topic are named; of more, only their collections. */
const MOST_NAMED = 40
/** Orders of which each changes alone; what more would wait is left to pages that ask from time to time. */
const MOST_TOPICS = 200

type Pending = { [topic: string]: string[] }

/** @param what a collection, or one of its records as `products/abcdefghijklmno` */
export function noteChange(topic: string, what: string): void {
  sharedStore().setFunc(KEY, (stored) => {
    const pending = JSON.parse(String(stored || '{}')) as Pending
    if (!pending[topic] && Object.keys(pending).length >= MOST_TOPICS) return stored
    const named = new Set([...(pending[topic] ?? []), what])
    pending[topic] =
      named.size > MOST_NAMED ? [...new Set([...named].map((name) => name.replace(/\/.*/, '')))] : [...named]
    return JSON.stringify(pending)
  })
}

/** Everything noted since the last time, by topic; empty when there is nothing. */
export function takeChanges(): [topic: string, changed: string[]][] {
  let taken = ''
  sharedStore().setFunc(KEY, (stored) => {
    taken = String(stored ?? '')
    return ''
  })
  return Object.entries(JSON.parse(taken || '{}') as Pending)
}

export const hasChanges = (): boolean => Boolean(sharedStore().get(KEY))
