import { setTimeout as pause } from 'node:timers/promises'
import type PocketBase from 'pocketbase'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderView, PlacedOrder } from '../../src/domain/orders/order'
import type { Quote } from '../../src/domain/orders/quote'
import { RazorpayFake } from '../gateway/razorpay'
import type { GatewayPayment, WebhookEvent } from '../gateway/wire'
import { newKey, orderOf } from '../order'
import { liftLimits, type RecordStore, startStore } from './record-store'

/**
 * Online payments against the stand-in of the gateway: what each route answers and what stands afterwards. Money in
 * paise.
 */

interface ErrorBody {
  message: string
  data: Record<string, unknown> & { code?: string; order?: PlacedOrder }
}

/** Where shoppers see the shop: not where its records are. */
const SHOP_ADDRESS = 'https://shop.example'

let gateway: RazorpayFake
let store: RecordStore
let owner: PocketBase
let soap: string

beforeAll(async () => {
  gateway = await RazorpayFake.start()
  store = await startStore({ env: { ...gateway.env, STORE_URL: SHOP_ADDRESS } })
  await liftLimits(store)
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

const cart = (change: Record<string, unknown>) => orderOf(soap, { expected_total: 18040, ...change })

const place = (change: Record<string, unknown> = {}, key = newKey()) =>
  store.post<PlacedOrder & ErrorBody>('/api/store/orders', cart(change), { 'Idempotency-Key': key })

const onOrder = <T = OrderView & ErrorBody>(order: PlacedOrder, action: string, body?: unknown) =>
  store.post<T>(`/api/store/orders/${order.id}/${action}`, body, { 'X-Order-Token': order.access_token })

async function view({ id, access_token }: PlacedOrder): Promise<OrderView> {
  return (await store.call<OrderView>(`/api/store/orders/${id}`, { headers: { 'X-Order-Token': access_token } })).body
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
  test('ORDER-03 PAY-14 online comes first with a gateway, at the exact total; cash is rounded to whole rupees', async () => {
    const { body } = await store.post<Quote>('/api/store/quote', { items: [{ product: soap, quantity: 1 }] })
    expect(body.payment_methods).toEqual([
      { method: 'online', available: true, reason: '', total: 18040, round_off: 0, provider: 'razorpay' },
      { method: 'cod', available: true, reason: '', total: 18000, round_off: -40 },
    ])
  })

  test('ORDER-03 PAY-14 a cash order is rounded, whichever of the two totals was shown', async () => {
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

  test('ORDER-04 PAY-02 a return that was signed for another order, or changed, is refused', async () => {
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
    // As the shop's own client: when too many of one order wait for the gateway, the rest ask again in a moment.
    const patiently = async () => {
      for (let tries = 0; ; tries++) {
        const answer = await place({}, key)
        if (answer.status !== 409 || tries === 20) return answer
        expect(answer.body).toMatchObject({ data: { code: 'request_in_progress' } })
        await pause(250)
      }
    }
    const answers = await Promise.all(Array.from({ length: 20 }, patiently))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(gateway.ordersOf(answers[0]?.body.number ?? '-')).toHaveLength(1)
    expect(await stock()).toEqual({ ledger: 3, held: 1 })
  })

  test('ORDER-04 PAY-08 gateway down: 503 with the order, which can be paid later or in cash', async () => {
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

  test('ORDER-05 an answer that was lost is found again under our receipt', async () => {
    gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: /POST \/v1\/orders/, times: 1 })
    const order = await placed()
    expect(order.session).not.toBe('')
    expect(gateway.ordersOf(order.number)).toHaveLength(1)
  }, 20_000)
})

const pass = (minutes: number) => store.later(minutes * 60_000)

/** Runs a cron job now and waits until what it should bring about is there. */
async function cron(job: 'store-expire' | 'store-reconcile' | 'store-refunds', until: () => Promise<void>) {
  await owner.send(`/api/crons/${job}`, { method: 'POST' })
  await vi.waitFor(until, { timeout: 15_000, interval: 50 })
}

async function deliver(event: WebhookEvent, times = 1): Promise<void> {
  for (const answer of await gateway.deliver(store.url, event, { times })) expect(answer.status).toBe(200)
}
const captured = (payment: GatewayPayment) => deliver(gateway.webhook('payment.captured', { payment }))

const record = (order: PlacedOrder) => owner.collection('orders').getOne(order.id)
const refunds = (order: PlacedOrder) =>
  owner.collection('refunds').getFullList({ filter: `order = '${order.id}'`, sort: 'created' })

/** Sells everything that is left to somebody else. */
async function sellOut(): Promise<void> {
  const { ledger, held } = await stock()
  if (ledger > held) {
    await owner.collection('stock_movements').create({ product: soap, delta: held - ledger, reason: 'correction' })
  }
}

async function expired(): Promise<PlacedOrder & { session: string }> {
  const order = await placed()
  await pass(31)
  await cron('store-expire', async () => expect((await record(order)).status).toBe('expired'))
  return order
}

/** Runs the refunds until the order's money is where it belongs; those caused by hand wait ten minutes. */
async function drained(order: PlacedOrder): Promise<void> {
  await pass(11)
  await cron('store-refunds', async () => {
    for (const refund of await refunds(order)) expect(refund.status).toBe('processed')
  })
}

describe('the gateway’s word', () => {
  test('ORDER-04 PAY-01 a webhook alone pays; ten times over, and out of order, it pays once', async () => {
    const order = await placed()
    const payment = gateway.pay(order.session)
    const event = gateway.orderPaid(payment)
    await deliver(event, 10)
    await deliver(
      gateway.webhook('payment.authorized', { payment: { ...payment, status: 'authorized', captured: false } }),
    )
    await captured(payment)
    await deliver(gateway.webhook('payment.failed', { payment: { ...payment, status: 'failed', captured: false } }))
    const seen = await view(order)
    expect(seen).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: 18040 })
    expect(types(seen)).toEqual(['placed', 'paid', 'confirmed'])
    expect((await mails(order)).sort()).toEqual(['order_paid', 'owner_new_order'])
  })

  test('ORDER-04 PAY-01 return, webhook and check at once, 20 orders: one transition each', async () => {
    await owner.collection('stock_movements').create({ product: soap, delta: 20, reason: 'restock' })
    for (let round = 0; round < 20; round++) {
      const order = await placed()
      const payment = gateway.pay(order.session)
      await Promise.all([
        onOrder(order, 'payment/verify', gateway.returned(payment)),
        deliver(gateway.orderPaid(payment)),
        captured(payment),
        onOrder(order, 'payment/check'),
      ])
      expect(types(await view(order))).toEqual(['placed', 'paid', 'confirmed'])
    }
    expect(await stock()).toEqual({ ledger: 3, held: 0 })
  })

  test('ORDER-04 PAY-01 a webhook that is faster than the answer to the gateway order', async () => {
    const gate = gateway.hold(/POST \/v1\/orders/, 'after')
    const placing = place()
    await gate.reached
    const made = [...gateway.orders.values()].at(-1)
    await deliver(gateway.orderPaid(gateway.pay(made?.id ?? '')))
    gate.open()
    const order = (await placing).body
    expect(order).toMatchObject({ status: 'confirmed', payment_status: 'paid', payment: null })
  })

  test('ORDER-04 a failure belongs to the try: told, and the next payment of the same gateway order pays', async () => {
    const order = await placed()
    const first = gateway.pay(order.session, { status: 'failed', reason: 'insufficient_funds' })
    await deliver(gateway.paymentEvent(first), 3)
    const failed = await view(order)
    expect(failed.payment).toEqual({ provider: 'razorpay', state: 'failed', error_reason: 'insufficient_funds' })
    expect(types(failed)).toEqual(['placed', 'payment_failed'])
    const again = await onOrder<PlacedOrder>(order, 'payment')
    expect(again.body.payment?.gateway_order_id).toBe(order.session)
    expect((await view(order)).payment?.state).toBe('open')
    await captured(gateway.pay(order.session))
    expect(await view(order)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: 18040 })
    // Days later the bank finds that the first one went through after all.
    await captured(gateway.move(first.id, 'captured'))
    expect(await record(order)).toMatchObject({
      review_flag: 'duplicate_payment',
      payment_status: 'paid',
      paid_total: 36080,
    })
    await drained(order)
    expect(await record(order)).toMatchObject({ payment_status: 'paid', refunded_total: 18040 })
    expect(gateway.refundsOf(first.id)).toHaveLength(1)
  })

  test.each([100, 18_041])(
    'ORDER-04 PAY-02 another amount than asked for, %i paise, is never taken as payment, and the owner is told once',
    async (amount) => {
      const order = await placed()
      const other = gateway.pay(order.session, { amount })
      await captured(other)
      await captured(other)
      expect(await record(order)).toMatchObject({ status: 'pending', paid_total: 0, review_flag: 'amount_mismatch' })
      expect(await mails(order)).toEqual(['owner_flagged_order'])
    },
  )

  test('ORDER-04 PAY-01 the webhook is lost: the cron job asks; a silent gateway is asked again', async () => {
    const order = await placed()
    gateway.pay(order.session)
    gateway.misbehave({ kind: 'error500' }, { on: new RegExp(`${order.session}/payments`), times: 1 })
    await pass(3)
    await cron('store-reconcile', async () => {
      const [row] = await owner.collection('payments').getFullList({ filter: `order = '${order.id}'` })
      expect(row?.checks).toBe(0)
      expect(gateway.callsOf(new RegExp(`${order.session}/payments`))).toHaveLength(1)
    })
    await pass(3)
    await cron('store-reconcile', async () => expect((await record(order)).payment_status).toBe('paid'))
    expect(types(await view(order))).toEqual(['placed', 'paid', 'confirmed'])
  })

  test('ORDER-04 PAY-01 the gateway is silent when the shopper returns: confirming, and the cron job completes it', async () => {
    const order = await placed()
    const payment = gateway.pay(order.session)
    gateway.misbehave({ kind: 'error500' }, { on: /GET/ })
    const answer = await onOrder(order, 'payment/verify', gateway.returned(payment))
    expect(answer).toMatchObject({ status: 200, body: { status: 'pending', payment: { state: 'confirming' } } })
    expect((await onOrder(order, 'payment')).body.data.code).toBe('already_paid')
    await pass(31)
    await owner.send('/api/crons/store-expire', { method: 'POST' })
    gateway.ok()
    await cron('store-reconcile', async () => expect((await record(order)).status).toBe('confirmed'))
  })

  test('ORDER-04 the form of an in-app browser: settled, and back to the shop with the token only for a good signature', async () => {
    const order = await placed()
    const fields = { ...gateway.returned(gateway.pay(order.session)) }
    const send = async (body: Record<string, string>) => {
      const response = await fetch(`${store.url}/api/store/payment/return?order=${order.id}`, {
        method: 'POST',
        body: new URLSearchParams(body),
        redirect: 'manual',
      })
      return [response.status, response.headers.get('location')]
    }
    const page = `${SHOP_ADDRESS}/order-confirmation/${order.id}`
    expect(await send({ ...fields, razorpay_signature: 'b'.repeat(64) })).toEqual([303, page])
    expect(await send({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[description]': 'Payment failed' })).toEqual([
      303,
      page,
    ])
    expect((await view(order)).status).toBe('pending')
    expect(await send(fields)).toEqual([303, `${page}#t=${order.access_token}`])
    expect((await view(order)).status).toBe('confirmed')
  })
})

describe('time', () => {
  test('ORDER-10 PAY-03 an unpaid order expires once and gives its pieces back', async () => {
    const order = await expired()
    expect(await stock()).toEqual({ ledger: 3, held: 0 })
    await owner.send('/api/crons/store-expire', { method: 'POST' })
    expect(types(await view(order))).toEqual(['placed', 'expired'])
    expect((await onOrder(order, 'payment')).body.data.code).toBe('order_closed')
  })

  test('ORDER-10 PAY-04 money after that: confirmed while there are pieces, else given back exactly once', async () => {
    const lucky = await expired()
    await captured(gateway.pay(lucky.session))
    expect(await view(lucky)).toMatchObject({ status: 'confirmed', payment_status: 'paid' })
    expect(await stock()).toEqual({ ledger: 2, held: 0 })

    const late = await expired()
    await sellOut()
    const payment = gateway.pay(late.session)
    await Promise.all([captured(payment), deliver(gateway.orderPaid(payment))])
    expect(await record(late)).toMatchObject({ status: 'expired', payment_status: 'paid', review_flag: 'oversold' })
    await drained(late)
    await drained(late)
    expect(await record(late)).toMatchObject({ payment_status: 'refunded', paid_total: 18040, refunded_total: 18040 })
    expect(gateway.refundsOf(payment.id).map((refund) => refund.amount)).toEqual([18040])
    expect((await mails(late)).sort()).toEqual(['order_refunded', 'owner_flagged_order'])
  })

  test('ORDER-10 PAY-04 a late authorisation is taken while there are pieces, and left to go back otherwise', async () => {
    const lucky = await expired()
    const agreed = gateway.pay(lucky.session, { status: 'authorized' })
    await deliver(gateway.paymentEvent(agreed))
    await cron('store-reconcile', async () => expect((await record(lucky)).status).toBe('confirmed'))
    expect(gateway.payments.get(agreed.id)?.status).toBe('captured')
    expect(await stock()).toEqual({ ledger: 2, held: 0 })

    const late = await expired()
    await sellOut()
    const left = gateway.pay(late.session, { status: 'authorized' })
    await deliver(gateway.paymentEvent(left))
    await cron('store-reconcile', async () => expect(types(await view(late))).toContain('not_taken'))
    expect(gateway.payments.get(left.id)?.status).toBe('authorized')
  })
})

describe('giving money back', () => {
  async function paid(): Promise<PlacedOrder & { session: string; money: GatewayPayment }> {
    const order = await placed()
    const money = gateway.pay(order.session)
    await captured(money)
    return { ...order, money }
  }

  test('ORDER-09 PAY-06 cancelled by the shopper: pieces and money go back once, though the first answer is lost', async () => {
    const order = await paid()
    expect((await onOrder(order, 'cancel')).body).toMatchObject({ status: 'cancelled', payment_status: 'paid' })
    expect(await stock()).toEqual({ ledger: 3, held: 0 })
    gateway.misbehave({ kind: 'error500' }, { on: /refunds/, times: 1 })
    await cron('store-refunds', async () => expect((await refunds(order))[0]?.error).not.toBe(''))
    const refused = String((await refunds(order))[0]?.error)
    gateway.misbehave({ kind: 'timeoutAfterCommit' }, { on: /POST .*refund/, times: 1 })
    await pass(10)
    await owner.send('/api/crons/store-refunds', { method: 'POST' })
    await vi.waitFor(() => expect(gateway.refundsOf(order.money.id)).toHaveLength(1), 15_000)
    // Nothing was heard in time: the store has given that call up.
    await vi.waitFor(async () => expect((await refunds(order))[0]?.error).not.toBe(refused), 15_000)
    await pass(400)
    await drained(order)
    expect(gateway.refundsOf(order.money.id)).toHaveLength(1)
    expect(await view(order)).toMatchObject({ payment_status: 'refunded', refunded_total: 18040 })
    expect((await mails(order)).sort()).toEqual(['order_cancelled', 'order_paid', 'order_refunded', 'owner_new_order'])
  })

  test('ORDER-09 PAY-06 cancelled while the money arrives: confirmed, or cancelled and given back', async () => {
    await owner.collection('stock_movements').create({ product: soap, delta: 20, reason: 'restock' })
    for (let round = 0; round < 10; round++) {
      const order = await placed()
      const payment = gateway.pay(order.session)
      await Promise.all([onOrder(order, 'cancel'), captured(payment)])
      const ended = await record(order)
      expect(ended.status).toBe('cancelled')
      expect(ended.payment_status).toBe('paid')
      await drained(order)
      expect(await record(order)).toMatchObject({ payment_status: 'refunded', refunded_total: 18040 })
    }
    expect(await stock()).toEqual({ ledger: 23, held: 0 })
  })

  test('ORDER-09 PAY-07 by the merchandiser: whole in the panel, a part as a record, never more than is left', async () => {
    const order = await paid()
    const save = (change: object) => owner.collection('orders').update(order.id, change)
    const give = (rupees: number) => owner.collection('refunds').create({ order: order.id, rupees, note: 'Broken' })
    await expect(save({ payment_status: 'partially_refunded' })).rejects.toMatchObject({ status: 400 })
    await expect(give(180.41)).rejects.toMatchObject({
      response: { data: { rupees: { message: 'At most ₹180.40 can be given back: write 180.4.' } } },
    })
    await give(40)
    await expect(give(140.41)).rejects.toMatchObject({ status: 400 })
    await drained(order)
    expect(await record(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 4000 })
    expect((await save({ payment_status: 'refunded' })).payment_status).toBe('partially_refunded')
    await expect(save({ payment_status: 'refunded' })).rejects.toMatchObject({ status: 400 })
    await drained(order)
    expect(await record(order)).toMatchObject({ payment_status: 'refunded', refunded_total: 18040 })
    expect(gateway.refundsOf(order.money.id).map((refund) => refund.amount)).toEqual([4000, 14040])
    expect((await view(order)).events.map((event) => event.label)).toContain('₹40.00 refunded')
  })

  test('ORDER-09 PAY-07 cash is handed back by hand, and a refund in the gateway’s dashboard is written down', async () => {
    const cash = await placed({ payment_method: 'cod' })
    await owner.collection('orders').update(cash.id, { payment_status: 'paid' })
    await owner.collection('refunds').create({ order: cash.id, rupees: 50 })
    expect(await record(cash)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 5000 })
    await owner.collection('orders').update(cash.id, { payment_status: 'refunded' })
    expect(await record(cash)).toMatchObject({ payment_status: 'refunded', refunded_total: 18000 })

    const order = await paid()
    gateway.refundState = 'pending'
    const refund = gateway.refundByHand(order.money.id, 1000)
    gateway.refundState = 'processed'
    await deliver(gateway.refundEvent(refund))
    expect((await refunds(order))[0]).toMatchObject({ status: 'pending', reason: 'at_provider', amount: 1000 })
    gateway.finishRefund(refund.id, 'processed')
    await deliver(gateway.refundEvent(refund), 3)
    expect(await record(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 1000 })
  })

  test('ORDER-09 PAY-05 paid online after it was sent as a cash order: that money goes back, the cash stays and can be handed back', async () => {
    const order = await placed()
    await onOrder(order, 'payment', { method: 'cod' })
    const save = (change: object) => owner.collection('orders').update(order.id, change)
    await save({ fulfilment_status: 'packed' })
    await save({ fulfilment_status: 'shipped' })
    const late = gateway.pay(order.session)
    await captured(late)
    expect(await record(order)).toMatchObject({ payment_status: 'unpaid', review_flag: 'duplicate_payment' })
    await save({ payment_status: 'paid' })
    await expect(save({ payment_status: 'refunded' })).rejects.toMatchObject({ status: 400 })
    await drained(order)
    expect(await record(order)).toMatchObject({ payment_status: 'paid', paid_total: 36040, refunded_total: 18040 })
    await owner.collection('refunds').create({ order: order.id, rupees: 10 })
    expect(await record(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 19040 })
    await save({ payment_status: 'refunded' })
    expect(await record(order)).toMatchObject({ payment_status: 'refunded', refunded_total: 36040 })
    expect(gateway.refundsOf(late.id)).toHaveLength(1)
  })

  test('ORDER-09 an unpaid online order is not confirmed by hand without its money', async () => {
    const order = await placed()
    const save = (change: object) => owner.collection('orders').update(order.id, change)
    await expect(save({ status: 'confirmed' })).rejects.toMatchObject({ status: 400 })
    await expect(save({ payment_status: 'paid' })).rejects.toMatchObject({ status: 400 })
    await expect(save({ status: 'expired' })).rejects.toMatchObject({ status: 400 })
    await save({ status: 'confirmed', payment_status: 'paid' })
    expect(await record(order)).toMatchObject({ status: 'confirmed', paid_total: 18040 })
    expect(await stock()).toEqual({ ledger: 2, held: 0 })
  })
})

describe('the test payment of a shop without keys', () => {
  test('ORDER-03 PAY-15 pays or fails as asked, comes after cash, and is not there with a gateway or in production', async () => {
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
      const quote = await store.post<Quote>('/api/store/quote', { items: [{ product: soap, quantity: 1 }] })
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
