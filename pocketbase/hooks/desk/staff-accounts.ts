/** What PocketBase's own routes do with accounts of `staff`, besides signing in and choosing a password. */

/**
 * onRecordUpdate: another role, or none any more, ends every session and makes every link worthless, whoever saves it.
 * (PocketBase does the same for another password or address.)
 */
export function endSessions(e: PbRecordEvent): void {
  const before = e.record.original()
  if (
    before.getString('role') !== e.record.getString('role') ||
    before.getBool('disabled') !== e.record.getBool('disabled')
  )
    e.record.refreshTokenKey()
  e.next()
}

/** onRecordRequestPasswordResetRequest: the answer is the same for everybody, and only who is let in gets a mail. */
export function mailToEnabled(e: PbRecordRequestEvent): void {
  if (e.record.getBool('disabled')) e.requestEvent.noContent(204)
  else e.next()
}

/**
 * Sessions end after a week and are not renewed; addresses are the owner's to give.
 * @throws ForbiddenError (403)
 */
export function refuseHelper(): never {
  throw new ForbiddenError('Ask the owner of the shop to do this.')
}

/**
 * onRecordCreateRequest, onRecordUpdateRequest of `desk_log`: the desk alone writes there.
 * @throws ForbiddenError (403)
 */
export function keepLog(): never {
  throw new ForbiddenError('What was done at the desk is kept as it was written.')
}
