import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parseProduct } from '../../src/domain/catalog/product'
import type { DeskOrder, RefundPlan } from '../../src/domain/desk/orders'
import type { PrintAnswer } from '../../src/domain/desk/parcels'
import type { Invoice } from '../../src/domain/invoices/invoice'
import { parsePromotion } from '../../src/domain/offers/promotion'
import type { PlacedOrder } from '../../src/domain/orders/order'
import { priceCart, promisesOf, type Quote, type QuoteFacts } from '../../src/domain/orders/quote'
import { type ChosenPieces, givenBack, givenOf, refundPieces, soldLines } from '../../src/domain/payments/refund-pieces'
import { parseSettings } from '../../src/domain/site/settings'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import type { Refused } from './paying-shop'

const shop = shared(openCashShop)
let soap: string
let bag: string

beforeAll(async () => {
  await shop.store.changeSettings({
    ...{ gst_mode: 'regular', seller_state: 'KA', seller_gstin: '29AAGCB7383J1Z4', seller_legal_name: 'Sabun LLP' },
    ...{ seller_address: '12, Mill Road\nBengaluru 560001', shipping_fee: 49, free_shipping_from: 1500 },
    ...{ cod_max: 0, cod_max_open_per_phone: 0, minimum_order: 0 },
  })
  soap = await shop.newProduct({ name: 'Neem Soap', price: 99.99, hsn: '3401', gst_rate: 5 }, 500)
  bag = await shop.newProduct({ name: 'Market Jhola', price: 650, category: 'bag', hsn: '4202', gst_rate: 18 })
})
afterEach(async () => {
  for (const { id } of await shop.owner.collection('promotions').getFullList({ filter: 'active = true' }))
    await shop.owner.collection('promotions').update(id, { active: false })
})

const promotion = (fields: Record<string, unknown>) =>
  shop.owner.collection('promotions').create({ name: 'Diwali', active: true, kind: 'percent', value: 10, ...fields })

const desk = <T = DeskOrder>(path: string, body?: object) => shop.store.desk<T & Refused>(`orders/${path}`, body)
const seen = async (id: string) => (await desk(id)).body
const act = async (id: string, act: string, more: object = {}) =>
  desk(`${id}/act`, { act, updated: (await seen(id)).updated, ...more })

let phones = 0
/** An order paid in cash; answers its quote too. */
async function paid(items: { product: string; quantity: number; color: string }[], code = '', state = 'KA') {
  const { body: quote } = await shop.post<Quote>('/api/store/quote', { items, code })
  const placed = await shop.place<PlacedOrder & Refused>(
    orderOf(soap, {
      ...{ items, ...promisesOf(quote), expected_total: quote.grand_total },
      contact: { name: 'Meera', email: `m${++phones}@example.in`, phone: `98450${String(10_000 + phones)}` },
      address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state, pincode: '560003' },
    }),
  )
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { status, body: order } = await act(placed.body.id, 'paid')
  expect(status).toBe(200)
  return { quote, order }
}

/** One that is packed too, so that it has its bill. */
async function packed(...asked: Parameters<typeof paid>) {
  const { quote, order: before } = await paid(...asked)
  const order = (await act(before.id, 'packed')).body
  expect(order.state.fulfilment_status).toBe('packed')
  return { quote, order }
}

const piece = (product: string, quantity = 1) => ({ product, quantity, color: '' })
const give = async (id: string, body: object) => desk(`${id}/refund`, { updated: (await seen(id)).updated, ...body })
const plan = (id: string, { pieces, delivery }: ChosenPieces) =>
  desk<RefundPlan>(
    `${id}/refund?${new URLSearchParams({ pieces: JSON.stringify(pieces), delivery: delivery ? 'yes' : '' })}`,
  )
const why = ({ status, body }: { status: number; body: Refused }) => [
  status,
  ...Object.entries(body.data).map(([field, problem]) => `${field}: ${(problem as { message: string }).message}`),
]
const papers = async (order: string): Promise<Invoice[]> =>
  (await shop.owner.collection('bills').getFullList({ filter: `order = '${order}'`, sort: 'created,sequence' })).map(
    ({ data }) => data,
  )

