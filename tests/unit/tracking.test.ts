import { describe, expect, test } from 'vitest'
import { COURIERS, readTracking, trackingPage } from '../../src/domain/desk/tracking'

const PARCELS = ['SJ-R06YV1KD', 'SJ-R06YT4HB', 'SJ-R06YS2GE'].map((number, position) => ({
  id: `p${position}`,
  number,
}))

/** `p0=362144081175`, or what is wrong. */
const read = (text: string, courier = 'Delhivery') =>
  readTracking(text, courier, PARCELS).map(({ order, number, problem }) => problem || `${order}=${number}`)

describe('pasted tracking numbers', () => {
  test('PACK-11 belong to the parcels in their order, or to the order named in the line', () => {
    expect(read('362144081175\n\n 3621 4408 1186 \r\n362144081190\n')).toEqual([
      'p0=362144081175',
      'p1=362144081186',
      'p2=362144081190',
    ])
    expect(read('SJ-R06YS2GE 3621-4408-1175\nR06YV1KD,362144081186\n362144081190')).toEqual([
      'p2=362144081175',
      'p0=362144081186',
      'p1=362144081190',
    ])
    expect(read('sj-r06ys2ge: ३६२१४४०८११७५')).toEqual(['p2=362144081175'])
  })

  test('PACK-11 are found in the lines of a courier’s sheet, and its heading is none', () => {
    const sheet = [
      'Order No\tName\tPhone\tPIN\tAWB',
      '"SJ-R06YT4HB"\tSunil Barua\t9845012345\t781001\t\'362144081186',
      'SJ-R06YV1KD\tKavya Nair\t+91 98450 12346\t680001\t362144081175',
    ]
    expect(read(sheet.join('\n'))).toEqual(['p1=362144081186', 'p0=362144081175'])
    expect(read(sheet.join('\n').replaceAll('\t', ';'))).toEqual(['p1=362144081186', 'p0=362144081175'])
    expect(read('SJ-R06YV1KD;9845012346;36214408117', 'Blue Dart')).toEqual(['p0=36214408117'])
    expect(read('SJ-R06YV1KD,3.62144E+11')).toEqual([
      'Line 1 was cut short by the spreadsheet: format the column as text there.',
    ])
  })

  test('PACK-11 say in words what is wrong, each with its line', () => {
    expect(read('362144081175\n36214408120\n362144081175\n362144081199')).toEqual([
      'p0=362144081175',
      'Line 2 has 11 digits; Delhivery’s have 12 to 14 digits.',
      'Line 3 is the same as line 1.',
      'Line 4 has no parcel: only 3 are in the list.',
    ])
    expect(read('SJ-R06YV1KD\nSJ-AAAAAAAA 362144081175\nR06YV1KD 362144081186')).toEqual([
      'Line 1 has no number; Delhivery’s have 12 to 14 digits.',
      'Line 2: SJ-AAAAAAAA is not in this list.',
      'Line 3 names the order of line 1 again.',
    ])
    expect(read('a heading\nmore words')[0]).toBe('Line 2 has no number; Delhivery’s have 12 to 14 digits.')
  })

  test('PACK-11 of India Post carry a check digit', () => {
    expect(read('EE 123 456 785 IN', 'India Post')).toEqual(['p0=EE123456785IN'])
    expect(read('EE123456784IN', 'India Post')).toEqual([
      'Line 1 has a digit that is wrong: its check digit does not fit.',
    ])
    // Remainders 0 and 1, whose check digits are 5 and 0 by agreement.
    expect(read('RR000000005IN\nRR000000080IN', 'India Post')).toEqual(['p0=RR000000005IN', 'p1=RR000000080IN'])
  })

  test('PACK-11 every courier knows its own numbers, and its page where it has one', () => {
    const examples: Record<string, string> = {
      ...{ Delhivery: '362144081175', DTDC: 'D12345678', 'India Post': 'EE123456785IN', 'Blue Dart': '69123456789' },
      ...{ Ekart: 'FMPP0123456789', Xpressbees: '14234567890123', Shiprocket: 'SF123456789IN', Other: 'AB 12' },
    }
    for (const { name, page, numberless } of COURIERS) {
      if (numberless) continue
      expect(read(examples[name] ?? '', name), name).toEqual([`p0=${examples[name]?.replace(' ', '')}`])
      expect(trackingPage(name, '1')).toBe(page ? `${page}1` : '')
    }
    expect(trackingPage('By hand', '')).toBe('')
  })
})
