import * as v from 'valibot'
import { savedAddressSchema } from '../account/address'
import { parseJson } from '../json'
import { toPaise } from '../money'
import { placeRequestSchema } from '../orders/order-request'
import { IDEMPOTENCY_KEY } from '../record-id'
import { characterCount, cleanLine } from '../text'
import { ORDER_ACTS } from './order-acts'
import { plainNumber } from './typed-number'

export const RUPEES_WANTED = 'Write rupees above 0 with at most two decimals.'

/** One line of at most so many characters; left out, it is empty. */
const shortLine = (max: number) =>
  v.pipe(
    v.optional(v.string('Write it as text.'), ''),
    v.transform(cleanLine),
    v.check((text) => characterCount(text) <= max, `Use at most ${max} characters.`),
  )

/** The order as whoever acts on it saw it (`DeskOrder.updated`). */
const seen = { updated: v.string('Say which state of the order you saw.') }

/** Body of `POST /api/store/desk/orders/{id}/act`. */
export const actSchema = v.object({
  ...seen,
  act: v.picklist(ORDER_ACTS, 'Say what is to be done.'),
  /** Whether the pieces of a parcel that came back are sold again. */
  restock: v.optional(v.picklist(['', 'yes', 'no'], 'Choose yes or no.'), ''),
  courier: v.optional(shortLine(80)),
  tracking_number: v.optional(shortLine(80)),
  tracking_url: v.optional(shortLine(500)),
})

/** Body of `POST /api/store/desk/orders/{id}/address`. */
export const correctionSchema = v.object({ ...seen, ...savedAddressSchema.entries })

/** Body of `POST /api/store/desk/orders/{id}/note`. */
export const makerNoteSchema = v.object({
  text: v.pipe(shortLine(200), v.nonEmpty('Write the note.')),
})

/** Body of `POST /api/store/desk/orders/{id}/bill-mail`. */
export const seenSchema = v.object(seen)

/** Body of `POST /api/store/desk/orders/{id}/mail`. */
export const mailSchema = v.object({ mail: v.string('Say which email.') })

/** Body of `POST /api/store/desk/orders/{id}/stop`. */
export const stopSchema = v.object({ refund: v.string('Say which refund.') })

/** Rupees as they are typed → paise; nothing typed is 0. */
const rupees = v.pipe(
  v.optional(v.string('Write rupees.'), ''),
  v.transform(plainNumber),
  v.transform((text) => (text === '' ? 0 : (toPaise(text) ?? -1))),
  v.minValue(0, RUPEES_WANTED),
)

const pieces = v.pipe(
  v.array(
    v.object({
      product: v.string(),
      color: v.optional(v.string(), ''),
      quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    }),
    'Send the pieces that are given back.',
  ),
  v.maxLength(100, 'Send at most 100 lines.'),
)

/**
 * Query of `GET /api/store/desk/orders/{id}/refund`: rupees, or pieces (a list as JSON) and `delivery=yes`. Rupees
 * beside pieces are what whoever asks has been shown.
 */
export const refundPlanSchema = v.object({
  rupees,
  pieces: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => (text === '' ? [] : parseJson(text))),
    pieces,
  ),
  delivery: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text === 'yes'),
  ),
})

/**
 * Body of `POST /api/store/desk/orders/{id}/refund`: as its plan. `restock`: whether those of the pieces that came from
 * stock are sold again.
 */
export const refundSchema = v.object({
  ...seen,
  rupees,
  note: shortLine(200),
  pieces: v.optional(pieces, []),
  delivery: v.optional(v.boolean('Choose yes or no.'), false),
  restock: v.optional(v.boolean('Choose yes or no.'), false),
})

const { items, contact, address, expected_total, code, gift, promotions, arrives_until, note } =
  placeRequestSchema.entries

/**
 * Body of `POST /api/store/desk/orders`: the checkout's, with how the order came and whether its money is here. The
 * same `key` again is the same order.
 */
export const enterSchema = v.object({
  ...{ items, contact, address, expected_total, code, gift, promotions, arrives_until, note },
  key: v.pipe(v.string('Send a key.'), v.regex(IDEMPOTENCY_KEY, 'Send a key of 16 to 64 letters and digits.')),
  source: v.picklist(['phone', 'chat'], 'Choose how the order came.'),
  paid: v.boolean('Choose how it is paid.'),
})

export type CorrectionRequest = v.InferInput<typeof correctionSchema>
export type AskedRefund = v.InferOutput<typeof refundSchema>
export type AskedPlan = v.InferOutput<typeof refundPlanSchema>
export type EnterRequest = v.InferInput<typeof enterSchema>
export type EnteredOrder = v.InferOutput<typeof enterSchema>
