import * as v from 'valibot'
import { addressSchema, contactSchema, noteSchema } from '../account/address'

/**
 * What the checkout's form holds (ORDER-01); lines and total come from the quote. The same rules the store applies to
 * the order.
 */
export const checkoutFormSchema = v.object({
  contact: contactSchema,
  address: addressSchema,
  // Text until something is chosen.
  payment_method: v.pipe(v.string('Choose how to pay.'), v.picklist(['cod', 'online'], 'Choose how to pay.')),
  /** What the maker reads while packing, such as words for a card. */
  note: v.optional(noteSchema, ''),
  /** The address is kept for the next order; no part of this one (ORDER-11). */
  keep: v.optional(v.boolean(), true),
  /** Id of the account's address that is chosen as it is; no part of the order either. */
  kept: v.optional(v.string(), ''),
  /** What of the contact was filled in from the account, by its field, and not typed. */
  filled: v.optional(v.record(v.string(), v.unknown()), {}),
})

/** As it is typed. */
export type CheckoutFormInput = v.InferInput<typeof checkoutFormSchema>
/** Cleaned: the phone number as `+91…`, the state as its code. */
export type CheckoutForm = v.InferOutput<typeof checkoutFormSchema>
