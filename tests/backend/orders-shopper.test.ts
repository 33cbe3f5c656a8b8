import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { orderWords } from '../../src/domain/desk/order-words'
import type { OrderView, TrackView } from '../../src/domain/orders/order'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import { newKey, type Refused } from './paying-shop'
import { startStore } from './record-store'

const shop = shared(openCashShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

describe('who may see an order', () => {
  test('ORDER-06 the bearer of its token and its owner see it; every other try gets one and the same 404', async () => {
    const meera = await shop.store.newUser('Meera')
    const stranger = await shop.store.newUser('Ravi')
    const placed = await shop.place(orderOf(soap), newKey(), { Authorization: meera.pb.authStore.token })
    const other = await shop.place(orderOf(soap))
    const { id, access_token } = placed.body

    expect((await shop.view(id, access_token)).body).toMatchObject({ id, address: { city: 'Bengaluru' } })
    const asUser = (token: string) =>
      shop.call<OrderView>(`/api/store/orders/${id}`, { headers: { Authorization: token } })
    expect((await asUser(meera.pb.authStore.token)).body.number).toBe(placed.body.number)

    const misses = [
      await shop.view(id),
      await shop.view(id, ''),
      await shop.view(id, other.body.access_token),
      await shop.view(id, access_token.slice(0, -1)),
      await shop.view(id, '%'),
      await shop.view('doesnotexist000', access_token),
      await shop.view(placed.body.number, access_token),
      await asUser(stranger.pb.authStore.token),
    ]
    for (const miss of misses) expect(miss).toEqual(misses[0])
    expect(misses[0]?.status).toBe(404)

    // A guest's order has no owner: that does not make it everybody's.
    const { id: theirs } = other.body
    expect(await shop.view(theirs)).toEqual(misses[0])
    const headers = { Authorization: stranger.pb.authStore.token }
    expect(await shop.call(`/api/store/orders/${theirs}`, { headers })).toEqual(misses[0])
  })

  test('ORDER-08 a session that has ended places no order, which its account would miss; nobody’s and a proxy’s do', async () => {
    const meera = await shop.store.newUser('Meera')
    const session = meera.pb.authStore.token
    await shop.owner
      .collection('users')
      .update(meera.id, { password: 'another one 1', passwordConfirm: 'another one 1' })
    const key = newKey()
    for (const Authorization of [session, `Bearer ${session}`]) {
      const { status, body } = await shop.place(orderOf(soap), key, { Authorization })
      expect([status, body]).toMatchObject([401, { data: { code: 'session_ended' } }])
    }
    const claims = Buffer.from(JSON.stringify({ sub: 'staging', type: 'access' })).toString('base64url')
    for (const Authorization of ['Basic c3RhZ2luZzpzdGFnaW5n', `Bearer eyJhbGciOiJIUzI1NiJ9.${claims}.c2lnbmVk`])
      expect((await shop.place(orderOf(soap), newKey(), { Authorization })).status).toBe(201)
  })

  test('ORDER-08 nor does one whose account is erased while the order is on its way', async () => {
    const meera = await shop.store.newUser('Meera')
    const body = JSON.stringify(orderOf(soap))
    const headers = {
      ...{ Authorization: meera.pb.authStore.token, 'Idempotency-Key': newKey(), Expect: '100-continue' },
      'Content-Length': Buffer.byteLength(body),
    }
    const answer = await new Promise<string>((resolve, reject) => {
      const sending = request(`${shop.store.url}/api/store/orders`, { method: 'POST', headers }, (response) =>
        text(response).then((said) => resolve(`${response.statusCode} ${said}`), reject),
      )
      // The store knows who it is, and asks for the order.
      sending.once('continue', async () => {
        const erased = { method: 'POST', body: { password: meera.password } }
        await meera.pb.send('/api/store/account/deletion', erased).catch(reject)
        sending.end(body)
      })
      sending.once('error', reject).flushHeaders()
    })
    expect(answer).toMatch(/^401 .*"session_ended"/)
  })

  test('ORDER-06 the database holds no token, only its hash, and no answer shows key, hash or request', async () => {
    const key = newKey()
    const placed = await shop.place(orderOf(soap), key)
    const record = JSON.stringify(await shop.owner.collection('orders').getOne(placed.body.id))
    expect(record).not.toContain(placed.body.access_token)
    const seen = JSON.stringify((await shop.view(placed.body.id, placed.body.access_token)).body)
    for (const secret of ['access_token', 'idempotency', 'request_hash', 'review_flag', key])
      expect(seen).not.toContain(secret)
  })

  test('ORDER-07 number with email or mobile shows the state, without address; a wrong pair does not say which part', async () => {
    const placed = await shop.place(orderOf(soap))
    const track = (number: string, contact: string) =>
      shop.post<TrackView & Refused>('/api/store/track', { number, contact })
    for (const contact of ['meera@example.in', 'MEERA@example.in ', '9845012345', '+91 98450 12345']) {
      const found = await track(placed.body.number.toLowerCase().replace('sj-', ''), contact)
      expect(found.status).toBe(200)
      expect(found.body).toMatchObject({
        number: placed.body.number,
        status: 'confirmed',
        items: [{ name: 'Neem & Tulsi Soap', quantity: 1 }],
      })
      expect(JSON.stringify(found.body)).not.toMatch(/Bengaluru|560003|meera|98450/i)
    }
    const wrongContact = await track(placed.body.number, 'someone@example.in')
    const wrongNumber = await track('SJ-00000000', 'meera@example.in')
    expect(wrongContact.status).toBe(404)
    expect(wrongNumber).toEqual(wrongContact)
  })

  test('WORDS-05 ORDER-07 a new prefix is that of new orders; old and new ones are found by either, and by none', async () => {
    const before = (await shop.place(orderOf(soap))).body.number
    expect((await shop.store.changeSettings({ order_prefix: ' asha24 ' })).order_prefix).toBe('ASHA24')
    const after = (await shop.place(orderOf(soap))).body.number
    expect([before, after]).toEqual([expect.stringMatching(/^SJ-\w{8}$/), expect.stringMatching(/^ASHA24-\w{8}$/)])
    for (const number of [before, after])
      for (const prefix of ['SJ-', 'ASHA24-', 'asha24', '']) {
        const found = await shop.post<TrackView>('/api/store/track', {
          number: prefix + number.slice(-8),
          contact: 'meera@example.in',
        })
        expect([found.status, found.body.number]).toEqual([200, number])
      }
    for (const order_prefix of ['A', 'TOOLONG', 'AB-C', 'आशा'])
      await expect(shop.store.changeSettings({ order_prefix })).rejects.toMatchObject({
        response: { data: { order_prefix: { message: expect.any(String) } } },
      })
    await shop.store.changeSettings({ order_prefix: '' })
    expect((await shop.place(orderOf(soap))).body.number).toMatch(/^SJ-/)
  })

  test('ORDER-07 guessing ends in 429', async () => {
    const other = await startStore({ seed: 'none' })
    onTestFinished(() => other.stop())
    const statuses: number[] = []
    for (let guess = 0; guess < 14; guess++) {
      const response = await fetch(`${other.url}/api/store/track`, {
        method: 'POST',
        body: JSON.stringify({ number: 'SJ-00000000', contact: 'a@example.in' }),
      })
      statuses.push(response.status)
    }
    expect(statuses.slice(0, 3)).toEqual([404, 404, 404])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('cancelling', () => {
  const cancel = (id: string, token: string) =>
    shop.post<OrderView & Refused>(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': token })

  test('ORDER-10 cancelled before packing: pieces go back once, however often it is asked', async () => {
    await shop.restock(soap, 2)
    const placed = await shop.place(orderOf(soap))
    expect(await shop.stockOf(soap)).toBe(1)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(placed.body.id, placed.body.access_token)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled', payment_status: 'voided' } })
    expect(await shop.stockOf(soap)).toBe(2)
    expect(answers[0]?.body.events.filter((event) => event.type === 'cancelled')).toHaveLength(1)
  })

  test('ORDER-09 of an order whose money came by hand the owner hears when the shopper calls it off: how much goes back by hand', async () => {
    const { id, access_token } = (await shop.place(orderOf(soap))).body
    const orders = shop.owner.collection('orders')
    await orders.update(id, { payment_status: 'paid' })
    expect((await cancel(id, access_token)).body).toMatchObject({ status: 'cancelled' })
    const order = await orders.getOne(id)
    expect(orderWords(order as never)).toEqual({ shape: 'look', words: 'Cancelled, give the money back' })
    const filter = `order = '${id}' && kind = 'owner_flagged_order'`
    const told = await shop.owner.collection('outbox').getFullList({ filter })
    expect(told.map(({ data }) => data)).toEqual([{ amount: 18000, detail: 'paid_by_hand' }])
    expect(await orders.update(id, { payment_status: 'refunded' })).toMatchObject({ refunded_total: 18000 })
  })

  test('ORDER-09 once packed it is too late, and a stranger cannot cancel', async () => {
    const placed = await shop.place(orderOf(soap))
    expect((await cancel(placed.body.id, 'x')).status).toBe(404)
    await shop.owner.collection('orders').update(placed.body.id, { fulfilment_status: 'packed' })
    const late = await cancel(placed.body.id, placed.body.access_token)
    expect(late.status).toBe(409)
    expect(late.body.data.code).toBe('too_late')
  })
})
