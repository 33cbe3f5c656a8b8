import { describe, expect, test } from 'vitest'
import {
  awaitsConfirmation,
  FULFILMENT_TRANSITIONS,
  type FulfilmentStatus,
  LATE_MONEY_TRANSITIONS,
  mayCancel,
  mayMove,
  ORDER_TRANSITIONS,
  type OrderView,
  orderLabel,
  PAYMENT_TRANSITIONS,
  parseOrderCode,
  paymentStage,
  receiptOf,
  standingPayment,
} from '../../src/domain/orders/order'
import { orderTimeline, returnableUntil } from '../../src/domain/orders/timeline'

describe('transitions', () => {
  test.each([
    ['pending', 'confirmed'],
    ['pending', 'expired'],
    ['confirmed', 'completed'],
    ['confirmed', 'cancelled'],
    ['expired', 'confirmed'],
    ['cancelled', 'confirmed'],
  ] as const)('ORDER-09 an order may go from %s to %s', (from, to) => {
    expect(mayMove(ORDER_TRANSITIONS, from, to)).toBe(true)
  })

  test.each([
    ['completed', 'cancelled'],
    ['confirmed', 'pending'],
    ['expired', 'completed'],
    ['cancelled', 'pending'],
  ] as const)('ORDER-09 an order may not go from %s to %s', (from, to) => {
    expect(mayMove(ORDER_TRANSITIONS, from, to)).toBe(false)
  })

  test.each([
    ['paid', 'unpaid'],
    ['refunded', 'paid'],
    ['voided', 'paid'],
    ['partially_refunded', 'paid'],
    ['paid', 'authorized'],
  ] as const)('ORDER-09 money never goes back from %s to %s', (from, to) => {
    expect(mayMove(PAYMENT_TRANSITIONS, from, to)).toBe(false)
  })

  test('ORDER-09 a sent parcel never goes back: no state can be reached from itself', () => {
    const states = Object.keys(FULFILMENT_TRANSITIONS) as FulfilmentStatus[]
    const from = (start: FulfilmentStatus) => {
      const reached = new Set<FulfilmentStatus>()
      const visit = (state: FulfilmentStatus) => {
        for (const next of FULFILMENT_TRANSITIONS[state]) {
          if (reached.has(next)) continue
          reached.add(next)
          visit(next)
        }
      }
      visit(start)
      return reached
    }
    for (const state of states) {
      const circle = ['unfulfilled', 'packed', 'out_for_delivery', 'delivery_failed'].includes(state)
      expect(from(state).has(state)).toBe(circle)
    }
    for (const sent of from('shipped')) expect(['unfulfilled', 'packed', 'shipped']).not.toContain(sent)
    expect(mayMove(FULFILMENT_TRANSITIONS, 'delivered', 'shipped')).toBe(false)
    expect(mayMove(FULFILMENT_TRANSITIONS, 'unfulfilled', 'delivered')).toBe(false)
  })
})

describe('money that went back', () => {
  test('ORDER-09 what the shop still keeps decides; a returned second payment leaves the order paid', () => {
    const stands = (paid_total: number, refunded_total: number) =>
      standingPayment({ grand_total: 18040, paid_total, refunded_total })
    expect(stands(18040, 0)).toBe('paid')
    expect(stands(18040, 1)).toBe('partially_refunded')
    expect(stands(18040, 18040)).toBe('refunded')
    expect(stands(36080, 18040)).toBe('paid')
    expect(stands(36080, 18041)).toBe('partially_refunded')
    expect(stands(36080, 36080)).toBe('refunded')
  })

  test('ORDER-09 only the gateway may book money on a cancelled order', () => {
    expect(mayMove(PAYMENT_TRANSITIONS, 'voided', 'paid')).toBe(false)
    expect(mayMove(LATE_MONEY_TRANSITIONS, 'voided', 'paid')).toBe(true)
    expect(mayMove(LATE_MONEY_TRANSITIONS, 'refunded', 'paid')).toBe(false)
    expect(mayMove(PAYMENT_TRANSITIONS, 'refunded', 'partially_refunded')).toBe(false)
  })

  test('ORDER-04 our name of a try fits the gateway, however often it is tried', () => {
    expect(receiptOf('SJ-7K3M9QPA', 1)).toBe('SJ-7K3M9QPA-1')
    expect(receiptOf('ASHA24-7K3M9QPA', 123_456).length).toBeLessThanOrEqual(40)
  })
})

const order: Pick<
  OrderView,
  'status' | 'payment_status' | 'fulfilment_status' | 'payment_method' | 'events' | 'placed_at'
> = {
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  placed_at: '2026-11-20 04:00:00.000Z',
  events: [{ type: 'confirmed', at: '2026-11-20 04:00:01.000Z', label: 'Confirmed' }],
}

