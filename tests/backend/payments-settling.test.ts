import { request } from 'node:http'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WebhookEvent } from '../gateway/wire'
import { many } from '../long'
import { shared } from '../shared'
import { MINUTE, openShop, orderOf, type PlacedOnline, PRICE, type Refused } from './paying-shop'

const CREATE_ORDER = /^POST \/v1\/orders$/
const PAID = { status: 'confirmed', payment_status: 'paid', paid_total: PRICE, refunded_total: 0 }

const shop = shared(openShop)
let soap: string

beforeAll(async () => {
  soap = await shop.newProduct({}, 100_000)
})
afterEach(async () => {
  shop.gateway.ok()
  await shop.assertInvariants()
})

const deliver = (event: WebhookEvent, options = {}) => shop.gateway.deliver(shop.store.url, event, options)
const statuses = async (event: WebhookEvent, options = {}) =>
  (await deliver(event, options)).map(({ status }) => status)
const mails = async (order: { id: string }) =>
  (await shop.rows('outbox', order.id)).map(({ kind, recipient }) => `${kind} ${recipient}`).sort()
const storedEvents = (event: WebhookEvent) =>
  shop.owner.collection('payment_events').getFullList({ filter: `event_id = '${event.id}'` })

/** Does something while the database refuses one kind of write, as a full disk does. */
async function withoutRoom(write: string, work: () => Promise<void>): Promise<void> {
  await shop.sql(`CREATE TRIGGER full_disk BEFORE ${write} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
  try {
    await work()
  } finally {
    await shop.sql('DROP TRIGGER full_disk')
  }
}

/** Places an order and pays it at the gateway, which the store has not heard of yet. */
async function paidUnheard(): Promise<{ order: PlacedOnline; payment: ReturnType<typeof shop.gateway.pay> }> {
  const order = await shop.placeOnline(soap)
  return { order, payment: shop.gateway.pay(order.gatewayOrder) }
}

async function expectPaidOnce(order: PlacedOnline): Promise<void> {
  expect(await shop.view(order)).toMatchObject(PAID)
  expect(await mails(order)).toEqual(['order_paid shopper', 'owner_new_order owner'])
  const moved = (await shop.rows('stock_movements', order.id)).map(({ delta }) => delta)
  expect(moved).toEqual([-1])
  expect(await shop.rows('stock_holds', order.id)).toEqual([])
}

describe('PAY-01 every way the store can hear of a payment', () => {
  test('ORDER-04 the browser’s return: verified with the stored order, fetched from the gateway, paid', async () => {
    const { order, payment } = await paidUnheard()
    const answer = await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject(PAID)
    await expectPaidOnce(order)
    expect((await shop.act(order, 'payment/verify', shop.gateway.returned(payment))).body).toMatchObject(PAID)
    const late = await shop.act<Refused>(order, 'payment')
    expect([late.status, late.body.data.code]).toEqual([409, 'already_paid'])
    await expectPaidOnce(order)
  })

  test('ORDER-04 the tab was closed: the webhook alone completes the order', async () => {
    const { order, payment } = await paidUnheard()
    expect(await statuses(shop.gateway.orderPaid(payment))).toEqual([200])
    await expectPaidOnce(order)
  })

  test('ORDER-04 the webhook was lost, too: the reconciler alone completes the order', async () => {
    const { order } = await paidUnheard()
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce(order)
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce(order)
  })

  test('ORDER-04 orders the gateway does not know any more do not keep the reconciler from the others', async () => {
    shop.gateway.misbehave({ kind: 'forgetful' }, { on: CREATE_ORDER, times: 5 })
    for (let round = 0; round < 5; round++) await shop.placeOnline(soap)
    const { order } = await paidUnheard()
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce(order)
  })

  test('ORDER-04 “check payment status” asks the gateway now, and pressed again and again hardly ever', async () => {
    const waiting = await shop.placeOnline(soap)
    for (let press = 0; press < 10; press++) expect((await shop.act(waiting, 'payment/check')).status).toBe(200)
    const asked = shop.gateway.callsOf(new RegExp(`^GET /v1/orders/${waiting.gatewayOrder}/payments$`))
    expect(asked).toHaveLength(1)
    expect((await shop.view(waiting)).status).toBe('pending')
    const { order } = await paidUnheard()
    expect((await shop.act(order, 'payment/check')).body).toMatchObject(PAID)
    await expectPaidOnce(order)
  })

  test('ORDER-04 a gateway that is silent at the return: confirming, and completed later', async () => {
    const { order, payment } = await paidUnheard()
    shop.gateway.misbehave({ kind: 'down' })
    const answer = await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ status: 'pending', payment_status: 'unpaid', payment: { state: 'confirming' } })
    shop.gateway.ok()
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce(order)
  })

  test('ORDER-04 the form of an in-app browser: back to the order, with its token only for a good signature', async () => {
    const { order, payment } = await paidUnheard()
    const send = (fields: Record<string, string>) =>
      fetch(`${shop.store.url}/api/store/payment/return?order=${order.id}`, {
        method: 'POST',
        headers: { origin: 'https://api.razorpay.com' },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      })
    const page = `/order-confirmation/${order.id}`
    const forged: Record<string, string>[] = [
      { ...shop.gateway.returned(payment), razorpay_signature: 'f'.repeat(64) },
      { 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'payment_cancelled' },
      {},
    ]
    for (const fields of forged) {
      const answer = await send(fields)
      expect(answer.status).toBe(303)
      expect(new URL(answer.headers.get('location') ?? '', shop.store.url).href).toBe(`${shop.store.url}${page}`)
    }
    expect((await shop.view(order)).status).toBe('pending')
    const answer = await send(shop.gateway.returned(payment))
    expect(answer.status).toBe(303)
    const target = new URL(answer.headers.get('location') ?? '', shop.store.url)
    expect(target.href).toBe(`${shop.store.url}${page}#t=${order.access_token}`)
    await expectPaidOnce(order)
  })

  test('ORDER-04 webhooks, returns and the reconciler at once, many orders: one transition, one mail each', async () => {
    const bought: Awaited<ReturnType<typeof paidUnheard>>[] = []
    for (let round = 0; round < many(10); round++)
      bought.push(...(await Promise.all(Array.from({ length: 10 }, () => paidUnheard()))))
    await shop.later(3 * MINUTE)
    const job = shop.run('store-reconcile')
    const heard = bought.flatMap(({ order, payment }) => [
      statuses(shop.gateway.orderPaid(payment)).then((found) => expect(found).toEqual([200])),
      statuses(shop.gateway.paymentEvent(payment)).then((found) => expect(found).toEqual([200])),
      // Whoever is told that the store is busy asks again, as the page does.
      vi.waitFor(
        async () => expect((await shop.act(order, 'payment/verify', shop.gateway.returned(payment))).status).toBe(200),
        { timeout: 30_000, interval: 200 },
      ),
    ])
    await Promise.all([job, ...heard])
    await shop.run('store-reconcile')
    for (const { order } of bought) await expectPaidOnce(order)
  })
})

