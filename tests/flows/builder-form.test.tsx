import { type BuilderElement, Form as SdkForm } from '@builder.io/react'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { FormBlock, type FormBlockProps } from '../../src/features/builder/form-block'
import { Address } from './address'
import { server } from './network'

interface Sent {
  type: string
  headers: Headers
  method: string
  url: URL
  text: string
}

let sent: Sent[] = []

beforeEach(() => {
  sent = []
})

/** Takes what is posted to the address and gives this answer, once it may. */
function answer(
  body = '{}',
  init: ResponseInit = { headers: { 'content-type': 'application/json' } },
  mayAnswer?: Promise<void>,
): void {
  server.use(
    http.all('https://letters.example/in', async ({ request }) => {
      sent.push({
        type: request.headers.get('content-type') ?? '',
        headers: request.headers,
        method: request.method,
        url: new URL(request.url),
        text: await request.text(),
      })
      await mayAnswer
      return new HttpResponse(body, init)
    }),
  )
}

let id = 0
function input(options: Record<string, unknown>): BuilderElement {
  id += 1
  return {
    '@type': '@builder.io/sdk:Element',
    id: `builder-${id}`,
    component: { name: 'Form:Input', options },
  } as BuilderElement
}

const FIELDS = [
  input({ name: 'address.city', type: 'text', defaultValue: 'Pune & Co' }),
  input({ name: 'pieces', type: 'number', defaultValue: '3' }),
  input({ name: 'gift', type: 'checkbox' }),
  input({ name: 'wrap', type: 'radio', defaultValue: 'leaf' }),
  input({ type: 'text', defaultValue: 'without a name' }),
]

function open(props: FormBlockProps, fields: BuilderElement[] = FIELDS) {
  render(
    <MemoryRouter>
      <Address />
      <FormBlock
        action="https://letters.example/in"
        {...props}
        builderBlock={{ '@type': '@builder.io/sdk:Element', children: fields } as BuilderElement}
        attributes={{ 'aria-label': 'Letter' }}
      />
    </MemoryRouter>,
  )
  const form = screen.getByRole<HTMLFormElement>('form', { name: 'Letter' })
  return { form, submit: () => form.requestSubmit() }
}

test('BUILD-03 sends JSON unless told otherwise, with numbers, choices and names with dots', async () => {
  answer()
  const { submit } = open({})
  submit()
  expect(await screen.findByText('Thanks!')).toBeVisible()
  expect(sent[0]).toMatchObject({ method: 'POST', type: 'application/json' })
  expect(JSON.parse(sent[0]?.text ?? '')).toEqual({ address: { city: 'Pune & Co' }, pieces: 3, gift: false })
})

test('BUILD-03 sends url-encoded, with the headers the form asks for', async () => {
  answer()
  const { submit } = open({ contentType: 'application/x-www-form-urlencoded', customHeaders: { 'x-shop': 'soap' } })
  submit()
  expect(await screen.findByText('Thanks!')).toBeVisible()
  expect(sent[0]?.type).toBe('application/x-www-form-urlencoded')
  expect(sent[0]?.headers.get('x-shop')).toBe('soap')
  expect(sent[0]?.text).toBe('address.city=Pune+%26+Co&pieces=3&gift=false')
})

test('BUILD-03 sends multipart when told to', async () => {
  answer()
  const { submit } = open({ contentType: 'multipart/form-data' })
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(sent[0]?.text).toContain('Pune & Co')
})

test('BUILD-03 a form that asks puts its fields into the address', async () => {
  answer()
  const { submit } = open({ method: 'GET' })
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.method).toBe('GET')
  expect(sent[0]?.url.searchParams.get('address.city')).toBe('Pune & Co')
})

test.each(['application/json', 'application/x-www-form-urlencoded'] as const)(
  'BUILD-03 a file input forces multipart over %s',
  async (contentType) => {
    answer()
    const { submit } = open({ contentType }, [...FIELDS, input({ name: 'photo', type: 'file' })])
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
    expect(sent[0]?.text).toContain('name="photo"')
  },
)

test('BUILD-03 validates natively unless that is switched off, and an input may be required', () => {
  const { form } = open({}, [input({ name: 'email', required: true })])
  expect(form.noValidate).toBe(false)
  expect(screen.getByRole('textbox')).toBeRequired()
})

test('BUILD-03 does not validate when that is switched off', () => {
  expect(open({ validate: false }).form.noValidate).toBe(true)
})

test('BUILD-03 keeps what was typed when it is told not to reset', async () => {
  answer()
  const { submit } = open({ resetFormOnSubmit: false }, [input({ name: 'name', placeholder: 'Name' })])
  await userEvent.type(screen.getByPlaceholderText('Name'), 'Asha')
  submit()
  expect(await screen.findByText('Thanks!')).toBeVisible()
  expect(screen.getByPlaceholderText('Name')).toHaveValue('Asha')
})

