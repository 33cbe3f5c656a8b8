/** Sunday first, as `Date.getUTCDay` counts. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
/** India Standard Time is UTC+5:30 the year round. */
export const IST_OFFSET_MS = 5.5 * 60 * 60 * 1000

/** What a clock in India shows, as the UTC fields of a date. @param time ms since 1970 */
export const inIndia = (time: number): Date => new Date(time + IST_OFFSET_MS)
/** `Sunday`, in India; undefined for no date. @param time ms since 1970 */
export const weekdayOf = (time: number) => WEEKDAYS[inIndia(time).getUTCDay()]

/** A record's date (`2026-11-20 04:30:00.000Z`) or an ISO text → ms since 1970; NaN when it is neither. */
export function parseDate(value: string): number {
  return Date.parse(value.replace(' ', 'T'))
}

/** `20 November 2026`, in India's time, whoever's clock and locale renders it; empty for no date. */
export function formatDate(value: string): string {
  const time = parseDate(value)
  if (Number.isNaN(time)) return ''
  const date = inIndia(time)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** `4:05 pm`, in India's time; empty for no date. */
export function formatTime(value: string): string {
  const time = parseDate(value)
  if (Number.isNaN(time)) return ''
  const date = inIndia(time)
  const hours = date.getUTCHours()
  const minutes = String(date.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'am' : 'pm'}`
}

/** `20 November 2026, 4:05 pm`, in India's time; empty for no date. */
export function formatDateTime(value: string): string {
  const date = formatDate(value)
  return date && `${date}, ${formatTime(value)}`
}

/** An end as people say it: midnight in India is the last minute of the day before. Record dates. */
export function saidEnd(ends: string): string {
  const end = parseDate(ends)
  const isMidnight = (end + IST_OFFSET_MS) % (24 * 60 * 60_000) === 0
  return isMidnight ? recordDate(end - 60_000) : ends
}

/** `2026-11-20 04:30:00.000Z` → `2026-11-20T10:00`, as a field for India's date and time has it; empty for no date. */
export function toDateField(value: string): string {
  const time = parseDate(value)
  return Number.isNaN(time) ? '' : inIndia(time).toISOString().slice(0, 16)
}

/** What such a field has → the record's date; empty for no date. */
export function fromDateField(text: string): string {
  const time = Date.parse(`${text}Z`) - IST_OFFSET_MS
  return Number.isNaN(time) ? '' : recordDate(time)
}

/** Dates as PocketBase stores and compares them: `2026-11-20 04:30:00.000Z`. @param time ms */
export const recordDate = (time: number): string => new Date(time).toISOString().replace('T', ' ')

export const DAY_MS = 24 * 60 * 60_000

/** A day in India as `2026-11-23`. @param time ms */
export const indianDay = (time: number): string => inIndia(time).toISOString().slice(0, 10)
/** When a day begins in India, ms. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - IST_OFFSET_MS
/** The year in which the financial year (April to March, in India) of this time began. @param time ms */
export function financialYear(time: number): number {
  const day = inIndia(time)
  return day.getUTCFullYear() - (day.getUTCMonth() < 3 ? 1 : 0)
}
/** So many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Days from the first to the last, both counted in. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: (startOfDay(to) - startOfDay(from)) / DAY_MS + 1 }, (_, days) => dayAfter(from, days))

/** How long to wait, for a sentence: `45 seconds`, `2 minutes`, `1 hour`; never shorter than it is. */
export function waitWords(seconds: number): string {
  const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
  if (seconds < 60) return words(Math.max(1, Math.ceil(seconds)), 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? words(minutes, 'minute') : words(Math.ceil(seconds / 3600), 'hour')
}
