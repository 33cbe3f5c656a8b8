import { arrivalDays } from '@/domain/delivery/arrival-words'
import type { Arrival } from '@/domain/delivery/calendar'
import { currentLanguage, t } from '@/language/text'

/** `Arrives Thu 26 to Sat 28 Nov` in the language of the page. */
export function arrivalWords(arrives: Pick<Arrival, 'earliest' | 'latest'>): string {
  const isEnglish = currentLanguage() === 'en'
  const { from, until } = arrivalDays(arrives, (name) => (isEnglish ? name.slice(0, 3) : t(name)))
  return from ? t('Arrives {from} to {until}', { from, until }) : t('Arrives {until}', { until })
}
