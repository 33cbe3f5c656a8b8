import { beforeEach, describe, expect, test } from 'vitest'
import { type OrderState, orderWords } from '../../src/domain/desk/order-words'
import type { ParcelsAnswer } from '../../src/domain/desk/parcels'
import { orderLabel, refundDue } from '../../src/domain/orders/order'
import { refundSentence } from '../../src/features/orders/order-words'
import type { WebhookEvent } from '../gateway/wire'
import { refused } from '../refused'
import { shared } from '../shared'
import { MINUTE, openShop, type PlacedOnline, PRICE, type Row } from './paying-shop'

// What a merchandiser does with money in the admin UI: an update carries the whole record as it stood when the panel
// was opened.

const shop = shared(openShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({}, 3)
})

async function edit(collection: string, id: string, typed: Row): Promise<Row> {
  const opened = await shop.owner.collection(collection).getOne(id)
  return shop.owner.collection(collection).update(id, { ...opened, ...typed })
}

/** The sentences beside the fields of a refused save. */
async function refusal(save: Promise<unknown>): Promise<Record<string, string>> {
  const { status, said } = await refused(save)
  expect(status).toBe(400)
  return said
}

async function paid(more: Row = {}): Promise<PlacedOnline & { payment: string }> {
  const order = await shop.placeOnline(soap, more)
  const payment = shop.gateway.pay(order.gatewayOrder)
  const { status } = await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
  expect(status).toBe(200)
  return { ...order, payment: payment.id }
}

const only = async (order: { id: string }) => (await shop.rows('refunds', order.id))[0] as Row
const mails = async (order: { id: string }) => (await shop.rows('outbox', order.id)).map(({ kind }) => kind)
const minutesUntil = (date: string, from: string) => Math.round((Date.parse(date) - Date.parse(from)) / MINUTE)

