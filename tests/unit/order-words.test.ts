import { describe, expect, test } from 'vitest'
import { formatTime } from '../../src/domain/date'
import {
  FULFILMENT_TRANSITIONS,
  type FulfilmentStatus,
  type OrderEvent,
  type OrderPayment,
  type OrderView,
  orderLabel,
  paymentStage,
  refundDue,
} from '../../src/domain/orders/order'
import { orderTimeline } from '../../src/domain/orders/timeline'
import { cancelWords, headline, paymentWords, refundSentence } from '../../src/features/orders/order-words'
import { soapOrder } from '../flows/soap-order'

const placed: OrderEvent = { type: 'placed', at: '2026-11-20 09:45:00.000Z', label: 'Order placed' }
const happened = (type: string, label = ''): OrderEvent => ({ type, at: '2026-11-21 04:00:00.000Z', label })

/** Nothing of it matters but what is changed, the sum and when it was placed. */
const order = (changes: Partial<OrderView> = {}): OrderView => ({
  ...{ ...soapOrder, payment_method: 'razorpay', items_total: 45000, grand_total: 45000 },
  ...{ placed_at: placed.at, events: [placed], ...changes },
})

const attempt = (state: OrderPayment['state']): OrderPayment => ({ provider: 'razorpay', state, error_reason: '' })
const pending = (state: OrderPayment['state']) =>
  order({ status: 'pending', expires_at: '2026-11-20 10:15:00.000Z', payment: attempt(state) })
const paid = (changes: Partial<OrderView> = {}) => order({ payment_status: 'paid', paid_total: 45000, ...changes })

/** The road as one reads it: `Label (note)`, the current step starred, what is to come in brackets. */
function road(view: OrderView): string[] {
  return orderTimeline(view).map(({ label, state, note }) => {
    const text = note ? `${label} (${note})` : label
    return state === 'now' ? `*${text}` : state === 'todo' ? `[${text}]` : text
  })
}

test('ORDER-07 a time of day is India’s', () => {
  expect(formatTime('2026-11-20 10:15:00.000Z')).toBe('3:45 pm')
  expect(formatTime('2026-11-20 18:35:00.000Z')).toBe('12:05 am')
  expect(formatTime('')).toBe('')
})

describe('an order that waits for its money', () => {
  test('ORDER-06 is no reason to say thank you; the road says until when it is kept', () => {
    expect(orderLabel(pending('open'))).toBe('Awaiting payment')
    expect(headline(pending('open'))).toEqual({
      heading: 'Your order is not paid yet',
      sentence: '',
      stands: false,
    })
    expect(road(pending('open'))).toEqual([
      'Order placed',
      '*Awaiting payment (Kept for you until 3:45 pm)',
      '[Confirmed]',
      '[Packed]',
      '[Shipped]',
      '[Out for delivery]',
      '[Delivered]',
    ])
  })

  test('ORDER-06 a failed try is told, and that the order is still kept', () => {
    expect(orderLabel(pending('failed'))).toBe('Payment did not go through')
    expect(headline(pending('failed')).heading).toBe('The payment did not go through')
    expect(road(pending('failed'))[1]).toBe('*Payment did not go through (Kept for you until 3:45 pm)')
  })

  test.each([
    ['the attempt says so', pending('confirming')],
    ['the bank has blocked the money', { ...pending('open'), payment_status: 'authorized' as const }],
  ])('ORDER-06 nobody is asked to pay again while the bank is thinking: %s', (_, view) => {
    expect(paymentStage(view)).toBe('confirming')
    expect(orderLabel(view)).toBe('Confirming payment')
    expect(headline(view).sentence).toContain('do not pay again')
    expect(road(view)[1]).toContain('do not pay again')
    expect(paymentWords(view)).toBe('Being confirmed by the bank')
  })

  test.each([
    ['Meera Raghunathan', 'Meera'],
    ['K. Raghunathan', 'Raghunathan'],
    ['S P Balan', 'Balan'],
    ['Dr. Om Prakash', 'Om'],
    ['Shri Ravi', 'Ravi'],
    ['श्रीमती मीरा राव', 'मीरा'],
    ['Dr. K.', 'Dr. K.'],
  ])('ORDER-06 thanks %s by a name, not by an initial or a title', (name, thanked) => {
    const { contact } = order()
    expect(headline(order({ contact: { ...contact, name } })).heading).toBe(`Thank you, ${thanked}`)
  })

  test('ORDER-07 too late: nothing is to be paid; money that came all the same goes back', () => {
    const expired = order({ status: 'expired', events: [placed, happened('expired')] })
    expect(headline(expired)).toMatchObject({ heading: 'This order was not paid in time', stands: false })
    expect(paymentWords(expired)).toBe('Nothing to pay')
    expect(road(expired)).toEqual(['Order placed', '*Not paid in time'])

    const late = paid({ status: 'expired', events: [placed, happened('expired', 'Not paid in time')] })
    expect(orderLabel(late)).toBe('Paid too late, refund on its way')
    expect(headline(late).heading).toBe('This order was paid too late')
    expect(road(late)).toEqual([
      'Order placed',
      'Not paid in time',
      '*Refund on its way (₹450.00, usually there in 5–7 working days)',
    ])
    // Cash that nobody confirmed, and which online money reached: nobody was to pay in time.
    const cash = { ...late, events: [placed, happened('expired', 'Not confirmed in time')] }
    expect(road(cash)[1]).toBe('Not confirmed in time')
    expect(JSON.stringify([headline(cash), orderLabel(cash), road(cash)])).not.toMatch(/not paid in time/i)
    const done = { ...cash, payment_status: 'refunded' as const, refunded_total: 45000 }
    expect(orderLabel(done)).toBe('Paid too late, refunded')
  })
})

