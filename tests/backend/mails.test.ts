import type PocketBase from 'pocketbase'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { OWNER_ORDER_MAILS } from '../../src/domain/limits'
import type { PlacedOrder } from '../../src/domain/orders/order'
import { Mailbox } from '../mailbox'
import { orderOf, payPretend, placeOrder } from '../order'
import { shared } from '../shared'
import { liftLimits, limitAlone, startStore } from './record-store'

const MINUTE = 60_000
const MAIL_AT_ONCE = 10

const mailbox = shared(Mailbox.start)
const store = shared(() => startStore({ env: { ...mailbox.env, STORE_URL: 'https://shop.example.in/' } }))
let owner: PocketBase
let soap: string

beforeAll(async () => {
  owner = await store.superuser()
  await liftLimits(store)
  soap = (await owner.collection('products').create({ name: 'Neem soap', category: 'soap', inStock: true, price: 180 }))
    .id
})
beforeEach(async () => {
  await store.setAhead(0)
  await owner.sql.run('DELETE FROM outbox')
  mailbox.mails.length = 0
  mailbox.refusing = false
  await store.changeSettings({
    notify_email: 'owner@example.com',
    seller_email: 'care@example.com',
    seller_phone: '+91 80 1234',
  })
})

const MEERA = { name: 'मीरा रघुनाथन', email: 'meera@example.in', phone: '98450 12345' }
const place = (change: Record<string, unknown> = {}, contact: Record<string, unknown> = {}) =>
  placeOrder(owner, orderOf(soap, { contact: { ...MEERA, ...contact }, payment_method: 'cod', ...change }))

interface OutboxRow {
  id: string
  kind: string
  status: string
  tries: number
  next_try_at: string
  sent_at: string
  error: string
  dedupe_key: string
}
const outbox = () => owner.collection('outbox').getFullList<OutboxRow>({ sort: 'created,@rowid' })
const move = (id: string, change: Record<string, unknown>) => owner.collection('orders').update(id, change)

async function drain(runs = 1) {
  await Promise.all(Array.from({ length: runs }, () => store.runJob('store-outbox')))
}
async function drained(): Promise<OutboxRow[]> {
  await drain()
  const rows = await outbox()
  expect(rows.filter(({ status }) => status === 'queued')).toEqual([])
  return rows
}
const subjectsTo = (to: string) =>
  mailbox.mails
    .filter((mail) => mail.to.includes(to))
    .map((mail) => decodeWords(mail.headers.get('subject')?.[0] ?? ''))

/** Undoes MIME's encoded words (RFC 2047), Q form. */
function decodeWords(header: string): string {
  return header.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) => {
    const bytes = text
      .replace(/_/g, ' ')
      .replace(/=([0-9A-F]{2})/gi, (__, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  })
}

