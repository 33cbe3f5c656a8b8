import { missedTerm } from '../../../src/domain/catalog/missed-search'
import { DAY_MS, indianDay } from '../../../src/domain/date'
import { isObject, parseJson } from '../../../src/domain/json'
import { now } from '../lib/clock'
import { rows, run } from '../lib/rows'
import { sharedStore } from '../lib/shared-store'

const KEY = 'searches:missed'
/** Terms that wait in memory to be written, and terms of a day. */
const MOST_WAITING = 200
const MOST_A_DAY = 300
/** How long they are kept, days. */
const KEPT_DAYS = 400

/** By term, whatever it is: `constructor`, too, is what somebody may search for. */
const countsOf = (stored: unknown): { [term: string]: number } => {
  const counts = parseJson(String(stored ?? '{}'))
  return Object.assign(Object.create(null), isObject(counts) ? counts : {})
}

/**
 * Remembers a search that found nothing. In memory: a search writes nothing, so that nobody's order waits for it.
 * `keepMissed` writes it down.
 */
export function missSearch(search: string): void {
  const term = missedTerm(search)
  if (term !== '') wait({ [term]: 1 })
}

function wait(missed: { [term: string]: number }): void {
  sharedStore().setFunc(KEY, (stored) => {
    const counts = countsOf(stored)
    for (const [term, count] of Object.entries(missed))
      if (term in counts || Object.keys(counts).length < MOST_WAITING) counts[term] = (counts[term] ?? 0) + count
    return JSON.stringify(counts)
  })
}

/**
 * Cron job `store-missed`: writes down what was searched for in vain, term and count by day, nothing else. Taken before
 * it is written, so that two that write at once count nothing twice; what could not be written waits on.
 */
export function keepMissed(app: PbApp): void {
  let waiting: { [term: string]: number } = {}
  sharedStore().setFunc(KEY, (stored) => {
    waiting = countsOf(stored)
    return '{}'
  })
  if (Object.keys(waiting).length === 0) return
  try {
    app.runInTransaction((txApp) => write(txApp, waiting))
  } catch (error) {
    wait(waiting)
    throw error
  }
}

function write(txApp: PbApp, missed: { [term: string]: number }): void {
  const day = indianDay(now())
  for (const [term, count] of Object.entries(missed)) {
    run(
      txApp,
      `INSERT INTO missed_searches (id, term, day, count, created, updated)
       SELECT {:id}, {:term}, {:day}, {:count}, strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ')
       WHERE (SELECT COUNT(*) FROM missed_searches WHERE day = {:day}) < ${MOST_A_DAY}
         OR EXISTS (SELECT 1 FROM missed_searches WHERE day = {:day} AND term = {:term})
       ON CONFLICT (day, term) DO UPDATE SET count = count + excluded.count, updated = excluded.updated`,
      { id: $security.sha256(`${day} ${term}`).slice(0, 15), term, day, count },
    )
  }
  run(txApp, 'DELETE FROM missed_searches WHERE day < {:day}', { day: indianDay(now() - KEPT_DAYS * DAY_MS) })
}

/** What was searched for in vain on these days in India, most often first. */
export function missedSearches(app: PbApp, from: string, to: string, limit: number): { term: string; count: number }[] {
  keepMissed(app)
  return rows(
    app,
    `SELECT term, SUM(count) AS count FROM missed_searches WHERE day >= {:from} AND day <= {:to}
     GROUP BY term ORDER BY 2 DESC, term LIMIT ${limit}`,
    { from, to },
    { term: '', count: 0 },
  )
}
