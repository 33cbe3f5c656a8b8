import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { recordStore } from '@/api/client'
import { createQueryClient } from '@/api/query-client'
import { MAX_ADDRESSES } from '@/domain/account/saved-address'
import { changeName, saveAddress } from '@/features/account/account-actions'
import { useAuth } from '@/features/account/auth-context'
import { refreshSession } from '@/features/account/session'
import Login from '@/pages/login'
import Profile from '@/pages/profile'
import ResetPassword from '@/pages/reset-password'
import Signup from '@/pages/signup'
import { toast } from '@/ui/toast'
import { gate } from '../gate'
import { expectConsoleError } from './console-guard'
import { recordEvents } from './events'
import { server } from './network'
import { MEERA, sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()

const USERS = '*/api/collections/users'

const token = (lasts?: number) => sessionToken(MEERA.id, lasts)
const signedIn = () => HttpResponse.json({ token: token(), record: MEERA })
const noGoogle = http.get(`${USERS}/auth-methods`, () =>
  HttpResponse.json({
    oauth2: { enabled: false, providers: [] },
    password: { enabled: true, identityFields: ['email'] },
  }),
)
const refresh = http.post(`${USERS}/auth-refresh`, signedIn)

function Where() {
  const { pathname, search } = useLocation()
  const { status, user } = useAuth()
  return (
    <>
      <output aria-label="Where">{pathname + search}</output>
      <output aria-label="Who">{user?.name ?? status}</output>
    </>
  )
}

function open(path: string) {
  window.history.replaceState(null, '', path)
  const client = createQueryClient()
  render(
    <Surroundings at={path} client={client} account>
      <Where />
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/auth/login" element={<Login />} />
        <Route path="/auth/signup" element={<Signup />} />
        <Route path="/auth/reset-password" element={<ResetPassword />} />
        <Route path="/profile" element={<Profile />} />
        <Route path="*" element={null} />
      </Routes>
    </Surroundings>,
  )
  return client
}

const where = () => screen.getByRole('status', { name: 'Where' }).textContent
const who = () => screen.getByRole('status', { name: 'Who' }).textContent

afterEach(() => {
  authStore.clear()
  vi.useRealTimers()
})

async function signInAs(password: string) {
  await userEvent.type(screen.getByLabelText('Email'), 'meera@example.in')
  await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

describe('DATA-05 erasing the account', () => {
  const heart = 'sabun-and-jhola.wishlist.v1'

  it('by the mailed link leaves nothing of the person in the browser, as by the password', async () => {
    localStorage.setItem(heart, '{}')
    server.use(
      noGoogle,
      refresh,
      http.post('*/api/store/account/deletion/confirm', () => new HttpResponse(null, { status: 204 })),
    )
    authStore.save(token(), MEERA)
    open('/auth/login?mail=erase#token=good')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete account for good' }))
    await screen.findByRole('heading', { name: 'Your account is deleted' })
    expect(localStorage.getItem(heart)).toBeNull()
    expect(who()).toBe('signed-out')
  })

  it('is told as done by the next press where the answer to the first was lost', async () => {
    localStorage.setItem(heart, '{}')
    let stands = true
    const gone = () => HttpResponse.json({ status: 401, message: 'Not authenticated', data: {} }, { status: 401 })
    server.use(
      noGoogle,
      http.post(`${USERS}/auth-refresh`, () => (stands ? signedIn() : gone())),
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: [] })),
      http.post('*/api/store/account/deletion', () => {
        if (!stands) return gone()
        stands = false
        return HttpResponse.error()
      }),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    const opener = await screen.findByRole('button', { name: 'Delete account' })
    await act(async () => void fireEvent.click(opener))
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText('Password'), 'kitchen table')
    const erase = within(dialog).getByRole('button', { name: 'Delete account for good' })
    await userEvent.click(erase)
    await screen.findByText(/^We cannot reach the shop/)
    await userEvent.click(erase)
    await waitFor(() => expect(where()).toBe('/'))
    await waitFor(() => expect(localStorage.getItem(heart)).toBeNull())
  })

  it.each([
    ['refused is told', 'stays', 400, 'This is not your password.'],
    ['done ends the session', 'leaves', 204, 'Your account is deleted'],
    ['done ends no session of another one', 'hands on', 204, 'Your account is deleted'],
  ] as const)('once its dialog was left: what is %s to whoever %s', async (_what, then, status, said) => {
    const [answered, answer] = gate()
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: [] })),
      http.post('*/api/store/account/deletion', async () => {
        await answered
        if (status === 204) return new HttpResponse(null, { status })
        const data = { password: { code: 'wrong', message: said } }
        return HttpResponse.json({ message: 'Please check the marked fields.', data }, { status })
      }),
    )
    const told = vi.spyOn(toast, status === 204 ? 'success' : 'error')
    authStore.save(token(), MEERA)
    open('/profile')
    const opener = await screen.findByRole('button', { name: 'Delete account' })
    await act(async () => void fireEvent.click(opener))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Password'), 'kitchen table')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account for good' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
    if (then !== 'stays') await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    const next = { ...MEERA, id: 'asha00000000001', name: 'Asha Rao', email: 'asha@example.in' }
    if (then === 'hands on') act(() => authStore.save(sessionToken(next.id), next))
    told.mockClear()
    answer()
    await waitFor(() => expect(told).toHaveBeenCalledWith(said))
    await waitFor(() => expect(who()).toBe({ stays: 'Meera Rao', leaves: 'signed-out', 'hands on': 'Asha Rao' }[then]))
    expect(where()).toBe(then === 'stays' ? '/profile' : '/elsewhere')
  })
})

