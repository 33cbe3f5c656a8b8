import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordStore } from '@/api/client'
import { parseProduct } from '@/domain/catalog/product'
import { waitWords } from '@/domain/date'
import { DeleteAccount } from '@/features/account/delete-account'
import { ForgotPasswordForm } from '@/features/account/forgot-password-form'
import { MyData } from '@/features/account/my-data'
import { NameForm } from '@/features/account/name-form'
import { ResetPasswordForm } from '@/features/account/reset-password-form'
import { SignInForm } from '@/features/account/sign-in-form'
import { SignUpForm } from '@/features/account/sign-up-form'
import { ContactForm } from '@/features/content/contact-form'
import { TrackForm } from '@/features/orders/track-form'
import { CommentForm } from '@/features/reviews/comment-form'
import { HelpfulButton } from '@/features/reviews/helpful-button'
import { ReviewForm } from '@/features/reviews/review-form'
import { Toaster } from '@/ui/toaster'
import { TOO_MANY_REQUESTS, tooManyTries } from './limit-answers'
import { server } from './network'
import { MEERA, sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()

/** Every form, when the server has had enough: the sentence stands where the shopper is, and what was typed stays. */

const signedIn = () => ({ token: sessionToken(), record: MEERA })
const soap = parseProduct({ id: 'soap', name: 'Neem & Tulsi Soap', price: 180, inStock: true })
const review = {
  id: 'r1',
  rating: 5,
  title: 'Good',
  content: 'Smells of neem.',
  images: [],
  helpful_votes: 4,
} as unknown as Parameters<typeof HelpfulButton>[0]['review']

interface Form {
  view: ReactElement
  /** Path and method that refuse. */
  refuses: [method: 'get' | 'post' | 'patch', path: string]
  /** Texts by the names of their fields. */
  fields?: Record<string, string>
  before?: (user: UserEvent) => Promise<void>
  button: string | RegExp
  address?: string
}

/** The dialog's code is fetched at its first opening. */
const openDialog = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Delete account' })))

const FORMS: Record<string, Form> = {
  'AUTH-07 sign-in': {
    view: <SignInForm />,
    refuses: ['post', '*/api/collections/users/auth-with-password'],
    fields: { Email: 'meera@example.in', Password: 'kitchen table' },
    button: 'Sign in',
  },
  'AUTH-02 sign-up': {
    view: <SignUpForm onSignInInstead={() => undefined} />,
    refuses: ['post', '*/api/collections/users/records'],
    fields: {
      Name: 'Meera Rao',
      Email: 'meera@example.in',
      Password: 'kitchen table',
      'Confirm password': 'kitchen table',
    },
    button: 'Create account',
  },
  'AUTH-05 asking for a new password': {
    view: <ForgotPasswordForm />,
    refuses: ['post', '*/api/collections/users/request-password-reset'],
    fields: { Email: 'meera@example.in' },
    button: /^Send/,
  },
  'AUTH-05 choosing a new password': {
    view: <ResetPasswordForm />,
    refuses: ['post', '*/api/collections/users/confirm-password-reset'],
    fields: { 'New password': 'kitchen table', 'Confirm password': 'kitchen table' },
    button: 'Change password',
    address: '/auth/reset-password#token=from-the-mail',
  },
  'ORDER-07 tracking': {
    view: <TrackForm />,
    refuses: ['post', '*/api/store/track'],
    fields: { 'Order number': 'SJ-7Q2M4KX9', 'Email or mobile number': 'meera@example.in' },
    button: 'Track order',
  },
  'ROUTE-08 contact': {
    view: <ContactForm />,
    refuses: ['post', '*/api/store/contact'],
    fields: { Name: 'Meera Rao', Email: 'meera@example.in', Message: 'Is the neem soap back?' },
    button: 'Send message',
  },
  'REV-01 review': {
    view: <ReviewForm product={soap} onClose={() => undefined} />,
    refuses: ['post', '*/api/collections/reviews/records'],
    fields: { Title: 'Good', 'Your review': 'It smells of neem and lasts.' },
    before: (user) => user.click(screen.getByRole('radio', { name: 'Rating 4' })),
    button: 'Submit review',
  },
  'REV-04 comment': {
    view: <CommentForm about={{ review: 'r1' }} productId="soap" />,
    refuses: ['post', '*/api/collections/review_comments/records'],
    fields: { 'Add a comment': 'Mine too.' },
    button: 'Post comment',
  },
  'REV-05 vote': {
    view: <HelpfulButton review={review} productId="soap" vote={undefined} />,
    refuses: ['post', '*/api/collections/review_votes/records'],
    button: 'Helpful (4)',
  },
  'AUTH-06 profile': {
    view: <NameForm name="Meera" />,
    refuses: ['patch', '*/api/collections/users/records/:id'],
    fields: { Name: 'Meera Rao' },
    button: 'Save name',
  },
  'AUTH-04 deleting the account': {
    view: <DeleteAccount email="meera@example.in" />,
    refuses: ['post', '*/api/store/account/deletion'],
    before: openDialog,
    fields: { Password: 'kitchen table' },
    button: 'Delete account for good',
  },
  'AUTH-04 the mail that deletes the account': {
    view: <DeleteAccount email="meera@example.in" />,
    refuses: ['post', '*/api/store/account/deletion'],
    before: openDialog,
    fields: { Password: 'kitchen' },
    button: 'Email me a link instead',
  },
  'AUTH-01 my data': { view: <MyData />, refuses: ['get', '*/api/store/my-data'], button: 'Download my data' },
}

const OWN = 'Too many tries. Please try again in 2 minutes.'
const ANSWERS: [whose: string, body: object, headers: Record<string, string>, sentence: string][] = [
  ['the store’s', tooManyTries(OWN, 120), { 'Retry-After': '120' }, OWN],
  ['the record store’s', TOO_MANY_REQUESTS, {}, 'Too many tries. Please wait a minute and try again.'],
]

beforeEach(() => {
  const { token, record } = signedIn()
  authStore.save(token, record)
  server.use(
    http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json(signedIn())),
    http.get('*/api/collections/:name/records', () =>
      HttpResponse.json({ page: 1, perPage: 100, totalItems: 0, totalPages: 0, items: [] }),
    ),
  )
})
afterEach(() => authStore.clear())

