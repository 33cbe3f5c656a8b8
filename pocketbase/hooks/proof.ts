/**
 * Whether the mailbox of this order is known to be the buyer's: the order was placed from an account with that address, and the address is
 * confirmed. Guests can type anybody's. Looked at when it is asked, so a mail that waited speaks of what is known by then.
 */
export function emailProven(app: PbApp, order: PbRecord): boolean {
  const user = order.getString('user')
  if (user === '') return false
  const [account] = app.findRecordsByFilter('users', 'id = {:user} && verified = true', '', 1, 0, { user })
  return account?.getString('email').toLowerCase() === order.getString('email').toLowerCase()
}