describe('PAY-10 a refund caused by hand waits', () => {
  test('ten minutes after a cancellation; then it goes, and the shopper is told only then', async () => {
    const order = await paid()
    await edit('orders', order.id, { status: 'cancelled' })
    const refund = await only(order)
    expect(refund).toMatchObject({ status: 'queued', amount: PRICE, rupees: 180, next_try_at: refund.send_at })
    await shop.later(9 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(order.payment)).toEqual([])
    expect(await mails(order)).not.toContain('order_cancelled')
    expect(orderLabel(await shop.view(order))).toBe('Cancelled')
    const told = (await shop.view(order)).events.map(({ type }) => type)
    expect(told).not.toContain('refund_planned')
    expect((await shop.rows('order_events', order.id)).map(({ label }) => label)).toContain(
      'Refund of ₹180.00 planned: it goes in 10 minutes unless you stop it',
    )
    await shop.later(2 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(order.payment).map(({ amount }) => amount)).toEqual([PRICE])
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refund_waits: false })
    expect((await mails(order)).filter((kind) => kind === 'order_cancelled')).toHaveLength(1)
    expect((await shop.view(order)).events.map(({ type }) => type)).toContain('refund_started')
    await shop.assertInvariants()
  })

  test('and can be stopped: the money stays, the order is flagged, and opens again with its pieces', async () => {
    const order = await paid()
    await edit('orders', order.id, { status: 'cancelled' })
    expect(await shop.ledger(soap)).toBe(3)
    expect(await refusal(edit('orders', order.id, { status: 'confirmed' }))).toEqual({
      status: expect.stringMatching(/In refunds, set the status of that to stopped first/),
    })
    const refund = await only(order)
    await edit('refunds', refund.id, { status: 'stopped', note: 'A slip' })
    await shop.later(30 * MINUTE)
    await shop.run('store-refunds')
    expect(shop.gateway.refundsOf(order.payment)).toEqual([])
    expect(await shop.order(order.id)).toMatchObject({ review_flag: 'refund_stopped', payment_status: 'paid' })
    expect(orderLabel(await shop.view(order))).toBe('Cancelled')
    await edit('orders', order.id, { status: 'confirmed' })
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', review_flag: '', refund_waits: false })
    expect(await shop.ledger(soap)).toBe(2)
    await edit('orders', order.id, { fulfilment_status: 'packed' })
    expect(await mails(order)).not.toContain('order_cancelled')
  })

  describe('PROMO-28 an order that opens again after a piece of it was given back', () => {
    const ask = async (order: { id: string }, what: string, body: Row) => {
      const { updated } = (await shop.store.desk(`orders/${order.id}`)).body
      const { status, body: said } = await shop.store.desk(`orders/${order.id}/${what}`, { updated, ...body })
      expect(status, JSON.stringify(said)).toBe(200)
    }
    const giveOne = (order: { id: string }, restock: boolean) =>
      ask(order, 'refund', { pieces: [{ product: soap, color: '', quantity: 1 }], note: '', restock })
    const three = () => paid({ items: [{ product: soap, quantity: 3, color: '' }], expected_total: 3 * PRICE })

    test('takes no piece a second time that was kept off sale', async () => {
      const order = await three()
      await giveOne(order, false)
      await ask(order, 'act', { act: 'cancel' })
      expect(await shop.ledger(soap)).toBe(2)
      for (const { id } of await shop.rows('refunds', order.id)) await ask(order, 'stop', { refund: id })
      await ask(order, 'act', { act: 'reopen' })
      expect(await shop.ledger(soap)).toBe(0)
      await shop.assertInvariants()
    })

    test('puts a piece on sale again whose first refund failed while it was closed', async () => {
      const order = await three()
      await giveOne(order, true)
      await ask(order, 'act', { act: 'cancel' })
      const [first, rest] = await shop.rows('refunds', order.id)
      await ask(order, 'stop', { refund: rest?.id })
      shop.gateway.refundState = 'pending'
      await shop.later(11 * MINUTE)
      await shop.run('store-refunds')
      shop.gateway.refundState = 'processed'
      const [asked] = shop.gateway.refundsOf(order.payment)
      const failed = shop.gateway.finishRefund(asked?.id ?? '', 'failed')
      await shop.gateway.deliver(shop.store.url, shop.gateway.refundEvent(failed))
      expect(await shop.owner.collection('refunds').getOne(first?.id)).toMatchObject({ status: 'failed' })
      await ask(order, 'act', { act: 'reopen' })
      expect(await shop.ledger(soap)).toBe(0)
      await giveOne(order, true)
      expect(await shop.ledger(soap)).toBe(1)
      const again = (await shop.rows('refunds', order.id)).find(({ status }) => status === 'queued')
      await ask(order, 'stop', { refund: again?.id })
      expect(await shop.ledger(soap)).toBe(0)
      await shop.assertInvariants()
    })
  })

  const offers: [title: string, promotion: Row, code: string][] = [
    ['PROMO-12 a code of its own', { single_use: true }, 'ONCE7M2K9P'],
    ['PROMO-07 the last use', { code: 'LASTONE', max_uses: 1 }, 'LASTONE'],
  ]
  test.each(offers)('%s: another order has it meanwhile, so a stopped one stays closed', async (_, promotion, code) => {
    const made = await shop.owner
      .collection('promotions')
      .create({ name: 'Once', active: true, kind: 'percent', value: 10, ...promotion })
    if (promotion.single_use) await shop.owner.collection('promotion_codes').create({ promotion: made.id, code })
    const coded = { code, expected_total: (PRICE * 9) / 10 }
    const close = async (order: { id: string }) => {
      await edit('orders', order.id, { status: 'cancelled' })
      await edit('refunds', (await only(order)).id, { status: 'stopped' })
    }
    const order = await paid(coded)
    await close(order)
    const other = await paid(coded)
    expect(await refusal(edit('orders', order.id, { status: 'confirmed' }))).toEqual({
      status: expect.stringMatching(/^Its offer or code was used by another order meanwhile/),
    })
    await close(other)
    await edit('orders', order.id, { status: 'confirmed' })
    expect([await shop.view(order), await shop.view(other)].map(({ status }) => status)).toEqual([
      'confirmed',
      'cancelled',
    ])
    await shop.owner.collection('refunds').create({ order: other.id, rupees: 162 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    await shop.owner.collection('promotions').update(made.id, { active: false })
  })

  test('PROMO-07 an offer for first orders: what its shopper has ordered since, without it, takes nothing from it', async () => {
    const offer = { name: 'Welcome', active: true, kind: 'percent', value: 10, first_order: true, code: 'WELCOME9' }
    const made = await shop.owner.collection('promotions').create(offer)
    const contact = { name: 'Asha', phone: '9845098450', email: 'first@example.in' }
    const order = await paid({ contact, code: offer.code, expected_total: (PRICE * 9) / 10 })
    const later = await paid({ contact })
    await edit('orders', order.id, { status: 'cancelled' })
    await edit('refunds', (await only(order)).id, { status: 'stopped' })
    await edit('orders', order.id, { status: 'confirmed' })
    expect([await shop.view(order), await shop.view(later)].map(({ status }) => status)).toEqual([
      'confirmed',
      'confirmed',
    ])
    await shop.owner.collection('promotions').update(made.id, { active: false })
  })

  test('one of two: the order is told of as closed only when none waits any more', async () => {
    const order = await paid()
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 50 })
    await shop.later(5 * MINUTE)
    await edit('orders', order.id, { status: 'cancelled' })
    await shop.later(6 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ refund_waits: true, refunded_total: 5000 })
    expect(await mails(order)).not.toContain('order_cancelled')
    const rest = (await shop.rows('refunds', order.id)).find(({ status }) => status === 'queued')
    await edit('refunds', rest?.id as string, { status: 'stopped' })
    expect(await shop.order(order.id)).toMatchObject({ review_flag: 'refund_stopped' })
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 130 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({
      refund_waits: false,
      review_flag: '',
      payment_status: 'refunded',
    })
    expect((await mails(order)).filter((kind) => kind === 'order_cancelled')).toHaveLength(1)
  })

  test('a part of what was stopped: the shopper is told of the part, the rest stays stopped', async () => {
    const order = await paid()
    await edit('orders', order.id, { status: 'cancelled' })
    await edit('refunds', (await only(order)).id, { status: 'stopped' })
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 100 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const held = { refund_waits: true, review_flag: 'refund_stopped' }
    expect(await shop.order(order.id)).toMatchObject({ ...held, refunded_total: 10000 })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_cancelled')
    expect(told.map(({ data }) => data.amount)).toEqual([10000])
    expect(refundDue(await shop.view(order))).toBe(0)
    const rest = await shop.owner.collection('refunds').create({ order: order.id, rupees: 80 })
    // Made in the provider's dashboard before the store does.
    await shop.gateway.deliver(shop.store.url, shop.gateway.refundEvent(shop.gateway.refundByHand(order.payment, 8000)))
    expect(await shop.owner.collection('refunds').getOne(rest.id)).toMatchObject({ status: 'processed' })
    const back = { refund_waits: false, review_flag: '', payment_status: 'refunded' }
    expect(await shop.order(order.id)).toMatchObject(back)
  })

  test('a stopped one whose money is given back in the provider’s dashboard instead: nothing waits any more', async () => {
    const order = await paid()
    await edit('orders', order.id, { status: 'cancelled' })
    await edit('refunds', (await only(order)).id, { status: 'stopped' })
    const inDashboard = (amount: number) => {
      const event = shop.gateway.refundEvent(shop.gateway.refundByHand(order.payment, amount))
      return shop.gateway.deliver(shop.store.url, event, { times: 2 })
    }
    await inDashboard(10000)
    expect(await shop.order(order.id)).toMatchObject({ refund_waits: true, review_flag: 'refund_stopped' })
    await inDashboard(8000)
    expect(await shop.order(order.id)).toMatchObject({
      ...{ refund_waits: false, review_flag: '', payment_status: 'refunded', refunded_total: PRICE },
    })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_cancelled')
    expect(told.map(({ data }) => data.amount)).toEqual([10000])
    await shop.assertInvariants()
  })

  test('one that waits while more is given back in the provider’s dashboard fails at once, and is not asked for', async () => {
    const order = await paid()
    const refund = await shop.owner.collection('refunds').create({ order: order.id, rupees: 100 })
    const inDashboard = shop.gateway.refundEvent(shop.gateway.refundByHand(order.payment, PRICE))
    await shop.gateway.deliver(shop.store.url, inDashboard)
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    const error = 'Its money has gone back otherwise.'
    expect(await shop.owner.collection('refunds').getOne(refund.id)).toMatchObject({ status: 'failed', error })
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', review_flag: '' })
    await shop.assertInvariants()
  })

  test('a stopped one whose pieces are sold meanwhile stays closed; its money goes back by a new record', async () => {
    const order = await paid()
    await edit('orders', order.id, { status: 'cancelled' })
    await edit('refunds', (await only(order)).id, { status: 'stopped' })
    await shop.owner.collection('stock_movements').create({ product: soap, delta: -3, reason: 'correction' })
    expect(await refusal(edit('orders', order.id, { status: 'confirmed' }))).toHaveProperty('status')
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 180 })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', review_flag: '' })
    expect(await mails(order)).toEqual(expect.arrayContaining(['order_cancelled', 'order_refunded']))
  })

  test('payment_status refunded and a record in refunds wait as well; what has gone cannot be stopped', async () => {
    const order = await paid()
    const part = await shop.owner.collection('refunds').create({ order: order.id, rupees: 50.5 })
    expect(part).toMatchObject({ amount: 5050, rupees: 50.5, status: 'queued' })
    await edit('orders', order.id, { payment_status: 'refunded' })
    const [, rest] = await shop.rows('refunds', order.id)
    expect(rest).toMatchObject({ amount: PRICE - 5050, status: 'queued' })
    expect(minutesUntil(rest?.send_at, part.send_at)).toBe(0)
    await edit('refunds', rest?.id, { status: 'stopped' })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 5050 })
    expect(await refusal(edit('refunds', part.id, { status: 'stopped' }))).toEqual({
      status: expect.stringMatching(/can no longer be stopped/),
    })
    expect(await refusal(edit('refunds', rest?.id, { status: 'queued' }))).toHaveProperty('status')
  })

  test('what the shopper causes goes at once, even over one that waits', async () => {
    const order = await paid()
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 50 })
    await shop.act(order, 'cancel')
    expect(orderLabel(await shop.view(order))).toBe('Cancelled, refund on its way')
    for (const { id, send_at } of await shop.rows('refunds', order.id)) {
      expect(send_at).toBe('')
      expect(await refusal(edit('refunds', id, { status: 'stopped' }))).toHaveProperty('status')
    }
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded' })
    await shop.assertInvariants()
  })
})

