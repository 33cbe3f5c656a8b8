import Star from '@lucide/icons/icons/star'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { FieldError } from '@/ui/field'
import { Icon } from '@/ui/icon'

const STARS = [1, 2, 3, 4, 5]

interface StarChoiceProps {
  /** How many are chosen; 0 for none yet. */
  rating: number
  field: UseFormRegisterReturn<'rating'>
  error: string | undefined
}

/** One to five stars to choose from (REV-01). */
export function StarChoice({ rating, field, error }: StarChoiceProps) {
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'rating-error' : undefined}>
      <legend className="text-ink-2 text-sm">{t('Rating')}</legend>
      <div className="-ml-2.5 flex">
        {STARS.map((star) => (
          <label key={star} className="relative grid size-11 cursor-pointer place-items-center">
            <input
              {...field}
              type="radio"
              value={String(star)}
              aria-label={t('Rating {star}', { star })}
              className="peer absolute inset-0 appearance-none"
            />
            <Icon
              of={Star}
              size={24}
              strokeWidth={1}
              className={classNames('pointer-events-none', star <= rating ? 'fill-current' : 'text-line-strong')}
            />
          </label>
        ))}
      </div>
      <FieldError id="rating-error" error={error} />
    </fieldset>
  )
}
