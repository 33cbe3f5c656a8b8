import {
  readCell,
  SHEET_FIELDS,
  SHEET_PAGE,
  type SheetChange,
  type SheetField,
  type SheetRow,
  type SheetValue,
} from '@/domain/desk/sheet'

/** What was typed into a cell: its value, or the text that is none with the reason. */
export interface CellEdit {
  value?: SheetValue
  text?: string
  problem?: string
}
/** A product with what was typed in its row, and as it was when that began. */
export interface RowEdit {
  row: SheetRow
  cells: { [field in SheetField]?: CellEdit }
}
/** By the product's id. */
export type Edits = { [id: string]: RowEdit }

/** Edits with one cell changed; one that is as it was, is none. */
export function withCell(edits: Edits, row: SheetRow, field: SheetField, edit: CellEdit | undefined): Edits {
  const before = edits[row.id] ?? { row, cells: {} }
  const { [field]: _, ...cells } = before.cells
  const isChange = edit && (edit.problem !== undefined || edit.value !== before.row[field])
  const next = isChange ? { ...cells, [field]: edit } : cells
  const { [row.id]: __, ...others } = edits
  return Object.keys(next).length === 0 ? others : { ...others, [row.id]: { row: before.row, cells: next } }
}

/** The edit a text stands for, typed or pasted into a cell. */
export function textEdit(row: SheetRow, field: SheetField, text: string): CellEdit {
  const read = readCell(field, text, row.draft)
  return 'problem' in read ? { text, problem: read.problem } : { value: read.value }
}

/** A cell's value as it would be after the save. */
export const valueIn = (edits: Edits, row: SheetRow, field: SheetField): SheetValue =>
  edits[row.id]?.cells[field]?.value ?? edits[row.id]?.row[field] ?? row[field]

/** How many cells, and how many of them cannot be saved as they are. */
export function editCounts(edits: Edits): { cells: number; refused: number; prices: number; rows: number } {
  const all = Object.values(edits).flatMap(({ cells }) => Object.entries(cells))
  return {
    cells: all.length,
    refused: all.filter(([, { problem }]) => problem !== undefined).length,
    prices: all.filter(([field]) => field === 'price').length,
    rows: Object.keys(edits).length,
  }
}

/** What is sent of the edits. A draft that has got its price goes into the shop with it, on sale. */
export function changesOf(edits: Edits): SheetChange[] {
  return Object.values(edits).map(({ row, cells }) => {
    const was: SheetChange['was'] = {}
    const set: SheetChange['set'] = {}
    const put = <K extends keyof SheetChange['set']>(field: K, before: unknown, after: unknown) => {
      Object.assign(was, { [field]: before })
      Object.assign(set, { [field]: after })
    }
    for (const field of SHEET_FIELDS) {
      const edit = cells[field]
      if (edit?.value !== undefined) put(field, row[field], edit.value)
    }
    if (row.draft && Number(set.price) > 0) {
      put('draft', true, false)
      if (set.inStock === undefined) put('inStock', row.inStock, true)
    }
    return { id: row.id, was, set }
  })
}

/** Largest part of a body that changes take, characters: a body has 64 kB, and Hindi three bytes a letter. */
const MAX_CHARACTERS = 18_000

/** Changes in their order, as many together as one request takes: a page of the sheet. Orders come in between. */
export function batchesOf(changes: readonly SheetChange[]): SheetChange[][] {
  const batches: SheetChange[][] = []
  let size = 0
  for (const change of changes) {
    const length = JSON.stringify(change).length
    const batch = batches.at(-1)
    if (batch && batch.length < SHEET_PAGE && size + length <= MAX_CHARACTERS) batch.push(change)
    else {
      batches.push([change])
      size = 0
    }
    size += length
  }
  return batches
}

/** Edits without the very cells that were sent and saved. What was typed since begins from what was saved. */
export function afterSave(edits: Edits, sent: Edits, saved: readonly SheetChange[]): Edits {
  const gone = new Set(saved.map(({ id }) => id))
  let left: Edits = Object.fromEntries(Object.entries(edits).filter(([id]) => !gone.has(id)))
  for (const { id, set } of saved) {
    const { row, cells } = sent[id] ?? {}
    const now = edits[id]?.cells ?? {}
    for (const field of SHEET_FIELDS) {
      // A cell that is none any more was typed back to what it was.
      if (row && now[field] !== cells?.[field])
        left = withCell(left, { ...row, ...set }, field, now[field] ?? { value: row[field] })
    }
  }
  return left
}

/** The save that takes a save back. */
export const opposite = (changes: readonly SheetChange[]): SheetChange[] =>
  changes.map(({ id, was, set }) => ({ id, was: set, set: was }))
