import * as v from 'valibot'
import { parseDate, recordDate } from '../date'
import { toPaise } from '../money'
import { recordId } from '../record-id'
import { characterCount, cleanLine } from '../text'
import { priceSchema } from './price-change'

/** Products a plan names one by one: more are reached by their category. */
const MAX_PLAN_PRODUCTS = 2000

const moment = (missing: string) =>
  v.pipe(
    v.string(missing),
    v.check((text) => !Number.isNaN(parseDate(text)), missing),
    v.transform((text) => recordDate(parseDate(text))),
  )
const id = recordId('Name it.', 'There is no such record.')

const FIELDS = {
  starts: moment('Choose from when.'),
  ends: moment('Choose until when.'),
  products: v.pipe(
    v.array(id, 'Choose products.'),
    v.maxLength(MAX_PLAN_PRODUCTS, 'Choose their categories instead: these are too many products.'),
  ),
  categories: v.pipe(
    v.array(
      v.pipe(
        v.string('Write a category.'),
        v.transform((name) => cleanLine(name).toLowerCase()),
      ),
    ),
    v.maxLength(60, 'At most 60 categories.'),
  ),
  percent: v.pipe(
    v.number('Write a number.'),
    v.minValue(0, 'Write 0 or more.'),
    v.maxValue(90, 'At most 90%.'),
    v.check((percent) => toPaise(percent) !== null, 'At most two decimals.'),
  ),
  price: priceSchema,
  round_to: v.picklist(['', '.00', '.50', '9'], 'Choose how prices end.'),
  show_was: v.boolean('Write yes or no.'),
}

/** What a plan or a promotion is called. */
export const nameSchema = v.pipe(
  v.string('Write a name.'),
  v.transform(cleanLine),
  v.check((name) => name !== '', 'Write a name.'),
  v.check((name) => characterCount(name) <= 120, 'At most 120 characters.'),
)

/**
 * Body of `POST /api/store/desk/price-plans`: a new plan, or with `id` what becomes of one; `updated` as it was when
 * it was looked at. The same `new_id` again, because an answer was lost, makes no second one. `percent` or `price`
 * (rupees), the other 0.
 */
export const planSchema = v.object({
  id: v.optional(id),
  new_id: v.optional(id),
  updated: v.optional(v.string()),
  name: nameSchema,
  ...FIELDS,
})
/** Body of `POST /api/store/desk/price-plans/look`: a plan as far as it is written. */
export const planLookSchema = v.object({ id: v.optional(id), ...FIELDS })

export type PlanLookRequest = v.InferOutput<typeof planLookSchema>
