import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startStore } from '../backend/record-store'
import { scratchFolder } from '../scratch-folder'
import { start, startRefused } from './start'

vi.setConfig({ testTimeout: 180_000 })

const ROOT = join(import.meta.dirname, '../..')

function repair(env: Record<string, string>) {
  const clean = Object.entries(process.env).filter(([name]) => !/^STORE_/.test(name))
  return promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/start/schema-repair.ts'], {
    cwd: ROOT,
    env: { ...Object.fromEntries(clean), ...env },
  })
}

test('RUN-08 a schema that lost something is refused in words, and repaired without losing what a maker added', async () => {
  const store = await startStore()
  const owner = await store.superuser()
  const orders = await owner.collections.getOne('orders')
  const events = await owner.collections.getOne('order_events')
  await owner.collections.update('orders', {
    listRule: '',
    indexes: orders.indexes.filter((sql) => !sql.includes('idx_orders_placed_at')),
  })
  await owner.collections.update('order_events', {
    fields: events.fields.map((field) => (field.name === 'data' ? { ...field, hidden: false } : field)),
  })
  const posts = await owner.collections.getOne('posts')
  await owner.collections.update('posts', {
    fields: [...posts.fields.filter(({ name }) => name !== 'excerpt'), { type: 'text', name: 'mood' }],
  })
  await owner.collections.create({ type: 'base', name: 'wholesale', fields: [{ type: 'text', name: 'shop' }] })
  await owner.collection('posts').create({ slug: 'rain', title: 'Rain', mood: 'quiet' })
  await owner.sql.run('DROP TRIGGER stock_sums_added')
  const soap = await store.insert('products', { name: 'Soap', category: 'soap', price: 180 })
  await store.insert('stock_movements', { product: soap, delta: 7 })
  await owner.sql.run('DROP TRIGGER order_words_added')
  await store.insert('orders', { number: 'SJ-BEFORE01', name: 'Zoya', items: '[]', idempotency_key: 'before' })
  await store.kill()
  const env = { STORE_DATA_DIR: store.dir, STORE_SEED: 'none' }

  const { code, output } = await startRefused(env)
  expect(code).toBe(1)
  for (const words of [
    'orders: everybody may list its records; it should be whoever fulfils',
    'orders: the index idx_orders_placed_at is missing',
    'order_events.data: hidden is nothing; it should be true',
    'posts.excerpt is missing (a text field)',
    'the table or trigger stock_sums_added is missing',
    'npm run schema:repair',
  ]) {
    expect(output).toContain(words)
  }
  expect(output).not.toContain('wholesale')

  const repaired = await repair(env)
  expect(repaired.stdout).toContain('posts.mood is not the store')
  const started = await start(env)
  expect(started.output()).toContain("the collection wholesale is not the store's; it is left as it is")
  const shown = await fetch(`${started.url}/api/collections/orders/records`)
  expect((await shown.json()).items).toEqual([])
  await started.stop()
  await store.restart()
  expect((await owner.collection('posts').getFullList())[0]?.mood).toBe('quiet')
  expect((await owner.sql.run('SELECT * FROM stock_sums')).rows).toEqual([[soap, '1', '7']])
  expect((await owner.sql.run('SELECT name, number FROM order_texts')).rows).toEqual([['Zoya', 'SJ-BEFORE01']])
  await store.stop()
})

test('RUN-08 a folder without a store is not repaired: it is said, with what to do, and nothing is written', async () => {
  const folder = scratchFolder(onTestFinished)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  for (const dataDir of [folder, join(folder, 'none')]) {
    const refused = await repair({ STORE_DATA_DIR: dataDir }).catch((error) => error)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`There is no store in ${dataDir}. Say which folder it is in: STORE_DATA_DIR=`)
    expect(refused.stderr).not.toContain('    at ')
    expect(await readdir(folder)).toEqual(['notes.txt'])
  }
})

test('RUN-09 the folder of a store whose migration was deleted later starts', async () => {
  const home = scratchFolder(onTestFinished)
  const kept = await readFile(join(ROOT, 'tests/upgrade/87fa20a.db.br'))
  await writeFile(join(home, 'data.db'), brotliDecompressSync(kept))
  const started = await start({ STORE_DATA_DIR: home })
  expect(started.output()).toContain('The store is ready')
  expect(await started.stop()).toBe(0)
})
