import { Link } from 'react-router-dom'

/** Where the page stands; the last entry is the page itself and has no `to`. */
export function Breadcrumbs({ trail }: { trail: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="text-ink-3 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {trail.map(({ label, to }) => (
          <li key={label} className="flex gap-2 before:content-['/'] first:before:content-none">
            {to ? (
              <Link to={to} className="hover:text-ink">
                {label}
              </Link>
            ) : (
              <span aria-current="page">{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
