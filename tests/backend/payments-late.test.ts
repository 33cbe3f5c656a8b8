import { afterEach, describe, expect, test } from 'vitest'
import type { FiguresAnswer } from '../../src/domain/desk/figures'
import { orderTimeline } from '../../src/domain/orders/timeline'
import { refundSentence } from '../../src/features/orders/order-words'
import type { GatewayPayment, WebhookEvent } from '../gateway/wire'
import { many } from '../long'
import { shared } from '../shared'
import { MINUTE, openShop, orderOf, type PlacedOnline, PRICE, type Refused } from './paying-shop'
import { startStore, USER_PASSWORD } from './record-store'

const REFUND = /^POST \/v1\/payments\/\w+\/refund$/
const CAPTURE = /^POST \/v1\/payments\/\w+\/capture$/
const HOUR = 60 * MINUTE

const shop = shared(openShop)

afterEach(async () => {
  shop.gateway.ok()
  shop.gateway.refundState = 'processed'
  await shop.assertInvariants()
})

const statuses = async (event: WebhookEvent, options = {}) =>
  (await shop.gateway.deliver(shop.store.url, event, options)).map(({ status }) => status)
const mails = async (order: { id: string }) => (await shop.rows('outbox', order.id)).map(({ kind }) => kind).sort()
const reasons = async (order: { id: string }) =>
  (await shop.rows('refunds', order.id)).map(({ reason, status, amount }) => [reason, status, amount])

/** An order that was paid, and its payment. */
async function paidOrder(product: string): Promise<{ order: PlacedOnline; payment: GatewayPayment }> {
  const order = await shop.placeOnline(product)
  const payment = shop.gateway.pay(order.gatewayOrder)
  expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
  expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  return { order, payment }
}

/** A part that goes back by the gateway's dashboard, which the shop has heard of and the bank is at work on. */
async function refundAtTheBank() {
  const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
  shop.gateway.refundState = 'pending'
  const refund = shop.gateway.refundByHand(payment.id, 7_000)
  shop.gateway.refundState = 'processed'
  expect(await statuses(shop.gateway.refundEvent(refund))).toEqual([200])
  return { order, payment, refund }
}

/** A refund of rupees that the gateway takes and cannot make. @returns it, and what says that it was paid by hand */
async function failsAtGateway(order: string, payment: string, rupees: number) {
  shop.gateway.refundState = 'pending'
  const { id } = await shop.owner.collection('refunds').create({ order, rupees })
  await shop.later(11 * MINUTE)
  await shop.run('store-refunds')
  const asked = shop.gateway.refundsOf(payment).find(({ amount }) => amount === rupees * 100)
  const made = shop.gateway.finishRefund(asked?.id ?? '', 'failed')
  expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
  return { made, body: { refund: id } }
}

/** What is to be looked at in an order, one after the other as each is settled. */
async function settles({ id }: PlacedOnline, flags: string[]): Promise<void> {
  for (const stands of flags) {
    expect((await shop.order(id)).review_flag).toBe(stands)
    await shop.owner.collection('orders').update(id, { review_flag: '' })
  }
}

