import type PocketBase from 'pocketbase'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrderView, PlacedOrder, TrackView } from '../../src/domain/order'
import type { PlaceRequestInput } from '../../src/domain/order-request'
import type { Quote } from '../../src/domain/quote'
import { liftLimits, type RecordStore, startStore } from './record-store'

// Each file starts a real record store; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

interface Answer<T> {
  status: number
  body: T
}
interface ErrorBody {
  message: string
  data: Record<string, unknown> & { code?: string; quote?: Quote }
}

let store: RecordStore
let owner: PocketBase
let soap: string
let keys = 0

beforeAll(async () => {
  store = await startStore({ seed: 'none' })
  await liftLimits(store)
  owner = await store.superuser()
})
afterAll(() => store?.stop())
beforeEach(async () => {
  soap = await newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

async function newProduct(fields: Record<string, unknown>, stock?: number): Promise<string> {
  const product = await owner.collection('products').create({ category: 'soap', inStock: true, ...fields })
  if (stock !== undefined) await restock(product.id, stock)
  return product.id
}

const restock = (product: string, delta: number) =>
  owner.collection('stock_movements').create({ product, delta, reason: 'restock' })

const newKey = () => `test-key-${String(++keys).padStart(12, '0')}`

function orderOf(product: string, change: Record<string, unknown> = {}): PlaceRequestInput {
  return {
    items: [{ product, quantity: 1, color: '' }],
    contact: { name: 'मीरा रघुनाथन', email: 'Meera@Example.in', phone: '098450 12345' },
    address: { line1: '14, 3rd Cross', line2: '', landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560 003' },
    payment_method: 'cod',
    expected_total: 18000,
    ...change,
  } as PlaceRequestInput
}

async function call<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  const response = await fetch(`${store.url}${path}`, init)
  return { status: response.status, body: (await response.json()) as T }
}

function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return call<T>(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
}

const place = <T = PlacedOrder>(body: unknown, key = newKey(), headers: Record<string, string> = {}) =>
  post<T>('/api/store/orders', body, { 'Idempotency-Key': key, ...headers })

const view = (id: string, token?: string) =>
  call<OrderView & ErrorBody>(
    `/api/store/orders/${id}`,
    token === undefined ? {} : { headers: { 'X-Order-Token': token } },
  )

async function stockOf(product: string): Promise<number> {
  const movements = await owner.collection('stock_movements').getFullList({ filter: `product = '${product}'` })
  return movements.reduce((sum, movement) => sum + movement.delta, 0)
}

const ordersOf = async (product: string) =>
  (await owner.collection('orders').getFullList()).filter((order) =>
    order.items.some((item: { product: string }) => item.product === product),
  )

/** Everything an order may change, to show that a refused one changed nothing. */
async function footprint(): Promise<string> {
  const counts = await Promise.all(
    ['orders', 'order_events', 'stock_movements', 'stock_holds', 'payments'].map(async (name) => {
      const page = await owner.collection(name).getList(1, 1)
      return `${name}=${page.totalItems}`
    }),
  )
  return counts.join(' ')
}

describe('placing an order', () => {
  test('ORDER-03 cash on delivery places an order: lines and totals in paise, an event, one piece less', async () => {
    await restock(soap, 5)
    const placed = await place(orderOf(soap, { note: 'Ring twice', utm: { utm_source: 'insta' } }))
    expect(placed.status).toBe(201)
    expect(placed.body).toMatchObject({
      status: 'confirmed',
      payment_status: 'unpaid',
      fulfilment_status: 'unfulfilled',
      grand_total: 18000,
      payment: null,
    })
    expect(placed.body.number).toMatch(/^SJ-[0-9A-HJKMNP-TV-Z]{8}$/)

    const record = await owner.collection('orders').getOne(placed.body.id)
    expect(record).toMatchObject({
      name: 'मीरा रघुनाथन',
      email: 'meera@example.in',
      phone: '+919845012345',
      state: 'KA',
      pincode: '560003',
      payment_method: 'cod',
      items_total: 18000,
      shipping_total: 0,
      grand_total: 18000,
      note: 'Ring twice',
    })
    expect(record.items).toEqual([
      expect.objectContaining({ product: soap, quantity: 1, unit_price: 18000, line_total: 18000, is_gift: false }),
    ])
    const events = await owner
      .collection('order_events')
      .getFullList({ filter: `order = '${record.id}'`, sort: 'created' })
    expect(events.map((event) => event.type)).toEqual(['placed', 'confirmed'])
    expect(await stockOf(soap)).toBe(4)
  })

  test('STAT-04 the campaign that brought the shopper stands on the order', async () => {
    const utm = {
      utm_source: 'instagram',
      utm_medium: 'social',
      utm_campaign: 'diwali',
      utm_term: 'soap',
      utm_content: 'reel',
    }
    const placed = await place(orderOf(soap, { utm }))
    expect((await owner.collection('orders').getOne(placed.body.id)).utm).toEqual(utm)
  })

  test('ORDER-05 the same key 20 times in parallel makes one order and gives one answer', async () => {
    await restock(soap, 20)
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(orderOf(soap), key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await ordersOf(soap)).toHaveLength(1)
    expect(await stockOf(soap)).toBe(19)
  })

  test('ORDER-05 an answer that was lost is given again for the same key; another cart under that key is refused', async () => {
    await restock(soap, 5)
    const key = newKey()
    const first = await place(orderOf(soap), key)
    const again = await place(orderOf(soap), key)
    expect(again).toEqual(first)
    const other = await place<ErrorBody>(
      orderOf(soap, { items: [{ product: soap, quantity: 2, color: '' }], expected_total: 36000 }),
      key,
    )
    expect(other.status).toBe(422)
    expect(other.body.data.code).toBe('idempotency_key_reused')
    expect(await ordersOf(soap)).toHaveLength(1)
  })

  test('ORDER-05 a key that is missing, too short or of other characters is refused', async () => {
    const before = await footprint()
    for (const key of ['', 'short', 'spaces are no key', 'x'.repeat(65)]) {
      const answer = await place<ErrorBody>(orderOf(soap), key)
      expect(answer.status).toBe(400)
      expect(answer.body.data['Idempotency-Key']).toMatchObject({ message: expect.stringContaining('16 to 64') })
    }
    expect(await footprint()).toBe(before)
  })

  test('ORDER-10 two shoppers and the last piece, 50 rounds: exactly one order each time', async () => {
    for (let round = 0; round < 50; round++) {
      const last = await newProduct({ name: `Last piece ${round}`, price: 180 }, 1)
      const answers = await Promise.all([
        place<PlacedOrder & ErrorBody>(orderOf(last)),
        place<PlacedOrder & ErrorBody>(orderOf(last)),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
      expect(answers.find((answer) => answer.status === 409)?.body.data.code).toBe('out_of_stock')
      expect(await stockOf(last)).toBe(0)
    }
  })

  test('ORDER-10 five pieces and 60 buyers at once: five orders, stock 0, sold out is shown', async () => {
    await restock(soap, 5)
    const answers = await Promise.all(Array.from({ length: 60 }, () => place(orderOf(soap))))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(55)
    expect(await ordersOf(soap)).toHaveLength(5)
    expect(await stockOf(soap)).toBe(0)
    expect((await owner.collection('products').getOne(soap)).sold_out).toBe(true)
  })

  test('ORDER-10 pieces of one product in two colours draw on one stock', async () => {
    const colors = [
      { name: 'Indigo', value: 'indigo', hex: '#2d3b63' },
      { name: 'Olive', value: 'olive', hex: '#6a6d4c' },
    ]
    const bag = await newProduct({ name: 'Tote', category: 'bag', price: 180, colors }, 3)
    const items = colors.map((color) => ({ product: bag, quantity: 2, color: color.value }))
    const answer = await place<ErrorBody>(orderOf(bag, { items, expected_total: 72000 }))
    expect(answer.status).toBe(409)
    expect(answer.body.data['items.1.quantity']).toMatchObject({ code: 'insufficient_stock' })
    expect(await stockOf(bag)).toBe(3)
  })

  test('ORDER-02 editing, repricing or deleting the product later never changes the order', async () => {
    const placed = await place(orderOf(soap))
    const before = (await view(placed.body.id, placed.body.access_token)).body
    await owner.collection('products').update(soap, { name: 'Renamed', price: 999 })
    expect((await view(placed.body.id, placed.body.access_token)).body).toEqual(before)
    await owner.collection('products').delete(soap)
    expect((await view(placed.body.id, placed.body.access_token)).body).toEqual(before)
  })
})

describe('a tampered request is refused beside its field and changes nothing', () => {
  const cases: [title: string, change: (product: string) => Record<string, unknown>, status: number, field: string][] =
    [
      ['total', () => ({ expected_total: 100 }), 409, 'code'],
      ['total as text', () => ({ expected_total: '18000' }), 400, 'expected_total'],
      ['negative total', () => ({ expected_total: -1 }), 400, 'expected_total'],
      ['negative quantity', (product) => ({ items: [{ product, quantity: -1 }] }), 400, 'items.0.quantity'],
      ['quantity 0', (product) => ({ items: [{ product, quantity: 0 }] }), 400, 'items.0.quantity'],
      ['fraction', (product) => ({ items: [{ product, quantity: 1.5 }] }), 400, 'items.0.quantity'],
      ['huge quantity', (product) => ({ items: [{ product, quantity: 1e9 }] }), 400, 'items.0.quantity'],
      ['unsafe quantity', (product) => ({ items: [{ product, quantity: 2 ** 53 }] }), 400, 'items.0.quantity'],
      [
        'more than 99 in two parts',
        (product) => ({
          items: [
            { product, quantity: 60, color: '' },
            { product, quantity: 60, color: '' },
          ],
        }),
        400,
        'items',
      ],
      ['text quantity', (product) => ({ items: [{ product, quantity: '2' }] }), 400, 'items.0.quantity'],
      ['"12abc"', (product) => ({ items: [{ product, quantity: '12abc' }] }), 400, 'items.0.quantity'],
      ['null quantity', (product) => ({ items: [{ product, quantity: null }] }), 400, 'items.0.quantity'],
      ['list quantity', (product) => ({ items: [{ product, quantity: [2] }] }), 400, 'items.0.quantity'],
      ['unknown product', () => ({ items: [{ product: 'doesnotexist000', quantity: 1 }] }), 400, 'items.0.product'],
      [
        'product that is a filter',
        () => ({ items: [{ product: "' || 1=1 --", quantity: 1 }] }),
        400,
        'items.0.product',
      ],
      ['unknown colour', (product) => ({ items: [{ product, quantity: 1, color: 'gold' }] }), 400, 'items.0.color'],
      ['no items', () => ({ items: [] }), 400, 'items'],
      ['items no list', () => ({ items: 'all' }), 400, 'items'],
      ['missing address', () => ({ address: undefined }), 400, 'address'],
      ['empty address line', () => ({ address: { ...orderOf('x').address, line1: ' ' } }), 400, 'address.line1'],
      [
        'PIN of five digits',
        () => ({ address: { ...orderOf('x').address, pincode: '56000' } }),
        400,
        'address.pincode',
      ],
      [
        'PIN beginning with 0',
        () => ({ address: { ...orderOf('x').address, pincode: '060003' } }),
        400,
        'address.pincode',
      ],
      ['unknown state', () => ({ address: { ...orderOf('x').address, state: 'Atlantis' } }), 400, 'address.state'],
      [
        'foreign mobile',
        () => ({ contact: { ...orderOf('x').contact, phone: '+1 202 555 0100' } }),
        400,
        'contact.phone',
      ],
      ['no e-mail', () => ({ contact: { ...orderOf('x').contact, email: 'meera' } }), 400, 'contact.email'],
      ['long name', () => ({ contact: { ...orderOf('x').contact, name: 'म'.repeat(81) } }), 400, 'contact.name'],
      ['unknown payment', () => ({ payment_method: 'iou' }), 400, 'payment_method'],
      ['test payment by name', () => ({ payment_method: 'test' }), 400, 'payment_method'],
      ['long note', () => ({ note: 'x'.repeat(501) }), 400, 'note'],
    ]

  test.each(cases)('ORDER-02 %s', async (_title, change, status, field) => {
    const before = await footprint()
    const answer = await place<ErrorBody>(orderOf(soap, change(soap)))
    expect(answer.status).toBe(status)
    expect(answer.body.data).toHaveProperty([field])
    if (field !== 'code')
      expect(answer.body.data[field]).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 a price, discount, shipping or status sent along is ignored', async () => {
    const items = [{ product: soap, quantity: 1, color: '', price: 1, unit_price: 1, line_total: 1 }]
    const placed = await place(
      orderOf(soap, {
        items,
        price: 1,
        grand_total: 1,
        discount_total: 17900,
        shipping_total: -5,
        status: 'completed',
        payment_status: 'paid',
        user: 'someone',
      }),
    )
    expect(placed.status).toBe(201)
    const record = await owner.collection('orders').getOne(placed.body.id)
    expect(record).toMatchObject({
      grand_total: 18000,
      discount_total: 0,
      status: 'confirmed',
      payment_status: 'unpaid',
      user: '',
    })
  })

  test('ORDER-02 a deleted product is refused beside its line', async () => {
    await owner.collection('products').delete(soap)
    const before = await footprint()
    const answer = await place<ErrorBody>(orderOf(soap))
    expect(answer.status).toBe(400)
    expect(answer.body.data['items.0.product']).toMatchObject({ code: 'unknown_product' })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 a body of 2 MB, no JSON, a list, nothing: refused', async () => {
    const before = await footprint()
    const big = JSON.stringify(orderOf(soap, { note: 'x'.repeat(2_000_000) }))
    for (const body of [big, '{', '[]', 'null', '']) {
      const answer = await place<ErrorBody>(body)
      expect(answer.status).toBe(400)
      expect(Object.values(answer.body.data)[0]).toMatchObject({ message: expect.any(String) })
    }
    expect(await footprint()).toBe(before)
  })

  test('SHEET-08 below ₹150 the server refuses too, with the same sentence', async () => {
    const cheap = await newProduct({ name: 'Sample bar', price: 149.5 })
    const answer = await place<ErrorBody>(orderOf(cheap, { expected_total: 14950 }))
    expect(answer.status).toBe(400)
    expect(answer.body.data.code).toBe('below_minimum')
    expect(answer.body.message).toContain('Minimum order value is ₹150 (Current: ₹149.50)')
  })

  test('ORDER-02 a price raised after the shopper saw it: 409 with the new figures, nothing ordered', async () => {
    await owner.collection('products').update(soap, { price: 210 })
    const before = await footprint()
    const answer = await place<ErrorBody>(orderOf(soap))
    expect(answer.status).toBe(409)
    expect(answer.body.data).toMatchObject({ code: 'cart_changed', quote: { grand_total: 21000 } })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 switched off by the merchandiser: out of stock, and cash on delivery refused', async () => {
    await owner.collection('products').update(soap, { inStock: false })
    expect((await place<ErrorBody>(orderOf(soap))).body.data.code).toBe('out_of_stock')
    await owner.collection('products').update(soap, { inStock: true })
    const settings = await owner.collection('store_settings').getFirstListItem('')
    await owner.collection('store_settings').update(settings.id, { cod_enabled: false })
    const answer = await place<ErrorBody>(orderOf(soap))
    await owner.collection('store_settings').update(settings.id, { cod_enabled: true })
    expect(answer.status).toBe(400)
    expect(answer.body.data.payment_method).toMatchObject({ message: expect.stringContaining('Cash on delivery') })
  })
})

describe('cash on delivery for one mobile number', () => {
  test('ORDER-03 has as many open orders as the settings allow; a paid or cancelled one is open no more', async () => {
    const settings = await owner.collection('store_settings').getFirstListItem('')
    await owner.collection('store_settings').update(settings.id, { cod_max_open_per_phone: 2 })
    try {
      const contact = { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9000000001' }
      const answers = await Promise.all(Array.from({ length: 6 }, () => place(orderOf(soap, { contact }))))
      const placed = answers.filter((answer) => answer.status === 201)
      expect(placed).toHaveLength(2)
      const refused = await place<ErrorBody>(orderOf(soap, { contact: { ...contact, phone: '+91 90000 00001' } }))
      expect(refused.status).toBe(400)
      expect(refused.body.data.payment_method).toMatchObject({ code: 'too_many_open' })
      await owner.collection('orders').update(placed[0]?.body.id ?? '', { payment_status: 'paid' })
      expect((await place(orderOf(soap, { contact }))).status).toBe(201)
      await owner.collection('orders').update(placed[1]?.body.id ?? '', { status: 'cancelled' })
      expect((await place(orderOf(soap, { contact }))).status).toBe(201)
      expect((await place(orderOf(soap, { contact }))).status).toBe(400)
      expect((await place(orderOf(soap, { contact: { ...contact, phone: '9000000002' } }))).status).toBe(201)
    } finally {
      await owner.collection('store_settings').update(settings.id, { cod_max_open_per_phone: 0 })
    }
  })
})

describe('quote', () => {
  const quote = (items: unknown[]) => post<Quote & ErrorBody>('/api/store/quote', { items })

  test('ORDER-02 prices from records, names every problem beside its line and keeps the rest', async () => {
    const gone = await newProduct({ name: 'Charcoal Soap', price: 190, inStock: false })
    const answer = await quote([
      { product: soap, quantity: 2 },
      { product: gone, quantity: 1 },
      { product: 'doesnotexist000', quantity: 1 },
    ])
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      items_total: 36000,
      shipping_total: 0,
      grand_total: 36000,
      minimum_total: 15000,
      problems: [],
    })
    expect(answer.body.items.map((line) => line.problem?.code)).toEqual([undefined, 'out_of_stock', 'unknown_product'])
  })

  test('OFFER-05 the offer is weighed against the real subtotal and the order carries the gift', async () => {
    const gift = await newProduct({ name: 'Festive Potli Pouch', category: 'bag', price: 450 }, 1)
    const offer = await owner.collection('special_offers').create({
      title: 'A festive potli, on us',
      min_order_value: 500,
      active: true,
      start_date: '2020-01-01 00:00:00.000Z',
      end_date: '2099-01-01 00:00:00.000Z',
      offer_type: 'free_gift',
      gift_product_id: gift,
      product: gift,
    })
    const short = (await quote([{ product: soap, quantity: 2 }])).body.offer
    expect(short).toMatchObject({ active: false, missing: 14000, sentence: 'Add ₹140.00 more to unlock' })
    const reached = (await quote([{ product: soap, quantity: 3 }])).body.offer
    expect(reached).toMatchObject({
      active: true,
      missing: 0,
      sentence: 'Eligible now',
      gift: { product: gift, available: true },
    })

    const three = { items: [{ product: soap, quantity: 3, color: '' }], expected_total: 54000 }
    const placed = await place(orderOf(soap, three))
    const record = await owner.collection('orders').getOne(placed.body.id)
    expect(record.items[1]).toMatchObject({ product: gift, quantity: 1, unit_price: 0, line_total: 0, is_gift: true })
    expect(record.grand_total).toBe(54000)
    expect(await stockOf(gift)).toBe(0)

    expect((await quote(three.items)).body.offer?.gift).toMatchObject({ available: false })
    const second = await place(orderOf(soap, three))
    expect((await owner.collection('orders').getOne(second.body.id)).items).toHaveLength(1)
    await owner.collection('special_offers').delete(offer.id)
  })
})

describe('who may see an order', () => {
  test('ORDER-06 the bearer of its token and its owner see it; every other try gets one and the same 404', async () => {
    const meera = await store.newUser('Meera')
    const stranger = await store.newUser('Ravi')
    const placed = await place(orderOf(soap), newKey(), { Authorization: meera.pb.authStore.token })
    const other = await place(orderOf(soap))
    const { id, access_token } = placed.body

    expect((await view(id, access_token)).body).toMatchObject({ id, address: { city: 'Bengaluru' } })
    const asUser = (token: string) => call<OrderView>(`/api/store/orders/${id}`, { headers: { Authorization: token } })
    expect((await asUser(meera.pb.authStore.token)).body.number).toBe(placed.body.number)

    const misses = [
      await view(id),
      await view(id, ''),
      await view(id, other.body.access_token),
      await view(id, access_token.slice(0, -1)),
      await view(id, '%'),
      await view('doesnotexist000', access_token),
      await view(placed.body.number, access_token),
      await asUser(stranger.pb.authStore.token),
    ]
    for (const miss of misses) expect(miss).toEqual(misses[0])
    expect(misses[0]?.status).toBe(404)
  })

  test('ORDER-06 the database holds no token, only its hash, and no answer shows key, hash or request', async () => {
    const key = newKey()
    const placed = await place(orderOf(soap), key)
    const record = JSON.stringify(await owner.collection('orders').getOne(placed.body.id))
    expect(record).not.toContain(placed.body.access_token)
    const seen = JSON.stringify((await view(placed.body.id, placed.body.access_token)).body)
    for (const secret of ['access_token', 'idempotency', 'request_hash', 'review_flag', key])
      expect(seen).not.toContain(secret)
  })

  test('ORDER-07 number with e-mail or mobile shows the state, without address; a wrong pair does not say which part', async () => {
    const placed = await place(orderOf(soap))
    const track = (number: string, contact: string) =>
      post<TrackView & ErrorBody>('/api/store/track', { number, contact })
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

  test('ORDER-07 guessing ends in 429', async () => {
    const other = await startStore({ seed: 'none' })
    try {
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
    } finally {
      await other.stop()
    }
  })
})

describe('cancelling', () => {
  const cancel = (id: string, token: string) =>
    post<OrderView & ErrorBody>(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': token })

  test('ORDER-10 cancelled before packing: pieces go back once, however often it is asked', async () => {
    await restock(soap, 2)
    const placed = await place(orderOf(soap))
    expect(await stockOf(soap)).toBe(1)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(placed.body.id, placed.body.access_token)))
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { status: 'cancelled', payment_status: 'voided' } })
    expect(await stockOf(soap)).toBe(2)
    expect(answers[0]?.body.events.filter((event) => event.type === 'cancelled')).toHaveLength(1)
  })

  test('ORDER-09 an order whose money came by hand is flagged when the shopper calls it off: it goes back by hand', async () => {
    const placed = await place(orderOf(soap))
    await owner.collection('orders').update(placed.body.id, { payment_status: 'paid' })
    expect((await cancel(placed.body.id, placed.body.access_token)).body).toMatchObject({ status: 'cancelled' })
    expect(await owner.collection('orders').getOne(placed.body.id)).toMatchObject({ review_flag: 'paid_after_cancel' })
  })

  test('ORDER-09 once packed it is too late, and a stranger cannot cancel', async () => {
    const placed = await place(orderOf(soap))
    expect((await cancel(placed.body.id, 'x')).status).toBe(404)
    await owner.collection('orders').update(placed.body.id, { fulfilment_status: 'packed' })
    const late = await cancel(placed.body.id, placed.body.access_token)
    expect(late.status).toBe(409)
    expect(late.body.data.code).toBe('too_late')
  })
})

describe('the stock ledger', () => {
  test('ORDER-10 counts whole pieces only and is append-only, also for merchandisers', async () => {
    for (const delta of ['12abc', null, [5], 2.7, 0, true, 1e12]) {
      await expect(
        owner.collection('stock_movements').create({ product: soap, delta, reason: 'restock' }),
      ).rejects.toMatchObject({
        status: 400,
        response: { data: { delta: { message: expect.stringMatching(/\w/) } } },
      })
    }
    const movement = await restock(soap, 3)
    await expect(owner.collection('stock_movements').update(movement.id, { delta: 30 })).rejects.toMatchObject({
      status: 403,
    })
    await expect(owner.collection('stock_movements').delete(movement.id)).rejects.toMatchObject({ status: 403 })
    expect(await stockOf(soap)).toBe(3)
  })

  test('CARD-06 a product that sells out is marked, and unmarked when pieces come in', async () => {
    await restock(soap, 1)
    await place(orderOf(soap))
    expect((await owner.collection('products').getOne(soap)).sold_out).toBe(true)
    await restock(soap, 4)
    expect((await owner.collection('products').getOne(soap)).sold_out).toBe(false)
  })

  test('ORDER-10 a merchandiser who saves a product while it sells brings no piece back', async () => {
    await restock(soap, 10)
    const opened = await owner.collection('products').getOne(soap)
    await place(orderOf(soap))
    await owner.collection('products').update(soap, { ...opened, name: 'Neem & Tulsi Soap, new label' })
    expect(await stockOf(soap)).toBe(9)
  })
})

describe('a merchandiser moves an order', () => {
  const save = (id: string, change: Record<string, unknown>) => owner.collection('orders').update(id, change)
  const refused = (field: string, sentence: RegExp) => ({
    status: 400,
    response: { data: { [field]: { message: expect.stringMatching(sentence) } } },
  })

  test('ORDER-09 step by step to delivered and paid, each step seen by the shopper', async () => {
    const placed = await place(orderOf(soap))
    const { id, access_token } = placed.body
    await save(id, { fulfilment_status: 'packed' })
    await save(id, { fulfilment_status: 'shipped', courier: 'India Post', tracking_number: 'EM123456789IN' })
    await save(id, { fulfilment_status: 'delivered', payment_status: 'paid' })
    await save(id, { status: 'completed' })
    const seen = (await view(id, access_token)).body
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
    expect((await owner.collection('orders').getOne(id)).paid_total).toBe(18000)
  })

  test('ORDER-09 a forbidden move is refused with a sentence beside its field and changes nothing', async () => {
    const { id } = (await place(orderOf(soap))).body
    await expect(save(id, { fulfilment_status: 'delivered' })).rejects.toMatchObject(
      refused('fulfilment_status', /can only become packed/),
    )
    await expect(save(id, { payment_status: 'refunded' })).rejects.toMatchObject(
      refused('payment_status', /authorized or paid/),
    )
    await save(id, { fulfilment_status: 'packed' })
    await save(id, { fulfilment_status: 'shipped' })
    await expect(save(id, { status: 'cancelled' })).rejects.toMatchObject(refused('status', /on its way/))
    const record = await owner.collection('orders').getOne(id)
    expect(record).toMatchObject({ status: 'confirmed', payment_status: 'unpaid', fulfilment_status: 'shipped' })
  })

  test('ORDER-09 a save from a panel opened long ago cannot turn back states, money or lines', async () => {
    const { id } = (await place(orderOf(soap))).body
    const opened = await owner.collection('orders').getOne(id)
    await save(id, { fulfilment_status: 'packed', payment_status: 'paid' })
    await expect(save(id, { ...opened, courier: 'DTDC' })).rejects.toMatchObject(
      refused('payment_status', /has changed since you opened it/),
    )
    const tampered = {
      grand_total: 1,
      paid_total: 0,
      items: [],
      email: 'other@example.in',
      number: 'SJ-00000000',
      access_token_hash: 'x',
    }
    await save(id, { ...tampered, courier: 'DTDC' })
    const record = await owner.collection('orders').getOne(id)
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
    await restock(soap, 2)
    const { id } = (await place(orderOf(soap))).body
    await save(id, { status: 'cancelled' })
    expect(await stockOf(soap)).toBe(2)
    await expect(save(id, { fulfilment_status: 'packed' })).rejects.toMatchObject(
      refused('fulfilment_status', /Only a confirmed order/),
    )
    expect(await stockOf(soap)).toBe(2)
  })

  test('ORDER-09 what is closed stays closed, however the save came: its pieces are on sale again', async () => {
    await restock(soap, 2)
    const { id } = (await place(orderOf(soap))).body
    await save(id, { payment_status: 'paid' })
    const opened = await owner.collection('orders').getOne(id)
    await save(id, { status: 'cancelled' })
    for (const again of [
      { status: 'confirmed' },
      { ...opened, courier: 'DTDC' },
      { status: 'completed' },
      { status: 'confirmed', actor: 'gateway' },
    ])
      await expect(save(id, again)).rejects.toMatchObject(refused('status', /stays closed/))
    expect((await owner.collection('orders').getOne(id)).status).toBe('cancelled')
    expect(await stockOf(soap)).toBe(2)
  })

  test('ORDER-09 a save that meets the shopper’s cancelling: one of them holds, with stock and history to match', async () => {
    for (let round = 0; round < 15; round++) {
      const product = await newProduct({ name: `Raced ${round}`, price: 180 }, 3)
      const { id, access_token } = (await place(orderOf(product))).body
      await Promise.allSettled([
        post(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': access_token }),
        save(id, { courier: 'DTDC' }),
        save(id, { fulfilment_status: 'packed' }),
      ])
      const { status, payment_status, fulfilment_status } = await owner.collection('orders').getOne(id)
      const events = (await view(id, access_token)).body.events.map((event) => event.type)
      const ended = { status, payment_status, fulfilment_status, stock: await stockOf(product), last: events.at(-1) }
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

  test('ORDER-09 an order is neither made nor deleted by hand', async () => {
    const { id } = (await place(orderOf(soap))).body
    await expect(owner.collection('orders').delete(id)).rejects.toMatchObject({ status: 403 })
    const { id: _id, ...copy } = await owner.collection('orders').getOne(id)
    await expect(owner.collection('orders').create(copy)).rejects.toMatchObject({ status: 403 })
  })
})

describe('payment webhook', () => {
  test('ORDER-04 an event without a good signature is refused and stored nowhere', async () => {
    const before = (await owner.collection('payment_events').getList(1, 1)).totalItems
    for (const headers of [{}, { 'X-Razorpay-Signature': '' }, { 'X-Razorpay-Signature': 'a'.repeat(64) }]) {
      const answer = await post<ErrorBody>(
        '/api/store/webhooks/razorpay',
        { event: 'order.paid' },
        headers as Record<string, string>,
      )
      expect(answer.status).toBe(401)
    }
    expect((await owner.collection('payment_events').getList(1, 1)).totalItems).toBe(before)
  })

  test('ORDER-04 a signed event of any shape is kept; one that cannot be is answered 500, so that it comes again', async () => {
    const { createHmac } = await import('node:crypto')
    const other = await startStore({ seed: 'none', env: { RAZORPAY_WEBHOOK_SECRET: 'secret' } })
    try {
      const send = async (body: string, id: string) => {
        const signature = createHmac('sha256', 'secret').update(body).digest('hex')
        const headers = { 'X-Razorpay-Event-Id': id, 'X-Razorpay-Signature': signature }
        const response = await fetch(`${other.url}/api/store/webhooks/razorpay`, { method: 'POST', body, headers })
        return response.status
      }
      expect([await send('{}', 'evt_1'), await send('no JSON', 'evt_2'), await send('null', 'evt_3')]).toEqual([
        200, 200, 200,
      ])
      expect(await send('{"event":"order.paid"}', 'e'.repeat(200))).toBe(500)
      const kept = await (await other.superuser()).collection('payment_events').getFullList()
      expect(kept.map((event) => event.kind)).toEqual(['unknown', 'unknown', 'unknown'])
    } finally {
      await other.stop()
    }
  })

  test('ORDER-04 a signed event is stored once, however often it comes; the previous secret still counts', async () => {
    const { createHmac } = await import('node:crypto')
    const other = await startStore({
      seed: 'none',
      env: { RAZORPAY_WEBHOOK_SECRET: 'new secret', RAZORPAY_WEBHOOK_SECRET_PREVIOUS: 'old secret' },
    })
    try {
      const body = JSON.stringify({ event: 'payment.captured', note: 'मीरा 🪔' })
      const send = (secret: string) =>
        fetch(`${other.url}/api/store/webhooks/razorpay`, {
          method: 'POST',
          body,
          headers: {
            'X-Razorpay-Event-Id': 'evt_1',
            'X-Razorpay-Signature': createHmac('sha256', secret).update(body).digest('hex'),
          },
        })
      const answers = await Promise.all([
        send('new secret'),
        send('old secret'),
        send('new secret'),
        send('third secret'),
      ])
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 401])
      const events = await (await other.superuser()).collection('payment_events').getFullList()
      expect(events).toHaveLength(1)
      expect(events[0]).toMatchObject({ event_id: 'evt_1', kind: 'payment.captured' })
    } finally {
      await other.stop()
    }
  })
})
