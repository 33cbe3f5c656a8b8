import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import type { CollectionModel } from 'pocketbase'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SETTINGS, parseSettings } from '@/domain/site/settings'
import { schemaSource, storeSchema } from '../../scripts/build/typegen'
import { statusOf } from '../refused'
import { scratchFolder } from '../scratch-folder'
import { shared } from '../shared'
import { startStore, storeFlags, storeTemplate } from './record-store'

const MIGRATIONS = join(import.meta.dirname, '../../pocketbase/pb_migrations')
const STORE_SCHEMA_FILE = join(import.meta.dirname, '../../pocketbase/hooks/running/schema.json')
const SCHEMA_FILE = join(import.meta.dirname, '../../src/api/schema.ts')

const store = shared(startStore)
let superuser: PocketBase
let collections: CollectionModel[]

beforeAll(async () => {
  superuser = await store.superuser()
  collections = (await superuser.collections.getFullList()).filter(({ name }) => !name.startsWith('_'))
})

describe('migrations', () => {
  /** Runs a command of the record store, answering "yes" when it asks. */
  async function command(dataDir: string, ...words: string[]): Promise<string> {
    const { binary, hooks } = await storeTemplate()
    return new Promise((resolve, reject) => {
      const child = execFile(binary, [...words, ...storeFlags(dataDir, hooks)], (error, stdout, stderr) =>
        error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr),
      )
      child.stdin?.end('y\n')
    })
  }

  test('RUN-10 go up, all the way down and up again', async () => {
    const home = scratchFolder(onTestFinished)
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.js')).sort()
    const lines = (printed: string, word: string) =>
      printed
        .split('\n')
        .filter((line) => line.startsWith(word))
        .map((line) => line.slice(word.length + 1))
    const data = join(home, 'pb_data')
    expect(lines(await command(data, 'migrate', 'up'), 'Applied')).toEqual(names)
    expect(lines(await command(data, 'migrate', 'down', String(names.length)), 'Reverted')).toEqual(
      [...names].reverse(),
    )
    expect(lines(await command(data, 'migrate', 'up'), 'Applied')).toEqual(names)
  })

  test('PAY-11 RUN-10 say in rupees what older orders come to, and leave no flag that an older store does not know', async () => {
    const old = await startStore({ seed: 'none' })
    onTestFinished(() => old.stop())
    const paise = { items_total: 123456, discount_total: 1000, grand_total: 122456, paid_total: 122456 }
    const flagged = { number: 'SJ-0000OLD1', items: [], refunded_total: 5050, review_flag: 'refunded_twice' }
    const order = await old.insert('orders', { ...flagged, ...paise })
    const payment = await old.insert('payments', { order, attempt: 1, amount: 122456, captured: 122456 })
    const refund = await old.insert('refunds', { order, payment, amount: 5050, status: 'processed' })
    const bill = await old.insert('bills', { order, number: '26-27/000001', data: { grand_total: 12245600 } })
    await old.kill()
    const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.js')).sort()
    const since = names.length - names.indexOf('1795306200_money.js')
    await command(old.dir, 'migrate', 'down', String(since))
    await command(old.dir, 'migrate', 'up')
    await old.restart()
    const owner = await old.superuser()
    expect(await owner.collection('orders').getOne(order)).toMatchObject({
      total: '₹1,224.56',
      review_flag: '',
      sums: 'goods ₹1,234.56, discount -₹10.00, delivery ₹0.00, received ₹1,224.56, given back ₹50.50',
    })
    expect((await owner.collection('payments').getOne(payment)).sums).toBe('asked ₹1,224.56, received ₹1,224.56')
    expect((await owner.collection('refunds').getOne(refund)).rupees).toBe(50.5)
    expect((await owner.collection('bills').getOne(bill)).total).toBe('₹1,22,456.00')
  })

  test('CART-15 SHEET-08 leave the settings record with the promised defaults', async () => {
    const record = await store.guest().collection('store_settings').getFirstListItem('key = "store"')
    expect(parseSettings(record)).toEqual(DEFAULT_SETTINGS)
  })

  test('CART-15 have settings in rupees, which are read as money, and other numbers', () => {
    const { fields = [] } = collections.find(({ name }) => name === 'store_settings') ?? {}
    const numbers = fields.filter(({ name, type }) => type === 'number' && name in DEFAULT_SETTINGS)
    const money = numbers.filter(({ help }) => /in rupees/.test(help))
    expect(money.length).toBeGreaterThan(4)
    for (const field of numbers)
      expect(parseSettings({ [field.name]: 7 })).toMatchObject({ [field.name]: money.includes(field) ? 700 : 7 })
  })

  test('RUN-10 are what src/api/schema.ts says (npm run typegen)', async () => {
    expect(await readFile(SCHEMA_FILE, 'utf8')).toBe(schemaSource(collections))
  })

  test('RUN-08 are what a store compares itself with as it starts (npm run typegen)', async () => {
    expect(await readFile(STORE_SCHEMA_FILE, 'utf8')).toBe(await storeSchema(superuser, collections))
    expect(store.output()).not.toContain('schema')
  })
})

