import CircleAlert from '@lucide/icons/icons/circle-alert'
import { type ReactNode, useId, useState } from 'react'
import { translate } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from './icon'

/** What a control needs to belong to its field: spread onto Input, Select, Textarea or any element. */
interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /**
   * A sentence, as the rules of the domain or the record store say it: shown below in the page's language, and read
   * with the field.
   */
  error?: string
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** Label above, control, then error and hint below, tied together for screen readers. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The error sentence of a field or a group of choices. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return error ? <ErrorSentence id={id} error={error} /> : null
}

/** What had the focus when a form was last sent. */
let sentFrom: Element | null = null
if (typeof document !== 'undefined')
  document.addEventListener(
    'submit',
    () => {
      sentFrom = document.activeElement
    },
    true,
  )

function ErrorSentence({ id, error }: { id: string; error: string }) {
  // A control the form leads to is read with its error. Where Enter was pressed in the one at fault, nothing moves:
  // its error is announced.
  const [stays] = useState(() => sentFrom === document.activeElement && `${sentFrom?.id}-error` === id)
  return (
    <p id={id} role={stays ? 'alert' : undefined} className="flex items-start gap-1.5 text-sm text-danger">
      <Icon of={CircleAlert} size={16} className="mt-0.5" />
      {translate(error)}
    </p>
  )
}
