import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { arrivalOf } from '../../src/domain/delivery/calendar'
import { parseCalendar } from '../../src/domain/delivery/shop-calendar'
import type { DeliveryAnswer, DeskRule } from '../../src/domain/desk/delivery'
import type { ParcelsAnswer } from '../../src/domain/desk/parcels'
import { promisesOf, type Quote } from '../../src/domain/orders/quote'
import { refused } from '../refused'
import { shared } from '../shared'
import { ARRIVALS } from '../unit/arrivals'
import { openShop, orderOf, PRICE, type Refused } from './paying-shop'

const shop = shared(openShop)
let soap: string

beforeAll(async () => {
  soap = await shop.newProduct({ price: PRICE / 100 })
  await set({ minimum_order: 100, free_shipping_from: 500, shipping_fee: 49, cod_enabled: true })
})
afterEach(async () => {
  for (const { id } of await shop.rows('delivery_rules')) await shop.owner.collection('delivery_rules').delete(id)
  await set({ handling_days: 0, days_off: [], holidays: '', cutoff_hour: 0 })
})

const set = (fields: Record<string, unknown>) => shop.store.changeSettings(fields)
const rule = (prefix: string, fields: Record<string, unknown> = {}) =>
  shop.owner
    .collection('delivery_rules')
    .create({ prefix, deliver: true, cash: true, fee: 60, cash_fee: 0, days_min: 2, days_max: 4, ...fields })
const setClock = (time: string) => shop.store.setAhead(Date.parse(time) - Date.now())
const quote = async (pincode?: string, quantity = 1): Promise<Quote> => {
  const body = { items: [{ product: soap, quantity, color: '' }], ...(pincode !== undefined && { pincode }) }
  return (await shop.post<Quote>('/api/store/quote', body)).body
}
const asked = (total: number, change: Record<string, unknown> = {}) =>
  orderOf(soap, { payment_method: 'cod', expected_total: total, ...change })
const refusal = async (fields: Record<string, unknown>) =>
  (await refused(shop.owner.collection('delivery_rules').create(fields))).said

describe('DELIV-02 when it arrives', () => {
  test('the store says what the rule in the browser says, in sixty cases of rules and calendars', async () => {
    expect(ARRIVALS.length).toBe(60)
    const { id } = await rule('560')
    let known: unknown
    for (const [at, calendar, leaves, earliest, latest] of ARRIVALS) {
      if (known !== calendar) {
        const { days_min, days_max, ...shopDays } = calendar
        await set(shopDays)
        await shop.owner.collection('delivery_rules').update(id, { days_min, days_max })
        known = calendar
      }
      const time = `${at}:00+05:30`
      await setClock(time)
      const { delivery } = await quote('560003')
      expect([at, delivery]).toEqual([at, expect.objectContaining({ leaves, earliest, latest })])
      expect(arrivalOf(Date.parse(time), parseCalendar({ ...calendar }), calendar)).toEqual({
        leaves,
        earliest,
        latest,
      })
    }
  })
})

test('DELIV-01 the longest prefix of a PIN code holds; a rule without one is for all others', async () => {
  for (const [prefix, fee] of Object.entries({ 560: 30, '': 10, 560001: 40, 5: 20 })) await rule(prefix, { fee })
  for (const [pincode, fee] of Object.entries({ 560001: 4000, 560002: 3000, 580001: 2000, 744101: 1000 }))
    expect(await quote(pincode)).toMatchObject({ delivery: { pincode, fee } })
})

