import type { RealProvider } from '../../../src/domain/payments/providers'
import { inSlot } from '../guard/slots'
import { now } from '../lib/clock'
import { sharedStore } from '../lib/shared-store'
import type { GatewayAnswer } from './provider'

/**
 * Requests and jobs that wait for providers at a time; each holds a script engine meanwhile. Twice what 10 orders a
 * second at 0.5 s each take.
 */
const MOST_ASKING = 12
/**
 * So many calls without an answer, one after the other within a minute: the provider is not asked any more, but by one
 * call each ten seconds.
 */
const FAILURES_TO_OPEN = 5
const FAILURES_LAST_MS = 60_000
const PROBE_MS = 10_000

const keyOf = (provider: RealProvider) => `breaker:${provider}`
interface Breaker {
  failures: number
  /** When the last of them was, or the last probe began, ms. */
  at: number
}

function parseBreaker(stored: unknown): Breaker {
  const [failures, at] = String(stored ?? '').split(' ')
  return { failures: Number(failures) || 0, at: Number(at) || 0 }
}

/** Whether the provider may be asked: of those that come while it is silent one is let through each ten seconds. */
function mayAsk(provider: RealProvider, time: number): boolean {
  let may = true
  sharedStore().setFunc(keyOf(provider), (stored) => {
    const { failures, at } = parseBreaker(stored)
    if (failures < FAILURES_TO_OPEN) return stored
    // A time that has not come yet was written by a clock that has been set back.
    may = time >= at + PROBE_MS || time < at
    return may ? `${failures} ${time}` : stored
  })
  return may
}

/** To be told of each call: whether the provider answered, be it with a refusal. */
export function noteAnswer(provider: RealProvider, answered: boolean): void {
  const time = now()
  sharedStore().setFunc(keyOf(provider), (stored) => {
    if (answered) return ''
    const { failures, at } = parseBreaker(stored)
    const isOld = failures < FAILURES_TO_OPEN && time - at > FAILURES_LAST_MS
    return `${isOld ? 1 : failures + 1} ${time}`
  })
}

/**
 * One call to a provider: `unreachable` at once, without it, while the provider is silent or too many wait. Nobody's
 * engine is held by what is not going to answer.
 */
export function askProvider<T>(provider: RealProvider, call: () => GatewayAnswer<T>): GatewayAnswer<T> {
  const asked = inSlot('gateway', MOST_ASKING, () =>
    mayAsk(provider, now()) ? call() : { unreachable: 'Not asked: it has not answered of late.' },
  )
  return asked ?? { unreachable: 'Not asked: too many are waiting for it.' }
}
