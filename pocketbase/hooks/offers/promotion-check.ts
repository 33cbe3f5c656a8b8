import { CODE_SIGNS } from '../../../src/domain/desk/code-signs'
import { texts } from '../../../src/domain/fields'
import { formProblem } from '../../../src/domain/form-problem'
import { isNoCode, plainCode } from '../../../src/domain/offers/code'
import { CONDITION_FIELDS, PROMOTION_FIELDS } from '../../../src/domain/offers/promotion'
import { collect, jsonValue, moneyProblem, type Problems } from '../lib/record-problems'
import { hasRow } from '../lib/rows'
import { differingFields } from '../lib/stale-saves'

/** What may be changed of one that orders were given; all else the store knows of stays as it was told. */
const MAY_CHANGE = [...'name description active starts ends combines'.split(' '), ...Object.keys(CONDITION_FIELDS)]
const FIXED = Object.keys(PROMOTION_FIELDS).filter((name) => !MAY_CHANGE.includes(name))

function valueProblem(record: PbRecord): string | undefined {
  const kind = record.getString('kind')
  const value = record.getFloat('value')
  if (kind === 'percent' && !(value > 0 && value <= 100)) return 'Write a percentage above 0, up to 100.'
  if (kind === 'amount' && value <= 0) return 'Write an amount above ₹0.'
  return kind === 'percent' || kind === 'amount' ? moneyProblem(record, 'value') : undefined
}

function codeProblem(record: PbRecord, app: PbApp): string | undefined {
  const typed = record.getString('code')
  if (isNoCode(typed)) return CODE_SIGNS
  const code = plainCode(typed)
  record.set('code', code)
  if (code === '') return undefined
  if (record.getBool('single_use')) return 'It has codes of its own: leave this one empty, or switch those off.'
  if (code.length < 3) return 'Write at least three letters or digits.'
  const taken = `WHERE EXISTS (SELECT 1 FROM promotion_codes WHERE code = {:code})
    OR EXISTS (SELECT 1 FROM promotions WHERE code = {:code} AND id != {:id})`
  return hasRow(app, taken, { code, id: record.id }) ? 'Another promotion has this code.' : undefined
}

/** One whose gift has gone meanwhile can still be switched off. */
function giftProblem(record: PbRecord): string | undefined {
  if (record.getString('kind') !== 'gift' || (!record.isNew() && !record.getBool('active'))) return undefined
  return record.getString('gift') === '' ? 'Choose the product that is given away.' : undefined
}

const isUsed = (app: PbApp, promotion: string): boolean =>
  hasRow(app, 'FROM promotion_uses WHERE promotion = {:promotion}', { promotion })

/** onRecordValidate of promotions (PROMO-09). */
export function checkPromotion(record: PbRecord, app: PbApp): Problems {
  const problems = collect({
    code: codeProblem(record, app),
    value: valueProblem(record),
    gift: giftProblem(record),
    minimum: moneyProblem(record, 'minimum'),
    categories: formProblem(texts, jsonValue(record, 'categories')),
    tags: formProblem(texts, jsonValue(record, 'tags')),
  })
  const starts = record.getString('starts')
  const ends = record.getString('ends')
  // PocketBase writes dates so that their texts sort like the dates.
  if (starts && ends && ends < starts) problems.ends = 'The end is before the start.'
  if (record.isNew() || !isUsed(app, record.id)) return problems
  for (const field of differingFields(record.original(), record))
    if (FIXED.includes(field)) problems[field] = 'Orders were placed with it. End this one and make another.'
  return problems
}

/** Why a promotion stays; undefined when it may go. */
export const promotionStays = (app: PbApp, record: PbRecord): string | undefined =>
  isUsed(app, record.id) ? 'Orders were placed with it. Set its end to now instead.' : undefined
