import type PocketBase from 'pocketbase'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCREENS } from '../../src/desk/screens'
import type { ParcelsAnswer, PrintAnswer } from '../../src/domain/desk/parcels'
import type { DeskRole } from '../../src/domain/desk/role'
import type { SheetAnswer } from '../../src/domain/desk/sheet'
import { LOG_KINDS, LOG_PAGE, type LogAnswer, PLACES, type StaffAnswer } from '../../src/domain/desk/staff'
import type { TodayAnswer } from '../../src/domain/desk/today'
import { registeredRoutes } from '../attack/routes'
import { orderOf, placeOrder } from '../order'
import { refused, statusOf } from '../refused'
import { shared } from '../shared'
import { liftLimits, limitAlone, startStore } from './record-store'

/** Who helps at the desk. What each route lets whom do is tried in tests/backend/rules. */

const store = shared(() =>
  startStore({
    seed: 'demo',
    site: {
      'index.html': '<!doctype html><title>Shop</title>',
      'staff/index.html': '<!doctype html><title>Sign in</title>',
    },
  }),
)
let owner: PocketBase
let serial = 0

const PASSWORD = 'long enough for the desk'
const ANOTHER = { password: 'another long one', passwordConfirm: 'another long one' }

beforeAll(async () => {
  owner = await store.superuser()
})

interface Helper {
  id: string
  email: string
  pb: PocketBase
  ask<T>(route: string, body?: object): Promise<T>
}

const asker =
  (pb: PocketBase) =>
  <T>(route: string, body?: object): Promise<T> =>
    pb.send<T>(`/api/store/desk/${route}`, { method: body ? 'POST' : 'GET', body, requestKey: null })

async function helper(role: DeskRole): Promise<Helper> {
  const email = `helper${++serial}@example.in`
  const body = { name: `Helper ${serial}`, email, role, password: PASSWORD, passwordConfirm: PASSWORD }
  const { id } = await owner.collection('staff').create(body)
  const pb = await signIn(email)
  return { id, email, pb, ask: asker(pb) }
}

async function signIn(email: string): Promise<PocketBase> {
  const pb = store.guest()
  await pb.collection('staff').authWithPassword(email, PASSWORD)
  return pb
}

/** When a token ends, s since 1970. */
const endOf = (token: string): number => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp

async function cashOrder(): Promise<string> {
  await liftLimits(store)
  const soap = await owner
    .collection('products')
    .getFirstListItem('category = "soap" && inStock = true', { sort: 'name' })
  const items = [{ product: soap.id, quantity: 2, color: '' }]
  const guest = store.guest()
  const { grand_total } = await guest.send('/api/store/quote', { method: 'POST', body: { items } })
  const order = orderOf(soap.id, { items, payment_method: 'cod', expected_total: grand_total })
  return (await placeOrder(guest, order)).id
}

/** Every number above 0 in an answer, under a name that speaks of money. */
function moneyIn(answer: unknown, path = ''): string[] {
  if (typeof answer !== 'object' || answer === null) {
    const isMoney = /price|total|paid|collect|kept|amount|taken|fee|discount|tax|by_hand/.test(
      path.split('.').at(-1) ?? '',
    )
    return isMoney && answer ? [`${path}: ${answer}`] : []
  }
  return Object.entries(answer).flatMap(([name, value]) => moneyIn(value, `${path}.${name}`))
}

test('STAFF-04 a packer is told of parcels and stock, and of no money but what the papers in a parcel say', async () => {
  const id = await cashOrder()
  const { ask } = await helper('packer')
  const today = await ask<TodayAnswer>('today')
  expect(today).toMatchObject({ to_pack: 1, to_confirm: 0, to_look: 0, failed_mails: 0 })
  expect(today).toMatchObject({ letters: null, backup: null, to_set_up: null })
  const list = await ask<ParcelsAnswer>('parcels?tab=pack')
  expect(list.parcels.map((parcel) => parcel.id)).toEqual([id])
  expect(list.counts).not.toHaveProperty('returns')
  expect(await ask<ParcelsAnswer>('parcels?tab=returns')).toMatchObject({ parcels: [{ id }] })
  const { rows } = await ask<SheetAnswer>('products')
  expect(rows.length).toBeGreaterThan(5)
  expect(moneyIn([today, list, rows])).toEqual([])
  expect(moneyIn(await asker(owner)('parcels'))).not.toEqual([])

  const { slips, bills } = await ask<PrintAnswer>('parcels/print', { orders: [id] })
  expect(bills).toHaveLength(1)
  expect(moneyIn(slips.map((slip) => slip.items))).toEqual([])
  for (const step of ['pack', 'ship', 'arrive']) {
    const parcels = [{ order: id, tracking_number: '362144081175' }]
    const body = { orders: [id], courier: 'Delhivery', parcels, outcome: 'delivered', cash: true }
    expect(await ask(`parcels/${step}`, body)).toMatchObject({ done: [id], left: [] })
  }
  // Whether the cash came is the owner's to say.
  const order = await owner.collection('orders').getOne(id)
  expect([order.fulfilment_status, order.payment_status]).toEqual(['delivered', 'unpaid'])
})

