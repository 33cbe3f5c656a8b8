import { type ReactNode, useEffect } from 'react'

interface HeadProps {
  /** A line above the heading, such as the day. */
  eyebrow?: ReactNode
  /** The screen's level-1 heading: what matters now. */
  title: ReactNode
  sub?: ReactNode
  /** Buttons at the right; on phones below. */
  children?: ReactNode
  /** Of the window; the heading's text when that is a text. */
  windowTitle?: string
}

/** Head of a screen. */
export function Head({ eyebrow, title, sub, children, windowTitle }: HeadProps) {
  const name = windowTitle ?? (typeof title === 'string' ? title : '')
  useEffect(() => {
    if (name) document.title = `${name} · Shop`
  }, [name])
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3 md:mb-5">
      <div className="min-w-60 flex-1">
        {eyebrow && <p className="mb-0.5 font-display text-[17px] text-primary-ink italic">{eyebrow}</p>}
        <h1>{title}</h1>
        {sub && <p className="mt-1 max-w-[70ch] text-ink-2">{sub}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 max-md:w-full max-md:*:flex-1">{children}</div>}
    </div>
  )
}

/** Head of a part of a screen. */
export function SectionHead({ id, title, children }: { id?: string; title: string; children?: ReactNode }) {
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-3">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