const fieldOf = (name: string) => screen.getByLabelText(name)

test.each(
  Object.entries(FORMS).flatMap(([name, form]) =>
    ANSWERS.map(([whose, body, headers, sentence]) => ({ name, whose, form, body, headers, sentence })),
  ),
)('GUARD-01 $name: $whose limit is a sentence, nothing typed is lost', async ({ form, body, headers, sentence }) => {
  const { view, refuses, fields = {}, before, button, address = '/' } = form
  const [method, path] = refuses
  let asked = 0
  server.use(
    http[method](path, () => {
      asked += 1
      return HttpResponse.json(body, { status: 429, headers })
    }),
  )
  window.history.replaceState(null, '', address)
  // What is fetched only when it is drawn is awaited.
  await act(async () => {
    render(
      <Surroundings at={address} account>
        {view}
        <Toaster />
      </Surroundings>,
    )
  })
  const user = userEvent.setup()
  await before?.(user)
  await waitFor(() => expect(screen.getByRole('button', { name: button })).toBeVisible())
  for (const [name, text] of Object.entries(fields)) {
    await user.clear(fieldOf(name))
    await user.click(fieldOf(name))
    await user.paste(text)
  }
  await user.click(screen.getByRole('button', { name: button }))
  // A toast fades in: it is there before it is seen.
  await waitFor(() => expect(screen.getByText(sentence, { exact: false })).toBeVisible())
  for (const [name, text] of Object.entries(fields)) expect(fieldOf(name)).toHaveValue(text)
  // A refusal is not asked for again by itself: that would only make it last.
  expect(asked).toBe(1)
  expect(screen.getByRole('button', { name: button })).toBeEnabled()
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3540, '59 minutes'],
  [3541, '1 hour'],
  [3601, '2 hours'],
])('GUARD-01 a wait of %i s is said as %s', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})
