import * as v from 'valibot'
import type { Invoice } from '../invoices/invoice'
import { MAX_PARCELS } from '../limits'
import type { Paise } from '../money'
import type { BookingState, Box } from '../orders/booking'
import type { OrderItem } from '../orders/order'
import { cleanLine } from '../text'
import type { StateWords } from './order-words'
import { orderId } from './request-ids'
import { COURIERS } from './tracking'

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

/** The lists of `#/packing`, in the order a parcel goes through them. */
export const PARCEL_TABS = ['pack', 'ship', 'way', 'returns'] as const
export type ParcelTab = (typeof PARCEL_TABS)[number]

/** One parcel of a list. Money in paise, dates as records have them. */
export interface Parcel {
  id: string
  number: string
  name: string
  city: string
  placed_at: string
  /** The day it has to leave so that it arrives as was said; empty where nothing was, or it has left. */
  leaves_on: string
  /** It should have left, or is older than a parcel should be before it does. */
  late: boolean
  items: Pick<OrderItem, 'product' | 'name' | 'color_name' | 'image' | 'quantity'>[]
  /** What the shopper wrote with the order. */
  note: string
  /** Cash the courier collects; 0 when nothing is. */
  to_collect: Paise
  state: StateWords
  courier: string
  tracking_number: string
  tracking_url: string
  /** What of its money the shop still has and could give back; 0 for who sees no money. */
  kept: Paise
  /** Its money came without a provider: it goes back by hand. */
  by_hand: boolean
  /** It is in the shop's hands again; only its money is open. */
  came_back: boolean
  /** Grams, as far as its pieces say; 0 where parcels are not booked. */
  weight: number
  /** Missing when it was not booked, or that was called off. */
  booking?: ParcelBooking
}

/** `GET /api/store/desk/parcels?tab=pack&q=meera&shown=100`. */
export interface ParcelsAnswer {
  counts: { readonly [tab: string]: number }
  /** What has to leave first in front. */
  parcels: Parcel[]
  /** How many there are in this tab, of what is searched for. */
  found: number
  /** Missing where parcels are not booked. */
  booking?: Booking
}

/** What was not done, and why. */
export interface LeftOut {
  order: string
  number: string
  why: string
}

/** Of every route that moves parcels: ids of the orders that moved, and the others with their reason. */
export interface MovedAnswer {
  done: string[]
  left: LeftOut[]
}

/** What a packing slip says. */
export interface Slip {
  id: string
  number: string
  placed_at: string
  name: string
  phone: string
  /** Lines as they are printed, the last with PIN code, city and state. */
  address: string[]
  items: Pick<OrderItem, 'product' | 'name' | 'color' | 'color_name' | 'net' | 'image' | 'quantity' | 'is_gift'>[]
  note: string
  to_collect: Paise
  courier: string
  tracking_number: string
}

/** `POST /api/store/desk/parcels/print`: what the printed document is made of. */
export interface PrintAnswer {
  shop: { name: string; phone: string; place: string }
  slips: Slip[]
  /** In the order of the slips. */
  bills: Invoice[]
  left: LeftOut[]
}

/** `POST /api/store/desk/parcels/return`. */
export interface ReturnAnswer {
  /** Paise that go back, and whether the provider sends them after a wait or they were handed back. */
  back: Paise
  by_hand: boolean
}

const MANY = `At most ${MAX_PARCELS} parcels at a time.`

/** Body of the routes that take a selection. */
export const parcelsSchema = v.object({
  orders: v.pipe(
    v.array(orderId, 'Send the list of orders'),
    v.minLength(1, 'Tick a parcel'),
    v.maxLength(MAX_PARCELS, MANY),
  ),
})

/** Body of `parcels/ship`. Each number is checked against its courier by the route, and refused alone. */
export const shipSchema = v.object({
  courier: v.picklist(
    COURIERS.map(({ name }) => name),
    'Choose a courier.',
  ),
  /** Of another courier: what shoppers read; may be empty. */
  name: v.optional(v.pipe(v.string(), v.transform(cleanLine), v.maxLength(80, 'Use at most 80 characters.')), ''),
  parcels: v.pipe(
    v.array(
      v.object({ order: orderId, tracking_number: v.pipe(v.string(), v.maxLength(80)) }),
      'Send the list of parcels',
    ),
    v.minLength(1, 'No parcel has its number yet'),
    v.maxLength(MAX_PARCELS, MANY),
  ),
})

/** Body of `parcels/arrive`: what became of parcels on their way. `cash`: what was collected is in the shop. */
export const arriveSchema = v.object({
  ...parcelsSchema.entries,
  outcome: v.picklist(['delivered', 'delivery_failed'], 'Say what became of it.'),
  cash: v.optional(v.boolean(), false),
})

/** Body of `parcels/return`: one parcel that came back. `rupees` as typed; empty or 0: nothing goes back. */
export const returnSchema = v.object({
  order: orderId,
  restock: v.boolean('Say whether its pieces go back to stock.'),
  rupees: v.pipe(v.string('Write rupees'), v.maxLength(20, 'Write rupees, such as 180 or 180.50.')),
})

export type ArriveOutcome = v.InferOutput<typeof arriveSchema>['outcome']
