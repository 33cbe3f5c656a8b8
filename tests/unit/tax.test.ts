import { describe, expect, test } from 'vitest'
import {
  fiscalYear,
  gstinProblem,
  rateAt,
  splitIncluded,
  startOfIndianDay,
  stateTaxName,
  type TaxRate,
} from '../../src/domain/invoices/tax'
import { spread } from '../../src/domain/money'
import { seededRandom } from '../seeded-random'

describe('TAX-01 tax in a price', () => {
  test.each([
    [9999, 5, { taxable: 9523, cgst: 238, sgst: 238, igst: 0 }],
    [14900, 18, { taxable: 12628, cgst: 1136, sgst: 1136, igst: 0 }],
    [49950, 5, { taxable: 47572, cgst: 1189, sgst: 1189, igst: 0 }],
    [100, 5, { taxable: 96, cgst: 2, sgst: 2, igst: 0 }],
    [0, 18, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
    [12345, 0, { taxable: 12345, cgst: 0, sgst: 0, igst: 0 }],
  ])('%i paise at %i percent within the state', (amount, rate, expected) => {
    expect(splitIncluded(amount, rate, false)).toEqual(expected)
  })

  test.each([
    [9999, 5, 476],
    [14900, 18, 2273],
    [49950, 5, 2379],
    [100, 5, 5],
  ])('%i paise at %i percent to another state', (amount, rate, igst) => {
    expect(splitIncluded(amount, rate, true)).toEqual({ taxable: amount - igst, cgst: 0, sgst: 0, igst })
  })

  test('is the exact quotient, rounded half up, for every amount up to ₹200, at halves of percents too', () => {
    for (const rate of [0.25, 1.5, 3, 5, 12, 18, 28, 40]) {
      const points = Math.round(rate * 100)
      for (let amount = 1; amount <= 20_000; amount++) {
        const half = Math.floor((2 * amount * points + 2 * (10_000 + points)) / (4 * (10_000 + points)))
        const whole = Math.floor((2 * amount * points + 10_000 + points) / (2 * (10_000 + points)))
        const within = splitIncluded(amount, rate, false)
        const between = splitIncluded(amount, rate, true)
        if (within.cgst !== half || within.sgst !== half || between.igst !== whole)
          throw new Error(`${amount} at ${rate}: ${JSON.stringify([within, between, half, whole])}`)
        if (within.taxable + within.cgst + within.sgst !== amount || between.taxable + between.igst !== amount)
          throw new Error(`${amount} at ${rate} does not add up`)
      }
    }
  })

  test('stays exact where products leave the safe integers', () => {
    const amount = 9_007_199_254_740_991
    const { taxable, igst } = splitIncluded(amount, 18, true)
    expect(BigInt(taxable) + BigInt(igst)).toBe(BigInt(amount))
    expect(igst).toBe(Number((BigInt(amount) * 3600n + 11800n) / 23600n))
  })
})

describe('TAX-05 spreading an amount', () => {
  test.each([
    [10001, [19900, 49900, 9900], [2497, 6262, 1242]],
    [1, [1, 1, 1], [1, 0, 0]],
    [2, [1, 1, 1], [1, 1, 0]],
    [100, [0, 5, 0], [0, 100, 0]],
    [0, [3, 4], [0, 0]],
    [7, [0, 0], [7, 0]],
    [10_000_000_000, [20_000_000_000, 20_000_000_000], [5_000_000_000, 5_000_000_000]],
  ])('%i paise over %j', (amount, weights, expected) => {
    expect(spread(amount, weights)).toEqual(expected)
  })

  test('always adds up, and no part is more than a paisa from its share', () => {
    const random = seededRandom(7)
    const next = (below: number) => Math.floor(random() * below)
    for (let round = 0; round < 1000; round++) {
      const weights = Array.from({ length: 1 + next(50) }, () => next(1_000_000))
      const amount = next(5_000_000)
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const parts = spread(amount, weights)
      const off = parts.filter(
        (part, position) => sum > 0 && Math.abs(part - (amount * (weights[position] ?? 0)) / sum) >= 1,
      )
      expect([parts.reduce((total, part) => total + part, 0), off]).toEqual([amount, []])
    }
  })
})

describe('TAX-02 rates with the day they began', () => {
  const at = (text: string) => Date.parse(text)
  const rates: TaxRate[] = [
    { hsn: '3401', rate: 18, from: at('2017-07-01T00:00:00+05:30') },
    { hsn: '3401', rate: 5, from: at('2025-09-22T00:00:00+05:30') },
    { hsn: '340130', rate: 18, from: at('2025-09-22T00:00:00+05:30') },
    { hsn: '42', rate: 28, from: at('2017-07-01T00:00:00+05:30') },
  ]
  const today = at('2026-11-20T10:00:00+05:30')

  test.each([
    ['34011110', 5],
    ['3401 11 10', 5],
    ['34013090', 18],
    ['4202', 28],
    ['', null],
    ['9999', null],
    ['340', null],
  ])('HSN %j', (hsn, rate) => {
    expect(rateAt(rates, hsn, today)).toBe(rate)
  })

  test('change at midnight in India', () => {
    expect(rateAt(rates, '3401', at('2025-09-21T23:59:59+05:30'))).toBe(18)
    expect(rateAt(rates, '3401', at('2025-09-22T00:00:00+05:30'))).toBe(5)
    expect(rateAt(rates, '3401', at('2017-06-30T23:59:59+05:30'))).toBe(null)
  })

  test('hold for the whole Indian day, whatever hour was typed beside the date', () => {
    const typed: TaxRate[] = [{ hsn: '3401', rate: 12, from: at('2027-04-01T00:00:00Z') }]
    expect(rateAt(typed, '3401', at('2027-04-01T00:00:00+05:30'))).toBe(12)
    expect(rateAt(typed, '3401', at('2027-03-31T23:59:59+05:30'))).toBe(null)
    expect(startOfIndianDay(at('2027-04-01T23:30:00+05:30'))).toBe(at('2027-04-01T00:00:00+05:30'))
  })
})

describe('TAX-11 GSTIN', () => {
  test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC4175D1Z4'])('%s is right', (gstin) => {
    expect(gstinProblem(gstin, '')).toBe(null)
  })

  test('every single wrong character is found', () => {
    const gstin = '27AAPFU0939F1ZV'
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    for (let position = 0; position < gstin.length; position++) {
      for (const letter of alphabet) {
        if (letter === gstin[position]) continue
        expect(gstinProblem(gstin.slice(0, position) + letter + gstin.slice(position + 1), '')).not.toBe(null)
      }
    }
  })

  test('must be of the shop’s own state', () => {
    expect(gstinProblem('27AAPFU0939F1ZV', 'MH')).toBe(null)
    expect(gstinProblem('27AAPFU0939F1ZV', 'KA')).toBe(
      'This GSTIN is of Maharashtra, but the shop’s state is Karnataka.',
    )
  })

  test.each(['', '27AAPFU0939F1Z', '27aapfu0939f1zv', '27AAPFU0939F1ZVV', ' 27AAPFU0939F1ZV'])('%j is none', (text) => {
    expect(gstinProblem(text, '')).toMatch(/15 characters/)
  })
})

test.each([
  ['29', 'SGST'],
  ['34', 'SGST'],
  ['07', 'SGST'],
  ['01', 'SGST'],
  ['04', 'UTGST'],
  ['26', 'UTGST'],
  ['31', 'UTGST'],
  ['35', 'UTGST'],
  ['38', 'UTGST'],
])('TAX-01 the half of the state %s is called %s', (gst, name) => {
  expect(stateTaxName(gst)).toBe(name)
})

test.each([
  ['2026-03-31T23:59:59+05:30', '25-26'],
  ['2026-04-01T00:00:00+05:30', '26-27'],
  ['2026-03-31T18:29:59Z', '25-26'],
  ['2026-03-31T18:30:00Z', '26-27'],
  ['2027-01-15T12:00:00+05:30', '26-27'],
  ['2100-03-31T12:00:00+05:30', '99-00'],
])('TAX-06 %s is in the financial year %s', (time, year) => {
  expect(fiscalYear(Date.parse(time))).toBe(year)
})
