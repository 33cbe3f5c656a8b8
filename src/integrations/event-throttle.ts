import type { AnalyticsEvent, EventName } from './analytics'

/** Time, so that tests need not wait for it. `later` runs `work` once after `ms`. */
export interface Clock {
  now: () => number
  later: (work: () => void, ms: number) => void
}

const KIND_INTERVAL_MS = 2000
const IDENTICAL_MS = 10_000

const BROWSER_CLOCK: Clock = {
  now: () => performance.now(),
  later: (work, ms) => void setTimeout(work, ms),
}

/**
 * Spaces events out without losing any (STAT-03):
 *
 * - Events of one kind (`event`) leave at least 2 s apart. One that comes too early waits in its kind's queue and
 *   leaves at the kind's next free moment, unchanged and in order: three soaps added within a second are three
 *   `add_to_cart`, after 0, 2 and 4 s. Kinds do not hold each other up.
 * - An event that is identical in every field to one that still waits, or that left less than 10 s ago, is dropped.
 *   Whatever differs in any field, such as the item or its quantity, is another event.
 * - A purchase leaves at once, whatever left before it. The same purchase (`transaction_id`) leaves once for each
 *   page load.
 * - `flush` sends everything that waits: when the page is left, having the event outranks the spacing.
 */
export class EventThrottle {
  private readonly queues = new Map<EventName, AnalyticsEvent[]>()
  private readonly freeFrom = new Map<EventName, number>()
  /** Identity of an event → when an identical one may follow. */
  private readonly barredUntil = new Map<string, number>()

  constructor(
    private readonly deliver: (event: AnalyticsEvent) => void,
    private readonly clock: Clock = BROWSER_CLOCK,
  ) {}

  take(event: AnalyticsEvent): void {
    const identity = event.event === 'purchase' ? `purchase ${event.transaction_id}` : JSON.stringify(event)
    const now = this.clock.now()
    if (now < (this.barredUntil.get(identity) ?? Number.NEGATIVE_INFINITY)) return
    this.barredUntil.set(identity, Number.POSITIVE_INFINITY)
    if (event.event === 'purchase') {
      this.deliver(event)
      return
    }
    const queue = this.queues.get(event.event) ?? []
    this.queues.set(event.event, queue)
    queue.push(event)
    const wait = (this.freeFrom.get(event.event) ?? now) - now
    if (queue.length > 1) return
    if (wait <= 0) this.sendNext(event.event)
    else this.clock.later(() => this.sendNext(event.event), wait)
  }

  flush(): void {
    for (const queue of this.queues.values()) for (const event of queue.splice(0)) this.send(event)
  }

  private sendNext(kind: EventName): void {
    const queue = this.queues.get(kind)
    const event = queue?.[0]
    // Flushed meanwhile.
    if (!queue || !event) return
    const wait = (this.freeFrom.get(kind) ?? Number.NEGATIVE_INFINITY) - this.clock.now()
    // A timer from before a flush: the kind's time begins anew there.
    if (wait > 0) {
      this.clock.later(() => this.sendNext(kind), wait)
      return
    }
    queue.shift()
    this.send(event)
    if (queue.length > 0) this.clock.later(() => this.sendNext(kind), KIND_INTERVAL_MS)
  }

  private send(event: AnalyticsEvent): void {
    const now = this.clock.now()
    this.freeFrom.set(event.event, now + KIND_INTERVAL_MS)
    this.forgetOld(now)
    this.barredUntil.set(JSON.stringify(event), now + IDENTICAL_MS)
    this.deliver(event)
  }

  private forgetOld(now: number): void {
    for (const [identity, until] of this.barredUntil) if (until <= now) this.barredUntil.delete(identity)
  }
}
