import * as v from 'valibot'
import { MAX_PARCELS } from '../limits'
import type { Paise } from '../money'
import { MOST_SIDE, MOST_WEIGHT } from '../orders/booking'
import type { MovedAnswer } from './parcels'
import { orderId } from './request-ids'

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

/** `GET /api/store/desk/parcels/rates`: who goes there, the cheapest first, costs 0 to a packer; `why` nobody does. */
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
