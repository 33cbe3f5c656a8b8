import { readFile } from 'node:fs/promises'
import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { monthFiles, monthOf } from '../../src/domain/desk/month'
import type { Invoice } from '../../src/domain/invoices/invoice'
import type { OrderItem, PlacedOrder } from '../../src/domain/orders/order'
import { orderOf, payPretend, placeOrder } from '../order'
import { refused } from '../refused'
import { shared } from '../shared'
import { liftLimits, startStore } from './record-store'

const SELLER = {
  gst_mode: 'regular',
  seller_gstin: '29AAGCB7383J1Z4',
  seller_state: 'KA',
  seller_legal_name: 'Sabun & Jhola LLP',
  seller_address: '12, Mill Road\nBengaluru 560001',
}

const store = shared(startStore)
let owner: PocketBase
let soap: string

const setClock = (time: string) => store.setAhead(Date.parse(time) - Date.now())

beforeAll(async () => {
  await liftLimits(store)
  owner = await store.superuser()
  soap = await product({ name: 'Neem <b>soap</b>', price: 180, hsn: '34011110' })
})
beforeEach(async () => {
  await store.setAhead(0)
  await store.changeSettings(SELLER)
})

const product = async (fields: Record<string, unknown>) =>
  (await owner.collection('products').create({ category: 'soap', inStock: true, ...fields })).id

const contact = { name: 'मीरा <i>रघुनाथन</i>', email: 'meera@example.in', phone: '98450 12345' }
const place = (of = soap, change: Record<string, unknown> = {}, as = owner) =>
  placeOrder(as, orderOf(of, { contact, payment_method: 'cod', ...change }))

const move = (id: string, change: Record<string, unknown>) => owner.collection('orders').update(id, change)
const pack = (id: string) => move(id, { fulfilment_status: 'packed' })
const invoices = () => owner.collection('bills').getFullList({ sort: 'created' })
const invoicesOf = (order: string) =>
  owner.collection('bills').getFullList({ filter: `order = '${order}'`, sort: 'created,number' })
const data = (invoice: Record<string, unknown>) => invoice.data as Invoice

/** Without a rate nothing may be on sale in mode regular. */
async function takeBareOffSale(): Promise<void> {
  const filter = 'inStock = true && gst_rate = 0 && hsn !~ "3401%" && hsn !~ "3305%"'
  for (const { id } of await owner.collection('products').getFullList({ filter }))
    await owner.collection('products').update(id, { inStock: false })
}

const show = (id: string, token: string) =>
  fetch(`${store.url}/api/store/orders/${id}/bill`, { headers: { 'X-Order-Token': token } })

