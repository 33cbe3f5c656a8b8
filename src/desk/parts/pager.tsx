import { Button } from './button'

interface PagerProps {
  page: number
  /** Whether there is a further page. */
  more: boolean
  onPage: (page: number) => void
}

/** Newer and older pages of a list; nothing where one page holds all. */
export function Pager({ page, more, onPage }: PagerProps) {
  if (page === 1 && !more) return null
  return (
    <nav aria-label="Pages" className="mt-4 flex justify-end gap-2">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button disabled={!more} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
