import { beforeEach, describe, expect, test } from 'vitest'
import type { PlacedOrder } from '../../src/domain/orders/order'
import type { Quote } from '../../src/domain/orders/quote'
import { many } from '../long'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import { giftOffer, newKey, type Refused } from './paying-shop'

const shop = shared(openCashShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

const ordersOf = async (product: string) =>
  (await shop.owner.collection('orders').getFullList()).filter((order) =>
    order.items.some((item: { product: string }) => item.product === product),
  )

/** Everything an order may change, to show that a refused one changed nothing. */
async function footprint(): Promise<string> {
  const counts = await Promise.all(
    ['orders', 'order_events', 'stock_movements', 'stock_holds', 'payments'].map(async (name) => {
      const page = await shop.owner.collection(name).getList(1, 1)
      return `${name}=${page.totalItems}`
    }),
  )
  return counts.join(' ')
}

describe('placing an order', () => {
  test('ORDER-03 cash on delivery places an order: lines and totals in paise, an event, one piece less', async () => {
    await shop.restock(soap, 5)
    const placed = await shop.place(orderOf(soap, { note: 'Ring twice', utm: { utm_source: 'insta' } }))
    expect(placed.status).toBe(201)
    expect(placed.body).toMatchObject({
      status: 'confirmed',
      payment_status: 'unpaid',
      fulfilment_status: 'unfulfilled',
      grand_total: 18000,
      payment: null,
    })
    expect(placed.body.number).toMatch(/^SJ-[0-9A-HJKMNP-TV-Z]{8}$/)

    const record = await shop.owner.collection('orders').getOne(placed.body.id)
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
    const events = await shop.owner
      .collection('order_events')
      .getFullList({ filter: `order = '${record.id}'`, sort: 'created' })
    expect(events.map((event) => event.type)).toEqual(['placed', 'confirmed'])
    expect(await shop.stockOf(soap)).toBe(4)
  })

  test('STAT-04 the campaign that brought the shopper stands on the order', async () => {
    const utm = {
      utm_source: 'instagram',
      utm_medium: 'social',
      utm_campaign: 'diwali',
      utm_term: 'soap',
      utm_content: 'reel',
    }
    const placed = await shop.place(orderOf(soap, { utm }))
    expect((await shop.owner.collection('orders').getOne(placed.body.id)).utm).toEqual(utm)
  })

  test('ORDER-05 the same key 20 times in parallel makes one order and gives one answer', async () => {
    await shop.restock(soap, 20)
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.place(orderOf(soap), key)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201))
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body)
    expect(await ordersOf(soap)).toHaveLength(1)
    expect(await shop.stockOf(soap)).toBe(19)
  })

  test('ORDER-05 an answer that was lost is given again for the same key; another cart under that key is refused', async () => {
    await shop.restock(soap, 5)
    const key = newKey()
    const first = await shop.place(orderOf(soap), key)
    const again = await shop.place(orderOf(soap), key)
    expect(again).toEqual(first)
    const other = await shop.place<Refused>(
      orderOf(soap, { items: [{ product: soap, quantity: 2, color: '' }], expected_total: 36000 }),
      key,
    )
    expect(other.status).toBe(422)
    expect(other.body.data.code).toBe('idempotency_key_reused')
    expect(await ordersOf(soap)).toHaveLength(1)
  })

  test('ORDER-05 nor does a price or a code that has changed since make a second order of it', async () => {
    await shop.restock(soap, 5)
    const key = newKey()
    const first = await shop.place(orderOf(soap), key)
    await shop.owner.collection('products').update(soap, { price: 190 })
    const later = { expected_total: 19000, arrives_until: '2026-12-24', code: 'DIWALI15' }
    expect(await shop.place(orderOf(soap, later), key)).toEqual(first)
    expect(await ordersOf(soap)).toHaveLength(1)
  })

  test('ORDER-05 a key that is missing, too short or of other characters is refused', async () => {
    const before = await footprint()
    for (const key of ['', 'short', 'spaces are no key', 'x'.repeat(65)]) {
      const answer = await shop.place<Refused>(orderOf(soap), key)
      expect(answer.status).toBe(400)
      expect(answer.body.data['Idempotency-Key']).toMatchObject({ message: expect.stringContaining('16 to 64') })
    }
    expect(await footprint()).toBe(before)
  })

  test('ORDER-10 two shoppers and the last piece, round after round: exactly one order each time', async () => {
    for (let round = 0; round < many(50); round++) {
      const last = await shop.newProduct({ name: `Last piece ${round}`, price: 180 }, 1)
      const answers = await Promise.all([
        shop.place<PlacedOrder & Refused>(orderOf(last)),
        shop.place<PlacedOrder & Refused>(orderOf(last)),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
      expect(answers.find((answer) => answer.status === 409)?.body.data.code).toBe('out_of_stock')
      expect(await shop.stockOf(last)).toBe(0)
    }
  })

  test('ORDER-10 five pieces and 60 buyers at once: five orders, stock 0, sold out is shown', async () => {
    await shop.restock(soap, 5)
    const answers = await Promise.all(Array.from({ length: 60 }, () => shop.place(orderOf(soap))))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(55)
    expect(await ordersOf(soap)).toHaveLength(5)
    expect(await shop.stockOf(soap)).toBe(0)
    expect((await shop.owner.collection('products').getOne(soap)).sold_out).toBe(true)
  })

  test('ORDER-10 pieces of one product in two colours draw on one stock', async () => {
    const colors = [
      { name: 'Indigo', value: 'indigo', hex: '#2d3b63' },
      { name: 'Olive', value: 'olive', hex: '#6a6d4c' },
    ]
    const bag = await shop.newProduct({ name: 'Tote', category: 'bag', price: 180, colors }, 3)
    const items = colors.map((color) => ({ product: bag, quantity: 2, color: color.value }))
    const answer = await shop.place<Refused>(orderOf(bag, { items, expected_total: 72000 }))
    expect(answer.status).toBe(409)
    expect(answer.body.data['items.1.quantity']).toMatchObject({ code: 'insufficient_stock' })
    expect(await shop.stockOf(bag)).toBe(3)
  })

  test('ORDER-02 editing, repricing or archiving the product later never changes the order', async () => {
    const placed = await shop.place(orderOf(soap))
    const before = (await shop.view(placed.body.id, placed.body.access_token)).body
    await shop.owner.collection('products').update(soap, { name: 'Renamed', price: 999 })
    expect((await shop.view(placed.body.id, placed.body.access_token)).body).toEqual(before)
    await shop.owner.collection('products').update(soap, { archived: true })
    expect((await shop.view(placed.body.id, placed.body.access_token)).body).toEqual(before)
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
      ['no email', () => ({ contact: { ...orderOf('x').contact, email: 'meera' } }), 400, 'contact.email'],
      ['long name', () => ({ contact: { ...orderOf('x').contact, name: 'म'.repeat(81) } }), 400, 'contact.name'],
      ['unknown payment', () => ({ payment_method: 'iou' }), 400, 'payment_method'],
      ['test payment by name', () => ({ payment_method: 'test' }), 400, 'payment_method'],
      ['long note', () => ({ note: 'x'.repeat(501) }), 400, 'note'],
    ]

  test.each(cases)('ORDER-02 %s', async (_title, change, status, field) => {
    const before = await footprint()
    const answer = await shop.place<Refused>(orderOf(soap, change(soap)))
    expect(answer.status).toBe(status)
    expect(answer.body.data).toHaveProperty([field])
    if (field !== 'code')
      expect(answer.body.data[field]).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 a price, discount, shipping or status sent along is ignored', async () => {
    const items = [{ product: soap, quantity: 1, color: '', price: 1, unit_price: 1, line_total: 1 }]
    const placed = await shop.place(
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
    const record = await shop.owner.collection('orders').getOne(placed.body.id)
    expect(record).toMatchObject({
      grand_total: 18000,
      discount_total: 0,
      status: 'confirmed',
      payment_status: 'unpaid',
      user: '',
    })
  })

  test('ORDER-02 a deleted product is refused beside its line', async () => {
    await shop.owner.collection('products').delete(soap)
    const before = await footprint()
    const answer = await shop.place<Refused>(orderOf(soap))
    expect(answer.status).toBe(400)
    expect(answer.body.data['items.0.product']).toMatchObject({ code: 'unknown_product' })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 a body of 2 MB, no JSON, a list, nothing: refused', async () => {
    const before = await footprint()
    const big = JSON.stringify(orderOf(soap, { note: 'x'.repeat(2_000_000) }))
    for (const body of [big, '{', '[]', 'null', '']) {
      const answer = await shop.place<Refused>(body)
      expect(answer.status).toBe(400)
      expect(Object.values(answer.body.data)[0]).toMatchObject({ message: expect.any(String) })
    }
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 SHEET-08 below ₹150 the server refuses too, with the same sentence', async () => {
    const cheap = await shop.newProduct({ name: 'Sample bar', price: 149.5 })
    const answer = await shop.place<Refused>(orderOf(cheap, { expected_total: 14950 }))
    expect(answer.status).toBe(400)
    expect(answer.body.data.code).toBe('below_minimum')
    expect(answer.body.message).toContain('Minimum order value is ₹150 (Current: ₹149.50)')
  })

  test('ORDER-02 a price raised after the shopper saw it: 409 with the new figures, nothing ordered', async () => {
    await shop.owner.collection('products').update(soap, { price: 210 })
    const before = await footprint()
    const answer = await shop.place<Refused>(orderOf(soap))
    expect(answer.status).toBe(409)
    expect(answer.body.data).toMatchObject({ code: 'cart_changed', quote: { grand_total: 21000 } })
    expect(await footprint()).toBe(before)
  })

  test('ORDER-02 switched off by the merchandiser: out of stock, and cash on delivery refused', async () => {
    await shop.owner.collection('products').update(soap, { inStock: false })
    expect((await shop.place<Refused>(orderOf(soap))).body.data.code).toBe('out_of_stock')
    await shop.owner.collection('products').update(soap, { inStock: true })
    await shop.store.changeSettings({ cod_enabled: false })
    const answer = await shop.place<Refused>(orderOf(soap))
    await shop.store.changeSettings({ cod_enabled: true })
    expect(answer.status).toBe(400)
    expect(answer.body.data.payment_method).toMatchObject({ message: expect.stringContaining('Cash on delivery') })
  })
})

describe('cash on delivery for one mobile number', () => {
  test('ORDER-03 RISK-05 has as many open orders as the settings allow; a paid or cancelled one is open no more', async () => {
    await shop.store.changeSettings({ cod_max_open_per_phone: 2 })
    try {
      const contact = { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9000000001' }
      const answers = await Promise.all(Array.from({ length: 6 }, () => shop.place(orderOf(soap, { contact }))))
      const placed = answers.filter((answer) => answer.status === 201)
      expect(placed).toHaveLength(2)
      const refused = await shop.place<Refused>(orderOf(soap, { contact: { ...contact, phone: '+91 90000 00001' } }))
      expect(refused.status).toBe(400)
      expect(refused.body.data.payment_method).toMatchObject({ code: 'too_many_open' })
      await shop.owner.collection('orders').update(placed[0]?.body.id ?? '', { payment_status: 'paid' })
      expect((await shop.place(orderOf(soap, { contact }))).status).toBe(201)
      await shop.owner.collection('orders').update(placed[1]?.body.id ?? '', { status: 'cancelled' })
      expect((await shop.place(orderOf(soap, { contact }))).status).toBe(201)
      expect((await shop.place(orderOf(soap, { contact }))).status).toBe(400)
      expect((await shop.place(orderOf(soap, { contact: { ...contact, phone: '9000000002' } }))).status).toBe(201)
    } finally {
      await shop.store.changeSettings({ cod_max_open_per_phone: 0 })
    }
  })

  test('RISK-05 nor is one whose parcel came back unpaid: nobody could wait for it to arrive', async () => {
    await shop.store.changeSettings({ cod_max_open_per_phone: 1 })
    try {
      const contact = { name: 'Ravi Kumar', email: 'ravi@example.in', phone: '9000000003' }
      const order = () => shop.place(orderOf(soap, { contact }))
      const { id } = (await order()).body
      for (const fulfilment_status of ['packed', 'shipped', 'delivery_failed', 'returned_to_origin']) {
        expect((await order()).status).toBe(400)
        await shop.owner.collection('orders').update(id, { fulfilment_status, restock: 'yes' })
      }
      expect((await order()).status).toBe(201)
    } finally {
      await shop.store.changeSettings({ cod_max_open_per_phone: 0 })
    }
  })
})

describe('a promised gift', () => {
  const forThree = () => ({ items: [{ product: soap, quantity: 3, color: '' }], expected_total: 54000 })
  const newOffer = async (gift: string) => shop.owner.collection('special_offers').create(giftOffer(gift, 500))

  test('RISK-06 is compared when ordering: an offer that has ended since refuses the order and changes nothing', async () => {
    const gift = await shop.newProduct({ name: 'Festive Potli Pouch', category: 'bag', price: 450 }, 9)
    const offer = await newOffer(gift)
    const kept = await shop.place(orderOf(soap, { ...forThree(), gift }))
    expect(kept.status).toBe(201)
    await shop.owner.collection('special_offers').update(offer.id, { active: false })
    const before = await footprint()
    const broken = await shop.place<Refused>(orderOf(soap, { ...forThree(), gift }))
    expect(broken.status).toBe(409)
    expect(broken.body.data).toMatchObject({ code: 'cart_changed', quote: { offer: null } })
    expect(await footprint()).toBe(before)
    // A page of before, which says nothing of gifts, orders as ever.
    expect((await shop.place(orderOf(soap, forThree()))).status).toBe(201)
  })

  test('ORDER-05 that this very order took is no reason to make another one of a repeated request', async () => {
    const gift = await shop.newProduct({ name: 'Festive Potli Pouch', category: 'bag', price: 450 }, 1)
    const offer = await newOffer(gift)
    const key = newKey()
    const first = await shop.place(orderOf(soap, { ...forThree(), gift }), key)
    const again = await shop.place(orderOf(soap, forThree()), key)
    expect(again).toEqual(first)
    await shop.owner.collection('special_offers').update(offer.id, { active: false })
  })
})

describe('quote', () => {
  const quote = (items: unknown[]) => shop.post<Quote & Refused>('/api/store/quote', { items })

  test('ORDER-02 prices from records, names every problem beside its line and keeps the rest', async () => {
    const gone = await shop.newProduct({ name: 'Charcoal Soap', price: 190, inStock: false })
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
    const gift = await shop.newProduct({ name: 'Festive Potli Pouch', category: 'bag', price: 450 }, 1)
    const offer = await shop.owner.collection('special_offers').create(giftOffer(gift, 500))
    const short = (await quote([{ product: soap, quantity: 2 }])).body.offer
    expect(short).toMatchObject({ active: false, missing: 14000, sentence: 'Add ₹140.00 more to unlock' })
    const reached = (await quote([{ product: soap, quantity: 3 }])).body.offer
    expect(reached).toMatchObject({
      active: true,
      missing: 0,
      sentence: 'Eligible now',
      gift: { product: gift, available: true },
    })

    const below = await shop.place(orderOf(soap))
    expect((await shop.owner.collection('orders').getOne(below.body.id)).items).toHaveLength(1)
    const three = { items: [{ product: soap, quantity: 3, color: '' }], expected_total: 54000 }
    const placed = await shop.place(orderOf(soap, three))
    const record = await shop.owner.collection('orders').getOne(placed.body.id)
    const free = { unit_price: 45_000, line_total: 45_000, discount: 45_000, is_gift: true }
    expect(record.items[1]).toMatchObject({ product: gift, quantity: 1, ...free })
    expect(record).toMatchObject({ items_total: 99_000, discount_total: 45_000, promotions: [{ amount: 45_000 }] })
    expect(record.grand_total).toBe(54000)
    expect(await shop.stockOf(gift)).toBe(0)

    expect((await quote(three.items)).body.offer?.gift).toMatchObject({ available: false })
    const broken = await shop.place<Refused>(orderOf(soap, { ...three, gift }))
    expect(broken.status).toBe(409)
    expect(broken.body.data).toMatchObject({ code: 'cart_changed', quote: { offer: { gift: { available: false } } } })
    expect(broken.body.message).toBe('The free gift is no longer available.')
    const second = await shop.place(orderOf(soap, three))
    expect((await shop.owner.collection('orders').getOne(second.body.id)).items).toHaveLength(1)
    await shop.owner.collection('special_offers').update(offer.id, { active: false })
  })
})
