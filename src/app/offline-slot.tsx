import { useEffect, useState } from 'react'
import { whenIdle } from '@/lib/when-idle'
import { lazyComponent } from '@/ui/lazy'

const LineBar = lazyComponent(() => import('./line-bar').then((module) => module.LineBar))

/** Where a lost line is told. Its code comes while there is one, when the page has settled. */
export function OfflineSlot({ slim }: { slim: boolean }) {
  const [here, setHere] = useState(false)
  useEffect(() => {
    const load = () =>
      void LineBar.preload().then(
        () => setHere(true),
        () => undefined,
      )
    whenIdle(load)
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [])
  return here && <LineBar slim={slim} />
}
