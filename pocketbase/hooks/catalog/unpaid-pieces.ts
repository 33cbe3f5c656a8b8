import { recordDate } from '../lib/clock'

/**
 * What becomes of the rows in unpaid_pieces: how many pieces wait in orders nobody has paid. They are written by
 * `countUnpaid`.
 */

/** An order's pieces count as long as they are held. */
export function countUntil(txApp: PbApp, order: string, until: number): void {
  txApp
    .db()
    .newQuery('UPDATE unpaid_pieces SET until = {:until} WHERE "order" = {:order}')
    .bind({ order, until: recordDate(until) })
    .execute()
}

/** The order is paid, closed, packed, or confirmed by the maker. */
export function forgetUnpaid(txApp: PbApp, order: string): void {
  txApp.db().newQuery('DELETE FROM unpaid_pieces WHERE "order" = {:order}').bind({ order }).execute()
}

/** Rows that no longer count; with them goes where the order came from. */
export function eraseOldUnpaid(app: PbApp, time: number): void {
  app
    .db()
    .newQuery('DELETE FROM unpaid_pieces WHERE until <= {:now}')
    .bind({ now: recordDate(time) })
    .execute()
}