describe('an order in a shopper’s words', () => {
  test('ORDER-07 the label says the most telling thing', () => {
    expect(orderLabel(order)).toBe('Confirmed')
    expect(orderLabel({ ...order, status: 'pending', payment_method: 'razorpay' })).toBe('Awaiting payment')
    expect(orderLabel({ ...order, status: 'pending' })).toBe('Waiting for the shop to confirm')
    expect(orderLabel({ ...order, fulfilment_status: 'out_for_delivery' })).toBe('Out for delivery')
    expect(orderLabel({ ...order, status: 'cancelled' })).toBe('Cancelled')
    expect(orderLabel({ ...order, status: 'cancelled', payment_status: 'paid' })).toBe('Cancelled, refund on its way')
    expect(orderLabel({ ...order, status: 'expired', payment_method: 'razorpay' })).toBe('Not paid in time')
    expect(orderLabel({ ...order, status: 'expired' })).toBe('Not confirmed in time')
  })

  test('PACK-03 a parcel that was packed by mistake is not packed, and has its later time once it is', () => {
    const at = (minute: number) => `2026-11-20 05:0${minute}:00.000Z`
    const event = (type: string, minute: number) => ({ type, at: at(minute), label: type })
    const events = [...order.events, event('packed', 1), event('unfulfilled', 2)]
    const steps = orderTimeline({ ...order, events }).map(({ label, state }) => `${label}:${state}`)
    expect(steps.slice(1, 3)).toEqual(['Confirmed:now', 'Packed:todo'])
    const again = orderTimeline({ ...order, fulfilment_status: 'packed', events: [...events, event('packed', 3)] })
    expect(again[2]).toMatchObject({ label: 'Packed', state: 'now', at: at(3) })
  })

  test('RISK-04 a cash order that waits for the shop is no payment that is waited for', () => {
    const waiting = { ...order, status: 'pending' as const, events: [] }
    expect(paymentStage(waiting)).toBeNull()
    expect(awaitsConfirmation(waiting)).toBe(true)
    expect(orderTimeline(waiting).map(({ label, state }) => `${label}:${state}`)).toEqual([
      'Order placed:done',
      'Waiting for the shop to confirm:now',
      'Confirmed:todo',
      'Packed:todo',
      'Shipped:todo',
      'Out for delivery:todo',
      'Delivered:todo',
    ])
    const expired = orderTimeline({ ...waiting, status: 'expired' })
    expect(expired.at(-1)).toMatchObject({ label: 'Not confirmed in time', state: 'now' })
  })

  test('ORDER-07 the timeline shows what happened, where it stands and what is to come', () => {
    const states = (steps: ReturnType<typeof orderTimeline>) => steps.map((step) => `${step.label}:${step.state}`)
    expect(states(orderTimeline(order))).toEqual([
      'Order placed:done',
      'Confirmed:now',
      'Packed:todo',
      'Shipped:todo',
      'Out for delivery:todo',
      'Delivered:todo',
    ])
    const shipped = orderTimeline({
      ...order,
      fulfilment_status: 'shipped',
      events: [...order.events, { type: 'shipped', at: '2026-11-22 04:00:00.000Z', label: '' }],
    })
    expect(shipped.find((step) => step.state === 'now')).toEqual({
      label: 'Shipped',
      state: 'now',
      at: '2026-11-22 04:00:00.000Z',
    })
    expect(
      states(orderTimeline({ ...order, fulfilment_status: 'delivered' })).filter(
        (step) => step.endsWith('todo') || step.endsWith('now'),
      ),
    ).toEqual([])
    expect(states(orderTimeline({ ...order, status: 'cancelled' }))).toEqual([
      'Order placed:done',
      'Confirmed:done',
      'Cancelled:now',
    ])
    expect(states(orderTimeline({ ...order, fulfilment_status: 'returned' })).at(-1)).toBe('Returned:now')
  })

  test('ORDER-09 a shopper may cancel until the parcel is packed', () => {
    expect(mayCancel(order)).toBe(true)
    expect(mayCancel({ ...order, fulfilment_status: 'packed' })).toBe(false)
    expect(mayCancel({ ...order, status: 'completed' })).toBe(false)
  })
})

test('ORDER-16 what was delivered may be sent back until the end of the last day in India', () => {
  const delivered = { type: 'delivered', at: '2026-11-20 19:00:00.000Z', label: 'Delivered' }
  const mine = { ...order, fulfilment_status: 'delivered' as const, events: [...order.events, delivered] }
  const end = '2026-11-28 18:29:59.999Z'
  const last = Date.parse(end.replace(' ', 'T'))
  expect(returnableUntil(mine, 7, last)).toBe(end)
  expect(returnableUntil(mine, 7, last + 1)).toBe('')
  expect(returnableUntil(mine, 0, last)).toBe('')
  expect(returnableUntil({ ...mine, fulfilment_status: 'return_requested' }, 7, last)).toBe('')
  expect(returnableUntil({ ...mine, payment_status: 'refunded' }, 7, last)).toBe('')
  expect(returnableUntil({ ...mine, events: [] }, 7, last)).toBe('')
})

describe('order numbers', () => {
  test.each([
    ['SJ-7K3M9QWX', '7K3M9QWX'],
    ['sj-7k3m9qwx', '7K3M9QWX'],
    [' 7K3M 9QWX ', '7K3M9QWX'],
    ['SJ7K3M9QWX', '7K3M9QWX'],
    ['SJ–OIL00000', '01100000'],
    ['ASHA24-7K3M9QWX', '7K3M9QWX'],
    ['asha24 7k3m9qwx', '7K3M9QWX'],
  ])('ORDER-07 WORDS-05 %j is read as the code %s', (typed, code) => {
    expect(parseOrderCode(typed)).toBe(code)
  })

  test.each(['', 'SJ-', 'SJ-123', 'SJ-7K3M9QWXY', 'SJ-7K3M9QW%', "' OR 1=1", 'LONGERX-7K3M9QWX'])(
    'ORDER-07 %j is no number',
    (typed) => {
      expect(parseOrderCode(typed)).toBeNull()
    },
  )
})