describe('DELIV-05 the store enforces its rules', () => {
  test('without any rule, and without a PIN code, all is as before', async () => {
    expect(await quote('560003')).toMatchObject({ delivery: null, shipping_total: 4900, grand_total: 22_900 })
    await rule('560', { fee: 80 })
    for (const none of [undefined, '', '56', '0560003', 'abcdef'])
      expect(await quote(none)).toMatchObject({ delivery: null, shipping_total: 4900, grand_total: 22_900 })
    // No rule is for Delhi.
    expect(await quote('110001')).toMatchObject({
      delivery: { deliverable: true, cash: true, earliest: null, latest: null },
      grand_total: 22_900,
    })
  })

  test('the fee is that of the place, free from the sum that holds everywhere', async () => {
    await rule('', { fee: 49 })
    await rule('744', { fee: 150 })
    expect(await quote('744 101')).toMatchObject({
      delivery: { pincode: '744101', deliverable: true, cash: true, fee: 15_000 },
      ...{ shipping_total: 15_000, grand_total: 33_000 },
    })
    expect(await quote('744101', 3)).toMatchObject({ delivery: { fee: 0 }, grand_total: 54_000 })
    expect(await quote('560003')).toMatchObject({ delivery: { fee: 4900 } })
    const address = { ...asked(0).address, city: 'Port Blair', state: 'AN', pincode: '744101' }
    const unseen = await shop.place<Refused>(asked(22_900, { address }))
    expect([unseen.status, unseen.body.data.code, unseen.body.data.quote?.grand_total]).toEqual([
      ...[409, 'cart_changed', 33_000],
    ])
    expect((await shop.place(asked(33_000, { address }))).status).toBe(201)
  })

  test('an order to where nothing is delivered is refused beside its PIN code', async () => {
    await rule('560')
    await rule('5600', { deliver: false })
    const quoted = await quote('560003')
    expect(quoted).toMatchObject({ delivery: { deliverable: false, cash: false, earliest: null } })
    expect(quoted.problems).toEqual([{ code: 'not_deliverable', message: 'We do not deliver to 560003 yet.' }])
    const placed = await shop.place<Refused>(asked(quoted.grand_total))
    expect(placed).toMatchObject({
      status: 400,
      body: { data: { 'address.pincode': { code: 'not_deliverable', message: 'We do not deliver to 560003 yet.' } } },
    })
    expect(placed.body.data.quote).toMatchObject({ grand_total: quoted.grand_total })
  })

  test('cash costs what the place says, at the door only, and nothing when it is paid online after all', async () => {
    await rule('560', { fee: 60, cash_fee: 30 })
    const quoted = await quote('560003')
    expect(quoted.grand_total).toBe(24_000)
    const cash = quoted.payment_methods.find(({ method }) => method === 'cod')
    expect(cash).toMatchObject({ available: true, total: 27_000, fee: 3000 })
    expect(quoted.payment_methods.find(({ method }) => method === 'online')).toMatchObject({ total: 24_000 })
    // The total without what cash costs was never that of a cash order.
    expect((await shop.place(asked(24_000))).status).toBe(409)
    const placed = await shop.place(asked(27_000))
    expect(placed).toMatchObject({ status: 201, body: { grand_total: 27_000 } })
    expect(await shop.order(placed.body.id)).toMatchObject({
      shipping_total: 9000,
      cash_fee: 3000,
      grand_total: 27_000,
    })
    const bill = await shop.act<{ invoice?: unknown }>(placed.body, 'cancel')
    expect(bill.status).toBe(200)

    const online = await shop.placeOnline(soap, { expected_total: 24_000 })
    expect(await shop.order(online.id)).toMatchObject({ shipping_total: 6000, cash_fee: 0, grand_total: 24_000 })
    expect((await shop.act(online, 'payment', { method: 'cod' })).status).toBe(200)
    expect(await shop.order(online.id)).toMatchObject({ shipping_total: 9000, cash_fee: 3000, grand_total: 27_000 })
    const late = await shop.placeOnline(soap, { expected_total: 24_000 })
    expect((await shop.act(late, 'payment', { method: 'cod' })).status).toBe(200)
    expect((await shop.act(late, 'cancel')).status).toBe(200)
    for (const order of [online, late]) {
      const paid = shop.gateway.orderPaid(shop.gateway.pay(order.gatewayOrder))
      expect(await shop.gateway.deliver(shop.store.url, paid)).toMatchObject([{ status: 200 }])
      expect(await shop.order(order.id)).toMatchObject({
        ...{ shipping_total: 6000, cash_fee: 0, grand_total: 24_000, paid_total: 24_000 },
        ...{ payment_status: 'paid', payment_method: 'razorpay' },
      })
    }
    await shop.assertInvariants()
  })

  test('where cash is not possible it is neither offered nor taken', async () => {
    await rule('560', { cash: false, fee: 0 })
    const quoted = await quote('560003')
    const reason = 'Cash on delivery is not possible for this PIN code.'
    expect(quoted.payment_methods.find(({ method }) => method === 'cod')).toMatchObject({ available: false, reason })
    expect(await shop.place<Refused>(asked(18_000))).toMatchObject({
      status: 400,
      body: { data: { payment_method: { message: reason } } },
    })
    const online = await shop.placeOnline(soap, { expected_total: 18_000 })
    expect(await shop.act<Refused>(online, 'payment', { method: 'cod' })).toMatchObject({
      status: 400,
      body: { data: { payment_method: { message: reason } } },
    })
  })
})

