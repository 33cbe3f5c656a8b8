import { now, recordDate } from '../lib/clock'

/** The offer that is on, now or later, and gives this product away or is about it. */
export function runningOfferOf(app: PbApp, product: string): PbRecord | undefined {
  const filter = 'active = true && end_date >= {:now} && (gift_product_id = {:product} || product = {:product})'
  return app.findRecordsByFilter('special_offers', filter, '', 1, 0, { now: recordDate(now()), product })[0]
}
