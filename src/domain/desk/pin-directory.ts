import { stateOfPincode } from '../account/pincode'
import { isPincode } from '../account/read-pincode'
import { STATES } from '../account/states'
import { sumByKey } from '../by-key'
import { groupIndian } from '../money'
import { cutLine } from '../text'
import { counted } from './list-words'

/**
 * India Post's directory of PIN codes as data.gov.in publishes it ("All India Pincode Directory", one row an office),
 * read row by row and collapsed to one entry a PIN code.
 */

/** What GODL-India asks for: provider, source and licence, with their addresses. */
export const PIN_SOURCE = {
  text: 'Data has been published by the Department of Posts, Ministry of Communications, Government of India, and sourced from Open Government Data (OGD) Platform of India: All India Pincode Directory.',
  url: 'https://www.data.gov.in/resource/all-india-pincode-directory-till-last-month',
  licence: 'Government Open Data License - India',
  licenceUrl: 'https://www.data.gov.in/Godl',
} as const

/** All of that in one line. */
export const PIN_ATTRIBUTION = `${PIN_SOURCE.text} ${PIN_SOURCE.url}. Published under ${PIN_SOURCE.licence}: ${PIN_SOURCE.licenceUrl}`

/** PIN code, state's code (empty: the directory does not say), district, post office. */
export type PinEntry = readonly [pincode: string, state: string, district: string, office: string]

/** What a file says, and what is odd in it, in sentences. */
export interface PinReading {
  offices: number
  states: number
  /** In the order of their PIN codes. */
  entries: PinEntry[]
  odd: string[]
}

/** Columns by the headings of the known releases, without blanks, marks and capitals. */
const HEADINGS = {
  office: ['officename'],
  pincode: ['pincode'],
  type: ['officetype'],
  delivery: ['delivery', 'deliverystatus'],
  district: ['district', 'districtname'],
  state: ['statename', 'state'],
} as const
type Column = keyof typeof HEADINGS
const COLUMNS = Object.keys(HEADINGS) as Column[]
/** Without these there is no directory; the others only help to choose. */
const NEEDED: readonly Column[] = ['office', 'pincode', 'district', 'state']
/** A longer name would be none; the record store's columns hold as much. */
const PIN_NAME_LENGTH = 60
/** Of all rows, how many may be unreadable before the file counts as another: its columns are shifted. */
const MOST_UNREADABLE = 0.05
/** India has about 19,500 PIN codes: of fewer the owner is told. */
const FEWEST_USUAL = 18_000
/** PIN codes that are made between two rests. */
const AT_A_TIME = 500

const squeezed = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

/** Names of states that are written in another way than ours. */
const OTHER_NAMES: Record<string, string> = {
  andamannicobarislands: 'AN',
  dadraandnagarhaveli: 'DH',
  damananddiu: 'DH',
  nctofdelhi: 'DL',
  newdelhi: 'DL',
  chattisgarh: 'CG',
  orissa: 'OD',
  pondicherry: 'PY',
  uttaranchal: 'UK',
}
const CODE_OF_NAME = new Map([
  ...Object.entries(OTHER_NAMES),
  ...STATES.map(({ code, name }) => [squeezed(name), code] as const),
])

/** A state as the directory writes it (`THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU`) → its code, or an empty text. */
function stateCode(name: string): string {
  const plain = squeezed(name.replace(/&/g, 'and').replace(/^\s*the\s/i, ''))
  return CODE_OF_NAME.get(plain) ?? CODE_OF_NAME.get(plain.replace('and', '')) ?? ''
}

const isNone = (cell: string) => cell === '' || /^(na|n\/a|null|-+)$/i.test(cell)

/** What needs no cleaning, as nearly all of forty thousand names. */
const PLAIN = /^(?:[!-~]+ )*[!-~]+$(?<=^.{1,60})/

