import { NAME_MAX } from '../../../src/domain/limits'
import { cleanLine } from '../../../src/domain/text'
import { shopperId } from '../guard/order-access'
import { addressOf, limited, type RateLimit, release } from '../guard/rate-limits'
import { refuse } from '../lib/record-problems'
import { inTransaction } from '../lib/record-transaction'
import { firstRecord, run } from '../lib/rows'
import { findLower } from './accounts'

/**
 * Whether the mailbox of this order is known to be the buyer's: the order was placed from an account with that
 * address, and the address is confirmed. Guests can type anybody's. Looked at when it is asked, so a mail that waited
 * speaks of what is known by then.
 */
export function emailProven(app: PbApp, order: PbRecord): boolean {
  const user = order.getString('user')
  if (user === '') return false
  const account = firstRecord(app, 'users', 'id = {:user} && verified = true', { user })
  return account?.getString('email').toLowerCase() === order.getString('email').toLowerCase()
}

const isSignedInTo = (e: PbRecordRequestEvent): boolean => shopperId(e) === e.record.id

/**
 * onRecordConfirmVerificationRequest: the link of the mail shows whose mailbox it is, not who made the account: a
 * stranger may have, and its owner may press the link in good faith. So it counts from a session of the account or
 * with its password, and whoever has both has proven the account with all that is in it.
 * @throws BadRequestError (400) beside `password`, code `password_needed`
 */
export function confirmByHolder(e: PbRecordRequestEvent): void {
  if (e.record.getBool('verified') || isSignedInTo(e)) {
    e.next()
    return
  }
  const { password } = e.requestInfo().body
  const tries: RateLimit[] = [
    ['signin:pair', `users ${e.record.getString('email').toLowerCase()} ${addressOf(e.requestEvent)}`],
  ]
  if (limited(e.requestEvent, tries, 'Too many wrong passwords.')) return
  if (typeof password !== 'string' || password === '' || !e.record.validatePassword(password)) {
    if (password === undefined) release(e.app, tries)
    const sentence = 'Enter the password of this account.'
    refuse({ password: sentence }, 'password_needed', sentence)
  }
  release(e.app, tries)
  e.next()
}

/** Not a field: says to the save that follows that whoever proves the address is not known to have made the account. */
const TAKEN_OVER = 'taken_over'

/** onRecordConfirmPasswordResetRequest: a mailbox alone proves the address of an account anybody may have made. */
export function takeOverByMail(e: PbRecordRequestEvent): void {
  takeOver(e, '')
  e.next()
}

/**
 * onRecordAuthWithOAuth2Request: so does Google. PocketBase itself resets the password of such an account, and with
 * it every session.
 */
export function takeOverByProvider(
  e: PbRecordRequestEvent & {
    record: PbRecord | null
    isNewRecord: boolean
    oAuth2User: { email: string; name: string }
  },
): void {
  if (!e.record) {
    e.oAuth2User.email = e.oAuth2User.email.toLowerCase()
    findLower(e, 'users', e.oAuth2User.email)
    e.isNewRecord = !e.record
  }
  if (e.record && e.record.getString('email') === e.oAuth2User.email) takeOver(e, e.oAuth2User.name)
  e.next()
}

function takeOver(e: PbRecordRequestEvent, name: string): void {
  if (e.record.getBool('verified') || isSignedInTo(e)) return
  e.record.set('name', Array.from(cleanLine(name)).slice(0, NAME_MAX).join(''))
  e.record.set('avatar', null)
  e.record.set(TAKEN_OVER, true)
}

const STORED = ['review_votes', 'review_comments', 'reviews', 'addresses', 'carts', 'wishlists']

/**
 * onRecordUpdateExecute of users: with the first proof of an address by somebody who is not known to have made the
 * account goes all that was stored in it, in the same transaction. Its orders stay, and belong to no account any
 * more. What was delivered to a buyer of this address, and the reviews of it, cost somebody money: they are their
 * owner's, who need not have confirmed the address before.
 */
export function wipeUnproven(e: PbRecordEvent): void {
  const isFirstProof = !e.record.original().getBool('verified') && e.record.getBool('verified')
  if (!isFirstProof || !e.record.getBool(TAKEN_OVER)) {
    e.next()
    return
  }
  const email = e.record.getString('email')
  inTransaction(e, ({ app, record: { id } }) => {
    e.next()
    for (const collection of STORED) {
      const filter = collection === 'reviews' ? 'user = {:id} && verified_purchase = false' : 'user = {:id}'
      for (const stored of app.findRecordsByFilter(collection, filter, '', 0, 0, { id })) app.delete(stored)
    }
    const orders = `UPDATE orders SET [[user]] = '' WHERE [[user]] = {:id} AND NOT (fulfilment_status = 'delivered' AND email = {:email})`
    run(app, orders, { id, email: email.toLowerCase() })
  })
}
