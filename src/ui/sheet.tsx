import { lazyComponent } from './lazy'
import { LazyOverlay } from './lazy-overlay'
import type { SheetProps } from './sheet-dialog'

const SheetDialog = lazyComponent<SheetProps>(() => import('./sheet-dialog').then((module) => module.SheetDialog))

/**
 * A panel that slides in from an edge over the page, with the focus held inside and given back afterwards. Its code
 * is fetched at the first opening, or before, by `preloadSheet`.
 */
export function Sheet(props: SheetProps) {
  return (
    <LazyOverlay open={props.open} title={props.title} takeBack={() => props.onOpenChange(false)} low={props.low}>
      <SheetDialog {...props} />
    </LazyOverlay>
  )
}

/** Fetches the sheet's code ahead of its opening, for instance when a pointer reaches its button. */
export function preloadSheet(): void {
  SheetDialog.preload().catch(() => undefined)
}
