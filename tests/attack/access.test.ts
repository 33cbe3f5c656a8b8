import { createHash, createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newKey, orderOf, PRICE, type Row } from '../backend/paying-shop'
import { shared } from '../shared'
import { registeredRoutes } from './routes'
import { expectUnharmed, openAttackedShop, VICTIM, VICTIMS_WORDS } from './shop'
import { RUNS, tallyOf } from './tally'
import { type Answer, faultsOf, type Sent, send } from './wire'

vi.setConfig({ testTimeout: 10 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('orders, carts and money of others')
/** Guesses of one kind. */
const GUESSES = RUNS

const shop = shared(openAttackedShop)
/** An order of the attacker's own. */
let own: { id: string; number: string; access_token: string; gatewayOrder: string }

beforeEach(async () => {
  own = await shop.placeOnline(shop.products[0] ?? '')
})
afterAll(() => expectUnharmed(shop))

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** One attack: it must be refused, or at least tell and change nothing of others. */
async function attack(
  what: string,
  sent: Sent,
  wrong: (answer: Answer) => string | null = () => null,
): Promise<Answer> {
  const answer = await send(shop.store.url, sent)
  const more = wrong(answer)
  tally.count(`${what} ${sent.method ?? 'GET'} ${sent.path.slice(0, 80)}`, [
    ...faultsOf(answer, { strangers: VICTIMS_WORDS }),
    ...(more ? [`${more}: ${answer.status} ${answer.text.slice(0, 200)}`] : []),
  ])
  return answer
}
const mustBe = (status: number) => (answer: Answer) => (answer.status === status ? null : `not ${status}`)
const mustFail = (answer: Answer) => (answer.status >= 400 ? null : 'taken')

/** A refusal as it reads, whatever order its parts are written in: the store's engine keeps none. */
const read = ({ text }: Answer) => JSON.stringify(Object.entries(JSON.parse(text)).sort())

const stored = async (id: string): Promise<Row> => ({ ...(await shop.order(id)) })

describe('ORDER-02 ORDER-06 orders of others', () => {
  const ACTIONS = [
    'GET ',
    'GET /bill',
    'POST /cancel',
    'POST /payment',
    'POST /payment/check',
    'POST /payment/verify',
    'POST /payment/test',
  ]

  test('are opened, paid and cancelled by nobody else, and every miss looks the same', async () => {
    const session = shop.attacker.pb.authStore.token
    const misses = new Set<string>()
    for (const victims of [shop.owned, shop.guests]) {
      const before = await stored(victims.id)
      const good = victims.access_token
      const keys: Record<string, string>[] = [
        {},
        { Authorization: session },
        { Authorization: `Bearer ${session}` },
        { Authorization: shop.editor },
        { 'X-Order-Token': own.access_token },
        { 'X-Order-Token': '' },
        { 'X-Order-Token': 'null' },
        { 'X-Order-Token': good.slice(0, -1) },
        { 'X-Order-Token': `${good}0` },
        { 'X-Order-Token': good.toUpperCase() },
        { 'X-Order-Token': createHash('sha256').update(good).digest('hex') },
        { 'X-Order-Token': createHmac('sha256', '').update(`order:${victims.id}`).digest('hex') },
        { Authorization: session, 'X-Order-Token': own.access_token },
        { Cookie: `pb_auth=${session}; order=${good}` },
      ]
      for (const action of ACTIONS) {
        const [method = '', rest = ''] = action.split(' ')
        for (const headers of keys) {
          const body = method === 'POST' ? json({ method: 'cod', outcome: 'success' }, headers) : { headers }
          const path = `/api/store/orders/${victims.id}${rest}`
          misses.add(read(await attack('order of another', { method, path, ...body }, mustBe(404))))
        }
      }
      for (const path of [
        `/api/store/my-data/orders/${victims.id}`,
        `/api/store/orders/${victims.number}`,
        `/api/store/orders/${victims.id}?token=${good}`,
        `/api/store/orders/${victims.id.toUpperCase()}`,
        `/api/store/orders/${own.id}/../${victims.id}`,
        `/api/store/orders/${own.id}%2f..%2f${victims.id}`,
      ]) {
        const headers = { 'X-Order-Token': own.access_token, Authorization: session }
        await attack('order of another', { path, headers }, (answer) => (answer.status === 200 ? 'shown' : null))
      }
      expect(await stored(victims.id)).toEqual(before)
    }
    expect(misses.size).toBe(1)
    tally.expectNone()
  })

  test('STAFF-05 are told to no editor at the desk', async () => {
    const routes = (await registeredRoutes()).filter((route) => route.includes(' /api/store/desk/'))
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      for (const [part, query] of [
        [shop.owned.id, '?q=vasudha&tab=all&search=vasudha'],
        ['products', `?after=&who=${VICTIM.email}`],
      ] as const) {
        const headers = { Authorization: shop.editor }
        const body = method === 'POST' ? json({ orders: [shop.owned.id], text: 'Hello' }, headers) : { headers }
        const to = path.replace(/\{\w+\}/, part) + (method === 'GET' ? query : '')
        await attack('an editor', { method, path: to, ...body })
      }
    }
    tally.expectNone()
  })

  test('ORDER-06 are not found by guessing numbers, ids or contacts', async () => {
    const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const random = (length: number, from: string) =>
      Array.from({ length }, () => from[Math.floor(Math.random() * from.length)]).join('')
    const misses = new Set<string>()
    const track = async (number: string, contact: string) =>
      misses.add(
        read(
          await attack(
            'guessing',
            { method: 'POST', path: '/api/store/track', ...json({ number, contact }) },
            mustBe(404),
          ),
        ),
      )
    for (let guess = 0; guess < GUESSES; guess++) {
      await track(`SJ-${random(8, letters)}`, VICTIM.email)
      const path = `/api/store/orders/${random(15, 'abcdefghijklmnopqrstuvwxyz0123456789')}`
      misses.add(read(await attack('guessing', { path, headers: { 'X-Order-Token': own.access_token } }, mustBe(404))))
    }
    for (const contact of [
      '%',
      '_',
      '%@%',
      '*',
      '""',
      "' OR 1=1 --",
      '" || 1=1 || "',
      '+91',
      '0',
      'example.in',
      '9845',
      VICTIM.email.slice(1),
    ])
      for (const number of [shop.guests.number, shop.owned.number]) await track(number, contact)
    for (const number of ['%', 'SJ-%', 'SJ-________', '*', `${shop.guests.number}%`, '" || number != "'])
      await track(number, VICTIM.email)
    expect(misses.size).toBe(1)
    tally.expectNone()
  })

  test('are not in any list, by any filter, and are changed by no record call', async () => {
    const collections = (await shop.owner.collections.getFullList()).map(({ name }) => name)
    const session = shop.attacker.pb.authStore.token
    const victims = await shop.sql(
      `SELECT 'orders' AS c, id FROM orders WHERE id IN ('${shop.owned.id}', '${shop.guests.id}') UNION ALL SELECT 'addresses', id FROM addresses
       UNION ALL SELECT 'carts', id FROM carts UNION ALL SELECT 'users', id FROM users WHERE id = '${shop.victim.id}'
       UNION ALL SELECT 'payments', id FROM payments UNION ALL SELECT 'order_events', id FROM order_events
       UNION ALL SELECT 'reviews', id FROM reviews`,
    )
    for (const headers of [{}, { Authorization: session }] as Record<string, string>[]) {
      for (const name of collections) {
        for (const query of [
          '',
          '?filter=id!=""',
          '?expand=user,order,review.user&fields=*',
          '?sort=-id&perPage=1000&skipTotal=1',
        ])
          await attack('lists', { path: `/api/collections/${name}/records${query}`, headers })
      }
      for (const { c, id } of victims) {
        const path = `/api/collections/${c}/records/${id}`
        await attack('records', { path: `${path}?expand=user,order`, headers })
        for (const change of [
          { status: 'confirmed', payment_status: 'paid' },
          { user: shop.attacker.id, grand_total: 1 },
          { email: 'x@example.in' },
        ])
          await attack('records', { method: 'PATCH', path, ...json(change, headers) }, mustFail)
        await attack('records', { method: 'DELETE', path, headers }, mustFail)
      }
      for (const name of collections.filter(
        (name) =>
          !['users', 'addresses', 'carts', 'wishlists', 'reviews', 'review_comments', 'review_votes'].includes(name),
      ))
        await attack(
          'records',
          { method: 'POST', path: `/api/collections/${name}/records`, ...json({ user: shop.attacker.id }, headers) },
          mustFail,
        )
    }
    tally.expectNone()
  })
})

describe('money', () => {
  test('ORDER-02 what an order costs and what state it is in is decided by the store, whatever is sent', async () => {
    const [product = ''] = shop.products
    const line = { product, quantity: 1, color: '' }
    const cheap: [string, Record<string, unknown>][] = [
      ['a price', { items: [{ ...line, unit_price: 1, price: 1, line_total: 1 }] }],
      ['a gift', { items: [{ ...line, is_gift: true }] }],
      ['totals', { items_total: 1, grand_total: 1, discount_total: PRICE, shipping_total: -PRICE, round_off: -PRICE }],
      ['a state', { status: 'completed', payment_status: 'paid', paid_total: PRICE, fulfilment_status: 'delivered' }],
      ['an offer', { offer: { id: 'x', active: true, discount: 100 }, gift: true, coupon: 'FREE' }],
      ['an owner', { user: shop.victim.id, number: shop.owned.number, id: shop.owned.id, access_token: 'mine' }],
      ['a prototype', { __proto__: { expected_total: 1 }, constructor: { prototype: { price: 1 } } }],
      ['an expectation', { expected_total: 1 }],
      ['nothing to pay', { expected_total: 0 }],
      ['money back', { expected_total: -PRICE }],
      ['a part of a piece', { items: [{ ...line, quantity: 0.01 }] }],
      ['less than nothing', { items: [line, { ...line, quantity: -1 }], expected_total: 0 }],
      ['a text', { items: [{ ...line, quantity: '1' }] }],
      ['a list', { items: [{ ...line, quantity: [1] }] }],
      ['very many', { items: [{ ...line, quantity: 1e308 }] }],
      ['another currency', { currency: 'VND', amount: PRICE }],
      ['no currency there is', { payment_method: 'test' }],
    ]
    for (const [what, change] of cheap) {
      const headers = { 'Idempotency-Key': newKey(), Authorization: shop.attacker.pb.authStore.token }
      const body = json(orderOf(product, change), headers)
      const { status, text } = await attack(`ordering with ${what}`, {
        method: 'POST',
        path: '/api/store/orders',
        ...body,
      })
      if (status !== 201) continue
      const order = await stored(JSON.parse(text).id)
      const facts = [
        order.items_total,
        order.grand_total,
        order.paid_total,
        order.status,
        order.payment_status,
        order.user,
        order.currency,
      ]
      expect([what, ...facts]).toEqual([what, PRICE, PRICE, 0, 'pending', 'unpaid', shop.attacker.id, 'INR'])
    }
    tally.expectNone()
  })

  test('ORDER-04 PAY-02 an order is not paid by the payment, the signature or the amount of another', async () => {
    const { gateway } = shop
    const dear = await shop.placeOnline(shop.products[0] ?? '', {
      items: [{ product: shop.products[0], quantity: 10, color: '' }],
      expected_total: PRICE * 10,
    })
    const paid = gateway.returned(gateway.pay(own.gatewayOrder))
    const small = gateway.returned(gateway.pay(dear.gatewayOrder, { amount: 100 }))
    const foreign = gateway.returned(gateway.pay(dear.gatewayOrder, { currency: 'VND' }))
    const failed = gateway.returned(gateway.pay(dear.gatewayOrder, { status: 'failed' }))
    const swapped = { ...paid, razorpay_order_id: dear.gatewayOrder }
    const unsigned = { ...paid, razorpay_order_id: dear.gatewayOrder, razorpay_signature: '' }
    const byStranger = {
      ...paid,
      razorpay_order_id: dear.gatewayOrder,
      razorpay_signature: createHmac('sha256', '')
        .update(`${dear.gatewayOrder}|${paid.razorpay_payment_id}`)
        .digest('hex'),
    }
    for (const fields of [paid, swapped, unsigned, byStranger, small, foreign, failed]) {
      const body = json(fields, { 'X-Order-Token': dear.access_token })
      await attack('paying', { method: 'POST', path: `/api/store/orders/${dear.id}/payment/verify`, ...body })
      const form = {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields).toString(),
      }
      await attack('paying', { method: 'POST', path: `/api/store/payment/return?order=${dear.id}`, ...form })
      await attack(
        'paying',
        { method: 'POST', path: `/api/store/payment/return?order=${shop.guests.id}`, ...form },
        ({ headers }) => (String(headers.location).includes('#t=') ? 'gives the key of another order' : null),
      )
      const order = await stored(dear.id)
      expect([order.status, order.payment_status]).toEqual(['pending', 'unpaid'])
    }
    const { status, payment_status } = await stored(shop.guests.id)
    expect([status, payment_status]).toEqual(['pending', 'unpaid'])
    // The pretended signatures did not cost the honest shopper the order either.
    await shop.act(own, 'payment/verify', paid)
    expect((await stored(own.id)).payment_status).toBe('paid')
    tally.expectNone()
  })

  test('ORDER-04 PAY-02 events that the gateway did not sign change nothing', async () => {
    const payment = shop.gateway.pay(own.gatewayOrder, { status: 'created' })
    const event = shop.gateway.webhook('payment.captured', {
      payment: { ...payment, status: 'captured', captured: true },
    })
    const sign = (secret: string, body = event.body) => createHmac('sha256', secret).update(body).digest('hex')
    const good = sign(shop.gateway.webhookSecret)
    const forgeries: [Record<string, string>, string][] = [
      [{}, event.body],
      [{ 'X-Razorpay-Signature': '' }, event.body],
      [{ 'X-Razorpay-Signature': 'null' }, event.body],
      [{ 'X-Razorpay-Signature': sign('') }, event.body],
      [{ 'X-Razorpay-Signature': sign('undefined') }, event.body],
      [{ 'X-Razorpay-Signature': sign(shop.gateway.keySecret) }, event.body],
      [{ 'X-Razorpay-Signature': good.slice(0, -1) }, event.body],
      [{ 'X-Razorpay-Signature': good }, event.body.replace('captured', 'authorized')],
      [{ 'X-Razorpay-Signature': good }, `${event.body} `],
      [{ 'X-Razorpay-Signature': sign(shop.gateway.webhookSecret, '') }, event.body],
      [{ 'X-Razorpay-Signature': createHash('sha256').update(event.body).digest('hex') }, event.body],
      [{ Authorization: good }, event.body],
    ]
    for (const [headers, body] of forgeries) {
      const sent = {
        headers: { 'Content-Type': 'application/json', 'X-Razorpay-Event-Id': newKey(), ...headers },
        body,
      }
      await attack('forged events', { method: 'POST', path: '/api/store/webhooks/razorpay', ...sent }, mustBe(401))
    }
    expect((await stored(own.id)).payment_status).toBe('unpaid')
    expect(await shop.sql(`SELECT id FROM payment_events`)).toEqual([])
    tally.expectNone()
  })
})

describe('REV-01 REV-05 REV-07 reviews', () => {
  test('votes, marks and authors are counted by the store, whatever is sent', async () => {
    const { pb, id } = shop.attacker
    const [, product = ''] = shop.products
    const better = { verified_purchase: true, helpful_votes: 1000, 'helpful_votes+': 1000, user: shop.victim.id }
    const review = await pb.collection('reviews').create({ product, rating: 5, content: 'Good', ...better })
    tally.count('a review with votes of its own', [])
    await pb.collection('reviews').update(review.id, { ...better, product: shop.products[2] })
    const session = pb.authStore.token
    for (const user of [id, id, shop.victim.id]) {
      const path = '/api/collections/review_votes/records'
      await attack('votes', { method: 'POST', path, ...json({ review: review.id, user }, { Authorization: session }) })
    }
    const kept = await shop.owner.collection('reviews').getOne(review.id)
    expect([kept.verified_purchase, kept.helpful_votes, kept.user, kept.product]).toEqual([false, 1, id, product])
    const hers = await shop.owner.collection('reviews').getOne(shop.review)
    expect([hers.helpful_votes, hers.rating]).toEqual([0, 5])
    tally.expectNone()
  })
})
