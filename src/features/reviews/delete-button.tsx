import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
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

const WORDS: Record<'review' | 'comment', Words> = {
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

interface DeleteButtonProps {
  what: keyof typeof WORDS
  remove: () => Promise<void>
  productId: string
  /** Once it is gone from the page; moves the focus, which without it goes to the review the comment stood below. */
  onDone?: () => void
}

/** Deletes an own review or comment once the person has said so twice. */
export function DeleteButton({ what, remove, productId, onDone }: DeleteButtonProps) {
  const { name, question, warning, yes } = WORDS[what]
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const deleting = useMutation({
    mutationFn: async () => {
      const review = button.current?.closest('article')
      await remove()
      return review
    },
    onSuccess: async (review) => {
      setOpen(false)
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey }),
        client.invalidateQueries({ queryKey: ['products', 'one', productId] }),
      ])
      // The button went with what was deleted; the keyboard goes on beside it.
      if (onDone) onDone()
      else review?.querySelector('button')?.focus()
    },
  })
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t(name)}
        onClick={() => {
          deleting.reset()
          setOpen(true)
        }}
        className={WORD_BUTTON}
      >
        {t('Delete')}
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={t(question)}>
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
          <Button look="ghost" onClick={() => setOpen(false)}>
            {t('Keep it')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
