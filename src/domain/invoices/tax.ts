import { findState } from '../account/states'
import { DAY_MS, financialYear, IST_OFFSET_MS } from '../date'
import type { Paise } from '../money'

/**
 * GST arithmetic for prices that include the tax, in whole paise and whole hundredths of a percent: no fraction is
 * ever kept. Facts from the CGST Act 2017 and its Rules (46: tax invoice, 49: bill of supply, 53: credit note);
 * software, not advice.
 */

/** One row of the `tax_rates` collection: `rate` percent, both halves together; `from` ms since 1970. */
export interface TaxRate {
  hsn: string
  rate: number
  from: number
}

/**
 * The first moment, in India, of the day that holds `time`; ms. Rates change at midnight there, whatever hour was
 * typed beside the date.
 */
export function startOfIndianDay(time: number): number {
  return Math.floor((time + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS
}

/**
 * The rate, percent, of a product with this HSN code at `time` (ms): of all rows in force the one whose code matches
 * the longest beginning, and of those the newest. null when no row knows the code.
 */
export function rateAt(rates: readonly TaxRate[], hsn: string, time: number): number | null {
  const code = hsn.replace(/\D/g, '')
  let best: TaxRate | null = null
  for (const row of rates) {
    if (row.hsn === '' || !code.startsWith(row.hsn) || startOfIndianDay(row.from) > time) continue
    if (!best || row.hsn.length > best.hsn.length || (row.hsn.length === best.hsn.length && row.from >= best.from))
      best = row
  }
  return best ? best.rate : null
}

/** Tax contained in an amount; the four add up to it exactly. */
export interface TaxSplit {
  taxable: Paise
  cgst: Paise
  /** SGST, or UTGST in a union territory without a legislature. */
  sgst: Paise
  igst: Paise
}

/** `(part of amount) × times ÷ over`, rounded half up, without leaving whole numbers. */
function share(amount: Paise, times: number, over: number): Paise {
  return Number((BigInt(amount) * BigInt(times) * 2n + BigInt(over)) / (BigInt(over) * 2n))
}

/**
 * Takes the tax out of an amount that includes it. Within one state the rate is halved and each half rounded for
 * itself, so that CGST and SGST are equal (section 9, CGST Act); between states it is one IGST (section 5, IGST Act).
 * @param amount paise, at least 0
 * @param rate percent, both halves together
 */
export function splitIncluded(amount: Paise, rate: number, interState: boolean): TaxSplit {
  const points = Math.round(rate * 100)
  const whole = 10_000 + points
  if (interState) {
    const igst = share(amount, points, whole)
    return { taxable: amount - igst, cgst: 0, sgst: 0, igst }
  }
  const half = share(amount, points, 2 * whole)
  return { taxable: amount - 2 * half, cgst: half, sgst: half, igst: 0 }
}

/** Union territories without a legislature: their half of the tax is called UTGST (UTGST Act 2017). */
const WITHOUT_LEGISLATURE = ['04', '26', '31', '35', '38']

/** What the state's half is called in the state with this GST number. */
export function stateTaxName(gstNumber: string): 'SGST' | 'UTGST' {
  return WITHOUT_LEGISLATURE.includes(gstNumber) ? 'UTGST' : 'SGST'
}

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const GSTIN_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The fifteenth character of a GSTIN, worked out from the fourteen before it. */
function gstinCheck(gstin: string): string {
  let sum = 0
  for (let position = 0; position < 14; position++) {
    const product = GSTIN_ALPHABET.indexOf(gstin.charAt(position)) * (position % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return GSTIN_ALPHABET.charAt((36 - (sum % 36)) % 36)
}

/**
 * What is wrong with a GSTIN, as a sentence, or null. It must have the shape and check character of one, and begin
 * with the number of the state it is registered in.
 * @param state two-letter code of the seller's state; empty is not compared
 */
export function gstinProblem(gstin: string, state: string): string | null {
  if (!GSTIN.test(gstin)) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1Z5.'
  if (gstinCheck(gstin) !== gstin.charAt(14))
    return 'This GSTIN has a slip in it: its last character does not fit the rest.'
  const home = findState(gstin.slice(0, 2))
  if (!home) return 'No state has the number this GSTIN begins with.'
  const wanted = state ? findState(state) : undefined
  if (wanted && wanted.gst !== home.gst) return `This GSTIN is of ${home.name}, but the shop’s state is ${wanted.name}.`
  return null
}

/** The financial year (April to March, in India) that holds `time` (ms): `26-27`. */
export function fiscalYear(time: number): string {
  const first = financialYear(time)
  const short = (year: number) => String(year % 100).padStart(2, '0')
  return `${short(first)}-${short(first + 1)}`
}
