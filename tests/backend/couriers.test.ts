import type PocketBase from 'pocketbase'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BookedAnswer, LabelsAnswer, RatesAnswer } from '../../src/domain/desk/bookings'
import type { RefundPlan } from '../../src/domain/desk/orders'
import type { MovedAnswer, Parcel, ParcelsAnswer } from '../../src/domain/desk/parcels'
import type { PlacedOrder } from '../../src/domain/orders/order'
import { type RemoteParcel, ShiprocketFake } from '../gateway/shiprocket'
import { orderOf, placeOrder } from '../order'
import { shared } from '../shared'
import { liftLimits, type RecordStore, startStore } from './record-store'

const MINUTE = 60_000
const BOX = { length: 22, breadth: 16, height: 9 }

const fake = shared(ShiprocketFake.start)
const store = shared(() => startStore({ env: fake.env }))
let owner: PocketBase
let soap: string

beforeAll(async () => {
  owner = await store.superuser()
  await liftLimits(store)
  const pickup = { pickup_location: 'Workshop', pickup_pincode: '110001', seller_email: 'shop@example.com' }
  await store.changeSettings({ ...pickup, cod_max_open_per_phone: 0 })
})
beforeEach(async () => {
  soap = await newSoap({ shipping_weight: 120 })
})
afterEach(() => fake.ok())

async function newSoap(more: Record<string, unknown>): Promise<string> {
  const made = { name: 'Neem & Tulsi Soap', price: 180, category: 'soap', inStock: true, ...more }
  return (await owner.collection('products').create(made)).id
}

const desk: RecordStore['desk'] = (...asked) => store.desk(...asked)

/** A cash order of a piece, packed. */
async function packed(change: Record<string, unknown> = {}): Promise<PlacedOrder> {
  const order = await placeOrder(store.guest(), orderOf(soap, { payment_method: 'cod', ...change }))
  await desk('parcels/pack', { orders: [order.id] })
  return order
}

const bookBody = (id: string, more: object = {}) => ({
  parcels: [{ order: id, weight: 300, courier: 0, ...more }],
  box: BOX,
})
const book = async (id: string, more = {}) => (await desk<BookedAnswer>('parcels/book', bookBody(id, more))).body
const order = (id: string) => owner.collection('orders').getOne(id)
const parcelOf = async (id: string, tab = 'ship') =>
  (await desk<ParcelsAnswer>(`parcels?tab=${tab}&shown=500`)).body.parcels.find((parcel) => parcel.id === id) as Parcel
const bookings = (id: string) =>
  owner.collection('bookings').getFullList({ filter: `order = '${id}'`, sort: 'created' })
const mailsOf = async (id: string, kind: string) =>
  (await owner.collection('outbox').getFullList({ filter: `order = '${id}' && kind = '${kind}'` })).length

/** The job, once what waits is due. */
async function soon(ms = 4 * MINUTE): Promise<void> {
  await store.later(ms)
  await store.runJob('store-couriers')
}

/** What has to be true in the end: one order there, one label, and one mail to the shopper. */
async function expectShippedOnce(placed: PlacedOrder): Promise<void> {
  const standing = fake.standing(placed.number)
  expect(fake.parcels.filter(({ reference }) => reference === placed.number)).toHaveLength(1)
  const [parcel] = standing as [RemoteParcel]
  expect(parcel).toMatchObject({ pickups: 1, labels: 1 })
  expect(await bookings(placed.id)).toMatchObject([{ state: 'booked', awb: parcel.awb, last_error: '' }])
  fake.scan(placed.number, 42, 'PICKED UP')
  await soon(31 * MINUTE)
  expect(await order(placed.id)).toMatchObject({ fulfilment_status: 'shipped', tracking_number: parcel.awb })
  await soon(31 * MINUTE)
  expect(await mailsOf(placed.id, 'order_shipped')).toBe(1)
}