/** An order nobody paid for half an hour. */
async function expiredOrder(product: string): Promise<PlacedOnline> {
  const order = await shop.placeOnline(product)
  await shop.later(31 * MINUTE)
  await shop.run('store-expire')
  expect(await shop.view(order)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
  return order
}

async function expectRefundedOnce(order: PlacedOnline, payment: GatewayPayment): Promise<void> {
  await shop.run('store-refunds')
  await shop.run('store-refunds')
  await shop.later(5 * MINUTE)
  await shop.run('store-reconcile')
  await shop.run('store-refunds')
  expect(shop.gateway.refundsOf(payment.id).map(({ amount }) => amount)).toEqual([payment.amount])
  expect((await shop.rows('refunds', order.id)).map(({ status }) => status)).toEqual(['processed'])
}

describe('money that comes late', () => {
  test('ORDER-04 PAY-03 unpaid for 30 minutes: expired once and the pieces are free, however often the clock strikes', async () => {
    const soap = await shop.newProduct({}, 2)
    const order = await shop.placeOnline(soap)
    await shop.later(29 * MINUTE)
    await shop.run('store-expire')
    expect((await shop.view(order)).status).toBe('pending')
    await shop.later(2 * MINUTE)
    for (let run = 0; run < 3; run++) await shop.run('store-expire')
    expect((await shop.view(order)).status).toBe('expired')
    expect([await shop.held(soap), await shop.ledger(soap)]).toEqual([0, 2])
    expect((await shop.rows('order_events', order.id)).filter(({ type }) => type === 'expired')).toHaveLength(1)
    const late = await shop.act<Refused>(order, 'payment')
    expect([late.status, late.body.data.code]).toEqual([409, 'order_closed'])
  })

  test('ORDER-04 ORDER-10 PAY-04 after the hold, stock still there: the piece is taken again and the order stands', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await expiredOrder(soap)
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment), { times: 5 })).toEqual(Array(5).fill(200))
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
    expect(await shop.ledger(soap)).toBe(0)
    expect(await shop.rows('refunds', order.id)).toEqual([])
    expect((await shop.place(orderOf(soap))).status).toBe(409)
  })

  test('ORDER-04 ORDER-10 PAY-04 after the hold, stock gone: not confirmed, refunded exactly once, shopper and owner are told', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await expiredOrder(soap)
    expect((await shop.place(orderOf(soap, { payment_method: 'cod' }))).status).toBe(201)
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment), { times: 5 })).toEqual(Array(5).fill(200))
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect((await shop.view(order)).status).not.toBe('confirmed')
    expect(await reasons(order)).toEqual([['no_stock', 'queued', PRICE]])
    await expectRefundedOnce(order, payment)
    expect(await shop.order(order.id)).toMatchObject({
      payment_status: 'refunded',
      review_flag: 'oversold',
      paid_total: PRICE,
      refunded_total: PRICE,
    })
    expect(await mails(order)).toEqual(expect.arrayContaining(['order_refunded', 'owner_flagged_order']))
    expect(await shop.ledger(soap)).toBe(0)
  })

  test('PROMO-07 PROMO-12 after the hold, its code used by another order meanwhile: refunded, the code is one order’s', async () => {
    const soap = await shop.newProduct({}, 9)
    const offer = { name: 'Once', active: true, kind: 'percent', value: 10, single_use: true }
    const { id } = await shop.owner.collection('promotions').create(offer)
    await shop.owner.collection('promotion_codes').create({ promotion: id, code: 'ONCE7M2K9P' })
    const coded = { code: 'ONCE7M2K9P', expected_total: (PRICE * 9) / 10 }
    const orders = [await shop.placeOnline(soap, coded)]
    for (let more = 0; more < 2; more++) {
      await shop.later(31 * MINUTE)
      await shop.run('store-expire')
      orders.push(await shop.placeOnline(soap, coded))
    }
    const payments = orders.map(({ gatewayOrder }) => shop.gateway.pay(gatewayOrder))
    for (const payment of payments.toReversed()) expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
    const stand = await Promise.all(orders.map(async (order) => (await shop.view(order)).status))
    expect(stand).toEqual(['expired', 'expired', 'confirmed'])
    expect(await reasons(orders[0] as PlacedOnline)).toEqual([['paid_after_cancel', 'queued', coded.expected_total]])
    const { events } = await shop.view(orders[0] as PlacedOnline)
    expect(events.map(({ label }) => label)).toContain('Paid online too late: your money goes back')
    await shop.run('store-refunds')
    await shop.owner.collection('promotions').update(id, { active: false })
  })

  test('PROMO-07 PAY-04 agreed by the bank after the hold, its code used by another order meanwhile: never taken, and told', async () => {
    const soap = await shop.newProduct({}, 9)
    const offer = { name: 'Once', active: true, kind: 'percent', value: 10, max_uses: 1, code: 'LASTUSE' }
    const { id } = await shop.owner.collection('promotions').create(offer)
    const coded = { code: 'LASTUSE', expected_total: (PRICE * 9) / 10 }
    const order = await shop.placeOnline(soap, coded)
    await shop.later(31 * MINUTE)
    await shop.run('store-expire')
    await shop.placeOnline(soap, coded)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    for (let run = 0; run < 2; run++) {
      await shop.later(2 * MINUTE)
      await shop.run('store-reconcile')
    }
    expect(shop.gateway.payments.get(payment.id)).toMatchObject({ status: 'authorized', captured: false })
    const { status, events } = await shop.view(order)
    expect(status).toBe('expired')
    expect(events.filter(({ type }) => type === 'not_taken').map(({ label }) => label)).toEqual([
      'Paid online too late: your bank gives the money back',
    ])
    await shop.owner.collection('promotions').update(id, { active: false })
  })

  test('ORDER-10 PAY-04 the hold is over but no clock has struck, and the piece went to another: refunded, not sold twice', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await shop.placeOnline(soap)
    await shop.later(31 * MINUTE)
    const other = await shop.place(orderOf(soap, { payment_method: 'cod' }))
    expect(other.status).toBe(201)
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
    expect((await shop.view(order)).status).toBe('cancelled')
    await expectRefundedOnce(order, payment)
    expect(await shop.ledger(soap)).toBe(0)
  })

  test('ORDER-10 PAY-04 the last piece, ten late payments at once: one order stands, nine are refunded once', async () => {
    const soap = await shop.newProduct({}, 1)
    const orders: PlacedOnline[] = []
    for (let round = 0; round < 10; round++) orders.push(await expiredOrder(soap))
    const payments = orders.map((order) => shop.gateway.pay(order.gatewayOrder))
    await Promise.all(payments.map((payment) => statuses(shop.gateway.orderPaid(payment), { times: 2 })))
    for (let run = 0; run < 3; run++) await shop.run('store-refunds')
    const states = await Promise.all(orders.map(async (order) => (await shop.view(order)).status))
    expect(states.filter((status) => status === 'confirmed')).toHaveLength(1)
    expect(payments.map(({ id }) => shop.gateway.refundsOf(id).length).sort()).toEqual([0, ...Array(9).fill(1)])
    expect(await shop.ledger(soap)).toBe(0)
  })

  test.each([
    ['with stock', true],
    ['without stock', false],
  ])(
    'ORDER-04 PAY-04 authorized after the hold, %s: the shop keeps money only for what it can send',
    async (_title, stock) => {
      const soap = await shop.newProduct({}, 1)
      const order = await expiredOrder(soap)
      if (!stock) expect((await shop.place(orderOf(soap, { payment_method: 'cod' }))).status).toBe(201)
      const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
      expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
      for (let run = 0; run < 3; run++) {
        await shop.later(20 * MINUTE)
        await shop.run('store-reconcile')
        await shop.run('store-refunds')
      }
      const { status, payment_status } = await shop.view(order)
      if (stock) {
        expect([status, payment_status]).toEqual(['confirmed', 'paid'])
        expect(shop.gateway.payments.get(payment.id)?.status).toBe('captured')
      } else {
        // Left to lapse at the gateway, or captured and refunded: never confirmed, never kept.
        expect(status).not.toBe('confirmed')
        expect(['authorized', 'refunded']).toContain(shop.gateway.payments.get(payment.id)?.status)
      }
    },
  )

  test('ORDER-04 ORDER-10 PAY-04 the clock strikes while the money arrives, many orders: all stand, none is counted twice', async () => {
    const soap = await shop.newProduct({}, many(30))
    const orders = await Promise.all(Array.from({ length: many(30) }, () => shop.placeOnline(soap)))
    const payments = orders.map((order) => shop.gateway.pay(order.gatewayOrder))
    await shop.later(31 * MINUTE)
    await Promise.all([
      shop.run('store-expire'),
      shop.run('store-reconcile'),
      ...payments.map((payment) => statuses(shop.gateway.orderPaid(payment))),
    ])
    for (const order of orders)
      expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
    expect([await shop.ledger(soap), await shop.held(soap)]).toEqual([0, 0])
  })

  test('ORDER-09 no money is noted by hand for an order that has expired: nothing of it would be sent', async () => {
    const order = await expiredOrder(await shop.newProduct({}, 1))
    const paid = shop.owner.collection('orders').update(order.id, { payment_status: 'paid' })
    const message = expect.stringMatching(/^A closed order stays closed/)
    await expect(paid).rejects.toMatchObject({ response: { data: { payment_status: { message } } } })
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'unpaid', paid_total: 0 })
  })

  test('ORDER-04 PAY-04 the reconciler finds money for an order that has expired', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await shop.placeOnline(soap)
    await shop.later(31 * MINUTE)
    await shop.run('store-expire')
    shop.gateway.pay(order.gatewayOrder)
    await shop.later(2 * HOUR)
    await shop.run('store-reconcile')
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })
})

