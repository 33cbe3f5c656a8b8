import { now, recordDate } from '../lib/clock'
import { firstRecord, recordById } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { mailHeaders, type OutgoingMail, ownersMailbox, senderDomain } from './mail-client'
import { queueNow } from './outbox'

/** Puts a message from the contact page into the outbox, for the shop's own mailbox. */
export function queueMessage(app: PbApp, message: string): void {
  queueNow(app, { kind: 'contact_message', message, recipient: 'owner', dedupe_key: `contact_message:${message}` })
}

/** Tells the shop, once an hour, that messages are kept which are not mailed. */
export function queueStoredMessageNotice(app: PbApp): void {
  const key = `contact_kept:${recordDate(now()).slice(0, 13)}`
  if (firstRecord(app, 'outbox', 'dedupe_key = {:key}', { key })) return
  queueNow(app, { kind: 'contact_kept', recipient: 'owner', dedupe_key: key })
}

/** Notes that the shop's mailbox has it, unless it was deleted meanwhile. */
export function markMailed(app: PbApp, id: string): void {
  const message = recordById(app, 'messages', id)
  if (!message) return
  message.set('mailed', true)
  app.save(message)
}

/**
 * Plain text, so that nothing in it is a link, a picture or a script. Of what the shopper typed the headers hold the
 * checked address and the name without control characters: neither can begin a header of its own.
 */
export function mailOfMessage(app: PbApp, mail: PbRecord): OutgoingMail {
  const id = mail.getString('message')
  const record = app.findRecordById('messages', id)
  const [name, email, message, ticket] = ['name', 'email', 'message', 'ticket'].map((field) => record.getString(field))
  return {
    to: ownersMailbox(app),
    subject: `Message from ${name}`,
    text: `${message}\n\n${name}\n${email}\n${ticket}\n\nSent through the contact page. Answer this email to write to them.\n`,
    headers: {
      'Message-ID': `<message.${id}@${senderDomain(app)}>`,
      'Reply-To': email as string,
    },
  }
}

/** Where the messages are that are not mailed. */
export function mailOfKeptMessages(app: PbApp, mail: PbRecord): OutgoingMail {
  const records = `${storeAddress(app)}/_/#/collections?collection=messages&filter=mailed%3Dfalse`
  return {
    to: ownersMailbox(app),
    subject: 'More messages are kept in the shop',
    text: `So many messages came at once, from one place or altogether, that further ones are not emailed for a while. They are kept; read them here:\n\n${records}\n`,
    headers: mailHeaders(app, mail),
  }
}
