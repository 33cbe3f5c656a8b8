import type { RecordModel } from 'pocketbase'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { PlanLook, PlanRow, PlansAnswer } from '../../src/domain/desk/price-plans'
import type { SheetAnswer } from '../../src/domain/desk/sheet'
import type { Quote } from '../../src/domain/orders/quote'
import { refused, statusOf } from '../refused'
import { shared } from '../shared'
import { startDrawing } from './built-client'
import { orderOf } from './cash-shop'
import { newKey, type Placed } from './paying-shop'
import { liftLimits, type RecordStore } from './record-store'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const store = shared(() => startDrawing({ env: { STORE_URL: 'https://shop.example' } }))
let owner: Awaited<ReturnType<RecordStore['superuser']>>

beforeAll(async () => {
  await liftLimits(store)
  owner = await store.superuser()
})

const now = () => store.now()
const later = (ms: number) => store.later(ms)
const at = (time: number) => new Date(time).toISOString()

let made = 0
/** A product in a category of its own, that no other test's plan is about. */
async function newProduct(fields: Record<string, unknown> = {}): Promise<RecordModel> {
  const category = `shelf${++made}`
  return owner.collection('products').create({ name: `Soap ${made}`, category, price: 180, inStock: true, ...fields })
}
const product = (id: string) => owner.collection('products').getOne(id)
const seen = (id: string) => store.guest().collection('products').getOne(id)

async function ask<T>(route: string, body?: object): Promise<T> {
  return owner.send<T>(`/api/store/desk/${route}`, { method: body ? 'POST' : 'GET', body })
}
const planOf = (change: object = {}) => ({
  name: `Plan ${++made}`,
  starts: at(now() + MINUTE),
  ends: at(now() + 2 * DAY),
  ...{ products: [] as string[], categories: [] as string[], percent: 10, price: 0, round_to: '', show_was: false },
  ...change,
})
const save = (change: object) => ask<PlanRow>('price-plans', planOf(change))
const saidOf = async (asked: Promise<unknown>) => (await refused(asked)).said

const quote = async (id: string) =>
  (await store.post<Quote>('/api/store/quote', { items: [{ product: id, quantity: 1, color: '' }] })).body
const page = async (path: string) => (await fetch(store.url + path)).text()
const shown = (html: string) => /"price":"([\d.]+)"/.exec(html)?.[1]

