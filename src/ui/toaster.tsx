import { Suspense, useSyncExternalStore } from 'react'
import { lazyComponent } from './lazy'
import { SoftBoundary } from './soft-boundary'
import { forgetToasts, toasterWanted } from './toast'

const ToasterView = lazyComponent(() => import('./toaster-view').then((module) => module.ToasterView))

/** Where toasts appear; once, in the frame. Its code comes with the first toast, or when a page stays. */
export function Toaster() {
  const wanted = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.get, toasterWanted.getOnServer)
  if (!wanted) return null
  return (
    <SoftBoundary onError={forgetToasts}>
      <Suspense fallback={null}>
        <ToasterView />
      </Suspense>
    </SoftBoundary>
  )
}