describe('SHIP-01 rates', () => {
  test('say who goes there, the cheapest first, with days and paise; weight and box come from the records', async () => {
    const placed = await packed()
    expect(await parcelOf(placed.id)).toMatchObject({ weight: 120 })
    const query = `order=${placed.id}&weight=300&length=22&breadth=16&height=9`
    expect((await desk<RatesAnswer>(`parcels/rates?${query}`)).body).toEqual({
      rates: [
        { id: 43, name: 'Delhivery Surface', cost: 5450, days: 4 },
        { id: 1, name: 'Blue Dart', cost: 12_390, days: 2 },
      ],
      why: '',
    })
    expect((await desk(`parcels/rates?${query.replace('weight=300', 'weight=0')}`)).status).toBe(400)
    const { booking } = (await desk<ParcelsAnswer>('parcels?tab=ship')).body
    expect(booking).toEqual({ box: { length: 20, breadth: 15, height: 10 }, stuck: [] })
  })

  test('else say for a usual parcel what the settings say', async () => {
    const usual = { parcel_weight: 350, parcel_length: 30, parcel_breadth: 25, parcel_height: 12 }
    await store.changeSettings(usual)
    soap = await newSoap({})
    expect(await parcelOf((await packed()).id)).toMatchObject({ weight: 350 })
    const { booking } = (await desk<ParcelsAnswer>('parcels?tab=ship')).body
    expect(booking?.box).toEqual({ length: 30, breadth: 25, height: 12 })
    await store.changeSettings(Object.fromEntries(Object.keys(usual).map((name) => [name, 0])))
  })

  test('STAFF-04 say a packer who goes there, and no price', async () => {
    const placed = await packed()
    const account = { email: 'packer@example.in', password: 'long enough for the desk' }
    const body = { ...account, name: 'Suresh', role: 'packer', passwordConfirm: account.password }
    await owner.collection('staff').create(body)
    const { token } = await store.guest().collection('staff').authWithPassword(account.email, account.password)
    const query = `order=${placed.id}&weight=300&length=22&breadth=16&height=9`
    expect((await desk<RatesAnswer>(`parcels/rates?${query}`, undefined, token)).body.rates).toEqual([
      { id: 43, name: 'Delhivery Surface', cost: 0, days: 4 },
      { id: 1, name: 'Blue Dart', cost: 0, days: 2 },
    ])
  })
})

