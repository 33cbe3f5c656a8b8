import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test, vi } from 'vitest'
import { csvText, fileNameOf, readCsv } from '@/desk/import/csv-file'
import { PRODUCT_FIELDS } from '@/domain/catalog/product'
import { readCell, writeCell } from '@/domain/desk/csv-cell'
import { CSV_COLUMNS, type CsvCells, type CsvKind, cellsOf, productColumn } from '@/domain/desk/csv-columns'
import { type CsvLine, type CsvReading, kindOf, readRows } from '@/domain/desk/csv-rows'
import { readDay, readFlag, readPieces, readRupees } from '@/domain/desk/csv-values'

const SOAP = 'soap00000000001'
const TOTE = 'tote00000000001'
const product = (fields: Record<string, unknown> = {}) =>
  cellsOf('products', {
    ...{ id: SOAP, name: 'Neem & Tulsi Soap', category: 'soap', price: 180, inStock: true, on_hand: '6' },
    ...fields,
  })
const SHOP = new Map<string, CsvCells>([
  [SOAP, product()],
  [TOTE, product({ id: TOTE, name: 'Jute Tote', category: 'bag', price: 790, tags: '["gift","jute"]', on_hand: '' })],
])

/** A file as text, as it stands in the shop's download or as somebody wrote it. */
function read(text: string, kind?: CsvKind, shop: ReadonlyMap<string, CsvCells> = SHOP): CsvReading {
  const [headings = [], ...rows] = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data
  const lines = rows.map((cells, place): CsvLine => ({ line: place + 2, cells }))
  return readRows(kind ?? kindOf(headings), headings, lines, shop)
}

const written = (shop: ReadonlyMap<string, CsvCells>, kind: CsvKind) => {
  const columns = CSV_COLUMNS[kind].map(({ name }) => name)
  const rows = [...shop.values()].map((cells) =>
    columns.map((name) => writeCell(name === 'on_hand_was' ? (cells.on_hand ?? '') : (cells[name] ?? ''))),
  )
  return Papa.unparse([columns, ...rows])
}

