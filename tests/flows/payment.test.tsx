import { QueryClientProvider } from '@tanstack/react-query'
import { act, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import type { OrderView, PaymentSession, PlacedOrder } from '../../src/domain/order'
import type { PlaceRequestInput, QuoteRequest } from '../../src/domain/order-request'
import { parseProduct } from '../../src/domain/product'
import { type PricedProduct, priceCart, type QuoteOffer } from '../../src/domain/quote'
import { DEFAULT_SETTINGS } from '../../src/domain/settings'
import { addLine, clearCart, currentLines } from '../../src/features/cart/store'
import { keepDraft, readDraft } from '../../src/features/checkout/form-draft'
import { keepOrderToken } from '../../src/features/orders/order-tokens'
import { keepPendingOrder, readPendingOrder } from '../../src/features/orders/pending-order'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import CheckoutPage from '../../src/pages/checkout'
import { recordEvents } from './events'
import { server } from './network'
import { soapItem, soapOrder } from './soap-order'

// Questions to the bank and lost answers have pauses of their own.
configure({ asyncUtilTimeout: 9000 })
vi.setConfig({ testTimeout: 20_000 })

/** Razorpay's script as a page sees it: what it was opened with, and the ways a shopper leaves it. */
class FakeSheet {
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
const sheet = async (): Promise<FakeSheet> => {
  await waitFor(() => expect(FakeSheet.opened.at(-1)?.open_).toBe(true))
  return FakeSheet.opened.at(-1) as FakeSheet
}

/** What the shopper does in the open sheet. */
async function leave(deed: (opened: FakeSheet) => void): Promise<void> {
  const opened = await sheet()
  await act(async () => deed(opened))
}

const session: PaymentSession = {
  provider: 'razorpay',
  key_id: 'rzp_test_1',
  gateway_order_id: 'order_G1',
  amount: 36050,
  currency: 'INR',
}

const pending: OrderView = {
  ...soapOrder,
  status: 'pending',
  payment_method: 'razorpay',
  items: [{ ...soapItem, unit_price: 18025, line_total: 36050 }],
  items_total: 36050,
  grand_total: 36050,
  expires_at: '2026-11-20 10:15:00.000Z',
  payment: { provider: 'razorpay', state: 'open', error_reason: '' },
  placed_at: '2026-11-20 09:45:00.000Z',
  events: [],
}
const paid: OrderView = {
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

const placedAs = (order: OrderView, payment: PaymentSession | null): PlacedOrder => ({
  id: order.id,
  number: order.number,
  status: order.status,
  payment_status: order.payment_status,
  fulfilment_status: order.fulfilment_status,
  grand_total: order.grand_total,
  access_token: 'opens-it',
  payment,
})

/** The shop's side: how the order stands, and what it was asked. */
let shop: {
  order: OrderView
  /** What the order becomes when the provider is asked. */
  known: OrderView | null
  provider: 'razorpay' | 'test'
  offer: QuoteOffer | null
  placed: { key: string | null; body: PlaceRequestInput }[]
  asked: string[]
}
let events: AnalyticsEvent[]

const refusal = (status: number, code: string, more: object = {}) =>
  HttpResponse.json({ status, message: `Refused: ${code}.`, data: { code, ...more } }, { status })

function Address() {
  return <output aria-label="Address">{useLocation().pathname}</output>
}

function open() {
  const client = createQueryClient()
  const queries = client.getDefaultOptions().queries
  client.setDefaultOptions({ queries: { ...queries, retry: false, refetchInterval: false } })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/checkout']}>
        <Address />
        <Routes>
          <Route path="/checkout" element={<CheckoutPage />} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const atConfirmation = () =>
  waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/order-confirmation/order1'))
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const named = (name: AnalyticsEvent['event']) => events.filter(({ event }) => event === name)

async function placeOnline(user: ReturnType<typeof userEvent.setup>): Promise<void> {
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

/** As after a reload: the order is made, its payment is not. */
function waitForPayment(order: OrderView = pending): void {
  shop.order = order
  keepOrderToken('order1', 'opens-it')
  keepPendingOrder('order1', '')
}

beforeEach(() => {
  FakeSheet.opened = []
  window.Razorpay = FakeSheet as unknown as NonNullable<typeof window.Razorpay>
  window.scrollTo = () => undefined
  shop = { order: pending, known: null, provider: 'razorpay', offer: null, placed: [], asked: [] }
  events = recordEvents()
  const answer = (what: string) => {
    shop.asked.push(what)
    return HttpResponse.json(shop.order)
  }
  server.use(
    http.post('*/api/store/quote', async ({ request }) => {
      const soap: PricedProduct = {
        product: parseProduct({ id: 'soap', name: 'Neem & Tulsi Soap', price: 180.25, inStock: true }),
        available: null,
        hsn: '',
        gst_rate: 0,
      }
      const { items } = (await request.json()) as QuoteRequest
      const asked = items.map((item) => ({ product: item.product, quantity: item.quantity, color: item.color ?? '' }))
      const facts = { find: () => soap, settings: DEFAULT_SETTINGS, offer: null, provider: shop.provider, now: 0 }
      return HttpResponse.json({ ...priceCart(asked, facts), offer: shop.offer })
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
    http.get('*/api/collections/special_offers/records', () => HttpResponse.json({ items: [] })),
    http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })),
  )
  act(() => clearCart())
  addLine({
    productId: 'soap',
    product: { id: 'soap', name: 'Neem & Tulsi Soap', price: 180.25, images: [] },
    quantity: 2,
    color: '',
  })
})

describe('paying online at checkout', () => {
  test('ORDER-04 ORDER-12 STAT-01 success: the order stands when the store says so, and only then the cart is empty', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    expect(opened.options).toEqual({
      key: 'rzp_test_1',
      order_id: 'order_G1',
      amount: 36050,
      currency: 'INR',
      name: 'Sabun & Jhola',
      description: 'Order SJ-7K2M9QXD',
      prefill: { name: 'Meera Raghunathan', email: 'meera.r@example.in', contact: '+919845012345' },
      handler: expect.any(Function),
      modal: { ondismiss: expect.any(Function), confirm_close: true, escape: true, backdropclose: false },
      retry: { enabled: true },
      timeout: 900,
      config: { display: { hide: [{ method: 'upi', flows: ['collect'] }] } },
    })
    expect(currentLines()).toHaveLength(1)
    expect(named('purchase')).toEqual([])
    act(() => opened.pay())
    await atConfirmation()
    expect(currentLines()).toEqual([])
    expect(readPendingOrder()).toBeNull()
    expect(sessionStorage).toHaveLength(0)
    expect(shop.placed.map(({ body }) => [body.payment_method, body.expected_total])).toEqual([['online', 36050]])
    const payment = { transaction_id: 'SJ-7K2M9QXD', currency: 'INR', value: 360.5, payment_method: 'online' }
    expect(named('payment_start')).toEqual([{ event: 'payment_start', ...payment }])
    expect(named('payment_success')).toEqual([{ event: 'payment_success', ...payment }])
    expect(named('purchase')).toEqual([
      {
        event: 'purchase',
        ...payment,
        shipping: 0,
        coupon: '',
        items: [{ item_id: 'soap', item_name: 'Neem & Tulsi Soap', price: 180.25, quantity: 2, index: 0 }],
        tax: 0,
      },
    ])
    expect(named('payment_failure')).toEqual([])
  })

  test('ORDER-04 STAT-01 a failed try is told in plain words, and the next one succeeds', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const first = await sheet()
    act(() => first.fail({ error: { reason: 'insufficient_fund', description: '<b>Z9: RC 51</b>' } }))
    act(() => first.close())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There was not enough money in the account. Another account or card may do. Your order is kept until 3:45 pm.',
    )
    expect(document.body).not.toHaveTextContent('RC 51')
    expect(named('payment_failure')).toEqual([
      {
        event: 'payment_failure',
        transaction_id: 'SJ-7K2M9QXD',
        currency: 'INR',
        value: 360.5,
        payment_method: 'online',
        reason: 'insufficient_fund',
      },
    ])
    await user.dblClick(await button(/Try again to pay ₹360\.50/))
    await waitFor(() => expect(FakeSheet.opened).toHaveLength(2))
    await leave((opened) => opened.pay())
    await atConfirmation()
    expect(shop.asked.filter((what) => what.startsWith('payment'))).toEqual(['payment online'])
    expect(named('payment_success')).toHaveLength(1)
  })

  test('ORDER-04 closed without paying: nothing was charged, the order is kept, and cash on delivery makes it stand', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    await leave((opened) => opened.close())
    expect(await screen.findByText('Nothing has been charged. Your order is kept until 3:45 pm.')).toBeVisible()
    expect(shop.asked).toEqual(['check'])
    expect(currentLines()).toHaveLength(1)
    await user.click(await button('Cash on delivery instead, ₹361.00'))
    await atConfirmation()
    expect(currentLines()).toEqual([])
    expect(named('purchase')).toMatchObject([{ value: 361, payment_method: 'cod' }])
    expect(named('payment_success')).toEqual([])
  })

  test('ORDER-04 closed after the money had gone: the order stands', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    shop.known = paid
    act(() => opened.close())
    await atConfirmation()
    expect(document.body).not.toHaveTextContent('Nothing has been charged')
  })

  test('ORDER-04 money that came through a bank’s app closes the sheet by itself', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    shop.order = paid
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await atConfirmation()
    expect(opened.open_).toBe(false)
  })

  test('ORDER-04 a slow bank: nobody is asked to pay again, and the page goes on by itself', async () => {
    shop.known = {
      ...pending,
      payment_status: 'authorized',
      payment: { provider: 'razorpay', state: 'confirming', error_reason: '' },
    }
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    act(() => opened.pay())
    expect(await screen.findByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
    expect(screen.getByText(/Please do not pay again yet/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /Pay/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Change the order' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Check payment status' })).toBeVisible()
    shop.known = paid
    await atConfirmation()
    expect(shop.asked).toEqual(['verify', 'check'])
  })

  test('ORDER-04 a payment whose proof does not reach the store is not paid again; the button asks', async () => {
    server.use(http.post('*/api/store/orders/order1/payment/verify', () => HttpResponse.error()))
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    act(() => opened.pay())
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    await user.click(await button('Check payment status'))
    // The provider has not told the store yet.
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    server.use(http.post('*/api/store/orders/order1/payment/check', () => HttpResponse.error(), { once: true }))
    await user.click(await button('Check payment status'))
    expect(await screen.findByText(/The store cannot be reached/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    shop.known = paid
    await user.click(await button('Check payment status'))
    await atConfirmation()
  })

  test('ORDER-04 a bank that did not answer in time may still pay: no second try is offered', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const opened = await sheet()
    act(() => opened.fail({ error: { reason: 'payment_timed_out' } }))
    act(() => opened.close())
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    shop.known = { ...pending, payment: { provider: 'razorpay', state: 'failed', error_reason: 'payment_timed_out' } }
    await user.click(await button('Check payment status'))
    expect(await button(/Try again to pay/)).toBeVisible()
  })

  test('ORDER-04 the provider out of reach: the order is kept, and trying again opens it', async () => {
    server.use(
      http.post('*/api/store/orders', () => refusal(503, 'gateway_unavailable', { order: placedAs(pending, null) })),
    )
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the payment provider at the moment.')
    expect(screen.getByRole('button', { name: /^Cash on delivery instead/ })).toBeVisible()
    server.use(
      http.post('*/api/store/orders/order1/payment', () => refusal(503, 'gateway_unavailable'), { once: true }),
    )
    await user.click(await button(/Try again to pay/))
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the payment provider at the moment.')
    await user.click(await button(/Try again to pay/))
    await leave((opened) => opened.pay())
    await atConfirmation()
  })

  test('ORDER-04 STAT-01 a script that is blocked is said, and fetched again when asked', async () => {
    delete window.Razorpay
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    const script = () =>
      waitFor(() => document.querySelector<HTMLScriptElement>('script[src*="checkout.js"]') as HTMLScriptElement)
    await waitFor(async () => expect(await script()).not.toBeNull())
    fireEvent.error(await script())
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment page did not load.')
    expect(screen.getByRole('button', { name: /^Cash on delivery instead/ })).toBeVisible()
    expect(named('payment_failure')).toMatchObject([{ reason: 'script_blocked' }])
    await user.click(await button(/Try again to pay/))
    await waitFor(async () => expect(await script()).not.toBeNull())
    window.Razorpay = FakeSheet as unknown as NonNullable<typeof window.Razorpay>
    fireEvent.load(await script())
    await leave((opened) => opened.pay())
    await atConfirmation()
  })

  test('ORDER-04 in a browser inside another app the provider sends the shopper back by address', async () => {
    const agent = vi
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (Linux; Android 13) Instagram 300.0')
    open()
    await placeOnline(userEvent.setup())
    const { options } = await sheet()
    expect(options.redirect).toBe(true)
    expect(options.callback_url).toBe(`${location.origin}/api/store/payment/return?order=order1`)
    expect(options.handler).toBeUndefined()
    agent.mockRestore()
  })

  test('ORDER-04 leaving the page takes the sheet away', async () => {
    const page = open()
    await placeOnline(userEvent.setup())
    const opened = await sheet()
    page.unmount()
    expect(opened.open_).toBe(false)
    expect(readPendingOrder()?.id).toBe('order1')
  })

  test('ORDER-02 cash is asked for as it is collected: in whole rupees, with its rounding shown', async () => {
    shop.provider = 'test'
    open()
    expect(await screen.findByRole('radio', { name: 'Cash on delivery' })).toBeChecked()
    expect(await screen.findAllByText('₹361.00')).not.toHaveLength(0)
    expect(screen.getByText('Round-off').parentElement).toHaveTextContent('₹0.50')
    await userEvent.click(screen.getByRole('radio', { name: 'Pay online' }))
    expect(await screen.findAllByText('₹360.50')).not.toHaveLength(0)
    expect(screen.queryByText('Round-off')).toBeNull()
    await placeOnline(userEvent.setup())
    await waitFor(() => expect(shop.placed.map(({ body }) => body.expected_total)).toEqual([36050]))
  })
})

