import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { createMemoryRouter, type InitialEntry, Route, RouterProvider, Routes } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { createQueryClient } from '../../src/api/query-client'
import type { CartLine } from '../../src/domain/cart/cart'
import { DAY_MS, formatDate, recordDate } from '../../src/domain/date'
import type { OrderView } from '../../src/domain/orders/order'
import { AuthProvider } from '../../src/features/account/auth-context'
import { addCartLine, clearCart, currentLines, useCartSheet } from '../../src/features/cart/store'
import { saveOrderToken } from '../../src/features/orders/order-tokens'
import { readPendingOrder, savePendingOrder } from '../../src/features/orders/pending-order'
import { keepSeenOrder, seenOrder } from '../../src/features/orders/seen-orders'
import ContactPage from '../../src/pages/contact'
import OrderPage from '../../src/pages/order'
import OrderConfirmationPage from '../../src/pages/order-confirmation'
import OrderInvoicePage from '../../src/pages/order-invoice'
import OrdersPage from '../../src/pages/orders'
import TrackOrderPage from '../../src/pages/track-order'
import { recordEvents } from './events'
import { server } from './network'
import { refuseStorage } from './refused-storage'
import { MEERA, sessionToken } from './signed-in'
import { soapItem as soap, soapOrder } from './soap-order'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()

const SILENT = EventSource

const BUYER = { ...MEERA, name: 'Meera Raghunathan', email: 'meera.r@example.in', verified: true }

const standing: OrderView = {
  ...soapOrder,
  payment_status: 'paid',
  payment_method: 'razorpay',
  paid_total: 36000,
  placed_at: '2026-11-20 09:45:00.000Z',
  events: [
    { type: 'placed', at: '2026-11-20 09:45:00.000Z', label: 'Order placed' },
    { type: 'confirmed', at: '2026-11-20 09:47:00.000Z', label: 'Confirmed' },
  ],
}

const waiting: OrderView = {
  ...standing,
  status: 'pending',
  payment_status: 'unpaid',
  paid_total: 0,
  expires_at: '2026-11-20 10:15:00.000Z',
  payment: { provider: 'razorpay', state: 'open', error_reason: '' },
  events: standing.events.slice(0, 1),
}

/** What the store answers now, and how often it was asked, with which token. */
let now: OrderView
let asked: (string | null)[]

function serveOrder(): void {
  server.use(
    http.get('*/api/store/orders/order1', ({ request }) => {
      asked.push(request.headers.get('X-Order-Token'))
      return HttpResponse.json(now)
    }),
    http.post('*/api/store/orders/order1/payment/check', () => HttpResponse.json(now)),
    http.get('*/api/collections/store_settings/records', () =>
      HttpResponse.json({ page: 1, perPage: 1, totalItems: -1, totalPages: -1, items: [] }),
    ),
  )
}

const notFound = () => HttpResponse.json({ status: 404, message: 'Not found.', data: {} }, { status: 404 })

function open(path: string) {
  return render(
    <Surroundings at={path} account>
      <Routes>
        <Route path="/order-confirmation/:id" element={<OrderConfirmationPage />} />
        <Route path="/orders" element={<OrdersPage />} />
        <Route path="/orders/:id" element={<OrderPage />} />
        <Route path="/orders/:id/bill" element={<OrderInvoicePage />} />
        <Route path="/track-order" element={<TrackOrderPage />} />
        <Route path="/contact" element={<ContactPage />} />
        <Route path="*" element={null} />
      </Routes>
    </Surroundings>,
  )
}

function signIn(): void {
  const token = sessionToken()
  server.use(
    http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({ token, record: BUYER })),
    http.get('*/api/collections/orders/records', () =>
      HttpResponse.json({ page: 1, perPage: 1, totalItems: -1, totalPages: -1, items: [{ id: 'order1' }] }),
    ),
  )
  authStore.save(token, BUYER)
}