describe('PROMO-28 a refund of pieces', () => {
  test('gives back what was paid for them, whatever is sent, and each piece and the delivery once', async () => {
    await promotion({ value: 10 })
    // 299.97 less 30.00: 89.99 each, the second of them 89.99 and a third of a paisa more.
    const { order } = await packed([piece(soap, 3)])
    expect(order.items[0]).toMatchObject({ line_total: 29_997, discount: 3000, taken: 3 })
    expect((await plan(order.id, { pieces: [piece(soap, 2)], delivery: true })).body).toMatchObject({
      ...{ amount: 17_998 + 4900, by: 'hand', kept: order.paid_total - 22_898 },
      lines: { pieces: [{ ...piece(soap, 2), amount: 17_998 }], delivery: 4900 },
    })
    const lines = { pieces: [{ ...piece(soap, 1), amount: 1 }], delivery: 0 }
    const first = await give(order.id, { pieces: [{ ...piece(soap), amount: 29_997 }], lines, note: 'Chipped' })
    expect(first.body.refunds).toMatchObject([{ amount: 8999, lines: { pieces: [{ quantity: 1, amount: 8999 }] } }])
    expect(why(await give(order.id, { pieces: [piece(soap), piece(soap, 2)] }))).toEqual([
      400,
      'pieces: Of Neem Soap 2 pieces are left to give back.',
    ])
    expect(why(await give(order.id, { pieces: [piece(bag)] }))).toEqual([400, 'pieces: This order has no such piece.'])
    expect(why(await give(order.id, { pieces: [piece(soap)], rupees: '99.99' }))).toEqual([
      400,
      'rupees: These come to ₹89.99. Look at them again.',
    ])
    for (const pieces of ['soap', [{ product: soap, quantity: 0 }], [{ product: soap, quantity: 1.5 }], [{}]])
      expect((await give(order.id, { pieces })).status).toBe(400)
    const second = await give(order.id, { pieces: [piece(soap)], delivery: true, rupees: '138.99' })
    expect(second.body.refunds[1]).toMatchObject({ amount: 8999 + 4900, lines: { delivery: 4900 } })
    expect(why(await give(order.id, { delivery: true }))).toEqual([
      400,
      'pieces: The delivery has been given back already.',
    ])
    const last = await give(order.id, { pieces: [piece(soap)] })
    expect(last.body.refunds[2]).toMatchObject({ lines: { pieces: [{ amount: 8999 }] } })
    expect(last.body).toMatchObject({ refunded_total: order.paid_total, refundable: 0 })
    expect(why(await give(order.id, { pieces: [piece(soap)] }))).toEqual([
      400,
      'pieces: All pieces of Neem Soap have been given back.',
    ])
  })

  test('gives no more than is left after a kindness, and nothing for a gift', async () => {
    await promotion({ kind: 'gift', gift: soap, minimum: 500 })
    const { order } = await packed([piece(bag, 2)])
    expect(order.items[1]).toMatchObject({ is_gift: true, line_total: 9999, discount: 9999 })
    expect(why(await give(order.id, { pieces: [piece(soap)] }))).toEqual([400, 'pieces: This order has no such piece.'])
    expect((await give(order.id, { rupees: '100', note: 'A kindness' })).body.refunds[0]?.lines).toBeNull()
    expect((await plan(order.id, { pieces: [piece(bag)], delivery: false })).body.amount).toBe(65_000)
    const all = await give(order.id, { pieces: [piece(bag, 2)], delivery: true })
    expect(all.body.refunds[1]?.amount).toBe(order.paid_total - 10_000)
    expect(all.body).toMatchObject({ refundable: 0, refunded_total: order.paid_total })
  })

  test('puts pieces back on sale once, and a program’s refund in the admin screens is for none', async () => {
    const { order } = await packed([piece(soap, 3)])
    const before = await shop.stockOf(soap)
    const refund = { order: order.id, rupees: 10, lines: { pieces: [{ ...piece(soap, 3), amount: 1 }], delivery: 1 } }
    const { id } = await shop.owner.collection('refunds').create(refund)
    expect((await shop.owner.collection('refunds').getOne(id)).lines).toBeNull()
    const { body } = await give(order.id, { pieces: [piece(soap, 2)], restock: true })
    expect([await shop.stockOf(soap), body.items[0]?.taken]).toEqual([before + 2, 1])
    for (const step of ['shipped', 'delivery_failed']) expect((await act(order.id, step)).status).toBe(200)
    await act(order.id, 'returned_to_origin', { restock: 'yes' })
    expect((await seen(order.id)).items[0]?.taken).toBe(0)
    expect((await give(order.id, { pieces: [piece(soap)], restock: true })).status).toBe(200)
    expect(await shop.stockOf(soap)).toBe(before + 3)
  })

  test('keeps pieces off sale that were not put back with it, also when the others come back', async () => {
    const [{ order: cancelled }, { order: returned }] = [await packed([piece(soap, 3)]), await packed([piece(soap, 3)])]
    const before = await shop.stockOf(soap)
    expect((await give(cancelled.id, { pieces: [piece(soap)] })).status).toBe(200)
    await give(cancelled.id, { pieces: [piece(soap)], restock: true })
    await act(cancelled.id, 'cancel')
    expect(await shop.stockOf(soap)).toBe(before + 2)
    await give(returned.id, { pieces: [piece(soap)] })
    for (const step of ['shipped', 'delivery_failed']) await act(returned.id, step)
    await act(returned.id, 'returned_to_origin', { restock: 'yes' })
    expect(await shop.stockOf(soap)).toBe(before + 4)
  })
})

