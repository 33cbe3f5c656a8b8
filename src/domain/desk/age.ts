import { inIndia, MONTHS, parseDate, weekdayOf } from '../date'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * How old something is, as short as people say it: `just now`, `12 min`, `17 h` within a day, `Sat` within a week, then
 * `14 Nov`, and `14 Nov 2025` of another year. Days are India's.
 * @param at a record date
 * @param now ms since 1970
 */
export function ageWords(at: string, now: number): string {
  const time = parseDate(at)
  if (Number.isNaN(time)) return ''
  const age = now - time
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`
  if (age < DAY) return `${Math.floor(age / HOUR)} h`
  const date = inIndia(time)
  if (age < 6 * DAY) return weekdayOf(time)?.slice(0, 3) ?? ''
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}`
  return date.getUTCFullYear() === inIndia(now).getUTCFullYear() ? day : `${day} ${date.getUTCFullYear()}`
}