describe('PAY-05 more money than was asked for', () => {
  test('ORDER-04 two payments captured for one order: paid once, the second refunded once, the owner told', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order } = await paidOrder(soap)
    const second = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.paymentEvent(second), { times: 5 })).toEqual(Array(5).fill(200))
    expect(await statuses(shop.gateway.orderPaid(second))).toEqual([200])
    expect(await reasons(order)).toEqual([['duplicate_payment', 'queued', PRICE]])
    await expectRefundedOnce(order, second)
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', review_flag: 'duplicate_payment' })
    expect((await mails(order)).filter((kind) => kind === 'order_paid')).toHaveLength(1)
    expect(shop.gateway.money().kept).toBeGreaterThanOrEqual(PRICE)
  })

  test('ORDER-04 a second payment whose word is lost is found a day later and refunded', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order } = await paidOrder(soap)
    const second = shop.gateway.pay(order.gatewayOrder)
    await shop.later(25 * HOUR)
    await shop.run('store-reconcile')
    await expectRefundedOnce(order, second)
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('ORDER-04 two payments for one order heard of at the same moment', async () => {
    const soap = await shop.newProduct({}, 50)
    const orders = await Promise.all(Array.from({ length: 10 }, () => shop.placeOnline(soap)))
    const pairs = orders.map((order) => [shop.gateway.pay(order.gatewayOrder), shop.gateway.pay(order.gatewayOrder)])
    await Promise.all(pairs.flat().map((payment) => statuses(shop.gateway.paymentEvent(payment), { times: 2 })))
    for (let run = 0; run < 3; run++) await shop.run('store-refunds')
    for (const [position, order] of orders.entries()) {
      expect((await shop.view(order)).status).toBe('confirmed')
      const refunded = pairs[position]?.map(({ id }) => shop.gateway.refundsOf(id).length).sort()
      expect(refunded).toEqual([0, 1])
    }
  })

  test('ORDER-04 cash on delivery chosen, then the online payment arrives: paid online, exactly once, to the paisa', async () => {
    const soap = await shop.newProduct({ price: 180.4 }, 5)
    const order = await shop.placeOnline(soap, { expected_total: 18_040 })
    const cash = await shop.act(order, 'payment', { method: 'cod' })
    expect(cash.body).toMatchObject({ status: 'confirmed', payment_status: 'unpaid', grand_total: 18_000 })
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment), { times: 3 })).toEqual([200, 200, 200])
    expect(await shop.order(order.id)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      payment_method: 'razorpay',
      round_off: 0,
      grand_total: 18_040,
      paid_total: 18_040,
    })
    expect(await shop.rows('refunds', order.id)).toEqual([])
    expect(await shop.ledger(soap)).toBe(4)
  })

  test('ORDER-03 ORDER-04 cash chosen while the capture arrives, many orders: each is paid once, online', async () => {
    const soap = await shop.newProduct({}, 50)
    const orders = await Promise.all(Array.from({ length: many(20) }, () => shop.placeOnline(soap)))
    const payments = orders.map((order) => shop.gateway.pay(order.gatewayOrder))
    await Promise.all(
      orders.flatMap((order, position) => [
        shop.act<Refused>(order, 'payment', { method: 'cod' }).then(({ status, body }) => {
          if (status !== 200) expect([status, body.data.code]).toEqual([409, 'already_paid'])
        }),
        statuses(shop.gateway.orderPaid(payments[position] as GatewayPayment)),
      ]),
    )
    for (const order of orders)
      expect(await shop.order(order.id)).toMatchObject({
        status: 'confirmed',
        payment_status: 'paid',
        payment_method: 'razorpay',
        round_off: 0,
      })
    expect(await shop.ledger(soap)).toBe(50 - orders.length)
  })

  test('ORDER-04 a cash order on its way, then the online payment arrives: refunded once and flagged', async () => {
    const soap = await shop.newProduct({}, 5)
    const order = await shop.placeOnline(soap)
    expect((await shop.act(order, 'payment', { method: 'cod' })).status).toBe(200)
    for (const fulfilment_status of ['packed', 'shipped'])
      await shop.owner.collection('orders').update(order.id, { fulfilment_status })
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
    await expectRefundedOnce(order, payment)
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', review_flag: 'duplicate_payment' })
    const labels = (await shop.rows('order_events', order.id)).map(({ label }) => label)
    expect(labels).toContain('Paid online too late: your money goes back')
    // The cash is still to come.
    const arrived = { orders: [order.id], outcome: 'delivered', cash: true }
    await shop.owner.send('/api/store/desk/parcels/arrive', { method: 'POST', body: arrived })
    expect(await shop.order(order.id)).toMatchObject({ fulfilment_status: 'delivered', paid_total: 36_000 })
  })

  test('ORDER-04 a cash order whose bill says rupees, then the online payment of paise arrives: refunded once', async () => {
    const soap = await shop.newProduct({ price: 180.4 }, 5)
    const order = await shop.placeOnline(soap, { expected_total: 18_040 })
    expect((await shop.act(order, 'payment', { method: 'cod' })).status).toBe(200)
    await shop.owner.collection('orders').update(order.id, { fulfilment_status: 'packed' })
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
    await expectRefundedOnce(order, payment)
    const [bill] = await shop.rows('bills', order.id)
    expect(bill?.total).toBe('₹180.00')
    expect(await shop.order(order.id)).toMatchObject({ payment_method: 'cod', grand_total: 18_000, round_off: -40 })
  })
})

describe('cancelling', () => {
  test('PAY-04 unpaid: the hold is gone, nothing to refund; money that comes later goes back', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await shop.placeOnline(soap)
    expect((await shop.act(order, 'cancel')).body).toMatchObject({ status: 'cancelled', payment_status: 'voided' })
    expect([await shop.held(soap), await shop.ledger(soap)]).toEqual([0, 1])
    const payment = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(payment), { times: 3 })).toEqual([200, 200, 200])
    expect(await reasons(order)).toEqual([['paid_after_cancel', 'queued', PRICE]])
    await expectRefundedOnce(order, payment)
    expect(await shop.order(order.id)).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
      review_flag: 'paid_after_cancel',
    })
  })

  test('PAY-04 unpaid and cancelled, paid all the same, and no word of it: the reconciler finds the money and sends it back', async () => {
    const soap = await shop.newProduct({}, 1)
    const order = await shop.placeOnline(soap)
    await shop.act(order, 'cancel')
    const payment = shop.gateway.pay(order.gatewayOrder)
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectRefundedOnce(order, payment)
    expect(await shop.order(order.id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
  })

  test('PAY-06 paid: pieces back once, the money is refunded once and the shopper hears of both', async () => {
    const soap = await shop.newProduct({}, 1)
    const { order, payment } = await paidOrder(soap)
    const answers = await Promise.all(Array.from({ length: 5 }, () => shop.act(order, 'cancel')))
    for (const { status, body } of answers) expect([status, body.status]).toEqual([200, 'cancelled'])
    expect(await shop.ledger(soap)).toBe(1)
    expect(await reasons(order)).toEqual([['cancelled', 'queued', PRICE]])
    await expectRefundedOnce(order, payment)
    expect(await shop.view(order)).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
      paid_total: PRICE,
      refunded_total: PRICE,
    })
    expect(await mails(order)).toEqual(
      expect.arrayContaining(['order_paid', 'order_cancelled', 'order_refunded', 'owner_new_order']),
    )
  })

  test('PAY-06 the shopper cancels while the capture arrives, many orders: confirmed, or cancelled and refunded', async () => {
    const soap = await shop.newProduct({}, 100)
    const orders = await Promise.all(Array.from({ length: many(50) }, () => shop.placeOnline(soap)))
    const payments = orders.map((order) => shop.gateway.pay(order.gatewayOrder))
    await Promise.all(
      orders.map(async (order, position) => {
        const payment = payments[position] as GatewayPayment
        const cancel = () => shop.act(order, 'cancel')
        const hear = () => statuses(shop.gateway.orderPaid(payment))
        const verify = () => shop.act(order, 'payment/verify', shop.gateway.returned(payment))
        const [first, second] = position % 2 === 0 ? [cancel, hear] : [hear, cancel]
        await Promise.all([first(), second(), position % 3 === 0 ? verify() : undefined])
      }),
    )
    for (let run = 0; run < 3; run++) await shop.run('store-refunds')
    for (const [position, order] of orders.entries()) {
      const { status, payment_status } = await shop.view(order)
      const refunds = shop.gateway.refundsOf((payments[position] as GatewayPayment).id).map(({ amount }) => amount)
      if (status === 'confirmed') expect([payment_status, refunds]).toEqual(['paid', []])
      else expect([status, payment_status, refunds]).toEqual(['cancelled', 'refunded', [PRICE]])
    }
  })
})

