import { queryOptions } from '@tanstack/react-query'
import { firstRecord, recordStore } from '@/api/client'
import { parseReview, type Review } from '@/domain/reviews/review'
import { WHO } from './queries'

/**
 * Which reviews the signed-in person found helpful: the vote's id by the review's id (REV-05). A vote knows no
 * product, so all of them are read.
 */
export function myVotesOptions(userId: string) {
  return queryOptions({
    queryKey: ['review_votes', userId],
    queryFn: async ({ signal }): Promise<Record<string, string>> => {
      const store = await recordStore()
      const votes = await store.collection('review_votes').getFullList<{ id: string; review: string }>({
        filter: store.filter('user = {:user}', { user: userId }),
        fields: 'id,review',
        signal,
      })
      return Object.fromEntries(votes.map(({ id, review }) => [review, id]))
    },
  })
}

/** The signed-in person's own review of a product, wherever it stands in the list; null without one. */
export function myReviewOptions(productId: string, userId: string) {
  return queryOptions({
    queryKey: ['reviews', productId, 'own', userId],
    queryFn: async ({ signal }): Promise<Review | null> => {
      const whose = { user: userId, product: productId }
      const query = { filter: 'user = {:user} && product = {:product}', expand: WHO, signal }
      const record = await firstRecord('reviews', query, whose)
      return record && parseReview(record)
    },
    enabled: userId !== '',
  })
}
