import { describe, expect, test } from 'vitest'
import { ageWords } from '../../src/domain/desk/age'
import { ACT_WORDS, ORDER_ACTS, shownActs } from '../../src/domain/desk/order-acts'
import { type OrderState, orderWords } from '../../src/domain/desk/order-words'
import { type DeskRefund, whatWords } from '../../src/domain/desk/orders'
import { refundWords } from '../../src/domain/desk/refund-words'
import { deedWords } from '../../src/domain/desk/staff'

const NOW = Date.parse('2026-11-23T04:30:00Z')

test.each(ORDER_ACTS)('STAFF-09 the log tells %s as somebody’s deed', (act) => {
  const words = `Suresh${deedWords(ACT_WORDS[act].deed.replace('#', 'SJ-1'))}`
  expect(words).toMatch(/^Suresh (\w+ed|took) .*SJ-1/)
})

describe('DORD-20 in words', () => {
  test.each([
    ['2026-11-23 04:29:30.000Z', 'just now'],
    ['2026-11-23 04:18:00.000Z', '12 min'],
    ['2026-11-22 11:00:00.000Z', '17 h'],
    // Saturday in India, still Friday in London.
    ['2026-11-20 19:00:00.000Z', 'Sat'],
    ['2026-11-14 04:30:00.000Z', '14 Nov'],
    ['2025-11-14 04:30:00.000Z', '14 Nov 2025'],
    ['', ''],
  ])('an order of %s is %s old', (at, words) => {
    expect(ageWords(at, NOW)).toBe(words)
  })

  const refund = (change: Partial<DeskRefund>): DeskRefund => ({
    ...{ id: 'r', amount: 18_000, status: 'queued', send_at: '', processed_at: '', error: '', note: '' },
    ...{ gone: '', lines: null },
    ...change,
  })

  test.each<[Partial<DeskRefund>, string]>([
    [{ send_at: '2026-11-23 04:40:00.000Z' }, 'goes back at 10:10 am'],
    [{ send_at: '2026-11-23 04:20:00.000Z' }, 'on its way'],
    [{ status: 'processed', processed_at: '2026-11-23 03:54:00.000Z' }, 'sent at 9:24 am, 23 November 2026'],
    [{ status: 'stopped' }, 'stopped, nothing was sent'],
    [{ error: 'Balance too low' }, 'not sent yet. The payment company says “Balance too low”. The shop tries again.'],
    [
      { status: 'failed', error: 'Balance too low' },
      'not sent. The payment company says “Balance too low”. Try again tomorrow, or pay it back yourself and say so here.',
    ],
    [{ status: 'failed', error: 'Balance too low', gone: 'It was done again.' }, 'not sent. It was done again.'],
  ])('a refund %o', (change, words) => {
    expect(refundWords(refund(change), NOW).words).toBe(words)
  })

  const state = (change: Partial<OrderState>): OrderState => ({
    ...{ status: 'confirmed', payment_status: 'paid', fulfilment_status: 'unfulfilled', payment_method: 'cod' },
    ...{ review_flag: '', refund_waits: false },
    ...change,
  })

  test('an order by chat says so, and one whose money came by hand is not forgotten', () => {
    expect(orderWords(state({ source: 'chat' }))).toEqual({ shape: 'todo', words: 'To pack, by chat' })
    expect(orderWords(state({ status: 'cancelled' })).shape).toBe('look')
    expect(orderWords(state({ status: 'cancelled', payment_status: 'refunded' })).shape).toBe('none')
    const flagged = state({ status: 'cancelled', review_flag: 'paid_after_cancel' })
    expect(orderWords(flagged).words).toBe('Cancelled, give the money back')
    expect(orderWords({ ...flagged, payment_status: 'refunded' }).words).toBe('Paid after it was cancelled')
    expect(orderWords(state({ fulfilment_status: 'returned' })).words).toBe('Came back, refund due')
    for (const payment_status of ['unpaid', 'partially_refunded'] as const)
      expect(orderWords(state({ fulfilment_status: 'returned', payment_status })).words).toBe('Came back')
    expect(orderWords(state({ status: 'completed', fulfilment_status: 'returned' })).words).toBe('Came back')
    const done = state({ status: 'completed', fulfilment_status: 'packed', payment_status: 'refunded' })
    expect(orderWords(done)).toEqual({ shape: 'none', words: 'Money given back' })
  })

  test('DORD-07 money is noted of an unpaid parcel, unless it came back undelivered', () => {
    const offered = (fulfilment_status: OrderState['fulfilment_status']) =>
      shownActs(state({ payment_status: 'unpaid', fulfilment_status })).includes('paid')
    for (const parcel of ['unfulfilled', 'shipped', 'delivered', 'returned'] as const)
      expect(offered(parcel)).toBe(true)
    expect(offered('returned_to_origin')).toBe(false)
  })

  test('DORD-20 an order whose time went by says whether it was not confirmed, not paid, or paid too late', () => {
    const words = (change: Partial<OrderState>) => orderWords(state({ status: 'expired', ...change })).words
    expect(words({ payment_method: 'cod', payment_status: 'unpaid' })).toBe('Not confirmed in time')
    expect(words({ payment_method: 'razorpay', payment_status: 'unpaid' })).toBe('Not paid in time')
    for (const payment_status of ['paid', 'refunded'] as const)
      expect(words({ payment_method: 'razorpay', payment_status })).toBe('Paid online too late')
  })

  test('PAY-05 money on top of an order that was paid came twice; of one that was not, late', () => {
    const words = (change: Partial<OrderState>) => orderWords(state(change)).words
    const twice = { review_flag: 'duplicate_payment' } as const
    for (const payment_status of ['paid', 'partially_refunded', 'refunded'] as const)
      expect(words({ ...twice, payment_status })).toBe('Paid twice')
    expect(words({ ...twice, payment_status: 'unpaid' })).toBe('Paid online too late')
    expect(words({ ...twice, status: 'cancelled', payment_status: 'voided' })).toBe('Paid online too late')
    const online = { review_flag: 'paid_after_cancel', payment_method: 'razorpay' } as const
    expect(words({ ...online, status: 'expired' })).toBe('Paid online too late')
    expect(words({ ...online, status: 'cancelled' })).toBe('Paid after it was cancelled')
  })

  test('what was ordered, with colours', () => {
    const line = { name: 'Tote', color: 'indigo', color_name: 'Indigo', quantity: 2 }
    expect(whatWords([line, { ...line, name: 'Soap', color: '', quantity: 1 }])).toBe('2 × Tote, Indigo · 1 × Soap')
  })
})
