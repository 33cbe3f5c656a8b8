import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRequest } from '../../src/domain/check-request'
import { certainPrice, isCertain } from '../../src/domain/offers/certain-price'
import { plainCode } from '../../src/domain/offers/code'
import { promotionRuns } from '../../src/domain/offers/promotion'
import { quoteRequestSchema } from '../../src/domain/orders/order-request'
import { promisesOf, type Quote } from '../../src/domain/orders/quote'
import { savedIn } from '../../src/domain/orders/reductions'
import { anyCart, anyPromotion, NOW, priced, promotion, quote, RUNS } from './any-cart'

const SOAP = priced('soap', 180)
const BAG = priced('bag', 650, { category: 'bag', tags: ['Gift'] })

describe('PROMO-01 what a cart is given', () => {
  test('a percentage of the goods it is for, spread over their lines to the paisa', () => {
    const made = quote(
      [
        ['soap', 3],
        ['bag', 1],
      ],
      [SOAP, BAG],
      { automatic: [promotion({ kind: 'percent', value: 15, categories: ['Bag '] })] },
    )
    expect(made.items.map(({ line_total, discount }) => [line_total, discount])).toEqual([
      [54_000, 0],
      [65_000, 9750],
    ])
    expect(made).toMatchObject({ items_total: 119_000, discount_total: 9750, shipping_total: 0, grand_total: 109_250 })
    expect(made.promotions).toEqual([{ id: 'p', name: 'Diwali', kind: 'percent', code: '', amount: 9750, gift: null }])
  })

  test('half a paisa of a percentage is a whole one', () => {
    const off = (price: number) =>
      quote([['soap', 1]], [priced('soap', price)], { automatic: [promotion({ kind: 'percent', value: 15 })] })
    expect([off(90.5), off(90.49)].map(({ discount_total }) => discount_total)).toEqual([1358, 1357])
  })

  test('rupees off, never more than leaves a rupee to pay', () => {
    const off = (value: number) =>
      quote([['soap', 1]], [SOAP], { automatic: [promotion({ kind: 'amount', value })] }).discount_total
    expect([off(50), off(179), off(180), off(5000)]).toEqual([5000, 17_900, 17_900, 17_900])
  })

  test('the delivery, while it costs something', () => {
    const free = promotion({ kind: 'free_delivery', code: 'FREE' })
    expect(quote([['soap', 1]], [SOAP], { code: free })).toMatchObject({
      shipping_total: 0,
      discount_total: 0,
      grand_total: 18_000,
      promotions: [{ amount: 4900, code: 'FREE' }],
    })
    expect(quote([['bag', 1]], [BAG], { code: free }).code_problem?.code).toBe('delivery_free')
  })

  test('products, tags or nothing say which goods; delivery is free from what the goods cost before', () => {
    const off = (more: Record<string, unknown>) =>
      quote([['bag', 1]], [BAG], { automatic: [promotion({ kind: 'percent', value: 50, ...more })] })
    expect(off({ tags: ['gift'] }).discount_total).toBe(32_500)
    expect(off({ products: ['bag'] }).discount_total).toBe(32_500)
    expect(off({ products: ['soap'] }).discount_total).toBe(0)
    expect(off({})).toMatchObject({ discount_total: 32_500, shipping_total: 0 })
  })

  test('the best of those that need no code, and with the code the best of all', () => {
    const ten = promotion({ id: 'ten', kind: 'percent', value: 10 })
    const twenty = promotion({ id: 'twenty', kind: 'percent', value: 20 })
    const given = (code: Record<string, unknown>, automatic = [ten, twenty]) => {
      const made = quote([['bag', 2]], [BAG], {
        automatic,
        code: promotion({ id: 'code', name: 'Code', code: 'CODE', kind: 'percent', ...code }),
      })
      return [made.promotions.map(({ id }) => id).join(' '), made.discount_total, made.code_problem?.code]
    }
    expect(given({ value: 15 })).toEqual(['twenty', 26_000, 'other_saves_more'])
    expect(given({ value: 30 })).toEqual(['code', 39_000, undefined])
    expect(given({ value: 20 })).toEqual(['code', 26_000, undefined])
    const both = { ...ten, combines: true }
    // One after the other: 130 off 1300, then half of what is left.
    expect(given({ value: 50, combines: true }, [both, twenty])).toEqual(['ten code', 13_000 + 58_500, undefined])
    expect(given({ value: 5 }, [both])).toEqual(['ten', 13_000, 'other_saves_more'])
  })

  test('PROMO-16 a gift for whoever reaches its minimum, once, which is no saving', () => {
    const gift = promotion({ kind: 'gift', gift: 'bag', minimum: 300 })
    expect(quote([['soap', 1]], [SOAP, BAG], { automatic: [gift] }).promotions).toEqual([])
    const made = quote([['soap', 2]], [SOAP, BAG], { automatic: [gift] })
    expect(made).toMatchObject({ items_total: 36_000, discount_total: 0, grand_total: 40_900 })
    expect(made.promotions).toMatchObject([{ amount: 65_000, gift: { product: 'bag' } }])
    expect(savedIn(made)).toBe(0)
    expect(promisesOf(made)).toEqual({ code: '', gift: 'bag', promotions: ['p'], arrives_until: '' })
    const twice = [{ ...gift, combines: true }]
    const again = promotion({ id: 'c', code: 'BAG', kind: 'gift', gift: 'bag', combines: true })
    expect(quote([['soap', 2]], [SOAP, BAG], { automatic: twice, code: again }).promotions).toHaveLength(1)
  })
})

