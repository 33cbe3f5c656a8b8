import { DAY_MS, indianDay } from '../../../src/domain/date'
import { now } from './clock'
import { rows, run } from './rows'
import { sharedStore } from './shared-store'

const KEY = 'visits:'
/** How long counts are kept, days. */
const KEPT_DAYS = 400

const numberOf = (stored: unknown) => Number(stored ?? 0)
const add = (day: string, count: number) => sharedStore().setFunc(KEY + day, (stored) => numberOf(stored) + count)

/** One more visit today, in India. In memory: `keepVisits` writes it down. */
export const countVisit = (): void => add(indianDay(now()), 1)

/**
 * Cron job `store-visits`, and the end of the process: adds what was counted to the days' sums. A crash loses a minute
 * at most.
 */
export function keepVisits(app: PbApp): void {
  const store = sharedStore()
  for (const key of store.keys().filter((name) => name.startsWith(KEY))) {
    const day = key.slice(KEY.length)
    let count = 0
    store.setFunc(key, (stored) => {
      count = numberOf(stored)
      return 0
    })
    if (count === 0) {
      // Of a day that is over nobody counts any more.
      if (day !== indianDay(now())) store.remove(key)
      continue
    }
    try {
      write(app, day, count)
    } catch (error) {
      add(day, count)
      throw error
    }
  }
}

function write(app: PbApp, day: string, count: number): void {
  run(
    app,
    `INSERT INTO visits (id, day, count, created, updated)
     VALUES ({:id}, {:day}, {:count}, strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'))
     ON CONFLICT (day) DO UPDATE SET count = count + excluded.count, updated = excluded.updated`,
    { id: $security.sha256(`visits ${day}`).slice(0, 15), day, count },
  )
  run(app, 'DELETE FROM visits WHERE day < {:day}', { day: indianDay(now() - KEPT_DAYS * DAY_MS) })
}

/**
 * Visits of days in India, those that are not written yet too, and since when they are counted: `first` is the time of
 * the first count of all. Undefined where none of these days has any, as on a static host.
 */
export function visitsOf(app: PbApp, from: string, to: string): { count: number; first: string } | undefined {
  const [found] = rows(
    app,
    `SELECT COALESCE(SUM(CASE WHEN day >= {:from} AND day <= {:to} THEN count END), 0) AS count,
      COALESCE(MIN(created), '') AS first FROM visits`,
    { from, to },
    { count: 0, first: '' },
  )
  const store = sharedStore()
  const waiting = store
    .keys()
    .filter((key) => key.startsWith(KEY) && key.slice(KEY.length) >= from && key.slice(KEY.length) <= to)
    .reduce((sum, key) => sum + numberOf(store.get(key)), 0)
  const count = (found?.count ?? 0) + waiting
  return count > 0 ? { count, first: found?.first ?? '' } : undefined
}
