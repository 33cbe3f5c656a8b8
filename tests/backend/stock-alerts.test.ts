import { beforeAll, expect, test, vi } from 'vitest'
import { ALERTS_FOR_ONE } from '../../src/domain/limits'
import { Mailbox } from '../mailbox'
import { shared } from '../shared'
import { liftLimits, startStore } from './record-store'

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: mailbox.env }))
let serial = 0

const post = async (route: string, body: object, Authorization = '') =>
  Object.values(await store.post(`/api/store/${route}`, body, { Authorization }))
const owner = () => store.superuser()
const soldOut = async () => {
  serial += 1
  const body = { name: `Waited soap ${serial}`, category: 'soap', price: 180, inStock: false }
  return (await owner()).collection('products').create(body)
}
const stock = async (id: string, inStock: boolean) => (await owner()).collection('products').update(id, { inStock })
const alerts = async (product: string) =>
  (await owner()).collection('stock_alerts').getFullList({ filter: `product = "${product}"` })
const mailsOf = (email: string, words: RegExp) =>
  mailbox.mails.filter(({ to, body }) => to.includes(email) && words.test(body))
/** A mail with nothing to say any more is dropped, with the reason, and nobody is asked to mend it. */
async function nothingToMend(kind: string) {
  const [mail] = await (await owner()).collection('outbox').getFullList({ filter: `kind = "${kind}"` })
  expect(mail).toMatchObject({ status: 'dropped', next_try_at: '', error: expect.stringContaining('cannot be had') })
  expect(await (await owner()).send('/api/store/desk/today', {})).toMatchObject({ failed_mails: 0, mail_error: '' })
}
async function link(email: string) {
  await store.runJob('store-outbox')
  const { body } = await mailbox.waitFor(email, /letters\/tell/)
  const [, id, token] = /\/letters\/tell#([a-z0-9]+)\.(\S+)/.exec(body) ?? []
  return { id, token }
}

beforeAll(async () => {
  // One machine asks for everybody; what goes to one mailbox stays limited.
  await liftLimits(store, 'alerts:address')
})

test('TELL-02 TELL-03 MAIL-11 who has confirmed is told once, when it is back and still there, and then forgotten', async () => {
  const email = 'asha@example.com'
  const { id: product, name } = await soldOut()
  expect(await post('alerts', { email: ' Asha@Example.com ', product })).toEqual([202, {}])
  expect(await alerts(product)).toMatchObject([{ email, state: 'waiting' }])
  const confirm = await link(email)
  expect((await post('alerts/confirm', { ...confirm, token: `${confirm.token}x` }))[0]).toBe(404)
  await stock(product, true)
  await store.runJob('store-alerts')
  expect(await alerts(product)).toMatchObject([{ state: 'waiting' }])

  await stock(product, false)
  for (const _ of [1, 2]) expect(await post('alerts/confirm', confirm)).toEqual([202, {}])
  await store.runJob('store-alerts')
  expect(await alerts(product)).toMatchObject([{ state: 'confirmed' }])

  // Back, and gone again before the mail leaves.
  await stock(product, true)
  await store.runJob('store-alerts')
  await stock(product, false)
  await store.runJob('store-outbox')
  expect(await alerts(product)).toMatchObject([{ state: 'confirmed' }])
  expect(mailsOf(email, /We have kept none/)).toEqual([])
  await nothingToMend('alert_back')

  await stock(product, true)
  for (const job of ['store-alerts', 'store-alerts', 'store-outbox']) await store.runJob(job)
  await vi.waitFor(() => expect(mailsOf(email, /We have kept none/)).toHaveLength(1))
  expect(mailsOf(email, /We have kept none/)[0]?.body).toContain(`${name} is back`)
  await vi.waitFor(async () => expect(await alerts(product)).toEqual([]))
  expect((await post('alerts/confirm', confirm))[0]).toBe(404)
})

test('TELL-02 GUARD-01 every address is answered alike, and five such mails a day go to it', async () => {
  const email = 'meera@example.com'
  const { id: product } = await soldOut()
  for (let tries = 0; tries < 7; tries++) expect(await post('alerts', { email, product })).toEqual([202, {}])
  expect(await alerts(product)).toHaveLength(1)
  await store.runJob('store-outbox')
  await vi.waitFor(() => expect(mailsOf(email, /letters\/tell/).length).toBeGreaterThan(0))
  expect(mailsOf(email, /letters\/tell/).length).toBeLessThanOrEqual(5)
  expect(await post('alerts', { email: 'no address', product })).toMatchObject([400, { data: { email: {} } }])
  expect((await post('alerts', { email, product: 'nosuchproduct00' }))[0]).toBe(404)
})

