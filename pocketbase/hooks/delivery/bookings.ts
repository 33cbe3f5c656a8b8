import { isPincode } from '../../../src/domain/account/read-pincode'
import { stateName } from '../../../src/domain/account/states'
import { parseDate } from '../../../src/domain/date'
import { formatPaise } from '../../../src/domain/money'
import {
  type BookingState,
  type Box,
  bookingProblem,
  cashToCollect,
  parcelWeight,
  type Tracked,
  USUAL_PARCEL,
  wayTo,
} from '../../../src/domain/orders/booking'
import { AT_HOME, type FulfilmentStatus, ON_THE_WAY, type OrderView } from '../../../src/domain/orders/order'
import { now, recordDate } from '../lib/clock'
import { attemptEach } from '../lib/cron'
import { addEvent } from '../lib/order-events'
import { runInTransaction } from '../lib/record-transaction'
import { firstRecord, like, newRecord } from '../lib/rows'
import { settingsRecord } from '../lib/store-settings'
import type { Booked, Courier, CourierAnswer, ParcelFacts, ParcelToBook } from './courier'
import { bookingCourier } from './couriers'
import { linesToPack } from './lines-to-pack'

/**
 * Bookings of parcels. Each is written down before a courier is asked, and taken up again from there: by the job, by
 * who tries again. Who works on one has claimed it by moving its next time forward; a run that died is taken up then.
 */

const MINUTE = 60_000
/** Minutes until the next try, by how often it was tried; the first is longer than one run can take. */
const GAPS = [3, 3, 5, 15, 60, 180]
/** Without an answer so often it needs a hand. */
const TRIES = 8
/** How often a parcel is asked about, while it waits for its courier and on its way. */
const TRACK_MS = 30 * MINUTE
/** After that nobody asks any more. */
const TRACKED_FOR_MS = 45 * 24 * 60 * MINUTE

/** The booking of an order that was not called off. */
export function liveBooking(app: PbApp, order: string): PbRecord | undefined {
  const filter = 'order = {:order} && state != "cancelling" && state != "cancelled"'
  return firstRecord(app, 'bookings', filter, { order })
}

export const stateOf = (booking: PbRecord) => booking.getString('state') as BookingState

/** Where parcels are fetched and how a usual one is; what nobody has set is usual. */
export function shopParcel(app: PbApp): ParcelFacts['pickup'] & Box & { weight: number } {
  const settings = settingsRecord(app)
  const size = (name: keyof typeof USUAL_PARCEL) => settings?.getInt(`parcel_${name}`) || USUAL_PARCEL[name]
  return {
    location: settings?.getString('pickup_location') ?? '',
    pincode: settings?.getString('pickup_pincode') ?? '',
    ...{ weight: size('weight'), length: size('length'), breadth: size('breadth'), height: size('height') },
  }
}

/** Grams of each of these orders' parcels, by order. */
export function weightsOf(app: PbApp, orders: readonly PbRecord[]): Map<string, number> {
  const items = linesToPack(app, orders)
  const products = [...new Set([...items.values()].flat().map(({ product }) => product))]
  const found = app.findRecordsByIds('products', products)
  const grams = new Map(found.map((product) => [product.id, product.getInt('shipping_weight')]))
  const { weight } = shopParcel(app)
  return new Map([...items].map(([order, lines]) => [order, parcelWeight(lines, grams, weight)]))
}

/**
 * A parcel as a courier has to know it, of the order as it is now; or why no courier can be told of it.
 * @param size grams and box
 */
export function factsOf(app: PbApp, order: PbRecord, size: Box & { weight: number }): ParcelFacts | string {
  const { location, pincode } = shopParcel(app)
  if (!location || !isPincode(pincode) || !shopEmail(app))
    return 'First write pickup_location, pickup_pincode and seller_email into the settings of the shop (store_settings).'
  const to = { phone: order.getString('phone'), pincode: order.getString('pincode') }
  const cash = cashOf(order)
  return (
    bookingProblem(to) || {
      ...{ pickup: { location, pincode }, pincode: to.pincode, cash, worth: cash || goodsOf(app, order) },
      ...{ weight: size.weight, length: size.length, breadth: size.breadth, height: size.height },
    }
  )
}

/** What was paid for the pieces in a parcel, paise; for gifts alone, what was paid. */
function goodsOf(app: PbApp, order: PbRecord): number {
  const lines = linesToPack(app, [order]).get(order.id) ?? []
  const goods = lines.reduce(
    (sum, { quantity, sold, line_total, discount = 0 }) => sum + ((line_total - discount) * quantity) / sold,
    0,
  )
  return Math.round(goods) || order.getInt('grand_total')
}