/** `24 PARAGANAS NORTH` → `24 Paraganas North`. What has small letters stays as it is. */
export function readableName(name: string): string {
  const line = PLAIN.test(name) ? name : cutLine(name.replaceAll('\ufffd', ''), PIN_NAME_LENGTH)
  if (/[a-z]/.test(line)) return line
  return line
    .toLowerCase()
    .replace(/(^|[^a-z'])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/ (And|Of) /g, (word) => word.toLowerCase())
}

/** `Malleswaram S.O` → `Malleswaram`: what kind of office it is stands in a column of its own. */
const officeName = (name: string) =>
  readableName(name.replace(/(^|\s)(?:[BHSP]\.?\s?O\.?)(?=\s|$)/gi, '$1')).replace(/\s*\((.*)\)$/, ' ($1)')

/** Which office a PIN code is named after: the head office, then what delivers, then the larger. */
function rankOf(type: string, delivery: string): number {
  const kind = squeezed(type)
  const delivers = squeezed(delivery) === 'delivery'
  return (kind === 'ho' ? 4 : 0) + (delivers ? 2 : 0) + (kind === 'bo' ? 0 : 1)
}

interface Found {
  /** Offices by state and district, as written. */
  votes: Map<string, number>
  office: string
  rank: number
}

/** Which of some names most offices have; of as many, the first in the file. */
function most(counts: Iterable<readonly [name: string, count: number]>): string {
  let best: readonly [string, number] = ['', 0]
  for (const one of counts) if (one[1] > best[1]) best = one
  return best[0]
}

/** Sums by a part of the names. */
function summed(counts: Iterable<readonly [string, number]>, part: 0 | 1): Map<string, number> {
  const named = [...counts].map(([both, count]) => [both.split('\t')[part] ?? '', count] as const)
  return sumByKey(named.filter(([name]) => name))
}

/**
 * State and district of most offices. Where the first digits tell another state, those few rows are known to be
 * mistakes: the digits count, and the district is that of the offices which agree with them, or none.
 */
function entryOf(pincode: string, { votes, office }: Found): PinEntry {
  const state = stateOfPincode(pincode) ?? most(summed(votes, 0))
  const ofState = [...votes].filter(([both]) => both.startsWith(`${state}\t`) || both.startsWith('\t'))
  const district = ofState.length === 1 ? ofState[0]?.[0].split('\t')[1] : most(summed(ofState, 1))
  return [pincode, state, readableName(district ?? ''), officeName(office)]
}

/** `1,65,627 post offices, 19,586 PIN codes, 36 states and territories`. */
export const wordsOf = ({ offices, entries, states }: PinReading): string =>
  [
    counted(offices, 'post office'),
    counted(entries.length, 'PIN code'),
    counted(states, 'state or territory', 'states and territories'),
  ].join(', ')

/** A file that is not the directory, or not the whole of it: the message is a sentence for whoever chose it. */
export class WrongPinFile extends Error {}

const NOT_THIS =
  'This is not India Post’s directory of PIN codes: take the CSV of “All India Pincode Directory” from data.gov.in.'

/** What a file is by its first characters, where that is no table; an empty text when it may be one. */
export function problemOfBeginning(text: string): string {
  const begin = text.slice(0, 1000)
  if (begin.trim() === '') return 'This file is empty.'
  if (/^PK\u0003\u0004/.test(begin)) return 'This is a spreadsheet or a ZIP file. Unpack it, or save it as CSV UTF-8.'
  if (/^\ufeff?\s*</.test(begin)) return `This is a web page and no table. ${NOT_THIS}`
  if (/^\ufeff?\s*[[{]/.test(begin)) return `This is JSON and no CSV. ${NOT_THIS}`
  if (/[\u0000-\u0008\u000e-\u001f]/.test(begin)) return `This is no text: a picture, perhaps, or UTF-16. ${NOT_THIS}`
  return ''
}

/** Where each column stands. @throws WrongPinFile that names what is missing */
function placesOf(headings: readonly string[]): Record<Column, number> {
  const plain = headings.map(squeezed)
  const place = (column: Column) => plain.findIndex((name) => (HEADINGS[column] as readonly string[]).includes(name))
  const places = Object.fromEntries(COLUMNS.map((column) => [column, place(column)])) as Record<Column, number>
  const missing = NEEDED.filter((column) => places[column] < 0).map((column) => HEADINGS[column][0])
  if (missing.length > 0)
    throw new WrongPinFile(
      `${NOT_THIS} The first line of this file has no ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}.`,
    )
  return places
}

/** What was read so far. */
interface Tally {
  found: Map<string, Found>
  rows: number
  /** Rows without a PIN code, and offices without a state. */
  unread: number
  stateless: number
  /** Offices by the names of states that are none. */
  strange: Map<string, number>
}

function note(tally: Tally, cell: (column: Column) => string): void {
  const pincode = cell('pincode')
  if (!isPincode(pincode)) {
    tally.unread++
    return
  }
  const name = cell('state')
  const state = stateCode(name)
  if (!state) tally.stateless++
  if (!state && !isNone(name)) tally.strange.set(name, (tally.strange.get(name) ?? 0) + 1)
  const district = cell('district')
  const both = `${state}\t${isNone(district) ? '' : district}`
  const at = tally.found.get(pincode) ?? { votes: new Map(), office: '', rank: -1 }
  tally.found.set(pincode, at)
  at.votes.set(both, (at.votes.get(both) ?? 0) + 1)
  const rank = rankOf(cell('type'), cell('delivery'))
  if (rank > at.rank) Object.assign(at, { rank, office: cell('office') })
}

async function readingOf(tally: Tally, rest: () => Promise<void>): Promise<PinReading> {
  const { found, rows, unread, strange } = tally
  if (unread > rows * MOST_UNREADABLE)
    throw new WrongPinFile(`In ${counted(unread, 'line')} of ${groupIndian(String(rows))} there is no PIN code.`)
  const unknown = [...strange.values()].reduce((sum, count) => sum + count, 0)
  if (unknown > rows * MOST_UNREADABLE)
    throw new WrongPinFile(`States are not named as India Post names them: “${most(strange)}”, for example.`)
  const entries: PinEntry[] = []
  for (const [pincode, at] of found) {
    entries.push(entryOf(pincode, at))
    if (entries.length % AT_A_TIME === 0) await rest()
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  const states = new Set(entries.map(([, state]) => state).filter(Boolean))
  return { offices: rows - unread, states: states.size, entries, odd: oddities(tally, entries.length, states) }
}

/**
 * Collects the directory's rows. Give `add` each row's cells, headings first; then `finish`, which calls `rest` now and
 * then, so that a page can draw.
 * @throws WrongPinFile from both, as soon as it is sure
 */
export function pinCollector() {
  const tally: Tally = { found: new Map(), rows: 0, unread: 0, stateless: 0, strange: new Map() }
  let places: Record<Column, number> | undefined
  let columns = 0
  let last: readonly string[] = []
  return {
    get offices() {
      return tally.rows
    },
    add(cells: readonly string[]): void {
      if (cells.every((cell) => cell.trim() === '')) return
      if (!places) {
        places = placesOf(cells)
        columns = cells.length
        return
      }
      const where = places
      tally.rows++
      last = cells
      note(tally, (column) => (cells[where[column]] ?? '').trim())
    },
    async finish(rest: () => Promise<void> = async () => {}): Promise<PinReading> {
      if (!places) throw new WrongPinFile('This file is empty.')
      if (tally.rows === 0) throw new WrongPinFile('This file has its headings and nothing below.')
      if (last.length < columns)
        throw new WrongPinFile('This file is cut off: its last line is not complete. Download it again.')
      return readingOf(tally, rest)
    },
  }
}

function oddities(tally: Tally, pins: number, states: ReadonlySet<string>): string[] {
  const { found, strange, unread, stateless } = tally
  const missing = STATES.filter(({ code }) => !states.has(code)).map(({ name }) => name)
  const shared = [...found.values()].filter(({ votes }) => votes.size > 1 && summed(votes, 0).size > 1).length
  return [
    pins < FEWEST_USUAL && `Only ${counted(pins, 'PIN code')}: India has about 19,500.`,
    missing.length > 0 &&
      (missing.length > 6 ? `${missing.length} states are not in it.` : `Not in it: ${missing.join(', ')}.`),
    unread > 0 && `${counted(unread, 'line')} without a PIN code ${unread === 1 ? 'is' : 'are'} left out.`,
    strange.size > 0 && `Unknown states: ${[...strange.keys()].slice(0, 5).join(', ')}.`,
    stateless > 0 && `${counted(stateless, 'office')} without a state: their first digits tell it where they can.`,
    shared > 0 && `${counted(shared, 'PIN code')} in more than one state: the one with most offices counts.`,
  ].filter((text) => text !== false)
}

/** Whether so many PIN codes are far fewer than those in place: a part of a file, probably. */
export const isFarFewer = (pins: number, inPlace: number): boolean => pins < inPlace * 0.9

const CODES = new Set(['', ...STATES.map(({ code }) => code)])
const isName = (text: unknown): boolean => typeof text === 'string' && text.length <= PIN_NAME_LENGTH

/** Whether what was sent is an entry as this file makes them. */
export function isPinEntry(value: unknown): value is PinEntry {
  if (!Array.isArray(value) || value.length !== 4) return false
  const [pincode, state, district, office] = value
  return typeof pincode === 'string' && isPincode(pincode) && CODES.has(state) && isName(district) && isName(office)
}
