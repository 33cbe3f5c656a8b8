import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordStore } from '@/api/client'
import { ForgotPasswordForm } from '@/features/account/forgot-password-form'
import { signOut } from '@/features/account/session'
import { ContactForm } from '@/features/content/contact-form'
import { TrackForm } from '@/features/orders/track-form'
import Login from '@/pages/login'
import Signup from '@/pages/signup'
import { server } from './network'
import { MEERA, sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()
const PASSWORD = 'kitchen table'

beforeEach(() => {
  server.use(
    http.get('*/api/collections/users/auth-methods', () =>
      HttpResponse.json({ oauth2: { enabled: false, providers: [] }, password: { enabled: true } }),
    ),
    http.get('*/api/collections/:name/records', () => HttpResponse.json({ items: [] })),
  )
})
afterEach(() => authStore.clear())

/** As after a reload. */
function open(form: ReactNode) {
  cleanup()
  render(<Surroundings account>{form}</Surroundings>)
}

const field = (name: string) => screen.getByLabelText(name)

test.each<[string, ReactNode, Record<string, string>]>([
  ['sign-in', <Login key="form" />, { Email: 'meera@example.in' }],
  ['sign-up', <Signup key="form" />, { Name: 'Meera Rao', Email: 'meera@example.in' }],
  ['forgotten password', <ForgotPasswordForm key="form" />, { Email: 'meera@example.in' }],
  ['order tracking', <TrackForm key="form" />, { 'Order number': 'SJ-7', 'Email or mobile number': '98450 12345' }],
  ['message', <ContactForm key="form" />, { Name: 'Meera Rao', Message: 'Do you ship to Leh?' }],
])(
  'BEGUN-01 what was typed into the %s is there after a reload, without a password, and gone after signing out',
  async (_, form, words) => {
    open(form)
    for (const [name, text] of Object.entries(words)) await userEvent.type(field(name), text)
    const secret = screen.queryByLabelText('Password')
    if (secret) await userEvent.type(secret, PASSWORD)
    open(form)
    for (const [name, text] of Object.entries(words)) await waitFor(() => expect(field(name)).toHaveValue(text))
    expect(JSON.stringify({ ...sessionStorage })).not.toContain(PASSWORD)
    signOut()
    open(form)
    for (const name of Object.keys(words)) expect(field(name)).toHaveValue('')
  },
)

test('BEGUN-01 an email that was filled in again is sent, and forgotten once it signed in', async () => {
  const sent: unknown[] = []
  server.use(
    http.post('*/api/collections/users/auth-with-password', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ token: sessionToken(MEERA.id), record: MEERA })
    }),
  )
  open(<Login />)
  await userEvent.type(field('Email'), 'meera@example.in')
  open(<Login />)
  await userEvent.type(field('Password'), PASSWORD)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
  expect(sent).toEqual([{ identity: 'meera@example.in', password: PASSWORD }])
  authStore.clear()
  open(<Login />)
  expect(field('Email')).toHaveValue('')
})
