import Star from '@lucide/icons/icons/star'
import { t } from '@/language/text'
import { Icon } from './icon'

/** Five stars, filled in halves, named `4.5 out of 5`. `HalfStarGradient` must be on the page once. */
export function Rating({ value }: { value: number }) {
  const halves = Math.round(value * 2)
  return (
    <span
      role="img"
      aria-label={t('{rating} out of 5', { rating: halves / 2 })}
      className="inline-flex gap-0.5 text-ink"
    >
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon
          key={star}
          of={Star}
          size={15}
          strokeWidth={1}
          className={halves >= star * 2 ? 'fill-current' : halves === star * 2 - 1 ? 'half-star' : 'text-line-strong'}
        />
      ))}
    </span>
  )
}

/** Paints the left half of a star; drawn once in the frame. */
export function HalfStarGradient() {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden="true">
      <linearGradient id="half-star">
        <stop offset=".5" stopColor="currentColor" />
        <stop offset=".5" stopColor="currentColor" stopOpacity="0" />
      </linearGradient>
    </svg>
  )
}
