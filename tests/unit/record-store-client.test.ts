import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PocketBase, { ClientResponseError } from 'pocketbase'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { errorSentence, errorStatus, isAborted } from '../../src/api/errors'
import { refreshSession } from '../../src/features/account/session'

/** What the SDK asked for, and what it is answered. */
let asked: URL[]
let answer: (url: URL, signal?: AbortSignal) => Response | Promise<Response>

beforeEach(() => {
  asked = []
  answer = () => Response.json({ page: 1, perPage: 0, items: [] })
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    options.signal?.throwIfAborted()
    const url = new URL(address, 'http://store.example')
    asked.push(url)
    return answer(url, options.signal ?? undefined)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The SDK's client as it is delivered. */
const untouched = () => new PocketBase('http://store.example')

const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error,
  )

describe('a line that brings nothing', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('ROUTE-29 ends each request after half a minute, as a lost one', async () => {
    answer = () => new Promise(() => {})
    const store = await recordStore()
    const words = new FormData()
    words.append('content', 'It lasts.')
    const asking = failure(store.collection('products').getOne('abcdefghijklmno'))
    const sending = failure(store.collection('reviews').create(words))
    await vi.advanceTimersByTimeAsync(29_000)
    const late = vi.fn()
    void asking.then(late)
    await vi.advanceTimersByTimeAsync(500)
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600)
    const error = await asking
    expect([errorStatus(error), isAborted(error)]).toEqual([0, false])
    expect(errorStatus(await sending)).toBe(0)
    expect(errorSentence(error)).toMatch(/connection|internet/i)
  })

  test('ROUTE-29 leaves a file its time', async () => {
    answer = () => new Promise((done) => setTimeout(() => done(Response.json({ id: 'a' })), 120_000))
    const store = await recordStore()
    const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
    const sending = store.collection('users').update('a', { avatar: file })
    await vi.advanceTimersByTimeAsync(121_000)
    expect(await sending).toMatchObject({ id: 'a' })
  })
})

describe('the SDK decides', () => {
  test('SDK-01 pages have 30 records unless somebody asks for another size', async () => {
    await (await recordStore()).collection('products').getList()
    expect(asked[0]?.searchParams.get('page')).toBe('1')
    expect(asked[0]?.searchParams.get('perPage')).toBe('30')
  })

  test('SDK-01 a full list is asked for in batches of the SDK’s own size until a batch is not full', async () => {
    answer = (url) => {
      const size = Number(url.searchParams.get('perPage'))
      const count = url.searchParams.get('page') === '1' ? size : 1
      return Response.json({ perPage: size, items: Array.from({ length: count }, (_, id) => ({ id: String(id) })) })
    }
    const list = await (await recordStore()).collection('products').getFullList()
    const size = Number(asked[0]?.searchParams.get('perPage'))
    // 500 when SDK-01 was written, 1000 in the version installed.
    expect(size).toBeGreaterThanOrEqual(500)
    expect(list).toHaveLength(size + 1)
    await untouched().collection('products').getFullList()
    expect(asked.map((url) => url.searchParams.get('perPage'))).toEqual(Array(4).fill(String(size)))
  })

  test('SDK-01 GUARD-14 a list that is too busy is asked for again when it said, and no other failure is', async () => {
    const busy = (code: string) =>
      Response.json({ status: 503, message: 'Later.', data: { code, retry_after: 0.001 } }, { status: 503 })
    answer = () => (asked.length < 3 ? busy('store_busy') : Response.json({ page: 1, items: [{ id: 'soap' }] }))
    const list = await (await recordStore()).collection('products').getList()
    expect([asked.length, list.items]).toEqual([3, [{ id: 'soap' }]])

    answer = () => busy('store_busy')
    asked = []
    const refused = await failure((await recordStore()).collection('products').getList())
    expect([asked.length, errorStatus(refused)]).toEqual([4, 503])
    expect(errorSentence(refused)).toBe('The shop is very busy just now. Please try again in a moment.')
    answer = () => busy('gateway_unavailable')
    asked = []
    await failure((await recordStore()).collection('products').getList())
    answer = () => new Response('<p>Not JSON', { status: 503 })
    await failure((await recordStore()).collection('products').getList())
    expect(asked).toHaveLength(2)
  })

  test('SDK-01 an aborted call carries the SDK’s flag and is told apart from a failure', async () => {
    answer = (_url, signal) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      )
    const leaving = new AbortController()
    const call = failure((await recordStore()).collection('products').getList(1, 1, { signal: leaving.signal }))
    leaving.abort()
    const error = await call
    expect(error).toBeInstanceOf(ClientResponseError)
    expect(error).toMatchObject({ isAbort: true, status: 0 })
    expect(isAborted(error)).toBe(true)

    answer = () => Response.json({ message: 'No.' }, { status: 400 })
    const refused = await failure((await recordStore()).collection('products').getList())
    expect(refused).toMatchObject({ isAbort: false })
    expect(isAborted(refused)).toBe(false)
  })

  test('SDK-01 a failure nobody explains has a sentence of the SDK’s, and one for shoppers', async () => {
    answer = () => new Response('', { status: 500 })
    const error = (await failure((await recordStore()).collection('products').getList())) as ClientResponseError
    expect(error.message).toMatch(/^Something went wrong/)
    expect(errorSentence(error)).toBe('Something went wrong while processing your request.')
  })

  test('SDK-01 realtime reconnects and the session cookie’s cap are the SDK’s', async () => {
    const client = await recordStore()
    expect(client.realtime).toHaveProperty('predefinedReconnectIntervals', [200, 300, 500, 1000, 1200, 1500, 2000])
    const record = {
      id: 'u1',
      collectionId: 'c',
      collectionName: 'users',
      email: 'a@example.com',
      bio: 'x'.repeat(5000),
    }
    client.authStore.save('token', record)
    const cookie = decodeURIComponent(client.authStore.exportToCookie())
    client.authStore.clear()
    expect(cookie.length).toBeLessThan(4096)
    expect(cookie).not.toContain('bio')
  })
})

