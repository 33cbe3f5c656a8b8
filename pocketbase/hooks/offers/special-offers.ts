import { inTransaction } from '../lib/record-transaction'
import { newRecord, recordById } from '../lib/rows'

/**
 * `special_offers` is the older name of a promotion that needs no code. Programs may still write there: what they save
 * becomes the promotion of the same id, in the same transaction.
 */
export const saveAsPromotion = (event: PbRecordEvent): void => inTransaction(event, saveBoth)

/** Both or neither: what the promotion refuses must not stand in the offer. */
function saveBoth(e: PbRecordEvent): void {
  e.next()
  const { app, record: offer } = e
  const id = offer.id
  const promotion = recordById(app, 'promotions', id) ?? newRecord(app, 'promotions', { id })
  const text = (field: string) => offer.getString(field)
  const values = {
    name: text('title'),
    description: text('description'),
    active: offer.getBool('active'),
    starts: text('start_date'),
    ends: text('end_date'),
    minimum: offer.getFloat('min_order_value'),
    kind: text('offer_type') === 'free_gift' ? 'gift' : '',
    gift: recordById(app, 'products', text('gift_product_id') || text('product'))?.id ?? '',
  }
  promotion.load(values)
  app.save(promotion)
}

/** Its promotion goes with it. */
export function deletePromotion(e: PbRecordEvent): void {
  e.next()
  const promotion = recordById(e.app, 'promotions', e.record.id)
  if (promotion) e.app.delete(promotion)
}
