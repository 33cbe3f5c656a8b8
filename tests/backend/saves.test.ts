import type { RecordModel } from 'pocketbase'
import { describe, expect, test } from 'vitest'
import { placeOrder } from '../order'
import { PIXEL } from '../pixel'
import { refused } from '../refused'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import { SUPERUSER_EMAIL } from './record-store'

const shop = shared(openCashShop)

/**
 * A record's panel in the admin UI (PocketBase 0.40.4, ui/src/records/recordUpsertModal.js): a save sends every field
 * as it stood when the panel was opened, `updated` among them, with what was typed over it, and keeps what is
 * answered.
 */
class Panel {
  private constructor(public shown: RecordModel) {}

  static async open(collection: string, id: string): Promise<Panel> {
    return new Panel(await shop.owner.collection(collection).getOne(id))
  }

  async save(typed: Record<string, unknown>): Promise<RecordModel> {
    const sent = { ...this.shown, ...typed }
    this.shown = await shop.owner.collection(this.shown.collectionName).update(this.shown.id, sent)
    return this.shown
  }
}

interface SaveProblem {
  status: number
  message: string
  fields: Record<string, string>
}

async function problemOf(save: Promise<unknown>): Promise<SaveProblem> {
  const { status, message, said } = await refused(save)
  return { status, message, fields: said }
}

const read = (collection: string, id: string) => shop.owner.collection(collection).getOne(id)
const placed = async () =>
  placeOrder(shop.store.guest(), orderOf(await shop.newProduct({ name: 'Neem Soap', price: 180 })))

