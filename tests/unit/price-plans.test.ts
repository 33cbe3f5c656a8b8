import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/domain/check-request'
import { momentWords } from '../../src/domain/desk/day-words'
import {
  type KeptPrice,
  LEAST_PRICE,
  nextTurn,
  ownPrice,
  type PricePlan,
  plannedPrice,
  priceNow,
  runsAt,
} from '../../src/domain/desk/plan-prices'
import { type PlanLookRequest, planLookSchema, planSchema } from '../../src/domain/desk/price-plan-request'
import { type PlanLook, planState, planWords, refusedWords } from '../../src/domain/desk/price-plans'
import { LONG } from '../long'

const RUNS = { numRuns: LONG ? 20_000 : 1000 }
const SOAP = { id: 'neem', category: 'soap', archived: false }
const DAY = 24 * 60 * 60_000
/** As PLAN-06 says. */
const WAS_MS = 30 * DAY

const asks = (price: number): KeptPrice => ({
  ...{ price, regular: 0, plan: '', until: 0, was: 0, asked: 0, asked_until: 0 },
})
const plan = (change: Partial<PricePlan> = {}): PricePlan => ({
  ...{ id: 'winter', active: true, starts: 0, ends: 7 * DAY, products: [], categories: ['soap'] },
  ...{ off: 1000, price: 0, round_to: '', show_was: true },
  ...change,
})

/** Minutes of some weeks, so that random plans meet each other and a was-price grows old. */
const minute = fc.integer({ min: 0, max: 60 * DAY })
const plans = fc.array(
  fc
    .record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      active: fc.boolean(),
      starts: minute,
      lasts: fc.integer({ min: 1, max: 40 * DAY }),
      about: fc.constantFrom<Pick<PricePlan, 'products' | 'categories'>>(
        { products: ['neem'], categories: [] },
        { products: [], categories: ['soap'] },
        { products: [], categories: ['bag'] },
      ),
      cut: fc.oneof(
        fc.record({ off: fc.integer({ min: 1, max: 9000 }), price: fc.constant(0) }),
        fc.record({ off: fc.constant(0), price: fc.integer({ min: 1, max: 100_000 }) }),
      ),
      round_to: fc.constantFrom<PricePlan['round_to']>('', '.00', '.50', '9'),
      show_was: fc.boolean(),
    })
    .map(({ lasts, about, cut, ...rest }): PricePlan => ({ ...rest, ...about, ...cut, ends: rest.starts + lasts })),
  { maxLength: 5 },
)
const own = fc.integer({ min: 1, max: 100_000_000 })

describe('PLAN-01 a price by plan', () => {
  test('is never below ₹1 nor above the own price, and exactly the own one without a plan', () => {
    fc.assert(
      fc.property(own, plans, fc.array(minute, { minLength: 1, maxLength: 6 }), (price, all, moments) => {
        let kept = asks(price)
        for (const now of moments) {
          kept = priceNow(SOAP, kept, ownPrice(kept), all, now)
          const runs = all.filter((one) => runsAt(one, now) && !one.categories.includes('bag'))
          expect(ownPrice(kept)).toBe(price)
          expect(Number.isInteger(kept.price)).toBe(true)
          if (kept.regular === 0) expect(kept).toEqual(asks(price))
          else {
            expect(kept.regular).toBe(price)
            expect(kept.price).toBeGreaterThanOrEqual(LEAST_PRICE)
            expect(kept.price).toBeLessThan(price)
            expect(runs.map(({ id }) => id)).toContain(kept.plan)
            for (const one of runs) {
              const other = plannedPrice(one, price)
              if (other >= LEAST_PRICE) expect(kept.price).toBeLessThanOrEqual(other)
            }
          }
        }
        // When all are over, nothing is left of them.
        expect(priceNow(SOAP, kept, ownPrice(kept), all, 200 * DAY)).toEqual(asks(price))
      }),
      RUNS,
    )
  })

  test('is the same after turns that were missed, doubled or in another order, and whatever order plans have', () => {
    fc.assert(
      fc.property(own, plans, fc.array(minute, { maxLength: 8 }), minute, (price, all, moments, now) => {
        const priced = (turns: number[], list: PricePlan[]) => {
          const kept = turns.reduce((so, at) => priceNow(SOAP, so, ownPrice(so), list, at), asks(price))
          const { asked, asked_until, was, ...rest } = priceNow(SOAP, kept, ownPrice(kept), list, now)
          return rest
        }
        const unique = all.filter(({ id }, at) => all.findIndex((one) => one.id === id) === at)
        const straight = priced([], unique)
        expect(priced(moments, unique)).toEqual(straight)
        expect(priced([...moments].reverse(), [...unique].reverse())).toEqual(straight)
        expect(priced([now, now], unique)).toEqual(straight)
      }),
      RUNS,
    )
  })

  test('changes at no other moment than the next turn', () => {
    fc.assert(
      fc.property(own, plans, minute, minute, (price, all, now, later) => {
        const kept = priceNow(SOAP, asks(price), price, all, now)
        const turn = nextTurn(all, [kept], now)
        expect(turn).toBeGreaterThan(now)
        const before = now + (later % (Math.min(turn, 100 * DAY) - now))
        expect(priceNow(SOAP, kept, price, all, before)).toEqual(kept)
      }),
      RUNS,
    )
  })

  test('takes percent off to the paisa, or to the ending that is nearest; of two prices the lower holds', () => {
    expect(plannedPrice(plan({ off: 1250 }), 17_950)).toBe(15_706)
    expect(plannedPrice(plan({ off: 1000, round_to: '9' }), 18_000)).toBe(15_900)
    expect(plannedPrice(plan({ off: 0, price: 9900 }), 18_000)).toBe(9900)
    const list = [plan(), plan({ id: 'friday', off: 2000, ends: DAY })]
    expect(priceNow(SOAP, asks(10_000), 10_000, list, 1)).toMatchObject({ price: 8000, plan: 'friday', until: DAY })
    expect(priceNow(SOAP, asks(10_000), 10_000, list, DAY)).toMatchObject({ price: 9000, plan: 'winter' })
    const same = [plan({ id: 'short', ends: DAY }), plan({ id: 'long', ends: 2 * DAY })]
    expect(priceNow(SOAP, asks(10_000), 10_000, same, 1)).toMatchObject({ plan: 'long', until: 2 * DAY })
    // At least a rupee, and less than the product's own price.
    const asked = (price: number) => priceNow(SOAP, asks(10_000), 10_000, [plan({ off: 0, price })], 1).plan
    expect([99, 100, 9999, 10_000].map(asked)).toEqual(['', 'winter', 'winter', ''])
  })
})

