import { afterEach, describe, expect, test } from 'vitest'
import type { Quote } from '../../src/domain/orders/quote'
import { many } from '../long'
import { shared } from '../shared'
import { MINUTE, newKey, openShop, orderOf, type Placed, PRICE, type Refused } from './paying-shop'

const CREATE_ORDER = /^POST \/v1\/orders$/
const ANY_ORDER = /^\w+ \/v1\/orders/

const shop = shared(openShop)

afterEach(async () => {
  shop.gateway.ok()
  await shop.assertInvariants()
})

const count = async (table: string) => Number((await shop.sql(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n)

/** Rows an order may add, to show that a refused one added none. */
async function footprint(): Promise<string> {
  const tables = ['orders', 'order_events', 'stock_movements', 'stock_holds', 'payments', 'outbox']
  return (await Promise.all(tables.map(async (table) => `${table}=${await count(table)}`))).join(' ')
}

describe('placing an order to be paid online', () => {
  test('ORDER-04 PAY-03 the order waits 30 minutes for its money, its pieces are held and not sold', async () => {
    const soap = await shop.newProduct({}, 5)
    const placed = await shop.place(orderOf(soap))
    expect(placed.status).toBe(201)
    const { body } = placed
    expect(body).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      fulfilment_status: 'unfulfilled',
      grand_total: PRICE,
      payment: { provider: 'razorpay', key_id: shop.gateway.keyId, amount: PRICE, currency: 'INR' },
    })
    const record = await shop.order(body.id)
    const wait = new Date(record.expires_at).getTime() - new Date(record.placed_at).getTime()
    expect(wait).toBe(30 * MINUTE)
    expect(await shop.ledger(soap)).toBe(5)
    expect(await shop.held(soap)).toBe(1)
    expect((await shop.rows('outbox', body.id)).map((mail) => mail.kind)).not.toContain('owner_new_order')

    const asked = shop.gateway.orders.get(body.payment?.gateway_order_id ?? '')
    expect(asked).toMatchObject({
      amount: PRICE,
      currency: 'INR',
      receipt: `${body.number}-1`,
      notes: { order: body.id, attempt: '1' },
    })
    const [attempt] = await shop.rows('payments', body.id)
    expect(attempt).toMatchObject({
      attempt: 1,
      amount: PRICE,
      receipt: `${body.number}-1`,
      gateway_order_id: asked?.id,
    })
    const view = await shop.view(body)
    expect(view).toMatchObject({ status: 'pending', paid_total: 0, refunded_total: 0, payment: { state: 'open' } })
  })

  test('ORDER-03 PAY-14 cash is rounded to whole rupees with a line that says so, online is exact', async () => {
    const soap = await shop.newProduct({ price: 180.5 })
    const quote = await shop.post<Quote>('/api/store/quote', { items: [{ product: soap, quantity: 1, color: '' }] })
    expect(quote.body.grand_total).toBe(18_050)
    const choice = (method: string) => quote.body.payment_methods.find((found) => found.method === method)
    expect(choice('online')).toMatchObject({ available: true, total: 18_050, round_off: 0, provider: 'razorpay' })
    expect(choice('cod')).toMatchObject({ available: true, total: 18_100, round_off: 50 })

    const online = await shop.place(orderOf(soap, { expected_total: 18_050 }))
    expect(online.body).toMatchObject({ grand_total: 18_050, payment: { amount: 18_050 } })
    const cash = await shop.place(orderOf(soap, { payment_method: 'cod', expected_total: 18_100 }))
    expect(cash.body).toMatchObject({ grand_total: 18_100, payment: null, status: 'confirmed' })
    expect(await shop.order(cash.body.id)).toMatchObject({ round_off: 50, items_total: 18_050 })
    const exact = await shop.place(orderOf(soap, { payment_method: 'cod', expected_total: 18_050 }))
    expect(exact.body.grand_total).toBe(18_100)
  })

  test('ORDER-10 two shoppers and the last piece, round after round: exactly one holds it each time', async () => {
    for (let round = 0; round < many(50); round++) {
      const last = await shop.newProduct({ name: `Last piece ${round}` }, 1)
      const methods = ['online', round % 2 === 0 ? 'online' : 'cod']
      const answers = await Promise.all(methods.map((payment_method) => shop.place(orderOf(last, { payment_method }))))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(answers.find(({ status }) => status === 409)?.body.data.code).toBe('out_of_stock')
      expect((await shop.ledger(last)) - (await shop.held(last))).toBe(0)
    }
  })

  test('ORDER-10 five pieces and 60 buyers at once: five orders hold them', async () => {
    const soap = await shop.newProduct({}, 5)
    const answers = await Promise.all(Array.from({ length: 60 }, () => shop.place(orderOf(soap))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(55)
    expect(await shop.held(soap)).toBe(5)
  })

  test('ORDER-02 a price changed after the quote: told with the new total, nothing is kept and the gateway is not asked', async () => {
    const soap = await shop.newProduct({}, 5)
    await shop.owner.collection('products').update(soap, { price: 200 })
    const before = await footprint()
    const calls = shop.gateway.calls.length
    const answer = await shop.place(orderOf(soap))
    expect(answer.status).toBe(409)
    expect(answer.body.data.code).toBe('cart_changed')
    expect(answer.body.data.quote).toMatchObject({ grand_total: 20_000, items: [{ unit_price: 20_000 }] })
    expect(await footprint()).toBe(before)
    expect(shop.gateway.calls).toHaveLength(calls)
    expect((await shop.place(orderOf(soap, { expected_total: 20_000 }))).status).toBe(201)
  })
})

describe('one key, one order', () => {
  test.each([
    ['quick', 0],
    ['slow', 400],
  ])('ORDER-05 the same key 20 times in parallel at a %s gateway: one order there and one here', async (_title, ms) => {
    const soap = await shop.newProduct({}, 20)
    if (ms > 0) shop.gateway.misbehave({ kind: 'slow', ms }, { on: CREATE_ORDER })
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.place(orderOf(soap), key)))
    const again = await shop.place(orderOf(soap), key)
    expect(again.status).toBe(201)
    for (const { status, body } of answers) {
      if (status === 201) expect(body).toEqual(again.body)
      else expect([status, body.data.code]).toEqual([409, 'request_in_progress'])
    }
    expect(answers.some(({ status }) => status === 201)).toBe(true)
    expect(shop.gateway.ordersOf(again.body.number)).toHaveLength(1)
    expect(await shop.held(soap)).toBe(1)
    expect(await shop.sql(`SELECT id FROM orders WHERE idempotency_key = '${key}'`)).toHaveLength(1)
  })

  test('ORDER-05 an answer that never arrived is given again for the same key', async () => {
    const soap = await shop.newProduct({}, 5)
    shop.gateway.misbehave({ kind: 'slow', ms: 300 }, { on: CREATE_ORDER })
    const key = newKey()
    const gone = fetch(`${shop.store.url}/api/store/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(orderOf(soap)),
      signal: AbortSignal.timeout(100),
    })
    await expect(gone).rejects.toThrow()
    const first = await shop.place(orderOf(soap), key)
    const again = await shop.place(orderOf(soap), key)
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(shop.gateway.ordersOf(first.body.number)).toHaveLength(1)
    expect(await shop.held(soap)).toBe(1)
  })

  test('ORDER-05 the same key with another cart, address or way to pay is refused', async () => {
    const soap = await shop.newProduct({}, 5)
    const key = newKey()
    const first = await shop.place(orderOf(soap), key)
    expect(first.status).toBe(201)
    const before = await footprint()
    const changes = [
      { items: [{ product: soap, quantity: 2, color: '' }], expected_total: 2 * PRICE },
      { address: { ...orderOf(soap).address, line1: '15, 3rd Cross' } },
      { payment_method: 'cod' },
    ]
    for (const change of changes) {
      const other = await shop.place<Refused>(orderOf(soap, change), key)
      expect([other.status, other.body.data.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await footprint()).toBe(before)
    expect(shop.gateway.ordersOf(first.body.number)).toHaveLength(1)
  })

  test('ORDER-04 opening the payment again reuses what the gateway has, and renews the hold', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await shop.placeOnline(soap)
    await shop.later(20 * MINUTE)
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.act<Placed>(order, 'payment')))
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.payment?.gateway_order_id).toBe(order.gatewayOrder)
    }
    expect(shop.gateway.ordersOf(order.number)).toHaveLength(1)
    await shop.later(20 * MINUTE)
    await shop.run('store-expire')
    expect((await shop.view(order)).status).toBe('pending')
    expect((await shop.place(orderOf(soap))).status).toBe(409)
    await shop.later(11 * MINUTE)
    await shop.run('store-expire')
    expect((await shop.view(order)).status).toBe('expired')
    const late = await shop.act<Refused>(order, 'payment')
    expect([late.status, late.body.data.code]).toEqual([409, 'order_closed'])
  })
})

test('ORDER-10 PAY-03 an unpaid order keeps its pieces an hour at most, however often its payment is opened', async () => {
  const soap = await shop.newProduct({}, 1)
  const order = await shop.placeOnline(soap)
  for (let half = 0; half < 2; half++) {
    await shop.later(29 * MINUTE)
    expect((await shop.act<Placed>(order, 'payment')).status).toBe(200)
  }
  await shop.later(29 * MINUTE)
  const refused = await shop.act<Refused>(order, 'payment')
  expect([refused.status, refused.body.data.code]).toEqual([409, 'order_closed'])
})

type Answered = Awaited<ReturnType<typeof shop.place<Placed>>>

describe('a gateway in trouble', () => {
  test('ORDER-04 ORDER-10 PAY-08 silent: the store answers all the same, other shoppers order while it waits, and the same key goes on later', async () => {
    const soap = await shop.newProduct({}, 50)
    const gate = shop.gateway.hold(ANY_ORDER, 'before')
    const key = newKey()
    const slow = shop.place(orderOf(soap), key)
    await gate.reached
    const asked = shop.gateway.calls.length
    expect((await shop.place(orderOf(soap, { payment_method: 'cod' }))).status).toBe(201)
    // A gateway called inside a transaction would have kept it waiting until that call was given up, and the next made.
    expect(shop.gateway.calls).toHaveLength(asked)
    for (let other = 0; other < 2; other++)
      expect((await shop.place(orderOf(soap, { payment_method: 'cod' }))).status).toBe(201)
    const answer = await slow
    expect([answer.status, answer.body.data.code]).toEqual([503, 'gateway_unavailable'])
    expect(answer.body.data.order).toMatchObject({ status: 'pending', payment: null, grand_total: PRICE })

    gate.open()
    shop.gateway.ok()
    await shop.later(MINUTE)
    const resumed = await shop.place(orderOf(soap), key)
    expect(resumed.status).toBe(201)
    expect(resumed.body.id).toBe(answer.body.data.order?.id)
    const payment = shop.gateway.pay(resumed.body.payment?.gateway_order_id ?? '')
    expect((await shop.act(resumed.body, 'payment/verify', shop.gateway.returned(payment))).body.payment_status).toBe(
      'paid',
    )
  })

  test('ORDER-04 PAY-08 silent to thirty at once: few wait for it, the others are told while they do, and cash is not in the way', async () => {
    const soap = await shop.newProduct({}, 50)
    const gate = shop.gateway.hold(CREATE_ORDER, 'before')
    let most = 0
    const answered: Answered[] = []
    const all = Array.from({ length: 30 }, async () => {
      const answer = await shop.place(orderOf(soap))
      answered.push(answer)
    })
    await expect
      .poll(
        () => {
          most = Math.max(most, shop.gateway.waiting)
          return answered.length
        },
        { timeout: 30_000, interval: 5 },
      )
      .toBeGreaterThanOrEqual(18)
    for (const { status, body } of answered) {
      expect([status, body.data.code]).toEqual([503, 'gateway_unavailable'])
      expect(body.data.order).toMatchObject({ status: 'pending', payment: null })
    }
    const cash = await shop.place(orderOf(soap, { payment_method: 'cod' }))
    expect(cash.status, JSON.stringify(cash.body)).toBe(201)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(12)
    gate.open()
    await Promise.all(all)
    expect(await shop.held(soap)).toBe(30)
    shop.gateway.ok()
    await shop.later(MINUTE)
  })

  test('ORDER-04 PAY-08 down for long: it is left alone but for a probe, and asked again when that is answered', async () => {
    const soap = await shop.newProduct({}, 50)
    shop.gateway.misbehave({ kind: 'down' })
    const place = async (key = newKey()) => {
      const { status, body } = await shop.place(orderOf(soap), key)
      return { key, status, code: status === 503 ? body.data.code : '' }
    }
    const refused = { status: 503, code: 'gateway_unavailable' }
    for (let order = 0; order < 5; order++) expect(await place()).toMatchObject(refused)
    const calls = shop.gateway.calls.length
    const kept = await place()
    for (let order = 0; order < 5; order++) expect(await place()).toMatchObject(refused)
    expect(shop.gateway.calls).toHaveLength(calls)

    await shop.later(11_000)
    expect(await place()).toMatchObject(refused)
    expect(shop.gateway.calls).toHaveLength(calls + 1)

    shop.gateway.ok()
    await shop.later(11_000)
    expect(await place(kept.key)).toMatchObject({ status: 201 })
    expect(await place()).toMatchObject({ status: 201 })
  })

  test.each([
    ['down', { kind: 'down' }],
    ['failing', { kind: 'error500' }],
  ] as const)('ORDER-04 PAY-08 %s: a retry or cash is possible, and nothing is charged', async (_title, fault) => {
    const soap = await shop.newProduct({}, 5)
    shop.gateway.misbehave(fault)
    const keys = [newKey(), newKey(), newKey()]
    const answers = await Promise.all(keys.map((key) => shop.place(orderOf(soap), key)))
    const orders = answers.map(({ status, body }) => {
      expect([status, body.data.code]).toEqual([503, 'gateway_unavailable'])
      const { order } = body.data
      if (!order) throw new Error('no order to go on with')
      expect(order).toMatchObject({ status: 'pending', payment: null })
      return order
    })
    expect(await shop.held(soap)).toBe(3)
    const [retried, cash, replayed] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]]
    expect((await shop.act<Refused>(retried, 'payment')).status).toBe(503)
    expect((await shop.act(cash, 'payment', { method: 'cod' })).body).toMatchObject({
      status: 'confirmed',
      payment_status: 'unpaid',
      payment: null,
    })
    expect(await shop.order(cash.id)).toMatchObject({ payment_method: 'cod' })

    shop.gateway.ok()
    await shop.later(MINUTE)
    const opened = await Promise.all(Array.from({ length: 10 }, () => shop.act<Placed>(retried, 'payment')))
    for (const { status, body } of opened) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ id: retried.id, payment: { amount: PRICE, provider: 'razorpay' } })
    }
    const again = await shop.place(orderOf(soap), keys[2])
    expect(again.body).toMatchObject({ id: replayed.id, payment: { amount: PRICE } })
    for (const order of [retried, replayed]) expect(shop.gateway.ordersOf(order.number)).toHaveLength(1)
    expect(shop.gateway.ordersOf(cash.number)).toHaveLength(0)
    expect(await shop.ledger(soap)).toBe(4)
    expect(await shop.held(soap)).toBe(2)
  })

  test('ORDER-05 the gateway has made the order and its answer is lost: it is found by its receipt, not made twice', async () => {
    const soap = await shop.newProduct({}, 5)
    shop.gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: CREATE_ORDER, times: 1 })
    const placed = await shop.place(orderOf(soap))
    expect(placed.status).toBe(201)
    const orders = shop.gateway.ordersOf(placed.body.number)
    expect(orders.map(({ id }) => id)).toEqual([placed.body.payment?.gateway_order_id])
  })

  test('ORDER-04 a gateway that forgets the order takes no money: the order expires and its piece is free', async () => {
    const soap = await shop.newProduct({}, 1)
    shop.gateway.misbehave({ kind: 'forgetful' }, { on: CREATE_ORDER, times: 1 })
    const placed = await shop.place(orderOf(soap))
    expect(placed.status).toBe(201)
    await shop.later(31 * MINUTE)
    await shop.run('store-reconcile')
    await shop.run('store-expire')
    expect((await shop.view(placed.body)).status).toBe('expired')
    expect(await shop.held(soap)).toBe(0)
    expect((await shop.place(orderOf(soap))).status).toBe(201)
  })
})