test('STAFF-05 an editor is told of products and words, and of no order', async () => {
  await cashOrder()
  const { ask } = await helper('editor')
  const today = await ask<TodayAnswer>('today')
  expect(today).toMatchObject({ to_pack: 0, to_ship: 0, to_look: 0, oldest: '', look_at: '', backup: null })
  expect(today.letters).not.toBeNull()
  for (const list of ['products', 'stock']) expect(await statusOf(ask(`csv/${list}`))).toBe(200)
  for (const list of ['orders', 'customers', 'newsletter']) expect(await statusOf(ask(`csv/${list}`))).toBe(403)
  const [row] = (await ask<SheetAnswer>('products')).rows
  expect(row?.price).toBeGreaterThan(0)
})

describe('STAFF-06 a session', () => {
  test('ends at once with another role, a shut door or another password, whoever saves it', async () => {
    const ways: [what: string, change: (one: Helper) => Promise<unknown>][] = [
      ['role', ({ id }) => asker(owner)(`staff/${id}`, { name: 'One', role: 'editor', disabled: false })],
      ['door', ({ id }) => asker(owner)(`staff/${id}`, { name: 'One', role: 'packer', disabled: true })],
      ['role in the forms', ({ id }) => owner.collection('staff').update(id, { role: 'owner' })],
      ['door in the forms', ({ id }) => owner.collection('staff').update(id, { disabled: true })],
      ['password', ({ id }) => owner.collection('staff').update(id, ANOTHER)],
    ]
    for (const [what, change] of ways) {
      const one = await helper('packer')
      expect(await statusOf(one.ask('today'))).toBe(200)
      await change(one)
      expect(await statusOf(one.ask('today')), what).toBe(404)
    }
  })

  test('lasts a week and is not renewed', async () => {
    const { pb } = await helper('packer')
    expect(Math.abs(endOf(pb.authStore.token) - Date.now() / 1000 - 7 * 24 * 60 * 60)).toBeLessThan(60)
    expect(await statusOf(pb.collection('staff').authRefresh())).toBe(403)
  })

  test('is read with the role of this moment, past every save', async () => {
    const { id, ask } = await helper('packer')
    expect(await statusOf(ask('figures'))).toBe(403)
    await owner.sql.run(`UPDATE staff SET role = 'owner' WHERE id = '${id}'`)
    expect(await statusOf(ask('figures'))).toBe(200)
    await owner.sql.run(`UPDATE staff SET disabled = TRUE WHERE id = '${id}'`)
    expect(await statusOf(ask('today'))).toBe(404)
  })

  test('is not given to who is shut out, and wrong mail and wrong password are told alike', async () => {
    await liftLimits(store)
    const { email, id } = await helper('packer')
    const refusal = (mail: string, password: string) =>
      refused(store.guest().collection('staff').authWithPassword(mail, password))
    expect(await refusal(email, 'wrong')).toEqual(await refusal('nobody@example.in', 'wrong'))
    await owner.collection('staff').update(id, { disabled: true })
    expect(await refusal(email, PASSWORD)).toMatchObject({ status: 403 })
    // A shopper's password opens no desk, nor the other way round.
    const shopper = await store.newUser()
    expect(await refusal(shopper.email, shopper.password)).toMatchObject({ status: 400 })
    expect(await statusOf(store.guest().collection('users').authWithPassword(email, PASSWORD))).toBe(400)
  })
})

test('STAFF-06 passwords are guessed as seldom as shoppers’, of accounts that are there and that are not', async () => {
  const { email } = await helper('packer')
  await limitAlone(store, 'signin:pair', 3)
  for (const mail of [email, 'not-there@example.in']) {
    const guess = () => statusOf(store.guest().collection('staff').authWithPassword(mail, 'wrong'))
    expect([await guess(), await guess(), await guess(), await guess()]).toEqual([400, 400, 400, 429])
  }
  await liftLimits(store)
})

