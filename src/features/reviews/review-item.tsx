import BadgeCheck from '@lucide/icons/icons/badge-check'
import type { Review } from '@/domain/reviews/review'
import { useAuth } from '@/features/account/auth-context'
import { dateText } from '@/language/date'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { Icon } from '@/ui/icon'
import { Rating } from '@/ui/rating'
import { CommentForm } from './comment-form'
import { CommentItem } from './comment-item'
import { DeleteButton, type Deletion, WORD_BUTTON } from './deletion'
import { HelpfulButton } from './helpful-button'
import { ReviewPictures } from './review-pictures'
import { reviewerName } from './reviewer-name'

interface ReviewItemProps {
  review: Review
  productId: string
  /** Id of the signed-in person's own vote for it. */
  vote: string | undefined
  /** Opens the form for it; given to its author. */
  onEdit: () => void
  /** Of it, or of a comment on it; given to its author. */
  onDelete: (deletion: Deletion) => void
}

/** One review with its author, pictures, votes and comments (REV-03). */
export function ReviewItem({ review, productId, vote, onEdit, onDelete }: ReviewItemProps) {
  const { status, user } = useAuth()
  return (
    <article
      tabIndex={-1}
      aria-label={review.title || t('Review by {name}', { name: reviewerName(review.author) })}
      className="border-line border-b py-6.5 outline-none [overflow-wrap:anywhere] first:pt-0 last:border-0 last:pb-0"
    >
      {review.state !== 'published' && (
        <p className="mb-2 text-ink-2 text-sm">
          {review.state === 'waiting'
            ? t('Only you see this review until the shop has read it.')
            : t('The shop has hidden this review, so only you see it. Its reason: {reason}', {
                reason: review.hidden_reason,
              })}
        </p>
      )}
      <ReviewText review={review} />
      <ReviewPictures review={review} />
      <ReviewByline review={review} />
      {review.reply && <ShopReply review={review} />}
      <div className="flex flex-wrap gap-x-5">
        {review.state === 'published' && <HelpfulButton review={review} productId={productId} vote={vote} />}
        {user?.id === review.author.id && (
          <>
            <button type="button" aria-label={t('Edit your review')} onClick={onEdit} className={WORD_BUTTON}>
              {t('Edit')}
            </button>
            {review.state !== 'hidden' && <DeleteButton what="review" id={review.id} onDelete={onDelete} />}
          </>
        )}
      </div>
      {review.comments.length > 0 && (
        <ul aria-label={t('Comments')} className="mt-2 grid gap-3">
          {review.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} productId={productId} onDelete={onDelete} />
          ))}
        </ul>
      )}
      {status === 'signed-in' && review.state === 'published' && (
        <CommentForm about={{ review: review.id }} productId={productId} />
      )}
    </article>
  )
}

function ReviewText({ review }: { review: Review }) {
  return (
    <>
      <Rating value={review.rating} />
      {review.title && (
        <h3 lang={textLanguage(review.title)} className="mt-2 mb-1.5 text-accordion">
          {review.title}
        </h3>
      )}
      <p lang={textLanguage(review.content)} className="whitespace-pre-line">
        {review.content}
      </p>
    </>
  )
}

/** Who wrote it, when, and whether they bought it here. */
function ReviewByline({ review }: { review: Review }) {
  return (
    <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-3 text-sm">
      <span>{reviewerName(review.author)}</span>
      <span>{dateText(review.created)}</span>
      {review.verified_purchase && (
        <span className="inline-flex items-center gap-1.5 text-success">
          <Icon of={BadgeCheck} size={16} className="-mt-0.5" />
          {t('Verified purchase')}
        </span>
      )}
    </p>
  )
}

function ShopReply({ review }: { review: Review }) {
  return (
    <div className="mt-3 border-line border-l-2 pl-4.5 text-ink-2 text-sm">
      <p lang={textLanguage(review.reply)} className="whitespace-pre-line">
        {review.reply}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 text-ink-3">
        <span>{t('The shop’s answer')}</span>
        <span>{dateText(review.replied_at)}</span>
      </p>
    </div>
  )
}
