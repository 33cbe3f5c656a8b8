import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { hoard, LISTENERS, listenToAll, neverRead, READERS } from '../../scripts/hostile'
import { picture } from './pictures'
import { type AttackedShop, expectUnharmed, openAttackedShop } from './shop'
import { RUNS, tallyOf } from './tally'
import { faultsOf, send } from './wire'

/** Many at once who want the shop to stop rather than to have something. How long others wait is measured by `npm run load -- --attack`. */

vi.setConfig({ testTimeout: 5 * 60_000, hookTimeout: 120_000 })

const tally = tallyOf('crowds')
let shop: AttackedShop

beforeAll(async () => {
  shop = await openAttackedShop(picture('photograph'))
})
afterEach(() => tally.expectNone())
afterAll(async () => {
  await expectUnharmed(shop)
  await shop.close()
})

async function expectOrders(what: string): Promise<void> {
  for (let count = 0; count < 5; count++) {
    const order = await shop.placeOnline(shop.products[count % 3] ?? '')
    const asked = { path: `/api/store/orders/${order.id}`, headers: { 'X-Order-Token': order.access_token } }
    const shown = await send(shop.store.url, asked)
    tally.count(`an order beside ${what}`, shown.status === 200 ? faultsOf(shown) : [`${shown.status} ${shown.text}`])
  }
}

test('connections that listen to everything are told nothing, and orders are placed beside them', async () => {
  const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, nth) => listenToAll(shop.store.url, nth)))
  for (const { status } of listeners)
    tally.count('1,000 topics at once', [400, 413].includes(status) ? [] : [`answered with ${status}`])
  await expectOrders(`${LISTENERS} listeners`)
  for (const { request } of listeners) request.destroy()
})

test('sockets that never read keep nobody waiting', async () => {
  const count = RUNS < 1000 ? 60 : READERS
  const readers = Array.from({ length: count }, (_, nth) => neverRead(shop.store.url, nth))
  try {
    await expectOrders(`${count} sockets that never read`)
  } finally {
    for (const reader of readers) reader.destroy()
  }
})

test('orders of all there is are taken or refused in words', async () => {
  const statuses: number[] = []
  for (let nth = 0; nth < 40; nth++) {
    const status = await hoard(shop.store.url, shop.products, nth)
    statuses.push(status)
    tally.count('all there is', status > 0 && status < 500 ? [] : [`answered with ${status}`])
  }
  expect(statuses).toContain(201)
})

test('a flood of what was never there leaves few lines in the log', async () => {
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
