import * as v from 'valibot'
import { cleanLine } from '../text'
import { isPinEntry, type PinEntry } from './pin-directory'
import { importKey } from './request-ids'

/** The directory of PIN codes that is in place. */
export interface PinDirectory {
  file: string
  pins: number
  offices: number
  states: number
  /** When it came in: `2026-11-24 08:30:00.000Z`. */
  since: string
}

/** `GET /api/store/desk/pins`. */
export interface PinsAnswer {
  directory: PinDirectory | null
}

/** PIN codes of one request at most. */
export const MOST_PINS = 2000
/** More than there can be. */
const MOST_IN_ALL = 100_000

const count = v.pipe(v.number('Write a number.'), v.integer('Write a whole number.'), v.minValue(0, 'Write 0 or more.'))

/**
 * Body of `POST /api/store/desk/pins`: a piece of an import. `done`: PIN codes before this piece; with the first piece
 * (0) an import begins, and with the last the directory is in place.
 */
export const pinsRequestSchema = v.object({
  key: importKey,
  file: v.pipe(v.string('Name the file.'), v.transform(cleanLine), v.maxLength(200, 'This name is too long.')),
  offices: count,
  states: count,
  pins: v.pipe(count, v.minValue(1, 'Send PIN codes.'), v.maxValue(MOST_IN_ALL, 'There are not so many PIN codes.')),
  done: count,
  /** That it may have far fewer PIN codes than the one in place. */
  fewer: v.optional(v.boolean('Say true or false.'), false),
  entries: v.pipe(
    // One check of each, not a schema of its parts: a thousand of those would take the server's engine a while.
    v.array(v.custom<PinEntry>(isPinEntry, 'Send PIN code, state, district and office.'), 'Send PIN codes.'),
    v.minLength(1, 'Send PIN codes.'),
    v.maxLength(MOST_PINS, 'Send fewer PIN codes.'),
  ),
})
export type PinsRequest = v.InferInput<typeof pinsRequestSchema>
export type PinsPiece = v.InferOutput<typeof pinsRequestSchema>

/** `POST /api/store/desk/pins`: how many PIN codes of this import the store has, and whether it is in place. */
export interface PinsDone {
  done: number
  inPlace: boolean
}