describe('a booking', () => {
  test('SHIP-02 is an order, a number, a pickup and a label there, with the cash in rupees', async () => {
    const placed = await packed()
    expect(await book(placed.id, { courier: 1 })).toEqual({ done: [placed.id], waiting: [], left: [] })
    const [parcel] = fake.standing(placed.number) as [RemoteParcel]
    expect(parcel.sent).toMatchObject({
      ...{ order_id: placed.number, payment_method: 'COD', sub_total: 180, pickup_location: 'Workshop' },
      ...{
        billing_email: 'shop@example.com',
        billing_phone: '9845012345',
        billing_pincode: '560003',
        billing_state: 'Karnataka',
        weight: 0.3,
        ...BOX,
      },
      order_items: [{ name: 'Neem & Tulsi Soap', units: 1, selling_price: 180 }],
    })
    const label = expect.stringContaining(parcel.awb)
    expect((await parcelOf(placed.id)).booking).toEqual({
      ...{ state: 'booked', courier: 'Blue Dart', awb: parcel.awb, label, cost: 12_390, problem: '' },
    })
    expect(await bookings(placed.id)).toMatchObject([{ cash: 18_000, weight: 300, choice: 1, attempts: 0 }])
    expect((await book(placed.id)).left).toMatchObject([{ why: 'It has been booked already.' }])
    await expectShippedOnce(placed)
  })

  test('SHIP-01 SHIP-02 weighs and names no piece that was given back before it left', async () => {
    const bag = await newSoap({ name: 'Market Jhola', shipping_weight: 300 })
    const items = [
      { product: soap, quantity: 3, color: '' },
      { product: bag, quantity: 1, color: '' },
    ]
    const placed = await packed({ items, expected_total: 72_000 })
    const pieces = [
      { product: soap, color: '', quantity: 2, amount: 36_000 },
      { product: bag, color: '', quantity: 1, amount: 18_000 },
    ]
    const lines = JSON.stringify({ pieces, delivery: 0 })
    await store.insert('refunds', { order: placed.id, amount: 54_000, status: 'processed', lines })
    expect(await parcelOf(placed.id)).toMatchObject({ weight: 120 })
    await book(placed.id)
    const [parcel] = fake.standing(placed.number) as [RemoteParcel]
    expect(parcel.sent.order_items).toMatchObject([{ name: 'Neem & Tulsi Soap', units: 1, selling_price: 180 }])
  })

  test('SHIP-02 of a paid order tells what its pieces cost that go into the parcel', async () => {
    const items = [{ product: soap, quantity: 3, color: '' }]
    const [whole, part] = [
      await packed({ items, expected_total: 54_000 }),
      await packed({ items, expected_total: 54_000 }),
    ]
    for (const { id } of [whole, part]) await owner.collection('orders').update(id, { payment_status: 'paid' })
    const pieces = [{ product: soap, color: '', quantity: 2, amount: 36_000 }]
    const lines = JSON.stringify({ pieces, delivery: 0 })
    await store.insert('refunds', { order: part.id, amount: 36_000, status: 'processed', lines })
    for (const { id } of [whole, part]) await book(id)
    const sent = (sub_total: number, units: number) => [
      { sent: { payment_method: 'Prepaid', sub_total, order_items: [{ units, selling_price: 180 }] } },
    ]
    expect(fake.standing(whole.number)).toMatchObject(sent(540, 3))
    expect(fake.standing(part.number)).toMatchObject(sent(180, 1))
  })

  test('SHIP-02 only of a packed order, and several at once have one document of labels', async () => {
    const [one, two] = [await packed(), await packed()]
    const open = await packed()
    await desk('parcels/unpack', { orders: [open.id] })
    const parcels = [one, two, open].map(({ id }) => ({ order: id, weight: 300, courier: 0 }))
    const { done, left } = (await desk<BookedAnswer>('parcels/book', { parcels, box: BOX })).body
    expect(done).toEqual([one.id, two.id])
    expect(left).toMatchObject([{ number: open.number, why: 'It is not packed, or has been shipped.' }])
    const { url } = (await desk<LabelsAnswer>('parcels/labels', { orders: [one.id, two.id] })).body
    expect(url).toMatch(/labels\/\d+-\d+\.pdf$/)
    expect((await desk<LabelsAnswer>('parcels/labels', { orders: [open.id] })).status).toBe(400)
  })

  test('SHIP-02 two people who book the same parcel make one', async () => {
    const placed = await packed()
    const both = await Promise.all([book(placed.id), book(placed.id)])
    expect(both.flatMap(({ done }) => done)).toEqual([placed.id])
    await expectShippedOnce(placed)
  })
})

const CREATE = /^POST \/orders\/create/
const ASSIGN = /^POST \/courier\/assign/
const PICKUP = /^POST \/courier\/generate\/pickup/
const CANCEL = /^POST \/orders\/cancel/
const LOGIN = /^POST \/auth\/login/
const LABEL = /^POST \/courier\/generate\/label/
const STEPS = { order: CREATE, number: ASSIGN, pickup: PICKUP, label: LABEL }

