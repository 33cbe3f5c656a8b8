import { type ReactNode, Suspense } from 'react'
import { t } from '@/language/text'
import { SoftBoundary } from './soft-boundary'
import { toast } from './toast'

interface LazyOverlayProps {
  /** Names what did not open. */
  title: string
  /** Its code did not come: whoever opened it takes that back. */
  onFailed: () => void
  /** Shown while its code is on its way. */
  waiting?: ReactNode
  children: ReactNode
}

/** Around what lies over the page and whose code is fetched at the first opening; a failure is said in a toast. */
export function LazyOverlay({ title, onFailed, waiting, children }: LazyOverlayProps) {
  return (
    <SoftBoundary
      onError={() => {
        onFailed()
        toast.error(t('{title} did not open', { title }), { description: t('Check your connection and try again.') })
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </SoftBoundary>
  )
}
