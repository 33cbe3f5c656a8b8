import { formatDate } from '@/domain/date'

/** `October 2026` of `2026-10`. */
export const monthName = (month: string): string => formatDate(`${month}-15T12:00:00Z`).replace(/^\d+ /, '')
