import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { expect } from 'vitest'
import { parseProduct } from '../../src/domain/catalog/product'
import type { OrderView, PaymentSession, PlacedOrder } from '../../src/domain/orders/order'
import type { PlaceRequestInput, QuoteRequest } from '../../src/domain/orders/order-request'
import { type PricedProduct, priceCart, type QuoteOffer, type QuotePromotion } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/site/settings'
import { addCartLine, clearCart } from '../../src/features/cart/store'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import CheckoutPage from '../../src/pages/checkout'
import { Address, askingOnce } from './address'
import { recordEvents } from './events'
import { server } from './network'
import { soapItem, soapOrder } from './soap-order'
import { Surroundings } from './surroundings'

/** Razorpay's script as a page sees it: what it was opened with, and the ways a shopper leaves it. */
export class FakeSheet {
  static opened: FakeSheet[] = []
  open_ = false
  fail: (failure: object) => void = () => undefined
  constructor(readonly options: SheetOptions) {}
  on(_event: string, listener: (failure: object) => void): void {
    this.fail = listener
  }
  open(): void {
    this.open_ = true
    FakeSheet.opened.push(this)
  }
  close(): void {
    if (!this.open_) return
    this.open_ = false
    this.options.modal.ondismiss()
  }
  pay(): void {
    this.open_ = false
    this.options.handler?.(RETURNED)
  }
}

interface SheetOptions {
  handler?: (fields: object) => void
  modal: { ondismiss: () => void }
  callback_url?: string
  redirect?: boolean
}

const RETURNED = { razorpay_order_id: 'order_G1', razorpay_payment_id: 'pay_1', razorpay_signature: 'abc' }
export const sheet = async (): Promise<FakeSheet> => {
  await waitFor(() => expect(FakeSheet.opened.at(-1)?.open_).toBe(true))
  return FakeSheet.opened.at(-1) as FakeSheet
}

/** What the shopper does in the open sheet. */
export async function leave(task: (opened: FakeSheet) => void): Promise<void> {
  const opened = await sheet()
  await act(async () => task(opened))
}

export const session: PaymentSession = {
  provider: 'razorpay',
  key_id: 'rzp_test_1',
  gateway_order_id: 'order_G1',
  amount: 36050,
  currency: 'INR',
}

export const pending: OrderView = {
  ...soapOrder,
  status: 'pending',
  payment_method: 'razorpay',
  items: [{ ...soapItem, unit_price: 18025, line_total: 36050 }],
  items_total: 36050,
  grand_total: 36050,
  expires_at: '2026-11-20 10:15:00.000Z',
  payment: { provider: 'razorpay', state: 'open', error_reason: '' },
  cash: { method: 'cod', available: true, reason: '', total: 36100, round_off: 50 },
  placed_at: '2026-11-20 09:45:00.000Z',
  events: [],
}
export const paid: OrderView = {
  ...pending,
  status: 'confirmed',
  payment_status: 'paid',
  paid_total: 36050,
  expires_at: '',
  payment: null,
}
const cash: OrderView = {
  ...paid,
  payment_status: 'unpaid',
  payment_method: 'cod',
  paid_total: 0,
  round_off: 50,
  grand_total: 36100,
}

export const placedAs = (order: OrderView, payment: PaymentSession | null): PlacedOrder => ({
  id: order.id,
  number: order.number,
  status: order.status,
  payment_status: order.payment_status,
  fulfilment_status: order.fulfilment_status,
  payment_method: order.payment_method,
  grand_total: order.grand_total,
  access_token: 'opens-it',
  payment,
})

interface Shop {
  order: OrderView
  /** What the order becomes when the provider is asked. */
  known: OrderView | null
  provider: 'razorpay' | 'test'
  offer: QuoteOffer | null
  promotions: QuotePromotion[]
  placed: { key: string | null; body: PlaceRequestInput }[]
  asked: string[]
}
const newShop = (): Shop => ({
  order: pending,
  known: null,
  provider: 'razorpay',
  offer: null,
  promotions: [],
  placed: [],
  asked: [],
})

/** The shop's side: how the order stands, and what it was asked. */
export const shop = newShop()
let events: AnalyticsEvent[]

export const refusal = (status: number, code: string, more: object = {}) =>
  HttpResponse.json({ status, message: `Refused: ${code}.`, data: { code, ...more } }, { status })

export function open() {
  const client = askingOnce()
  return render(
    <Surroundings at="/checkout" client={client}>
      <Address />
      <Routes>
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="*" element={null} />
      </Routes>
    </Surroundings>,
  )
}

