import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import Star from 'lucide-react/icons/star'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorSentence, fieldErrors } from '@/api/errors'
import type { Product } from '@/domain/product'
import {
  REVIEW_CONTENT_LENGTH,
  REVIEW_IMAGE_BYTES,
  REVIEW_IMAGE_TYPES,
  REVIEW_IMAGES,
  REVIEW_PROOF_NEEDED,
  REVIEW_TITLE_LENGTH,
  type Review,
  type ReviewState,
} from '@/domain/review'
import { type ReviewInput, type ReviewValues, reviewSchema } from '@/domain/review-form'
import { useAuth } from '@/features/account/auth-context'
import { SendMailAgain } from '@/features/account/send-mail-again'
import type { PlainSentence } from '@/language/catalogue'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { Input } from '@/ui/input'
import { Textarea } from '@/ui/textarea'
import { changeReview, createReview } from './deeds'
import { usePictureAddress } from './pictures'
import { reviewsOptions } from './queries'

export interface ReviewFormProps {
  product: Product
  /** The own review that is changed; without it a new one is written. */
  review?: Review
  /** With the state of the review that was taken, or undefined when none was. */
  onClose: (taken?: ReviewState) => void
}

const STARS = [1, 2, 3, 4, 5]
const FAILURE: PlainSentence = 'Failed to create review'

