import { useState } from 'react'
import { fileUrl } from '@/api/files'
import type { Review } from '@/domain/reviews/review'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Picture } from '@/ui/picture'
import { preloadZoom, Zoom } from '@/ui/zoom'
import type { ZoomPicture } from '@/ui/zoom-view'
import { usePictureAddress } from './pictures'
import { reviewerName } from './reviewer-name'

/** Photographs of all reviews that stand above them, at most. */
const SHOWN = 8

interface PictureRowProps {
  /** Name of the list, and of what opens. */
  label: string
  title: string
  pictures: readonly ZoomPicture[]
  large?: boolean
}

/** Photographs in a row, each of which opens as large as the screen. */
function PictureRow({ label, title, pictures, large }: PictureRowProps) {
  const [zoomed, setZoomed] = useState<number | null>(null)
  return (
    <>
      <ul
        aria-label={label}
        onPointerDown={preloadZoom}
        onFocus={preloadZoom}
        className={classNames('flex gap-0.5', large ? 'mb-7 overflow-x-auto [scrollbar-width:none]' : 'mt-3 flex-wrap')}
      >
        {pictures.map(({ src, small }, number) => (
          <li key={src} className="flex-none">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('Open picture {number} of {total} in full size', {
                number: number + 1,
                total: pictures.length,
              })}
              onClick={() => setZoomed(number)}
              className="block cursor-zoom-in focus-visible:-outline-offset-4"
            >
              <Picture source={{ src: small }} alt="" className={large ? 'size-30 lg:size-42' : 'size-20'} />
            </button>
          </li>
        ))}
      </ul>
      <Zoom at={zoomed} onClose={() => setZoomed(null)} title={title} pictures={pictures} />
    </>
  )
}

const words = (review: Review) => review.title || t('Review by {name}', { name: reviewerName(review.author) })

/** The photographs of one review. */
export function ReviewPictures({ review }: { review: Review }) {
  const pictureAddress = usePictureAddress(review)
  if (review.images.length === 0 || !pictureAddress) return null
  const pictures = review.images.map((file) => ({
    src: pictureAddress(file, 'large'),
    small: pictureAddress(file, 'small'),
    alt: words(review),
  }))
  return <PictureRow label={t('Pictures of the review')} title={words(review)} pictures={pictures} />
}

/** What buyers' photographs show, before what they say. */
export function BuyersPictures({ reviews }: { reviews: readonly Review[] }) {
  const pictures = reviews
    .filter(({ state }) => state === 'published')
    .flatMap((review) =>
      review.images.map((file) => ({
        src: fileUrl(review, file, 'large', 'jpeg'),
        small: fileUrl(review, file, 'small', 'jpeg'),
        alt: words(review),
      })),
    )
    .slice(0, SHOWN)
  if (pictures.length < 2) return null
  return <PictureRow large label={t('Pictures from reviews')} title={t('Pictures from reviews')} pictures={pictures} />
}
