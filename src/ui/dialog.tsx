import { type ReactNode, Suspense } from 'react'
import { t } from '@/language/text'
import { lazyComponent } from './lazy'
import { SoftBoundary } from './soft-boundary'
import { toast } from './toast'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Names the dialog and stands at its top. */
  title: string
  children: ReactNode
}

const DialogView = lazyComponent<DialogProps>(() => import('./dialog-view').then((module) => module.DialogView))

/**
 * A question in the middle of the page, with the focus held inside and given back afterwards; Escape and a press beside it close it. Its
 * code is fetched at the first opening.
 */
export function Dialog(props: DialogProps) {
  if (!props.open) return null
  return (
    <SoftBoundary
      onError={() => {
        props.onOpenChange(false)
        toast.error(t('{title} did not open', { title: props.title }), {
          description: t('Check your connection and try again.'),
        })
      }}
    >
      <Suspense fallback={null}>
        <DialogView {...props} />
      </Suspense>
    </SoftBoundary>
  )
}