describe('SAVE-01 a save from an older state', () => {
  test('is refused with what differs, and the price set meanwhile stays', async () => {
    const id = await shop.newProduct({ name: 'Market Jhola', price: 450, material: 'Cotton' })
    const first = await Panel.open('products', id)
    const second = await Panel.open('products', id)
    await first.save({ price: 500, inStock: false })
    const refused = await problemOf(second.save({ material: 'Khadi' }))
    expect(refused).toEqual({
      status: 400,
      message: 'This product has changed since you opened it. Close the panel and open it again.',
      fields: {
        price: 'The shop has “500” now, this panel “450”.',
        inStock: 'The shop has “off” now, this panel “on”.',
        material: 'The shop has “Cotton” now, this panel “Khadi”.',
      },
    })
    expect(await read('products', id)).toMatchObject({ price: 500, material: 'Cotton', inStock: false })
    const again = await Panel.open('products', id)
    await again.save({ material: 'Khadi' })
    expect(await read('products', id)).toMatchObject({ price: 500, material: 'Khadi' })
  })

  test('is refused in every collection a maker edits', async () => {
    const { owner, store } = shop
    const made = async (collection: string, fields: Record<string, unknown>) =>
      (await owner.collection(collection).create(fields)).id
    const soap = await shop.newProduct({ name: 'Neem Soap', price: 180 })
    const { id: order } = await placed()
    await owner.collection('orders').update(order, { fulfilment_status: 'packed', payment_status: 'paid' })
    const shopper = await store.newUser()
    const review = { product: soap, user: shopper.id, rating: 4, title: 'Good', content: 'Good.' }
    const event = { event_id: 'evt_1', kind: 'payment.captured', body_sha256: 'a', outcome: 'none', review: true }
    const picture = new File([PIXEL], 'a.png', { type: 'image/png' })
    const settings = (await owner.collection('store_settings').getFullList())[0]?.id ?? ''
    const edited: Record<string, [id: string, field: string, values?: [unknown, unknown]]> = {
      answer_templates: [await made('answer_templates', { name: 'To Leh', text: 'Yes.' }), 'name'],
      assets: [await made('assets', { key: 'press', file: picture }), 'alt'],
      delivery_rules: [await made('delivery_rules', { prefix: '74' }), 'fee', [0, 90]],
      homepage_config: [await made('homepage_config', { name: 'Diwali', is_active: false }), 'name'],
      makers: [await made('makers', { name: 'Weaving', image: picture }), 'place'],
      navbar_config: [await made('navbar_config', { name: 'Diwali', is_active: false }), 'name'],
      orders: [order, 'courier'],
      pages: [await made('pages', { slug: `page-${Date.now()}`, title: 'Care', body: '<p>Care</p>' }), 'title'],
      payment_events: [await store.insert('payment_events', event), 'review', [false, true]],
      pin_codes: [await made('pin_codes', { edition: 1, pincode: '560003', district: 'Bengaluru' }), 'district'],
      posts: [await made('posts', { slug: `post-${Date.now()}`, title: 'Soap', body: '<p>Soap</p>' }), 'title'],
      price_plans: [await made('price_plans', { ...PLAN, products: [soap] }), 'name'],
      products: [soap, 'material'],
      promotions: [await made('promotions', { name: 'Diwali' }), 'name'],
      promises: [await made('promises', { title: 'No plastic' }), 'text'],
      refunds: [await made('refunds', { order, rupees: 1 }), 'note'],
      reviews: [(await shopper.pb.collection('reviews').create(review)).id, 'reply'],
      slider_images: [await made('slider_images', { title: 'Rain', image: picture }), 'title'],
      special_offers: [await made('special_offers', offer({ product: soap })), 'title'],
      store_settings: [settings, 'chat_greeting'],
      subscribers: [await made('subscribers', { email: 'a@example.com', state: 'waiting' }), 'consent'],
      tax_rates: [await made('tax_rates', { hsn: '3401', rate: 18, valid_from: '2020-01-01 00:00:00.000Z' }), 'note'],
      testimonials: [await made('testimonials', { name: 'Meera', text: 'Lovely.' }), 'location'],
      theme_settings: [await made('theme_settings', { name: 'Indigo', primary_color: '#2b3f73' }), 'name'],
      users: [shopper.id, 'name'],
    }
    const told = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : value)
    for (const [collection, [id, field, [mine, theirs] = ['First', 'Second']]] of Object.entries(edited)) {
      const [first, second] = [await Panel.open(collection, id), await Panel.open(collection, id)]
      await first.save({ [field]: mine })
      const { fields } = await problemOf(second.save({ [field]: theirs }))
      expect([collection, fields]).toEqual([
        collection,
        { [field]: `The shop has “${told(mine)}” now, this panel “${told(theirs)}”.` },
      ])
      expect([collection, (await read(collection, id))[field]]).toEqual([collection, mine])
    }
    const all = (await owner.collections.getFullList()).map(({ name }) => name).filter((name) => !name.startsWith('_'))
    expect(all.sort()).toEqual([...Object.keys(edited), ...NOT_EDITED].sort())
  })

  test('is no older state: what the store itself keeps, a second save in one panel, the same said twice', async () => {
    const id = await shop.newProduct({ name: 'Tulsi Soap', price: 90, tags: ['soap', 'gift'], colors: [COLOUR] })
    const panel = await Panel.open('products', id)
    await shop.restock(id, 1)
    const shopper = await shop.store.newUser()
    await shopper.pb
      .collection('reviews')
      .create({ product: id, user: shopper.id, rating: 4, title: 'Good', content: 'Good.' })
    await shop.restock(id, -1)
    await panel.save({ price: 95 })
    await panel.save({ price: 96, features: ['Cured'] })
    const other = await Panel.open('products', id)
    await panel.save({ material: 'Oil' })
    await other.save({ material: 'Oil' })
    expect(await read('products', id)).toMatchObject({ price: 96, material: 'Oil', reviews: 1, sold_out: true })
  })

  test('of two at the same moment one holds, and a part sent without its state is taken as before', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await shop.newProduct({ name: `Raced ${round}`, price: 90 })
      const panels = [await Panel.open('products', id), await Panel.open('products', id)]
      const ends = await Promise.allSettled([panels[0]?.save({ price: 100 }), panels[1]?.save({ material: 'Khadi' })])
      expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
    const id = await shop.newProduct({ name: 'Part', price: 90 })
    await shop.owner.collection('products').update(id, { price: 100 })
    await shop.owner.collection('products').update(id, { material: 'Khadi' })
    expect(await read('products', id)).toMatchObject({ price: 100, material: 'Khadi' })
  })

  test('is refused of an order that moved by itself, in words', async () => {
    const { id, access_token } = await placed()
    const panel = await Panel.open('orders', id)
    await shop.post(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': access_token })
    expect(await problemOf(panel.save({ courier: 'DTDC' }))).toEqual({
      status: 400,
      message: 'This order has changed since you opened it. Close the panel and open it again.',
      fields: {
        status: 'The shop has “cancelled” now, this panel “confirmed”.',
        payment_status: 'The shop has “voided” now, this panel “unpaid”.',
        courier: 'The shop has nothing now, this panel “DTDC”.',
      },
    })
  })
})

/** Written by shoppers, or kept by the store. */
const NOT_EDITED = [
  ...[
    'addresses',
    'cart_reminders',
    'carts',
    'desk_log',
    'messages',
    'missed_searches',
    'review_comments',
    'review_votes',
  ],
  ...['bills', 'bookings', 'order_events', 'outbox', 'payments', 'stock_holds', 'stock_movements', 'unpaid_pieces'],
  ...['promotion_codes', 'pin_directories', 'promotion_uses', 'staff', 'stock_alerts', 'visits', 'wishlists'],
]
const PLAN = { name: 'Winter', starts: '2098-01-01 00:00:00.000Z', ends: '2099-01-01 00:00:00.000Z', percent: 10 }
const COLOUR = { name: 'Indigo', value: 'indigo', hex: '#2B3F73' }
const offer = (more: Record<string, unknown>) => ({
  title: 'A potli',
  description: 'On us.',
  min_order_value: 500,
  active: false,
  start_date: '2020-01-01 00:00:00.000Z',
  end_date: '2099-01-01 00:00:00.000Z',
  offer_type: 'free_gift',
  ...more,
})

