import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATES } from '../../src/domain/account/states'
import { minimumOrderWarning } from '../../src/domain/cart/minimum-order'
import {
  FULFILMENT_TRANSITIONS,
  type FulfilmentStatus,
  ORDER_TRANSITIONS,
  type OrderState,
  type OrderStatus,
  orderLabel,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  REFUND_DAYS,
} from '../../src/domain/orders/order'
import { cashChoice } from '../../src/domain/orders/quote'
import { orderTimeline } from '../../src/domain/orders/timeline'
import { failureSentence } from '../../src/domain/payments/payment-failure'
import { hi } from '../../src/language/hi'
import { setLanguage, translate } from '../../src/language/text'
import { createTranslator } from '../../src/language/translator'

beforeAll(() => setLanguage('hi', createTranslator(hi)))
afterAll(() => setLanguage('en'))

/** What stays English, of texts that are shown. Some names are the same in every language. */
const untranslated = (texts: Iterable<string>) =>
  [...new Set(texts)].filter((text) => /[A-Za-z]{3}/.test(translate(text).replace(/UPI|OTP/g, ''))).sort()

const statesOf = <S extends string>(table: Record<S, unknown>) => Object.keys(table) as S[]

function* everyState(): Generator<OrderState> {
  for (const status of statesOf<OrderStatus>(ORDER_TRANSITIONS))
    for (const payment_status of statesOf<PaymentStatus>(PAYMENT_TRANSITIONS))
      for (const fulfilment_status of statesOf<FulfilmentStatus>(FULFILMENT_TRANSITIONS))
        for (const state of [undefined, 'open', 'confirming', 'failed'] as const)
          yield {
            status,
            payment_status,
            fulfilment_status,
            grand_total: 45000,
            paid_total: 50000,
            refunded_total: payment_status === 'refunded' ? 50000 : 0,
            expires_at: '2026-11-20 04:30:00.000Z',
            ...(state && { payment: { provider: 'razorpay', state, error_reason: '' } }),
          }
}

describe('LANG-03 what the rules of the domain say is Hindi in Hindi', () => {
  test('the state of every order that can be', () => {
    const labels = [...everyState()].map(orderLabel)
    expect(new Set(labels).size).toBeGreaterThan(20)
    expect(untranslated(labels)).toEqual([])
  })

  test('every step of its road', () => {
    const event = (type: string, label = '') => ({ type, label, at: '2026-11-20 04:30:00.000Z' })
    const told = [
      [],
      [event('refund_started')],
      [
        event('cancelled', 'Cancelled by you'),
        event('no_stock', 'Paid too late, the pieces are sold: your money goes back'),
      ],
      [
        event('cancelled', 'Cancelled by the shop'),
        event('paid_after_cancel', 'Paid after it was cancelled: your money goes back'),
      ],
      [event('cancelled', 'Cancelled: it sold out before your payment arrived')],
      [event('cancelled', 'Cancelled: it sold out before your payment was completed')],
      [event('cancelled'), event('no_stock', 'Paid too late, the pieces are sold: your bank gives the money back')],
    ]
    const steps = [...everyState()].flatMap((order) => told.flatMap((events) => orderTimeline({ ...order, events })))
    const notes = steps.flatMap(({ note }) => note ?? [])
    expect(new Set(notes).size).toBeGreaterThan(5)
    expect(untranslated(steps.map(({ label }) => label))).toEqual([])
    expect(untranslated(notes)).toEqual([])
  })

  test('why a payment failed, what a cart lacks, how long a refund takes, every state of India', () => {
    const reasons = ['card_declined', 'insufficient_funds', 'invalid_otp', 'payment_timed_out', '']
    const cash = [
      { cod_enabled: false, cod_max: 0 },
      { cod_enabled: true, cod_max: 1 },
    ].map((settings) => cashChoice(45000, settings).reason)
    const texts = [...reasons.map(failureSentence), ...cash, minimumOrderWarning(1, 15050) ?? '', REFUND_DAYS]
    expect(untranslated([...texts, ...STATES.map(({ name }) => name)])).toEqual([])
  })

  test('with the time of day in its words', () => {
    expect(translate('Kept for you until 4:05 pm')).toBe('4:05 pm तक आपके लिए रखा रहेगा')
  })
})
