import { Link } from 'react-router-dom'
import { t } from '@/language/text'

/** Where the page stands; the last entry is the page itself and has no `to`. */
export function Breadcrumbs({ trail }: { trail: { label: string; to?: string }[] }) {
  return (
    <nav aria-label={t('Breadcrumb')} className="relative text-ink-3 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {trail.map(({ label, to }) => (
          // A product may bear the name of its category: the address tells them apart.
          <li key={to ?? ''} className="flex min-w-0 gap-2 before:content-['/'] first:before:content-none">
            {to ? (
              // Its padding, taken back by the margin, is the finger's.
              <Link to={to} className="-mx-2 -my-3 min-w-11 px-2 py-3 hover:text-ink [overflow-wrap:anywhere]">
                {label}
              </Link>
            ) : (
              <span aria-current="page" className="min-w-0 [overflow-wrap:anywhere]">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
