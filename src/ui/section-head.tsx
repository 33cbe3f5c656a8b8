import { Link } from 'react-router-dom'

interface SectionHeadProps {
  title: string
  eyebrow?: string
  /** Underlined at the right, on the title's baseline. */
  link?: { label: string; to: string }
  id: string
}

/** Eyebrow over a heading, as every section of a page begins. */
export function SectionHead({ title, eyebrow, link, id }: SectionHeadProps) {
  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 lg:mb-10">
      <div className="min-w-0 flex-[1_1_9rem]">
        {eyebrow && <p className="eyebrow mb-1">{eyebrow}</p>}
        <h2 id={id}>{title}</h2>
      </div>
      {link && (
        <Link
          to={link.to}
          aria-describedby={id}
          className="-my-2.5 whitespace-nowrap py-2.5 font-medium underline decoration-1 decoration-line-strong underline-offset-[.4em] hover:decoration-current"
        >
          {link.label}
        </Link>
      )}
    </div>
  )
}