describe('an order', () => {
  test('SAVE-02 has its address corrected until it is packed: checked as at checkout, told on the timeline, printed on the bill', async () => {
    const { id, access_token } = await placed()
    const panel = await Panel.open('orders', id)
    const refused = await problemOf(panel.save({ pincode: '05600', phone: '12', name: 'M' }))
    expect(refused.fields).toEqual({
      pincode: 'PIN codes have six digits.',
      phone: 'Enter a ten-digit Indian mobile number.',
      name: 'Enter the full name.',
    })
    await panel.save({
      line1: ' 7,  Church Street ',
      city: 'Mysuru',
      state: 'Karnataka',
      pincode: '570 001',
      phone: '98450 99999',
    })
    const corrected = {
      line1: '7, Church Street',
      city: 'Mysuru',
      state: 'KA',
      pincode: '570001',
      phone: '+919845099999',
    }
    expect(await read('orders', id)).toMatchObject(corrected)
    const { events } = (await shop.view(id, access_token)).body
    expect(events.at(-1)).toMatchObject({ type: 'address_corrected', label: 'Delivery details corrected by the shop' })
    const [event] = await shop.owner.collection('order_events').getFullList({
      filter: `order = "${id}" && type = "address_corrected"`,
    })
    expect(event).toMatchObject({
      actor: 'store',
      data: {
        by: SUPERUSER_EMAIL.replace(/^(.)[^@]*/, '$1***'),
        fields: ['line1', 'city', 'pincode', 'phone'],
      },
    })
    await panel.save({ fulfilment_status: 'packed' })
    const [bill] = await shop.owner.collection('bills').getFullList({ filter: `order = "${id}"` })
    expect(JSON.stringify(bill?.data)).toContain('7, Church Street')

    const late = await problemOf(panel.save({ line1: 'Elsewhere 1' }))
    expect(late.fields).toEqual({ line1: 'The parcel is packed and its bill made: the address stays as it is.' })
    expect(await read('orders', id)).toMatchObject(corrected)
  })

  test('SAVE-02 that is closed keeps its address', async () => {
    const { id } = await placed()
    const panel = await Panel.open('orders', id)
    await panel.save({ status: 'cancelled' })
    const refused = await problemOf(panel.save({ city: 'Mysuru' }))
    expect(refused.fields).toEqual({ city: 'This order is closed: nothing is sent to this address.' })
  })

  test('SAVE-03 keeps what the store keeps: whatever else is typed is refused beside its field, from the UI and by a part', async () => {
    const { id } = await placed()
    const panel = await Panel.open('orders', id)
    const typed = {
      grand_total: 1,
      paid_total: 18000,
      refunded_total: 5,
      items: [],
      email: 'other@example.in',
      number: 'SJ-00000000',
      access_token_hash: 'x',
      placed_at: '2020-01-01 00:00:00.000Z',
    }
    for (const save of [() => panel.save(typed), () => shop.owner.collection('orders').update(id, typed)]) {
      const { fields } = await problemOf(save())
      expect(Object.keys(fields).sort()).toEqual(Object.keys(typed).sort())
      expect(fields.grand_total).toMatch(/cancel the order/)
      expect(fields.paid_total).toMatch(/payment_status/)
      expect(fields.refunded_total).toMatch(/refunds/)
      expect(fields.email).toMatch(/mails/)
    }
    expect(await read('orders', id)).toMatchObject({ grand_total: 18000, paid_total: 0, email: 'meera@example.in' })
    await panel.save({ courier: 'DTDC' })
  })

  test('SAVE-03 that would go backward says so', async () => {
    const { id } = await placed()
    const panel = await Panel.open('orders', id)
    await panel.save({ fulfilment_status: 'packed' })
    await panel.save({ fulfilment_status: 'shipped', payment_status: 'paid' })
    expect((await problemOf(panel.save({ fulfilment_status: 'packed' }))).fields).toEqual({
      fulfilment_status: 'An order that is shipped cannot become packed again.',
    })
    expect((await problemOf(panel.save({ payment_status: 'unpaid' }))).fields).toEqual({
      payment_status: 'An order that is paid cannot become unpaid again.',
    })
  })
})