describe('signing in', () => {
  it('AUTH-07 ROUTE-24 leads back to the asked page', async () => {
    server.use(noGoogle, refresh, http.post(`${USERS}/auth-with-password`, signedIn))
    open('/auth/login?returnTo=%2Forders%3Fpage%3D2')
    await signInAs('kitchen table')
    await waitFor(() => expect(where()).toBe('/orders?page=2'))
    expect(who()).toBe('Meera Rao')
  })

  it('AUTH-07 says so where the clock of the device is so far ahead that a new session has ended', async () => {
    const ended = () => HttpResponse.json({ token: token(-60), record: MEERA })
    server.use(noGoogle, http.post(`${USERS}/auth-with-password`, ended))
    open('/auth/login')
    await signInAs('kitchen table')
    expect(await screen.findByText(/^The date on this device is wrong/)).toBeVisible()
    expect(who()).toBe('signed-out')
  })

  it('ROUTE-24 never leads to another site', async () => {
    server.use(noGoogle, refresh, http.post(`${USERS}/auth-with-password`, signedIn))
    open('/auth/login?returnTo=%2F%2Fevil.example')
    await signInAs('kitchen table')
    await waitFor(() => expect(where()).toBe('/'))
  })

  it('AUTH-07 says one clear sentence for a wrong pair and keeps what was typed', async () => {
    server.use(
      noGoogle,
      http.post(`${USERS}/auth-with-password`, () =>
        HttpResponse.json({ status: 400, message: 'Failed to authenticate.', data: {} }, { status: 400 }),
      ),
    )
    open('/auth/login')
    await signInAs('wrong')
    expect(await screen.findByText('That email and password do not match.')).toBeVisible()
    const password = screen.getByLabelText('Password')
    expect(password).toHaveFocus()
    expect(password).toHaveValue('wrong')
    expect(password).toBeInvalid()
    expect(password).toHaveAccessibleDescription('That email and password do not match.')
    expect(screen.getByLabelText('Email')).toHaveValue('meera@example.in')
    expect(who()).toBe('signed-out')
  })

  it.each([
    ['/auth/login', 'Sign in'],
    ['/auth/signup', 'Create account'],
    ['/auth/reset-password#token=of-the-mail', 'Change password'],
  ])('AUTH-08 at %s passwords are shown and hidden, and hidden again when they are sent', async (path, send) => {
    server.use(noGoogle)
    open(path)
    for (const input of await screen.findAllByLabelText(/password/i)) {
      const field = within(input.parentElement as HTMLElement)
      await userEvent.type(input, 'kitchen')
      await userEvent.click(field.getByRole('button', { name: 'Show password' }))
      expect(input).toHaveAttribute('type', 'text')
      expect(input).toHaveAttribute('autocomplete', path === '/auth/login' ? 'current-password' : 'new-password')
      expect(input).toHaveFocus()
      expect(input).toHaveValue('kitchen')
      await userEvent.click(field.getByRole('button', { name: 'Hide password' }))
      expect(input).toHaveAttribute('type', 'password')
      await userEvent.click(field.getByRole('button', { name: 'Show password' }))
    }
    await userEvent.click(screen.getByRole('button', { name: send }))
    for (const input of screen.getAllByLabelText(/password/i)) expect(input).toHaveAttribute('type', 'password')
  })

  it('AUTH-07 tells a lost connection from a wrong pair', async () => {
    server.use(
      noGoogle,
      http.post(`${USERS}/auth-with-password`, () => HttpResponse.error()),
    )
    open('/auth/login')
    await signInAs('kitchen table')
    expect(await screen.findByRole('alert')).toHaveTextContent('We cannot reach the shop')
  })

  it('AUTH-07 asks for what is missing without asking the server', async () => {
    server.use(noGoogle)
    open('/auth/login')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Enter the email address.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Enter your password.')
  })

  it.each([
    [true, 'google', 1],
    [true, 'facebook', 0],
    [false, 'google', 0],
  ])('AUTH-04 with sign-in by others offered %s, by %s, shows %i Google buttons', async (enabled, name, buttons) => {
    const providers = [{ name, displayName: name, authURL: '', codeVerifier: '' }]
    server.use(
      http.get(`${USERS}/auth-methods`, () =>
        HttpResponse.json({ oauth2: { enabled, providers }, password: { enabled: true } }),
      ),
    )
    const client = open('/auth/login')
    await waitFor(() => expect(client.getQueryState(['auth_methods'])?.status).toBe('success'))
    await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Continue with Google' })).toHaveLength(buttons))
    expect(client.getQueryData(['auth_methods'])).toEqual({ google: buttons > 0 })
  })

  it('AUTH-04 says so when the browser blocks the window, and shows a failure nobody expected in the log', async () => {
    const google = {
      name: 'google',
      displayName: 'Google',
      authURL: 'https://google.example/?redirect_uri=',
      codeVerifier: 'v',
    }
    const offered = { oauth2: { enabled: true, providers: [google] }, password: { enabled: true } }
    server.use(http.get(`${USERS}/auth-methods`, () => HttpResponse.json(offered)))
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    open('/auth/login')
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('blocked the sign-in window')

    const popup = { close: vi.fn(), closed: false, location: { href: '' } }
    opened.mockReturnValue(popup as unknown as Window)
    server.use(http.get(`${USERS}/auth-methods`, () => HttpResponse.json({}, { status: 503 })))
    expectConsoleError(/ClientResponseError 503/)
    await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
    expect(await screen.findByText('Something went wrong while processing your request.')).toBeVisible()
    expect(popup.close).toHaveBeenCalled()
    opened.mockRestore()
  })
})

