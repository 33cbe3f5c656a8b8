import { useSyncExternalStore } from 'react'

/** Pause between two questions while nothing answers, ms. */
const AGAIN_MS = 5000
/** A line that brings nothing for so long is none, ms. */
const ANSWER_MS = 10_000

let here = true
let asked: Promise<boolean> | undefined
let timer: ReturnType<typeof setTimeout>
const listeners = new Set<() => void>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/**
 * Whether the store answers (ROUTE-26); while it does not, it is asked again by itself. `navigator.onLine` only knows
 * whether the device is connected to something.
 * @param address answered by the store in any health
 */
export function checkLine(address: string): Promise<boolean> {
  clearTimeout(timer)
  asked ??= fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout?.(ANSWER_MS) })
    .then(
      () => true,
      () => false,
    )
    .then((answered) => {
      asked = undefined
      // A device that is cut off was answered a moment before it was.
      if (!answered || !navigator.onLine) timer = setTimeout(checkLine, AGAIN_MS, address)
      if (answered !== here) {
        here = answered
        for (const changed of listeners) changed()
      }
      return answered
    })
  return asked
}

/** Resolves once a line that was lost is back. */
export function lineBack(): Promise<void> {
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop()
      resolve()
    })
  })
}

/** False from the first question the store left unanswered until it answers again. */
export const isLineHere = (): boolean => here

/** The same, for what is drawn with it. */
export const useLine = (): boolean => useSyncExternalStore(subscribe, isLineHere, () => true)
