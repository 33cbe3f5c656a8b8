import { MAX_ADDRESSES } from '../../../src/domain/account/saved-address'
import { shopperId } from '../guard/order-access'
import { refuse } from '../lib/record-problems'
import { inTransaction } from '../lib/record-transaction'
import { run } from '../lib/rows'

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

/** Reviewers are seen by name and picture (REV-03); the rest of an account is for its owner and superusers. */
export function hidePrivateUser(e: PbEnrichEvent): void {
  if (shopperId(e.requestInfo) !== e.record.id && !e.requestInfo.auth?.isSuperuser()) {
    e.record.hide('email', 'emailVisibility', 'verified', 'created', 'updated')
  }
  e.next()
}
