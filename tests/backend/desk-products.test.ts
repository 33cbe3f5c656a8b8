import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { SHEET_PAGE, type SheetAnswer, type SheetRow } from '../../src/domain/desk/sheet'
import { refused } from '../refused'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'
import { CASH_ORDER } from './order-record'

const shop = shared(openCashShop)

type Problems = Record<string, { code: string; message: string; now?: unknown }>

async function ask<T>(route: string, body?: object, query?: Record<string, unknown>): Promise<T> {
  return shop.owner.send<T>(`/api/store/desk/${route}`, { method: body ? 'POST' : 'GET', body, query })
}
async function problemsOf(asked: Promise<unknown>): Promise<Problems> {
  const { status, data } = await refused(asked)
  expect(status).toBe(400)
  return data as Problems
}
const product = (id: string) => shop.owner.collection('products').getOne(id)
const sheet = (query: Record<string, unknown> = {}) => ask<SheetAnswer>('products', undefined, query)
const rowOf = async (search: string): Promise<SheetRow> => {
  const [row] = (await sheet({ search })).rows
  if (!row) throw new Error(`No ${search} in the sheet`)
  return row
}
const log = async () => (await shop.owner.collection('desk_log').getList(1, 1, { sort: '-created,-@rowid' })).items[0]

