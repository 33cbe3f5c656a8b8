import CircleAlert from '@lucide/icons/icons/circle-alert'
import CloudOff from '@lucide/icons/icons/cloud-off'
import { t, translate } from '@/language/text'
import { Icon } from '@/ui/icon'
import type { useProceed } from './proceed'

interface ProceedNotesProps {
  way: ReturnType<typeof useProceed>
  warning: string | null
}

/** Why the way to the checkout is closed, above its button: no line, a line to be settled, the minimum (SHEET-08). */
export function ProceedNotes({ way: { asleep, stopped }, warning }: ProceedNotesProps) {
  const words = stopped ? t('Something in your cart cannot be ordered as it is') : warning && translate(warning)
  return (
    <>
      <div role="status">
        {asleep && (
          <p className="mt-3 flex items-start gap-2.5 text-sm">
            <Icon of={CloudOff} />
            <span>
              <strong className="block font-medium text-base">{t('We cannot take the order without a line')}</strong>
              {t('Your cart is safe on this device. This button works again when the line is back.')}
            </span>
          </p>
        )}
      </div>
      {words && (
        <p role="alert" className="mt-3 flex items-start gap-2 text-danger text-sm">
          <Icon of={CircleAlert} size={16} className="mt-0.5" />
          {words}
        </p>
      )}
    </>
  )
}
