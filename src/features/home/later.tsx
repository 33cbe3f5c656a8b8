import { type ReactNode, Suspense, useState } from 'react'
import { t } from '@/language/text'
import { LoadFailed } from '@/ui/load-failed'
import { SoftBoundary } from '@/ui/soft-boundary'

interface LaterProps {
  id: string
  /** The page's first of these: it alone says that they did not load. */
  first?: boolean
  children: ReactNode
}

/** With nothing in it, the room that a page's last section leaves. */
const PLACE = '[&:empty:not(:has(~section,~div))]:h-section'

/** What lies below the first view and whose code comes after it. */
export function Later({ id, first, children }: LaterProps) {
  return (
    <SoftBoundary instead={<AsServed id={id} first={first} failed />}>
      <Suspense fallback={<AsServed id={id} />}>
        <div id={id} className={PLACE}>
          {children}
        </div>
      </Suspense>
    </SoftBoundary>
  )
}

/**
 * What the page came with, in its place: React lets go of it when anything above changes, or its code does not come
 * (HOME-22). Its links lead on. Of a page that came without, a screen is kept free until the code is here.
 */
function AsServed({ id, first, failed }: Omit<LaterProps, 'children'> & { failed?: boolean }) {
  const [served] = useState(() => document.getElementById(id)?.innerHTML)
  // Without its code the browser alone looks when its pictures come near.
  const html = failed ? served?.replaceAll(' data-src', ' src') : served
  return failed && first && !html ? (
    <LoadFailed title={t('Part of this page did not load')} onRetry={() => window.location.reload()}>
      {t('Check your connection and try again.')}
    </LoadFailed>
  ) : (
    <div
      id={id}
      className={html === undefined && !failed ? 'h-screen' : PLACE}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own, as the server wrote it
      dangerouslySetInnerHTML={{ __html: html ?? '' }}
    />
  )
}