export const atConfirmation = () =>
  waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/order-confirmation/order1'))
export const button = (name: string | RegExp) => screen.findByRole('button', { name })
export const named = (name: AnalyticsEvent['event']) => events.filter(({ event }) => event === name)

export async function placeOnline(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: 'Pay online' }))
  const values = {
    'Full name': 'Meera Raghunathan',
    Email: 'meera.r@example.in',
    'Mobile number': '98450 12345',
    'PIN code': '560003',
    City: 'Bengaluru',
    'Address line 1': '14, 3rd Cross',
  }
  for (const [name, value] of Object.entries(values)) {
    await user.click(screen.getByRole('textbox', { name }))
    await user.paste(value)
  }
  await user.click(screen.getByRole('button', { name: 'Place order' }))
}

/** Opens the checkout and orders there, to be paid online. */
export async function orderOnline() {
  open()
  const user = userEvent.setup()
  await placeOnline(user)
  return user
}

/** The store's routes, answered from `shop`. */
function routesOfShop(): HttpHandler[] {
  const answer = (what: string) => {
    shop.asked.push(what)
    return HttpResponse.json(shop.order)
  }
  return [
    http.post('*/api/store/quote', async ({ request }) => {
      const soap: PricedProduct = {
        product: parseProduct({ id: 'soap', name: 'Neem & Tulsi Soap', price: 180.25, inStock: true }),
        available: null,
        hsn: '',
        gst_rate: 0,
      }
      const { items } = (await request.json()) as QuoteRequest
      const asked = items.map((item) => ({ product: item.product, quantity: item.quantity, color: item.color ?? '' }))
      const none = { promotions: [], code: null, now: 0 }
      const facts = { ...none, find: () => soap, settings: DEFAULT_SETTINGS, provider: shop.provider }
      return HttpResponse.json({ ...priceCart(asked, facts), offer: shop.offer, promotions: shop.promotions })
    }),
    http.post('*/api/store/orders', async ({ request }) => {
      shop.placed.push({
        key: request.headers.get('Idempotency-Key'),
        body: (await request.json()) as PlaceRequestInput,
      })
      return HttpResponse.json(placedAs(shop.order, { ...session, provider: shop.provider }), { status: 201 })
    }),
    http.get('*/api/store/orders/order1', ({ request }) =>
      request.headers.get('X-Order-Token') === 'opens-it' ? HttpResponse.json(shop.order) : refusal(404, ''),
    ),
    http.post('*/api/store/orders/order1/payment', async ({ request }) => {
      const { method } = (await request.json()) as { method: string }
      shop.asked.push(`payment ${method}`)
      if (method === 'cod') shop.order = cash
      return HttpResponse.json(placedAs(shop.order, method === 'cod' ? null : { ...session, provider: shop.provider }))
    }),
    http.post('*/api/store/orders/order1/payment/verify', async ({ request }) => {
      expect(await request.json()).toEqual(RETURNED)
      shop.order = shop.known ?? paid
      return answer('verify')
    }),
    http.post('*/api/store/orders/order1/payment/check', () => {
      shop.order = shop.known ?? shop.order
      return answer('check')
    }),
    http.post('*/api/store/orders/order1/payment/test', async ({ request }) => {
      const { outcome } = (await request.json()) as { outcome: string }
      if (outcome === 'success') shop.order = { ...paid, payment_method: 'test' }
      return answer(`test ${outcome}`)
    }),
    http.post('*/api/store/orders/order1/cancel', () => {
      shop.order = { ...pending, status: 'cancelled', payment_status: 'voided', payment: null, expires_at: '' }
      return answer('cancel')
    }),
    http.get('*/api/collections/promotions/records', () => HttpResponse.json({ items: [] })),
    http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })),
  ]
}

/** Before each test: a shop that was asked nothing yet, and two bars of soap in the cart. */
export function prepareShop(): void {
  FakeSheet.opened = []
  window.Razorpay = FakeSheet as unknown as NonNullable<typeof window.Razorpay>
  window.scrollTo = () => undefined
  Object.assign(shop, newShop())
  events = recordEvents()
  server.use(...routesOfShop())
  act(() => clearCart())
  addCartLine({
    productId: 'soap',
    product: { id: 'soap', name: 'Neem & Tulsi Soap', price: 180.25, images: [] },
    quantity: 2,
    color: '',
  })
}
