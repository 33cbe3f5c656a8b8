import { dayAfter, indianDay } from '../date'
import type { Paise } from '../money'

/** Lengths a figure can be asked for, days; today is the last of them. */
export const FIGURE_DAYS = ['7', '30', '90'] as const

export const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)
/** First day of the month after. @param month `2026-10` */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`
}

/**
 * Days a figure is about: a month, or so many days up to today. Without either, or with nonsense, 30 days. Of this
 * month the days so far.
 */
export function periodOf(asked: { days: string; month: string }, time: number): { from: string; to: string } {
  const today = indianDay(time)
  if (isMonth(asked.month)) {
    const last = dayAfter(monthAfter(asked.month), -1)
    return { from: `${asked.month}-01`, to: last < today || asked.month > today.slice(0, 7) ? last : today }
  }
  const days = FIGURE_DAYS.find((length) => length === asked.days) ?? '30'
  return { from: dayAfter(today, 1 - Number(days)), to: today }
}

/** A day's takings less what was given back that day; may be below 0. */
export interface DayFigure {
  day: string
  taken: Paise
  orders: number
  /** Taken on the same day a week earlier. */
  before: Paise
}

export interface SoldProduct {
  product: string
  /** As it is called now, or was when it was sold. */
  name: string
  /** A file of the product; empty where it has none any more. */
  image: string
  pieces: number
  /** For what was sold, before offers on the whole order. */
  taken: Paise
}

export interface VisitFigures {
  count: number
  orders: number
  since: string
}

/** `GET /api/store/desk/figures?days=30` or `?month=2026-10`. */
export interface FiguresAnswer {
  from: string
  to: string
  days: DayFigure[]
  taken: Paise
  orders: number
  /** Taken a week ago up to this minute: what today compares to. */
  week_ago: Paise
  /**
   * How often somebody came to the shop and how many orders its pages brought, from `since` on, a day; null where none
   * was counted, as on a static host.
   */
  visits: VisitFigures | null
  /** Most money first, and most pieces first. */
  sold_for_most: SoldProduct[]
  sold_most: SoldProduct[]
  /** What was searched for and not found, most often first. */
  missed: { term: string; count: number }[]
  /** Months that have bills, the newest first. */
  months: string[]
}

/** `GET /api/store/desk/figures/papers?month=2026-10&after=`: bills and credit notes of a month, by date. */
export interface PapersAnswer {
  /** Each an `Invoice` as JSON. */
  papers: string[]
  /** What the next page begins after; empty at the end. */
  next: string
}

/** The end of an axis that begins at 0 and its steps, for these values: 10,000, 20,000, 30,000. In the values' unit. */
export function axisOf(values: readonly number[]): number[] {
  const most = Math.max(...values, 1)
  const size = 10 ** Math.floor(Math.log10(most))
  const step = [0.2, 0.5, 1, 2, 5].map((part) => part * size).find((part) => most / part <= 4) ?? size * 5
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, place) => Math.round(place * step))
}
