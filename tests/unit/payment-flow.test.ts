import { describe, expect, test } from 'vitest'
import type { PaymentSession } from '../../src/domain/orders/order'
import {
  IDLE,
  isPolled,
  nextPause,
  nextPayment,
  type PaymentFlow,
  type PaymentHappening,
  type PaymentNews,
  type PaymentStep,
  type RealSession,
  type StoreCommand,
} from '../../src/domain/orders/payment-flow'

const session = { provider: 'razorpay', gateway_order_id: 'order_G1' } as RealSession
const pretended: PaymentSession = { ...session, provider: 'test' }
const fields = { razorpay_order_id: 'order_G1', razorpay_payment_id: 'pay_1', razorpay_signature: 'abc' }

const NONE: PaymentNews = { kind: 'none' }
const firm: PaymentNews = { kind: 'confirming', firm: true }
const unsure: PaymentNews = { kind: 'confirming', firm: false }
const dismissed: PaymentNews = { kind: 'dismissed' }
const declined: PaymentNews = { kind: 'failed', reason: 'card_declined' }
const sorry: PaymentNews = { kind: 'sentence', sentence: 'Sorry.' }

const check: StoreCommand = { do: 'check' }
const cancel: StoreCommand = { do: 'cancel' }
const online: StoreCommand = { do: 'start', method: 'online' }
const cash: StoreCommand = { do: 'start', method: 'cod' }
const read: StoreCommand = { do: 'read', sentence: 'Sorry.' }
const verify = (tries: number): StoreCommand => ({ do: 'verify', fields, tries })
const decide = (outcome: 'success' | 'failure'): StoreCommand => ({ do: 'decide_test', outcome })

const paying: PaymentFlow = { ...IDLE, busy: 'pay' }
const payingAfter = (failure: string): PaymentFlow => ({ ...paying, failure })
const payingCash: PaymentFlow = { ...IDLE, busy: 'cash' }
const checking = (news: PaymentNews): PaymentFlow => ({ ...IDLE, busy: 'check', news })
const cancelling: PaymentFlow = { ...IDLE, busy: 'cancel' }
const deciding: PaymentFlow = { ...IDLE, test: pretended }
const saying = (news: PaymentNews): PaymentFlow => ({ ...IDLE, news })

const answered = (to: StoreCommand, stage: 'open' | 'confirming' | 'failed' | null): PaymentHappening => ({
  kind: 'answered',
  to,
  stage,
})
const refused = (to: StoreCommand, status: number, code = ''): PaymentHappening => ({
  kind: 'refused',
  to,
  status,
  code,
  sentence: 'Sorry.',
})
const polled = (stage: 'open' | 'confirming' | 'failed' | 'unknown' | null, last = false): PaymentHappening => ({
  kind: 'polled',
  stage,
  last,
})
const failed = (reason: string, payment_method: 'online' | 'test' = 'online') => ({
  track: { event: 'payment_failure' as const, payment_method, reason },
})
const started = (payment_method: 'online' | 'test') => ({
  track: { event: 'payment_start' as const, payment_method, reason: '' },
})

/** What was the case, what happened, what is the case now, what is to be done. */
type Row = [
  title: string,
  flow: PaymentFlow,
  happened: PaymentHappening,
  after: PaymentFlow,
  more?: Omit<PaymentStep, 'flow'>,
]