const SUMS = ['amount', 'taxable', 'cgst', 'sgst', 'igst', 'quantity'] as const
const sums = (rows: Invoice['rows']) => SUMS.map((name) => rows.reduce((sum, row) => sum + row[name], 0))

test('PROMO-29 its credit note has the rows of these pieces with their own tax, and all together are the bill', async () => {
  await promotion({ value: 12.5 })
  const { order } = await packed([piece(soap, 3), piece(bag)])
  const planned = (await plan(order.id, { pieces: [piece(soap, 2)], delivery: false })).body
  const { body } = await give(order.id, { pieces: [piece(soap, 2)] })
  const [bill, note] = (await papers(order.id)) as [Invoice, Invoice]
  expect(note.rows).toMatchObject([
    { ...{ text: 'Neem Soap', hsn: '3401', rate: 5, quantity: 2, unit_price: 9999, gross: 19_998 }, amount: 17_498 },
  ])
  expect(note.rows[0]).toMatchObject({ discount: 2500, taxable: 16_664, cgst: 417, sgst: 417 })
  expect(planned.credit_note).toEqual({ taxable: 16_664, tax: 834, tax_name: 'CGST and SGST' })
  const paper = body.bills.find(({ kind }) => kind === 'credit_note')
  const page = await shop.call<{ html: string }>(`/api/store/desk/bills/${paper?.id}`, {
    headers: { Authorization: shop.owner.authStore.token },
  })
  for (const words of ['2 NOS', '3401', 'Quantity', 'Discount']) expect(page.body.html).toContain(words)
  await give(order.id, { pieces: [piece(bag)], delivery: true })
  await give(order.id, { pieces: [piece(soap)] })
  const [, ...notes] = await papers(order.id)
  expect(sums(notes.flatMap(({ rows }) => rows))).toEqual(sums(bill.rows))
  expect(notes.reduce((sum, { grand_total }) => sum + grand_total, 0)).toBe(bill.grand_total)
  expect((await seen(order.id)).bills).toHaveLength(4)
})

