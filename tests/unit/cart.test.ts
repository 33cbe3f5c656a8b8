import { describe, expect, test } from 'vitest'
import {
  addLine,
  type CartLine,
  cartTotals,
  isQuantity,
  lineKey,
  lineTotal,
  mergeLines,
  parseLines,
  removeLine,
  setQuantity,
  swapLine,
} from '../../src/domain/cart/cart'
import { minimumOrderWarning } from '../../src/domain/cart/minimum-order'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../src/domain/limits'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'

function line(productId: string, quantity = 1, color = '', price = 100): CartLine {
  return { productId, product: { id: productId, name: productId, price, images: [] }, quantity, color }
}

const shape = (lines: readonly CartLine[]) => lines.map((held) => [held.productId, held.color, held.quantity])

describe('another line in the place of one', () => {
  const lines = [line('tote', 1, 'olive'), line('soap', 2), line('tote', 3, 'indigo')]

  test('CART-04 it stands where the other stood', () => {
    expect(shape(swapLine(lines, 'tote:olive', line('tote', 1, 'natural')))).toEqual([
      ['tote', 'natural', 1],
      ['soap', '', 2],
      ['tote', 'indigo', 3],
    ])
  })

  test('CART-04 a product and colour the cart has already adds up', () => {
    expect(shape(swapLine(lines, 'tote:olive', line('tote', 1, 'indigo')))).toEqual([
      ['soap', '', 2],
      ['tote', 'indigo', 4],
    ])
  })
})

describe('adding', () => {
  test('CART-04 the same product and colour adds up, another colour is a line of its own', () => {
    let lines = addLine([], line('tote', 1, 'indigo'))
    lines = addLine(lines, line('tote', 2, 'indigo'))
    lines = addLine(lines, line('tote', 1, 'olive'))
    expect(shape(lines)).toEqual([
      ['tote', 'indigo', 3],
      ['tote', 'olive', 1],
    ])
  })

  test('CART-10 a missing colour and Default are one', () => {
    expect(shape(addLine(addLine([], line('soap')), line('soap', 1, 'Default')))).toEqual([['soap', '', 2]])
    expect(lineKey(line('soap', 1, 'Default'))).toBe(lineKey(line('soap')))
  })

  test('CART-04 the newest price and name of the product are kept', () => {
    const lines = addLine([line('soap', 1, '', 100)], line('soap', 1, '', 120))
    expect(lines[0]?.product.price).toBe(120)
  })

  test('CART-04 a line holds at most 99 pieces', () => {
    expect(addLine([line('soap', 98)], line('soap', 5))[0]?.quantity).toBe(MAX_LINE_QUANTITY)
  })

  test('CART-04 the lines handed in stay as they were', () => {
    const before = [line('soap', 1)]
    addLine(before, line('soap', 1))
    expect(before[0]?.quantity).toBe(1)
  })

  test.each([1, 2, 99, 1000])('CART-09 %s is a quantity', (value) => expect(isQuantity(value)).toBe(true))
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '2', null, undefined])('CART-09 %s is none', (value) =>
    expect(isQuantity(value)).toBe(false),
  )
})