describe('a new account', () => {
  async function create() {
    await userEvent.type(screen.getByLabelText('Name'), 'Meera Rao')
    await userEvent.type(screen.getByLabelText('Email'), 'meera@example.in')
    await userEvent.type(screen.getByLabelText('Password'), 'kitchen table')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'kitchen table')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  }

  it('STAT-01 tells of its form without what was typed', async () => {
    const answers = [
      () => HttpResponse.json({ data: { email: { code: 'x', message: 'Taken.' } } }, { status: 400 }),
      () => HttpResponse.json(MEERA),
    ]
    server.use(
      noGoogle,
      http.post(`${USERS}/records`, () => answers.shift()?.() as never),
      http.post(`${USERS}/auth-with-password`, signedIn),
      http.post(`${USERS}/request-verification`, () => new HttpResponse(null, { status: 204 })),
    )
    const events = recordEvents()
    open('/auth/signup?returnTo=%2Fshop')
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await create()
    await screen.findByText(/^email: /)
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(where()).toBe('/shop'))
    expect(events.filter(({ event }) => event.startsWith('form_'))).toEqual([
      { event: 'form_start', form_name: 'sign_up' },
      { event: 'form_error', form_name: 'sign_up', error_fields: 'email,name,password' },
      { event: 'form_error', form_name: 'sign_up', error_fields: 'email' },
      { event: 'form_complete', form_name: 'sign_up' },
    ])
  })

  it('AUTH-02 sends email, password, passwordConfirm and name, then signs in', async () => {
    const sent: unknown[] = []
    server.use(
      noGoogle,
      http.post(`${USERS}/records`, async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(MEERA)
      }),
      http.post(`${USERS}/auth-with-password`, signedIn),
      http.post(`${USERS}/request-verification`, () => new HttpResponse(null, { status: 204 })),
    )
    open('/auth/signup?returnTo=%2Fshop')
    await create()
    await waitFor(() => expect(where()).toBe('/shop'))
    expect(who()).toBe('Meera Rao')
    expect(sent).toEqual([
      { email: 'meera@example.in', password: 'kitchen table', passwordConfirm: 'kitchen table', name: 'Meera Rao' },
    ])
  })

  it('AUTH-02 an account whose answer was lost is signed in to by the next press', async () => {
    let made = 0
    const taken = { email: { code: 'validation_not_unique', message: 'Value must be unique.' } }
    server.use(
      noGoogle,
      http.post(`${USERS}/records`, () => {
        made += 1
        return made === 1 ? HttpResponse.error() : HttpResponse.json({ status: 400, data: taken }, { status: 400 })
      }),
      http.post(`${USERS}/auth-with-password`, signedIn),
      http.post(`${USERS}/request-verification`, () => new HttpResponse(null, { status: 204 })),
    )
    open('/auth/signup?returnTo=%2Fshop')
    await create()
    await screen.findByText(/^We cannot reach the shop/)
    await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(where()).toBe('/shop'))
    expect(who()).toBe('Meera Rao')
  })

  it('AUTH-03 shows the server’s words by field', async () => {
    const data = { email: { code: 'validation_not_unique', message: 'Value must be unique.' } }
    server.use(
      noGoogle,
      http.post(`${USERS}/records`, () =>
        HttpResponse.json({ status: 400, message: 'Failed.', data }, { status: 400 }),
      ),
    )
    open('/auth/signup')
    await create()
    expect(await screen.findByText('email: Value must be unique.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/There is an account with this email already/)
  })

  it('AUTH-03 has one sentence when the server names no field', async () => {
    server.use(
      noGoogle,
      http.post(`${USERS}/records`, () => HttpResponse.json({}, { status: 500 })),
    )
    open('/auth/signup')
    await create()
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Failed to create account\. Please try again\.$/)
  })
})

