import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { t } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

interface QuantityStepperProps {
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** `small` 38 px (cart line), `medium` 48, `large` 54 (buy row). */
  size?: 'small' | 'medium' | 'large'
  /** Name of the number field. Without it the count is plain text and only the buttons change it. */
  label?: string
  decreaseLabel?: string
  increaseLabel?: string
  className?: string
}

const SIZES = {
  small: 'h-[38px] grid-cols-[36px_max(28px,1.8em)_36px] text-sm',
  medium: 'h-12 grid-cols-[44px_max(44px,1.8em)_44px]',
  large: 'h-[54px] grid-cols-[44px_max(44px,1.8em)_44px]',
}

/**
 * Minus, count, plus. With `label` the count can be typed (a spinbutton); what is typed is taken when the field is left or Enter is
 * pressed, and held within min and max.
 */
export function QuantityStepper({
  value,
  onChange,
  min = 1,
  max = 99,
  size = 'medium',
  label,
  decreaseLabel = t('Decrease quantity'),
  increaseLabel = t('Increase quantity'),
  className,
}: QuantityStepperProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const hold = (next: number) => Math.min(max, Math.max(min, next))
  const take = () => {
    if (typed === null) return
    const number = Number.parseInt(typed, 10)
    setTyped(null)
    if (Number.isFinite(number) && hold(number) !== value) onChange(hold(number))
  }
  // The small one is drawn 38 px high and its buttons 36 wide; they reach beyond its border and over the count's margins: 44 px for a finger.
  // Only there: any of these classes makes something before the icon, which without the others would push it aside.
  const button = 'relative grid h-full place-items-center disabled:text-ink-3'
  const reach = size === 'small' && 'before:absolute before:-inset-y-[4px] before:content-[""]'
  return (
    <div
      className={classNames(
        'inline-grid flex-none items-center rounded border border-line-strong bg-surface tabular-nums',
        SIZES[size],
        className,
      )}
    >
      <button
        type="button"
        aria-label={decreaseLabel}
        className={classNames(button, reach, reach && 'before:right-[-8px] before:left-0')}
        disabled={value <= min}
        onClick={() => onChange(hold(value - 1))}
      >
        <Icon of={Minus} small />
      </button>
      {label ? (
        <input
          type="text"
          inputMode="numeric"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          autoComplete="off"
          value={typed ?? String(value)}
          // Read as a whole when it is taken: dropping the point of "1.5" while it is typed would order fifteen.
          onChange={(event) => setTyped(event.target.value.slice(0, 5))}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take()
            else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault()
              setTyped(null)
              onChange(hold(value + (event.key === 'ArrowUp' ? 1 : -1)))
            }
          }}
          className="h-full w-full bg-transparent pt-0.5 text-center"
        />
      ) : (
        <output className="pt-0.5 text-center">{value}</output>
      )}
      <button
        type="button"
        aria-label={increaseLabel}
        className={classNames(button, reach, reach && 'before:right-0 before:left-[-8px]')}
        disabled={value >= max}
        onClick={() => onChange(hold(value + 1))}
      >
        <Icon of={Plus} small />
      </button>
    </div>
  )
}
