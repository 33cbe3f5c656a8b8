import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { firstRecord, recordStore } from '@/api/client'
import { ALL_REVIEWS, parseReview, REVIEW_ORDERS, type Review, type ReviewView } from '@/domain/reviews/review'

/** Who wrote a review and its comments. */
const WHO = 'user,review_comments_via_review.user'

/** Reviews of one call. */
const REVIEW_PAGE_SIZE = 10

export interface ReviewPage {
  reviews: Review[]
  next: number | null
}

/**
 * A product's reviews, newest first unless asked otherwise, with their authors and comments (REV-03, REV-08). Throws
 * on failure; the fallback stands where it is read.
 */
export function reviewsOptions(productId: string, { order, stars }: ReviewView = ALL_REVIEWS) {
  const isAll = order === ALL_REVIEWS.order && stars === ALL_REVIEWS.stars
  return infiniteQueryOptions({
    // All of them first: whatever is read anew for a product begins with this key.
    queryKey: isAll ? ['reviews', productId] : ['reviews', productId, order, stars],
    queryFn: async ({ pageParam, signal }): Promise<ReviewPage> => {
      const store = await recordStore()
      const { items } = await store.collection('reviews').getList(pageParam, REVIEW_PAGE_SIZE, {
        // A page that is drawn for everybody asks for what everybody sees.
        filter: store.filter(
          `product = {:product} && state = "published"${stars === 0 ? '' : ' && rating = {:stars}'}`,
          { product: productId, stars },
        ),
        sort: REVIEW_ORDERS[order],
        expand: WHO,
        skipTotal: true,
        signal,
      })
      return { reviews: items.map(parseReview), next: items.length === REVIEW_PAGE_SIZE ? pageParam + 1 : null }
    },
    initialPageParam: 1,
    getNextPageParam: (last) => last.next,
  })
}

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
      const store = await recordStore()
      const filter = store.filter('user = {:user} && product = {:product}', {
        user: userId,
        product: productId,
      })
      const record = await firstRecord('reviews', { filter, expand: WHO, signal })
      return record && parseReview(record)
    },
    enabled: userId !== '',
  })
}