describe('the mails of an order', () => {
  test('ORDER-05 MAIL-01 an order called off before it was paid mails nobody: there was no mail of it either', async () => {
    const order = await place({ payment_method: 'online' })
    expect(order.status).toBe('pending')
    const cancelled = await store.post(
      `/api/store/orders/${order.id}/cancel`,
      {},
      { 'X-Order-Token': order.access_token },
    )
    expect(cancelled.status).toBe(200)
    expect(await outbox()).toEqual([])

    const byShop = await place({ payment_method: 'online' })
    await move(byShop.id, { status: 'cancelled' })
    expect((await outbox()).map((row) => row.kind)).toEqual(['order_cancelled'])
  })

  test('ORDER-03 MAIL-01 one when it is placed, one to the owner, in plain text and HTML, with the link that opens it', async () => {
    const order = await place()
    expect(mailbox.mails).toEqual([])
    const rows = await drained()
    expect(rows.map((row) => [row.kind, row.status, row.tries])).toEqual([
      ['order_placed', 'sent', 1],
      ['owner_new_order', 'sent', 1],
    ])
    expect(subjectsTo('meera@example.in')).toEqual([`Your order ${order.number} is placed`])
    expect(subjectsTo('owner@example.com')).toEqual([`New order ${order.number}: ₹180.00, cash on delivery`])

    const mail = mailbox.mails.find(({ to }) => to.includes('meera@example.in'))
    expect(mail?.headers.get('reply-to')).toEqual(['care@example.com'])
    expect(mail?.headers.get('auto-submitted')).toEqual(['auto-generated'])
    expect(mail?.headers.get('message-id')).toEqual([`<order_placed.${order.id}.shopper@example.com>`])
    expect(mail?.body).toMatch(/text\/plain[\s\S]*text\/html/i)
    for (const words of ['You pay ₹180.00 when it arrives.', '+91 80 1234']) {
      expect(mail?.body.split(words).length, words).toBeGreaterThanOrEqual(3)
    }
    const link = `https://shop.example.in/order-confirmation/${order.id}#t=${order.access_token}`
    expect(mail?.body).toContain(`href="${link}"`)
    const toOwner = mailbox.mails.find(({ to }) => to.includes('owner@example.com'))
    expect(toOwner?.headers.get('reply-to')).toEqual(['meera@example.in'])
    expect(toOwner?.body).toContain(`/_/#/collections?collection=orders&amp;record=${order.id}`)
    expect(toOwner?.body).not.toContain(order.access_token)
  })

  test('MAIL-05 the owner gets few mails of new orders an hour, and one that counts the rest', async () => {
    for (let count = 0; count < OWNER_ORDER_MAILS; count++) await place()
    await drained()
    const first = await place()
    for (let count = 1; count < 4; count++) await place()
    await drain()
    const ofOwner = async () => (await outbox()).filter(({ kind }) => kind.startsWith('owner_'))
    expect((await ofOwner()).filter(({ status }) => status === 'dropped')).toHaveLength(4)
    expect(subjectsTo('owner@example.com')).toHaveLength(OWNER_ORDER_MAILS)
    // What was paid is told whatever strangers order.
    const online = await place({ payment_method: 'online' })
    await payPretend(store.guest(), online)
    await drain()
    await vi.waitUntil(() => subjectsTo('owner@example.com').length > OWNER_ORDER_MAILS, { timeout: 10_000 })
    expect(subjectsTo('owner@example.com').at(-1)).toContain(`New order ${online.number}`)

    await store.setAhead(59 * MINUTE)
    await drain()
    expect((await ofOwner()).filter(({ status }) => status === 'queued')).toMatchObject([{ kind: 'owner_more_orders' }])
    await store.setAhead(61 * MINUTE)
    const next = await place()
    await drained()
    expect(
      subjectsTo('owner@example.com')
        .slice(OWNER_ORDER_MAILS + 1)
        .sort(),
    ).toEqual(['4 more orders', `New order ${next.number}: ₹180.00, cash on delivery`].sort())
    const more = mailbox.mails.find(({ headers }) => headers.get('subject')?.[0] === '4 more orders')
    expect(more?.body).toContain('https://shop.example.in/_/#/collections?collection=orders&sort=-placed_at')
    expect(subjectsTo('meera@example.in')).toContain(`Your order ${first.number} is placed`)
    expect((await outbox()).filter(({ kind }) => kind === 'owner_more_orders')).toHaveLength(1)
  })

  test('ORDER-09 MAIL-01 shipped, paid, delivered, refunded: each once, however often it is saved', async () => {
    const order = await place()
    await move(order.id, { fulfilment_status: 'packed' })
    await move(order.id, { fulfilment_status: 'shipped', courier: 'India Post', tracking_number: 'EK12' })
    await move(order.id, { fulfilment_status: 'shipped', tracking_url: 'https://post.example/EK12' })
    await move(order.id, { fulfilment_status: 'delivered', payment_status: 'paid' })
    await move(order.id, { fulfilment_status: 'delivered' })
    await move(order.id, { payment_status: 'refunded' })
    await drained()
    expect(subjectsTo('meera@example.in').sort()).toEqual(
      [
        `Your order ${order.number} is placed`,
        `Your order ${order.number} is on its way`,
        `Your order ${order.number} was delivered`,
        `Payment received for order ${order.number}`,
        `Refund of ₹180.00 for order ${order.number}`,
      ].sort(),
    )
    const shipped = mailbox.mails.find(({ body }) => body.includes('Tracking number: EK12'))
    expect(shipped?.body).toContain('href="https://post.example/EK12"')
  })

  test('MAIL-01 each refund of an order is mailed, with its own amount', async () => {
    const order = await place({}, { email: 'vani@example.in' })
    await move(order.id, { fulfilment_status: 'packed', payment_status: 'paid' })
    for (const rupees of [50, 30]) await owner.collection('refunds').create({ order: order.id, rupees })
    await drained()
    const refunds = subjectsTo('vani@example.in').filter((subject) => subject.startsWith('Refund'))
    expect(refunds.sort()).toEqual([
      `Refund of ₹30.00 for order ${order.number}`,
      `Refund of ₹50.00 for order ${order.number}`,
    ])
  })

  test('PAY-07 MAIL-01 the mail of a refund that failed says so, whichever of an order’s it is', async () => {
    const { id: order } = await place()
    const row = { kind: 'owner_flagged_order', order, recipient: 'owner', status: 'queued', dedupe_key: 'flagged' }
    const data = { detail: 'refund000000002', flag: 'refund_failed' }
    await owner.collection('outbox').create({ ...row, data, next_try_at: '2026-01-01 00:00:00.000Z' })
    await drained()
    expect(mailbox.mails.some(({ body }) => body.includes('A refund could not be made'))).toBe(true)
  })

  test('ORDER-09 MAIL-04 shipped without a number waits for it; each later change of it is told', async () => {
    const waiting = async () => (await outbox()).filter((row) => row.status === 'queued').map((row) => row.kind)
    const sent = (order: PlacedOrder) =>
      subjectsTo('tara@example.in').filter((subject) => subject.includes(order.number))
    const ship = async () => {
      const order = await place({}, { email: 'tara@example.in', phone: '98450 99999' })
      await move(order.id, { fulfilment_status: 'packed' })
      await move(order.id, { fulfilment_status: 'shipped' })
      await drain()
      await vi.waitUntil(async () => (await waiting()).every((kind) => kind === 'order_shipped'), { timeout: 10_000 })
      return order
    }
    const soon = await ship()
    expect(sent(soon)).toEqual([`Your order ${soon.number} is placed`])
    await move(soon.id, { courier: 'DTDC', tracking_number: 'D1' })
    await drained()
    expect(sent(soon)).toContain(`Your order ${soon.number} is on its way`)
    const told = () => {
      const mails = mailbox.mails.filter(({ body }) => body.includes('Where your parcel is'))
      return mails.map(({ body }) => /\bD\d\b/.exec(body)?.[0])
    }
    for (const tracking_number of ['D2', 'D2', 'D3']) await move(soon.id, { tracking_number })
    await drained()
    expect(told()).toEqual(['D3'])
    // The one before it was right after all.
    for (const tracking_number of ['D2', 'D3']) {
      await move(soon.id, { tracking_number })
      await drained()
    }
    expect(told()).toEqual(['D3', 'D2', 'D3'])
    expect(sent(soon).at(-1)).toBe(`Tracking number of your order ${soon.number}`)

    const never = await ship()
    await store.setAhead(119 * MINUTE)
    await drain()
    expect(await waiting()).toEqual(['order_shipped'])
    await store.setAhead(121 * MINUTE)
    await drained()
    expect(sent(never)).toContain(`Your order ${never.number} is on its way`)
    await move(never.id, { tracking_number: 'N1' })
    await drained()
    expect(sent(never).at(-1)).toBe(`Tracking number of your order ${never.number}`)

    await store.setAhead(0)
    const arrived = await ship()
    await move(arrived.id, { fulfilment_status: 'delivered' })
    await drained()
    expect(sent(arrived)).not.toContain(`Your order ${arrived.number} is on its way`)
    expect(sent(arrived)).toContain(`Your order ${arrived.number} was delivered`)

    for (const fulfilment_status of ['delivered', 'delivery_failed']) {
      const numbered = await ship()
      if (fulfilment_status === 'delivery_failed') await move(numbered.id, { fulfilment_status })
      const end =
        fulfilment_status === 'delivered'
          ? { fulfilment_status }
          : { fulfilment_status: 'returned_to_origin', restock: 'no' }
      await move(numbered.id, { ...end, courier: 'DTDC', tracking_number: 'L1' })
      await drain()
      expect((await outbox()).filter(({ kind, status }) => kind === 'order_shipped' && status === 'queued')).toEqual([])
    }
  })

  test('ORDER-09 MAIL-04 a number that changes before a mail could be sent is told by that one, and not after delivery', async () => {
    const [first, second] = [await place({}, { email: 'uma@example.in' }), await place({}, { email: 'uma@example.in' })]
    const queued = async () => (await outbox()).filter(({ status }) => status === 'queued').map(({ kind }) => kind)
    await drained()
    for (const { id } of [first, second]) await move(id, { fulfilment_status: 'packed' })
    await move(first.id, { fulfilment_status: 'shipped', tracking_number: 'T1' })
    await drained()
    mailbox.refusing = true
    await move(first.id, { tracking_number: 'T2' })
    await move(second.id, { fulfilment_status: 'shipped', tracking_number: 'U1' })
    await drain()
    const failed = async () => (await outbox()).filter(({ error }) => error !== '')
    await vi.waitUntil(async () => (await failed()).length === 2, { timeout: 10_000 })
    await move(first.id, { tracking_number: 'T3' })
    await move(second.id, { fulfilment_status: 'out_for_delivery', tracking_number: 'U2' })
    expect((await queued()).sort()).toEqual(['order_shipped', 'order_tracking'])
    mailbox.refusing = false
    for (const { id } of [first, second]) await move(id, { fulfilment_status: 'delivered' })
    await drain()
    await vi.waitUntil(async () => !(await queued()).includes('order_delivered'), { timeout: 10_000 })
    await store.setAhead(5 * MINUTE)
    await drained()
    const words = (order: PlacedOrder) => subjectsTo('uma@example.in').filter((said) => said.includes(order.number))
    expect(words(second)).toEqual([
      `Your order ${second.number} is placed`,
      `Your order ${second.number} was delivered`,
    ])
    expect(words(first)).not.toContain(`Tracking number of your order ${first.number}`)
    expect((await outbox()).filter(({ status }) => status === 'dropped')).toHaveLength(2)
  })

  test('ORDER-09 MAIL-03 cancelled: the shopper hears of it, and what was not sent before still speaks of its event', async () => {
    const order = await place()
    await move(order.id, { status: 'cancelled' })
    await drained()
    expect(subjectsTo('meera@example.in').sort()).toEqual([
      `Your order ${order.number} is cancelled`,
      `Your order ${order.number} is placed`,
    ])
    const placed = mailbox.mails.find(({ body }) => body.includes('Thank you for your order'))
    expect(placed?.body).toContain('has been cancelled since')
  })

  test('ORDER-05 MAIL-01 the same order asked for twice, and a refused move, mail nothing more', async () => {
    const order = await place()
    await expect(move(order.id, { fulfilment_status: 'delivered' })).rejects.toMatchObject({ status: 400 })
    expect((await outbox()).map((row) => row.kind)).toEqual(['order_placed', 'owner_new_order'])
  })

  test('MAIL-01 a row of one key is there once, whoever adds it', async () => {
    const order = await place()
    const again = { kind: 'order_placed', order: order.id, recipient: 'shopper', status: 'queued' }
    await expect(
      owner.collection('outbox').create({ ...again, dedupe_key: `order_placed:${order.id}:shopper` }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('MAIL-01 the owner’s mails go to the shop’s public address when there is no other, and are given up when there is none', async () => {
    await store.changeSettings({ notify_email: '' })
    await place()
    await drained()
    expect(subjectsTo('care@example.com')).toHaveLength(1)
    await store.changeSettings({ notify_email: '', seller_email: '' })
    await place()
    const row = (await drained()).filter(({ kind }) => kind === 'owner_new_order').at(-1)
    expect(row).toMatchObject({ status: 'failed', tries: 1, error: expect.stringContaining('no email address') })
    expect(subjectsTo('meera@example.in')).toHaveLength(2)
  })
})

describe('an address that nobody has confirmed', () => {
  const CLAIM = 'Claim at evil.example'
  const typed = { line1: `${CLAIM} 1`, line2: CLAIM, landmark: CLAIM, city: 'Claim', state: 'KA', pincode: '560003' }
  const asGuest = (email: string, more: Record<string, unknown> = {}, by = store.guest()) => {
    const contact = { name: CLAIM, email, phone: '98450 12345' }
    return placeOrder(by, orderOf(soap, { contact, address: typed, payment_method: 'cod', note: CLAIM, ...more }))
  }
  const mailTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email))

  test.each([
    ['a guest', async () => ({ email: 'victim-1@example.in', pb: store.guest() })],
    ['an account that has not confirmed its address', () => store.newUser(CLAIM, false)],
    ['somebody else’s account', async () => ({ ...(await store.newUser(CLAIM)), email: 'victim-2@example.in' })],
  ])('MAIL-06 is written nothing that %s typed', async (_, person) => {
    const { email, pb } = await person()
    const order = await asGuest(email, {}, pb)
    await move(order.id, { fulfilment_status: 'packed' })
    await move(order.id, { fulfilment_status: 'shipped', courier: 'India Post', tracking_number: 'EM 1' })
    await drained()
    expect(mailTo(email)).toHaveLength(2)
    for (const { headers, body } of mailTo(email)) {
      expect(`${[...headers.values()].join()}${body}`).not.toMatch(/claim|evil/i)
      expect(body).toContain('Neem soap')
      expect(body).toContain('₹180.00')
      expect(body).toContain(`/order-confirmation/${order.id}#t=${order.access_token}`)
    }
    expect(mailTo('owner@example.com')[0]?.body).toContain(CLAIM)
  })

  test('MAIL-06 confirmed, it is written name and address', async () => {
    const { pb, email } = await store.newUser()
    await asGuest(email, {}, pb)
    await drained()
    expect(mailTo(email)[0]?.body).toContain(`${CLAIM} 1`)
  })

  test('MAIL-06 gets one mail of an order that is placed and cancelled by a guest; the shop’s own cancellation is mailed', async () => {
    const email = 'victim-3@example.in'
    const cancel = async ({ id, access_token }: PlacedOrder) =>
      expect((await store.post(`/api/store/orders/${id}/cancel`, {}, { 'X-Order-Token': access_token })).status).toBe(
        200,
      )
    await cancel(await asGuest(email))
    await drained()
    const late = await asGuest(email)
    await drained()
    await cancel(late)
    await drained()
    expect(mailTo(email)).toHaveLength(2)
    expect((await outbox()).filter(({ kind }) => kind === 'order_cancelled')).toMatchObject(
      Array(2).fill({ status: 'dropped', error: expect.stringContaining('cancelled on the page') }),
    )
    const byShop = await asGuest(email)
    await move(byShop.id, { status: 'cancelled' })
    await drained()
    expect(subjectsTo(email)).toContain(`Your order ${byShop.number} is cancelled`)
  })

  test('MAIL-06 gets few mails a day, whatever tag is put on it; the orders stand, and the outbox says what was not sent', async () => {
    const unprovenMax = (rupees: number) => store.changeSettings({ cod_unproven_max: rupees })
    const restore = await limitAlone(store, 'ordermails:recipient')
    try {
      for (let count = 0; count < 5; count++) await asGuest(`vic.tim4+${count}@gmail.com`)
      // Orders that wait for the maker are told of by another mail.
      await unprovenMax(1)
      for (let count = 5; count < 10; count++) await asGuest(`vic.tim4+${count}@gmail.com`)
    } finally {
      await restore()
      await unprovenMax(0)
    }
    const rows = await drained()
    expect(mailbox.mails.filter(({ to }) => to[0]?.startsWith('vic.tim4'))).toHaveLength(6)
    expect(rows.filter(({ status }) => status === 'dropped').map(({ error }) => error)).toEqual(
      Array(4).fill(expect.stringContaining('The order stands')),
    )
    expect(subjectsTo('owner@example.com')).toHaveLength(10)
  })

  test('MAIL-08 DATA-05 that does not exist keeps no other mail waiting, and is not named in what the server said', async () => {
    await store.changeSettings({ notify_email: '', seller_email: '' })
    for (let count = 0; count < 5; count++) {
      mailbox.unknown.add(`gone-${count}@example.in`)
      await asGuest(`gone-${count}@example.in`)
    }
    await owner.sql.run("DELETE FROM outbox WHERE recipient = 'owner'")
    await asGuest('asha.5@example.in')
    await drain()
    await vi.waitUntil(async () => (await outbox()).some(({ status }) => status === 'sent'), { timeout: 10_000 })
    expect(subjectsTo('asha.5@example.in')).toHaveLength(1)
    const waiting = (await outbox()).filter(({ status, error }) => status === 'queued' && error !== '')
    const refused = '550 "<…>: no such mailbox"'
    expect(waiting.map(({ error }) => error)).toEqual(Array(5).fill(expect.stringContaining(refused)))
  })

  test('MAIL-06 is told nothing of sign-ins, whose words the device chooses', async () => {
    const { email, password, id } = await store.newUser('Somebody', false)
    const signIn = (device: string) =>
      store.post('/api/collections/users/auth-with-password', { identity: email, password }, { 'user-agent': device })
    for (const device of ['one', CLAIM, `${CLAIM} again`]) expect((await signIn(device)).status).toBe(200)
    expect(mailTo(email)).toEqual([])
    await owner.collection('users').update(id, { verified: true })
    expect((await signIn('my telephone')).status).toBe(200)
    expect(mailTo(email)).toHaveLength(1)
  })
})

describe('the outbox', () => {
  test('MAIL-02 a broken mail to an account keeps none of the others', async () => {
    const due = { recipient: 'shopper', status: 'queued', tries: 0, next_try_at: '2026-01-01 00:00:00.000Z' }
    for (const sealed of ['', 'c2hvcnQ=', 'no seal'])
      await store.insert('outbox', { ...due, kind: 'account', dedupe_key: `account:${sealed}`, sealed })
    await place()
    await drained()
    expect((await outbox()).map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['order_placed', 'sent'],
      ['owner_new_order', 'sent'],
    ])
  })

  test('MAIL-02 one whose order or message is gone keeps none of the others, and is given up', async () => {
    const due = { status: 'queued', next_try_at: '2026-01-01 00:00:00.000Z' }
    const gone = [
      { kind: 'order_shipped', recipient: 'shopper', order: 'gone00000000001', tries: 0, dedupe_key: 'gone:order' },
      {
        kind: 'message_answer',
        recipient: 'shopper',
        message: 'gone00000000001',
        tries: 28,
        dedupe_key: 'gone:message',
      },
    ]
    for (const mail of gone) await store.insert('outbox', { ...due, ...mail })
    for (const at of [1, 2]) await store.insert('outbox', { ...due, ...gone[0], dedupe_key: `gone:order:${at}` })
    // The parcel arrived before what waits could go.
    const arrived = { ...due, ...gone[0], order: 'gone00000000002' }
    await store.insert('outbox', { ...arrived, kind: 'order_delivered', dedupe_key: 'gone:delivered' })
    const later = { kind: 'order_tracking', dedupe_key: 'gone:waits', next_try_at: '2099-01-01 00:00:00.000Z' }
    await store.insert('outbox', { ...arrived, ...later })
    await place()
    await drain()
    expect((await outbox()).map(({ kind, status, tries }) => [kind, status, tries]).sort()).toEqual([
      ['message_answer', 'failed', 29],
      ['order_delivered', 'queued', 1],
      ['order_placed', 'sent', 1],
      ...Array(3).fill(['order_shipped', 'queued', 1]),
      ['order_tracking', 'dropped', 0],
      ['owner_new_order', 'sent', 1],
    ])
  })

  test('MAIL-02 ten jobs at once send 20 mails, each once', async () => {
    const orders: PlacedOrder[] = []
    for (let i = 0; i < MAIL_AT_ONCE; i++) orders.push(await place())
    await drain(10)
    await vi.waitUntil(async () => (await outbox()).every((row) => row.status === 'sent'), { timeout: 20_000 })
    expect(subjectsTo('meera@example.in').sort()).toEqual(
      orders.map(({ number }) => `Your order ${number} is placed`).sort(),
    )
    expect(subjectsTo('owner@example.com')).toHaveLength(MAIL_AT_ONCE)
    expect((await outbox()).map((row) => row.tries)).toEqual(Array(2 * MAIL_AT_ONCE).fill(1))
  })

  test('MAIL-02 a mail server that is down delays mails by growing pauses and loses none', async () => {
    await store.changeSettings({ notify_email: '', seller_email: '' })
    mailbox.refusing = true
    await place()
    const failing = async () => (await outbox()).find((row) => row.kind === 'order_placed') as OutboxRow
    let offset = 0
    for (const [tries, minutes] of [1, 2, 5, 15, 60, 60].entries()) {
      await drain()
      await vi.waitUntil(async () => (await failing()).error !== '', { timeout: 10_000 })
      const { status, tries: done, next_try_at } = await failing()
      expect({ status, done, pause: Math.round((Date.parse(next_try_at) - Date.now() - offset) / MINUTE) }).toEqual({
        status: 'queued',
        done: tries + 1,
        pause: minutes,
      })
      // An attempt writes its error when it ends: with none left from before, the clock turns only after it.
      await owner.sql.run("UPDATE outbox SET error = ''")
      offset += minutes * MINUTE + 1000
      await store.setAhead(offset)
    }
    expect(mailbox.mails).toEqual([])
    mailbox.refusing = false
    await drain()
    await vi.waitUntil(async () => (await failing()).status === 'sent', { timeout: 10_000 })
    expect(subjectsTo('meera@example.in')).toHaveLength(1)
    expect((await failing()).error).toBe('')
  })

  test('MAIL-02 a mail nobody takes is given up after a good day, and the log says which', async () => {
    mailbox.refusing = true
    const order = await place()
    await owner.sql.run('UPDATE outbox SET tries = 27')
    await drain()
    await vi.waitUntil(async () => (await outbox()).every(({ error }) => error !== ''), { timeout: 10_000 })
    // A day has 24 of the hours between two tries.
    expect((await outbox()).map((row) => [row.status, row.tries])).toEqual(Array(2).fill(['queued', 28]))
    await owner.sql.run(`UPDATE outbox SET next_try_at = '${new Date().toISOString().replace('T', ' ')}'`)
    const rows = await drained()
    expect(rows.map((row) => [row.status, row.tries])).toEqual(Array(2).fill(['failed', 29]))
    const logged = async () => (await owner.logs.getList(1, 20, { filter: 'message ~ "given up"' })).items
    const key = `order_placed:${order.id}:shopper`
    await expect.poll(async () => JSON.stringify(await logged()), { timeout: 15_000 }).toContain(key)
    mailbox.refusing = false
    await drain()
    expect(mailbox.mails).toEqual([])
  })

  test('MAIL-02 a mail whose sender died is sent by a later run, not by one at the same time', async () => {
    await place()
    const soon = new Date(Date.now() + 4 * MINUTE).toISOString().replace('T', ' ')
    await owner.sql.run(`UPDATE outbox SET tries = 1, next_try_at = '${soon}'`)
    await place()
    await drain()
    await vi.waitUntil(() => mailbox.mails.length === 2, { timeout: 10_000 })
    // The mailbox has a mail before the outbox says so.
    await vi.waitUntil(async () => (await outbox()).filter((row) => row.status === 'queued').length === 2)
    await store.setAhead(5 * MINUTE)
    await drained()
    expect(mailbox.mails).toHaveLength(4)
  })

  test('MAIL-10 a store without a mail server counts mails as sent and writes them to its log', async () => {
    const silent = await startStore({ seed: 'demo' })
    onTestFinished(() => silent.stop())
    const pb = await silent.superuser()
    const product = await pb.collection('products').getFirstListItem('inStock = true && price >= 150', { sort: 'name' })
    const items = [{ product: product.id, quantity: 1, color: product.colors?.[0]?.value ?? '' }]
    const { grand_total: expected_total } = (await silent.post('/api/store/quote', { items })).body
    const order = orderOf(product.id, { items, payment_method: 'cod', expected_total })
    const { number } = await placeOrder(silent.guest(), order)
    await pb.crons.run('store-outbox')
    await vi.waitUntil(() => silent.output().includes(`Your order ${number} is placed`), { timeout: 10_000 })
    await vi.waitUntil(
      async () => (await pb.collection('outbox').getFirstListItem('kind = "order_placed"')).status === 'sent',
      { timeout: 10_000 },
    )
  })
})

describe('whatever people typed', () => {
  test.each([
    ['markup', '<script>alert(1)</script>'],
    ['line breaks', 'Meera\r\nBcc: victim@example.com'],
    ['another direction', 'مريم \u202Egnp.exe'],
    ['an address', '"Meera" <victim@example.com>'],
  ])('MAIL-07 %s in a name does nothing', async (_, name) => {
    const order = await place({}, { name })
    await drained()
    expect(mailbox.mails.flatMap(({ to }) => to).sort()).toEqual(['meera@example.in', 'owner@example.com'])
    for (const mail of mailbox.mails) {
      expect(mail.headers.has('bcc')).toBe(false)
      expect(mail.body.slice(mail.body.indexOf('<!doctype html>'))).not.toContain('<script')
      expect(mail.body).not.toContain('\u202e')
      expect(mail.headers.get('subject')?.join('')).toContain(order.number)
    }
  })

  test('AUTH-05 MAIL-07 MAIL-09 mails of accounts say nothing anybody typed, and lead to the shop alone', async () => {
    const typed = '<img src=x onerror=alert(1)>“Zq typed” https://evil.example/'
    const { pb, id, email } = await store.newUser()
    // Past the checks of a save.
    await owner.sql.run(`UPDATE users SET name = '${typed}', verified = FALSE WHERE id = '${id}'`)
    const newEmail = `new-${id}@example.com`
    await store.guest().collection('users').requestVerification(email)
    await store.guest().collection('users').requestPasswordReset(email)
    await pb.collection('users').requestEmailChange(newEmail)
    await pb.send('/api/store/account/deletion', { method: 'POST', body: {} })
    const mails = await Promise.all([
      mailbox.waitFor(email, /mail=verify#token=/),
      mailbox.waitFor(email, /reset-password#token=/),
      mailbox.waitFor(newEmail, /mail=email#token=/),
      mailbox.waitFor(email, /mail=erase#token=/),
    ])
    for (const { to, headers, body } of mails) {
      expect(to).toHaveLength(1)
      expect(`${[...headers.values()].join()}${body}`).not.toMatch(/Zq typed|onerror|evil\.example|<img|<script/)
      // PocketBase's frame of a mail names the standard it is written in.
      const links = [...body.matchAll(/https?:\/\/(?!www\.w3\.org\/)[^\s"<]+/g)].map(([link]) => link)
      expect(links.length).toBeGreaterThan(0)
      expect(links.filter((link) => !link.startsWith('https://shop.example.in/'))).toEqual([])
    }
  })

  test('MAIL-12 mails of accounts have the name in the settings, and come from it where SMTP_FROM names nobody', async () => {
    const other = await startStore({ env: { ...mailbox.env, SMTP_FROM: 'shop@example.com' } })
    onTestFinished(() => other.stop())
    const pb = await other.superuser()
    await other.changeSettings({ store_name: 'Neem House' })
    const { email } = await other.newUser()
    await other.guest().collection('users').requestPasswordReset(email)
    const { headers, body } = await mailbox.waitFor(email, /reset-password#token=/)
    expect(headers.get('subject')).toEqual(['Choose a new password for Neem House'])
    expect(headers.get('from')).toEqual(['Neem House <shop@example.com>'])
    expect(body).not.toContain('Sabun')

    // As an earlier release leaves it.
    const { meta } = await pb.settings.getAll()
    await pb.settings.update({ meta: { ...meta, appName: 'Sabun & Jhola', senderName: 'Sabun & Jhola' } })
    await other.kill()
    await other.restart()
    expect((await pb.settings.getAll()).meta).toMatchObject({ appName: 'Neem House', senderName: 'Neem House' })
  })

  test('MAIL-02 a store that is told to end writes down the mail it is handing over, and begins no other', async () => {
    const ending = await startStore({ env: mailbox.env })
    try {
      const pb = await ending.superuser()
      await ending.changeSettings({ notify_email: 'owner@example.com' })
      for (const dedupe_key of ['one', 'two']) {
        const mail = { kind: 'owner_more_orders', recipient: 'owner', status: 'queued', dedupe_key }
        await ending.insert('outbox', { ...mail, tries: 0, next_try_at: '2026-01-01 00:00:00.000Z' })
      }
      let ended: Promise<void> | undefined
      mailbox.beforeYes = () => {
        ended ??= ending.end()
        return vi.waitUntil(() => ending.output().includes('An email is being handed over'), 20_000)
      }
      await ending.runJob('store-outbox').catch(() => undefined)
      await ended
      await ending.restart()
      const rows = await pb.collection('outbox').getFullList<OutboxRow>({ sort: 'tries' })
      expect(rows.map(({ status, tries }) => `${status} ${tries}`)).toEqual(['queued 0', 'sent 1'])
    } finally {
      mailbox.beforeYes = async () => undefined
      await ending.stop()
    }
  })

  test('MAIL-02 a mail whose message is deleted while it is handed over keeps none of the others', async () => {
    const letter = { name: 'Asha Rao', email: 'asha@example.com', message: 'Do you ship to Leh?', mailed: false }
    const message = await store.insert('messages', letter)
    const mail = { kind: 'contact_message', recipient: 'owner', message, dedupe_key: `contact_message:${message}` }
    const first = '2026-01-01 00:00:00.000Z'
    await store.insert('outbox', { ...mail, status: 'queued', tries: 0, next_try_at: first })
    await place()
    mailbox.beforeYes = async () => {
      mailbox.beforeYes = async () => undefined
      await owner.collection('messages').delete(message)
    }
    await drain()
    expect(mailbox.mails).toHaveLength(3)
    expect((await outbox()).map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'order_placed sent',
      'owner_new_order sent',
    ])
  })

  test('MAIL-01 a cart of 50 lines in Hindi arrives whole', async () => {
    const products = await Promise.all(
      Array.from({ length: 50 }, (_, position) =>
        owner
          .collection('products')
          .create({ name: `हाथ से बना साबुन ${position}`, category: 'soap', inStock: true, price: 10 }),
      ),
    )
    await place({
      items: products.map(({ id }) => ({ product: id, quantity: 1, color: '' })),
      expected_total: 50_000,
    })
    await drained()
    const mail = mailbox.mails.find(({ to }) => to.includes('meera@example.in'))
    for (const { name } of products) expect(mail?.body.split(name).length).toBeGreaterThanOrEqual(3)
  })
})
