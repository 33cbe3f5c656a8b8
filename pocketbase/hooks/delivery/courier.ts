import { cleanNumber, isNumberless, numberProblem } from '../../../src/domain/desk/tracking'
import type { Paise } from '../../../src/domain/money'
import type { Box, Tracked } from '../../../src/domain/orders/booking'

/** A parcel as a courier has to know it. */
export interface ParcelFacts extends Box {
  pickup: { location: string; pincode: string }
  pincode: string
  /** Grams. */
  weight: number
  /** What the courier collects, and what the parcel is worth: at least that, else what was paid for its pieces. */
  cash: Paise
  worth: Paise
}

/** And whose it is, to book it. */
export interface ParcelToBook extends ParcelFacts {
  /** What the courier knows it by: the same parcel, the same reference. */
  reference: string
  name: string
  /** Ten digits. */
  phone: string
  /** The shop's: couriers write to whom they know. */
  email: string
  lines: readonly [first: string, second: string]
  city: string
  state: string
  placed: number
  items: readonly { sku: string; name: string; units: number; each: Paise; hsn: string }[]
}

/** One courier that goes there. */
export interface Rate {
  id: number
  name: string
  cost: Paise
  /** On the way; 0: not said. */
  days: number
}

/** How far a booking has come, as far as it is known: what is empty has not been heard of. */
export interface Booked {
  /** The courier that was chosen, by its number; 0: the cheapest is to be. */
  choice: number
  remote_order: string
  shipment: string
  courier: string
  awb: string
  label_url: string
  cost: Paise
}

/**
 * What came of asking a courier. `refused`: it understood and said no, in its words. `unreachable`: no answer that can
 * be relied on, so what was asked may or may not have happened.
 */
export type CourierAnswer<T> = { ok: T } | { refused: string } | { unreachable: string }

/** What the store asks of couriers. No call throws, and none is made inside a transaction. */
export interface Courier {
  /** Who goes there, the cheapest first. */
  rates(parcel: ParcelFacts): CourierAnswer<Rate[]>
  /**
   * Books a parcel, or goes on with a booking from where it stands: asks first what is there, so that asking again
   * after `unreachable` books nothing twice.
   * @param known what is written down of it
   * @param keep is told of each step that was made, to write it down; false: go no further
   */
  book(parcel: ParcelToBook, known: Booked, keep: (found: Partial<Booked>) => boolean): CourierAnswer<Booked>
  /** One document with the labels of these parcels, as an address. */
  label(shipments: readonly string[]): CourierAnswer<string>
  /** Where a parcel is, and the courier's own words for it. */
  track(awb: string): CourierAnswer<{ tracked: Tracked; words: string }>
  /** Where a shopper follows a parcel. */
  page(awb: string): string
  /**
   * Calls a booking off; what is not there is called off already.
   * @returns how its parcel ended all the same, in the courier's words; empty where it is called off
   */
  cancel(reference: string): CourierAnswer<string>
}

/** A number that people typed: the parcel is booked elsewhere, and nobody is asked. */
export function typedNumber(
  courier: string,
  typed: string,
): { ok: Pick<Booked, 'courier' | 'awb'> } | { refused: string } {
  const awb = isNumberless(courier) ? '' : cleanNumber(typed)
  const problem = numberProblem(courier, awb)
  return problem ? { refused: `Its number ${problem}.` } : { ok: { courier, awb } }
}
