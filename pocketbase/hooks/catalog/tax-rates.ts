import { parseDate } from '../../../src/domain/date'
import { rateAt } from '../../../src/domain/invoices/tax'
import { rows } from '../lib/rows'

/**
 * The row of `tax_rates` that holds for goods without an HSN code: an owner who wants one rate for them, 0 too, says
 * so by it.
 */
const NO_CODE = '00'

/**
 * Handbags, pouches and purses that are 5 % when they are handicraft (Notification 13/2025-CT(R) of 2025-09-17), by
 * HSN code: 4202 22, 29, 31 10, 31 90, 32 and 39.
 */
const HANDICRAFT = { code: /^4202(?:22|29|31[19]0|32|39)/, rate: 5, from: parseDate('2025-09-22T00:00:00+05:30') }

/**
 * GST of a product at `time` (ms), percent: what is set on the product itself, else that of handicraft, else the dated
 * rate of its HSN code; null when none says anything. No tax on purpose is a row with rate 0. Order lines keep the rate
 * as it was when the order was placed.
 */
export function taxRateOf(app: PbApp, product: PbRecord, time: number): number | null {
  const own = product.getFloat('gst_rate')
  const hsn = product.getString('hsn')
  if (own > 0) return own
  return handicraftRate(hsn, product.getBool('handicraft'), time) ?? taxRateOfCode(app, hsn, time)
}

const handicraftRate = (hsn: string, handicraft: boolean, time: number): number | null =>
  handicraft && time >= HANDICRAFT.from && HANDICRAFT.code.test(hsn.replace(/\D/g, '')) ? HANDICRAFT.rate : null

/** The dated rate of an HSN code, percent, or of goods without one; null when no row knows it. */
export function taxRateOfCode(app: PbApp, hsn: string, time: number): number | null {
  const code = hsn.replace(/\D/g, '') || NO_CODE
  // A rate for 3401 holds for 34011110: only rows whose code is a beginning of this one are read.
  const sql = "SELECT hsn, rate, valid_from FROM tax_rates WHERE {:code} LIKE hsn || '%'"
  const rates = rows(app, sql, { code }, { hsn: '', rate: -0, valid_from: '' }).map((row) => ({
    ...row,
    from: parseDate(row.valid_from),
  }))
  return rateAt(rates, code, time)
}

/** Names of the products on sale for which no rate can be found at `time`. */
export function untaxedProducts(app: PbApp, time: number): string[] {
  const sql = `SELECT name, hsn, handicraft FROM products
    WHERE inStock = TRUE AND archived = FALSE AND gst_rate = 0 ORDER BY name`
  const known = new Map<string, boolean>()
  return rows(app, sql, {}, { name: '', hsn: '', handicraft: false }).flatMap(({ name, hsn, handicraft }) => {
    if (handicraftRate(hsn, handicraft, time) !== null) return []
    if (!known.has(hsn)) known.set(hsn, taxRateOfCode(app, hsn, time) !== null)
    return known.get(hsn) ? [] : [name]
  })
}