describe('SAVE-09 the admin UI', () => {
  const explained = (collection: CollectionModel) =>
    collection.fields.filter(
      (field) => !['id', 'password', 'tokenKey'].includes(field.name) && field.type !== 'autodate',
    )

  test('explains every field in plain words', () => {
    const silent = collections.flatMap((collection) =>
      explained(collection)
        .filter((field) => String(field.help ?? '').length < 10)
        .map((field) => `${collection.name}.${field.name}`),
    )
    expect(silent).toEqual([])
  })

  test('can call every record by something better than its id', () => {
    const nameless = collections
      .filter(({ fields }) => !fields.some((field) => field.presentable))
      .map(({ name }) => name)
    expect(nameless).toEqual([])
  })
})

describe('settings', () => {
  test('GUARD-01 GUARD-04 GUARD-13 limit requests, trust no proxy header, keep no address in logs and do no batches', async () => {
    const { meta, rateLimits, trustedProxy, logs, batch } = await superuser.settings.getAll()
    expect(meta.appName).toBe('Sabun & Jhola')
    expect(meta.hideControls).toBe(true)
    expect(rateLimits.enabled).toBe(true)
    expect(trustedProxy.headers).toEqual([])
    expect([logs.minLevel, logs.logIP, logs.logAuthId]).toEqual([4, false, false])
    expect(batch.enabled).toBe(false)
  })

  async function firstRefusal(limit: number, call: () => Promise<unknown>): Promise<number> {
    for (let count = 1; count <= limit; count++) {
      if ((await statusOf(call())) === 429) return count
    }
    return Number.POSITIVE_INFINITY
  }

  test('AUTH-05 AUTH-07 GUARD-01 passwords cannot be tried without end, nor somebody’s mailbox filled', async () => {
    const guest = store.guest()
    const signIn = () => guest.collection('users').authWithPassword('nobody@example.com', 'wrong password')
    expect(await firstRefusal(70, signIn)).toBe(11)
    const reset = () => guest.collection('users').requestPasswordReset('nobody@example.com')
    expect(await firstRefusal(30, reset)).toBe(21)
  })

  test('GUARD-01 pictures of a busy page are counted by themselves, and generously', async () => {
    const { rules = [] } = (await superuser.settings.getAll()).rateLimits as {
      rules?: { label: string; maxRequests: number; duration: number }[]
    }
    const perSecond = (label: string) => {
      const rule = rules.find((found) => found.label === label)
      return rule ? rule.maxRequests / rule.duration : 0
    }
    expect(perSecond('*:file')).toBeGreaterThan(perSecond('/api/'))
    expect(perSecond('/api/')).toBeGreaterThanOrEqual(100)
  })

  test('AUTH-05 MAIL-09 mails lead to the store’s own pages, the token in the fragment', () => {
    const users = collections.find(({ name }) => name === 'users')
    const bodies = ['verificationTemplate', 'resetPasswordTemplate', 'confirmEmailChangeTemplate'].map(
      (template) => users?.[template].body as string,
    )
    expect(bodies[0]).toContain('{APP_URL}/auth/login?mail=verify#token={TOKEN}')
    expect(bodies[1]).toContain('{APP_URL}/auth/reset-password#token={TOKEN}')
    expect(bodies[2]).toContain('{APP_URL}/auth/login?mail=email#token={TOKEN}')
    for (const body of bodies) expect(body).not.toContain('/_/')
  })
})

