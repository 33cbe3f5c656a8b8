import { formatTime, parseDate, saidEnd, weekdayOf } from '@/domain/date'
import { t } from '@/language/text'

/** `until Sunday, 11:59 pm`, in India's time; empty once that is over. */
export function untilWords(ends: string): string {
  const said = saidEnd(ends)
  const day = weekdayOf(parseDate(said))
  return day && parseDate(ends) > Date.now() ? t('until {time}', { time: `${t(day)}, ${formatTime(said)}` }) : ''
}