test('DELIV-12 tracking and the desk say the days, and the desk what is for cash', async () => {
  await rule('560', { cash_fee: 30 })
  await setClock('2026-11-24T10:00:00+05:30')
  const { body } = await shop.place(asked(27_000))
  const arrives = { earliest: '2026-11-26', latest: '2026-11-28', late: false }
  const contact = asked(0).contact.email
  expect((await shop.post('/api/store/track', { number: body.number, contact })).body).toMatchObject({ arrives })
  expect(await shop.owner.send(`/api/store/desk/orders/${body.id}`, {})).toMatchObject({ arrives, cash_fee: 3000 })
})

describe('DELIV-06 what was said', () => {
  test('stands on the order, whatever becomes of the rule', async () => {
    await set({ handling_days: 1 })
    const { id } = await rule('560')
    await setClock('2026-11-24T10:00:00+05:30')
    const placed = await shop.place(asked(24_000))
    await shop.owner.collection('delivery_rules').update(id, { days_min: 9, days_max: 12 })
    const days = { leaves_on: '2026-11-25', arrives_from: '2026-11-27', arrives_until: '2026-11-29' }
    expect(await shop.order(placed.body.id)).toMatchObject(days)
    expect((await shop.view(placed.body)).arrives).toEqual({
      earliest: '2026-11-27',
      latest: '2026-11-29',
      late: false,
    })
    await expect(
      shop.owner.collection('orders').update(placed.body.id, { arrives_until: '2026-12-31' }),
    ).rejects.toThrow()
    const silent = await shop.place(asked(22_900, { address: { ...asked(0).address, state: 'DL', pincode: '110001' } }))
    expect(await shop.order(silent.body.id)).toMatchObject({ leaves_on: '', arrives_from: '', arrives_until: '' })
    expect((await shop.view(silent.body)).arrives).toBeNull()
  })
})

test('DELIV-06 an order that would arrive later than was shown is not placed', async () => {
  const { id } = await rule('560')
  await set({ cutoff_hour: 14 })
  await setClock('2026-11-25T13:59:00+05:30')
  const { arrives_until } = promisesOf(await quote('560003'))
  expect(arrives_until).toBe('2026-11-29')
  await setClock('2026-11-25T14:01:00+05:30')
  const late = await shop.place<Refused>(asked(24_000, { arrives_until }))
  expect([late.status, late.body.message, late.body.data.code, late.body.data.quote?.delivery?.latest]).toEqual([
    ...[409, 'It would arrive later than you were shown.', 'cart_changed', '2026-11-30'],
  ])
  // Nothing was said, the new day was, or an earlier one will be kept.
  for (const told of ['', '2026-11-30', '2026-12-02'])
    expect((await shop.place(asked(24_000, { arrives_until: told }))).status).toBe(201)
  await shop.owner.collection('delivery_rules').update(id, { days_min: 0, days_max: 0 })
  expect((await shop.place(asked(24_000, { arrives_until }))).status).toBe(409)
})

