import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { hoard, LISTENERS, listenToAll, neverRead, READERS } from '../../scripts/bench/hostile'
import { orderOf } from '../backend/paying-shop'
import { limitAlone } from '../backend/record-store'
import { shared } from '../shared'
import { picture } from './pictures'
import { expectUnharmed, openAttackedShop } from './shop'
import { RUNS, tallyOf } from './tally'
import { faultsOf, send } from './wire'

/**
 * Many at once who want the shop to stop rather than to have something. How long others wait is measured by
 * `npm run load -- --attack`.
 */

vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('crowds')
const shop = shared(openAttackedShop)

afterEach(() => tally.expectNone())
afterAll(() => expectUnharmed(shop))

async function expectOrders(what: string): Promise<void> {
  for (let count = 0; count < 5; count++) {
    const order = await shop.placeOnline(shop.products[count % 3] ?? '')
    const asked = { path: `/api/store/orders/${order.id}`, headers: { 'X-Order-Token': order.access_token } }
    const shown = await send(shop.store.url, asked)
    tally.count(`an order beside ${what}`, shown.status === 200 ? faultsOf(shown) : [`${shown.status} ${shown.text}`])
  }
}

test('GUARD-07 connections that listen to everything are told nothing, and orders are placed beside them', async () => {
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, nth) => listenToAll(shop.store.url, nth)))
  for (const { status } of listeners)
    tally.count('1,000 topics at once', [400, 413].includes(status) ? [] : [`answered with ${status}`])
  await expectOrders(`${LISTENERS} listeners`)
  for (const { request } of listeners) request.destroy()
})

test('GUARD-08 sockets that never read keep nobody waiting', async () => {
  const count = RUNS < 1000 ? 60 : READERS
  const readers = Array.from({ length: count }, (_, nth) => neverRead(shop.store.url, nth))
  try {
    await expectOrders(`${count} sockets that never read`)
  } finally {
    for (const reader of readers) reader.destroy()
  }
})

test('GUARD-11 orders of all there is are taken or refused in words', async () => {
  const statuses: number[] = []
  for (let nth = 0; nth < 40; nth++) {
    const status = await hoard(shop.store.url, shop.products, nth)
    statuses.push(status)
    tally.count('all there is', status > 0 && status < 500 ? [] : [`answered with ${status}`])
  }
  expect(statuses).toContain(201)
})

test('MAIL-06 orders to somebody else’s address mail them a few times', async () => {
  const count = RUNS < 1000 ? 30 : 300
  const placed: string[] = []
  onTestFinished(await limitAlone(shop.store, 'ordermails:recipient'))
  for (let nth = 0; nth < count; nth++) {
    const contact = {
      name: 'Claim at evil.example',
      email: `vic.tim+${nth}@gmail.com`,
      phone: `9${700_000_000 + nth}`,
    }
    const order = orderOf(shop.products[nth % 3] ?? '', { payment_method: 'cod', contact })
    const key = { 'Idempotency-Key': `to-somebody-else-${String(nth).padStart(6, '0')}` }
    const { status, body } = await shop.post<{ id: string }>('/api/store/orders', order, key)
    tally.count('an order to somebody else’s address', status === 201 ? [] : [`answered with ${status}`])
    placed.push(body.id)
  }
  const rows = await shop.owner.collection('outbox').getFullList({ filter: 'recipient = "shopper"' })
  const mailed = rows.filter(({ order, status }) => placed.includes(order) && status !== 'dropped')
  tally.count(
    `${count} orders to one mailbox`,
    mailed.length > 0 && mailed.length <= 6 ? [] : [`${mailed.length} mails`],
  )
})

test('GUARD-09 RISK-09 pictures without end fill no disk', async () => {
  const photo = Uint8Array.from(picture('photograph'))
  const pictures = (nth: number) =>
    Array.from({ length: 4 }, (_, at) => new File([photo], `${nth}-${at}.jpg`, { type: 'image/jpeg' }))
  const stranger = await shop.store.newUser('Stranger', false)
  const { attacker, products } = shop
  const words = { user: attacker.id, product: products[1], rating: 5, title: 'Good', content: 'Soap.' }
  const review = await attacker.pb.collection('reviews').create(words)
  let kept = 0
  onTestFinished(await limitAlone(shop.store, 'pictures:account'))
  for (let nth = 0; nth < 20; nth++) {
    const change = attacker.pb.collection('reviews').update(review.id, { images: pictures(nth) })
    kept += await change.then(
      () => 4,
      () => 0,
    )
    const avatar = stranger.pb.collection('users').update(stranger.id, { avatar: pictures(nth)[0] })
    const refused = await avatar.then(
      () => false,
      ({ status }) => status === 400,
    )
    tally.count('a picture of an account nobody has confirmed', refused ? [] : ['is taken'])
  }
  tally.count('80 pictures of one account', kept > 0 && kept <= 24 ? [] : [`${kept} taken`])
})

test('GUARD-09 a flood of what was never there leaves few lines in the log', async () => {
  const flood = RUNS < 1000 ? 500 : 8000
  for (let sent = 0; sent < flood; sent += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        send(shop.store.url, { path: `/api/none/${sent + at}?${'x'.repeat(2500)}` }),
      ),
    )
  const { totalItems } = await shop.owner.logs.getList(1, 1, { filter: 'message ~ "/api/none/"' })
  // Some minutes' share.
  tally.count(`${flood} × 404`, totalItems <= 300 ? [] : [`${totalItems} lines`])
  tally.note(`${flood} requests for nothing left ${totalItems} lines in the log.`)
})
