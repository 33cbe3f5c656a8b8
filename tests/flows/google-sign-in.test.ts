import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordStore } from '../../src/api/client'
import { GOOGLE_CLOSED, GOOGLE_REFUSED, signInWithGoogle } from '../../src/features/account/google-sign-in'
import { currentUser } from '../../src/features/account/session'
import { server } from './network'
import { MEERA, sessionToken } from './signed-in'

const store = await recordStore()

const USERS = '*/api/collections/users'
const token = sessionToken()

interface Told {
  state?: string
  code?: string
  error?: string
}

/** The popup as the page sees it. */
const newPopup = () => ({
  closed: false,
  location: { href: '' },
  close: vi.fn(function (this: { closed: boolean }) {
    this.closed = true
  }),
})
let popup: ReturnType<typeof newPopup>
/** The record store tells what Google sent back. */
let tell: ((told: Told) => void) | null
let exchanged: unknown[]
let offered: { name: string; authURL: string; codeVerifier: string }[]
let focused: boolean
let spies: { mockRestore: () => void }[]

/** What comes of a sign-in: nothing yet, the sentence of a refusal, or in. */
function begin() {
  const outcome = { is: 'waiting' }
  signInWithGoogle().then(
    () => {
      outcome.is = 'in'
    },
    (error: Error) => {
      outcome.is = error.message
    },
  )
  return outcome
}
/** The popup shows Google's page. */
const atGoogle = async () => {
  await vi.waitFor(() => expect(popup.location.href).not.toBe(''))
  return new URL(popup.location.href)
}

beforeEach(() => {
  popup = newPopup()
  tell = null
  exchanged = []
  offered = [{ name: 'google', authURL: 'https://google.example/auth?scope=email&redirect_uri=', codeVerifier: 'v' }]
  focused = true
  spies = [
    vi.spyOn(document, 'hasFocus').mockImplementation(() => focused),
    vi.spyOn(window, 'open').mockImplementation(() => popup as unknown as Window),
    vi.spyOn(store.realtime, 'subscribe').mockImplementation(async (_topic, told) => {
      store.realtime.clientId = 'connection'
      tell = told
      return async () => {
        if (tell === told) tell = null
      }
    }),
  ]
  server.use(
    http.get(`${USERS}/auth-methods`, () =>
      HttpResponse.json({ oauth2: { enabled: true, providers: offered }, password: { enabled: true } }),
    ),
    http.post(`${USERS}/auth-with-oauth2`, async ({ request }) => {
      exchanged.push(await request.json())
      return HttpResponse.json({ token, record: MEERA })
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  store.authStore.clear()
  vi.useRealTimers()
  for (const spy of spies) spy.mockRestore()
})

describe('Google sign-in', () => {
  test('AUTH-04 the window opens with the press, goes to Google, and its answer signs in', async () => {
    const outcome = begin()
    // Browsers block a window that opens later.
    expect(window.open).toHaveBeenCalledOnce()
    const address = await atGoogle()
    expect(address.origin + address.pathname).toBe('https://google.example/auth')
    const redirect = `${location.origin}/api/oauth2-redirect`
    expect(Object.fromEntries(address.searchParams)).toEqual({
      scope: 'email',
      redirect_uri: redirect,
      state: 'connection',
    })
    tell?.({ state: 'connection', code: 'c' })
    await vi.waitFor(() => expect(outcome.is).toBe('in'))
    expect(exchanged).toEqual([
      expect.objectContaining({
        provider: 'google',
        code: 'c',
        codeVerifier: 'v',
        redirectURL: redirect,
        createData: { emailVisibility: true },
      }),
    ])
    expect(currentUser()?.user).toMatchObject({ name: 'Meera Rao', email: 'meera@example.in' })
    expect(popup.closed).toBe(true)
    expect(tell).toBeNull()
  })

  test.each<[string, Told]>([
    ['refused by the shopper', { state: 'connection', code: 'c', error: 'access_denied' }],
    ['meant for another connection', { state: 'other', code: 'c' }],
    ['without a code', { state: 'connection' }],
  ])('AUTH-04 an answer %s signs nobody in', async (_what, told) => {
    const outcome = begin()
    await atGoogle()
    tell?.(told)
    await vi.waitFor(() => expect(outcome.is).toBe(GOOGLE_REFUSED))
    expect(exchanged).toEqual([])
    expect(currentUser()).toBeNull()
    expect(popup.closed).toBe(true)
    expect(tell).toBeNull()
  })

  test('AUTH-04 an answer the record store refuses signs nobody in', async () => {
    server.use(http.post(`${USERS}/auth-with-oauth2`, () => HttpResponse.json({ status: 400 }, { status: 400 })))
    const outcome = begin()
    await atGoogle()
    tell?.({ state: 'connection', code: 'c' })
    await vi.waitFor(() => expect(outcome.is).toBe(GOOGLE_REFUSED))
    expect(currentUser()).toBeNull()
    expect(popup.closed).toBe(true)
  })

  test('AUTH-04 a shop that offers Google no longer opens no page of it', async () => {
    offered = []
    const outcome = begin()
    await vi.waitFor(() => expect(outcome.is).toBe(GOOGLE_REFUSED))
    expect(popup.location.href).toBe('')
    expect(popup.closed).toBe(true)
  })

  test('AUTH-04 a closed window is said once the shopper has been back for two seconds; finishing there still signs in', async () => {
    const outcome = begin()
    await atGoogle()
    popup.closed = true
    focused = false
    await vi.advanceTimersByTimeAsync(5000)
    expect(outcome.is).toBe('waiting')
    focused = true
    await vi.advanceTimersByTimeAsync(1900)
    expect(outcome.is).toBe('waiting')
    await vi.advanceTimersByTimeAsync(600)
    expect(outcome.is).toBe(GOOGLE_CLOSED)
    tell?.({ state: 'connection', code: 'c' })
    await vi.waitFor(() => expect(currentUser()?.user.name).toBe('Meera Rao'))
  })

  test('AUTH-04 a window that closes while its answer is exchanged is not called closed', async () => {
    let answer = () => {}
    const held = new Promise<void>((done) => {
      answer = done
    })
    server.use(
      http.post(`${USERS}/auth-with-oauth2`, async () => {
        await held
        return HttpResponse.json({ token, record: MEERA })
      }),
    )
    const outcome = begin()
    await atGoogle()
    tell?.({ state: 'connection', code: 'c' })
    popup.closed = true
    await vi.advanceTimersByTimeAsync(5000)
    expect(outcome.is).toBe('waiting')
    answer()
    await vi.waitFor(() => expect(outcome.is).toBe('in'))
  })

  test('AUTH-04 nobody listens for ever, and a second try ends the first', async () => {
    const first = begin()
    await atGoogle()
    popup = newPopup()
    begin()
    expect(tell).toBeNull()
    await atGoogle()
    expect(tell).not.toBeNull()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(tell).toBeNull()
    expect(first.is).toBe('waiting')
  })
})
