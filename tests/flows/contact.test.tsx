import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { useNavigate } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { MESSAGE_FILL_MS } from '../../src/domain/content/contact'
import type { AnalyticsEvent } from '../../src/integrations/analytics'
import { TYPED_KEY } from '../../src/lib/stored-json'
import ContactPage from '../../src/pages/contact'
import { gate } from '../gate'
import { recordEvents } from './events'
import { server } from './network'
import { Surroundings } from './surroundings'

let sent: Record<string, unknown>[]
let events: AnalyticsEvent[]

/** What the store answers, one after the other; the last again and again. */
function answer(...answers: (() => Response)[]) {
  server.use(
    http.post('*/api/store/contact', async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>)
      return (answers.length > 1 ? answers.shift() : answers[0])?.() as never
    }),
  )
}
const taken = () => HttpResponse.json({ ticket: 'T-7K3QX2A9' }, { status: 202 })
const refusal =
  (status: number, data = {}) =>
  () =>
    HttpResponse.json({ status, message: 'No.', data }, { status })

function open() {
  render(
    <Surroundings>
      <ContactPage />
    </Surroundings>,
  )
  return userEvent.setup()
}
const box = (name: string) => screen.getByRole('textbox', { name })
const send = () => screen.getByRole('button', { name: 'Send message' })

/** ms that the form has been open for beside what the test takes. */
let ahead = 0
const now = performance.now.bind(performance)
vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead)
/** Sends it once it can be a person's, without waiting for that. */
function press(user: ReturnType<typeof userEvent.setup>) {
  ahead += MESSAGE_FILL_MS
  return user.click(send())
}

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(box('Name'), 'Asha Rao')
  await user.type(box('Email'), 'asha@example.com')
  await user.type(box('Message'), 'Do you ship to Leh?')
}
function expectText() {
  expect(box('Name')).toHaveValue('Asha Rao')
  expect(box('Email')).toHaveValue('asha@example.com')
  expect(box('Message')).toHaveValue('Do you ship to Leh?')
}

beforeEach(() => {
  sent = []
  events = recordEvents()
  server.use(http.get('*/api/collections/store_settings/records', () => HttpResponse.json({ items: [] })))
})

test('ROUTE-08 STAT-01 TICKET-01 a message is sent once it can be a person’s, and thanked for', async () => {
  answer(taken)
  const user = open()
  expect(screen.getByRole('link', { name: 'Privacy policy' })).toHaveAttribute('href', '/privacy-policy')
  await fill(user)
  await user.click(send())
  const thanks = await screen.findByRole('heading', { name: 'Thank you' })
  await waitFor(() => expect(thanks).toHaveFocus())
  expect(screen.getByRole('status')).toHaveTextContent('Your message has reached us.')
  expect(screen.getByRole('status')).toHaveTextContent('Its number is T-7K3QX2A9.')
  expect(sent).toEqual([
    {
      name: 'Asha Rao',
      email: 'asha@example.com',
      message: 'Do you ship to Leh?',
      website: '',
      key: expect.stringMatching(/^\w{15}$/),
      filled_ms: expect.any(Number),
    },
  ])
  expect(sent[0]?.filled_ms).toBeGreaterThanOrEqual(MESSAGE_FILL_MS)
  await waitFor(() => expect(sessionStorage.getItem(TYPED_KEY)).toBe('{}'))
  expect(events).toEqual([
    { event: 'form_start', form_name: 'contact' },
    { event: 'form_complete', form_name: 'contact' },
  ])
  await user.click(screen.getByRole('button', { name: 'Write another message' }))
  expect(box('Message')).toHaveValue('')
})

test('ROUTE-08 what is missing is told beside its field, and nothing is sent', async () => {
  const user = open()
  await user.type(box('Email'), 'asha')
  await press(user)
  await waitFor(() => expect(box('Name')).toHaveAccessibleDescription('Enter your name.'))
  expect(box('Email')).toHaveAccessibleDescription(/Enter an email address such as name@example.in/)
  expect(box('Message')).toHaveAccessibleDescription(/Write your message/)
  expect(box('Name')).toHaveFocus()
  expect(sent).toEqual([])
  expect(events.at(-1)).toEqual({ event: 'form_error', form_name: 'contact', error_fields: 'email,message,name' })
})

