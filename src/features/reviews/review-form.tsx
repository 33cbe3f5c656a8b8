import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { errorSentence, errorStatus, fieldErrors, isAborted, isBusy } from '@/api/errors'
import { shopperId } from '@/api/signed-in'
import { uploadFetch } from '@/api/upload-fetch'
import type { Product } from '@/domain/catalog/product'
import {
  REVIEW_CONTENT_LENGTH,
  REVIEW_PROOF_NEEDED,
  REVIEW_TITLE_LENGTH,
  type Review,
  type ReviewState,
} from '@/domain/reviews/review'
import { type ReviewInput, type ReviewValues, reviewSchema } from '@/domain/reviews/review-form'
import { useAuth } from '@/features/account/auth-context'
import { SendMailAgain } from '@/features/account/send-mail-again'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Textarea } from '@/ui/textarea'
import { UploadProgress } from '@/ui/upload-progress'
import { changeReview, createReview } from './mutations'
import { myReviewOptions } from './own-queries'
import { reviewsOptions } from './queries'
import { forgetDraft, readDraft, saveDraft } from './review-draft'
import {
  PhotographsField,
  type ReviewPhotographs,
  smallerPhotographs,
  useReviewPhotographs,
} from './review-photographs'
import { StarChoice } from './star-choice'

export interface ReviewFormProps {
  product: Product
  /** The own review that is changed; without it a new one is written. */
  review?: Review
  /** With the state of the review that was taken, or undefined when none was. */
  onClose: (taken?: ReviewState) => void
}

const FAILURE: PlainSentence = 'Failed to create review'

/**
 * The form of a review, new or changed (REV-01): problems stand beside their fields, a refusal of the whole above the
 * buttons (REV-06).
 */
export function ReviewForm(props: ReviewFormProps) {
  const { product, review } = props
  // Whoever opened it: a session may end while they write.
  const [user] = useState(shopperId)
  const onClose: typeof props.onClose = (taken) => {
    forgetDraft(user, product.id)
    props.onClose(taken)
  }
  const photographs = useReviewPhotographs(review)
  const form = useReviewFields(user, props)
  const { register, formState, watch, handleSubmit } = form
  const { errors } = formState
  const rating = Number(watch('rating') ?? 0)
  const { saving, part, cancel } = useReviewSaving({ ...props, onClose }, photographs, form)

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <form
      noValidate
      aria-labelledby="review-form"
      className="grid grid-cols-1 gap-4.5 bg-sunken p-5 md:p-8"
      onSubmit={(event) => void handleSubmit((values) => saving.mutate(values))(event)}
    >
      <h3 id="review-form" ref={heading} tabIndex={-1} className="outline-none">
        {t('Your review of {product}', { product: product.name })}
      </h3>
      <ProofAsked />
      <StarChoice rating={rating} field={register('rating')} error={errors.rating?.message} />
      <Field label={t('Title')} hint={t('Optional')} error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} maxLength={REVIEW_TITLE_LENGTH} autoComplete="off" />}
      </Field>
      <Field label={t('Your review')} error={errors.content?.message}>
        {(control) => <Textarea {...control} {...register('content')} rows={5} maxLength={REVIEW_CONTENT_LENGTH} />}
      </Field>
      <PhotographsField review={review} photographs={photographs} />
      {review?.reply && (
        <p className="text-ink-2 text-sm">
          {t('The shop’s answer goes when you change the review: it is to what it has read.')}
        </p>
      )}
      <Refusal error={saving.error} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={saving.isPending}>
          {review ? t('Save review') : t('Submit review')}
        </Button>
        <Button look="ghost" onClick={cancel}>
          {t('Cancel')}
        </Button>
        <UploadProgress part={part} />
      </div>
    </form>
  )
}