/** What a courier collects for an order, paise. */
export const cashOf = (order: PbRecord) =>
  cashToCollect({
    payment_method: order.getString('payment_method') as OrderView['payment_method'],
    payment_status: order.getString('payment_status') as OrderView['payment_status'],
    grand_total: order.getInt('grand_total'),
  })

/**
 * Writes down that a parcel is to be booked, claimed by the caller. One that was refused before it had a number makes
 * room: it is called off.
 * @param choice number of the courier; 0: the cheapest
 * @returns the booking's id, or why there is none
 */
export function recordBooking(
  txApp: PbApp,
  order: PbRecord,
  size: Box & { weight: number },
  choice: number,
): { id: string } | { why: string } {
  const before = liveBooking(txApp, order.id)
  if (before && (stateOf(before) !== 'refused' || before.getString('awb')))
    return { why: before.getString('awb') ? 'It has been booked already.' : 'It is being booked already.' }
  if (before) callOff(txApp, before)
  const made = txApp.findRecordsByFilter('bookings', 'order = {:id}', '', 100, 0, { id: order.id }).length
  const number = order.getString('number')
  const booking = newRecord(txApp, 'bookings', {
    ...{ order: order.id, state: 'waiting', reference: made === 0 ? number : `${number}-${made + 1}`, choice },
    ...size,
    next_try_at: recordDate(now()),
  })
  txApp.save(booking)
  return { id: booking.id }
}

/** Takes a booking up for one run; undefined when somebody else has it, or nothing is to be done. */
function claim(app: PbApp, id: string): PbRecord | undefined {
  return runInTransaction(app, (txApp) => {
    const booking = txApp.findRecordById('bookings', id)
    const time = now()
    if (!(parseDate(booking.getString('next_try_at')) <= time)) return undefined
    const attempts = booking.getInt('attempts') + 1
    const tracked = stateOf(booking) === 'booked'
    const gap = tracked ? TRACK_MS : (GAPS[attempts - 1] ?? 360) * MINUTE
    if (!tracked) booking.set('attempts', attempts)
    booking.set('next_try_at', recordDate(time + gap))
    txApp.save(booking)
    return booking
  })
}

/** Changes a booking while it is in this state; false when it is not any more. */
function change(app: PbApp, id: string, from: BookingState, fields: { [field: string]: unknown }): boolean {
  return runInTransaction(app, (txApp) => {
    const booking = txApp.findRecordById('bookings', id)
    const changed = stateOf(booking) === from
    // What was found out is kept in any case: who calls it off has to know.
    const { state, last_error, next_try_at, ...found } = fields
    const kept = changed ? fields : found
    booking.load(kept)
    txApp.save(booking)
    return changed
  })
}

const KNOWN = ['remote_order', 'shipment', 'courier', 'awb', 'label_url'] as const

/** Works on one booking, whatever it waits for. False when nobody answered. */
export function goOn(app: PbApp, id: string): boolean {
  const courier = bookingCourier()
  const booking = courier && claim(app, id)
  if (!booking) return true
  const state = stateOf(booking)
  if (state === 'waiting') return send(app, courier, booking)
  if (state === 'cancelling') return cancel(app, courier, booking)
  return state === 'booked' ? follow(app, courier, booking) : true
}

/** Books, or goes on with what was begun. */
function send(app: PbApp, courier: Courier, booking: PbRecord): boolean {
  const { id } = booking
  // In one: a payment that comes next finds what is to be collected, and calls the booking off.
  const { order, facts } = runInTransaction(app, (txApp) => {
    const order = txApp.findRecordById('orders', booking.getString('order'))
    const facts = factsOf(txApp, order, sizeOf(booking))
    if (typeof facts !== 'string') change(txApp, id, 'waiting', { cash: facts.cash })
    return { order, facts }
  })
  if (typeof facts === 'string') return settled(app, booking, { refused: facts })
  const known = {
    ...(Object.fromEntries(KNOWN.map((field) => [field, booking.getString(field)])) as Pick<
      Booked,
      (typeof KNOWN)[number]
    >),
    ...{ choice: booking.getInt('choice'), cost: booking.getInt('cost') },
  }
  const parcel = { ...facts, ...whoseOf(app, order, booking.getString('reference')) }
  const asked = courier.book(parcel, known, (found) => change(app, id, 'waiting', { ...found }))
  return settled(app, booking, asked)
}

