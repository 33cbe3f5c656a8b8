import type { ReactNode } from 'react'
import { textLanguage } from '@/language/text-language'

/** Top of a plain page: an optional trail or eyebrow, the h1 and a lead. */
export function PageHead({ title, lead, above }: { title: string; lead?: ReactNode; above?: ReactNode }) {
  return (
    <div className="pt-9 pb-6 lg:pt-16 lg:pb-11">
      {above}
      <h1 lang={textLanguage(title)}>{title}</h1>
      {lead && <p className="mt-2.5 max-w-[52ch] text-ink-2 text-lead">{lead}</p>}
    </div>
  )
}
