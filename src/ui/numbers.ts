import { classNames } from '@/lib/class-names'

/** A heading with a count, a date, a price or an order's number: the face of texts, never the serif (THEME-03). */
export const NUMBERS = 'font-medium font-text tabular-nums'

/** How the title of a sheet or dialog is drawn; one with a number in it as all numbers are. */
export const titleClass = (title: string) =>
  classNames('tracking-normal', /\d/.test(title) ? `${NUMBERS} text-[1.125rem]` : 'font-display text-h3')
