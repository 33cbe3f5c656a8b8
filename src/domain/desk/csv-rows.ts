import { groupByKey } from '../by-key'
import { cleanLine } from '../text'
import { asPlainCsv, columnKey, readCell } from './csv-cell'
import {
  COUNTED_ON,
  CSV_COLUMNS,
  type CsvCells,
  type CsvColumn,
  type CsvFacts,
  type CsvKind,
  isTold,
} from './csv-columns'

/** A line of a file: where it begins (the heading is line 1), and its cells. */
export interface CsvLine {
  line: number
  cells: readonly string[]
}

/** What a row does to a product: was → now, cell by cell. */
export interface CsvChange {
  line: number
  /** Empty for a new product. */
  id: string
  name: string
  cells: { [column: string]: readonly [was: string, now: string] }
  /** `2026-11-23`: when the pieces were counted, where the file says so. */
  counted?: string
  /** Its pieces are the difference to when the file was made. */
  since?: true
}

export interface CsvProblem {
  column: string
  says: string
  /** What is wrong, and the way on. */
  why: string
}

export interface CsvBadLine {
  line: number
  name: string
  problems: CsvProblem[]
  cells: readonly string[]
}

/** What the file calls the columns it has, by their names. */
export type OwnHeadings = ReadonlyMap<string, string>

/** A problem by the file's own heading. */
export const inWordsOf = (headings: OwnHeadings, problem: CsvProblem): CsvProblem => ({
  ...problem,
  column: headings.get(problem.column) ?? problem.column,
})

export interface CsvReading {
  /** Headings nobody knows; their cells are left alone. */
  unknown: string[]
  headings: OwnHeadings
  same: number
  changed: CsvChange[]
  created: CsvChange[]
  bad: CsvBadLine[]
  /** Categories no product has so far. */
  newCategories: string[]
}

/** The shop's products as their cells, by id. */
export type CsvShop = ReadonlyMap<string, CsvCells>

const even = (text: string) => text.replace(/\r\n?/g, '\n').trim()
/** Also where a spreadsheet lost letters on its way: nobody types question marks for them. */
const isAsStored = (text: string, stored: string) => [even(stored), asPlainCsv(even(stored))].includes(text)
/** Names are one whatever their capital letters. */
const nameKey = (name: string) => cleanLine(name).toLowerCase()

/** Where each known column stands, and the headings of the others. */
function findColumns(
  kind: CsvKind,
  headings: readonly string[],
): { places: Map<CsvColumn, number>; unknown: string[] } {
  const places = new Map<CsvColumn, number>()
  const unknown: string[] = []
  headings.forEach((heading, place) => {
    const key = columnKey(heading)
    const found =
      CSV_COLUMNS[kind].find(({ name }) => name === key) ?? CSV_COLUMNS[kind].find(({ also }) => also?.includes(key))
    if (found && !places.has(found)) places.set(found, place)
    else if (heading.trim() !== '') unknown.push(heading.trim())
  })
  return { places, unknown }
}

/** Stock, when a file has pieces and nothing that only products have. */
export function kindOf(headings: readonly string[]): CsvKind {
  const { places } = findColumns('products', headings)
  const names = [...places.keys()].map(({ name }) => name)
  const ofStock = CSV_COLUMNS.stock.map(({ name }) => name)
  return names.includes('on_hand') && names.every((name) => ofStock.includes(name)) ? 'stock' : 'products'
}

/** Whether the first line names columns at all: without id or name nobody's line can be found. */
export function hasHeadings(headings: readonly string[]): boolean {
  const names = [...findColumns('products', headings).places.keys()].map(({ name }) => name)
  return names.includes('id') || names.includes('name')
}

interface Reader {
  kind: CsvKind
  places: ReadonlyMap<CsvColumn, number>
  shop: CsvShop
  facts: CsvFacts
  /** Ids of those not archived. */
  byName: ReadonlyMap<string, readonly string[]>
  /** Lines by whose they are: a product stands in a file once. */
  seen: Map<string, number>
}

