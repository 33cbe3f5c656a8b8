import { FACETS } from '../catalog/facet-values'
import { editDistance } from '../catalog/search'
import { isObject, parseJson, parseTexts } from '../json'
import { plainRupees, toPaise } from '../money'
import { characterCount, cleanLine, cleanText } from '../text'
import { mergeColours, mergeFacts, readColours, readFacts, writeColours, writeFacts } from './csv-objects'
import { LIST_MARK, type Read, readDay, readFlag, readList, readPercent, readPieces, readRupees } from './csv-values'

/** Lists that leave as CSV; the first two come back as well. */
export const CSV_LISTS = ['products', 'stock', 'orders', 'customers', 'newsletter'] as const
export type CsvList = (typeof CSV_LISTS)[number]
/** Lists in which no person stands: for an editor too. */
export const LISTS_OF_THINGS: readonly CsvList[] = ['products', 'stock']
export type CsvKind = 'products' | 'stock'

/** What a column of products or stock may know of the shop. */
export interface CsvFacts {
  /** In small letters, as products have them. */
  categories: readonly string[]
}

/**
 * A column of products or stock. Its cell is one text, the same for the same value (`write`): what stands in the file,
 * what is compared, and what goes to the server and back.
 */
export interface CsvColumn {
  /** Heading in the file, and the product's field unless `field` says another. */
  name: string
  field: string
  /** As it is called on the screen. */
  title: string
  /** Other headings it is found by. */
  also?: readonly string[]
  /** What the record has, as `rows` of the hooks wants its example; left out: text. */
  stored?: false | 0
  /** Stored value → cell. */
  write: (value: unknown) => string
  /** Cell → value to be stored. Not asked for an empty cell. */
  read: (text: string, facts: CsvFacts) => Read<unknown>
  /** What an empty cell means; left out: nothing is changed. */
  empty?: unknown
  /** Read value into what is stored, where a cell does not tell all of it. */
  merge?: (stored: unknown, value: unknown) => Read<unknown>
  /** What is wrong with an empty cell of a product. */
  required?: string
  /** A new product has it, where its file has no such column or an empty cell. */
  fallback?: true
}

type Column = Omit<CsvColumn, 'field'> & { field?: string }
const column = (given: Column): CsvColumn => ({ field: given.name, ...given })

const plainText = (value: unknown): string => (typeof value === 'string' ? value : '')

const text = (name: string, title: string, max: number, more: Partial<Column> = {}): CsvColumn =>
  column({
    name,
    title,
    empty: '',
    write: plainText,
    read: (cell) => {
      if (/^[?\s]*\?\?[?\s]*$/.test(cell))
        return { problem: 'The spreadsheet lost these letters. Save it as CSV UTF-8 there.' }
      const value = max > 300 ? cleanText(cell) : cleanLine(cell)
      return characterCount(value) > max ? { problem: `At most ${max} characters.` } : { value }
    },
    ...more,
  })

const flag = (name: string, title: string, more: Partial<Column> = {}): CsvColumn =>
  column({ name, title, write: (value) => (value ? 'yes' : 'no'), read: readFlag, stored: false, ...more })

const list = (name: string, title: string, more: Partial<Column> & { words?: boolean } = {}): CsvColumn =>
  column({
    name,
    title,
    empty: [],
    write: (value) => parseTexts(value).join(LIST_MARK),
    read: (cell) => ({ value: readList(cell, more.words ?? false) }),
    ...more,
  })

/** A list of a field that holds several, by its key there; the others stay. */
const listIn = (field: string, name: string, title: string): CsvColumn => {
  const all = (stored: unknown) => {
    const lists = parseJson(stored)
    return isObject(lists) ? lists : {}
  }
  return list(name, title, {
    field,
    write: (stored) => parseTexts(all(stored)[name]).join(LIST_MARK),
    merge: (stored, value) => ({ value: { ...all(stored), [name]: value } }),
  })
}

const choices = (name: string, title: string, values: readonly string[]): CsvColumn =>
  list(name, title, {
    read: (cell) => {
      const chosen = readList(cell.toLowerCase(), true)
      return chosen.every((value) => values.includes(value))
        ? { value: values.filter((value) => chosen.includes(value)) }
        : { problem: `Choose from ${values.join(', ')}.` }
    },
  })

/** `180.00`, as paper has it; empty for none. */
const money = (value: unknown): string => {
  const paise = toPaise(Number(value)) ?? 0
  return paise === 0 ? '' : plainRupees(paise)
}
const count = (value: unknown): string => (Number(value) > 0 ? String(Number(value)) : '')

const number = (name: string, title: string, more: Partial<Column>): CsvColumn =>
  column({ name, title, write: count, read: readPieces, empty: 0, stored: -0, ...more })

const isPlural = (one: string, other: string) => one === `${other}s` || one === `${other}es`
/** Whether two categories are likely one, written with a slip or as several. */
const isNear = (one: string, other: string) =>
  isPlural(one, other) || isPlural(other, one) || (one.length > 2 && other.length > 2 && editDistance(one, other) === 1)

