import { formatDate, formatDateTime } from '@/domain/date'
import { translate } from './text'

const inLanguage = (date: string) => date.replace(/[a-z]+/gi, translate)

/** A time, or a text with times in it such as `Kept until 4:05 pm`: their am and pm in the language of the page. */
export const timesText = (text: string): string =>
  text.replace(/(\d:\d\d )([ap]m)\b/g, (_, time: string, half: string) => time + translate(half))

/** `20 November 2026` in the language of the page, by India's time; empty for no date. */
export const dateText = (value: string): string => inLanguage(formatDate(value))

/** `20 November 2026, 4:05 pm` in the language of the page, by India's time; empty for no date. */
export const dateTimeText = (value: string): string => inLanguage(formatDateTime(value))
