import type { ReactNode } from 'react'
import { lazyComponent } from './lazy'
import { LazyOverlay } from './lazy-overlay'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog. */
  title: string
  /**
   * `bottom`: from below on phones, from the right on larger screens. `full`: all of the screen; `top`: on phones, and
   * the top of larger screens. These two have neither head nor foot, and scroll by what they hold.
   */
  side?: 'right' | 'bottom' | 'full' | 'top'
  /** With `bottom`: as high as what it holds, and in the middle of larger screens. */
  low?: boolean
  /** Drawn in the head instead of the title, which is then for screen readers only. */
  head?: ReactNode
  /** Fixed below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

const SheetDialog = lazyComponent<SheetProps>(() => import('./sheet-dialog').then((module) => module.SheetDialog))

/**
 * A panel that slides in from an edge over the page, with the focus held inside and given back afterwards. Its code
 * is fetched at the first opening, or before, by `preloadSheet`.
 */
export function Sheet(props: SheetProps) {
  return (
    <LazyOverlay open={props.open} title={props.title} onFailed={() => props.onOpenChange(false)}>
      <SheetDialog {...props} />
    </LazyOverlay>
  )
}

/** Fetches the sheet's code ahead of its opening, for instance when a pointer reaches its button. */
export function preloadSheet(): void {
  SheetDialog.preload().catch(() => undefined)
}
