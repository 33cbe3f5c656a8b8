import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '@/lib/class-names'

interface RadioRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  /** A second line; read as the choice's description, not as part of its name. */
  detail?: ReactNode
  /** At the row's right edge, such as an icon. */
  aside?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/**
 * One choice of a boxed group; put rows into `<RadioGroup>`. Needs `name` and `value`; the group's chosen row is
 * tinted.
 */
export function RadioRow({ label, detail, aside, className, id, ...rest }: RadioRowProps) {
  const rowId = id ?? `${rest.name}-${String(rest.value)}`
  return (
    <label
      className={classNames(
        'grid min-h-14 cursor-pointer grid-cols-[24px_1fr_auto] items-start gap-3 px-4.5 pt-4 pb-3.5 has-checked:bg-primary-soft has-disabled:cursor-not-allowed has-disabled:text-ink-3 not-first:border-line not-first:border-t',
        className,
      )}
    >
      <input
        {...rest}
        id={rowId}
        type="radio"
        aria-labelledby={`${rowId}-label`}
        aria-describedby={detail ? `${rowId}-detail` : undefined}
        className="mt-[3px] size-5 appearance-none rounded-full border border-line-strong bg-surface checked:border-[6px] checked:border-primary-ink"
      />
      <span>
        <span id={`${rowId}-label`}>{label}</span>
        {detail && (
          <span id={`${rowId}-detail`} className="block text-sm text-ink-3 leading-normal">
            {detail}
          </span>
        )}
      </span>
      {aside && <span className="mt-0.5 text-ink-2">{aside}</span>}
    </label>
  )
}

/** The box around radio rows, named by its legend, which is heard and not seen. */
export function RadioGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="overflow-hidden rounded border border-line-strong bg-surface">{children}</div>
    </fieldset>
  )
}
