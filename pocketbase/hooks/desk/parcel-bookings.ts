import { checkRequest } from '../../../src/domain/check-request'
import {
  type BookedAnswer,
  bookSchema,
  type LabelsAnswer,
  type RatesAnswer,
  ratesSchema,
} from '../../../src/domain/desk/bookings'
import {
  type Booking,
  type LeftOut,
  type Parcel,
  type ParcelBooking,
  parcelsSchema,
} from '../../../src/domain/desk/parcels'
import type { DeskRole } from '../../../src/domain/desk/role'
import {
  factsOf,
  goOn,
  liveBooking,
  recordBooking,
  shopParcel,
  stateOf,
  tryAgain,
  weightsOf,
} from '../delivery/bookings'
import { bookingCourier } from '../delivery/couriers'
import { fieldProblem, httpProblem, transaction } from '../guard/answer'
import { recordById } from '../lib/rows'
import { moveProblem } from '../orders/order-transition'
import { type DeskCaller, deskPost, deskRoute, logDeed } from './desk-caller'

/** How long one request of the desk waits for couriers; what is left the job goes on with. */
const BOOKING_MS = 20_000

const NO_COURIER = httpProblem(400, 'no_courier', 'This shop has no keys of a courier.')

/**
 * GET /api/store/desk/parcels/rates?order=…&weight=500&length=20&breadth=15&height=10: who would carry a parcel. What
 * that costs is for owners.
 */
export function rates(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'packer'], ({ role }) => {
    const query = e.request.url.query()
    const numbers = ['weight', 'length', 'breadth', 'height'].map((name) => [name, Number(query.get(name))])
    const checked = checkRequest(ratesSchema, { order: query.get('order'), ...Object.fromEntries(numbers) })
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const courier = bookingCourier()
    if (!courier) return { problem: NO_COURIER }
    const order = recordById(e.app, 'orders', checked.value.order)
    const facts = order ? factsOf(e.app, order, checked.value) : 'There is no such order.'
    if (typeof facts === 'string') return { rates: [], why: facts } satisfies RatesAnswer
    const asked = courier.rates(facts)
    if ('ok' in asked) {
      const found = role === 'owner' ? asked.ok : asked.ok.map((rate) => ({ ...rate, cost: 0 }))
      return { rates: found, why: '' } satisfies RatesAnswer
    }
    return { rates: [], why: 'refused' in asked ? asked.refused : asked.unreachable } satisfies RatesAnswer
  })
}

/**
 * POST /api/store/desk/parcels/book: parcels that are packed, each written down before its courier is asked. What did
 * not come through goes on by itself (`waiting`), or says why not (`left`).
 */
export function book(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], bookSchema, ({ parcels, box }, caller) => {
    if (!bookingCourier()) return { problem: NO_COURIER }
    const left: LeftOut[] = []
    const recorded: Recorded[] = []
    for (const { order: id, weight, courier } of parcels) {
      const made = transaction(e.app, (txApp, refuse): Recorded => {
        const order = recordById(txApp, 'orders', id)
        const number = order ? numberOf(order) : ''
        const leave = (why: string) => refuse({ status: 400, message: why, data: { number } })
        if (!order) return leave('There is no such order.')
        if (order.getString('fulfilment_status') !== 'packed') return leave('It is not packed, or has been shipped.')
        const size = { ...box, weight }
        const facts = factsOf(txApp, order, size)
        const why = moveProblem(txApp, id, { fulfilment_status: 'shipped' }) || (typeof facts === 'string' ? facts : '')
        if (why) return leave(why)
        const booking = recordBooking(txApp, order, size, courier)
        return 'why' in booking ? leave(booking.why) : { order: id, number, bookings: [booking.id] }
      })
      if ('value' in made) recorded.push(made.value)
      else left.push({ order: id, number: String(made.problem.data.number), why: made.problem.message })
    }
    return finish(e.app, caller, recorded, left)
  })
}

