import { inIndia, MONTHS, startOfDay, type WEEKDAYS, weekdayOf } from '../date'
import type { Arrival } from './calendar'

export type Month = (typeof MONTHS)[number]
export type Weekday = (typeof WEEKDAYS)[number]

const short = (name: string) => name.slice(0, 3)

/**
 * `Thu 26` and `Sat 28 Nov`: the days between which something arrives; of one day the first is empty.
 * @param say how a weekday or month is said
 */
export function arrivalDays(
  { earliest, latest }: Pick<Arrival, 'earliest' | 'latest'>,
  say: (name: Weekday | Month) => string = short,
): { from: string; until: string } {
  const words = (day: string, withMonth: boolean) => {
    const date = inIndia(startOfDay(day))
    const weekday = weekdayOf(startOfDay(day))
    const month = MONTHS[date.getUTCMonth()]
    if (!weekday || !month) return ''
    return `${say(weekday)} ${date.getUTCDate()}${withMonth ? ` ${say(month)}` : ''}`
  }
  const isOneMonth = earliest.slice(0, 7) === latest.slice(0, 7)
  return { from: earliest === latest ? '' : words(earliest, !isOneMonth), until: words(latest, true) }
}

/** `arrives Thu 26 to Sat 28 Nov`. */
export function arrivalSentence(arrives: Pick<Arrival, 'earliest' | 'latest'>): string {
  const { from, until } = arrivalDays(arrives)
  return from ? `arrives ${from} to ${until}` : `arrives ${until}`
}
