import { formatDate } from '@/domain/date'
import { grouped } from '@/domain/desk/list-words'
import type { SheetField, SheetRow, SheetValue } from '@/domain/desk/sheet'

export interface SheetColumn {
  /** Of a column that is only read: what is on hand. */
  field: SheetField | 'free'
  name: string
  kind: 'text' | 'number' | 'money' | 'flag' | 'read'
}

/** The sheet's columns, after tick and photograph. */
export const COLUMNS: readonly SheetColumn[] = [
  { field: 'name', name: 'Name', kind: 'text' },
  { field: 'category', name: 'Category', kind: 'text' },
  { field: 'price', name: 'Price ₹', kind: 'money' },
  { field: 'original_price', name: 'Old price ₹', kind: 'money' },
  { field: 'free', name: 'On hand', kind: 'read' },
  { field: 'low_mark', name: 'Low at', kind: 'number' },
  { field: 'inStock', name: 'On sale', kind: 'flag' },
  { field: 'new', name: 'New', kind: 'flag' },
  { field: 'bestseller', name: 'Bestseller', kind: 'flag' },
  { field: 'list_order', name: 'Order', kind: 'number' },
]

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
