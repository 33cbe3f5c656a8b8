import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { shared } from '../shared'
import { giftOffer, MINUTE, newKey, openShop, orderOf, type Placed, PRICE } from './paying-shop'
import { USER_PASSWORD } from './record-store'

const shop = shared(() => openShop({ env: { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' } }))
let people = 0

beforeAll(async () => {
  const { settings } = shop.owner
  await settings.update({ rateLimits: { ...(await settings.getAll()).rateLimits, enabled: true } })
})
// What earlier tests have done is over.
beforeEach(() => shop.later(48 * 60 * MINUTE))

const newContact = () => {
  people += 1
  return { name: 'Meera', email: `meera-${people}@example.in`, phone: `98450${String(10_000 + people)}` }
}
const newAddress = () => `10.1.${++people >> 8}.${people & 255}`

interface Asked {
  pieces?: number
  method?: 'cod' | 'online'
  from?: string
  contact?: ReturnType<typeof newContact>
  token?: string
  /** That the quote promised. */
  gift?: string
}

/** An order of somebody nobody knows; of each product so many pieces. */
const place = (
  products: string[],
  { pieces = 1, method = 'cod', from = newAddress(), contact = newContact(), token, gift }: Asked = {},
) =>
  shop.post<Placed>(
    '/api/store/orders',
    orderOf('', {
      items: products.map((product) => ({ product, quantity: pieces, color: '' })),
      contact,
      payment_method: method,
      expected_total: products.length * pieces * PRICE,
      gift,
    }),
    { 'Idempotency-Key': newKey(), 'X-Forwarded-For': from, ...(token && { Authorization: token }) },
  )

/** Pieces that can still be had by anybody. */
const free = async (product: string) => (await shop.ledger(product)) - (await shop.held(product))
const mailsOf = async (order: string) => (await shop.rows('outbox', order)).map((mail) => mail.kind)

describe('an empty shop for nothing', () => {
  test('RISK-01 three large cash orders of new contacts leave most of the stock', async () => {
    const products = await Promise.all(
      Array.from({ length: 30 }, (_, number) => shop.newProduct({ name: `P${number}` }, 200)),
    )
    const from = newAddress()
    const many = await Promise.all([1, 2, 3].map(() => place(products, { pieces: 99, from })))
    expect(many.map(({ status }) => status)).toEqual([400, 400, 400])
    expect(many[0]?.body.data['items.0.quantity']).toMatchObject({ code: 'too_many' })
    expect(many[0]?.body.data.quote?.items[0]).toMatchObject({ available: 20, problem: { code: 'too_many' } })
    const most = await Promise.all([1, 2, 3].map(() => place(products, { pieces: 20, from })))
    expect(most.map(({ status, body }) => [status, body.status])).toEqual(Array(3).fill([201, 'pending']))
    for (const product of products) expect(await free(product)).toBeGreaterThanOrEqual(140)
    // However often it is tried, and online too.
    const contact = newContact()
    for (let round = 0; round < 6; round++)
      await place(products, { pieces: 20, from, method: round % 2 ? 'cod' : 'online' })
    const refused = await place(products, { pieces: 1, from, contact })
    expect([refused.status, refused.body.data.code]).toEqual([409, 'out_of_stock'])
    expect(refused.body.data.quote?.items[0]?.problem?.code).toBe('left_for_others')
    for (const product of products) expect(await free(product)).toBe(100)
    // Others find their pieces.
    expect((await place(products.slice(0, 2), { pieces: 2 })).body.status).toBe('confirmed')
  })

  test('RISK-01 nor do many addresses: further cash orders wait, then are refused, and online payment is offered longer', async () => {
    const soap = await shop.newProduct({}, 100)
    const seen: string[] = []
    for (let count = 0; count < 12; count++) {
      const { status, body } = await place([soap], { pieces: 10 })
      seen.push(status === 201 ? body.status : String(body.data.code))
    }
    expect(seen).toEqual([...Array(6).fill('confirmed'), ...Array(2).fill('pending'), ...Array(4).fill('out_of_stock')])
    expect((await place([soap], { pieces: 10, method: 'online' })).status).toBe(201)
    expect((await place([soap], { pieces: 10, method: 'online' })).status).toBe(409)
    expect(await free(soap)).toBe(10)
    // Somebody known buys what is left.
    const asha = await shop.store.newUser()
    await shop.owner.collection('users').update(asha.id, { verified: true })
    const token = (await shop.store.guest().collection('users').authWithPassword(asha.email, USER_PASSWORD)).token
    expect((await place([soap], { pieces: 10, token })).body.status).toBe('confirmed')
    // And later there is room again for everybody.
    await shop.owner.collection('stock_movements').create({ product: soap, delta: 20, reason: 'restock' })
    await shop.later(4 * 60 * MINUTE)
    expect((await place([soap], { pieces: 4 })).body.status).toBe('confirmed')
  })

  test('RISK-01 nor does one confirmed mailbox, in cash, before it has received anything', async () => {
    const soap = await shop.newProduct({}, 40)
    const asha = await shop.store.newUser()
    await shop.owner.collection('users').update(asha.id, { verified: true })
    const { token } = await shop.store.guest().collection('users').authWithPassword(asha.email, USER_PASSWORD)
    const first = await place([soap], { pieces: 20, token })
    expect(first.body.status).toBe('confirmed')
    const second = await place([soap], { token })
    expect([second.status, second.body.data.quote?.items[0]?.problem?.code]).toEqual([409, 'left_for_others'])
    await shop.owner.collection('orders').update(first.body.id, { fulfilment_status: 'packed' })
    await shop.owner.collection('orders').update(first.body.id, { fulfilment_status: 'shipped' })
    await shop.owner.collection('orders').update(first.body.id, { fulfilment_status: 'delivered' })
    expect((await place([soap], { pieces: 19, token })).body.status).toBe('confirmed')
    expect((await place([soap], { token })).body.status).toBe('confirmed')
  })

  test('RISK-01 RISK-06 nor of a free gift: beyond the share orders wait, then the gift is said to be gone', async () => {
    const soap = await shop.newProduct()
    const gift = await shop.newProduct({ name: 'Festive Potli Pouch' }, 20)
    const offer = await shop.owner.collection('special_offers').create(giftOffer(gift, PRICE / 100))
    try {
      const seen: string[] = []
      for (let count = 0; count < 18; count++) {
        const { status, body } = await place([soap], { gift })
        seen.push(status === 201 ? body.status : String(body.data.code))
      }
      expect(seen).toEqual([
        ...Array(12).fill('confirmed'),
        ...Array(4).fill('pending'),
        ...Array(2).fill('cart_changed'),
      ])
      expect(await free(gift)).toBe(4)
      const refused = await place([soap], { gift })
      expect(refused.body.data.quote?.offer).toMatchObject({ active: true, gift: { product: gift, available: false } })
      const without = await place([soap])
      expect((await shop.order(without.body.id)).items).toMatchObject([{ product: soap, is_gift: false }])
      // Ordered pieces and the gift draw on one share.
      const both = await place([gift], { gift, method: 'online', pieces: 2 })
      expect([both.status, both.body.data.code]).toEqual([409, 'cart_changed'])
      // Somebody known has the gift.
      const asha = await shop.store.newUser()
      await shop.owner.collection('users').update(asha.id, { verified: true })
      const { token } = await shop.store.guest().collection('users').authWithPassword(asha.email, USER_PASSWORD)
      expect((await place([soap], { gift, token })).status).toBe(201)
    } finally {
      await shop.owner.collection('special_offers').update(offer.id, { active: false })
    }
  })

  test('RISK-01 a restart forgives nothing', async () => {
    const soap = await shop.newProduct({}, 40)
    const from = newAddress()
    expect((await place([soap], { pieces: 20, from })).status).toBe(201)
    await shop.crash()
    expect((await place([soap], { from })).status).toBe(409)
  })

  test('RISK-08 where an order came from is not kept in words, and at most for a day', async () => {
    const soap = await shop.newProduct({}, 40)
    const from = newAddress()
    const { body } = await place([soap], { pieces: 20, from })
    const rows = await shop.rows('unpaid_pieces', body.id)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(from)
    // Whoever has the data alone cannot find the address by trying all of them.
    const guesses = [from, `address ${from}`].map((text) => createHash('sha256').update(text).digest('hex'))
    expect(guesses).not.toContain(rows[0]?.source)
    expect(rows[0]?.source).toMatch(/^[0-9a-f]{64}$/)
    await shop.later(24 * 60 * MINUTE)
    await shop.run('store-expire')
    expect(await shop.rows('unpaid_pieces')).toEqual([])
  })
})

describe('RISK-02 real families', () => {
  test.each([8, 12, 60])(
    'three orders of ordinary size from one address in a minute, %i pieces in stock',
    async (stock) => {
      const soap = await shop.newProduct({}, stock)
      const from = newAddress()
      for (let count = 0; count < 3; count++) {
        const { status, body } = await place([soap], { pieces: 2, from })
        expect([status, body.status]).toEqual([201, 'confirmed'])
      }
    },
  )

  test('what is paid, packed or called off counts no longer', async () => {
    const soap = await shop.newProduct({}, 12)
    const from = newAddress()
    const first = await place([soap], { pieces: 6, from })
    expect((await place([soap], { pieces: 1, from })).status).toBe(409)
    await shop.owner.collection('orders').update(first.body.id, { fulfilment_status: 'packed' })
    const second = await place([soap], { pieces: 6, from, method: 'online' })
    expect(second.status).toBe(201)
    await shop.act(second.body, 'cancel')
    expect((await place([soap], { pieces: 6, from })).status).toBe(201)
  })
})

describe('RISK-04 a large cash order', () => {
  const large = { pieces: 20 }
  let products: string[]
  beforeEach(async () => {
    products = [await shop.newProduct({}, 100), await shop.newProduct({ name: 'Charcoal Soap' }, 100)]
  })

  test('waits, holds its pieces, is told of, and is confirmed by the maker', async () => {
    const { status, body } = await place(products, large)
    expect([status, body.status, body.payment_method, body.payment]).toEqual([201, 'pending', 'cod', null])
    expect(await mailsOf(body.id)).toEqual(['order_waiting', 'owner_confirm_order'])
    const [soap = ''] = products
    expect([await shop.ledger(soap), await shop.held(soap)]).toEqual([100, 20])
    const seen = await shop.view(body)
    expect(seen).toMatchObject({ status: 'pending', payment_method: 'cod', payment: null, pay_online: true })
    expect(seen.events.map(({ type }) => type)).toEqual(['placed', 'awaiting_confirmation'])

    await shop.later(20 * 60 * MINUTE)
    await shop.run('store-expire')
    await shop.owner.collection('orders').update(body.id, { status: 'confirmed' })
    expect(await shop.view(body)).toMatchObject({ status: 'confirmed', payment_status: 'unpaid', expires_at: '' })
    expect([await shop.ledger(soap), await shop.held(soap)]).toEqual([80, 0])
    expect(await mailsOf(body.id)).toEqual(['order_waiting', 'owner_confirm_order', 'order_placed'])
    expect(await shop.rows('unpaid_pieces', body.id)).toEqual([])
    await shop.assertInvariants()
  })

  test('gives its pieces back when nobody confirms it, and the shopper is told', async () => {
    const { body } = await place(products, large)
    await shop.later(24 * 60 * MINUTE)
    await shop.run('store-expire')
    const seen = await shop.view(body)
    expect([seen.status, seen.events.at(-1)?.label]).toEqual(['expired', 'Not confirmed in time'])
    for (const product of products) expect(await free(product)).toBe(100)
    expect(await mailsOf(body.id)).toContain('order_not_confirmed')
    await shop.assertInvariants()
  })

  test('is refused by the maker, who cancels it: the shopper is told', async () => {
    const { body } = await place(products, large)
    await shop.owner.collection('orders').update(body.id, { status: 'cancelled' })
    for (const product of products) expect(await free(product)).toBe(100)
    expect(await mailsOf(body.id)).toContain('order_cancelled')
  })

  test('may be paid online instead: exactly, and it is confirmed by the money', async () => {
    const odd = await shop.newProduct({ name: 'Odd', price: 300.4 }, 100)
    const contact = newContact()
    const placed = await shop.post<Placed>(
      '/api/store/orders',
      orderOf(odd, {
        items: [{ product: odd, quantity: 19, color: '' }],
        contact,
        payment_method: 'cod',
        expected_total: 19 * 30_040,
      }),
      { 'Idempotency-Key': newKey(), 'X-Forwarded-For': newAddress() },
    )
    const order = placed.body
    expect([order.status, order.grand_total]).toEqual(['pending', 570_800])
    await shop.later(2 * 60 * MINUTE)
    const paying = await shop.act<Placed>(order, 'payment', { method: 'online' })
    expect(paying.body.payment).toMatchObject({ provider: 'razorpay', amount: 570_760 })
    const back = await shop.act<Placed>(order, 'payment', { method: 'cod' })
    expect([back.status, back.body.status, back.body.payment]).toEqual([200, 'pending', null])
    // Turning to and fro prolongs nothing.
    expect(Date.parse((await shop.view(order)).expires_at)).toBe(
      Date.parse((await shop.view(order)).placed_at) + 24 * 60 * MINUTE,
    )
    await shop.act<Placed>(order, 'payment', { method: 'online' })
    const payment = shop.gateway.pay(paying.body.payment?.gateway_order_id ?? '')
    await shop.act(order, 'payment/verify', shop.gateway.returned(payment))
    expect(await shop.view(order)).toMatchObject({
      status: 'confirmed',
      payment_status: 'paid',
      payment_method: 'razorpay',
      grand_total: 570_760,
      round_off: 0,
    })
    await shop.assertInvariants()
  })

  test('waits too when it was to be paid online first', async () => {
    const { body } = await place(products, { ...large, method: 'online' })
    const turned = await shop.act<Placed>(body, 'payment', { method: 'cod' })
    expect([turned.status, turned.body.status]).toEqual([200, 'pending'])
    expect(await mailsOf(body.id)).toEqual(['order_waiting', 'owner_confirm_order'])
  })

  test('RISK-03 of somebody who has received an order before stands at once; a number or an email alone proves nothing', async () => {
    const contact = newContact()
    const first = await place([products[0] ?? ''], { contact })
    for (const fulfilment_status of ['packed', 'shipped', 'delivered'])
      await shop.owner.collection('orders').update(first.body.id, { fulfilment_status })
    expect((await place(products, { ...large, contact })).body.status).toBe('confirmed')
    const { phone } = contact
    expect((await place(products, { ...large, contact: { ...newContact(), phone } })).body.status).toBe('pending')
  })

  test('stands at once below what the maker has set', async () => {
    await shop.store.changeSettings({ cod_unproven_max: 8000 })
    expect((await place(products, large)).body.status).toBe('confirmed')
    await shop.store.changeSettings({ cod_unproven_max: 0 })
    expect((await place(products, large)).body.status).toBe('pending')
    await shop.store.changeSettings({ cod_unproven_max: 5000 })
  })
})

describe('PAY-03 beginning to pay again and again', () => {
  test('holds the pieces for an hour after placing at the most', async () => {
    const soap = await shop.newProduct({}, 10)
    const order = await shop.placeOnline(soap, { contact: newContact() })
    const until = async () => {
      const { expires_at, placed_at } = await shop.view(order)
      return (Date.parse(expires_at) - Date.parse(placed_at)) / MINUTE
    }
    expect(await until()).toBe(30)
    for (const minutes of [20, 20, 15]) {
      await shop.later(minutes * MINUTE)
      expect((await shop.act(order, 'payment')).status).toBe(200)
    }
    expect(await until()).toBe(60)
    await shop.later(6 * MINUTE)
    const late = await shop.act(order, 'payment')
    expect([late.status, late.body.data.code]).toEqual([409, 'order_closed'])
    await shop.run('store-expire')
    expect(await free(soap)).toBe(10)
  })
})
