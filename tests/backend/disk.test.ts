import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { shared } from '../shared'
import { openCashShop, orderOf } from './cash-shop'

const shop = shared(openCashShop)
let product: string
beforeAll(async () => {
  product = await shop.newProduct({ name: 'Neem Soap', price: 180 })
})

const TABLES = ['orders', 'messages', 'users', '_params']
const WRITES = TABLES.flatMap((table) => ['INSERT', 'UPDATE'].map((write) => [`full_${table}_${write}`, write, table]))
const full = async () => {
  for (const [name, write, table] of WRITES) {
    await shop.owner.sql.run(
      `CREATE TRIGGER ${name} BEFORE ${write} ON ${table} BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    )
  }
}
const roomy = async () => {
  for (const [name] of WRITES) await shop.owner.sql.run(`DROP TRIGGER ${name}`)
}
const health = () => shop.call<{ message: string }>('/api/health')

test('RUN-14 a full disk is said as one: 503 with a sentence, health red; with room again everything goes on', async () => {
  expect((await health()).status).toBe(200)
  const message = { name: 'Asha', email: 'asha@example.com', message: 'Is it vegan?', website: '', filled_ms: 9000 }
  const account = {
    name: 'Asha',
    email: 'asha@example.com',
    password: 'a password of hers',
    passwordConfirm: 'a password of hers',
  }
  await full()
  const key = 'full-disk-order-0001'
  for (const answer of [
    await shop.place<{ message: string }>(orderOf(product), key),
    await shop.post<{ message: string }>('/api/store/contact', message),
    await shop.post<{ message: string }>('/api/collections/users/records', account),
    await health(),
  ]) {
    expect(answer.status, JSON.stringify(answer.body)).toBe(503)
    expect(answer.body.message).toContain('cannot save anything just now')
  }
  expect((await shop.call('/api/collections/products/records')).status).toBe(200)

  await roomy()
  // A little room, but not for some orders: what the health check writes to see cannot be written.
  const probe = join(shop.store.dir, '.room')
  await mkdir(join(probe, 'taken'), { recursive: true })
  expect((await health()).status).toBe(503)
  await rm(probe, { recursive: true })
  expect((await health()).status).toBe(200)
  expect((await shop.place(orderOf(product), key)).status).toBe(201)
  expect((await shop.post('/api/collections/users/records', account)).status).toBe(200)
})