describe('PAY-02 a signature is a signature', () => {
  test('ORDER-04 the signature of a cheap order does not pay a dear one', async () => {
    const cheap = await paidUnheard()
    const dear = await shop.placeOnline(soap, {
      items: [{ product: soap, quantity: 9, color: '' }],
      expected_total: 9 * PRICE,
    })
    const answer = await shop.act<Refused>(dear, 'payment/verify', shop.gateway.returned(cheap.payment))
    expect([answer.status, answer.body.data.code]).toEqual([400, 'bad_signature'])
    expect(await shop.view(dear)).toMatchObject({ status: 'pending', payment_status: 'unpaid', paid_total: 0 })
    await deliver(shop.gateway.orderPaid(cheap.payment))
  })

  test('ORDER-04 one changed character, an empty or a missing field: refused and nothing changes', async () => {
    const { order, payment } = await paidUnheard()
    const good = shop.gateway.returned(payment)
    const flipped = good.razorpay_signature.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    const bodies = [
      { ...good, razorpay_signature: flipped },
      { ...good, razorpay_signature: '' },
      { ...good, razorpay_signature: undefined },
      { ...good, razorpay_payment_id: 'pay_00000000000000' },
      { ...good, razorpay_signature: [good.razorpay_signature] },
      { ...good, razorpay_signature: good.razorpay_signature.slice(0, 40) },
      {},
    ]
    for (const body of bodies) {
      const answer = await shop.act<Refused>(order, 'payment/verify', body)
      expect(answer.status).toBe(400)
    }
    const stranger = await shop.act<Refused>({ ...order, access_token: 'x' }, 'payment/verify', good)
    expect(stranger.status).toBe(404)
    expect((await shop.view(order)).status).toBe('pending')
    await deliver(shop.gateway.orderPaid(payment))
  })

  test('ORDER-04 a gateway that tells another amount than it took is not believed', async () => {
    const { order, payment } = await paidUnheard()
    shop.gateway.misbehave({ kind: 'dishonest', amount: 100 }, { on: /^GET / })
    const answer = await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
    expect(answer.body.payment_status).not.toBe('paid')
    expect(await shop.order(order.id)).toMatchObject({ review_flag: 'amount_mismatch', payment_status: 'unpaid' })
    shop.gateway.ok()
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await shop.later(10 * MINUTE)
    await shop.run('store-reconcile')
    expect(await shop.view(order)).toMatchObject(PAID)
  })
})

