import * as v from 'valibot'
import { barePincode } from '../account/read-pincode'
import type { Delivery } from '../delivery/delivery'
import { DAY_NAMES } from '../delivery/shop-calendar'
import { wasSchema } from './setup'

/** A delivery rule as a maker types it: money in rupees. */
export interface DeskRule {
  /** Empty for a new one. */
  id: string
  /** Empty: all PIN codes no other rule is for. */
  prefix: string
  deliver: boolean
  cash: boolean
  fee: number
  cash_fee: number
  days_min: number
  days_max: number
  /** As it was when the form was opened: a save over somebody else's is refused. */
  updated: string
}

/** When the maker packs, and what is said of returns. */
export interface ShopDays {
  handling_days: number
  days_off: string[]
  holidays: string
  cutoff_hour: number
  returns_days: number
}

/** Rules on one page of the desk's list. */
export const RULES_PAGE = 100

/** `GET /api/store/desk/delivery?pincode=560001&search=560&page=1`. */
export interface DeliveryAnswer {
  /** Those that fit the sought digits, by prefix, the one for all others last: a page of them. */
  rules: DeskRule[]
  /** How many fit, of how many there are. */
  found: number
  total: number
  page: number
  /** Whether there is one for all other PIN codes. */
  everywhere: boolean
  shop: ShopDays
  /** What delivery costs without a rule and from when on it is free, rupees. */
  usual: { fee: number; free_from: number; cash: boolean }
  /** What shoppers of the asked PIN code are told now; null without one, or without rules. */
  said: Delivery | null
}

const whole = v.pipe(
  v.number('Write a whole number.'),
  v.integer('Write a whole number.'),
  v.minValue(0, 'Not below 0.'),
)
const rupees = v.pipe(v.number('Write an amount in rupees.'), v.minValue(0, 'Not below 0.'))

/** Body of `POST /api/store/desk/delivery/rules`; the rule's own checks follow. */
export const ruleSchema = v.object({
  id: v.string(),
  prefix: v.pipe(
    v.string(),
    v.transform(barePincode),
    v.regex(/^([1-9][0-9]{0,5})?$/, 'Write the first digits of a PIN code, such as 560; they do not begin with 0.'),
  ),
  deliver: v.boolean(),
  cash: v.boolean(),
  fee: rupees,
  cash_fee: rupees,
  days_min: whole,
  days_max: whole,
  updated: v.optional(v.string(), ''),
})

/** Body of `POST /api/store/desk/delivery`: the fields that change. The settings' own checks follow. */
export const shopDaysSchema = v.partial(
  v.object({
    handling_days: v.pipe(whole, v.maxValue(60, 'At most 60 days.')),
    days_off: v.array(v.picklist(DAY_NAMES, 'Choose days of the week.')),
    holidays: v.pipe(v.string(), v.maxLength(8000)),
    cutoff_hour: v.pipe(whole, v.maxValue(24, 'From 0 to 24.')),
    returns_days: v.pipe(whole, v.maxValue(365, 'At most 365 days.')),
    was: wasSchema,
  }),
)