describe('the session', () => {
  it('AUTH-01 is signed out quietly when its token has expired', async () => {
    authStore.save(token(-10), MEERA)
    open('/shop')
    await waitFor(() => expect(who()).toBe('signed-out'))
    expect(authStore.token).toBe('')
  })

  it('AUTH-01 ends when the record store refuses its token', async () => {
    server.use(http.post(`${USERS}/auth-refresh`, () => HttpResponse.json({}, { status: 401 })))
    authStore.save(token(), MEERA)
    open('/shop')
    await waitFor(() => expect(who()).toBe('signed-out'))
  })

  it('AUTH-01 survives a record store that cannot be reached', async () => {
    let asked = 0
    server.use(
      http.post(`${USERS}/auth-refresh`, () => {
        asked += 1
        return HttpResponse.error()
      }),
    )
    authStore.save(token(), MEERA)
    open('/shop')
    await waitFor(() => expect(asked).toBe(1))
    expect(who()).toBe('Meera Rao')
  })

  it('AUTH-01 stays ended when it ends while a fresh token is on its way', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => {
      server.use(
        http.post(`${USERS}/auth-refresh`, async () => {
          resolve()
          await new Promise<void>((go) => {
            answer = go
          })
          return signedIn()
        }),
      )
    })
    authStore.save(token(), MEERA)
    const refreshing = refreshSession()
    await asked
    authStore.clear()
    answer()
    await refreshing
    expect(authStore.token).toBe('')
  })

  it('AUTH-05 what the later of two refreshes knows stands, such as an address confirmed in between', async () => {
    let asked = 0
    server.use(
      http.post(`${USERS}/auth-refresh`, async () => {
        asked += 1
        const isLater = asked === 2
        if (isLater) await vi.waitFor(() => expect(authStore.record?.name).toBe('Earlier'))
        return HttpResponse.json({
          token: token(isLater ? 7200 : 5400),
          record: { ...MEERA, name: isLater ? 'Later' : 'Earlier', verified: isLater },
        })
      }),
    )
    authStore.save(token(), MEERA)
    await Promise.all([refreshSession(), refreshSession()])
    expect(authStore.record).toMatchObject({ name: 'Later', verified: true })
  })

  it('AUTH-01 ends here when it ends in another tab', async () => {
    server.use(refresh)
    authStore.save(token(), MEERA)
    open('/shop')
    await waitFor(() => expect(who()).toBe('Meera Rao'))
    localStorage.removeItem('pocketbase_auth')
    window.dispatchEvent(new StorageEvent('storage', { key: 'pocketbase_auth', newValue: null }))
    await waitFor(() => expect(who()).toBe('signed-out'))
  })
})

