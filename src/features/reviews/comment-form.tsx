import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { errorSentence, errorStatus, isAborted } from '@/api/errors'
import { shopperId } from '@/api/signed-in'
import type { ReviewComment } from '@/domain/reviews/review'
import { COMMENT_LENGTH } from '@/domain/reviews/review'
import { cleanText } from '@/domain/text'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { changeComment, postComment } from './mutations'
import { reviewsOptions } from './queries'
import { forgetDraft, readDraft, saveDraft } from './review-draft'

interface CommentFormProps {
  /** What is written on: a review to answer, or an own comment to change. */
  about: { review: string } | { comment: ReviewComment }
  productId: string
  /** Called when a change is saved or given up. */
  onClose?: () => void
}

/** One line below a review for signed-in shoppers (REV-04); what was typed stays until it is taken or given up. */
export function CommentForm({ about, productId, onClose }: CommentFormProps) {
  const comment = 'comment' in about ? about.comment : undefined
  const aboutId = 'comment' in about ? about.comment.id : about.review
  const [user] = useState(shopperId)
  const [kept] = useState(() => readDraft(user, aboutId))
  const [problem, setProblem] = useState<string>()
  // Of one that was kept, an earlier try may have got no answer.
  const unheard = useRef(kept !== null)
  const { text, newest, type } = useText(user, aboutId, kept?.content ?? comment?.content ?? '')
  const { posting, stop } = usePosting({ about, productId, unheard }, setProblem, (sent) => {
    // What was typed while it was on its way stays.
    if (newest.current !== sent) return
    type('')
    close()
  })
  const close = () => {
    stop()
    forgetDraft(user, aboutId)
    onClose?.()
  }
  return (
    <form
      className="mt-3 grid gap-2 sm:grid-cols-[1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        if (posting.isPending) return
        const content = cleanText(text)
        if (content === '') event.currentTarget.querySelector('textarea')?.focus()
        setProblem(content === '' ? t('Write a comment first.') : undefined)
        if (content !== '') posting.mutate(text)
      }}
    >
      {/* A field as wide as its words would push the page aside with a long one. */}
      <Field className="min-w-0" label={comment ? t('Edit your comment') : t('Add a comment')} error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            maxLength={COMMENT_LENGTH}
            value={text}
            onChange={({ target }) => type(target.value)}
            className="field-sizing-content min-h-12"
            // Opened by a press, so the words are where the person is.
            autoFocus={comment !== undefined}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-x-5">
        <Button type="submit" look="line" busy={posting.isPending}>
          {comment ? t('Save comment') : t('Post comment')}
        </Button>
        {comment && (
          <Button look="ghost" onClick={close}>
            {t('Cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is typed; `newest` is it also to who began to wait for an answer before it was. */
function useText(user: string, about: string, beginning: string) {
  const [text, setText] = useState(beginning)
  const newest = useRef(text)
  const type = (value: string) => {
    newest.current = value
    setText(value)
    saveDraft(user, about, { content: value })
  }
  return { text, newest, type }
}

function usePosting(
  { about, productId, unheard }: CommentFormProps & { unheard: RefObject<boolean> },
  setProblem: (problem: string) => void,
  onDone: (sent: string) => void,
) {
  const client = useQueryClient()
  const sending = useRef<AbortController>(null)
  const posting = useMutation({
    mutationFn: (text: string) => {
      if (!('comment' in about)) return postComment(about.review, cleanText(text), unheard.current)
      sending.current = new AbortController()
      return changeComment(about.comment.id, cleanText(text), sending.current.signal)
    },
    onSuccess: async (_, sent) => {
      await client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey })
      unheard.current = false
      onDone(sent)
    },
    onError: (error) => {
      // It may have been done.
      if (isAborted(error)) return client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey })
      unheard.current ||= errorStatus(error) === 0
      setProblem(errorSentence(error))
    },
  })
  return { posting, stop: () => sending.current?.abort() }
}
