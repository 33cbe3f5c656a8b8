import type { Paise } from '../money'
import { arrivalOf, type Calendar, type Day } from './calendar'
import type { DeliveryRule } from './delivery-rule'

/** Where something is to go, in a shop with delivery rules. */
export interface Destination {
  pincode: string
  /** Undefined where no rule is for this PIN code: all is as in a shop without rules, and no date is known. */
  rule: DeliveryRule | undefined
  calendar: Calendar
}

/** What the shop says of delivering to a PIN code. */
export interface Delivery {
  pincode: string
  deliverable: boolean
  /** Whether it may be paid in cash there, as far as the place goes. */
  cash: boolean
  /** Of this cart, paise. */
  fee: Paise
  /** The day the parcel leaves the maker, and those between which it arrives, `YYYY-MM-DD`, IST; null: not known. */
  leaves: Day | null
  earliest: Day | null
  latest: Day | null
}

/**
 * @param fee what delivery costs for the cart, paise
 * @param now ms
 */
export function deliveryTo(
  { pincode, rule, calendar }: Destination,
  { fee, now }: { fee: Paise; now: number },
): Delivery {
  const deliverable = rule?.deliver ?? true
  const arrival = rule && deliverable ? arrivalOf(now, calendar, rule) : null
  return {
    ...{ pincode, deliverable, cash: deliverable && (rule?.cash ?? true), fee },
    ...(arrival ?? { leaves: null, earliest: null, latest: null }),
  }
}
