import type { LucideIconData } from '@lucide/icons'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string
  icon: LucideIconData
  /** The icon's, px. */
  size?: number
  /** Drawn over the icon, such as a count. */
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export const ICON_BUTTON =
  'relative inline-grid size-11 flex-none place-items-center rounded-full transition-colors duration-fast hover:bg-sunken'

/** A 44 px round target with one icon; `label` is its name. */
export function IconButton({ label, icon, size, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} aria-label={label} className={classNames(ICON_BUTTON, className)}>
      <Icon of={icon} size={size} />
      {children}
    </button>
  )
}
