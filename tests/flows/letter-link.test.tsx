import { cleanup, render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { LetterLink } from '../../src/features/content/letter-link'
import { server } from './network'
import { Surroundings } from './surroundings'

function open(address: string) {
  window.history.pushState(null, '', address)
  show()
}
const show = () =>
  render(
    <Surroundings>
      <LetterLink deed="confirm" />
    </Surroundings>,
  )
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

afterEach(() => window.history.pushState(null, '', '/'))

test('HOME-12 a link stays good over a reload of its page, and out of the address', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('*/api/store/newsletter/confirm', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({}, { status: 202 })
    }),
  )
  open('/letters/confirm#abc.secret')
  await heading('Your letters will come')
  expect(window.location.href).toMatch(/\/letters\/confirm$/)
  cleanup()
  show()
  await heading('Your letters will come')
  expect(asked).toEqual(Array.from({ length: 2 }, () => ({ id: 'abc', token: 'secret' })))
})

test('HOME-12 a link that was cut short says so, and speaks of no fields', async () => {
  server.use(
    http.post('*/api/store/newsletter/confirm', () =>
      HttpResponse.json({ status: 400, message: 'Please check the marked fields.', data: {} }, { status: 400 }),
    ),
  )
  open('/letters/confirm#abc')
  await heading('That did not work')
  expect(screen.getByRole('alert')).toHaveTextContent('This link is not complete. Open it again from the email')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