type ReadLine = { change: CsvChange } | { problems: CsvProblem[] } | 'same'

/**
 * What a file would do, line by line, beside what the shop says. A cell that stands as the shop would write it is
 * never a change, whatever it is; a row without id belongs to the one product of its name, or is a new one.
 */
export function readRows(
  kind: CsvKind,
  headings: readonly string[],
  lines: readonly CsvLine[],
  shop: CsvShop,
): CsvReading {
  const { places, unknown } = findColumns(kind, headings)
  const cells = [...shop]
  const categories = [...new Set(cells.map(([, product]) => product.category ?? ''))].filter(Boolean)
  const reader: Reader = {
    kind,
    places,
    shop,
    facts: { categories },
    byName: idsByName(shop),
    seen: new Map(),
  }
  const own = new Map([...places].map(([{ name }, place]) => [name, String(headings[place]).trim()]))
  const reading: CsvReading = { unknown, headings: own, same: 0, changed: [], created: [], bad: [], newCategories: [] }
  for (const line of lines) {
    const read = readLine(reader, line, headings.length)
    if (read === 'same') reading.same++
    else if ('problems' in read) {
      const problems = read.problems.map((problem) => inWordsOf(own, problem))
      reading.bad.push({ ...line, name: nameOf(reader, line), problems })
    } else (read.change.id ? reading.changed : reading.created).push(read.change)
  }
  const made = [...reading.changed, ...reading.created].map(({ cells }) => cells.category?.[1] ?? '')
  reading.newCategories = [...new Set(made)].filter((name) => name !== '' && !categories.includes(name))
  return reading
}

function idsByName(shop: CsvShop): Map<string, string[]> {
  const kept = [...shop].filter(([, { archived }]) => archived !== 'yes')
  return groupByKey(kept.map(([id, { name = '' }]) => [nameKey(name), id]))
}

function cellAt({ places }: Reader, { cells }: CsvLine, name: string): string | undefined {
  for (const [column, place] of places) if (column.name === name) return readCell(cells[place] ?? '')
  return undefined
}

function nameOf(reader: Reader, line: CsvLine): string {
  const stored = reader.shop.get((cellAt(reader, line, 'id') ?? '').trim())?.name ?? ''
  const written = cleanLine(cellAt(reader, line, 'name') ?? '')
  return written === '' || isAsStored(written, stored) ? stored : written
}

/** Whose line it is: an id, empty for a new product, or what is wrong. */
function ownerOf(reader: Reader, line: CsvLine): string | CsvProblem {
  const written = (cellAt(reader, line, 'id') ?? '').trim()
  const name = nameKey(cellAt(reader, line, 'name') ?? '')
  const id = written === '' ? idOfName(reader, name) : written
  if (typeof id !== 'string') return id
  if (written !== '' && !reader.shop.has(written))
    return {
      column: 'id',
      says: written,
      why: 'No product has this id. Leave it empty for a new one, or take the id from a new download.',
    }
  const key = id || `name ${name}`
  const before = reader.seen.get(key)
  if (before !== undefined && (id !== '' || name !== ''))
    return {
      column: written ? 'id' : 'name',
      says: written || name,
      why: `Line ${before} is about the same product. Keep one of them.`,
    }
  reader.seen.set(key, line.line)
  return id
}

function idOfName({ byName, kind }: Reader, name: string): string | CsvProblem {
  const [id = '', ...others] = byName.get(name) ?? []
  const problem = (why: string) => ({ column: 'name', says: name, why })
  if (others.length > 0) return problem(`${others.length + 1} products have this name. Write the id of one.`)
  if (id === '' && kind === 'stock') return problem('No product has this name. Make it under Products first.')
  return id
}

