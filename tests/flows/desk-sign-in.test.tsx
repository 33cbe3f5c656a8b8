import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type PocketBase from 'pocketbase'
import { expect, test, vi } from 'vitest'
import { SignIn } from '../../src/desk/staff/sign-in'
import { refusal } from './desk-screen'

const LINK_IS_OVER = refusal(400, {
  data: { token: { code: 'validation_invalid_token', message: 'Invalid or expired.' } },
})
const WRONG_PASSWORD = refusal(400)
const NO_LINE = refusal(0)

/** The page of a link to a password; `saves` and `enters` are what the store answers, press by press. */
function openLink(saves: (Error | true)[], enters: (Error | true)[]) {
  const next = (answers: (Error | true)[]) => async () => {
    const answer = answers.shift()
    if (answer !== true) throw answer
  }
  const staff = { confirmPasswordReset: next(saves), authWithPassword: next(enters) }
  const token = `e30.${btoa(JSON.stringify({ email: 'suresh@example.in' }))}.x`
  location.hash = `#/password/${token}`
  const onDone = vi.fn()
  render(<SignIn store={{ collection: () => staff } as unknown as PocketBase} ended={false} onDone={onDone} />)
  const user = userEvent.setup()
  const save = () => user.click(screen.getByRole('button', { name: 'Save and sign in' }))
  return { save, onDone, user }
}

test('STAFF-07 a password that was saved as the line was lost is no link that is over', async () => {
  const { save, onDone, user } = openLink([true, LINK_IS_OVER, LINK_IS_OVER], [NO_LINE, NO_LINE, true])
  await user.type(screen.getByLabelText('New password'), 'soap and sandalwood')
  await save()
  expect(await screen.findByText(/^We cannot reach the shop/)).toBeVisible()
  await save()
  expect(await screen.findByText(/^We cannot reach the shop/)).toBeVisible()
  await save()
  expect(onDone).toHaveBeenCalledOnce()
})

test('STAFF-07 a link that is over is told, and another is sent', async () => {
  const { save, onDone, user } = openLink([LINK_IS_OVER], [WRONG_PASSWORD])
  await user.type(screen.getByLabelText('New password'), 'soap and sandalwood')
  await save()
  expect(await screen.findByText(/^This link works no more/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send me another link' }))
  expect(screen.getByRole('heading', { name: 'A new password' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('suresh@example.in')
  expect(onDone).not.toHaveBeenCalled()
})

test('STAFF-07 AUTH-09 a new password is asked for in capitals, too', async () => {
  location.hash = ''
  const requestPasswordReset = vi.fn(async () => true)
  const store = { collection: () => ({ requestPasswordReset }) } as unknown as PocketBase
  render(<SignIn store={store} ended={false} onDone={vi.fn()} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Forgotten your password?' }))
  await user.type(screen.getByLabelText('Email'), ' Suresh@Example.in')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(requestPasswordReset).toHaveBeenCalledWith('suresh@example.in')
})