describe('an answer that came with 200 but is none', () => {
  const cutOff = () =>
    new Response(
      new ReadableStream({
        start(body) {
          body.enqueue(new TextEncoder().encode('{"token":"'))
          body.error(new TypeError('network error'))
        },
      }),
    )

  test.each([
    ['broke off', cutOff],
    ['is a proxy’s page', () => new Response('<title>Sign in to the network</title>')],
    ['has no body', () => new Response('')],
  ])('PAINT-13 one that %s is a request without an answer', async (_name, broken) => {
    answer = broken
    const error = await failure((await recordStore()).send('/api/collections/users/auth-refresh', { method: 'POST' }))
    expect(error).toBeInstanceOf(ClientResponseError)
    expect(errorStatus(error)).toBe(0)
    expect(isAborted(error)).toBe(false)
  })

  test('AUTH-01 PAINT-13 whoever is signed in stays so when the fresh token breaks off', async () => {
    const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 3600 }))}.x`
    const store = await recordStore()
    const record = { id: 'u1', collectionId: 'c', collectionName: 'users' }
    store.authStore.save(token, record)
    answer = cutOff
    await refreshSession()
    expect(asked.map((url) => url.pathname)).toEqual(['/api/collections/users/auth-refresh'])
    expect(store.authStore).toMatchObject({ token, record })
    store.authStore.clear()
  })

  test('204 has none to wait for', async () => {
    answer = () => new Response(null, { status: 204 })
    await expect((await recordStore()).collection('addresses').delete('a')).resolves.toBe(true)
  })
})

test('SDK-01 nothing of it is written again', () => {
  const folder = fileURLToPath(new URL('../../src', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  const sources = files.map((file) => [file, readFileSync(`${folder}/${file}`, 'utf8')] as const)
  expect(sources.length).toBeGreaterThan(100)
  const holding = (text: RegExp) => sources.filter(([, source]) => text.test(source)).map(([file]) => file)
  expect(
    holding(
      /\bbatch:\s*\d|getFullList\(\s*\d|predefinedReconnectIntervals|\b4096\b|200,\s*300,\s*500|getList\(\s*\w+\s*,\s*30\b|perPage:\s*30\b|isAbort\s*[:=](?!=)/,
    ),
  ).toEqual([])
  // The SDK has shortened its sentence since; the promised one is said in the one place that speaks to shoppers.
  expect(holding(/Something went wrong/)).toEqual(['api/errors.ts', 'language/hi.ts'])
})
