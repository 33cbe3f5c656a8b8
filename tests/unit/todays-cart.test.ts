import { expect, test } from 'vitest'
import type { CartLine } from '../../src/domain/cart/cart'
import { parseProduct } from '../../src/domain/catalog/product'
import { priceCart, type Quote } from '../../src/domain/orders/quote'
import { todaysCart } from '../../src/domain/orders/todays-cart'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'

const line = (productId: string, quantity: number, price = 100): CartLine => ({
  productId,
  product: { id: productId, name: productId, price, images: [] },
  quantity,
  color: '',
})

/** What the store answers for lines, at 120 rupees a piece and with so many of them. */
function quote(lines: readonly CartLine[], available: number | null = null): Quote {
  const items = lines.map(({ productId, quantity, color }) => ({ product: productId, quantity, color }))
  return priceCart(items, {
    find: (id) => ({
      product: parseProduct({ id, name: id, price: 120, inStock: true }),
      available,
      hsn: '',
      gst_rate: 0,
    }),
    settings: DEFAULT_SETTINGS,
    promotions: [],
    code: null,
    provider: null,
    now: 0,
  })
}

/** The same with ten rupees off the first line. */
function reduced(lines: readonly CartLine[], code: string): Quote {
  const { items, promotions, ...rest } = quote(lines)
  const given = { id: 'p', name: 'Diwali', code, kind: 'amount' as const, amount: 1000, gift: null }
  return { ...rest, items: items.map((one, at) => (at === 0 ? { ...one, discount: 1000 } : one)), promotions: [given] }
}

const shape = ({ lines }: ReturnType<typeof todaysCart>) => lines.map(({ news, total }) => [news, total])

test('SHEET-10 without an answer of the store the lines are as they are remembered', () => {
  const cart = todaysCart([line('soap', 2)], undefined, DEFAULT_SETTINGS)
  expect(shape(cart)).toEqual([[null, 20_000]])
  expect(cart.totals).toEqual({ subtotal: 20_000, shipping: 0, total: 20_000, itemCount: 2 })
})

test('SHEET-10 the totals are those of the quote for these lines, also where the browser would find others', () => {
  const lines = [line('soap', 2)]
  const answered = { ...quote(lines), items_total: 1, shipping_total: 2, grand_total: 3 }
  const cart = todaysCart(lines, answered, DEFAULT_SETTINGS)
  expect(shape(cart)).toEqual([['price', 24_000]])
  expect(cart.totals).toEqual({ subtotal: 1, shipping: 2, total: 3, itemCount: 2 })
})

test('SHEET-10 until the next quote the last one’s prices hold, also for other quantities and beside new lines', () => {
  const answered = quote([line('soap', 2)])
  const cart = todaysCart([line('soap', 3, 120), line('tote', 1)], answered, DEFAULT_SETTINGS)
  expect(shape(cart)).toEqual([
    [null, 36_000],
    [null, 10_000],
  ])
  expect(cart.totals).toMatchObject({ subtotal: 46_000, total: 46_000, itemCount: 4 })
})

test('SHEET-10 too many count nothing, until they are as many as can be had', () => {
  const lines = [line('soap', 5, 120)]
  const answered = quote(lines, 3)
  expect(todaysCart(lines, answered, DEFAULT_SETTINGS).totals).toMatchObject({ subtotal: 0, total: 0, itemCount: 5 })
  expect(shape(todaysCart(lines, answered, DEFAULT_SETTINGS))).toEqual([['problem', 0]])
  expect(shape(todaysCart([line('soap', 3, 120)], answered, DEFAULT_SETTINGS))).toEqual([[null, 36_000]])
})

test('SHEET-10 PROMO-16 what promotions take off is said of the very cart and code that were quoted', () => {
  const lines = [line('soap', 2, 120)]
  const off = (now: readonly CartLine[], code: string, typed = code) =>
    todaysCart(now, reduced(lines, code), DEFAULT_SETTINGS, typed).lines.map(({ discount }) => discount)
  expect([off(lines, ''), off(lines, 'TEN'), off(lines, '', 'TEN')]).toEqual([[1000], [1000], [1000]])
  expect([off(lines, 'TEN', ''), off(lines, 'TEN', 'OTHER'), off([line('soap', 3, 120)], '')]).toEqual([[0], [0], [0]])
})
