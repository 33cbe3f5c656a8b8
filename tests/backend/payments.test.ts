import type PocketBase from 'pocketbase'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderView, PlacedOrder } from '../../src/domain/order'
import type { PlaceRequestInput } from '../../src/domain/order-request'
import type { Quote } from '../../src/domain/quote'
import { RazorpayFake } from '../gateway/razorpay'
import { type RecordStore, startStore } from './record-store'

/** Online payments against the stand-in of the gateway: what each route answers and what stands afterwards. Money in paise. */

interface Answer<T> {
  status: number
  body: T
}
interface ErrorBody {
  message: string
  data: Record<string, unknown> & { code?: string; order?: PlacedOrder }
}

let gateway: RazorpayFake
let store: RecordStore
let owner: PocketBase
let soap: string
let keys = 0

beforeAll(async () => {
  gateway = await RazorpayFake.start()
  store = await startStore({ seed: 'none', env: gateway.env })
  owner = await store.superuser()
})
afterAll(async () => {
  await store?.stop()
  await gateway?.stop()
})
beforeEach(async () => {
  const product = await owner
    .collection('products')
    .create({ name: 'Neem & Tulsi Soap', category: 'soap', inStock: true, price: 180.4 })
  soap = product.id
  await owner.collection('stock_movements').create({ product: soap, delta: 3, reason: 'restock' })
})
afterEach(() => gateway.ok())

const newKey = () => `pay-key-${String(++keys).padStart(12, '0')}`

function cart(change: Record<string, unknown> = {}): PlaceRequestInput {
  return {
    items: [{ product: soap, quantity: 1, color: '' }],
    contact: { name: 'Meera', email: 'meera@example.in', phone: '098450 12345' },
    address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560 003' },
    payment_method: 'online',
    expected_total: 18040,
    ...change,
  } as PlaceRequestInput
}