const sizeOf = (booking: PbRecord) => like(booking, USUAL_PARCEL)

const shopEmail = (app: PbApp) => settingsRecord(app)?.getString('seller_email') ?? ''

function whoseOf(app: PbApp, order: PbRecord, reference: string): Omit<ParcelToBook, keyof ParcelFacts> {
  const text = (field: string) => order.getString(field)
  const state = stateName(text('state'))
  return {
    reference,
    name: text('name'),
    phone: text('phone').slice(-10),
    email: shopEmail(app),
    lines: [text('line1'), [text('line2'), text('landmark')].filter(Boolean).join(', ')],
    city: text('city') || state,
    state,
    placed: parseDate(text('placed_at')),
    items: (linesToPack(app, [order]).get(order.id) ?? []).map(
      ({ product, color, name, quantity, sold, line_total, discount, hsn, is_gift }) => ({
        sku: [product, color, is_gift && 'gift'].filter(Boolean).join('-').slice(0, 50),
        ...{ name, units: quantity, hsn, each: Math.floor((line_total - (discount ?? 0)) / sold) },
      }),
    ),
  }
}

/** Writes down what came of a try to book. False when nobody answered. */
function settled(app: PbApp, booking: PbRecord, asked: CourierAnswer<Booked>): boolean {
  const { id } = booking
  const time = now()
  if ('ok' in asked) {
    const done = { state: 'booked', last_error: '', attempts: 0, booked_at: recordDate(time) }
    change(app, id, 'waiting', { ...done, next_try_at: recordDate(time + TRACK_MS) })
    return true
  }
  const silent = 'unreachable' in asked
  const over = !silent || booking.getInt('attempts') >= TRIES
  const last_error = (silent ? asked.unreachable : asked.refused).slice(0, 400)
  change(app, id, 'waiting', { last_error, ...(over && { state: 'refused', next_try_at: '' }) })
  return !silent
}

/** Reads where a parcel is and moves its order there. False when nobody answered. */
function follow(app: PbApp, courier: Courier, booking: PbRecord): boolean {
  const { id } = booking
  const asked = courier.track(booking.getString('awb'))
  if (!('ok' in asked)) return 'refused' in asked
  const { tracked, words } = asked.ok
  const ended = { state: 'ended', next_try_at: '' }
  if (now() - parseDate(booking.getString('booked_at')) > TRACKED_FOR_MS) change(app, id, 'booked', ended)
  if (tracked === 'cancelled') {
    change(app, id, 'booked', { state: 'cancelled', next_try_at: '' })
    tell(app, booking, `The booking was called off at the courier: ${booking.getString('awb')}`)
  } else if (tracked === 'lost') {
    change(app, id, 'booked', { last_error: `The courier says: ${words}. Ask it what becomes of the parcel.` })
  } else if (tracked !== '') {
    const problem = moveTo(app, courier, booking, tracked === 'home' ? 'delivery_failed' : tracked)
    const arrived = problem === '' && (tracked === 'home' || tracked === 'delivered')
    change(app, id, 'booked', { last_error: problem, ...(arrived && ended) })
  }
  return true
}

/**
 * Moves the order of a parcel, step by step; the first has the tracking number with it, so that its shopper is mailed
 * once.
 * @returns why it cannot be moved; empty when it is there, or nothing leads there
 */
function moveTo(
  app: PbApp,
  courier: Courier,
  booking: PbRecord,
  to: Exclude<Tracked, 'cancelled' | 'lost' | 'home' | ''>,
): string {
  const awb = booking.getString('awb')
  const id = booking.getString('order')
  const from = app.findRecordById('orders', id).getString('fulfilment_status') as FulfilmentStatus
  try {
    for (const state of wayTo(from, to)) {
      const order = app.findRecordById('orders', id)
      order.set('actor', 'system')
      order.set('saved_by', booking.getString('courier'))
      order.set('fulfilment_status', state)
      if (state === 'shipped') {
        order.set('courier', booking.getString('courier'))
        order.set('tracking_number', awb)
        order.set('tracking_url', courier.page(awb))
      }
      app.save(order)
    }
    return ''
  } catch (error) {
    return `The parcel is with its courier, and its order could not be moved: ${String(error).slice(0, 200)}`
  }
}

/** A line of the order's timeline for the shop's eyes. */
const tell = (app: PbApp, booking: PbRecord, label: string) =>
  addEvent(app, booking.getString('order'), {
    type: 'booking',
    label: label.slice(0, 200),
    actor: 'system',
    public: false,
  })

