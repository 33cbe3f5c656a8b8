import { CSV_COLUMNS, type CsvCells, productColumn } from '../../../src/domain/desk/csv-columns'
import type { CsvRowRequest, CsvRowResult, CsvRowsRequest } from '../../../src/domain/desk/csv-request'
import type { CsvProblem } from '../../../src/domain/desk/csv-rows'
import { setOwnPrice } from '../catalog/price-plans'
import { addMovement, refreshSoldOut } from '../catalog/stock'
import { now, recordDate } from '../lib/clock'
import { isInOffers } from '../lib/in-offers'
import { refusedFields } from '../lib/record-problems'
import { runInTransaction } from '../lib/record-transaction'
import { hasRow, newRecord, recordById, rows } from '../lib/rows'
import { storedCells } from './desk-csv-lists'

/** What keeps a row from being saved. */
class Refused extends Error {
  problems: CsvProblem[]
  constructor(...problems: CsvProblem[]) {
    super('Refused')
    this.problems = problems
  }
}

/** Of the import and the line, so that the same line of it makes nothing a second time. */
const ownId = (key: string, line: number, what: string) => $security.sha256(`${key}:${line}:${what}`).slice(0, 15)

/** The sentences of a refused save, by column. */
function sentencesOf(app: PbApp, error: unknown, { cells }: CsvRowRequest): CsvProblem[] {
  const found = Object.entries(refusedFields(error)).map(([field, why]): CsvProblem => {
    const columns = CSV_COLUMNS.products.filter((other) => other.field === field).map(({ name }) => name)
    const column = columns.find((name) => why.startsWith(`In ${name}:`)) ?? columns[0] ?? field
    return { column, says: cells[column]?.[1] ?? '', why }
  })
  if (found.length > 0) return found
  app.logger().error('A row of a CSV file could not be saved', 'error', String(error))
  return [{ column: '', says: '', why: 'This line could not be saved. Try it again.' }]
}

/** A row in a transaction of its own: saved as a whole, or not at all. */
function inOwn(app: PbApp, row: CsvRowRequest, work: (txApp: PbApp) => string): CsvRowResult {
  const { line, id } = row
  try {
    return { line, id: runInTransaction(app, work), problems: [] }
  } catch (error) {
    return { line, id, problems: error instanceof Refused ? error.problems : sentencesOf(app, error, row) }
  }
}

/** Saves a row of an import that was looked at; the same row a second time changes nothing. */
export const saveRow = (app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): CsvRowResult =>
  inOwn(app, row, (txApp) => (row.id ? change(txApp, request, row) : create(txApp, request, row)))

const valueOf = (row: CsvRowRequest, name: string): unknown => {
  const now = row.cells[name]?.[1] ?? ''
  const column = productColumn(name)
  if (!column || now === '') return column?.empty ?? ''
  // Whether a category is likely a slip was asked when the file was looked at.
  const read = column.read(now, { categories: [now] })
  if ('problem' in read) throw new Refused({ column: name, says: now, why: read.problem })
  return read.value
}

function setCells(record: PbRecord, row: CsvRowRequest, names: readonly string[]): void {
  for (const name of names) {
    const { field = name, merge } = productColumn(name) ?? {}
    const value = valueOf(row, name)
    const merged = merge ? merge(record.getString(field), value) : { value }
    if ('problem' in merged) throw new Refused({ column: name, says: row.cells[name]?.[1] ?? '', why: merged.problem })
    if (field === 'price') setOwnPrice(record, merged.value)
    else record.set(field, merged.value)
  }
}

const isPieces = (name: string) => name === 'on_hand'

function create(app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): string {
  const id = ownId(request.key, row.line, 'product')
  if (storedCells(app, id)) return id
  const name = String(valueOf(row, 'name'))
  if (hasRow(app, 'FROM products WHERE archived = FALSE AND name = {:name} COLLATE NOCASE', { name }))
    throw new Refused({
      column: 'name',
      says: name,
      why: 'A product of this name was made meanwhile. Read the file again.',
    })
  const record = newRecord(app, 'products', { id })
  setCells(
    record,
    row,
    Object.keys(row.cells).filter((column) => !isPieces(column)),
  )
  app.save(record)
  if (row.cells.on_hand) count(app, request, row, { id, on_hand: '' })
  return id
}

function change(app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): string {
  const stored = storedCells(app, row.id)
  if (!stored) throw new Refused({ column: 'id', says: row.id, why: 'This product was deleted meanwhile.' })
  setFields(app, row, stored)
  if (row.cells.on_hand) count(app, request, row, { id: row.id, on_hand: stored.on_hand ?? '' })
  return row.id
}

/** Fields, unless somebody else has changed one since the file was looked at. */
function setFields(app: PbApp, row: CsvRowRequest, stored: CsvCells): void {
  const names = Object.keys(row.cells).filter((name) => !isPieces(name) && stored[name] !== row.cells[name]?.[1])
  const changed = names.filter((name) => stored[name] !== row.cells[name]?.[0])
  if (changed.length > 0)
    throw new Refused(
      ...changed.map((name) => ({
        column: name,
        says: row.cells[name]?.[1] ?? '',
        why: `Somebody changed it meanwhile: the shop has “${(stored[name] ?? '').slice(0, 60)}” now. Read the file again.`,
      })),
    )
  if (names.length === 0) return
  const record = app.findRecordById('products', row.id)
  setCells(record, row, names)
  app.save(record)
}

/** How a file is called in the ledger. */
const fileOf = ({ file, mark }: CsvRowsRequest) => file.slice(0, 200) + (mark ? `, ${mark}` : '')
const takenBack = (request: CsvRowsRequest) => `Taken back: counted from CSV (${fileOf(request)})`