describe('webhooks', () => {
  test.each([
    ['order.paid, known by its receipt', 'receipt'],
    ['payment.captured, known by its notes', 'notes'],
  ])('ORDER-04 PAY-01 %s, arrives before the gateway’s answer to “create order” is stored', async (_title, by) => {
    const gate = shop.gateway.hold(CREATE_ORDER, 'after')
    const placing = shop.place(orderOf(soap))
    const call = await gate.reached
    const [made] = shop.gateway.ordersOf(String(call.body.receipt))
    if (!made) throw new Error('no order at the gateway')
    const payment = shop.gateway.pay(made.id)
    const event =
      by === 'receipt'
        ? shop.gateway.webhook('order.paid', { order: made, payment: { ...payment, notes: [] } })
        : shop.gateway.paymentEvent(payment)
    expect(await statuses(event)).toEqual([200])
    gate.open()
    const placed = await placing
    expect(placed.status).toBe(201)
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce({ ...placed.body, gatewayOrder: made.id })
    expect(await shop.rows('payments', placed.body.id)).toHaveLength(1)
  })

  test('ORDER-04 PAY-01 one event ten times at once: stored once, 200 each time', async () => {
    const { order, payment } = await paidUnheard()
    const event = shop.gateway.orderPaid(payment)
    expect(await statuses(event, { times: 10 })).toEqual(Array(10).fill(200))
    expect(await storedEvents(event)).toHaveLength(1)
    await expectPaidOnce(order)
  })

  test('ORDER-04 PAY-01 captured, then the older “authorized” arrives: stays paid', async () => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    const older = shop.gateway.paymentEvent(payment)
    shop.gateway.move(payment.id, 'captured')
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect(await statuses(older)).toEqual([200])
    await expectPaidOnce(order)
    expect((await shop.rows('payments', order.id)).map(({ status }) => status)).toEqual(['captured'])
  })

  test('ORDER-04 PAY-01 failed, then authorized and captured: paid once; the failure belongs to the try', async () => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'failed', reason: 'payment_timed_out' })
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect(await shop.view(order)).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      payment: { state: 'failed', error_reason: 'payment_timed_out' },
    })
    shop.gateway.move(payment.id, 'authorized')
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect((await shop.view(order)).payment_status).toBe('authorized')
    shop.gateway.move(payment.id, 'captured')
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    await expectPaidOnce(order)
  })

  test('ORDER-04 PAY-01 authorized, then the older “failed” arrives and the word of the capture is lost: the reconciler still finds the money', async () => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'failed' })
    const older = shop.gateway.paymentEvent(payment)
    shop.gateway.move(payment.id, 'authorized')
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect(await statuses(older)).toEqual([200])
    expect((await shop.view(order)).payment_status).toBe('authorized')
    shop.gateway.move(payment.id, 'captured')
    await shop.later(20 * MINUTE)
    await shop.run('store-reconcile')
    await expectPaidOnce(order)
  })

  test('ORDER-04 PAY-01 one try fails and another on the same gateway order is paid: paid once, also when the failure comes last', async () => {
    const order = await shop.placeOnline(soap)
    const failed = shop.gateway.pay(order.gatewayOrder, { status: 'failed' })
    const paid = shop.gateway.pay(order.gatewayOrder)
    expect(await statuses(shop.gateway.orderPaid(paid))).toEqual([200])
    expect(await statuses(shop.gateway.paymentEvent(failed))).toEqual([200])
    await expectPaidOnce(order)
  })

  test('ORDER-04 PAY-01 authorized and left so: the reconciler captures it', async () => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    expect(await statuses(shop.gateway.paymentEvent(payment))).toEqual([200])
    expect((await shop.view(order)).payment_status).toBe('authorized')
    await shop.later(20 * MINUTE)
    await shop.run('store-reconcile')
    expect(shop.gateway.payments.get(payment.id)?.status).toBe('captured')
    await expectPaidOnce(order)
  })

  test.each([
    ['₹1', { amount: 100 }],
    ['another currency', { currency: 'USD' }],
  ])('ORDER-04 PAY-02 %s, signed as it should be: 200, not paid, the owner is told', async (_title, change) => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, change)
    expect(await statuses(shop.gateway.orderPaid(payment), { times: 3 })).toEqual([200, 200, 200])
    expect(await shop.order(order.id)).toMatchObject({
      status: 'pending',
      payment_status: 'unpaid',
      review_flag: 'amount_mismatch',
    })
    const told = async () => (await mails(order)).filter((mail) => mail.startsWith('owner_flagged_order')).length
    expect(await told()).toBe(1)
    await shop.owner.collection('orders').update(order.id, { review_flag: '' })
    const another = shop.gateway.orderPaid(shop.gateway.pay(order.gatewayOrder, change))
    expect(await statuses(another, { times: 3 })).toEqual([200, 200, 200])
    expect(await told()).toBe(2)
    expect((await mails(order)).join()).not.toContain('order_paid')
  })

  test('ORDER-04 PAY-02 a changed body, a re-serialised one, no signature, a third secret: 401 and no trace', async () => {
    const { order, payment } = await paidUnheard()
    const event = shop.gateway.orderPaid(payment)
    const pretty = JSON.stringify(JSON.parse(event.body), null, 1)
    const tries = [
      { mangle: (body: string) => body.replace('"captured":true', '"captured":false') },
      { mangle: () => pretty },
      { mangle: () => '' },
      { headers: { 'x-razorpay-signature': '' } },
      { headers: { 'x-razorpay-signature': 'f'.repeat(64) } },
      { secret: 'a-third-secret' },
      { secret: shop.gateway.keySecret },
      { secret: '' },
    ]
    for (const change of tries) expect(await statuses(event, change)).toEqual([401])
    expect(await storedEvents(event)).toEqual([])
    expect((await shop.view(order)).status).toBe('pending')
    // The same bytes, signed with the secret of before the rotation.
    expect(await statuses(event, { secret: shop.gateway.previousWebhookSecret })).toEqual([200])
    await expectPaidOnce(order)
  })

  test('ORDER-04 events the store does not know, and events of nobody’s order: 200, kept, nothing moves', async () => {
    const { order, payment } = await paidUnheard()
    const stranger = { ...payment, id: 'pay_Stranger000001', order_id: 'order_Stranger0001', notes: [] as [] }
    const events = [
      shop.gateway.webhook('payment.downtime.started', {
        more: { 'payment.downtime': { id: 'down_1', status: 'started' } },
      }),
      shop.gateway.webhook('subscription.charged', { payment }),
      shop.gateway.webhook('payment.captured', { payment: stranger }),
      shop.gateway.webhook('payment.captured', {
        payment: { ...stranger, notes: { order: "' || 1=1 --", attempt: '1' } },
      }),
      shop.gateway.webhook('payment.captured'),
      shop.gateway.webhook('refund.processed', { refund: { id: 'rfnd_nobody', payment_id: 'pay_nobody', amount: 1 } }),
      { id: 'no-object-0001', kind: 'x', body: '[]' },
      { id: 'no-json-00001', kind: 'x', body: 'not json' },
    ]
    for (const event of events) {
      expect(await statuses(event), event.body).toEqual([200])
      expect(await storedEvents(event)).toHaveLength(1)
    }
    expect((await shop.view(order)).status).toBe('pending')
    await deliver(shop.gateway.orderPaid(payment))
  })

  test('ORDER-04 PAY-01 without an event id the body’s fingerprint tells that it was seen before', async () => {
    const { order, payment } = await paidUnheard()
    const event = shop.gateway.orderPaid(payment)
    const before = (await shop.sql('SELECT id FROM payment_events')).length
    const options = { times: 4, headers: { 'x-razorpay-event-id': '' } }
    expect(await statuses(event, options)).toEqual([200, 200, 200, 200])
    expect(await shop.sql('SELECT id FROM payment_events')).toHaveLength(before + 1)
    await expectPaidOnce(order)
  })

  test('ORDER-04 40 MB: refused before it is read, and the store serves on', async () => {
    const before = (await shop.sql('SELECT id FROM payment_events')).length
    const target = new URL('/api/store/webhooks/razorpay', shop.store.url)
    const status = await new Promise<number | undefined>((resolve) => {
      const size = 40 * 1024 * 1024
      const sending = request(target, { method: 'POST', headers: { 'content-length': size } }, (answer) => {
        resolve(answer.statusCode)
        sending.destroy()
      })
      // The store may close the line while the sender still sends.
      sending.on('error', () => resolve(undefined))
      sending.end(Buffer.alloc(size, 'x'))
    })
    expect([413, undefined]).toContain(status)
    const chunked = await fetch(target, {
      method: 'POST',
      headers: { 'x-razorpay-signature': 'x' },
      body: new Blob([new Uint8Array(2 * 1024 * 1024)]).stream(),
      duplex: 'half',
    } as RequestInit).then(
      (answer) => answer.status,
      () => undefined,
    )
    expect([413, undefined]).toContain(chunked)
    expect((await fetch(target)).status).toBeGreaterThanOrEqual(400)
    expect(await shop.sql('SELECT id FROM payment_events')).toHaveLength(before)
    expect((await fetch(`${shop.store.url}/api/health`)).status).toBe(200)
  })

  test('ORDER-04 ORDER-10 PAY-01 an event that cannot be stored: 500 and nothing happened; sent again it is settled', async () => {
    const { order, payment } = await paidUnheard()
    const event = shop.gateway.orderPaid(payment)
    await withoutRoom('INSERT ON payment_events', async () => {
      expect(await statuses(event, { times: 2 })).toEqual([500, 500])
    })
    expect(await storedEvents(event)).toEqual([])
    expect((await shop.view(order)).status).toBe('pending')
    expect(await shop.rows('outbox', order.id)).toEqual([])
    expect(await statuses(event)).toEqual([200])
    await expectPaidOnce(order)
  })

  test.each([
    ['the order', 'UPDATE ON orders'],
    ['the ledger', 'INSERT ON stock_movements'],
    ['the mail', 'INSERT ON outbox'],
  ])(
    'ORDER-04 ORDER-10 PAY-01 an event that can be stored but %s cannot: all of it or nothing, and settled later by itself',
    async (_title, write) => {
      const { order, payment } = await paidUnheard()
      const event = shop.gateway.orderPaid(payment)
      await withoutRoom(write, async () => {
        expect(await statuses(event, { times: 2 })).toEqual([200, 200])
        expect(await storedEvents(event)).toHaveLength(1)
        expect(await shop.order(order.id)).toMatchObject({ status: 'pending', payment_status: 'unpaid', paid_total: 0 })
        expect(await shop.rows('outbox', order.id)).toEqual([])
        expect((await shop.rows('payments', order.id)).map(({ captured }) => captured)).toEqual([0])
        await shop.run('store-reconcile')
        expect((await shop.view(order)).status).toBe('pending')
      })
      await shop.run('store-reconcile')
      await expectPaidOnce(order)
    },
  )

  test('ORDER-04 PAY-13 a dispute is flagged for the owner; the order stays as it is', async () => {
    const { order, payment } = await paidUnheard()
    await deliver(shop.gateway.orderPaid(payment))
    const dispute = {
      id: 'disp_Esz7KAitoYM7PJ',
      entity: 'dispute',
      payment_id: payment.id,
      amount: PRICE,
      currency: 'INR',
    }
    const event = shop.gateway.webhook('payment.dispute.created', { payment, more: { dispute } })
    expect(await statuses(event, { times: 2 })).toEqual([200, 200])
    expect(await shop.order(order.id)).toMatchObject({ review_flag: 'dispute', payment_status: 'paid' })
    const told = async () => (await mails(order)).filter((mail) => mail.startsWith('owner_flagged_order')).length
    expect(await told()).toBe(1)
    // What its bank asks for next has a deadline of its own, whether the first was settled or not.
    for (const [review_flag, mailed] of [
      ['', 2],
      ['dispute', 3],
    ]) {
      await shop.owner.collection('orders').update(order.id, { review_flag })
      await deliver(shop.gateway.webhook('payment.dispute.action_required', { payment, more: { dispute } }))
      expect([(await shop.order(order.id)).review_flag, await told()]).toEqual(['dispute', mailed])
    }
  })
})
