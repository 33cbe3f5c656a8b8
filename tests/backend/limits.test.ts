import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { waitWords } from '../../src/domain/date'
import { registeredRoutes } from '../attack/routes'
import { TOO_MANY_REQUESTS, tooManyTries } from '../flows/limit-answers'
import { many } from '../long'
import { newKey, orderOf } from '../order'
import { shared } from '../shared'
import { type NewUser, type RecordStore, startStore } from './record-store'

/** Every limit of the settings, reached, outlived and not felt by others; and which route has which. */

/** What the limit under test is lowered to; all others are out of the way. */
const TRIES = 3

interface Rule {
  label: string
  audience: string
  maxRequests: number
  duration: number
}

const store = shared(() => startStore({ env: { STORE_TRUSTED_PROXY_HEADERS: 'X-Forwarded-For' } }))
let shipped: Rule[]
const products: string[] = []
const reviews: string[] = []
/** Two people; a limit knows nothing of another's counts. */
let people: NewUser[]

const later = (seconds: number) => store.later(seconds * 1000)
const limits = async (rules: Rule[], at: RecordStore = store) =>
  (await at.superuser()).settings.update({ rateLimits: { enabled: true, rules } })
const rulesOf = async (at: RecordStore): Promise<Rule[]> =>
  (await (await at.superuser()).settings.getAll()).rateLimits.rules as Rule[]
/** Lowers one limit and lifts the others. */
const only = (label: string, maxRequests = TRIES) =>
  limits(shipped.map((rule) => ({ ...rule, maxRequests: rule.label === label ? maxRequests : 1_000_000 })))

let numbers = 0
const fresh = () => ++numbers
const freshAddress = () => `10.${fresh() >> 8}.${numbers & 255}.7`
const freshAccount = () => `nobody-${fresh()}@example.in`
const freshPhone = () => `98450${String(10_000 + fresh())}`

interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** As the trusted proxy tells it. */
  from?: string
  as?: NewUser
  at?: RecordStore
}

