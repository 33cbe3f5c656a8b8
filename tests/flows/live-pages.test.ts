import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { livePages } from '../../src/app/live-pages'

afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.lang = ''
})

test('LIVE-05 LANG-02 an open page asks for its records in its own language', async () => {
  const asked: Headers[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers))
    return new Response(null, { status: 304 })
  })
  document.documentElement.lang = 'hi-IN'
  document.body.innerHTML =
    '<script type="application/json" id="query-state" data-version="abc">{"queries":[]}</script>'
  await livePages(new QueryClient(), () => {}).heard(undefined)
  expect(asked.map((headers) => [headers.get('X-Store-Language'), headers.get('If-None-Match')])).toEqual([
    ['hi-IN', '"abc"'],
  ])
})

test('LIVE-06 two that change places in one row wait for a press', async () => {
  const queryKey = ['products', 'list']
  const list = (...ids: string[]) => ids.map((id) => ({ id }))
  const answer = { queries: [{ queryKey, state: { data: list('bag', 'soap') } }] }
  const headers = { 'X-Store-Build': '', ETag: '"new"' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer), { headers }))
  document.body.innerHTML = '<script type="application/json" id="query-state">{"queries":[]}</script><p>Soap</p>'
  const client = new QueryClient()
  client.setQueryData(queryKey, list('soap', 'bag'))
  const shown = new QueryObserver(client, { queryKey, staleTime: Number.POSITIVE_INFINITY })
  shown.subscribe(() => {})
  const soap = document.querySelector('p') as HTMLElement
  const place = () => shown.getCurrentResult().data as { id: string }[]
  soap.getBoundingClientRect = () => new DOMRect(place()[0]?.id === 'soap' ? 0 : 195, 300, 195, 300)
  document.elementFromPoint = () => soap
  const told: string[] = []
  const page = livePages(client, (waiting) => told.push(waiting))
  await page.heard(undefined)
  expect([told.at(-1), place()]).toEqual(['page', list('soap', 'bag')])
  page.show()
  expect([told.at(-1), place()]).toEqual(['nothing', list('bag', 'soap')])
})

test.each([
  [204, 'gone', null],
  [202, 'asked for by itself', null],
  [304, 'as it was', 'soap'],
])('LIVE-06 an open page that the store answers %i for is %s', async (status, _, shown) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))
  const queryKey = ['products', 'one', 'soap']
  const state = JSON.stringify({ queries: [{ queryKey, state: { data: 'soap' } }] })
  document.body.innerHTML = `<script type="application/json" id="query-state" data-version="old">${state}</script>`
  const client = new QueryClient()
  client.setQueryData(queryKey, 'soap')
  const options = { queryKey, queryFn: () => null, staleTime: Number.POSITIVE_INFINITY }
  const product = new QueryObserver<string | null>(client, options)
  product.subscribe(() => {})
  vi.useFakeTimers()
  const heard = livePages(client, () => {}).heard({ changed: ['products/soap'], within: 0 })
  await vi.runAllTimersAsync()
  await heard
  vi.useRealTimers()
  expect(product.getCurrentResult().data).toBe(shown)
})

test('LIVE-02 what an open page hears while it asks is asked for once', async () => {
  const answers: (() => void)[] = []
  const asks = () => new Promise<Response>((done) => answers.push(() => done(new Response(null, { status: 304 }))))
  vi.stubGlobal('fetch', vi.fn(asks))
  document.body.innerHTML = '<script type="application/json" id="query-state">{"queries":[]}</script>'
  const client = new QueryClient()
  client.setQueryData(['reviews'], 'as it was')
  const page = livePages(client, () => {})
  const hear = (one: string) => page.heard({ changed: [one], within: 0 })
  const heard = [hear('products/soap')]
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  heard.push(...['reviews', 'products/bag', 'posts'].map(hear))
  answers[0]?.()
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(1))
  for (const answer of answers) answer()
  await Promise.all(heard)
  expect(fetch).toHaveBeenCalledTimes(2)
  expect(client.getQueryState(['reviews'])?.isInvalidated).toBe(true)
})
