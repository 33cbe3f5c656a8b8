import { DAY_MS, dayAfter, IST_OFFSET_MS, indianDay } from '../date'

const HOUR_MS = 60 * 60_000
/** No shop rests for longer: a calendar without a working day promises nothing. */
const LONGEST_REST_DAYS = 366

/** A day in India, `2026-11-26`. */
export type Day = string

/** When the maker packs. */
export interface Calendar {
  /** Working days from the order to the parcel's leaving; 0: it leaves on the day of the order. */
  handling_days: number
  /** Days of the week on which nobody packs, 0 = Sunday. */
  days_off: readonly number[]
  holidays: readonly Day[]
  /** What is ordered from this hour on counts for the next working day; 0 and 24: the whole day counts. */
  cutoff_hour: number
}

/** Days from the parcel's leaving to its arrival, Sundays counted. */
export interface Transit {
  days_min: number
  days_max: number
}

/** When a parcel leaves and between which days it arrives. */
export interface Arrival {
  leaves: Day
  earliest: Day
  latest: Day
}

/** 0 = Sunday. */
const weekday = (day: Day) => new Date(`${day}T00:00:00Z`).getUTCDay()

/**
 * When an order of this moment (ms) arrives, in India's days. The maker's day begins with the first working day that
 * is not over, `handling_days` working days later the parcel leaves, and the courier needs `days_min` to `days_max`
 * days; nothing arrives on a holiday. Null when the days on the way are not known, or the calendar has no working day.
 */
export function arrivalOf(time: number, calendar: Calendar, { days_min, days_max }: Transit): Arrival | null {
  if (days_max <= 0) return null
  const today = indianDay(time)
  const hour = Math.floor(((time + IST_OFFSET_MS) % DAY_MS) / HOUR_MS)
  const over = calendar.cutoff_hour > 0 && hour >= calendar.cutoff_hour
  let leaves = nextWorkingDay(over ? dayAfter(today, 1) : today, calendar)
  for (let left = calendar.handling_days; leaves && left > 0; left--)
    leaves = nextWorkingDay(dayAfter(leaves, 1), calendar)
  if (!leaves) return null
  const arrives = (days: number) => nextDay(dayAfter(leaves, days), (day) => !calendar.holidays.includes(day)) ?? leaves
  return { leaves, earliest: arrives(Math.min(days_min, days_max)), latest: arrives(days_max) }
}

/** This day or the first after it on which the maker packs; null when there is none. */
const nextWorkingDay = (from: Day, { days_off, holidays }: Calendar): Day | null =>
  nextDay(from, (day) => !days_off.includes(weekday(day)) && !holidays.includes(day))

function nextDay(from: Day, isOpen: (day: Day) => boolean): Day | null {
  for (let later = 0; later <= LONGEST_REST_DAYS; later++) {
    const day = dayAfter(from, later)
    if (isOpen(day)) return day
  }
  return null
}
