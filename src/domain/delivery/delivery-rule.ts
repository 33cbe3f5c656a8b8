import { type Field, flag, number, paise, type RecordOf, readRecord, text } from '../fields'

const RULE_FIELDS = {
  /** First digits of the PIN codes it is for; empty: of all that no other rule names. */
  prefix: text,
  deliver: flag,
  cash: flag,
  /** In the place of the shop's `shipping_fee`, paise. Free delivery begins at the same sum everywhere. */
  fee: paise,
  /** What paying in cash costs on top, paise. */
  cash_fee: paise,
  /** Days a parcel is on its way; `days_max` 0: not known. */
  days_min: number,
  days_max: number,
} satisfies Record<string, Field<unknown>>

/** How parcels go to some PIN codes: a record of `delivery_rules`. */
export type DeliveryRule = RecordOf<typeof RULE_FIELDS>

/** A `delivery_rules` record → rule. */
export function parseDeliveryRule(record: Record<string, unknown>): DeliveryRule {
  return readRecord(RULE_FIELDS, record)
}
