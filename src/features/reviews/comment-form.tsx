import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { COMMENT_LENGTH } from '@/domain/review'
import { cleanText } from '@/domain/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/textarea'
import { postComment } from './deeds'
import { reviewsOptions } from './queries'

/** One line below a review for signed-in shoppers (REV-04); what was typed stays until it has been taken. */
export function CommentForm({ reviewId, productId }: { reviewId: string; productId: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const client = useQueryClient()
  const posting = useMutation({
    mutationFn: (content: string) => postComment(reviewId, content),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: reviewsOptions(productId).queryKey })
      setText('')
    },
    onError: (error) => setProblem(errorSentence(error)),
  })
  return (
    <form
      className="mt-3 grid gap-2 sm:grid-cols-[1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault()
        if (posting.isPending) return
        const content = cleanText(text)
        setProblem(content === '' ? 'Write a comment first' : undefined)
        if (content !== '') posting.mutate(content)
      }}
    >
      <Field label="Add a comment" error={problem}>
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            maxLength={COMMENT_LENGTH}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="field-sizing-content min-h-12"
          />
        )}
      </Field>
      <Button type="submit" look="line" busy={posting.isPending}>
        Post comment
      </Button>
    </form>
  )
}
