import * as v from 'valibot'
import { emailSchema } from '../account/address'

/** Body of `POST /api/store/alerts/cart`. `items`: the cart as its link has it, unescaped (domain/cart/shared-cart). */
export const reminderSchema = v.object({
  email: emailSchema,
  items: v.pipe(
    v.string('There is nothing in this cart.'),
    v.maxLength(3000, 'This cart is too large for a reminder.'),
  ),
})

/** The mail that asks to confirm. Nothing a stranger has typed stands in it but the address it goes to. */
export const confirmReminderMail = (shop: string, confirm: string): { subject: string; text: string } => ({
  subject: `Shall we remind you of your cart at ${shop}?`,
  text: `Somebody, probably you, asked ${shop} to remind this address of a cart.\n\nPress here, and we write once, a day later:\n${confirm}\n\nIf it was not you, do nothing: no other email will come.\n`,
})

/** The one reminder. No names and no prices: the page of the link has those of the day. */
export const reminderMail = (shop: string, cart: string): { subject: string; text: string } => ({
  subject: `Your cart at ${shop}`,
  text: `You asked ${shop} to remind you of your cart. Here it is, at today's prices:\n\n${cart}\n\nNothing is kept aside for you, and this is the only email: your address is deleted with it.\n`,
})
