import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { useIsHere } from '@/lib/is-here'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { deleteComment, deleteReview } from './mutations'
import { reviewsOptions } from './queries'

/** A word to press below a review or comment. */
export const WORD_BUTTON = 'link inline-flex min-h-11 items-center pt-0.5 text-sm'

interface Words {
  name: PlainSentence
  question: PlainSentence
  /** What goes with it. */
  warning: PlainSentence
  yes: PlainSentence
}

const DELETE = { review: deleteReview, comment: deleteComment }

const WORDS: Record<keyof typeof DELETE, Words> = {
  review: {
    name: 'Delete your review',
    question: 'Delete your review?',
    warning: 'Its pictures, comments and votes go with it. This cannot be undone.',
    yes: 'Delete review',
  },
  comment: {
    name: 'Delete your comment',
    question: 'Delete your comment?',
    warning: 'This cannot be undone.',
    yes: 'Delete comment',
  },
}

export interface Deletion {
  what: keyof typeof WORDS
  id: string
  /** The review it is of. */
  review: Element | null
}

interface DeleteButtonProps extends Pick<Deletion, 'what' | 'id'> {
  onDelete: (deletion: Deletion) => void
}

/** Asks whether an own review or comment is to be deleted. */
export function DeleteButton({ what, id, onDelete }: DeleteButtonProps) {
  return (
    <button
      type="button"
      aria-label={t(WORDS[what].name)}
      onClick={({ currentTarget }) => onDelete({ what, id, review: currentTarget.closest('article') })}
      className={WORD_BUTTON}
    >
      {t('Delete')}
    </button>
  )
}

interface DeleteDialogProps extends Deletion {
  productId: string
  onClose: () => void
  /** A review is deleted, and the page has been read anew where it can be. */
  onGone: () => void
}

/**
 * Deletes an own review or comment once the person has said so twice. Stands outside of both: the page may hear that
 * they are gone before the answer comes, or without it.
 */
export function DeleteDialog({ what, id, review, productId, onClose, onGone }: DeleteDialogProps) {
  const { question, warning, yes } = WORDS[what]
  const client = useQueryClient()
  const isHere = useIsHere()
  const deleting = useMutation({
    mutationFn: () => DELETE[what](id),
    onSuccess: async () => {
      onClose()
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey }),
        client.invalidateQueries({ queryKey: ['products', 'one', productId] }),
      ])
      if (what === 'review') onGone()
      // The button went with what was deleted; the keyboard goes on beside it.
      else review?.querySelector('button')?.focus()
    },
    onError: (error) => {
      if (!isHere.current) toast.error(errorSentence(error))
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={t(question)}>
      <p className="mt-3 text-ink-2">{t(warning)}</p>
      {deleting.isError && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {errorSentence(deleting.error)}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button busy={deleting.isPending} onClick={() => deleting.mutate()}>
          {t(yes)}
        </Button>
        <Button look="ghost" onClick={onClose}>
          {t('Keep it')}
        </Button>
      </div>
    </Dialog>
  )
}
