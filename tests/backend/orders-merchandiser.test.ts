import { beforeEach, describe, expect, test } from 'vitest'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

const shop = shared(openCashShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

describe('a merchandiser moves an order', () => {
  const save = (id: string, change: Record<string, unknown>) => shop.owner.collection('orders').update(id, change)
  const refused = (field: string, sentence: RegExp) => ({
    status: 400,
    response: { data: { [field]: { message: expect.stringMatching(sentence) } } },
  })

  test('ORDER-09 step by step to delivered and paid, each step seen by the shopper', async () => {
    const placed = await shop.place(orderOf(soap))
    const { id, access_token } = placed.body
    await save(id, { fulfilment_status: 'packed' })
    await save(id, { fulfilment_status: 'shipped', courier: 'India Post', tracking_number: 'EM123456789IN' })
    await save(id, { fulfilment_status: 'delivered', payment_status: 'paid' })
    await save(id, { status: 'completed' })
    const seen = (await shop.view(id, access_token)).body
    expect(seen).toMatchObject({
      status: 'completed',
      payment_status: 'paid',
      fulfilment_status: 'delivered',
      tracking: { courier: 'India Post', tracking_number: 'EM123456789IN' },
    })
    expect(seen.events.map((event) => event.type)).toEqual([
      'placed',
      'confirmed',
      'packed',
      'shipped',
      'paid',
      'delivered',
      'completed',
    ])
    expect((await shop.owner.collection('orders').getOne(id)).paid_total).toBe(18000)
  })

  test('ORDER-09 a forbidden move is refused with a sentence beside its field and changes nothing', async () => {
    const { id } = (await shop.place(orderOf(soap))).body
    await expect(save(id, { fulfilment_status: 'delivered' })).rejects.toMatchObject(
      refused('fulfilment_status', /can only become packed/),
    )
    await expect(save(id, { payment_status: 'refunded' })).rejects.toMatchObject(
      refused('payment_status', /authorized or paid/),
    )
    await save(id, { fulfilment_status: 'packed' })
    await save(id, { fulfilment_status: 'shipped' })
    await expect(save(id, { status: 'cancelled' })).rejects.toMatchObject(refused('status', /on its way/))
    const record = await shop.owner.collection('orders').getOne(id)
    expect(record).toMatchObject({ status: 'confirmed', payment_status: 'unpaid', fulfilment_status: 'shipped' })
  })

  test('ORDER-09 a save from a panel opened long ago cannot turn back states, money or lines', async () => {
    const { id } = (await shop.place(orderOf(soap))).body
    const opened = await shop.owner.collection('orders').getOne(id)
    await save(id, { fulfilment_status: 'packed', payment_status: 'paid' })
    await expect(save(id, { ...opened, courier: 'DTDC' })).rejects.toMatchObject(
      refused('payment_status', /^The shop has “paid” now, this panel “unpaid”/),
    )
    const tampered = {
      grand_total: 1,
      paid_total: 0,
      items: [],
      email: 'other@example.in',
      number: 'SJ-00000000',
      access_token_hash: 'x',
    }
    await expect(save(id, { ...tampered, courier: 'TCS' })).rejects.toMatchObject(refused('items', /what was bought/))
    await save(id, { courier: 'DTDC' })
    const record = await shop.owner.collection('orders').getOne(id)
    expect(record).toMatchObject({
      grand_total: 18000,
      paid_total: 18000,
      email: 'meera@example.in',
      courier: 'DTDC',
      number: opened.number,
    })
    expect(record.items).toHaveLength(1)
  })

  test('ORDER-09 cancelling gives the pieces back once; a cancelled order cannot be packed', async () => {
    await shop.restock(soap, 2)
    const { id } = (await shop.place(orderOf(soap))).body
    await save(id, { status: 'cancelled' })
    expect(await shop.stockOf(soap)).toBe(2)
    await expect(save(id, { fulfilment_status: 'packed' })).rejects.toMatchObject(
      refused('fulfilment_status', /Only a confirmed order/),
    )
    expect(await shop.stockOf(soap)).toBe(2)
  })

  test('ORDER-09 what is closed stays closed, however the save came: its pieces are on sale again', async () => {
    await shop.restock(soap, 2)
    const { id } = (await shop.place(orderOf(soap))).body
    await save(id, { payment_status: 'paid' })
    const opened = await shop.owner.collection('orders').getOne(id)
    await save(id, { status: 'cancelled' })
    for (const again of [{ status: 'confirmed' }, { status: 'completed' }, { status: 'confirmed', actor: 'gateway' }])
      await expect(save(id, again)).rejects.toMatchObject(refused('status', /stays closed/))
    await expect(save(id, { ...opened, courier: 'DTDC' })).rejects.toMatchObject(refused('status', /this panel/))
    expect((await shop.owner.collection('orders').getOne(id)).status).toBe('cancelled')
    expect(await shop.stockOf(soap)).toBe(2)
  })

  test('ORDER-09 a save that meets the shopper’s cancelling: one of them holds, with stock and history to match', async () => {
    for (let round = 0; round < 15; round++) {
      const product = await shop.newProduct({ name: `Raced ${round}`, price: 180 }, 3)
      const { id, access_token } = (await shop.place(orderOf(product))).body
      await Promise.allSettled([
        shop.post(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': access_token }),
        save(id, { courier: 'DTDC' }),
        save(id, { fulfilment_status: 'packed' }),
      ])
      const { status, payment_status, fulfilment_status } = await shop.owner.collection('orders').getOne(id)
      const events = (await shop.view(id, access_token)).body.events.map((event) => event.type)
      const ended = {
        status,
        payment_status,
        fulfilment_status,
        stock: await shop.stockOf(product),
        last: events.at(-1),
      }
      expect([
        {
          status: 'cancelled',
          payment_status: 'voided',
          fulfilment_status: 'unfulfilled',
          stock: 3,
          last: 'cancelled',
        },
        { status: 'confirmed', payment_status: 'unpaid', fulfilment_status: 'packed', stock: 2, last: 'packed' },
      ]).toContainEqual(ended)
    }
  }, 30_000)

  test('ORDER-09 a parcel that comes back: its pieces go on sale again when the merchandiser says so, once', async () => {
    await shop.restock(soap, 5)
    const edit = async (id: string, typed: Record<string, unknown>) =>
      save(id, { ...(await shop.owner.collection('orders').getOne(id)), ...typed })
    const back = async () => {
      const { id } = (await shop.place(orderOf(soap))).body
      for (const fulfilment_status of ['packed', 'shipped', 'delivery_failed']) await edit(id, { fulfilment_status })
      await expect(edit(id, { fulfilment_status: 'returned_to_origin' })).rejects.toMatchObject(
        refused('restock', /go back on sale\? Choose yes or no/),
      )
      return id
    }
    const sold = await back()
    await edit(sold, { fulfilment_status: 'returned_to_origin', restock: 'yes' })
    expect(await shop.stockOf(soap)).toBe(5)
    await edit(sold, { courier: 'DTDC' })
    expect(await shop.stockOf(soap)).toBe(5)
    await expect(edit(sold, { restock: 'no' })).rejects.toMatchObject(refused('restock', /back on sale already/))
    const rows = await shop.owner.collection('stock_movements').getFullList({ filter: `order = '${sold}'` })
    expect(rows.map(({ delta, reason }) => [delta, reason])).toEqual([
      [-1, 'sale'],
      [1, 'return'],
    ])

    const broken = await back()
    await edit(broken, { fulfilment_status: 'returned_to_origin', restock: 'no' })
    expect(await shop.stockOf(soap)).toBe(4)
    await edit(broken, { restock: 'yes' })
    expect(await shop.stockOf(soap)).toBe(5)
  })

  test('ORDER-09 an order is neither made nor deleted by hand', async () => {
    const { id } = (await shop.place(orderOf(soap))).body
    await expect(shop.owner.collection('orders').delete(id)).rejects.toMatchObject({ status: 403 })
    const { id: _id, ...copy } = await shop.owner.collection('orders').getOne(id)
    await expect(shop.owner.collection('orders').create(copy)).rejects.toMatchObject({ status: 403 })
  })
})
