import { classNames } from '@/lib/class-names'

interface SegmentedProps<T extends string> {
  label: string
  value: T
  options: readonly (readonly [value: T, name: string])[]
  onChange: (value: T) => void
  /** In the dark bar. */
  onBar?: boolean
}

/** One of a few, side by side. */
export function Segmented<T extends string>({ label, value, options, onChange, onBar }: SegmentedProps<T>) {
  return (
    <fieldset
      aria-label={label}
      className={classNames(
        'inline-flex overflow-hidden rounded border',
        onBar ? 'border-on-bar-2' : 'border-line-strong',
      )}
    >
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          className={classNames(
            'flex min-h-(--ctl) flex-1 items-center justify-center px-3.5 pt-0.5 max-md:px-3 whitespace-nowrap not-first:border-l aria-pressed:font-medium aria-pressed:shadow-[inset_0_-2px_0_currentColor]',
            onBar
              ? 'border-on-bar-2 text-on-bar-2 aria-pressed:text-on-bar'
              : 'text-ink-2 aria-pressed:bg-sunken aria-pressed:text-ink',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
