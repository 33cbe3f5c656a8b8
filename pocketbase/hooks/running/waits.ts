import { DAY_MS } from '../../../src/domain/date'
import { now, recordDate } from '../lib/clock'
import { run } from '../lib/rows'

/** Nothing of these is ever put off for as long, ms. */
const TOO_LONG_MS = DAY_MS + 60 * 60_000

/** Until when something waits, or is held, by its table. */
const WAITS = {
  outbox: 'next_try_at',
  refunds: 'next_try_at',
  payments: 'next_check_at',
  orders: 'expires_at',
  stock_holds: 'expires_at',
  unpaid_pieces: 'until',
  bookings: 'next_try_at',
  cart_reminders: 'due_at',
}

/**
 * Hourly: what was put off by a clock that ran ahead would wait until that time comes, in a year maybe. It is due now,
 * by the job it belongs to.
 */
export function endWrongWaits(app: PbApp): void {
  const times = { now: recordDate(now()), late: recordDate(now() + TOO_LONG_MS) }
  for (const [table, field] of Object.entries(WAITS))
    run(app, `UPDATE ${table} SET ${field} = {:now} WHERE ${field} > {:late}`, times)
}
