import Minus from '@lucide/icons/icons/minus'
import Plus from '@lucide/icons/icons/plus'
import type { ReactNode } from 'react'
import { Icon } from './icon'

/**
 * A native details element: works before and without scripts, and the browser's find opens it. Stack several;
 * hairlines join them.
 */
export function Accordion({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group border-line border-b first-of-type:border-t">
      <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-4 py-2 font-display text-accordion [&::-webkit-details-marker]:hidden">
        {title}
        <Icon of={Plus} className="group-open:hidden" />
        <Icon of={Minus} className="hidden group-open:block" />
      </summary>
      <div className="pb-6 text-ink-2">{children}</div>
    </details>
  )
}