describe('PLAN-06 the struck-through price of a plan', () => {
  test('was really asked, at most 30 days ago, and is never one that was typed up meanwhile', () => {
    const first = priceNow(SOAP, asks(18_000), 18_000, [plan()], DAY)
    expect(first).toMatchObject({ price: 16_200, was: 18_000, asked: 18_000, asked_until: DAY })
    const up = priceNow(SOAP, first, 30_000, [plan()], 2 * DAY)
    expect(up).toMatchObject({ price: 27_000, regular: 30_000, was: 0 })
    expect(priceNow(SOAP, first, 19_000, [plan()], 2 * DAY)).toMatchObject({ price: 17_100, was: 18_000 })
    expect(priceNow(SOAP, first, 17_000, [plan()], 2 * DAY)).toMatchObject({ price: 15_300, was: 0 })
    expect(priceNow(SOAP, null, 18_000, [plan()], DAY)).toMatchObject({ price: 16_200, was: 0 })
    expect(priceNow(SOAP, asks(18_000), 18_000, [plan({ show_was: false })], DAY)).toMatchObject({ was: 0 })
  })

  test('goes after 30 days of one plan, or of several one after the other', () => {
    const long = [plan({ ends: 25 * DAY }), plan({ id: 'next', starts: 25 * DAY, ends: 80 * DAY })]
    const begun = priceNow(SOAP, asks(18_000), 18_000, long, 0)
    expect(nextTurn(long, [begun], 26 * DAY)).toBe(WAS_MS)
    const next = priceNow(SOAP, begun, 18_000, long, 25 * DAY)
    expect(next).toMatchObject({ plan: 'next', was: 18_000, asked_until: 0 })
    expect(priceNow(SOAP, next, 18_000, long, WAS_MS - 1)).toMatchObject({ was: 18_000 })
    expect(priceNow(SOAP, next, 18_000, long, WAS_MS)).toMatchObject({ price: 16_200, was: 0 })
  })

  test('PLAN-06 holds for random plans and prices typed meanwhile', () => {
    const deeds = fc.array(fc.record({ after: fc.integer({ min: 0, max: 9 * DAY }), typed: fc.option(own) }))
    fc.assert(
      fc.property(own, plans, deeds, (price, all, list) => {
        const shown: { price: number; at: number }[] = []
        let kept = priceNow(SOAP, asks(price), price, all, 0)
        let now = 0
        if (kept.regular === 0) shown.push({ price, at: 0 })
        else shown.push({ price, at: 0 })
        for (const { after, typed } of list) {
          if (kept.regular === 0) shown.push({ price: kept.price, at: now + after })
          now += after
          kept = priceNow(SOAP, kept, typed ?? ownPrice(kept), all, now)
          if (kept.was === 0) continue
          expect(kept.was).toBeLessThanOrEqual(kept.regular)
          expect(kept.was).toBeGreaterThan(kept.price)
          expect(shown.some(({ price, at }) => price === kept.was && now - at < WAS_MS)).toBe(true)
        }
      }),
      RUNS,
    )
  })
})

