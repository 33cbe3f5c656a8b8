import { formatTime, IST_OFFSET_MS, parseDate, saidEnd, WEEKDAYS } from '@/domain/date'
import { t } from '@/language/text'

/** `until Sunday, 11:59 pm`, in India's time; empty once that is over. */
export function untilWords(ends: string): string {
  const said = saidEnd(ends)
  const day = WEEKDAYS[new Date(parseDate(said) + IST_OFFSET_MS).getUTCDay()]
  return day && parseDate(ends) > Date.now() ? t('until {time}', { time: `${t(day)}, ${formatTime(said)}` }) : ''
}