describe('an order that stands', () => {
  test('ORDER-06 thanks by first name, and tells who pays by cash how much to keep ready', () => {
    expect(headline(paid())).toMatchObject({ heading: 'Thank you, Meera', stands: true })
    expect(headline(paid()).sentence).toContain('Your payment has arrived')
    const cash = order({ payment_method: 'cod' })
    expect(headline(cash).sentence).toContain('Please keep ₹450.00 ready')
    expect(paymentWords(cash)).toBe('Cash on delivery')
    expect(headline({ ...cash, fulfilment_status: 'shipped' }).sentence).toBe(
      'Your parcel is on its way. Please keep ₹450.00 ready for the courier.',
    )
    expect(headline({ ...cash, fulfilment_status: 'delivered' }).sentence).toBe('Your parcel has been delivered.')
    expect(paymentWords({ ...cash, payment_status: 'paid' })).toBe('Paid')
  })

  test('ORDER-09 every state of a parcel has words, a label and one current step at most', () => {
    for (const fulfilment_status of Object.keys(FULFILMENT_TRANSITIONS) as FulfilmentStatus[]) {
      const view = paid({ fulfilment_status, events: [placed, happened('confirmed'), happened(fulfilment_status)] })
      expect(headline(view).sentence).not.toBe('')
      expect(orderLabel(view)).not.toBe('')
      expect(orderTimeline(view).filter((step) => step.state === 'now').length).toBeLessThanOrEqual(1)
      expect(orderTimeline(view).every((step) => step.label)).toBe(true)
    }
  })

  test('ORDER-07 a courier who only tells of the delivery leaves no gap', () => {
    const events = [placed, happened('confirmed'), happened('packed'), happened('shipped'), happened('delivered')]
    expect(road(paid({ fulfilment_status: 'delivered', events }))).toEqual([
      'Order placed',
      'Confirmed',
      'Packed',
      'Shipped',
      'Delivered',
    ])
  })

  test('ORDER-07 a return and its refund end the road', () => {
    const events = ['confirmed', 'packed', 'shipped', 'delivered', 'return_requested', 'returned'].map((type) =>
      happened(type),
    )
    const returned = paid({ fulfilment_status: 'returned', events: [placed, ...events] })
    expect(road(returned).slice(-3)).toEqual(['Delivered', 'Return asked for', '*Returned'])
    const refunded = {
      ...returned,
      payment_status: 'refunded' as const,
      refunded_total: 45000,
      events: [...returned.events, happened('refunded')],
    }
    expect(road(refunded).slice(-2)).toEqual(['Returned', 'Refunded (₹450.00)'])
    expect(orderLabel(refunded)).toBe('Returned, refunded')
  })

  test('ORDER-07 a refund of a part is told beside the rest', () => {
    const partly = paid({ payment_status: 'partially_refunded', refunded_total: 10000, fulfilment_status: 'delivered' })
    expect(paymentWords(partly)).toBe('₹100.00 of ₹450.00 refunded')
    expect(headline(partly).sentence).toBe(
      'Your parcel has been delivered. ₹100.00 has been refunded to where you paid from. Banks usually show it within 5–7 working days.',
    )
    expect(headline({ ...partly, payment_status: 'refunded', refunded_total: 45000 }).sentence).toMatch(/^₹450.00 has/)
    expect(orderLabel(partly)).toBe('Delivered')
    expect(road(partly).at(-1)).toBe('Partly refunded (₹100.00)')
    expect(refundDue(partly)).toBe(0)
  })
})