/** Filled with what was typed before, else with the own review. */
function useReviewFields(user: string, { product, review }: ReviewFormProps) {
  const written = review && { rating: String(review.rating), title: review.title, content: review.content }
  const form = useForm<ReviewInput, unknown, ReviewValues>({
    resolver: valibotResolver(reviewSchema),
    defaultValues: readDraft(user, product.id) ?? written ?? { rating: '', title: '', content: '' },
    mode: 'onTouched',
  })
  const { subscribe } = form
  useEffect(
    () =>
      subscribe({ formState: { values: true }, callback: ({ values }) => void saveDraft(user, product.id, values) }),
    [subscribe, user, product.id],
  )
  return form
}

/**
 * Sends the review with its photographs, until it is stopped; what the record store refuses of a field is told beside
 * it. What is changed while it is on its way stays, for the next press.
 */
function useReviewSaving(
  { product, review, onClose }: ReviewFormProps,
  photographs: ReviewPhotographs,
  { setError, getValues }: UseFormReturn<ReviewInput, unknown, ReviewValues>,
) {
  const client = useQueryClient()
  const unheard = useRef(false)
  const sending = useRef<AbortController>(null)
  const newest = useRef(photographs)
  newest.current = photographs
  const shown = () => [JSON.stringify(getValues()), newest.current.images, newest.current.kept]
  const [part, setPart] = useState<number | null>(null)
  const saving = useMutation({
    onMutate: shown,
    onSettled: () => setPart(null),
    mutationFn: async (values: ReviewValues) => {
      sending.current = new AbortController()
      const { signal } = sending.current
      const { kept } = photographs
      const images = await smallerPhotographs(photographs.images)
      signal.throwIfAborted()
      const upload = { signal, ...(images.length > 0 && { fetch: uploadFetch(setPart) }) }
      // An earlier try got no answer, and may have been done: its pictures go, and are sent again.
      const own = { ...myReviewOptions(product.id, shopperId()), staleTime: 0 }
      const now = unheard.current ? await client.fetchQuery(own) : review
      if (!now) return createReview({ ...values, product: product.id, images }, upload)
      const removed = now.images.filter((file) => !kept.includes(file))
      await changeReview(now.id, { ...values, images, removed }, upload)
      return now.state
    },
    onSuccess: async (state, _, sent) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(product.id).queryKey }),
        client.invalidateQueries({ queryKey: ['products', 'one', product.id] }),
      ])
      const now = shown()
      if (sent.every((part, place) => part === now[place])) onClose(state)
      else unheard.current = true
    },
    onError: (error) => {
      // It may have been done.
      if (isAborted(error)) return client.invalidateQueries({ queryKey: reviewsOptions(product.id).queryKey })
      unheard.current ||= errorStatus(error) === 0
      const { images: refused, ...fields } = fieldErrors(error)
      photographs.setProblem(refused)
      for (const name of ['rating', 'title', 'content'] as const) {
        if (fields[name]) setError(name, { message: fields[name] }, { shouldFocus: true })
      }
    },
  })
  const cancel = () => {
    sending.current?.abort()
    onClose()
  }
  return { saving, part, cancel }
}

/** Whoever has not proven the address of the account reads that it is needed, and can have the mail again. */
function ProofAsked() {
  const { user } = useAuth()
  if (!user || user.verified) return null
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-ink-2 text-sm">{t(REVIEW_PROOF_NEEDED)}</p>
      <SendMailAgain email={user.email} />
    </div>
  )
}

function Refusal({ error }: { error: Error | null }) {
  return (
    <>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {refusal(error)}
        </p>
      )}
      <p role="status" className="text-ink-2 text-sm empty:hidden">
        {error && reason(error)}
      </p>
    </>
  )
}

/** The error's own message where it has one (REV-06). */
function refusal(error: Error): string {
  return errorSentence(error, error.name === 'Error' && error.message ? error.message : FAILURE)
}

/** Why there is no reason of the record store's own, and the way on. */
function reason(error: Error): string {
  const status = errorStatus(error)
  if (status === 413) return t('Its photographs are too large to send. Choose fewer or smaller ones.')
  if (status < 500 || isBusy(error)) return ''
  return t('The shop has trouble just now. What you wrote is kept: please try again in a moment.')
}
