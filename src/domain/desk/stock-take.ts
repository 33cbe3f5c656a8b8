import * as v from 'valibot'
import { recordId } from '../record-id'
import { asciiDigits } from '../text'

/** What somebody does with the stock: says what is there, what went at a market, or what was made. */
export type StockDeed = 'count' | 'sold' | 'made'

/** Most lines of one save. */
export const MAX_LINES = 500
const MOST_PIECES = 100_000
/** How long after it was typed a count is still believed, seconds: a day. */
export const COUNT_STANDS_S = 24 * 60 * 60

const id = recordId('Name the product.', 'This is no product.')
const whole = (least: number) =>
  v.pipe(
    v.number('Write a whole number.'),
    v.integer('Write a whole number.'),
    v.minValue(least, `Write ${least} or more.`),
    v.maxValue(MOST_PIECES, 'At most 1,00,000 pieces.'),
  )
const begun = v.optional(v.pipe(v.number(), v.integer()))

/**
 * Body of `POST /api/store/desk/stock`. A line is what was counted (`counted`, so many seconds `ago`) or how many more
 * or fewer there are (`change`). What came of a line is written once, however often it is sent with the time it was
 * begun (`at`, ms): another number takes the place of the one before.
 */
export const stockSchema = v.object({
  deed: v.picklist(['count', 'sold', 'made'], 'Say what was done.'),
  lines: v.pipe(
    v.array(
      v.union(
        [
          v.object({
            product: id,
            counted: whole(0),
            ago: v.pipe(v.number('Say when it was counted.'), v.minValue(0)),
            at: begun,
          }),
          v.object({ product: id, change: whole(-MOST_PIECES), at: begun }),
        ],
        'Say what was counted.',
      ),
    ),
    v.minLength(1, 'Nothing was typed.'),
    v.maxLength(MAX_LINES, `At most ${MAX_LINES} lines at a time.`),
    v.check((lines) => new Set(lines.map(({ product }) => product)).size === lines.length, 'A product stands twice.'),
  ),
})
export type StockLine = v.InferOutput<typeof stockSchema>['lines'][number]

/** Body of `POST /api/store/desk/stock/undo`: rows of the ledger to take back. */
export const stockUndoSchema = v.object({
  movements: v.pipe(v.array(id, 'Name the rows.'), v.minLength(1, 'Name the rows.'), v.maxLength(MAX_LINES)),
})

/** The rows written; a line that changes nothing writes none. */
export interface StockSaved {
  movements: string[]
}

/**
 * Whether so few are left that more should be made. What nobody counts is never low.
 * @param mark at so many or fewer; 0 when the last one is sold
 */
export function isLow(pieces: number | null, mark: number): boolean {
  return pieces !== null && pieces <= mark
}

/**
 * What a typed line means, in the digits of any of India's keyboards: `36` is what is there, `+5` and `-2` what came
 * and went; nothing is null.
 */
export function readPieces(text: string, deed: StockDeed): { counted: number } | { change: number } | null | undefined {
  const bare = asciiDigits(text).trim()
  if (bare === '') return null
  const match = /^([+\-−]?)\s*(\d{1,6})$/.exec(bare)
  if (!match) return undefined
  const [, sign, digits] = match
  const pieces = Number(digits)
  if (pieces > MOST_PIECES) return undefined
  if (deed === 'count') return sign ? { change: sign === '+' ? pieces : -pieces } : { counted: pieces }
  if (sign && sign !== '+') return undefined
  return { change: deed === 'sold' ? -pieces : pieces }
}

/** Whether a change is so large that it may be a slip of the finger: more than half of what the book has. */
export function isFarOff(book: number | null, difference: number): boolean {
  return book !== null && book > 0 && Math.abs(difference) * 2 > book
}