function readCategory(cell: string, { categories }: CsvFacts): Read<string> {
  const value = cleanLine(cell).toLowerCase()
  if (characterCount(value) > 40) return { problem: 'At most 40 characters.' }
  if (categories.includes(value)) return { value }
  const near = categories.find((category) => isNear(value, category))
  return near
    ? {
        problem: `There is no category “${cleanLine(cell)}”. Did you mean ${near}? For a new one, give it to one product under Products first.`,
      }
    : { value }
}

const ON_HAND = column({
  name: 'on_hand',
  title: 'On hand',
  also: ['stock', 'pieces', 'quantity', 'qty', 'in_stock_pieces'],
  write: plainText,
  read: readPieces,
})
/**
 * How many there were when the file was made: then the difference is meant, and what was sold since stays sold. Never
 * written.
 */
const ON_HAND_WAS = column({
  name: 'on_hand_was',
  field: 'on_hand',
  title: 'On hand when the file was made',
  write: plainText,
  read: readPieces,
})
/** The day pieces were counted; it stands in the ledger's note. */
export const COUNTED_ON = column({
  name: 'counted_on',
  title: 'Counted on',
  also: ['date'],
  write: () => '',
  read: readDay,
})

const ID = column({ name: 'id', title: 'Id', write: plainText, read: (value) => ({ value }) })
const NAME = text('name', 'Name', 200, {
  also: ['product', 'product_name', 'title'],
  required: 'A product needs a name.',
})
const CATEGORY = text('category', 'Category', 40, { read: readCategory, required: 'A product needs a category.' })

const PRODUCTS: readonly CsvColumn[] = [
  ID,
  NAME,
  CATEGORY,
  column({
    name: 'price',
    title: 'Price',
    also: ['selling_price', 'rate'],
    stored: -0,
    write: money,
    read: (cell) => {
      const read = readRupees(cell)
      return 'value' in read && read.value === 0 ? { problem: 'Write a price above 0.' } : read
    },
    required: 'A product needs a price.',
  }),
  number('original_price', 'MRP', { also: ['mrp'], write: money, read: readRupees }),
  flag('on_sale', 'On sale', { field: 'inStock', also: ['instock', 'in_stock'], fallback: true }),
  ON_HAND,
  ON_HAND_WAS,
  text('description', 'Description', 4000),
  list('tags', 'Tags', { words: true }),
  text('material', 'Material', 300),
  text('dimensions', 'Size', 120, { also: ['size'] }),
  column({
    name: 'colours',
    field: 'colors',
    title: 'Colours',
    also: ['colors'],
    ...{ write: writeColours, read: readColours, merge: mergeColours, empty: [] },
  }),
  column({
    name: 'facts',
    field: 'specifications',
    title: 'Facts',
    also: ['specifications'],
    ...{ write: writeFacts, read: readFacts, merge: mergeFacts, empty: {} },
  }),
  list('features', 'Points'),
  list('care', 'Care'),
  listIn('care_instructions', 'cleaning', 'Cleaning'),
  listIn('care_instructions', 'storage', 'Storage'),
  listIn('usage_guidelines', 'recommended_use', 'Recommended use'),
  listIn('usage_guidelines', 'pro_tips', 'Tips'),
  choices('skin_type', 'Skin', FACETS.skin),
  choices('scent', 'Scent', FACETS.scent),
  text('search_words', 'Search words', 1000),
  text('hsn', 'HSN', 8, {
    also: ['hsn_code'],
    read: (cell) => (/^\d{4,8}$/.test(cell) ? { value: cell } : { problem: 'An HSN code has 4 to 8 digits.' }),
  }),
  number('gst_rate', 'GST rate', { also: ['gst'], read: readPercent }),
  number('list_order', 'Place', { also: ['place'] }),
  flag('bestseller', 'Bestseller'),
  flag('new', 'New'),
  flag('archived', 'Archived'),
]

/** Columns of a list that can come back, in the order of the file. */
export const CSV_COLUMNS: { readonly [kind in CsvKind]: readonly CsvColumn[] } = {
  products: PRODUCTS,
  stock: [ID, NAME, CATEGORY, ON_HAND, ON_HAND_WAS, COUNTED_ON],
}

/** Columns of a list that say whose line it is, or help to read it, and change nothing by themselves. */
const TOLD: { readonly [kind in CsvKind]: readonly string[] } = {
  products: ['id', 'on_hand_was'],
  stock: ['id', 'name', 'category', 'on_hand_was', 'counted_on'],
}
export const isTold = (kind: CsvKind, name: string): boolean => TOLD[kind].includes(name)

/** A product's cells by column, of its stored fields; `on_hand` is the sum of its ledger, empty when not counted. */
export type CsvCells = { readonly [column: string]: string }

export function cellsOf(kind: CsvKind, stored: { readonly [field: string]: unknown }): CsvCells {
  return Object.fromEntries(CSV_COLUMNS[kind].map(({ name, field, write }) => [name, write(stored[field])]))
}

export const productColumn = (name: string): CsvColumn | undefined =>
  CSV_COLUMNS.products.find((other) => other.name === name)