test('PROMO-31 the price with an offer is not said where delivery to some PIN code costs more than the offer takes off', async () => {
  await set({ shipping_fee: 40, free_shipping_from: 999 })
  const bag = await shop.newProduct({ price: 500, category: 'bag' })
  const made: string[] = []
  for (const more of [{ kind: 'percent', value: 10 }, { kind: 'free_delivery' }])
    made.push((await shop.owner.collection('promotions').create({ name: 'Diwali', active: true, ...more })).id)
  const said = async () => (await shop.store.guest().collection('products').getOne(bag)).offer?.price
  const charged = async (pincode: string) => {
    const body = { items: [{ product: bag, quantity: 1, color: '' }], pincode }
    const { items_total, discount_total } = (await shop.post<Quote>('/api/store/quote', body)).body
    return items_total - discount_total
  }
  expect([await said(), await charged('744101')]).toEqual([450, 45_000])
  const { id } = await rule('744', { fee: 90 })
  expect([await said(), await charged('744101'), await charged('560003')]).toEqual([undefined, 50_000, 45_000])
  await shop.owner.collection('delivery_rules').update(id, { fee: 49 })
  expect([await said(), await charged('744101')]).toEqual([450, 45_000])
  for (const promotion of made) await shop.owner.collection('promotions').delete(promotion)
  await set({ shipping_fee: 49, free_shipping_from: 500 })
})

describe('what has to leave', () => {
  const parcels = async () => (await shop.owner.send<ParcelsAnswer>('/api/store/desk/parcels?tab=pack', {})).parcels

  test('DELIV-09 stands first in the packing list, and is late when its day is over', async () => {
    await rule('560', { days_min: 1, days_max: 2 })
    await rule('110', { days_min: 4, days_max: 6 })
    await setClock('2026-12-07T10:00:00+05:30')
    await set({ handling_days: 3 })
    const slow = await shop.place(asked(24_000))
    await set({ handling_days: 0 })
    const quick = await shop.place(asked(24_000))
    const list = (await parcels()).filter(({ id }) => [slow.body.id, quick.body.id].includes(id))
    expect(list.map(({ id, leaves_on, late }) => [id, leaves_on, late])).toEqual([
      [quick.body.id, '2026-12-07', false],
      [slow.body.id, '2026-12-10', false],
    ])
    await setClock('2026-12-08T00:01:00+05:30')
    const next = await parcels()
    expect(next.find(({ id }) => id === quick.body.id)?.late).toBe(true)
    expect(next.find(({ id }) => id === slow.body.id)?.late).toBe(false)
  })

  test('DELIV-10 and can no longer arrive in time is told once, with new days', async () => {
    await rule('560', { days_min: 2, days_max: 3 })
    await setClock('2026-12-14T10:00:00+05:30')
    const placed = await shop.place(asked(24_000))
    const mails = async () =>
      (await shop.rows('outbox', placed.body.id)).filter(({ kind }) => kind === 'order_late').length
    // Leaving a day late, it can still be there on the last day told.
    await setClock('2026-12-15T10:00:00+05:30')
    await shop.store.runJob('store-late')
    expect(await mails()).toBe(0)
    expect((await shop.view(placed.body)).arrives).toEqual({
      earliest: '2026-12-16',
      latest: '2026-12-17',
      late: false,
    })
    await setClock('2026-12-16T10:00:00+05:30')
    // Of one whose days somebody took by SQL nothing can be said; the others are told.
    const other = (await shop.place(asked(24_000))).body.id
    await shop.sql(`UPDATE orders SET leaves_on = '2026-12-01', arrives_from = 'soon' WHERE id = '${other}'`)
    for (let time = 0; time < 2; time++) await shop.store.runJob('store-late')
    expect(await mails()).toBe(1)
    expect((await shop.view(placed.body)).arrives).toEqual({ earliest: '2026-12-18', latest: '2026-12-19', late: true })
    await shop.act(placed.body, 'cancel')
    expect((await shop.view(placed.body)).arrives).toBeNull()
  })

  test('DELIV-10 and has left before its mail goes is not said to be here still', async () => {
    await rule('560', { days_min: 2, days_max: 3 })
    await setClock('2026-12-14T10:00:00+05:30')
    const [left, here] = [await shop.place(asked(24_000)), await shop.place(asked(24_000))]
    await setClock('2026-12-16T10:00:00+05:30')
    await shop.store.runJob('store-late')
    for (const fulfilment_status of ['packed', 'shipped'])
      await shop.owner.collection('orders').update(left.body.id, { fulfilment_status })
    await shop.store.runJob('store-outbox')
    const late = async ({ body }: typeof left) =>
      (await shop.rows('outbox', body.id)).flatMap(({ kind, status }) => (kind === 'order_late' ? status : []))
    expect([await late(left), await late(here)]).toEqual([['dropped'], ['sent']])
  })

  test('DELIV-10 nobody is told a day of what is not sent, as its money went back', async () => {
    await rule('560', { days_min: 2, days_max: 3 })
    await setClock('2026-12-14T10:00:00+05:30')
    const { body } = await shop.place(asked(24_000))
    await shop.owner.collection('orders').update(body.id, { payment_status: 'paid' })
    await shop.owner.collection('refunds').create({ order: body.id, rupees: body.grand_total / 100 })
    await setClock('2026-12-17T10:00:00+05:30')
    await shop.store.runJob('store-late')
    expect((await shop.rows('outbox', body.id)).map(({ kind }) => kind)).not.toContain('order_late')
    expect((await shop.view(body)).arrives).toBeNull()
  })
})

