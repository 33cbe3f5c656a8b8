import { DAY_MS } from '../date'
import { asciiDigits, cleanLine } from '../text'

/** What a cell says, or the sentence for whoever wrote it otherwise. */
export type Read<T> = { value: T } | { problem: string }

/** Digits in groups of Indian (1,23,456) or western (123,456) length. */
const GROUPED = /^(-?)(\d{1,2}(?:,\d\d)*,\d{3}|\d{1,3}(?:,\d{3})+|\d+)(\.\d*)?$/

/** A plain decimal number (`-1234.50`) of what was typed, `₹ 1,23,456.00` too; undefined when it is none. */
function plainNumber(text: string): string | undefined {
  const bare = asciiDigits(text)
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/\u2212/g, '-')
    .replace(/^(-?)(?:₹|rs\.?|inr)/i, '$1')
  const [, sign = '', whole = '', decimals = ''] = GROUPED.exec(bare) ?? []
  if (whole === '') return undefined
  const rest = decimals.replace(/\.?0*$/, '')
  return `${sign}${whole.replace(/,/g, '')}${rest}`
}

/** Rupees, at least 0, at most two decimals. */
export function readRupees(text: string): Read<number> {
  const number = plainNumber(text)
  if (number === undefined || !/^\d{1,7}(\.\d{1,2})?$/.test(number))
    return { problem: 'This is not a price. Write 210 or 210.00.' }
  return Number(number) > 1_000_000 ? { problem: 'A price is at most 10,00,000.' } : { value: Number(number) }
}

/** Whole pieces, at least 0. */
export function readPieces(text: string): Read<number> {
  const number = plainNumber(text)
  return number !== undefined && /^\d{1,6}$/.test(number) && Number(number) <= 100_000
    ? { value: Number(number) }
    : { problem: 'This is not a number of pieces. Write 12.' }
}

/** A number from 0 to 100 such as 5 or 2.5. */
export function readPercent(text: string): Read<number> {
  const number = plainNumber(text.replace(/%$/, ''))
  return number !== undefined && /^\d{1,3}(\.\d{1,2})?$/.test(number) && Number(number) <= 100
    ? { value: Number(number) }
    : { problem: 'This is not a rate. Write 5 or 18.' }
}

const YES = ['yes', 'y', 'true', '1', 'on', 'x', 'हाँ', 'हां']
const NO = ['no', 'n', 'false', '0', 'off', 'नहीं']

export function readFlag(text: string): Read<boolean> {
  const word = text.trim().toLowerCase()
  if (YES.includes(word)) return { value: true }
  return NO.includes(word) ? { value: false } : { problem: 'Write yes or no.' }
}

/** What stands between the entries of a list. */
export const LIST_MARK = ' | '

/** Entries between |, or line breaks; between commas too where no entry is a sentence (`words`). */
export function readList(text: string, words: boolean): string[] {
  const mark = /[|\n]/.test(text) || !words ? /[|\n]/ : /[,;]/
  return text.split(mark).map(cleanLine).filter(Boolean)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Day 0 of a spreadsheet, which counts 29 February 1900. */
const SERIAL_ZERO = Date.UTC(1899, 11, 30)
const pad = (number: number) => String(number).padStart(2, '0')

function day(year: number, month: number, date: number): Read<string> {
  const whole = year < 100 ? 2000 + year : year
  const time = new Date(Date.UTC(whole, month - 1, date))
  const fits = time.getUTCMonth() === month - 1 && time.getUTCDate() === date && whole >= 1990 && whole < 2100
  return fits ? { value: `${whole}-${pad(month)}-${pad(date)}` } : { problem: 'There is no such day.' }
}

/**
 * A day as people and spreadsheets write it → `2026-11-23`: 23-11-2026, 23/11/26, 2026-11-23, 23-Nov-26, 23 November
 * 2026, 11/23/2026 where that is no month, and a spreadsheet's own count of days. A time behind it is left out.
 */
export function readDay(text: string): Read<string> {
  const bare = asciiDigits(text)
    .trim()
    .replace(/[T,\s]+\d{1,2}:\d\d.*$/, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const usual = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})$/.exec(bare)
  if (usual) {
    const [first, second, year] = [Number(usual[1]), Number(usual[2]), Number(usual[3])]
    return second > 12 ? day(year, first, second) : day(year, second, first)
  }
  const named = /^(\d{1,2})[-/. ]*([A-Za-z]{3})[a-z]*[-/., ]*(\d{2}|\d{4})$/.exec(bare)
  const month = MONTHS.indexOf(named?.[2]?.toLowerCase() ?? '') + 1
  if (named && month > 0) return day(Number(named[3]), month, Number(named[1]))
  if (/^\d{5}(\.\d+)?$/.test(bare)) {
    const counted = new Date(SERIAL_ZERO + Math.floor(Number(bare)) * DAY_MS)
    return day(counted.getUTCFullYear(), counted.getUTCMonth() + 1, counted.getUTCDate())
  }
  return { problem: 'This is not a date. Write 23-11-2026.' }
}
