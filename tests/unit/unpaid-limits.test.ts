import { describe, expect, test } from 'vitest'
import {
  ALWAYS_PIECES,
  isUnproven,
  piecesLeft,
  type Standing,
  type UnpaidStock,
  waitsForMaker,
} from '../../src/domain/orders/unpaid-limits'

const unpaid = (stock: number, of: Partial<UnpaidStock> = {}): UnpaidStock => ({
  stock,
  own: 0,
  unproven: of.own ?? 0,
  cash: 0,
  ...of,
})

describe('RISK-03 who is unproven', () => {
  test.each([
    [false, false, true],
    [true, false, false],
    [false, true, false],
    [true, true, false],
  ])('email confirmed %s, an order received %s: %s', (verified, delivered, unproven) => {
    expect(isUnproven({ verified, delivered })).toBe(unproven)
  })
})

const STRANGER: Standing = { unproven: true, delivered: false }
const CONFIRMED: Standing = { unproven: false, delivered: false }
const KNOWN: Standing = { unproven: false, delivered: true }

describe('RISK-01 how many pieces a further order may have', () => {
  test.each<[what: string, UnpaidStock, 'cod' | 'online', who: Standing, left: number]>([
    ['half of the stock for one address', unpaid(200), 'cod', STRANGER, 100],
    ['less what it has', unpaid(200, { own: 60 }), 'online', STRANGER, 40],
    ['nothing when it has its half', unpaid(200, { own: 100 }), 'online', STRANGER, 0],
    ['nothing, not less, when the stock has shrunk since', unpaid(100, { own: 100 }), 'cod', STRANGER, 0],
    ['a handful of a small stock', unpaid(6), 'cod', STRANGER, ALWAYS_PIECES],
    ['what is left of the handful', unpaid(6, { own: 4 }), 'cod', STRANGER, 2],
    ['cash stops at four fifths of all', unpaid(200, { unproven: 150 }), 'cod', STRANGER, 10],
    ['online payment at nine tenths', unpaid(200, { unproven: 150 }), 'online', STRANGER, 30],
    ['a tenth stays for others', unpaid(200, { unproven: 180 }), 'online', STRANGER, 0],
    [
      'a proven account has its half of what is unpaid',
      unpaid(200, { own: 30, unproven: 180 }),
      'online',
      CONFIRMED,
      70,
    ],
    ['and no more in cash', unpaid(200, { own: 30, unproven: 180 }), 'cod', CONFIRMED, 70],
    ['until an order has come', unpaid(200, { own: 100, unproven: 200 }), 'cod', KNOWN, Number.POSITIVE_INFINITY],
  ])('%s', (_, stock, method, who, left) => {
    expect(piecesLeft(stock, method, who)).toBe(left)
  })
})

describe('RISK-04 a cash order waits for the maker', () => {
  const order = { unproven: true, total: 500_000, limit: 500_000, lines: [{ quantity: 2, unpaid: unpaid(100) }] }

  test.each([
    ['at the limit it stands', {}, false],
    ['above it, it waits', { total: 500_001 }, true],
    ['of somebody proven it stands', { total: 9_000_000, unproven: false }, false],
    [
      'waits when such orders have three fifths of a product',
      { lines: [{ quantity: 2, unpaid: unpaid(100, { cash: 59 }) }] },
      true,
    ],
    ['stands just below', { lines: [{ quantity: 2, unpaid: unpaid(100, { cash: 58 }) }] }, false],
    ['stands in a shop that counts nothing', { lines: [] }, false],
  ])('%s', (_, change, waits) => {
    expect(waitsForMaker({ ...order, ...change })).toBe(waits)
  })
})
