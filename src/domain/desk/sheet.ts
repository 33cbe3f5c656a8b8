import * as v from 'valibot'
import { recordId } from '../record-id'
import { asciiDigits, characterCount, cleanLine } from '../text'
import { counted } from './list-words'
import { priceSchema } from './price-change'

/** A product as the sheet shows it. Prices are rupees, as the record has them; 0 for none. `price` is its own. */
export interface SheetRow extends SheetFields {
  id: string
  /** The first picture's file, or empty. */
  image: string
  /** What shoppers are asked now: another one while a price plan runs, until when is its record's date. */
  asked: number
  until: string
  /** Made of a photograph, and not in the shop yet: it waits for a price. */
  draft: boolean
  /** Pieces that can be sold: the ledger less what unpaid orders hold. Null: nobody has counted it. */
  free: number | null
  /** Pieces by the ledger. Null: nobody has counted it. */
  book: number | null
  /** Pieces that are sold and not packed: they may still lie on the shelf. */
  to_pack: number
  /** Shoppers who are told when it is back (TELL-01). */
  waiting: number
}

/** How many shoppers are told when it is back: `12 wait for it`. */
export const waitingWords = ({ waiting }: Pick<SheetRow, 'waiting'>): string =>
  `${counted(waiting, 'waits', 'wait')} for it`

/** `GET /api/store/desk/products?search&category&low&page`. */
export interface SheetAnswer {
  rows: SheetRow[]
  /** Of this search, and from 1. */
  total: number
  page: number
  pages: number
  /** Of the whole shop: categories with how many products each has, and how many are low. */
  categories: { name: string; count: number }[]
  all: number
  low: number
}

/** Rows of one page of the sheet. */
export const SHEET_PAGE = 100
/** Most products of one save: it holds up every order meanwhile. */
const MAX_SAVED = 200

export type SheetValue = string | number | boolean

const line = (longest: number, missing: string) =>
  v.pipe(
    v.string('Write it as text.'),
    v.transform(cleanLine),
    v.check((text) => text !== '', missing),
    v.check((text) => characterCount(text) <= longest, `At most ${longest} characters.`),
  )
const pieces = v.pipe(
  v.number('Write a whole number.'),
  v.integer('Write a whole number.'),
  v.minValue(0, 'Write 0 or more.'),
  v.maxValue(100_000, 'At most 1,00,000.'),
)
const flag = v.boolean('Write yes or no.')

/** The columns that are typed in, in their order, with what each may hold. */
const FIELDS = {
  name: line(200, 'Write a name.'),
  category: line(40, 'Write a category.'),
  price: priceSchema,
  original_price: priceSchema,
  /** At so many pieces or fewer it is low. */
  low_mark: pieces,
  inStock: flag,
  new: flag,
  bestseller: flag,
  /** Place in the lists from 1; 0 for after the numbered ones. */
  list_order: pieces,
}
type SheetFields = { [field in SheetField]: v.InferOutput<(typeof FIELDS)[field]> }

export type SheetField = keyof typeof FIELDS
export const SHEET_FIELDS = Object.keys(FIELDS) as readonly SheetField[]
export const FIELD_NAMES: { readonly [field in SheetField | 'draft']: string } = {
  name: 'Name',
  category: 'Category',
  price: 'Price',
  original_price: 'Old price',
  low_mark: 'Low at',
  inStock: 'On sale',
  new: 'New',
  bestseller: 'Bestseller',
  list_order: 'Order',
  draft: 'Draft',
}
export type SheetKind = 'text' | 'number' | 'money' | 'flag'
const KINDS = new Map<unknown, SheetKind>([
  [priceSchema, 'money'],
  [pieces, 'number'],
  [flag, 'flag'],
])
export const sheetKind = (field: SheetField): SheetKind => KINDS.get(FIELDS[field]) ?? 'text'

