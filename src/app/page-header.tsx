import { type ReactNode, Suspense, useState } from 'react'
import { SoftBoundary } from '@/ui/soft-boundary'
import type { StoreRoute } from './routes'

/** The header of the page's own, as tall while its code is on its way; the shop's (`children`) where it has none. */
export function PageHeader({ header: Own, children }: Pick<StoreRoute, 'header'> & { children: ReactNode }) {
  const [failed, setFailed] = useState(false)
  if (!Own || failed) return children
  return (
    <SoftBoundary onError={() => setFailed(true)}>
      <Suspense fallback={<div className="h-[57px] border-line border-b lg:h-[73px]" />}>
        <Own />
      </Suspense>
    </SoftBoundary>
  )
}
