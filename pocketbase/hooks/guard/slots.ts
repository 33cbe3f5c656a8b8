import { sharedStore } from '../lib/shared-store'

/** Places in a room that holds so many, counted for the whole process. */

/** A place nobody has given back for so long was taken by something that died, ms; longer than any request. */
const PLACE_LIFE_MS = 60_000

const keyOf = (room: string) => `places:${room}`
const listOf = (stored: unknown): string[] =>
  String(stored ?? '')
    .split(' ')
    .filter(Boolean)
const takenAt = (place: string) => Number(place.split('-')[0])

/**
 * Takes one of a room's places in one step, whoever else asks at the same time; give it back with `releaseSlot`.
 * @returns the place, or empty when all are taken
 */
export function acquireSlot(room: string, places: number): string {
  const time = Date.now()
  const mine = `${time}-${$security.randomString(8)}`
  let taken = false
  // Nothing may be read from the store in here: it is locked.
  sharedStore().setFunc(keyOf(room), (stored) => {
    const living = listOf(stored).filter((place) => time - takenAt(place) < PLACE_LIFE_MS)
    taken = living.length < places
    return (taken ? [...living, mine] : living).join(' ')
  })
  return taken ? mine : ''
}

/** Gives a place back; nothing for an empty one. */
export function releaseSlot(room: string, mine: string): void {
  if (mine === '') return
  sharedStore().setFunc(keyOf(room), (stored) =>
    listOf(stored)
      .filter((place) => place !== mine)
      .join(' '),
  )
}

/** Does the work in one of a room's places; undefined, and nothing done, when all are taken. */
export function inSlot<T>(room: string, places: number, work: () => T): T | undefined {
  const place = acquireSlot(room, places)
  if (place === '') return undefined
  try {
    return work()
  } finally {
    releaseSlot(room, place)
  }
}

interface Queue {
  /** How many may have a place. */
  places: number
  /** How many may wait for one, in a room of this name, and how long, ms. */
  waitingRoom: string
  mostWaiting: number
  waitMs: number
  /** How often whoever waits looks again, ms. */
  lookAgainMs: number
}

/** A place at once or after a wait; empty when none came free, or too many wait already. */
export function waitForSlot(room: string, queue: Queue): string {
  const place = acquireSlot(room, queue.places)
  if (place) return place
  const waiting = acquireSlot(queue.waitingRoom, queue.mostWaiting)
  if (!waiting) return ''
  try {
    for (let waited = 0; waited < queue.waitMs; waited += queue.lookAgainMs) {
      sleep(queue.lookAgainMs)
      const freed = acquireSlot(room, queue.places)
      if (freed) return freed
    }
    return ''
  } finally {
    releaseSlot(queue.waitingRoom, waiting)
  }
}