describe('PROMO-06 a code that gives nothing says why', () => {
  test.each([
    [{ categories: ['candle'] }, 'not_for_these', 'This offer is not for anything in your cart.'],
    [{ minimum: 500 }, 'below_minimum', 'Add ₹320.00 more to use this offer.'],
    [{ kind: 'gift', gift: 'gone' }, 'gift_gone', 'The free gift is no longer available.'],
  ])('%j', (more, code, message) => {
    const made = quote([['soap', 1]], [SOAP], { code: promotion({ kind: 'percent', value: 10, code: 'TEN', ...more }) })
    expect(made).toMatchObject({ code_problem: { code, message }, promotions: [], discount_total: 0 })
  })

  test('a code is the same however it is typed', () => {
    for (const typed of ['diwali 15', ' Diwali-15 ', 'DIWALI15', 'Diwali १५']) expect(plainCode(typed)).toBe('DIWALI15')
    // As capital letters it is longer than it was typed: else a link with it would leave a cart without a quote.
    const asked = { items: [{ product: 'soap', quantity: 1 }], code: 'ß'.repeat(40) }
    expect(checkRequest(quoteRequestSchema, asked)).toHaveProperty('value.code', 'S'.repeat(40))
  })

  test('OFFER-01 a promotion without dates runs while it is on', () => {
    expect(promotionRuns(promotion({}), NOW)).toBe(true)
    expect(promotionRuns(promotion({ active: false }), NOW)).toBe(false)
  })
})

test('PROMO-03 of random carts and promotions sums agree to the paisa, nothing is negative, and none saves more', () => {
  fc.assert(
    fc.property(anyCart, ({ prices, quantities, automatic, code }) => {
      const products = prices.map((price, at) => priced(`p${at}`, price / 100, { category: at % 2 ? 'bag' : 'soap' }))
      const items = products.map(({ product }, at) => [product.id, quantities[at] ?? 1] as const)
      const running = automatic.map((one, at) => promotion({ ...one, id: `a${at}` }))
      const typed = code && promotion({ ...code, id: 'code', code: 'CODE' })
      const plain = quote(items, products)
      const made = quote(items, products, { automatic: running, ...(typed && { code: typed }) })
      const sum = (of: (line: Quote['items'][number]) => number) => made.items.reduce((all, line) => all + of(line), 0)
      const gifts = made.promotions.reduce((all, { gift, amount }) => all + (gift ? amount : 0), 0)
      const worth = made.promotions.reduce((all, { amount }) => all + amount, 0)

      expect(sum(({ line_total }) => line_total)).toBe(made.items_total)
      expect(sum(({ discount }) => discount)).toBe(made.discount_total)
      expect(made.grand_total).toBe(made.items_total - made.discount_total + made.shipping_total)
      expect(plain.grand_total - made.grand_total).toBe(worth - gifts)
      for (const { line_total, discount } of made.items) {
        expect(Number.isSafeInteger(discount)).toBe(true)
        expect(discount).toBeGreaterThanOrEqual(0)
        expect(discount).toBeLessThanOrEqual(line_total)
      }
      expect(made.shipping_total).toBeGreaterThanOrEqual(0)
      expect(made.items_total - made.discount_total).toBeGreaterThanOrEqual(Math.min(100, made.items_total))
      const byCode = made.promotions.filter((one) => one.code)
      expect(made.promotions.length - byCode.length).toBeLessThanOrEqual(1)
      expect(byCode.length + (made.code_problem ? 1 : 0)).toBe(typed ? 1 : 0)
      // Nobody is worse off with a code, nor with any one promotion alone.
      for (const one of running)
        expect(worth).toBeGreaterThanOrEqual(
          quote(items, products, { automatic: [one] }).promotions.reduce((all, { amount }) => all + amount, 0),
        )
    }),
    { numRuns: RUNS },
  )
}, 600_000)

