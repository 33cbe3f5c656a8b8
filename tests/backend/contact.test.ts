import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { MESSAGE_FILL_MS, MESSAGE_LENGTH } from '../../src/domain/content/contact'
import { Mailbox, SilentMailbox } from '../mailbox'
import { shared } from '../shared'
import { liftLimits, type RecordStore, startStore } from './record-store'

const MESSAGE = {
  name: 'Asha Rao',
  email: 'Asha@Example.com',
  message: 'Do you ship to Leh?\n\nI would like four bars.',
  website: '',
  filled_ms: MESSAGE_FILL_MS,
}

const TICKET = /^T-[0-9A-HJKMNP-TV-Z]{8}$/

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: mailbox.env }))

interface Told {
  ticket?: string
  message?: string
  data?: Record<string, unknown>
}
const post = (body: unknown, to: RecordStore = store, headers: Record<string, string> = {}) =>
  to.post<Told>('/api/store/contact', body, headers)
/** Superusers are not counted by the rate limit, so that only its own test meets it. */
async function send(message: Record<string, unknown> | string) {
  const { token } = (await store.superuser()).authStore
  return post(message, store, { Authorization: token })
}
const kept = async (from: RecordStore = store) =>
  (await from.superuser()).collection('messages').getFullList({ sort: '-created' })
/** What went to the shop; the rest tells writers their number. */
const toShop = () => mailbox.mails.filter(({ headers }) => !headers.has('auto-submitted'))
const drain = (from: RecordStore = store) => from.runJob('store-outbox')
const setMailboxes = (fields: { notify_email: string; seller_email: string }) => store.changeSettings(fields)

beforeAll(async () => {
  // All of these come from one address; tests/backend/limits.test.ts holds its share.
  await liftLimits(store, 'contact:mailedaddress')
})
beforeEach(async () => {
  mailbox.mails.length = 0
  mailbox.refusing = false
  const messages = (await store.superuser()).collection('messages')
  for (const { id } of await messages.getFullList()) await messages.delete(id)
  await setMailboxes({ notify_email: 'owner@example.com', seller_email: 'care@example.com' })
})

