import X from '@lucide/icons/icons/x'
import { useEffect, useRef, useState } from 'react'
import { REVIEW_IMAGE_BYTES, REVIEW_IMAGE_TYPES, REVIEW_IMAGES, type Review } from '@/domain/reviews/review'
import { t } from '@/language/text'
import { smallerPhotograph } from '@/lib/photograph'
import { Field } from '@/ui/field'
import { Icon } from '@/ui/icon'
import { usePictureAddress } from './pictures'

/** The photographs of a review that is written: those it has already, and those chosen now. */
export function useReviewPhotographs(review: Review | undefined) {
  const [images, setImages] = useState<File[]>([])
  /** Pictures the review has already and keeps, file names. */
  const [kept, setKept] = useState(review?.images ?? [])
  const [problem, setProblem] = useState<string>()
  const choose = (chosen: File[]) => {
    const fitting = chosen.filter(({ type }) => REVIEW_IMAGE_TYPES.includes(type))
    const room = REVIEW_IMAGES - kept.length
    setImages([...images, ...fitting].slice(0, room))
    if (fitting.length < chosen.length) setProblem(t('Pictures must be JPEG, PNG or WebP.'))
    else if (images.length + fitting.length > room) setProblem(t('At most {count} pictures.', { count: REVIEW_IMAGES }))
    else setProblem(undefined)
  }
  return { images, setImages, kept, setKept, problem, setProblem, choose }
}

export type ReviewPhotographs = ReturnType<typeof useReviewPhotographs>

/** Photographs as they are sent. @throws Error when one is too large and cannot be made smaller here */
export async function smallerPhotographs(images: readonly File[]): Promise<File[]> {
  const smaller: File[] = []
  // One after another: each is opened whole.
  for (const image of images) smaller.push(await smallerPhotograph(image))
  if (smaller.some(({ size }) => size > REVIEW_IMAGE_BYTES)) throw new Error('A picture may have at most 5 MB.')
  return smaller
}

/** The field that takes photographs, and below it those there are, each with its way out. */
export function PhotographsField({
  review,
  photographs,
}: {
  review: Review | undefined
  photographs: ReviewPhotographs
}) {
  const { images, kept, problem, choose } = photographs
  const input = useRef<HTMLInputElement>(null)
  // The pressed button goes with the picture, and so may what was wrong.
  const without =
    <T,>(set: (left: T) => void) =>
    (left: T) => {
      set(left)
      photographs.setProblem(undefined)
      input.current?.focus()
    }
  return (
    <>
      <Field label={t('Your pictures')} hint={t('Optional, up to four: JPEG, PNG or WebP')} error={problem}>
        {(control) => (
          <input
            {...control}
            ref={input}
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
      {review && kept.length > 0 && (
        <KeptPhotographs review={review} kept={kept} onChange={without(photographs.setKept)} />
      )}
      {images.length > 0 && <ChosenPhotographs images={images} onChange={without(photographs.setImages)} />}
    </>
  )
}

interface KeptPhotographsProps {
  review: Review
  kept: string[]
  onChange: (kept: string[]) => void
}

function KeptPhotographs({ review, kept, onChange }: KeptPhotographsProps) {
  const pictureAddress = usePictureAddress(review)
  return (
    <ul aria-label={t('Pictures of your review')} className="flex flex-wrap gap-3">
      {kept.map((file, position) => (
        <Photograph
          key={file}
          address={pictureAddress?.(file, 'small')}
          name=""
          removal={t('Remove picture {number}', { number: position + 1 })}
          onRemove={() => onChange(kept.filter((other) => other !== file))}
        />
      ))}
    </ul>
  )
}

function ChosenPhotographs({ images, onChange }: { images: File[]; onChange: (images: File[]) => void }) {
  return (
    <ul aria-label={t('Chosen pictures')} className="flex flex-wrap gap-3">
      {images.map((image, position) => (
        <ChosenPhotograph
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
          key={position}
          image={image}
          onRemove={() => onChange(images.filter((_, other) => other !== position))}
        />
      ))}
    </ul>
  )
}

function ChosenPhotograph({ image, onRemove }: { image: File; onRemove: () => void }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(image)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [image])
  const { name } = image
  return <Photograph address={address} name={name} removal={t('Remove {name}', { name })} onRemove={onRemove} />
}

interface PhotographProps {
  address: string | undefined
  /** Stands in its place when it cannot be shown. */
  name: string
  removal: string
  onRemove: () => void
}

function Photograph({ address, name, removal, onRemove }: PhotographProps) {
  return (
    <li className="relative size-20">
      {address && <img src={address} alt={name} className="photo size-20 object-cover text-sm" />}
      <button
        type="button"
        aria-label={removal}
        onClick={onRemove}
        className="absolute -top-2 -right-2 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full bg-page">
          <Icon of={X} size={16} />
        </span>
      </button>
    </li>
  )
}
