import * as v from 'valibot'
import { addressSchema, contactSchema, noteSchema, pincodeSchema, stateSchema } from '../account/address'
import { sumByKey } from '../by-key'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../limits'
import { plainCode } from '../offers/code'
import { cleanLine } from '../text'

const quantityMessage = `Choose a whole number from 1 to ${MAX_LINE_QUANTITY}.`

/** One asked-for line. Numbers must be numbers: "2", [2] and 1.5 are refused, not guessed at. */
const itemSchema = v.object({
  product: v.pipe(v.string('Name the product'), v.regex(/^[a-zA-Z0-9_-]{1,64}$/, 'This is not a product')),
  quantity: v.pipe(
    v.number(quantityMessage),
    v.safeInteger(quantityMessage),
    v.minValue(1, quantityMessage),
    v.maxValue(MAX_LINE_QUANTITY, quantityMessage),
  ),
  color: v.pipe(
    v.optional(v.nullable(v.string('Name the colour by its code')), ''),
    v.transform((color) => (color === 'Default' ? '' : cleanLine(color ?? ''))),
    v.maxLength(64, 'This is not a colour'),
  ),
})

const itemsSchema = v.pipe(
  v.array(itemSchema, 'Send the list of items'),
  v.minLength(1, 'Your cart is empty'),
  v.maxLength(MAX_CART_LINES, `An order may have at most ${MAX_CART_LINES} different items.`),
  v.check(withinLineLimit, quantityMessage),
)

/** A line sent in several parts is one line, and may hold no more. */
function withinLineLimit(items: { product: string; quantity: number; color: string }[]): boolean {
  const wanted = sumByKey(items.map(({ product, quantity, color }) => [`${product}:${color}`, quantity]))
  return [...wanted.values()].every((sum) => sum <= MAX_LINE_QUANTITY)
}

const codeSchema = v.pipe(
  v.optional(v.nullable(v.string('Write the code as text')), ''),
  // Too long, it is one that is not there: a cart has its quote whatever is typed.
  v.transform((code) => plainCode(code ?? '').slice(0, 40)),
)

const promotionId = v.pipe(v.string('Name the promotion'), v.maxLength(64, 'This is not a promotion'))

/**
 * Body of `POST /api/store/quote`. `code`: as the shopper typed it. `without`: promotions, by their ids, that the store
 * has withheld from who is ordering. `pincode` and `state`: one that is none counts as left out.
 */
export const quoteRequestSchema = v.object({
  items: itemsSchema,
  code: codeSchema,
  without: v.fallback(v.optional(v.pipe(v.array(promotionId), v.maxLength(50)), []), []),
  pincode: v.fallback(pincodeSchema, ''),
  state: v.fallback(stateSchema, ''),
})

const utmField = v.fallback(
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => Array.from(cleanLine(text)).slice(0, 200).join('')),
    ),
  ),
  undefined,
)

/** An entry of the quote's `promotions`, or its id alone. */
const promiseSchema = v.union([
  promotionId,
  v.pipe(
    v.object({ id: promotionId }),
    v.transform(({ id }) => id),
  ),
])

/**
 * Body of `POST /api/store/orders`. `expected_total`: the total the shopper was shown, whole paise. `code`,
 * `promotions`, `gift` and `arrives_until`: what the quote promised, the promotions by their ids, the gift by its
 * product, the last day of arrival; left out or empty, nothing was promised.
 */
export const placeRequestSchema = v.object({
  items: itemsSchema,
  contact: contactSchema,
  address: addressSchema,
  payment_method: v.picklist(['cod', 'online'], 'Choose how to pay.'),
  expected_total: v.pipe(
    v.number('Send the total in paise'),
    v.safeInteger('Send the total in whole paise'),
    v.minValue(0, 'A total is not negative'),
  ),
  gift: v.optional(v.nullable(v.pipe(v.string('Name the gift'), v.maxLength(64, 'This is not a product')))),
  code: codeSchema,
  promotions: v.pipe(
    v.optional(v.nullable(v.pipe(v.array(promiseSchema, 'Send the list of promotions'), v.maxLength(8))), []),
    v.transform((promotions) => promotions ?? []),
  ),
  arrives_until: v.fallback(v.optional(v.string(), ''), ''),
  note: v.pipe(
    v.optional(v.nullable(v.unknown()), ''),
    v.transform((note) => note ?? ''),
    noteSchema,
  ),
  // Nobody's order fails because of a campaign: what is no text is dropped.
  utm: v.fallback(
    v.optional(
      v.nullable(
        v.object({
          utm_source: utmField,
          utm_medium: utmField,
          utm_campaign: utmField,
          utm_term: utmField,
          utm_content: utmField,
        }),
      ),
    ),
    null,
  ),
})

/** Body of `POST /api/store/track`. */
export const trackRequestSchema = v.object({
  number: v.pipe(
    v.optional(v.string('Enter the order number.'), ''),
    v.transform(cleanLine),
    v.nonEmpty('Enter the order number.'),
    v.maxLength(40, 'This is not an order number.'),
  ),
  contact: v.pipe(
    v.optional(v.string('Enter the email or mobile number.'), ''),
    v.transform(cleanLine),
    v.nonEmpty('Enter the email or mobile number.'),
    v.maxLength(254, 'This is too long.'),
  ),
})

export type RequestedItem = v.InferOutput<typeof itemSchema>
export type QuoteRequest = v.InferInput<typeof quoteRequestSchema>
export type PlaceRequest = v.InferOutput<typeof placeRequestSchema>
export type PlaceRequestInput = v.InferInput<typeof placeRequestSchema>
export type TrackRequest = v.InferInput<typeof trackRequestSchema>
