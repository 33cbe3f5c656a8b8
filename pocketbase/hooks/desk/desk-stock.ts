import type { FieldProblems } from '../../../src/domain/check-request'
import { counted } from '../../../src/domain/desk/list-words'
import {
  COUNT_STANDS_S,
  type StockDeed,
  type StockLine,
  type StockSaved,
  stockSchema,
  stockUndoSchema,
} from '../../../src/domain/desk/stock-take'
import { addMovement } from '../catalog/stock'
import { fieldProblem } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { hasRow, rows } from '../lib/rows'
import { type DeskCaller, deskPost, inOne, logDeed } from './desk-caller'
import { refusal } from './desk-saves'

const REASONS = {
  count: { reason: 'correction', note: 'Counted', done: 'Counted' },
  sold: { reason: 'sale', note: 'Sold at a market', done: 'Wrote down what sold at a market of' },
  made: { reason: 'restock', note: 'New batch', done: 'Added a new batch of' },
} as const satisfies { [deed in StockDeed]: object }

const TAKEN_BACK = 'Taken back: '
/** What notes of counts are like, those of a CSV file as well. */
const COUNTED = `${REASONS.count.note}%`

/**
 * Pieces by the ledger at a time, those sold and not yet paid included; null when nobody has counted it. What was taken
 * back never moved a piece, whenever that was.
 * @param known rows that were in what was counted, whenever they were written
 */
function bookAt(
  app: PbApp,
  product: string,
  time: number,
  known: readonly string[] = [],
): { now: number | null; before: number } {
  const [row] = rows(
    app,
    `SELECT pieces, (SELECT COALESCE(SUM(delta), 0) FROM stock_movements AS moved
       WHERE product = {:product} AND created > {:time} AND undoes = ''
         AND id NOT IN (SELECT value FROM json_each({:known}))
         AND NOT (reason = 'correction' AND (note LIKE {:count} OR note LIKE {:undone}))
         AND NOT EXISTS (SELECT 1 FROM stock_movements WHERE undoes != '' AND undoes = moved.id)) AS since
     FROM stock_sums WHERE product = {:product}`,
    { product, time: recordDate(time), known: JSON.stringify(known), count: COUNTED, undone: TAKEN_BACK + COUNTED },
    { pieces: 0, since: 0 },
  )
  return row ? { now: row.pieces, before: row.pieces - row.since } : { now: null, before: 0 }
}

const UNCOUNTED_NONE = 'Nobody has counted it yet, and a count of 0 cannot be kept. Take it off sale under Products.'

/**
 * What the ledger gets for a line, or why it gets nothing. A count says what was there when it was typed: what was sold
 * since then is sold all the same. What was counted since then is the same pieces: no count is added to another.
 */
function differenceOf(
  app: PbApp,
  line: StockLine,
  deed: StockDeed,
  written: Written,
): { delta: number } | { problem: string } {
  if ('counted' in line) {
    if (line.ago > COUNT_STANDS_S) return { problem: 'Counted more than a day ago. Count it again.' }
    const book = bookAt(app, line.product, now() - line.ago * 1000, written.ids)
    if (book.now === null && line.counted === 0) return { problem: UNCOUNTED_NONE }
    return { delta: line.counted - book.before }
  }
  const { now: book } = bookAt(app, line.product, now())
  const delta = line.change - written.pieces
  if (delta < 0 && book === null) return { problem: 'Nobody has counted it yet. Count it first.' }
  if (delta < 0 && (book ?? 0) + delta < 0) return { problem: `The book has ${book}. Count what is there instead.` }
  if (deed === 'sold' && line.change > 0) return { problem: 'Write how many were sold.' }
  return { delta }
}

/** What the ledger has of a line that was sent before. */
interface Written {
  ids: string[]
  /** In all, without what was taken back. */
  pieces: number
  /** Id of its next row; empty where the line does not say when it was begun. */
  next: string
}

/**
 * Finds a line again that was sent before, with this number or another: its answer was lost, or it was typed on while
 * it was written.
 */
