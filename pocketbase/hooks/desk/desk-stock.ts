import {
  COUNT_STANDS_S,
  type StockDeed,
  type StockLine,
  type StockSaved,
  stockSchema,
  stockUndoSchema,
} from '../../../src/domain/desk/stock-take'
import { checkRequest, type FieldProblems } from '../../../src/domain/orders/order-request'
import { fieldProblem, readBody, transaction } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { rows } from '../lib/rows'
import { type DeskCaller, deskRoute, logDeed } from './desk-caller'

const REASONS: { readonly [deed in StockDeed]: { reason: string; note: string; done: string } } = {
  count: { reason: 'correction', note: 'Counted', done: 'Counted' },
  sold: { reason: 'sale', note: 'Sold at a market', done: 'Wrote down what sold at a market of' },
  made: { reason: 'restock', note: 'New batch', done: 'Added a new batch of' },
}

const TAKEN_BACK = 'Taken back: '
/** What notes of counts are like, those of a CSV file as well. */
const COUNTED = `${REASONS.count.note}%`

/** Pieces by the ledger at a time, those sold and not yet paid included; null when nobody has counted it. */
function bookAt(app: PbApp, product: string, time: number): { now: number | null; before: number } {
  const [row] = rows(
    app,
    `SELECT pieces, (SELECT COALESCE(SUM(delta), 0) FROM stock_movements
       WHERE product = {:product} AND created > {:time}
         AND NOT (reason = 'correction' AND (note LIKE {:count} OR note LIKE {:undone}))) AS since
     FROM stock_sums WHERE product = {:product}`,
    { product, time: recordDate(time), count: COUNTED, undone: TAKEN_BACK + COUNTED },
    { pieces: 0, since: 0 },
  )
  return row ? { now: Number(row.pieces), before: Number(row.pieces) - Number(row.since) } : { now: null, before: 0 }
}

const UNCOUNTED_NONE = 'Nobody has counted it yet, and a count of 0 cannot be kept. Take it off sale under Products.'

/**
 * What the ledger gets for a line, or why it gets nothing. A count says what was there when it was typed: what was sold
 * since then is sold all the same. What was counted since then is the same pieces: no count is added to another.
 */
function differenceOf(app: PbApp, line: StockLine, deed: StockDeed): { delta: number } | { problem: string } {
  if ('counted' in line) {
    if (line.ago > COUNT_STANDS_S) return { problem: 'Counted more than a day ago. Count it again.' }
    const book = bookAt(app, line.product, now() - line.ago * 1000)
    if (book.now === null && line.counted === 0) return { problem: UNCOUNTED_NONE }
    return { delta: line.counted - book.before }
  }
  const { now: book } = bookAt(app, line.product, now())
  if (line.change < 0 && book === null) return { problem: 'Nobody has counted it yet. Count it first.' }
  if (line.change < 0 && (book ?? 0) + line.change < 0)
    return { problem: `The book has ${book}. Count what is there instead.` }
  if (deed === 'sold' && line.change > 0) return { problem: 'Write how many were sold.' }
  return { delta: line.change }
}

function write(txApp: PbApp, fields: { [field: string]: unknown }): string {
  const record = new Record(txApp.findCollectionByNameOrId('stock_movements'), fields)
  txApp.save(record)
  return record.id
}

/** Of a line that is sent again, as its answer was lost, the same; empty where it does not say when it was typed. */
const ownId = (deed: StockDeed, line: StockLine) =>
  'change' in line && line.at ? $security.sha256(`${deed} ${line.product} ${line.at}`).slice(0, 15) : ''

const products = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

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
  const ids = lines.map((line) => ownId(deed, line)).filter(Boolean)
  const written = new Set(txApp.findRecordsByIds('stock_movements', ids).map(({ id }) => id))
  const problems: FieldProblems = {}
  const movements: string[] = []
  for (const line of lines) {
    const { product } = line
    const id = ownId(deed, line)
    if (written.has(id)) continue
    const found = known.has(product)
      ? differenceOf(txApp, line, deed)
      : { problem: 'This product is not there any more.' }
    if ('problem' in found) problems[product] = { code: 'refused', message: found.problem }
    else if (found.delta !== 0)
      movements.push(
        write(txApp, {
          ...{ ...(id && { id }), product, delta: found.delta, who },
          // “+5” in a count is pieces that came, not a mistake of the book.
          reason: deed === 'count' && !('counted' in line) && found.delta > 0 ? 'restock' : reason,
          note: 'counted' in line ? `${note} ${line.counted}` : note,
        }),
      )
  }
  return { movements, problems }
}

/** POST /api/store/desk/stock: one row of the ledger for each line that changes something, all of them or none. */
export function takeStock(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'editor', 'packer'], (caller) => {
    const read = readBody(e)
    if ('problem' in read) return read
    const checked = checkRequest(stockSchema, read.body)
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const done = transaction(e.app, (txApp, refuse): StockSaved => {
      const { movements, problems } = writeLines(txApp, checked.value, caller)
      if (Object.keys(problems).length > 0) refuse(fieldProblem(problems))
      const { deed, lines } = checked.value
      logDeed(txApp, caller, `${REASONS[deed].done} ${products(lines.length)}`, '#/stock-take')
      return { movements }
    })
    return 'problem' in done ? done : done.value
  })
}

/** POST /api/store/desk/stock/undo: writes the opposite of rows somebody wrote at the desk, of each once. */
export function undoStock(e: PbRequestEvent): void {
  deskRoute(e, ['owner', 'editor', 'packer'], (caller) => {
    const read = readBody(e)
    if ('problem' in read) return read
    const checked = checkRequest(stockUndoSchema, read.body)
    if ('problems' in checked) return { problem: fieldProblem(checked.problems) }
    const { movements } = checked.value
    const done = transaction(e.app, (txApp, refuse): StockSaved => {
      const not = (message: string) => refuse(fieldProblem({ movements: { code: 'refused', message } }))
      const found = txApp.findRecordsByIds('stock_movements', movements)
      if (
        found.length < movements.length ||
        found.some((row) => row.getString('who') === '' || row.getString('undoes'))
      )
        not('Only what was written at the desk can be taken back.')
      // By the index of those that undo.
      const undone = rows(
        txApp,
        `SELECT id FROM stock_movements WHERE undoes != '' AND undoes IN (SELECT value FROM json_each({:ids})) LIMIT 1`,
        { ids: JSON.stringify(movements) },
        { id: '' },
      )
      if (undone.length > 0) not('This was taken back already.')
      const opposite = found.map((row) =>
        write(txApp, {
          product: row.getString('product'),
          delta: -row.getInt('delta'),
          reason: 'correction',
          note: TAKEN_BACK + row.getString('note'),
          who: caller.who,
          undoes: row.id,
        }),
      )
      logDeed(txApp, caller, `Took back the stock of ${products(found.length)}`, '#/stock-take')
      return { movements: opposite }
    })
    return 'problem' in done ? done : done.value
  })
}
