import type { ReactNode } from 'react'
import { PageHead } from '@/ui/page-head'

/** The frame of a page of words: heading, then text at a readable measure. */
export function Article({
  title,
  lead,
  above,
  children,
}: {
  title: string
  lead?: ReactNode
  above?: ReactNode
  children: ReactNode
}) {
  return (
    <article className="wrap pb-section">
      <PageHead title={title} lead={lead} above={above} />
      {children}
    </article>
  )
}
