import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '@/language/text'
import { lazyComponent } from './lazy'
import { SoftBoundary } from './soft-boundary'
import { toast } from './toast'

export interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog. */
  title: string
  side?: 'left' | 'right'
  /** Drawn in the head instead of the title, which is then for screen readers only. */
  head?: ReactNode
  /** Fixed below the scrolling part. */
  foot?: ReactNode
  children: ReactNode
}

const SheetDialog = lazyComponent<SheetProps>(() => import('./sheet-dialog').then((module) => module.SheetDialog))

/**
 * A panel that slides in from an edge over the page, with the focus held inside and given back afterwards. Its code is fetched at the
 * first opening, or before, by `preloadSheet`.
 */
export function Sheet(props: SheetProps) {
  // Kept mounted after closing, so that the closing slide can be seen.
  const [wanted, setWanted] = useState(false)
  useEffect(() => {
    if (props.open) setWanted(true)
  }, [props.open])
  if (!wanted) return null
  return (
    <SoftBoundary
      onError={() => {
        setWanted(false)
        props.onOpenChange(false)
        toast.error(t('{title} did not open', { title: props.title }), {
          description: t('Check your connection and try again.'),
        })
      }}
    >
      <Suspense fallback={null}>
        <SheetDialog {...props} />
      </Suspense>
    </SoftBoundary>
  )
}

/** Fetches the sheet's code ahead of its opening, for instance when a pointer reaches its button. */
export function preloadSheet(): void {
  SheetDialog.preload().catch(() => undefined)
}
