import { MAX_ADDRESSES } from '../../../src/domain/account/saved-address'
import { shopperId } from '../guard/order-access'
import { refuse } from '../lib/record-problems'
import { inTransaction } from '../lib/record-transaction'
import { firstRecord, recordById, run } from '../lib/rows'

/**
 * onRecordCreateExecute of what hangs on an account: PocketBase has looked for it before, and would keep for ever what
 * comes while it is erased.
 * @throws NotFoundError (404)
 */
export function keepWithAccount(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    if (!recordById(app, 'users', record.getString('user'))) throw new NotFoundError()
    e.next()
  })
}

/**
 * onRecordCreateExecute, onRecordUpdateExecute of addresses: one default for each account (ORDER-11), the first one or
 * the one set last.
 * @throws BadRequestError (400) beside `user` when the account has as many as it may; counted in here, where one comes
 *   after the other
 */
export function ensureOneDefault(e: PbRecordEvent): void {
  inTransaction(e, ({ app, record }) => {
    const params = { user: record.getString('user'), id: record.id }
    const others = app.findRecordsByFilter('addresses', 'user = {:user} && id != {:id}', '', MAX_ADDRESSES, 0, params)
    if (record.isNew() && others.length >= MAX_ADDRESSES)
      refuse({ user: `At most ${MAX_ADDRESSES} addresses can be kept.` })
    if (others.length === 0) record.set('is_default', true)
    if (record.getBool('is_default')) {
      run(app, 'UPDATE addresses SET is_default = FALSE WHERE [[user]] = {:user} AND id != {:id}', params)
    }
    e.next()
  })
}

/** onRecordValidate of users and staff: nobody tells mailboxes apart by capitals, so an address has one account. */
export function lowerEmail(e: PbRecordEvent): void {
  const email = e.record.getString('email')
  if (e.record.original().getString('email') !== email) e.record.set('email', email.toLowerCase())
  e.next()
}

/**
 * onRecordUpdateExecute of users: what was written to the shop from a confirmed address stays its writer's under the
 * next one, to be shown and erased with the account.
 */
export function takeMessagesAlong(e: PbRecordEvent): void {
  const before = e.record.original()
  // Accounts of earlier releases keep theirs as it was typed; messages are kept under small letters.
  const [old, email] = [before.getString('email').toLowerCase(), e.record.getString('email').toLowerCase()]
  if (!before.getBool('verified') || old === email) {
    e.next()
    return
  }
  inTransaction(e, ({ app }) => {
    e.next()
    run(app, 'UPDATE messages SET email = {:email} WHERE email = {:old}', { email, old })
  })
}

/** onRecordAuthWithPasswordRequest of users and staff: the address may be typed in capitals. */
export function signInLower(e: PbSignInEvent): void {
  findLower(e, e.collection.name, e.identity)
  e.next()
}

/** Where PocketBase has found no account of this address: the one that has it in lower case, if there is one. */
export function findLower(e: PbRecordRequestEvent, collection: string, address: string): void {
  if (e.record) return
  const found = firstRecord(e.app, collection, 'email = {:email}', { email: address.toLowerCase() })
  if (found) e.record = found
}

/**
 * Reviewers are seen by name and picture (REV-03): the schema hides the rest of an account, and this shows its owner
 * what PocketBase does not. Not onRecordEnrich: it holds a script engine for each record of an answer until the last
 * one is done, so that a list with 500 reviewers took four seconds and every engine there is.
 */
export function showOwn(asking: { auth: PbRecord | null }, accounts: readonly PbRecord[]): void {
  const own = accounts.find(({ id }) => id === shopperId(asking))
  own?.unhide('emailVisibility', 'verified', 'created', 'updated')
}