describe('the tax of a line', () => {
  const rateOf = async (fields: Record<string, unknown>) => {
    const placed = await place(await product({ name: 'Thing', price: 180, ...fields }))
    return (await owner.collection('orders').getOne(placed.id)).items.map((item: OrderItem) => item.gst_rate)
  }

  test('TAX-02 is the dated rate of the longest HSN code that fits, or the product’s own', async () => {
    expect(await rateOf({ hsn: '34011110' })).toEqual([5])
    expect(await rateOf({ hsn: '34011942' })).toEqual([18])
    expect(await rateOf({ hsn: '34013090' })).toEqual([18])
    expect(await rateOf({ hsn: '34011110', gst_rate: 12 })).toEqual([12])
    await store.changeSettings({ gst_mode: 'unregistered' })
    expect(await rateOf({ hsn: '9999' })).toEqual([0])
    expect(await rateOf({})).toEqual([0])
    await takeBareOffSale()
  })

  test('TAX-03 is asked for in mode regular: no product is on sale, and no switch to it is made, without one', async () => {
    const saidOf = async (save: Promise<unknown>) => (await refused(save)).said
    expect(await saidOf(product({ name: 'Bare', price: 180 }))).toEqual({
      hsn: expect.stringMatching(/write the HSN code, or the rate in gst_rate/),
    })
    expect(await saidOf(product({ name: 'Unknown', price: 180, hsn: '9603' }))).toEqual({
      gst_rate: expect.stringMatching(/no rate for this HSN code/),
    })
    await product({ name: 'Draft', price: 180, inStock: false })
    await store.changeSettings({ gst_mode: 'unregistered' })
    const bare: string[] = []
    for (const name of ['Bare A', 'Bare B', 'Bare C', 'Bare D']) bare.push(await product({ name, price: 180 }))
    expect((await saidOf(store.changeSettings({ gst_mode: 'regular' }))).gst_mode).toMatch(
      /“Bare A”, “Bare B”, “Bare C” and \d+ more/,
    )
    await takeBareOffSale()
    await store.changeSettings({ gst_mode: 'regular' })
    // Another setting is saved without being asked about products again.
    await store.changeSettings({ shipping_fee: 10 })
  })

  test('TAX-03 missing when it was ordered reaches the bill from the product as it is now; nothing is billed at 0 % unsaid', async () => {
    await store.changeSettings({ gst_mode: 'unregistered' })
    const bare = await product({ name: 'Comb', price: 180 })
    const [late, zero, gone] = [await place(bare), await place(bare), await place(bare)]
    await owner.collection('products').update(bare, { inStock: false })
    await store.changeSettings({ gst_mode: 'regular' })
    await expect(pack(late.id)).rejects.toMatchObject({
      response: {
        data: { fulfilment_status: { message: expect.stringMatching(/“Comb” has no GST rate\. Write hsn/) } },
      },
    })
    expect(await invoicesOf(late.id)).toEqual([])
    await owner.collection('products').update(bare, { hsn: '96151100', gst_rate: 18 })
    await pack(late.id)
    expect(data((await invoicesOf(late.id))[0] as never).rows).toMatchObject([
      { hsn: '96151100', rate: 18, taxable: 15254 },
    ])

    await owner.collection('products').update(bare, { gst_rate: 0 })
    await expect(pack(zero.id)).rejects.toMatchObject({ status: 400 })
    const from = '2026-01-01 00:00:00.000Z'
    await expect(
      owner.collection('tax_rates').create({ hsn: '9615', rate: '', valid_from: from }),
    ).rejects.toMatchObject({
      response: { data: { rate: { message: 'Write the rate in percent; 0 for goods without tax.' } } },
    })
    await owner.collection('tax_rates').create({ hsn: '9615', rate: 0, valid_from: from, note: 'On purpose' })
    await pack(zero.id)
    expect(data((await invoicesOf(zero.id))[0] as never).rows).toMatchObject([{ rate: 0, taxable: 18000 }])

    await store.remove('products', bare)
    await expect(pack(gone.id)).rejects.toMatchObject({
      response: { data: { fulfilment_status: { message: expect.stringMatching(/with the code 00/) } } },
    })
    const none = await owner.collection('tax_rates').create({ hsn: '00', rate: 5, valid_from: from })
    await pack(gone.id)
    expect(data((await invoicesOf(gone.id))[0] as never).rows).toMatchObject([{ rate: 5 }])
    await owner.collection('tax_rates').delete(none.id)
  })

  test('TAX-02 changes at midnight in India, and stays with orders placed before', async () => {
    await owner.collection('tax_rates').create({ hsn: '3305', rate: 2.5, valid_from: '2026-01-01 00:00:00.000Z' })
    await owner.collection('tax_rates').create({ hsn: '3305', rate: 18, valid_from: '2027-12-31 18:30:00.000Z' })
    await setClock('2027-12-31T23:59:50+05:30')
    const shampoo = await product({ name: 'Shampoo bar', price: 180, hsn: '33051090' })
    const before = await place(shampoo)
    await setClock('2028-01-01T00:00:10+05:30')
    const after = await place(shampoo)
    await pack(before.id)
    await pack(after.id)
    expect((await invoicesOf(before.id)).map((invoice) => data(invoice).rows[0]?.rate)).toEqual([2.5])
    expect((await invoicesOf(after.id)).map((invoice) => data(invoice).rows[0]?.rate)).toEqual([18])
  })
})