function readLine(reader: Reader, line: CsvLine, width: number): ReadLine {
  const beyond = line.cells.slice(width).find((cell) => cell.trim() !== '')
  if (beyond !== undefined) {
    const why = 'This line has more cells than the first one. A text with a comma needs quotes around it.'
    return { problems: [{ column: '', says: beyond.trim(), why }] }
  }
  const id = ownerOf(reader, line)
  if (typeof id !== 'string') return { problems: [id] }
  const { cells, problems } = readCells(reader, line, reader.shop.get(id))
  const counted = countedOn(reader, line)
  if (typeof counted !== 'string') problems.push(counted)
  if (problems.length > 0) return { problems }
  if (Object.keys(cells).length === 0) return 'same'
  return {
    change: {
      line: line.line,
      id,
      name: nameOf(reader, line),
      cells,
      ...(counted !== '' && { counted: String(counted) }),
      ...(cells.on_hand && cellAt(reader, line, 'on_hand_was')?.trim() && { since: true as const }),
    },
  }
}

/** What the cells of a line change of what is stored. */
function readCells(reader: Reader, line: CsvLine, stored: CsvCells | undefined) {
  const problems: CsvProblem[] = []
  const cells: CsvChange['cells'] = {}
  for (const [column, place] of reader.places) {
    if (isTold(reader.kind, column.name)) continue
    const text = even(readCell(line.cells[place] ?? ''))
    const read = readChange(reader, column, text, stored, cellAt(reader, line, 'on_hand_was') ?? '')
    if (read && 'why' in read) problems.push({ column: column.name, says: text || 'empty', why: read.why })
    else if (read) cells[column.name] = read.cell
  }
  if (!stored) addRequired(reader, cells, problems)
  return { cells, problems }
}

/** What a new product needs and a file has no column for, or stands in it as empty. */
function addRequired({ kind, places }: Reader, cells: CsvChange['cells'], problems: CsvProblem[]): void {
  for (const column of CSV_COLUMNS[kind]) {
    if (column.fallback && !cells[column.name]) cells[column.name] = ['', column.write(column.fallback)]
    if (!column.required || cells[column.name] || places.has(column)) continue
    problems.push({ column: column.name, says: 'no such column', why: column.required })
  }
}

function countedOn(reader: Reader, line: CsvLine): string | CsvProblem {
  const text = reader.kind === 'stock' ? (cellAt(reader, line, COUNTED_ON.name) ?? '').trim() : ''
  if (text === '') return ''
  const read = COUNTED_ON.read(text, reader.facts)
  return 'value' in read ? String(read.value) : { column: COUNTED_ON.name, says: text, why: read.problem }
}

type Changed = { cell: readonly [was: string, now: string] } | { why: string } | undefined

function readChange(
  { facts }: Reader,
  column: CsvColumn,
  text: string,
  stored: CsvCells | undefined,
  onHandWas: string,
): Changed {
  const was = stored?.[column.name] ?? ''
  if (stored && isAsStored(text, was)) return undefined
  if (text === '') {
    if (column.required) return { why: stored ? column.required : `A new product needs a ${column.name}.` }
    return stored && column.empty !== undefined ? { cell: [was, column.write(column.empty)] } : undefined
  }
  const read = column.read(text, facts)
  if ('problem' in read) return { why: read.problem }
  if (column.name === 'on_hand') return pieces(Number(read.value), was, onHandWas, column)
  const now = column.write(read.value)
  return stored && now === was ? undefined : { cell: [was, now] }
}

/** What is meant by a number of pieces: the difference to when the file was made, where it says what there was. */
function pieces(value: number, was: string, onHandWas: string, column: CsvColumn): Changed {
  const read = onHandWas.trim() === '' ? undefined : column.read(onHandWas.trim(), { categories: [] })
  if (read && 'problem' in read) return { why: `In on_hand_was: ${read.problem}` }
  const now = read && was !== '' ? Number(was) + value - Number(read.value) : value
  if (now < 0) return { why: `${was} are left: some were sold since the file was made. Download it again.` }
  return String(now) === was ? undefined : { cell: [was, String(now)] }
}
