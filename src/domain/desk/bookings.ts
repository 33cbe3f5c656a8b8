import * as v from 'valibot'
import { MAX_PARCELS } from '../limits'
import type { Paise } from '../money'
import { type BookingState, type Box, MOST_SIDE, MOST_WEIGHT } from '../orders/booking'
import { type LeftOut, type MovedAnswer, orderId } from './parcels'

/** The booking of a parcel as the desk shows it. */
export interface ParcelBooking {
  state: BookingState
  /** Who carries it, and under which number; empty until that is known. */
  courier: string
  awb: string
  /** The label to print; empty until there is one. */
  label: string
  /** What it costs the shop; 0 until that is known, and for who sees no money. */
  cost: Paise
  /** Why it does not go on, or what is the matter on its way; empty when nothing is. */
  problem: string
}

/** What the desk needs to book parcels; in answers of shops without a courier's keys it is missing. */
export interface Booking {
  box: Box
  /** Bookings that are called off here, and not at their courier. */
  stuck: LeftOut[]
}

const whole = (most: number, what: string) =>
  v.pipe(
    v.number(`Write ${what}.`),
    v.integer(`Write ${what} as a whole number.`),
    v.minValue(1, `Write ${what}.`),
    v.maxValue(most, `At most ${most}.`),
  )
const weight = whole(MOST_WEIGHT, 'the weight in grams')
const side = whole(MOST_SIDE, 'the side in centimetres')
const box = { length: side, breadth: side, height: side }

/** Query of `parcels/rates`, its numbers read. */
export const ratesSchema = v.object({ order: orderId, weight, ...box })

/** `GET /api/store/desk/parcels/rates`: who goes there, the cheapest first; `why` nobody does, in words. */
export interface RatesAnswer {
  rates: { id: number; name: string; cost: Paise; days: number }[]
  why: string
}

/** Body of `parcels/book`. `courier`: its number of the rates; 0: the cheapest. */
export const bookSchema = v.object({
  parcels: v.pipe(
    v.array(
      v.object({
        order: orderId,
        weight,
        courier: v.pipe(v.number('Choose a courier.'), v.integer('Choose a courier.'), v.minValue(0)),
      }),
      'Send the list of parcels',
    ),
    v.minLength(1, 'Tick a parcel'),
    v.maxLength(MAX_PARCELS, `At most ${MAX_PARCELS} parcels at a time.`),
  ),
  box: v.object(box),
})

/** Of `parcels/book` and `parcels/again`: who is booked (`done`), refused (`left`), or goes on by itself. */
export interface BookedAnswer extends MovedAnswer {
  waiting: string[]
}

/** `POST /api/store/desk/parcels/labels`: the address of one document. */
export interface LabelsAnswer {
  url: string
}