describe('ORDER-09 an online order that was paid by hand', () => {
  const desk = (path: string) => shop.owner.send(`/api/store/desk/${path}`, { requestKey: null })
  const taken = async (): Promise<number> => (await desk('figures?days=30')).taken
  const byHand = async () => {
    const order = await shop.placeOnline(soap)
    await edit('orders', order.id, { status: 'confirmed', payment_status: 'paid' })
    return order
  }

  test('cancelled by its shopper: no late money is spoken of, the owner hears how much goes back by hand', async () => {
    const order = await byHand()
    await shop.act(order, 'cancel')
    const after = await shop.order(order.id)
    expect(after).toMatchObject({ status: 'cancelled', payment_method: 'cod', review_flag: '' })
    expect(orderWords(after as never).words).toBe('Cancelled, give the money back')
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'owner_flagged_order')
    expect(told.map(({ data }) => data)).toEqual([{ amount: PRICE, detail: 'paid_by_hand' }])
  })

  test('cancelled by its owner: stands among what to look at until its money is given back, and takings follow', async () => {
    const before = await taken()
    const order = await byHand()
    expect(await taken()).toBe(before + PRICE)
    await edit('orders', order.id, { status: 'cancelled' })
    const looked = (await desk('orders?tab=look')).rows as { id: string; state: OrderState }[]
    const row = looked.find(({ id }) => id === order.id)
    expect(row && orderWords(row.state).words).toBe('Cancelled, give the money back')
    expect(refundSentence(await shop.view(order))).toBe('₹180.00 goes back to you.')
    await edit('orders', order.id, { payment_status: 'refunded' })
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_refunded')
    expect(told.map(({ data }) => [data.by_hand, data.amount])).toEqual([[true, PRICE]])
    expect(await taken()).toBe(before)
  })

  test('PAY-07 and given back, then paid online by a payment that cannot go back: its money is here until it has gone', async () => {
    const order = await byHand()
    await edit('orders', order.id, { status: 'cancelled' })
    await edit('orders', order.id, { payment_status: 'refunded' })
    const payment = shop.gateway.pay(order.gatewayOrder)
    shop.gateway.refundState = 'pending'
    await shop.gateway.deliver(shop.store.url, shop.gateway.paymentEvent(payment))
    await shop.run('store-refunds')
    const failed = shop.gateway.finishRefund(shop.gateway.refundsOf(payment.id)[0]?.id ?? '', 'failed')
    shop.gateway.refundState = 'processed'
    await shop.gateway.deliver(shop.store.url, shop.gateway.refundEvent(failed))
    const stands = { payment_status: 'partially_refunded', review_flag: 'refund_failed', paid_total: 2 * PRICE }
    expect(await shop.order(order.id)).toMatchObject(stands)
    expect(refundSentence(await shop.view(order))).toBe('₹180.00 has been refunded. ₹180.00 goes back to you.')
    const body = { refund: (await shop.rows('refunds', order.id))[0]?.id }
    await shop.owner.send(`/api/store/desk/orders/${order.id}/paid-back`, { method: 'POST', body })
    const gone = { payment_status: 'refunded', review_flag: '', refunded_total: 2 * PRICE }
    expect(await shop.order(order.id)).toMatchObject(gone)
  })

  test('given back in two parts: each mail says its own', async () => {
    const order = await byHand()
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 50 })
    await edit('orders', order.id, { payment_status: 'refunded' })
    const told = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_refunded')
    expect(told.map(({ data }) => data.amount)).toEqual([5000, PRICE - 5000])
  })

  test('taken back: its money goes back by hand, and the order asks for it', async () => {
    const order = await byHand()
    for (const fulfilment_status of ['packed', 'shipped', 'delivery_failed'])
      await edit('orders', order.id, { fulfilment_status })
    await edit('orders', order.id, { fulfilment_status: 'returned_to_origin', restock: 'yes' })
    const { parcels } = (await desk('parcels?tab=returns')) as ParcelsAnswer
    const parcel = parcels.find(({ id }) => id === order.id)
    expect(parcel).toMatchObject({ by_hand: true, kept: PRICE, state: { words: 'Came back, refund due' } })
    const looked = (await desk('orders?tab=look')).rows as { id: string }[]
    expect(looked.map(({ id }) => id)).toContain(order.id)
  })

  test('PAY-05 while its bank has agreed: that payment counts, and by hand it is paid only once the payment went back', async () => {
    const agreed = async () => {
      const order = await shop.placeOnline(soap)
      const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
      await shop.gateway.deliver(shop.store.url, shop.gateway.paymentEvent(payment))
      const why = { payment_status: expect.stringMatching(/^An online payment of this order is being confirmed/) }
      expect(await refusal(edit('orders', order.id, { status: 'confirmed', payment_status: 'paid' }))).toEqual(why)
      return { ...order, payment: payment.id }
    }
    const taken = await agreed()
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    expect(await shop.order(taken.id)).toMatchObject({ payment_method: 'razorpay', paid_total: PRICE })
    expect(await shop.rows('refunds', taken.id)).toEqual([])
    const returned = await agreed()
    shop.gateway.move(returned.payment, 'refunded')
    await shop.act(returned, 'payment/check')
    await edit('orders', returned.id, { status: 'confirmed', payment_status: 'paid' })
    expect(await shop.order(returned.id)).toMatchObject({ payment_method: 'cod', paid_total: PRICE })
  })

  test.each(['looked at', 'settled', 'disputed'])(
    'PAY-05 one of another amount never counts by itself: who has %s it decides',
    async (done) => {
      const order = await shop.placeOnline(soap)
      const payment = shop.gateway.pay(order.gatewayOrder, { amount: 100 })
      const hears = (event: WebhookEvent) => shop.gateway.deliver(shop.store.url, event)
      shop.gateway.misbehave({ kind: 'error500' }, { on: /^GET .*payments/, times: 9 })
      await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
      shop.gateway.ok()
      await hears(shop.gateway.paymentEvent(payment))
      const more = { dispute: { id: 'disp_Less', entity: 'dispute', payment_id: payment.id } }
      if (done === 'disputed') await hears(shop.gateway.webhook('payment.dispute.created', { payment, more }))
      if (done === 'settled') await edit('orders', order.id, { review_flag: '' })
      await edit('orders', order.id, { status: 'confirmed', payment_status: 'paid' })
      expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', paid_total: PRICE })
    },
  )

  test('PAY-03 nor is one waited for: its order can be paid, and ends when its time is over', async () => {
    const order = await shop.placeOnline(soap)
    const payment = shop.gateway.pay(order.gatewayOrder, { amount: 100 })
    shop.gateway.misbehave({ kind: 'error500' }, { on: /^GET .*payments/, times: 9 })
    const signed = async () => (await shop.act(order, 'payment/verify', shop.gateway.returned(payment))).body.payment
    expect(await signed()).toMatchObject({ state: 'confirming' })
    shop.gateway.ok()
    await shop.gateway.deliver(shop.store.url, shop.gateway.paymentEvent(payment))
    expect((await shop.view(order)).payment).toMatchObject({ state: 'open' })
    expect((await shop.act(order, 'payment')).status).toBe(200)
    expect(await signed()).toMatchObject({ state: 'open' })
    await shop.later(61 * MINUTE)
    await shop.run('store-expire')
    expect(await shop.order(order.id)).toMatchObject({ status: 'expired', review_flag: 'amount_mismatch' })
  })

  test('nor is a cash order confirmed while its bank has agreed to a payment from a window that was left open', async () => {
    const unproven = (rupees: number) => shop.store.changeSettings({ cod_unproven_max: rupees })
    await unproven(100)
    const order = await shop.placeOnline(soap)
    expect((await shop.act(order, 'payment', { method: 'cod' })).body.status).toBe('pending')
    await unproven(5000)
    const payment = shop.gateway.pay(order.gatewayOrder, { status: 'authorized' })
    await shop.gateway.deliver(shop.store.url, shop.gateway.paymentEvent(payment))
    expect(await refusal(edit('orders', order.id, { status: 'confirmed' }))).toHaveProperty('status')
    await shop.later(3 * MINUTE)
    await shop.run('store-reconcile')
    expect(await shop.order(order.id)).toMatchObject({ status: 'confirmed', payment_status: 'paid', paid_total: PRICE })
  })

  test('paid online as well, later: that goes back through the provider, the rest by hand', async () => {
    const order = await byHand()
    await edit('orders', order.id, { status: 'cancelled' })
    await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(shop.gateway.pay(order.gatewayOrder)))
    await shop.run('store-refunds')
    const after = await shop.order(order.id)
    expect(after).toMatchObject({ payment_method: 'cod', paid_total: 2 * PRICE, refunded_total: PRICE })
    // Whatever is flagged: only the owner gives it back.
    expect(after.review_flag).toBe('duplicate_payment')
    expect(orderWords(after as never).words).toBe('Cancelled, give the money back')
    await edit('orders', order.id, { payment_status: 'refunded' })
    expect(await shop.order(order.id)).toMatchObject({ refunded_total: 2 * PRICE })
  })

  test('and cash, cancelled, with online money that came late: the provider has it, and gives it back', async () => {
    const order = await shop.placeOnline(soap)
    await shop.act(order, 'payment', { method: 'cod' })
    await edit('orders', order.id, { status: 'cancelled' })
    await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(shop.gateway.pay(order.gatewayOrder)))
    const after = await shop.order(order.id)
    expect(after).toMatchObject({ payment_method: 'razorpay', payment_status: 'paid' })
    expect(orderWords(after as never).words).toBe('Paid after it was cancelled')
    expect(refundSentence(await shop.view(order))).toMatch(/is on its way back to where you paid from/)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({ payment_status: 'refunded', refunded_total: PRICE })
  })
})