describe('DELIV-11 the desk', () => {
  const send = <T>(path: string, body?: object) =>
    shop.owner.send<T>(`/api/store/desk/delivery${path}`, body ? { method: 'POST', body } : {})
  const NEW = {
    ...{ id: '', prefix: '560', deliver: true, cash: true, fee: 60, cash_fee: 0, days_min: 2, days_max: 4 },
    updated: '',
  }

  test('takes one of several saves of a rule that were begun from the same', async () => {
    let rule = await send<DeskRule>('/rules', { ...NEW, prefix: '57' })
    for (let round = 0; round < 8; round++) {
      const saves = [81, 82, 83, 84, 85, 86].map((fee) => send<DeskRule>('/rules', { ...rule, fee }))
      const taken = (await Promise.allSettled(saves)).flatMap((save) => ('value' in save ? save.value : []))
      expect(taken).toHaveLength(1)
      rule = taken[0] as DeskRule
    }
  })

  test('makes, changes and deletes rules, and says what shoppers are told', async () => {
    await setClock('2026-11-24T10:00:00+05:30')
    await send('/rules', { ...NEW, prefix: '' })
    const made = await send<DeskRule>('/rules', { ...NEW, prefix: ' ५६० ' })
    const listed = await send<DeliveryAnswer>('?pincode=560001')
    expect(listed.rules.map(({ prefix }) => prefix)).toEqual(['560', ''])
    expect(listed.said).toMatchObject({ pincode: '560001', fee: 6000, earliest: '2026-11-26', latest: '2026-11-28' })
    expect(listed.usual).toEqual({ fee: 49, free_from: 500, cash: true })
    await send('/rules', { ...made, fee: 80 })
    await expect(send('/rules', { ...made, fee: 90 })).rejects.toMatchObject({ status: 409 })
    expect((await quote('560001')).shipping_total).toBe(8000)
    await send(`/rules/${made.id}/delete`, {})
    expect((await quote('560001')).shipping_total).toBe(6000)
    await expect(send('/rules', { ...NEW, prefix: '056' })).rejects.toMatchObject({
      response: { data: { prefix: { message: expect.stringContaining('such as 560') } } },
    })
    await expect(send('/rules', { ...NEW, fee: null })).rejects.toMatchObject({
      response: { data: { fee: { message: 'Write an amount in rupees.' } } },
    })
  })

  test('shows the rules of a courier’s long list page by page, and those of the digits sought', async () => {
    await send('/rules', { ...NEW, prefix: '' })
    await send('/rules', { ...NEW, prefix: '56' })
    await shop.owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 560000 UNION ALL SELECT i + 1 FROM n WHERE i < 569999)
      INSERT INTO delivery_rules (id, prefix, deliver, cash, fee, cash_fee, days_min, days_max)
      SELECT 'rule' || printf('%011d', i), i, 1, 0, 49.5, 0, 1, 2 FROM n`)
    const first = await send<DeliveryAnswer>('')
    expect(first).toMatchObject({ found: 10_002, total: 10_002, page: 1, everywhere: true })
    expect(first.rules.map(({ prefix }) => prefix).slice(0, 2)).toEqual(['56', '560000'])
    expect(first.rules[1]).toMatchObject({ deliver: true, cash: false, fee: 49.5, days_max: 2 })
    expect(first.rules).toHaveLength(100)
    const last = await send<DeliveryAnswer>('?page=1000')
    expect([last.page, last.rules.map(({ prefix }) => prefix)]).toEqual([101, ['569999', '']])
    const sought = await send<DeliveryAnswer>('?search=56012')
    expect(sought.rules.map(({ prefix }) => prefix)).toEqual([
      ...['56', ...Array.from({ length: 10 }, (_, i) => `56012${i}`), ''],
    ])
    expect([sought.found, sought.total]).toEqual([12, 10_002])
    expect((await quote('560123')).shipping_total).toBe(4950)
    await shop.owner.sql.run("DELETE FROM delivery_rules WHERE id LIKE 'rule%'")
  })

  test('saves when parcels leave', async () => {
    const days = { handling_days: 2, days_off: ['sunday', 'monday'], holidays: '2026-11-08 Diwali', cutoff_hour: 14 }
    await send('', { ...days, returns_days: 7 })
    expect((await send<DeliveryAnswer>('')).shop).toEqual({ ...days, returns_days: 7 })
    await send('', { holidays: '2026-12-25 Christmas' })
    expect((await send<DeliveryAnswer>('')).shop).toMatchObject({ handling_days: 2, holidays: '2026-12-25 Christmas' })
    await expect(send('', { ...days, returns_days: 7, holidays: 'soon' })).rejects.toMatchObject({
      response: { data: { holidays: { message: expect.stringContaining('This is none: soon') } } },
    })
    const was = { ...days, days_off: ['sunday'] }
    await send('', { cutoff_hour: 15, was })
    await expect(send('', { days_off: [], was })).rejects.toMatchObject({
      response: { data: { days_off: { message: expect.stringContaining('“sunday,monday”') } } },
    })
    await expect(send('', { ...days, returns_days: 7, days_off: ['someday'] })).rejects.toMatchObject({
      response: { data: { 'days_off.0': { message: 'Choose days of the week.' } } },
    })
  })
})

describe('DELIV-07 a rule that cannot be', () => {
  test('is refused in words beside its field', async () => {
    const sound = { deliver: true, cash: true, fee: 60, days_min: 2, days_max: 4 }
    await rule('560')
    await rule('')
    expect(await refusal({ ...sound, prefix: '560' })).toMatchObject({
      prefix: 'There is a rule for 560 already.',
    })
    expect(await refusal({ ...sound, prefix: '' })).toMatchObject({
      prefix: 'There is a rule for all others already.',
    })
    expect(await refusal({ ...sound, prefix: '74', days_min: 5 })).toEqual({
      days_max: 'At most 4 days cannot be less than at least 5.',
    })
    expect(Object.keys(await refusal({ ...sound, prefix: '0560' }))).toEqual(['prefix'])
    expect(Object.keys(await refusal({ ...sound, prefix: '75', fee: -1 }))).toEqual(['fee'])
    expect(await refusal({ ...sound, prefix: '75', fee: 1.005 })).toEqual({
      fee: 'Rupees have at most two decimals.',
    })
  })

  test('holidays that are none are named; the settings say by themselves whether there are rules', async () => {
    await expect(set({ holidays: '2026-11-08 Diwali\nnext Monday' })).rejects.toMatchObject({
      response: {
        data: {
          holidays: { message: 'Write a day such as 2026-11-08 Diwali, one on a line. This is none: next Monday.' },
        },
      },
    })
    const known = async () => (await shop.owner.collection('store_settings').getFirstListItem('')).delivers_by_pin
    await set({ delivers_by_pin: true })
    expect(await known()).toBe(false)
    const { id } = await rule('560')
    expect(await known()).toBe(true)
    await shop.owner.collection('delivery_rules').delete(id)
    expect(await known()).toBe(false)
  })
})