test('TELL-02 GUARD-01 the tags of a mailbox are no other mailboxes', async () => {
  const { id: product } = await soldOut()
  for (let tag = 0; tag < 7; tag++)
    expect(await post('alerts', { email: `nila.devi+${tag}@gmail.com`, product })).toEqual([202, {}])
  const filter = 'kind = "alert_confirm"'
  const about = new Set((await alerts(product)).map(({ id }) => id))
  const queued = await (await owner()).collection('outbox').getFullList({ filter })
  expect(queued.filter(({ data }) => about.has(data.alert))).toHaveLength(5)
})

test('TELL-02 a list is full by those who have confirmed: strangers’ addresses fill none', async () => {
  const email = 'lata@example.com'
  const others = await Promise.all(Array.from({ length: ALERTS_FOR_ONE }, soldOut))
  for (const { id: product } of others) await store.insert('stock_alerts', { email, product, state: 'waiting' })
  const { id: product } = await soldOut()
  await post('alerts', { email, product })
  expect(await alerts(product)).toMatchObject([{ email, state: 'waiting' }])

  const confirm = await link(email)

  const filled = `UPDATE stock_alerts SET state = 'confirmed' WHERE email = '${email}' AND product != '${product}'`
  await (await owner()).sql.run(filled)
  const full = expect.objectContaining({ data: { code: 'list_full' } })
  expect(await post('alerts/confirm', confirm)).toEqual([409, full])
  expect((await post('alerts/confirm', { ...confirm, token: 'none' }))[0]).toBe(404)
  expect(await alerts(product)).toMatchObject([{ state: 'waiting' }])
  const { id: another } = await soldOut()
  expect(await post('alerts', { email, product: another })).toEqual([202, {}])
  expect(await alerts(another)).toEqual([])
})

test('TELL-02 whoever is signed in with a proven address is told when no more can be kept', async () => {
  const { email, pb } = await store.newUser('Kavya Nair')
  const products = await Promise.all(Array.from({ length: ALERTS_FOR_ONE + 1 }, soldOut))
  const answers: unknown[] = []
  for (const { id } of products) answers.push(await post('alerts', { email, product: id }, pb.authStore.token))
  const last = answers.pop()
  expect(answers).toEqual(answers.map(() => [202, { confirmed: true }]))
  const message = 'This list is full: we cannot write to you about this one.'
  expect(last).toMatchObject([409, { message, data: { code: 'list_full' } }])
})

test('TELL-02 TELL-04 a proven address needs no mail, and what it waits for goes with the account', async () => {
  const user = await store.newUser('Kavya Nair')
  // Accounts keep an address as it was typed.
  const email = `Kavya.${serial}@Example.com`
  await (await owner()).sql.run(`UPDATE users SET verified = TRUE, email = '${email}' WHERE id = '${user.id}'`)
  await user.pb.collection('users').authRefresh()
  const { token } = user.pb.authStore
  const { id: product } = await soldOut()
  expect(await post('alerts', { email, product }, token)).toEqual([202, { confirmed: true }])
  expect(await alerts(product)).toMatchObject([{ state: 'confirmed' }])
  const data = await (await fetch(`${store.url}/api/store/my-data`, { headers: { Authorization: token } })).json()
  expect(data.waits_for).toMatchObject([{ product, state: 'confirmed' }])
  expect((await post('account/deletion', { password: user.password }, token))[0]).toBe(204)
  expect(await alerts(product)).toEqual([])
})

test('TELL-03 an address no mail reaches is not kept, and may ask anew', async () => {
  const email = 'gone@example.com'
  const { id: product } = await soldOut()
  const row = await store.insert('stock_alerts', { email, product, state: 'confirmed' })
  await stock(product, true)
  await store.runJob('store-alerts')
  await (await owner()).sql.run(`UPDATE outbox SET tries = 99 WHERE data LIKE '%${row}%'`)
  mailbox.refusing = true
  await store.runJob('store-outbox')
  mailbox.refusing = false
  await vi.waitFor(async () => expect(await alerts(product)).toEqual([]))
  await post('alerts', { email, product })
  expect(await alerts(product)).toMatchObject([{ state: 'waiting' }])
})

test('TELL-03 nobody waits for longer than half a year, or a month without confirming', async () => {
  const { id: product } = await soldOut()
  const now = Date.now()
  const date = (days: number) => new Date(now - days * 24 * 60 * 60_000).toISOString().replace('T', ' ')
  for (const [state, days] of [
    ['waiting', 29],
    ['waiting', 31],
    ['confirmed', 179],
    ['confirmed', 181],
  ] as const) {
    const [created, email] = [date(days), `${state}${days}@example.com`]
    await store.insert('stock_alerts', { email, product, state, created, updated: created })
  }
  await store.runJob('retention')
  expect((await alerts(product)).map(({ email }) => email).sort()).toEqual([
    'confirmed179@example.com',
    'waiting29@example.com',
  ])
})