test('PROMO-29 pieces given back before the bill was made are credited when it is', async () => {
  const { body } = await shop.place<PlacedOrder>(orderOf(soap, { items: [piece(soap, 2)], expected_total: 24_898 }))
  await act(body.id, 'paid')
  await give(body.id, { pieces: [piece(soap)] })
  await give(body.id, { rupees: '1', note: 'A kindness' })
  expect(await papers(body.id)).toEqual([])
  await act(body.id, 'packed')
  const [bill, ...notes] = await papers(body.id)
  expect(bill?.rows[0]).toMatchObject({ quantity: 2, amount: 19_998 })
  expect(notes.map(({ rows }) => rows)).toEqual([[expect.objectContaining({ of: 0, quantity: 1, amount: 9999 })]])
})

test('PACK-02 DELIV-10 of all its pieces nothing is packed, printed or called late, though its delivery stays paid', async () => {
  const { body } = await shop.place<PlacedOrder>(orderOf(soap, { items: [piece(soap, 2)], expected_total: 24_898 }))
  await act(body.id, 'paid')
  const [first, rest] = [await give(body.id, { pieces: [piece(soap)] }), await give(body.id, { pieces: [piece(soap)] })]
  expect([first, rest].map(({ body }) => body.acts.find(({ act }) => act === 'packed')?.why)).toEqual(['', GIVEN_BACK])
  expect(why(await act(body.id, 'packed'))).toEqual([400, `fulfilment_status: ${GIVEN_BACK}`])
  const headers = { Authorization: shop.owner.authStore.token, 'Content-Type': 'application/json' }
  const printed = await shop.call<PrintAnswer>('/api/store/desk/parcels/print', {
    ...{ method: 'POST', headers, body: JSON.stringify({ orders: [body.id] }) },
  })
  expect(printed.body).toMatchObject({ slips: [], left: [{ why: GIVEN_BACK }] })
  await shop.owner.sql.run(
    `UPDATE orders SET leaves_on = '2020-01-01', arrives_from = '2020-01-03', arrives_until = '2020-01-04'
     WHERE id = '${body.id}'`,
  )
  await shop.store.runJob('store-late')
  expect((await seen(body.id)).mails.map(({ kind }) => kind)).not.toContain('order_late')
  expect((await act(body.id, 'cancel')).status).toBe(200)
})

test('PACK-02 PROMO-28 a gift is not packed alone, and is on sale again once nothing more is sent', async () => {
  await promotion({ kind: 'gift', gift: soap, minimum: 500 })
  const before = await shop.stockOf(soap)
  const { order } = await paid([piece(bag)])
  expect(order.items[1]).toMatchObject({ is_gift: true })
  await give(order.id, { pieces: [piece(bag)] })
  expect(why(await act(order.id, 'packed'))).toEqual([400, `fulfilment_status: ${GIVEN_BACK}`])
  expect(await shop.stockOf(soap)).toBe(before - 1)
  expect((await act(order.id, 'keep')).status).toBe(200)
  expect(await shop.stockOf(soap)).toBe(before)
})

const GIVEN_BACK = 'Its money, or every piece of it, has been given back, or is about to: it cannot be sent.'

/** The same numbers each time. */
function chance(seed: number) {
  let at = seed
  return (below: number) => {
    at = (at * 48_271) % 2_147_483_647
    return at % below
  }
}

