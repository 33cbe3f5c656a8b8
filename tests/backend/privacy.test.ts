import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { Mailbox } from '../mailbox'
import { shared } from '../shared'
import { CASH_ORDER } from './order-record'
import { liftLimits, limitAlone, startStore } from './record-store'

const DAY = 24 * 60 * 60_000
const STORE_URL = 'https://shop.example'

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: { ...mailbox.env, STORE_URL } }))

async function call(
  path: string,
  { token = '', body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
) {
  const answer = await fetch(`${store.url}/api/store/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: text ? JSON.parse(text) : null }
}

let serial = 0
const order = (user: string, more: Record<string, unknown> = {}) => ({
  number: `SJ-PRIV${String(++serial).padStart(4, '0')}`,
  user,
  ...CASH_ORDER,
  landmark: 'Opposite the bank',
  items: [{ name: 'Neem soap', quantity: 1, line_total: 18000 }],
  grand_total: 18000,
  promotions: [{ id: 'p', name: 'Diwali', code: 'DIWALI15', kind: 'percent', amount: 2700 }],
  note: 'Ring twice',
  utm: { utm_source: 'insta' },
  review_flag: 'oversold',
  access_token_hash: 'secret-hash',
  idempotency_key: `key-${serial}-${Math.random()}`,
  request_hash: 'secret-request',
  placed_at: '2026-11-20 04:30:00.000Z',
  ...more,
})

/** A person with something in every place. */
async function somebody(name = 'Asha Rao') {
  const superuser = await store.superuser()
  const user = await store.newUser(name)
  const product = await superuser
    .collection('products')
    .create({ name: `Soap ${++serial}`, category: 'soap', price: 180, inStock: true })
  await user.pb.collection('addresses').create({
    user: user.id,
    label: 'Home',
    name,
    phone: '9845012345',
    line1: '12 Church Street',
    city: 'Bengaluru',
    state: 'KA',
    pincode: '560001',
  })
  const item = { productId: product.id, product: { price: 180 }, quantity: 2 }
  await user.pb.collection('carts').create({ user: user.id, items: [item] })
  const wish = { product: product.id, color: '', price: 180, at: 1795132800000, gone: false }
  await user.pb.collection('wishlists').create({ user: user.id, items: [wish] })
  const review = await user.pb
    .collection('reviews')
    .create({ product: product.id, rating: 5, title: 'Good', content: 'Lathers well.' })
  await user.pb.collection('review_comments').create({ review: review.id, content: 'Still good.' })
  await user.pb.collection('review_votes').create({ review: review.id })
  const orderId = await store.insert('orders', order(user.id))
  await store.insert('order_events', {
    order: orderId,
    type: 'placed',
    actor: 'shopper',
    label: 'Order placed',
    public: true,
    data: '{"ip":"inner"}',
  })
  await store.insert('order_events', {
    order: orderId,
    type: 'inner',
    actor: 'store',
    label: 'For the shop alone',
    public: false,
  })
  await store.insert('payments', {
    order: orderId,
    provider: 'razorpay',
    attempt: 1,
    gateway_order_id: `gw-${serial}`,
    amount: 18000,
    currency: 'INR',
    status: 'captured',
    method: 'upi',
  })
  await store.insert('messages', { name, email: user.email, message: 'Do you ship to Leh?' })
  return { ...user, token: user.pb.authStore.token, product, review: review.id, order: orderId }
}
const count = async (collection: string, filter: string) =>
  (await (await store.superuser()).collection(collection).getList(1, 1, { filter })).totalItems
const verify = async (id: string) => (await store.superuser()).collection('users').update(id, { verified: true })

beforeAll(async () => {
  await liftLimits(store)
})
beforeEach(() => {
  mailbox.mails.length = 0
  mailbox.refusing = false
})

describe('DATA-04 my data', () => {
  test('AUTH-06 holds everything of a person, nothing of others and nothing of the store’s workings', async () => {
    const asha = await somebody()
    const ravi = await somebody('Ravi Kumar')
    await verify(asha.id)
    const { status, headers, json, text } = await call('my-data', { token: asha.token })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.json"')
    expect(json).toMatchObject({
      account: { id: asha.id, name: 'Asha Rao', email: asha.email, verified: true, signs_in_with: [] },
      addresses: [{ label: 'Home', phone: '+919845012345', pincode: '560001' }],
      cart: { items: [{ productId: asha.product.id, quantity: 2 }] },
      reviews: [{ product: asha.product.id, rating: 5, title: 'Good', content: 'Lathers well.' }],
      comments: [{ review: asha.review, content: 'Still good.' }],
      votes: [{ review: asha.review }],
      messages: [{ email: asha.email, message: 'Do you ship to Leh?' }],
      orders: [
        {
          grand_total: 18000,
          promotions: [{ name: 'Diwali', code: 'DIWALI15', amount: 2700 }],
          line1: '12 Church Street',
          note: 'Ring twice',
          utm: { utm_source: 'insta' },
          items: [{ name: 'Neem soap' }],
          events: [{ type: 'placed', label: 'Order placed' }],
          payments: [{ provider: 'razorpay', method: 'upi', amount: 18000, status: 'captured' }],
          refunds: [],
          bills: [],
        },
      ],
    })
    expect(json.orders).toHaveLength(1)
    for (const inner of [
      'secret',
      'oversold',
      'gw-',
      'inner',
      'For the shop alone',
      'tokenKey',
      'password',
      ravi.id,
      ravi.email,
    ]) {
      expect(text, inner).not.toContain(inner)
    }
  })

  test('AUTH-06 holds each field that is kept of a person but ids, dates of saving and the store’s workings', async () => {
    const asha = await somebody()
    await verify(asha.id)
    const { email, product } = asha
    await store.insert('subscribers', { email, state: 'confirmed', consent: 'Yes', language: 'hi' })
    await store.insert('stock_alerts', { email, product: product.id, state: 'confirmed' })
    await store.insert('cart_reminders', { email, items: `${product.id}.1`, state: 'confirmed' })
    const { json } = await call('my-data', { token: asha.token })
    const told = {
      ...{ addresses: json.addresses[0], carts: json.cart, wishlists: json.wishlist, reviews: json.reviews[0] },
      ...{ review_comments: json.comments[0], review_votes: json.votes[0], messages: json.messages[0] },
      ...{ subscribers: json.letters[0], stock_alerts: json.waits_for[0], cart_reminders: json.cart_reminders[0] },
    }
    const workings = ['id', 'user', 'created', 'updated', 'weighed_votes', 'suspicious', 'mailed']
    // The account names it.
    const known = [...workings, 'email']
    for (const [name, part] of Object.entries(told)) {
      const { fields } = await (await store.superuser()).collections.getOne(name)
      const kept = fields.map((field: { name: string }) => field.name)
      expect(
        kept.filter((field: string) => !known.includes(field) && !(field in part)),
        name,
      ).toEqual([])
    }
  })

  test('AUTH-06 leaves out letters from an address that was never confirmed', async () => {
    const asha = await somebody()
    await (await store.superuser()).collection('users').update(asha.id, { verified: false })
    expect((await call('my-data', { token: asha.token })).json.messages).toEqual([])
  })

  test('AUTH-06 is for the signed-in person alone', async () => {
    expect((await call('my-data')).status).toBe(401)
    expect((await call('my-data', { token: 'nonsense' })).status).toBe(401)
    expect((await call('my-data', { token: (await store.superuser()).authStore.token })).status).toBe(401)
  })

  test('ORDER-06 of one order is for its owner and whoever carries its token', async () => {
    const asha = await somebody()
    const ravi = await somebody('Ravi Kumar')
    const path = `my-data/orders/${asha.order}`
    const own = await call(path, { token: asha.token })
    expect(own.json.order).toMatchObject({ name: 'Asha Rao', events: [{ type: 'placed' }] })
    expect(own.text).not.toContain('secret')
    expect((await call(path)).status).toBe(404)
    expect((await call(path, { token: ravi.token })).status).toBe(404)
    expect((await call(path, { headers: { 'X-Order-Token': 'wrong' } })).status).toBe(404)
    const hash = createHash('sha256').update('the-token').digest('hex')
    const guest = await store.insert('orders', order('', { access_token_hash: hash }))
    expect((await call(`my-data/orders/${guest}`, { headers: { 'X-Order-Token': 'the-token' } })).status).toBe(200)
  })
})

describe('DATA-05 erasing an account', () => {
  test('AUTH-01 needs the password, takes everything along and leaves the order without its account', async () => {
    const asha = await somebody()
    await verify(asha.id)
    expect((await call('account/deletion', { body: { password: asha.password } })).status).toBe(401)
    expect(
      await asha.pb
        .collection('users')
        .delete(asha.id)
        .catch((error) => error.status),
    ).toBe(403)
    for (const password of ['', 'wrong', 5, null]) {
      const refused = await call('account/deletion', { token: asha.token, body: { password } })
      expect(refused.status).toBe(400)
      expect(refused.json.data.password.message).toBe('That is not the password of this account.')
      expect(await count('users', `id = "${asha.id}"`)).toBe(1)
    }
    expect((await call('account/deletion', { token: asha.token, body: { password: asha.password } })).status).toBe(204)

    for (const collection of ['addresses', 'carts', 'wishlists', 'reviews', 'review_comments', 'review_votes']) {
      expect(await count(collection, `user = "${asha.id}"`), collection).toBe(0)
    }
    expect(await count('users', `id = "${asha.id}"`)).toBe(0)
    expect(await count('messages', `email = "${asha.email}"`)).toBe(0)
    const superuser = await store.superuser()
    expect(await superuser.collection('orders').getOne(asha.order)).toMatchObject({
      user: '',
      name: 'Asha Rao',
      line1: '12 Church Street',
      utm: null,
      grand_total: 18000,
    })
    expect((await superuser.collection('products').getOne(asha.product.id)).reviews).toBe(0)
    expect((await call('my-data', { token: asha.token })).status).toBe(401)
  })

  test('takes along what was written from an address it had before, where that was confirmed', async () => {
    const superuser = await store.superuser()
    const [asha, stranger] = [await somebody(), await somebody()]
    await superuser.collection('users').update(stranger.id, { verified: false })
    // Typed with capitals in an earlier release, and saved since.
    await superuser.sql.run(`UPDATE users SET email = 'U${asha.email.slice(1)}' WHERE id = '${asha.id}'`)
    await superuser.collection('users').update(asha.id, { name: 'Asha R' })
    for (const { id, email, password } of [asha, stranger]) {
      await superuser.collection('users').update(id, { email: `later-${email}`, verified: true })
      const { token } = await store.guest().collection('users').authWithPassword(`later-${email}`, password)
      const kept = (await call('my-data', { token })).json.messages
      expect(kept).toHaveLength(id === asha.id ? 1 : 0)
      expect((await call('account/deletion', { token, body: { password } })).status).toBe(204)
    }
    const left = async ({ email }: { email: string }) => count('messages', `email ~ "${email}"`)
    expect([await left(asha), await left(stranger)]).toEqual([0, 1])
  })

  test('AUTH-01 leaves nothing that was on its way while it was erased', async () => {
    const superuser = await store.superuser()
    const address = { name: 'Asha Rao', phone: '9845012345', line1: '12 Church Street', city: 'Bengaluru', state: 'KA' }
    for (let round = 0; round < 25; round++) {
      const { pb, id: user, password } = await store.newUser()
      const sent = [
        () => pb.collection('addresses').create({ ...address, user, label: 'Home', pincode: '560001' }),
        () => pb.collection('carts').create({ user, items: [] }),
        () => pb.collection('wishlists').create({ user, items: [] }),
        () => call('account/deletion', { token: pb.authStore.token, body: { password } }),
      ]
      const later = (work: () => Promise<unknown>, ms: number) =>
        new Promise((resolve) => setTimeout(resolve, ms)).then(work)
      await Promise.allSettled(sent.map((work, at) => later(work, at === 3 ? 0 : (round % 5) * 2 + at)))
      const { rows } = await superuser.sql.run(
        ['addresses', 'carts', 'wishlists']
          .map((name) => `SELECT id FROM ${name} WHERE user = '${user}'`)
          .join(' UNION '),
      )
      expect(rows ?? []).toEqual([])
    }
  })

  test('AUTH-01 closes an account to guessing after five wrong passwords', async () => {
    onTestFinished(await limitAlone(store, 'deletion:account'))
    const asha = await somebody()
    for (let tried = 0; tried < 5; tried++) {
      expect((await call('account/deletion', { token: asha.token, body: { password: 'wrong' } })).status).toBe(400)
    }
    const barred = await call('account/deletion', { token: asha.token, body: { password: asha.password } })
    expect(barred.status).toBe(429)
    expect(barred.json).toMatchObject({
      message: 'Too many wrong passwords. Please try again in 15 minutes.',
      data: { code: 'too_many_tries' },
    })
    expect(await count('users', `id = "${asha.id}"`)).toBe(1)
  })

  test('AUTH-04 works by a mailed link for those without a password; again, it is done', async () => {
    const asha = await somebody()
    expect((await call('account/deletion', { token: asha.token, body: {} })).status).toBe(202)
    const [mail] = mailbox.mails
    expect(mail?.to).toContain(asha.email)
    const token = /https:\/\/shop\.example\/auth\/login\?mail=erase#token=([\w.-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
    expect(token).not.toBe('')
    expect(await count('users', `id = "${asha.id}"`)).toBe(1)

    const bad = { status: 400, json: { data: { token: { message: 'This link has expired or was used before.' } } } }
    for (const wrong of ['', 'nonsense', `${token}x`, asha.token, 5]) {
      expect(await call('account/deletion/confirm', { body: { token: wrong } })).toMatchObject(bad)
    }
    expect((await call('account/deletion/confirm', { body: { token } })).status).toBe(204)
    expect(await count('users', `id = "${asha.id}"`)).toBe(0)
    expect((await call('account/deletion/confirm', { body: { token } })).status).toBe(204)
  })

  test('AUTH-04 a link is worth nothing once the password was changed', async () => {
    const asha = await somebody()
    await call('account/deletion', { token: asha.token, body: {} })
    const token = /mail=erase#token=([\w.-]+)/.exec(mailbox.mails[0]?.body ?? '')?.[1]
    await (await store.superuser())
      .collection('users')
      .update(asha.id, { password: 'another one', passwordConfirm: 'another one' })
    expect((await call('account/deletion/confirm', { body: { token } })).status).toBe(400)
    expect(await count('users', `id = "${asha.id}"`)).toBe(1)
  })

  test('AUTH-04 MAIL-08 a mail server that refuses is nobody’s wait: the mail stays in the outbox, sealed', async () => {
    const asha = await somebody()
    const superuser = await store.superuser()
    mailbox.refusing = true
    expect((await call('account/deletion', { token: asha.token, body: {} })).status).toBe(202)
    const queued = () => superuser.collection('outbox').getFullList({ filter: 'kind = "account"' })
    await expect
      .poll(async () => (await queued()).map(({ status, error }) => [status, error !== '']))
      .toEqual([['queued', true]])
    expect(JSON.stringify(await queued())).not.toContain('#token=')
    await superuser.sql.run("DELETE FROM outbox WHERE kind = 'account'")
  })
})

describe('DATA-06 retention', () => {
  const dated = (time: number) => ({ created: new Date(time).toISOString().replace('T', ' ') })
  const forget = () => store.runJob('retention')
  const year = new Date().getUTCFullYear()
  const ages = { placed_at: `${year - 10}-05-02 10:00:00.000Z` }
  /** A bill whose document has this name on the disk. */
  const billOf = async (order: string, document: string) => {
    const sequence = ++serial
    const bill = await store.insert('bills', { order, number: `OLD-${sequence}`, kind: 'receipt', sequence, document })
    const { id } = await (await store.superuser()).collections.getOne('bills')
    const folder = join(store.dir, 'storage', id, bill)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, document), 'Asha Rao')
    return { bill, folder }
  }

  test('messages, sent mails and the provider’s words go after a year, not before', async () => {
    const id = await store.insert('orders', order(''))
    const [old, young] = [dated(Date.now() - 366 * DAY), dated(Date.now() - 364 * DAY)]
    for (const [name, date] of [
      ['old', old],
      ['young', young],
    ] as const) {
      await store.insert('messages', { name, email: 'a@example.com', message: 'Hello', ...date })
      await store.insert('outbox', { dedupe_key: `${name}-sent`, kind: 'x', order: id, status: 'sent', ...date })
      await store.insert('payment_events', {
        event_id: name,
        kind: 'payment.captured',
        payload: '{"email":"a@example.com"}',
        ...date,
      })
    }
    await store.insert('outbox', { dedupe_key: 'old-queued', kind: 'x', order: id, status: 'queued', ...old })
    await forget()
    const superuser = await store.superuser()
    const names = async (collection: string, field: string, filter = '') =>
      (await superuser.collection(collection).getFullList({ sort: field, filter })).map((record) => record[field])
    expect(await names('messages', 'name', 'email = "a@example.com"')).toEqual(['young'])
    expect(await names('outbox', 'dedupe_key')).toEqual(['old-queued', 'young-sent'])
    expect((await superuser.collection('payment_events').getFirstListItem('event_id = "old"')).payload).toBeNull()
    expect((await superuser.collection('payment_events').getFirstListItem('event_id = "young"')).payload).not.toBeNull()
  })

  test('an order that came to nothing forgets its buyer after a year; one that was paid does not', async () => {
    const old = dated(Date.now() - 366 * DAY)
    const lost = await store.insert('orders', order('', { status: 'expired', ...old }))
    const paid = await store.insert('orders', order('', { status: 'cancelled', paid_total: 18000, ...old }))
    const sold = await store.insert('orders', order('', { status: 'completed', ...old }))
    await forget()
    const superuser = await store.superuser()
    expect((await superuser.collection('orders').getOne(lost)).name).toBe('Customer')
    for (const id of [paid, sold]) expect((await superuser.collection('orders').getOne(id)).name).toBe('Asha Rao')
  })

  test('after the law’s years an order keeps its goods and amounts and no buyer, and its bill is gone with its file', async () => {
    const superuser = await store.superuser()
    const old = await store.insert('orders', order('', ages))
    const kept = await store.insert('orders', order('', { placed_at: `${year - 7}-05-02 10:00:00.000Z` }))
    await store.insert('order_events', {
      order: old,
      type: 'placed',
      actor: 'shopper',
      label: 'Order placed',
      public: true,
      data: '{"to":"asha@example.com"}',
    })
    await store.insert('order_events', { order: old, type: 'note', actor: 'store', label: 'Asha’s brother takes it' })
    const { bill, folder } = await billOf(old, 'bill.html')
    await forget()
    expect((await superuser.collection('orders').getOne(old)).name).toBe('Customer')
    const erased = await superuser.collection('orders').getOne(old)
    expect(erased).toMatchObject({
      city: 'Bengaluru',
      state: 'KA',
      pincode: '560000',
      grand_total: 18000,
      line1: 'erased',
      note: '',
      utm: null,
    })
    expect(JSON.stringify(erased)).not.toMatch(/Asha|asha|9845012345|Church|bank/)
    expect(erased.items).toHaveLength(1)
    const events = await superuser.collection('order_events').getFullList({ filter: `order = "${old}"` })
    expect(events.map(({ type, data }) => [type, data])).toEqual([['placed', null]])
    expect(await count('bills', `id = "${bill}"`)).toBe(0)
    expect(existsSync(folder)).toBe(false)
    expect((await superuser.collection('orders').getOne(kept)).name).toBe('Asha Rao')
    // Once is enough: a second run has nothing to do and changes nothing.
    await forget()
    expect((await superuser.collection('orders').getOne(old)).updated).toBe(erased.updated)
  })

  test('an erased order leaves no way to its parcel’s label, its name at the courier, or what its buyer typed', async () => {
    const superuser = await store.superuser()
    const booking = {
      ...{ state: 'ended', courier: 'Delhivery', remote_order: '7001', shipment: '8001', awb: 'AWB12345', cost: 4500 },
      ...{ label_url: 'https://courier.example/labels/8001.pdf', last_error: 'Asha Rao did not answer' },
      next_try_at: '2099-01-01 00:00:00.000Z',
    }
    const [old, kept] = [
      await store.insert('orders', order('', { ...ages, tracking_number: 'AWB12345' })),
      await store.insert('orders', order('', { placed_at: `${year - 7}-05-02 10:00:00.000Z` })),
    ]
    for (const id of [old, kept]) {
      await store.insert('bookings', { order: id, reference: id, ...booking })
      await store.insert('order_events', { order: id, type: 'booking', label: 'Called off at the courier: AWB12345' })
      await store.insert('outbox', { dedupe_key: `queued-${id}`, kind: 'order_shipped', order: id, status: 'queued' })
    }
    await forget()
    const of = async (collection: string, order: string) =>
      superuser.collection(collection).getFullList({ filter: `order = "${order}"` })
    const traces = async (id: string) =>
      JSON.stringify([
        await superuser.collection('orders').getOne(id),
        ...(await Promise.all(['bookings', 'order_events', 'outbox'].map((collection) => of(collection, id)))),
      ])
    expect(await traces(old)).not.toMatch(/Asha|AWB12345|labels|[78]001|2099|secret-request|order_shipped/)
    expect(await of('bookings', old)).toMatchObject([{ state: 'ended', courier: 'Delhivery', cost: 4500 }])
    expect(await of('bookings', kept)).toMatchObject([booking])
    expect(await traces(kept)).toMatch(/Called off.*order_shipped/)
  })

  test('what orders erased by earlier releases still had of their parcel goes at the start', async () => {
    const booking = {
      state: 'ended',
      courier: 'Delhivery',
      awb: 'AWB77777',
      label_url: 'https://courier.example/7.pdf',
    }
    const ids: string[] = []
    for (const email of ['erased@customer.invalid', 'asha@example.com']) {
      const id = await store.insert('orders', order('', { email, tracking_number: 'AWB77777' }))
      await store.insert('bookings', { order: id, reference: id, ...booking })
      await store.insert('order_events', { order: id, type: 'booking', label: 'Called off at the courier: AWB77777' })
      await store.insert('outbox', { dedupe_key: `erased-${id}`, kind: 'order_shipped', order: id, status: 'queued' })
      ids.push(id)
    }
    const before = await store.superuser()
    await before.sql.run("DELETE FROM _migrations WHERE file = '1795308410_erased_orders.js'")
    await store.kill()
    const upgraded = await startStore({ data: store.dir })
    await store.restart()
    const after = await upgraded.superuser()
    const traces = async (id: string) => {
      const filter = `order = "${id}"`
      const all = ['bookings', 'order_events', 'outbox'].map((name) => after.collection(name).getFullList({ filter }))
      return JSON.stringify([await after.collection('orders').getOne(id), ...(await Promise.all(all))])
    }
    const [erased = '', kept = ''] = await Promise.all(ids.map(traces))
    await upgraded.stop()
    expect(erased).not.toMatch(/AWB77777|7\.pdf|secret-request|order_shipped/)
    expect(erased).toContain('Delhivery')
    expect(kept).toMatch(/AWB77777.*7\.pdf.*Called off.*order_shipped/)
  })

  test('DATA-05 words of people that earlier releases wrote into logs go at the start', async () => {
    const deeds = [
      'Answered the message from Leela',
      'Deleted the comment “Leela’s 50% off”',
      'Replied to the review “Leela’s”',
      'Hid the review “Leela’s”',
      'Packed SJ-12345678',
    ]
    for (const what of deeds) await store.insert('desk_log', { who: 'words@example.in', what })
    const refused = { status: 'failed', error: '550 <leela@example.in> is gone' }
    await store.insert('outbox', { dedupe_key: 'leela', kind: 'newsletter_confirm', ...refused })
    const before = await store.superuser()
    await before.sql.run("DELETE FROM _migrations WHERE file = '1795308630_deeds_without_words.js'")
    await store.kill()
    const upgraded = await startStore({ data: store.dir })
    await store.restart()
    const after = await upgraded.superuser()
    const kept = await after.collection('desk_log').getFullList({ filter: 'who = "words@example.in"', sort: '@rowid' })
    const mail = await after.collection('outbox').getFirstListItem('dedupe_key = "leela"')
    await upgraded.stop()
    expect([...kept.map(({ what }) => what), mail.error]).toEqual([
      'Answered the message',
      'Deleted a comment',
      'Replied to a review',
      'Hid a review',
      'Packed SJ-12345678',
      'Refused by the mail server',
    ])
  })

  test('a bill whose file cannot be removed keeps its row and its order, until it can', async () => {
    const id = await store.insert('orders', order('', ages))
    // Read as "bill.html", under which name there is no file to remove.
    const { bill, folder } = await billOf(id, 'b__0x69__ll.html')
    await forget()
    expect([await count('bills', `id = "${bill}"`), await readdir(folder)]).toEqual([1, ['b__0x69__ll.html']])
    expect(await count('orders', `id = "${id}" && name = "Customer"`)).toBe(0)
    await rename(join(folder, 'b__0x69__ll.html'), join(folder, 'bill.html'))
    await forget()
    expect([await count('bills', `id = "${bill}"`), existsSync(folder)]).toEqual([0, false])
    expect(await count('orders', `id = "${id}" && name = "Customer"`)).toBe(1)
  })

  test('a year with more bills than one statement can name is forgotten, a part at a time', async () => {
    const { sql } = await store.superuser()
    const [orders, bills] = [450, 33_000]
    const old = ages.placed_at
    const numbers = (most: number) =>
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`
    await sql.run(`${numbers(orders)} INSERT INTO orders (id, number, name, email, phone, pincode, placed_at, status)
      SELECT printf('many%011d', i), 'MANY-' || i, 'Asha Rao', 'asha@example.com', '9845012345', '560001', '${old}',
        'completed' FROM n`)
    await sql.run(`${numbers(bills)} INSERT INTO bills (id, [[order]], number, kind, sequence, created)
      SELECT printf('many%011d', i), printf('many%011d', 1 + i % ${orders}), 'MANY-' || i, 'receipt', i, '${old}'
      FROM n`)
    await forget()
    expect(await count('bills', 'id ~ "many%"')).toBe(0)
    expect(await count('orders', 'id ~ "many%" && name != "Customer"')).toBe(0)
    expect(await count('orders', 'id ~ "many%"')).toBe(orders)
  })

  test('a clock that steps years ahead makes nobody forget before it has gone on for a day', async () => {
    const shop = await startStore()
    const later = (days: number) => shop.setAhead(days * DAY).then(() => shop.runJob('retention'))
    const { sql } = await shop.superuser()
    const messages = async () => (await sql.run('SELECT name FROM messages')).rows.flat()
    onTestFinished(() => shop.stop())
    await shop.insert('messages', { name: 'Asha', email: 'a@example.com', message: 'Hello', ...dated(Date.now()) })
    await shop.insert('orders', order('', dated(Date.now())))
    // Ahead at the first run of all, and set right at the end: from then on a day is waited for again.
    for (const days of [5 * 366, 0, 29, 5 * 366, 5 * 366 + 0.9, 30]) {
      await later(days)
      expect([days, await messages()]).toEqual([days, ['Asha']])
    }
    await later(5 * 366)
    await later(5 * 366 + 1.1)
    expect(await messages()).toEqual([])
  })

  test('the years follow the settings', async () => {
    const superuser = await store.superuser()
    await store.changeSettings({ orders_kept_years: 12 })
    const id = await store.insert('orders', order('', { placed_at: `${year - 11}-05-02 10:00:00.000Z` }))
    await forget()
    const marker = await store.insert('messages', { name: 'x', email: 'b@example.com', message: 'x', ...dated(0) })
    await forget()
    expect(await count('messages', `id = "${marker}"`)).toEqual(0)
    expect((await superuser.collection('orders').getOne(id)).name).toBe('Asha Rao')
    await store.changeSettings({ orders_kept_years: 0 })
    await forget()
    expect((await superuser.collection('orders').getOne(id)).name).toBe('Customer')
  })
})