test('FIG-06 online money that came too late for a parcel on its way takes nothing from what it brings in cash', async () => {
  const desk = (path: string) => shop.owner.send(`/api/store/desk/${path}`, { requestKey: null })
  const taken = async (): Promise<number> => (await desk('figures?days=30')).taken
  const spent = async () => {
    const { columns, rows } = await desk('csv/customers?limit=500')
    const mine = (rows as string[][]).find((row) => row[columns.indexOf('email')] === 'late@example.in')
    return mine?.[columns.indexOf('spent')]
  }
  const before = await taken()
  const order = await shop.placeOnline(soap, {
    contact: { name: 'Asha', phone: '9845098451', email: 'late@example.in' },
  })
  await shop.act(order, 'payment', { method: 'cod' })
  for (const fulfilment_status of ['packed', 'shipped']) await edit('orders', order.id, { fulfilment_status })
  await shop.gateway.deliver(shop.store.url, shop.gateway.orderPaid(shop.gateway.pay(order.gatewayOrder)))
  await shop.run('store-refunds')
  expect(await shop.order(order.id)).toMatchObject({ payment_status: 'unpaid', refunded_total: PRICE })
  expect([await taken(), await spent()]).toEqual([before + PRICE, '180.00'])
  await edit('orders', order.id, { fulfilment_status: 'delivery_failed' })
  await edit('orders', order.id, { fulfilment_status: 'returned_to_origin', restock: 'no' })
  expect([await taken(), await spent()]).toEqual([before, '0.00'])
})

