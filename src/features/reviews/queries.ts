import { infiniteQueryOptions } from '@tanstack/react-query'
import { recordStore } from '@/api/client'
import { ALL_REVIEWS, parseReview, REVIEW_ORDERS, type Review, type ReviewView } from '@/domain/reviews/review'

/** Who wrote a review and its comments. */
export const WHO = 'user,review_comments_via_review.user'

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
