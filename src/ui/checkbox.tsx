import Check from '@lucide/icons/icons/check'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A 20 px box in a 44 px row with its label. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames('inline-flex min-h-11 items-center gap-2.5 text-sm', className)}>
      <span className="relative grid size-5 flex-none place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer absolute inset-0 appearance-none rounded border border-line-strong bg-surface checked:border-primary-ink checked:bg-primary aria-invalid:border-danger"
        />
        <Icon
          of={Check}
          size={14}
          strokeWidth={2.25}
          className="pointer-events-none relative hidden text-on-primary peer-checked:block"
        />
      </span>
      <span className="pt-0.5">{label}</span>
    </label>
  )
}