describe('a cancelled order', () => {
  test('ORDER-07 whose refund failed: nothing is said to be on its way, and no bank at work', () => {
    const failed = paid({ status: 'cancelled', refund_failed: true, events: [placed] })
    const said = [headline(failed).sentence, orderLabel(failed), paymentWords(failed), ...road(failed).slice(-1)]
    expect(said).toEqual(['₹450.00 goes back to you.', 'Cancelled', 'Refund delayed', '*Refund delayed (₹450.00)'])
  })

  test('ORDER-07 paid by hand: the amount, and nothing of a bank', () => {
    const held = paid({ payment_method: 'cod', events: [placed] })
    expect(cancelWords(held)).toBe('₹450.00 goes back to you. This cannot be undone.')
    const cancelled = { ...held, status: 'cancelled' as const }
    expect(headline(cancelled).sentence).toBe('₹450.00 goes back to you.')
    expect(road(cancelled).at(-1)).toBe('*Refund on its way (₹450.00)')
  })

  test('ORDER-07 says who cancelled it', () => {
    const cancelled = order({
      status: 'cancelled',
      payment_status: 'voided',
      events: [placed, happened('confirmed'), happened('cancelled', 'Cancelled by you')],
    })
    expect(road(cancelled)).toEqual(['Order placed', 'Confirmed', '*Cancelled by you'])
    expect(headline(cancelled)).toMatchObject({
      heading: 'This order is cancelled',
      sentence: 'There is nothing to pay.',
    })
    expect(refundSentence(cancelled)).toBeNull()
  })

  test('ORDER-07 that was paid: the amount and how long banks take, then that it is done', () => {
    const cancelled = paid({ status: 'cancelled', events: [placed, happened('cancelled')] })
    expect(orderLabel(cancelled)).toBe('Cancelled, refund on its way')
    expect(paymentWords(cancelled)).toBe('₹450.00 on its way back to you')
    expect(headline(cancelled).sentence).toBe(
      '₹450.00 is on its way back to where you paid from. Banks usually take 5–7 working days.',
    )
    const half = { ...cancelled, payment_status: 'partially_refunded' as const, refunded_total: 20000 }
    expect(refundDue(half)).toBe(25000)
    expect(headline(half).sentence).toContain('₹200.00 has been refunded. ₹250.00 is on its way')
    const done = { ...cancelled, payment_status: 'refunded' as const, refunded_total: 45000 }
    expect(orderLabel(done)).toBe('Cancelled, refunded')
    expect(road(done).slice(-2)).toEqual(['Cancelled', 'Refunded (₹450.00)'])
    expect(headline(done).sentence).toContain('₹450.00 has been refunded')
  })

  test('ORDER-09 before it is done, the shopper is told what it does with the money', () => {
    expect(cancelWords(paid())).toContain('₹450.00 goes back to where you paid from')
    const partly = paid({ payment_status: 'partially_refunded', refunded_total: 10000 })
    expect(cancelWords(partly)).toContain('₹350.00 goes back to where you paid from')
    expect(cancelWords({ ...partly, payment_method: 'cod' })).toContain('₹350.00 goes back to you')
    expect(cancelWords(order({ payment_method: 'cod' }))).toContain('You will have nothing to pay')
    expect(cancelWords(paid({ payment_method: 'test' }))).toContain('test payment')
  })
})

test('ORDER-06 PAY-15 a test payment says everywhere that it is one', () => {
  const view = { ...paid(), payment_method: 'test' as const }
  expect(paymentWords(view)).toBe('TEST · Paid online')
  expect(paymentWords({ ...view, status: 'pending', payment_status: 'unpaid' })).toBe('TEST · Not paid yet')
  expect(paymentWords({ ...view, payment_status: 'refunded', refunded_total: 45000 })).toBe('TEST · ₹450.00 refunded')
})