test.each([
  ['the connection is gone', () => HttpResponse.error(), /We cannot reach the shop.* Your text is still here\./],
  ['the store fails', refusal(500), 'The message could not be sent. Your text is still here.'],
  ['too many were sent', refusal(429), 'Too many tries. Please wait a minute and try again. Your text is still here.'],
])('ROUTE-08 when %s the text stays and can be sent again', async (_case, failure, sentence) => {
  answer(failure as () => Response, taken)
  const user = open()
  await fill(user)
  await press(user)
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  expectText()
  await press(user)
  await screen.findByRole('heading', { name: 'Thank you' })
  expect(sent).toHaveLength(2)
})

test('ROUTE-08 a letter whose answer was lost is sent again under its key, also after a reload', async () => {
  answer(
    () => HttpResponse.error(),
    () => HttpResponse.error(),
    taken,
  )
  let user = open()
  await fill(user)
  await press(user)
  await screen.findByRole('alert')
  await user.type(box('Message'), ' Soon?')
  await press(user)
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByRole('alert')
  cleanup()
  user = open()
  await waitFor(() => expect(box('Message')).toHaveValue('Do you ship to Leh? Soon?'))
  await press(user)
  await user.click(await screen.findByRole('button', { name: 'Write another message' }))
  await fill(user)
  await press(user)
  await screen.findByRole('heading', { name: 'Thank you' })
  const [first, ...others] = sent.map(({ key }) => key)
  expect(others).toEqual([first, first, expect.not.stringMatching(String(first))])
})

test('ROUTE-08 what is typed while a message is on its way is there for the next one', async () => {
  const [arrived, arrive] = gate()
  answer((() => arrived.then(taken)) as unknown as () => Response)
  const user = open()
  await fill(user)
  await press(user)
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.type(box('Message'), ' Soon?')
  arrive()
  await user.click(await screen.findByRole('button', { name: 'Write another message' }))
  await waitFor(() => expect(box('Message')).toHaveValue('Do you ship to Leh? Soon?'))
  await press(user)
  await screen.findByRole('heading', { name: 'Thank you' })
  expect(sent[1]).toMatchObject({
    message: 'Do you ship to Leh? Soon?',
    key: expect.not.stringMatching(String(sent[0]?.key)),
  })
})

test('ROUTE-08 the text is there again after a reload', async () => {
  const user = open()
  await fill(user)
  cleanup()
  open()
  await waitFor(expectText)
})

test('ROUTE-08 what the store finds wrong lands beside its field', async () => {
  answer(refusal(400, { email: { code: 'x', message: 'That address is not one.' } }))
  const user = open()
  await fill(user)
  await press(user)
  await waitFor(() => expect(box('Email')).toHaveAccessibleDescription(/That address is not one\./))
  expect(box('Email')).toHaveFocus()
  expect(screen.queryByRole('alert')).toBeNull()
  expectText()
})

test('ROUTE-08 the field for programs is reached by nobody else', async () => {
  const user = open()
  expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull()
  expect(document.querySelector('input[name="website"]')).toHaveAttribute('tabindex', '-1')
  box('Message').focus()
  await user.tab()
  expect(send()).toHaveFocus()
})

test('ORDER-16 a letter that an order began keeps what is typed when a sheet closes, also where nothing is stored', async () => {
  const state = () => ({ message: { name: 'Asha Rao', email: 'asha@example.com', message: 'Order SJ-1\n' } })
  function Closing() {
    const navigate = useNavigate()
    return (
      <button type="button" onClick={() => navigate('.', { state: state() })}>
        Close
      </button>
    )
  }
  render(
    <Surroundings at={{ pathname: '/contact', state: state() }}>
      <ContactPage />
      <Closing />
    </Surroundings>,
  )
  await waitFor(() => expect(box('Message')).toHaveValue('Order SJ-1\n'))
  await userEvent.type(box('Message'), 'The lid is cracked.')
  sessionStorage.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(box('Message')).toHaveValue('Order SJ-1\nThe lid is cracked.')
})
