import { type ReactNode, Suspense, useState } from 'react'
import { SoftBoundary } from '@/ui/soft-boundary'

/** Of the roots of what comes later. */
export const TILES_ID = 'home-tiles'
export const SAMPLER_ID = 'home-sampler'
export const TESTIMONIALS_ID = 'home-said'

interface LaterProps {
  /** Its root's, where a rendered page has it in its HTML. */
  id?: string
  children: ReactNode
}

/** What lies below the first view and whose code comes after it. */
export function Later({ id, children }: LaterProps) {
  return (
    <SoftBoundary onError={() => undefined} instead={id && <AsServed id={id} />}>
      <Suspense fallback={id && <AsServed id={id} className="h-screen" />}>{children}</Suspense>
    </SoftBoundary>
  )
}

/**
 * What the page came with, in its place: React lets go of it when anything above changes, or its code does not come
 * (HOME-22). Its links lead on.
 */
function AsServed({ id, className }: { id: string; className?: string }) {
  const [html] = useState(() => {
    const served = document.getElementById(id)?.outerHTML
    // Without its code the browser alone looks when its pictures come near.
    return className ? served : served?.replaceAll(' data-src', ' src')
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own, as the server wrote it
  return html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : <div id={id} className={className} />
}