describe('SHIP-03 no answer', () => {
  test.each(Object.entries(STEPS))('to the %s, which was made: found there and gone on with', async (_, step) => {
    const placed = await packed()
    fake.misbehave({ kind: 'lost' }, { on: step, times: 1 })
    expect(await book(placed.id)).toMatchObject({ done: [], waiting: [placed.id], left: [] })
    expect((await parcelOf(placed.id)).booking).toMatchObject({
      state: 'waiting',
      problem: 'Shiprocket did not answer.',
    })
    await soon()
    await expectShippedOnce(placed)
  })

  test.each([
    ['5xx', { kind: 'says', status: 502, body: { message: 'Bad gateway' } }],
    ['429', { kind: 'says', status: 429, body: { message: 'You have exceeded the API call rate limit.' } }],
    ['a page of HTML', { kind: 'says', status: 403, body: '<html>Blocked</html>' }],
    ['a broken line', { kind: 'down' }],
  ] as const)('but %s: tried again by itself', async (_, fault) => {
    const placed = await packed()
    fake.misbehave(fault, { on: CREATE, times: 1 })
    expect((await book(placed.id)).waiting).toEqual([placed.id])
    const tries = fake.callsOf(CREATE).length
    await soon(MINUTE)
    expect(fake.callsOf(CREATE)).toHaveLength(tries)
    await soon()
    await expectShippedOnce(placed)
  })

  test.each([
    ['order', CREATE],
    ['number', ASSIGN],
    ['pickup', PICKUP],
  ])('but the %s is asked for twice on the way: one order, one number, one pickup, one label', async (_, step) => {
    const placed = await packed()
    fake.misbehave({ kind: 'twice' }, { on: step, times: 1 })
    await book(placed.id)
    await soon()
    const made = fake.standing(placed.number)
    expect(made).toMatchObject([{ pickups: 1, labels: 1 }])
    expect(await bookings(placed.id)).toMatchObject([{ state: 'booked', awb: made[0]?.awb }])
    await desk('parcels/unpack', { orders: [placed.id] })
    for (let run = 0; run < 3; run++) await soon()
    expect(fake.standing(placed.number)).toEqual([])
  })

  test('to the order, which was made twice, nor to calling one of them off: one stays, and no number is paid before', async () => {
    const placed = await packed()
    fake.misbehave({ kind: 'twice' }, { on: CREATE, times: 1 })
    fake.misbehave({ kind: 'down' }, { on: CANCEL, times: 1 })
    expect((await book(placed.id)).waiting).toEqual([placed.id])
    expect(fake.standing(placed.number).map(({ awb }) => awb)).toEqual(['', ''])
    await soon()
    expect(fake.standing(placed.number)).toMatchObject([{ pickups: 1, labels: 1 }])
  })

  test('a wrong password is told once in ten minutes, in words', async () => {
    const placed = await packed()
    fake.expireTokens()
    const wrong = { message: 'Invalid email and password combination', status_code: 403 }
    fake.misbehave({ kind: 'says', status: 403, body: wrong }, { on: LOGIN })
    const before = fake.callsOf(LOGIN).length
    const words = 'Shiprocket does not take the email and password this store has.'
    expect((await book(placed.id)).left).toMatchObject([{ why: words }])
    await desk('parcels/again', { orders: [placed.id] })
    expect(fake.callsOf(LOGIN).length - before).toBe(1)
    fake.ok()
    await store.later(11 * MINUTE)
    expect((await desk<BookedAnswer>('parcels/again', { orders: [placed.id] })).body.done).toEqual([placed.id])
  })

  test('a token that ran out is fetched anew, and nothing is sent twice', async () => {
    const placed = await packed()
    fake.expireTokens()
    expect((await book(placed.id)).done).toEqual([placed.id])
    await expectShippedOnce(placed)
  })

  test('so often that it needs a hand, which then finds what is there', async () => {
    const placed = await packed()
    fake.misbehave({ kind: 'lost' }, { on: CREATE, times: 1 })
    fake.misbehave({ kind: 'down' })
    await book(placed.id)
    for (let run = 0; run < 9; run++) await soon(7 * 60 * MINUTE)
    expect((await parcelOf(placed.id)).booking).toMatchObject({
      state: 'refused',
      problem: 'Shiprocket did not answer.',
    })
    fake.ok()
    const calls = fake.calls.length
    await soon(7 * 60 * MINUTE)
    expect(fake.calls.slice(calls).filter((call) => /orders/.test(call))).toEqual([])
    expect((await desk<BookedAnswer>('parcels/again', { orders: [placed.id] })).body.done).toEqual([placed.id])
    await expectShippedOnce(placed)
  })
})

