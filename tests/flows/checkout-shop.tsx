import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router-dom'
import { parseProduct } from '../../src/domain/catalog/product'
import { type Promotion, parsePromotion } from '../../src/domain/offers/promotion'
import type { PlacedOrder } from '../../src/domain/orders/order'
import type { PlaceRequestInput, QuoteRequest } from '../../src/domain/orders/order-request'
import { type PricedProduct, priceCart, type Quote, type QuoteFacts } from '../../src/domain/orders/quote'
import { DEFAULT_SETTINGS, type StoreSettings } from '../../src/domain/site/settings'
import { forgetCode } from '../../src/features/cart/offer-code'
import { addCartLine, clearCart } from '../../src/features/cart/store'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import CheckoutPage from '../../src/pages/checkout'
import OrderConfirmationPage from '../../src/pages/order-confirmation'
import TrackOrderPage from '../../src/pages/track-order'
import { Address, askingOnce } from './address'
import { recordEvents } from './events'
import { server } from './network'
import { soapOrder as order } from './soap-order'
import { Surroundings } from './surroundings'

/** The shop's side: what its records say, and what it was asked. Prices are made by the shop's own rule. */
interface Shop {
  price: number
  /** Struck through; 0 without. */
  original: number
  available: number | null
  gift: boolean
  /** One that needs no code. */
  automatic: Promotion | null
  code: QuoteFacts['code']
  online: boolean
  settings: StoreSettings
  quotes: number
  orders: { key: string | null; body: PlaceRequestInput }[]
}
export let shop: Shop
export let events: AnalyticsEvent[]

export const diwali = parsePromotion({ id: 'd', active: true, code: 'DIWALI15', kind: 'percent', value: 15 })

export function priced(
  items: QuoteRequest['items'],
  code: string | null | undefined = shop.code?.typed,
  facts: Partial<QuoteFacts> = {},
): Quote {
  const soap: PricedProduct = {
    product: parseProduct({
      id: 'soap',
      name: 'Neem & Tulsi Soap',
      price: shop.price,
      original_price: shop.original,
      inStock: true,
    }),
    available: shop.available,
    hsn: '',
    gst_rate: 0,
  }
  const potli: PricedProduct = {
    product: parseProduct({ id: 'potli', name: 'Festive Potli Pouch', price: 450, inStock: true }),
    available: null,
    hsn: '',
    gst_rate: 0,
  }
  const asked = items.map((item) => ({ product: item.product, quantity: item.quantity, color: item.color ?? '' }))
  return priceCart(asked, {
    find: (id) => [soap, potli].find(({ product }) => product.id === id),
    settings: shop.settings,
    promotions: shop.gift
      ? [parsePromotion({ id: 'o', active: true, kind: 'gift', gift: 'potli' })]
      : shop.automatic
        ? [shop.automatic]
        : [],
    code: code ? shop.code : null,
    provider: shop.online ? 'razorpay' : null,
    now: 0,
    ...facts,
  })
}

export const placed: PlacedOrder = {
  id: order.id,
  number: order.number,
  status: 'confirmed',
  payment_status: 'unpaid',
  fulfilment_status: 'unfulfilled',
  payment_method: 'cod',
  grand_total: 36000,
  access_token: 'opens-it',
  payment: null,
}

export type Answer = () => Response | Promise<Response>

/** Answers of `POST orders`, one after the other; the last one stays. */
export function answerOrders(...answers: Answer[]): void {
  let turn = 0
  server.use(
    http.post('*/api/store/orders', async ({ request }) => {
      const body = (await request.json()) as PlaceRequestInput
      shop.orders.push({ key: request.headers.get('Idempotency-Key'), body })
      const answer = answers[Math.min(turn, answers.length - 1)]
      turn += 1
      return answer ? answer() : HttpResponse.error()
    }),
  )
}

export const stands: Answer = () => HttpResponse.json(placed, { status: 201 })
export const refuses =
  (status: number, data: object, message = 'Refused.'): Answer =>
  () =>
    HttpResponse.json({ status, message, data }, { status })

export function open(path = '/checkout') {
  const client = askingOnce()
  return render(
    <Surroundings at={path} client={client} account>
      <Address />
      <Routes>
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/order-confirmation/:id" element={<OrderConfirmationPage />} />
        <Route path="/track-order" element={<TrackOrderPage />} />
        <Route path="*" element={null} />
      </Routes>
    </Surroundings>,
  )
}

export function putIntoCart(quantity = 2, price = 180): void {
  addCartLine({
    productId: 'soap',
    product: { id: 'soap', name: 'Neem & Tulsi Soap', price, images: [] },
    quantity,
    color: '',
  })
}

export const field = (name: string) => screen.getByRole('textbox', { name })

export async function put(user: ReturnType<typeof userEvent.setup>, name: string, text: string): Promise<void> {
  await user.click(field(name))
  await user.paste(text)
}

export async function fill(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await screen.findByRole('radio', { name: 'Cash on delivery' })
  await put(user, 'Full name', 'Meera Raghunathan')
  await put(user, 'Email', 'Meera.R@example.in')
  await put(user, 'Mobile number', '98450 12345')
  await put(user, 'PIN code', '560003')
  await put(user, 'City', 'Bengaluru')
  await put(user, 'Address line 1', '14, 3rd Cross')
}

/** A checkout of two bars of soap, filled in. */
export async function filledIn(): Promise<ReturnType<typeof userEvent.setup>> {
  putIntoCart()
  open()
  const user = userEvent.setup()
  await fill(user)
  return user
}

export const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Place order' }))

/** A new one for each test, with an empty cart. */
export function openShop(): void {
  shop = {
    price: 180,
    original: 0,
    available: null,
    gift: false,
    automatic: null,
    code: null,
    online: false,
    settings: DEFAULT_SETTINGS,
    quotes: 0,
    orders: [],
  }
  events = recordEvents()
  server.use(
    http.post('*/api/store/quote', async ({ request }) => {
      shop.quotes += 1
      const { items, code, without } = (await request.json()) as QuoteRequest
      const { automatic } = shop
      return HttpResponse.json(
        priced(items, code, automatic && without?.includes(automatic.id) ? { promotions: [] } : {}),
      )
    }),
    http.get('*/api/store/orders/order1', ({ request }) =>
      request.headers.get('X-Order-Token') === 'opens-it'
        ? HttpResponse.json(order)
        : HttpResponse.json({ status: 404, message: 'Missing.', data: {} }, { status: 404 }),
    ),
    http.get('*/api/collections/promotions/records', () => HttpResponse.json({ items: [], page: 1, perPage: 1 })),
    http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })),
  )
  act(() => {
    clearCart()
    forgetCode()
  })
}
