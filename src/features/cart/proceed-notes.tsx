import CircleAlert from 'lucide-react/icons/circle-alert'
import { t, translate } from '@/language/text'
import { Icon } from '@/ui/icon'

/** Why the way to the checkout is closed, above its button: a line to be settled, or the minimum (SHEET-08). */
export function ProceedNotes({ stopped, warning }: { stopped: boolean; warning: string | null }) {
  const words = stopped ? t('Something in your cart cannot be ordered as it is') : warning && translate(warning)
  if (!words) return null
  return (
    <p role="alert" className="mt-3 flex items-start gap-2 text-danger text-sm">
      <Icon of={CircleAlert} small className="mt-0.5" />
      {words}
    </p>
  )
}
