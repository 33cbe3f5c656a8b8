import type { Tracked } from '../../../src/domain/orders/booking'

/**
 * Shiprocket's `shipment_status` (API reference, "Shipment Status Codes"). What is not here changes nothing: the
 * parcel is still at the shop, or the word says nothing of where it is.
 */
const TRACKED: readonly (readonly [Tracked, readonly number[]])[] = [
  // Shipped, in transit, delayed, at the destination, misrouted, picked up, in a warehouse, in flight, handed over.
  ['shipped', [6, 18, 22, 38, 39, 42, 48, 50, 51]],
  ['out_for_delivery', [17]],
  ['delivered', [7, 26]],
  // Undelivered, or turned back: started, acknowledged, tried, at the door, in transit, locked, the recipient, near.
  ['delivery_failed', [21, 9, 14, 40, 41, 46, 75, 77, 78]],
  ['home', [10]],
  ['cancelled', [8, 45]],
  // Lost, destroyed, damaged, disposed of, untraceable.
  ['lost', [12, 24, 25, 44, 76]],
]

export const trackedBy = (code: number): Tracked => TRACKED.find(([, codes]) => codes.includes(code))?.[0] ?? ''
