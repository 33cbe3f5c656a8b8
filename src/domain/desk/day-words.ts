import { DAY_MS, formatDate, formatTime, IST_OFFSET_MS, inIndia, parseDate, weekdayOf } from '../date'

/** `18 November` in India, with the year unless it is this one. */
function dateWords(value: string, now: number): string {
  const words = formatDate(value)
  return words.endsWith(` ${inIndia(now).getUTCFullYear()}`) ? words.slice(0, -5) : words
}

/**
 * A record's day as it is said in India: `Today`, `Yesterday`, within the week `Wed 18`, before that `18 November` with
 * the year unless it is this one.
 * @param now ms since 1970
 */
export function dayWords(value: string, now: number): string {
  const time = parseDate(value)
  if (Number.isNaN(time)) return ''
  const day = Math.floor((time + IST_OFFSET_MS) / DAY_MS)
  const ago = Math.floor((now + IST_OFFSET_MS) / DAY_MS) - day
  if (ago === 0) return 'Today'
  if (ago === 1) return 'Yesterday'
  if (ago > 0 && ago < 7) return `${weekdayOf(time)?.slice(0, 3)} ${inIndia(time).getUTCDate()}`
  return dateWords(value, now)
}

/** `Tuesday 1 December at midnight`, in India; with the year unless it is this one. @param now ms since 1970 */
export function momentWords(value: string, now: number): string {
  const time = parseDate(value)
  if (Number.isNaN(time)) return ''
  const clock = { '12:00 am': 'midnight', '12:00 pm': 'noon' }[formatTime(value)] ?? formatTime(value)
  return `${weekdayOf(time)} ${dateWords(value, now)} at ${clock}`
}

/**
 * `Fri 27 Nov, 6:00 pm` in India; with the year unless it is this one.
 * @param at ms since 1970, or a record date
 * @param now ms since 1970
 */
export function shortMoment(at: number | string, now: number): string {
  const time = typeof at === 'string' ? parseDate(at) : at
  if (Number.isNaN(time)) return ''
  const text = new Date(time).toISOString()
  const [day, month = '', ...year] = dateWords(text, now).split(' ')
  return `${[weekdayOf(time)?.slice(0, 3), day, month.slice(0, 3), ...year].join(' ')}, ${formatTime(text)}`
}
