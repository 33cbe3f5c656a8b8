import { formatDate } from '@/domain/date'
import { grouped } from '@/domain/desk/list-words'
import {
  FIELD_NAMES,
  SHEET_FIELDS,
  type SheetField,
  type SheetKind,
  type SheetRow,
  type SheetValue,
  sheetKind,
} from '@/domain/desk/sheet'

export interface SheetColumn {
  /** Of a column that is only read: what is on hand. */
  field: SheetField | 'free'
  name: string
  kind: SheetKind | 'read'
}

const typedColumn = (field: SheetField): SheetColumn => {
  const kind = sheetKind(field)
  return { field, kind, name: kind === 'money' ? `${FIELD_NAMES[field]} ₹` : FIELD_NAMES[field] }
}

/** The sheet's columns, after tick and photograph; what is on hand stands before the mark it is low at. */
export const COLUMNS: readonly SheetColumn[] = SHEET_FIELDS.flatMap((field) => [
  ...(field === 'low_mark' ? [{ field: 'free', name: 'On hand', kind: 'read' } as const] : []),
  typedColumn(field),
])

const MONEY = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A value as its cell shows it. */
export function shownValue({ kind, field }: SheetColumn, value: SheetValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (kind === 'money') return value === 0 ? (field === 'price' ? 'not set' : 'none') : MONEY.format(Number(value))
  if (kind === 'number') return value === 0 ? '–' : String(value)
  return String(value)
}

/** A value as it is typed and copied. */
export function typedValue(value: SheetValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === 0 ? '' : String(value)
}

export const freeWords = ({ free, draft }: SheetRow): string =>
  free === null ? (draft ? '–' : 'not counted') : grouped(free)

/** What is asked while a price plan runs, beside the product's own price: `₹159.00 until 7 Dec`. */
export const askedWords = ({ asked, until }: SheetRow): string =>
  until === '' ? '' : `₹${MONEY.format(asked)} until ${formatDate(until).replace(/^(\d+ \w{3}).*/, '$1')}`

/** Of a column that stands at the right. */
export const isNumeric = ({ kind }: SheetColumn): boolean => kind === 'money' || kind === 'number' || kind === 'read'