// Lists of products: catalogue.test.ts.
describe('FIND-06 indexes serve what the store asks for', () => {
  async function plan(sql: string): Promise<string> {
    const { rows } = await superuser.sql.run(`EXPLAIN QUERY PLAN ${sql} LIMIT 100`)
    return (rows ?? []).map((row) => String(row.at(-1))).join('\n')
  }

  test.each([
    "SELECT * FROM reviews WHERE product = 'x' AND state = 'published' ORDER BY created DESC, id",
    "SELECT * FROM review_comments WHERE review = 'x' ORDER BY created",
    "SELECT * FROM orders WHERE user = 'x' ORDER BY created DESC",
    "SELECT * FROM orders WHERE user = 'x' ORDER BY placed_at DESC",
    "SELECT * FROM orders WHERE number = 'x'",
    "SELECT * FROM orders WHERE status = 'pending' AND expires_at < '2026'",
    "SELECT * FROM order_events WHERE [order] = 'x' ORDER BY created",
    "SELECT SUM(delta) FROM stock_movements WHERE product = 'x'",
    "SELECT SUM(quantity) FROM stock_holds WHERE product = 'x' AND expires_at > '2026'",
    "SELECT SUM(quantity) FROM unpaid_pieces WHERE product IN ('x', 'y') AND until > '2026' GROUP BY product",
    "SELECT * FROM payments WHERE gateway_order_id = 'x' AND gateway_order_id != ''",
    "SELECT * FROM payment_events WHERE event_id = 'x' AND provider = 'x'",
    "SELECT * FROM carts WHERE user = 'x'",
    "SELECT * FROM wishlists WHERE user = 'x'",
    "SELECT * FROM bookings WHERE [order] = 'x' AND state != 'cancelled'",
    "SELECT * FROM bookings WHERE next_try_at = '' AND state = 'cancelling'",
    "SELECT * FROM bookings WHERE awb = 'x' AND awb != '' AND state = 'booked'",
    "SELECT * FROM addresses WHERE user = 'x' ORDER BY created",
    "SELECT * FROM pages WHERE slug = 'x'",
    "SELECT * FROM posts WHERE slug = 'x'",
    'SELECT * FROM slider_images WHERE active = 1 ORDER BY [order]',
    'SELECT * FROM special_offers WHERE active = 1 ORDER BY created DESC',
    // Each hour, by UPDATE (waits.ts).
    "SELECT * FROM outbox WHERE status = 'queued' AND next_try_at > '2026'",
    "SELECT * FROM refunds WHERE status IN ('queued', 'pending') AND next_try_at > '2026'",
    "SELECT * FROM payments WHERE next_check_at > '2026'",
    "SELECT * FROM orders WHERE status = 'pending' AND expires_at > '2026'",
    "SELECT * FROM stock_holds WHERE expires_at > '2026'",
    "SELECT * FROM unpaid_pieces WHERE until > '2026'",
    "SELECT * FROM bookings WHERE next_try_at > '2026'",
    "SELECT * FROM cart_reminders WHERE state = 'confirmed' AND due_at > '2026'",
  ])('%s', async (sql) => {
    const steps = await plan(sql)
    expect(steps).toMatch(/USING (COVERING )?INDEX/)
    // Sorting within equals is fine; sorting everything that was found is not.
    expect(steps).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  })
})