async function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
  const response = await fetch(`${store.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

const place = (change: Record<string, unknown> = {}, key = newKey()) =>
  post<PlacedOrder & ErrorBody>('/api/store/orders', cart(change), { 'Idempotency-Key': key })

const onOrder = <T = OrderView & ErrorBody>(order: PlacedOrder, deed: string, body?: unknown) =>
  post<T>(`/api/store/orders/${order.id}/${deed}`, body, { 'X-Order-Token': order.access_token })

async function view(order: PlacedOrder): Promise<OrderView> {
  const response = await fetch(`${store.url}/api/store/orders/${order.id}`, {
    headers: { 'X-Order-Token': order.access_token },
  })
  return (await response.json()) as OrderView
}

async function placed(change: Record<string, unknown> = {}): Promise<PlacedOrder & { session: string }> {
  const answer = await place(change)
  expect(answer.status).toBe(201)
  return { ...answer.body, session: answer.body.payment?.gateway_order_id ?? '' }
}

async function stock(): Promise<{ ledger: number; held: number }> {
  const [movements, holds] = await Promise.all(
    ['stock_movements', 'stock_holds'].map((name) =>
      owner.collection(name).getFullList({ filter: `product = '${soap}'` }),
    ),
  )
  const sum = (rows: Record<string, unknown>[] | undefined, field: string) =>
    (rows ?? []).reduce((total, row) => total + Number(row[field]), 0)
  return { ledger: sum(movements, 'delta'), held: sum(holds, 'quantity') }
}

const mails = async (order: PlacedOrder) =>
  (await owner.collection('outbox').getFullList({ filter: `order = '${order.id}'`, sort: 'created' })).map(
    (mail) => mail.kind,
  )
const types = (order: OrderView) => order.events.map((event) => event.type)

describe('what is offered', () => {
  test('ORDER-03 online comes first with a gateway, at the exact total; cash is rounded to whole rupees', async () => {
    const { body } = await post<Quote>('/api/store/quote', { items: [{ product: soap, quantity: 1 }] })
    expect(body.payment_methods).toEqual([
      { method: 'online', available: true, reason: '', total: 18040, round_off: 0, provider: 'razorpay' },
      { method: 'cod', available: true, reason: '', total: 18000, round_off: -40 },
    ])
  })

  test('ORDER-03 a cash order is rounded, whichever of the two totals was shown', async () => {
    for (const expected_total of [18040, 18000]) {
      const order = await placed({ payment_method: 'cod', expected_total })
      expect(order.payment).toBeNull()
      expect(await view(order)).toMatchObject({
        status: 'confirmed',
        round_off: -40,
        grand_total: 18000,
        payment: null,
      })
    }
    expect((await place({ payment_method: 'cod', expected_total: 18001 })).body.data.code).toBe('cart_changed')
  })
})

describe('paying online', () => {
  test('ORDER-04 placing holds the pieces and makes one gateway order; the return confirms it', async () => {
    const order = await placed()
    expect(order).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      payment: { provider: 'razorpay', key_id: gateway.keyId, amount: 18040, currency: 'INR' },
    })
    expect(gateway.orders.get(order.session)).toMatchObject({
      amount: 18040,
      receipt: `${order.number}-1`,
      notes: { order: order.id, attempt: '1' },
    })
    expect(await stock()).toEqual({ ledger: 3, held: 1 })
    expect((await view(order)).payment).toEqual({ provider: 'razorpay', state: 'open', error_reason: '' })
    expect(await mails(order)).toEqual([])

    const payment = gateway.pay(order.session)
    const verified = await onOrder(order, 'payment/verify', gateway.returned(payment))
    expect(verified).toMatchObject({
      status: 200,
      body: { status: 'confirmed', payment_status: 'paid', paid_total: 18040, expires_at: '', payment: null },
    })
    expect(types(verified.body)).toEqual(['placed', 'paid', 'confirmed'])
    expect(await stock()).toEqual({ ledger: 2, held: 0 })
    expect((await mails(order)).sort()).toEqual(['order_paid', 'owner_new_order'])
  })

  test('ORDER-04 a return that was signed for another order, or changed, is refused', async () => {
    const order = await placed()
    const other = await placed()
    const genuine = gateway.returned(gateway.pay(other.session))
    const wrong = [
      genuine,
      { ...genuine, razorpay_order_id: order.session },
      { ...gateway.returned(gateway.pay(order.session, { status: 'created' })), razorpay_signature: 'a'.repeat(64) },
    ]
    for (const fields of wrong) {
      const answer = await onOrder(order, 'payment/verify', fields)
      expect(answer).toMatchObject({ status: 400, body: { data: { code: 'bad_signature' } } })
    }
    expect(await view(order)).toMatchObject({ status: 'pending', payment_status: 'unpaid' })
  })

  test('ORDER-05 the same key 20 times in parallel: one order, one gateway order, one answer', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => place({}, key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(gateway.ordersOf(answers[0]?.body.number ?? '-')).toHaveLength(1)
    expect(await stock()).toEqual({ ledger: 3, held: 1 })
  })

  test('ORDER-08 gateway down: 503 with the order, which can be paid later or in cash', async () => {
    gateway.misbehave({ kind: 'down' })
    const key = newKey()
    const answer = await place({}, key)
    expect(answer).toMatchObject({ status: 503, body: { data: { code: 'gateway_unavailable' } } })
    const order = answer.body.data.order as PlacedOrder
    expect(order).toMatchObject({ status: 'pending', payment: null })
    gateway.ok()
    const resumed = await onOrder<PlacedOrder>(order, 'payment')
    expect(resumed).toMatchObject({ status: 200, body: { payment: { amount: 18040 } } })
    expect((await place({}, key)).body).toEqual(resumed.body)
    expect(gateway.ordersOf(order.number)).toHaveLength(1)

    const cash = await onOrder<PlacedOrder>(order, 'payment', { method: 'cod' })
    expect(cash).toMatchObject({ status: 200, body: { status: 'confirmed', grand_total: 18000, payment: null } })
    expect(await onOrder(order, 'payment', { method: 'cod' })).toMatchObject({ status: 200 })
    expect(await stock()).toEqual({ ledger: 2, held: 0 })
    expect((await mails(order)).sort()).toEqual(['order_placed', 'owner_new_order'])
    expect((await onOrder(order, 'payment')).body.data.code).toBe('order_closed')
  })

  test('ORDER-08 an answer that was lost is found again under our receipt', async () => {
    gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: /POST \/v1\/orders/, times: 1 })
    const order = await placed()
    expect(order.session).not.toBe('')
    expect(gateway.ordersOf(order.number)).toHaveLength(1)
  }, 20_000)
})

describe('the test payment of a shop without keys', () => {
  test('ORDER-03 pays or fails as asked, comes after cash, and is not there with a gateway or in production', async () => {
    const real = await placed()
    expect((await onOrder(real, 'payment/test', { outcome: 'success' })).status).toBe(404)
    const other = await startStore({ seed: 'none' })
    const production = await startStore({ seed: 'none', env: { STORE_ENV: 'production' } })
    const shop = { store, owner }
    try {
      store = other
      owner = await other.superuser()
      const { id } = await owner
        .collection('products')
        .create({ name: 'Soap', category: 'soap', inStock: true, price: 180.4 })
      soap = id
      const quote = await post<Quote>('/api/store/quote', { items: [{ product: soap, quantity: 1 }] })
      expect(quote.body.payment_methods.map((choice) => [choice.method, choice.provider])).toEqual([
        ['cod', undefined],
        ['online', 'test'],
      ])
      const order = await placed()
      expect(order.payment).toMatchObject({ provider: 'test', amount: 18040 })
      const failed = await onOrder(order, 'payment/test', { outcome: 'failure' })
      expect(failed.body).toMatchObject({ status: 'pending', payment: { state: 'failed' } })
      expect((await onOrder<PlacedOrder>(order, 'payment')).body.payment?.gateway_order_id).toBe(order.session)
      const paid = await onOrder(order, 'payment/test', { outcome: 'success' })
      expect(paid.body).toMatchObject({ status: 'confirmed', payment_status: 'paid', payment_method: 'test' })
      expect((await onOrder(order, 'payment/test', { outcome: 'success' })).body.paid_total).toBe(18040)

      store = production
      owner = await production.superuser()
      soap = (await owner.collection('products').create({ name: 'S', category: 'soap', inStock: true, price: 180.4 }))
        .id
      expect((await place()).body.data.payment_method).toMatchObject({ code: 'not_available' })
    } finally {
      store = shop.store
      owner = shop.owner
      await other.stop()
      await production.stop()
    }
  })
})
