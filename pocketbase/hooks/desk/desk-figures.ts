import { DAY_MS, dayAfter, indianDay, parseDate, startOfDay } from '../../../src/domain/date'
import { type FiguresAnswer, isMonth, monthAfter, type PapersAnswer, periodOf } from '../../../src/domain/desk/figures'
import { missedSearches } from '../catalog/missed-searches'
import { httpProblem } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { rows } from '../lib/rows'
import { visitsOf } from '../lib/visits'
import { deskRoute } from './desk-caller'
import { bestSellers, dayFigures, ordersByPages, stretchOf, takingsByDay } from './desk-takings'

const RANKED = 10
const PAPERS = 250

/** GET /api/store/desk/figures?days=30 or ?month=2026-10: how the shop goes (FiguresAnswer). For the owner. */
export function figures(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (): FiguresAnswer => {
    const query = e.request.url.query()
    const time = now()
    const { from, to } = periodOf({ days: query.get('days'), month: query.get('month') }, time)
    const days = dayFigures(e.app, from, to)
    const { for_most, most } = bestSellers(e.app, stretchOf(from, to), RANKED)
    return {
      from,
      to,
      days,
      taken: days.reduce((sum, day) => sum + day.taken, 0),
      orders: days.reduce((sum, day) => sum + day.orders, 0),
      week_ago: takenWeekAgo(e.app, time),
      visits: visitsAndOrders(e.app, from, to),
      sold_for_most: for_most,
      sold_most: most,
      missed: missedSearches(e.app, from, to, RANKED),
      months: monthsWithBills(e.app, time),
    }
  })
}

/** Taken on the same day a week ago, up to the same minute; paise. */
function takenWeekAgo(app: PbApp, time: number): number {
  const then = time - 7 * DAY_MS
  const sums = takingsByDay(app, { from: startOfDay(indianDay(then)), to: then })
  return [...sums.values()].reduce((sum, { taken }) => sum + taken, 0)
}

/** Visits with the orders they led to, both from the first visit that was counted at all. */
function visitsAndOrders(app: PbApp, from: string, to: string): FiguresAnswer['visits'] {
  const visits = visitsOf(app, from, to)
  if (!visits) return null
  const stretch = stretchOf(from, to)
  const first = visits.first ? parseDate(visits.first) : now()
  const orders = ordersByPages(app, { ...stretch, from: Math.max(stretch.from, first) })
  return { count: visits.count, orders, since: first > stretch.from ? indianDay(first) : from }
}

/** From the month of the first paper to this one, at most three years, the newest first. */
function monthsWithBills(app: PbApp, time: number): string[] {
  const [first] = rows(
    app,
    `SELECT COALESCE(MIN(issued_at), '') AS at FROM bills WHERE issued_at != ''`,
    {},
    { at: '' },
  )
  const since = first?.at && indianDay(parseDate(first.at))
  const months: string[] = []
  for (let month = indianDay(time).slice(0, 7); since && months.length < 36; ) {
    months.push(month)
    if (month <= since.slice(0, 7)) break
    month = dayAfter(`${month}-01`, -1).slice(0, 7)
  }
  return months
}

/**
 * GET /api/store/desk/figures/papers?month=2026-10&after=: the bills and credit notes of a month in India, as they
 * were made (PapersAnswer). For the owner.
 */
export function monthPapers(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], () => {
    const query = e.request.url.query()
    const month = query.get('month')
    if (!isMonth(month)) return { problem: httpProblem(400, 'unknown_month', 'Name a month, such as 2026-10.') }
    const [time = '', id = ''] = query.get('after').split('~')
    const from = recordDate(startOfDay(`${month}-01`))
    const found = rows(
      e.app,
      `SELECT id, issued_at, data FROM bills WHERE issued_at >= {:time} AND issued_at < {:to}
         AND (issued_at > {:time} OR id > {:id}) ORDER BY issued_at, id LIMIT ${PAPERS}`,
      { time: time >= from ? time : from, id: time >= from ? id : '', to: recordDate(startOfDay(monthAfter(month))) },
      { id: '', issued_at: '', data: '' },
    )
    const last = found.at(-1)
    return {
      papers: found.map(({ data }) => data),
      next: last && found.length === PAPERS ? `${last.issued_at}~${last.id}` : '',
    } satisfies PapersAnswer
  })
}
