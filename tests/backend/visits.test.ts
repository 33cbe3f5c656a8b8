import { expect, test } from 'vitest'
import { dayAfter, indianDay } from '../../src/domain/date'
import type { FiguresAnswer } from '../../src/domain/desk/figures'
import { shared } from '../shared'
import { startStore } from './record-store'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const TODAY = indianDay(Date.now())
const store = shared(() =>
  startStore({
    env: { STORE_URL: 'https://shop.example' },
    site: {
      'index.html': '<!doctype html><title>Shop</title>',
      '.vite/manifest.json': '{}',
      'assets/a.js': '',
      '.pages/render.js':
        "exports.renderPage = ({ url }) => ({ html: '<p>Hi</p>', status: /^.(shop.*)?$/.test(url) ? 200 : 404 })",
    },
  }),
)

const come = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(store.url + path, { headers: { 'User-Agent': BROWSER, ...headers }, redirect: 'manual' })
  await answer.arrayBuffer()
}
const owner = () => store.superuser()
const figures = async (): Promise<FiguresAnswer> =>
  (await owner()).send('/api/store/desk/figures', { query: { days: '7' }, requestKey: null })
const kept = async () => (await owner()).collection('visits').getFullList({ sort: 'day' })

test('FIG-12 visits of the day are counted without persons, written each minute, and kept for 400 days', async () => {
  expect((await figures()).visits).toBeNull()
  await Promise.all(Array.from({ length: 12 }, () => come('/')))
  await come('/shop?utm_source=insta', { Referer: 'https://www.instagram.com/', Cookie: 'a=b' })
  for (const path of ['/assets/a.js', '/api/store/categories', '/no-such-page', '/product/none00000000001'])
    await come(path)
  await come('/shop', { Referer: 'https://shop.example/' })
  await come('/shop', { Referer: `${store.url}/` })
  await come('/', { 'User-Agent': 'curl/8' })
  await come('/', { Purpose: 'prefetch' })
  expect(await kept()).toEqual([])
  expect((await figures()).visits).toEqual({ count: 13, orders: 0, since: TODAY })
  await store.insert('visits', { day: dayAfter(TODAY, -401), count: 4 })
  await store.runJob('store-visits')
  const [row, ...others] = await kept()
  expect([row?.day, row?.count, others]).toEqual([TODAY, 13, []])
  expect(Object.keys(row ?? {}).sort()).toEqual([
    'collectionId',
    'collectionName',
    'count',
    'created',
    'day',
    'id',
    'updated',
  ])
  await come('/')
  expect((await figures()).visits?.count).toBe(14)
  await store.runJob('store-visits')
  expect((await kept())[0]?.count).toBe(14)
})

test('FIG-12 what is counted when the store ends is written', async () => {
  const before = (await figures()).visits?.count ?? 0
  await come('/')
  await store.end()
  await store.restart()
  expect((await kept())[0]?.count).toBe(before + 1)
})

test('FIG-13 orders by phone, and those before the first visit, are not what visits led to', async () => {
  await come('/')
  await store.runJob('store-visits')
  const before = (await figures()).visits?.orders ?? 0
  const order = (number: string, source: string, at: number) =>
    store.insert('orders', {
      ...{ number, source, status: 'confirmed', payment_method: 'cod', items: [], grand_total: 9000 },
      confirmed_at: new Date(at).toISOString().replace('T', ' '),
    })
  await order('SJ-PAGE', '', Date.now())
  await order('SJ-PHONE', 'phone', Date.now())
  await order('SJ-OLD', '', Date.now() - 3 * 86_400_000)
  const { orders, visits } = await figures()
  expect([orders, visits?.orders]).toEqual([3, before + 1])
})
