import { sharedStore } from '../lib/shared-store'
import { logMail } from '../running/configuration'
import { mailServerIsSet, type OutgoingMail, Undeliverable } from './mail-client'
import { queueNow } from './outbox'
import { callSender } from './sender-turn'

/**
 * onMailerSend. One hook and not two in files of their own: PocketBase loads those in any order.
 * Without a mail server a mail is written to the log, the outbox's own too.
 */
export function queueOrLog(e: PbMailerEvent): void {
  if (mailServerIsSet(e.app)) queueAccountMail(e)
  else logMail(e.message)
}

/**
 * Mails about accounts, which PocketBase would send while a request waits. They go through the outbox, sealed with a
 * key that only this process knows, as their links open an account; a restart makes them worthless and the shopper
 * asks for another. The sender is called at once, when nobody is sending.
 */
function queueAccountMail(e: PbMailerEvent): void {
  const { to, subject, text, html } = e.message
  for (const { address } of Array.from(to)) {
    const sealed = $security.encrypt(JSON.stringify({ to: address, subject, text, html }), sealKey())
    queueNow(e.app, { kind: 'account', recipient: 'shopper', sealed })
  }
  callSender()
}

const sealKey = () => String(sharedStore().get('mails:seal'))

/** Characters a sealed text has beside its own. PocketBase ends the sender over a text that is shorter. */
const SEAL_LENGTH = 40

/** @throws Undeliverable once another process has begun, and where nothing is sealed */
export function unsealedMail(mail: PbRecord): OutgoingMail {
  const sealed = mail.getString('sealed')
  if (sealed.length < SEAL_LENGTH) throw new Undeliverable('Nothing is sealed in it.')
  let text: string
  try {
    text = $security.decrypt(sealed, sealKey())
  } catch {
    throw new Undeliverable('It was sealed before the store started again.')
  }
  return { ...(JSON.parse(text) as Omit<OutgoingMail, 'headers'>), headers: {} }
}
