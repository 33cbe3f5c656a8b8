import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import type { OrderView } from '../../src/domain/orders/order'
import { currentLines } from '../../src/features/cart/store'
import { useOrderPayment } from '../../src/features/orders/pay-order'
import { readPendingOrder } from '../../src/features/orders/pending-order'
import { PendingPayment } from '../../src/features/orders/pending-payment'
import { server } from './network'
import {
  atConfirmation,
  button,
  FakeSheet,
  leave,
  named,
  open,
  orderOnline,
  paid,
  pending,
  placedAs,
  placeOnline,
  prepareShop,
  refusal,
  session,
  sheet,
  shop,
} from './paying-checkout'

beforeEach(prepareShop)

describe('paying online at checkout', () => {
  test('ORDER-04 ORDER-12 STAT-01 success: the order stands when the store says so, and only then the cart is empty', async () => {
    await orderOnline()
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
    const user = await orderOnline()
    const first = await sheet()
    act(() => first.fail({ error: { reason: 'insufficient_fund', description: '<b>Z9: RC 51</b>' } }))
    act(() => first.close())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There was not enough money in the account. Try another account or card. Your order is kept until 3:45 pm.',
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
    const user = await orderOnline()
    await leave((opened) => opened.close())
    expect(await screen.findByText('Nothing has been charged. Your order is kept until 3:45 pm.')).toBeVisible()
    expect(shop.asked).toEqual(['check'])
    expect(currentLines()).toHaveLength(1)
    await user.click(await button('Cash on delivery instead, ₹361.00'))
    await atConfirmation()
    expect(currentLines()).toEqual([])
    expect(named('purchase')).toMatchObject([{ value: 360.5, payment_method: 'cod' }])
    expect(named('payment_success')).toEqual([])
  })

  test('ORDER-04 closed after the money had gone: the order stands', async () => {
    await orderOnline()
    const opened = await sheet()
    shop.known = paid
    act(() => opened.close())
    await atConfirmation()
    expect(document.body).not.toHaveTextContent('Nothing has been charged')
  })

  test('ORDER-04 money that came through a bank’s app closes the sheet by itself', async () => {
    await orderOnline()
    const opened = await sheet()
    shop.order = paid
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await atConfirmation()
    expect(opened.open_).toBe(false)
  })

  test('ORDER-04 whoever comes back while the store is asked does not have it asked twice as often', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked: (() => void)[] = []
    const confirming = { provider: 'razorpay', state: 'confirming', error_reason: '' } as const
    const order: OrderView = { ...pending, payment: confirming }
    server.use(
      http.post('*/api/store/orders/order1/payment/check', async () => {
        await new Promise<void>((answer) => asked.push(answer))
        return HttpResponse.json(order)
      }),
    )
    const seen = vi.fn()
    const client = createQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    renderHook(() => useOrderPayment(order, seen), { wrapper })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    for (const questions of [2, 3]) {
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.waitFor(() => expect(asked).toHaveLength(questions))
    }
    for (const answer of asked) answer()
    await vi.waitFor(() => expect(seen).toHaveBeenCalledTimes(2))
    await vi.advanceTimersByTimeAsync(8000)
    expect(asked).toHaveLength(4)
  })

  test('ORDER-04 a slow bank: nobody is asked to pay again, and the page goes on by itself', async () => {
    shop.known = {
      ...pending,
      payment_status: 'authorized',
      payment: { provider: 'razorpay', state: 'confirming', error_reason: '' },
    }
    await orderOnline()
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
    const user = await orderOnline()
    const opened = await sheet()
    act(() => opened.pay())
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    await user.click(await button('Check payment status'))
    // The provider has not told the store yet.
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    server.use(http.post('*/api/store/orders/order1/payment/check', () => HttpResponse.error(), { once: true }))
    await user.click(await button('Check payment status'))
    expect(await screen.findByText(/We cannot reach the shop/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    shop.known = paid
    await user.click(await button('Check payment status'))
    await atConfirmation()
  })

  test('ORDER-04 a refused signature proves nothing: the provider is asked before anything is said', async () => {
    server.use(http.post('*/api/store/orders/order1/payment/verify', () => refusal(400, 'bad_signature')))
    await orderOnline()
    const opened = await sheet()
    shop.known = { ...pending, payment: { provider: 'razorpay', state: 'confirming', error_reason: '' } }
    act(() => opened.pay())
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    expect(shop.asked).toEqual(['check'])
    expect(document.body).not.toHaveTextContent('Nothing has been charged')
  })

  test('ORDER-04 a bank that did not answer in time may still pay: no second try is offered', async () => {
    const user = await orderOnline()
    const opened = await sheet()
    act(() => opened.fail({ error: { reason: 'payment_timed_out' } }))
    act(() => opened.close())
    expect(await screen.findByText(/Please do not pay again yet/)).toBeVisible()
    shop.known = { ...pending, payment: { provider: 'razorpay', state: 'failed', error_reason: 'payment_timed_out' } }
    await user.click(await button('Check payment status'))
    expect(await button(/Try again to pay/)).toBeVisible()
  })

  test('ORDER-05 GUARD-14 a store that is too busy is asked again by itself, with the same key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/store/orders', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        if (keys.length > 2) return undefined
        return refusal(503, 'store_busy', { retry_after: 0.01 })
      }),
    )
    await orderOnline()
    await leave((opened) => opened.pay())
    await atConfirmation()
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  test('ORDER-04 PAY-08 the provider out of reach: the order is kept, and trying again opens it', async () => {
    server.use(
      http.post('*/api/store/orders', () => refusal(503, 'gateway_unavailable', { order: placedAs(pending, null) })),
    )
    const user = await orderOnline()
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the payment company at the moment.')
    expect(screen.getByRole('button', { name: /^Cash on delivery instead/ })).toBeVisible()
    server.use(
      http.post('*/api/store/orders/order1/payment', () => refusal(503, 'gateway_unavailable'), { once: true }),
    )
    await user.click(await button(/Try again to pay/))
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the payment company at the moment.')
    await user.click(await button(/Try again to pay/))
    await leave((opened) => opened.pay())
    await atConfirmation()
  })

  test('ORDER-04 STAT-01 a script that is blocked is said, and fetched again when asked', async () => {
    delete window.Razorpay
    const user = await orderOnline()
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
    await orderOnline()
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

  test('ORDER-04 a cash order that is to be paid online opens the sheet, though its page hears of that first', async () => {
    let answer: (() => void) | undefined
    server.use(
      http.post('*/api/store/orders/order1/payment', async () => {
        await new Promise<void>((answered) => {
          answer = answered
        })
        return HttpResponse.json(placedAs(pending, session))
      }),
    )
    const client = createQueryClient()
    const page = (order: OrderView) => (
      <QueryClientProvider client={client}>
        <PendingPayment order={order} />
      </QueryClientProvider>
    )
    const { rerender } = render(page({ ...pending, payment_method: 'cod', payment: null, pay_online: true }))
    await userEvent.click(await button('Pay online instead'))
    await waitFor(() => expect(answer).toBeDefined())
    rerender(page(pending))
    answer?.()
    await leave((opened) => opened.pay())
    await waitFor(() => expect(shop.asked).toContain('verify'))
  })

  test('ORDER-02 PAY-14 cash is asked for as it is collected: in whole rupees, with its rounding shown', async () => {
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

test('OFFER-02 ORDER-02 RISK-06 a gift that is out of stock is said before anything is paid', async () => {
  const gift = { product: 'potli', name: 'Silk Potli Pouch', image: '', available: false }
  const offer = {
    id: 'offer1',
    title: 'A festive potli',
    description: '',
    active: true,
    for_these: true,
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
  shop.promotions = [{ id: 'offer1', name: 'A festive potli', code: '', kind: 'gift', amount: 45000, gift }]
  open()
  expect(await screen.findByText('A gift with this order · 1')).toBeInTheDocument()
})

describe('test payments', () => {
  test('ORDER-04 STAT-01 PAY-15 are labelled as such wherever they show', async () => {
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
