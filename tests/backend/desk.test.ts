import { describe, expect, test } from 'vitest'
import type { MovedAnswer, ParcelsAnswer } from '../../src/domain/desk/parcels'
import type { SetupAnswer } from '../../src/domain/desk/setup'
import type { TodayAnswer } from '../../src/domain/desk/today'
import { registeredRoutes } from '../attack/routes'
import { shared } from '../shared'
import { CASH_ORDER } from './order-record'
import { startStore } from './record-store'

const store = shared(() => startStore({ seed: 'demo' }))

describe('the routes of the desk', () => {
  test('DESK-03 are not there for guests and shoppers, and are for superusers', async () => {
    const routes = (await registeredRoutes()).filter((route) => route.includes(' /api/store/desk/'))
    expect(routes.length).toBeGreaterThan(0)
    const shopper = await store.newUser()
    const owner = await store.superuser()
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const ask = (token: string) =>
        fetch(`${store.url}${path.replace(/\{\w+\}/, 'none00000000001')}`, {
          method,
          headers: { Authorization: token, 'Content-Type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        })
      const nothing = { status: 404, message: "The requested resource wasn't found.", data: {} }
      for (const token of ['', 'no token', shopper.pb.authStore.token]) {
        const answer = await ask(token)
        expect([answer.status, await answer.json()], route).toEqual([404, nothing])
      }
      const answer = await ask(owner.authStore.token)
      expect(answer.status, route).toBeLessThan(500)
      expect(await answer.json(), route).not.toEqual(nothing)
    }
  })
})

test('DESK-01 the desk is that of the newest build: browsers ask for its code each time', async () => {
  const { status, headers } = await fetch(`${store.url}/_/extensions.js`)
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
})

describe('today', () => {
  const today = async () => (await store.superuser()).send<TodayAnswer>('/api/store/desk/today', {})
  const DAY_MS = 24 * 60 * 60_000
  const order = (more: object) =>
    store.insert('orders', {
      ...{ number: `SJ-${Math.random().toString(36).slice(2, 10)}`, name: 'Asha Rao', email: 'asha@example.com' },
      ...{ status: 'confirmed', payment_status: 'paid', fulfilment_status: 'unfulfilled', payment_method: 'cod' },
      ...{ placed_at: new Date().toISOString().replace('T', ' '), items: '[]', ...more },
    })

  test('DESK-04 counts what waits, and nothing else', async () => {
    expect(await today()).toMatchObject({ to_confirm: 0, to_pack: 0, late: 0, oldest: '', to_ship: 0, to_look: 0 })
    const old = new Date(Date.now() - 3 * DAY_MS).toISOString().replace('T', ' ')
    await order({ placed_at: old })
    await order({})
    await order({ status: 'cancelled' })
    await order({ status: 'cancelled', payment_status: 'refunded' })
    await order({ fulfilment_status: 'packed' })
    await order({ status: 'completed', fulfilment_status: 'packed' })
    await order({ fulfilment_status: 'shipped' })
    await order({ fulfilment_status: 'returned_to_origin', payment_status: 'unpaid' })
    await order({ fulfilment_status: 'returned_to_origin', payment_method: 'razorpay' })
    await order({ status: 'pending', payment_status: 'unpaid' })
    await order({ status: 'pending', payment_status: 'unpaid', payment_method: 'razorpay' })
    await order({ number: 'SJ-TWICE', fulfilment_status: 'delivered', review_flag: 'duplicate_payment' })
    const failed = { kind: 'order_placed', recipient: 'shopper', status: 'failed' }
    const created = new Date(Date.now() - 7.1 * DAY_MS).toISOString().replace('T', ' ')
    await store.insert('outbox', { ...failed, dedupe_key: 'old', created, error: 'Old' })
    await store.insert('outbox', { ...failed, dedupe_key: 'new', error: 'No such address', created: old })
    const waits = { to_confirm: 1, to_pack: 2, late: 1, oldest: old, to_ship: 2, to_look: 3 }
    expect((await store.desk('parcels')).body.counts).toMatchObject({ pack: 2, ship: 2 })
    expect(await today()).toMatchObject({ ...waits, failed_mails: 1, mail_error: 'No such address' })
    expect((await today()).look_at).toMatch(/^Paid twice: SJ-TWICE, /)
  })

  test('DESK-04 names the newest backup', async () => {
    expect((await today()).backup).toEqual({ at: '', size: 0 })
    await (await store.superuser()).backups.create('first.zip')
    const { backup } = await today()
    expect(Math.abs(Date.parse(backup?.at ?? '') - Date.now())).toBeLessThan(60_000)
    expect(backup?.size).toBeGreaterThan(1000)
  })
})

describe('setting up', () => {
  const setup = async (body?: object) =>
    (await store.superuser()).send<SetupAnswer>('/api/store/desk/setup', { method: body ? 'POST' : 'GET', body })
  const stepOf = async (step: string) => (await setup()).steps.find((one) => one.step === step)

  test('DESK-05 says what is missing by step, and saves who sells', async () => {
    expect((await stepOf('demo'))?.must.join(' ')).toMatch(/Products of the demo catalogue.*invented reviewers/)
    expect((await stepOf('mail'))?.must).toHaveLength(1)
    const before = await (await store.superuser()).send<TodayAnswer>('/api/store/desk/today', {})
    const seller = {
      ...{ store_name: 'Soap Makers', order_prefix: 'SM' },
      ...{ seller_legal_name: 'Soap Makers LLP', seller_address: '12 Church Street, Bengaluru' },
      ...{ seller_email: 'care@soap.shop', seller_phone: '+91 98450 12345', grievance_officer_name: 'Asha Rao' },
      ...{ grievance_officer_email: 'asha@soap.shop', grievance_officer_phone: '+91 98450 12345' },
    }
    for (const wrong of [{ seller_email: 'no address' }, { store_name: '' }, { order_prefix: 'much too long' }])
      await expect(setup({ ...seller, ...wrong })).rejects.toMatchObject({
        response: {
          message: 'Please check the marked fields.',
          data: Object.fromEntries(Object.keys(wrong).map((field) => [field, { message: expect.any(String) }])),
        },
      })
    expect((await stepOf('seller'))?.must).toHaveLength(7)
    await setup(seller)
    expect(await stepOf('seller')).toEqual({ step: 'seller', must: [], should: [] })
    expect((await setup()).seller).toMatchObject(seller)
    const shop = { store_name: 'Soap & Bags', was: seller }
    await setup(shop)
    await setup(shop)
    await setup({ seller_phone: '+91 98450 54321', was: seller })
    await expect(setup({ store_name: 'Soap Works', was: seller })).rejects.toMatchObject({
      response: { data: { store_name: { message: expect.stringContaining('“Soap & Bags”') } } },
    })
    expect((await setup()).seller).toMatchObject({ store_name: 'Soap & Bags', seller_phone: '+91 98450 54321' })
    const after = await (await store.superuser()).send<TodayAnswer>('/api/store/desk/today', {})
    expect(Number(after.to_set_up)).toBe(Number(before.to_set_up) - 7)
  })
})

test('DESK-14 an order whose lines an import or SQL wrote otherwise hides no other, nor itself', async () => {
  const soap = await (await store.superuser()).collection('products').getFirstListItem('archived = false')
  const stored = [
    ...['null', '{}', '5', '"text"', 'no json', '', '[null]', '[5]', '["text"]', '[[]]', '[{}]'],
    ...['[{"name":null,"quantity":"x"}]', '[{"product":{},"quantity":1}]'],
    '[{"product":"a","quantity":"x","line_total":2.5}]',
    ...[1.5, '1e999'].map((n) => `[{"product":"${soap.id}","quantity":${n},"line_total":${n}}]`),
  ]
  const at = new Date().toISOString().replace('T', ' ')
  const ids: string[] = []
  for (const items of stored)
    ids.push(
      await store.insert('orders', {
        ...{ ...CASH_ORDER, number: `SJ-ODD${ids.length}`, items, grand_total: 18_000 },
        ...{ placed_at: at, confirmed_at: at, idempotency_key: `odd ${items}` },
      }),
    )
  const lists = ['orders', 'orders?q=SJ-ODD', 'parcels?shown=500', 'today', 'products', 'figures', 'csv/orders?days=7']
  for (const path of [...lists, ...ids.map((id) => `orders/${id}`)])
    expect((await store.desk(path)).status, path).toBe(200)
  const { body } = await store.desk<ParcelsAnswer>('parcels?shown=500')
  expect(ids.filter((id) => !body.parcels.some((parcel) => parcel.id === id))).toEqual([])
  const packed = await store.desk<MovedAnswer>('parcels/pack', { orders: ids })
  expect(packed.body.left.map(({ order }) => order).sort()).toEqual([...ids].sort())
})
