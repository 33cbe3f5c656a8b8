import type { LucideIconData } from '@lucide/icons'
import { createElement } from 'react'
import { classNames } from '@/lib/class-names'

export interface IconProps {
  of: LucideIconData
  /** Width and height, px: 20, or 16 in steppers and notes. */
  size?: number
  strokeWidth?: number
  /** What it says where no words stand beside it; without one it is not announced. */
  label?: string
  className?: string
}

/** A lucide icon at the store's weight. */
export function Icon({ of: icon, size = 20, strokeWidth = 1.5, label, className }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label && 'img'}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('flex-none', className)}
    >
      {icon.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
