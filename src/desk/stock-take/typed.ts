import { isFarOff, readPieces, type StockDeed, type StockLine } from '@/domain/desk/stock-take'

/** A line as it was typed. */
export interface TypedLine {
  text: string
  /** When, ms: a count says what was there then. */
  at: number
  /** What the book had. */
  book: number | null
  /** Far off, and meant all the same. */
  sure?: boolean
  /** What the store said about it. */
  problem?: string
  /** When it was begun, ms; typed on, it stays the same line. */
  begun?: number
  /** What the ledger has of it: it was typed on while it was written. */
  written?: number
}
/** By the product's id. */
export type Typed = { readonly [product: string]: TypedLine }

/** What a line is to change in the book; undefined for one that cannot be read, null for one that is empty. */
export function differenceIn(
  { text, book, written = 0 }: Pick<TypedLine, 'text' | 'book' | 'written'>,
  deed: StockDeed,
): number | null | undefined {
  const read = readPieces(text, deed)
  if (!read) return read
  return 'change' in read ? read.change - written : read.counted - (book ?? 0)
}

/** Lines with one typed, on what was typed of it before. */
export function typedOn(before: Typed, id: string, { text, at, book }: TypedLine): Typed {
  const { begun = at, written } = before[id] ?? {}
  return { ...before, [id]: { text, at, book, begun, ...(written !== undefined && { written }) } }
}

const changed = (lines: Typed, change: (line: TypedLine, id: string) => TypedLine | undefined): Typed =>
  Object.fromEntries(
    Object.entries(lines).flatMap(([id, line]) => {
      const next = change(line, id)
      return next ? [[id, next]] : []
    }),
  )

/** What is typed now, when the lines of `sent` are written: those that were typed on since stay, and say so. */
export function afterWrite(now: Typed, sent: Typed, deed: StockDeed): Typed {
  return changed(now, (line, id) => {
    const before = sent[id]
    // By what was typed when: the screen may have been opened again meanwhile.
    if (line.text === before?.text && line.at === before.at) return undefined
    const read = before && line.begun === before.begun ? readPieces(before.text, deed) : null
    return read && 'change' in read ? { ...line, written: read.change } : line
  })
}

/** What is typed now, when what was written of `sent` is taken back. */
export function afterUndo(now: Typed, sent: Typed): Typed {
  return changed(now, (line, id) => {
    const { written, ...bare } = line
    return line.begun === sent[id]?.begun ? bare : line
  })
}

/** What is typed now, with what the store said of the very lines of `sent`. @param problems by product */
export const afterRefusal = (now: Typed, sent: Typed, problems: { readonly [product: string]: string }): Typed =>
  changed(now, (line, id) => {
    const problem = line === sent[id] && problems[id]
    return problem ? { ...line, problem } : line
  })

/** Whether the line asks if it was meant. */
export function isDoubted(line: TypedLine, deed: StockDeed): boolean {
  const difference = differenceIn(line, deed)
  // A new batch may well be larger than what was left.
  return !line.sure && deed !== 'made' && typeof difference === 'number' && isFarOff(line.book, difference)
}

export const doubted = (typed: Typed, deed: StockDeed): number =>
  Object.values(typed).filter((line) => isDoubted(line, deed)).length

/** Lines filled in, those that cannot be read, those that differ from the book, and by how many pieces in all. */
export function total(typed: Typed, deed: StockDeed): { filled: number; bad: number; differ: number; sum: number } {
  const differences = Object.values(typed).map((line) => differenceIn(line, deed))
  const numbers = differences.filter((difference) => typeof difference === 'number')
  return {
    filled: differences.filter((difference) => difference !== null).length,
    bad: differences.filter((difference) => difference === undefined).length,
    differ: numbers.filter((difference) => difference !== 0).length,
    sum: numbers.reduce((sum, difference) => sum + difference, 0),
  }
}

/** What is sent: a count with the seconds since it was typed. */
export function linesOf(typed: Typed, deed: StockDeed): StockLine[] {
  return Object.entries(typed).flatMap(([product, { text, at, begun = at }]): StockLine[] => {
    const read = readPieces(text, deed)
    if (!read) return []
    const ago = Math.max(0, Math.round((Date.now() - at) / 1000))
    return [{ product, ...read, ...('counted' in read && { ago }), at: begun } as StockLine]
  })
}
