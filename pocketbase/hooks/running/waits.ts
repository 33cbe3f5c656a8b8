import { DAY_MS } from '../../../src/domain/date'
import { now, recordDate } from '../lib/clock'
import { rows, run } from '../lib/rows'

/** Nothing of these is ever put off for more than half of it, ms: to a clock that is a day behind it is no more. */
const TOO_LONG_MS = 2 * DAY_MS

/** Until when something waits, or is held, by its table; where an index needs it, of which rows. */
const WAITS: readonly (readonly [table: string, field: string, among?: string])[] = [
  ['outbox', 'next_try_at', "status = 'queued'"],
  ['refunds', 'next_try_at', "status IN ('queued', 'pending')"],
  ['refunds', 'send_at', "status = 'queued'"],
  ['payments', 'next_check_at'],
  ['orders', 'expires_at', "status = 'pending'"],
  ['stock_holds', 'expires_at'],
  ['unpaid_pieces', 'until'],
  ['bookings', 'next_try_at'],
  ['cart_reminders', 'due_at', "state = 'confirmed'"],
]

/** Whether this machine has yet to hear what time it is: the store's newest migration was written later. */
function isBehind(app: PbApp, time: number): boolean {
  const [newest] = rows(app, 'SELECT MAX(file) AS file FROM _migrations', {}, { file: '' })
  return time < Number.parseInt(newest?.file ?? '', 10) * 1000
}

/**
 * Hourly: what was put off by a clock that ran ahead would wait until that time comes, in a year maybe. It is due now,
 * by the job it belongs to. To a clock that is behind everything waits so long.
 */
export function endWrongWaits(app: PbApp): void {
  const time = now()
  if (isBehind(app, time)) return
  const times = { now: recordDate(time), late: recordDate(time + TOO_LONG_MS) }
  for (const [table, field, among = 'TRUE'] of WAITS)
    run(app, `UPDATE ${table} SET ${field} = {:now} WHERE ${among} AND ${field} > {:late}`, times)
}
