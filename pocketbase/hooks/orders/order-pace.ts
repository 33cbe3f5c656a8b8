import { parseDate } from '../../../src/domain/date'
import type { PlaceRequest } from '../../../src/domain/orders/order-request'
import type { HttpProblem } from '../guard/answer'
import { isNoted, limitOf, note, tooManyRequests } from '../guard/rate-limits'
import { now, recordDate } from '../lib/clock'

/** Where a guest ordered from is known as long as any limit of theirs looks back, ms. */
const GUESTS_KNOWN_MS = 24 * 60 * 60_000
/** Orders under a guest's number that are looked at, the newest first. */
const MOST_OF_A_GUEST = 200

const placedFrom = (order: PbRecord, address: string) => `from ${order.id} ${address}`

/** Remembers from where a guest's order came, see `addressOf`. */
export const noteGuest = (app: PbApp, order: PbRecord, address: string): void =>
  note(app, placedFrom(order, address), now() + GUESTS_KNOWN_MS)

/**
 * Why this shopper has to wait before ordering again, or null: too many orders of late, or too many that hold pieces
 * and wait for their money. A signed-in shopper is known by the account, guests by mobile number or email and where
 * they order from: nobody who types another's number can keep them from ordering. Counted by the orders themselves;
 * where guests ordered from is in memory alone, so a restart forgives them.
 */
export function hurryProblem(
  txApp: PbApp,
  { contact, payment_method }: PlaceRequest,
  { user, address, time }: { user: string; address: string; time: number },
): HttpProblem | null {
  const limit = limitOf(txApp, 'orders:shopper')
  const own = user ? 'user = {:user}' : 'user = "" && (phone = {:phone} || email = {:email})'
  /** The last of so many orders, newest first; undefined when there are fewer. */
  const nth = (filter: string, count: number, more: Record<string, unknown>) => {
    const params = { user, phone: contact.phone, email: contact.email, ...more }
    const all = `${own} && ${filter}`
    if (user) return txApp.findRecordsByFilter('orders', all, '-placed_at', 1, count - 1, params)[0]
    const named = txApp.findRecordsByFilter('orders', all, '-placed_at', MOST_OF_A_GUEST, 0, params)
    return named.filter((order) => isNoted(txApp, placedFrom(order, address)))[count - 1]
  }
  const secondsUntil = (moment: number) => Math.max(1, Math.ceil((moment - time) / 1000))
  if (limit) {
    const lasts = limit.seconds * 1000
    const order = nth('placed_at > {:since}', limit.tries, { since: recordDate(time - lasts) })
    if (order)
      return tooManyRequests(
        secondsUntil(parseDate(order.getString('placed_at')) + lasts),
        'You have placed many orders.',
      )
  }
  const waiting = payment_method === 'online' ? limitOf(txApp, 'orders:waiting') : null
  if (waiting) {
    const filter = 'status = "pending" && expires_at > {:now}'
    const order = nth(filter, waiting.tries, { now: recordDate(time) })
    if (order) {
      const what = `${waiting.tries} of your orders wait for their payment. Pay or cancel one of them.`
      return tooManyRequests(secondsUntil(parseDate(order.getString('expires_at'))), what)
    }
  }
  return null
}