/** The form of a review, new or changed (REV-01): problems stand beside their fields, a refusal of the whole above the buttons (REV-06). */
export function ReviewForm({ product, review, onClose }: ReviewFormProps) {
  const client = useQueryClient()
  const { user } = useAuth()
  const [images, setImages] = useState<File[]>([])
  /** Pictures the review has already and keeps, file names. */
  const [kept, setKept] = useState(review?.images ?? [])
  const pictureAddress = usePictureAddress(review)
  const [imageProblem, setImageProblem] = useState<string>()
  const form = useForm<ReviewInput, unknown, ReviewValues>({
    resolver: valibotResolver(reviewSchema),
    defaultValues: review
      ? { rating: String(review.rating), title: review.title, content: review.content }
      : { rating: '', title: '', content: '' },
    mode: 'onTouched',
  })
  const { errors } = form.formState
  const rating = Number(form.watch('rating') ?? 0)
  const { setError } = form

  const sending = useMutation({
    mutationFn: async (values: ReviewValues) => {
      if (!review) return createReview({ ...values, product: product.id, images })
      const removed = review.images.filter((file) => !kept.includes(file))
      await changeReview(review.id, { ...values, images, removed })
      return review.state
    },
    onSuccess: async (state) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsOptions(product.id).queryKey }),
        client.invalidateQueries({ queryKey: ['products', 'one', product.id] }),
      ])
      onClose(state)
    },
    onError: (error) => {
      const { images: refused, ...fields } = fieldErrors(error)
      setImageProblem(refused)
      for (const name of ['rating', 'title', 'content'] as const) {
        if (fields[name]) setError(name, { message: fields[name] }, { shouldFocus: true })
      }
    },
  })

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const choose = (chosen: File[]) => {
    const fitting = chosen.filter(({ type, size }) => REVIEW_IMAGE_TYPES.includes(type) && size <= REVIEW_IMAGE_BYTES)
    const room = REVIEW_IMAGES - kept.length
    setImages([...images, ...fitting].slice(0, room))
    if (fitting.length < chosen.length) setImageProblem(t('Pictures must be JPEG, PNG or WebP of at most 5 MB'))
    else if (images.length + fitting.length > room)
      setImageProblem(t('At most {count} pictures', { count: REVIEW_IMAGES }))
    else setImageProblem(undefined)
  }
  return (
    <form
      noValidate
      aria-labelledby="review-form"
      className="grid gap-4.5 bg-sunken p-5 md:p-8"
      onSubmit={(event) => void form.handleSubmit((values) => sending.mutate(values))(event)}
    >
      <h3 id="review-form" ref={heading} tabIndex={-1} className="outline-none">
        {t('Your review of {product}', { product: product.name })}
      </h3>
      {user && !user.verified && (
        <div className="flex flex-col items-start gap-2">
          <p className="text-ink-2 text-sm">{t(REVIEW_PROOF_NEEDED)}</p>
          <SendMailAgain email={user.email} />
        </div>
      )}
      <fieldset className="min-w-0" aria-describedby={errors.rating ? 'rating-error' : undefined}>
        <legend className="text-ink-2 text-sm">{t('Rating')}</legend>
        <div className="-ml-2.5 flex">
          {STARS.map((star) => (
            <label key={star} className="relative grid size-11 cursor-pointer place-items-center">
              <input
                {...form.register('rating')}
                type="radio"
                value={String(star)}
                aria-label={t('Rating {star}', { star })}
                className="peer absolute inset-0 appearance-none"
              />
              <Star
                aria-hidden="true"
                size={24}
                strokeWidth={1}
                className={classNames('pointer-events-none', star <= rating ? 'fill-current' : 'text-line-strong')}
              />
            </label>
          ))}
        </div>
        <FieldError id="rating-error" error={errors.rating?.message} />
      </fieldset>
      <Field label={t('Title')} hint={t('Optional')} error={errors.title?.message}>
        {(control) => (
          <Input {...control} {...form.register('title')} maxLength={REVIEW_TITLE_LENGTH} autoComplete="off" />
        )}
      </Field>
      <Field label={t('Your review')} error={errors.content?.message}>
        {(control) => (
          <Textarea {...control} {...form.register('content')} rows={5} maxLength={REVIEW_CONTENT_LENGTH} />
        )}
      </Field>
      <Field
        label={t('Photographs')}
        hint={t('Optional, up to four: JPEG, PNG or WebP of at most 5 MB each')}
        error={imageProblem}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept={REVIEW_IMAGE_TYPES.join(',')}
            multiple
            onChange={(event) => {
              choose([...(event.target.files ?? [])])
              event.target.value = ''
            }}
            className="block w-full py-2 text-sm text-transparent file:mr-4 file:min-h-11 file:cursor-pointer file:rounded file:border file:border-line-strong file:bg-transparent file:px-5 file:pt-0.5 file:font-medium file:text-ink"
          />
        )}
      </Field>
      {kept.length > 0 && (
        <ul aria-label={t('Photographs of the review')} className="flex flex-wrap gap-3">
          {kept.map((file, position) => (
            <li key={file} className="relative">
              {pictureAddress && (
                <img src={pictureAddress(file, 'small')} alt="" className="photo size-20 object-cover" />
              )}
              <button
                type="button"
                aria-label={t('Remove photograph {number}', { number: position + 1 })}
                onClick={() => setKept(kept.filter((other) => other !== file))}
                className="absolute -top-2 -right-2 grid size-11 place-items-center"
              >
                <span className="grid size-7 place-items-center rounded-full bg-page">
                  <Icon of={X} small />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {images.length > 0 && (
        <ul aria-label={t('Chosen photographs')} className="grid gap-1 text-sm">
          {images.map((image, position) => (
            <li key={`${image.name}-${image.lastModified}`} className="flex items-center gap-2">
              <span className="min-w-0 truncate">{image.name}</span>
              <button
                type="button"
                aria-label={t('Remove {name}', { name: image.name })}
                onClick={() => setImages(images.filter((_, other) => other !== position))}
                className="grid size-11 flex-none place-items-center"
              >
                <Icon of={X} small />
              </button>
            </li>
          ))}
        </ul>
      )}
      {sending.isError && (
        <p role="alert" className="text-danger text-sm">
          {refusal(sending.error)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button type="submit" busy={sending.isPending}>
          {review ? t('Save review') : t('Submit review')}
        </Button>
        <Button look="ghost" onClick={() => onClose()}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The error's own message where it has one (REV-06). */
function refusal(error: Error): string {
  return errorSentence(error, error.name === 'Error' && error.message ? error.message : FAILURE)
}
