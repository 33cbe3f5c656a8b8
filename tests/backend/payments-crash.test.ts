import { afterEach, describe, expect, test } from 'vitest'
import type { GatewayPayment } from '../gateway/wire'
import { many } from '../long'
import { shared } from '../shared'
import { MINUTE, newKey, openShop, orderOf, type PlacedOnline, PRICE } from './paying-shop'

const CREATE_ORDER = /^POST \/v1\/orders$/
const REFUND = /^POST \/v1\/payments\/\w+\/refund$/
const CAPTURE = /^POST \/v1\/payments\/\w+\/capture$/

const shop = shared(openShop)

afterEach(() => shop.assertInvariants())

/** What a client sees whose store has lost its power. */
const lost = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    () => 'lost',
  )

const quickly = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function paid(product: string): Promise<{ order: PlacedOnline; payment: GatewayPayment }> {
  const order = await shop.placeOnline(product)
  const payment = shop.gateway.pay(order.gatewayOrder)
  await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(payment))
  return { order, payment }
}

/** The same key goes on where the crash was: one order here, one there, and it can be paid. */
async function expectWhole(product: string, key: string): Promise<void> {
  const again = await shop.place(orderOf(product), key)
  expect(again.status, JSON.stringify(again.body)).toBe(201)
  expect(await shop.sql(`SELECT id FROM orders WHERE idempotency_key = '${key}'`)).toHaveLength(1)
  const there = shop.gateway.ordersOf(again.body.number).map(({ id }) => id)
  expect(there).toEqual([again.body.payment?.gateway_order_id])
  expect(await shop.held(product)).toBe(1)
  shop.gateway.pay(there[0] ?? '')
  await shop.later(3 * MINUTE)
  await shop.run('store-reconcile')
  expect(await shop.view(again.body)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
  expect([await shop.held(product), await shop.ledger(product)]).toEqual([0, 1])
}

describe('PAY-09 the power goes', () => {
  test.each([
    ['the order is stored, the gateway has not been asked', 'before'],
    ['the gateway has made its order, the answer is not stored', 'after'],
  ] as const)('ORDER-05 ORDER-10 when %s', async (_title, when) => {
    for (let round = 0; round < many(3); round++) {
      const soap = await shop.newProduct({}, 2)
      const key = newKey()
      const gate = shop.gateway.hold(CREATE_ORDER, when)
      const answer = lost(shop.place(orderOf(soap), key))
      await gate.reached
      await shop.store.kill()
      expect(await answer).toBe('lost')
      gate.open()
      await shop.crash()
      await expectWhole(soap, key)
    }
  })

  test('ORDER-05 ORDER-10 at any moment of placing', async () => {
    for (const ms of [1, 4, 9, 16, 40].slice(-many(5, 2))) {
      const soap = await shop.newProduct({}, 2)
      const key = newKey()
      const answer = lost(shop.place(orderOf(soap), key))
      await quickly(ms)
      await shop.crash()
      await answer
      await expectWhole(soap, key)
    }
  })

  test('ORDER-10 and nobody comes back: the hold ends by itself', async () => {
    const soap = await shop.newProduct({}, 1)
    const gate = shop.gateway.hold(CREATE_ORDER, 'after')
    const answer = lost(shop.place(orderOf(soap)))
    await gate.reached
    await shop.store.kill()
    await answer
    gate.open()
    await shop.crash()
    await shop.later(31 * MINUTE)
    await shop.run('store-reconcile')
    await shop.run('store-expire')
    expect(await shop.held(soap)).toBe(0)
    expect((await shop.place(orderOf(soap))).status).toBe(201)
  })

  test('ORDER-04 paid at a gateway order the store has never heard of: found by its receipt', async () => {
    const soap = await shop.newProduct({}, 1)
    const gate = shop.gateway.hold(CREATE_ORDER, 'after')
    const answer = lost(shop.place(orderOf(soap)))
    const call = await gate.reached
    await shop.store.kill()
    await answer
    gate.open()
    await shop.crash()
    const [made] = shop.gateway.ordersOf(String(call.body.receipt))
    const payment = shop.gateway.pay(made?.id ?? '')
    await shop.later(3 * MINUTE)
    for (let run = 0; run < 2; run++) {
      await shop.run('store-reconcile')
      await shop.later(10 * MINUTE)
    }
    const [row] = await shop.sql(`SELECT "order" FROM payments WHERE gateway_payment_id = '${payment.id}'`)
    expect(await shop.order(row?.order ?? '')).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('ORDER-04 ORDER-10 while a webhook and a return are being settled', async () => {
    for (const ms of [0, 2, 5, 9, 15].slice(-many(5, 2))) {
      const soap = await shop.newProduct({}, 2)
      const order = await shop.placeOnline(soap)
      const payment = shop.gateway.pay(order.gatewayOrder)
      const event = shop.gateway.orderPaid(payment)
      const heard = [
        lost(shop.gateway.deliver(shop.store.url, event)),
        lost(shop.act(order, 'payment/verify', shop.gateway.returned(payment))),
      ]
      await quickly(ms)
      await shop.crash()
      await Promise.all(heard)
      expect(await shop.gateway.deliver(shop.store.url, event)).toMatchObject([{ status: 200 }])
      expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
      expect([await shop.held(soap), await shop.ledger(soap)]).toEqual([0, 1])
    }
  })

  test.each(['before', 'after'] as const)('PAY-06 %s the gateway has refunded: refunded once', async (when) => {
    const soap = await shop.newProduct({}, 2)
    const { order, payment } = await paid(soap)
    await shop.act(order, 'cancel')
    const gate = shop.gateway.hold(REFUND, when)
    await shop.owner.crons.run('store-refunds')
    await gate.reached
    await shop.store.kill()
    gate.open()
    await shop.crash()
    for (let run = 0; run < 3; run++) {
      await shop.run('store-refunds')
      await shop.later(60 * MINUTE)
    }
    expect(shop.gateway.refundsOf(payment.id)).toHaveLength(1)
    expect(await shop.view(order)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    expect(await shop.ledger(soap)).toBe(2)
  })

  test.each(['before', 'after'] as const)('ORDER-04 %s the gateway has captured: paid once', async (when) => {
    const soap = await shop.newProduct({}, 2)
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    await shop.gateway.deliver(shop.store.url, shop.gateway.paymentEvent(payment))
    await shop.later(20 * MINUTE)
    const gate = shop.gateway.hold(CAPTURE, when)
    await shop.owner.crons.run('store-reconcile')
    await gate.reached
    await shop.store.kill()
    gate.open()
    await shop.crash()
    for (let run = 0; run < 3; run++) {
      await shop.later(20 * MINUTE)
      await shop.run('store-reconcile')
    }
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
    expect(await shop.ledger(soap)).toBe(1)
  })
})
