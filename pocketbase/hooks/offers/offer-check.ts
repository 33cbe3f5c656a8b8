import { collect, moneyProblem, type Problems } from '../lib/record-problems'
import { recordById } from '../lib/rows'

/** An offer that runs must have what it promises; one whose gift has gone meanwhile can still be switched off. */
function giftProblems(record: PbRecord, app: PbApp): Problems {
  const gift = record.getString('gift_product_id').trim()
  record.set('gift_product_id', gift)
  if (!record.isNew() && !record.getBool('active')) return {}
  if (gift && !recordById(app, 'products', gift))
    return { gift_product_id: 'No product has this id. Leave it empty and choose the gift in the field product.' }
  if (record.getString('offer_type') === 'free_gift' && !gift && !record.getString('product'))
    return { product: 'Choose the product that is given away.' }
  return {}
}

/** onRecordValidate of special_offers: its gift, its amount and its dates. */
export function checkOffer(record: PbRecord, app: PbApp): Problems {
  const problems = {
    ...giftProblems(record, app),
    ...collect({ min_order_value: moneyProblem(record, 'min_order_value') }),
  }
  const start = record.getString('start_date')
  const end = record.getString('end_date')
  // PocketBase writes dates so that their texts sort like the dates.
  if (start && end && end < start) problems.end_date = 'The end is before the start.'
  return problems
}
