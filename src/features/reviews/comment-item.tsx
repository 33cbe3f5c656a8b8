import { useState } from 'react'
import type { ReviewComment } from '@/domain/review'
import { useAuth } from '@/features/account/auth-context'
import { textLanguage } from '@/language/text-language'
import { CommentForm } from './comment-form'
import { deleteComment } from './deeds'
import { DeleteButton, WORD_BUTTON } from './delete-button'

/** One comment with its author, who can change and delete it (REV-04). */
export function CommentItem({ comment, productId }: { comment: ReviewComment; productId: string }) {
  const { user } = useAuth()
  const [editing, setEditing] = useState(false)
  return (
    <li className="border-line border-l-2 pl-4.5 text-ink-2 text-sm">
      {editing ? (
        <CommentForm about={{ comment }} productId={productId} onClose={() => setEditing(false)} />
      ) : (
        <>
          <p lang={textLanguage(comment.content)} className="whitespace-pre-line">
            {comment.content}
          </p>
          <p className="text-ink-3">{comment.author.name}</p>
          {user?.id === comment.author.id && (
            <div className="flex flex-wrap gap-x-5">
              <button
                type="button"
                aria-label="Edit your comment"
                onClick={() => setEditing(true)}
                className={WORD_BUTTON}
              >
                Edit
              </button>
              <DeleteButton
                what="comment"
                warning="This cannot be undone."
                deed={() => deleteComment(comment.id)}
                productId={productId}
              />
            </div>
          )}
        </>
      )}
    </li>
  )
}
