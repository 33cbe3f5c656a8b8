import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parseProduct } from '../../src/domain/catalog/product'
import { checkRequest } from '../../src/domain/check-request'
import { parsePromotion } from '../../src/domain/offers/promotion'
import { placeRequestSchema, quoteRequestSchema } from '../../src/domain/orders/order-request'
import { type PricedProduct, priceCart, type QuoteFacts, roundToRupees } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'

function priced(
  id: string,
  price: number,
  available: number | null = null,
  more: Record<string, unknown> = {},
): PricedProduct {
  return {
    product: parseProduct({ id, name: `Product ${id}`, price, inStock: true, ...more }),
    available,
    hsn: '',
    gst_rate: 0,
  }
}

function facts(products: PricedProduct[], change: Partial<QuoteFacts> = {}): QuoteFacts {
  return {
    find: (id) => products.find((entry) => entry.product.id === id),
    settings: DEFAULT_SETTINGS,
    promotions: [],
    code: null,
    provider: null,
    now: Date.parse('2026-11-20T00:00:00Z'),
    ...change,
  }
}

const item = (product: string, quantity = 1, color = '') => ({ product, quantity, color })

describe('pricing a cart', () => {
  test('ORDER-02 sums to the paisa where decimals would not', () => {
    const quote = priceCart([item('a', 3), item('b', 7)], facts([priced('a', 0.1), priced('b', 65.35)]))
    expect(quote.items.map((line) => line.line_total)).toEqual([30, 45_745])
    expect(quote).toMatchObject({ items_total: 45_775, shipping_total: 0, grand_total: 45_775, problems: [] })
  })

  test('CART-15 adds the delivery fee below the threshold', () => {
    const quote = priceCart([item('a')], facts([priced('a', 99.99)]))
    expect(quote).toMatchObject({ items_total: 9999, shipping_total: 1000, grand_total: 10_999 })
  })

  test('SHEET-08 says what is missing to the minimum', () => {
    expect(priceCart([item('a')], facts([priced('a', 149.99)])).problems[0]).toEqual({
      code: 'below_minimum',
      message: 'Minimum order value is ₹150 (Current: ₹149.99)',
    })
    expect(priceCart([item('a')], facts([priced('a', 150)])).problems).toEqual([])
  })

  test('CART-04 the same product and colour asked for twice is one line', () => {
    const colors = [{ name: 'Red', value: 'red', hex: '#ff0000' }]
    const quote = priceCart(
      [item('a', 1, 'red'), item('a', 2, 'red'), item('a')],
      facts([priced('a', 100, null, { colors })]),
    )
    expect(quote.items.map((line) => [line.color_name, line.quantity])).toEqual([
      ['Red', 3],
      ['', 1],
    ])
  })

  test('ORDER-15 a line shows its colour’s own picture, and no colour where there is none', () => {
    const colors = [{ name: 'Red', value: 'red', hex: '#ff0000', image: 'red.jpg' }]
    const bag = priced('bag', 100, null, { colors, images: ['all.jpg', 'red.jpg'] })
    const { items } = priceCart([item('bag', 1, 'red'), item('soap')], facts([bag, priced('soap', 100)]))
    expect(items.map(({ color_name, image }) => [color_name, image])).toEqual([
      ['Red', 'red.jpg'],
      ['', ''],
    ])
  })

  test('ORDER-14 what is saved is summed over the lines that can be had', () => {
    const products = [
      priced('a', 180, null, { original_price: 220.5 }),
      priced('b', 100, null, { original_price: 90 }),
      priced('off', 100, null, { original_price: 200, inStock: false }),
    ]
    expect(priceCart([item('a', 2), item('b'), item('off')], facts(products)).saved_total).toBe(8100)
  })

  test('CARD-06 a product that is switched off, gone, without price or in another colour is no part of the total', () => {
    const products = [
      priced('off', 100, null, { inStock: false }),
      priced('odd', 1.005),
      priced('unpriced', 0),
      priced('plain', 100),
      priced('ok', 200),
    ]
    const quote = priceCart(
      [item('off'), item('gone'), item('odd'), item('unpriced'), item('plain', 1, 'gold'), item('ok')],
      facts(products),
    )
    expect(quote.items.map((line) => line.problem?.code)).toEqual([
      'out_of_stock',
      'unknown_product',
      'no_price',
      'no_price',
      'unknown_color',
      undefined,
    ])
    expect(quote.grand_total).toBe(20_000)
  })

  test('SHEET-12 a line says how many are left where they are few: as its mark says, or three', () => {
    const left = (available: number | null, low_mark?: number, quantity = 1) => {
      const product = { ...priced('a', 200, available), ...(low_mark !== undefined && { low_mark }) }
      return priceCart([item('a', quantity)], facts([product])).items[0]?.left
    }
    expect([left(null), left(4), left(3), left(1), left(4, 0), left(5, 5), left(6, 5)]).toEqual([
      undefined,
      undefined,
      3,
      1,
      undefined,
      5,
      undefined,
    ])
    // More than there are is said otherwise.
    expect(left(2, 0, 3)).toBeUndefined()
  })

  test('PROD-06 SHEET-10 a line has the picture of its colour; one that is gone names those that can be had', () => {
    const more = {
      images: ['red.jpg', 'blue.jpg', 'all.jpg'],
      colors: [
        { name: 'Red', value: 'red', hex: '#ff0000', image: 'red.jpg' },
        { name: 'Blue', value: 'blue', hex: '#0000ff', image: 'blue.jpg' },
      ],
    }
    const ask = (color: string, available: number | null, change: object = {}) =>
      priceCart([item('a', 1, color)], facts([priced('a', 200, available, { ...more, ...change })])).items[0]
    expect(ask('blue', null)).toMatchObject({ image: 'blue.jpg' })
    expect(ask('green', 5)?.other_colors).toEqual([
      { value: 'red', name: 'Red', images: ['red.jpg', 'all.jpg'] },
      { value: 'blue', name: 'Blue', images: ['blue.jpg', 'all.jpg'] },
    ])
    for (const gone of [ask('green', 0), ask('green', 5, { inStock: false }), ask('green', 5, { price: 0 })]) {
      expect(gone?.problem?.code).toBe('unknown_color')
      expect(gone?.other_colors).toBeUndefined()
    }
  })

  test('OFFER-05 only an offer of a free gift gives one away, not every offer about a product', () => {
    const offer = (kind: string) =>
      parsePromotion({
        id: 'o',
        active: true,
        starts: '2026-01-01 00:00:00.000Z',
        ends: '2027-01-01 00:00:00.000Z',
        kind,
        gift: 'b',
      })
    const gift = (type: string) =>
      priceCart([item('a')], facts([priced('a', 200), priced('b', 1500)], { promotions: [offer(type)] })).offer?.gift
    expect(gift('gift')).toMatchObject({ product: 'b', available: true })
    expect(gift('')).toBeNull()
    const gone = [priced('a', 200), priced('b', 1500, null, { inStock: false })]
    expect(priceCart([item('a')], facts(gone, { promotions: [offer('gift')] })).offer).toBeNull()
    expect(priceCart([item('a')], facts(gone.slice(0, 1), { promotions: [offer('gift')] })).offer).toBeNull()
  })

  test('says until when it stands: minutes, or the end of the running offer', () => {
    const quote = (ends: string) =>
      priceCart([item('a')], facts([priced('a', 200)], { promotions: [parsePromotion({ active: true, ends })] }))
        .valid_until
    expect(quote('')).toBe('2026-11-20T00:15:00.000Z')
    expect(quote('2026-11-20 00:04:00.000Z')).toBe('2026-11-20T00:04:00.000Z')
  })

  test('ORDER-10 tells how many pieces are left', () => {
    const quote = priceCart([item('a', 5)], facts([priced('a', 100, 3)]))
    expect(quote.items[0]).toMatchObject({
      available: 3,
      problem: { code: 'insufficient_stock', message: 'Only 3 of Product a left.' },
    })
  })

  test('RISK-07 one order has at most as many pieces of a product as the shop allows, over all its colours', () => {
    const colors = ['red', 'blue'].map((value) => ({ name: value, value, hex: '#ff0000' }))
    const settings = { ...DEFAULT_SETTINGS, max_pieces: 5 }
    const problems = (...pieces: number[]) =>
      priceCart(
        pieces.map((count, at) => item('a', count, colors[at]?.value)),
        facts([priced('a', 100, 50, { colors })], { settings }),
      ).items.map(({ available, problem }) => problem && [problem.code, problem.message, available])
    expect(problems(5)).toEqual([undefined])
    expect(problems(6)).toEqual([['too_many', 'One order may have at most 5 of Product a.', 5]])
    expect(problems(3, 3)).toEqual([undefined, ['too_many', 'One order may have at most 5 of Product a.', 2]])
  })

  test('ORDER-03 cash on delivery follows the settings: off, and a largest amount', () => {
    const cash = (settings: Partial<typeof DEFAULT_SETTINGS>) =>
      priceCart(
        [item('a')],
        facts([priced('a', 5001)], { settings: { ...DEFAULT_SETTINGS, ...settings } }),
      ).payment_methods.find((choice) => choice.method === 'cod')
    expect(cash({})?.available).toBe(true)
    expect(cash({ cod_enabled: false })).toMatchObject({
      available: false,
      reason: expect.stringContaining('not offered'),
    })
    expect(cash({ cod_max: 500_000 })).toMatchObject({ available: false, reason: expect.stringContaining('too large') })
    expect(cash({ cod_max: 500_100 })?.available).toBe(true)
  })
})

