import { type CartLine, lineKey, mergeLines } from './cart'

/** Whose lines the browser holds and whether the record store has them all; without it they are a guest's. */
export interface CartOwner {
  /** Id of the account the lines belong to; empty for a guest. */
  user: string
  /** Some change has not reached the record store. */
  unsaved: boolean
}

export interface CartMeeting {
  /** Lines that take the place of the browser's; null: those stay. */
  takeOver: readonly CartLine[] | null
  /** What is held then has to be saved. */
  save: boolean
}

/**
 * What happens when the browser's lines meet the account's (CART-02): lines of a guest are joined with the account's;
 * lines of this account give way to what is stored, unless they hold changes that never arrived; lines of somebody
 * else are theirs, also those that never arrived.
 *
 * @param here the browser's lines, `stored` the account's
 * @param changedFrom what they were before this shopper changed them just now, such as while the answer was on its way:
 * that must not be lost. null: not known; false: they changed nothing
 */
export function meetCart(
  owner: CartOwner,
  user: string,
  here: readonly CartLine[],
  stored: readonly CartLine[],
  changedFrom: readonly CartLine[] | null | false,
): CartMeeting {
  if (owner.user !== '' && changedFrom) return { takeOver: withChanges(stored, changedFrom, here), save: true }
  if (owner.user === user && (changedFrom === null || owner.unsaved || stored.length === 0))
    return { takeOver: null, save: true }
  if ((owner.user !== '' && changedFrom === false) || here.length === 0) return { takeOver: stored, save: false }
  return { takeOver: stored.length > 0 ? mergeLines(stored, here) : null, save: true }
}

/**
 * The account's lines with what was changed here: what was taken out stays out, and of what was put in the larger
 * quantity stands, or what came to a line that is gone from the account. Doing so twice changes nothing: another tab
 * may have sent the same changes.
 */
function withChanges(stored: readonly CartLine[], before: readonly CartLine[], here: readonly CartLine[]): CartLine[] {
  const piecesOf = (lines: readonly CartLine[], key: string) =>
    lines.find((line) => lineKey(line) === key)?.quantity ?? 0
  return mergeLines(stored, here)
    .map((line) => {
      const key = lineKey(line)
      const step = piecesOf(here, key) - piecesOf(before, key)
      const kept = piecesOf(stored, key)
      if (step > 0) return kept > 0 ? line : { ...line, quantity: step }
      return { ...line, quantity: step < 0 ? piecesOf(here, key) : kept }
    })
    .filter((line) => line.quantity > 0)
}

/**
 * What is done about the account's record. An empty cart is never written (CART-13): the record is deleted instead,
 * or pieces that were ordered or taken out would come back with the next visit. @param record its id; empty when
 * there is none
 */
export function writeOf(lines: readonly CartLine[], record: string): 'nothing' | 'delete' | 'update' | 'create' {
  if (lines.length === 0) return record ? 'delete' : 'nothing'
  return record ? 'update' : 'create'
}

const ATTEMPTS = 3
/** Doubled with each further attempt. */
const FIRST_PAUSE_MS = 500

/**
 * Pause before a cart is sent once more, ms; null when it is left alone (CART-12). @param attempt 0 for the first
 * @param status HTTP, 0 without an answer
 */
export function pauseAfter(attempt: number, status: number): number | null {
  if (status === 401 || status === 403 || attempt + 1 >= ATTEMPTS) return null
  return FIRST_PAUSE_MS * 2 ** attempt
}
