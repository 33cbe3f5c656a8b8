import { expect, test, vi } from 'vitest'
import { NEWSLETTER_CONSENT } from '../../src/domain/content/consent'
import { Mailbox } from '../mailbox'
import { shared } from '../shared'
import { startStore } from './record-store'

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: mailbox.env }))

const post = async (route: string, body: object) => Object.values(await store.post(`/api/store/${route}`, body))
const subscriber = async (email: string) =>
  (await store.superuser()).collection('subscribers').getFirstListItem(`email = "${email}"`)
/** What the links of the newest mail carry, by what they do. */
async function links(email: string) {
  await store.runJob('store-outbox')
  const { body } = await mailbox.waitFor(email, /letters\/confirm/)
  const link = (deed: string) => {
    const [, id, token] = new RegExp(`/letters/${deed}#([a-z0-9]+)\\.(\\S+)`).exec(body) ?? []
    return { id, token }
  }
  return { confirm: link('confirm'), leave: link('leave') }
}

test('HOME-12 letters come only after the mail, and end by one click', async () => {
  const email = 'asha@example.com'
  expect(await post('newsletter', { email: ' Asha@Example.com ', language: 'hi' })).toEqual([202, {}])
  expect(await subscriber(email)).toMatchObject({ state: 'waiting', consent: NEWSLETTER_CONSENT, language: 'hi' })
  const { confirm, leave } = await links(email)
  const nothing = [404, { status: 404, message: "The requested resource wasn't found.", data: {} }]
  expect(await post('newsletter/confirm', { ...confirm, token: `${confirm.token}x` })).toEqual(nothing)
  expect(await post('newsletter/confirm', { ...confirm, id: 'none00000000001' })).toEqual(nothing)
  expect((await subscriber(email)).state).toBe('waiting')
  for (const _ of [1, 2]) expect(await post('newsletter/confirm', confirm)).toEqual([202, {}])
  expect((await subscriber(email)).confirmed_at).not.toBe('')

  for (const _ of [1, 2]) expect(await post('newsletter/leave', leave)).toEqual([202, {}])
  expect(await subscriber(email)).toMatchObject({ state: 'left' })
  // An old mail brings nobody back; the form does, by a new mail.
  expect(await post('newsletter/confirm', confirm)).toEqual(nothing)
  await post('newsletter', { email })
  expect(await subscriber(email)).toMatchObject({ state: 'waiting', left_at: '' })
})

test('HOME-12 an address that is sent twice in one moment is kept, and asked twice', async () => {
  // The tests above have used up half of what one machine may ask for in ten minutes.
  await store.later(10 * 60 * 1000)
  const email = 'meena@example.com'
  await post('newsletter', { email })
  const { id } = await subscriber(email)
  // Each of the next ten seconds' moments has such a mail.
  const moments = `WITH RECURSIVE moment(ms) AS (VALUES(${store.now()}) UNION ALL SELECT ms + 1 FROM moment LIMIT 9999)`
  const mail = `'newsletter_confirm:${id}:' || ms, 'newsletter_confirm', 'sent'`
  const owner = await store.superuser()
  await owner.sql.run(`${moments} INSERT INTO outbox (dedupe_key, kind, status) SELECT ${mail} FROM moment`)
  expect(await post('newsletter', { email })).toEqual([202, {}])
  const filter = `data.subscriber = "${id}" && status = "queued"`
  expect(await owner.collection('outbox').getFullList({ filter })).toHaveLength(2)
})

test('HOME-12 whoever leaves while an old link confirms has left', async () => {
  const email = 'ravi@example.com'
  await post('newsletter', { email })
  const { confirm, leave } = await links(email)
  const owner = await store.superuser()
  for (let round = 0; round < 20; round++) {
    await owner.collection('subscribers').update(confirm.id ?? '', { state: 'waiting', left_at: '' })
    await Promise.all([post('newsletter/confirm', confirm), post('newsletter/leave', leave)])
    expect((await subscriber(email)).state).toBe('left')
  }
})

test('HOME-12 MAIL-11 a second mail to confirm what is confirmed is dropped, and no mail that was given up', async () => {
  const id = await store.insert('subscribers', { email: 'lata@example.com', state: 'confirmed' })
  const mail = { kind: 'newsletter_confirm', recipient: 'shopper', status: 'queued', data: { subscriber: id } }
  await store.insert('outbox', { ...mail, dedupe_key: id, next_try_at: '2026-01-01 00:00:00.000Z' })
  await store.runJob('store-outbox')
  const owner = await store.superuser()
  const error = expect.stringContaining('is confirmed')
  expect(await owner.collection('outbox').getFirstListItem(`dedupe_key = "${id}"`)).toMatchObject({
    status: 'dropped',
    error,
  })
  expect(await owner.send('/api/store/desk/today', {})).toMatchObject({ failed_mails: 0 })
})

test('HOME-12 GUARD-01 every address is answered alike, and gets three such mails a day', async () => {
  const email = 'meera@example.com'
  for (let tries = 0; tries < 5; tries++) expect(await post('newsletter', { email })).toEqual([202, {}])
  expect(await post('newsletter', { email: 'meera+letters@example.com' })).toEqual([202, {}])
  await store.runJob('store-outbox')
  const mails = () => mailbox.mails.filter(({ to }) => /^<?meera/.test(String(to)))
  await vi.waitFor(() => expect(mails().length).toBeGreaterThan(0))
  expect(mails()).toHaveLength(3)
  await post('newsletter/confirm', (await links(email)).confirm)
  expect(await post('newsletter', { email })).toEqual([202, {}])
  expect((await subscriber(email)).state).toBe('confirmed')
  expect(await post('newsletter', { email: 'no address' })).toMatchObject([400, { data: { email: {} } }])
})
