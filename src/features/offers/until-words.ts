import { formatTime, IST_OFFSET_MS, parseDate } from '@/domain/date'
import { t } from '@/language/text'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** `until Sunday, 11:59 pm`, in India's time; empty once that is over. */
export function untilWords(ends: string): string {
  const end = parseDate(ends)
  const day = WEEKDAYS[new Date(end + IST_OFFSET_MS).getUTCDay()]
  return day && end > Date.now() ? t('until {time}', { time: `${t(day)}, ${formatTime(ends)}` }) : ''
}
