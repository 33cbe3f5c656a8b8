import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readPinFile, sendPins } from '../../src/desk/setup/pin-file'
import { type PinAnswer, placeOfPin, suggested } from '../../src/domain/account/place'
import {
  isFarFewer,
  isPinEntry,
  type PinEntry,
  type PinReading,
  pinCollector,
  readableName,
} from '../../src/domain/desk/pin-directory'
import type { PinsDone, PinsRequest } from '../../src/domain/desk/pins'

const HEADINGS =
  'circlename,regionname,divisionname,officename,pincode,officetype,delivery,district,statename,latitude,longitude'
const OLDER =
  'officename,pincode,officeType,Deliverystatus,divisionname,regionname,circlename,Taluk,Districtname,statename'

/** A row of an office as the newer releases have it. */
const row = (office: string, pincode: string, kind: string, delivery: string, district: string, state: string) =>
  `Karnataka Circle,Bengaluru HQ Region,"East, Division",${office},${pincode},${kind},${delivery},${district},${state},12.9,77.5`
const ROWS = [
  row('Swimming Pool Extn BO', '560003', 'BO', 'Delivery', 'BENGALURU URBAN', 'KARNATAKA'),
  row('Malleswaram S.O', '560003', 'PO', 'Delivery', 'BENGALURU URBAN', 'KARNATAKA'),
  row('Palace Guttahalli SO', '560003', 'PO', 'Non Delivery', 'BENGALURU RURAL', 'KARNATAKA'),
]
const textOf = (...rows: string[]) => `${[HEADINGS, ...rows].join('\n')}\n`

