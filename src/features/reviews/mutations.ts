import { firstRecord, recordStore } from '@/api/client'
import { isNotFound } from '@/api/errors'
import { signedInId } from '@/api/signed-in'
import { parseReview, type ReviewState } from '@/domain/reviews/review'
import { refreshSession } from '@/features/account/session'

/** How a review goes out: what stops it, and what sends it in place of the browser's own. */
interface Sending {
  signal: AbortSignal
  fetch?: typeof fetch
}

export interface NewReview {
  product: string
  /** Whole stars, 1 to 5. */
  rating: number
  title: string
  content: string
  images: readonly File[]
}

/**
 * Sends a review, pictures and all, as one multipart request (REV-01). Author, verification and votes are the
 * server's: what is sent of them is part of the promised call (REV-01), and it decides nothing (REV-02, REV-07).
 * @returns whether it is on the page, or waits for the shop
 * @throws Error `User must be authenticated to create a review`, or the record store's refusal
 */
export async function createReview(review: NewReview, sending: Sending): Promise<ReviewState> {
  const user = signedInId('User must be authenticated to create a review')
  const body = new FormData()
  const fields = {
    user,
    product: review.product,
    rating: String(review.rating),
    title: review.title,
    content: review.content,
    verified_purchase: 'false',
    helpful_votes: '0',
  }
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  for (const image of review.images) body.append('images', image)
  const store = await recordStore()
  return parseReview(await store.collection('reviews').create(body, sending)).state
}

export interface ReviewChange {
  rating: number
  title: string
  content: string
  /** Pictures to add. */
  images: readonly File[]
  /** File names of pictures to take away. */
  removed: readonly string[]
}

/** Changes an own review; whose it is and what it is about stay (REV-07). @throws the record store's refusal */
export async function changeReview(id: string, change: ReviewChange, sending: Sending): Promise<void> {
  signedInId('Sign in to edit your review.')
  const body = new FormData()
  body.append('rating', String(change.rating))
  body.append('title', change.title)
  body.append('content', change.content)
  for (const file of change.removed) body.append('images-', file)
  for (const image of change.images) body.append('images+', image)
  const store = await recordStore()
  await store.collection('reviews').update(id, body, sending)
}

/** Deletes an own review with its pictures, comments and votes. @throws the record store's refusal */
export const deleteReview = (id: string): Promise<void> => remove('reviews', id)

/** What is gone already, in another tab or by a try that got no answer, is deleted. */
async function remove(collection: string, id: string): Promise<void> {
  const records = (await recordStore()).collection(collection)
  try {
    await records.delete(id)
  } catch (error) {
    if (!isNotFound(error)) throw error
    // A session that has ended is told the same of what is there.
    await refreshSession()
    signedInId()
    if ((await records.getOne(id).catch(isNotFound)) !== true) throw error
  }
}

/** @throws the record store's refusal */
export async function changeComment(id: string, content: string, signal: AbortSignal): Promise<void> {
  const store = await recordStore()
  await store.collection('review_comments').update(id, { content }, { signal })
}

/** @throws the record store's refusal */
export const deleteComment = (id: string): Promise<void> => remove('review_comments', id)

/**
 * Answers a review (REV-04).
 * @param again an earlier try got no answer: it may have been done
 * @throws Error when nobody is signed in, or the record store's refusal
 */
export async function postComment(review: string, content: string, again: boolean): Promise<void> {
  const user = signedInId('Sign in to add a comment.')
  const store = await recordStore()
  const filter = 'review = {:review} && user = {:user} && content = {:content}'
  if (again && (await firstRecord('review_comments', { filter }, { review, user, content }))) return
  await store.collection('review_comments').create({ review, user, content })
}

/** Marks a review as helpful; the server counts, one vote for each person (REV-05). */
export async function giveVote(review: string): Promise<void> {
  const user = signedInId('Sign in to mark a review as helpful.')
  const store = await recordStore()
  await store.collection('review_votes').create({ review, user })
}

/** Takes an own vote back. */
export async function takeVoteBack(vote: string): Promise<void> {
  const store = await recordStore()
  await store.collection('review_votes').delete(vote)
}
