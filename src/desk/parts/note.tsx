import CircleAlert from '@lucide/icons/icons/circle-alert'
import CircleCheck from '@lucide/icons/icons/circle-check'
import Info from '@lucide/icons/icons/info'
import type { ReactNode } from 'react'
import { errorSentence, fieldErrors } from '@/api/errors'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'

const KINDS = {
  plain: { icon: Info, look: 'border-line-strong bg-sunken', mark: 'text-ink-2' },
  warn: { icon: CircleAlert, look: 'border-warn bg-warn-soft', mark: 'text-warn' },
  bad: { icon: CircleAlert, look: 'border-danger bg-danger-soft', mark: 'text-danger' },
  good: { icon: CircleCheck, look: 'border-success bg-success-soft', mark: 'text-success' },
}

interface NoteProps {
  kind?: keyof typeof KINDS
  /** What can be done about it. */
  action?: ReactNode
  children: ReactNode
}

/** What somebody should know, where it matters. A `bad` one is announced. */
export function Note({ kind = 'plain', action, children }: NoteProps) {
  const { icon, look, mark } = KINDS[kind]
  return (
    <div
      role={kind === 'bad' ? 'alert' : undefined}
      className={classNames(
        'grid grid-cols-[20px_1fr_auto] items-center gap-3 border-l-3 px-4 pt-3 pb-2.5 max-md:grid-cols-[20px_1fr]',
        look,
      )}
    >
      <Icon of={icon} className={classNames('mt-px self-start', mark)} />
      <div>{children}</div>
      {action && <div className="max-md:col-start-2 max-md:justify-self-start">{action}</div>}
    </div>
  )
}

/** Why something was refused, where no field says it. */
export function RefusedNote({ error }: { error: unknown }) {
  if (!error || Object.keys(fieldErrors(error)).length > 0) return null
  return <Note kind="bad">{errorSentence(error)}</Note>
}
