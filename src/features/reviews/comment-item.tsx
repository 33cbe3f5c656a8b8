import { useRef, useState } from 'react'
import type { ReviewComment } from '@/domain/reviews/review'
import { useAuth } from '@/features/account/auth-context'
import { t } from '@/language/text'
import { textLanguage } from '@/language/text-language'
import { useFocusReturn } from '@/lib/focus-return'
import { CommentForm } from './comment-form'
import { DeleteButton, type Deletion, WORD_BUTTON } from './deletion'
import { reviewerName } from './reviewer-name'

interface CommentItemProps {
  comment: ReviewComment
  productId: string
  onDelete: (deletion: Deletion) => void
}

/** One comment with its author, who can change and delete it (REV-04). */
export function CommentItem({ comment, productId, onDelete }: CommentItemProps) {
  const { user } = useAuth()
  const [editing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  useFocusReturn(editing, edit)
  return (
    <li className="border-line border-l-2 pl-4.5 text-ink-2 text-sm">
      {editing ? (
        <CommentForm about={{ comment }} productId={productId} onClose={() => setEditing(false)} />
      ) : (
        <>
          <p lang={textLanguage(comment.content)} className="whitespace-pre-line">
            {comment.content}
          </p>
          <p className="text-ink-3">{reviewerName(comment.author)}</p>
          {user?.id === comment.author.id && (
            <div className="flex flex-wrap gap-x-5">
              <button
                ref={edit}
                type="button"
                aria-label={t('Edit your comment')}
                onClick={() => setEditing(true)}
                className={WORD_BUTTON}
              >
                {t('Edit')}
              </button>
              <DeleteButton what="comment" id={comment.id} onDelete={onDelete} />
            </div>
          )}
        </>
      )}
    </li>
  )
}