describe('PAY-11 money is typed and read in rupees', () => {
  test('50 in a refund is ₹50, and 50 in the paise is refused beside it, whoever sends it', async () => {
    const order = await paid()
    const give = (fields: Row) => shop.owner.collection('refunds').create({ order: order.id, ...fields })
    expect(await refusal(give({ amount: 50 }))).toEqual({ amount: expect.stringMatching(/field rupees/) })
    expect(await refusal(give({ amount: 50, rupees: 50 }))).toEqual({ amount: expect.stringMatching(/field rupees/) })
    expect(await refusal(give({}))).toEqual({ rupees: 'Write how much goes back, in rupees.' })
    expect(await refusal(give({ rupees: 50.505 }))).toEqual({ rupees: expect.stringMatching(/two decimals/) })
    expect(await refusal(give({ rupees: 180.01 }))).toEqual({
      rupees: 'At most ₹180.00 can be given back: write 180.',
    })
    const made = await give({ rupees: 50, status: 'processed', send_at: '2020-01-01 00:00:00.000Z' })
    expect(made).toMatchObject({ rupees: 50, amount: 5000, status: 'queued' })
    expect(Date.parse(made.send_at)).toBeGreaterThan(Date.now())
    expect(await refusal(edit('refunds', made.id, { amount: 50 }))).toHaveProperty('amount')
    expect(await refusal(edit('refunds', made.id, { rupees: 60 }))).toHaveProperty('rupees')
    expect(await edit('refunds', made.id, { note: 'One broke' })).toMatchObject({ amount: 5000, note: 'One broke' })
  })

  test('orders, bills and payments say their sums in rupees, and keep them true', async () => {
    const order = await paid()
    expect(await shop.order(order.id)).toMatchObject({
      total: '₹180.00',
      sums: 'goods ₹180.00, delivery ₹0.00, received ₹180.00',
    })
    await shop.owner.collection('refunds').create({ order: order.id, rupees: 50 })
    expect(Object.keys(await refusal(edit('orders', order.id, { total: '₹1.00', sums: 'nothing' })))).toEqual([
      'sums',
      'total',
    ])
    await edit('orders', order.id, { fulfilment_status: 'packed' })
    await shop.later(11 * MINUTE)
    await shop.run('store-refunds')
    expect(await shop.order(order.id)).toMatchObject({
      total: '₹180.00',
      sums: 'goods ₹180.00, delivery ₹0.00, received ₹180.00, given back ₹50.00',
    })
    const [payment] = await shop.rows('payments', order.id)
    expect(
      Object.keys(await refusal(edit('payments', payment?.id as string, { captured: 1, status: 'refunded' }))),
    ).toEqual(['captured', 'status'])
    expect(await edit('payments', payment?.id as string, {})).toMatchObject({ captured: PRICE })
    expect((await shop.rows('bills', order.id)).map(({ total }) => total)).toEqual(['₹180.00'])
    expect((await shop.rows('payments', order.id)).map(({ sums }) => sums)).toEqual([
      'asked ₹180.00, received ₹180.00, given back ₹50.00',
    ])
  })
})