describe('PROMO-31 the price with an offer', () => {
  const FACTS = { delivery: 4900, giftPrice: (id: string) => (id === 'p0' ? 2000 : undefined) }
  const ofSoap = (...automatic: ReturnType<typeof promotion>[]) => {
    const { id, category, tags } = SOAP.product
    return certainPrice({ product: { id, category, tags }, total: 18_000 }, automatic, FACTS)?.price ?? null
  }
  const ten = { kind: 'percent', value: 10 }

  test('is said where everybody has it with one piece, and of several the best', () => {
    expect(ofSoap(promotion(ten))).toBe(16_200)
    expect(ofSoap(promotion({ ...ten, categories: ['Soap'] }), promotion({ ...ten, value: 15 }))).toBe(15_300)
    expect(ofSoap(promotion({ ...ten, categories: ['bag'] }))).toBeNull()
    for (const condition of [{ minimum: 1 }, { max_uses: 5 }, { max_per_person: 1 }, { first_order: true }])
      expect(ofSoap(promotion({ ...ten, ...condition })), JSON.stringify(condition)).toBeNull()
    for (const kind of ['amount', 'free_delivery', 'gift', ''])
      expect(ofSoap(promotion({ kind, value: 10, gift: 'p0' })), kind).toBeNull()
  })

  test('is not said where something else may be given in its place', () => {
    expect(ofSoap(promotion(ten), promotion({ kind: 'free_delivery' }))).toBeNull()
    // The newest of two that save the same is given: 49 rupees off the delivery, not 27.22 % of 180.
    expect(ofSoap(promotion({ kind: 'free_delivery' }), promotion({ ...ten, value: 27.22 }))).toBeNull()
    expect(ofSoap(promotion(ten), promotion({ kind: 'free_delivery', minimum: 181 }))).toBe(16_200)
    expect(ofSoap(promotion({ ...ten, value: 30 }), promotion({ kind: 'free_delivery' }))).toBe(12_600)
    expect(ofSoap(promotion(ten), promotion({ kind: 'gift', gift: 'p0', first_order: true }))).toBeNull()
    expect(ofSoap(promotion(ten), promotion({ kind: 'amount', value: 100 }))).toBe(16_200)
  })

  test('is never below what the cart of one piece is charged, whoever buys it', () => {
    const limits = { max_uses: fc.constantFrom(0, 0, 3), max_per_person: fc.constantFrom(0, 0, 1) }
    const anyAutomatic = fc
      .tuple(anyPromotion, fc.record({ ...limits, first_order: fc.constantFrom(false, false, true) }), fc.boolean())
      .map(([fields, limited, had]) => ({ fields: { ...fields, ...limited }, had }))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.array(anyAutomatic, { minLength: 1, maxLength: 5 }),
        (price, automatic) => {
          const products = [priced('p0', price / 100), priced('p3', 90)]
          const running = automatic.map(({ fields, had }, at) => ({ had, one: promotion({ ...fields, id: `a${at}` }) }))
          const plain = quote([['p0', 1]], products)
          const said = certainPrice(
            { product: { id: 'p0', category: 'soap', tags: [] }, total: price },
            running.map(({ one }) => one),
            { delivery: plain.shipping_total, giftPrice: (id) => ({ p0: price, p3: 9000 })[id] },
          )
          if (!said) return
          expect(said.price).toBeLessThan(price)
          // What has conditions somebody has and somebody else has not.
          const theirs = running.filter(({ one, had }) => had || isCertain(one)).map(({ one }) => one)
          for (const shopper of [theirs, running.map(({ one }) => one), [said.promotion]]) {
            const made = quote([['p0', 1]], products, { automatic: shopper })
            expect(made.items_total - made.discount_total).toBeLessThanOrEqual(said.price)
            expect(made.grand_total).toBeLessThanOrEqual(said.price + plain.shipping_total)
          }
        },
      ),
      { numRuns: RUNS },
    )
  }, 600_000)
})

test('PROMO-32 an offer for some things is reached by its minimum and one of them', () => {
  const soaps = promotion({ kind: 'percent', value: 10, minimum: 300, categories: ['soap'] })
  const offerOf = (...items: [string, number][]) => quote(items, [SOAP, BAG], { automatic: [soaps] }).offer
  const add = 'Add one of its products to unlock'
  expect(offerOf(['bag', 1])).toMatchObject({ active: false, for_these: false, missing: 0, sentence: add })
  expect(offerOf(['soap', 1])).toMatchObject({ for_these: true, sentence: 'Add ₹120.00 more to unlock' })
  expect(offerOf(['soap', 1], ['bag', 1])).toMatchObject({ active: true, for_these: true, sentence: 'Eligible now' })
})
