import type { LucideIconData } from '@lucide/icons'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'
import { LotusMark } from './lotus-mark'

interface NoticeProps {
  title: string
  /** One sentence: what happened or what comes next. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
  icon?: LucideIconData
  /** Empty states carry the lotus; failures an icon. */
  lotus?: boolean
  /** `alert` for a failure that needs the shopper. */
  role?: 'alert' | 'status'
  /** Level of the heading, for the page's outline. */
  level?: 1 | 2 | 3
  className?: string
}

/** Centred news in the place of content: empty lists and failures with a way on. */
export function Notice({ title, children, action, icon, lotus, role, level = 2, className }: NoticeProps) {
  const Heading = `h${level}` as const
  return (
    <div role={role} className={classNames('mx-auto max-w-[30rem] px-gutter pt-18 pb-30 text-center', className)}>
      {lotus && <LotusMark className="mx-auto mb-5.5 block w-18 text-primary-ink" />}
      {icon && <Icon of={icon} size={32} strokeWidth={1.25} className="mx-auto mb-5 text-ink-3" />}
      <Heading className="text-h2">{title}</Heading>
      {children && <p className="mt-3 text-ink-2">{children}</p>}
      {action && <div className="mt-7">{action}</div>}
    </div>
  )
}