describe('PLAN-02 at the minute a plan begins and ends', () => {
  test('every price of the shop is the new one, without anybody there', async () => {
    const soap = await newProduct()
    const { id, category } = soap
    const other = await newProduct({ category, price: 210 })
    const plan = await save({ categories: [category], price: 0, percent: 10, round_to: '9', products: [] })
    expect(plan).toMatchObject({ state: 'planned', count: 2 })
    expect(shown(await page(`/product/${id}`))).toBe('180.00')
    const cheapest = async () => {
      const list = await store
        .guest()
        .collection('products')
        .getList(1, 9, {
          filter: `category = "${category}"`,
          sort: 'price,id',
        })
      return list.items.map(({ price }) => price)
    }
    expect(await cheapest()).toEqual([180, 210])
    await later(MINUTE)
    await store.runJob('store-prices')
    expect(await seen(id)).toMatchObject({ price: 159, was_price: 0, original_price: 0 })
    expect(await cheapest()).toEqual([159, 189])
    const html = await page(`/product/${id}`)
    expect(shown(html)).toBe('159.00')
    expect(html).toContain(`"priceValidUntil":"${plan.ends.replace(' ', 'T')}"`)
    expect(await page(`/shop?category=${category}`)).toContain('₹189.00')
    expect((await quote(id)).items_total).toBe(15_900)
    const { categories } = await owner.send('/api/store/categories', {})
    expect(categories).toContainEqual({ category, count: 2, from: 159 })
    const found = await owner.send('/api/store/search', { query: { q: soap.name } })
    expect(found.items.find((item: RecordModel) => item.id === id)).toMatchObject({ price: 159 })
    const { rows: counts } = await owner.send('/api/store/facets', { query: { category } })
    expect(counts).toEqual([{ values: 'price:0-200 inStock', count: 2 }])
    await later(2 * DAY)
    // Not even the job: whoever comes first.
    expect(shown(await page(`/product/${id}`))).toBe('180.00')
    expect(await page(`/product/${id}`)).not.toContain('priceValidUntil')
    expect(await cheapest()).toEqual([180, 210])
    expect(await product(other.id)).toMatchObject({ price: 210, regular_price: 0, price_plan: '', price_until: '' })
  })

  test('PLAN-02 a kept page and a quote stand no longer than the price they show', async () => {
    const { id, category } = await newProduct()
    expect(shown(await page(`/product/${id}`))).toBe('180.00')
    await save({ categories: [category], starts: at(now() + 3 * MINUTE) })
    expect(shown(await page(`/product/${id}`))).toBe('180.00')
    const { valid_until } = await quote(id)
    expect(Date.parse(valid_until)).toBeLessThanOrEqual(now() + 3 * MINUTE)
    await later(3 * MINUTE)
    expect(shown(await page(`/product/${id}`))).toBe('162.00')
    expect((await quote(id)).items_total).toBe(16_200)
  })

  const placing = (id: string, expected_total: number, who: string) => {
    const digits = String(++made).padStart(5, '0')
    const contact = { name: 'Asha Rao', email: `${who}-${digits}@example.com`, phone: `98450${digits}` }
    const body = orderOf(id, { contact, expected_total })
    return store.post<Placed>('/api/store/orders', body, { 'Idempotency-Key': newKey() })
  }

  test('PLAN-03 who saw the price of a moment ago is told, both ways', async () => {
    const { id, category } = await newProduct()
    await save({ categories: [category] })
    for (const [seen, next, ms] of [
      [18_000, 16_200, MINUTE],
      [16_200, 18_000, 2 * DAY],
    ] as const) {
      expect((await quote(id)).grand_total).toBe(seen)
      await later(ms)
      const told = await placing(id, seen, 'late')
      expect([told.status, told.body.data?.code]).toEqual([409, 'cart_changed'])
      expect(told.body.data?.quote?.grand_total).toBe(next)
      expect((await placing(id, next, 'again')).status).toBe(201)
    }
  })

  test('PLAN-03 of thirty shoppers who order meanwhile each pays the price they saw, or is told', async () => {
    const { id, category } = await newProduct()
    const starts = now() + DAY
    await save({ categories: [category], starts: at(starts), ends: at(starts + DAY) })
    const paid = new Map<string, number>()
    const refusals = new Set<string>()
    const ordered: number[] = []
    let open = true
    const shopper = async (number: number) => {
      while (open) {
        const { grand_total } = await quote(id)
        if (!grand_total) continue
        const { status, body } = await placing(id, grand_total, `shopper${number}`)
        if (status === 201) {
          paid.set(body.id, grand_total)
          ordered.push(grand_total)
        } else refusals.add(`${status} ${body.data?.code}`)
      }
    }
    const shoppers = Promise.all(Array.from({ length: 30 }, (_, number) => shopper(number)))
    const manyAt = async (price: number) => {
      const before = ordered.length
      const many = () => ordered.slice(before).filter((one) => one === price).length >= 30
      await expect.poll(many, { timeout: 30_000, interval: 20 }).toBe(true)
    }
    await manyAt(18_000)
    await later(DAY)
    await manyAt(16_200)
    await later(DAY)
    await manyAt(18_000)
    open = false
    await shoppers
    expect([...refusals].filter((one) => one !== '409 cart_changed' && one !== '503 store_busy')).toEqual([])
    const orders = await owner.collection('orders').getFullList({ filter: `items ~ '${id}'` })
    expect(orders.length).toBe(paid.size)
    for (const order of orders) {
      const [{ unit_price, line_total }] = order.items
      expect([unit_price, line_total, order.grand_total]).toEqual([line_total, unit_price, paid.get(order.id)])
    }
  })

  test('PLAN-02 a clock that ran ahead and is put right takes no plan away that still runs', async () => {
    const { id, category } = await newProduct()
    await save({ categories: [category] })
    await later(MINUTE)
    expect((await quote(id)).items_total).toBe(16_200)
    await later(3 * DAY)
    expect((await quote(id)).items_total).toBe(18_000)
    await later(-3 * DAY)
    expect((await quote(id)).items_total).toBe(16_200)
    await later(2 * DAY)
    expect((await quote(id)).items_total).toBe(18_000)
  })

  test('PLAN-02 what the store slept through is made up for when it starts', async () => {
    const { id, category } = await newProduct()
    const whole = await newProduct()
    await save({ categories: [category], starts: at(now() + MINUTE), ends: at(now() + DAY) })
    await save({ categories: [whole.category], starts: at(now() + MINUTE), ends: at(now() + 2 * MINUTE) })
    await store.kill()
    await later(3 * MINUTE)
    await store.restart()
    expect(await product(id)).toMatchObject({ price: 162, regular_price: 180 })
    expect(await product(whole.id)).toMatchObject({ price: 180, regular_price: 0 })
    await store.kill()
    await later(DAY)
    await store.restart()
    expect(await product(id)).toMatchObject({ price: 180, regular_price: 0 })
  })
})

