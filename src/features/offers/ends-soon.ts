import { formatTime, IST_OFFSET_MS, parseDate } from '@/domain/date'
import { t } from '@/language/text'

const SOON_MS = 48 * 60 * 60_000
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** `until Sunday, 11:59 pm`, in India's time, where that is within two days; empty otherwise. */
export function endsSoon(ends: string): string {
  const end = parseDate(ends)
  const left = end - Date.now()
  const day = WEEKDAYS[new Date(end + IST_OFFSET_MS).getUTCDay()]
  return day && left > 0 && left < SOON_MS ? t('until {time}', { time: `${t(day)}, ${formatTime(ends)}` }) : ''
}
