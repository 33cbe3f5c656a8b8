import type { ReactNode } from 'react'
import pattern from './block-print.webp'

/** The screen of signing in and what belongs to it: a panel, on wide screens beside a photograph. */
export function AccountPanel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid lg:min-h-[760px] lg:grid-cols-2">
      <div className="relative hidden overflow-hidden bg-tile lg:block">
        {/* Lazy, so that phones, which never show it, do not fetch it either. */}
        <img src={pattern} alt="" loading="lazy" className="photo absolute inset-0 size-full object-cover" />
      </div>
      <div className="mx-auto w-full max-w-[calc(26rem+2*var(--gutter))] px-gutter pt-10 pb-18 lg:pt-30">
        <h1>{title}</h1>
        {lead && <p className="mt-2 text-ink-2">{lead}</p>}
        {children}
      </div>
    </div>
  )
}