describe('PLAN-04 a price typed while a plan runs', () => {
  test('is the product’s own: by its record, the sheet and CSV', async () => {
    const { id, category, name } = await newProduct()
    const plan = await save({ categories: [category], starts: at(now() - 1000) })
    expect(plan.state).toBe('running')
    expect(await product(id)).toMatchObject({ price: 162, regular_price: 180 })
    // The panel of the admin screens sends every field as it was shown.
    const panel = await product(id)
    await owner.collection('products').update(id, { ...panel, material: 'Neem' })
    expect(await product(id)).toMatchObject({ price: 162, regular_price: 180, material: 'Neem' })
    await owner.collection('products').update(id, { price: 200, regular_price: 1, was_price: 900 })
    expect(await product(id)).toMatchObject({ price: 180, regular_price: 200, was_price: 0 })
    const sheet = async () =>
      (await owner.send<SheetAnswer>('/api/store/desk/products', { query: { search: name } })).rows[0]
    expect(await sheet()).toMatchObject({ price: 200, asked: 180, until: plan.ends })
    // The very price the plan asks.
    await ask('products', { changes: [{ id, was: { price: 200 }, set: { price: 180 } }] })
    expect(await product(id)).toMatchObject({ price: 162, regular_price: 180 })
    const asked = await saidOf(ask('products', { changes: [{ id, was: { price: 180 }, set: { price: 0 } }] }))
    expect(asked).toEqual({ [`${id}.price`]: 'Write a price above 0.' })
    const csv = await ask<{ columns: string[]; rows: string[][] }>('csv/products')
    const line = csv.rows.find(([own]) => own === id)
    expect(line?.[csv.columns.indexOf('price')]).toBe('180.00')
    await ask('csv/rows', {
      ...{ key: newKey(), kind: 'products', file: 'prices.csv', done: 0, total: 1 },
      rows: [{ line: 2, id, name, cells: { price: ['180.00', '220.00'] } }],
    })
    expect(await product(id)).toMatchObject({ price: 198, regular_price: 220 })
    expect(
      (await owner.send<SheetAnswer>('/api/store/desk/products', { query: { search: name } })).rows[0]?.price,
    ).toBe(220)
    await ask(`price-plans/${plan.id}/end`, {})
    expect(await product(id)).toMatchObject({ price: 220, regular_price: 0, price_plan: '' })
    expect(await sheet()).toMatchObject({ price: 220, asked: 220, until: '' })
    // The panel stood open over the end: what it shows is not taken for a price somebody typed.
    await expect(owner.collection('products').update(id, { ...panel, material: 'Clay' })).rejects.toThrow()
    expect(await product(id)).toMatchObject({ price: 220 })
  })

  test('PLAN-05 products that come to a plan, leave it, are new, archived or deleted follow it', async () => {
    const { id, category } = await newProduct()
    const bag = await newProduct()
    await save({ categories: [category], products: [bag.id], starts: at(now() - 1000), show_was: true })
    const products = owner.collection('products')
    const fresh = await products.create({ name: 'Fresh', category, price: 100, inStock: true })
    expect(fresh).toMatchObject({ price: 90, regular_price: 100, was_price: 0 })
    const stray = await newProduct({ price: 300 })
    expect(await products.update(stray.id, { category })).toMatchObject({
      price: 270,
      regular_price: 300,
      was_price: 300,
    })
    expect(await products.update(stray.id, { category: 'elsewhere' })).toMatchObject({ price: 300, regular_price: 0 })
    expect(await products.update(id, { archived: true })).toMatchObject({ price: 180, regular_price: 0 })
    expect(await products.update(id, { archived: false })).toMatchObject({ price: 162, was_price: 0 })
    const draft = await products.create({ name: 'Draft', category, archived: true })
    expect(draft).toMatchObject({ price: 0, regular_price: 0 })
    expect(await products.update(draft.id, { price: 50, archived: false })).toMatchObject({
      price: 45,
      regular_price: 50,
    })
    await products.delete(bag.id)
    expect(await products.update(fresh.id, { price: 120 })).toMatchObject({ price: 108, regular_price: 120 })
  })

  test('PLAN-05 a plan that is prolonged, ended, switched off or gone takes its prices along', async () => {
    const { id, category } = await newProduct()
    const plans = owner.collection('price_plans')
    const plan = await save({ categories: [category], starts: at(now() - 1000), ends: at(now() + DAY) })
    const prolonged = await ask<PlanRow>('price-plans', { ...planOf(plan), id: plan.id, ends: at(now() + 3 * DAY) })
    expect(await product(id)).toMatchObject({ price: 162, price_until: prolonged.ends })
    await later(2 * DAY)
    expect((await quote(id)).items_total).toBe(16_200)
    await plans.update(plan.id, { active: false })
    expect(await product(id)).toMatchObject({ price: 180, regular_price: 0 })
    await plans.update(plan.id, { active: true })
    expect(await product(id)).toMatchObject({ price: 162 })
    await expect(plans.delete(plan.id)).rejects.toThrow()
    // As from a backup, or by hand: the next minute brings prices back.
    await store.remove('price_plans', plan.id)
    await later(2 * DAY)
    expect((await quote(id)).items_total).toBe(18_000)
  })

  test('PLAN-05 of two plans the lower price holds, and then the other', async () => {
    const { id, category } = await newProduct()
    const long = await save({ categories: [category], percent: 10, starts: at(now() - 1000) })
    const deep = await save({ products: [id], percent: 0, price: 99, starts: at(now() - 1000), ends: at(now() + DAY) })
    expect(deep.meets).toMatchObject([{ id: long.id, name: long.name, products: 1 }])
    expect(await product(id)).toMatchObject({ price: 99, price_plan: deep.id })
    await later(DAY)
    expect((await quote(id)).items_total).toBe(16_200)
    expect(await product(id)).toMatchObject({ price: 162, price_plan: long.id, regular_price: 180 })
  })
})

