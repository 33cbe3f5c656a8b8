import { QueryClient } from '@tanstack/react-query'
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
