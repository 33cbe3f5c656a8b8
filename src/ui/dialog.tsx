import type { DialogProps } from './dialog-view'
import { lazyComponent } from './lazy'
import { LazyOverlay } from './lazy-overlay'

const DialogView = lazyComponent<DialogProps>(() => import('./dialog-view').then((module) => module.DialogView))

/**
 * A question in the middle of the page, with the focus held inside and given back afterwards; Escape and a press
 * beside it close it. Its code is fetched at the first opening.
 */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <LazyOverlay open title={props.title} takeBack={() => props.onOpenChange(false)}>
      <DialogView {...props} />
    </LazyOverlay>
  )
}
