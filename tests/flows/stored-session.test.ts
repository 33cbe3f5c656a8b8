import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Client from '../../src/api/client'
import type * as Kept from '../../src/api/stored-session'
import { sessionToken } from './signed-in'

const KEY = 'pocketbase_auth'
const MEERA = { id: 'me', collectionId: '_pb_users_auth_', collectionName: 'users', name: 'Meera' }
const token = (seconds: number) => sessionToken('me', seconds)
const keep = (value: string) => localStorage.setItem(KEY, value)

// Each test sees the page before its first request.
let kept: typeof Kept
let client: typeof Client
beforeEach(async () => {
  vi.resetModules()
  kept = await import('../../src/api/stored-session')
  client = await import('../../src/api/client')
})
afterEach(() => localStorage.clear())

describe('PAINT-13 before the SDK is here', () => {
  test('ORDER-11 signing out forgets what was typed at checkout, whose code is not here', async () => {
    const { CHECKOUT_KEY, signOut } = await import('../../src/features/account/session')
    sessionStorage.setItem(CHECKOUT_KEY, '{"address":{"line1":"14, 3rd Cross"}}')
    signOut()
    expect(sessionStorage.getItem(CHECKOUT_KEY)).toBeNull()
  })

  test('AUTH-01 whoever the SDK has kept is signed in', () => {
    keep(JSON.stringify({ token: token(60), record: MEERA }))
    expect(kept.storedSession()).toMatchObject({ record: MEERA })
    expect(kept.storedSession()?.expiresAt).toBeGreaterThan(Date.now())
    expect(client.loadedRecordStore()).toBeUndefined()
  })

  test.each([
    ['nothing', null],
    ['a token that has ended', JSON.stringify({ token: token(-60), record: MEERA })],
    ['a token alone', JSON.stringify({ token: token(60) })],
    ['no token', JSON.stringify({ record: MEERA })],
    ['a broken token', JSON.stringify({ token: 'a.b.c', record: MEERA })],
    ['a token without an end', JSON.stringify({ token: `e30.${btoa('{}')}.x`, record: MEERA })],
    ['no object', '[1]'],
    ['no JSON', '{'],
  ])('AUTH-01 %s keeps nobody signed in', (_, value) => {
    if (value !== null) keep(value)
    expect(kept.storedSession()).toBeNull()
  })

  test('AUTH-01 the session can be ended, and whoever follows it hears', () => {
    keep(JSON.stringify({ token: token(60), record: MEERA }))
    const changed = vi.fn()
    kept.onSessionChange(changed)
    kept.endSession()
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(kept.storedSession()).toBeNull()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test('AUTH-01 a change in another tab is heard', () => {
    const changed = vi.fn()
    const stop = kept.onSessionChange(changed)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(changed).toHaveBeenCalledTimes(1)
    window.dispatchEvent(new StorageEvent('storage', { key: 'something-else' }))
    stop()
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(changed).toHaveBeenCalledTimes(1)
  })
})

describe('PAINT-13 when the SDK comes', () => {
  test('AUTH-01 it finds the same session and sends its token', async () => {
    const good = token(60)
    keep(JSON.stringify({ token: good, record: MEERA }))
    const before = kept.storedSession()
    const store = await client.recordStore()
    expect(store.authStore.token).toBe(good)
    expect(kept.storedSession()).toEqual(before)
  })

  test('AUTH-01 what it keeps is heard and read, and each change once', async () => {
    const changed = vi.fn()
    kept.onSessionChange(changed)
    const store = await client.recordStore()
    store.authStore.save(token(60), MEERA)
    expect(kept.storedSession()?.record.id).toBe('me')
    expect(changed).toHaveBeenCalledTimes(1)
    localStorage.removeItem(KEY)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    expect(changed).toHaveBeenCalledTimes(2)
    expect(kept.storedSession()).toBeNull()
    store.authStore.save(token(60), MEERA)
    kept.endSession()
    expect(changed).toHaveBeenCalledTimes(4)
    expect(store.authStore.token).toBe('')
  })

  test('a failed download is told like a request that got no answer, and tried again', async () => {
    vi.doMock('../../src/api/sdk', () => {
      throw new Error('Failed to fetch dynamically imported module')
    })
    const { errorSentence, errorStatus, isAborted } = await import('../../src/api/errors')
    const error = await client.recordStore().then(
      () => expect.fail('it did not fail'),
      (problem: unknown) => problem,
    )
    expect(errorStatus(error)).toBe(0)
    expect(isAborted(error)).toBe(false)
    expect(errorSentence(error)).toBe('We cannot reach the shop. Check your connection and try again.')
    vi.doUnmock('../../src/api/sdk')
    const store = await client.recordStore()
    expect(client.loadedRecordStore()).toBe(store)
  })
})
