import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { MovedAnswer, ParcelsAnswer, PrintAnswer } from '../../src/domain/desk/parcels'
import { placeOrder } from '../order'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import { MINUTE, openShop } from './paying-shop'
import type { RecordStore } from './record-store'

const shop = shared(openCashShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 }, 50)
})

const desk: RecordStore['desk'] = (...asked) => shop.store.desk(...asked)

interface Own {
  id: string
  number: string
  access_token: string
}

/** Orders of up to four people, as many as asked for. */
async function placed(count: number, change: Record<string, unknown> = {}) {
  const orders: Own[] = []
  for (let made = 0; made < count; made++) orders.push(await placeOrder(shop.store.guest(), orderOf(soap, change)))
  return orders as [Own, Own, Own, Own]
}
const ids = (orders: { id: string }[]) => orders.map(({ id }) => id)
const move = async (route: string, body: object) => (await desk<MovedAnswer>(`parcels/${route}`, body)).body
const order = (id: string) => shop.owner.collection('orders').getOne(id)
const numberOf = (position: number) => `36214408${String(1000 + position)}`
const rowsOf = (collection: string, id: string, more = '') =>
  shop.owner.collection(collection).getFullList({ filter: `order = '${id}'${more}`, sort: 'created' })

/** Packs and ships parcels of orders. */
async function send(orders: { id: string }[]): Promise<void> {
  await move('pack', { orders: ids(orders) })
  const sent = await move('ship', {
    courier: 'By hand',
    parcels: orders.map(({ id }) => ({ order: id, tracking_number: '' })),
  })
  expect(sent.left).toEqual([])
}

