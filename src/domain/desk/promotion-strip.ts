import { DAY_MS, IST_OFFSET_MS, parseDate } from '../date'
import type { PlanState } from './price-plans'

/** One bar of the four weeks' strip. Columns are days, from 1; `to` is behind the last. */
export interface StripBar {
  id: string
  from: number
  to: number
  row: number
}
/** Days of the strip, and rows at most. */
export const STRIP_DAYS = 28
const STRIP_ROWS = 6

/** Midnight in India of the Monday of this week, ms. */
export function stripStart(now: number): number {
  const day = Math.floor((now + IST_OFFSET_MS) / DAY_MS)
  const sinceMonday = (new Date(day * DAY_MS).getUTCDay() + 6) % 7
  return (day - sinceMonday) * DAY_MS - IST_OFFSET_MS
}

/** What runs in the four weeks from this Monday on: beside each other where there is room, else in a row of its own. */
export function stripBars(
  items: readonly { id: string; state: PlanState; starts: string; ends: string }[],
  now: number,
): StripBar[] {
  const begin = stripStart(now)
  const column = (time: number) => Math.floor((time - begin) / DAY_MS) + 1
  const free: number[] = []
  const bars: StripBar[] = []
  const shown = items.filter(({ state }) => state !== 'off').sort((one, other) => (one.starts < other.starts ? -1 : 1))
  for (const { id, starts, ends } of shown) {
    const from = Math.max(1, column(parseDate(starts) || 0))
    const to = ends ? Math.min(STRIP_DAYS + 1, column(parseDate(ends) - 1) + 1) : STRIP_DAYS + 1
    if (to <= 1 || from > STRIP_DAYS || to <= from) continue
    const at = free.findIndex((taken) => taken <= from)
    const row = at < 0 ? free.length : at
    if (row >= STRIP_ROWS) continue
    free[row] = to
    bars.push({ id, from, to, row: row + 1 })
  }
  return bars
}
