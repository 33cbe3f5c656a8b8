import { DAY_MS, formatDate, IST_OFFSET_MS, inIndia, parseDate, weekdayOf } from '../date'

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
  const date = inIndia(time)
  if (ago > 0 && ago < 7) return `${weekdayOf(time)?.slice(0, 3)} ${date.getUTCDate()}`
  const words = formatDate(value)
  return date.getUTCFullYear() === inIndia(now).getUTCFullYear() ? words.slice(0, -5) : words
}
