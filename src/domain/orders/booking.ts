import { isPincode } from '../account/read-pincode'
import type { Paise } from '../money'
import { FULFILMENT_TRANSITIONS, type FulfilmentStatus, ON_THE_WAY, type OrderView } from './order'

/** Where the booking of a parcel stands. */
export type BookingState = 'waiting' | 'refused' | 'booked' | 'ended' | 'cancelling' | 'cancelled'

/** Sides of a box, cm. */
export interface Box {
  length: number
  breadth: number
  height: number
}

/** Grams and box of a parcel nobody has measured. */
export const USUAL_PARCEL = { weight: 500, length: 20, breadth: 15, height: 10 }
/** What couriers take as one parcel, grams and cm. */
export const MOST_WEIGHT = 30_000
export const MOST_SIDE = 300

/**
 * Cash the courier collects for an order, paise; 0 when it is paid or is to be paid otherwise. What came too late to
 * pay for it goes back, and makes it no less.
 */
export function cashToCollect(order: Pick<OrderView, 'payment_method' | 'payment_status' | 'grand_total'>): Paise {
  return order.payment_method === 'cod' && order.payment_status === 'unpaid' ? order.grand_total : 0
}

/**
 * Grams of a parcel: its pieces together, and at least a usual parcel when one of them has no weight.
 * @param grams of one piece, by product
 */
export function parcelWeight(
  items: readonly { product: string; quantity: number }[],
  grams: ReadonlyMap<string, number>,
  usual: number,
): number {
  const known = items.reduce((sum, { product, quantity }) => sum + (grams.get(product) ?? 0) * quantity, 0)
  const whole = items.every(({ product }) => (grams.get(product) ?? 0) > 0)
  return Math.min(whole ? known : Math.max(known, usual), MOST_WEIGHT)
}

/** Why no courier can be told of an order, in words; empty when one can. Phone and PIN code as orders keep them. */
export function bookingProblem({ phone, pincode }: { phone: string; pincode: string }): string {
  if (!/^\+91[6-9]\d{9}$/.test(phone))
    return 'Couriers need an Indian mobile number of ten digits. Press “Not packed” and correct it in the order.'
  return isPincode(pincode)
    ? ''
    : 'Couriers need a PIN code of six digits, which a bill keeps: cancel it and ask for a new order.'
}

/**
 * What a courier's word means for us: where the parcel is, or what became of it otherwise; empty for one that says
 * nothing of that.
 */
export type Tracked = FulfilmentStatus | 'cancelled' | 'lost' | 'home' | ''

/** The states a courier moves a parcel through. */
const COURIERS_STATES: readonly string[] = [...ON_THE_WAY, 'delivered']

/** The shortest way of a parcel by its table, without where it stands; empty when none leads there. */
export function wayTo(from: FulfilmentStatus, to: FulfilmentStatus): FulfilmentStatus[] {
  let ways: FulfilmentStatus[][] = from === to ? [] : [[from]]
  for (let step = 0; step < COURIERS_STATES.length && ways.length > 0; step++) {
    ways = ways.flatMap((way) =>
      FULFILMENT_TRANSITIONS[way.at(-1) as FulfilmentStatus]
        .filter((next) => COURIERS_STATES.includes(next) && !way.includes(next))
        .map((next) => [...way, next]),
    )
    const found = ways.find((way) => way.at(-1) === to)
    if (found) return found.slice(1)
  }
  return []
}