describe('SHIP-03 the power goes', () => {
  test.each(
    Object.entries(STEPS).flatMap(([name, step]) =>
      (['before', 'after'] as const).map((when) => [when, name, step] as const),
    ),
  )('%s the %s is made: booked once, one label, one mail', async (when, _, step) => {
    const placed = await packed()
    const gate = fake.hold(step, when)
    const answer = book(placed.id).then(
      () => 'answered',
      () => 'lost',
    )
    await gate.reached
    await store.kill()
    expect(await answer).toBe('lost')
    gate.open()
    fake.ok()
    await store.restart()
    await soon()
    await expectShippedOnce(placed)
  })
})

describe('SHIP-04 a refusal comes back in words and loses nothing', () => {
  test('of a PIN code nobody goes to, before anything is made there', async () => {
    const address = { line1: '1, Hill', line2: '', landmark: '', city: 'Shillong', state: 'ML', pincode: '793001' }
    const placed = await packed({ address })
    const words = 'Shiprocket: No courier serviceable for this pincode.'
    expect((await book(placed.id)).left).toMatchObject([{ number: placed.number, why: words }])
    expect(fake.parcels.some(({ reference }) => reference === placed.number)).toBe(false)
    expect((await parcelOf(placed.id)).booking).toMatchObject({ state: 'refused', problem: words })
    expect(await order(placed.id)).toMatchObject({ status: 'confirmed', fulfilment_status: 'packed' })
  })

  test('of an empty wallet: tried again, it goes on with the order that is there', async () => {
    const placed = await packed()
    const empty = {
      message: 'Please recharge your ShipRocket wallet. The minimum required balance is Rs 100',
      status_code: 350,
    }
    fake.misbehave({ kind: 'says', status: 200, body: empty }, { on: ASSIGN, times: 1 })
    expect((await book(placed.id)).left[0]?.why).toMatch(/recharge your ShipRocket wallet/)
    expect((await desk<BookedAnswer>('parcels/again', { orders: [placed.id] })).body.done).toEqual([placed.id])
    await expectShippedOnce(placed)
  })

  test('of a phone number or a pickup location, in the words of the field', async () => {
    const placed = await packed()
    const body = { message: 'Oops! Invalid Data.', errors: { billing_phone: ['The billing phone is invalid'] } }
    fake.misbehave({ kind: 'says', status: 422, body }, { on: CREATE, times: 1 })
    expect((await book(placed.id)).left[0]?.why).toBe('Shiprocket: The billing phone is invalid.')
    await store.changeSettings({ pickup_location: 'Attic' })
    expect((await book(placed.id)).left[0]?.why).toBe('Shiprocket: Wrong Pickup location entered.')
    await store.changeSettings({ pickup_location: 'Workshop' })
  })

  test('and the parcel can be booked with another courier: the first order there is called off', async () => {
    const placed = await packed()
    fake.refuse('Courier is not available', ASSIGN)
    await book(placed.id)
    fake.ok()
    expect((await book(placed.id, { courier: 1 })).done).toEqual([placed.id])
    await soon()
    expect(fake.standing(placed.number)).toEqual([])
    expect(fake.standing(`${placed.number}-2`)).toMatchObject([{ courier: 'Blue Dart', labels: 1 }])
    expect((await bookings(placed.id)).map(({ state }) => state)).toEqual(['cancelled', 'booked'])
  })
})