/** Calls a booking off at the courier. False when nobody answered. */
function cancel(app: PbApp, courier: Courier, booking: PbRecord): boolean {
  const { id } = booking
  const asked = courier.cancel(booking.getString('reference'))
  if ('ok' in asked) {
    change(app, id, 'cancelling', { state: 'cancelled', last_error: '', next_try_at: '' })
    if (asked.ok) tell(app, booking, `The booking could not be called off any more. The courier says: ${asked.ok}`)
    return true
  }
  const silent = 'unreachable' in asked
  const over = !silent || booking.getInt('attempts') >= TRIES
  const last_error = (silent ? asked.unreachable : asked.refused).slice(0, 400)
  change(app, id, 'cancelling', { last_error, ...(over && { next_try_at: '' }) })
  if (over) tell(app, booking, `Its courier did not call the booking off: ${booking.getString('reference')}`)
  return !silent
}

/** To be called off by the job; who works on it is let finish first, so that it is known what to call off. */
function callOff(txApp: PbApp, booking: PbRecord): void {
  const time = recordDate(now())
  const claimed = stateOf(booking) === 'waiting' ? booking.getString('next_try_at') : ''
  booking.set('state', 'cancelling')
  booking.set('attempts', 0)
  booking.set('next_try_at', claimed > time ? claimed : time)
  txApp.save(booking)
}

/** For an order that is cancelled, not packed any more or sent otherwise: nobody is to fetch its parcel. */
export function dropBooking(txApp: PbApp, order: PbRecord): void {
  const booking = liveBooking(txApp, order.id)
  const fulfilment = order.getString('fulfilment_status')
  // One that nobody fetched ends too (`TRACKED_FOR_MS`), with its parcel still here.
  if (!booking || (stateOf(booking) === 'ended' && !AT_HOME.includes(fulfilment))) return
  const awb = booking.getString('awb')
  const sent = fulfilment === 'shipped'
  if (!sent || awb === '' || awb !== order.getString('tracking_number')) callOff(txApp, booking)
}

/**
 * For an order that is paid before its parcel has arrived: nobody is to ask for the money again at the door. What a
 * courier has fetched it cannot be told here any more.
 */
export function dropCashBooking(txApp: PbApp, order: PbRecord): void {
  const booking = liveBooking(txApp, order.id)
  const cash = booking?.getInt('cash')
  if (!booking || !cash) return
  const parcel = order.getString('fulfilment_status') as FulfilmentStatus
  if (AT_HOME.includes(parcel)) {
    dropBooking(txApp, order)
    tell(txApp, booking, 'Paid: the booking is called off, as its courier would ask for cash. Book the parcel again.')
  } else if (ON_THE_WAY.includes(parcel)) {
    tell(
      txApp,
      booking,
      `Paid on its way: its courier still asks for ${formatPaise(cash)} at the door. Tell it not to.`,
    )
  }
}

/** Bookings that need a hand are tried again at once. @returns ids to go on with */
export function tryAgain(app: PbApp, order: string): string[] {
  const filter = 'order = {:order} && (state = "refused" || state = "cancelling")'
  const ids: string[] = []
  app.runInTransaction((txApp) => {
    for (const booking of txApp.findRecordsByFilter('bookings', filter, 'created', 10, 0, { order })) {
      if (stateOf(booking) === 'refused') booking.set('state', 'waiting')
      if (booking.getString('next_try_at') === '') {
        booking.set('attempts', 0)
        booking.set('next_try_at', recordDate(now()))
        txApp.save(booking)
      }
      ids.push(booking.id)
    }
  })
  return ids
}

/** Cron `store-couriers`: finishes what was begun, calls off what is to be, asks where parcels are. */
export function finishBookings(app: PbApp): void {
  if (!bookingCourier()) return
  const filter = 'next_try_at != "" && next_try_at <= {:now}'
  // What waits comes first, then what is to be called off, then what is booked.
  const due = app.findRecordsByFilter('bookings', filter, '-state,next_try_at', 500, 0, { now: recordDate(now()) })
  attemptEach(app, 'A booking could not be worked on.', due, (id) => goOn(app, id))
}

/** onRecordCreateRequest, onRecordUpdateRequest of bookings: what stands there is what a courier was asked. */
export function refuseByHand(): never {
  throw new ForbiddenError('Parcels are booked at the desk, under Packing.')
}