describe('PROMO-30 browser and server', () => {
  const CODES = ['TEN', 'FIFTY', 'SHIP', 'BAGS', '']

  /** What a browser knows of prices and promotions. */
  async function factsOf(): Promise<(typed: string) => QuoteFacts> {
    const all = async (collection: string, filter = '') =>
      shop.owner.collection(collection).getFullList({ filter, sort: '-created' })
    const products = (await all('products')).map((record) => ({
      ...{ product: parseProduct(record), hsn: String(record.hsn), gst_rate: Number(record.gst_rate) },
      available: record.id === soap ? 400 : null,
    }))
    const [settings] = await all('store_settings')
    const promotions = (await all('promotions', 'active = true')).map(parsePromotion)
    return (typed) => {
      const found = promotions.find(({ code }) => code === typed && typed !== '')
      return {
        find: (id) => products.find(({ product }) => product.id === id),
        settings: parseSettings(settings),
        promotions: promotions.filter(({ code }) => code === ''),
        code: found ? { typed, found: { promotion: found } } : null,
        provider: 'test',
        now: Date.now(),
      }
    }
  }

  test('work out the same of thirty carts, their promotions, and refunds of their pieces until nothing is left', async () => {
    const tote = await shop.newProduct({ name: 'Tote', price: 333.33, category: 'bag', hsn: '4202', gst_rate: 12 })
    const comb = await shop.newProduct({ name: 'Comb', price: 7.77, category: 'comb', hsn: '9615', gst_rate: 18 })
    await promotion({ name: 'Gift', kind: 'gift', gift: comb, minimum: 2500, combines: true })
    await promotion({ name: 'Soaps', value: 7.5, categories: ['soap'], combines: true })
    await promotion({ name: 'Rupees', kind: 'amount', value: 61.5, minimum: 400 })
    await promotion({ name: 'Ten', code: 'TEN', value: 10, combines: true })
    await promotion({ name: 'Fifty', code: 'FIFTY', kind: 'amount', value: 50, minimum: 300 })
    await promotion({ name: 'Ship', code: 'SHIP', kind: 'free_delivery', combines: true })
    await promotion({ name: 'Bags', code: 'BAGS', value: 33.33, products: [bag, tote] })
    const facts = await factsOf()
    const next = chance(7)
    let discounted = 0
    for (let cart = 0; cart < 30; cart++) {
      const items = [soap, bag, tote, comb]
        .map((product) => piece(product, next(4)))
        .filter(({ quantity }) => quantity > 0)
      if (items.length === 0) items.push(piece(tote, 3))
      const code = CODES[next(CODES.length)] ?? ''
      const { quote, order } = await packed(items, code, ['KA', 'TN'][cart % 2])
      const { valid_until: _, ...asked } = quote
      const { valid_until: __, ...worked } = priceCart(items, facts(code))
      expect(asked).toEqual(worked)
      if (quote.discount_total > 0) discounted++

      for (let now = order; now.refundable > 0; ) {
        const given = givenBack(now.refunds)
        const rest = soldLines(now.items).map((line) =>
          piece(line.product, line.quantity - givenOf(line, given).quantity),
        )
        const some = rest.map((one) => ({ ...one, quantity: next(one.quantity + 1) }))
        const chosen = (some.some(({ quantity }) => quantity > 0) ? some : rest).filter(({ quantity }) => quantity > 0)
        const delivery =
          now.shipping_total > 0 && !given.some((one) => one.delivery > 0) && (chosen.length === 0 || next(2) > 0)
        const shown = refundPieces(now, { given, chosen: { pieces: chosen, delivery }, left: now.refundable })
        if ('problem' in shown) throw new Error(shown.problem)
        expect((await plan(order.id, { pieces: chosen, delivery })).body).toMatchObject(shown)
        const { status, body } = await give(order.id, { pieces: chosen, delivery, rupees: String(shown.amount / 100) })
        expect(status, JSON.stringify(body)).toBe(200)
        expect(body.refunds.at(-1)).toMatchObject(shown)
        now = body
      }
      const done = await seen(order.id)
      expect(done.refunded_total).toBe(order.paid_total)
      for (const line of soldLines(done.items))
        expect(givenOf(line, givenBack(done.refunds))).toEqual({
          quantity: line.quantity,
          amount: line.line_total - (line.discount ?? 0),
        })
      const [bill, ...notes] = (await papers(order.id)) as [Invoice, ...Invoice[]]
      const bought = bill.rows.filter(({ is_gift }) => !is_gift)
      expect(sums(notes.flatMap(({ rows }) => rows))).toEqual(sums(bought))
    }
    expect(discounted).toBeGreaterThan(20)
  })
})
