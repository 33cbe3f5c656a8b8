import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Mailbox } from '../mailbox'
import { shared } from '../shared'
import { newKey, orderOf } from './paying-shop'
import { liftLimits, startStore } from './record-store'

const HOUR = 60 * 60_000
const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: mailbox.env }))
let soap: string

const post = async (route: string, body: object, Authorization = '', more: Record<string, string> = {}) =>
  Object.values(await store.post(`/api/store/${route}`, body, { Authorization, ...more }))
const owner = () => store.superuser()
const reminders = async (email: string) =>
  (await owner()).collection('cart_reminders').getFullList({ filter: `email = "${email}"` })
const remindersTo = (email: string) =>
  mailbox.mails.filter(({ to, body }) => to.includes(email) && body.includes('Nothing is kept aside'))
const later = (hours: number) => store.setAhead(hours * HOUR)
async function confirmed(email: string, items: string) {
  expect(await post('alerts/cart', { email, items })).toEqual([202, {}])
  await store.runJob('store-outbox')
  const { body } = await mailbox.waitFor(email, /letters\/remind/)
  const [, id, token] = /\/letters\/remind#([a-z0-9]+)\.(\S+)/.exec(body) ?? []
  expect((await post('alerts/cart/confirm', { id, token: `${token}x` }))[0]).toBe(404)
  for (const _ of [1, 2]) expect(await post('alerts/cart/confirm', { id, token })).toEqual([202, {}])
}

beforeAll(async () => {
  await liftLimits(store, 'alerts:address')
  const body = { name: 'Reminded soap', category: 'soap', price: 180, inStock: true }
  soap = (await (await owner()).collection('products').create(body)).id
})
beforeEach(() => later(0))

test('REMIND-02 REMIND-03 who has confirmed is reminded once, a day later, by the cart’s link', async () => {
  const email = 'meera@example.com'
  await confirmed(email, `${soap}.2`)
  await later(23)
  for (const job of ['store-alerts', 'store-outbox']) await store.runJob(job)
  expect(await reminders(email)).toMatchObject([{ state: 'confirmed' }])
  await later(25)
  for (const job of ['store-alerts', 'store-alerts', 'store-outbox']) await store.runJob(job)
  await vi.waitFor(() => expect(remindersTo(email)).toHaveLength(1))
  expect(remindersTo(email)[0]?.body).toContain(`/cart?items=${soap}.2`)
  await vi.waitFor(async () => expect(await reminders(email)).toEqual([]))
})

test('REMIND-02 nobody is reminded unconfirmed, and the last confirmed is the only one', async () => {
  const email = 'lata@example.com'
  await store.insert('cart_reminders', {
    ...{ email, items: `${soap}.9`, state: 'confirmed' },
    ...{ asked_at: '2026-01-01 00:00:00.000Z', due_at: '2099-01-01 00:00:00.000Z' },
  })
  await post('alerts/cart', { email, items: `${soap}.3` })
  expect((await reminders(email)).map(({ state }) => state).sort()).toEqual(['confirmed', 'waiting'])
  await confirmed(email, `${soap}.3`)
  expect(await reminders(email)).toMatchObject([{ state: 'confirmed', items: `${soap}.3` }])
  expect((await post('alerts/cart', { email, items: '~' }))[0]).toBe(400)
  for (let tag = 0; tag < 7; tag++)
    expect(await post('alerts/cart', { email: `nila+${tag}@gmail.com`, items: `${soap}.1` })).toEqual([202, {}])
  const tagged = await (await owner()).collection('cart_reminders').getFullList({ filter: 'email ~ "nila+"' })
  expect(tagged).toHaveLength(5)
})