const ROWS: Record<string, Row[]> = {
  'a press': [
    ['pay clears the news', saying(declined), { kind: 'pressed', action: 'pay' }, paying, { command: online }],
    [
      'cash',
      saying(declined),
      { kind: 'pressed', action: 'cash' },
      { ...payingCash, news: declined },
      { command: cash },
    ],
    ['check', saying(firm), { kind: 'pressed', action: 'check' }, checking(firm), { command: check }],
    ['cancel asks the provider first', IDLE, { kind: 'pressed', action: 'cancel' }, cancelling, { command: check }],
    ['a second one waits', paying, { kind: 'pressed', action: 'cash' }, paying],
    [
      'a test is decided once',
      { ...deciding, busy: 'pay' },
      { kind: 'test_decided', outcome: 'success' },
      { ...deciding, busy: 'pay' },
    ],
  ],
  'the sheet': [
    [
      'opens',
      payingAfter('old'),
      { kind: 'session', session },
      paying,
      { command: { do: 'open_sheet', session }, ...started('online') },
    ],
    [
      'a try fails in it',
      paying,
      { kind: 'try_failed', reason: 'card_declined' },
      payingAfter('card_declined'),
      failed('card_declined'),
    ],
    ['is closed', paying, { kind: 'closed' }, paying, { command: check, ...failed('dismissed') }],
    [
      'is closed after a failure',
      payingAfter('card_declined'),
      { kind: 'closed' },
      payingAfter('card_declined'),
      { command: check },
    ],
    ['does not arrive', paying, { kind: 'blocked' }, saying({ kind: 'blocked' }), failed('script_blocked')],
    [
      'paid after a failure',
      payingAfter('card_declined'),
      { kind: 'returned', fields },
      paying,
      { command: verify(1) },
    ],
  ],
  'after closing': [
    ['paid', paying, answered(check, null), IDLE],
    ['no money has moved', paying, answered(check, 'open'), saying(dismissed)],
    ['the bank is confirming', paying, answered(check, 'confirming'), saying(firm)],
    [
      'declined',
      payingAfter('card_declined'),
      answered(check, 'failed'),
      { ...saying(declined), failure: 'card_declined' },
    ],
    [
      'undecided',
      payingAfter('payment_timed_out'),
      answered(check, 'failed'),
      { ...saying(firm), failure: 'payment_timed_out' },
    ],
    ['nobody could be asked', paying, refused(check, 0), saying(unsure)],
    ['refused', paying, refused(check, 503, 'gateway_unavailable'), saying(unsure)],
  ],
  'what was returned': [
    ['paid', paying, answered(verify(1), null), IDLE],
    ['not confirmed yet', paying, answered(verify(1), 'open'), saying(firm)],
    [
      'a refused signature asks the provider',
      paying,
      refused(verify(1), 400, 'bad_signature'),
      paying,
      { command: check },
    ],
    ['no answer', paying, refused(verify(1), 0), paying, { command: verify(2) }],
    ['too many tries', paying, refused(verify(2), 429), paying, { command: verify(3) }],
    ['lost for good', paying, refused(verify(3), 502), saying(firm)],
  ],
  'a question': [
    ['paid', checking(firm), answered(check, null), IDLE],
    ['the bank is confirming', checking(unsure), answered(check, 'confirming'), saying(firm)],
    ['the bank said no', checking(firm), answered(check, 'failed'), IDLE],
    ['the shopper has paid', checking(firm), answered(check, 'open'), saying(firm)],
    ['only asked late', checking(unsure), answered(check, 'open'), saying(dismissed)],
    ['nothing was waited for', checking(declined), answered(check, 'open'), IDLE],
    ['without an answer takes nothing back', checking(firm), refused(check, 0), saying({ ...firm, trouble: 'Sorry.' })],
    ['without an answer', checking(NONE), refused(check, 0), saying(sorry)],
    [
      'the provider out of reach',
      checking(firm),
      refused(check, 503, 'gateway_unavailable'),
      saying({ kind: 'unavailable' }),
    ],
  ],
  'paying anew, in cash, or not at all': [
    ['cash stands', payingCash, answered(cash, null), IDLE],
    ['cash waits for the shop', payingCash, answered(cash, 'open'), IDLE],
    ['the provider out of reach', paying, refused(online, 503, 'gateway_unavailable'), saying({ kind: 'unavailable' })],
    ['refused', payingCash, refused(cash, 400), saying(sorry)],
    ['paid meanwhile?', paying, refused(online, 409, 'already_paid'), paying, { command: read }],
    ['closed meanwhile?', payingCash, refused(cash, 409, 'order_closed'), payingCash, { command: read }],
    ['packed meanwhile?', cancelling, refused(cancel, 409, 'too_late'), cancelling, { command: read }],
    ['it was', paying, answered(read, null), IDLE],
    ['it was not', paying, answered(read, 'open'), saying(sorry)],
    ['nobody knows', paying, refused(read, 0), saying(sorry)],
    ['money arrives before cancelling', cancelling, answered(check, null), IDLE],
    ['the bank is confirming before cancelling', cancelling, answered(check, 'confirming'), saying(firm)],
    ['no money: cancelled', cancelling, answered(check, 'open'), cancelling, { command: cancel }],
    ['nobody could be asked: cancelled', cancelling, refused(check, 0), cancelling, { command: cancel }],
    ['cancelled', cancelling, answered(cancel, null), IDLE],
  ],
  'a test payment': [
    ['is offered', paying, { kind: 'session', session: pretended }, deciding, started('test')],
    ['succeeds', deciding, { kind: 'test_decided', outcome: 'success' }, paying, { command: decide('success') }],
    [
      'fails',
      deciding,
      { kind: 'test_decided', outcome: 'failure' },
      paying,
      { command: decide('failure'), ...failed('test_failure', 'test') },
    ],
    [
      'is closed',
      deciding,
      { kind: 'test_decided', outcome: 'closed' },
      saying(dismissed),
      failed('dismissed', 'test'),
    ],
    ['succeeded', paying, answered(decide('success'), null), IDLE],
    ['failed', paying, answered(decide('failure'), 'open'), saying({ kind: 'failed', reason: 'test_failure' })],
  ],
  'while the bank is confirming': [
    ['paid', saying(firm), polled(null), IDLE],
    ['the bank said no', saying(firm), polled('failed'), IDLE],
    ['nothing new is said', saying(unsure), polled('confirming'), saying(unsure)],
    ['no answer', saying(firm), polled('unknown'), saying(firm)],
    ['no money had moved', saying(unsure), polled('open'), saying(dismissed)],
    ['silent for minutes', saying(firm), polled('confirming', true), saying({ ...firm, silent: true })],
    ['unheard for minutes', saying(unsure), polled('unknown', true), saying({ ...firm, silent: true })],
    ['the last answer', saying(unsure), polled('open', true), saying(dismissed)],
  ],
}

describe.each(Object.entries(ROWS))('ORDER-04 %s', (_name, rows) => {
  test.each(rows)('%s', (_title, flow, happened, after, more = {}) => {
    const { command, track, flow: next } = nextPayment(flow, happened)
    expect(next).toEqual(after)
    expect({ command, track }).toEqual({ command: more.command, track: more.track })
  })
})

test('ORDER-04 the same words are not said anew while the bank is confirming', () => {
  expect(nextPayment(saying(unsure), polled('confirming')).flow.news).toBe(unsure)
})

test('ORDER-04 is asked again while the bank is confirming, and not for ever', () => {
  expect(isPolled(IDLE, 'confirming')).toBe(true)
  expect(isPolled(saying(firm), 'open')).toBe(true)
  expect(isPolled(IDLE, 'open')).toBe(false)
  expect(isPolled(saying(firm), null)).toBe(false)
  expect(isPolled({ ...paying, news: firm }, 'confirming')).toBe(false)
  expect(isPolled(saying({ kind: 'confirming', firm: true, silent: true }), 'confirming')).toBe(false)
  const pauses = [0, 2000, 6000, 14_000, 30_000, 62_000, 158_000, 179_999, 180_000].map(nextPause)
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 32_000, 32_000, 32_000, 32_000, null])
})
