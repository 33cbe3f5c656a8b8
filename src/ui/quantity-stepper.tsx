import { type KeyboardEvent, useState } from 'react'
import { typedNumber } from '@/language/typed-number'
import { classNames } from '@/lib/class-names'
import { StepButton } from './step-button'

interface QuantityStepperProps {
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  /** `small` 46 px (cart line), `large` 54 (buy row). */
  size: 'small' | 'large'
  /** Name of the number field. Without it the count is plain text and only the buttons change it. */
  label?: string
  decreaseLabel?: string
  increaseLabel?: string
}

const SIZES = {
  small: 'h-11.5 grid-cols-[44px_max(28px,1.8em)_44px] text-sm',
  large: 'h-13.5 grid-cols-[44px_max(44px,1.8em)_44px]',
}

/**
 * Minus, count, plus. With `label` the count can be typed (a spinbutton); what is typed is taken when the field is
 * left or Enter is pressed, and held within min and max.
 */
export function QuantityStepper({
  value,
  onChange,
  min = 1,
  max,
  size,
  label,
  decreaseLabel,
  increaseLabel,
}: QuantityStepperProps) {
  const hold = (next: number) => Math.min(max, Math.max(min, next))
  return (
    <div
      className={classNames(
        'inline-grid flex-none items-center rounded border border-line-strong bg-surface tabular-nums',
        SIZES[size],
      )}
    >
      <StepButton
        step={-1}
        label={decreaseLabel}
        disabled={value <= min}
        onClick={() => onChange(hold(value - 1))}
        className="h-full"
      />
      {label ? (
        <TypedCount {...{ label, value, min, max, hold, onChange }} />
      ) : (
        <output className="pt-0.5 text-center">{value}</output>
      )}
      <StepButton
        step={1}
        label={increaseLabel}
        disabled={value >= max}
        onClick={() => onChange(hold(value + 1))}
        className="h-full"
      />
    </div>
  )
}

interface TypedCountProps extends Required<Pick<QuantityStepperProps, 'label' | 'value' | 'min' | 'max' | 'onChange'>> {
  /** The number within min and max that is nearest. */
  hold: (next: number) => number
}

function TypedCount({ label, value, min, max, hold, onChange }: TypedCountProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed === null) return
    const number = typedNumber(typed)
    setTyped(null)
    if (Number.isFinite(number) && hold(number) !== value) onChange(hold(number))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take()
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      setTyped(null)
      onChange(hold(value + (event.key === 'ArrowUp' ? 1 : -1)))
    }
  }
  return (
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
      onKeyDown={onKeyDown}
      className="h-full w-full bg-transparent pt-0.5 text-center"
    />
  )
}