describe('SHIP-05 an order that is not to be sent', () => {
  const cancel = (placed: PlacedOrder) =>
    owner.collection('orders').update(placed.id, { status: 'cancelled', fulfilment_status: 'packed' })

  test('has its booking called off, whether cancelled or unpacked', async () => {
    const [cancelled, unpacked] = [await packed(), await packed()]
    for (const { id } of [cancelled, unpacked]) await book(id)
    await cancel(cancelled)
    await desk('parcels/unpack', { orders: [unpacked.id] })
    await soon()
    for (const { id, number } of [cancelled, unpacked]) {
      expect(fake.standing(number)).toEqual([])
      expect(await bookings(id)).toMatchObject([{ state: 'cancelled' }])
    }
    await desk('parcels/pack', { orders: [unpacked.id] })
    expect((await book(unpacked.id)).done).toEqual([unpacked.id])
    expect(fake.standing(`${unpacked.number}-2`)).toHaveLength(1)
  })

  test('or that is paid meanwhile has its booking with cash called off, until its parcel is fetched', async () => {
    const [paid, gone] = [await packed(), await packed()]
    for (const { id } of [paid, gone]) await book(id)
    fake.scan(gone.number, 42, 'PICKED UP')
    await soon(31 * MINUTE)
    for (const { id } of [paid, gone]) await owner.collection('orders').update(id, { payment_status: 'paid' })
    await soon()
    // Nobody can change what the courier of the other was told: the desk says so.
    const filter = `order = '${gone.id}' && type = 'booking'`
    expect(await owner.collection('order_events').getFullList({ filter })).toMatchObject([
      { public: false, label: 'Paid on its way: its courier still asks for ₹180.00 at the door. Tell it not to.' },
    ])
    expect(fake.standing(paid.number)).toEqual([])
    expect(fake.standing(gone.number)).toHaveLength(1)
    expect((await book(paid.id)).done).toEqual([paid.id])
    expect(fake.standing(`${paid.number}-2`)).toMatchObject([{ sent: { payment_method: 'Prepaid' } }])
  })

  test('or is paid while it is booked: no courier asks for its cash', async () => {
    const parcels = await Promise.all(Array.from({ length: 20 }, () => packed()))
    const pays = parcels.map(({ id }) => owner.collection('orders').update(id, { payment_status: 'paid' }))
    await Promise.all([...pays, ...parcels.map(({ id }) => book(id))])
    await soon()
    const standing = parcels.flatMap(({ number }) => fake.standing(number))
    expect(standing.filter(({ sent }) => sent.payment_method !== 'Prepaid')).toEqual([])
  })

  test('or whose money has all gone back has its booking called off', async () => {
    const placed = await packed()
    await book(placed.id)
    await owner.collection('orders').update(placed.id, { payment_status: 'paid' })
    await soon()
    expect((await book(placed.id)).done).toEqual([placed.id])
    const { parcel } = (await desk<RefundPlan>(`orders/${placed.id}/refund?rupees=180`)).body
    expect(parcel).toBe('Its courier is called off once the money has gone.')
    await owner.collection('refunds').create({ order: placed.id, rupees: placed.grand_total / 100 })
    expect(await order(placed.id)).toMatchObject({ payment_status: 'refunded', fulfilment_status: 'packed' })
    await soon()
    expect(fake.standing(`${placed.number}-2`)).toEqual([])
    expect(await bookings(placed.id)).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }])
  })

  test('and when it went another way: under the number of the booking it is followed on', async () => {
    const [otherwise, same] = [await packed(), await packed()]
    fake.refuse('Please recharge your ShipRocket wallet', ASSIGN)
    await book(otherwise.id)
    fake.ok()
    await book(same.id)
    const [{ awb } = { awb: '' }] = fake.standing(same.number)
    const parcels = [
      { order: otherwise.id, tracking_number: '362144081175' },
      { order: same.id, tracking_number: awb },
    ]
    for (const [courier, parcel] of [
      ['Delhivery', parcels[0]],
      ['Other', parcels[1]],
    ] as const)
      expect((await desk<MovedAnswer>('parcels/ship', { courier, parcels: [parcel] })).body.left).toEqual([])
    await soon()
    expect(fake.standing(otherwise.number)).toEqual([])
    expect(await bookings(same.id)).toMatchObject([{ state: 'booked' }])
    expect(await order(otherwise.id)).toMatchObject({ tracking_number: '362144081175' })
  })

  test('also when it is being booked at that moment', async () => {
    const placed = await packed()
    const gate = fake.hold(ASSIGN, 'before')
    const answer = book(placed.id)
    await gate.reached
    await cancel(placed)
    gate.open()
    expect((await answer).done).toEqual([])
    expect(fake.standing(placed.number)).toMatchObject([{ labels: 0 }])
    await soon()
    expect(fake.standing(placed.number)).toEqual([])
  })

  test('and where its courier will not, the desk says what to do until it is done', async () => {
    const placed = await packed()
    await book(placed.id)
    fake.refuse('Cannot cancel, out for pickup', /^POST \/orders\/cancel/)
    await cancel(placed)
    await soon()
    const stuck = async () => (await desk<ParcelsAnswer>('parcels?tab=ship')).body.booking?.stuck ?? []
    expect(await stuck()).toMatchObject([{ number: placed.number, why: expect.stringContaining('own panel') }])
    const seen = await owner
      .collection('order_events')
      .getFullList({ filter: `order = '${placed.id}' && type = 'booking'` })
    expect(seen).toMatchObject([{ public: false }])
    for (const parcel of fake.standing(placed.number)) parcel.status = 'CANCELED'
    await desk('parcels/again', { orders: [placed.id] })
    expect(await stuck()).toEqual([])
  })

  test.each([
    ['delivered', 7],
    ['back at the shop', 10],
  ])('or until its parcel is %s all the same: there is nothing left to call off', async (_, code) => {
    const placed = await packed()
    await book(placed.id)
    fake.refuse('Cannot cancel, it has been picked up', /^POST \/orders\/cancel/)
    await cancel(placed)
    await soon()
    const again = async () => {
      await desk('parcels/again', { orders: [placed.id] })
      return (await bookings(placed.id)).map(({ state }) => state)
    }
    expect(await again()).toEqual(['cancelling'])
    fake.scan(placed.number, code, 'OVER')
    expect(await again()).toEqual(['cancelled'])
    const filter = `order = '${placed.id}' && type = 'booking'`
    const seen = await owner.collection('order_events').getFullList({ filter, sort: '@rowid' })
    expect(seen.at(-1)).toMatchObject({ label: expect.stringContaining('The courier says: OVER'), public: false })
  })

  test('and once that is done, what was booked in its place is not said to be booked now', async () => {
    const placed = await packed()
    await book(placed.id)
    fake.refuse('Cannot cancel, out for pickup', /^POST \/orders\/cancel/)
    await desk('parcels/unpack', { orders: [placed.id] })
    await soon()
    await desk('parcels/pack', { orders: [placed.id] })
    expect((await book(placed.id)).done).toEqual([placed.id])
    const deeds = async () => {
      const filter = `what ~ 'Booked a courier' && what ~ '${placed.number}'`
      return (await owner.collection('desk_log').getFullList({ filter })).length
    }
    expect(await deeds()).toBe(2)
    fake.ok()
    const { body } = await desk<BookedAnswer>('parcels/again', { orders: [placed.id] })
    expect(body).toEqual({ done: [], waiting: [], left: [] })
    expect(fake.standing(placed.number)).toEqual([])
    expect(await deeds()).toBe(2)
  })

  test('and when its courier never fetched it, it can be booked again', async () => {
    const placed = await packed()
    await book(placed.id)
    await soon(46 * 24 * 60 * MINUTE)
    expect(await bookings(placed.id)).toMatchObject([{ state: 'ended' }])
    await desk('parcels/unpack', { orders: [placed.id] })
    await desk('parcels/pack', { orders: [placed.id] })
    expect(await book(placed.id)).toEqual({ done: [placed.id], waiting: [], left: [] })
    await soon()
    expect(fake.standing(placed.number)).toEqual([])
  })
})

