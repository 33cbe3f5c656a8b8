import { formatDate, formatDateTime } from '@/domain/date'
import { translate } from './text'

const inLanguage = (date: string) => date.replace(/[a-z]+/gi, translate)

/** `20 November 2026` in the language of the page, by India's time; empty for no date. */
export const dateText = (value: string): string => inLanguage(formatDate(value))

/** `20 November 2026, 4:05 pm` in the language of the page, by India's time; empty for no date. */
export const dateTimeText = (value: string): string => inLanguage(formatDateTime(value))