const fields = v.partial(v.object({ ...FIELDS, draft: flag }))
/** As it stands in the record: nothing of it is saved, and rules of today did not make it. */
const seen = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))
const id = recordId('Name the product.', 'This is no product.')

/**
 * Body of `POST /api/store/desk/products`: of each product what it was when it was looked at, and what it becomes.
 * `draft` false puts one that was made of a photograph into the shop.
 */
export const sheetSaveSchema = v.object({
  changes: v.pipe(
    v.array(v.object({ id, was: seen, set: fields }), 'Send the changes.'),
    v.minLength(1, 'Nothing is changed.'),
    v.maxLength(MAX_SAVED, `At most ${MAX_SAVED} products at a time: save some of them first.`),
    v.check(
      (changes) => new Set(changes.map((change) => change.id)).size === changes.length,
      'A product stands twice.',
    ),
  ),
})
/** Body of `POST /api/store/desk/products/discard`: drafts that go, with their photographs. */
export const discardSchema = v.object({
  ids: v.pipe(v.array(id, 'Name the drafts.'), v.minLength(1, 'Name the drafts.'), v.maxLength(MAX_SAVED)),
})

export type SheetChange = v.InferOutput<typeof sheetSaveSchema>['changes'][number]
/** Answer of a save. A refused one saves nothing: 400 with `data["<id>.<field>"] = { code, message, now? }`. */
export interface SheetSaved {
  saved: number
}
/** `code` of a cell that somebody else has changed since it was looked at; `now` is what it is. */
export const STALE = 'changed_meanwhile'

const YES = /^(?:yes|y|on|true|1|x|✓|✔)$/i
const NO = /^(?:no|n|off|false|0|-|–)?$/i

/** What a typed or pasted text means: `₹1,290.50` is 1290.5, `yes` is true, and nothing is 0. */
function meant(field: SheetField, text: string): unknown {
  const kind = sheetKind(field)
  if (kind === 'text') return text
  const bare = asciiDigits(text).trim()
  if (kind === 'flag') return YES.test(bare) ? true : NO.test(bare) ? false : undefined
  if (/^(?:none|-|–)?$/i.test(bare)) return 0
  const digits = bare.replace(/^(?:₹|rs\.?|inr)\s*/i, '').replace(/,(?=\d\d)/g, '')
  return /^\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined
}

/**
 * A cell's value from a text, typed or pasted, or the sentence that says why it is none.
 * @param draft without a price it may wait
 */
export function readCell(field: SheetField, text: string, draft = false): { value: SheetValue } | { problem: string } {
  const result = v.safeParse(FIELDS[field] as v.GenericSchema<unknown, SheetValue>, meant(field, text))
  if (!result.success) return { problem: result.issues[0].message }
  if (field === 'price' && result.output === 0 && !draft) return { problem: 'Write a price above 0.' }
  return { value: field === 'category' ? String(result.output).toLowerCase() : result.output }
}

/** A block as spreadsheets copy it: rows by line, cells by tab; what holds either stands in quotes. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/gy
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    const [, raw = '', end = ''] = match
    const quoted = /^".*"$/s.test(raw) && /[\t\r\n"]/.test(raw.slice(1, -1))
    rows.at(-1)?.push(quoted ? raw.slice(1, -1).replace(/""/g, '"') : raw)
    if (end === '' || (end !== '\t' && cell.lastIndex >= text.length)) break
    if (end !== '\t') rows.push([])
  }
  return rows
}

/** What a photograph is called, as the name of a product: `neem_tulsi-soap (2).HEIC` is `Neem tulsi soap`. */
export function nameOfFile(file: string): string {
  const stem = file
    .replace(/^.*[/\\]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-.+]+/g, ' ')
    .replace(/\(\d+\)\s*$/, '')
  const name = Array.from(cleanLine(stem)).slice(0, 200).join('')
  return name === '' ? 'New product' : name.charAt(0).toUpperCase() + name.slice(1)
}
