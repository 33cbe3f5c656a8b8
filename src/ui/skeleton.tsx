import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'

/**
 * A pulsing tile in the place of what is on its way; give it the size of the real thing. Hidden from screen readers.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('animate-[pulse-tile_1.6s_ease-in-out_infinite_alternate] bg-tile opacity-55', className)}
    />
  )
}

/** Skeletons in a place, and what is read out meanwhile. */
export function Loading({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div aria-busy="true" className={className}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  )
}
