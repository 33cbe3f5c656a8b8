import { ButtonLink } from './button'

/** Ways to the pages before and after, when a list has more than one. */
export function Pages({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  if (pages < 2) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center gap-3">
      {page > 1 && <ButtonLink href={href(page - 1)}>Back</ButtonLink>}
      <span className="text-ink-2">
        Page {page} of {pages}
      </span>
      {page < pages && <ButtonLink href={href(page + 1)}>Next</ButtonLink>}
    </nav>
  )
}
