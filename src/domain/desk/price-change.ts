import * as v from 'valibot'
import { type Paise, toPaise } from '../money'
import { asciiDigits } from '../text'

/** How changed prices end: whole rupees, half a rupee, or a 9 before the point. */
export type PriceEnding = '.00' | '.50' | '9'

/** Paise: every so many there is a price with this ending, the first at `at`. */
const ENDINGS: { readonly [ending in PriceEnding]: { every: Paise; at: Paise } } = {
  '.00': { every: 100, at: 100 },
  '.50': { every: 100, at: 50 },
  '9': { every: 1000, at: 900 },
}

/** Largest price of a product, paise (its field's own limit). */
export const MAX_PRICE: Paise = 100_000_000
/** A price as the desk sends it, rupees; 0 for none. */
export const priceSchema = v.pipe(
  v.number('Write an amount in rupees.'),
  v.minValue(0, 'An amount cannot be below 0.'),
  v.maxValue(1_000_000, 'At most ₹10,00,000.'),
  v.check((price) => toPaise(price) !== null, 'Rupees have at most two decimals.'),
)
/** Percent a price may be changed by. */
export const LEAST_PERCENT = -90
export const MOST_PERCENT = 500

/**
 * What somebody typed as percent, `-10`, `−12,5` or `10%`, as hundredths of a percent; null for none, more than two
 * decimals, or more than a price may change by.
 */
export function readPercent(text: string): number | null {
  const match = /^([+\-−–]?)\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(asciiDigits(text).trim())
  if (!match) return null
  const size = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  const hundredths = match[1] && match[1] !== '+' ? -size : size
  return hundredths < LEAST_PERCENT * 100 || hundredths > MOST_PERCENT * 100 ? null : hundredths
}

/**
 * A price changed by percent, then moved to the nearest one with the ending; of two that are as near, the lower.
 * Computed in whole numbers: no fraction is lost.
 * @param price paise, above 0
 * @param hundredths of a percent: -1000 is 10 % less
 * @returns paise, never below the ending's first price nor above the largest a product may have
 */
export function changedPrice(price: Paise, hundredths: number, ending: PriceEnding): Paise {
  const { every, at } = ENDINGS[ending]
  // In ten-thousandths of a paisa.
  const exact = price * (10_000 + hundredths)
  const step = every * 10_000
  const first = at * 10_000
  const below = Math.floor((exact - first) / step)
  const beyondHalf = exact - (first + below * step) > step / 2
  const most = Math.floor((MAX_PRICE - at) / every)
  const steps = Math.min(most, Math.max(0, below + (beyondHalf ? 1 : 0)))
  return at + steps * every
}

/**
 * The old price to strike through when a price goes down: the one before, or a higher one that is shown already.
 * @returns paise; what stands there now when the price does not go down
 */
export function struckThrough(before: Paise, after: Paise, original: Paise): Paise {
  return after < before ? Math.max(before, original) : original
}
