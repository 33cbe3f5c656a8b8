import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { LOG_LINES_KEPT, LOGGED_REFUSALS_A_MINUTE } from '../../src/domain/limits'
import { shared } from '../shared'
import { liftLimits, startStore } from './record-store'

const store = shared(startStore)

beforeAll(async () => {
  await liftLimits(store)
})

const lines = async (filter: string) => (await (await store.superuser()).logs.getList(1, 500, { filter })).items

test('GUARD-09 a flood of refused requests leaves a few short lines, and a failure of the store’s own is written beside it', async () => {
  const size = async () => {
    const files = ['auxiliary.db', 'auxiliary.db-wal'].map((name) =>
      stat(join(store.dir, name)).catch(() => ({ size: 0 })),
    )
    return (await Promise.all(files)).reduce((sum, file) => sum + file.size, 0)
  }
  const before = await size()
  const long = 'x'.repeat(2500)
  const headers = { 'user-agent': long, referer: `https://evil.example/${long}` }
  for (let sent = 0; sent < 2000; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => fetch(`${store.url}/api/none/${sent + at}?${long}`, { headers })),
    )
  // Without its table no product can be listed.
  await (await store.superuser()).sql.run('ALTER TABLE products RENAME TO products_gone')
  await fetch(`${store.url}/api/store/categories`)
  await vi.waitUntil(async () => (await lines('message ~ "categories"')).length > 0, { timeout: 30_000, interval: 200 })
  const refusals = await lines('message ~ "/api/none/"')
  expect(refusals.length).toBeGreaterThan(0)
  // The flood may have met the end of a minute.
  expect(refusals.length).toBeLessThanOrEqual(2 * LOGGED_REFUSALS_A_MINUTE)
  for (const { message, data } of refusals)
    expect(JSON.stringify([message, data]).length, message.slice(0, 80)).toBeLessThan(2500)
  expect((await size()) - before).toBeLessThan(3_000_000)
})

test('GUARD-09 of very many lines the newest are kept', async () => {
  const owner = await store.superuser()
  await owner.sql.run(`ATTACH DATABASE '${join(store.dir, 'auxiliary.db')}' AS logs;
    INSERT INTO logs._logs (id, level, message, data, created)
    WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < ${LOG_LINES_KEPT + 500})
    SELECT 'line' || n, 8, 'line ' || n, '{}', '2026-11-20 10:00:00.000Z' FROM count`)
  await store.runJob('store-logs')
  expect((await owner.logs.getList(1, 1)).totalItems).toBeLessThanOrEqual(LOG_LINES_KEPT)
  expect((await lines(`message = "line ${LOG_LINES_KEPT + 500}"`)).length).toBe(1)
  expect((await lines('message = "line 1"')).length).toBe(0)
})