describe('ways to pay', () => {
  const choices = (price: number, change: Partial<QuoteFacts>) =>
    priceCart([item('a')], facts([priced('a', price)], change)).payment_methods

  test('ORDER-03 PAY-14 cash is rounded to whole rupees, half a rupee upwards; online stays exact', () => {
    expect([0, 1, 49, 50, 99, 100].map((paise) => roundToRupees(18000 + paise).total)).toEqual([
      18000, 18000, 18000, 18100, 18100, 18100,
    ])
    expect(choices(180.5, { provider: 'razorpay' })).toEqual([
      { method: 'online', available: true, reason: '', total: 18050, round_off: 0, provider: 'razorpay' },
      { method: 'cod', available: true, reason: '', total: 18100, round_off: 50 },
    ])
  })

  test('ORDER-03 pretend money comes after cash, and without anybody to take it online is not to be chosen', () => {
    expect(choices(180, { provider: 'test' }).map((choice) => choice.method)).toEqual(['cod', 'online'])
    expect(choices(180, { provider: null })[0]).toMatchObject({ method: 'online', available: false })
    expect(choices(180, { provider: null })[0]).not.toHaveProperty('provider')
  })

  test('ORDER-03 less than the gateway takes is not offered online', () => {
    const settings = { ...DEFAULT_SETTINGS, minimum_order: 0, shipping_fee: 0 }
    expect(choices(0.99, { provider: 'razorpay', settings })[0]).toMatchObject({ available: false })
    expect(choices(1, { provider: 'razorpay', settings })[0]).toMatchObject({ available: true })
  })
})

