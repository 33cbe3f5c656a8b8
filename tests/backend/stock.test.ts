import { beforeEach, describe, expect, test } from 'vitest'
import type { Quote } from '../../src/domain/orders/quote'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

/** As PROD-10 says. */
const FEW_LEFT = 3

const shop = shared(openCashShop)
let soap: string

beforeEach(async () => {
  soap = await shop.newProduct({ name: 'Neem & Tulsi Soap', price: 180 })
})

describe('the stock ledger', () => {
  test('ORDER-10 counts whole pieces only and is append-only, also for merchandisers', async () => {
    for (const delta of ['12abc', null, [5], 2.7, 0, true, 1e12]) {
      await expect(
        shop.owner.collection('stock_movements').create({ product: soap, delta, reason: 'restock' }),
      ).rejects.toMatchObject({
        status: 400,
        response: { data: { delta: { message: expect.stringMatching(/\w/) } } },
      })
    }
    const movement = await shop.restock(soap, 3)
    await expect(shop.owner.collection('stock_movements').update(movement.id, { delta: 30 })).rejects.toMatchObject({
      status: 403,
    })
    await expect(shop.owner.collection('stock_movements').delete(movement.id)).rejects.toMatchObject({ status: 403 })
    expect(await shop.stockOf(soap)).toBe(3)
  })

  test('ORDER-10 its sums are what its rows sum up to, however rows come, change and go', async () => {
    const { sql } = shop.owner
    const read = async (from: string) => (await sql.run(`SELECT * FROM (${from}) ORDER BY product`)).rows
    const isRight = async () =>
      expect(await read('SELECT * FROM stock_sums')).toEqual(
        await read('SELECT product, COUNT(*), SUM(delta) FROM stock_movements GROUP BY product'),
      )
    const bag = await shop.newProduct({ name: 'Jute Bag', price: 500 })
    await shop.restock(soap, 7)
    await shop.restock(bag, 2)
    await shop.place(orderOf(soap))
    expect(await read(`SELECT * FROM stock_sums WHERE product = '${soap}'`)).toEqual([[soap, '2', '6']])
    await isRight()
    // By hand in the database, many at once.
    await sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO stock_movements (id, product, delta) SELECT printf('byhand%09d', i),
        CASE i % 2 WHEN 0 THEN '${soap}' ELSE '${bag}' END, 1 + i % 7 FROM n`)
    await isRight()
    await sql.run(`UPDATE stock_movements SET product = '${bag}', delta = -delta WHERE id LIKE 'byhand%4'`)
    await isRight()
    const twice = `('twice', '${bag}', 9)`
    await expect(
      sql.run(`INSERT INTO stock_movements (id, product, delta) VALUES ${twice}, ${twice}`),
    ).rejects.toMatchObject({ status: 400 })
    await isRight()
    await sql.run(`DELETE FROM stock_movements WHERE product = '${bag}'`)
    expect(await read(`SELECT * FROM stock_sums WHERE product = '${bag}'`)).toEqual([])
    await isRight()
  })

  test('CARD-06 a product that sells out is marked, and unmarked when pieces come in', async () => {
    await shop.restock(soap, 1)
    await shop.place(orderOf(soap))
    expect((await shop.owner.collection('products').getOne(soap)).sold_out).toBe(true)
    await shop.restock(soap, 4)
    expect((await shop.owner.collection('products').getOne(soap)).sold_out).toBe(false)
  })

  test('PROD-10 few pieces are said to the page that shows them, and only while that is true', async () => {
    const seen = async () => (await shop.store.guest().collection('products').getOne(soap)).left
    expect(await seen()).toBeUndefined()
    await shop.restock(soap, FEW_LEFT + 1)
    expect(await seen()).toBeUndefined()
    await shop.owner.collection('products').update(soap, { low_mark: FEW_LEFT + 1 })
    expect(await seen()).toBe(FEW_LEFT + 1)
    const [listed] = await shop.store
      .guest()
      .collection('products')
      .getFullList({ filter: `id = '${soap}'` })
    expect(listed).not.toHaveProperty('left')
    await shop.place(orderOf(soap))
    expect(await seen()).toBe(FEW_LEFT)
    const expires_at = new Date(Date.now() + 60_000).toISOString().replace('T', ' ')
    const hold = await shop.store.insert('stock_holds', { product: soap, order: 'another', quantity: 1, expires_at })
    expect(await seen()).toBeUndefined()
    await shop.store.remove('stock_holds', hold)
    await shop.owner.collection('products').update(soap, { inStock: false })
    expect(await seen()).toBeUndefined()
    await shop.owner.collection('products').update(soap, { inStock: true })
    expect(await seen()).toBe(FEW_LEFT)
    await shop.restock(soap, -FEW_LEFT)
    expect(await seen()).toBeUndefined()
  })

  test('SHEET-12 a quote says few pieces by the product’s own mark, without those that orders hold', async () => {
    const quoted = async () => {
      const body = { items: [{ product: soap, quantity: 1, color: '' }] }
      const quote = await shop.store.guest().send<Quote>('/api/store/quote', { method: 'POST', body })
      return quote.items[0]?.left
    }
    await shop.restock(soap, FEW_LEFT + 2)
    expect(await quoted()).toBeUndefined()
    await shop.owner.collection('products').update(soap, { low_mark: FEW_LEFT + 1 })
    expect(await quoted()).toBeUndefined()
    const expires_at = new Date(Date.now() + 60_000).toISOString().replace('T', ' ')
    await shop.store.insert('stock_holds', { product: soap, order: 'another', quantity: 1, expires_at })
    expect(await quoted()).toBe(FEW_LEFT + 1)
  })

  test('ORDER-10 a merchandiser who saves a product while it sells brings no piece back', async () => {
    await shop.restock(soap, 10)
    const opened = await shop.owner.collection('products').getOne(soap)
    await shop.place(orderOf(soap))
    await shop.owner.collection('products').update(soap, { ...opened, name: 'Neem & Tulsi Soap, new label' })
    expect(await shop.stockOf(soap)).toBe(9)
  })
})
