import * as v from 'valibot'
import { emailSchema } from '../account/address'
import { recordId } from '../record-id'

/** Body of `POST /api/store/alerts`: who wants to be told when a product is back. */
export const alertSchema = v.object({
  email: emailSchema,
  product: recordId('This product is not in the shop.', 'This product is not in the shop.'),
})

interface AlertMail {
  shop: string
  /** Name of the product. */
  name: string
}

/** The mail that asks to confirm. Nothing a stranger has typed stands in it but the address it goes to. */
export const confirmAlertMail = ({ shop, name }: AlertMail, confirm: string): { subject: string; text: string } => ({
  subject: `Shall we tell you when ${name} is back?`,
  text: `Somebody, probably you, asked ${shop} to write to this address when ${name} is back.\n\nPress here, and we write once, when it is:\n${confirm}\n\nIf it was not you, do nothing: no other email will come.\n`,
})

/** The one mail that it is back. */
export const backMail = ({ shop, name }: AlertMail, product: string): { subject: string; text: string } => ({
  subject: `${name} is back`,
  text: `You asked ${shop} to tell you: ${name} is back.\n\n${product}\n\nWe have kept none for you, and this is the only email: your address is deleted with it.\n`,
})