test('REMIND-03 MAIL-11 no mail after an order, for nothing to be had, or three days unconfirmed', async () => {
  await confirmed('kavya@example.com', `${soap}.1`)
  const order = orderOf(soap, { payment_method: 'cod' })
  const bought = { ...order, contact: { ...order.contact, email: 'kavya@example.com' } }
  expect((await post('orders', bought, '', { 'Idempotency-Key': newKey() }))[0]).toBe(201)
  await confirmed('asha@example.com', `${soap}.1`)
  await post('alerts/cart', { email: 'rani@example.com', items: `${soap}.1` })
  await later(25)
  await store.runJob('store-alerts')
  expect(await reminders('kavya@example.com')).toEqual([])
  expect(await reminders('asha@example.com')).toMatchObject([{ state: 'queued' }])
  await (await owner()).collection('products').update(soap, { inStock: false })
  await store.runJob('store-outbox')
  await vi.waitFor(async () => expect(await reminders('asha@example.com')).toEqual([]))
  await (await owner()).collection('products').update(soap, { inStock: true })
  expect(remindersTo('asha@example.com')).toEqual([])
  const [mail] = await (await owner())
    .collection('outbox')
    .getFullList({ filter: 'kind = "reminder"', sort: '-created' })
  expect(mail?.status).toBe('dropped')
  await later(71)
  await store.runJob('retention')
  expect(await reminders('rani@example.com')).toHaveLength(1)
  await later(73)
  await store.runJob('retention')
  expect(await reminders('rani@example.com')).toEqual([])
})

test('REMIND-02 REMIND-04 a proven address needs no mail, and its reminder goes with the account', async () => {
  const user = await store.newUser('Kavya Nair')
  await (await owner()).sql.run(`UPDATE users SET verified = TRUE WHERE id = '${user.id}'`)
  await user.pb.collection('users').authRefresh()
  const { token } = user.pb.authStore
  const email = user.email.toLowerCase()
  expect(await post('alerts/cart', { email, items: `${soap}.1` }, token)).toEqual([202, { confirmed: true }])
  const data = await (await fetch(`${store.url}/api/store/my-data`, { headers: { Authorization: token } })).json()
  expect(data.cart_reminders).toMatchObject([{ items: `${soap}.1`, state: 'confirmed' }])
  expect((await post('account/deletion', { password: user.password }, token))[0]).toBe(204)
  expect(await reminders(email)).toEqual([])
})

test('REMIND-02 whoever is signed in with a proven address is told when no more can be kept', async () => {
  const { email, pb } = await store.newUser('Kavya Nair')
  const { sql } = await owner()
  await sql.run('DELETE FROM cart_reminders')
  await sql.run(`WITH RECURSIVE few(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM few WHERE n < 5000)
    INSERT INTO cart_reminders (id, email, items, state) SELECT 'full' || n, n || '@full.example', '${soap}.1', 'confirmed'
    FROM few`)
  const items = `${soap}.1`
  const data = { code: 'list_full' }
  expect(await post('alerts/cart', { email, items }, pb.authStore.token)).toMatchObject([409, { data }])
  expect(await post('alerts/cart', { email, items })).toEqual([202, {}])
  expect(await reminders(email)).toMatchObject([{ state: 'waiting' }])
  // One that takes the place of their own needs none.
  await sql.run(`UPDATE cart_reminders SET email = '${email}' WHERE id = 'full1'`)
  expect(await post('alerts/cart', { email, items }, pb.authStore.token)).toEqual([202, { confirmed: true }])
  await sql.run("DELETE FROM cart_reminders WHERE email LIKE '%@full.example'")
})

test('REMIND-03 a record that somebody wrote something else into keeps nobody’s reminder', async () => {
  const past = '2026-01-01 00:00:00.000Z'
  const due = { state: 'confirmed', asked_at: past, due_at: past }
  await store.insert('cart_reminders', { ...due, email: 'broken@example.com', items: `${soap}.2%` })
  await store.insert('cart_reminders', { ...due, email: 'asha@example.com', items: `${soap}.2` })
  for (const job of ['store-alerts', 'store-outbox']) await store.runJob(job)
  await vi.waitFor(() => expect(remindersTo('asha@example.com')).toHaveLength(1))
  expect(await reminders('broken@example.com')).toEqual([])
})
