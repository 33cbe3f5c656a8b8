import { asciiDigits } from '../text'
import { counted } from './list-words'

interface Courier {
  name: string
  /** Its numbers, cleaned. */
  pattern: RegExp
  /** What they look like, to go on after the courier's name: `have 12 digits`. */
  looks: string
  /** The courier's public page of one parcel, up to the number; left out where there is none that takes it. */
  page?: string
  /** The parcel goes without a number. */
  numberless?: true
}

/** One the desk does not know: its name is typed. */
export const OTHER = 'Other'

/**
 * Couriers the desk knows, in the order it offers them. Lengths and pages are those the couriers use in public;
 * India Post and DTDC have no page that opens by a number.
 */
export const COURIERS: readonly Courier[] = [
  {
    name: 'Delhivery',
    pattern: /^\d{12,14}$/,
    looks: 'have 12 to 14 digits',
    page: 'https://www.delhivery.com/track-v2/package/',
  },
  { name: 'DTDC', pattern: /^[A-Z]{0,2}\d{8,11}$/, looks: 'have a letter and 8 to 11 digits' },
  { name: 'India Post', pattern: /^[A-Z]{2}\d{9}IN$/, looks: 'have two letters, 9 digits and IN' },
  {
    name: 'Blue Dart',
    pattern: /^\d{8,11}$/,
    looks: 'have 8 to 11 digits',
    page: 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo=',
  },
  {
    name: 'Ekart',
    pattern: /^[A-Z]{4}\d{10}$/,
    looks: 'have four letters and 10 digits',
    page: 'https://ekartlogistics.com/shipmenttrack/',
  },
  {
    name: 'Xpressbees',
    pattern: /^\d{12,16}$/,
    looks: 'have 12 to 16 digits',
    page: 'https://www.xpressbees.com/shipment/tracking?awbNo=',
  },
  {
    name: 'Shiprocket',
    pattern: /^[A-Z0-9]{8,20}$/,
    looks: 'have 8 to 20 letters and digits',
    page: 'https://shiprocket.co/tracking/',
  },
  { name: OTHER, pattern: /^[A-Z0-9]*\d[A-Z0-9]*$/, looks: 'have digits' },
  { name: 'By hand', pattern: /^$/, looks: 'have no number', numberless: true },
]

const courierOf = (name: string): Courier | undefined => COURIERS.find((courier) => courier.name === name)

export const isNumberless = (courier: string): boolean => courierOf(courier)?.numberless === true

/** Where a shopper follows the parcel; empty where the courier has no page that opens by the number. */
export function trackingPage(courier: string, number: string): string {
  const page = courierOf(courier)?.page
  return page && number ? page + number : ''
}

