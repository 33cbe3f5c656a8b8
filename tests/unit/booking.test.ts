import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackedBy } from '../../pocketbase/hooks/delivery/shiprocket-states'
import { bookingProblem, cashToCollect, MOST_WEIGHT, parcelWeight, wayTo } from '../../src/domain/orders/booking'
import { FULFILMENT_TRANSITIONS, type FulfilmentStatus, mayMove } from '../../src/domain/orders/order'

const STATES = Object.keys(FULFILMENT_TRANSITIONS) as FulfilmentStatus[]
const state = fc.constantFrom(...STATES)

describe('SHIP-01 a parcel weighs', () => {
  const items = [
    { product: 'soap', quantity: 3 },
    { product: 'bag', quantity: 1 },
  ]
  test.each([
    ['what its pieces weigh', { soap: 120, bag: 400 }, 760],
    ['a usual parcel, when a piece has no weight', { soap: 120 }, 500],
    ['more than that, when the others do', { bag: 900 }, 900],
    ['no more than couriers take', { soap: 20_000, bag: 1 }, MOST_WEIGHT],
  ])('%s', (_, grams, weight) => {
    expect(parcelWeight(items, new Map(Object.entries(grams)), 500)).toBe(weight)
  })
})

test('SHIP-02 a courier needs a mobile number and a PIN code, and collects what is not paid of a cash order', () => {
  const good = { phone: '+919845012345', pincode: '560003' }
  expect(bookingProblem(good)).toBe('')
  for (const phone of ['', '9845012345', '+914422334455', '+9198450123456']) {
    expect(bookingProblem({ ...good, phone })).toMatch(/mobile number/)
  }
  for (const pincode of ['', '56000', '056003']) expect(bookingProblem({ ...good, pincode })).toMatch(/PIN code/)
  const order = { payment_method: 'cod', payment_status: 'unpaid', grand_total: 18_000 } as const
  expect(cashToCollect(order)).toBe(18_000)
  expect(cashToCollect({ ...order, payment_status: 'paid' })).toBe(0)
  expect(cashToCollect({ ...order, payment_method: 'razorpay' })).toBe(0)
})

describe('SHIP-06 a courier’s word', () => {
  test('leads along the table alone, past no state of people, and nowhere from where none leads', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const way = wayTo(from, to)
        const steps = [from, ...way]
        expect(
          way.every((next, position) => mayMove(FULFILMENT_TRANSITIONS, steps[position] as FulfilmentStatus, next)),
        ).toBe(true)
        expect(way.some((next) => /return|packed|unfulfilled/.test(next))).toBe(false)
        if (way.length > 0) expect(way.at(-1)).toBe(to)
      }),
    )
    expect(wayTo('packed', 'delivered')).toEqual(['shipped', 'delivered'])
    expect(wayTo('delivery_failed', 'delivered')).toEqual(['out_for_delivery', 'delivered'])
    expect(wayTo('unfulfilled', 'shipped')).toEqual([])
    expect(wayTo('delivered', 'shipped')).toEqual([])
  })

  test('is read by its code; one that says nothing of where it is changes nothing', () => {
    const read = Object.fromEntries(
      [42, 18, 17, 7, 21, 9, 10, 8, 12, 0, 3, 19, 999].map((code) => [code, trackedBy(code)]),
    )
    expect(read).toEqual({
      ...{ 42: 'shipped', 18: 'shipped', 17: 'out_for_delivery', 7: 'delivered', 21: 'delivery_failed' },
      ...{ 9: 'delivery_failed', 10: 'home', 8: 'cancelled', 12: 'lost', 0: '', 3: '', 19: '', 999: '' },
    })
  })
})
