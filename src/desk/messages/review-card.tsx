import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { formatDate } from '@/domain/date'
import type { DeskReview } from '@/domain/desk/messages'
import { STARS } from '@/domain/limits'
import { useKept, useKeptForm } from '../kept'
import { Button } from '../parts/button'
import { TextArea, TextField } from '../parts/field'
import { Note } from '../parts/note'
import { StateWord } from '../parts/state-word'
import { useToast } from '../parts/toast'
import { useAgain } from '../parts/use-again'
import { useSeen } from '../parts/use-seen'
import { useAsk, useHost } from '../session'

type Deed = { reply: string; seen: string } | { state: 'published' } | { state: 'hidden'; hidden_reason: string }

function useDeed(review: DeskReview, said: (deed: Deed) => string, onDone: () => void) {
  const ask = useAsk()
  const toast = useToast()
  const again = useAgain('messages')
  return useMutation({
    mutationFn: (deed: Deed) => ask(`reviews/${review.id}`, { body: { seen: review.updated, ...deed } }),
    onSuccess: (_, deed) => {
      toast({ text: said(deed) })
      onDone()
      return again()
    },
    // What has changed meanwhile is there to be read.
    onError: again,
  })
}

/** A review: its words stay its author's; the shop allows, hides with a reason, and answers. */
export function ReviewCard({ review }: { review: DeskReview }) {
  const { rating, title, content, author, product, created, state, hidden_reason, verified_purchase } = review
  return (
    <li className="border-b py-5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <b className="wrap-anywhere">{title}</b>
        <span className="meta">{formatDate(created)}</span>
      </p>
      <p className="meta wrap-anywhere">
        <span aria-hidden="true">{'★'.repeat(rating).padEnd(STARS.length, '☆')}</span>
        <span className="sr-only">
          {rating} of {STARS.length} stars
        </span>{' '}
        · {author || 'Somebody'}, {product}
        {verified_purchase && ' · has received it'}
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{content}</p>
      <Pictures review={review} />
      {state === 'waiting' && <StateWord shape="todo">Waits for your yes</StateWord>}
      {review.reply === '' && review.replied_at !== '' && (
        <StateWord shape="todo">{`Changed since your reply of ${formatDate(review.replied_at)}, which is gone`}</StateWord>
      )}
      {state === 'hidden' && <StateWord shape="none">{`Hidden: ${hidden_reason}`}</StateWord>}
      <Deeds review={review} />
    </li>
  )
}

function Pictures({ review: { id, images, file_token } }: { review: DeskReview }) {
  const { store } = useHost()
  const address = (file: string, query: object = {}) =>
    store.files.getURL({ id, collectionName: 'reviews' }, file, { ...query, ...(file_token && { token: file_token }) })
  if (images.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap gap-1">
      {images.map((file) => (
        <a key={file} href={address(file)} target="_blank" rel="noreferrer">
          <img src={address(file, { thumb: '300x0' })} alt="By the shopper" className="photo size-20" />
        </a>
      ))}
    </p>
  )
}

function Deeds({ review }: { review: DeskReview }) {
  const [form, setForm] = useState<'reply' | 'hide'>()
  const act = useDeed(
    review,
    () => 'Shown in the shop now.',
    () => setForm(undefined),
  )
  if (form === 'reply') return <Reply review={review} onClose={() => setForm(undefined)} />
  if (form === 'hide') return <Hide review={review} onClose={() => setForm(undefined)} />
  return (
    <>
      {review.reply !== '' && (
        <div className="mt-3 border-l-3 border-line-strong pl-3">
          <p className="meta">Your reply, {formatDate(review.replied_at)}</p>
          <p className="whitespace-pre-line wrap-anywhere">{review.reply}</p>
        </div>
      )}
      {act.error && <Note kind="bad">{errorSentence(act.error)}</Note>}
      <p className="mt-3 flex flex-wrap gap-2">
        {review.state !== 'published' && (
          <Button busy={act.isPending} onClick={() => act.mutate({ state: 'published' })}>
            Show it in the shop
          </Button>
        )}
        {review.state === 'published' && (
          <Button onClick={() => setForm('reply')}>{review.reply ? 'Change the reply' : 'Reply'}</Button>
        )}
        {review.state !== 'hidden' && (
          <Button look="text" onClick={() => setForm('hide')}>
            Hide
          </Button>
        )}
      </p>
    </>
  )
}

function Reply({ review, onClose }: { review: DeskReview; onClose: () => void }) {
  const [text, setText, forget] = useKept(`desk-draft reply ${review.id}`, review.reply)
  const act = useDeed(
    review,
    (deed) => ('reply' in deed && deed.reply ? 'Your reply stands below the review.' : 'Your reply is gone.'),
    () => {
      forget()
      onClose()
    },
  )
  const seen = useSeen(review, act.error)
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate({ reply: text, seen })
      }}
    >
      <TextArea
        label="Your reply, read by everybody"
        rows={4}
        value={text}
        problem={act.error ? (fieldErrors(act.error).reply ?? errorSentence(act.error)) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={act.isPending}>
          Save the reply
        </Button>
        <Button onClick={onClose}>Later</Button>
        {review.reply !== '' && (
          <Button look="danger" onClick={() => act.mutate({ reply: '', seen })}>
            Remove the reply
          </Button>
        )}
      </p>
    </form>
  )
}

function Hide({ review, onClose }: { review: DeskReview; onClose: () => void }) {
  const [reason, setReason, close] = useKeptForm<string>(`desk-draft hide ${review.id}`, '', onClose)
  const act = useDeed(review, () => 'Hidden. Its author reads why.', close)
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        act.mutate({ state: 'hidden', hidden_reason: reason })
      }}
    >
      <TextField
        label="Why"
        hint="Its author reads this. A low rating is no reason."
        value={reason}
        problem={act.error ? (fieldErrors(act.error).hidden_reason ?? errorSentence(act.error)) : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <p className="flex flex-wrap gap-2">
        <Button type="submit" look="danger" busy={act.isPending}>
          Hide the review
        </Button>
        <Button onClick={close}>Leave it</Button>
      </p>
    </form>
  )
}