describe('a message to the shop', () => {
  test('ROUTE-08 is kept and reaches the mailbox as plain text that can be answered', async () => {
    expect(await send(MESSAGE)).toEqual({ status: 202, body: { ticket: expect.stringMatching(TICKET) } })
    await drain()
    expect(await kept()).toMatchObject([
      { name: 'Asha Rao', email: 'asha@example.com', message: MESSAGE.message, suspicious: false, mailed: true },
    ])
    expect(toShop()).toHaveLength(1)
    const [mail] = toShop()
    expect(mail).toMatchObject({ from: 'shop@example.com', to: ['owner@example.com'] })
    expect(mail?.headers.get('reply-to')).toEqual(['asha@example.com'])
    expect(mail?.headers.get('subject')).toEqual(['Message from Asha Rao'])
    expect(mail?.body).toContain('Do you ship to Leh?')
    expect(mail?.body).toContain('asha@example.com')
    expect(mail?.body).not.toContain('text/html')
  })

  test('ROUTE-08 stands once, however often it is sent under its key; other words are another letter', async () => {
    const keyed = { ...MESSAGE, key: 'letter1letter1a' }
    const first = await send(keyed)
    expect(await send({ ...keyed, filled_ms: 9 * MESSAGE_FILL_MS })).toEqual(first)
    const others = [{ message: 'Another' }, { email: 'b@example.com' }, { name: 'B' }, { key: 'letter2letter2b' }]
    const tickets = await Promise.all(others.map(async (other) => (await send({ ...keyed, ...other })).body.ticket))
    expect(new Set([first.body.ticket, ...tickets]).size).toBe(5)
    await drain()
    expect(await kept()).toHaveLength(5)
    expect(toShop()).toHaveLength(5)
  })

  test('ROUTE-08 goes to the address customers see when the shop has no other', async () => {
    await setMailboxes({ notify_email: '', seller_email: 'care@example.com' })
    await send(MESSAGE)
    await drain()
    expect(toShop().map(({ to }) => to)).toEqual([['care@example.com']])
  })

  test('ROUTE-08 is kept when the shop has named no mailbox, and when the mail server refuses', async () => {
    await setMailboxes({ notify_email: '', seller_email: '' })
    expect((await send(MESSAGE)).status).toBe(202)
    await drain()
    await setMailboxes({ notify_email: 'owner@example.com', seller_email: '' })
    mailbox.refusing = true
    expect((await send({ ...MESSAGE, message: 'Second' })).status).toBe(202)
    await drain()
    expect(toShop()).toEqual([])
    expect((await kept()).map(({ message, mailed }) => [message, mailed])).toEqual([
      ['Second', false],
      [MESSAGE.message, false],
    ])
  })

  test('ROUTE-08 MAIL-07 cannot begin a header of its own', async () => {
    const name = 'Asha\r\nBcc: victim@example.com\u2028X-Other: 1'
    expect((await send({ ...MESSAGE, name, message: 'Hello\r\n.\r\nMAIL FROM:<x@example.com>\r\n' })).status).toBe(202)
    await drain()
    for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com', 'A <a@example.com>']) {
      const refused = await send({ ...MESSAGE, email })
      expect(refused.status).toBe(400)
      expect(refused.body.data).toHaveProperty('email')
    }
    expect(toShop()).toHaveLength(1)
    const [mail] = toShop()
    expect(mail?.to).toEqual(['owner@example.com'])
    expect([...(mail?.headers.keys() ?? [])]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(bcc|x-other)$/)]),
    )
    expect(mail?.headers.get('subject')).toHaveLength(1)
    expect(mail?.headers.get('reply-to')).toEqual(['asha@example.com'])
  })

  test.each([
    ['the field nobody sees is filled in', { website: 'https://spam.example' }],
    ['it was written in no time', { filled_ms: MESSAGE_FILL_MS - 1 }],
    ['nobody says how long it took', { filled_ms: undefined }],
  ])('ROUTE-08 is kept but not mailed when %s', async (_case, difference) => {
    expect(await send({ ...MESSAGE, ...difference })).toEqual({
      status: 202,
      body: { ticket: expect.stringMatching(TICKET) },
    })
    await drain()
    expect(await kept()).toMatchObject([{ message: MESSAGE.message, suspicious: true, mailed: false }])
    expect(mailbox.mails).toEqual([])
  })

  test.each<[field: string, difference: Record<string, unknown>, message: string]>([
    ['name', { name: ' ' }, 'Enter your name.'],
    ['name', { name: 'a'.repeat(81) }, 'Names may have at most 80 characters.'],
    ['email', { email: 'asha' }, 'Enter an email address such as name@example.in.'],
    ['message', { message: '\n \n' }, 'Write your message.'],
    ['message', { message: 5 }, 'Write your message.'],
    ['message', { message: 'a'.repeat(MESSAGE_LENGTH + 1) }, `Use at most ${MESSAGE_LENGTH} characters.`],
  ])('ROUTE-08 a wrong %s is told beside it: %o', async (field, difference, message) => {
    const refused = await send({ ...MESSAGE, ...difference })
    expect(refused.status).toBe(400)
    expect(refused.body.data).toEqual({ [field]: { code: expect.any(String), message } })
    expect(await kept()).toEqual([])
  })

  test('ROUTE-08 every script fits, also at full length', async () => {
    const message = `${'क्ष'.repeat(1333)}த`
    expect((await send({ ...MESSAGE, name: 'आशा राव', message })).status).toBe(202)
    expect(await kept()).toMatchObject([{ name: 'आशा राव', message }])
  })

  test('ROUTE-08 a body over 64 kB and one that is no JSON are refused', async () => {
    expect((await send({ ...MESSAGE, more: 'x'.repeat(65_536) })).status).toBe(400)
    expect((await send('name=Asha')).status).toBe(400)
    expect(await kept()).toEqual([])
  })

  test('ROUTE-08 more than ten from one address in ten minutes are refused', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push((await post(MESSAGE)).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429])
  })
})

