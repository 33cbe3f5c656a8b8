import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorSentence } from '@/api/errors'
import type { Product } from '@/domain/catalog/product'
import { formatRating } from '@/domain/reviews/rating'
import { ALL_REVIEWS, type Review, type ReviewState, type ReviewView } from '@/domain/reviews/review'
import { useAuth } from '@/features/account/auth-context'
import { currentUser } from '@/features/account/session'
import { t, tn } from '@/language/text'
import { useFocusReturn } from '@/lib/focus-return'
import { listedOnce } from '@/lib/listed-once'
import { useMoreFocus } from '@/lib/more-focus'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { sayNotOpened } from '@/ui/lazy-overlay'
import { LoadMore } from '@/ui/load-more'
import { Rating } from '@/ui/rating'
import { Loading, Skeleton } from '@/ui/skeleton'
import { DeleteDialog, type Deletion } from './deletion'
import { myReviewOptions, myVotesOptions } from './own-queries'
import { type ReviewPage, reviewsOptions } from './queries'
import { readDraft } from './review-draft'
import type { ReviewFormProps } from './review-form'
import { ReviewItem } from './review-item'
import { BuyersPictures } from './review-pictures'
import { RatingBars, ReviewOrder } from './review-tools'

/**
 * What shoppers said about a product (PROD-04, REV-03): summary at the left, reviews at the right, and the way to add
 * one.
 */
export function ReviewsSection({ product }: { product: Product }) {
  const [chosen, setView] = useState(ALL_REVIEWS)
  // Stars whose last review has gone cannot be pressed again to see all.
  const view = product.rating_counts[chosen.stars - 1] ? chosen : { ...chosen, stars: ALL_REVIEWS.stars }
  const showAll = () => setView({ ...view, stars: ALL_REVIEWS.stars })
  const { list, votes, own, published } = useReviews(product.id, view)
  const { Form, opener, opening, kept, editing, news, setNews, write, close } = useReviewWriting(product, showAll)
  const onGone = () => setNews(t('Your review is deleted.'))
  const { deletion, askDeletion, endDeletion } = useDeleting(own, published, onGone)
  const shown = own && own.state !== 'published' && view.stars === 0 ? [own, ...published] : published
  const beside = shown.filter((review) => !Form || review.id !== editing?.id)
  const [written, expectMore] = useMoreFocus<HTMLDivElement>(beside.length, 'article')
  return (
    <section
      id="reviews"
      aria-labelledby="reviews-title"
      className="mt-14 border-line border-t pt-14 pb-18 lg:mt-24 lg:pt-22 lg:pb-28"
    >
      <div className="grid gap-9 lg:grid-cols-[4fr_8fr] lg:gap-18">
        <div>
          <ReviewsSummary product={product} />
          <RatingBars product={product} view={view} onChange={setView} />
          <p role="status" className="mt-3 text-success empty:hidden">
            {news}
          </p>
          {!Form && (
            <div className="mt-6">
              <Button ref={opener} look="line" busy={opening} onClick={() => write(own ?? undefined)}>
                {t(kept ? 'Continue your review' : own ? 'Edit your review' : 'Write a review')}
              </Button>
            </div>
          )}
        </div>
        <div ref={written} className="min-w-0" aria-busy={list.isPlaceholderData || undefined}>
          {Form && (
            <div className="mb-9">
              <Form product={product} review={editing} onClose={close} />
            </div>
          )}
          {product.reviews > 1 && <ReviewOrder view={view} onChange={setView} />}
          {view.stars === 0 && <BuyersPictures reviews={published} />}
          <ReviewsState list={list} product={product} published={published.length} shown={shown.length} />
          {beside.map((review) => (
            <ReviewItem
              key={review.id}
              review={review}
              productId={product.id}
              vote={votes?.[review.id]}
              onEdit={() => write(review)}
              onDelete={askDeletion}
            />
          ))}
          {list.hasNextPage && <MoreReviews list={list} onMore={expectMore} />}
        </div>
      </div>
      {deletion && <DeleteDialog {...deletion} productId={product.id} onClose={endDeletion} onGone={onGone} />}
    </section>
  )
}

/** The reviews that came, the person's own one wherever it stands, and their votes. */
function useReviews(productId: string, view: ReviewView) {
  const { user } = useAuth()
  const list = useInfiniteQuery({ ...reviewsOptions(productId, view), placeholderData: keepPreviousData })
  const { data: votes } = useQuery({ ...myVotesOptions(user?.id ?? ''), enabled: user !== null })
  const { data: own } = useQuery(myReviewOptions(productId, user?.id ?? ''))
  return { list, votes, own, published: listedOnce(list.data?.pages.map((page) => page.reviews) ?? []) }
}

/**
 * Which review or comment is asked about.
 * @param onGone the page hears that the own review is deleted before the answer to the press here, or without it
 */
