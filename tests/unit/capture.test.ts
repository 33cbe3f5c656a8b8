import { describe, expect, test } from 'vitest'
import { type CapturedOrder, captureVerdict } from '../../src/domain/orders/capture'
import { isForward, refundStatus } from '../../src/domain/payments/refund-status'

const WAITING: CapturedOrder = {
  status: 'pending',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  paysInFull: true,
  stockSuffices: () => true,
  usesAreLeft: () => true,
}

describe('money that has come through a provider', () => {
  test.each<[verdict: string, of: string, order: Partial<CapturedOrder>]>([
    ['pays', 'a pending order', {}],
    ['pays', 'an order the bank has agreed to', { payment_status: 'authorized' }],
    ['pays', 'an expired order whose pieces are still there', { status: 'expired', payment_status: 'voided' }],
    ['no_stock', 'a pending order whose pieces are sold', { stockSuffices: () => false }],
    ['no_stock', 'an expired order whose pieces are sold', { status: 'expired', stockSuffices: () => false }],
    ['paid_after_cancel', 'a cancelled order', { status: 'cancelled', payment_status: 'voided' }],
    ['paid_after_cancel', 'an expired order whose code was used', { status: 'expired', usesAreLeft: () => false }],
    ['pays', 'a pending order, whose uses are its own', { usesAreLeft: () => false }],
    ['duplicate_payment', 'a paid order', { status: 'confirmed', payment_status: 'paid' }],
    ['duplicate_payment', 'an order whose money went back', { status: 'cancelled', payment_status: 'refunded' }],
    ['pays', 'a cash order that is not sent yet', { status: 'confirmed', fulfilment_status: 'packed' }],
    ['duplicate_payment', 'a cash order of another total', { status: 'confirmed', paysInFull: false }],
    ['duplicate_payment', 'a cash order on its way', { status: 'confirmed', fulfilment_status: 'shipped' }],
    ['duplicate_payment', 'a completed cash order', { status: 'completed', fulfilment_status: 'delivered' }],
  ])('ORDER-04 %s: %s', (verdict, _of, order) => {
    expect(captureVerdict({ ...WAITING, ...order })).toBe(verdict)
  })

  test('ORDER-04 the stock is not asked where it does not count', () => {
    const stockSuffices = () => {
      throw new Error('asked')
    }
    expect(captureVerdict({ ...WAITING, status: 'cancelled', stockSuffices })).toBe('paid_after_cancel')
  })
})

describe('what a provider says of a refund', () => {
  test('ORDER-08 only goes forward; one that failed or was stopped may still have been made', () => {
    expect(isForward('queued', 'pending')).toBe(true)
    expect(isForward('processed', 'failed')).toBe(false)
    expect(isForward('failed', 'pending')).toBe(false)
    expect(isForward('failed', 'processed')).toBe(true)
    expect(isForward('stopped', 'processed')).toBe(true)
    expect(isForward('processed', 'processed')).toBe(false)
  })

  test('ORDER-08 a word nobody knows means that the bank is at work on it', () => {
    expect(['processed', 'failed', 'created', ''].map(refundStatus)).toEqual([
      'processed',
      'failed',
      'pending',
      'pending',
    ])
  })
})