/** As the command reads it, in pieces that end anywhere. */
function read(file: string | Uint8Array): Promise<PinReading> {
  const text = typeof file === 'string' ? file : Buffer.from(file).toString('utf8')
  const source = Readable.from(text.match(/.{1,700}/gs) ?? [''], { objectMode: false })
  return readPinFile({ begin: text.slice(0, 1000), source, bytes: text.length })
}
/** Many good rows, so that a few others are not most of them. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    row(`Office ${at} BO`, String(560_004 + at), 'BO', 'Delivery', 'BENGALURU URBAN', 'KARNATAKA'),
  )
const entriesOf = async (...rows: string[]): Promise<PinEntry[]> => {
  const collector = pinCollector()
  for (const line of [HEADINGS, ...rows]) collector.add(line.replace('"East, Division"', 'East').split(','))
  return (await collector.finish()).entries
}

describe('PIN-05 the directory’s rows become one entry a PIN code', () => {
  test('district of most offices; named after the one that delivers, without its kind', async () => {
    const { entries, offices, states } = await read(textOf(...ROWS))
    expect(entries).toEqual([['560003', 'KA', 'Bengaluru Urban', 'Malleswaram']])
    expect([offices, states]).toEqual([3, 1])
  })

  test('a head office comes before all others', async () => {
    const head = row('Bengaluru G.P.O.', '560003', 'HO', 'Non Delivery', 'BENGALURU URBAN', 'KARNATAKA')
    expect((await entriesOf(...ROWS, head))[0]?.[3]).toBe('Bengaluru G.P.O.')
  })

  test('the columns of older releases, with other marks and line ends', async () => {
    const older = [
      OLDER,
      'Achalapur B.O,504273,B.O,Delivery,Adilabad,Hyderabad,Andhra Pradesh,Asifabad,Adilabad,TELANGANA',
      'Ada S.O,504293,S.O,Delivery,Adilabad,Hyderabad,Andhra Pradesh,Asifabad,Adilabad,TELANGANA',
    ]
    const { entries } = await read(`\ufeff${older.join('\r\n')}\r\n\r\n`)
    expect(entries).toEqual([
      ['504273', 'TS', 'Adilabad', 'Achalapur'],
      ['504293', 'TS', 'Adilabad', 'Ada'],
    ])
    expect((await read(`${older.join('\n').replaceAll(',', ';')}`)).entries).toEqual(entries)
  })

  test('in more than one state the one of most offices counts, and "NA" is none', async () => {
    const at = (office: string, state: string, district: string) =>
      row(office, '605001', 'BO', 'Delivery', district, state)
    const rows = [
      at('A', 'TAMIL NADU', 'VILLUPURAM'),
      at('B', 'PUDUCHERRY', 'PONDICHERRY'),
      at('C', 'PONDICHERRY', 'NA'),
    ]
    const { entries, odd } = await read(textOf(...rows, at('D', 'NA', 'NA')))
    expect(entries).toEqual([['605001', 'PY', 'Pondicherry', 'A']])
    expect(odd).toContain('1 PIN code in more than one state: the one with most offices counts.')
    expect(odd).toContain('1 office without a state: their first digits tell it where they can.')
  })

  test('where its first digits are of one other state alone, they count', async () => {
    const wrong = row('Agartala HO', '799001', 'HO', 'Delivery', 'NIRMAL', 'TELANGANA')
    expect(await entriesOf(wrong)).toEqual([['799001', 'TR', '', 'Agartala']])
    const right = row('Agartala Bazar SO', '799001', 'PO', 'Delivery', 'West Tripura', 'TRIPURA')
    expect(await entriesOf(wrong, wrong, right)).toEqual([['799001', 'TR', 'West Tripura', 'Agartala']])
  })

  test.each([
    ['THE DADRA AND NAGAR HAVELI AND DAMAN AND DIU', '396210', 'DH'],
    ['Jammu & Kashmir', '244001', 'JK'],
    ['ANDAMAN & NICOBAR ISLANDS', '244001', 'AN'],
    ['ORISSA', '244001', 'OD'],
    ['Uttaranchal', '244001', 'UK'],
    ['CHATTISGARH', '244001', 'CG'],
    ['NCT of Delhi', '244001', 'DL'],
  ])('the state %s', async (state, pincode, code) => {
    expect((await entriesOf(row('A SO', pincode, 'PO', 'Delivery', 'X', state)))[0]?.[1]).toBe(code)
  })

  test.each([
    ['24 PARAGANAS NORTH', '24 Paraganas North'],
    ['KAIMUR (BHABUA)', 'Kaimur (Bhabua)'],
    ['JANJGIR-CHAMPA', 'Janjgir-Champa'],
    ['Y.S.R.', 'Y.S.R.'],
    ['S.A.S Nagar', 'S.A.S Nagar'],
    ['DADRA AND NAGAR HAVELI', 'Dadra and Nagar Haveli'],
    ['  NORTH   EAST\u200f ', 'North East'],
  ])('%s is read as %s', (name, readable) => expect(readableName(name)).toBe(readable))

  test.each([
    ['Malleswaram S.O', 'Malleswaram'],
    ['Karaikal B.O.', 'Karaikal'],
    ['Gandhi Nagar S.O (Cuddalore)', 'Gandhi Nagar (Cuddalore)'],
    ['Sivakasi R S SO', 'Sivakasi R S'],
    ['DEWANCHERUVU S.O', 'Dewancheruvu'],
    ['Bosari BO', 'Bosari'],
  ])('the office %s is %s', async (name, office) => {
    expect((await entriesOf(row(name, '560003', 'PO', 'Delivery', 'X', 'KARNATAKA')))[0]?.[3]).toBe(office)
  })

  test('what is odd is said: lines left out, few PIN codes, missing and unknown states', async () => {
    const odd = [
      row('A', '56000', 'BO', 'Delivery', 'X', 'KARNATAKA'),
      row('B', '560001', 'BO', 'Delivery', 'X', 'Tulunad'),
    ]
    expect((await read(textOf(...many(60), ...odd))).odd).toEqual([
      'Only 61 PIN codes: India has about 19,500.',
      '35 states are not in it.',
      '1 line without a PIN code is left out.',
      'Unknown states: Tulunad.',
      '1 office without a state: their first digits tell it where they can.',
    ])
  })

  test('whatever a row names as its state, an entry is one the record store takes', async () => {
    // No one state has 160 and 605.
    const strange = ['constructor', '__proto__', '<b>', 'KARNATAKA\u0000', '😀'.repeat(90)].map((state, at) =>
      row('A', `${at % 2 ? 160 : 605}00${at}`, 'BO', 'Delivery', 'X', state),
    )
    const { entries } = await read(textOf(...many(200), ...strange))
    expect(entries.filter((entry) => !isPinEntry(entry))).toEqual([])
    expect(entries).toHaveLength(205)
  })
})

describe('PIN-06 a file that is not the directory is refused in words', () => {
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1])
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...HEADINGS].flatMap((letter) => [letter.charCodeAt(0), 0])])
  const shifted = ROWS.map((line) => line.replace(/,(\d{6}),/, ',,$1,'))
  const foreign = many(20).map((line) => line.replace('KARNATAKA', 'कर्नाटक'))
  const wrong: readonly (readonly [what: string, file: string | Uint8Array, sentence: string])[] = [
    ['nothing', '', 'This file is empty.'],
    ['blanks', ' \n\n', 'This file is empty.'],
    ['a web page', '<!doctype html>\n<html><title>data.gov.in</title>', 'This is a web page and no table.'],
    ['an answer of the API', '{"records": []}', 'This is JSON and no CSV.'],
    ['a picture', jpeg, 'This is no text: a picture, perhaps, or UTF-16.'],
    ['UTF-16', utf16, 'This is no text: a picture, perhaps, or UTF-16.'],
    ['a spreadsheet', 'PK\u0003\u0004\u0014\u0000', 'This is a spreadsheet or a ZIP file.'],
    ['products', 'id,name,price\n1,Soap,180\n', 'has no columns officename, pincode, district, statename.'],
    ['one column too few', textOf(...ROWS).replace('statename', 'x'), 'has no column statename.'],
    ['rows without headings', `${ROWS.join('\n')}\n`, 'has no columns officename, pincode, district, statename.'],
    ['headings alone', `${HEADINGS}\n`, 'This file has its headings and nothing below.'],
    ['a last line that is cut', textOf(...ROWS).slice(0, -20), 'its last line is not complete.'],
    [
      'a text without its end',
      textOf(...ROWS).replace(/Division[^"]*"[^"]*$/, ''),
      'This file is cut off: its last text has no end.',
    ],
    ['columns that are shifted', textOf(...shifted), 'In 3 lines of 3 there is no PIN code.'],
    ['states in another language', textOf(...foreign), 'States are not named as India Post names them: “कर्नाटक”'],
  ]
  test.each(wrong)('%s', async (_, file, sentence) => {
    const refused = await read(file).catch((error: Error) => error)
    expect(refused).toBeInstanceOf(Error)
    expect((refused as Error).message).toContain(sentence)
  })

  test('far fewer PIN codes than are in place are noticed, a few are not', () => {
    expect([isFarFewer(17_000, 19_500), isFarFewer(19_000, 19_500), isFarFewer(1, 0)]).toEqual([true, false, false])
  })
})

describe('PIN-03 an import is sent by pieces', () => {
  /** A store that takes pieces as the real one does. */
  const store = () => {
    const pieces: PinsRequest[] = []
    let taken = 0
    const send = async (request: PinsRequest): Promise<PinsDone> => {
      pieces.push(request)
      if (request.done === taken) taken += request.entries.length
      return { done: taken, inPlace: taken === request.pins }
    }
    return { pieces, send }
  }
  const entries = Array.from(
    { length: 5000 },
    (_, at): PinEntry => [String(560_000 + at), 'KA', 'बेंगलुरु शहरी ज़िला', 'मल्लेश्वरम'.repeat(4)],
  )
  const file = {
    key: 'k'.repeat(20),
    file: 'a.csv',
    reading: { offices: 9, states: 1, entries, odd: [] },
    fewer: false,
  }

  test('each with at most 64 kB, all of them once', async () => {
    const { pieces, send } = store()
    expect(await sendPins(file, send)).toBe(true)
    expect(Math.max(...pieces.map((body) => new TextEncoder().encode(JSON.stringify(body)).length))).toBeLessThan(
      65_536,
    )
    expect(pieces.flatMap((piece) => piece.entries)).toEqual(entries)
  })

  test('it goes on where it stopped, by the same key', async () => {
    const { pieces, send } = store()
    expect(await sendPins(file, send, { isStopped: () => pieces.length === 3 })).toBe(false)
    const done: number[] = []
    expect(await sendPins(file, send, { onDone: (pins) => done.push(pins) })).toBe(true)
    expect(done.at(-1)).toBe(5000)
    expect(new Set(pieces.map(({ key }) => key)).size).toBe(1)
    expect(pieces.filter((piece) => piece.done === 0)).toHaveLength(2)
  })
})