/** POST /api/store/desk/parcels/again: bookings that were refused, or are to be called off, are tried once more. */
export function again(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], parcelsSchema, ({ orders }, caller) => {
    if (!bookingCourier()) return { problem: NO_COURIER }
    const found = e.app.findRecordsByIds('orders', orders)
    const tried = found.map((order) => ({
      order: order.id,
      number: numberOf(order),
      bookings: tryAgain(e.app, order.id),
    }))
    return finish(e.app, caller, tried, [])
  })
}

/** POST /api/store/desk/parcels/labels: one document with the labels of these parcels. */
export function labels(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'packer'], parcelsSchema, ({ orders }) => {
    const found = orders.flatMap((order) => liveBooking(e.app, order) ?? [])
    const booked = found.filter((booking) => booking.getString('label_url') !== '')
    const [first, second] = booked
    if (!first) return { problem: httpProblem(400, 'no_labels', 'None of these parcels has a label yet.') }
    if (!second) return { url: first.getString('label_url') } satisfies LabelsAnswer
    const asked = bookingCourier()?.label(booked.map((booking) => booking.getString('shipment')))
    if (asked && 'ok' in asked) return { url: asked.ok } satisfies LabelsAnswer
    const why = asked && ('refused' in asked ? asked.refused : asked.unreachable)
    return { problem: why ? httpProblem(400, 'no_labels', why) : NO_COURIER }
  })
}

const numberOf = (order: PbRecord) => order.getString('number')

interface Recorded {
  order: string
  number: string
  bookings: string[]
}

/** Asks the courier for as many as there is time for, and says what came of each. */
function finish(app: PbApp, caller: DeskCaller, recorded: readonly Recorded[], left: LeftOut[]): BookedAnswer {
  const end = Date.now() + BOOKING_MS
  const done: string[] = []
  const waiting: string[] = []
  const numbers: string[] = []
  for (const { order, number, bookings } of recorded) {
    for (const id of bookings) if (Date.now() < end) goOn(app, id)
    const booking = liveBooking(app, order)
    // What was called off may have another in its place, booked before.
    if (!booking || !bookings.includes(booking.id)) continue
    if (stateOf(booking) === 'booked') {
      done.push(order)
      numbers.push(number)
    } else if (stateOf(booking) === 'refused') left.push({ order, number, why: booking.getString('last_error') })
    else waiting.push(order)
  }
  if (numbers.length > 0) logDeed(app, caller, `Booked a courier for ${numbers.join(', ')}`, '#/packing?tab=ship')
  return { done, waiting, left }
}

/** What the desk shows of bookings, written onto the parcels of a list. */
export function withBookings(
  app: PbApp,
  orders: readonly PbRecord[],
  parcels: Parcel[],
  role: DeskRole,
): { booking: Booking } {
  const weights = weightsOf(app, orders)
  for (const parcel of parcels) {
    parcel.weight = weights.get(parcel.id) ?? 0
    const booking = liveBooking(app, parcel.id)
    if (booking) parcel.booking = shown(booking, role)
  }
  const filter = 'state = "cancelling" && next_try_at = ""'
  const stuck = app.findRecordsByFilter('bookings', filter, 'created', 50).flatMap((booking): LeftOut[] => {
    const order = recordById(app, 'orders', booking.getString('order'))
    if (!order) return []
    const reference = booking.getString('reference')
    const why = `${booking.getString('last_error')} Call ${reference} off in the courier’s own panel, then try again.`
    return [{ order: order.id, number: numberOf(order), why }]
  })
  const { length, breadth, height } = shopParcel(app)
  return { booking: { box: { length, breadth, height }, stuck } }
}

const shown = (booking: PbRecord, role: DeskRole): ParcelBooking => ({
  state: stateOf(booking),
  courier: booking.getString('courier'),
  awb: booking.getString('awb'),
  label: booking.getString('label_url'),
  cost: role === 'owner' ? booking.getInt('cost') : 0,
  problem: booking.getString('last_error'),
})
