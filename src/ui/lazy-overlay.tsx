import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { t } from '@/language/text'
import { isLineHere } from '@/lib/line'
import { useClosedByBack, useClosedByNavigation } from './overlay'
import { pressedLooksBusy } from './pressed-button'
import { SheetWaiting } from './sheet-waiting'
import { SoftBoundary } from './soft-boundary'
import { toast } from './toast'

interface LazyOverlayProps {
  /** Fetches and draws it from the first time on: kept after closing, so that it is seen to go. */
  open: boolean
  /** Names what did not open. */
  title: string
  /** Its code did not come, or Back, a link or another opening came first: whoever opened it takes that back. */
  takeBack: () => void
  /** Shown while its code is on its way; the pressed button looks busy until then, too (PAINT-19). */
  waiting?: ReactNode
  /** It is a low sheet: `waiting` is its place. */
  low?: boolean
  children: ReactNode
}

/** Chromium, since 148, fetches a module that failed never again for a document: only a new one helps there. */
const loadAfresh = () => ({ label: t('Reload'), run: () => window.location.reload() })

/** What was pressed lies in code that did not come. */
export function sayNotOpened(title: string): void {
  toast.error(t('{title} did not open', { title }), {
    description: t('Check your connection and try again.'),
    ...(isLineHere() && { action: loadAfresh() }),
  })
}

/** Around what lies over the page and whose code is fetched at the first opening; a failure is said in a toast. */
export function LazyOverlay({ open, title, takeBack, low, waiting, children }: LazyOverlayProps) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <SoftBoundary
      onError={() => {
        setWanted(false)
        if (!open) return
        takeBack()
        sayNotOpened(title)
      }}
    >
      <Suspense
        fallback={open && <Waiting takeBack={takeBack}>{low ? <SheetWaiting label={title} /> : waiting}</Waiting>}
      >
        {children}
      </Suspense>
    </SoftBoundary>
  )
}

/** The overlay, once it is here, takes the entry of the history over. */
function Waiting({ takeBack, children }: { takeBack: () => void; children: ReactNode }) {
  useClosedByBack(true, takeBack, true)
  useClosedByNavigation(takeBack)
  useEffect(pressedLooksBusy, [])
  return children
}