describe('requests', () => {
  test('ORDER-01 a field that was left out gets its own sentence', () => {
    const checked = checkRequest(placeRequestSchema, {
      items: [{ product: 'a' }],
      contact: {},
      address: {},
      payment_method: 'cod',
      expected_total: 1,
    })
    expect(checked).toHaveProperty('problems')
    if (!('problems' in checked)) return
    expect(checked.problems['contact.email']?.message).toBe('Enter the email address.')
    expect(checked.problems['contact.phone']?.message).toBe('Enter the mobile number.')
    expect(checked.problems['address.pincode']?.message).toBe('Enter the PIN code.')
    expect(checked.problems['address.state']?.message).toBe('Choose the state.')
    expect(checked.problems['items.0.quantity']).toBeDefined()
  })

  test('ORDER-02 a part of the wrong kind is named in our words, without what was sent', () => {
    const checked = checkRequest(placeRequestSchema, {
      items: ['<b>x</b>'],
      contact: '<b>x</b>',
      address: null,
      payment_method: '<b>x</b>',
      expected_total: '<b>x</b>',
      note: { b: '<b>x</b>' },
    })
    expect(checked).toHaveProperty('problems')
    if (!('problems' in checked)) return
    expect(Object.keys(checked.problems).sort()).toEqual([
      'address',
      'contact',
      'expected_total',
      'items.0',
      'note',
      'payment_method',
    ])
    expect(JSON.stringify(checked.problems)).not.toMatch(/<b>|Expected|Invalid type/)
  })

  test('STAT-04 ORDER-02 a broken campaign or a PIN code not asked for stops nobody', () => {
    const order = (utm: unknown) =>
      checkRequest(v.pick(placeRequestSchema, ['utm']), { utm }) as { value?: { utm?: unknown } }
    expect(order('instagram').value?.utm).toBeNull()
    expect(order({ utm_source: 5, utm_medium: ' social ', utm_term: ['x'] }).value?.utm).toEqual({
      utm_source: undefined,
      utm_medium: 'social',
      utm_term: undefined,
    })
    expect(checkRequest(quoteRequestSchema, { items: [item('a')], pincode: 560003 })).toHaveProperty('value')
  })

  test('ORDER-01 an address is kept clean: composed, trimmed, no invisible marks, digits of any keyboard', () => {
    const checked = checkRequest(placeRequestSchema, {
      items: [item('a')],
      contact: { name: '  Zoe\u0308\u202e  Rao\u0000 ', email: ' ZOE@Example.IN', phone: '९८४५० १२३४५' },
      address: { line1: '१२, MG Road', line2: null, city: 'Pune', state: '27', pincode: '४११ ००१' },
      payment_method: 'cod',
      expected_total: 1,
    })
    expect(checked).toMatchObject({
      value: {
        contact: { name: 'Zoë Rao', email: 'zoe@example.in', phone: '+919845012345' },
        address: { line1: '१२, MG Road', line2: '', landmark: '', state: 'MH', pincode: '411001' },
      },
    })
  })
})