const HOME = {
  ...{ id: 'home', label: 'Home', name: 'Meera Rao', phone: '+919845012345', line1: '14, 3rd Cross', line2: '' },
  ...{ landmark: '', city: 'Bengaluru', state: 'KA', pincode: '560003', is_default: true },
}

describe('the profile', () => {
  async function openProfile() {
    server.use(
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: [], page: 1, perPage: 20 })),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    await screen.findByRole('heading', { level: 1, name: 'Profile' })
  }
  const picture = (type: string) => new File([new Uint8Array(10)], 'me.jpg', { type })

  it('AUTH-06 saves the name and says so', async () => {
    server.use(
      http.patch(`${USERS}/records/${MEERA.id}`, async ({ request }) =>
        HttpResponse.json({ ...MEERA, ...((await request.json()) as object) }),
      ),
    )
    await openProfile()
    const name = screen.getByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Meera R.')
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(who()).toBe('Meera R.')
    expect(name).toHaveValue('Meera R.')
  })

  it('AUTH-06 keeps what is typed while the name is saved', async () => {
    const [arrived, arrive] = gate()
    server.use(
      http.patch(`${USERS}/records/${MEERA.id}`, async ({ request }) => {
        await arrived
        return HttpResponse.json({ ...MEERA, ...((await request.json()) as object) })
      }),
    )
    await openProfile()
    const name = screen.getByLabelText('Name')
    await userEvent.clear(name)
    await userEvent.type(name, 'Meera R.')
    await userEvent.click(screen.getByRole('button', { name: 'Save name' }))
    await userEvent.type(name, ' Iyer')
    arrive()
    await waitFor(() => expect(who()).toBe('Meera R.'))
    expect(name).toHaveValue('Meera R. Iyer')
  })

  it('AUTH-06 uploads a picture, and shows why one was refused', async () => {
    const data = { avatar: { code: 'validation_file_size_limit', message: 'The file is too big.' } }
    server.use(
      http.patch(`${USERS}/records/${MEERA.id}`, () =>
        HttpResponse.json({ status: 400, message: 'x', data }, { status: 400 }),
      ),
    )
    await openProfile()
    const input = screen.getByLabelText('Picture file')
    await userEvent.upload(input, picture('image/jpeg'))
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is too big.')

    server.use(http.patch(`${USERS}/records/${MEERA.id}`, () => HttpResponse.json({ ...MEERA, avatar: 'me.jpg' })))
    await userEvent.upload(input, picture('image/jpeg'))
    expect(await screen.findByText('Your picture is saved.')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Picture of Meera Rao' })).toHaveAttribute(
      'src',
      expect.stringContaining(`/api/files/${MEERA.collectionId}/${MEERA.id}/me.jpg?thumb=300x300`),
    )
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('AUTH-06 sends no picture of a kind that would be refused', async () => {
    await openProfile()
    const input = screen.getByLabelText('Picture file')
    await userEvent.setup({ applyAccept: false }).upload(input, picture('image/gif'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Choose a JPEG, PNG or WebP picture.')
  })

  it('AUTH-06 changes nothing for somebody who is not signed in', async () => {
    await expect(changeName('Meera')).rejects.toThrow('Not authenticated')
  })

  it('ORDER-11 an address whose answer was lost is kept once, however often it is sent', async () => {
    const kept: object[] = []
    let lost = true
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: kept })),
      http.post('*/api/collections/addresses/records', async ({ request }) => {
        kept.push({ id: `kept${kept.length}`, ...((await request.json()) as object) })
        return lost ? HttpResponse.error() : HttpResponse.json(kept.at(-1))
      }),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
    const typed = {
      'Mobile number': '98450 12345',
      'PIN code': '560003',
      City: 'Bengaluru',
      'Address line 1': '14, 3rd Cross',
    }
    for (const [name, text] of Object.entries(typed)) {
      await userEvent.click(screen.getByRole('textbox', { name }))
      await userEvent.paste(text)
    }
    const save = screen.getByRole('button', { name: 'Save address' })
    await userEvent.click(save)
    await screen.findByText(/^We cannot reach the shop/)
    lost = false
    await userEvent.click(save)
    await waitFor(() => expect(save).not.toBeInTheDocument())
    expect(kept).toHaveLength(1)
  })

  it('ORDER-11 ACCESS-04 the keyboard goes on beside an address that was in the form, or where one was deleted', async () => {
    const kept = Array.from({ length: MAX_ADDRESSES }, (_, at) => ({
      ...{ id: `kept${at}`, label: `Place ${at}`, name: 'Meera Rao', phone: '+919845012345', line1: 'x', city: 'x' },
      ...{ state: 'KA', pincode: '560003', is_default: at === 0 },
    }))
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: kept })),
      http.delete('*/api/collections/addresses/records/:id', ({ params }) => {
        kept.splice(
          kept.findIndex(({ id }) => id === params.id),
          1,
        )
        return new HttpResponse(null, { status: 204 })
      }),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    const button = (name: string) => screen.findByRole('button', { name })
    // There are so many that none can be added.
    await userEvent.click(await button('Edit the address Place 7'))
    await userEvent.click(await button('Cancel'))
    expect(await button('Edit the address Place 7')).toHaveFocus()
    await userEvent.click(await button('Delete the address Place 3'))
    await waitFor(async () => expect(await button('Edit the address Place 0')).toHaveFocus())
    await userEvent.click(await button('Add an address'))
    await userEvent.click(await button('Delete the address Place 4'))
    await waitFor(async () => expect(await button('Edit the address Place 0')).toHaveFocus())
  })

  it('ORDER-11 what was typed into an address stays when another one is opened', async () => {
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: [HOME] })),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'City' }), 'Mysuru')
    await userEvent.click(screen.getByRole('button', { name: 'Edit the address Home' }))
    const edit = within(screen.getByRole('form', { name: 'Edit address' }))
    await userEvent.click(edit.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('Mysuru')
  })

  it('ORDER-11 an address whose deletion got no answer is told as deleted, and comes back by Undo also at a second press', async () => {
    const kept = [HOME]
    let lost = true
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: kept })),
      http.get('*/api/collections/addresses/records/home', () => HttpResponse.json({}, { status: 404 })),
      http.delete('*/api/collections/addresses/records/home', () => {
        kept.splice(0)
        return HttpResponse.error()
      }),
      http.post('*/api/collections/addresses/records', () => {
        if (lost) return HttpResponse.error()
        kept.push(HOME)
        return HttpResponse.json(HOME)
      }),
    )
    const deleted = vi.spyOn(toast, 'success').mockClear()
    const failed = vi.spyOn(toast, 'error').mockClear()
    const undo = (told: typeof failed) => act(async () => told.mock.lastCall?.[1]?.action?.run())
    authStore.save(token(), MEERA)
    open('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete the address Home' }))
    await waitFor(() => expect(deleted).toHaveBeenCalledWith('Address deleted', expect.anything()))
    expect(failed).not.toHaveBeenCalled()
    expect(await screen.findByText(/^None yet/)).toBeVisible()
    await undo(deleted)
    await waitFor(() => expect(failed).toHaveBeenCalledWith(expect.stringMatching(/^We cannot/), expect.anything()))
    lost = false
    await undo(failed)
    expect(await screen.findByText(/14, 3rd Cross/)).toBeVisible()
    expect(kept).toHaveLength(1)
  })

  it('ORDER-11 one of two equal addresses that was deleted comes back by Undo, once, also at a second press', async () => {
    const failed = vi.spyOn(toast, 'error').mockClear()
    let tries = 0
    const kept = [HOME, { ...HOME, id: 'second' }]
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => HttpResponse.json({ items: kept })),
      http.delete('*/api/collections/addresses/records/second', () => {
        kept.splice(1)
        return new HttpResponse(null, { status: 204 })
      }),
      http.post('*/api/collections/addresses/records', () => {
        tries += 1
        // The first is not heard, the answer to the second is lost.
        if (tries === 2) kept.push({ ...HOME, id: 'third' })
        return HttpResponse.error()
      }),
    )
    const deleted = vi.spyOn(toast, 'success').mockClear()
    authStore.save(token(), MEERA)
    open('/profile')
    const deletions = () => screen.findAllByRole('button', { name: 'Delete the address Home' })
    await userEvent.click((await deletions()).at(1) as HTMLElement)
    await waitFor(async () => expect(await deletions()).toHaveLength(1))
    await act(async () => deleted.mock.lastCall?.[1]?.action?.run())
    for (const presses of [1, 2]) {
      await waitFor(() => expect(failed).toHaveBeenCalledTimes(presses))
      await act(async () => failed.mock.lastCall?.[1]?.action?.run())
    }
    await waitFor(async () => expect(await deletions()).toHaveLength(2))
    expect(tries).toBe(2)
  })

  it('ORDER-11 an address whose answer comes late does not close the form that was opened since', async () => {
    const kept = ['Home', 'Mother'].map((label) => ({
      ...{ id: label, label, name: 'Meera Rao', phone: '+919845012345', line1: '14, 3rd Cross', city: 'Bengaluru' },
      ...{ state: 'KA', pincode: '560003', is_default: label === 'Home' },
    }))
    const [arrived, arrive] = gate()
    let read = 0
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => {
        read += 1
        return HttpResponse.json({ items: kept })
      }),
      http.patch('*/api/collections/addresses/records/Home', () => arrived.then(() => HttpResponse.json(kept[0]))),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
    await press('Edit the address Home')
    await press('Save address')
    await press('Edit the address Mother')
    const label = screen.getByDisplayValue('Mother')
    arrive()
    await waitFor(() => expect(read).toBe(2))
    await userEvent.type(label, ' and Father')
    expect(await screen.findByRole('textbox', { name: /^Name of this address/ })).toHaveValue('Mother and Father')
  })

  it('ORDER-11 Cancel calls off an address that is being saved, and looks whether it came too late', async () => {
    const calledOff = vi.fn()
    const read = vi.fn()
    server.use(
      noGoogle,
      refresh,
      http.get('*/api/collections/addresses/records', () => {
        read()
        return HttpResponse.json({ items: [HOME] })
      }),
      http.patch('*/api/collections/addresses/records/home', ({ request }) => {
        request.signal.addEventListener('abort', calledOff)
        return new Promise<never>(() => undefined)
      }),
    )
    authStore.save(token(), MEERA)
    open('/profile')
    for (const name of ['Edit the address Home', 'Save address', 'Cancel'])
      await userEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(calledOff).toHaveBeenCalled())
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
    expect(await screen.findByRole('button', { name: 'Edit the address Home' })).toBeVisible()
  })

  it('ORDER-11 keeps a new address, and changes a kept one in its place', async () => {
    const calls: unknown[] = []
    server.use(
      http.all('*/api/collections/addresses/records/:id?', async ({ request, params }) => {
        const fields = (await request.json()) as object
        calls.push([request.method, params.id, fields])
        return HttpResponse.json({ id: 'home', ...fields })
      }),
    )
    authStore.save(token(), MEERA)
    const contact = { name: 'Meera Rao', phone: '+919845012345' }
    const address = {
      line1: '14, 3rd Cross',
      line2: '',
      landmark: '',
      city: 'Bengaluru',
      state: 'KA',
      pincode: '560003',
    }
    const input = { label: 'Home', is_default: true, contact, address }
    const fields = { ...address, ...contact, label: 'Home', is_default: true }
    expect(await saveAddress(input)).toMatchObject({ id: 'home', label: 'Home' })
    await saveAddress({ ...input, label: 'Workshop' }, 'home')
    expect(calls).toEqual([
      ['POST', undefined, { ...fields, user: MEERA.id }],
      ['PATCH', 'home', { ...fields, label: 'Workshop' }],
    ])
  })

  it('AUTH-01 AUTH-06 logs out', async () => {
    await openProfile()
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(who()).toBe('signed-out'))
    expect(localStorage.getItem('pocketbase_auth')).toBeNull()
  })
})