describe('changing', () => {
  test('CART-05 a quantity below 1 removes the line', () => {
    const lines = [line('soap', 3), line('tote', 1)]
    expect(shape(setQuantity(lines, lineKey(line('soap')), 0))).toEqual([['tote', '', 1]])
    expect(shape(setQuantity(lines, lineKey(line('soap')), Number.NaN))).toEqual([['tote', '', 1]])
    expect(shape(setQuantity(lines, lineKey(line('soap')), 7))).toEqual([
      ['soap', '', 7],
      ['tote', '', 1],
    ])
  })

  test('CART-06 removing names product and colour, or all lines of the product without one', () => {
    const lines = [line('tote', 1, 'indigo'), line('soap'), line('tote', 2, 'olive')]
    expect(shape(removeLine(lines, 'tote', 'indigo'))).toEqual([
      ['soap', '', 1],
      ['tote', 'olive', 2],
    ])
    expect(shape(removeLine(lines, 'tote'))).toEqual([['soap', '', 1]])
  })

  test('CART-06 the line without a colour is one of its own, also beside lines with one', () => {
    expect(shape(removeLine([line('tote', 1, 'indigo'), line('tote', 2)], 'tote', ''))).toEqual([['tote', 'indigo', 1]])
  })

  test('CART-02 merging two carts loses nothing and never doubles what both hold', () => {
    const merged = mergeLines([line('soap', 2), line('tote', 1, 'olive')], [line('soap', 3), line('jhola', 1)])
    expect(shape(merged)).toEqual([
      ['soap', '', 3],
      ['tote', 'olive', 1],
      ['jhola', '', 1],
    ])
    expect(shape(mergeLines(merged, merged))).toEqual(shape(merged))
  })
})

describe('what was stored', () => {
  test.each([undefined, null, '', '{', 'null', '{}', '5', '"text"', 7, {}])('CART-10 %j is an empty cart', (stored) => {
    expect(parseLines(stored)).toEqual([])
  })

  test('CART-10 only lines with product id, numeric price and a quantity above 0 are kept', () => {
    const good = line('soap', 2)
    const stored = [
      null,
      good,
      { ...good, productId: '' },
      { ...good, productId: 'a', product: null },
      { ...good, productId: 'b', product: { ...good.product, price: '100' } },
      { ...good, productId: 'c', product: { ...good.product, price: Number.NaN } },
      { ...good, productId: 'd', product: { ...good.product, price: -1 } },
      { ...good, productId: 'e', quantity: 0 },
      { ...good, productId: 'f', quantity: '2' },
    ]
    expect(shape(parseLines(stored))).toEqual([['soap', '', 2]])
    expect(shape(parseLines(JSON.stringify(stored)))).toEqual([['soap', '', 2]])
  })

  test('CART-10 duplicates are merged by adding up', () => {
    const { color: _color, ...withoutColor } = line('soap', 2)
    expect(shape(parseLines([line('soap', 1, 'Default'), withoutColor]))).toEqual([['soap', '', 3]])
  })

  test('CART-10 no more lines than a cart may have', () => {
    expect(parseLines(Array.from({ length: 80 }, (_, place) => line(`p${place}`)))).toHaveLength(MAX_CART_LINES)
  })
})

describe('totals', () => {
  test('CART-15 delivery is free from ₹100 and ₹10 below; an empty cart costs nothing', () => {
    const at = (price: number) => cartTotals([line('soap', 1, '', price)], DEFAULT_SETTINGS)
    expect(at(99.99)).toEqual({ subtotal: 9999, shipping: 1000, total: 10999, itemCount: 1 })
    expect(at(100)).toEqual({ subtotal: 10000, shipping: 0, total: 10000, itemCount: 1 })
    expect(cartTotals([], DEFAULT_SETTINGS)).toEqual({ subtotal: 0, shipping: 0, total: 0, itemCount: 0 })
  })

  test('CART-15 itemCount counts pieces, sums are exact in paise', () => {
    const totals = cartTotals([line('soap', 3, '', 0.1), line('tote', 2, '', 33.33)], DEFAULT_SETTINGS)
    expect(totals.itemCount).toBe(5)
    expect(totals.subtotal).toBe(30 + 6666)
    expect(lineTotal(line('soap', 3, '', 1.005))).toBe(0)
  })

  test('SHEET-08 the warning names minimum and current total, and goes at exactly ₹150', () => {
    expect(minimumOrderWarning(14999, 15000)).toBe('Minimum order value is ₹150 (Current: ₹149.99)')
    expect(minimumOrderWarning(15000, 15000)).toBeNull()
    expect(minimumOrderWarning(100, 14950)).toBe('Minimum order value is ₹149.50 (Current: ₹1.00)')
  })
})