describe('the number of a message', () => {
  const email = 'number@example.com'
  const told = () => mailbox.mails.filter(({ to }) => to.includes(email))

  test('TICKET-01 is told at once and by mail, stands with the message, and in the answer to it', async () => {
    const { ticket } = (await send({ ...MESSAGE, email })).body
    await drain()
    expect(await kept()).toMatchObject([{ ticket }])
    expect(toShop()[0]?.body).toContain(ticket)
    expect(told()).toHaveLength(1)
    const [mail] = told()
    expect(mail?.headers.get('subject')).toEqual([expect.stringContaining(`${ticket}`)])
    expect(mail?.headers.get('auto-submitted')).toEqual(['auto-replied'])
    expect(mail?.headers.get('reply-to')).toEqual(['care@example.com'])
    const owner = await store.superuser()
    const desk = await owner.send('/api/store/desk/messages?tab=open', {})
    expect(desk.items).toMatchObject([{ ticket }])
    await owner.send(`/api/store/desk/messages/${desk.items[0].id}`, {
      method: 'POST',
      body: { answer: 'Yes, we do.' },
    })
    await drain()
    expect(told().map(({ headers }) => headers.get('subject')?.[0])).toEqual([
      expect.stringContaining(`${ticket}`),
      expect.stringContaining(`${ticket}`),
    ])
  })

  test('TICKET-02 is mailed to an address once a day, with nothing a stranger typed, and to none a program names', async () => {
    const victim = 'victim@example.com'
    const words = { name: 'Buy pills', message: 'https://evil.example/pills' }
    const seen = new Set<string | undefined>()
    for (const spelling of [victim, 'Victim@Example.com', victim])
      seen.add((await send({ ...MESSAGE, ...words, email: spelling })).body.ticket)
    await send({ ...MESSAGE, email: 'other@example.com', website: 'x' })
    await drain()
    expect(seen.size).toBe(3)
    expect(mailbox.mails.filter(({ to }) => to.includes('other@example.com'))).toEqual([])
    const mails = mailbox.mails.filter(({ to }) => to.includes(victim))
    expect(mails).toHaveLength(1)
    expect(`${mails[0]?.headers.get('subject')} ${mails[0]?.body}`).not.toMatch(/pills|evil/i)
  })
})

test('ROUTE-08 MAIL-10 without a mail server the message is kept, written to the log and answered the same', async () => {
  const silent = await startStore({ seed: 'demo' })
  onTestFinished(() => silent.stop())
  expect((await post(MESSAGE, silent)).status).toBe(202)
  expect(await kept(silent)).toHaveLength(1)
  await drain(silent)
  await expect.poll(() => silent.output()).toContain('Message from Asha Rao')
})

test('ROUTE-08 AUTH-06 MAIL-08 a mail server that takes connections and never speaks keeps nobody waiting, and one sender at most', async () => {
  const mute = await SilentMailbox.start()
  const patient = await startStore({ env: mute.env })
  try {
    const owner = await patient.superuser()
    const user = await patient.newUser()
    const ask = async () => {
      expect((await post(MESSAGE, patient, { Authorization: owner.authStore.token })).status).toBe(202)
      await patient.guest().collection('users').requestPasswordReset(user.email)
      await user.pb.collection('users').requestEmailChange(`new-${user.email}`)
      await owner.crons.run('store-outbox')
    }
    await ask()
    await expect.poll(() => mute.waiting.size, { timeout: 10_000 }).toBe(1)
    for (let round = 0; round < 3; round++) await ask()
    expect(mute.waiting.size).toBe(1)
    expect(await kept(patient)).toHaveLength(4)
    const waiting = await owner.collection('outbox').getFullList({ filter: 'status = "queued"' })
    expect(waiting.length).toBeGreaterThanOrEqual(8)
    const sealed = waiting.filter(({ kind }) => kind === 'account')
    expect(sealed.length).toBeGreaterThan(0)
    expect(JSON.stringify(sealed)).not.toMatch(/example\.com|token|eyJhbGciOi/)
  } finally {
    await patient.kill()
    await patient.stop()
    await mute.stop()
  }
})
