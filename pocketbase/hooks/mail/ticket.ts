import { mailboxOf } from '../../../src/domain/account/mailbox'
import { NUMBER_ALPHABET, NUMBER_LENGTH } from '../../../src/domain/orders/order'
import { consumeAll } from '../guard/rate-limits'
import { storeSettings } from '../lib/store-settings'
import { type OutgoingMail, senderDomain } from './mail-client'
import { queueNow } from './outbox'

/** A number for a message: random, so that it tells nothing of how many there are, and no order's by its one letter. */
export const newTicket = (): string => `T-${$security.randomStringWithAlphabet(NUMBER_LENGTH, NUMBER_ALPHABET)}`

/**
 * Tells whoever wrote a message its number, in the caller's transaction. Anybody can type anybody's address: one mail
 * a day goes to each (limit `ticketmails:recipient`).
 */
export function queueTicket(txApp: PbApp, message: PbRecord): void {
  if (consumeAll(txApp, [['ticketmails:recipient', mailboxOf(message.getString('email'))]])) return
  const { id } = message
  queueNow(txApp, { kind: 'message_ticket', message: id, recipient: 'shopper', dedupe_key: `message_ticket:${id}` })
}

/** The mail that tells a message's number. Nothing anybody has typed stands in it. */
const ticketMail = (ticket: string, shop: string): { subject: string; text: string } => ({
  subject: `Your message to ${shop}: ${ticket}`,
  text: `Your message to ${shop} has arrived. Its number is ${ticket}: name it when you write about it again.\n\nWe answer by email. If it is a complaint, you hear from us what comes of it within a month.\n\nIf you have not written to us, somebody mistyped an address: there is nothing to do.\n\n${shop}\n`,
})

/** Plain text, and of what was typed nothing but the address it goes to. */
export function mailOfTicket(app: PbApp, mail: PbRecord): OutgoingMail {
  const id = mail.getString('message')
  const message = app.findRecordById('messages', id)
  const shop = storeSettings(app)
  return {
    to: message.getString('email'),
    ...ticketMail(message.getString('ticket'), shop.store_name),
    headers: {
      'Message-ID': `<ticket.${id}@${senderDomain(app)}>`,
      'Auto-Submitted': 'auto-replied',
      ...(shop.seller_email && { 'Reply-To': shop.seller_email }),
    },
  }
}
