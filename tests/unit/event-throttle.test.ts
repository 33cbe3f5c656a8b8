import { beforeEach, expect, test } from 'vitest'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import { type Clock, EventThrottle } from '../../src/integrations/event-throttle'

/** Time that moves when a test says so. */
class FakeClock implements Clock {
  private time = 0
  private waiting: { at: number; work: () => void }[] = []

  now = () => this.time
  later = (work: () => void, ms: number) => void this.waiting.push({ at: this.time + ms, work })

  advance(ms: number): void {
    const end = this.time + ms
    for (;;) {
      const next = this.waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.waiting = this.waiting.filter((job) => job !== next)
      this.time = next.at
      next.work()
    }
    this.time = end
  }
}

const adds = (item_id: string, quantity = 1): AnalyticsEvent => ({
  event: 'add_to_cart',
  currency: 'INR',
  value: 180 * quantity,
  items: [{ item_id, item_name: item_id, price: 180, quantity }],
})
const click = (button_name: string): AnalyticsEvent => ({ event: 'button_click', button_name, button_location: 'hero' })
const purchase = (transaction_id: string, value = 180): AnalyticsEvent => ({
  event: 'purchase',
  transaction_id,
  currency: 'INR',
  value,
  tax: 0,
  shipping: 0,
  coupon: '',
  payment_method: 'cod',
  items: [],
})

let clock: FakeClock
let sent: { at: number; event: AnalyticsEvent }[]
let throttle: EventThrottle

beforeEach(() => {
  clock = new FakeClock()
  sent = []
  throttle = new EventThrottle((event) => sent.push({ at: clock.now(), event }), clock)
})

test('STAT-03 different items within 2 s all leave, in order, one each 2 s', () => {
  for (const soap of ['neem', 'rose', 'coffee']) {
    throttle.take(adds(soap))
    clock.advance(300)
  }
  expect(sent).toEqual([{ at: 0, event: adds('neem') }])
  clock.advance(1099)
  expect(sent).toHaveLength(1)
  clock.advance(1)
  expect(sent).toHaveLength(2)
  clock.advance(60_000)
  expect(sent).toEqual([
    { at: 0, event: adds('neem') },
    { at: 2000, event: adds('rose') },
    { at: 4000, event: adds('coffee') },
  ])
})

test('STAT-03 an event after the 2 s leaves at once, and one that waited counts from when it left', () => {
  throttle.take(adds('neem'))
  clock.advance(1500)
  throttle.take(adds('rose'))
  clock.advance(1500)
  throttle.take(adds('coffee'))
  expect(sent.map(({ at }) => at)).toEqual([0, 2000])
  clock.advance(10_000)
  throttle.take(adds('vetiver'))
  expect(sent.map(({ at }) => at)).toEqual([0, 2000, 4000, 13_000])
})

test('STAT-03 kinds do not hold each other up', () => {
  throttle.take(adds('neem'))
  throttle.take(click('Explore'))
  expect(sent.map(({ at, event }) => [at, event.event])).toEqual([
    [0, 'add_to_cart'],
    [0, 'button_click'],
  ])
})

test('STAT-03 an identical event is dropped for 10 s, also while the first still waits', () => {
  throttle.take(adds('neem'))
  throttle.take(adds('rose'))
  throttle.take(adds('rose'))
  clock.advance(5000)
  expect(sent.map(({ at }) => at)).toEqual([0, 2000])
  clock.advance(4999)
  throttle.take(adds('neem'))
  clock.advance(1)
  expect(sent).toHaveLength(2)
  throttle.take(adds('neem'))
  expect(sent.at(-1)).toEqual({ at: 10_000, event: adds('neem') })
  // It left at 2 s, so its time is over at 12 s.
  clock.advance(1999)
  throttle.take(adds('rose'))
  clock.advance(1)
  expect(sent).toHaveLength(3)
  throttle.take(adds('rose'))
  expect(sent.at(-1)).toEqual({ at: 12_000, event: adds('rose') })
})

test('STAT-03 another quantity of the same item is another event', () => {
  throttle.take(adds('neem'))
  throttle.take(adds('neem', 2))
  clock.advance(2000)
  expect(sent.map(({ event }) => event)).toEqual([adds('neem'), adds('neem', 2)])
})

test('STAT-03 purchases leave at once, each once', () => {
  throttle.take(purchase('SJ-1'))
  throttle.take(purchase('SJ-2'))
  throttle.take(purchase('SJ-1', 181))
  clock.advance(3_600_000)
  throttle.take(purchase('SJ-2'))
  expect(sent).toEqual([
    { at: 0, event: purchase('SJ-1') },
    { at: 0, event: purchase('SJ-2') },
  ])
})

test('STAT-03 leaving the page sends what waits, once', () => {
  for (const soap of ['neem', 'rose', 'coffee']) throttle.take(adds(soap))
  clock.advance(500)
  throttle.flush()
  expect(sent).toEqual([
    { at: 0, event: adds('neem') },
    { at: 500, event: adds('rose') },
    { at: 500, event: adds('coffee') },
  ])
  // The page stayed after all: the spacing begins anew.
  throttle.take(adds('vetiver'))
  throttle.take(adds('jute'))
  clock.advance(60_000)
  expect(sent.slice(3)).toEqual([
    { at: 2500, event: adds('vetiver') },
    { at: 4500, event: adds('jute') },
  ])
})
