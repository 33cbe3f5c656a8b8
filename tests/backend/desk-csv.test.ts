import { describe, expect, onTestFinished, test } from 'vitest'
import { CSV_COLUMNS, type CsvCells } from '../../src/domain/desk/csv-columns'
import { CSV_PAGE_ROWS, type CsvPageAnswer, type CsvRowsAnswer } from '../../src/domain/desk/csv-request'
import type { CsvChange } from '../../src/domain/desk/csv-rows'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

const shop = shared(openCashShop)
let imports = 0
const newImport = () => `import-of-the-tests-${imports++}`

const desk = (path: string, options: Record<string, unknown>) =>
  shop.owner.send(`/api/store/desk/csv/${path}`, { requestKey: null, ...options })
const page = (list: string, after = ''): Promise<CsvPageAnswer> => desk(list, { query: { after } })

async function cells(id: string): Promise<CsvCells> {
  const { columns, rows } = await page('products')
  const row = rows.find((cells) => cells[0] === id) ?? []
  return Object.fromEntries(columns.map((name, place) => [name, row[place] ?? '']))
}

type Change = Pick<CsvChange, 'id' | 'cells'> & Partial<CsvChange>
const body = (key: string, changes: Change[], more: object) => ({
  ...{ key, kind: 'products', file: 'november.csv', done: 0, total: changes.length },
  rows: changes.map((change, place) => ({ line: place + 2, name: '', ...change })),
  ...more,
})
const save = (key: string, changes: Change[], more: object = {}): Promise<CsvRowsAnswer> =>
  desk('rows', { method: 'POST', body: body(key, changes, more) })
const undo = (key: string, changes: Change[], more: object = {}): Promise<CsvRowsAnswer> =>
  desk('undo', { method: 'POST', body: body(key, changes, more) })
const whys = ({ results }: CsvRowsAnswer) =>
  results.map(({ problems }) => problems.map(({ column, why }) => `${column}: ${why}`))

const NEW = { name: ['', 'Rose Soap'], category: ['', 'SOAP'], price: ['', '90.00'], on_sale: ['', 'yes'] } as const