describe('a bill', () => {
  test('TAX-04 TAX-08 is made when the parcel is packed, once, and read by whoever holds the order’s token', async () => {
    const placed = await place()
    expect((await show(placed.id, placed.access_token)).status).toBe(404)
    await pack(placed.id)
    await move(placed.id, { fulfilment_status: 'shipped', courier: 'India Post', tracking_number: 'EK1' })
    const [invoice, ...more] = await invoicesOf(placed.id)
    expect(more).toEqual([])
    expect(invoice).toMatchObject({ kind: 'tax_invoice', number: expect.stringMatching(/^\d\d-\d\d\/\d{6}$/) })
    expect(data(invoice as never)).toMatchObject({
      order_number: placed.number,
      grand_total: 18000,
      inter_state: false,
      rows: [
        { text: 'Neem <b>soap</b>', hsn: '34011110', rate: 5, taxable: 17142, cgst: 429, sgst: 429, amount: 18000 },
      ],
      buyer: { name: 'मीरा <i>रघुनाथन</i>' },
      payment: 'cod_unpaid',
    })

    const answer = await show(placed.id, placed.access_token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/i)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    const page = await answer.text()
    expect(page).toContain(String(invoice?.number))
    expect(page).toContain('मीरा &lt;i&gt;रघुनाथन')
    expect(page).not.toContain('<b>soap')

    const file = await fetch(
      `${owner.files.getURL(invoice as never, invoice?.document)}?token=${await owner.files.getToken()}`,
    )
    expect(await file.text()).toBe(page)
  })

  test('TAX-08 answers everybody else like an order that is not there', async () => {
    const placed = await place()
    const other = await place()
    await pack(placed.id)
    const misses = await Promise.all([
      show(placed.id, 'x'.repeat(64)),
      show(placed.id, other.access_token),
      show('nosuchorder0000', other.access_token),
      fetch(`${store.url}/api/store/orders/${placed.id}/bill`),
    ])
    const bodies = await Promise.all(misses.map((miss) => miss.json()))
    expect(misses.map((miss) => miss.status)).toEqual([404, 404, 404, 404])
    for (const body of bodies) expect(body).toEqual(bodies[0])
    const { pb } = await store.newUser()
    expect(
      (
        await fetch(`${store.url}/api/store/orders/${placed.id}/bill`, {
          headers: { Authorization: pb.authStore.token },
        })
      ).status,
    ).toBe(404)
  })

  test('ORDER-08 TAX-08 is read in the session of the account that placed the order', async () => {
    const { pb } = await store.newUser()
    const placed = await place(soap, {}, pb)
    const inSession = () =>
      fetch(`${store.url}/api/store/orders/${placed.id}/bill`, { headers: { Authorization: pb.authStore.token } })
    expect((await inSession()).status).toBe(404)
    await pack(placed.id)
    const answer = await inSession()
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(await (await show(placed.id, placed.access_token)).text())
  })

  test('TAX-07 stays as it was when product and shop change afterwards', async () => {
    const item = await product({ name: 'Old name', price: 180, hsn: '34011110' })
    const placed = await place(item)
    await owner.collection('products').update(item, { name: 'New name', price: 500, hsn: '4202', gst_rate: 40 })
    await pack(placed.id)
    await store.changeSettings({ seller_legal_name: 'Other LLP' })
    await owner.collection('products').update(item, { archived: true })
    const page = await (await show(placed.id, placed.access_token)).text()
    expect(page).toContain('Old name')
    expect(page).toContain('Sabun &amp; Jhola LLP')
    expect(page).not.toMatch(/New name|Other LLP/)
  })

  test('TAX-01 TAX-04 of a parcel to another state has IGST; of other shops no tax', async () => {
    const address = { line1: '1 Beach Road', line2: '', landmark: '', city: 'Chennai', state: 'TN', pincode: '600001' }
    const there = await place(soap, { address })
    await pack(there.id)
    expect(data((await invoicesOf(there.id))[0] as never)).toMatchObject({ inter_state: true, rows: [{ igst: 857 }] })
    await store.changeSettings({ gst_mode: 'composition' })
    const second = await place()
    await pack(second.id)
    await store.changeSettings({ gst_mode: 'unregistered' })
    const third = await place()
    await pack(third.id)
    const kinds = [...(await invoicesOf(second.id)), ...(await invoicesOf(third.id))].map((invoice) => [
      invoice.kind,
      data(invoice).rows[0]?.taxable,
    ])
    expect(kinds).toEqual([
      ['bill_of_supply', 18000],
      ['receipt', 18000],
    ])
  })

  test('TAX-04 is not made, nor the parcel packed, when the order’s sums are not its total', async () => {
    const placed = await place()
    await owner.sql.run(`UPDATE orders SET grand_total = 17999 WHERE id = '${placed.id}'`)
    const refusal: ClientResponseError = await pack(placed.id).catch((error) => error)
    expect(refusal).toBeInstanceOf(ClientResponseError)
    expect(refusal.response.data.fulfilment_status.message).toMatch(/18000.*17999/)
    expect((await owner.collection('orders').getOne(placed.id)).fulfilment_status).toBe('unfulfilled')
    expect(await invoicesOf(placed.id)).toEqual([])
  })
})

