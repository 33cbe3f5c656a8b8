import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordStore } from '@/api/client'
import { deleteReview } from '@/features/reviews/mutations'
import { ReviewItem } from '@/features/reviews/review-item'
import { server } from './network'
import { MEERA, sessionToken } from './signed-in'
import { Surroundings } from './surroundings'

const { authStore } = await recordStore()
const token = sessionToken()

beforeEach(() => {
  server.use(http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({ token, record: MEERA })))
  authStore.save(token, MEERA)
})
afterEach(() => authStore.clear())

const show = (state: 'published' | 'waiting' | 'hidden') => {
  const review = {
    ...{ id: 'r1', rating: 4, title: 'Good', content: 'Smells of neem.', images: [], comments: [], helpful_votes: 0 },
    ...{ author: MEERA, created: '2026-11-01 10:00:00.000Z', state, hidden_reason: 'Another product.' },
  } as unknown as Parameters<typeof ReviewItem>[0]['review']
  const nothing = () => undefined
  render(
    <Surroundings account>
      <ReviewItem review={review} productId="soap" vote={undefined} onEdit={nothing} onDelete={nothing} />
    </Surroundings>,
  )
}

test('REV-04 a published review takes a comment', async () => {
  show('published')
  expect(await screen.findByLabelText('Add a comment')).toBeVisible()
  expect(screen.getByRole('button', { name: /Helpful/ })).toBeVisible()
})

test.each(['waiting', 'hidden'] as const)(
  'REV-04 REV-05 a review that is %s offers its author neither a comment nor a vote',
  async (state) => {
    show(state)
    expect(await screen.findByRole('button', { name: 'Edit your review' })).toBeVisible()
    expect(screen.queryByLabelText('Add a comment')).toBeNull()
    expect(screen.queryByRole('button', { name: /Helpful/ })).toBeNull()
  },
)

test('REV-06 a review is deleted where it is gone, and not where the session ended elsewhere and sees it no more', async () => {
  const hidden = () => HttpResponse.json({}, { status: 404 })
  server.use(http.delete('*/api/collections/reviews/records/r1', hidden))
  server.use(http.get('*/api/collections/reviews/records/r1', hidden))
  await expect(deleteReview('r1')).resolves.toBeUndefined()

  server.use(http.post('*/api/collections/users/auth-refresh', () => HttpResponse.json({}, { status: 401 })))
  await expect(deleteReview('r1')).rejects.toThrow('Not authenticated')
  expect(authStore.isValid).toBe(false)
})
