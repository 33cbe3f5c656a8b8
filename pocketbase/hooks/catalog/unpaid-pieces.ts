import { recordDate } from '../lib/clock'
import { run } from '../lib/rows'

/**
 * What becomes of the rows in unpaid_pieces: how many pieces wait in orders nobody has paid. They are written by
 * `countUnpaid`.
 */

/** An order's pieces count as long as they are held. */
export function countUntil(txApp: PbApp, order: string, until: number): void {
  run(txApp, 'UPDATE unpaid_pieces SET until = {:until} WHERE "order" = {:order}', { order, until: recordDate(until) })
}

/** The order is paid, closed, packed, or confirmed by the maker. */
export function forgetUnpaid(txApp: PbApp, order: string): void {
  run(txApp, 'DELETE FROM unpaid_pieces WHERE "order" = {:order}', { order })
}

/** Rows that no longer count; with them goes where the order came from. */
export function eraseOldUnpaid(app: PbApp, time: number): void {
  run(app, 'DELETE FROM unpaid_pieces WHERE until <= {:now}', { now: recordDate(time) })
}
