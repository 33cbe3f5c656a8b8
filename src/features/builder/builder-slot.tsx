import type { ReactNode } from 'react'

interface BuilderSlotProps {
  /** The page builder's model that may fill this place (BUILD-01). */
  model: 'home-hero' | 'home-features'
  /** What the shop shows by itself. */
  fallback: ReactNode
}

/** A place on the homepage that a page builder may fill. Without a builder account, as now, the shop's own content stands there. */
export function BuilderSlot({ fallback }: BuilderSlotProps) {
  return fallback
}
