import { beforeEach, expect, test } from 'vitest'
import type { CartLine } from '../../src/domain/cart/cart'
import type { PlacedOrder } from '../../src/domain/orders/order'
import type { Quote, QuoteLine } from '../../src/domain/orders/quote'
import {
  trackBeginCheckout,
  trackLatePurchase,
  trackPurchase,
  trackShippingInfo,
} from '../../src/features/checkout/checkout-events'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import { recordEvents } from './events'
import { soapItem, soapOrder } from './soap-order'

const tote: QuoteLine = {
  product: 'tote',
  name: 'Jute Market Tote',
  color: 'indigo',
  color_name: 'Indigo',
  image: '',
  quantity: 2,
  unit_price: 79050,
  line_total: 158100,
  discount: 0,
}
const gone: QuoteLine = { ...tote, product: 'gone', problem: { code: 'out_of_stock', message: 'Out of stock' } }
const soap: QuoteLine = { ...tote, product: 'soap', name: 'Neem & Tulsi Soap', color: '', color_name: '' }
const offer = {
  id: 'o1',
  title: 'A festive potli, on us',
  description: '',
  active: true,
  for_these: true,
  missing: 0,
  sentence: '',
}
const quote: Quote = {
  items: [tote, gone, soap],
  items_total: 316200,
  discount_total: 0,
  shipping_total: 1000,
  grand_total: 317200,
  saved_total: 0,
  delivery: null,
  minimum_total: 15000,
  offer: { ...offer, gift: null },
  promotions: [{ id: 'o1', name: offer.title, code: '', kind: 'gift', amount: 45000, gift: null }],
  code_problem: null,
  payment_methods: [],
  problems: [],
  valid_until: '2026-11-20T10:15:00.000Z',
}
const line = (id: string, category?: string): CartLine => ({
  productId: id,
  product: { id, name: '', price: 1, images: [], ...(category && { category }) },
  quantity: 1,
  color: '',
})
const lines = [line('tote', 'bag'), line('gone', 'bag'), line('soap')]
const placed: PlacedOrder = {
  id: 'order1',
  number: 'SJ-7K2M9QXD',
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  grand_total: 317300,
  access_token: 'secret',
  payment: null,
}

/** Rupees; a line that cannot be had is not told, and delivery is no part of the value. */
const told = {
  currency: 'INR',
  value: 3162,
  shipping: 10,
  coupon: 'A festive potli, on us',
  items: [
    {
      item_id: 'tote',
      item_name: 'Jute Market Tote',
      price: 790.5,
      quantity: 2,
      index: 0,
      item_category: 'bag',
      item_variant: 'Indigo',
    },
    { item_id: 'soap', item_name: 'Neem & Tulsi Soap', price: 790.5, quantity: 2, index: 1 },
  ],
}

let events: AnalyticsEvent[]
beforeEach(() => {
  localStorage.clear()
  events = recordEvents()
})

test('STAT-01 the checkout’s events carry the sum, its delivery, its offer and every line that can be had', () => {
  trackBeginCheckout(quote, lines)
  trackShippingInfo(quote, lines)
  expect(events).toEqual([
    { event: 'begin_checkout', ...told },
    { event: 'add_shipping_info', ...told },
  ])
})

test('STAT-01 a coupon is the code that was typed, or the name; an offer that is not reached yet is none', () => {
  trackBeginCheckout({ ...quote, promotions: [] }, lines)
  const typed = quote.promotions.map((one) => ({ ...one, name: 'Diwali', code: 'DIWALI15' }))
  trackBeginCheckout({ ...quote, promotions: [...quote.promotions, ...typed] }, lines)
  expect(events).toMatchObject([{ coupon: '' }, { coupon: 'A festive potli, on us, DIWALI15' }])
})

test('STAT-01 the price of a piece is what it costs after its discount, or Google counts more than is paid', () => {
  const reduced = {
    ...quote,
    items: [
      { ...tote, discount: 31620 },
      { ...soap, quantity: 3, discount: 1000 },
    ],
  }
  trackBeginCheckout(reduced, lines)
  trackPurchase(placed, reduced, lines, 'cod')
  const items = [
    { item_id: 'tote', price: 632.4, discount: 158.1, quantity: 2 },
    { item_id: 'soap', price: 787.17, discount: 3.33, quantity: 3 },
  ]
  expect(events.slice(0, 2)).toMatchObject([
    { event: 'begin_checkout', value: 3626.3, items },
    { event: 'purchase', value: 3626.3, items },
  ])
})

test('STAT-01 an order is a purchase of its goods and a conversion at what it was placed for, once', () => {
  trackPurchase(placed, quote, lines, 'cod')
  trackPurchase(placed, quote, lines, 'cod')
  expect(events).toEqual([
    { event: 'purchase', transaction_id: 'SJ-7K2M9QXD', ...told, tax: 0, payment_method: 'cod' },
    { event: 'conversion', transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 3173 },
  ])
  trackPurchase({ ...placed, id: 'order2', number: 'SJ-OTHER234' }, quote, lines, 'cod')
  expect(events.slice(2)).toMatchObject([{ transaction_id: 'SJ-OTHER234' }, { transaction_id: 'SJ-OTHER234' }])
})

test('STAT-01 an order that is seen to stand later was paid for, unless in cash, and its gift was not bought', () => {
  const items = [soapItem, { ...soapItem, product: 'potli', is_gift: true }]
  trackLatePurchase({ ...soapOrder, items, payment_method: 'razorpay', payment_status: 'paid' }, [])
  const { number: transaction_id } = soapOrder
  expect(events).toMatchObject([
    { event: 'payment_success', transaction_id, currency: 'INR', value: 360, payment_method: 'online' },
    { event: 'purchase', transaction_id, value: 360, payment_method: 'online', items: [{ item_id: 'soap' }] },
    { event: 'conversion', transaction_id, value: 360 },
  ])
  trackLatePurchase({ ...soapOrder, id: 'order2', payment_status: 'paid' }, [])
  expect(events.slice(3)).toMatchObject([{ event: 'purchase', payment_method: 'cod' }, { event: 'conversion' }])
})