describe('SHIP-06 on its way', () => {
  test('a parcel moves as its courier says, each state once, and the shopper is told of it', async () => {
    const placed = await packed()
    await book(placed.id)
    const states: string[] = []
    for (const [code, words] of [
      [19, 'OUT FOR PICKUP'],
      [42, 'PICKED UP'],
      [18, 'IN TRANSIT'],
      [17, 'OUT FOR DELIVERY'],
      [21, 'UNDELIVERED'],
      [18, 'IN TRANSIT'],
      [7, 'DELIVERED'],
    ] as const) {
      fake.scan(placed.number, code, words)
      await soon(31 * MINUTE)
      states.push((await order(placed.id)).fulfilment_status)
    }
    expect(states).toEqual([
      'packed',
      'shipped',
      'shipped',
      'out_for_delivery',
      'delivery_failed',
      'delivery_failed',
      'delivered',
    ])
    expect(await order(placed.id)).toMatchObject({ courier: 'Delhivery Surface', payment_status: 'unpaid' })
    expect([await mailsOf(placed.id, 'order_shipped'), await mailsOf(placed.id, 'order_delivered')]).toEqual([1, 1])
    expect(await bookings(placed.id)).toMatchObject([{ state: 'ended', next_try_at: '' }])
  })

  test('what came back to the shop, or was lost, is said and left to people', async () => {
    const [back, lost] = [await packed(), await packed()]
    for (const { id } of [back, lost]) await book(id)
    fake.scan(back.number, 10, 'RTO DELIVERED')
    fake.scan(lost.number, 42, 'PICKED UP')
    await soon(31 * MINUTE)
    fake.scan(lost.number, 12, 'LOST')
    await soon(31 * MINUTE)
    expect(await order(back.id)).toMatchObject({ fulfilment_status: 'delivery_failed' })
    expect((await parcelOf(back.id, 'way')).booking).toMatchObject({ state: 'ended' })
    expect((await parcelOf(lost.id, 'way')).booking?.problem).toMatch(/^The courier says: LOST/)
  })

  test('a parcel at the door whose order could not be moved is asked about again, until it could', async () => {
    const placed = await packed()
    await owner.collection('orders').update(placed.id, { payment_status: 'paid' })
    await book(placed.id)
    const refund = { order: placed.id, amount: placed.grand_total, status: 'queued' }
    const waits = await store.insert('refunds', refund)
    fake.scan(placed.number, 7, 'DELIVERED')
    await soon(31 * MINUTE)
    expect((await parcelOf(placed.id)).booking?.problem).toMatch(/^The parcel is with its courier/)
    await store.remove('refunds', waits)
    await soon(31 * MINUTE)
    expect(await order(placed.id)).toMatchObject({ fulfilment_status: 'delivered' })
    expect(await bookings(placed.id)).toMatchObject([{ state: 'ended', last_error: '' }])
  })

  test('a parcel that was called off at the courier can be booked again', async () => {
    const placed = await packed()
    await book(placed.id)
    fake.scan(placed.number, 8, 'CANCELED')
    await soon(31 * MINUTE)
    expect((await parcelOf(placed.id)).booking).toBeUndefined()
    expect(await order(placed.id)).toMatchObject({ fulfilment_status: 'packed' })
  })
})