const NOW = Date.parse('2026-11-24T06:00:00Z')
const request = (change: Partial<PlanLookRequest> = {}): PlanLookRequest => ({
  starts: '2026-11-30 18:30:00.000Z',
  ends: '2026-12-07 18:29:00.000Z',
  ...{ products: [], categories: ['soap'], percent: 10, price: 0, round_to: '9', show_was: true },
  ...change,
})
const look = (change: Partial<PlanLook> = {}): PlanLook => ({
  count: 13,
  examples: [{ id: 'neem', name: 'Neem & Tulsi Soap', own: 18_000, planned: 15_900 }],
  ...{ refused: 0, refusals: [], meets: [], now: NOW },
  ...change,
})

describe('PLAN-07 a plan in words', () => {
  test('says from when, what, how much, until when and what it meets', () => {
    expect(planWords(request(), look())).toEqual({
      lead: 'From Tuesday 1 December at midnight, 13 products in soap cost 10% less, ending in 9',
      example: look().examples[0],
      rest: ['On Monday 7 December at 11:59 pm each goes back to the price it has then.'],
    })
    const other = { id: 'x', name: 'Diwali', starts: '', ends: '', products: 5 }
    const begun = request({ starts: '2026-11-20 06:30:00.000Z', percent: 0, price: 99 })
    expect(planWords(begun, look({ count: 1, meets: [other, { ...other, products: 1 }] }))).toMatchObject({
      lead: 'From now on, Neem & Tulsi Soap costs ₹99.00',
      rest: [
        'On Monday 7 December at 11:59 pm it goes back to the price it has then.',
        '“Diwali” runs at a part of that time on 5 of them: the lower price holds.',
        '“Diwali” runs at a part of that time on one of them: the lower price holds.',
      ],
    })
    expect(planWords(request({ categories: [] }), look({ count: 0, examples: [] }))).toMatchObject({
      lead: 'From Tuesday 1 December at midnight, no price changes',
      rest: ['Choose products or a category: no price changes so far.'],
    })
    expect(momentWords('2027-01-01 06:30:00.000Z', NOW)).toBe('Friday 1 January 2027 at noon')
    expect(momentWords('', NOW)).toBe('')
  })

  test('PLAN-07 says which prices may not be asked, and why', () => {
    const dear = { id: 'a', name: 'Loofah', own: 900, planned: 900 }
    const gift = { id: 'b', name: 'Sachet', own: 500, planned: 50 }
    expect(refusedWords({ refused: 1, refusals: [dear] })).toBe(
      'Loofah costs ₹9.00 and would cost ₹9.00, which is not less. Leave it out, or take off something else.',
    )
    expect(refusedWords({ refused: 3, refusals: [gift, dear] })).toBe(
      'Sachet would cost ₹0.50: a product costs at least ₹1.00. So it is with 2 more. Leave them out, or take off something else.',
    )
    expect(refusedWords({ refused: 0, refusals: [] })).toBe('')
  })

  test('PLAN-07 has a state by the clock', () => {
    const of = (change: Partial<PricePlan>, now: number) =>
      planState(plan({ starts: DAY, ends: 2 * DAY, ...change }), now)
    expect([0, DAY, 2 * DAY - 1, 2 * DAY].map((now) => of({}, now))).toEqual([
      ...['planned', 'running', 'running', 'ended'],
    ])
    expect([0, DAY, 2 * DAY].map((now) => of({ active: false }, now))).toEqual(['off', 'off', 'ended'])
  })

  test('PLAN-07 is read from a request, with sentences beside what is wrong', () => {
    expect(checkRequest(planLookSchema, request({ categories: [' Soap '] }))).toMatchObject({
      value: { categories: ['soap'], starts: '2026-11-30 18:30:00.000Z' },
    })
    const wrong = { ...request({ percent: 95, price: 1.005 }), name: ' ', starts: 'soon', products: ['x'] }
    const checked = checkRequest(planSchema, wrong)
    const said = 'problems' in checked ? Object.entries(checked.problems).map(([at, { message }]) => [at, message]) : []
    expect(Object.fromEntries(said)).toEqual({
      name: 'Write a name.',
      starts: 'Choose from when.',
      percent: 'At most 90%.',
      price: 'Rupees have at most two decimals.',
      'products.0': 'There is no such record.',
    })
  })
})