test.each([
  ['/shop', '/shop'],
  ['//evil.example', '/'],
])('BUILD-03 success with successUrl %s ends at %s', async (successUrl, end) => {
  answer()
  const { submit } = open({ successUrl })
  submit()
  expect(await screen.findByText('Thanks!')).toBeVisible()
  const address = screen.getByRole('status', { name: 'Address' })
  await waitFor(() => expect(address.textContent).toBe(end))
})

test.each([
  ['error.message', '{"error":{"message":"Taken"}}', 'Taken'],
  ['errors.0', '{"errors":["First","Second"]}', 'First'],
  ['error', '{"error":{"code":7}}', '{"code":7}'],
])('BUILD-03 an error is found at %s', async (errorMessagePath, body, expected) => {
  answer(body, { status: 400, headers: { 'content-type': 'application/json' } })
  const { submit } = open({ errorMessagePath })
  submit()
  expect(await screen.findByText(expected)).toBeVisible()
  expect(screen.queryByText(/^Form submission error/)).toBeNull()
})

test.each([
  ['nothing at the path', '__proto__', '{"other":1}', 'application/json', '{\n  "other": 1\n}'],
  ['text', undefined, 'Shop closed', 'text/plain', 'Shop closed'],
  ['broken JSON', 'error', '{"err', 'application/json', '{"err'],
])(
  'BUILD-03 a refusal with %s shows the standing sentence and the body as text',
  async (_, path, body, type, shown) => {
    answer(body, { status: 503, headers: { 'content-type': type } })
    const { submit } = open({ errorMessagePath: path })
    submit()
    expect(await screen.findByText('Form submission error :( Please check your answers and try again')).toBeVisible()
    expect(screen.getByRole('alert').querySelector('pre')?.textContent).toBe(shown)
  },
)

test.each([undefined, '', 'javascript:alert(1)', 'mailto:a@example.com'])(
  'BUILD-03 a form whose action is %s says the standing sentence, as one nobody answers does',
  async (action) => {
    const { submit } = open({ action })
    submit()
    expect(await screen.findByText('Form submission error :( Please check your answers and try again')).toBeVisible()
    expect(screen.getByRole('alert').querySelector('pre')).toBeNull()
  },
)

const text = (html: string, bindings?: Record<string, string>) =>
  [
    {
      '@type': '@builder.io/sdk:Element',
      id: `text-${html}`,
      bindings,
      component: { name: 'Text', options: { text: html } },
    },
  ] as BuilderElement[]

test('BUILD-03 the merchandiser’s own words stand for each state', async () => {
  let release: () => void = () => undefined
  answer(
    'no',
    { status: 400 },
    new Promise((resolve) => {
      release = resolve
    }),
  )
  const { submit } = open({
    errorMessage: text('Alas', { 'component.options.text': 'state.formErrorMessage || block.component.options.text' }),
    sendingMessage: text('Off it goes'),
  })
  submit()
  expect(await screen.findByText('Off it goes')).toBeVisible()
  // Pressed again meanwhile: sent once.
  submit()
  release()
  expect(await screen.findByText('Alas')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test('BUILD-03 the SDK’s own form loses the message found in the answer: the reason for ours', async () => {
  answer('{"error":"Taken"}', { status: 400, headers: { 'content-type': 'application/json' } })
  const Form = SdkForm as unknown as React.ComponentType<FormBlockProps>
  const failed = text('Standing sentence', {
    'component.options.text': 'state.formErrorMessage || block.component.options.text',
  })
  render(
    <Form
      action="https://letters.example/in"
      sendWithJs
      contentType="application/json"
      errorMessagePath="error"
      errorMessage={failed}
      attributes={{ 'aria-label': 'Letter' }}
    />,
  )
  screen.getByRole<HTMLFormElement>('form').requestSubmit()
  expect(await screen.findByText('Standing sentence')).toBeVisible()
  expect(screen.queryByText('Taken')).toBeNull()
})

test('BUILD-03 ends a form that nothing answers after a minute, with what was filled in', async () => {
  const timer = vi.spyOn(window, 'setTimeout')
  answer('{}', {}, new Promise(() => {}))
  const { form, submit } = open({})
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(form).toHaveAttribute('aria-busy', 'true')
  const [end] = timer.mock.calls.find(([, ms]) => ms === 60_000) ?? []
  timer.mockRestore()
  act(() => (end as () => void)())
  expect(await screen.findByText(/^Form submission error/)).toBeVisible()
  expect(form).toHaveFormValues({ 'address.city': 'Pune & Co' })
})