describe('the numbers', () => {
  test('TAX-06 are consecutive under 50 parallel packings, some of which are refused, and each order has one', async () => {
    await setClock('2030-05-01T12:00:00+05:30')
    const placed: PlacedOrder[] = []
    for (let i = 0; i < 50; i++) placed.push(await place())
    const refused = placed.slice(0, 10)
    for (const { id } of refused) await owner.sql.run(`UPDATE orders SET grand_total = 1 WHERE id = '${id}'`)
    const answers = await Promise.allSettled(placed.flatMap(({ id }) => [pack(id), pack(id)]))
    expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(20)
    const made = (await invoices()).filter((invoice) => invoice.fiscal_year === '30-31')
    expect(made.map((invoice) => invoice.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
    expect(new Set(made.map((invoice) => invoice.order)).size).toBe(40)
    expect(made.map((invoice) => invoice.number).sort()[39]).toBe('30-31/000040')
  })

  test('TAX-06 begin again on 1 April in India', async () => {
    const [last, first] = [await place(), await place()]
    await setClock('2031-03-31T23:59:30+05:30')
    await pack(last.id)
    await setClock('2031-04-01T00:00:30+05:30')
    await pack(first.id)
    expect((await invoicesOf(last.id))[0]?.fiscal_year).toBe('30-31')
    expect((await invoicesOf(first.id))[0]?.number).toBe('31-32/000001')
  })

  test('TAX-06 go on after those a restored backup has lost, as the deployment guide says', async () => {
    const guide = await readFile('docs/deployment.md', 'utf8')
    const statement = /"(UPDATE bills [^"]+)"/.exec(guide)?.[1] ?? ''
    const numberOf = async () => {
      const { id } = await place()
      await pack(id)
      return (await invoicesOf(id))[0]?.number
    }
    await setClock('2039-05-02T06:00:00Z')
    expect(await numberOf()).toBe('39-40/000001')
    await owner.sql.run(statement.replace('26-27', '39-40'))
    expect(await numberOf()).toBe('39-40/000124')
    expect(await numberOf()).toBe('39-40/000125')
  })

  test('TAX-07 are never taken back: no bill is made, changed or deleted by anybody', async () => {
    const placed = await place()
    await pack(placed.id)
    const [invoice] = await invoicesOf(placed.id)
    const { pb } = await store.newUser()
    const { data: _, document: __, ...copy } = invoice as Record<string, unknown>
    for (const client of [owner, pb, store.guest()]) {
      const collection = client.collection('bills')
      for (const attempt of [
        () => collection.create({ ...copy, id: '', number: '30-31/1', sequence: 999 }),
        () => collection.update(String(invoice?.id), { data: {} }),
        () => collection.delete(String(invoice?.id)),
      ])
        await expect(attempt()).rejects.toMatchObject({ status: 403 })
    }
    await expect(owner.collections.truncate('bills')).rejects.toBeInstanceOf(ClientResponseError)
    expect(await invoicesOf(placed.id)).toEqual([invoice])
  })
})

