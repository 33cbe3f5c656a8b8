import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { formatDateTime } from '@/domain/date'
import type { DeskComment } from '@/domain/desk/messages'
import { Button } from '../parts/button'
import { Note } from '../parts/note'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useAsk } from '../session'

/** A comment below a review: read, and deleted where it has to go. */
export function CommentCard({ comment }: { comment: DeskComment }) {
  const { id, content, author, reviewer, product, updated } = comment
  const [sure, setSure] = useState(false)
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('messages')
  const act = useMutation({
    mutationFn: () => ask(`comments/${id}/delete`, { body: {} }),
    onSuccess: () => {
      toast({ text: 'The comment is deleted.' })
      return again()
    },
  })
  return (
    <li className="border-b py-5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="wrap-anywhere">{author || 'Somebody'}</b>
        <span className="meta">{formatDateTime(updated)}</span>
      </p>
      <p className="meta wrap-anywhere">
        On the review of {product} by {reviewer || 'somebody'}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{content}</p>
      {act.error && <Note kind="bad">{errorSentence(act.error)}</Note>}
      <p className="mt-3 flex flex-wrap gap-2">
        {sure ? (
          <>
            <Button look="danger" busy={act.isPending} onClick={() => act.mutate()}>
              Delete for good
            </Button>
            <Button onClick={() => setSure(false)}>Leave it</Button>
          </>
        ) : (
          <Button key="delete" look="text" onClick={() => setSure(true)}>
            Delete
          </Button>
        )}
      </p>
    </li>
  )
}