describe('refunds', () => {
  test.each([
    ['its answer is lost', { kind: 'timeoutAfterCommit' }],
    ['the line breaks', { kind: 'down' }],
    ['it fails', { kind: 'error500' }],
    ['it is still at work', { kind: 'conflict' }],
  ] as const)(
    'PAY-06 the gateway is asked to refund and %s: asked again later, refunded once',
    async (_title, fault) => {
      const soap = await shop.newProduct({}, 5)
      const { order, payment } = await paidOrder(soap)
      await shop.act(order, 'cancel')
      shop.gateway.misbehave(fault, { on: REFUND, times: fault.kind === 'timeoutAfterCommit' ? 1 : 2 })
      for (let run = 0; run < 4; run++) {
        await shop.run('store-refunds')
        await shop.later(20 * MINUTE)
      }
      expect(shop.gateway.refundsOf(payment.id)).toHaveLength(1)
      const asked = shop.gateway.callsOf(REFUND).filter(({ path }) => path.includes(payment.id))
      const keys = new Set(asked.map(({ headers }) => headers['x-refund-idempotency']))
      expect(keys.size).toBe(1)
      expect([...keys][0]).toMatch(/^[A-Za-z0-9_-]{10,}$/)
      expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    },
  )

  test('PAY-07 a refund the bank is still at work on: refunded only when the gateway says so, whatever the order of events', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    await shop.act(order, 'cancel')
    shop.gateway.refundState = 'pending'
    await shop.run('store-refunds')
    const [refund] = shop.gateway.refundsOf(payment.id)
    if (!refund) throw new Error('no refund')
    const created = shop.gateway.refundEvent(refund)
    expect(await shop.view(order)).toMatchObject({ status: 'cancelled', payment_status: 'paid', refunded_total: 0 })
    shop.gateway.finishRefund(refund.id, 'processed')
    expect(await statuses(shop.gateway.refundEvent(refund), { times: 5 })).toEqual(Array(5).fill(200))
    expect(await statuses(created)).toEqual([200])
    expect(await shop.view(order)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    expect((await mails(order)).filter((kind) => kind === 'order_refunded')).toHaveLength(1)
  })

  test('ORDER-07 PAY-07 a refund the bank refuses stands as failed before the owner’s eyes, who pays it back once', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    shop.gateway.refundState = 'pending'
    const refund = await shop.owner.collection('refunds').create({ order: order.id, rupees: 50, note: 'One bar broke' })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const [made] = shop.gateway.refundsOf(payment.id)
    if (!made) throw new Error('no refund')
    shop.gateway.finishRefund(made.id, 'failed')
    expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
    expect(await shop.owner.collection('refunds').getOne(refund.id)).toMatchObject({ status: 'failed' })
    expect(await shop.order(order.id)).toMatchObject({
      ...{ payment_status: 'paid', refunded_total: 0, review_flag: 'refund_failed' },
    })
    const steps = async () => orderTimeline(await shop.view(order)).map(({ label }) => label)
    expect(await steps()).toContain('Refund delayed')
    const note = (refund: string) =>
      shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body: { refund } })
    await expect(note('none00000000001')).rejects.toMatchObject({ status: 404 })
    for (let press = 0; press < 2; press++) await note(refund.id)
    expect(await shop.owner.collection('refunds').getOne(refund.id)).toMatchObject({
      ...{ status: 'processed', processed_at: expect.stringMatching(/^20/) },
    })
    expect(await shop.order(order.id)).toMatchObject({
      ...{ payment_status: 'partially_refunded', refunded_total: 5_000, review_flag: '' },
    })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_refunded')
    expect(told.map(({ data }) => data.by_hand)).toEqual([true])
    // ORDER-07: no bank is at work.
    expect(refundSentence(await shop.view(order))).toBe('₹50.00 has been refunded to you.')
    expect(await steps()).not.toContain('Refund delayed')
    const more = shop.owner.collection('refunds').create({ order: order.id, rupees: PRICE / 100 })
    await expect(more).rejects.toMatchObject({
      response: { data: { rupees: { message: 'At most ₹130.00 can be given back: write 130.' } } },
    })
    expect(shop.gateway.refundsOf(payment.id)).toHaveLength(1)
  })

  test('ORDER-08 PAY-07 the list of one’s own orders tells of a refund that failed', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const asha = await shop.store.newUser()
    await shop.owner.sql.run(`UPDATE orders SET user = '${asha.id}' WHERE id = '${order.id}'`)
    shop.gateway.refundState = 'pending'
    await shop.act(order, 'cancel')
    await shop.run('store-refunds')
    const client = shop.store.guest()
    await client.collection('users').authWithPassword(asha.email, USER_PASSWORD)
    const failed = async () => {
      const { items } = await client.collection('orders').getList(1, 20, { fields: 'number,refund_failed' })
      return items.map(({ number, refund_failed }) => [number, refund_failed])
    }
    expect(await failed()).toEqual([[order.number, undefined]])
    const [made] = shop.gateway.refundsOf(payment.id)
    if (!made) throw new Error('no refund')
    shop.gateway.finishRefund(made.id, 'failed')
    expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
    expect(await failed()).toEqual([[order.number, true]])
    // Nothing is asked for each order of the shop's own lists.
    const [whole] = (await shop.owner.collection('orders').getList(1, 1, { filter: `id = "${order.id}"` })).items
    expect([whole?.number, whole?.refund_failed]).toEqual([order.number, undefined])
    const [refund] = await shop.rows('refunds', order.id)
    const body = { refund: refund?.id }
    await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
    expect(await failed()).toEqual([[order.number, undefined]])
  })

  test('PAY-07 what failed and went back by another refund is not paid back by hand as well; others stay to be seen to', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const give = (rupees: number) => shop.owner.collection('refunds').create({ order: order.id, rupees })
    const fail = async (rupees: number) => {
      shop.gateway.refundState = 'pending'
      const { id } = await give(rupees)
      await shop.later(11 * MINUTE)
      await shop.run('store-refunds')
      const made = shop.gateway.refundsOf(payment.id).at(-1)
      if (!made) throw new Error('no refund')
      shop.gateway.finishRefund(made.id, 'failed')
      expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
      return id
    }
    const paidBack = (refund: string) =>
      shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body: { refund } })
    const [first, second] = [await fail(100), await fail(50)]
    await paidBack(second)
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: 5_000, review_flag: 'refund_failed' })
    shop.gateway.refundState = 'processed'
    await give(60)
    await expect(paidBack(first)).rejects.toMatchObject({
      response: { data: { status: { message: expect.stringMatching(/^Only ₹70\.00 of that money is left/) } } },
    })
    await give(70)
    for (let time = 0; time < 2; time++) {
      await expect(paidBack(first)).rejects.toMatchObject({
        response: { data: { status: { message: expect.stringMatching(/^That money has gone back/) } } },
      })
      await shop.later(11 * MINUTE)
      await shop.run('store-refunds')
    }
    const all = { payment_status: 'refunded', refunded_total: PRICE, review_flag: '' }
    expect(await shop.order(order.id)).toMatchObject(all)
  })

  test('PAY-07 word of a failure that comes after its money went back otherwise asks the owner for nothing', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    shop.gateway.refundState = 'pending'
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 100 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const [made] = shop.gateway.refundsOf(payment.id)
    if (!made) throw new Error('no refund')
    shop.gateway.finishRefund(made.id, 'failed')
    shop.gateway.refundState = 'processed'
    expect(await statuses(shop.gateway.refundEvent(shop.gateway.refundByHand(payment.id, PRICE)))).toEqual([200])
    expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', review_flag: '' })
    expect(await mails(order)).not.toContain('owner_flagged_order')
  })

  test('PAY-07 the owner refunds part by part: never more than was paid', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    const refunds = shop.owner.collection('refunds')
    await refunds.create({ order: order.id, rupees: 50, note: 'One bar broke' })
    await expect(refunds.create({ order: order.id, rupees: PRICE / 100 - 49.99 })).rejects.toThrow()
    for (const rupees of [0, -1, 1.555, '12abc'])
      await expect(refunds.create({ order: order.id, rupees })).rejects.toThrow()
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 5_000 })
    await expect(
      shop.owner.collection('orders').update(order.id, { payment_status: 'partially_refunded' }),
    ).resolves.toBeDefined()
    const rest = await Promise.allSettled(
      Array.from({ length: 5 }, () => refunds.create({ order: order.id, rupees: PRICE / 100 - 50 })),
    )
    expect(rest.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    expect(shop.gateway.payments.get(payment.id)).toMatchObject({ amount_refunded: PRICE, status: 'refunded' })
  })

  test('PAY-07 “refunded” set by hand starts the refund; the order says so when the money has left', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    await shop.owner.collection('orders').update(order.id, { payment_status: 'refunded' })
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'paid', refunded_total: 0 })
    await shop.later(11 * MINUTE)
    await expectRefundedOnce(order, payment)
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
  })

  test('PAY-07 a refund made in the gateway’s own dashboard is seen', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    const refund = shop.gateway.refundByHand(payment.id, 7_000)
    expect(await statuses(shop.gateway.refundEvent(refund), { times: 3 })).toEqual([200, 200, 200])
    expect(await reasons(order)).toEqual([['at_provider', 'processed', 7_000]])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 7_000 })
  })

  test('PAY-07 a part given back in the gateway’s dashboard whose word is lost is found a day later', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    shop.gateway.refundByHand(payment.id, 7_000)
    await shop.later(25 * HOUR)
    await shop.run('store-reconcile')
    expect(await reasons(order)).toEqual([['at_provider', 'processed', 7_000]])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 7_000 })
  })

  test.each(['processed', 'failed'] as const)(
    'PAY-07 what becomes of one the bank is at work on is asked for (%s), and none is made beside it',
    async (end) => {
      const { order, payment, refund } = await refundAtTheBank()
      await shop.later(HOUR)
      await shop.run('store-refunds')
      expect(await reasons(order)).toEqual([['at_provider', 'pending', 7_000]])
      shop.gateway.finishRefund(refund.id, end)
      await shop.later(HOUR)
      await shop.run('store-refunds')
      expect(await reasons(order)).toEqual([['at_provider', end, 7_000]])
      expect(shop.gateway.refundsOf(payment.id)).toHaveLength(1)
    },
  )

  test('PAY-07 nor is one forgotten that was on its way when the store was updated', async () => {
    const { order, refund } = await refundAtTheBank()
    // As earlier releases left it.
    await shop.owner.sql.run(`UPDATE refunds SET next_try_at = '' WHERE gateway_refund_id = '${refund.id}'`)
    await shop.owner.sql.run("DELETE FROM _migrations WHERE file = '1795308580_followed_refunds.js'")
    shop.gateway.finishRefund(refund.id, 'processed')
    await shop.store.kill()
    const upgraded = await startStore({ data: shop.store.dir, env: shop.gateway.env })
    await shop.store.restart()
    await upgraded.runJob('store-refunds')
    const refunds = (await upgraded.superuser()).collection('refunds')
    const followed = await refunds.getFirstListItem(`gateway_refund_id = "${refund.id}"`)
    await upgraded.stop()
    expect(followed).toMatchObject({ order: order.id, reason: 'at_provider', status: 'processed' })
  })

  test('PAY-07 one that the gateway does not list any more is not made by the store', async () => {
    const { order, payment, refund } = await refundAtTheBank()
    shop.gateway.refunds.delete(refund.id)
    await shop.later(HOUR)
    await shop.run('store-refunds')
    expect(await reasons(order)).toEqual([['at_provider', 'pending', 7_000]])
    expect(shop.gateway.refundsOf(payment.id)).toEqual([])
  })

  test('PAY-07 what goes back twice, by the shop itself and in the gateway’s dashboard, asks its owner for a look', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    shop.gateway.refundState = 'pending'
    const { id } = await shop.owner.collection('refunds').create({ order: order.id, rupees: PRICE / 100 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const made = shop.gateway.finishRefund(shop.gateway.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
    await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body: { refund: id } })
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: PRICE, review_flag: '' })
    shop.gateway.refundState = 'processed'
    const again = shop.gateway.refundEvent(shop.gateway.refundByHand(payment.id, 7_000))
    expect(await statuses(again, { times: 2 })).toEqual([200, 200])
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: PRICE + 7_000, review_flag: 'refunded_twice' })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(told.map(({ data }) => data.flag)).toEqual(['refund_failed', 'refunded_twice'])
  })

  test('PAY-07 nor does money of another payment hide it, nor does a dispute, once that is settled', async () => {
    const { order } = await paidOrder(await shop.newProduct({}, 5))
    const second = shop.gateway.pay(order.gatewayOrder)
    shop.gateway.refundState = 'pending'
    expect(await statuses(shop.gateway.paymentEvent(second))).toEqual([200])
    await shop.run('store-refunds')
    const failed = shop.gateway.finishRefund(shop.gateway.refundsOf(second.id)[0]?.id ?? '', 'failed')
    expect(await statuses(shop.gateway.refundEvent(failed))).toEqual([200])
    const [refund] = await shop.rows('refunds', order.id)
    const body = { refund: refund?.id }
    await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
    const more = { dispute: { id: 'disp_Twice', entity: 'dispute', payment_id: second.id } }
    const dispute = shop.gateway.webhook('payment.dispute.created', { payment: second, more })
    expect(await statuses(dispute)).toEqual([200])
    shop.gateway.refundState = 'processed'
    expect(await statuses(shop.gateway.refundEvent(shop.gateway.refundByHand(second.id)), { times: 2 })).toEqual([
      ...[200, 200],
    ])
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: 2 * PRICE, review_flag: 'dispute' })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    const flags = ['duplicate_payment', 'refund_failed', 'dispute', 'refunded_twice']
    expect(told.map(({ data }) => data.flag)).toEqual(flags)
    for (const left of ['refunded_twice', '']) {
      await shop.owner.collection('orders').update(order.id, { review_flag: '' })
      expect((await shop.order(order.id)).review_flag).toBe(left)
    }
  })

  test('PAY-07 one that was paid back by hand and that the gateway makes after all is seen, and asks for a look', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    shop.gateway.refundState = 'pending'
    const { id } = await shop.owner.collection('refunds').create({ order: order.id, rupees: 70 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const made = shop.gateway.finishRefund(shop.gateway.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    expect(await statuses(shop.gateway.refundEvent(made))).toEqual([200])
    await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body: { refund: id } })
    expect(await statuses(shop.gateway.refundEvent(made), { times: 2 })).toEqual([200, 200])
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: 7_000, review_flag: '' })
    const after = { ...made, status: 'processed' as const }
    for (const review_flag of ['refunded_twice', '']) {
      expect(await statuses(shop.gateway.refundEvent(after), { times: 2 })).toEqual([200, 200])
      expect(await shop.order(order.id)).toMatchObject({ refunded_total: 14_000, review_flag })
      await shop.owner.collection('orders').update(order.id, { review_flag: '' })
    }
    const twice = ['by_shop', 'at_provider'].map((reason) => [reason, 'processed', 7_000])
    expect(await reasons(order)).toEqual(twice)
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(told.map(({ data }) => data.flag)).toEqual(['refund_failed', 'refunded_twice'])
  })

  test('PAY-13 one that fails meanwhile does not hide that, and comes up once that is settled', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const fails = (rupees: number) => failsAtGateway(order.id, payment.id, rupees)
    const paidBack = (body: object) =>
      shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
    const flag = async () => (await shop.order(order.id)).review_flag
    const first = await fails(70)
    await paidBack(first.body)
    expect(await statuses(shop.gateway.refundEvent({ ...first.made, status: 'processed' }))).toEqual([200])
    const second = await fails(20)
    const more = { dispute: { id: 'disp_Both', entity: 'dispute', payment_id: payment.id } }
    for (const stands of ['refunded_twice', 'dispute']) {
      if (stands === 'dispute')
        expect(await statuses(shop.gateway.webhook('payment.dispute.created', { payment, more }))).toEqual([200])
      expect(await flag()).toBe(stands)
    }
    for (const next of ['refunded_twice', 'refund_failed']) {
      await shop.owner.collection('orders').update(order.id, { review_flag: '' })
      expect(await flag()).toBe(next)
    }
    await paidBack(second.body)
    expect(await flag()).toBe('')
  })

  test.each([
    ['whose word was lost', {}, { payment_status: 'unpaid', paid_total: 0 }],
    ['of another amount', { amount: 100 }, { payment_status: 'unpaid', paid_total: 0 }],
    ['of another amount, told before', { amount: 100 }, { payment_status: 'paid', paid_total: PRICE }],
  ])('PAY-13 a dispute of a payment %s finds its order', async (told, change, stands) => {
    const order = await shop.placeOnline(await shop.newProduct({}, 5))
    const before = told.endsWith('before')
    if (before) await statuses(shop.gateway.paymentEvent(shop.gateway.pay(order.gatewayOrder)))
    const payment = shop.gateway.pay(order.gatewayOrder, change)
    if (before) await statuses(shop.gateway.paymentEvent(payment))
    const more = { dispute: { id: `disp_${order.number}`, entity: 'dispute', payment_id: payment.id } }
    expect(await statuses(shop.gateway.webhook('payment.dispute.created', { payment, more }))).toEqual([200])
    expect(await shop.order(order.id)).toMatchObject({ ...stands, review_flag: 'dispute' })
    const mailed = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(mailed.map(({ data }) => data.flag)).toContain('dispute')
    await statuses(shop.gateway.webhook('payment.dispute.won', { payment, more }))
  })

  test('PAY-07 what went twice and was settled does not come up again behind a dispute; what goes twice after that does', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const more = { dispute: { id: 'disp_Again', entity: 'dispute', payment_id: payment.id } }
    const goesTwice = async (rupees: number) => {
      const { made, body } = await failsAtGateway(order.id, payment.id, rupees)
      await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
      expect(await statuses(shop.gateway.refundEvent({ ...made, status: 'processed' }))).toEqual([200])
    }
    await goesTwice(70)
    await settles(order, ['refunded_twice', ''])
    await statuses(shop.gateway.webhook('payment.dispute.created', { payment, more }))
    await settles(order, ['dispute', ''])
    await statuses(shop.gateway.webhook('payment.dispute.action_required', { payment, more }))
    await goesTwice(20)
    await settles(order, ['dispute', 'refunded_twice', ''])
  })

  test.each([
    ['pending', 'confirmed', []],
    ['expired', 'confirmed', []],
    ['cancelled', 'cancelled', [['paid_after_cancel', 'processed', PRICE]]],
    ['confirmed', 'confirmed', [['duplicate_payment', 'processed', PRICE]]],
  ])(
    'PAY-13 a payment first heard of by its dispute leaves an order that was %s as it is, until the bank is done',
    async (stands, after, goesBack) => {
      const product = await shop.newProduct({}, 5)
      const order = stands === 'expired' ? await expiredOrder(product) : await shop.placeOnline(product)
      if (stands === 'cancelled') await shop.act(order, 'cancel')
      if (stands === 'confirmed') {
        await shop.act(order, 'payment', { method: 'cod' })
        for (const fulfilment_status of ['packed', 'shipped'])
          await shop.owner.collection('orders').update(order.id, { fulfilment_status })
      }
      const payment = shop.gateway.pay(order.gatewayOrder)
      const more = { dispute: { id: `disp_${stands}`, entity: 'dispute', payment_id: payment.id } }
      const step = async (name: string) =>
        expect(await statuses(shop.gateway.webhook(`payment.dispute.${name}`, { payment, more }))).toEqual([200])
      await step('created')
      await step('under_review')
      await statuses(shop.gateway.paymentEvent(payment))
      await shop.later(HOUR)
      await shop.run('store-reconcile')
      expect(await shop.order(order.id)).toMatchObject({ status: stands, paid_total: 0, review_flag: 'dispute' })
      const flagged = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
      expect(flagged.map(({ data }) => data.flag)).toEqual(['dispute'])
      await step('won')
      await shop.run('store-refunds')
      expect(await shop.order(order.id)).toMatchObject({ status: after, paid_total: PRICE })
      expect(await reasons(order)).toEqual(goesBack)
    },
  )

  test('PAY-13 one that has all gone back before the bank is done is booked with its refund: nothing is sent for it', async () => {
    const order = await expiredOrder(await shop.newProduct({}, 5))
    const payment = shop.gateway.pay(order.gatewayOrder)
    const more = { dispute: { id: 'disp_Gone', entity: 'dispute', payment_id: payment.id } }
    const step = (name: string) => statuses(shop.gateway.webhook(`payment.dispute.${name}`, { payment, more }))
    expect(await step('created')).toEqual([200])
    expect(await statuses(shop.gateway.refundEvent(shop.gateway.refundByHand(payment.id)))).toEqual([200])
    expect(await step('closed')).toEqual([200])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', paid_total: PRICE })
  })

  test('PAY-13 a part of it that went back before is found as soon as it is booked', async () => {
    const order = await expiredOrder(await shop.newProduct({}, 5))
    const payment = shop.gateway.pay(order.gatewayOrder)
    const more = { dispute: { id: 'disp_Part', entity: 'dispute', payment_id: payment.id } }
    await statuses(shop.gateway.webhook('payment.dispute.created', { payment, more }))
    await statuses(shop.gateway.refundEvent(shop.gateway.refundByHand(payment.id, 7_000)))
    await statuses(shop.gateway.webhook('payment.dispute.closed', { payment, more }))
    await shop.run('store-reconcile')
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', paid_total: PRICE, refunded_total: 7_000 })
  })

  test('PAY-13 nor does a second payment first heard of by its dispute go back beside that', async () => {
    const { order } = await paidOrder(await shop.newProduct({}, 5))
    const payment = shop.gateway.pay(order.gatewayOrder)
    const more = { dispute: { id: 'disp_Second', entity: 'dispute', payment_id: payment.id } }
    for (const [step, paid_total, goesBack] of [
      ['created', PRICE, []],
      ['under_review', PRICE, []],
      ['won', 2 * PRICE, [['duplicate_payment', 'processed', PRICE]]],
    ] as const) {
      await statuses(shop.gateway.webhook(`payment.dispute.${step}`, { payment, more }))
      await shop.run('store-refunds')
      expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', paid_total, review_flag: 'dispute' })
      expect(await reasons(order)).toEqual(goesBack)
    }
  })

  test('PAY-10 a refund that was stopped is flagged again once another that failed is paid back by the shop', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    await shop.owner.collection('orders').update(order.id, { status: 'cancelled' })
    const [waits] = await shop.rows('refunds', order.id)
    await shop.owner.collection('refunds').update(waits?.id, { status: 'stopped' })
    const flag = async () => (await shop.order(order.id)).review_flag
    expect(await flag()).toBe('refund_stopped')
    for (const [rupees, after] of [
      [70, 'refund_stopped'],
      [PRICE / 100 - 70, ''],
    ] as const) {
      const { body } = await failsAtGateway(order.id, payment.id, rupees)
      expect(await flag()).toBe('refund_failed')
      await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
      expect(await flag()).toBe(after)
    }
  })

  test('PAY-13 what else is paid for a disputed order is told and does not hide that; of another amount it comes up after', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const more = { dispute: { id: 'disp_More', entity: 'dispute', payment_id: payment.id } }
    expect(await statuses(shop.gateway.webhook('payment.dispute.created', { payment, more }))).toEqual([200])
    for (const change of [{}, {}, { amount: 100 }])
      expect(await statuses(shop.gateway.paymentEvent(shop.gateway.pay(order.gatewayOrder, change)))).toEqual([200])
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    await shop.run('store-refunds')
    const flags = ['dispute', 'duplicate_payment', 'duplicate_payment', 'amount_mismatch']
    expect(told.map(({ data }) => data.flag)).toEqual(flags)
    await shop.owner.collection('orders').update(order.id, { status: 'cancelled' })
    const waits = (await shop.rows('refunds', order.id)).find(({ reason }) => reason === 'cancelled')
    await shop.owner.collection('refunds').update(waits?.id, { status: 'stopped' })
    await settles(order, ['dispute', 'amount_mismatch', 'refund_stopped', ''])
    await statuses(shop.gateway.webhook('payment.dispute.action_required', { payment, more }))
    await settles(order, ['dispute', 'refund_stopped', ''])
    await shop.owner.collection('orders').update(order.id, { status: 'confirmed' })
  })

  test('PAY-17 FIG-06 what a lost dispute took has gone back: once, in the figures too, and the owner is told', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const taken = async () =>
      (await shop.owner.send<FiguresAnswer>('/api/store/desk/figures', { query: { days: '7' }, requestKey: null }))
        .taken
    const before = await taken()
    const step = (name: string, amount_deducted: number) => {
      const dispute = { id: 'disp_Lost', entity: 'dispute', payment_id: payment.id, amount: PRICE, amount_deducted }
      return statuses(shop.gateway.webhook(`payment.dispute.${name}`, { payment, more: { dispute } }))
    }
    expect(await step('created', PRICE)).toEqual([200])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'paid', refunded_total: 0 })
    // The second time it is told again, after the owner has looked at it.
    for (const review_flag of ['dispute', '']) {
      await shop.owner.collection('orders').update(order.id, { review_flag: '' })
      expect(await step('lost', PRICE)).toEqual([200])
      const back = { payment_status: 'refunded', refunded_total: PRICE, review_flag }
      expect(await shop.order(order.id)).toMatchObject(back)
    }
    expect(await reasons(order)).toEqual([['at_provider', 'processed', PRICE]])
    expect(await taken()).toBe(before - PRICE)
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(told.map(({ data }) => data.flag)).toEqual(['dispute', 'dispute_lost'])
    await shop.owner.collection('orders').update(order.id, { status: 'cancelled' })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(payment.id)).toEqual([])
    const mailed = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_refunded')
    expect(mailed.map(({ data }) => [data.amount, data.reason])).toEqual([[PRICE, 'dispute_lost']])
    expect(refundSentence(await shop.view(order))).toBe('₹180.00 has been refunded to you.')
  })

  test('PAY-17 a lost dispute without what it took counts with all it was about; won after all, its books stand', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    for (const step of ['lost', 'won', 'lost']) {
      const dispute = { id: 'disp_Bare', entity: 'dispute', payment_id: payment.id, amount: 7_000 }
      expect(await statuses(shop.gateway.webhook(`payment.dispute.${step}`, { more: { dispute } }))).toEqual([200])
    }
    expect(await reasons(order)).toEqual([['at_provider', 'processed', 7_000]])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 7_000 })
  })

  test('PAY-17 two disputes of one payment that are lost are two losses; beyond what was paid they are flagged', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const seen = []
    for (const id of ['disp_One', 'disp_Two', 'disp_Two', 'disp_Three']) {
      const dispute = { id, entity: 'dispute', payment_id: payment.id, amount: 7_000, amount_deducted: 7_000 }
      expect(await statuses(shop.gateway.webhook('payment.dispute.lost', { payment, more: { dispute } }))).toEqual([
        200,
      ])
      const { refunded_total, payment_status } = await shop.order(order.id)
      seen.push([refunded_total, payment_status])
    }
    expect(seen).toEqual([
      [7_000, 'partially_refunded'],
      [14_000, 'partially_refunded'],
      [14_000, 'partially_refunded'],
      [21_000, 'refunded'],
    ])
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    const lost = 'dispute_lost'
    expect(told.map(({ data }) => data.flag).sort()).toEqual([lost, lost, lost, 'refunded_twice'])
  })

  test.each([
    ['all of it', PRICE, { status: 'pending', paid_total: 0, refunded_total: 0 }],
    ['a part', 7_000, { status: 'confirmed', payment_status: 'partially_refunded', refunded_total: 7_000 }],
    ['nothing', 0, { status: 'confirmed', payment_status: 'paid', refunded_total: 0 }],
  ])('PAY-13 PAY-17 of a payment first heard of by its dispute, which took %s, the rest is booked', async (...args) => {
    const [, amount_deducted, after] = args
    const order = await shop.placeOnline(await shop.newProduct({}, 5))
    const payment = shop.gateway.pay(order.gatewayOrder)
    for (const step of ['created', 'lost']) {
      const dispute = { id: 'disp_Rest', entity: 'dispute', payment_id: payment.id, amount_deducted }
      expect(await statuses(shop.gateway.webhook(`payment.dispute.${step}`, { payment, more: { dispute } }))).toEqual([
        200,
      ])
      if (step === 'created') expect((await shop.view(order)).status).toBe('pending')
    }
    expect(await shop.order(order.id)).toMatchObject(after)
    // What the gateway has counts for the invariants of these tests.
    await statuses(
      shop.gateway.webhook('payment.dispute.won', { payment, more: { dispute: { payment_id: payment.id } } }),
    )
  })

  test('PAY-17 a refund that waits for the same money goes by that, and a dispute that took nothing takes nothing', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    await shop.owner.collection('orders').update(order.id, { status: 'cancelled' })
    for (const [id, amount_deducted] of [
      ['disp_Free', 0],
      ['disp_Paid', PRICE],
    ]) {
      const more = { dispute: { id, entity: 'dispute', payment_id: payment.id, amount: PRICE, amount_deducted } }
      expect(await statuses(shop.gateway.webhook('payment.dispute.lost', { payment, more }))).toEqual([200])
    }
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(payment.id)).toEqual([])
    expect(await reasons(order)).toEqual([['cancelled', 'processed', PRICE]])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
  })

  test('PAY-16 PAY-17 one that was made, its answer lost, before a dispute took a part counts as it was made', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    await shop.owner.collection('orders').update(order.id, { status: 'cancelled' })
    await shop.later(11 * MINUTE)
    shop.gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: REFUND, times: 1 })
    await shop.run('store-refunds')
    const more = { dispute: { id: 'disp_Part', entity: 'dispute', payment_id: payment.id, amount_deducted: 7_000 } }
    expect(await statuses(shop.gateway.webhook('payment.dispute.lost', { payment, more }))).toEqual([200])
    await shop.later(5 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(payment.id).map(({ amount }) => amount)).toEqual([PRICE])
    expect(await shop.order(order.id)).toMatchObject({ paid_total: PRICE, refunded_total: PRICE + 7_000 })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(told.map(({ data }) => data.flag)).toEqual(['dispute_lost', 'refunded_twice'])
  })

  test('PAY-07 one by hand that no money is left for, as the bank is at work on another, fails at once', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 5))
    const refund = await shop.owner.collection('refunds').create({ order: order.id, rupees: 120 })
    shop.gateway.refundState = 'pending'
    const event = shop.gateway.refundEvent(shop.gateway.refundByHand(payment.id, 7_000))
    expect(await statuses(event)).toEqual([200])
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const error = 'Its money has gone back otherwise.'
    expect(await shop.owner.collection('refunds').getOne(refund.id)).toMatchObject({ status: 'failed', error })
    expect(await shop.order(order.id)).toMatchObject({ review_flag: 'refund_failed' })
    expect(await mails(order)).toContain('owner_flagged_order')
  })

  test('PAY-07 one the bank is at work on says no more that the gateway cannot be reached once it answers', async () => {
    const { order, payment } = await refundAtTheBank()
    const problem = async () => (await shop.rows('refunds', order.id)).map(({ error }) => error)
    shop.gateway.misbehave({ kind: 'error500' }, { on: new RegExp(`${payment.id}/refunds$`), times: 1 })
    await shop.later(HOUR)
    await shop.run('store-refunds')
    expect(await problem()).toEqual(['Answered 500.'])
    await shop.later(HOUR)
    await shop.run('store-refunds')
    expect(await problem()).toEqual([''])
  })

  test('PAY-06 PAY-07 a part goes back in the gateway’s dashboard while all of it waits: the rest is asked for', async () => {
    const soap = await shop.newProduct({}, 5)
    const { order, payment } = await paidOrder(soap)
    shop.gateway.misbehave({ kind: 'error500' }, { on: REFUND, times: 1 })
    await shop.act(order, 'cancel')
    await shop.run('store-refunds')
    const refund = shop.gateway.refundByHand(payment.id, 7_000)
    expect(await statuses(shop.gateway.refundEvent(refund))).toEqual([200])
    await shop.later(5 * MINUTE)
    await shop.run('store-refunds')
    expect(await reasons(order)).toEqual([
      ['cancelled', 'processed', PRICE - 7_000],
      ['at_provider', 'processed', 7_000],
    ])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
  })

  test('ORDER-04 PAY-01 the capture of an authorized payment gets no answer: asked again, captured and paid once', async () => {
    const soap = await shop.newProduct({}, 5)
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    shop.gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: CAPTURE, times: 1 })
    for (let run = 0; run < 3; run++) {
      await shop.later(20 * MINUTE)
      await shop.run('store-reconcile')
    }
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
    expect(shop.gateway.payments.get(payment.id)?.captured).toBe(true)
  })
})