describe('GRID-01 the sheet', () => {
  test('has what is on hand: what can be sold by the ledger less what is held, or that nobody has counted', async () => {
    const id = await shop.newProduct({ name: 'Counted Soap', price: 180, original_price: 220, low_mark: 20 }, 12)
    await shop.newProduct({ name: 'Uncounted Soap', price: 190, inStock: false })
    const order = orderOf(id, { items: [{ product: id, quantity: 3, color: '' }], expected_total: 54_000 })
    expect((await shop.place(order)).status).toBe(201)
    const orders = await shop.owner.collection('orders').getFullList()
    await shop.store.insert('stock_holds', {
      order: orders[0]?.id,
      product: id,
      quantity: 2,
      expires_at: '2099-01-01 00:00:00.000Z',
    })
    expect(await rowOf('Counted soap')).toEqual({
      id,
      image: '',
      name: 'Counted Soap',
      category: 'soap',
      price: 180,
      asked: 180,
      until: '',
      original_price: 220,
      low_mark: 20,
      inStock: true,
      new: false,
      bestseller: false,
      list_order: 0,
      draft: false,
      book: 9,
      free: 7,
      to_pack: 3,
      waiting: 0,
    })
    expect(await rowOf('Uncounted')).toMatchObject({ book: null, free: null, to_pack: 0, inStock: false })
  })

  test('says what is sold and not packed as the packing list does: without pieces that were given back', async () => {
    const id = await shop.newProduct({ name: 'Split Soap', price: 180 })
    const items = [{ product: id, quantity: 3, color: '' }]
    const placed = await shop.place(orderOf(id, { items, expected_total: 54_000 }))
    await shop.restock(id, 12)
    const order = `orders/${placed.body.id}`
    const { updated } = (await shop.store.desk(order)).body
    const paid = await shop.store.desk(`${order}/act`, { act: 'paid', updated })
    expect(await rowOf('Split Soap')).toMatchObject({ book: 12, to_pack: 3 })
    const pieces = [{ ...items[0], quantity: 1 }]
    const back = await shop.store.desk(`${order}/refund`, { updated: paid.body.updated, note: 'Broken', pieces })
    expect(back.status, JSON.stringify(back.body)).toBe(200)
    expect(await rowOf('Split Soap')).toMatchObject({ book: 12, to_pack: 2 })
  })

  test('a piece given back twice takes none from other orders, and an order with broken lines stops no sheet', async () => {
    const id = await shop.newProduct({ name: 'Twice Soap', price: 180 })
    const line = { product: id, quantity: 2, color: '', is_gift: false }
    const order = (number: string, items: unknown) =>
      shop.store.insert('orders', { ...CASH_ORDER, number, items, placed_at: '2026-11-02 05:00:00.000Z' })
    const first = await order('SJ-TWICE', [line, { ...line, color: 'red' }, { ...line, quantity: 1, is_gift: true }])
    await order('SJ-OTHER', [line])
    await order('SJ-BROKEN', '')
    const lines = { pieces: [{ product: id, color: '', quantity: 2, amount: 36_000 }], delivery: 0 }
    for (const status of ['processed', 'queued', 'failed', 'stopped'])
      await shop.store.insert('refunds', { order: first, amount: 36_000, status, lines })
    expect(await rowOf('Twice Soap')).toMatchObject({ to_pack: 5 })
  })

  test('TELL-05 has how many wait for a product, of those who confirmed it', async () => {
    const product = await shop.newProduct({ name: 'Awaited Soap', price: 180 })
    for (const [at, state] of ['confirmed', 'confirmed', 'waiting'].entries())
      await shop.store.insert('stock_alerts', { email: `waits-${at}@example.in`, product, state })
    expect(await rowOf('Awaited')).toMatchObject({ waiting: 2 })
  })

  test('GRID-01 holds prices in paise, here and where the shop counts its categories', async () => {
    await shop.newProduct(
      { name: 'Odd Balm', category: 'balm', price: 179.5, original_price: 199.75, gst_rate: 2.5 },
      5,
    )
    expect(await rowOf('Odd Balm')).toMatchObject({ price: 179.5, original_price: 199.75 })
    const { categories } = await shop.owner.send('/api/store/categories', {})
    expect(categories).toContainEqual({ category: 'balm', count: 1, from: 179.5 })
    expect((await ask<{ steps: unknown[] }>('setup')).steps.length).toBeGreaterThan(5)
  })

  test('is searched by any part of a name, narrowed by category, and leaves out what was taken away', async () => {
    await shop.newProduct({ name: 'Indigo 100%_Cotton Jhola', price: 450, category: 'Jhola' })
    const gone = await shop.newProduct({ name: 'Indigo Gone', price: 450, category: 'jhola' })
    await shop.owner.collection('products').update(gone, { archived: true })
    expect((await sheet({ search: 'INDIGO' })).rows.map(({ name }) => name)).toEqual(['Indigo 100%_Cotton Jhola'])
    expect((await sheet({ search: '0%_c' })).total).toBe(1)
    expect((await sheet({ search: '0%xc' })).total).toBe(0)
    const answer = await sheet({ category: 'jhola' })
    expect(answer).toMatchObject({ total: 1, page: 1, pages: 1 })
    expect(answer.categories).toContainEqual({ name: 'jhola', count: 1 })
    expect(answer.all).toBe((await sheet()).total)
    expect((await sheet({ page: 99 })).page).toBe(1)

    await shop.owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SHEET_PAGE + 9})
      INSERT INTO products (id, name, category, price) SELECT printf('many%011d', i), 'Many', 'many', 90 FROM n`)
    const pages = [await sheet({ category: 'many' }), await sheet({ category: 'many', page: 2 })]
    expect(pages.map(({ rows, page, pages, total }) => [rows.length, page, pages, total])).toEqual([
      [SHEET_PAGE, 1, 2, SHEET_PAGE + 9],
      [9, 2, 2, SHEET_PAGE + 9],
    ])
    expect(new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(SHEET_PAGE + 9)
    expect((await sheet({ category: 'many', page: 99 })).page).toBe(2)
    await shop.owner.sql.run("DELETE FROM products WHERE id LIKE 'many%'")
  })
})

describe('GRID-02 a save of the sheet', () => {
  test('changes all its products at once, logs it, and is taken back by its opposite', async () => {
    const first = await shop.newProduct({ name: 'Rose', price: 210, list_order: 4 })
    const second = await shop.newProduct({ name: 'Khus', price: 240 })
    const changes = [
      { id: first, was: { price: 210, name: 'Rose' }, set: { price: 189, name: ' Rose  Petal ' } },
      { id: second, was: { inStock: true, category: 'soap' }, set: { inStock: false, category: 'Bath' } },
    ]
    expect(await ask('products', { changes })).toEqual({ saved: 2 })
    expect(await product(first)).toMatchObject({ price: 189, name: 'Rose Petal', list_order: 4 })
    expect(await product(second)).toMatchObject({ price: 240, inStock: false, category: 'bath' })
    expect(await log()).toMatchObject({ who: 'owner@example.com', what: 'Changed 2 products in the sheet' })
    const back = [{ id: first, was: { price: 189 }, set: { price: 210 } }]
    await ask('products', { changes: back })
    expect(await product(first)).toMatchObject({ price: 210 })
    expect(await log()).toMatchObject({ what: 'Changed 1 price in the sheet' })
  })

  test('is refused in words at its row, and then saves nothing', async () => {
    const good = await shop.newProduct({ name: 'Good', price: 100 })
    const bad = await shop.newProduct({ name: 'Bad', price: 100 })
    const gift = await shop.newProduct({ name: 'Gift', price: 100 })
    const save = (set: object) =>
      problemsOf(
        ask('products', {
          changes: [
            { id: good, was: { price: 100 }, set: { price: 90 } },
            { id: bad, was: { price: 100 }, set },
            { id: gift, was: { price: 100 }, set },
          ],
        }),
      )
    const zero = { code: 'refused', message: 'Write a price above 0.' }
    expect(await save({ price: 0 })).toEqual({ [`${bad}.price`]: zero, [`${gift}.price`]: zero })
    expect(await product(good)).toMatchObject({ price: 100 })
    expect(await save({ price: 99.999 })).toMatchObject({
      'changes.1.set.price': { message: 'Rupees have at most two decimals.' },
    })
    expect(await save({ name: '  ' })).toMatchObject({ 'changes.1.set.name': { message: 'Write a name.' } })
    expect(await save({ low_mark: 1.5 })).toMatchObject({
      'changes.1.set.low_mark': { message: 'Write a whole number.' },
    })
    const broken = await shop.store.insert('products', { name: 'Broken', category: 'soap', price: 100, tags: '"soap"' })
    const said = await problemsOf(
      ask('products', { changes: [{ id: broken, was: { price: 100 }, set: { price: 120 } }] }),
    )
    expect(said[`${broken}.name`]?.message).toMatch(/^tags: Write a list of texts/)
    expect(await product(good)).toMatchObject({ price: 100 })
  })

  test('says what somebody else has changed meanwhile, and overwrites nothing', async () => {
    const id = await shop.newProduct({ name: 'Meanwhile', price: 100 })
    await shop.owner.collection('products').update(id, { price: 150, material: 'Clay' })
    const late = (set: object) => ask('products', { changes: [{ id, was: { price: 100, name: 'Meanwhile' }, set }] })
    expect(await problemsOf(late({ price: 90 }))).toEqual({
      [`${id}.price`]: {
        code: 'changed_meanwhile',
        message: 'Somebody made it “150” meanwhile.',
        now: 150,
      },
    })
    expect(await product(id)).toMatchObject({ price: 150 })
    await late({ name: 'Another cell' })
    expect(await product(id)).toMatchObject({ price: 150, name: 'Another cell', material: 'Clay' })
    // As other screens and earlier releases saved it.
    const raw = ' Rose  Soap '
    await shop.owner.collection('products').update(id, { name: raw })
    await ask('products', { changes: [{ id, was: { name: raw }, set: { name: 'Rose Soap' } }] })
    expect(await product(id)).toMatchObject({ name: 'Rose Soap' })
    const none = { changes: [{ id: 'none00000000001', was: {}, set: { price: 1 } }] }
    expect(await problemsOf(ask('products', none))).toMatchObject({
      'none00000000001.name': { code: 'changed_meanwhile' },
    })
  })
})

describe('GRID-03 a photograph', () => {
  const picture = async (name: string) => {
    const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer()
    return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' })
  }
  const drop = async (file: File, category = 'soap', id = '') => {
    const form = new FormData()
    form.set('id', id)
    form.set('photograph', file)
    form.set('category', category)
    return ask<SheetRow>('products/photograph', form)
  }
  const shown = async (id: string) => (await fetch(`${shop.store.url}/api/collections/products/records/${id}`)).status

  test('makes a draft named by its file, which shoppers see when it has a price', async () => {
    const row = await drop(await picture('neem_tulsi-soap (2).JPG'))
    expect(row).toMatchObject({ name: 'Neem tulsi soap', category: 'soap', price: 0, draft: true, free: null })
    expect(row.image).toMatch(/\.jpg$/)
    expect(await shown(row.id)).toBe(404)
    expect((await sheet()).rows[0]?.id).toBe(row.id)
    const was = { price: 0, draft: true, inStock: false }
    const set = { price: 149, draft: false, inStock: true }
    await ask('products', { changes: [{ id: row.id, was, set }] })
    expect(await shown(row.id)).toBe(200)
    await ask('products', { changes: [{ id: row.id, was: set, set: was }] })
    expect(await shown(row.id)).toBe(404)
    expect(await rowOf('Neem tulsi')).toMatchObject({ draft: true, price: 0 })
  })

  test('whose answer was lost makes one draft when it is sent again', async () => {
    const row = await drop(await picture('again.jpg'), 'soap', 'again0000000001')
    expect(await drop(await picture('again.jpg'), 'soap', 'again0000000001')).toEqual(row)
    expect(row.id).toBe('again0000000001')
    await ask('products/discard', { ids: [row.id] })
  })

  test('that is none is refused, and drafts alone that no offer is about can be discarded', async () => {
    const none = new File(['no picture'], 'a.jpg', { type: 'image/jpeg' })
    expect(await problemsOf(drop(none))).toMatchObject({
      photograph: { message: 'Choose a picture: a JPEG, PNG or WebP file.' },
    })
    expect(await problemsOf(ask('products/photograph', {}))).toHaveProperty('photograph')
    const row = await drop(await picture('to go.jpg'))
    const sold = await shop.newProduct({ name: 'Sold', price: 10 })
    expect(await problemsOf(ask('products/discard', { ids: [row.id, sold] }))).toMatchObject({
      ids: { message: '“Sold” is no draft any more.' },
    })
    const offer = { name: 'Of one thing', active: true, kind: 'percent', value: 50, products: [row.id] }
    const { id } = await shop.owner.collection('promotions').create(offer)
    expect(await problemsOf(ask('products/discard', { ids: [row.id] }))).toMatchObject({
      ids: { message: '“To go” stays: an offer is about it.' },
    })
    await shop.owner.collection('promotions').delete(id)
    expect(await ask('products/discard', { ids: [row.id] })).toEqual({ discarded: 1 })
    expect((await sheet({ search: 'to go' })).total).toBe(0)
  })
})

describe('COUNT-01 a count', () => {
  const count = (lines: object[], deed = 'count') => ask<{ movements: string[] }>('stock', { deed, lines })
  const rowsOf = (id: string) =>
    shop.owner.collection('stock_movements').getFullList({ filter: `product = '${id}'`, sort: '@rowid' })

  test('writes the difference to the book, with who and when, and nothing where there is none', async () => {
    const id = await shop.newProduct({ name: 'Count', price: 10 }, 41)
    const same = await shop.newProduct({ name: 'Same', price: 10 }, 5)
    const fresh = await shop.newProduct({ name: 'Fresh', price: 10 })
    const { movements } = await count([
      { product: id, counted: 40, ago: 0 },
      { product: same, counted: 5, ago: 0 },
      { product: fresh, counted: 7, ago: 0 },
    ])
    expect(movements).toHaveLength(2)
    const [, row] = await rowsOf(id)
    expect(row).toMatchObject({ delta: -1, reason: 'correction', who: 'owner@example.com', note: 'Counted 40' })
    expect(await shop.stockOf(id)).toBe(40)
    expect(await shop.stockOf(fresh)).toBe(7)
    expect(await log()).toMatchObject({ what: 'Counted 3 products' })
  })

  test('says what was there when it was typed: what was sold since then stays sold', async () => {
    const id = await shop.newProduct({ name: 'Sold while counting', price: 180 }, 38)
    await new Promise((later) => setTimeout(later, 1100))
    await shop.place(orderOf(id))
    await count([{ product: id, counted: 36, ago: 1 }])
    expect(await shop.stockOf(id)).toBe(35)
  })

  test('sent again, or typed by two people, changes nothing more; one of yesterday is counted again', async () => {
    const id = await shop.newProduct({ name: 'Counted twice', price: 180 }, 8)
    await new Promise((later) => setTimeout(later, 4100))
    const first = await count([{ product: id, counted: 10, ago: 1 }])
    await count([{ product: id, counted: 10, ago: 2 }])
    expect(await shop.stockOf(id)).toBe(10)
    await ask('stock/undo', { movements: first.movements })
    await count([{ product: id, counted: 10, ago: 3 }])
    expect(await shop.stockOf(id)).toBe(10)
    const old = await problemsOf(count([{ product: id, counted: 12, ago: 86_401 }]))
    expect(old[id]?.message).toBe('Counted more than a day ago. Count it again.')
    for (const deed of ['sold', 'sold', 'made']) await count([{ product: id, change: -2, at: 1_790_000_000_000 }], deed)
    expect(await shop.stockOf(id)).toBe(6)
  })

  test('COUNT-02 COUNT-04 a line that is sent again with another number gets the difference', async () => {
    const id = await shop.newProduct({ name: 'Typed on', price: 10 }, 20)
    const line = (change: number, deed: string) => count([{ product: id, change, at: 1_790_000_000_000 }], deed)
    const first = await line(-2, 'sold')
    for (const change of [-3, -3]) await line(change, 'sold')
    expect(await shop.stockOf(id)).toBe(17)
    await line(-1, 'sold')
    expect(await shop.stockOf(id)).toBe(19)
    await ask('stock/undo', { movements: first.movements })
    await line(-4, 'sold')
    expect(await shop.stockOf(id)).toBe(16)
    const more = await problemsOf(line(-21, 'sold'))
    expect(more[id]?.message).toBe('The book has 16. Count what is there instead.')
    for (const change of [30, 10]) await line(change, 'made')
    expect(await shop.stockOf(id)).toBe(26)
    expect((await rowsOf(id)).map(({ delta, reason }) => [delta, reason])).toEqual([
      ...[
        [20, 'restock'],
        [-2, 'sale'],
        [-1, 'sale'],
        [2, 'sale'],
        [2, 'correction'],
        [-5, 'sale'],
      ],
      ...[
        [30, 'restock'],
        [-20, 'restock'],
      ],
    ])
  })

  test('COUNT-04 what is typed over pieces that came has them in it, whenever they were written', async () => {
    const id = await shop.newProduct({ name: 'Came and counted', price: 10 }, 20)
    await new Promise((later) => setTimeout(later, 1100))
    const at = 1_790_000_000_000
    await count([{ product: id, change: 5, at }])
    await count([{ product: id, counted: 24, ago: 1, at }])
    expect(await shop.stockOf(id)).toBe(24)
  })

  test('COUNT-01 what came meanwhile, or before, and was taken back never came', async () => {
    const later = () => new Promise((passed) => setTimeout(passed, 2100))
    const came = async (product: string, deed?: string) => {
      const { movements } = await count([{ product, change: 5 }], deed)
      return () => ask('stock/undo', { movements })
    }
    const id = await shop.newProduct({ name: 'Came and went', price: 10 }, 20)
    await later()
    for (const deed of ['count', 'made']) await (await came(id, deed))()
    await count([{ product: id, counted: 24, ago: 2 }])
    expect(await shop.stockOf(id)).toBe(24)
    const back = await came(id, 'made')
    await later()
    await back()
    await count([{ product: id, counted: 26, ago: 1 }])
    expect(await shop.stockOf(id)).toBe(26)
  })

  test('COUNT-02 of as many lines as can be saved is taken back at once', async () => {
    const products = await Promise.all(
      Array.from({ length: 260 }, (_, at) => shop.newProduct({ name: `Line ${at}`, price: 10 })),
    )
    const { movements } = await count(products.map((product) => ({ product, counted: 3, ago: 0 })))
    await ask('stock/undo', { movements })
    expect(await shop.stockOf(products[0] as string)).toBe(0)
  })

  test('is refused whole where a line cannot be', async () => {
    const id = await shop.newProduct({ name: 'Few', price: 10 }, 3)
    const none = await shop.newProduct({ name: 'Nobody counted', price: 10 })
    const said = await problemsOf(
      count(
        [
          { product: id, change: -4 },
          { product: none, change: -1 },
        ],
        'sold',
      ),
    )
    expect(said[id]?.message).toBe('The book has 3. Count what is there instead.')
    expect(said[none]?.message).toBe('Nobody has counted it yet. Count it first.')
    const zero = await problemsOf(count([{ product: none, counted: 0, ago: 0 }]))
    expect(zero[none]?.message).toContain('Nobody has counted it yet')
    expect(await problemsOf(count([{ product: id, counted: 2.5, ago: 0 }]))).toHaveProperty(['lines.0.counted'])
    expect(await shop.stockOf(id)).toBe(3)
  })

  test('COUNT-02 market sales, batches and “+5” add to the book; Undo writes the opposite, once', async () => {
    const id = await shop.newProduct({ name: 'Moves', price: 10 }, 20)
    const sold = await count([{ product: id, change: -8 }], 'sold')
    const batch = await count([{ product: id, change: 30 }], 'made')
    const added = await count([{ product: id, change: 5 }])
    expect((await rowsOf(id)).slice(1).map(({ delta, reason, note }) => [delta, reason, note])).toEqual([
      [-8, 'sale', 'Sold at a market'],
      [30, 'restock', 'New batch'],
      [5, 'restock', 'Counted'],
    ])
    const movements = [...sold.movements, ...batch.movements, ...added.movements]
    await ask('stock/undo', { movements })
    expect(await shop.stockOf(id)).toBe(20)
    expect((await rowsOf(id)).find(({ undoes }) => undoes === movements[2])).toMatchObject({
      delta: -5,
      who: 'owner@example.com',
    })
    expect(await problemsOf(ask('stock/undo', { movements }))).toMatchObject({
      movements: { message: 'This was taken back already.' },
    })
    const [restock] = await rowsOf(id)
    expect(await problemsOf(ask('stock/undo', { movements: [restock?.id] }))).toHaveProperty('movements')
    expect(await shop.stockOf(id)).toBe(20)
  })

  test('COUNT-03 low is what is on sale, counted, and at its mark or below', async () => {
    const before = await sheet({ low: 1 })
    const make = (name: string, fields: object, stock?: number) =>
      shop.newProduct({ name, price: 10, category: 'lows', ...fields }, stock)
    await make('At the mark', { low_mark: 4 }, 4)
    await make('Above', { low_mark: 4 }, 5)
    await make('Sold out', {}, 1).then((id) => count([{ product: id, counted: 0, ago: 0 }]))
    await make('Off sale', { low_mark: 4, inStock: false }, 1)
    await make('Not counted', { low_mark: 4 })
    const held = await make('Held', { low_mark: 4 }, 6)
    const { id: order } = (await shop.place(orderOf(await shop.newProduct({ name: 'Bought', price: 180 })))).body
    const hold = { order, product: held, quantity: 2 }
    await shop.store.insert('stock_holds', { ...hold, expires_at: '2099-01-01 00:00:00.000Z' })
    const answer = await sheet({ low: 1, category: 'lows' })
    expect(answer.rows.map(({ name }) => name).sort()).toEqual(['At the mark', 'Held', 'Sold out'])
    expect(answer.low).toBe(before.low + 3)
  })
})
