import CircleAlert from '@lucide/icons/icons/circle-alert'
import { translate } from '@/language/text'
import { classNames } from '@/lib/class-names'
import { Icon } from '@/ui/icon'

interface FormAlertProps {
  children: string
  id?: string
  className?: string
  /** The focus goes to a field that says it: told here as well, it would be heard twice. */
  quiet?: boolean
}

/**
 * Why a form was refused, in the page's language; announced when it appears. For what belongs to one field, use the
 * field's own error.
 */
export function FormAlert({ children, id, className, quiet }: FormAlertProps) {
  if (!children) return null
  return (
    <p
      role={quiet ? undefined : 'alert'}
      id={id}
      className={classNames('flex items-start gap-1.5 text-danger text-sm', className)}
    >
      <Icon of={CircleAlert} size={16} className="mt-0.5" />
      <span className="min-w-0">{translate(children)}</span>
    </p>
  )
}