describe('SHIP-07 news of a courier', () => {
  test('are a nudge: without the key 401, with it the job reads for itself', async () => {
    const placed = await packed()
    await book(placed.id)
    const [{ awb } = { awb: '' }] = fake.standing(placed.number)
    for (const key of [null, '', 'wrong', `${fake.webhookKey}x`])
      expect((await fake.tell(store.url, awb, 'DELIVERED', key)).status).toBe(401)
    await store.runJob('store-couriers')
    expect(fake.callsOf(new RegExp(`track/awb/${awb}`))).toEqual([])
    fake.scan(placed.number, 42, 'PICKED UP')
    expect((await fake.tell(store.url, awb, 'DELIVERED')).status).toBe(200)
    expect((await fake.tell(store.url, 'nobody', 'DELIVERED')).status).toBe(200)
    expect(await order(placed.id)).toMatchObject({ fulfilment_status: 'packed' })
    await store.runJob('store-couriers')
    expect(await order(placed.id)).toMatchObject({ fulfilment_status: 'shipped', tracking_number: awb })
    expect(store.output()).not.toContain(fake.env.SHIPROCKET_PASSWORD)
  })

  test('are taken whatever stands in them', async () => {
    for (const awb of [{ toString: 1 }, [], null, true, 1e300, 'a\0b'])
      expect((await fake.tell(store.url, awb as unknown as string, 'DELIVERED')).status).toBe(200)
  })
})
