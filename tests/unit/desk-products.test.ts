import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedPrice,
  LEAST_PERCENT,
  MAX_PRICE,
  MOST_PERCENT,
  type PriceEnding,
  readPercent,
  struckThrough,
} from '@/domain/desk/price-change'
import { nameOfFile, readBlock, readCell } from '@/domain/desk/sheet'
import { isFarOff, isLow, readPieces } from '@/domain/desk/stock-take'

const price = fc.integer({ min: 1, max: MAX_PRICE })
const percent = fc.integer({ min: LEAST_PERCENT * 100, max: MOST_PERCENT * 100 })
const ending = fc.constantFrom<PriceEnding>('.00', '.50', '9')

describe('GRID-08 a price changed by percent', () => {
  test.each([
    [18_000, -1000, '9', 15_900],
    [16_000, -1000, '9', 13_900],
    [22_000, -1000, '9', 19_900],
    [32_000, -1000, '9', 28_900],
    [18_000, 0, '.00', 18_000],
    [17_950, 0, '.00', 17_900],
    [18_000, -1250, '.50', 15_750],
    [18_000, 0, '.50', 17_950],
    [10, -9000, '.00', 100],
    [10, -9000, '9', 900],
    [MAX_PRICE, 50_000, '9', 99_999_900],
  ] as const)('%i paise by %i hundredths of a percent, ending in %s', (before, by, end, after) => {
    expect(changedPrice(before, by, end)).toBe(after)
  })

  test('ends as it was asked, within what a price may be', () => {
    fc.assert(
      fc.property(price, percent, ending, (before, by, end) => {
        const after = changedPrice(before, by, end)
        expect(after).toBeGreaterThan(0)
        expect(after).toBeLessThanOrEqual(MAX_PRICE)
        if (end === '9') expect(after % 1000).toBe(900)
        else expect(after % 100).toBe(end === '.50' ? 50 : 0)
      }),
    )
  })

  test('is the nearest price with that ending, and of two the lower', () => {
    fc.assert(
      fc.property(price, percent, ending, (before, by, end) => {
        const after = BigInt(changedPrice(before, by, end)) * 10_000n
        const exact = BigInt(before) * BigInt(10_000 + by)
        const step = end === '9' ? 10_000_000n : 1_000_000n
        const off = after - exact
        const atLeast = BigInt(end === '9' ? 900 : end === '.50' ? 50 : 100) * 10_000n
        // Half a step up is too far: there the lower one is as near.
        expect(off < step / 2n || after === atLeast).toBe(true)
        expect(off >= -step / 2n || after > BigInt(MAX_PRICE) * 10_000n - step).toBe(true)
      }),
    )
  })

  test('never falls when it is raised by more', () => {
    fc.assert(
      fc.property(price, percent, percent, ending, (before, one, other, end) => {
        const [less, more] = one < other ? [one, other] : [other, one]
        expect(changedPrice(before, less, end)).toBeLessThanOrEqual(changedPrice(before, more, end))
      }),
    )
  })

  test('strikes the old one through only where it went down, and keeps a higher one', () => {
    expect(struckThrough(18_000, 15_900, 0)).toBe(18_000)
    expect(struckThrough(18_000, 15_900, 22_000)).toBe(22_000)
    expect(struckThrough(18_000, 19_900, 0)).toBe(0)
  })

  test.each([
    ['-10', -1000],
    ['−12,5 %', -1250],
    ['+7.25%', 725],
    ['15', 1500],
    ['-90', -9000],
    ['−१२.५%', -1250],
    ['-91', null],
    ['501', null],
    ['1.234', null],
    ['', null],
    ['ten', null],
  ])('reads “%s”', (text, hundredths) => {
    expect(readPercent(text)).toBe(hundredths)
  })
})

describe('GRID-09 a cell', () => {
  test.each([
    ['price', '₹1,29,000.50', { value: 129_000.5 }],
    ['price', ' Rs. 90 ', { value: 90 }],
    ['price', '₹१,२९०.५०', { value: 1290.5 }],
    ['low_mark', '௧௨', { value: 12 }],
    ['price', '', { problem: 'Write a price above 0.' }],
    ['price', '1,5', { problem: 'Write an amount in rupees.' }],
    ['price', '-5', { problem: 'Write an amount in rupees.' }],
    ['price', '9.999', { problem: 'Rupees have at most two decimals.' }],
    ['original_price', 'none', { value: 0 }],
    ['low_mark', '2.5', { problem: 'Write a whole number.' }],
    ['low_mark', '–', { value: 0 }],
    ['inStock', 'Yes', { value: true }],
    ['new', 'off', { value: false }],
    ['bestseller', 'maybe', { problem: 'Write yes or no.' }],
    ['category', ' Soap ', { value: 'soap' }],
    ['name', '  ', { problem: 'Write a name.' }],
    ['name', ' नीम  साबुन ', { value: 'नीम साबुन' }],
    ['name', 'x'.repeat(201), { problem: 'At most 200 characters.' }],
  ] as const)('%s from “%s”', (field, text, expected) => {
    expect(readCell(field, text)).toEqual(expected)
  })

  test('a draft may wait for its price', () => {
    expect(readCell('price', '', true)).toEqual({ value: 0 })
  })

  test('a block is read as spreadsheets write it', () => {
    expect(readBlock('a\tb\r\nc\td')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(readBlock('"two\nlines"\t"say ""hello"""')).toEqual([['two\nlines', 'say "hello"']])
    expect(readBlock('a\t\t"b"')).toEqual([['a', '', '"b"']])
    expect(readBlock('\n1')).toEqual([[''], ['1']])
    const cell = fc.stringMatching(/^[^\t\r\n"]*$/)
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (block) => {
        expect(readBlock(block.map((row) => row.join('\t')).join('\n'))).toEqual(block)
      }),
    )
  })

  test.each([
    ['neem_tulsi-soap (2).HEIC', 'Neem tulsi soap'],
    ['C:\\photos\\Jute.Bag.jpg', 'Jute Bag'],
    ['.jpg', 'New product'],
    ['गुलाब.png', 'गुलाब'],
  ])('a photograph %s is called', (file, name) => {
    expect(nameOfFile(file)).toBe(name)
  })
})

describe('COUNT-02 a line of the stock-take', () => {
  test.each([
    ['36', 'count', { counted: 36 }],
    ['+5', 'count', { change: 5 }],
    ['−2', 'count', { change: -2 }],
    ['३६', 'count', { counted: 36 }],
    ['+৫', 'count', { change: 5 }],
    ['8', 'sold', { change: -8 }],
    ['30', 'made', { change: 30 }],
    ['-30', 'made', undefined],
    ['', 'count', null],
    ['2.5', 'count', undefined],
    ['1000000', 'count', undefined],
  ] as const)('“%s” in a %s', (text, deed, expected) => {
    expect(readPieces(text, deed)).toEqual(expected)
  })

  test('COUNT-03 COUNT-04 is low at its mark, and doubted when more than half of the book is gone', () => {
    expect([isLow(4, 4), isLow(5, 4), isLow(0, 0), isLow(null, 9)]).toEqual([true, false, true, false])
    expect([isFarOff(10, -6), isFarOff(10, -5), isFarOff(10, 6), isFarOff(null, 60), isFarOff(0, 9)]).toEqual([
      ...[true, false, true, false, false],
    ])
  })
})