test('RUN-22 what a clock that ran a year ahead put off goes on once it is put right', async () => {
  const order = await paid()
  const ahead = shop.store.now() - Date.now()
  await shop.later(365 * 24 * 60 * MINUTE)
  await shop.owner.collection('refunds').create({ order: order.id, rupees: 50 })
  const unpaid = await shop.placeOnline(soap)
  const state = async () => {
    await shop.later(11 * MINUTE)
    for (const job of ['store-refunds', 'store-expire', 'store-outbox'] as const) await shop.run(job)
    const [{ status } = {}] = (await shop.rows('outbox', order.id)).filter(({ kind }) => kind === 'order_refunded')
    return [(await only(order)).status, (await shop.order(unpaid.id)).status, await shop.held(soap), status]
  }
  await shop.store.setAhead(ahead)
  expect(await state()).toEqual(['queued', 'pending', 1, undefined])
  await shop.store.runJob('store-waits')
  const stop = shop.owner.collection('refunds').update((await only(order)).id, { status: 'stopped' })
  await expect(stop).rejects.toMatchObject({ status: 400 })
  expect(await state()).toEqual(['processed', 'expired', 0, 'sent'])
})

test('RUN-22 a clock that starts in a year long past, or is a day behind, ends no wait', async () => {
  const unpaid = await shop.placeOnline(soap)
  const ahead = shop.store.now() - Date.now()
  for (const behind of [20 * 365 * 24 * 60 * MINUTE, 24 * 60 * MINUTE + 45 * MINUTE]) {
    await shop.store.setAhead(ahead - behind)
    await shop.store.runJob('store-waits')
  }
  await shop.store.setAhead(ahead)
  await shop.run('store-expire')
  expect([(await shop.order(unpaid.id)).status, await shop.held(soap)]).toEqual(['pending', 1])
})