/** The newest link to a password in the mails a store without a mail server writes to its log, or empty. */
const newestLink = () => [...store.output().matchAll(/\/staff#\/password\/([\w.-]+)/g)].at(-1)?.[1] ?? ''

describe('STAFF-07 an invitation', () => {
  const invite = (body: object) => asker(owner)<StaffAnswer>('staff', body)

  test('is a mail whose link lets its reader choose a password, once', async () => {
    await expect(invite({ name: ' ', email: 'no address', role: 'king' })).rejects.toMatchObject({
      status: 400,
      response: { data: { name: {}, email: {}, role: {} } },
    })
    const { people, mails } = await invite({ name: 'Suresh Patil', email: 'Suresh@Example.in', role: 'packer' })
    expect(mails).toBe(false)
    expect(people).toContainEqual(
      expect.objectContaining({ name: 'Suresh Patil', email: 'suresh@example.in', last_seen: '' }),
    )
    await expect(invite({ name: 'Again', email: 'suresh@example.in', role: 'packer' })).rejects.toMatchObject({
      response: { data: { email: { message: 'Somebody with this address is on the list already.' } } },
    })
    await expect.poll(newestLink).not.toBe('')
    const token = newestLink()
    expect(Math.abs(endOf(token) - Date.now() / 1000 - 24 * 60 * 60)).toBeLessThan(60)
    const guest = store.guest()
    await expect(guest.collection('staff').confirmPasswordReset(token, 'short', 'short')).rejects.toMatchObject({
      response: { data: { password: {} } },
    })
    await guest.collection('staff').confirmPasswordReset(token, PASSWORD, PASSWORD)
    expect(await statusOf(guest.collection('staff').confirmPasswordReset(token, PASSWORD, PASSWORD))).toBe(400)
    const pb = await signIn('suresh@example.in')
    expect(pb.authStore.record).toMatchObject({ name: 'Suresh Patil', role: 'packer' })
    expect((await asker(pb)<TodayAnswer>('today')).backup).toBeNull()
    const after = (await asker(owner)<StaffAnswer>('staff')).people.find(({ email }) => email === 'suresh@example.in')
    expect(Math.abs(Date.parse(after?.last_seen ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('is sent again, three times an hour; a forgotten password has the same answer for everybody', async () => {
    const { people } = await invite({ name: 'Bilal', email: 'bilal@example.in', role: 'editor' })
    const id = people.find(({ email }) => email === 'bilal@example.in')?.id
    const again = () => statusOf(asker(owner)(`staff/${id}/invite`, {}))
    expect([await again(), await again(), await again()]).toEqual([200, 200, 429])
    const ask = (email: string) => statusOf(store.guest().collection('staff').requestPasswordReset(email))
    const before = newestLink()
    const shut = await helper('packer')
    await owner.collection('staff').update(shut.id, { disabled: true })
    expect([await ask(shut.email), await ask('nobody@example.in')]).toEqual([200, 200])
    expect(newestLink()).toBe(before)
    const known = await helper('packer')
    expect(await ask(known.email)).toBe(200)
    await expect.poll(newestLink).not.toBe(before)
    // Shut out meanwhile: the link is worth nothing.
    const token = newestLink()
    await owner.collection('staff').update(known.id, { disabled: true })
    expect(await statusOf(store.guest().collection('staff').confirmPasswordReset(token, PASSWORD, PASSWORD))).toBe(400)
  })
})

test('STAFF-08 an owner of the staff changes others and does not shut themselves out', async () => {
  const one = await helper('owner')
  const two = await helper('owner')
  const change = ({ id }: Helper, role: DeskRole, disabled: boolean) =>
    statusOf(one.ask(`staff/${id}`, { name: 'Renamed', role, disabled }))
  expect([await change(one, 'editor', false), await change(one, 'owner', true)]).toEqual([400, 400])
  expect(await change(one, 'owner', false)).toBe(200)
  expect(await change(two, 'packer', true)).toBe(200)
  // What is not said stays, whatever a dialog that was opened earlier shows.
  expect(await statusOf(one.ask(`staff/${two.id}`, { name: 'Renamed again' }))).toBe(200)
  expect(await owner.collection('staff').getOne(two.id)).toMatchObject({
    ...{ name: 'Renamed again', role: 'packer', disabled: true },
  })
  expect(await statusOf(signIn(two.email))).toBe(403)
  expect(await change(two, 'packer', false)).toBe(200)
  expect(await statusOf(signIn(two.email))).toBe(200)
  expect(await statusOf(one.ask('staff/none00000000001', { name: 'X', role: 'packer', disabled: false }))).toBe(404)
  const { people } = await one.ask<StaffAnswer>('staff')
  expect(people[0]).toMatchObject({ id: '', role: 'owner', email: 'owner@example.com', me: false })
  expect(people.filter(({ me }) => me).map(({ id }) => id)).toEqual([one.id])
})

describe('STAFF-09 the log', () => {
  const log = (query: string) => asker(owner)<LogAnswer>(`log?${query}`)

  test('says who did what, in pages, by person and by kind', async () => {
    const id = await cashOrder()
    const { ask, email } = await helper('packer')
    await ask('parcels/pack', { orders: [id] })
    const { number } = await owner.collection('orders').getOne(id)
    const [newest] = (await log(`who=${encodeURIComponent(email)}`)).entries
    expect(newest).toMatchObject({ who: email, what: `Packed ${number}`, link: `#/shop-orders/${id}` })
    expect(newest?.name).toMatch(/^Helper/)
    const at = '2026-11-01 10:00:00.000Z'
    for (let made = 0; made < LOG_PAGE + 5; made++)
      await store.insert('desk_log', { who: 'many@example.in', what: `Deed ${made}`, link: '#/sheet', created: at })
    const first = await log('who=many%40example.in&kind=products')
    expect(first.entries).toHaveLength(LOG_PAGE)
    const second = await log(`who=many%40example.in&kind=products&before=${encodeURIComponent(first.next)}`)
    expect([second.entries.length, second.next]).toEqual([5, ''])
    expect(new Set([...first.entries, ...second.entries].map((entry) => entry.id)).size).toBe(LOG_PAGE + 5)
    expect((await log('who=many%40example.in&kind=letters')).entries).toEqual([])
  })

  test('has each screen where something is done under one kind', async () => {
    const at = '2026-11-02 10:00:00.000Z'
    const screens = SCREENS.map(({ path }) => path).filter((path) => !['/today', '/figures'].includes(path))
    for (const path of screens)
      await store.insert('desk_log', { who: 'each@example.in', what: 'Did', link: `#${path}`, created: at })
    const kinds = await Promise.all(Object.keys(LOG_KINDS).map((kind) => log(`who=each%40example.in&kind=${kind}`)))
    const links = kinds.flatMap(({ entries }) => entries.map(({ link }) => link))
    expect(links.sort()).toEqual(screens.map((path) => `#${path}`).sort())
  })

  test('has refused tries, a few an hour, and nobody changes it', async () => {
    const { ask, email } = await helper('editor')
    for (let tries = 0; tries < 8; tries++) expect(await statusOf(ask('orders/none00000000001'))).toBe(403)
    const { entries } = await log(`kind=refused&who=${encodeURIComponent(email)}`)
    expect(entries.map(({ what }) => what)).toEqual(Array(3).fill('Tried to open an order and was not let in'))
    const deeds = owner.collection('desk_log')
    const [{ id = '' } = {}] = entries
    expect(await statusOf(deeds.update(id, { what: 'Nothing' }))).toBe(403)
    expect(await statusOf(deeds.delete(id))).toBe(403)
    expect(await statusOf(deeds.create({ who: 'x@example.in', what: 'Nothing' }))).toBe(403)
  })

  test('has a name for each route of the desk', async () => {
    const routes = (await registeredRoutes()).flatMap((route) => route.split(' /api/store/desk/').slice(1))
    expect(routes.filter((route) => !PLACES.some(([begins]) => route.startsWith(begins)))).toEqual(['today'])
  })

  test('is kept for a year', async () => {
    const old = new Date(Date.now() - 366 * 24 * 60 * 60_000).toISOString().replace('T', ' ')
    const young = new Date(Date.now() - 364 * 24 * 60 * 60_000).toISOString().replace('T', ' ')
    const kept = await store.insert('desk_log', { who: 'a@example.in', what: 'Young', created: young })
    const gone = await store.insert('desk_log', { who: 'a@example.in', what: 'Old', created: old })
    await store.runJob('retention')
    const { items } = await owner.collection('desk_log').getList(1, 5, { filter: 'who = "a@example.in"' })
    expect(items.map(({ id }) => id)).toEqual([kept])
    expect(items.map(({ id }) => id)).not.toContain(gone)
  })
})

test('STAFF-10 the page is outside the shop’s, in no index and no cache, and lets in no services', async () => {
  const get = (path: string) => fetch(`${store.url}${path}`, { redirect: 'manual' })
  const page = await get('/staff')
  expect(await page.text()).toContain('Sign in')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("worker-src 'self'")
  for (const path of ['/staff/', '/staff/index.html']) {
    const { status, headers } = await get(path)
    expect([status, headers.get('location')]).toEqual([301, '/staff'])
  }
  expect((await get('/staff/other')).status).toBe(404)
  expect(await (await get('/robots.txt')).text()).not.toContain('staff')
})