function writtenOf(app: PbApp, deed: StockDeed, { product, at }: StockLine): Written {
  const ids: string[] = []
  if (!at) return { ids, pieces: 0, next: '' }
  const line = `${deed} ${product} ${at}`
  const idAt = (row: number) => $security.sha256(row === 0 ? line : `${line} ${row}`).slice(0, 15)
  while (app.findRecordsByIds('stock_movements', [idAt(ids.length)]).length > 0) ids.push(idAt(ids.length))
  const next = idAt(ids.length)
  if (ids.length === 0) return { ids, pieces: 0, next }
  const [sum] = rows(
    app,
    `SELECT COALESCE(SUM(delta), 0) AS pieces FROM stock_movements
     WHERE id IN (SELECT value FROM json_each({:ids}))
       OR (undoes != '' AND undoes IN (SELECT value FROM json_each({:ids})))`,
    { ids: JSON.stringify(ids) },
    { pieces: 0 },
  )
  return { ids, pieces: sum?.pieces ?? 0, next }
}

function writeLines(
  txApp: PbApp,
  { deed, lines }: { deed: StockDeed; lines: readonly StockLine[] },
  { who }: DeskCaller,
): { movements: string[]; problems: FieldProblems } {
  const { reason, note } = REASONS[deed]
  const known = new Set(
    txApp
      .findRecordsByIds(
        'products',
        lines.map(({ product }) => product),
      )
      .map((record) => record.id),
  )
  const problems: FieldProblems = {}
  const movements: string[] = []
  for (const line of lines) {
    const { product } = line
    const written = writtenOf(txApp, deed, line)
    const id = 'change' in line && written.next
    const found = known.has(product)
      ? differenceOf(txApp, line, deed, written)
      : { problem: 'This product is not there any more.' }
    if ('problem' in found) problems[product] = { code: 'refused', message: found.problem }
    else if (found.delta !== 0)
      movements.push(
        addMovement(txApp, {
          ...{ ...(id && { id }), product, delta: found.delta, who },
          // “+5” in a count is pieces that came, not a mistake of the book.
          reason: deed === 'count' && 'change' in line && line.change > 0 ? 'restock' : reason,
          note: 'counted' in line ? `${note} ${line.counted}` : note,
        }),
      )
  }
  return { movements, problems }
}

/** POST /api/store/desk/stock: one row of the ledger for each line that changes something, all of them or none. */
export function takeStock(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'editor', 'packer'], stockSchema, (asked, caller) => {
    return inOne(e.app, (txApp, refuse): StockSaved => {
      const { movements, problems } = writeLines(txApp, asked, caller)
      if (Object.keys(problems).length > 0) refuse(fieldProblem(problems))
      const { deed, lines } = asked
      logDeed(txApp, caller, `${REASONS[deed].done} ${counted(lines.length, 'product')}`, '#/stock-take')
      return { movements }
    })
  })
}

/** POST /api/store/desk/stock/undo: writes the opposite of rows somebody wrote at the desk, of each once. */
export function undoStock(e: PbRequestEvent): void {
  deskPost(e, ['owner', 'editor', 'packer'], stockUndoSchema, ({ movements }, caller) => {
    return inOne(e.app, (txApp, refuse): StockSaved => {
      const not = (message: string) => refuse(refusal({ movements: message }))
      const found = txApp.findRecordsByIds('stock_movements', movements)
      if (
        found.length < movements.length ||
        found.some((row) => row.getString('who') === '' || row.getString('undoes'))
      )
        not('Only what was written at the desk can be taken back.')
      // By the index of those that undo.
      const undone = `FROM stock_movements WHERE undoes != '' AND undoes IN (SELECT value FROM json_each({:ids}))`
      if (hasRow(txApp, undone, { ids: JSON.stringify(movements) })) not('This was taken back already.')
      const opposite = found.map((row) =>
        addMovement(txApp, {
          product: row.getString('product'),
          delta: -row.getInt('delta'),
          reason: 'correction',
          note: TAKEN_BACK + row.getString('note'),
          who: caller.who,
          undoes: row.id,
        }),
      )
      logDeed(txApp, caller, `Took back the stock of ${counted(found.length, 'product')}`, '#/stock-take')
      return { movements: opposite }
    })
  })
}
