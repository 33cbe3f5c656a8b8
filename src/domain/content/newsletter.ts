import * as v from 'valibot'
import { emailSchema } from '../account/address'
import { recordId } from '../record-id'

/** Body of `POST /api/store/newsletter`. `language`: of the page; English for one the shop does not speak. */
export const subscribeSchema = v.object({
  email: emailSchema,
  language: v.fallback(v.optional(v.string(), ''), ''),
})

/** Body of `POST /api/store/newsletter/confirm` and `/leave`: what the link of a mail carries. */
export const letterLinkSchema = v.object({
  id: recordId('This link is not whole.', 'This link is not whole.'),
  token: v.pipe(v.string('This link is not whole.'), v.maxLength(128, 'This link is not whole.')),
})

/** What a link of the newsletter's mails does; `tell`, `remind`: of the mails to who waits for a product, a cart. */
export const LETTER_DEEDS = ['confirm', 'leave', 'tell', 'remind'] as const
export type LetterDeed = (typeof LETTER_DEEDS)[number]

/** The mail that asks to confirm. Nothing a stranger has typed stands in it but the address it goes to. */
export const confirmMail = (shop: string, confirm: string, leave: string): { subject: string; text: string } => ({
  subject: `Confirm your letters from ${shop}`,
  text: `Somebody, probably you, asked for letters from ${shop} at this address.\n\nConfirm here, and they will come:\n${confirm}\n\nIf it was not you, do nothing: no letter will come. You will not hear from us again.\n\nTo leave at any time:\n${leave}\n`,
})
