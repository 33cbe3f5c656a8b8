import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { reviewsOptions } from './queries'

/** A word to press below a review or comment. */
export const WORD_BUTTON = 'link inline-flex min-h-11 items-center pt-0.5 text-sm'

interface DeleteButtonProps {
  what: 'review' | 'comment'
  /** What goes with it. */
  warning: string
  deed: () => Promise<void>
  productId: string
  onDone?: () => void
}

/** Deletes an own review or comment once the person has said so twice. */
export function DeleteButton({ what, warning, deed, productId, onDone }: DeleteButtonProps) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: deed,
    onSuccess: async () => {
      setOpen(false)
      onDone?.()
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey }),
        client.invalidateQueries({ queryKey: ['products', 'one', productId] }),
      ])
    },
  })
  return (
    <>
      <button
        type="button"
        aria-label={`Delete your ${what}`}
        onClick={() => {
          deleting.reset()
          setOpen(true)
        }}
        className={WORD_BUTTON}
      >
        Delete
      </button>
      <Dialog open={open} onOpenChange={setOpen} title={`Delete your ${what}?`}>
        <p className="mt-3 text-ink-2">{warning}</p>
        {deleting.isError && (
          <p role="alert" className="mt-3 text-danger text-sm">
            {errorSentence(deleting.error)}
          </p>
        )}
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2">
          <Button busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {`Delete ${what}`}
          </Button>
          <Button look="ghost" onClick={() => setOpen(false)}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  )
}
