import type { Product } from '@/domain/catalog/product'
import { STARS } from '@/domain/limits'
import { ALL_REVIEWS, REVIEW_ORDERS, type ReviewView } from '@/domain/reviews/review'
import type { PlainSentence } from '@/language/catalogue'
import { grouped, t, tn } from '@/language/text'
import { Select } from '@/ui/select'

const ORDER_NAMES: Record<ReviewView['order'], PlainSentence> = {
  newest: 'Newest',
  highest: 'Highest rated',
  lowest: 'Lowest rated',
  helpful: 'Most helpful',
}

interface ReviewToolsProps {
  view: ReviewView
  onChange: (view: ReviewView) => void
}

/** How many gave each number of stars; a press shows those alone, another one all again (REV-08). */
export function RatingBars({ product, view, onChange }: ReviewToolsProps & { product: Product }) {
  const { rating_counts: counts, reviews } = product
  if (counts.length === 0 || reviews < 2) return null
  return (
    <ul className="mt-5 max-w-[30rem]">
      {[...STARS].reverse().map((stars) => {
        const count = counts[stars - 1] ?? 0
        const chosen = view.stars === stars
        return (
          <li key={stars}>
            <button
              type="button"
              aria-pressed={chosen}
              disabled={count === 0}
              onClick={() => onChange({ ...view, stars: chosen ? ALL_REVIEWS.stars : stars })}
              className="grid min-h-11 w-full grid-cols-[2.5rem_1fr_3rem] items-center gap-3 text-left text-sm tabular-nums disabled:text-ink-3 aria-pressed:font-medium"
            >
              <span className="sr-only">
                {tn(stars, '{count} star', '{count} stars')}, {tn(count, '{count} review', '{count} reviews')}
              </span>
              <span aria-hidden="true">{stars} ★</span>
              <span aria-hidden="true" className="h-1 bg-line">
                <span
                  className="block h-full bg-ink forced-colors:bg-[CanvasText]"
                  style={{ width: `${(100 * count) / reviews}%` }}
                />
              </span>
              <span aria-hidden="true" className="text-right">
                {grouped(count)}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The order of the reviews; nothing where there is only one. */
export function ReviewOrder({ view, onChange }: ReviewToolsProps) {
  return (
    <div className="mb-6.5 flex items-center justify-between border-line border-y text-sm">
      <span aria-hidden="true" className="text-ink-2">
        {t('Sort by')}
      </span>
      <Select
        bare
        aria-label={t('Order of the reviews')}
        value={view.order}
        onChange={({ target }) => onChange({ ...view, order: target.value as ReviewView['order'] })}
      >
        {(Object.keys(REVIEW_ORDERS) as ReviewView['order'][]).map((order) => (
          <option key={order} value={order}>
            {t(ORDER_NAMES[order])}
          </option>
        ))}
      </Select>
    </div>
  )
}