describe('PLAN-06 the price struck through', () => {
  test('is the one that was asked before, for thirty days, and never the MRP’s word', async () => {
    const { id, category } = await newProduct({ original_price: 250 })
    expect(await page(`/product/${id}`)).toMatch(/MRP/)
    const plan = await save({
      categories: [category],
      starts: at(now() - 1000),
      ends: at(now() + 90 * DAY),
      show_was: true,
    })
    expect(await seen(id)).toMatchObject({ price: 162, was_price: 180, original_price: 250 })
    const html = await page(`/product/${id}`)
    expect(html).toContain('<s>₹180.00</s>')
    expect(html).not.toMatch(/MRP|₹250/)
    expect((await quote(id)).saved_total).toBe(1800)
    await later(15 * DAY)
    const joined = await newProduct()
    await owner.collection('products').update(joined.id, { category })
    await later(14 * DAY)
    await store.runJob('store-prices')
    expect(await seen(id)).toMatchObject({ was_price: 180 })
    await later(DAY)
    expect(await page(`/product/${id}`)).toContain('<s>₹250.00</s>')
    expect(await seen(id)).toMatchObject({ price: 162, was_price: 0 })
    expect(await seen(joined.id)).toMatchObject({ was_price: 180 })
    await later(15 * DAY)
    await quote(id)
    expect(await seen(joined.id)).toMatchObject({ price: 162, was_price: 0 })
    await ask(`price-plans/${plan.id}/end`, {})
    const guest = await seen(id)
    expect(guest).toMatchObject({ price: 180, was_price: 0, original_price: 250 })
    expect(Object.keys(guest)).not.toContain('regular_price')
  })
})

