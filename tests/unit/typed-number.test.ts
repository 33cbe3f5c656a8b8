import * as v from 'valibot'
import { expect, test } from 'vitest'
import { refundSchema } from '@/domain/desk/order-request'
import { plainNumber, typedNumber } from '@/domain/desk/typed-number'

test('DESK-08 a number is read in Hindi digits; words are none, and nothing is nothing', () => {
  expect(plainNumber(' ₹१,९९९.५० ')).toBe('1999.50')
  expect(['१२', ' 40.5 ', 'ten', '1,5', ' '].map(typedNumber)).toEqual([12, 40.5, Number.NaN, Number.NaN, null])
})

test('DESK-08 rupees of a refund are read in Hindi digits', () => {
  const asked = { rupees: '₹१८०.५०', note: 'Arrived damaged', updated: '2026-11-01' }
  expect(v.parse(refundSchema, asked)).toMatchObject({ rupees: 18_050 })
})