describe('PAY-12 money of an order the store does not know, as after a backup was restored', () => {
  test('is marked in payment_events and mailed to the owner once, a few times a day', async () => {
    await shop.store.changeSettings({ notify_email: 'owner@example.com' })
    const lost = async () => {
      const order = await shop.placeOnline(await shop.newProduct())
      const payment = shop.gateway.pay(order.gatewayOrder)
      for (const table of ['payments', 'order_events', 'stock_holds'])
        await shop.owner.sql.run(`DELETE FROM ${table} WHERE "order" = '${order.id}'`)
      await shop.store.remove('orders', order.id)
      for (const event of [shop.gateway.orderPaid(payment), shop.gateway.paymentEvent(payment)])
        for (const { status } of await shop.gateway.deliver(shop.store.url, event, { times: 2 }))
          expect(status).toBe(200)
      return payment.id
    }
    const stray = async () =>
      (await shop.rows('outbox')).filter(({ kind }) => kind === 'owner_stray_payment').map(({ data }) => data)
    const first = await lost()
    const events = (await shop.rows('payment_events')).filter(({ review }) => review)
    expect(events.map(({ outcome }) => outcome)).toEqual(Array(2).fill('payment of no order of ours'))
    expect(await stray()).toEqual([{ amount: PRICE, detail: first }])
    await shop.run('store-outbox')
    expect((await shop.rows('outbox')).find(({ kind }) => kind === 'owner_stray_payment')?.status).toBe('sent')

    for (let more = 0; more < 5; more++) await lost()
    expect(await stray()).toHaveLength(5)
    const [event] = events
    const mine = edit('payment_events', event?.id, { review: false, outcome: 'mine' })
    expect(await refusal(mine)).toEqual({ outcome: 'The store keeps this by itself; it cannot be changed by hand.' })
    expect(await edit('payment_events', event?.id, { review: false })).toMatchObject({
      review: false,
      outcome: 'payment of no order of ours',
    })
  })

  test('PAY-13 so is a dispute of one, each time its bank asks for something', async () => {
    await shop.store.changeSettings({ notify_email: 'owner@example.com' })
    const more = { dispute: { id: 'disp_Stray', entity: 'dispute', payment_id: 'pay_OfNoOrder1' } }
    const step = (name: string) =>
      shop.gateway.deliver(shop.store.url, shop.gateway.webhook(`payment.dispute.${name}`, { more }))
    for (const name of ['created', 'under_review', 'action_required', 'lost']) await step(name)
    const told = async () => (await shop.rows('outbox')).filter(({ kind }) => kind === 'owner_stray_dispute')
    expect((await told()).map(({ data }) => data.payment)).toEqual(Array(2).fill('pay_OfNoOrder1'))
    await shop.run('store-outbox')
    expect((await told()).map(({ status }) => status)).toEqual(['sent', 'sent'])
    const events = (await shop.rows('payment_events')).filter(({ outcome }) => outcome.startsWith('dispute of no'))
    expect(events.filter(({ review }) => review)).toHaveLength(2)
    for (let again = 0; again < 6; again++) await step('action_required')
    expect(await told()).toHaveLength(5)
  })
})