describe('PLAN-07 plans at the desk', () => {
  test('GRID-03 are looked at, made once, changed while they wait, ended and kept, and written down', async () => {
    const { id, category, name } = await newProduct()
    const small = await newProduct({ category, price: 1 })
    const { show_was, ...wanted } = planOf({ categories: [category], round_to: '.50' })
    const seen = await ask<PlanLook>('price-plans/look', { ...wanted, show_was })
    expect(seen).toMatchObject({
      count: 1,
      examples: [{ id, name, own: 18_000, planned: 16_150 }],
      refused: 1,
      refusals: [{ id: small.id, own: 100, planned: 50 }],
      meets: [],
    })
    const sentence = `${small.name} would cost ₹0.50: a product costs at least ₹1.00. Leave it out, or take off something else.`
    expect(await saidOf(save({ categories: [category], round_to: '.50' }))).toEqual({ percent: sentence })
    expect(await saidOf(save({ products: [id], percent: 0, price: 180 }))).toEqual({
      price: `${name} costs ₹180.00 and would cost ₹180.00, which is not less. Leave it out, or take off something else.`,
    })
    const plan = await save({ products: [id], name: 'Winter', new_id: 'lost00000000001' })
    // Sent again, because its answer was lost; what begins at once is sent with a later start.
    const again = { ...planOf(plan), new_id: plan.id, starts: at(now() + 2 * MINUTE) }
    expect(await ask('price-plans', again)).toMatchObject({ id: 'lost00000000001', starts: plan.starts })
    expect(await saidOf(ask('price-plans', { ...again, percent: 50 }))).toEqual({
      name: 'It was made as it was before. Open it from the list.',
    })
    expect(await owner.collection('price_plans').getOne(plan.id)).toMatchObject({ percent: 10 })
    const { updated } = await owner.collection('price_plans').getOne(plan.id)
    const change = { ...planOf(plan), id: plan.id, updated, percent: 20 }
    const changed = await ask<PlanRow>('price-plans', change)
    expect(changed).toMatchObject({ percent: 20, state: 'planned', count: 1 })
    expect(await saidOf(ask('price-plans', change))).toEqual({
      name: 'Somebody changed it meanwhile. Go back to what is saved, and change it again.',
    })
    await expect(ask(`price-plans/${plan.id}/end`, {})).rejects.toMatchObject({ status: 409 })
    await later(MINUTE)
    const running = (await ask<PlansAnswer>('price-plans')).plans.find((one) => one.id === plan.id)
    expect(running).toMatchObject({ state: 'running', name: 'Winter' })
    const rewrite = { ...planOf(running), id: plan.id, percent: 30, name: 'Winter soaps' }
    expect(Object.keys(await saidOf(ask('price-plans', rewrite)))).toEqual(['percent'])
    await ask('price-plans', { ...rewrite, percent: 20 })
    await expect(ask(`price-plans/${plan.id}/delete`, {})).rejects.toMatchObject({ status: 409 })
    await ask(`price-plans/${plan.id}/end`, {})
    expect(await product(id)).toMatchObject({ price: 180 })
    expect(await saidOf(ask('price-plans', { ...rewrite, updated: '', percent: 20, ends: at(now() + DAY) }))).toEqual({
      ends: 'The plan is over. Make a new one.',
    })
    const spare = await save({ products: [id], name: 'Spare' })
    await ask(`price-plans/${spare.id}/delete`, {})
    await expect(ask(`price-plans/${spare.id}/end`, {})).rejects.toMatchObject({ status: 404 })
    const log = await owner.collection('desk_log').getList(1, 6, { sort: '-created,-@rowid' })
    expect(log.items.map(({ what }) => what.replace(/, from .*/, ''))).toEqual([
      'Deleted the price plan “Spare”',
      'Made the price plan “Spare”',
      'Ended the price plan “Winter soaps”',
      'Changed the price plan “Winter soaps”',
      'Changed the price plan “Winter”',
      'Made the price plan “Winter”',
    ])
  })

  test('PLAN-07 are refused in words, also in the admin screens', async () => {
    const { id } = await newProduct()
    const wrong = async (change: object) => saidOf(save({ products: [id], ...change }))
    expect(await wrong({ ends: at(now()) })).toEqual({ ends: 'The end is before the start.' })
    expect(await wrong({ starts: at(now() - 2 * DAY), ends: at(now() - DAY) })).toEqual({
      ends: 'This moment is over.',
    })
    expect(await wrong({ percent: 0 })).toEqual({ percent: 'Write how much is taken off, or a price.' })
    expect(await wrong({ price: 99 })).toEqual({ percent: 'Take something off, or set a price: not both.' })
    expect(await wrong({ products: [] })).toEqual({ categories: 'Choose products or a category.' })
    const plans = owner.collection('price_plans')
    const plan = { name: 'By hand', starts: at(now() + DAY), ends: at(now() + 2 * DAY), products: [id], percent: 5 }
    expect(await saidOf(plans.create({ ...plan, categories: 'soap' }))).toMatchObject({ categories: /list of texts/ })
    expect(await plans.create(plan)).toMatchObject({ active: true, percent: 5 })
  })

  test('PLAN-09 are nobody else’s to know, and neither is a product’s own price meanwhile', async () => {
    const { id, category } = await newProduct()
    await save({ categories: [category], starts: at(now() - 1000) })
    await owner.collection('products').update(id, { price: 231.7 })
    const guest = store.guest()
    expect(await statusOf(guest.collection('price_plans').getList())).toBe(403)
    expect(Object.keys(await seen(id)).filter((field) => /regular|asked|plan/.test(field))).toEqual([])
    for (const filter of [
      'regular_price > 0',
      'asked_price > 0',
      'price_plan != ""',
      'price_plans_via_products.percent > 0',
    ])
      expect([filter, await statusOf(guest.collection('products').getList(1, 1, { filter }))]).toEqual([filter, 400])
    const html = await page(`/product/${id}`)
    expect(shown(html)).toBe('208.53')
    expect(html).not.toContain('231.7')
  })
})

test('PLAN-08 five thousand products turn in one transaction, within seconds', async () => {
  const columns = 'id, name, category, price, inStock, created, updated, images, colors, tags'
  await owner.sql.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO products (${columns}) SELECT printf('mass%011d', i), 'Mass ' || i, 'mass', 100 + i % 900, TRUE,
       '2026-01-01 00:00:00.000Z', '2026-01-01 00:00:00.000Z', '[]', '[]', '[]' FROM n`,
  )
  await save({ categories: ['mass'], round_to: '.00' })
  const list = async () => {
    const began = Date.now()
    await ask<PlansAnswer>('price-plans')
    return Date.now() - began
  }
  expect(await list()).toBeLessThan(1000)
  await later(MINUTE)
  const began = Date.now()
  await store.runJob('store-prices')
  const took = Date.now() - began
  const { rows } = await owner.sql.run(
    "SELECT COUNT(*) FROM products WHERE category = 'mass' AND price < regular_price",
  )
  expect(rows?.[0]?.[0]).toBe('5000')
  expect(took).toBeLessThan(10_000)
})
