import ChevronDown from '@lucide/icons/icons/chevron-down'
import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from '@/lib/class-names'
import { CONTROL } from './control-style'
import { Icon } from './icon'

/** The browser's own select: the right picker on every phone. `bare` drops the border for use in a toolbar. */
export function Select({
  className,
  bare,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { bare?: boolean; ref?: Ref<HTMLSelectElement> }) {
  return (
    <span className={classNames('relative block', bare && 'w-max', className)}>
      <select
        {...rest}
        className={
          bare
            ? 'h-11 appearance-none rounded bg-transparent pt-0.5 pr-7 pl-1 font-medium text-sm'
            : classNames(CONTROL, 'h-[50px] appearance-none pr-10')
        }
      />
      <Icon
        of={ChevronDown}
        size={16}
        className={classNames(
          'pointer-events-none absolute top-1/2 -translate-y-1/2 text-ink-3',
          bare ? 'right-1' : 'right-3.5',
        )}
      />
    </span>
  )
}
