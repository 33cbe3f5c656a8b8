import type { LucideIcon } from 'lucide-react'
import { classNames } from '@/lib/class-names'

/**
 * A lucide icon at the store's weight: 20 px, or 16 in steppers and notes; never announced, the control carries the
 * words.
 */
export function Icon({ of: Glyph, small, className }: { of: LucideIcon; small?: boolean; className?: string }) {
  return (
    <Glyph aria-hidden="true" size={small ? 16 : 20} strokeWidth={1.5} className={classNames('flex-none', className)} />
  )
}
