import { beforeEach, describe, expect, test } from 'vitest'
import { indianDay } from '../../src/domain/date'
import type { FiguresAnswer, PapersAnswer } from '../../src/domain/desk/figures'
import { monthOf } from '../../src/domain/desk/month'
import { placeOrder } from '../order'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

const shop = shared(openCashShop)
let soap: string
const TODAY = indianDay(Date.now())
const MONTH = TODAY.slice(0, 7)

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem Soap', price: 180 })
})

const figures = (query: Record<string, string> = {}): Promise<FiguresAnswer> =>
  shop.owner.send('/api/store/desk/figures', { query, requestKey: null })
const papers = (month: string, after = ''): Promise<PapersAnswer> =>
  shop.owner.send('/api/store/desk/figures/papers', { query: { month, after }, requestKey: null })
const today = async () => (await figures({ days: '7' })).days.at(-1)
const order = (id: string, change: Record<string, unknown>) => shop.owner.collection('orders').update(id, change)
const place = async () => (await placeOrder(shop.store.guest(), orderOf(soap))).id

describe('figures of the shop', () => {
  test('FIG-06 takings are what was sold less what was given back, by the day, without test payments', async () => {
    const before = await today()
    const kept = await place()
    const cancelled = await place()
    await order(cancelled, { status: 'cancelled' })
    const back = await place()
    await order(back, { fulfilment_status: 'packed' })
    await order(back, { fulfilment_status: 'shipped', tracking_number: '1' })
    await order(back, { fulfilment_status: 'delivery_failed' })
    await order(back, { fulfilment_status: 'returned_to_origin', restock: 'no' })
    await shop.store.insert('orders', {
      number: 'SJ-TEST',
      status: 'confirmed',
      payment_method: 'test',
      payment_status: 'paid',
      ...{
        grand_total: 99_900,
        paid_total: 99_900,
        items: [],
        confirmed_at: new Date().toISOString().replace('T', ' '),
      },
    })
    expect(await today()).toMatchObject({
      day: TODAY,
      taken: (before?.taken ?? 0) + 18_000,
      orders: (before?.orders ?? 0) + 1,
    })
    // Cash that was handed back by hand has no refund of its own.
    await order(kept, { payment_status: 'paid' })
    await order(kept, { payment_status: 'refunded' })
    expect(await today()).toMatchObject({ taken: before?.taken ?? 0 })
  })

  test('FIG-07 a refund counts on the day it went, an order on the day it was confirmed, in India', async () => {
    // 1 am in India, which is the day before elsewhere.
    const night = '2026-05-09 19:30:00.000Z'
    const id = await shop.store.insert('orders', {
      ...{ number: 'SJ-NIGHT', status: 'completed', payment_method: 'razorpay', payment_status: 'partially_refunded' },
      ...{ grand_total: 50_000, paid_total: 50_000, refunded_total: 20_000, items: [], confirmed_at: night },
    })
    await shop.store.insert('refunds', {
      order: id,
      amount: 20_000,
      status: 'processed',
      processed_at: '2026-05-12 05:00:00.000Z',
    })
    await shop.store.insert('refunds', { order: id, amount: 9000, status: 'queued', processed_at: '' })
    const { days, taken, orders, from, to } = await figures({ month: '2026-05' })
    expect([from, to, taken, orders]).toEqual(['2026-05-01', '2026-05-31', 30_000, 1])
    expect(days.filter(({ taken }) => taken !== 0)).toEqual([
      { day: '2026-05-10', taken: 50_000, orders: 1, before: 0 },
      { day: '2026-05-12', taken: -20_000, orders: 0, before: 0 },
    ])
    expect(days.find(({ day }) => day === '2026-05-17')?.before).toBe(50_000)
  })

  test('FIG-07 cash handed back in two parts counts once, on the day of the last', async () => {
    const order = await shop.store.insert('orders', {
      ...{ number: 'SJ-HANDED', status: 'completed', payment_method: 'cod', payment_status: 'partially_refunded' },
      ...{ grand_total: 50_000, paid_total: 50_000, refunded_total: 20_000, items: [] },
      confirmed_at: '2026-03-02 05:00:00.000Z',
    })
    for (const day of ['04', '06'])
      await shop.store.insert('order_events', { order, type: 'refunded', created: `2026-03-${day} 05:00:00.000Z` })
    const { days } = await figures({ month: '2026-03' })
    expect(days.filter(({ taken }) => taken !== 0)).toMatchObject([
      { day: '2026-03-02', taken: 50_000 },
      { day: '2026-03-06', taken: -20_000 },
    ])
  })

  test('FIG-07 cash counts on the day it was handed back, also where online money that came late went back after it', async () => {
    const order = await shop.store.insert('orders', {
      ...{ number: 'SJ-LATE', status: 'completed', payment_method: 'cod', payment_status: 'refunded' },
      ...{ grand_total: 50_000, paid_total: 100_000, refunded_total: 100_000, items: [] },
      confirmed_at: '2026-02-02 05:00:00.000Z',
    })
    const day = (day: string) => `2026-02-${day} 05:00:00.000Z`
    const online = { order, amount: 50_000, status: 'processed', processed_at: day('08') }
    const refund = await shop.store.insert('refunds', online)
    await shop.store.insert('order_events', { order, type: 'refunded', created: day('04') })
    await shop.store.insert('order_events', { order, type: 'refunded', created: day('08'), data: { refund } })
    const { days } = await figures({ month: '2026-02' })
    expect(days.filter(({ taken }) => taken !== 0)).toMatchObject([
      { day: '2026-02-02', taken: 100_000 },
      { day: '2026-02-04', taken: -50_000 },
      { day: '2026-02-08', taken: -50_000 },
    ])
  })

  test('FIG-08 sold most, by money and by pieces', async () => {
    const bag = await shop.newProduct({ name: 'Jute Bag', price: 1200 })
    const sell = (product: string, quantity: number, expected_total: number) =>
      shop.place(orderOf(product, { items: [{ product, quantity, color: '' }], expected_total }))
    await sell(bag, 1, 120_000)
    await sell(soap, 5, 90_000)
    await shop.owner.collection('products').update(bag, { name: 'Jute Tote' })
    const { sold_for_most, sold_most } = await figures()
    const of = (list: typeof sold_most) => list.filter(({ product }) => [bag, soap].includes(product))
    expect(of(sold_for_most)).toMatchObject([
      { product: bag, name: 'Jute Tote', pieces: 1, taken: 120_000 },
      { product: soap, pieces: 5, taken: 90_000 },
    ])
    expect(of(sold_most).map(({ product }) => product)).toEqual([soap, bag])
    await shop.store.insert('orders', {
      ...{ number: 'SJ-GONE', status: 'confirmed', payment_method: 'cod', grand_total: 5_000_000 },
      items: [{ product: 'gone00000000001', name: 'Silk Jhola', quantity: 1, line_total: 5_000_000 }],
      confirmed_at: new Date().toISOString().replace('T', ' '),
    })
    expect((await figures()).sold_for_most[0]).toMatchObject({ name: 'Silk Jhola', image: '', taken: 5_000_000 })
  })

  test('FIG-08 by what was paid for it: without what was taken off, and nothing for a gift', async () => {
    const pouch = await shop.newProduct({ name: 'Pouch', price: 300 })
    const promotions = shop.owner.collection('promotions')
    const made = [
      await promotions.create({
        name: 'Soap',
        active: true,
        kind: 'percent',
        value: 10,
        products: [soap],
        combines: true,
      }),
      await promotions.create({
        name: 'Pouch',
        active: true,
        kind: 'gift',
        gift: pouch,
        code: 'POUCH',
        combines: true,
      }),
    ]
    const placed = await shop.place(orderOf(soap, { expected_total: 16_200, code: 'POUCH', gift: pouch }))
    for (const { id } of made) await promotions.update(id, { active: false })
    expect(placed.status).toBe(201)
    const { sold_for_most } = await figures()
    const taken = (product: string) => sold_for_most.find((sold) => sold.product === product)
    expect([taken(soap), taken(pouch)]).toMatchObject([
      { pieces: 1, taken: 16_200 },
      { pieces: 1, taken: 0 },
    ])
  })

  test('FIG-09 what was searched for and not found is counted by the day, without persons and bounded', async () => {
    const search = (query: string) => shop.call(`/api/store/search?${new URLSearchParams(query)}`)
    for (const q of [
      'q=Loofah',
      'q=loofah ',
      'q=constructor',
      'q=neem',
      'q=asha@example.in',
      'q=98450 12345',
      'q=neem&category=bag',
    ])
      await search(q)
    expect((await figures()).missed).toEqual([
      { term: 'loofah', count: 2 },
      { term: 'constructor', count: 1 },
    ])
    await search('q=loofah')
    // What could not be written waits on.
    await shop.owner.sql.run(`CREATE TRIGGER full_disk BEFORE UPDATE ON missed_searches
      BEGIN SELECT RAISE(ABORT, 'The disk is full.'); END`)
    await shop.store.runJob('store-missed')
    await shop.owner.sql.run('DROP TRIGGER full_disk')
    await shop.store.runJob('store-missed')
    const kept = await shop.owner.collection('missed_searches').getFullList({ sort: '-count' })
    expect(kept).toMatchObject([
      { term: 'loofah', day: TODAY, count: 3 },
      { term: 'constructor', day: TODAY, count: 1 },
    ])
    // Typed on the way to something is not searched for.
    await shop.call('/api/store/search/suggestions?q=shamp')
    const words = Array.from(
      { length: 330 },
      (_, at) =>
        `q=${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}qqq${'uvwx'[Math.floor(at / 100)]}`,
    )
    for (const some of [words.slice(0, 150), words.slice(150)]) {
      for (let at = 0; at < some.length; at += 15) await Promise.all(some.slice(at, at + 15).map(search))
      await shop.store.runJob('store-missed')
    }
    await search('q=constructor')
    await shop.store.runJob('store-missed')
    expect((await shop.owner.collection('missed_searches').getFullList()).length).toBe(300)
    expect((await figures()).missed[1]).toEqual({ term: 'constructor', count: 2 })
  })

  test('FIG-10 the papers of a month come whole, in India’s months, page by page', async () => {
    const id = await place()
    await order(id, { fulfilment_status: 'packed' })
    const { papers: found, next } = await papers(MONTH)
    const month = monthOf(found.map((paper) => JSON.parse(paper)))
    const bills = await shop.owner.collection('bills').getFullList()
    expect([found.length, next]).toEqual([bills.length, ''])
    expect(month.together.total).toBe(bills.reduce((sum, { data }) => sum + data.grand_total, 0))
    expect((await figures()).months).toEqual([MONTH])
    const data = JSON.stringify(JSON.parse(found[0] ?? '{}'))
    for (let place = 0; place < 260; place++)
      await shop.store.insert('bills', {
        order: id,
        number: `X${place}`,
        kind: 'receipt',
        fiscal_year: '26-27',
        sequence: 1000 + place,
        data,
        issued_at: place < 100 ? '2026-06-30 18:30:00.000Z' : '2026-07-02 05:00:00.000Z',
      })
    const first = await papers('2026-07')
    const second = await papers('2026-07', first.next)
    expect([first.papers.length, second.papers.length, second.next]).toEqual([250, 10, ''])
    expect((await papers('2026-06')).papers).toEqual([])
    await expect(papers('soon')).rejects.toMatchObject({ status: 400 })
  })
})