/** Puts the tab into the background or brings it back. */
function show(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  act(() => {
    // TanStack Query listens on the window, where a browser's event bubbles to.
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

const heading = () => screen.findByRole('heading', { level: 1 })
const progress = () => screen.getByRole('list', { name: 'Order progress' })

beforeEach(() => {
  now = standing
  asked = []
  clearCart()
  serveOrder()
})

afterEach(() => {
  authStore.clear()
  // What a test said of the tab or the connection.
  Reflect.deleteProperty(document, 'visibilityState')
  vi.stubGlobal('EventSource', SILENT)
})

describe('the page of an order says how it stands', () => {
  const CASES: [state: string, changes: Partial<OrderView>, heading: string, words: string[]][] = [
    ['paid', {}, 'Thank you, Meera', ['Paid online', 'Confirmed']],
    [
      'cash on delivery, rounded',
      { payment_method: 'cod', payment_status: 'unpaid', paid_total: 0, round_off: -40, grand_total: 35900 },
      'Thank you, Meera',
      ['Cash on delivery', 'Round-off', '-₹0.40', 'Please keep ₹359.00 ready'],
    ],
    [
      'with a gift',
      { items: [soap, { ...soap, product: 'potli', name: 'Gift potli', is_gift: true, quantity: 1, line_total: 0 }] },
      'Thank you, Meera',
      ['Gift potli', 'A gift with this order', 'Free'],
    ],
    ['a test payment', { payment_method: 'test' }, 'Thank you, Meera', ['TEST', 'no money moves']],
    ['waiting for its payment', waiting, 'Your order is not paid yet', ['Kept for you until 3:45 pm', 'Pay ₹360.00']],
    [
      'a failed payment',
      { ...waiting, payment: { provider: 'razorpay', state: 'failed', error_reason: 'card_declined' } },
      'The payment did not go through',
      ['Kept for you until 3:45 pm', 'The bank declined this card', 'Try again to pay ₹360.00'],
    ],
    [
      'a bank that thinks',
      { ...waiting, payment: { provider: 'razorpay', state: 'confirming', error_reason: '' } },
      'Waiting for your bank',
      ['Please do not pay again', 'Check payment status'],
    ],
    [
      'too late',
      { ...waiting, status: 'expired', expires_at: '', payment: null },
      'This order was not paid in time',
      ['Nothing to pay'],
    ],
    [
      'too late, and a bank that still thinks',
      {
        ...waiting,
        status: 'expired',
        expires_at: '',
        payment: { provider: 'razorpay', state: 'confirming', error_reason: '' },
      },
      'Waiting for your bank',
      ['the money goes back to where you paid from'],
    ],
    [
      'cancelled',
      {
        ...waiting,
        status: 'cancelled',
        payment_status: 'voided',
        events: [...waiting.events, { type: 'cancelled', at: '2026-11-20 10:00:00.000Z', label: 'Cancelled by you' }],
      },
      'This order is cancelled',
      ['Nothing to pay', 'Cancelled by you'],
    ],
    [
      'cancelled, its money on the way',
      { status: 'cancelled' },
      'This order is cancelled',
      ['₹360.00 on its way back to you', 'Refund on its way', '5–7 working days'],
    ],
    [
      'refunded',
      { status: 'cancelled', payment_status: 'refunded', refunded_total: 36000 },
      'This order is cancelled',
      ['₹360.00 refunded', 'Refunded'],
    ],
    [
      'shipped',
      {
        fulfilment_status: 'shipped',
        tracking: { courier: 'India Post', tracking_number: 'EX123', tracking_url: 'https://courier.example/EX123' },
      },
      'Thank you, Meera',
      ['Your parcel is on its way', 'India Post', 'EX123'],
    ],
    [
      'returned',
      { fulfilment_status: 'returned' },
      'Thank you, Meera',
      ['Your parcel has come back to us', 'Returned'],
    ],
  ]

  test.each(CASES)('ORDER-06 ORDER-07 %s', async (_, changes, title, words) => {
    now = { ...standing, ...changes }
    saveOrderToken('order1', 'opens-it')
    open('/order-confirmation/order1')
    expect(await heading()).toHaveTextContent(title)
    for (const word of words) expect(screen.getAllByText(word, { exact: false })[0]).toBeVisible()
    expect(screen.getByText('Order SJ-7K2M9QXD')).toBeVisible()
    expect(asked[0]).toBe('opens-it')
  })

  test('ORDER-06 an address that is no web address is no link', async () => {
    now = { ...standing, tracking: { courier: 'X', tracking_number: '1', tracking_url: 'javascript:alert(1)' } }
    open('/order-confirmation/order1')
    await heading()
    expect(screen.queryByRole('link', { name: /Track your parcel/ })).toBeNull()
  })

  test('ORDER-06 where the storage takes nothing, a reload opens it again, and a copied address does not', async () => {
    onTestFinished(refuseStorage((deed) => deed === 'setItem'))
    server.use(
      http.get('*/api/store/orders/held', ({ request }) => {
        asked.push(request.headers.get('X-Order-Token'))
        return HttpResponse.json(now)
      }),
    )
    const arrive = (entry: InitialEntry) => {
      const router = createMemoryRouter([{ path: '/order-confirmation/:id', element: <OrderConfirmationPage /> }], {
        initialEntries: [entry],
      })
      render(
        <QueryClientProvider client={createQueryClient()}>
          <AuthProvider>
            <RouterProvider router={router} />
          </AuthProvider>
        </QueryClientProvider>,
      )
      return router
    }
    const first = arrive('/order-confirmation/order1#t=secret')
    expect(await heading()).toHaveTextContent('Thank you, Meera')
    const { pathname, hash, state } = first.state.location
    expect({ pathname, hash }).toEqual({ pathname: '/order-confirmation/order1', hash: '' })
    cleanup()
    // A reload has nothing but the entry of the history: another order stands for what is not known any more.
    arrive({ pathname: '/order-confirmation/held', state })
    expect(await heading()).toHaveTextContent('Thank you, Meera')
    expect(asked).toEqual(['secret', 'secret'])
  })

  test('ORDER-06 a stranger sees nothing of it; a silent store offers another try', async () => {
    server.use(http.get('*/api/store/orders/order1', notFound))
    const { unmount } = open('/order-confirmation/order1')
    expect(await heading()).toHaveTextContent('We cannot show this order')
    unmount()

    let answers = false
    server.use(http.get('*/api/store/orders/order1', () => (answers ? HttpResponse.json(now) : HttpResponse.error())))
    open('/order-confirmation/order1')
    expect(await screen.findByRole('alert')).toHaveTextContent('The order did not load')
    answers = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
  })
})

test('OFF-04 the last five orders that were seen stay in the browser, an order with its token', () => {
  const ids = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6']
  for (const id of ids) {
    saveOrderToken(id, 'opens-it')
    keepSeenOrder({ ...standing, id })
  }
  keepSeenOrder({ ...standing, id: 'o2' })
  expect(ids.filter(seenOrder)).toEqual(['o2', 'o3', 'o4', 'o5', 'o6'])
  localStorage.removeItem('sabun-and-jhola.order-tokens.v1')
  expect(ids.filter(seenOrder)).toEqual([])
})

describe('an order whose payment is seen to arrive later', () => {
  const line = (productId: string, quantity: number): CartLine => ({
    productId,
    product: { id: productId, name: productId, price: 180, images: [], category: 'soap' },
    quantity,
    color: '',
  })

  test('ORDER-12 STAT-01 takes what was bought out of the cart and counts the purchase, once', async () => {
    const events = recordEvents()
    addCartLine(line('soap', 2))
    addCartLine(line('bag', 1))
    savePendingOrder('order1', '')
    now = waiting
    open('/order-confirmation/order1')
    expect(await heading()).toHaveTextContent('Your order is not paid yet')
    expect(currentLines()).toHaveLength(2)

    now = standing
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    expect(currentLines().map((held) => held.productId)).toEqual(['bag'])
    expect(readPendingOrder()).toBeNull()
    const purchases = () => events.filter((event) => event.event === 'purchase')
    expect(purchases()).toEqual([
      expect.objectContaining({
        transaction_id: 'SJ-7K2M9QXD',
        value: 360,
        payment_method: 'online',
        items: [expect.objectContaining({ item_id: 'soap', quantity: 2, price: 180, item_category: 'soap' })],
      }),
    ])
  })

  test('ORDER-12 another browser’s cart, or a later one, is left alone', async () => {
    const events = recordEvents()
    addCartLine(line('soap', 2))
    savePendingOrder('another', '')
    open('/order-confirmation/order1')
    await heading()
    expect(currentLines()).toHaveLength(1)
    expect(readPendingOrder()?.id).toBe('another')
    expect(events.filter((event) => event.event === 'purchase')).toEqual([])
  })

  test('ORDER-12 a cancelled order leaves the cart as it is', async () => {
    addCartLine(line('soap', 2))
    savePendingOrder('order1', '')
    now = { ...waiting, status: 'cancelled', payment_status: 'voided' }
    open('/order-confirmation/order1')
    await heading()
    expect(currentLines()).toHaveLength(1)
    expect(readPendingOrder()).toBeNull()
  })
})

const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const

test('ORDER-06 AUTH-01 a guest’s order shows also where a session of this browser is refused while it is on its way', async () => {
  saveOrderToken('order1', 'opens-it')
  signIn()
  server.use(
    http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({}, { status: 401 })),
    http.get('*/api/store/orders/order1', async () => {
      await vi.waitUntil(() => authStore.token === '')
      return HttpResponse.json(now)
    }),
  )
  open('/order-confirmation/order1')
  expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
})

describe('the open page follows the order', () => {
  test('ORDER-09 a guest’s page asks again, says what changed once, and rests while hidden', async () => {
    vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    now = waiting
    open('/order-confirmation/order1')
    await heading()
    const news = () => screen.getAllByRole('status').map((status) => status.textContent)

    show('hidden')
    const before = asked.length
    now = standing
    // Longer than the pause of a page in view.
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked.length).toBe(before)
    expect(news().join('')).not.toContain('Confirmed')
    show('visible')
    expect(await screen.findByRole('heading', { name: 'Thank you, Meera' })).toBeVisible()
    await waitFor(() => expect(news().filter((text) => text === 'Order SJ-7K2M9QXD: Confirmed.')).toHaveLength(1))
  })

  /** The store's end of the realtime connection. */
  class Line extends EventTarget {
    static open: Line[] = []
    onerror: (() => void) | null = null
    constructor() {
      super()
      Line.open.push(this)
      setTimeout(() => this.say('PB_CONNECT', { clientId: 'client1' }))
    }
    say(topic: string, data: object): void {
      this.dispatchEvent(new MessageEvent(topic, { data: JSON.stringify(data), lastEventId: 'client1' }))
    }
    close(): void {
      Line.open = Line.open.filter((line) => line !== this)
    }
  }

  test('ORDER-09 LIVE-03 the page is told of a change, through one connection that ends with the page', async () => {
    Line.open = []
    vi.stubGlobal('EventSource', Line)
    const topics: string[][] = []
    server.use(
      http.post('*/api/realtime', async ({ request }) => {
        topics.push(((await request.json()) as { subscriptions: string[] }).subscriptions)
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const live_key = '0a'.repeat(32)
    now = { ...standing, live_key }
    const { unmount } = open('/order-confirmation/order1')
    await heading()
    const topic = `store/orders/${live_key}`
    await waitFor(() => expect(topics.at(-1)).toEqual([topic]), { timeout: 10_000 })
    expect(Line.open).toHaveLength(1)

    now = { ...now, fulfilment_status: 'shipped' }
    act(() => Line.open[0]?.say(topic, { changed: ['orders'], within: 0 }))
    expect(await screen.findByText('Your parcel is on its way.')).toBeVisible()

    show('hidden')
    await waitFor(() => expect(Line.open).toHaveLength(0))
    now = { ...now, fulfilment_status: 'out_for_delivery' }
    show('visible')
    expect(await screen.findByText('The courier is bringing your parcel today.')).toBeVisible()
    await waitFor(() => expect(Line.open).toHaveLength(1))

    unmount()
    await waitFor(() => expect(Line.open).toHaveLength(0))
  })

  test('ORDER-16 the page of a delivered order asks and listens no more', async () => {
    vi.useFakeTimers({ toFake: [...TIMERS], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    now = { ...standing, fulfilment_status: 'out_for_delivery' }
    open('/order-confirmation/order1')
    await heading()
    const before = asked.length
    now = { ...now, fulfilment_status: 'delivered' }
    await vi.advanceTimersByTimeAsync(31_000)
    expect(await screen.findByText('Your parcel has been delivered.')).toBeVisible()
    expect(asked.length).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked.length).toBe(before + 1)
  })
})

function textOf(file = new Blob()): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file)
  })
}

describe('a copy of what is kept', () => {
  test('ORDER-06 DATA-04 a guest saves the order’s data with the token, and is told when it fails', async () => {
    saveOrderToken('order1', 'token-of-order1')
    serveOrder()
    let token: string | null = null
    let fails = true
    server.use(
      http.get('*/api/store/my-data/orders/order1', ({ request }) => {
        token = request.headers.get('X-Order-Token')
        return fails ? HttpResponse.error() : HttpResponse.json({ order: { number: now.number } })
      }),
    )
    const saved: Blob[] = []
    // To see what is saved.
    Object.assign(URL, {
      createObjectURL: (file: Blob) => `blob:${saved.push(file)}`,
      revokeObjectURL: () => undefined,
    })
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    open('/order-confirmation/order1')
    const button = await screen.findByRole('button', { name: 'Download this order’s data' })
    await userEvent.click(button)
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(saved).toHaveLength(0)
    fails = false
    await userEvent.click(button)
    await waitFor(() => expect(names).toEqual([`order-${now.number}.json`]))
    expect(token).toBe('token-of-order1')
    expect(JSON.parse(await textOf(saved[0]))).toEqual({ order: { number: now.number } })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    click.mockRestore()
    Reflect.deleteProperty(URL, 'createObjectURL')
  })
})

describe('cancelling', () => {
  test('ORDER-09 of a paid order says what becomes of the money, before and after', async () => {
    server.use(
      http.post('*/api/store/orders/order1/cancel', () => {
        now = { ...standing, status: 'cancelled' }
        return HttpResponse.json(now)
      }),
    )
    open('/order-confirmation/order1')
    await heading()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    expect(screen.getByRole('group', { name: /Cancel the whole order/ })).toHaveTextContent(
      '₹360.00 goes back to where you paid from',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
    expect(await screen.findByText(/^Your order is cancelled. ₹360.00 is on its way back/)).toBeVisible()
    expect(progress()).toHaveTextContent('Refund on its way')
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContainEqual(
      expect.stringContaining('Cancelled, refund on its way'),
    )
    await waitFor(() => expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveFocus())
  })

  test('ORDER-09 ROUTE-29 whose answer is lost is told as soon as the order says so, and the keyboard goes on', async () => {
    server.use(
      http.post('*/api/store/orders/order1/cancel', () => {
        now = { ...standing, status: 'cancelled' }
        return HttpResponse.error()
      }),
    )
    open('/order-confirmation/order1')
    await heading()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
    expect(await screen.findByText(/^Your order is cancelled. ₹360.00 is on its way back/)).toBeVisible()
    expect(screen.queryByText(/^We cannot reach the shop/)).toBeNull()
    await waitFor(() => expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveFocus())
  })

  test('ORDER-09 too late says so and shows the order as it is now', async () => {
    server.use(
      http.post('*/api/store/orders/order1/cancel', () => {
        now = { ...standing, fulfilment_status: 'packed' }
        const message = 'This order is already on its way and can no longer be cancelled.'
        return HttpResponse.json({ status: 409, message, data: { code: 'too_late' } }, { status: 409 })
      }),
    )
    open('/order-confirmation/order1')
    await heading()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel order' }))
    await userEvent.click(screen.getByRole('button', { name: 'Yes, cancel it' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('can no longer be cancelled')
    expect(await screen.findByText('Your parcel is packed and leaves us soon.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })
})

describe('the bill', () => {
  const BILL = '*/api/store/orders/order1/bill'

  test('ORDER-06 TAX-08 opens from the order with the guest’s token, where no script of it can run', async () => {
    const tokens: (string | null)[] = []
    server.use(
      http.get(BILL, ({ request }) => {
        tokens.push(request.headers.get('X-Order-Token'))
        return HttpResponse.html('<!doctype html><title>Bill</title><p>26-27/000123</p>')
      }),
    )
    now = { ...standing, fulfilment_status: 'packed', bill: true }
    saveOrderToken('order1', 'opens-it')
    open('/order-confirmation/order1')
    await userEvent.click(await screen.findByRole('link', { name: 'View and print the bill' }))
    const frame = await screen.findByTitle('Bill for order SJ-7K2M9QXD')
    expect(frame).toHaveAttribute('srcdoc', expect.stringContaining('26-27/000123'))
    expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
    expect(tokens).toEqual(['opens-it'])
    expect(screen.getByRole('link', { name: 'Order SJ-7K2M9QXD' })).toHaveAttribute(
      'href',
      '/order-confirmation/order1',
    )
    const print = vi.fn()
    vi.spyOn(frame as HTMLIFrameElement, 'contentWindow', 'get').mockReturnValue({ print } as never)
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })

  test('ORDER-06 TAX-08 before the parcel is packed there is none, and the page says when', async () => {
    open('/orders/order1/bill')
    expect(await heading()).toHaveTextContent('There is no bill yet')
    expect(screen.getByText(/is made when the parcel is packed/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
      'href',
      '/order-confirmation/order1',
    )
  })

  test('ORDER-06 TAX-08 a stranger is shown neither bill nor order', async () => {
    server.use(http.get('*/api/store/orders/order1', notFound))
    open('/orders/order1/bill')
    expect(await heading()).toHaveTextContent('We cannot show this order')
  })

  test('ORDER-06 one that does not load can be asked for again', async () => {
    let answers = false
    server.use(http.get(BILL, () => (answers ? HttpResponse.html('<p>000123</p>') : notFound())))
    now = { ...standing, bill: true }
    open('/orders/order1/bill')
    expect(await screen.findByRole('alert')).toHaveTextContent('The bill did not load')
    answers = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByTitle('Bill for order SJ-7K2M9QXD')).toBeVisible()
  })
})

describe('ORDER-16 what a page of an order offers', () => {
  test('a person to write to and the way to track it stand before the rest, which is in its words', async () => {
    server.use(
      http.get('*/api/collections/store_settings/records', () =>
        HttpResponse.json({ items: [{ chat_number: '+91 98765 43210' }] }),
      ),
    )
    open('/order-confirmation/order1')
    await heading()
    const chat = await screen.findByRole('link', { name: 'WhatsApp' })
    expect(chat).toHaveAttribute('href', 'https://wa.me/919876543210?text=Order%20SJ-7K2M9QXD')
    const track = screen.getByRole('link', { name: 'Track order' })
    expect(chat.compareDocumentPosition(track)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(track.compareDocumentPosition(progress())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await userEvent.click(track)
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Order number' })).toHaveValue('SJ-7K2M9QXD'))
  })

  test('without a number to chat with there is no such link, and a payment that waits comes first', async () => {
    open('/order-confirmation/order1')
    await heading()
    expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Track order' })).toBeVisible()
    cleanup()
    now = waiting
    open('/order-confirmation/order1')
    await heading()
    expect(screen.queryByRole('link', { name: 'Track order' })).toBeNull()
  })

  test('a letter to the shop begins with the order, unless another was begun', async () => {
    sessionStorage.clear()
    open('/order-confirmation/order1')
    await userEvent.click(await screen.findByRole('link', { name: 'Write to us' }))
    const message = () => screen.getByRole('textbox', { name: 'Message' })
    await waitFor(() => expect(message()).toHaveValue('Order SJ-7K2M9QXD\n'))
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(standing.contact.name)
    const email = () => screen.getByRole('textbox', { name: 'Email' })
    expect(email()).toHaveValue(standing.contact.email)
    await userEvent.clear(email())
    await userEvent.type(email(), 'other@example.in')
    cleanup()
    now = { ...standing, number: 'SJ-OTHER' }
    open('/order-confirmation/order1')
    await userEvent.click(await screen.findByRole('link', { name: 'Write to us' }))
    await waitFor(() => expect(message()).toHaveValue('Order SJ-OTHER\n'))
    expect(email()).toHaveValue('other@example.in')
    await userEvent.type(message(), 'The lid is cracked.')
    cleanup()
    now = standing
    open('/order-confirmation/order1')
    await userEvent.click(await screen.findByRole('link', { name: 'Write to us' }))
    await waitFor(() => expect(message()).toHaveValue('Order SJ-OTHER\nThe lid is cracked.'))
  })

  test('until when a delivered thing may be sent back stands there while it may', async () => {
    server.use(
      http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [{ returns_days: 7 }] })),
    )
    const delivered = { type: 'delivered', at: recordDate(Date.now() - DAY_MS), label: 'Delivered' }
    now = { ...standing, fulfilment_status: 'delivered', events: [...standing.events, delivered] }
    open('/order-confirmation/order1')
    const lastDay = formatDate(recordDate(Date.now() + 6 * DAY_MS))
    expect(await screen.findByText(`You may send things back until ${lastDay}.`)).toBeVisible()
  })

  test('what was bought is put into the cart again; what cannot be had is named', async () => {
    const gone = { ...soap, product: 'gone', name: 'Old Soap', color: '', color_name: '' }
    const bag = { ...soap, product: 'bag', name: 'Jute Bag', color: 'olive', color_name: 'Olive', quantity: 1 }
    const gift = { ...soap, product: 'potli', name: 'Potli', is_gift: true }
    now = { ...standing, items: [soap, gone, bag, gift] }
    server.use(
      http.get('*/api/collections/products/records', () =>
        HttpResponse.json({
          items: [
            { id: 'soap', name: 'Neem & Tulsi Soap', price: 190, inStock: true },
            { id: 'bag', name: 'Jute Bag', price: 900, inStock: true, colors: [{ name: 'Rust', value: 'rust' }] },
          ],
        }),
      ),
    )
    open('/order-confirmation/order1')
    await userEvent.click(await screen.findByRole('button', { name: 'Buy again' }))
    expect(await screen.findByText('Old Soap: Not in the shop any more')).toBeVisible()
    expect(screen.getByText('Jute Bag: Not in this colour any more')).toBeVisible()
    expect(currentLines()).toMatchObject([{ productId: 'soap', quantity: 2, color: '', product: { price: 190 } }])
    expect(useCartSheet.getState().isOpen).toBe(true)
  })
})

test('ORDER-08 PAY-07 the list tells each order’s state, money on its way included', async () => {
  signIn()
  const row = (changes: object) => ({
    ...standing,
    items: [{ product: 'soap', name: 'Neem & Tulsi Soap', image: '', quantity: 2 }],
    ...changes,
  })
  const items = [
    row({ id: 'a', number: 'SJ-A', status: 'pending', payment_status: 'unpaid', paid_total: 0 }),
    row({ id: 'b', number: 'SJ-B', status: 'cancelled' }),
    row({ id: 'd', number: 'SJ-D', status: 'cancelled', refund_failed: true }),
    row({ id: 'c', number: 'SJ-C', fulfilment_status: 'shipped', payment_method: 'test' }),
  ]
  server.use(
    http.get('*/api/collections/orders/records', () =>
      HttpResponse.json({ page: 1, perPage: 20, totalItems: 4, totalPages: 1, items }),
    ),
  )
  open('/orders')
  const list = await screen.findByRole('list', { name: 'Orders' })
  const rows = within(list).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('Awaiting payment')
  expect(rows[1]).toHaveTextContent('Cancelled, refund on its way')
  expect(rows[2]).toHaveTextContent('Cancelled')
  expect(rows[2]).not.toHaveTextContent('on its way')
  expect(rows[3]).toHaveTextContent('Shipped · TEST')
})

test('ORDER-08 older orders follow, each once, with the keyboard at the first of them; without an answer it says so', async () => {
  signIn()
  const row = (id: string) => ({ ...standing, id, number: `SJ-${id}`, items: [] })
  let answers = false
  server.use(
    http.get('*/api/collections/orders/records', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      if (page > 1 && !answers) return HttpResponse.json({ status: 429, message: 'Slowly.', data: {} }, { status: 429 })
      // One was ordered meanwhile: what was the last of the first page begins the second.
      const items = page > 1 ? [row('B'), row('C')] : [row('A'), row('B')]
      return HttpResponse.json({ page, perPage: 2, totalItems: 4, totalPages: 2, items })
    }),
  )
  open('/orders')
  await userEvent.click(await screen.findByRole('button', { name: 'Show older orders' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  answers = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('link', { name: 'Order SJ-C' })).toHaveFocus())
  expect(screen.getAllByRole('link', { name: /^Order SJ-/ })).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Show older orders' })).toBeNull()
})

test('ORDER-07 the track page tells of a refund without an amount', async () => {
  const { number, payment_status, fulfilment_status, events, tracking } = standing
  server.use(
    http.post('*/api/store/track', () =>
      HttpResponse.json({
        number,
        status: 'cancelled',
        payment_status,
        fulfilment_status,
        events,
        tracking,
        items: [{ name: 'Neem & Tulsi Soap', color: '', quantity: 2 }],
      }),
    ),
  )
  open('/track-order')
  await userEvent.type(screen.getByLabelText(/Order number/), 'SJ-7K2M9QXD')
  await userEvent.type(screen.getByLabelText(/Email or mobile number/), '9845012345')
  await userEvent.click(screen.getByRole('button', { name: 'Track order' }))
  expect(await screen.findByText('Cancelled, refund on its way')).toBeVisible()
  expect(progress()).toHaveTextContent('Usually there in 5–7 working days')
})
