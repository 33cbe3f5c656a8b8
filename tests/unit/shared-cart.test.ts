import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalColor } from '../../src/domain/cart/cart'
import { parseSharedCart, type SharedLine, sharedCartItems } from '../../src/domain/cart/shared-cart'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../src/domain/limits'
import { paths } from '../../src/lib/paths'

const line = fc.record({
  productId: fc.stringMatching(/^[a-z0-9]{15}$/),
  quantity: fc.integer({ min: 1, max: MAX_LINE_QUANTITY }),
  color: fc
    .oneof(
      fc.constant(''),
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[.~!%+& 01']{1,9}$/),
      fc.constantFrom('नील', '!1', '%7E'),
    )
    // As products and carts hold them.
    .filter((color) => normalColor(color) === color),
})
const cart = fc.uniqueArray(line, {
  maxLength: MAX_CART_LINES,
  selector: ({ productId, color }) => `${productId}:${color}`,
})

/** As a browser reads the link. */
const read = (link: string) => parseSharedCart(new URL(link, 'https://shop.example').searchParams.get('items') ?? '')
const link = (lines: readonly SharedLine[]) => paths.sharedCart(sharedCartItems(lines))

describe('a cart in a link', () => {
  test('SHARE-02 every cart comes back from its link as it was', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        expect(read(link(lines))).toEqual({ lines, refused: 0 })
      }),
    )
  })

  test('SHARE-02 a link holds letters, digits and signs that no messenger cuts off', () => {
    fc.assert(
      fc.property(cart, (lines) => {
        expect(link(lines)).toMatch(/^\/cart\?items=(?:[\w.~%-]*[\w%-])?$/)
      }),
    )
  })

  test('SHARE-03 whatever a link says, there are lines a cart may have, or none', () => {
    const junk = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-c0-3.~!]{0,40}$/),
      fc.array(fc.stringMatching(/^[ab]\.[0-9]{1,3}(\.[xy])?$/)).map((entries) => entries.join('~')),
    )
    fc.assert(
      fc.property(junk, (items) => {
        const { lines, refused } = parseSharedCart(items)
        expect(lines.length).toBeLessThanOrEqual(MAX_CART_LINES)
        expect(lines.length + refused).toBeLessThanOrEqual(items.split('~').length)
        for (const { quantity } of lines) {
          expect(Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_LINE_QUANTITY).toBe(true)
        }
        // What was read is a cart of its own.
        expect(read(link(lines)).lines).toEqual(lines)
      }),
    )
  })

  test('SHARE-03 one damaged entry costs no other', () => {
    expect(parseSharedCart('soap.2~~x~bag.0~bag.1.5~bag.100~bag.-1~<b>.1~bag.07~bag.3.deep.blue~soap')).toEqual({
      lines: [
        { productId: 'soap', quantity: 2, color: '' },
        { productId: 'bag', quantity: 1, color: '5' },
        { productId: 'bag', quantity: 3, color: 'deep.blue' },
      ],
      refused: 7,
    })
  })

  test('SHARE-03 the same product and colour is one line, with the larger quantity', () => {
    expect(parseSharedCart('bag.2.red~bag.5.red~bag.3.red~bag.1.Default~bag.4').lines).toEqual([
      { productId: 'bag', quantity: 5, color: 'red' },
      { productId: 'bag', quantity: 4, color: '' },
    ])
  })

  test('SHARE-03 a link holds no more lines than a cart', () => {
    const entries = Array.from({ length: MAX_CART_LINES + 3 }, (_, index) => `p${index}.1`)
    const { lines, refused } = parseSharedCart([...entries, 'p0.9'].join('~'))
    expect(lines).toHaveLength(MAX_CART_LINES)
    expect(lines[0]?.quantity).toBe(9)
    expect(refused).toBe(3)
  })

  test('SHARE-03 half a character in a colour breaks no link', () => {
    expect(read(link([{ productId: 'bag', quantity: 1, color: 'a\uD83D' }])).lines[0]?.color).toBe('a\uFFFD')
  })
})
