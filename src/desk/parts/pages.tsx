import type { ReactNode } from 'react'
import { ButtonLink } from './button'

interface PagesProps {
  page: number
  /** Whether there is a further page. */
  more: boolean
  href: (page: number) => string
  /** What the ways are called: of lists by time Newer and Older. */
  names?: readonly [before: string, after: string]
  /** Where one is, such as `Page 2 of 5`. */
  children?: ReactNode
}

/** Ways to the pages before and after; nothing where one page holds all and says nothing of it. */
export function Pages({ page, more, href, names: [before, after] = ['Back', 'Next'], children }: PagesProps) {
  if (page === 1 && !more && !children) return null
  const way = (to: number, isThere: boolean, name: string) => (
    <ButtonLink href={isThere ? href(to) : undefined} role="link" aria-disabled={!isThere || undefined}>
      {name}
    </ButtonLink>
  )
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-end gap-2">
      {children && (
        <span className="meta flex-1" role="status">
          {children}
        </span>
      )}
      {way(page - 1, page > 1, before)}
      {way(page + 1, more, after)}
    </nav>
  )
}