function useDeleting(own: Review | null | undefined, published: readonly Review[], onGone: () => void) {
  const me = useAuth().user?.id
  const [deletion, askDeletion] = useState<Deletion>()
  // Not of another one, asked about since.
  const endDeletion = () => askDeletion((now) => (now === deletion ? undefined : now))
  useEffect(() => {
    // Whoever comes next is asked nothing.
    if (me) return () => askDeletion(undefined)
  }, [me])
  const isGone = deletion?.what === 'review' && own === null && !published.some(({ author }) => author.id === me)
  useEffect(() => {
    if (!isGone) return
    askDeletion(undefined)
    onGone()
  })
  return { deletion, askDeletion, endDeletion }
}

/**
 * The form of a review: whether it stands open, for which review, and what came of it.
 * @param onWritten called once one is taken
 */
function useReviewWriting(product: Product, onWritten: () => void) {
  const navigate = useNavigate()
  const [Form, setForm] = useState<ComponentType<ReviewFormProps>>()
  const [opening, setOpening] = useState(false)
  const [news, setNews] = useState('')
  const [editing, setEditing] = useState<Review>()
  const opener = useRef<HTMLButtonElement>(null)
  useFocusReturn(Form !== undefined, opener)
  useEffect(() => {
    // What had the focus went with the review.
    if (news && document.activeElement === document.body) opener.current?.focus()
  }, [news])
  const { user } = useAuth()
  useEffect(() => {
    // For a press without a line.
    if (user) void import('./review-form').catch(Boolean)
  }, [user])
  const write = (review?: Review) => {
    // Not `status`, which says nothing yet at a press made while the page comes alive.
    if (!currentUser()) {
      void navigate(paths.login(`${paths.product(product.id)}#reviews`))
      return
    }
    setNews('')
    setEditing(review)
    setOpening(true)
    // Most shoppers only read: the form and its checks are fetched when somebody wants to write.
    import('./review-form')
      .then(
        ({ ReviewForm }) => setForm(() => ReviewForm),
        () => sayNotOpened(t('Write a review')),
      )
      .finally(() => setOpening(false))
  }
  const close = (taken?: ReviewState) => {
    setForm(undefined)
    if (taken) onWritten()
    if (taken && editing) setNews(t('Your review is changed.'))
    else if (taken === 'published') setNews(t('Thank you. Your review is on the page.'))
    else if (taken) setNews(t('Thank you. Your review will show here once the shop has read it.'))
    setEditing(undefined)
  }
  const kept = user !== null && readDraft(user.id, product.id) !== null
  return { Form, opener, opening, kept, editing, news, setNews, write, close }
}

function ReviewsSummary({ product }: { product: Product }) {
  return (
    <>
      <h2 id="reviews-title" tabIndex={-1} className="outline-none">
        {t('Reviews')}
      </h2>
      {product.reviews > 0 && (
        <p className="mt-4.5 flex items-center gap-4">
          <span className="font-display text-[3.5rem] leading-none">{formatRating(product.rating)}</span>
          <span>
            <Rating value={product.rating} />
            <span className="block text-ink-3 text-sm">{tn(product.reviews, '{count} review', '{count} reviews')}</span>
          </span>
        </p>
      )}
    </>
  )
}

interface ListProps {
  list: UseInfiniteQueryResult<InfiniteData<ReviewPage>>
}

interface ReviewsStateProps extends ListProps {
  product: Product
  /** How many everybody sees of those that came, and how many this person sees. */
  published: number
  shown: number
}

/** What stands in place of reviews that are on their way, did not come, or do not exist. */
function ReviewsState({ list, product, published, shown }: ReviewsStateProps) {
  return (
    <>
      {list.isPending && <ReviewsSkeleton count={Math.min(3, product.reviews)} />}
      {list.isError && published === 0 && (
        <div role="alert">
          <p className="text-ink-2">{t('The reviews did not load. {reason}', { reason: errorSentence(list.error) })}</p>
          <Button look="ghost" busy={list.isFetching} onClick={() => void list.refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {list.data && shown === 0 && <p className="text-ink-2">{t('No reviews yet.')}</p>}
    </>
  )
}

function MoreReviews({ list, onMore }: ListProps & { onMore: () => void }) {
  return (
    <div className="mt-7">
      <LoadMore
        label={t('More reviews')}
        busy={list.isFetchingNextPage}
        error={list.isFetchNextPageError ? errorSentence(list.error) : undefined}
        onMore={() => {
          onMore()
          void list.fetchNextPage()
        }}
      />
    </div>
  )
}

function ReviewsSkeleton({ count }: { count: number }) {
  return (
    <Loading label={t('Loading reviews')}>
      {Array.from({ length: count }, (_, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tiles are all the same and never move
        <div key={position} className="border-line border-b py-6.5 first-of-type:pt-0">
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="mt-4 h-5 w-48" />
          <Skeleton className="mt-3 h-3.5 w-4/5" />
          <Skeleton className="mt-3 h-3.5 w-40" />
        </div>
      ))}
    </Loading>
  )
}
