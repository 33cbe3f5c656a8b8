import { Suspense } from 'react'
import { MEASURED_BY_OTHERS, showConsent, useConsentView } from '@/integrations/consent-view'
import { lazyComponent } from '@/ui/lazy'
import { SoftBoundary } from '@/ui/soft-boundary'

const ConsentPanel = lazyComponent(() =>
  import('@/features/consent/consent-panel').then((module) => module.ConsentPanel),
)

/**
 * Where the shopper is asked about measuring, in shops that have somebody for it. Its code is fetched when there is
 * something to ask.
 */
export function ConsentSlot() {
  return MEASURED_BY_OTHERS ? <Asking /> : null
}

function Asking() {
  const view = useConsentView()
  if (view === 'none') return null
  return (
    // Not asked is not allowed: should its code not arrive, nothing is measured.
    <SoftBoundary onError={() => showConsent('none')}>
      <Suspense fallback={null}>
        <ConsentPanel />
      </Suspense>
    </SoftBoundary>
  )
}
