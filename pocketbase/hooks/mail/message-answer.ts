import { quoted } from '../../../src/domain/content/contact'
import { storeSettings } from '../lib/store-settings'
import { type OutgoingMail, senderDomain } from './mail-client'
import { queueNow } from './outbox'

/** Puts the shop's answer to a message into the outbox, in the caller's transaction. */
export function queueAnswer(txApp: PbApp, message: string): void {
  queueNow(txApp, { kind: 'message_answer', message, recipient: 'shopper', dedupe_key: `message_answer:${message}` })
}

/** Plain text, with what was asked below it; whoever answers it writes to the shop. */
export function mailOfAnswer(app: PbApp, mail: PbRecord): OutgoingMail {
  const id = mail.getString('message')
  const message = app.findRecordById('messages', id)
  const shop = storeSettings(app)
  const ticket = message.getString('ticket')
  return {
    to: message.getString('email'),
    subject: `Your message to ${shop.store_name}${ticket && `: ${ticket}`}`,
    text: `${message.getString('answer')}\n\n${shop.store_name}\n\n${quoted(message.getString('message'))}\n`,
    headers: {
      'Message-ID': `<answer.${id}@${senderDomain(app)}>`,
      'In-Reply-To': `<message.${id}@${senderDomain(app)}>`,
      ...(shop.seller_email && { 'Reply-To': shop.seller_email }),
    },
  }
}
