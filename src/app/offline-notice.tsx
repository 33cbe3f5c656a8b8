import { useSyncExternalStore } from 'react'
import { t } from '@/language/text'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** A line at the foot of the window while the device has no connection. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status">
      {!online && (
        <p className="fixed bottom-[calc(20px+var(--consent-height,0px))] left-gutter z-chat rounded bg-surface px-4 pt-2.5 pb-2 text-sm shadow-float max-md:right-[calc(var(--gutter)+64px)]">
          {t('You are offline. What is in your cart is kept.')}
        </p>
      )}
    </div>
  )
}
