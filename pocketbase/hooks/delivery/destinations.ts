import type { Destination } from '../../../src/domain/delivery/delivery'
import { parseDeliveryRule } from '../../../src/domain/delivery/delivery-rule'
import { parseCalendar } from '../../../src/domain/delivery/shop-calendar'
import { plain, rows } from '../lib/rows'
import { settingsRecord } from '../lib/store-settings'

const RULE = { prefix: '', deliver: false, cash: false, fee: -0, cash_fee: -0, days_min: 0, days_max: 0 }

/**
 * How parcels go to a PIN code: the rule with the longest prefix of it, and when the maker packs. Null in a shop
 * without rules.
 * @param pincode six digits; empty: not known, which is null
 */
export function destinationOf(app: PbApp, pincode: string): Destination | null {
  const settings = pincode ? settingsRecord(app) : undefined
  if (!settings?.getBool('delivers_by_pin')) return null
  const prefixes = [0, 1, 2, 3, 4, 5, 6].map((digits) => `substr({:pincode}, 1, ${digits})`)
  const sql = `SELECT ${Object.keys(RULE).join(', ')} FROM delivery_rules
    WHERE prefix IN (${prefixes.join(', ')}) ORDER BY length(prefix) DESC LIMIT 1`
  const [rule] = rows(app, sql, { pincode }, RULE)
  return { pincode, rule: rule && parseDeliveryRule(rule), calendar: parseCalendar(plain(settings)) }
}
