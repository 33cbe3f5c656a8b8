import { isFarFewer } from '../../../src/domain/desk/pin-directory'
import {
  type PinDirectory,
  type PinsAnswer,
  type PinsDone,
  type PinsPiece,
  pinsRequestSchema,
} from '../../../src/domain/desk/pins'
import { httpProblem } from '../guard/answer'
import { now, recordDate } from '../lib/clock'
import { firstRecord, newRecord, rows, run } from '../lib/rows'
import { type DeskCaller, deskPost, deskRoute, inOne, logDeed } from './desk-caller'

const inPlace = (app: PbApp): PbRecord | undefined => firstRecord(app, 'pin_directories', "since != ''", {}, '-edition')

function directoryOf(record: PbRecord): PinDirectory {
  const [pins = 0, offices = 0, states = 0] = ['pins', 'offices', 'states'].map((field) => record.getInt(field))
  return { file: record.getString('file'), pins, offices, states, since: record.getString('since') }
}

/** GET /api/store/desk/pins: the directory of PIN codes that is in place (`PinsAnswer`). */
export function pinsInPlace(e: PbRequestEvent): unknown {
  return deskRoute(e, ['owner'], (): PinsAnswer => {
    const record = inPlace(e.app)
    return { directory: record ? directoryOf(record) : null }
  })
}

/** Drops every directory but this one, and what is left of others. */
function dropOthers(app: PbApp, edition: number): void {
  run(app, 'DELETE FROM pin_directories WHERE edition != {:edition}', { edition })
  run(app, 'DELETE FROM pin_codes WHERE edition != {:edition}', { edition })
}

/** How many it has so far, and the last of them. */
function takenIn(app: PbApp, edition: number): { taken: number; last: string } {
  const sql = "SELECT COUNT(*) AS taken, COALESCE(MAX(pincode), '') AS last FROM pin_codes WHERE edition = {:edition}"
  const none = { taken: 0, last: '' }
  return rows(app, sql, { edition }, none)[0] ?? none
}

function begin(app: PbApp, { key, file, pins, offices, states }: PinsPiece): PbRecord {
  const edition = inPlace(app)?.getInt('edition') ?? 0
  dropOthers(app, edition)
  const made = { key, file, pins, offices, states, edition: edition + 1 }
  const record = newRecord(app, 'pin_directories', made)
  app.save(record)
  return record
}

/** The import this piece belongs to; undefined when it was begun anew by somebody else. */
function importOf(app: PbApp, piece: PinsPiece): PbRecord | undefined {
  const found = firstRecord(app, 'pin_directories', 'key = {:key}', { key: piece.key })
  return found ?? (piece.done === 0 ? begin(app, piece) : undefined)
}

function takeIn(app: PbApp, edition: number, entries: PinsPiece['entries']): void {
  run(
    app,
    `INSERT INTO pin_codes (edition, pincode, state, district, office)
     SELECT {:edition}, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each({:entries})`,
    { edition, entries: JSON.stringify(entries) },
  )
}

function putInPlace(app: PbApp, record: PbRecord, caller: DeskCaller): void {
  record.set('since', recordDate(now()))
  app.save(record)
  dropOthers(app, record.getInt('edition'))
  const { pins, file } = directoryOf(record)
  logDeed(app, caller, `Brought in ${pins} PIN codes from ${file}`, '#/setup')
}

const isRising = (texts: readonly string[]): boolean =>
  texts.every((text, at) => at === 0 || text > (texts[at - 1] ?? ''))

const GONE = httpProblem(409, 'pins_gone', 'Another import of PIN codes was begun meanwhile. Begin this one again.')
const NOT_RISING = httpProblem(400, 'pins_order', 'PIN codes come in rising order, each once. Choose the file again.')
const tooFew = (pins: number, before: number) =>
  httpProblem(409, 'far_fewer_pins', `This file has ${pins} PIN codes and the directory in place has ${before}.`)

/**
 * POST /api/store/desk/pins: takes in a piece of a directory (`pinsRequestSchema`, answered by `PinsDone`). Nobody is
 * told of it before its last piece; then it replaces the one before, in one transaction. A piece that was taken in
 * already, or comes too early, changes nothing: the answer says where to go on. 409 when another import was begun, or
 * when it has far fewer PIN codes than the one in place and `fewer` does not allow that.
 */
export function bringPinsIn(e: PbRequestEvent): unknown {
  return deskPost(e, ['owner'], pinsRequestSchema, (piece, caller) => {
    return inOne(e.app, (txApp, refuse): PinsDone => {
      const before = inPlace(txApp)?.getInt('pins') ?? 0
      if (!piece.fewer && isFarFewer(piece.pins, before)) refuse(tooFew(piece.pins, before))
      const record = importOf(txApp, piece) ?? refuse(GONE)
      const { since, pins } = directoryOf(record)
      const edition = record.getInt('edition')
      if (since !== '') return { done: pins, inPlace: true }
      const { taken, last } = takenIn(txApp, edition)
      if (piece.done !== taken) return { done: taken, inPlace: false }
      const now = taken + piece.entries.length
      if (now > pins || !isRising([last, ...piece.entries.map(([pincode]) => pincode)])) refuse(NOT_RISING)
      takeIn(txApp, edition, piece.entries)
      if (now === pins) putInPlace(txApp, record, caller)
      return { done: now, inPlace: now === pins }
    })
  })
}