describe('parcels at the desk', () => {
  test('PACK-01 are listed oldest first with what is in them, and found by part of name, phone or number', async () => {
    const contact = { name: 'Lalíthá 100%_Subramaniam', email: 'l@example.in', phone: '+91 91234 56789' }
    const [own] = await placed(1, { contact, note: 'Happy birthday, Amma.' })
    await placed(1)
    const list = async (query: string) => (await desk<ParcelsAnswer>(`parcels?${query}`)).body
    const all = await list('tab=pack')
    expect(all.counts.pack).toBe(all.parcels.length)
    const days = all.parcels.map((parcel) => parcel.placed_at)
    expect(days).toEqual([...days].sort())
    expect(all.parcels.find(({ id }) => id === own.id)).toMatchObject({
      name: contact.name,
      city: 'Bengaluru',
      note: 'Happy birthday, Amma.',
      to_collect: 18_000,
      late: false,
      items: [{ name: 'Neem & Tulsi Soap', quantity: 1 }],
      state: { words: 'To pack' },
    })
    for (const part of ['100%25_sub', '1234 567', '%2B91 91234', 'tha\u0301  100', '९१२३४ ५६७', own.number.slice(4)]) {
      const found = await list(`tab=pack&q=${part}`)
      expect(ids(found.parcels), part).toEqual([own.id])
      expect(found.found).toBe(1)
    }
    expect(await list('tab=pack&q=nobody')).toMatchObject({ parcels: [], found: 0 })
    expect((await list('tab=pack&shown=1')).parcels).toHaveLength(1)
  })

  test('PACK-01 PACK-04 hold no piece that was given back before they left, on the list and on the slip', async () => {
    const items = [{ product: soap, quantity: 3, color: '' }]
    const [one, whole] = await placed(2, { items, expected_total: 54_000 })
    for (const { id } of [one, whole]) await shop.owner.collection('orders').update(id, { payment_status: 'paid' })
    const refund = async (id: string, quantity: number) => {
      const { updated } = (await desk<{ updated: string }>(`orders/${id}`)).body
      const pieces = [{ product: soap, quantity, color: '' }]
      const body = { updated, pieces, delivery: false, rupees: '', restock: false, note: 'Chipped' }
      const answer = await desk(`orders/${id}/refund`, body)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await refund(one.id, 2)
    // A kindness is for no piece.
    await shop.owner.collection('refunds').create({ order: whole.id, rupees: 10 })
    const list = async (tab: string) =>
      new Map(
        (await desk<ParcelsAnswer>(`parcels?tab=${tab}&shown=500`)).body.parcels.map((one) => [
          one.id,
          one.items.map(({ quantity }) => quantity),
        ]),
      )
    const pack = await list('pack')
    expect([pack.get(one.id), pack.get(whole.id)]).toEqual([[1], [3]])
    const { slips } = (await desk<PrintAnswer>('parcels/print', { orders: [one.id, whole.id] })).body
    expect(slips.map((slip) => slip.items.map(({ quantity }) => quantity))).toEqual([[1], [3]])
    await send([one])
    await refund(one.id, 1)
    expect((await list('way')).get(one.id)).toEqual([3])
  })

  test('PACK-02 are packed together; what cannot be is left out with the store’s own reason', async () => {
    const [one, two, gone] = await placed(3)
    await shop.owner.collection('orders').update(gone.id, { status: 'cancelled' })
    const answer = await move('pack', { orders: ids([one, two, gone]) })
    expect(answer.done).toEqual([one.id, two.id])
    expect(answer.left).toEqual([
      { order: gone.id, number: gone.number, why: 'Only a confirmed order can be packed and sent.' },
    ])
    expect(await rowsOf('bills', one.id)).toHaveLength(1)
    const [deed] = (await shop.owner.collection('desk_log').getList(1, 1, { sort: '-@rowid' })).items
    expect(deed?.what).toBe(`Packed 2 parcels: ${one.number}, ${two.number}`)
  })

  test('PACK-03 that were packed by mistake are not packed after all, and their shopper’s timeline says so', async () => {
    const [own] = await placed(1)
    const { id, access_token } = own
    await move('pack', { orders: [id] })
    expect(await move('unpack', { orders: [id] })).toEqual({ done: [id], left: [] })
    const seen = (await shop.view(id, access_token)).body
    expect(seen.fulfilment_status).toBe('unfulfilled')
    expect(seen.events.map(({ type }) => type)).toEqual(['placed', 'confirmed', 'packed', 'unfulfilled'])
    await move('pack', { orders: [id] })
    expect(await rowsOf('bills', id)).toHaveLength(1)
    await send([{ id }])
    expect((await move('unpack', { orders: [id] })).left[0]?.why).toMatch(/^You shipped this parcel at \d/)
  })

  test('PACK-04 are printed with bills that are made once, and keep the address of the bill', async () => {
    const [own, gone] = await placed(2, { note: '<b>Amma</b>' })
    await shop.owner.collection('orders').update(gone.id, { status: 'cancelled' })
    const print = async () => (await desk<PrintAnswer>('parcels/print', { orders: ids([own, gone]) })).body
    const first = await print()
    expect(first.slips).toMatchObject([
      { number: own.number, address: ['14, 3rd Cross', '560003 Bengaluru, Karnataka'], to_collect: 18_000 },
    ])
    expect(first.bills).toMatchObject([{ order_number: own.number, grand_total: 18_000 }])
    expect(first.left).toMatchObject([{ order: gone.id, why: 'Only a confirmed order is packed and billed.' }])
    expect((await print()).bills).toEqual(first.bills)
    const change = shop.owner.collection('orders').update(own.id, { line1: '15, 3rd Cross' })
    await expect(change).rejects.toMatchObject({
      response: { data: { line1: { message: 'Its bill is made: only the phone can be corrected.' } } },
    })
    // As a courier may want it, and no bill names it.
    expect(await shop.owner.collection('orders').update(own.id, { phone: '98450 99999' })).toMatchObject({
      phone: '+919845099999',
    })
    await move('pack', { orders: [own.id] })
    expect(await rowsOf('bills', own.id)).toHaveLength(1)
  })

  test('PACK-04 make no bill of an order that its shopper calls off while others are printed', async () => {
    const orders = await placed(30)
    const last = orders.at(-1) as Own
    const printing = desk<PrintAnswer>('parcels/print', { orders: ids(orders) })
    // Some are printed by now, and the rest wait.
    await expect.poll(() => rowsOf('bills', orders[0].id), { interval: 1 }).toHaveLength(1)
    const token = { 'X-Order-Token': last.access_token }
    expect((await shop.post(`/api/store/orders/${last.id}/cancel`, {}, token)).body.status).toBe('cancelled')
    const { bills, left } = (await printing).body
    expect(bills).toHaveLength(29)
    expect(left).toMatchObject([{ order: last.id, why: 'Only a confirmed order is packed and billed.' }])
    expect(await rowsOf('bills', last.id)).toEqual([])
  })

  test('PACK-05 are shipped with good numbers alone, and each shopper is mailed once, with the number', async () => {
    const orders = await placed(4)
    await move('pack', { orders: ids(orders) })
    const [one, two, three, four] = orders.map(({ id }) => id) as [string, string, string, string]
    const parcels = [
      { order: one, tracking_number: '3621 4408 1175' },
      { order: two, tracking_number: '362144081175' },
      { order: three, tracking_number: '36214408120' },
      { order: four, tracking_number: '362144081186' },
    ]
    const answer = await move('ship', { courier: 'Delhivery', parcels })
    expect(answer.done).toEqual([one, four])
    expect(answer.left.map(({ why }) => why)).toEqual([
      'Its number is that of another parcel here.',
      'Its number has 11 digits; Delhivery’s have 12 to 14 digits.',
    ])
    expect(await order(one)).toMatchObject({
      fulfilment_status: 'shipped',
      courier: 'Delhivery',
      tracking_number: '362144081175',
      tracking_url: 'https://www.delhivery.com/track-v2/package/362144081175',
    })
    const mails = await rowsOf('outbox', one, ' && (kind = "order_shipped" || kind = "order_tracking")')
    expect(mails.map(({ kind }) => kind)).toEqual(['order_shipped'])
    const again = await move('ship', {
      courier: 'Delhivery',
      parcels: [{ order: two, tracking_number: '362144081186' }],
    })
    expect(again.left[0]?.why).toBe(`Its number is that of ${orders[3]?.number} already.`)
    expect((await desk('parcels/ship', { courier: 'Pigeon', parcels })).status).toBe(400)
    const local = { courier: 'Other', parcels: [{ order: two, tracking_number: 'SM 7001' }] }
    expect((await desk('parcels/ship', { ...local, name: 'x'.repeat(81) })).status).toBe(400)
    await move('ship', { ...local, name: ' Shree  Maruti ' })
    await move('ship', { courier: 'Other', parcels: [{ order: three, tracking_number: 'SM7002' }] })
    expect([await order(two), await order(three)].map(({ courier }) => courier)).toEqual(['Shree Maruti', ''])
  })

  test('PACK-06 that two people take at once move once, and the second hears who was first and when', async () => {
    const other = await shop.owner
      .collection('_superusers')
      .create({ email: 'suresh@example.com', password: 'packs-parcels', passwordConfirm: 'packs-parcels' })
    const { token } = await shop.owner
      .collection('_superusers')
      .impersonate(other.id, 3600)
      .then((client) => client.authStore)
    const [own] = await placed(1)
    const id = own.id
    const both = await Promise.all([
      desk<MovedAnswer>('parcels/pack', { orders: [id] }, token),
      desk<MovedAnswer>('parcels/pack', { orders: [id] }),
    ])
    const [done, left] = both[0]?.body.done.length ? [both[0], both[1]] : [both[1], both[0]]
    const first = done === both[0] ? 'suresh@example.com' : shop.owner.authStore.record?.email
    expect(done.body.left).toEqual([])
    expect(left?.body.left[0]?.why).toMatch(new RegExp(`^${first} packed this parcel at \\d+:\\d\\d [ap]m\\.$`))
    expect(await rowsOf('order_events', id, ' && type = "packed"')).toHaveLength(1)
    const parcels = [{ order: id, tracking_number: numberOf(1) }]
    await desk('parcels/ship', { courier: 'Delhivery', parcels }, token)
    const late = await move('ship', { courier: 'Delhivery', parcels: [{ order: id, tracking_number: numberOf(2) }] })
    expect(late.left[0]?.why).toMatch(/^suresh@example.com shipped this parcel at /)
    expect((await order(id)).tracking_number).toBe(numberOf(1))
  })

  test('PACK-05 that are shipped at once under one number are one parcel, and the others are told of it', async () => {
    for (let round = 0; round < 6; round++) {
      const orders = await placed(4)
      await move('pack', { orders: ids(orders) })
      const tracking_number = numberOf(90 + round)
      const ship = ({ id }: Own) => move('ship', { courier: 'Delhivery', parcels: [{ order: id, tracking_number }] })
      const answers = await Promise.all(orders.map(ship))
      const done = answers.flatMap(({ done }) => done)
      const { number } = orders.find(({ id }) => id === done[0]) ?? {}
      const whys = answers.flatMap(({ left }) => left.map(({ why }) => why))
      expect([done.length, ...whys]).toEqual([1, ...Array(3).fill(`Its number is that of ${number} already.`)])
    }
  })

  test('PACK-07 on their way are delivered with their cash noted, or not delivered, tried again and delivered', async () => {
    const [cash, later] = await placed(2)
    await send([cash, later])
    await move('arrive', { orders: [cash.id], outcome: 'delivered', cash: true })
    expect(await order(cash.id)).toMatchObject({
      fulfilment_status: 'delivered',
      payment_status: 'paid',
      paid_total: 18_000,
    })
    await move('arrive', { orders: [later.id], outcome: 'delivery_failed' })
    expect((await move('arrive', { orders: [later.id], outcome: 'delivery_failed' })).left[0]?.why).toMatch(
      /^You marked this parcel as not delivered at /,
    )
    await move('arrive', { orders: [later.id], outcome: 'delivered', cash: false })
    expect(await order(later.id)).toMatchObject({ fulfilment_status: 'delivered', payment_status: 'unpaid' })
  })

  test('PACK-08 that come back go to stock or not, and money goes back in rupees, together or not at all', async () => {
    const [home, refused] = await placed(2)
    await send([home, refused])
    expect(await shop.stockOf(soap)).toBe(48)
    await move('arrive', { orders: [home.id], outcome: 'delivered', cash: true })
    await shop.owner.collection('orders').update(home.id, { fulfilment_status: 'return_requested' })
    const giveBack = (rupees: string) => desk('parcels/return', { order: home.id, restock: true, rupees })
    expect(await giveBack('180.01')).toMatchObject({ status: 400, body: { data: { rupees: { message: /At most/ } } } })
    expect(await giveBack('-5')).toMatchObject({ status: 400 })
    expect(await order(home.id)).toMatchObject({ fulfilment_status: 'return_requested' })
    expect(await giveBack('₹ 80.50')).toMatchObject({ status: 200, body: { back: 8050, by_hand: true } })
    expect(await order(home.id)).toMatchObject({
      ...{ fulfilment_status: 'returned', restock: 'yes', refunded_total: 8050, payment_status: 'partially_refunded' },
    })
    expect(await shop.stockOf(soap)).toBe(49)
    // Pressed again after its answer was lost, or by somebody else who had it open.
    for (const rupees of ['80.50', '99.50'])
      expect(await giveBack(rupees)).toMatchObject({
        ...{ status: 400, body: { data: { rupees: { message: expect.stringMatching(/^₹80.50 of its money went/) } } } },
      })
    expect(await order(home.id)).toMatchObject({ refunded_total: 8050 })
    const returns = await desk('parcels/return', { order: refused.id, restock: false, rupees: '' })
    expect(returns).toMatchObject({ status: 200, body: { back: 0 } })
    expect(await order(refused.id)).toMatchObject({ fulfilment_status: 'returned_to_origin', restock: 'no' })
    expect(await shop.stockOf(soap)).toBe(49)
  })
})

test('PACK-01 PACK-08 STAFF-09 of paid orders are late after two days, and their money goes back the way it came', async () => {
  const paying = await openShop()
  onTestFinished(() => paying.close())
  const ask = async <T>(route: string, body?: object) => (await paying.store.desk<T>(route, body)).body
  const list = async (tab: string) => (await ask<ParcelsAnswer>(`parcels?tab=${tab}`)).parcels
  const own = await paying.placeOnline(await paying.newProduct({}, 3))
  await paying.act(own, 'payment/verify', paying.gateway.returned(paying.gateway.pay(own.gatewayOrder)))
  expect(await list('pack')).toMatchObject([{ id: own.id, late: false, to_collect: 0, kept: 18_000 }])
  await paying.later(2 * 24 * 60 * MINUTE + MINUTE)
  expect(await list('pack')).toMatchObject([{ id: own.id, late: true }])

  await ask('parcels/pack', { orders: [own.id] })
  await ask('parcels/ship', { courier: 'By hand', parcels: [{ order: own.id, tracking_number: '' }] })
  const back = await ask('parcels/return', { order: own.id, restock: true, rupees: '180' })
  expect(back).toEqual({ back: 18_000, by_hand: false })
  expect(await list('returns')).toEqual([])
  const [refund] = await paying.rows('refunds', own.id)
  expect(refund).toMatchObject({ status: 'queued', amount: 18_000 })
  expect(refund?.send_at).not.toBe('')
  const again = await ask<{ data: object }>('parcels/return', { order: own.id, restock: true, rupees: '1' })
  expect(again.data).toMatchObject({ rupees: { message: expect.stringMatching(/^₹180.00 of its money went back/) } })
  const stopped = await paying.owner.collection('refunds').update(refund?.id, { status: 'stopped' })
  expect(stopped.status).toBe('stopped')
  expect(await list('returns')).toMatchObject([{ id: own.id, came_back: true, kept: 18_000 }])

  const twice = await paying.placeOnline(await paying.newProduct({}, 3))
  const payments = [paying.gateway.pay(twice.gatewayOrder), paying.gateway.pay(twice.gatewayOrder)]
  for (const payment of payments) await paying.gateway.deliver(paying.store.url, paying.gateway.paymentEvent(payment))
  await paying.run('store-refunds')
  for (const fulfilment_status of ['packed', 'shipped', 'delivery_failed', 'returned_to_origin'])
    await paying.owner.collection('orders').update(twice.id, { fulfilment_status, restock: 'no' })
  expect(await paying.order(twice.id)).toMatchObject({ paid_total: 36_000, refunded_total: 18_000 })
  expect((await list('returns')).find(({ id }) => id === twice.id)).toMatchObject({ kept: 18_000 })
  const given = await ask('parcels/return', { order: twice.id, restock: false, rupees: '180' })
  expect(given).toEqual({ back: 18_000, by_hand: false })
  expect((await list('returns')).map(({ id }) => id)).toEqual([own.id])
  for (const _ of ['once', 'and again, as its answer was lost'])
    await ask('parcels/return', { order: own.id, restock: true, rupees: '' })
  expect(await list('returns')).toEqual([])
  expect(await paying.order(own.id)).toMatchObject({ status: 'completed', payment_status: 'paid' })
  const log = (await paying.owner.collection('desk_log').getFullList({ sort: '@rowid' })).map(({ what }) => what)
  expect(log.filter((what) => /came back|Gave back|Kept/.test(what))).toEqual([
    `${own.number} came back: pieces to stock, ₹180.00 goes back`,
    `Gave back ₹180.00 of ${twice.number}`,
    `Kept the money of ${own.number}`,
  ])
})