describe('TAX-10 a credit note', () => {
  /** Of cash, which the shop hands back by itself: there is no provider to wait for. */
  const refund = (order: string, amount: number) =>
    owner.collection('refunds').create({ order, rupees: amount / 100, note: 'Dented' })
  const notesOf = async (order: string) => (await invoicesOf(order)).slice(1).map((note) => data(note))

  test('is made in its own series when the parcel comes back unpaid', async () => {
    await setClock('2033-05-01T12:00:00+05:30')
    const placed = await place()
    await pack(placed.id)
    await move(placed.id, { fulfilment_status: 'shipped' })
    await move(placed.id, { fulfilment_status: 'delivery_failed' })
    await move(placed.id, { fulfilment_status: 'returned_to_origin', restock: 'no' })
    const [invoice, note] = await invoicesOf(placed.id)
    expect(note).toMatchObject({ kind: 'credit_note', number: 'CN33-34/0001' })
    expect(data(note as never)).toMatchObject({
      grand_total: 18000,
      against: { number: invoice?.number, reason: 'Parcel came back' },
      rows: [{ taxable: 17142, cgst: 429, sgst: 429 }],
    })
  })

  test('FIG-01 of a parcel that came back leaves no HSN code money or pieces in the month for the accountant', async () => {
    const [bar, jhola] = [
      await product({ name: 'Bar', price: 200, hsn: '34011190', gst_rate: 5 }),
      await product({ name: 'Jhola', price: 1000, category: 'bag', hsn: '42022290', gst_rate: 5 }),
    ]
    const items = [
      { product: bar, quantity: 3, color: '' },
      { product: jhola, quantity: 1, color: '' },
    ]
    const placed = await place(bar, { items, expected_total: 160_000 })
    await pack(placed.id)
    for (const fulfilment_status of ['shipped', 'delivery_failed']) await move(placed.id, { fulfilment_status })
    await move(placed.id, { fulfilment_status: 'returned_to_origin', restock: 'no' })
    const papers = (await invoicesOf(placed.id)).map((paper) => data(paper))
    const [headings = [], ...codes] = monthFiles(monthOf(papers))['by-hsn.csv'] ?? []
    const cells = ['hsn', 'pieces', 'taxable_value', 'total'].map((name) => headings.indexOf(name))
    expect(codes.map((row) => cells.map((at) => row[at]))).toEqual([
      ['34011190', '0', '0.00', '0.00'],
      ['42022290', '0', '0.00', '0.00'],
    ])
  })

  test('is made when a packed order is cancelled, not when an unpacked one is, and not by shops without GST invoices', async () => {
    const unpacked = await place()
    await move(unpacked.id, { status: 'cancelled' })
    expect(await invoicesOf(unpacked.id)).toEqual([])
    const packed = await place()
    await pack(packed.id)
    await move(packed.id, { status: 'cancelled' })
    expect((await invoicesOf(packed.id)).map((invoice) => invoice.kind)).toEqual(['tax_invoice', 'credit_note'])
    await store.changeSettings({ gst_mode: 'composition' })
    const other = await place()
    await pack(other.id)
    await move(other.id, { status: 'cancelled' })
    expect((await invoicesOf(other.id)).map((invoice) => invoice.kind)).toEqual(['bill_of_supply'])
  })

  test('is made, once, though the money of a second payment is still on its way back', async () => {
    const placed = await place()
    await pack(placed.id)
    const amounts = { amount: 18000, captured: 18000, currency: 'INR' }
    const row = { order: placed.id, provider: 'test', attempt: 1, receipt: placed.number, status: 'captured' }
    const payment = await store.insert('payments', { ...row, ...amounts, gateway_payment_id: 'pay_second' })
    await owner.sql.run(`UPDATE orders SET paid_total = 18000 WHERE id = '${placed.id}'`)
    const late = { order: placed.id, payment, amount: 18000, reason: 'duplicate_payment', status: 'queued' }
    await store.insert('refunds', { ...late, idempotency_key: 'second', next_try_at: '2020-01-01 00:00:00.000Z' })
    await move(placed.id, { status: 'cancelled' })
    expect((await notesOf(placed.id)).map((note) => note.grand_total)).toEqual([18000])
    await store.runJob('store-refunds')
    expect(await owner.collection('orders').getOne(placed.id)).toMatchObject({ refunded_total: 18000 })
    expect(await notesOf(placed.id)).toHaveLength(1)
  })

  test('follows each refund of a billed order, and together they take back its very tax', async () => {
    await setClock('2034-05-01T12:00:00+05:30')
    const placed = await place()
    await pack(placed.id)
    await move(placed.id, { payment_status: 'paid' })
    await refund(placed.id, 5001)
    await refund(placed.id, 12999)
    const notes = await notesOf(placed.id)
    expect(notes.map((note) => [note.number, note.grand_total])).toEqual([
      ['CN34-35/0001', 5001],
      ['CN34-35/0002', 12999],
    ])
    expect(notes.reduce((sum, note) => sum + (note.rows[0]?.cgst ?? 0), 0)).toBe(429)
  })

  test('is made when the provider has given money of a billed order back, and the mail tells how much', async () => {
    const placed = await place(soap, { payment_method: 'online' })
    await payPretend(store.guest(), placed)
    await pack(placed.id)
    expect(data((await invoicesOf(placed.id))[0] as never).payment).toBe('test')
    await owner.collection('refunds').create({ order: placed.id, rupees: 50.01, note: 'Dented' })
    expect(await notesOf(placed.id)).toEqual([])
    await store.setAhead(11 * 60_000)
    await store.runJob('store-refunds')
    const [note] = await notesOf(placed.id)
    expect(note).toMatchObject({ grand_total: 5001, payment: 'test', against: { reason: 'Refund' } })
    const mails = await owner.collection('outbox').getFullList({ filter: `order = '${placed.id}'` })
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['order_paid', 'order_refunded', 'owner_new_order'])
    expect(mails.find(({ kind }) => kind === 'order_refunded')?.data).toMatchObject({ amount: 5001, reason: 'by_shop' })
  })

  test('is not made for money that goes back before there was a bill', async () => {
    const placed = await place()
    await move(placed.id, { payment_status: 'paid' })
    await refund(placed.id, 5001)
    expect(await invoicesOf(placed.id)).toEqual([])
  })
})
