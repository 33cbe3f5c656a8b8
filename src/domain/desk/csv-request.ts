import * as v from 'valibot'
import { CSV_COLUMNS, isTold } from './csv-columns'
import type { CsvProblem } from './csv-rows'
import { importKey } from './request-ids'

/** Rows of one request at most. */
export const CSV_BATCH_ROWS = 50
/** Rows an import may have to be undone as one. */
export const CSV_UNDO_ROWS = 500
/** Rows a list gives in one answer. */
export const CSV_PAGE_ROWS = 250

const cell = v.pipe(v.string('Write texts.'), v.maxLength(20_000, 'This cell is too long.'))

/** Columns a row may change. */
const NAMES = CSV_COLUMNS.products.map(({ name }) => name).filter((name) => !isTold('products', name))

const changeSchema = v.object({
  line: v.pipe(v.number('Name the line.'), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  id: v.pipe(v.string('Name the product.'), v.regex(/^([a-z0-9]{15})?$/, 'This is no id.')),
  name: v.pipe(v.string('Name the product.'), v.maxLength(400)),
  cells: v.record(v.picklist(NAMES, 'There is no such column.'), v.tuple([cell, cell])),
  counted: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'This is no day.'))),
  since: v.optional(v.boolean('Say true or false.'), false),
})

/** Body of `POST /api/store/desk/csv/rows` and, with the very rows that were saved, of `…/csv/undo`. */
export const csvRowsSchema = v.object({
  /** Of the import: the same line of it is saved once, however often it is sent. */
  key: importKey,
  kind: v.picklist(['products', 'stock'], 'Choose products or stock.'),
  file: v.pipe(v.string('Name the file.'), v.maxLength(200, 'This name is too long.')),
  /** Of the file as it was last saved (`markOf` of src/desk/import/csv-file.ts): its pieces are counted once. */
  mark: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/, 'This is no mark of a file.'))),
  /** Seconds since the file was compared with the shop. */
  ago: v.optional(v.pipe(v.number('Say when the file was looked at.'), v.minValue(0)), 0),
  /** Rows before these, and in all. */
  done: v.pipe(v.number(), v.integer(), v.minValue(0)),
  total: v.pipe(v.number(), v.integer(), v.minValue(1)),
  rows: v.pipe(
    v.array(changeSchema, 'Send rows.'),
    v.minLength(1, 'Send rows.'),
    v.maxLength(CSV_BATCH_ROWS, 'Send fewer rows.'),
  ),
})

export type CsvRowsRequest = v.InferOutput<typeof csvRowsSchema>
export type CsvRowRequest = CsvRowsRequest['rows'][number]

/** What became of a row. */
export interface CsvRowResult {
  line: number
  /** Of the product, a new one's too; empty where there is none. */
  id: string
  problems: CsvProblem[]
}

/** `POST /api/store/desk/csv/rows` and `…/csv/undo`. */
export interface CsvRowsAnswer {
  results: CsvRowResult[]
}

/** `GET /api/store/desk/csv/{list}?after=`: rows of a list, each in the order of its columns. */
export interface CsvPageAnswer {
  columns: string[]
  rows: string[][]
  /** What the next page begins after; empty at the end. */
  next: string
}