describe('rows of a file', () => {
  test('COUNT-01 are a count like another: one that was typed before and is saved after them adds nothing', async () => {
    const [id, undone] = [
      await shop.newProduct({ name: 'Counted', price: 180 }, 5),
      await shop.newProduct({ name: 'Undone', price: 180 }, 5),
    ]
    const changes = [id, undone].map((id) => ({ id, cells: { on_hand: ['5', '10'] as const } }))
    const key = newImport()
    await new Promise((later) => setTimeout(later, 1100))
    await save(key, changes)
    await undo(key, changes.slice(1))
    const lines = [id, undone].map((product) => ({ product, counted: 10, ago: 1 }))
    await shop.owner.send('/api/store/desk/stock', { method: 'POST', body: { deed: 'count', lines } })
    expect([await shop.stockOf(id), await shop.stockOf(undone)]).toEqual([10, 10])
  })

  test('CSV-07 change what they name, go to the ledger as counted, and are written down', async () => {
    const id = await shop.newProduct({ name: 'Neem Soap', price: 180, tags: ['gift'] }, 6)
    const { results } = await save(newImport(), [
      {
        id,
        cells: {
          price: ['180.00', '190.00'],
          on_hand: ['6', '46'],
          tags: ['gift', 'gift | neem'],
          on_sale: ['yes', 'no'],
        },
        counted: '2026-11-20',
      },
    ])
    expect(results).toEqual([{ line: 2, id, problems: [] }])
    expect(await cells(id)).toMatchObject({
      price: '190.00',
      on_hand: '46',
      tags: 'gift | neem',
      on_sale: 'no',
      category: 'soap',
    })
    const [movement] = await shop.owner
      .collection('stock_movements')
      .getFullList({ filter: `product = "${id}"`, sort: '-created' })
    expect(movement).toMatchObject({
      delta: 40,
      reason: 'correction',
      note: 'Counted, from CSV, on 2026-11-20 (november.csv)',
    })
    const [deed] = await shop.owner.collection('desk_log').getFullList({ sort: '-created' })
    expect(deed).toMatchObject({ who: 'owner@example.com', what: 'Saved 1 row of products from november.csv' })
  })

  test('CSV-07 are written down whatever their sender says of how far the import has come', async () => {
    const id = await shop.newProduct({ name: 'Quiet Soap', price: 180 })
    const key = newImport()
    const quiet = { file: 'quiet.csv', done: 1, total: 9 }
    const change: Change = { id, cells: { price: ['180.00', '1.00'] } }
    for (const _ of [1, 2]) expect(whys(await save(key, [change], quiet))).toEqual([[]])
    await desk('undo', { method: 'POST', body: body(key, [change], quiet) })
    await desk('undo', { method: 'POST', body: body(newImport(), [change], { ...quiet, done: 0, total: 1 }) })
    const deeds = await shop.owner.collection('desk_log').getFullList({ filter: 'what ~ "quiet.csv"', sort: '@rowid' })
    expect(deeds.map(({ what }) => what)).toEqual([
      'Began to save 9 rows of products from quiet.csv',
      'Began to take back 9 rows of products from quiet.csv',
      'Took back 1 row of products from quiet.csv',
    ])
  })

  test('CSV-17 colours and facts change what they name, keep the rest, and come back by Undo', async () => {
    const colors = [{ name: 'Indigo', value: 'ind-1', hex: '#26357a' }]
    const id = await shop.newProduct({
      name: 'Jute Jhola',
      price: 700,
      colors,
      specifications: { weight: '1 kg', own: 'x' },
    })
    const was = await cells(id)
    expect([was.colours, was.facts]).toEqual(['Indigo #26357a', 'Weight: 1 kg'])
    const change: Change = {
      id,
      cells: {
        colours: ['Indigo #26357a', 'Indigo #112233; Moss #3a5a40'],
        facts: ['Weight: 1 kg', 'Weight: 2 kg; Closure: Zip'],
      },
    }
    const key = newImport()
    expect(whys(await save(key, [change]))).toEqual([[]])
    expect(await shop.owner.collection('products').getOne(id)).toMatchObject({
      colors: [
        { name: 'Indigo', value: 'ind-1', hex: '#112233' },
        { name: 'Moss', value: 'moss', hex: '#3a5a40' },
      ],
      specifications: { weight: '2 kg', closure: 'Zip', own: 'x' },
    })
    const lost: Change = { id, cells: { colours: ['Indigo #112233; Moss #3a5a40', 'Moss #3a5a40'] } }
    expect(whys(await save(newImport(), [lost]))).toEqual([
      [expect.stringMatching(/^colours: Indigo has pictures or a code/)],
    ])
    expect(whys(await undo(key, [change]))).toEqual([[]])
    expect(await shop.owner.collection('products').getOne(id)).toMatchObject({ colors })
    expect(await cells(id)).toMatchObject({ colours: was.colours, facts: was.facts })
  })

  test('CSV-17 the lists of care and use have a column each, keep their neighbour, and come back by Undo', async () => {
    const care_instructions = { cleaning: ['Dab, do not wash'], storage: ['Keep dry', 'Stuff with paper'] }
    const id = await shop.newProduct({ name: 'Ikat Jhola', price: 700, care_instructions })
    const was = await cells(id)
    expect([was.cleaning, was.storage, was.pro_tips]).toEqual(['Dab, do not wash', 'Keep dry | Stuff with paper', ''])
    const change: Change = {
      id,
      cells: {
        storage: ['Keep dry | Stuff with paper', 'Hang it up'],
        recommended_use: ['', 'Market | Office'],
        pro_tips: ['', 'Roll, do not fold'],
      },
    }
    const key = newImport()
    expect(whys(await save(key, [change]))).toEqual([[]])
    expect(await shop.owner.collection('products').getOne(id)).toMatchObject({
      care_instructions: { cleaning: ['Dab, do not wash'], storage: ['Hang it up'] },
      usage_guidelines: { recommended_use: ['Market', 'Office'], pro_tips: ['Roll, do not fold'] },
    })
    expect(whys(await undo(key, [change]))).toEqual([[]])
    expect(await cells(id)).toEqual(was)
    const long: Change = { id, cells: { pro_tips: ['', 'x'.repeat(401)] } }
    expect(whys(await save(newImport(), [long]))).toEqual([[expect.stringMatching(/^pro_tips: .* at most 400/)]])
  })

  test('CSV-08 the same line of an import is saved once, also a new product and its pieces', async () => {
    const key = newImport()
    const rows = [{ id: '', cells: { ...NEW, name: ['', 'Once Soap'] as const, on_hand: ['', '12'] as const } }]
    const first = await save(key, rows)
    expect(await save(key, rows)).toEqual(first)
    const id = first.results[0]?.id ?? ''
    expect(await cells(id)).toMatchObject({
      name: 'Once Soap',
      category: 'soap',
      price: '90.00',
      on_sale: 'yes',
      on_hand: '12',
    })
    expect(await shop.owner.collection('products').getFullList({ filter: 'name = "Once Soap"' })).toHaveLength(1)
    // The same file in another import: its name is taken.
    expect(whys(await save(newImport(), rows))).toEqual([
      ['name: A product of this name was made meanwhile. Read the file again.'],
    ])
  })

  test('CSV-08 the pieces of the same file are counted once, whatever was sold since; taken back, they may be again', async () => {
    const id = await shop.newProduct({ name: 'Twice chosen', price: 180 }, 6)
    const file = { mark: 'a1b2c3d4' }
    const rows = (was: string, now: string): Change[] => [{ id, since: true, cells: { on_hand: [was, now] } }]
    const first = newImport()
    for (const _ of ['sent', 'sent again']) expect(whys(await save(first, rows('6', '10'), file))).toEqual([[]])
    await shop.place(orderOf(id))
    expect(whys(await save(newImport(), rows('9', '13'), file))).toEqual([
      ['on_hand: This very file was counted already. Take the list out again for what has come in since.'],
    ])
    expect(await shop.stockOf(id)).toBe(9)
    expect(whys(await save(newImport(), rows('9', '10'), { mark: 'a1b2c3d5' }))).toEqual([[]])
    expect(whys(await undo(first, rows('6', '10'), file))).toEqual([[]])
    expect(await shop.stockOf(id)).toBe(6)
    expect(whys(await save(newImport(), rows('6', '10'), file))).toEqual([[]])
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('CSV-09 what somebody changed or sold since the file was looked at is not written over', async () => {
    const id = await shop.newProduct({ name: 'Sold meanwhile', price: 180 }, 6)
    await shop.place(orderOf(id))
    await save(newImport(), [{ id, cells: { on_hand: ['6', '10'] } }])
    expect(await shop.stockOf(id)).toBe(9)
    expect(whys(await save(newImport(), [{ id, cells: { on_hand: ['10', '0'] } }]))).toEqual([
      ['on_hand: Only 9 are left: some were sold meanwhile. Read the file again.'],
    ])
    await shop.owner.collection('products').update(id, { price: 200 })
    expect(
      whys(
        await save(newImport(), [{ id, cells: { price: ['180.00', '190.00'], name: ['Sold meanwhile', 'Other'] } }]),
      ),
    ).toEqual([['price: Somebody changed it meanwhile: the shop has “200.00” now. Read the file again.']])
    expect(await cells(id)).toMatchObject({ price: '200.00', name: 'Sold meanwhile', on_hand: '9' })
  })

  test('CSV-09 pieces that were counted since the file was looked at are not counted again', async () => {
    const id = await shop.newProduct({ name: 'Counted by two', price: 180 }, 10)
    const rows = (was: string, now: string): Change[] => [{ id, cells: { on_hand: [was, now] } }]
    const [first, second] = [newImport(), newImport()]
    for (const _ of ['saved', 'sent again'])
      expect(whys(await save(first, rows('10', '15'), { ago: 60 }))).toEqual([[]])
    expect(whys(await save(second, rows('10', '15'), { ago: 60 }))).toEqual([
      ['on_hand: It was counted meanwhile: 15. Read the file again.'],
    ])
    expect(await shop.stockOf(id)).toBe(15)
    expect(whys(await save(second, rows('15', '16'), { ago: 0 }))).toEqual([[]])
    expect(await shop.stockOf(id)).toBe(16)
  })

  test('CSV-09 a count that was taken back meanwhile stands in nobody’s way', async () => {
    const [byHand, byFile] = [
      await shop.newProduct({ name: 'By hand', price: 180 }, 10),
      await shop.newProduct({ name: 'By file', price: 180 }, 10),
    ]
    const lines = [{ product: byHand, counted: 15, ago: 0 }]
    const { body } = await shop.store.desk<{ movements: string[] }>('stock', { deed: 'count', lines })
    await shop.store.desk('stock/undo', body)
    const counted: Change[] = [{ id: byFile, cells: { on_hand: ['10', '15'] } }]
    const other = newImport()
    await save(other, counted)
    await undo(other, counted)
    const changes = [byHand, byFile].map((id): Change => ({ id, cells: { on_hand: ['10', '12'] } }))
    expect(whys(await save(newImport(), changes, { ago: 60 }))).toEqual([[], []])
    expect([await shop.stockOf(byHand), await shop.stockOf(byFile)]).toEqual([12, 12])
  })

  test('CSV-09 a first count at 0 that was taken back stands in nobody’s way either', async () => {
    const id = await shop.newProduct({ name: 'None yet', price: 180 })
    const none: Change[] = [{ id, cells: { on_hand: ['', '0'] } }]
    const first = newImport()
    await save(first, none)
    await shop.owner.collection('stock_movements').create({ product: id, delta: 5, reason: 'restock' })
    for (const _ of ['once', 'again']) await undo(first, none)
    expect(whys(await save(newImport(), [{ id, cells: { on_hand: ['5', '7'] } }], { ago: 60 }))).toEqual([[]])
    expect(await shop.stockOf(id)).toBe(7)
  })

  test('CSV-09 nor is it counted from a number whose own count was taken back since the file was looked at', async () => {
    const id = await shop.newProduct({ name: 'Looked between', price: 180 }, 10)
    const before: Change[] = [{ id, cells: { on_hand: ['10', '15'] } }]
    const first = newImport()
    await save(first, before)
    await shop.owner.sql.run(`UPDATE stock_movements SET created = '2026-01-01 00:00:00.000Z' WHERE product = '${id}'`)
    await undo(first, before)
    const rows: Change[] = [{ id, cells: { on_hand: ['15', '12'] } }]
    expect(whys(await save(newImport(), rows, { ago: 60 }))).toEqual([
      ['on_hand: It was counted meanwhile: 10. Read the file again.'],
    ])
    expect(await shop.stockOf(id)).toBe(10)
  })

  test('CSV-10 a row the shop’s own rules refuse says why beside its column, and the others are saved', async () => {
    const id = await shop.newProduct({ name: 'Ruled', price: 180 })
    const answer = await save(newImport(), [
      { id, cells: { hsn: ['', '12'] } },
      { id: '', cells: { ...NEW, name: ['', 'Priceless'], price: ['', '0.00'] } },
      { id: '', cells: { ...NEW, name: ['', 'Ruled Rose'] } },
      { id: 'gone00000000000', cells: { price: ['1.00', '2.00'] } },
    ])
    expect(whys(answer)).toEqual([
      ['hsn: An HSN code has 4 to 8 digits.'],
      ['price: Write a price above 0.'],
      [],
      ['id: This product was deleted meanwhile.'],
    ])
    const mode = (gst_mode: string) => shop.store.changeSettings({ gst_mode })
    await shop.store.changeSettings({
      ...{
        gst_mode: 'unregistered',
        seller_gstin: '29AAGCB7383J1Z4',
        seller_state: 'KA',
        seller_legal_name: 'Soap',
        seller_address: 'Bengaluru',
      },
    })
    for (const { id } of await shop.owner.collection('products').getFullList())
      await shop.owner.collection('products').update(id, { inStock: false })
    await mode('regular')
    const refused = await save(newImport(), [{ id, cells: { on_sale: ['no', 'yes'] } }])
    await mode('unregistered')
    expect(whys(refused)).toEqual([[expect.stringMatching(/^hsn: The GST mode is regular/)]])
  })

  test('CSV-11 an import is taken back: fields, pieces, and products nobody has ordered', async () => {
    const key = newImport()
    const id = await shop.newProduct({ name: 'Back Soap', price: 180 })
    const counted = await shop.newProduct({ name: 'Counted Soap', price: 180 }, 6)
    const rows: Change[] = [
      { id, cells: { price: ['180.00', '190.00'], on_hand: ['', '0'] } },
      { id: counted, cells: { on_hand: ['6', '9'] } },
      { id: '', cells: { ...NEW, name: ['', 'Undone'], on_hand: ['', '3'] } },
      { id: '', cells: { ...NEW, name: ['', 'Ordered'] } },
    ]
    const { results } = await save(key, rows)
    expect((await shop.owner.collection('products').getOne(id)).sold_out).toBe(true)
    const ordered = results[3]?.id ?? ''
    await shop.place(orderOf(ordered, { items: [{ product: ordered, quantity: 2, color: '' }] }))
    for (const _ of ['once', 'again']) {
      expect(whys(await undo(key, rows))).toEqual([
        [],
        [],
        [],
        ['name: It has been ordered or belongs to something else by now. Archive it instead.'],
      ])
      expect(await cells(id)).toMatchObject({ price: '180.00', on_hand: '' })
      expect(await cells(counted)).toMatchObject({ on_hand: '6' })
      expect((await cells(results[2]?.id ?? '')).name).toBe('')
    }
    expect((await shop.owner.collection('products').getOne(id)).sold_out).toBe(false)
  })

  test('CSV-12 what is no import is refused beside its fields', async () => {
    await expect(save('short', [{ id: '', cells: NEW }])).rejects.toMatchObject({
      status: 400,
      response: { data: { key: {} } },
    })
    const many = Array.from({ length: 51 }, () => ({ id: '', cells: NEW }))
    await expect(save(newImport(), many)).rejects.toMatchObject({ status: 400, response: { data: { rows: {} } } })
    const rating = { rating: ['0', '5'] } as unknown as CsvChange['cells']
    await expect(save(newImport(), [{ id: '', cells: rating }])).rejects.toMatchObject({ status: 400 })
    await expect(page('bills')).rejects.toMatchObject({ status: 400 })
  })
})

describe('lists', () => {
  test('CSV-13 come page by page as cells: products, stock, orders and customers', async () => {
    const soap = await shop.newProduct({ name: 'नीम साबुन', price: 180 }, 20)
    await shop.place(orderOf(soap, { contact: { name: '=Asha', email: 'asha@example.in', phone: '9845012345' } }))
    expect((await page('products')).columns).toEqual(CSV_COLUMNS.products.map(({ name }) => name))
    expect((await page('stock')).rows.find(([id]) => id === soap)).toEqual([soap, 'नीम साबुन', 'soap', '19', '19', ''])
    const orders = await page('orders')
    const order = Object.fromEntries(orders.columns.map((name, place) => [name, orders.rows.at(-1)?.[place]]))
    expect(order).toMatchObject({
      name: '=Asha',
      phone: '9845012345',
      items: '1 × नीम साबुन',
      total: '180.00',
      state_in_words: 'To pack',
    })
    const { placed_at } = await shop.owner.collection('orders').getFirstListItem(`number = '${order.number}'`)
    const inIndia = new Date(Date.parse(placed_at) + 5.5 * 3_600_000).toISOString()
    expect(order.placed_at).toBe(inIndia.slice(0, 16).replace('T', ' '))
    const erased = { email: 'erased@customer.invalid', name: 'Customer', status: 'cancelled' }
    await shop.store.insert('orders', { number: 'SJ-ERASED', ...erased })
    const customers = await page('customers')
    expect(customers.rows.map(([email]) => email)).not.toContain('erased@customer.invalid')
    const asha = customers.rows.find(([email]) => email === 'asha@example.in')
    expect(asha?.slice(0, 8)).toEqual([
      ...['asha@example.in', '=Asha', '9845012345', 'Bengaluru', 'Karnataka', '560003'],
      ...['1', '180.00'],
    ])
    expect(orders.next).toBe('')
  })

  test('CSV-13 go out whole, each row once, also where more than a page were placed at one time', async () => {
    onTestFinished(async () => {
      for (const name of ['products', 'orders', 'subscribers'])
        await shop.owner.sql.run(`DELETE FROM ${name} WHERE id LIKE 'many%'`)
    })
    const each = (what: string) =>
      shop.owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CSV_PAGE_ROWS + 9})
        INSERT INTO ${what} FROM n`)
    const id = "printf('many%011d', i)"
    await each(`products (id, name, category, price) SELECT ${id}, 'Many ' || i, 'soap', 90`)
    const order = `${id}, ${id}, ${id} || '@example.in', '2026-11-20 10:00:00.000Z', 'cancelled'`
    await each(`orders (id, number, email, placed_at, status) SELECT ${order}`)
    await each(`subscribers (id, email, state) SELECT ${id}, ${id} || '@example.in', 'confirmed'`)
    for (const list of ['products', 'stock', 'orders', 'customers', 'newsletter']) {
      const firsts: string[] = []
      let after: string | undefined
      while (after !== '') {
        const { rows, next }: CsvPageAnswer = await page(list, after)
        expect(rows.length, list).toBeLessThanOrEqual(CSV_PAGE_ROWS)
        firsts.push(...rows.map(([first = '']) => first))
        after = next
      }
      const many = firsts.filter((first) => first.startsWith('many'))
      expect([many.length, new Set(firsts).size], list).toEqual([CSV_PAGE_ROWS + 9, firsts.length])
    }
  })

  test('CSV-13 a customer bought and spent what the figures count: no parcel nobody took, no test, no second payment', async () => {
    const email = 'ravi@example.in'
    const sold = { email, status: 'confirmed', payment_method: 'cod', grand_total: 60_000, items: [] }
    const paid = { ...sold, payment_status: 'paid', paid_total: 60_000 }
    const refused = { ...sold, payment_status: 'unpaid', fulfilment_status: 'returned_to_origin' }
    const row = async () => (await page('customers')).rows.find(([of]) => of === email)?.slice(6, 8)
    await shop.store.insert('orders', { number: 'SJ-REFUSED', ...refused })
    await shop.store.insert('orders', { number: 'SJ-TESTED', ...paid, payment_method: 'test' })
    expect(await row()).toEqual(['0', '0.00'])
    await shop.store.insert('orders', { number: 'SJ-TWICE', ...paid, paid_total: 120_000, refunded_total: 60_000 })
    await shop.store.insert('orders', { number: 'SJ-TO-COLLECT', ...sold, payment_status: 'unpaid' })
    await shop.store.insert('orders', { number: 'SJ-GIVEN-BACK', ...paid, refunded_total: 20_000 })
    expect(await row()).toEqual(['3', '1600.00'])
  })

  test('CSV-16 who confirmed the newsletter goes out with consent, day and a link that leaves; it is written down', async () => {
    const subscriber = (email: string, state: string) =>
      shop.store.insert('subscribers', {
        ...{ email, state, consent: 'Yes, write to me.', language: 'hi' },
        confirmed_at: '2026-11-20 19:00:00.000Z',
      })
    const asha = await subscriber('asha@example.in', 'confirmed')
    await subscriber('waits@example.in', 'waiting')
    await subscriber('gone@example.in', 'left')
    const deeds = async () =>
      (await shop.owner.collection('desk_log').getFullList({ filter: 'what ~ "newsletter"' })).map(({ what, who }) => [
        what,
        who,
      ])
    const deed = ['Took out the addresses of the newsletter', 'owner@example.com']
    // Not by the first page: behind an id that nobody has.
    expect((await page('newsletter', '0')).rows).toHaveLength(1)
    expect(await deeds()).toEqual([deed])
    const { columns, rows, next } = await page('newsletter')
    expect(columns).toEqual(['email', 'since', 'consent', 'language', 'leave_link'])
    expect(rows.map((row) => row.slice(0, 4))).toEqual([
      ['asha@example.in', '2026-11-21 00:30', 'Yes, write to me.', 'hi'],
    ])
    expect(next).toBe('')
    const [, id, token] = /#([a-z0-9]{15})\.([0-9a-f]+)$/.exec(rows[0]?.[4] ?? '') ?? []
    expect((await shop.post('/api/store/newsletter/leave', { id, token })).status).toBe(202)
    expect(await shop.owner.collection('subscribers').getOne(asha)).toMatchObject({ state: 'left' })
    expect((await page('newsletter')).rows).toEqual([])
    expect(await deeds()).toEqual(Array(3).fill(deed))

    const editor = { name: 'Anu', email: 'anu@example.in', role: 'editor', password: 'long enough for the desk' }
    await shop.owner.collection('staff').create({ ...editor, passwordConfirm: editor.password })
    const session = await shop.store.guest().collection('staff').authWithPassword(editor.email, editor.password)
    expect((await shop.store.desk('csv/newsletter', undefined, session.token)).status).toBe(403)
    await expect(save(newImport(), [{ id: '', cells: NEW }], { kind: 'newsletter' })).rejects.toMatchObject({
      response: { data: { kind: {} } },
    })
  })
})
