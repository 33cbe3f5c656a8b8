import { parseDate } from '../../src/domain/date'
import { rateAt } from '../../src/domain/tax'

/**
 * GST of a product at `time` (ms), percent: what is set on the product itself, else the dated rate of its HSN code; 0 when neither says
 * anything. Order lines keep it as it was when the order was placed.
 */
export function taxRateOf(app: PbApp, product: PbRecord, time: number): number {
  const own = product.getFloat('gst_rate')
  const code = product.getString('hsn').replace(/\D/g, '')
  if (own > 0 || code === '') return own
  // -0 stands for a number with decimals, 0 for a whole one.
  const rows = arrayOf(new DynamicModel({ hsn: '', rate: -0, valid_from: '' }))
  // A rate for 3401 holds for 34011110: only rows whose code is a beginning of this one are read.
  app
    .db()
    .newQuery("SELECT hsn, rate, valid_from FROM tax_rates WHERE {:code} LIKE hsn || '%'")
    .bind({ code })
    .all(rows)
  const rates = rows.map((row) => ({
    hsn: String(row.hsn),
    rate: Number(row.rate),
    from: parseDate(String(row.valid_from)),
  }))
  return rateAt(rates, code, time) ?? 0
}
