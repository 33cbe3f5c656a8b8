import type Papa from 'papaparse'
import { type PinReading, pinCollector, problemOfBeginning, WrongPinFile } from '@/domain/desk/pin-directory'
import { MOST_PINS, type PinsDone, type PinsRequest } from '@/domain/desk/pins'

/** Largest file that is read, bytes: the whole directory has 22 MB. */
const MAX_PIN_BYTES = 60 * 1024 * 1024
/** Read at a time, bytes: a moment's work for a phone, between which it draws and answers. */
const CHUNK_BYTES = 128 * 1024
/** Largest part of a body that PIN codes may take, bytes: a body has 64 kB. */
const MAX_PIECE_BYTES = 56_000

/** A file of the browser, or a stream of Node's, with the text it begins with. */
interface PinFile {
  begin: string
  source: File | NodeJS.ReadableStream
  bytes: number
}

/**
 * Reads India Post's directory, a little at a time. `onOffices` is told how many there are so far.
 * @throws WrongPinFile with a sentence, or what reading the file throws
 */
export async function readPinFile(
  { begin, source, bytes }: PinFile,
  onOffices: (offices: number) => void = () => {},
): Promise<PinReading> {
  const problem = problemOfBeginning(begin)
  if (problem) throw new WrongPinFile(problem)
  if (bytes > MAX_PIN_BYTES) throw new WrongPinFile('This file has more than 60 MB: it is not the directory alone.')
  const { default: papa } = await import('papaparse')
  const collector = pinCollector()
  await new Promise<void>((resolve, reject) => {
    const take = ({ data, errors }: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
      try {
        if (errors.some(({ code }) => code === 'MissingQuotes'))
          throw new WrongPinFile('This file is cut off: its last text has no end. Download it again.')
        for (const cells of data) collector.add(cells)
        onOffices(collector.offices)
      } catch (error) {
        reject(error)
        parser.abort()
      }
    }
    // Its types know streams of Node's under another signature alone.
    papa.parse<string[], File>(source as File, {
      chunkSize: CHUNK_BYTES,
      chunk: take,
      complete: () => resolve(),
      error: reject,
    })
  })
  return collector.finish(() => new Promise((next) => setTimeout(next)))
}

/** The next PIN codes that fit into one request. */
function pieceAt(entries: PinReading['entries'], from: number): PinsRequest['entries'] {
  const encoder = new TextEncoder()
  const piece: PinsRequest['entries'] = []
  let bytes = 0
  for (const entry of entries.slice(from, from + MOST_PINS)) {
    bytes += encoder.encode(JSON.stringify(entry)).length + 1
    if (piece.length > 0 && bytes > MAX_PIECE_BYTES) break
    piece.push(entry)
  }
  return piece
}

/** An import: the same `key` goes on where it stopped. */
export interface PinImport {
  key: string
  file: string
  reading: PinReading
  /** That it may have far fewer PIN codes than the one in place. */
  fewer: boolean
}

/**
 * Sends a directory piece by piece until it is in place, or `isStopped`. `onDone` is told how many PIN codes are there.
 * @param send asks `POST /api/store/desk/pins`
 * @returns whether it is in place
 * @throws what `send` throws; what was taken in stays, and the same import goes on from there
 */
export async function sendPins(
  { key, file, reading, fewer }: PinImport,
  send: (request: PinsRequest) => Promise<PinsDone>,
  { onDone, isStopped }: { onDone?: (pins: number) => void; isStopped?: () => boolean } = {},
): Promise<boolean> {
  const { entries, offices, states } = reading
  const about = { key, file: file.slice(-200), offices, states, pins: entries.length, fewer }
  for (let done = 0; ; ) {
    if (isStopped?.()) return false
    const answer = await send({ ...about, done, entries: pieceAt(entries, done) })
    onDone?.(answer.done)
    if (answer.inPlace) return true
    done = answer.done
  }
}