/** A number as the courier writes it: without blanks and dashes, capitals, 0 to 9. */
export const cleanNumber = (text: string): string =>
  asciiDigits(text)
    .replace(/[\s\u00a0\u2010-\u2015'"‘’-]/g, '')
    .toUpperCase()

/**
 * What is wrong with a courier's number, to go on after `Line 4`; empty when it can be one. `number` is clean, see
 * `cleanNumber`.
 */
export function numberProblem(courier: string, number: string): string {
  const found = courierOf(courier)
  if (!found) return 'has no courier'
  if (/^\d+\.?\d*E\+?\d+$/.test(number)) return 'was cut short by the spreadsheet: format the column as text there'
  if (!found.pattern.test(number)) {
    const whose = found.name === OTHER ? 'tracking numbers' : `${found.name}’s`
    return `${sizeOf(number)}; ${whose} ${found.looks}`
  }
  if (found.name === 'India Post' && !hasCheckDigit(number))
    return 'has a digit that is wrong: its check digit does not fit'
  return ''
}

function sizeOf(number: string): string {
  const count = number.length
  if (/^\d+$/.test(number)) return `has ${counted(count, 'digit')}`
  return /\d/.test(number) ? `has ${count} letters and digits` : 'has no number'
}

const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7]

/** The ninth digit of an item's number follows from the eight before it (Universal Postal Union, S10). */
function hasCheckDigit(number: string): boolean {
  const digits = number.slice(2, 11)
  const sum = WEIGHTS.reduce((total, weight, position) => total + weight * Number(digits[position]), 0)
  const check = 11 - (sum % 11)
  return Number(digits[8]) === (check === 10 ? 0 : check === 11 ? 5 : check)
}

/** A line that was pasted. */
interface TrackingLine {
  /** From 1, as it stands in the field. */
  line: number
  /** The order it belongs to; left out when it belongs to none. */
  order?: string
  /** As the courier writes it. */
  number: string
  /** A sentence; empty when the line is good. */
  problem: string
}

interface ListedParcel {
  id: string
  /** Order number. */
  number: string
}

/**
 * Pasted tracking numbers, one a line, checked against the list: in its order, or with the order number somewhere in
 * the line. Lines of a courier's sheet (tabs, commas, semicolons) and its heading are understood; empty lines count
 * for nothing.
 */
export function readTracking(text: string, courier: string, parcels: readonly ListedParcel[]): TrackingLine[] {
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((row, position) => ({ line: position + 1, ...readRow(row, courier, parcels) }))
    .filter(({ cells }, position) => cells.length > 0 && !(position === 0 && isHeading(cells)))
  const named = new Set(rows.map(({ order }) => order))
  const unnamed = parcels.filter(({ id }) => !named.has(id))
  const before: TrackingLine[] = []
  for (const { line, order, stranger, number } of rows) {
    const own = order ?? (stranger ? undefined : unnamed.shift()?.id)
    const problem = stranger
      ? `${stranger} is not in this list`
      : own === undefined
        ? `has no parcel: only ${counted(parcels.length, 'is', 'are')} in the list`
        : repeated(before, own, number) || numberProblem(courier, number)
    before.push({
      line,
      ...(own && { order: own }),
      number,
      problem: problem && `Line ${line}${stranger ? ': ' : ' '}${problem}.`,
    })
  }
  return before
}

/**
 * Pasted lines, with the order number before each that its place alone gives to a parcel: it stays that parcel's in
 * whatever list it is read with later.
 */
export function nameOrders(text: string, parcels: readonly ListedParcel[]): string {
  const lines = readTracking(text, '', parcels)
  return text
    .split(/\r\n|\r|\n/)
    .map((row, position) => {
      const own = lines.find(({ line }) => line === position + 1)?.order
      const number = parcels.find(({ id }) => id === own)?.number
      return number && !readRow(row, '', parcels).order ? `${number} ${row}` : row
    })
    .join('\n')
}

function repeated(before: readonly TrackingLine[], order: string, number: string): string {
  const same = before.find((line) => line.number === number && number !== '')
  if (same) return `is the same as line ${same.line}`
  const again = before.find((line) => line.order === order)
  return again ? `names the order of line ${again.line} again` : ''
}

const isHeading = (cells: readonly string[]) => cells.every((cell) => !/\d/.test(asciiDigits(cell)))

/** An order number, with its letters before (`SJ-7K3M9QPA`) or without, and what follows it. */
const NUMBERED = /^(([A-Z0-9]{1,6}-)?[A-Z0-9]{8})\b[\s:=-]*(.*)$/i

function readRow(row: string, courier: string, parcels: readonly ListedParcel[]) {
  const cells = row
    .split(/[\t,;|]/)
    .map((cell) => cell.replace(/^[\s'"]+|[\s'"]+$/g, ''))
    .filter((cell) => cell !== '')
  let order: string | undefined
  let stranger: string | undefined
  const rest: string[] = []
  for (const cell of cells) {
    const [, typed = '', prefix, after = ''] = NUMBERED.exec(cell) ?? []
    const whole = typed.toUpperCase()
    const found = parcels.find(({ number }) => whole === number || whole === number.slice(number.indexOf('-') + 1))
    if (found) order ??= found.id
    else if (prefix) stranger ??= whole
    const left = found || prefix ? after : cell
    if (left !== '') rest.push(cleanNumber(left))
  }
  return { cells, order, stranger: order ? undefined : stranger, number: numberAmong(rest, courier) }
}

/** Of several columns the one that can be the courier's number; else the one with most digits, to say what is wrong. */
function numberAmong(columns: readonly string[], courier: string): string {
  const byDigits = [...columns].sort((one, other) => digitsIn(other) - digitsIn(one))
  const fits = byDigits.find((column) => numberProblem(courier, column) === '')
  return fits ?? byDigits[0] ?? ''
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length