describe('a merchandiser’s hands', () => {
  test('ORDER-09 an unpaid online order cannot be confirmed by hand, nor money undone by a stale panel', async () => {
    const soap = await shop.newProduct({}, 5)
    const orders = shop.owner.collection('orders')
    const waiting = await shop.placeOnline(soap)
    await expect(orders.update(waiting.id, { status: 'confirmed' })).rejects.toThrow()
    const { order } = await paidOrder(soap)
    const stale = await shop.order(order.id)
    await orders.update(order.id, { fulfilment_status: 'packed' })
    await orders.update(order.id, { fulfilment_status: 'shipped', courier: 'Delhivery', tracking_number: 'AWB1' })
    await expect(orders.update(order.id, { ...stale, note: 'Gift wrap' })).rejects.toThrow(/could not be saved|changed/)
    await expect(
      orders.update(order.id, { paid_total: 1, refunded_total: 1, grand_total: 1, captured: 1 }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await shop.order(order.id)).toMatchObject({
      payment_status: 'paid',
      fulfilment_status: 'shipped',
      paid_total: PRICE,
      refunded_total: 0,
      grand_total: PRICE,
    })
    await expect(orders.update(order.id, { payment_status: 'unpaid' })).rejects.toThrow()
    await expect(orders.update(order.id, { status: 'pending' })).rejects.toThrow()
  })
})

test('ORDER-03 ORDER-09 cash chosen while the owner notes the money, many orders: what is received is what was asked', async () => {
  const soap = await shop.newProduct({ price: 180.4 }, 50)
  const placed = await Promise.all(
    Array.from({ length: many(20) }, () => shop.placeOnline(soap, { expected_total: 18_040 })),
  )
  const noted = placed.map(({ id }) =>
    shop.owner.collection('orders').update(id, { status: 'confirmed', payment_status: 'paid' }),
  )
  await Promise.all([...placed.map((order) => shop.act(order, 'payment', { method: 'cod' })), ...noted])
  for (const { id } of placed) {
    const order = await shop.order(id)
    expect([order.payment_status, order.paid_total]).toEqual(['paid', order.grand_total])
  }
})

describe('a payment that goes back beside one that stays', () => {
  /** Agreed by the bank, never taken, given back by the gateway by itself; the store heard nothing of it. */
  const returned = (order: PlacedOnline) => {
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    return shop.gateway.move(payment.id, 'refunded')
  }

  test('ORDER-04 PAY-05 the second look a day later does not take the returned one for the one that paid', async () => {
    const { order, payment } = await paidOrder(await shop.newProduct({}, 1))
    returned(order)
    await shop.later(25 * HOUR)
    await shop.run('store-reconcile')
    expect(await statuses(shop.gateway.paymentEvent(payment), { times: 2 })).toEqual([200, 200])
    await shop.run('store-refunds')
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
    expect(await reasons(order)).toEqual([])
  })

  test('ORDER-04 after a payment went back the try is still asked about', async () => {
    const order = await shop.placeOnline(await shop.newProduct({}, 1))
    returned(order)
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    shop.gateway.pay(order.gatewayOrder)
    await shop.later(10 * MINUTE)
    await shop.run('store-reconcile')
    expect(await shop.view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
  })

  test('ORDER-04 PAY-05 the order may then be paid otherwise: in cash, and be packed; online, and once', async () => {
    const soap = await shop.newProduct({}, 2)
    const authorized = async () => {
      const order = await shop.placeOnline(soap)
      const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
      expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
      shop.gateway.move(payment.id, 'refunded')
      expect((await shop.act(order, 'payment/check')).body).toMatchObject({ payment_status: 'unpaid' })
      return order
    }
    const cash = await authorized()
    expect((await shop.act(cash, 'payment', { method: 'cod' })).body).toMatchObject({
      status: 'confirmed',
      payment_status: 'unpaid',
    })
    await shop.owner.collection('orders').update(cash.id, { fulfilment_status: 'packed' })

    const online = await authorized()
    expect((await shop.act(online, 'payment')).status).toBe(200)
    const second = shop.gateway.pay(online.gatewayOrder, { status: 'authorized' })
    expect(await statuses(shop.gateway.paymentEvent(second))).toEqual([200])
    const again = await shop.act<Refused>(online, 'payment')
    expect([again.status, again.body.data.code]).toEqual([409, 'already_paid'])
  })

  test('ORDER-04 PAY-05 given back in the dashboard before the store heard of it: the money that is still there pays', async () => {
    const soap = await shop.newProduct({}, 2)
    const alone = await shop.placeOnline(soap)
    shop.gateway.refundByHand(shop.gateway.pay(alone.gatewayOrder).id)
    const twice = await shop.placeOnline(soap)
    shop.gateway.refundByHand(shop.gateway.pay(twice.gatewayOrder).id)
    const stays = shop.gateway.pay(twice.gatewayOrder)
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await shop.run('store-refunds')
    expect(await shop.view(alone)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    expect(await shop.view(twice)).toMatchObject({ status: 'confirmed', payment_status: 'paid', refunded_total: PRICE })
    expect(shop.gateway.refundsOf(stays.id)).toEqual([])
  })

  test('ORDER-09 nothing is packed while all its money is on its way back, and no try to pay is deleted', async () => {
    const { order } = await paidOrder(await shop.newProduct({}, 1))
    await shop.owner.collection('orders').update(order.id, { payment_status: 'refunded' })
    await expect(shop.owner.collection('orders').update(order.id, { fulfilment_status: 'packed' })).rejects.toThrow()
    const open = await shop.placeOnline(await shop.newProduct())
    const [row] = await shop.rows('payments', open.id)
    await expect(shop.owner.collection('payments').delete(row?.id)).rejects.toThrow()
  })
})