function ask(path: string, { method = 'POST', body, headers, from, as, at = store }: Asked = {}): Promise<Response> {
  return fetch(`${at.url}/api/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'X-Forwarded-For': from ?? freshAddress(),
      ...(as && { authorization: as.pb.authStore.token }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const signIn = (identity: string, from?: string, password = 'not their password') =>
  ask('collections/users/auth-with-password', { body: { identity, password }, from })
const track = (number: string, from?: string) => ask('store/track', { body: { number, contact: 'a@example.in' }, from })
const write = (letter: Record<string, unknown> = {}, from?: string) =>
  ask('store/contact', {
    body: { name: 'Asha', email: 'asha@example.in', message: 'Namaste', website: '', filled_ms: 60_000, ...letter },
    from,
  })

interface Placed {
  id: string
  access_token: string
}
function place(shopper: {
  phone?: string
  email?: string
  from?: string
  as?: NewUser
  at?: RecordStore
  online?: boolean
}) {
  const { phone = freshPhone(), email = freshAccount(), from, as, at, online } = shopper
  return ask('store/orders', {
    from,
    as,
    at,
    headers: { 'Idempotency-Key': newKey() },
    body: orderOf(products[0] ?? '', {
      contact: { name: 'Meera', email, phone },
      payment_method: online ? 'online' : 'cod',
    }),
  })
}
const freshGuest = () => ({ phone: freshPhone(), from: freshAddress() })
const newOrder = async () => {
  const answer = await place({})
  expect(answer.status).toBe(201)
  return (await answer.json()) as Placed
}
const orderNumber = () => `SJ-${String(fresh()).padStart(8, '0')}`
const mine = (order: Placed) => ({ 'X-Order-Token': order.access_token })

beforeAll(async () => {
  shipped = await rulesOf(store)
  const owner = await store.superuser()
  const make = async (collection: string, fields: Record<string, unknown>) =>
    (await owner.collection(collection).create(fields)).id
  people = [await store.newUser(), await store.newUser()]
  const { id: user } = await store.newUser()
  for (let count = 0; count <= TRIES + 1; count++) {
    products.push(await make('products', { name: `Soap ${count}`, price: 180, category: 'soap', inStock: true }))
    const about = { product: products[count], rating: 5, title: 'Good', content: 'Smells of neem.' }
    reviews.push(await make('reviews', { user, ...about }))
  }
})

/** A way to use up a limit. `act` is done with one subject again and again, and with another. */
interface Row {
  subject: () => unknown
  // biome-ignore lint/suspicious/noExplicitAny: each row's own subject
  act: (subject: any, count: number) => Promise<Response>
  /** What is answered below the limit. */
  below: number
  what?: string
}

let asked = 0
/** The one, then the other. */
const somebody = () => people[asked++ % 2]
const ROWS: Record<string, Row> = {
  'signin:pair': {
    subject: () => [freshAccount(), freshAddress()],
    act: ([account, address]) => signIn(account, address),
    below: 400,
    what: 'Too many wrong passwords.',
  },
  'signin:account': {
    subject: freshAccount,
    act: (account) => signIn(account),
    below: 400,
    what: 'Too many wrong passwords.',
  },
  'signin:address': {
    subject: freshAddress,
    act: (address) => signIn(freshAccount(), address),
    below: 400,
    what: 'Too many wrong passwords.',
  },
  'signup:address': {
    subject: freshAddress,
    act: (from) => {
      const body = { name: 'A', email: freshAccount(), password: 'long enough', passwordConfirm: 'long enough' }
      return ask('collections/users/records', { body, from })
    },
    below: 200,
  },
  'deletionmails:account': {
    subject: somebody,
    act: (as) => ask('store/account/deletion', { body: {}, as }),
    below: 202,
  },
  'emailchange:account': {
    subject: somebody,
    act: (as) => ask('collections/users/request-email-change', { body: { newEmail: freshAccount() }, as }),
    below: 204,
  },
  'emailchange:recipient': {
    subject: freshAccount,
    act: (mailbox, count) => {
      const newEmail = mailbox.replace('@', `+${count}@`)
      return ask('collections/users/request-email-change', { body: { newEmail }, as: people[count % 2] })
    },
    below: 204,
  },
  'profile:account': {
    subject: somebody,
    act: (as) => ask(`collections/users/records/${as.id}`, { method: 'PATCH', body: { name: `A${fresh()}` }, as }),
    below: 200,
  },
  'addresses:account': {
    subject: somebody,
    act: (as) => {
      const place = { label: 'Home', line1: '14, 3rd Cross', city: 'Bengaluru', state: 'KA', pincode: '560003' }
      const body = { user: as.id, name: 'Meera', phone: '+919845012345', ...place }
      return ask('collections/addresses/records', { body, as })
    },
    below: 200,
  },
  'reviews:account': {
    subject: somebody,
    act: (as, count) => {
      const body = { user: as.id, product: products[count], rating: 5, title: 'Good', content: 'Smells of neem.' }
      return ask('collections/reviews/records', { body, as })
    },
    below: 200,
  },
  'comments:account': {
    subject: somebody,
    act: (as) =>
      ask('collections/review_comments/records', {
        body: { user: as.id, review: reviews[0], content: 'So it is.' },
        as,
      }),
    below: 200,
  },
  'votes:account': {
    subject: somebody,
    act: (as, count) => ask('collections/review_votes/records', { body: { user: as.id, review: reviews[count] }, as }),
    below: 200,
  },
  'track:address': { subject: freshAddress, act: (address) => track(orderNumber(), address), below: 404 },
  'track:order': { subject: orderNumber, act: (number) => track(number), below: 404 },
  'orders:address': { subject: freshAddress, act: (from) => place({ from }), below: 201 },
  'orders:shopper': {
    subject: freshGuest,
    act: (guest) => place(guest),
    below: 201,
    what: 'You have placed many orders.',
  },
  'orders:waiting': {
    subject: freshGuest,
    act: (guest) => place({ ...guest, online: true }),
    below: 201,
    what: `${TRIES} of your orders wait for their payment. Pay or cancel one of them.`,
  },
  'deeds:order': {
    subject: newOrder,
    act: (order) => ask(`store/orders/${order.id}/cancel`, { headers: mine(order) }),
    below: 200,
  },
  'contact:address': { subject: freshAddress, act: (address) => write({}, address), below: 202 },
  'newsletter:address': {
    subject: freshAddress,
    act: (from) => ask('store/newsletter', { body: { email: 'asha@example.in' }, from }),
    below: 202,
  },
  'alerts:address': {
    subject: freshAddress,
    act: (from) => ask('store/alerts', { body: { email: 'asha@example.in', product: 'nosuchproduct00' }, from }),
    below: 404,
  },
  'data:account': { subject: somebody, act: (as) => ask('store/my-data', { method: 'GET', as }), below: 200 },
  'data:order': {
    subject: newOrder,
    act: (order) => ask(`store/my-data/orders/${order.id}`, { method: 'GET', headers: mine(order) }),
    below: 200,
  },
  'deletion:account': {
    subject: somebody,
    act: (as) => ask('store/account/deletion', { body: { password: 'not theirs' }, as }),
    below: 400,
    what: 'Too many wrong passwords.',
  },
  'webhook:address': {
    subject: freshAddress,
    act: (from) => ask('store/webhooks/razorpay', { body: { event: 'payment.captured' }, from }),
    below: 401,
  },
}

describe.each(Object.entries(ROWS))('%s', (label, { subject, act, below, what = 'Too many tries.' }) => {
  test('GUARD-01 is reached by one alone, says until when, and is over then', async () => {
    const rule = shipped.find((shippedRule) => shippedRule.label === label)
    if (!rule) throw new Error('The settings know no such limit')
    await only(label)
    const [one, other] = [await subject(), await subject()]
    for (let count = 0; count < TRIES; count++) expect((await act(one, count)).status).toBe(below)
    const refused = await act(one, TRIES)
    const body = (await refused.json()) as { data: { retry_after: number } }
    const { retry_after } = body.data
    expect([refused.status, body]).toEqual([
      429,
      tooManyTries(`${what} Please try again in ${waitWords(retry_after)}.`, retry_after),
    ])
    expect(refused.headers.get('retry-after')).toBe(String(retry_after))
    expect(retry_after).toBeGreaterThan(0)
    expect(retry_after).toBeLessThanOrEqual(rule.duration)
    expect((await act(other, 0)).status).toBe(below)
    await later(retry_after)
    expect((await act(one, TRIES)).status).toBe(below)
  })
})

/** Requests that PocketBase counts by itself, by address and path, before any hook. */
const BY_PATH: Record<string, [path: string, method?: string]> = {
  '*:auth': ['collections/users/auth-with-oauth2'],
  'users:create': ['collections/users/records'],
  'users:requestPasswordReset': ['collections/users/request-password-reset'],
  'users:confirmPasswordReset': ['collections/users/confirm-password-reset'],
  'users:requestVerification': ['collections/users/request-verification'],
  'users:requestEmailChange': ['collections/users/request-email-change'],
  'users:confirmEmailChange': ['collections/users/confirm-email-change'],
  'staff:requestPasswordReset': ['collections/staff/request-password-reset'],
  'staff:confirmPasswordReset': ['collections/staff/confirm-password-reset'],
  'reviews:create': ['collections/reviews/records'],
  'review_comments:create': ['collections/review_comments/records'],
  'review_votes:create': ['collections/review_votes/records'],
  '*:file': ['files/products/none/none.jpg', 'GET'],
  'POST /api/store/quote': ['store/quote'],
  'POST /api/store/orders': ['store/orders'],
  'POST /api/store/orders/': ['store/orders/none/cancel'],
  'POST /api/store/track': ['store/track'],
  'POST /api/store/contact': ['store/contact'],
  'POST /api/store/newsletter': ['store/newsletter'],
  'POST /api/store/newsletter/': ['store/newsletter/leave'],
  'POST /api/store/alerts': ['store/alerts'],
  'POST /api/store/alerts/': ['store/alerts/confirm'],
  'POST /api/store/account/': ['store/account/deletion'],
  'GET /api/store/my-data': ['store/my-data', 'GET'],
  'GET /api/store/my-data/': ['store/my-data/orders/none', 'GET'],
  'POST /api/store/webhooks/courier': ['store/webhooks/courier'],
  'POST /api/store/webhooks/razorpay': ['store/webhooks/razorpay'],
  'GET /api/store/pin/': ['store/pin/560003', 'GET'],
  'POST /api/realtime': ['realtime'],
  'GET /api/realtime': ['realtime', 'GET'],
  '/api/': ['collections/products/records', 'GET'],
}

test.each(Object.entries(BY_PATH))(
  'GUARD-01 %s counts floods of one address and not of others',
  async (label, [path, method]) => {
    await only(label)
    const [from, elsewhere] = [freshAddress(), freshAddress()]
    const knock = (address: string) => ask(path, { method, from: address, ...(method !== 'GET' && { body: {} }) })
    for (let count = 0; count < TRIES; count++) expect((await knock(from)).status).not.toBe(429)
    const refused = await knock(from)
    expect([refused.status, await refused.json()]).toEqual([429, TOO_MANY_REQUESTS])
    expect((await knock(elsewhere)).status).not.toBe(429)
  },
)

test('GUARD-01 PROMO-08 wrong codes are counted by address, and a right one is not', async () => {
  await only('codes:address')
  const promotions = (await store.superuser()).collection('promotions')
  await promotions.create({ name: 'Diwali', active: true, kind: 'percent', value: 5, code: 'RIGHT' })
  const from = freshAddress()
  const problem = async (code: string, address = from): Promise<string | undefined> => {
    const items = [{ product: products[0], quantity: 1, color: '' }]
    const answer = await ask('store/quote', { body: { items, code }, from: address })
    return ((await answer.json()) as { code_problem: { code: string } | null }).code_problem?.code
  }
  for (let count = 0; count < TRIES; count++)
    expect([await problem('RIGHT'), await problem(`WRONG${count}`)]).toEqual([undefined, 'unknown'])
  // Nobody is told whether a further one is right.
  expect([await problem('RIGHT'), await problem('WRONG')]).toEqual(['too_many_tries', 'too_many_tries'])
  expect(await problem('RIGHT', freshAddress())).toBeUndefined()
})

test('GUARD-01 a window of PocketBase’s own limits ends as well', async () => {
  await limits(shipped.map((rule) => (rule.label === '/api/' ? { ...rule, maxRequests: 1, duration: 1 } : rule)))
  const from = freshAddress()
  const status = async () => (await ask('collections/products/records', { method: 'GET', from })).status
  await expect.poll(status, { interval: 1, timeout: 20_000 }).toBe(429)
  await expect.poll(status, { timeout: 20_000 }).toBe(200)
})

describe('AUTH-07 guessing passwords', () => {
  test('GUARD-02 a stranger cannot shut a person out: not where they have signed in before, nor when they choose a new password by mail', async () => {
    await only('signin:account')
    const asha = await store.newUser()
    const [athome, onthemove] = [freshAddress(), freshAddress()]
    expect((await signIn(asha.email, athome, asha.password)).status).toBe(200)
    for (let count = 0; count < TRIES; count++) expect((await signIn(asha.email)).status).toBe(400)
    expect((await signIn(asha.email, onthemove, asha.password)).status).toBe(429)
    expect((await signIn(asha.email.toUpperCase(), onthemove, asha.password)).status).toBe(429)
    expect((await signIn(asha.email, athome, asha.password)).status).toBe(200)

    await ask('collections/users/request-password-reset', { body: { email: asha.email } })
    const mailed = /reset-password[^\s]*token=([\w.-]+)/
    await expect.poll(() => store.output()).toMatch(mailed)
    const token = mailed.exec(store.output())?.[1]
    const chosen = { token, password: 'another password', passwordConfirm: 'another password' }
    expect((await ask('collections/users/confirm-password-reset', { body: chosen })).status).toBe(204)
    expect((await signIn(asha.email, onthemove, 'another password')).status).toBe(200)
  })

  test('GUARD-01 good passwords are never counted, and all at once get no more tries than one by one', async () => {
    await only('signin:pair')
    const asha = await store.newUser()
    const from = freshAddress()
    for (let count = 0; count < TRIES + 2; count++)
      expect((await signIn(asha.email, from, asha.password)).status).toBe(200)
    const all = await Promise.all(Array.from({ length: 12 }, () => signIn(freshOnce, from)))
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(TRIES).fill(400), ...Array(12 - TRIES).fill(429)])
  })
  const freshOnce = 'all-at-once@example.in'

  test('AUTH-05 GUARD-01 GUARD-02 mails to one mailbox end without a word about whether it has an account', async () => {
    await only('mails:account')
    const asha = await store.newUser('Asha', false)
    const sent = (first = asha.email[0]) => store.output().split(`to ${first}***@example.com: Confirm`).length - 1
    const before = sent()
    const verify = async (email: string) => {
      const answer = await ask('collections/users/request-verification', { body: { email } })
      return [answer.status, await answer.text()]
    }
    // All at once: PocketBase's own pause between two mails begins when the first has been sent.
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(asha.email)))
    expect(new Set(answers.map(String))).toEqual(new Set(['204,']))
    expect(await verify(freshAccount())).toEqual([204, ''])
    await expect.poll(sent).toBeGreaterThan(before)
    expect(sent() - before).toBeLessThanOrEqual(TRIES)
    // Whoever had them sent, and none is left, cannot keep the person from deleting a confirmed account.
    await only('mails:account', 1)
    await (await store.superuser()).collection('users').update(asha.id, { verified: true })
    const links = () => store.output().split('Delete your account').length
    const linksBefore = links()
    expect((await ask('store/account/deletion', { body: {}, as: asha })).status).toBe(202)
    await expect.poll(links).toBeGreaterThan(linksBefore)
  })

  test('AUTH-05 GUARD-01 mails of every kind to one mailbox are counted together', async () => {
    await only('mails:account')
    const email = 'kinds@one-mailbox.example.in'
    const password = 'long enough'
    const signUp = { name: 'A', email, password, passwordConfirm: password }
    expect((await ask('collections/users/records', { body: signUp })).status).toBe(200)
    const { token } = (await (await signIn(email, undefined, password)).json()) as { token: string }
    const headers = { authorization: token }
    const sent = (first = 'k') => store.output().split(`to ${first}***@one-mailbox.example.in: `).length - 1
    // Another account at the same mailbox; its capital tells its mails apart in the log.
    const tagged = 'Kinds+tag@one-mailbox.example.in'
    expect((await ask('collections/users/records', { body: { ...signUp, email: tagged } })).status).toBe(200)

    expect((await ask('collections/users/request-verification', { body: { email } })).status).toBe(204)
    expect((await ask('collections/users/request-password-reset', { body: { email } })).status).toBe(204)
    await expect.poll(sent).toBe(2)
    expect((await ask('store/account/deletion', { body: {}, headers })).status).toBe(202)
    await expect.poll(sent).toBe(3)
    // Nobody is told that there are too many: it would tell who has an account.
    expect((await ask('store/account/deletion', { body: {}, headers })).status).toBe(202)
    const verify = { body: { email: tagged.toLowerCase() } }
    expect((await ask('collections/users/request-verification', verify)).status).toBe(204)
    const newEmail = email.replace('@', '+other@')
    const change = await ask('collections/users/request-email-change', { body: { newEmail }, as: people[0] })
    expect(change.status).toBe(204)
    // Mails go out after the answer: with one to another mailbox, asked for last, those before have been counted.
    const other = 'other@second-mailbox.example.in'
    expect((await ask('collections/users/records', { body: { ...signUp, email: other } })).status).toBe(200)
    expect((await ask('collections/users/request-verification', { body: { email: other } })).status).toBe(204)
    await expect.poll(() => store.output()).toContain('to o***@second-mailbox.example.in: ')
    expect(sent()).toBe(3)
    await later(3600)
    await ask('collections/users/request-email-change', { body: { newEmail }, as: people[0] })
    await expect.poll(sent).toBe(4)

    // Whoever tries the shop's mail in the admin UI gets every one.
    const owner = await store.superuser()
    for (let count = 0; count < 5; count++) await owner.settings.testEmail('users', email, 'verification')
    await expect.poll(sent).toBe(9)
    expect(sent('K')).toBe(0)
  })
})

describe('ORDER-07 tracking', () => {
  test('GUARD-02 whoever knows the order is not counted, however often they look', async () => {
    await only('track:order')
    const email = freshAccount()
    const from = freshAddress()
    const placed = (await (await place({ email })).json()) as { number: string }
    const look = (contact: string) => ask('store/track', { body: { number: placed.number, contact }, from })
    for (let count = 0; count < TRIES + 2; count++) expect((await look(email)).status).toBe(200)
    for (let count = 0; count < TRIES; count++) expect((await look('other@example.in')).status).toBe(404)
    expect((await look('other@example.in')).status).toBe(429)
  })
})

describe('ORDER-05 ordering', () => {
  test('a repeated request is no new order', async () => {
    await only('orders:address', 1)
    const from = freshAddress()
    const headers = { 'Idempotency-Key': 'limits-the-same-key-again' }
    const contact = { name: 'Meera', email: freshAccount(), phone: freshPhone() }
    const body = orderOf(products[0] ?? '', { contact, payment_method: 'cod' })
    for (let count = 0; count < 4; count++)
      expect((await ask('store/orders', { body, headers, from })).status).toBe(201)
    expect((await place({ from })).status).toBe(429)
  })

  test('GUARD-02 whoever orders with somebody’s number does not keep them from ordering when they are signed in', async () => {
    await only('orders:shopper')
    const phone = freshPhone()
    const asha = await store.newUser()
    const from = freshAddress()
    for (let count = 0; count < TRIES; count++) expect((await place({ phone, from })).status).toBe(201)
    expect((await place({ phone, from })).status).toBe(429)
    for (let count = 0; count < TRIES; count++) expect((await place({ phone, from, as: asha })).status).toBe(201)
    expect((await place({ as: asha })).status).toBe(429)
  })

  test('GUARD-02 nor when they are guests elsewhere: neither by the number nor by the email', async () => {
    for (const online of [false, true]) {
      await only(online ? 'orders:waiting' : 'orders:shopper')
      const [phone, email, stranger, home] = [freshPhone(), freshAccount(), freshAddress(), freshAddress()]
      for (let count = 0; count < TRIES; count++)
        expect((await place({ phone, email, online, from: stranger })).status).toBe(201)
      expect((await place({ phone, online, from: stranger })).status).toBe(429)
      expect((await place({ email, online, from: stranger })).status).toBe(429)
      expect((await place({ phone, email, online, from: home })).status).toBe(201)
    }
  })

  test('cancelling an order that waits makes room for the next', async () => {
    await only('orders:waiting')
    const guest = freshGuest()
    const placed: Placed[] = []
    for (let count = 0; count < TRIES; count++)
      placed.push((await (await place({ ...guest, online: true })).json()) as Placed)
    expect((await place({ ...guest, online: true })).status).toBe(429)
    expect((await place(guest)).status).toBe(201)
    const [first] = placed as [Placed]
    expect((await ask(`store/orders/${first.id}/cancel`, { headers: mine(first) })).status).toBe(200)
    expect((await place({ ...guest, online: true })).status).toBe(201)
  })
})

test('ROUTE-08 GUARD-01 messages from everywhere end somewhere: first they are kept and not mailed, then refused', async () => {
  const owner = await store.superuser()
  await store.changeSettings({ notify_email: 'owner@example.in' })
  const count = async (collection: string, filter: string) =>
    (await owner.collection(collection).getList(1, 1, { filter })).totalItems
  const unmailed = async () =>
    (await count('messages', 'suspicious = false')) - (await count('outbox', 'kind = "contact_message"'))
  await later(2 * 60 * 60)
  await only('contact:mailed')
  const before = await unmailed()
  for (let sent = 0; sent < TRIES + 2; sent++) expect((await write()).status).toBe(202)
  expect(await unmailed()).toBe(before + 2)

  // One address uses up its own share, and the shop is told once that there is more.
  await later(2 * 60 * 60)
  await only('contact:mailedaddress')
  const told = () => count('outbox', 'kind = "contact_kept"')
  const toldBefore = await told()
  const from = freshAddress()
  for (let sent = 0; sent < TRIES + 3; sent++) expect((await write({}, from)).status).toBe(202)
  expect(await unmailed()).toBe(before + 5)
  expect((await write()).status).toBe(202)
  expect(await unmailed()).toBe(before + 5)
  expect(await told()).toBe(toldBefore + 1)

  await later(2 * 60 * 60)
  await only('contact:kept')
  for (let sent = 0; sent < TRIES; sent++) expect((await write()).status).toBe(202)
  expect((await write()).status).toBe(429)
  await later(2 * 60 * 60)
  expect((await write()).status).toBe(202)
})

describe('GUARD-04 the address that counts', () => {
  const FORGED = [
    'X-Forwarded-For',
    'Forwarded',
    'X-Real-IP',
    'CF-Connecting-IP',
    'Fly-Client-IP',
    'True-Client-IP',
    'X-Client-IP',
    'X-Cluster-Client-IP',
  ]
  const forged = () =>
    Object.fromEntries(FORGED.map((name) => [name, name === 'Forwarded' ? `for=${freshAddress()}` : freshAddress()]))

  test('is the connection’s own where no proxy is trusted, whatever headers say', async () => {
    const bare = await startStore()
    onTestFinished(() => bare.stop())
    await limits(
      shipped.map((rule) =>
        /^(track:address|users:create)$/.test(rule.label) ? { ...rule, maxRequests: TRIES } : rule,
      ),
      bare,
    )
    const bodies = {
      'store/track': () => ({ number: orderNumber(), contact: 'a@example.in' }),
      'collections/users/records': () => ({}),
    }
    for (const [path, body] of Object.entries(bodies)) {
      const statuses: number[] = []
      for (let count = 0; count <= TRIES; count++)
        statuses.push((await ask(path, { body: body(), headers: forged(), at: bare })).status)
      expect(statuses.map((status) => status === 429)).toEqual([...Array(TRIES).fill(false), true])
    }
  })

  test('is the last one that the trusted proxy names; what was sent to it before counts for nothing', async () => {
    await only('track:address')
    const from = freshAddress()
    const ways = [
      () => ({ 'X-Forwarded-For': `${freshAddress()}, ${from}` }),
      () => ({ ...forged(), 'X-Forwarded-For': `${freshAddress()}, ${freshAddress()},${from}` }),
      () => ({ 'X-Forwarded-For': `no address, ${freshAddress()}, ${from}` }),
      () => ({ ...forged(), 'X-Forwarded-For': from }),
    ]
    const statuses: number[] = []
    for (const headers of ways)
      statuses.push(
        (await ask('store/track', { body: { number: orderNumber(), contact: 'a@example.in' }, headers: headers() }))
          .status,
      )
    expect(statuses).toEqual([404, 404, 404, 429])
  })

  test('of IPv6 is the line’s, not each of its thousand addresses', async () => {
    await only('track:address')
    for (let count = 0; count < TRIES; count++)
      expect((await track(orderNumber(), `2001:db8:7:1::${count + 1}`)).status).toBe(404)
    expect((await track(orderNumber(), '2001:db8:7:1:ffff::1')).status).toBe(429)
    expect((await track(orderNumber(), '2001:db8:7:2::1')).status).toBe(404)
    expect((await track(orderNumber(), '::ffff:10.250.0.1')).status).toBe(404)
  })
})

test('GUARD-03 a large family behind one address shops at once and meets no limit', async () => {
  const shop = await startStore({ seed: 'demo' })
  onTestFinished(() => shop.stop())
  const owner = await shop.superuser()
  const list = await owner.collection('products').getFullList()
  const pictures = list
    .flatMap(({ id, images }) => (images as string[]).map((image) => `files/products/${id}/${image}?thumb=100x0`))
    .slice(0, 24)
  const soap = list.find(({ inStock, price }) => inStock && price >= 150)
  if (!soap) throw new Error('The demo shop has nothing to sell')
  // Made once, so that the shoppers do not wait for each other's small copies.
  for (const picture of pictures) await fetch(`${shop.url}/api/${picture}`)
  const pages = ['', 'shop', `product/${soap.id}`]
  const records = [
    'products',
    'slider_images',
    'store_settings',
    'theme_settings',
    'navbar_config',
    'homepage_config',
    'special_offers',
    'reviews',
    'assets',
  ]
  const shopper = async (number: number) => {
    const statuses: number[] = []
    const get = async (path: string) => {
      const answer = await fetch(`${shop.url}/${path}`)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    for (const page of pages) {
      await get(page)
      await Promise.all(records.map((collection) => get(`api/collections/${collection}/records?perPage=3`)))
    }
    for (const picture of pictures) await get(`api/${picture}`)
    const items = [{ product: soap.id, quantity: 1, color: '' }]
    const quote = await ask('store/quote', { body: { items }, at: shop })
    const { grand_total } = (await quote.json()) as { grand_total: number }
    const placed = await ask('store/orders', {
      at: shop,
      headers: { 'Idempotency-Key': newKey() },
      body: orderOf(soap.id, {
        contact: { name: 'Meera', email: `family-${number}@example.in`, phone: `98450${10_000 + number}` },
        ...{ payment_method: 'cod', expected_total: grand_total },
      }),
    })
    return [...statuses, quote.status, placed.status]
  }
  const family = many(50)
  const seen = (await Promise.all(Array.from({ length: family }, (_, number) => shopper(number)))).flat()
  expect(seen.filter((status) => status === 429)).toEqual([])
  expect(seen.filter((status) => status === 201)).toHaveLength(family)
})

/**
 * Every route of the store's own: its limits beside that of `/api/`, or why that one is enough. Those of the desk are
 * for the makers alone, whom the shop knows by name, and 404 to everybody else (desk.test.ts).
 */
const ROUTES: Record<string, string[] | string> = {
  'GET /{path...}': 'pages and static files: reading is free',
  'POST /.live/tell': 'for the process itself, by a secret made at its start; 404 for everybody else',
  'GET /api/store/news/{path...}': 'files that PocketBase serves itself: reading is free',
  'GET /api/store/page': 'a part of a kept page: reading is free',
  'POST /.mails/send': 'for the process itself, by a secret made at its start; 404 for everybody else',
  'POST /.pages/gzip': 'for the process itself, by a secret made at its start; 404 for everybody else',
  'POST /.pictures/failed': 'for the helper beside it, by a key both are started with; 404 for everybody else',
  'POST /.pictures/made': 'for the helper beside it, by a key both are started with; 404 for everybody else',
  'POST /.pictures/next': 'for the helper beside it, by a key both are started with; 404 for everybody else',
  'POST /.pictures/waiting': 'for the helper beside it, by a key both are started with; 404 for everybody else',
  'GET /sitemap.xml': 'a page for search engines',
  'GET /robots.txt': 'a page for search engines',
  'GET /feeds/google.xml': 'a page for search engines, made once for all by one at a time',
  'GET /api/store/categories': 'counted once for everybody',
  'GET /api/store/facets': 'counted once for everybody',
  'GET /api/store/search': 'reading in bounded work; people type fast',
  'GET /api/store/search/suggestions': 'reading in bounded work; people type fast',
  'GET /api/store/pin/{pincode}': ['GET /api/store/pin/'],
  'GET /api/store/orders/{id}': 'reading with a session or a token of 256 bits, which nobody guesses',
  'GET /api/store/orders/{id}/bill': 'reading with a session or a token',
  'POST /api/store/quote': ['POST /api/store/quote', 'codes:address'],
  'POST /api/store/orders': [
    'POST /api/store/orders',
    'orders:address',
    'orders:shopper',
    'orders:waiting',
    'codes:address',
  ],
  'POST /api/store/orders/{id}/cancel': ['deeds:order'],
  'POST /api/store/track': ['POST /api/store/track', 'track:address', 'track:order'],
  'POST /api/store/orders/{id}/payment': ['deeds:order'],
  'POST /api/store/orders/{id}/payment/verify': ['deeds:order'],
  'POST /api/store/orders/{id}/payment/test': ['deeds:order'],
  'POST /api/store/orders/{id}/payment/check':
    'pages ask again and again while a payment is confirmed; the gateway hears of it once in 5 seconds',
  'POST /api/store/payment/return':
    'does nothing before it has seen the gateway’s signature; a browser cannot show a refusal',
  'POST /api/store/contact': [
    'POST /api/store/contact',
    'contact:address',
    'contact:kept',
    'contact:mailed',
    'contact:mailedaddress',
    'ticketmails:recipient',
  ],
  'POST /api/store/newsletter': ['POST /api/store/newsletter', 'newsletter:address', 'newslettermails:recipient'],
  'POST /api/store/newsletter/confirm': ['POST /api/store/newsletter/'],
  'POST /api/store/newsletter/leave': ['POST /api/store/newsletter/'],
  'POST /api/store/alerts': ['POST /api/store/alerts', 'alerts:address', 'alertmails:recipient'],
  'POST /api/store/alerts/confirm': ['POST /api/store/alerts/'],
  'POST /api/store/alerts/cart': ['POST /api/store/alerts/', 'alerts:address', 'alertmails:recipient'],
  'POST /api/store/alerts/cart/confirm': ['POST /api/store/alerts/'],
  'GET /api/store/my-data': ['GET /api/store/my-data', 'data:account'],
  'GET /api/store/my-data/orders/{id}': ['GET /api/store/my-data/', 'data:order'],
  'POST /api/store/account/deletion': ['POST /api/store/account/', 'deletion:account', 'deletionmails:account'],
  'POST /api/store/account/deletion/confirm': ['POST /api/store/account/'],
  'POST /api/store/webhooks/courier': ['POST /api/store/webhooks/courier', 'webhook:address'],
  'POST /api/store/webhooks/razorpay': ['POST /api/store/webhooks/razorpay', 'webhook:address'],
}

describe('GUARD-01 the table', () => {
  test('names every route of the hooks', async () => {
    const registered = (await registeredRoutes()).filter((route) => !route.includes(' /api/store/desk/'))
    expect(Object.keys(ROUTES).sort()).toEqual(registered)
  })

  test('every limit of the settings is tried above, and every limit a route has is one of them', () => {
    const labels = shipped.map(({ label }) => label)
    expect(
      [
        ...Object.keys(ROWS),
        ...Object.keys(BY_PATH),
        ...['mails:account', 'contact:kept', 'contact:mailed'],
        // It is told in the quote's answer.
        'codes:address',
        // It counts connections: realtime.test.ts.
        'realtime:address',
        // tests/backend/mails.test.ts, reviews.test.ts, newsletter.test.ts
        ...['ordermails:recipient', 'pictures:account', 'contact:mailedaddress', 'newslettermails:recipient'],
        'ticketmails:recipient',
        // stock-alerts.test.ts
        'alertmails:recipient',
      ].sort(),
    ).toEqual([...labels].sort())
    const named = Object.values(ROUTES).flatMap((limits) => (typeof limits === 'string' ? [] : limits))
    expect(named.filter((label) => !labels.includes(label))).toEqual([])
    expect(Object.values(ROUTES).filter((reason) => typeof reason === 'string' && reason.length < 20)).toEqual([])
  })
})
