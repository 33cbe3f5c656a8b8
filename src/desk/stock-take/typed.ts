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
}
/** By the product's id. */
export type Typed = { readonly [product: string]: TypedLine }

/** What a line changes in the book; undefined for one that cannot be read, null for one that is empty. */
export function differenceIn(
  { text, book }: Pick<TypedLine, 'text' | 'book'>,
  deed: StockDeed,
): number | null | undefined {
  const read = readPieces(text, deed)
  if (!read) return read
  return 'change' in read ? read.change : read.counted - (book ?? 0)
}

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
    filled: differences.length,
    bad: differences.filter((difference) => difference === undefined).length,
    differ: numbers.filter((difference) => difference !== 0).length,
    sum: numbers.reduce((sum, difference) => sum + difference, 0),
  }
}

/** What is sent: a count with the seconds since it was typed. */
export function linesOf(typed: Typed, deed: StockDeed): StockLine[] {
  return Object.entries(typed).flatMap(([product, { text, at }]): StockLine[] => {
    const read = readPieces(text, deed)
    if (!read) return []
    const ago = Math.max(0, Math.round((Date.now() - at) / 1000))
    return 'counted' in read ? [{ product, counted: read.counted, ago }] : [{ product, change: read.change, at }]
  })
}
