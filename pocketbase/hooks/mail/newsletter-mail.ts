import { confirmMail, type LetterDeed } from '../../../src/domain/content/newsletter'
import { paths } from '../../../src/lib/paths'
import { keyedHash } from '../guard/order-access'
import { now } from '../lib/clock'
import { firstRecord } from '../lib/rows'
import { storeAddress } from '../lib/store-address'
import { storeSettings } from '../lib/store-settings'
import { type OutgoingMail, senderDomain } from './mail-client'
import { queueNow } from './outbox'

/** Opens one subscription to whoever got its mail; only this store can make it. */
export const letterToken = (id: string): string => keyedHash(`newsletter:${id}`)

/** The token stands in the fragment, which browsers send to nobody. */
export const letterLink = (app: PbApp, deed: LetterDeed, id: string): string =>
  `${storeAddress(app)}${paths.letters(deed)}#${id}.${letterToken(id)}`

/** Asks an address to confirm, in the caller's transaction. */
export function queueConfirmation(txApp: PbApp, subscriber: string): void {
  queueNow(txApp, { kind: 'newsletter_confirm', recipient: 'shopper', data: { subscriber } })
}

/** @returns nothing for a subscription that is gone, left or confirmed meanwhile */
export function mailOfSubscription(app: PbApp, id: string): OutgoingMail | undefined {
  const subscriber = firstRecord(app, 'subscribers', "id = {:id} && state = 'waiting'", { id })
  if (!subscriber) return undefined
  const [confirm, leave] = [letterLink(app, 'confirm', id), letterLink(app, 'leave', id)]
  return {
    to: subscriber.getString('email'),
    ...confirmMail(storeSettings(app).store_name, confirm, leave),
    headers: { 'Message-ID': `<letters.${id}.${now()}@${senderDomain(app)}>`, 'Auto-Submitted': 'auto-generated' },
  }
}
