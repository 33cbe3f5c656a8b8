import * as v from 'valibot'
import { parseDate, recordDate } from '../date'
import { toPaise } from '../money'
import { isNoCode, plainCode } from '../offers/code'
import { PROMOTION_KINDS, type Promotion } from '../offers/promotion'
import { recordId } from '../record-id'
import { characterCount, cleanLine, cleanText } from '../text'
import { CODE_SIGNS } from './code-signs'
import { nameSchema } from './price-plan-request'

/** Codes of one press, and of one promotion. */
export const MOST_CODES = 10_000
export const MOST_CODES_IN_ALL = 100_000

/** Empty for none: it begins at once, or has no end. */
const moment = v.pipe(
  v.string('Choose a moment.'),
  v.check((text) => text === '' || !Number.isNaN(parseDate(text)), 'Choose a moment.'),
  v.transform((text) => text && recordDate(parseDate(text))),
)
const id = recordId('Name it.', 'There is no such record.')

const words = (sentence: string) =>
  v.pipe(
    v.array(
      v.pipe(
        v.string(sentence),
        v.transform((name) => cleanLine(name).toLowerCase()),
        v.check((name) => characterCount(name) <= 100, 'At most 100 characters.'),
      ),
      sentence,
    ),
    v.transform((names) => [...new Set(names.filter(Boolean))]),
    v.maxLength(60, 'At most 60 of them.'),
  )

const amount = (sentence: string) =>
  v.pipe(
    v.number(sentence),
    v.minValue(0, 'Write 0 or more.'),
    v.maxValue(1_000_000, 'At most 10,00,000.'),
    v.check((value) => toPaise(value) !== null, 'At most two decimals.'),
  )

const times = v.pipe(
  v.number('Write a whole number.'),
  v.safeInteger('Write a whole number.'),
  v.minValue(0, 'Write 0 or more.'),
  v.maxValue(1_000_000, 'At most 10,00,000.'),
)
const flag = v.boolean('Write yes or no.')

/**
 * Body of `POST /api/store/desk/promotions`: a new promotion, or with `id` what becomes of one; `updated` as it was
 * when it was looked at. The same `new_id` again, because an answer was lost, makes no second one. `value` is percent
 * or rupees, `minimum` rupees; 0 uses: any number.
 */
export const promotionSchema = v.object({
  id: v.optional(id),
  new_id: v.optional(id),
  updated: v.optional(v.string()),
  name: nameSchema,
  description: v.pipe(
    v.string('Write a sentence.'),
    v.transform(cleanText),
    v.check((text) => characterCount(text) <= 400, 'At most 400 characters.'),
  ),
  active: flag,
  kind: v.picklist(['', ...PROMOTION_KINDS], 'Choose what it gives.'),
  value: amount('Write a number.'),
  gift: v.union([v.literal(''), id], 'Choose a product.'),
  code: v.pipe(
    v.string('Write a code.'),
    v.check((code) => !isNoCode(code), CODE_SIGNS),
    v.transform(plainCode),
    v.check((code) => code === '' || code.length >= 3, 'Write at least three letters or digits.'),
    v.maxLength(24, 'At most 24 letters and digits.'),
  ),
  single_use: flag,
  minimum: amount('Write an amount in rupees.'),
  products: v.pipe(v.array(id, 'Choose products.'), v.maxLength(500, 'Choose their categories: these are too many.')),
  categories: words('Choose categories.'),
  tags: words('Write tags.'),
  starts: moment,
  ends: moment,
  max_uses: times,
  max_per_person: times,
  first_order: flag,
  combines: flag,
} satisfies { [field in keyof Promotion | 'new_id' | 'updated']: unknown })
export type PromotionRequest = v.InferOutput<typeof promotionSchema>

const HOW_MANY = `Choose a whole number from 1 to ${MOST_CODES}.`

/** Body of `POST /api/store/desk/promotions/{id}/codes`. `made`: how many there are, as who asks for more has seen. */
export const codesSchema = v.object({
  made: v.optional(v.number()),
  count: v.pipe(v.number(HOW_MANY), v.safeInteger(HOW_MANY), v.minValue(1, HOW_MANY), v.maxValue(MOST_CODES, HOW_MANY)),
})
export type CodesRequest = v.InferOutput<typeof codesSchema>