const any = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.stringMatching(/^['=+\-@|\t\r\n;," 0-9a-c₹नी]{0,8}$/),
)

describe('what a file says and the shop says', () => {
  test('CSV-01 no cell is a formula, and each comes back as it was', async () => {
    expect(await csvText([['=SUM(A1)', '-3']])).toBe("\ufeff'=SUM(A1),-3")
    expect(['=SUM(A1)', '+91 98', '@x', '\tx', '-x', '-3', '-3.50', 'plain'].map(writeCell)).toEqual([
      ...["'=SUM(A1)", "'+91 98", "'@x", "'\tx", "'-x", '-3', '-3.50', 'plain'],
    ])
    fc.assert(
      fc.property(any, (text) => {
        const cell = writeCell(text)
        expect(/^[=+@\t\r\n]/.test(cell) || (cell.startsWith('-') && !/^-\d+(\.\d+)?$/.test(cell))).toBe(false)
        expect(readCell(cell)).toBe(text.replace(/\r\n?/g, '\n'))
      }),
    )
  })

  test('CSV-14 what goes out has each field of a product but what the store keeps and what no cell holds', () => {
    const fields = CSV_COLUMNS.products.map(({ field }) => field)
    expect(Object.keys(PRODUCT_FIELDS).filter((name) => !fields.includes(name))).toEqual([
      ...['collectionId', 'images', 'placeholders', 'image_alt'],
      ...['sold_out', 'reviews', 'rating', 'rating_counts', 'created', 'updated'],
    ])
  })

  test('CSV-02 an export that nobody changed changes nothing, whatever stands in it', () => {
    const stored = fc.record({
      ...{ name: any, category: any, description: any, material: any, dimensions: any, search_words: any, hsn: any },
      ...{
        tags: fc.array(any).map((tags) => JSON.stringify(tags)),
        features: fc.array(any).map((all) => JSON.stringify(all)),
      },
      ...{ inStock: fc.boolean(), archived: fc.boolean(), price: fc.nat(9_999_999).map((paise) => paise / 100) },
      original_price: fc.nat(9_999_999).map((paise) => paise / 100),
      on_hand: fc.oneof(fc.constant(''), fc.integer({ min: -20, max: 500 }).map(String)),
      scent: fc.subarray(['floral', 'woody']).map((all) => JSON.stringify(all)),
      colors: fc.array(fc.record({ name: any, value: any, hex: any, image: any })).map((all) => JSON.stringify(all)),
      specifications: fc
        .record({ weight: any, dimensions: any, waterResistant: fc.boolean(), own: any })
        .map((facts) => JSON.stringify(facts)),
      care_instructions: fc
        .record({ cleaning: fc.array(any), storage: fc.array(any) })
        .map((lists) => JSON.stringify(lists)),
    })
    fc.assert(
      fc.property(
        fc.array(stored, { minLength: 1, maxLength: 5 }),
        fc.constantFrom<CsvKind>('products', 'stock'),
        (all, kind) => {
          const shop = new Map(
            all.map((fields, place) => {
              const id = `id${String(place).padStart(13, '0')}`
              return [id, cellsOf('products', { id, ...fields })] as const
            }),
          )
          const reading = read(written(shop, kind), kind, shop)
          expect(reading).toMatchObject({ same: all.length, changed: [], created: [], bad: [], unknown: [] })
        },
      ),
    )
  })

  test('CSV-02 letters that Excel’s plain CSV has no room for are not taken for a change; new ones are told', () => {
    const fields = { search_words: 'साबुन, नीम 🌿', description: 'Soft – “mild”\nनरम', tags: '["उपहार","gift"]' }
    const shop = new Map([[SOAP, product({ name: 'नीम साबुन', ...fields })]])
    const file = (price: string) =>
      `id,name,price,search_words,description,tags\n${SOAP},??? ?????,${price},"?????, ??? ??","Soft – “mild”\n???",????? | gift`
    expect(read(file('180'), undefined, shop)).toMatchObject({ same: 1, changed: [], bad: [] })
    expect(read(file('190'), undefined, shop).changed).toEqual([
      { line: 2, id: SOAP, name: 'नीम साबुन', cells: { price: ['180.00', '190.00'] } },
    ])
    const lost = read(`name,category,price\n???? ??,soap,90`)
    expect(lost.created).toEqual([])
    expect(lost.bad[0]?.problems).toMatchObject([{ column: 'name', why: expect.stringContaining('CSV UTF-8') }])
    expect(read('name,category,price,description\nRose Soap,soap,90,Why?').created).toHaveLength(1)
  })

  test('CSV-08 the same file is known again, one that was saved anew is another', async () => {
    const mark = async (text: string, lastModified: number) =>
      (await readCsv(new File([text], 'a.csv', { lastModified }))).mark
    const [first, again, later, other] = [
      await mark('id,on_hand\na,1', 1),
      ...[await mark('id,on_hand\na,1', 1), await mark('id,on_hand\na,1', 2), await mark('id,on_hand\na,2', 1)],
    ]
    expect(again).toBe(first)
    expect(new Set([first, later, other]).size).toBe(3)
  })

  test('CSV-13 a list that goes out after midnight is called by the day in India', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-30T18:31:00Z') })
    expect(fileNameOf('Orders')).toBe('orders-2026-12-01.csv')
    vi.useRealTimers()
  })

  test('CSV-03 an id updates, no id makes a product, and the name of one there is that one', () => {
    const reading = read(
      `id,name,category,price\n${SOAP},Neem Soap,Soap,"₹ 1,23,456.00"\n,Rose Soap,SOAP,90\n,jute TOTE,bag,800`,
    )
    expect(reading.changed).toEqual([
      {
        line: 2,
        id: SOAP,
        name: 'Neem Soap',
        cells: { name: ['Neem & Tulsi Soap', 'Neem Soap'], price: ['180.00', '123456.00'] },
      },
      {
        line: 4,
        id: TOTE,
        name: 'jute TOTE',
        cells: { name: ['Jute Tote', 'jute TOTE'], price: ['790.00', '800.00'] },
      },
    ])
    expect(reading.created).toEqual([
      {
        line: 3,
        id: '',
        name: 'Rose Soap',
        cells: { name: ['', 'Rose Soap'], category: ['', 'soap'], price: ['', '90.00'], on_sale: ['', 'yes'] },
      },
    ])
    expect(reading.newCategories).toEqual([])
  })

  test('CSV-03 a name that two products have is neither of them: the line wants an id', () => {
    const third = 'tote00000000002'
    const twins = product({ id: third, name: 'Jute  TOTE', category: 'bag', price: 990, on_hand: '9' })
    const shop = new Map([...SHOP, [third, twins]])
    for (const text of ['name,price\njute tote,800', 'name,on_hand\nJute Tote,7']) {
      const { changed, created, bad } = read(text, undefined, shop)
      expect([changed, created]).toEqual([[], []])
      expect(bad[0]?.problems).toEqual([
        { column: 'name', says: 'jute tote', why: '2 products have this name. Write the id of one.' },
      ])
    }
    expect(read(`id,name,price\n${third},Jute Tote,800`, undefined, shop).changed).toMatchObject([{ id: third }])
    shop.set(third, { ...twins, archived: 'yes' })
    expect(read('name,price\njute tote,800', undefined, shop).changed).toMatchObject([{ id: TOTE }])
  })

  test('CSV-04 a bad line says column, what it says and the way on; the others stand', () => {
    const reading = read(
      `id;name;category;price;colour\n;Lavender Soap;soap;₹ 210/-;x\n;Tote;Bagz;9;x\n;;soap;9;x\nnone;A;soap;9;x\n${SOAP};B;soap;9;x\n${SOAP};B;soap;8;x\n;Long;soap;9;x;y`,
    )
    expect(reading.unknown).toEqual(['colour'])
    expect(
      reading.bad.map(({ line, problems }) => [
        line,
        ...problems.map(({ column, says, why }) => [column, says, why.split('. ')[0]]),
      ]),
    ).toEqual([
      [2, ['price', '₹ 210/-', 'This is not a price']],
      [3, ['category', 'Bagz', 'There is no category “Bagz”']],
      [4, ['name', 'empty', 'A new product needs a name.']],
      [5, ['id', 'none', 'No product has this id']],
      [7, ['id', SOAP, 'Line 6 is about the same product']],
      [8, ['', 'y', 'This line has more cells than the first one']],
    ])
    expect(reading.changed).toHaveLength(1)
    // By the heading that stands in their own file.
    expect(read(`id, Stock\n${SOAP},x`).bad[0]?.problems[0]?.column).toBe('Stock')
    expect(read('name,category,price\nLamp,lamps,9').newCategories).toEqual(['lamps'])
  })

  test('CSV-05 pieces mean the difference to when the file was made, so what was sold since stays sold', () => {
    const cells = (text: string) => read(text).changed[0]?.cells.on_hand
    expect(kindOf(['id', 'On hand'])).toBe('stock')
    expect(cells(`id,on hand\n${SOAP},46`)).toEqual(['6', '46'])
    expect(cells(`id,on hand,on_hand_was\n${SOAP},46,8`)).toEqual(['6', '44'])
    const since = (text: string) => read(text).changed[0]?.since
    expect([since(`id,on hand\n${SOAP},46`), since(`id,on hand,on_hand_was\n${SOAP},46,8`)]).toEqual([undefined, true])
    expect(read(`id,on_hand,on_hand_was\n${SOAP},8,8`).same).toBe(1)
    expect(read(`id,on_hand,on_hand_was\n${SOAP},1,8`).bad).toHaveLength(1)
    expect(cells(`id,on hand\n${TOTE},0`)).toEqual(['', '0'])
    expect(read(`id,on_hand,date\n${SOAP},7,23-11-2026`).changed[0]?.counted).toBe('2026-11-23')
    expect(read('name,on_hand\nNobody,7').bad[0]?.problems[0]?.why).toMatch(/No product has this name/)
  })
})