describe('choosing a new password', () => {
  it.each(['/auth/reset-password#token=secret-token', '/auth/reset-password?token=secret-token'])(
    'AUTH-05 takes the token out of %s and sends it',
    async (address) => {
      let sent: unknown
      server.use(
        http.post(`${USERS}/confirm-password-reset`, async ({ request }) => {
          sent = await request.json()
          return new HttpResponse(null, { status: 204 })
        }),
      )
      open(address)
      await userEvent.type(await screen.findByLabelText('New password'), 'kitchen table')
      expect(window.location.href).not.toContain('secret-token')
      await userEvent.type(screen.getByLabelText('Confirm password'), 'kitchen table')
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
      expect(await screen.findByText('Your password is changed. Sign in with the new one.')).toBeVisible()
      expect(sent).toEqual({ token: 'secret-token', password: 'kitchen table', passwordConfirm: 'kitchen table' })
    },
  )

  it('AUTH-05 has a way on for a link that is spent', async () => {
    const data = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } }
    server.use(
      http.post(`${USERS}/confirm-password-reset`, () =>
        HttpResponse.json({ status: 400, message: 'x', data }, { status: 400 }),
      ),
    )
    open('/auth/reset-password#token=old')
    await userEvent.type(await screen.findByLabelText('New password'), 'kitchen table')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'kitchen table')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('expired or was used before')
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/auth/forgot-password')
  })

  it.each([true, false])('AUTH-05 pressed again where the answer was lost: it was done, %s', async (done) => {
    const data = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } }
    let tries = 0
    let asked: unknown
    server.use(
      http.post(`${USERS}/confirm-password-reset`, () => {
        tries += 1
        return tries === 1 ? HttpResponse.error() : HttpResponse.json({ status: 400, data }, { status: 400 })
      }),
      http.post(`${USERS}/auth-with-password`, async ({ request }) => {
        asked = await request.json()
        return done ? signedIn() : HttpResponse.json({ status: 400, data: {} }, { status: 400 })
      }),
    )
    open(`/auth/reset-password#token=e30.${btoa(JSON.stringify({ email: MEERA.email }))}.x`)
    await userEvent.type(await screen.findByLabelText('New password'), 'kitchen table')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'kitchen table')
    const change = screen.getByRole('button', { name: 'Change password' })
    await userEvent.click(change)
    await screen.findByText(/^We cannot reach the shop/)
    await userEvent.click(change)
    expect(
      await screen.findByText(done ? 'Your password is changed. Sign in with the new one.' : /expired or was used/),
    ).toBeVisible()
    expect(asked).toEqual({ identity: MEERA.email, password: 'kitchen table' })
    expect(who()).toBe('signed-out')
  })

  it('AUTH-05 says what is missing when the address has no token', async () => {
    open('/auth/reset-password')
    expect(await screen.findByRole('alert')).toHaveTextContent('Open it again from the email')
  })
})