test('OFFER-02 ORDER-02 a gift that is out of stock is said before anything is paid', async () => {
  const gift = { product: 'potli', name: 'Silk Potli Pouch', image: '', available: false }
  const offer = {
    id: 'offer1',
    title: 'A festive potli',
    description: '',
    active: true,
    missing: 0,
    sentence: '',
    gift,
  }
  shop.offer = offer
  const page = open()
  expect(
    await screen.findByText('The gift, Silk Potli Pouch, is out of stock. Your order goes out without it.'),
  ).toBeInTheDocument()
  page.unmount()
  shop.offer = { ...offer, gift: { ...gift, available: true } }
  open()
  expect(await screen.findByText('A gift with this order · 1')).toBeInTheDocument()
})

describe('coming back to an order that waits for its payment', () => {
  test('ORDER-05 a reload goes on with the same order', async () => {
    waitForPayment()
    open()
    const user = userEvent.setup()
    expect(await screen.findByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(screen.getByText('Your order is kept until 3:45 pm. It is confirmed as soon as it is paid.')).toBeVisible()
    await user.click(await button('Pay ₹360.50'))
    await leave((opened) => opened.pay())
    await atConfirmation()
    expect(shop.placed).toEqual([])
    expect(named('purchase')).toHaveLength(1)
  })

  test('ORDER-04 ORDER-12 paid meanwhile: the order is shown and the cart is empty', async () => {
    waitForPayment()
    shop.known = paid
    open()
    await atConfirmation()
    expect(currentLines()).toEqual([])
    expect(named('purchase')).toHaveLength(1)
  })

  test('ORDER-05 an order placed in another tab is this tab’s too', async () => {
    open()
    await screen.findByRole('radio', { name: 'Pay online' })
    waitForPayment()
    fireEvent(window, new StorageEvent('storage', { key: 'any' }))
    expect(await screen.findByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Place order' })).toBeNull()
  })

  test('ORDER-06 what somebody ordered and typed while signed in is nobody else’s on the same device', async () => {
    waitForPayment()
    keepPendingOrder('order1', 'user-1')
    keepDraft({ ...readDraft(''), contact: pending.contact }, 'user-1')
    open()
    expect(await button('Place order')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('')
    expect(screen.queryByText('Order SJ-7K2M9QXD')).toBeNull()
    expect(shop.asked).toEqual([])
    expect(readPendingOrder()?.id).toBe('order1')
  })

  test('ORDER-05 to change the order calls it off first; the form is as it was left, and the next order has a new key', async () => {
    open()
    const user = userEvent.setup()
    await placeOnline(user)
    await leave((opened) => opened.close())
    await user.click(await button('Change the order'))
    const news = await screen.findByText(/Order SJ-7K2M9QXD is called off and nothing has been charged/)
    expect(news).toBeVisible()
    // The pressed button is gone; what became of it takes the focus.
    await waitFor(() => expect(news.closest('[role=status]')).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'Full name' })).toHaveValue('Meera Raghunathan')
    expect(currentLines()).toHaveLength(1)
    expect(shop.asked).toEqual(['check', 'check', 'cancel'])
    shop.order = pending
    await screen.findByRole('radio', { name: 'Pay online' })
    await user.click(screen.getByRole('button', { name: 'Place order' }))
    await waitFor(() => expect(shop.placed).toHaveLength(2))
    expect(shop.placed[0]?.key).not.toBe(shop.placed[1]?.key)
  })

  test('ORDER-05 money that arrives just then comes before changing', async () => {
    waitForPayment()
    open()
    const user = userEvent.setup()
    const change = await button('Change the order')
    shop.known = paid
    await user.click(change)
    await atConfirmation()
    expect(shop.asked).not.toContain('cancel')
  })

  test('ORDER-05 an order that was not paid in time says so above the form, and ordering again makes a new one', async () => {
    waitForPayment({ ...pending, status: 'expired', payment: null, expires_at: '' })
    open()
    expect(await screen.findByText(/was not paid in time, so it was not made/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Place order' })).toBeVisible()
    expect(currentLines()).toHaveLength(1)
  })

  test('ORDER-12 money that came too late and goes back is no purchase: the cart stays', async () => {
    waitForPayment({ ...pending, ...paid, status: 'expired', payment: null, expires_at: '' })
    open()
    await atConfirmation()
    expect(currentLines()).toHaveLength(1)
    expect(named('purchase')).toEqual([])
  })

  test('ORDER-05 the key of an order that was called off is not used for another', async () => {
    let answers = 0
    server.use(
      http.post('*/api/store/orders', ({ request }) => {
        answers += 1
        shop.placed.push({ key: request.headers.get('Idempotency-Key'), body: {} as PlaceRequestInput })
        const order = answers === 1 ? { ...pending, status: 'expired' as const } : pending
        return HttpResponse.json(placedAs(order, answers === 1 ? null : session), { status: 201 })
      }),
    )
    open()
    await placeOnline(userEvent.setup())
    await sheet()
    expect(new Set(shop.placed.map(({ key }) => key)).size).toBe(2)
  })

  test('ORDER-05 another cart is another order: the form stands, and the earlier order is one press away', async () => {
    waitForPayment()
    addLine({
      productId: 'soap',
      product: { id: 'soap', name: 'Soap', price: 180.25, images: [] },
      quantity: 1,
      color: '',
    })
    open()
    expect(await screen.findByText(/Order SJ-7K2M9QXD of ₹360\.50 is still waiting/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to this order' })).toHaveAttribute('href', '/order-confirmation/order1')
    expect(screen.getByRole('button', { name: 'Place order' })).toBeVisible()
  })

  test('ORDER-06 an order this browser may not see any more is let go', async () => {
    keepPendingOrder('order1', '')
    open()
    expect(await button('Place order')).toBeVisible()
    expect(readPendingOrder()).toBeNull()
  })
})

describe('test payments', () => {
  test('ORDER-04 STAT-01 are labelled as such wherever they show', async () => {
    shop.provider = 'test'
    shop.order = {
      ...pending,
      payment_method: 'test',
      payment: { provider: 'test', state: 'open', error_reason: '' },
    }
    open()
    const user = userEvent.setup()
    const online = await screen.findByRole('radio', { name: 'Pay online' })
    expect(online).toHaveAccessibleDescription(/^Test payment: no money moves/)
    expect(document.querySelector('link[rel=prefetch]')).toBeNull()
    await placeOnline(user)
    const dialog = await screen.findByRole('dialog', { name: 'Test payment' })
    expect(dialog).toHaveTextContent('No money moves')
    await user.click(await button('Fail'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The payment did not go through.')
    await user.click(await button(/Try again to pay/))
    await screen.findByRole('dialog', { name: 'Test payment' })
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Nothing has been charged. Your order is kept until 3:45 pm.')).toBeVisible()
    expect(screen.getByText('This is a test order: no money moves.')).toBeVisible()
    await user.click(await button('Pay ₹360.50'))
    await screen.findByRole('dialog', { name: 'Test payment' })
    const [pay] = screen.getAllByRole('button', { name: 'Pay ₹360.50' })
    if (pay) await user.click(pay)
    await atConfirmation()
    expect(shop.asked.filter((what) => what.startsWith('test'))).toEqual(['test failure', 'test success'])
    expect(FakeSheet.opened).toEqual([])
    expect(named('payment_success')).toMatchObject([{ payment_method: 'test' }])
    expect(named('payment_failure').map((event) => 'reason' in event && event.reason)).toEqual([
      'test_failure',
      'dismissed',
    ])
  })
})