describe('colours and facts in a cell', () => {
  const column = (name: string) => {
    const found = productColumn(name)
    if (!found) throw new Error(name)
    return found
  }
  const readIn = (name: string, cell: string) => column(name).read(cell, { categories: [] })
  const merged = (name: string, stored: unknown, cell: string) => {
    const value = readIn(name, cell)
    return 'value' in value ? column(name).merge?.(JSON.stringify(stored), value.value) : value
  }
  const INDIGO = { name: 'Indigo', value: 'ind-1', hex: '#26357a', image: 'a.jpg', more_images: ['b.jpg'] }
  const RUST = { name: 'Rust patchwork', value: 'rust-patchwork', hex: '#a1543a' }

  test('CSV-17 what is written is read as the same', () => {
    const word = fc.stringMatching(/^[A-Za-zनीé0-9,()&'-]{1,8}( [A-Za-z0-9.:#]{1,5})?$/)
    const hex = fc.stringMatching(/^#[0-9a-f]{6}$/)
    const colours = fc.uniqueArray(fc.record({ name: word, hex }), {
      selector: ({ name }) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    })
    fc.assert(
      fc.property(colours, (all) => {
        const cell = column('colours').write(JSON.stringify(all))
        expect(readIn('colours', cell)).toEqual({ value: all.map((colour) => expect.objectContaining(colour)) })
      }),
    )
    const plain = fc.stringMatching(/^[A-Za-zनी0-9%×"]{1,8}( [a-z0-9:.]{1,6})?$/)
    const facts = fc.record(
      { weight: plain, dimensions: plain, closure: plain, waterResistant: fc.constant(true) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(facts, (all) => {
        expect(readIn('facts', column('facts').write(JSON.stringify(all)))).toEqual({ value: all })
      }),
    )
    expect(readIn('facts', 'closure: Zip; inner pocket; Size: 9 cm')).toEqual({
      value: { closure: 'Zip; inner pocket', dimensions: '9 cm' },
    })
  })

  test('CSV-17 a colour keeps its code and pictures by its name or its hex, and is not lost with them', () => {
    expect(column('colours').write(JSON.stringify([RUST, INDIGO]))).toBe('Rust patchwork #a1543a; Indigo #26357a')
    expect(merged('colours', [RUST, INDIGO], 'indigo #112233; Moss #3a5a40')).toEqual({
      value: [
        { ...INDIGO, name: 'indigo', hex: '#112233' },
        { name: 'Moss', value: 'moss', hex: '#3a5a40' },
      ],
    })
    expect(merged('colours', [INDIGO], 'Night blue #26357A')).toEqual({
      value: [{ ...INDIGO, name: 'Night blue', hex: '#26357A' }],
    })
    expect(merged('colours', [RUST, INDIGO], 'Rust patchwork #a1543a')).toEqual({
      problem: 'Indigo has pictures or a code of its own: take it away in the product’s form.',
    })
    expect(merged('facts', { weight: '1 kg', heirloom: 'yes', waterResistant: true }, 'Weight: 2 kg')).toEqual({
      value: { heirloom: 'yes', weight: '2 kg' },
    })
  })

  test('CSV-17 what is neither is refused in words', () => {
    const why = (name: string, cell: string) => {
      const found = readIn(name, cell)
      return 'problem' in found ? found.problem : ''
    }
    for (const cell of ['Indigo', '#26357a', 'Indigo blue', 'Indigo #zz', 'Red, blue; Moss #3a5a40'])
      expect(why('colours', cell), cell).toMatch(/^Write each colour as a name and its hex, such as Indigo #26357a/)
    expect(why('colours', 'Moss #3a5a40; moss #3a5a41')).toMatch(/^Two colours have the value moss/)
    for (const cell of ['100 g', 'Wieght: 100 g', 'Weight: 1 g; Weight: 2 g', 'Closure: Zip; Colour: red'])
      expect(why('facts', cell), cell).toMatch(
        /^Write facts as Weight: 100 g; Closure: Zip, not “.*”. There are Material/,
      )
    expect(why('facts', 'Water resistant: maybe')).toBe('Water resistant is yes or no.')
  })
})

describe('what people and spreadsheets write', () => {
  test('CSV-06 Indian numbers, Hindi digits and every way to write a day are read; what is none is told', () => {
    for (const text of ['1,23,456.00', '₹123456', 'Rs. 1,23,456', '123,456.0', '१,२३,४५६'])
      expect(readRupees(text)).toEqual({ value: 123_456 })
    for (const text of ['₹ 210/-', '210,50', '1.234', '-5', '1e3', '', 'free'])
      expect(readRupees(text)).toHaveProperty('problem')
    for (const text of ['1,200', '१,२००']) expect(readPieces(text)).toEqual({ value: 1200 })
    expect(readPieces('2.5')).toHaveProperty('problem')
    for (const text of [
      '23-11-2026',
      '23/11/26',
      '2026-11-23',
      '23-Nov-26',
      '23 November 2026',
      '11/23/2026',
      '46349',
      '2026-11-23 14:05',
      '२३-११-२०२६',
    ])
      expect(readDay(text), text).toEqual({ value: '2026-11-23' })
    for (const text of ['31-02-2026', 'soon', '2026']) expect(readDay(text)).toHaveProperty('problem')
    expect([readFlag('YES'), readFlag('नहीं')]).toEqual([{ value: true }, { value: false }])
  })
})
