import type PocketBase from 'pocketbase'
import { beforeAll, expect, test, vi } from 'vitest'
import { fill, LISTS } from '../../scripts/bench/desk-lists'
import { shared } from '../shared'
import { liftLimits, startStore } from './record-store'

const store = shared(() => startStore({ seed: 'none', printSql: true }))
let owner: PocketBase

beforeAll(async () => {
  await liftLimits(store)
  owner = await store.superuser()
  await owner.sql.run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
    INSERT INTO products (id, name, category, price, inStock, created)
    SELECT printf('bulk%011d', i), 'Soap ' || i, CASE i % 3 WHEN 0 THEN 'soap' ELSE 'bag' END, 100 + i % 700, 1,
      datetime(i, 'unixepoch') || '.000Z' FROM n`)
  for (const sql of fill(2000)) await owner.sql.run(sql)
})

const TABLES = ['orders', 'outbox', 'stock_movements', 'stock_sums', 'products']

/** What may be walked from end to end: the list, what of the statement tells it, and how it is walked. */
const MAY_WALK: readonly (readonly [list: RegExp, statement: RegExp, walk: string])[] = [
  // Kept until a product changes.
  [/^(Today|setup)$/, /AS uncoded/, 'products'],
  // All of the time there are orders of is asked for.
  [/^figures of (30|90|a month)/, /jsonb_each/, 'orders'],
  // How many there are, and the oldest.
  [/^orders, (all|the last)/, /COUNT/, 'orders USING COVERING INDEX idx_orders_code'],
  [/^orders, (all|the last)/, /LIMIT 25/, 'orders USING COVERING INDEX idx_orders_placed_at'],
  [/^sheet by/, /COUNT.*name LIKE/, 'products USING COVERING INDEX idx_products_found'],
  // Counts by category.
  [/^(sheet|stock-take)/, /GROUP BY p.category/, 'products USING COVERING INDEX idx_products_sheet_counts'],
  // In the list's own order, as far as its page.
  [/^sheet/, /LIMIT 100/, 'products USING INDEX idx_products_sheet'],
  [/^admin: orders$/, /LIMIT 40/, 'orders USING INDEX idx_orders_created'],
  [/^admin: orders$/, /^SELECT COUNT/, 'orders USING COVERING INDEX idx_orders_code'],
  [/^packing/, /WHERE 0=1/, 'orders'],
]

/** Steps of a statement that walk a whole table or index, as `orders USING INDEX …`. */
async function walks(sql: string): Promise<string[]> {
  const { rows } = await owner.sql.run(`EXPLAIN QUERY PLAN ${sql}`)
  return (rows ?? []).flatMap((row) => {
    const [, alias, how] = /^SCAN (\w+)(.*)$/.exec(String(row.at(-1))) ?? []
    const table = new RegExp(`\\b(\\w+)[\`"\\]]* (?:AS )?${alias}\\b`).exec(sql)?.[1] ?? ''
    const walked = [table, alias ?? ''].find((name) => TABLES.includes(name))
    return walked ? [`${walked}${how}`] : []
  })
}

/** Statements the store has run while `ask` was answered; one of our own, in the same stream, tells the end. */
async function statementsOf(ask: () => Promise<unknown>): Promise<string[]> {
  const from = store.output().length
  await ask()
  const end = `SELECT 'asked ${from}'`
  await owner.sql.run(end)
  const printed = () => store.output().slice(from)
  await vi.waitUntil(() => printed().includes(end), { timeout: 30_000 })
  // One after the other: `[0.10ms] SELECT …`, and a line for the request.
  const parts = printed().split(/^(?=\[[\d.]+ms\] |INFO )/m)
  const statement = /^\[[\d.]+ms\] ((?:SELECT|WITH|UPDATE|DELETE)[\s\S]*)/
  return [...new Set(parts.flatMap((part) => statement.exec(part)?.[1] ?? []))]
}

test.each(LISTS)('FIND-06 by an index: %s', async (name, path) => {
  const found: string[] = []
  const statements = await statementsOf(async () => {
    const answer = await fetch(store.url + path, { headers: { Authorization: owner.authStore.token } })
    expect(answer.status).toBe(200)
  })
  expect(statements).not.toEqual([])
  for (const sql of statements)
    for (const walk of await walks(sql))
      if (!MAY_WALK.some(([list, part, way]) => list.test(name) && part.test(sql) && walk === way))
        found.push(`${walk}: ${sql}`)
  expect(found).toEqual([])
})

test('FIND-06 what is forgotten every day is found by an index', async () => {
  await store.insert('orders', { number: 'SJ-OLD', name: 'Asha', placed_at: '2010-05-02 10:00:00.000Z' })
  const statements = await statementsOf(() => store.runJob('retention'))
  for (const sql of statements) expect([sql, await walks(sql)]).toEqual([sql, []])
  const plan = async (sql: string) => JSON.stringify((await owner.sql.run(`EXPLAIN QUERY PLAN ${sql}`)).rows)
  const old = statements.find((sql) => /\borders\b.*erased.*LIMIT/s.test(sql)) ?? ''
  expect(await plan(old)).toMatch(/idx_orders_known_placed.*idx_orders_known_placed.*idx_orders_known_status/)
  expect(await plan(statements.find((sql) => sql.startsWith('UPDATE orders')) ?? '')).toContain('SEARCH orders')
  expect(await plan(statements.find((sql) => sql.startsWith('UPDATE payment_events')) ?? '')).toContain('payload')
})