describe('links of mails', () => {
  it('AUTH-06 a new email whose confirmation got no answer is told as done by the next press', async () => {
    const data = { token: { code: 'validation_invalid_token', message: 'Invalid or expired token.' } }
    let tries = 0
    let asked: unknown
    server.use(
      noGoogle,
      http.post(`${USERS}/confirm-email-change`, () => {
        tries += 1
        return tries === 1 ? HttpResponse.error() : HttpResponse.json({ status: 400, data }, { status: 400 })
      }),
      http.post(`${USERS}/auth-with-password`, async ({ request }) => {
        asked = await request.json()
        return signedIn()
      }),
    )
    open(`/auth/login?mail=email#token=e30.${btoa(JSON.stringify({ newEmail: 'new@example.in' }))}.x`)
    await userEvent.type(await screen.findByLabelText('Password'), 'kitchen table')
    const confirm = screen.getByRole('button', { name: 'Confirm new email' })
    await userEvent.click(confirm)
    await screen.findByText(/^We cannot reach the shop/)
    await userEvent.click(confirm)
    expect(await screen.findByText('Your account now uses the new email. Sign in with it.')).toBeVisible()
    expect(asked).toEqual({ identity: 'new@example.in', password: 'kitchen table' })
    expect(who()).toBe('signed-out')
  })

  it('AUTH-05 an email whose confirmation got no answer is confirmed by another try', async () => {
    let tries = 0
    server.use(
      noGoogle,
      http.post(`${USERS}/confirm-verification`, () => {
        tries += 1
        return tries === 1 ? HttpResponse.error() : new HttpResponse(null, { status: 204 })
      }),
    )
    open('/auth/login?mail=verify#token=good')
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Thank you, your email is confirmed.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Go to your profile' })).toHaveFocus()
  })
})
