import { readBlock, type SheetField, type SheetRow } from '@/domain/desk/sheet'
import { COLUMNS, freeWords, typedValue } from './columns'
import { type Edits, textEdit, valueIn, withCell } from './edits'

/** A cell by its row on the page and its column of `COLUMNS`. */
export interface At {
  row: number
  column: number
}
/** Cells from one corner to the other. */
export interface Block {
  top: number
  bottom: number
  left: number
  right: number
}

export const blockOf = (from: At, to: At): Block => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
})

/** Within 0 and the most. */
export const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
const PAGE_ROWS = 10

/** Where a key leads in a grid of so many rows; undefined for a key that moves nothing. */
export function moved(key: string, at: At, rows: number, far: boolean): At | undefined {
  const last = { row: rows - 1, column: COLUMNS.length - 1 }
  const to = (row: number, column: number) => ({ row: clamp(row, last.row), column: clamp(column, last.column) })
  switch (key) {
    case 'ArrowUp':
      return to(far ? 0 : at.row - 1, at.column)
    case 'ArrowDown':
      return to(far ? last.row : at.row + 1, at.column)
    case 'ArrowLeft':
      return to(at.row, far ? 0 : at.column - 1)
    case 'ArrowRight':
      return to(at.row, far ? last.column : at.column + 1)
    case 'Home':
      return to(far ? 0 : at.row, 0)
    case 'End':
      return to(far ? last.row : at.row, last.column)
    case 'PageUp':
      return to(at.row - PAGE_ROWS, at.column)
    case 'PageDown':
      return to(at.row + PAGE_ROWS, at.column)
    default:
      return undefined
  }
}

function typed(edits: Edits, rows: readonly SheetRow[], { row, column }: At, text: string): Edits {
  const product = rows[row]
  const field = COLUMNS[column]?.field
  if (!product || !field || field === 'free') return edits
  return withCell(edits, product, field, textEdit(product, field, text))
}

/** A cell as text, to copy. */
function textAt(edits: Edits, rows: readonly SheetRow[], { row, column }: At): string {
  const product = rows[row]
  const field = COLUMNS[column]?.field
  if (!product || !field) return ''
  if (field === 'free') return freeWords(product)
  return edits[product.id]?.cells[field]?.text ?? typedValue(valueIn(edits, product, field))
}

/** Cells as a spreadsheet takes them. */
export function copied(edits: Edits, rows: readonly SheetRow[], { top, bottom, left, right }: Block): string {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step)
  return range(top, bottom)
    .map((row) =>
      range(left, right)
        .map((column) => textAt(edits, rows, { row, column }))
        .join('\t'),
    )
    .join('\n')
}

/** A block put in from its upper left cell on; a single text fills the whole chosen block. What is only read stays. */
export function pasted(edits: Edits, rows: readonly SheetRow[], block: Block, text: string): Edits {
  const given = readBlock(text)
  const single = given.length === 1 && given[0]?.length === 1
  const height = single ? block.bottom - block.top + 1 : given.length
  const width = (row: number) => (single ? block.right - block.left + 1 : (given[row]?.length ?? 0))
  let next = edits
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width(row); column += 1) {
      const cell = (single ? given[0]?.[0] : given[row]?.[column]) ?? ''
      next = typed(next, rows, { row: block.top + row, column: block.left + column }, cell)
    }
  return next
}

/** The block's first row put into those below it; of a single row, the one above it into it. */
export function filledDown(edits: Edits, rows: readonly SheetRow[], { top, bottom, left, right }: Block): Edits {
  const source = top === bottom ? top - 1 : top
  if (source < 0) return edits
  let next = edits
  for (let row = source + 1; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1)
      next = typed(next, rows, { row, column }, textAt(edits, rows, { row: source, column }))
  return next
}

/** The block's cells emptied: amounts become 0, switches go off. */
export const emptied = (edits: Edits, rows: readonly SheetRow[], block: Block): Edits => pasted(edits, rows, block, '')

/** A switch turned the other way. */
export function toggled(edits: Edits, row: SheetRow, field: SheetField): Edits {
  return withCell(edits, row, field, { value: !valueIn(edits, row, field) })
}