const ledger = (app: PbApp, ids: readonly string[]) => app.findRecordsByIds('stock_movements', ids)

/**
 * Pieces by the ledger: the difference between what was shown and what the file says, once; what was sold since stays
 * sold. A product counted for the first time at 0 gets a piece and loses it: the ledger knows no row of 0.
 */
function count(
  app: PbApp,
  request: CsvRowsRequest,
  row: CsvRowRequest,
  product: { id: string; on_hand: string },
): void {
  const [was, now] = row.cells.on_hand ?? ['', '']
  const pieces = valueOf(row, 'on_hand')
  const ids = [ownId(request.key, row.line, 'pieces'), ownId(request.key, row.line, 'none')]
  if (now === '' || ledger(app, ids).length > 0) return
  const problem = (why: string) => new Refused({ column: 'on_hand', says: now, why })
  if ((was === '' && product.on_hand !== '') || wasCountedSince(app, product.id, request.ago))
    throw problem(`It was counted meanwhile: ${product.on_hand}. Read the file again.`)
  const delta = Number(pieces) - Number(was)
  if (Number(product.on_hand) + delta < 0)
    throw problem(`Only ${product.on_hand} are left: some were sold meanwhile. Read the file again.`)
  const note = `Counted, from CSV${row.counted ? `, on ${row.counted}` : ''} (${fileOf(request)})`
  if (row.since && request.mark && timesCounted(app, product.id, note, takenBack(request)) > 0)
    throw problem('This very file was counted already. Take the list out again for what has come in since.')
  const deltas = delta === 0 ? [1, -1] : [delta]
  if (delta === 0 && was !== '') return
  deltas.forEach((piece, place) => {
    addMovement(app, { id: ids[place] as string, product: product.id, delta: piece, reason: 'correction', note })
  })
}

/**
 * Whether somebody counted a product, or another import did, since the file was looked at, and it stands; or took a
 * count back that the file was compared with.
 * @param ago seconds
 */
const wasCountedSince = (app: PbApp, product: string, ago: number): boolean =>
  hasRow(
    app,
    `FROM stock_movements AS counted WHERE product = {:product} AND created > {:time}
       AND reason = 'correction' AND (
         (note LIKE 'Counted%' AND NOT EXISTS (SELECT 1 FROM stock_movements WHERE undoes != '' AND undoes = counted.id))
         OR (note LIKE 'Taken back: Counted%'
           AND EXISTS (SELECT 1 FROM stock_movements AS seen WHERE seen.id = counted.undoes AND seen.created <= {:time})))`,
    { product, time: recordDate(now() - ago * 1000) },
  )

/** How often a file's pieces of a product were counted, without what was taken back. */
function timesCounted(app: PbApp, product: string, counted: string, back: string): number {
  const sql = `SELECT COALESCE(SUM(CASE note WHEN {:back} THEN -1 ELSE 1 END), 0) AS times
    FROM stock_movements WHERE product = {:product} AND note IN ({:counted}, {:back})`
  return rows(app, sql, { product, counted, back }, { times: 0 })[0]?.times ?? 0
}

/** Takes a saved row back; what somebody changed since is refused. */
export const undoRow = (app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): CsvRowResult =>
  inOwn(app, row, (txApp) => (row.id ? takeBack(txApp, request, row) : remove(txApp, request, row)))

function takeBack(app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): string {
  const stored = storedCells(app, row.id)
  if (!stored) throw new Refused({ column: 'id', says: row.id, why: 'This product was deleted meanwhile.' })
  const cells = Object.fromEntries(
    Object.entries(row.cells).map(([name, [was, now]]) => [name, [now, was] as [string, string]]),
  )
  setFields(app, { ...row, cells }, stored)
  uncount(app, request, row)
  return row.id
}

/** Pieces go back by opposite rows; where the import counted for the first time, its rows go and nothing is counted. */
function uncount(app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): void {
  const made = ledger(app, [ownId(request.key, row.line, 'pieces'), ownId(request.key, row.line, 'none')])
  if (made.length === 0) return
  const others = 'SELECT movements AS count FROM stock_sums WHERE product = {:id}'
  if (rows(app, others, { id: row.id }, { count: 0 })[0]?.count === made.length) {
    for (const movement of made) app.delete(movement)
    refreshSoldOut(app, row.id)
    return
  }
  for (const movement of made) {
    const id = ownId(request.key, row.line, `back ${movement.id}`)
    if (ledger(app, [id]).length > 0) continue
    const [delta, note] = [-movement.getInt('delta'), takenBack(request)]
    addMovement(app, { id, product: row.id, delta, reason: 'correction', note, undoes: movement.id })
  }
}

/** A product the import made, unless something belongs to it by now. */
function remove(app: PbApp, request: CsvRowsRequest, row: CsvRowRequest): string {
  const id = ownId(request.key, row.line, 'product')
  const product = recordById(app, 'products', id)
  if (!product) return ''
  uncount(app, request, { ...row, id })
  const tied = `WHERE EXISTS (SELECT 1 FROM stock_movements WHERE product = {:id})
    OR EXISTS (SELECT 1 FROM stock_holds WHERE product = {:id}) OR EXISTS (SELECT 1 FROM reviews WHERE product = {:id})
    OR EXISTS (SELECT 1 FROM orders WHERE placed_at >= {:created} AND items LIKE {:line})`
  const params = { id, created: product.getString('created'), line: `%"product":"${id}"%` }
  if (isInOffers(app, id) || hasRow(app, tied, params))
    throw new Refused({
      column: 'name',
      says: row.name,
      why: 'It has been ordered or belongs to something else by now. Archive it instead.',
    })
  app.delete(product)
  return ''
}
