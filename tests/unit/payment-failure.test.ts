import { describe, expect, test } from 'vitest'
import { failureSentence, isUndecided } from '../../src/domain/payments/payment-failure'

describe('why a payment did not go through', () => {
  test.each([
    ['insufficient_funds', 'There was not enough money in the account. Try another account or card.'],
    ['card_declined', 'The bank declined this card. Try another card, or UPI.'],
    ['payment_cancelled', 'The payment was cancelled before it was made.'],
    ['', 'The payment did not go through. Try another way to pay.'],
    ['a reason nobody has heard of', 'The payment did not go through. Try another way to pay.'],
    ['constructor', 'The payment did not go through. Try another way to pay.'],
  ])('ORDER-04 %s is said in plain words', (reason, sentence) => {
    expect(failureSentence(reason)).toBe(sentence)
  })

  test('ORDER-04 only a bank that has not answered may still say yes', () => {
    expect(['payment_timed_out', 'payment_pending', 'gateway_technical_error'].every(isUndecided)).toBe(true)
    expect(['card_declined', 'payment_cancelled', 'incorrect_otp', ''].some(isUndecided)).toBe(false)
  })
})
