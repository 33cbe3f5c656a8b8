import BadgeCheck from 'lucide-react/icons/badge-check'
import { fileUrl } from '@/api/files'
import { formatDate } from '@/domain/date'
import type { Review } from '@/domain/review'
import { useAuth } from '@/features/account/auth-context'
import { textLanguage } from '@/language/text-language'
import { Icon } from '@/ui/icon'
import { Picture } from '@/ui/picture'
import { Rating } from '@/ui/rating'
import { CommentForm } from './comment-form'
import { CommentItem } from './comment-item'
import { deleteReview } from './deeds'
import { DeleteButton, WORD_BUTTON } from './delete-button'
import { HelpfulButton } from './helpful-button'

interface ReviewItemProps {
  review: Review
  productId: string
  /** Id of the signed-in person's own vote for it. */
  vote: string | undefined
  /** Opens the form for it; given to its author. */
  onEdit: () => void
  onDeleted: () => void
}

/** One review with its author, pictures, votes and comments (REV-03). */
export function ReviewItem({ review, productId, vote, onEdit, onDeleted }: ReviewItemProps) {
  const { status, user } = useAuth()
  return (
    <article
      aria-label={review.title || `Review by ${review.author.name}`}
      className="border-line border-b py-6.5 [overflow-wrap:anywhere] first:pt-0 last:border-0 last:pb-0"
    >
      <Rating value={review.rating} />
      {review.title && (
        <h3 lang={textLanguage(review.title)} className="mt-2 mb-1.5 text-accordion">
          {review.title}
        </h3>
      )}
      <p lang={textLanguage(review.content)} className="whitespace-pre-line">
        {review.content}
      </p>
      {review.images.length > 0 && (
        <ul aria-label="Pictures of the review" className="mt-3 flex flex-wrap gap-2">
          {review.images.map((file, position) => (
            <li key={file}>
              <a
                href={fileUrl(review, file)}
                target="_blank"
                rel="noopener"
                aria-label={`Open picture ${position + 1} of ${review.images.length} in full size`}
              >
                <Picture source={{ src: fileUrl(review, file, 'small') }} alt="" className="size-20" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2.5 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-3 text-sm">
        <span>{review.author.name}</span>
        <span>{formatDate(review.created)}</span>
        {review.verified_purchase && (
          <span className="inline-flex items-center gap-1.5 text-success">
            <Icon of={BadgeCheck} small className="-mt-0.5" />
            Verified purchase
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-x-5">
        <HelpfulButton review={review} productId={productId} vote={vote} />
        {user?.id === review.author.id && (
          <>
            <button type="button" aria-label="Edit your review" onClick={onEdit} className={WORD_BUTTON}>
              Edit
            </button>
            <DeleteButton
              what="review"
              warning="Its photographs, comments and votes go with it. This cannot be undone."
              deed={() => deleteReview(review.id)}
              productId={productId}
              onDone={onDeleted}
            />
          </>
        )}
      </div>
      {review.comments.length > 0 && (
        <ul aria-label="Comments" className="mt-2 grid gap-3">
          {review.comments.map((comment) => (
            <CommentItem key={comment.id} comment={comment} productId={productId} />
          ))}
        </ul>
      )}
      {status === 'signed-in' && <CommentForm about={{ review: review.id }} productId={productId} />}
    </article>
  )
}