describe('PIN-02 what a PIN code suggests', () => {
  const answer = (change: Partial<PinAnswer>): PinAnswer => ({
    ...{ pincode: '560003', state: 'KA', district: 'Bengaluru Urban', office: 'Malleswaram', known: true },
    ...change,
  })
  test('the state by the first digits, until the answer is there; no answer about another code', () => {
    expect(placeOfPin('560003', undefined)).toEqual({ city: '', state: 'KA' })
    expect(placeOfPin('560004', answer({}))).toEqual({ city: '', state: 'KA' })
    expect(placeOfPin('560003', answer({}))).toEqual({ city: 'Bengaluru', state: 'KA' })
  })

  test.each([
    ['MH', 'Mumbai Suburban', 'Bandra West', 'Mumbai'],
    ['DL', 'North West', 'Ashok Vihar', 'Delhi'],
    ['DL', 'New Delhi', 'New Delhi GPO', 'New Delhi'],
    ['SK', 'East District', 'Gangtok', 'Gangtok'],
    ['LD', 'Lakshadweep District', 'Kavaratti', 'Lakshadweep'],
    ['KA', 'Bengaluru Rural', 'Vijayapura', 'Bengaluru Rural'],
    ['TR', '', 'Agartala', ''],
  ])('%s, %s, %s → %s', (state, district, office, city) =>
    expect(placeOfPin('560003', answer({ state, district, office }))).toEqual({ city, state }),
  )

  test('what is empty or was filled in before changes, what somebody wrote does not', () => {
    const place = { city: 'Bengaluru', state: 'KA' }
    expect(suggested({ city: '', state: '' }, {}, place)).toEqual(place)
    expect(suggested({ city: 'Mysuru', state: 'KA' }, {}, place)).toEqual({})
    expect(suggested({ city: 'Mysuru', state: 'TN' }, { state: 'TN' }, place)).toEqual({ state: 'KA' })
    expect(suggested({ city: 'Pune', state: 'MH' }, { city: 'Pune', state: 'MH' }, { city: '', state: 'KA' })).toEqual({
      ...{ city: '', state: 'KA' },
    })
  })
})
