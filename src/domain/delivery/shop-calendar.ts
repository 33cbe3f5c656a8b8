import { DAY_MS, daysBetween, indianDay, startOfDay, WEEKDAYS } from '../date'
import { parseTexts } from '../json'
import type { Calendar } from './calendar'

/** Days of the week as `store_settings.days_off` names them, Sunday first. */
export const DAY_NAMES = WEEKDAYS.map((day) => day.toLowerCase())

/** Longest list of holidays that is read. */
const MOST_HOLIDAYS = 400

/** A store_settings record → when the maker packs. What is broken is left out. */
export function parseCalendar(settings: Record<string, unknown>): Calendar {
  const off = parseTexts(settings.days_off)
  const whole = (value: unknown) => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)
  return {
    handling_days: whole(settings.handling_days),
    days_off: DAY_NAMES.flatMap((name, day) => (off.includes(name) ? [day] : [])),
    holidays: readHolidays(String(settings.holidays ?? '')).days,
    cutoff_hour: whole(settings.cutoff_hour),
  }
}

/**
 * Holidays as they are written, one on a line: `2026-11-08 Diwali`, or from one day until another,
 * `2026-11-07 to 2026-11-11 Diwali`. `wrong`: the first line that is neither.
 */
export function readHolidays(text: string): { days: string[]; wrong?: string } {
  const days: string[] = []
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (line === '') continue
    const [, from = '', until = from] = HOLIDAY.exec(line) ?? []
    const fits = isDay(from) && isDay(until) && startOfDay(until) - startOfDay(from) < MOST_HOLIDAYS * DAY_MS
    const span = fits ? daysBetween(from, until) : []
    if (span.length === 0 || days.length + span.length > MOST_HOLIDAYS) return { days, wrong: line }
    days.push(...span)
  }
  return { days }
}

const HOLIDAY = /^(\d{4}-\d\d-\d\d)(?:\s*(?:to|-|–)\s*(\d{4}-\d\d-\d\d))?(?:[\s,:].*)?$/

/** Not `2026-02-30`. */
const isDay = (day: string) => !Number.isNaN(startOfDay(day)) && indianDay(startOfDay(day)) === day
